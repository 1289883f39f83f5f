"""Public bug reports of mahjong software, each tried on this program.

One test a report, named after its number in the collection (B1 to B67), as far as the
report concerns the core: payments, sticks, ties, oka, counters, tenpai, swap-calling,
kans, substitutes, penalties that must count. Reports that another test answers already,
and those about files, screens and storage, are listed with the place; no number may be
missing or stand in two places.
"""

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ledger.core import editions
from ledger.core.desk import Draft, DraftIncident
from ledger.core.evidence import read_evidence
from ledger.core.examination import examine, waits_answer
from ledger.core.hands import settle
from ledger.core.incidents import Draw, Incident, Ron, Win
from ledger.core.lines import judge_line
from ledger.core.replay_lines import Replay
from ledger.core.rules import of_edition, rules
from ledger.core.score_lines import score_line
from ledger.core.standings import standings
from ledger.core.statements import tile_rules
from ledger.core.table import Hanchan
from ledger.core.terms import SEATS, Seat
from ledger.errors import IncidentError
from tests.core.events import TABLE, Event

E, S, W, N = SEATS
TESTS = Path(__file__).parents[1]

NUMBERS = (*range(1, 68, 2),)
"""The numbers of the collection, all odd; to 47 mahjong software, then its parts."""

ELSEWHERE: Mapping[int, str] = {
    7: "core/test_scoring.py::test_oka_is_net_of_the_own_stake_and_sums_to_zero",
    9: "core/test_standings.py::test_equal_totals_share_a_rank_and_the_next_rank_skips",
    13: "core/test_table.py::test_four_tenpai_pay_nothing_and_the_next_draw_neither",
    19: "core/test_standings.py::test_substitutes_are_not_ranked_and_take_no_rank",
    31: "core/test_table.py::"
    "test_a_live_riichi_hand_cannot_be_noten_without_its_incident",
    39: "core/test_table.py::test_the_dealer_counts_honba_on_every_win",
    43: "core/test_table.py::test_a_ronned_riichi_tile_gives_the_stick_back",
    47: "core/test_table.py::test_four_tenpai_pay_nothing_and_the_next_draw_neither",
    51: "book/test_tables.py::test_every_constraint_has_a_name",
    53: "book/test_tables.py::test_a_row_that_makes_no_sense_is_refused",
    55: "book/test_processes.py::test_terminals_at_once_lose_double_and_refuse_nothing",
    57: "files/test_standings_export.py::"
    "test_a_name_is_no_formula_and_a_number_stays_one",
    59: "cli/test_events.py::test_a_byte_order_mark_is_written_on_request_only",
    61: "files/test_standings_export.py::test_columns_line_up_under_wide_names",
}
"""Reports that a test in another place answers: its file and its name."""

NOT_HERE: Mapping[int, str] = {
    17: "a player without a name: the players' file needs one, so none can be missing",
    25: "fu are counted at the table: a hand comes as points, or as han and fu",
    49: "nothing is ever deleted from a book: every table refuses it by a trigger",
    63: "of the screens; the text table shows brackets as they are",
    65: "of the screens",
    67: "of the screens",
}
"""Reports about what the program does not do, or does in its screens alone."""


def judged(
    ruleset: str, incident: Mapping[str, object] | None, **line: object
) -> dict[str, Any]:
    return judge_line({"ruleset": ruleset, "incident": incident, **line})


def _start(edition: str = "ema-2025", **options: str) -> Hanchan:
    return Hanchan.start(rules(edition, options), "abcd")


def _ron(winner: Seat, loser: Seat, points: int = 1000) -> Ron:
    return Ron(wins=(Win(winner=winner, loser=loser, points=points),))


CHOMBO = Incident(
    offender=N, situation="win-not-tenpai", facts={"shown": True, "by": "ron"}
)


# Payments ------------------------------------------------------------------------


