"""Every clause of the three EMA editions has a row: what the judge says, or why not.

A row is `clauses | act | answer`. The act is a situation with its facts for South, and
`@` words for the table; `-` marks a clause that no incident falls under, and why.
The answer is the class (South's fine after uma behind it, and words for the hand), or
`ask` with what is asked and, for outcomes, what is offered, in the codes below.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from ledger.core.decision import DecisionTable
from ledger.core.lines import judge_line
from ledger.core.rules import rules
from ledger.core.situations import FactValue

CODES: Final = {
    "MIN": "minor-error",
    "DH": "dead-hand",
    "DHB": "dead-hand-bet-back",
    "FINE": "discretionary-fine",
    "OBS": "obstruction",
    "OBS2": "serious-obstruction",
    "CH": "chombo",
    "DQ": "disqualification",
}
"""Outcomes that a question offers, as the rows write them."""

EMA_2025: Final = """
3.1 | - | when a hand begins is the replay's time signal; no abortive draws: play
3.3, 6.1 | discard-before-deal found=at-once | ask outcome none MIN DH CH
3.3 | - | keeping the drawn tile apart: ruled under 6.4.4
3.3 | late-call severity=minor | none continue
3.3.1 | late-call severity=minor | none
3.3.1 | late-call severity=serious | ask outcome none MIN OBS
3.3.1 | - | a win beats other claims and all winners are paid: the result's rule
3.3.1 | - | precedence of two set calls: no penalty is in it
3.3.2, 6.5.6 | kuikae kind=same-tile | dead-hand dead continue
3.3.2, 6.5.6 | kuikae kind=suji | dead-hand dead
3.3.3 | - | chow, pung and kong are good words: no incident
3.3.3 | - | tiles of a set rearranged: no penalty named, the referee's `other`
3.3.4 | illegal-kan reason=after-claim replacement=yes | ask outcome MIN DH CH
3.3.4 | illegal-kan reason=after-claim replacement=no | ask outcome none DH
3.3.5 | illegal-kan reason=fifth replacement=yes | ask outcome MIN DH CH
3.3.7 | - | liability is the result's `liable` seat
3.3.8 | - | tenpai and waits are worked out from tiles
3.3.9, 6.5.2 | furiten-ron shown=no by=ron | dead-hand
6.8 | furiten-ron shown=yes by=ron | chombo -20000 replay
3.3.9 | furiten-ron shown=yes by=tsumo | none
3.3.9, 6.5.2 | selective-ron shown=no | dead-hand
3.3.9, 6.8 | selective-ron shown=yes | chombo -20000
3.3.9 | selective-ron by=tsumo | none
3.3.10, 6.6 | riichi-too-late @riichi | none bet continue
3.3.10 | - | a riichi tile that is won on, bets of winners and at a draw: results
3.3.10, 6.6 | riichi-form missing=turn after_claim=yes | none
3.3.10 | illegal-riichi-kan found=draw @riichi @draw | chombo -20000 bet replay
3.3.13 | - | robbing a kan is a ron; missing it is furiten, from tiles
3.3.14 | withdrawn-call call=pon shown=no @dead | chombo -20000
3.3.14 | - | a hand is dead once declared: the table's `dead`
3.3.14 | noten-riichi found=draw because_dead=yes @riichi @dead @draw | none scored
3.3.14, 6.9 | act-with-dead-hand action=chii aware=no shown=no @dead | chombo
3.4 | - | the re-deal is no hand, but see 7.4
3.4.1 | illegal-kan reason=last-tile replacement=yes | ask outcome MIN DH CH
3.4.1 | play-after-end action=call mixed=no | ask outcome none MIN DH CH
3.4.1 | play-after-end action=draw mixed=yes | ask outcome none MIN DH CH
3.4.2 | tenpai-claim kind=out-of-order shown=no misled=no | none
3.4.2 | tenpai-claim kind=changed shown=no misled=yes | none
3.4.2 | hand-not-shown tenpai=yes @riichi | ask outcome none CH
3.4.2 | hand-not-shown tenpai=? @riichi | ask outcome none CH
3.4.2, 6.6.2 | hand-not-shown tenpai=no @riichi @draw | chombo -20000 bet
3.4.2 | hand-not-shown tenpai=no @riichi @dead | ask outcome none CH
3.4.2 | tenpai-claim kind=noten-in-riichi shown=no | ask outcome none CH
3.4.2 | tenpai-claim kind=false shown=yes | ask outcome none MIN FINE
3.4.2 | tenpai-claim kind=early shown=no | ask outcome none MIN DH
3.4.2 | - | a tenpai hand without riichi may be called noten; draw payments are results
3.4.4 | - | counters and who pays: results
3.4.5 | - | who deals: results
3.4.6 | win-no-yaku shown=yes @ron | none scored
3.4.6 | win-no-yaku shown=yes @last | dead-hand dead continue
3.4.6 | win-no-yaku shown=yes @last @spoilt | chombo -20000 replay
3.4.6 | win-no-yaku shown=yes @draw | dead-hand scored
3.4.6 | noten-riichi found=draw @riichi @last | chombo -20000 bet
3.4.6, 6.7.1 | illegal-riichi-kan found=draw @riichi @last | chombo -20000
3.4.6, 6.7.1 | illegal-riichi-kan found=own-win @riichi @last | dead-hand
3.4.6, 6.7.3 | riichi-hand-changed found=draw @riichi @last | chombo -20000
3.4.6, 6.7.3 | riichi-hand-changed found=mid-hand @riichi @last | dead-hand
3.4.6, 6.1.3 | caused-error victim=N effect=mistaken-win | chombo -20000
3.4.6, 6.1.3 | caused-error victim=N effect=hand-lost | chombo -20000
3.4.6 | win-no-yaku shown=yes @left-1 | chombo -20000 game-ends
3.4.6 | win-no-yaku shown=yes @left-2 | chombo -20000 replay
3.4.6 | win-no-yaku shown=yes @social | chombo 0 replay
3.5 | - | when the game ends: the replay
3.6 | - | the all-last sheet is checked in play; a wrong one: 6.10
3.7, 3.7.1 | - | leftover bets, uma and ties: score
4.1 | scoring-error direction=up agreed=no | none
4.1 | scoring-error direction=down agreed=yes | none
4.1 | non-disclosure | ask outcome none MIN FINE
4.1.4 | riichi-short-of-points @riichi | ask outcome none riichi-void DHB
4.1.4 | stick-lending | ask outcome none MIN
5 | etiquette severity=minor | none
5, 6.12 | etiquette severity=serious | ask outcome none OBS OBS2
5.1, 5.2, 5.3, 5.4, 5.5 | - | wall, hands and discards: etiquette
5.6, 5.8 | - | asking for scores to excess, gloating: etiquette, else obstruction
5.7, 6.4.5 | slow-play severity=minor | none
6.1 | - | a case the book does not list: `other`, or the silence's question
6.1 | objects-on-table count=1 | ask outcome none MIN DH FINE CH
6.1 | take-back by_accident=no | ask outcome none MIN DH FINE CH
6.1 | win-after-tenpai | ask outcome none MIN DH FINE CH
6.1, 6.3 | missed-draw restored=yes | ask outcome none MIN DH
6.1.1 | tile-inserted | none
6.1.1 | tile-inserted @earlier | ask outcome none FINE DH
6.1.1 | odd-win-word shown=yes occurrence=3 | ask outcome none FINE DH
6.1.2, 6.1.3 | - | principles for unlisted cases: the silence's choices
6.1.4 | obstruction severity=minor repeat=no | ask amount 8000 12000
6.2 | exposed-tiles count=3 whose=wall | ask outcome MIN CH
6.2 | exposed-tiles count=20 whose=own | ask outcome MIN CH
6.2 | exposed-tiles count=2 whose=opponent | ask outcome MIN CH
6.2 | exposed-tiles whose=dead-wall | ask outcome MIN CH
6.2 | exposed-tiles count=9 whose=own before_deal=yes | none continue
6.2, 3.4.6 | deal-error redeal=yes @riichi | none replay bet
6.2 | deal-error redeal=no | none continue
6.2 | wall-disruption recoverable=yes | none
6.2 | wall-disruption recoverable=no | chombo -20000 replay
6.2, 3.4.6 | no-fault-redeal redeal=yes @nobody @riichi | none replay bet
6.2 | no-fault-redeal redeal=no @nobody | none continue
6.2 | tenpai-claim kind=early shown=yes | ask outcome MIN DH CH
6.2 | - | turning tiles over after the hand: etiquette; on purpose: obstruction
6.3 | wrong-tile-count tiles=14 expected=13 | dead-hand dead
6.3 | wrong-tile-count tiles=12 expected=13 found=draw @draw | dead-hand scored
6.3, 6.8 | wrong-tile-count tiles=12 expected=13 found=own-win | ask outcome DH CH
6.3 | missed-draw restored=no | dead-hand
6.4.1 | wrong-wall-draw source=wall restored=yes | none
6.4.1 | wrong-wall-draw source=wall mixed=yes restored=no discarded=yes | none
6.4.1 | wrong-wall-draw source=dead-wall restored=yes mixed=no | none
6.4.1 | wrong-wall-draw source=dead-wall restored=no mixed=yes | chombo -20000
6.4.2 | wrong-wall-draw source=opponent | chombo -20000
6.4.2 | wrong-wall-draw source=opponent stopped=yes | none
6.4.3 | draw-out-of-turn restored=yes | none
6.4.3 | draw-out-of-turn restored=no | dead-hand
6.4.3 | early-draw restored=yes | none
6.4.3 | early-draw restored=no mixed=yes | dead-hand
6.4.4 | tile-inserted wins=yes | none
6.4.4, 6.4.5 | fast-play did=discard wanted=pon-kan identified=no | dead-hand
6.4.5 | slow-play severity=minor @earlier | ask outcome none OBS OBS2
6.4.5 | slow-play severity=serious | ask outcome none OBS OBS2
6.4.5, 6.12 | fast-play did=discard wanted=none | ask outcome none MIN OBS
6.4.5 | fast-play did=discard wanted=ron identified=no | none
6.4.5 | fast-play did=kan wanted=ron identified=yes | none
6.4.5 | fast-play did=tsumo wanted=ron | none
6.4.5 | fast-play did=set wanted=ron | none
6.4.5 | fast-play did=discard wanted=pon-kan identified=yes | none
6.4.5 | fast-play did=kan wanted=pon-kan identified=yes | none
6.4.5 | fast-play did=kan wanted=pon-kan identified=no | dead-hand
6.4.5 | fast-play did=kan wanted=pon-kan replacement=yes | dead-hand
6.4.5 | fast-play did=tsumo wanted=pon-kan | none
6.4.5 | fast-play did=set wanted=pon-kan | ask outcome none DH
6.5 | etiquette severity=minor | none
6.5 | wrong-pointing found=at-once | none
6.5 | wrong-pointing found=at-win | none
6.5, 6.5.1 | called-tile-not-taken corrected=yes | none
6.5.1 | called-tile-not-taken corrected=no | dead-hand
6.5.2 | withdrawn-call call=pon shown=no | none
6.5.2 | withdrawn-call call=closed-kan shown=no | ask outcome MIN DH
6.5.2 | withdrawn-call call=chii shown=yes | ask outcome MIN DH CH
6.5.2 | empty-win-call shown=no by=ron | dead-hand dead
6.5.2, 6.8 | empty-win-call shown=yes by=tsumo | chombo -20000
6.5.2 | win-not-tenpai shown=no | dead-hand
6.5.2 | win-no-yaku shown=no | dead-hand
6.5.2 | win-wrong-tile shown=no | dead-hand
6.5.2, 6.6 | withdrawn-riichi @riichi | dead-hand dead bet
6.5.2, 6.6 | withdrawn-riichi discarded=yes @riichi | none
6.5.3 | ron-tsumo-confusion shown=yes | none
6.5.3 | odd-win-word shown=yes | none
6.5.3 | unclear-call severity=minor | none
6.5.3 | changed-call from=ron to=tsumo | none
6.5.4 | changed-call quick=yes from=pon to=ron | none
6.5.4 | changed-call quick=no from=pon to=chii | ask outcome MIN DH
6.5.4 | changed-call from=ron to=pon shown=no | dead-hand
6.5.4 | changed-call from=ron to=pon shown=yes | chombo -20000
6.5.4 | changed-call quick=yes from=ron to=pon shown=yes completed=yes | none
6.5.5 | false-meld corrected=yes kan=yes | none
6.5.5 | false-meld corrected=no kan=yes | dead-hand
6.6 | riichi-form missing=deposit | none
6.6 | riichi-form missing=word @riichi | dead-hand dead bet
6.6 | riichi-form missing=turn @riichi | dead-hand bet
6.6 | riichi-form missing=order @riichi | dead-hand bet
6.6 | - | a bet laid early is no fault and needs no incident
6.6.1 | open-riichi @riichi | dead-hand dead bet
6.6.2 | noten-riichi found=draw @riichi @draw | chombo -20000 replay bet
6.6.2 | noten-riichi found=mid-hand @riichi | none continue
6.6.2 | noten-riichi found=draw @riichi @ron | none scored
6.8 | noten-riichi found=own-win @riichi | chombo -20000
6.7 | noten-riichi found=draw because_dead=yes @riichi @dead | none
6.7.1 | illegal-riichi-kan found=own-win @riichi | chombo -20000
6.7.1 | illegal-riichi-kan found=draw @riichi @ron | none scored
6.7.1 | illegal-riichi-kan found=mid-hand @riichi | none continue
6.7.2 | riichi-tile-touch @riichi | none label=reminder
6.7.2 | riichi-tile-touch @riichi @earlier | dead-hand dead
6.7.2 | riichi-tile-touch wins=yes @riichi @earlier | none
6.7.3 | riichi-hand-changed @riichi | chombo -20000
6.7.4 | riichi-call completed=no @riichi | dead-hand dead
6.7.4 | riichi-call completed=yes @riichi | chombo -20000 bet
6.8 | win-not-tenpai shown=yes | chombo -20000
6.8 | win-no-yaku shown=yes | chombo -20000
6.8 | win-wrong-tile shown=yes | chombo -20000
6.8 | win-tile-mixed where=hand shown=yes | none
6.8 | win-tile-mixed where=discards shown=no | dead-hand
6.8 | win-tile-mixed where=discards shown=yes | chombo -20000
6.8 | - | the winner takes the ron tile out of the discards: etiquette
6.9 | act-with-dead-hand action=tsumo shown=no @dead | chombo -20000
6.9 | act-with-dead-hand action=riichi before_discard=no @dead | chombo
6.9 | act-with-dead-hand action=kan declared_now=yes @dead | dead-hand
6.9 | act-with-dead-hand action=pon @unsaid | dead-hand dead
6.9 | act-with-dead-hand action=pon before_discard=no @unsaid | dead-hand
6.9 | act-with-dead-hand action=riichi @riichi @unsaid | dead-hand bet
6.9 | act-with-dead-hand action=ron shown=no @unsaid | dead-hand
6.9, 6.8 | act-with-dead-hand action=ron shown=yes @unsaid | ask outcome DH CH
6.9 | act-with-dead-hand action=ron shown=yes declared_now=yes @unsaid | dead-hand
6.9 | act-with-dead-hand action=pon | ask dead declared undeclared
6.9 | win-no-yaku shown=no @dead | chombo
6.9 | win-not-tenpai shown=no @dead | chombo
6.9 | win-wrong-tile shown=no @dead | chombo
6.9 | furiten-ron by=tsumo @dead | chombo
6.9 | selective-ron shown=no @dead | chombo
6.9 | empty-win-call shown=no @dead | chombo
6.9 | win-tile-mixed where=hand @dead | chombo
6.9 | false-meld corrected=yes @dead | chombo
6.9 | open-riichi @riichi @dead | chombo bet
6.9 | withdrawn-riichi @dead | chombo
6.9 | riichi-form missing=deposit @dead | chombo
6.9 | ron-tsumo-confusion shown=yes @dead | chombo -20000
6.9 | odd-win-word shown=yes @dead | chombo
6.9 | changed-call quick=yes from=pon to=chii @dead | chombo
6.9 | unclear-call severity=minor @dead | chombo
6.9 | kuikae kind=suji @dead | chombo -20000 replay
6.5.6 | kuikae kind=suji @unsaid | dead-hand
6.9 | illegal-kan reason=fifth replacement=no @dead | chombo
6.9 | riichi-too-late @riichi @dead | chombo bet
6.9 | riichi-short-of-points @dead | chombo
6.9 | riichi-call completed=no @riichi @dead | chombo bet
6.10 | score-sheet kind=all-last offenders=S | point-penalty -8000 continue
6.10 | score-sheet kind=all-last offenders=S impacted=no | none 0
6.11 | information severity=minor | none
6.11, 6.12 | information severity=minor @earlier | ask outcome OBS OBS2 DH
6.11, 8 | information severity=serious | ask outcome OBS OBS2 DH
6.11 | - | a warning before an error is wanted; not reporting one has no penalty
6.12 | cheating | disqualification
6.12 | obstruction severity=minor repeat=no | ask amount 8000 12000
6.12 | obstruction severity=serious repeat=no | ask amount
6.12 | obstruction severity=minor repeat=yes | ask amount
6.12 | obstruction severity=serious repeat=yes | ask outcome OBS2 DQ
6.12, 8 | obstruction severity=extreme | disqualification
7.1 | phone severity=minor | ask outcome none FINE
7.2 | late seconds=0 | none 0
7.2 | late seconds=1 | point-penalty -1000
7.2 | late seconds=570 | point-penalty -10000
7.2 | late seconds=600 | point-penalty -10000
7.3 | late seconds=601 | point-penalty -30000 label=replaced
7.3 | absent sessions=1 notice=yes | point-penalty -30000
7.3 | absent sessions=3 notice=no started=yes | point-penalty -90000
7.3 | absent sessions=0 | none 0
7.3 | - | whose places count beside a substitute: score
7.4 | - | hands left after the signal: the table, see 3.4.6; walls and dice: etiquette
7.5 | score-sheet kind=unfixable offenders=E+S+W+N | point-penalty -2000
7.5 | score-sheet kind=unsigned offenders=S+W | point-penalty -2000
7.5 | - | a dispute about the result: `other`
8 | - | the annex otherwise says what the body says
- | - | several chombo at once, discovery after the hand, appeals: no clause
"""

EMA_2016: Final = """
3.3 | discard-before-deal found=at-once | ask outcome none DH CH
3.3.1 | late-call severity=minor | none
3.3.1 | late-call severity=serious | ask outcome none OBS
3.3.1, 5.1.3 | changed-call quick=yes from=ron to=pon shown=no | dead-hand
3.3.1 | slow-play severity=minor | none
3.3.1, 5.5 | slow-play severity=serious | ask outcome none OBS OBS2
3.3.1 | fast-play did=discard wanted=none | ask outcome none OBS
3.3.1 | fast-play did=discard wanted=pon-kan identified=yes | none
3.3.1 | fast-play did=discard wanted=ron identified=no | ask outcome none DH OBS
3.3.1 | fast-play did=tsumo wanted=ron | ask outcome none DH OBS
3.3.2, 3.4.7 | kuikae kind=suji | dead-hand
3.3.13 | - | dead hands are noten: results
3.3.14 | riichi-too-late @riichi | ask outcome none riichi-void DHB
3.3.14, 4.1 | - | a riichi tile that is won on, bets of several winners: results
3.4 | etiquette severity=minor | none
3.4.1 | illegal-kan reason=last-tile replacement=no | ask outcome none DH CH
- | illegal-kan reason=fifth replacement=yes | ask outcome none DH CH
3.4.1 | play-after-end action=call | ask outcome none DH CH
3.4.2 | tenpai-claim kind=out-of-order | none
3.4.2 | tenpai-claim kind=changed | none
3.4.2 | tenpai-claim kind=false | ask outcome none DH FINE CH
3.4.2 | tenpai-claim kind=noten-in-riichi @riichi | ask outcome none CH
3.4.2 | hand-not-shown tenpai=? @riichi | ask outcome none CH
3.4.2, 3.4.6 | hand-not-shown tenpai=no @riichi @draw | chombo -20000 bet
3.4.5, 3.4.6 | furiten-ron shown=yes | chombo -20000 replay
3.4.5, 5.1.2 | furiten-ron shown=no | dead-hand
3.4.5 | furiten-ron by=tsumo | none
3.4.5, 3.4.6 | selective-ron shown=yes | chombo -20000
3.4.5, 5.1.2 | selective-ron shown=no | dead-hand
3.4.5 | selective-ron by=tsumo | none
3.4.6 | win-no-yaku shown=yes | chombo -20000 replay
3.4.6 | win-wrong-tile shown=yes | chombo -20000
3.4.6 | win-not-tenpai shown=yes | chombo -20000
3.4.6 | win-no-yaku shown=yes @social | chombo 0 replay
3.4.6 | win-no-yaku shown=yes @ron | none scored
3.4.6 | win-no-yaku shown=yes @last | ask outcome CH DH none
3.4.6 | win-no-yaku shown=yes @left-1 | chombo replay
3.4.6 | noten-riichi found=draw @riichi @draw | chombo -20000 replay bet
3.4.6 | noten-riichi found=draw because_dead=yes @riichi @dead @draw | none scored
3.4.6 | noten-riichi found=own-win @riichi | chombo
3.4.6 | noten-riichi found=mid-hand @riichi | none continue
3.4.6 | illegal-riichi-kan found=own-win @riichi | chombo -20000
3.4.6 | illegal-riichi-kan found=draw @riichi @draw | chombo -20000
3.4.6 | illegal-riichi-kan found=mid-hand @riichi | none
3.4.6 | act-with-dead-hand action=pon @dead | chombo -20000
3.4.6 | act-with-dead-hand action=ron @dead | chombo -20000
3.4.6, 3.4.7 | act-with-dead-hand action=tsumo @dead | ask outcome none DH CH
3.4.6, 3.4.7 | act-with-dead-hand action=pon @unsaid | ask outcome none DH CH
3.4.6 | win-no-yaku shown=no by=ron @dead | chombo
3.4.6 | win-wrong-tile shown=no by=ron @dead | chombo
3.4.6 | win-not-tenpai shown=no by=ron @dead | chombo
3.4.6 | empty-win-call shown=no by=ron @dead | chombo
3.4.6 | furiten-ron shown=no @dead | chombo
3.4.6 | selective-ron shown=no @dead | chombo
3.4.6 | false-meld corrected=yes @dead | chombo
3.4.6 | kuikae kind=same-tile @dead | chombo -20000
3.4.6, 5.2 | wall-disruption recoverable=no | chombo -20000
3.4.6 | caused-error victim=N effect=hand-lost | ask outcome none DH CH
3.4.7, 5.1.2 | win-no-yaku shown=no by=tsumo | dead-hand dead
3.4.7, 5.1.2 | win-wrong-tile shown=no | dead-hand
3.4.7, 5.1.2 | win-not-tenpai shown=no | dead-hand
3.4.7, 5.3 | open-riichi @riichi | dead-hand dead bet
3.4.7, 5.3 | riichi-form missing=word @riichi | dead-hand bet
3.4.7, 5.3 | riichi-form missing=turn @riichi | dead-hand bet
3.4.7 | wrong-tile-count tiles=14 expected=13 | dead-hand
3.4.7 | wrong-tile-count tiles=14 expected=13 found=own-win | ask outcome DH CH
3.4.7 | missed-draw restored=no | dead-hand
3.4.7 | missed-draw restored=yes | ask outcome none DH
3.4.9, 3.4.10, 3.4.11 | - | who pays and deals: results
3.6, 3.6.1 | - | leftover bets, loans, uma: score
5.1, 5.1.1 | called-tile-not-taken corrected=yes | none
5.1.1 | called-tile-not-taken corrected=no | dead-hand
5.1.2 | withdrawn-call call=chii shown=no | none
5.1.2 | withdrawn-call call=chii shown=yes | ask outcome none DH CH
5.1.2 | empty-win-call shown=no by=tsumo | dead-hand
5.1.2 | empty-win-call shown=yes by=tsumo | chombo -20000
5.1.2, 3.4.6 | odd-win-word shown=yes | chombo -20000
5.1.2 | odd-win-word shown=yes corrected=yes | none
5.1.2 | odd-win-word shown=no | dead-hand
5.1.2 | ron-tsumo-confusion shown=yes | none
5.1.2 | ron-tsumo-confusion shown=yes @earlier | ask outcome none DH FINE
5.1.2 | changed-call from=tsumo to=ron | none
5.1.3 | changed-call quick=yes from=pon to=chii | none
5.1.3 | changed-call quick=no from=pon to=chii | ask outcome none DH
5.1.3, 3.4.6 | changed-call from=ron to=pon shown=yes | chombo -20000
3.3.1, 5.1.3 | changed-call quick=yes from=ron to=pon shown=yes completed=yes | none
5.1.4 | false-meld corrected=yes | none
5.1.4 | false-meld corrected=no | dead-hand
5.2 | exposed-tiles count=2 whose=wall | ask outcome none CH
5.2 | exposed-tiles count=9 whose=wall before_deal=yes | none
5.2 | wall-disruption recoverable=yes | none
5.2, 3.4.6 | no-fault-redeal redeal=yes @nobody @riichi | none replay bet
5.2 | no-fault-redeal redeal=no @nobody | none continue
5.2, 3.4.6 | deal-error redeal=yes | none replay
5.2 | deal-error redeal=no | none continue
5.2 | etiquette severity=minor | none
5.2, 5.5 | etiquette severity=serious | ask outcome none OBS OBS2
5.2.1 | wrong-wall-draw source=wall restored=no | none
5.2.1 | wrong-wall-draw source=dead-wall restored=no | none
5.2.1 | wrong-wall-draw source=opponent stopped=yes | none
5.2.1 | wrong-wall-draw source=opponent | ask outcome none DH CH
- | draw-out-of-turn restored=no | ask outcome none DH CH
- | early-draw restored=yes | ask outcome none DH CH
5.3 | riichi-form missing=deposit | none
5.3 | riichi-form missing=turn after_claim=yes | none
5.3 | riichi-form missing=order | ask outcome none DHB
- | withdrawn-riichi | ask outcome none riichi-void DHB
- | riichi-hand-changed | ask outcome none DH CH
- | riichi-hand-changed found=draw @riichi @last | ask outcome none DH CH
- | riichi-call completed=yes | ask outcome none DH CH
- | riichi-tile-touch | ask outcome none DH
5.4 | information severity=minor | none
5.4 | information severity=minor @earlier | ask outcome DH FINE
5.4 | information severity=serious | ask outcome DH FINE
5.4 | - | warning others is allowed
5.5 | cheating | disqualification
5.5 | obstruction severity=minor repeat=no | ask amount 8000 12000
5.5 | obstruction severity=minor repeat=yes | ask amount
5.5 | obstruction severity=serious repeat=yes | ask outcome OBS2 DQ
5.5 | obstruction severity=extreme | disqualification
5.6 | phone severity=serious | ask outcome none FINE
5.7 | late seconds=0 | none 0
5.7 | late seconds=60 | point-penalty -1000
5.7 | late seconds=600 | point-penalty -10000
5.7 | late seconds=570 | ask amount 9000 10000
5.7, 5.8 | late seconds=601 | point-penalty -30000
5.8 | absent sessions=2 | point-penalty -60000
5.8 | absent sessions=0 | none 0
5.8 | - | whose places count beside a substitute: score; the disqualified: standings
5.9 | - | hands after the signal: the table, see 3.4.6
- | score-sheet kind=unsigned offenders=S | ask outcome none FINE
changes to 2016 | - | 4 han 30 fu is not rounded up: what a hand is worth
"""

EMA_2012: Final = """
3.4.2 | hand-not-shown tenpai=yes @riichi | ask outcome none CH
3.4.2, 3.4.6 | hand-not-shown tenpai=no @riichi @draw | chombo replay bet
3.4.6 | win-no-yaku shown=yes @ron | none scored
3.4.6 | win-no-yaku shown=yes | chombo 0 replay
3.4.6 | win-wrong-tile shown=yes | chombo
3.4.6 | win-not-tenpai shown=yes | chombo
3.4.6 | furiten-ron shown=yes | chombo
3.4.6 | furiten-ron by=tsumo | none
3.4.6 | empty-win-call shown=yes | chombo
3.4.6 | win-no-yaku shown=yes @last | ask outcome CH DH none
3.4.6, 5.1.2 | win-no-yaku shown=no | ask outcome DH CH
3.4.6, 5.1.2 | win-wrong-tile shown=no | ask outcome DH CH
3.4.6, 5.1.2 | win-not-tenpai shown=no | ask outcome DH CH
3.4.6, 5.1.2 | furiten-ron shown=no | ask outcome DH CH
3.4.6, 5.1.2 | empty-win-call shown=no | ask outcome DH CH
3.4.6 | noten-riichi found=draw @riichi @draw | chombo replay bet
3.4.6, four riichi | noten-riichi found=draw @riichi @four-riichi | chombo replay bet
3.4.6 | noten-riichi found=draw @riichi @nine-tiles | none scored
3.4.6 | noten-riichi found=own-win @riichi | chombo
3.4.6 | noten-riichi found=mid-hand @riichi | none
3.4.6 | noten-riichi found=draw because_dead=yes @riichi @dead @draw | none scored
nagashi | - | counts as a win: see the test on nagashi mangan
3.4.6 | illegal-riichi-kan found=draw @riichi @draw | chombo bet
3.4.6 | illegal-riichi-kan found=own-win @riichi | chombo
3.4.6 | illegal-riichi-kan found=mid-hand @riichi | none
3.4.6 | exposed-tiles count=6 whose=own | chombo
3.4.6 | exposed-tiles count=6 whose=opponent | chombo
3.4.6, summary sheet | exposed-tiles count=5 whose=wall | ask outcome none CH
3.4.6, summary sheet | exposed-tiles count=5 whose=own | ask outcome none CH
3.4.6, summary sheet | exposed-tiles count=5 whose=opponent | ask outcome DH CH
3.4.6, 3.4.7 | exposed-tiles count=6 whose=dead-wall | ask outcome DH CH
3.4.6 | exposed-tiles count=2 whose=own before_deal=yes | ask outcome none redeal DH CH
3.4.6 | act-with-dead-hand action=chii @dead | chombo
3.4.6 | act-with-dead-hand action=tsumo @dead | ask outcome none DH CH
3.4.6 | act-with-dead-hand action=pon @unsaid | ask outcome none DH CH
3.4.7 | wrong-tile-count tiles=14 expected=13 | dead-hand dead
3.4.7 | wrong-tile-count tiles=14 expected=13 found=own-win | ask outcome DH CH
3.4.7 | exposed-tiles count=1 whose=opponent | dead-hand
3.4.7 | exposed-tiles count=4 whose=dead-wall | dead-hand
3.4.7 | false-meld corrected=no | dead-hand
3.4.7 | false-meld corrected=yes | ask outcome none DH
3.4.8 | exposed-tiles count=4 whose=wall | none
3.4.8 | exposed-tiles count=0 whose=opponent | none
3.4.8 | exposed-tiles count=6 whose=wall | chombo replay
3.4.9, 3.5 | - | who pays, counters: results
5.1, 5.1.1 | called-tile-not-taken corrected=yes | none
5.1.1 | called-tile-not-taken corrected=no | dead-hand
5.1.2 | withdrawn-call call=pon shown=no | ask outcome none DH
3.4.6 | kuikae kind=same-tile @dead | chombo
3.4.6 | win-no-yaku shown=no by=ron @dead | chombo
3.4.6 | win-wrong-tile shown=no by=ron @dead | chombo
3.4.6 | win-not-tenpai shown=no by=ron @dead | chombo
3.4.6 | empty-win-call shown=no by=ron @dead | chombo
3.4.6 | furiten-ron shown=no @dead | chombo
3.4.6 | selective-ron shown=no @dead | chombo
3.4.6 | false-meld corrected=yes @dead | chombo
3.4.7 | missed-draw restored=no | dead-hand
3.4.7 | missed-draw restored=yes | ask outcome none DH
changes to 2016 | kuikae kind=same-tile | none
changes to 2016 | kuikae kind=suji | none
changes to 2016 | selective-ron shown=yes | chombo
changes to 2016 | selective-ron shown=no | ask outcome none DH CH
3.4.6 | selective-ron by=tsumo | none
"""

TABLES: Final = {"ema-2025": EMA_2025, "ema-2016": EMA_2016, "ema-2012": EMA_2012}
EDITIONS: Final = tuple(TABLES)

HANDS: Final = ("continue", "replay", "scored", "game-ends")
TABLE: Final[Mapping[str, tuple[str, object]]] = {
    "@dead": ("dead", {"S": "declared"}),
    "@unsaid": ("dead", {"S": "undeclared"}),
    "@riichi": ("riichi", ["S"]),
    "@last": ("last_discard", True),
    "@spoilt": ("draw_possible", False),
    "@left-1": ("hands_left", 1),
    "@left-2": ("hands_left", 2),
}
RESULTS: Final[Mapping[str, object]] = {
    "@ron": {"ron": [{"winner": "N", "loser": "W", "points": 3900}]},
    "@draw": {"draw": {"tenpai": ["E"]}},
    "@four-riichi": {"abort": "four-riichi"},
    "@nine-tiles": {"abort": "nine-tiles"},
}


class Row(NamedTuple):
    edition: str
    clauses: tuple[str, ...]
    act: str
    answer: str

    def __str__(self) -> str:
        return f"{self.edition} {self.act}"


@cache
def rows(edition: str) -> tuple[Row, ...]:
    """Return the edition's rows, those without a case too."""
    found = []
    for line in TABLES[edition].strip().splitlines():
        clauses, act, answer = (part.strip() for part in line.split(" | "))
        if act != "-":
            answer = " ".join(CODES.get(word, word) for word in answer.split())
        found.append(Row(edition, tuple(clauses.split(", ")), act, answer))
    return tuple(found)