@pytest.mark.parametrize("name", editions.shipped())
def test_b1_an_option_leaves_no_stale_charge(name: str) -> None:
    """Of a chombo there is one kind of charge, whatever was the default before."""
    edition = editions.find(name)
    for options in edition.variants():
        outcomes = of_edition(edition, options).ruleset.outcomes
        for key in ("chombo", "full-foul"):
            if key in outcomes:
                assert len(outcomes[key].payments) == 1

    incident = {
        "offender": "S", "situation": "win-not-tenpai", "facts": {"shown": True},
    }  # fmt: skip
    social = judged("ema-2025", incident, options={"venue": "social"})
    assert not any(social["tournament"].values())
    assert social["points"]["S"] == -8000


def test_b3_a_chombo_in_the_last_hand_is_dealt_again_or_ends_the_game() -> None:
    """After the signal the ruleset's switch decides; without it South 4 is replayed."""
    for edition in ("ema-2025", "wrc-2025"):
        hanchan = _start(edition)
        for _ in range(7):
            hanchan = hanchan.end_hand(_ron(S, W))
        assert hanchan.label == "S4"
        hanchan, ruling = hanchan.record((CHOMBO,))
        assert ruling.hand == "replay"
        assert (hanchan.label, hanchan.over) == ("S4", False)

        timed = _start(edition).signal().end_hand(_ron(S, W))
        timed, ruling = timed.record((CHOMBO,))
        ends = edition == "ema-2025"
        assert ruling.hand == ("game-ends" if ends else "replay")
        assert timed.over is ends


def test_b5_every_order_uses_the_total_with_penalties() -> None:
    event = Event("ema-2025")
    event.sheet(1, (55000, 40000, 15000, 10000))
    late = DraftIncident(offender="1", situation="late", facts={"seconds": 600})
    absent = DraftIncident(offender="1", situation="absent", facts={"sessions": 1})
    before = [row.number for row in standings(event.state, event.rules, None).rows]
    for incident in (late, absent):
        event.book(Draft(place=TABLE, incidents=(incident,), settled=None))

    rows = standings(event.state, event.rules, None).rows

    assert before[:2] == ["1", "2"]
    assert [(row.number, row.total) for row in rows[:2]] == [
        ("2", 15000), ("1", 0),
    ]  # fmt: skip
    assert rows[1].penalties == -40000


def test_b35_who_pays_the_counters_of_a_shared_ron_is_the_rulesets_switch() -> None:
    """Big Dragons, 2 honba: South wins, West discards, North is liable."""
    win = Ron(wins=(Win(winner=S, loser=W, points=32000, liable=N),))
    book = rules("ema-2025").ruleset.play
    online = book.model_copy(update={"liable_honba": "liable"})

    by_book = settle(win, book, honba=2, pot=0, riichi=())
    by_switch = settle(win, online, honba=2, pot=0, riichi=())

    assert by_book.points == {E: 0, S: 32600, W: -16600, N: -16000}
    assert by_switch.points == {E: 0, S: 32600, W: -16000, N: -16600}


def test_b41_a_deduction_that_goes_to_nobody_is_entered_with_its_reason() -> None:
    """8,000 off one player: the table still sums to zero, the fine stands beside it."""
    facts: dict[str, object] = {
        "class": "point-penalty", "note": "hid a stick", "tournament": {"S": -8000},
    }  # fmt: skip
    answer = judged("wrc-2025", {"offender": "S", "situation": "other", "facts": facts})
    assert answer["tournament"] == {"E": 0, "S": -8000, "W": 0, "N": 0}
    assert sum(answer["points"].values()) + answer["pot"] == 0
    assert answer["notes"] == ["hid a stick"]

    unexplained = {name: told for name, told in facts.items() if name != "note"}
    asked = judged(
        "wrc-2025", {"offender": "S", "situation": "other", "facts": unexplained}
    )
    assert [question["fact"] for question in asked["ask"]] == ["note"]

    with pytest.raises(IncidentError, match="expected 0"):
        judged(
            "wrc-2025",
            {"offender": "S", "situation": "other",
             "facts": {**facts, "points": {"S": -8000}}},
        )  # fmt: skip

    shared = score_line(
        {"ruleset": "wrc-2025", "raw": {"E": 29000, "S": 30000, "W": 30000, "N": 30000},
         "leftover": 1000}
    )  # fmt: skip
    assert shared["place"] == {"E": 4, "S": 1, "W": 1, "N": 1}
    assert shared["unclaimed"] == 1000