CASES: Final = [row for name in EDITIONS for row in rows(name) if row.act != "-"]


def fact(name: str, text: str) -> object:
    """Return a fact as it is written in a row."""
    if name == "offenders":
        return text.split("+")
    plain: dict[str, object] = {"yes": True, "no": False, "?": None}
    return plain[text] if text in plain else int(text) if text.isdigit() else text


def asked(edition: str, act: str) -> dict[str, Any]:
    """Return the line of `judge` that an act stands for."""
    situation, *words = act.split()
    facts = dict(word.split("=") for word in words if not word.startswith("@"))
    marks = [word for word in words if word.startswith("@")]
    line: dict[str, Any] = {
        "ruleset": edition,
        "table": dict(TABLE[mark] for mark in marks if mark in TABLE),
        "incident": {
            "offender": None if "@nobody" in marks else "S",
            "situation": situation,
            "facts": {name: fact(name, value) for name, value in facts.items()},
        },
    }
    for mark in marks:
        if mark in RESULTS:
            line["result"] = RESULTS[mark]
    if "@social" in marks:
        line["options"] = {"venue": "social"}
    if "@earlier" in marks:
        earlier = {"offender": "S", "situation": situation, "class": "none"}
        line["history"] = [earlier]
    known = {*TABLE, *RESULTS, "@nobody", "@social", "@earlier"}
    assert set(marks) <= known, set(marks) - known
    return line


def check_word(word: str, answer: dict[str, Any]) -> None:
    """Compare one word of a row's answer, after the class."""
    if word == "dead":
        assert answer["dead_hands"] == ["S"]
    elif word == "bet":
        assert answer["riichi_returned"] == ["S"]
    elif word in HANDS:
        assert answer["hand"] == word
    elif word.startswith("label="):
        assert answer["label"] == word.removeprefix("label=")
    else:
        assert answer["tournament"]["S"] == int(word)


@pytest.mark.parametrize("row", CASES, ids=str)
def test_row(row: Row) -> None:
    answer: dict[str, Any] = judge_line(asked(row.edition, row.act))
    first, *words = row.answer.split()
    if first == "ask":
        assert answer["class"] is None
        [question] = answer["ask"]
        assert question["fact"] == words[0]
        offered = [str(choice) for choice in question["choices"]]
        assert not words[1:] or offered == words[1:]
        assert question["why"]
        return
    assert answer["ask"] == []
    assert answer["class"] == first
    for word in words:
        check_word(word, answer)
    cited = " ".join(answer["citations"]) + " "
    for clause in row.clauses:
        assert f" {clause} " in f" {cited}", (clause, cited)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_has_a_row(edition: str) -> None:
    told = {clause for row in rows(edition) for clause in row.clauses}
    assert not set(rules(edition).ruleset.clauses) - told


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_case_is_reached_by_a_row(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof shows that facts reach each case; a row says what it should answer."""
    reached: list[object] = []
    decide = DecisionTable.decide

    def noted(table: DecisionTable, known: Mapping[str, FactValue]) -> object:
        verdict = decide(table, known)
        reached.append(verdict)
        return verdict

    monkeypatch.setattr(DecisionTable, "decide", noted)
    for row in CASES:
        if row.edition == edition:
            judge_line(asked(edition, row.act))
    missed = [
        (name, number)
        for name in rules(edition).ruleset.situations
        for number, (_, verdict) in enumerate(rules(edition).tables[name].cases, 1)
        if not any(verdict is each for each in reached)
    ]
    assert not missed


def chosen(row: Row, outcome: str) -> dict[str, Any]:
    line = asked(row.edition, row.act)
    line["incident"]["choice"] = {"outcome": outcome}
    return judge_line(line)


@pytest.mark.parametrize(
    "row", [row for row in CASES if row.answer.startswith("ask outcome")], ids=str
)
def test_every_choice_offered_is_a_ruling(row: Row) -> None:
    offered = row.answer.split()[2:]
    assert len(offered) >= 2
    for outcome in offered:
        answer = chosen(row, outcome)
        open_parts = [question["fact"] for question in answer["ask"]]
        if answer["class"] is None:
            assert open_parts == ["amount"]
        else:
            assert answer["class"] == rules(row.edition).outcome(outcome).class_.value


@pytest.mark.parametrize("edition", ["ema-2025", "ema-2016"])
def test_social_chombo_is_a_mangan_without_counters(edition: str) -> None:
    line = asked(edition, "win-no-yaku shown=yes @social")
    line["table"] |= {"honba": 3, "riichi": ["W"]}
    south: dict[str, Any] = judge_line(line)
    line["incident"]["offender"] = "E"
    east: dict[str, Any] = judge_line(line)
    assert south["points"] == {"E": 4000, "S": -8000, "W": 3000, "N": 2000}
    assert east["points"] == {"E": -12000, "S": 4000, "W": 5000, "N": 4000}
    assert [part["part"] for part in south["assumed"]] == ["amount"]
    assert (south["honba"], south["dealer"], south["pot"]) == (3, "E", -1000)


def test_tournament_chombo_assumes_nothing() -> None:
    answer: dict[str, Any] = judge_line(asked("ema-2025", "win-no-yaku shown=yes"))
    assert answer["assumed"] == []
    assert answer["citations"] == ["EMA 2025 3.4.6", "EMA 2025 6.8"]
    assert answer["source_grade"] == "A"


def test_2012_nagashi_counts_as_a_win() -> None:
    """A noten riichi of the same hand is not punished (rulings, R66)."""
    line = asked("ema-2012", "noten-riichi found=draw @riichi")
    line["result"] = {"nagashi": ["W"]}
    answer: dict[str, Any] = judge_line(line)
    assert answer["class"] == "none"
    assert answer["hand"] == "scored"
    assert answer["points"]["W"] == 8000 + 1000  # the stick too, as for any win


def test_2012_chombo_is_paid_at_the_table() -> None:
    answer: dict[str, Any] = judge_line(asked("ema-2012", "win-no-yaku shown=yes"))
    assert answer["points"] == {"E": 4000, "S": -8000, "W": 2000, "N": 2000}
    assert answer["source_grade"] == "C"


@pytest.mark.parametrize(
    ("edition", "start", "check", "last"),
    [
        ("ema-2025", 30000, None, "unranked"),
        ("ema-2016", 30000, None, "last"),
        ("ema-2012", 0, 0, "unranked"),
    ],
)
def test_scoring(edition: str, start: int, check: int | None, last: str) -> None:
    scoring = rules(edition).ruleset.scoring
    assert (scoring.start, scoring.return_, scoring.check) == (start, start, check)
    assert scoring.uma == (15000, 5000, -5000, -15000)
    assert (scoring.ties, scoring.leftover, scoring.oka) == ("shared", "first", 0)
    assert scoring.disqualified == last