# Sticks, ties and substitutes ------------------------------------------------------


def test_b11_the_last_stick_is_in_every_view_of_the_table() -> None:
    """A drawn last hand with one riichi stick: 119,000 on the scores, 1,000 beside."""
    hanchan = _start()
    for _ in range(7):
        hanchan = hanchan.end_hand(_ron(S, W))
    hanchan = hanchan.declare_riichi("a").end_hand(Draw(tenpai=(hanchan.seat("a"),)))
    assert hanchan.over
    assert (sum(hanchan.scores.values()), hanchan.pot) == (119000, 1000)

    _, final = hanchan.end()
    assert (final.check.raw, final.check.leftover, final.check.missing) == (
        119000, 1000, 0,
    )  # fmt: skip
    first = min(SEATS, key=lambda seat: final.place[seat])
    assert final.sticks == {seat: 1000 * (seat is first) for seat in SEATS}
    assert sum(final.total.values()) == 0


def test_b15_a_substitute_is_one_in_his_own_game_only() -> None:
    raw = {"E": 40000, "S": 33000, "W": 27000, "N": 20000}
    games = [
        score_line({"ruleset": "ema-2025", "raw": raw, "substitutes": substitutes})
        for substitutes in ({"S": "before-start"}, {}, {}, {})
    ]
    totals = []
    for game in games:
        assert isinstance(game["total"], dict)
        totals.append(game["total"]["S"])

    assert totals == [-30000, 8000, 8000, 8000]


def test_b33_ties_go_to_the_earlier_seat_and_the_stick_with_them() -> None:
    """The third player deals first, so the seats are those of the third to second."""
    ruleset = rules("student-league").ruleset
    assert ruleset.scoring.ties == "seat"
    answer = score_line(
        {"ruleset": "student-league", "leftover": 1000,
         "raw": {"E": 18000, "S": 32000, "W": 18000, "N": 32000}}
    )  # fmt: skip

    assert answer["place"] == {"E": 3, "S": 1, "W": 4, "N": 2}
    assert answer["sticks"] == {"E": 0, "S": 1000, "W": 0, "N": 0}
    assert answer["uma"] == {"E": -10000, "S": 20000, "W": -20000, "N": 10000}


# Tiles -----------------------------------------------------------------------------


def _waits(tiles: str, **more: object) -> dict[str, object]:
    return waits_answer({"tiles": tiles, **more}, tile_rules(rules("ema-2025")))


@pytest.mark.parametrize("tiles", ["123456789m1111p", "123456789m1111z"])
def test_b21_a_hand_that_waits_on_a_fifth_copy_is_one_away(tiles: str) -> None:
    answer = _waits(tiles)

    assert answer["waits"] == []
    assert answer["shanten"] == 1


@pytest.mark.parametrize(
    ("tiles", "shanten"),
    [("1111m22p33p44p55s6z", 1), ("111m22p33p44p55s66z", 0), ("1111m2222p33s446z", 2)],
)
def test_b23_four_of_a_kind_is_one_pair(tiles: str, shanten: int) -> None:
    """Seven pairs are seven different kinds: three or four alike count once."""
    assert _waits(tiles)["shanten"] == shanten


@pytest.mark.parametrize("tile", [f"{number}m" for number in range(1, 10)])
@pytest.mark.parametrize("by", ["ron", "tsumo"])
def test_b27_nine_gates_waits_on_nine_tiles(tile: str, by: str) -> None:
    evidence: dict[str, object] = {
        "tiles": "1112345678999m", "win": {"tile": tile, "by": by}, "discards": ["1p"],
    }  # fmt: skip
    incident = {"offender": "S", "facts": {"shown": True}, "evidence": evidence}
    answer = judged("ema-2025", incident)

    assert answer["found"]["waits"] == [f"{number}m" for number in range(1, 10)]
    assert answer["found"]["yaku"] == ["daburu-chuuren-poutou"]
    assert answer["class"] == "none"


@pytest.mark.parametrize(
    ("riichi_at", "kind", "own_discard_since"),
    [(None, "temporary", False), (0, "riichi", False), (0, "riichi", True)],
)
def test_b29_a_declined_robbing_makes_furiten(
    riichi_at: int | None, kind: str, *, own_discard_since: bool
) -> None:
    """Until the own next draw, in riichi to the end of the hand."""
    robbed = [{"seat": "W", "tile": "4s", "kind": "added-kan"}]
    more: dict[str, object] = {"discards": ["9p"], "since_discard": robbed}
    if riichi_at is not None:
        more |= {"riichi_at": riichi_at, "since_riichi": robbed}
    if own_discard_since:
        more |= {"discards": ["9p", "1z"], "since_discard": []}
    answer = _waits("234m567m55p23s678s", **more)

    assert answer["furiten"] == kind
    assert answer["furiten_tiles"] == ["4s"]


def test_b29_the_next_own_discard_ends_it_outside_riichi() -> None:
    answer = _waits("234m567m55p23s678s", discards=["9p", "1z"], since_discard=[])

    assert answer["furiten"] == "none"


def test_b37_a_fifth_kan_is_refused_and_at_a_table_an_illegal_kan() -> None:
    """No hand can hold five sets; declared all the same it is for the referee."""
    kans = [f"closed-kan:{number}{number}{number}{number}z" for number in range(1, 5)]
    with pytest.raises(IncidentError, match="at most 4"):
        read_evidence({"tiles": "5z", "melds": [*kans, "closed-kan:1111m"]})

    facts = {"reason": "fifth", "replacement": True}
    incident = {"offender": "S", "situation": "illegal-kan", "facts": facts}
    answer = judged("ema-2025", incident, table={"riichi": ["S"]})
    assert answer["class"] is None
    assert "EMA 2025 3.3.5" in answer["citations"]
    assert judged("mu", incident)["class"] == "dead-hand"


@pytest.mark.parametrize(("discarded", "kind"), [("3m", "suji"), ("6m", "same-tile")])
def test_b45_a_call_that_leaves_no_legal_discard(discarded: str, kind: str) -> None:
    """Four tiles left, 3456: 6 called with 45, so that 3 and 6 are both barred."""
    call: dict[str, object] = {
        "tiles": "36m", "called_tile": "6m",
        "melds": ["pon:111z", "pon:222z", "pon:333z", "chii:456m"],
    }  # fmt: skip
    noted = examine(read_evidence(call), tile_rules(rules("ema-2025"))).notes
    assert "every discard left would be swap-calling" in noted

    left = "36m".replace(discarded[0], "")
    incident = {
        "offender": "S", "evidence": {**call, "tiles": left, "discarded": discarded},
    }  # fmt: skip
    answer = judged("ema-2025", incident)
    assert answer["found"]["kuikae"] == kind
    assert answer["class"] == "dead-hand"


# Every report has its place ----------------------------------------------------------


def test_every_report_is_tried_covered_elsewhere_or_not_here() -> None:
    names = (re.match(r"test_b(\d+)_", name) for name in globals())
    tried = {int(match[1]) for match in names if match}

    assert sorted([*tried, *ELSEWHERE, *NOT_HERE]) == list(NUMBERS)


@pytest.mark.parametrize("number", ELSEWHERE)
def test_the_test_that_is_referred_to_is_there(number: int) -> None:
    file, _, name = ELSEWHERE[number].partition("::")
    tree = ast.parse((TESTS / file).read_text("utf-8"))

    assert name in {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}


def test_a_replay_starts_each_hand_without_the_last_ones_numbers() -> None:
    """What B11, B39 and B47 have in common: nothing leaks from one hand to the next."""
    replay = Replay()
    replay.answer({"event": "start", "ruleset": "m-league", "players": list("abcd")})
    won = replay.answer({"event": "tsumo", "winner": "b", "points": [1000, 2000]})
    drawn = replay.answer({"event": "draw", "tenpai": []})

    assert drawn["scores"] == won["scores"]
    assert (drawn["honba"], drawn["pot"]) == (1, 0)
