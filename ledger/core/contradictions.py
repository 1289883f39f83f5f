"""Where a referee's statement, the evidence and the tiles differ.

Nothing is overruled: each difference is returned with both sides, for the screen to
show and the referee to settle.
"""

from collections.abc import Mapping
from typing import Final

from ledger.core.evidence import Evidence, Win
from ledger.core.furiten import Furiten, PassKind
from ledger.core.terms import Seat
from ledger.core.tile_facts import (
    TILE_SITUATIONS,
    Contradiction,
    Found,
    facts_for,
)
from ledger.core.tiles import plain

UNSEEN: Final = frozenset({"found"})
"""Facts that the evidence only suggests: when a count was noticed is the referee's."""


def compare(
    situation: str | None, facts: Mapping[str, object], found: Found
) -> tuple[Contradiction, ...]:
    """Return every contradiction between what was stated and what the tiles say.

    A stated situation whose own condition is met is none, even where the contract would
    name another fault first.

    Args:
        situation: as stated; None leaves the naming to the evidence.
        facts: as stated beside the evidence.
        found: what the evidence says, with its inner contradictions, which come first.
    """
    differences = list(found.contradictions)
    if situation == "noten-riichi" and facts.get("because_dead") is True:
        if found.holds.get("noten-riichi"):
            why = "a hand that only died was tenpai before, these tiles are not"
            differences.append(
                Contradiction("because_dead", stated=True, found=False, why=why)
            )
    elif situation in TILE_SITUATIONS:
        differences += _about_situation(situation, found)
    elif situation == "tenpai-claim" and facts.get("kind") == "false" and found.tenpai:
        why = f"the hand waits on {_spelt(found.waits)}"
        differences.append(Contradiction("kind", "false", None, why))
    for fact, value in facts_for(found, situation or found.situation).items():
        if fact in facts and fact not in UNSEEN and facts[fact] != value:
            why = f"the tiles say {_word(value)}"
            differences.append(Contradiction(fact, facts[fact], value, why))
    if _same_excess(facts, found):
        differences = [
            each for each in differences if each.fact not in ("tiles", "expected")
        ]
    return tuple(differences)


def _about_situation(situation: str, found: Found) -> list[Contradiction]:
    holds = found.holds.get(situation)
    is_other = found.situation not in (None, situation)
    if holds or (holds is None and not is_other):
        return []
    why = (
        _reason(situation, found) if holds is False else "the tiles show another fault"
    )
    return [Contradiction("situation", situation, found.situation, why)]


def _reason(situation: str, found: Found) -> str:
    """Say why the stated situation's condition is not met."""
    waits = _spelt(found.waits)
    if situation in ("furiten-ron", "selective-ron"):
        if found.by == "tsumo":
            return "the win was by tsumo, which furiten leaves free"
        if not found.waits:
            return "the hand waits on nothing"
        if found.furiten is Furiten.NONE:
            return f"none of the waits {waits} was discarded or passed"
        return f"the furiten is {found.furiten}"
    reasons = {
        "wrong-tile-count": f"{found.count} tiles, as expected",
        "win-not-tenpai": f"the hand waits on {waits}",
        "win-wrong-tile": f"the tile is one of the waits {waits}",
        "win-no-yaku": f"the hand has {_spelt(found.yaku or ())}",
        "kuikae": "the discard is neither the claimed tile nor the run's other end",
        "noten-riichi": f"the hand is tenpai, waiting on {waits}",
        "illegal-riichi-kan": "waits and shape stay the same",
    }
    return reasons[situation]


def _same_excess(facts: Mapping[str, object], found: Found) -> bool:
    """Whether a count stated with its expectation is as far off as the one found.

    15 where 14 were due, on the own turn, is 14 where 13 were due before the draw.
    """
    tiles, expected = facts.get("tiles"), facts.get("expected")
    if not isinstance(tiles, int) or not isinstance(expected, int):
        return False
    return found.count is not None and tiles - expected == found.count - found.expected


def _spelt(words: tuple[str, ...]) -> str:
    return ", ".join(words) or "nothing"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def inner_contradictions(
    evidence: Evidence, seat: Seat | None
) -> tuple[Contradiction, ...]:
    """Return where the evidence contradicts itself or the offender's seat."""
    found: list[Contradiction] = []
    own = seat or evidence.seat_wind
    if own != evidence.seat_wind and evidence.seat_wind:
        why = "a seat is the wind of the hand being played"
        found.append(Contradiction("seat_wind", evidence.seat_wind, own, why))
    if evidence.win is not None:
        found += _about_win(evidence.win, evidence.drawn, own)
    for at, each in enumerate(evidence.since_discard):
        if own and each.seat == own and each.kind is PassKind.DISCARD:
            why = "the list begins after the own last discard"
            found.append(Contradiction(f"since_discard[{at}]", each.tile, None, why))
    return tuple(found)


def _about_win(win: Win, drawn: str | None, own: Seat | None) -> list[Contradiction]:
    found: list[Contradiction] = []
    if win.by == "ron":
        why = "a ron is on another player's tile, not on the own turn"
        if drawn is not None:
            found.append(Contradiction("drawn", drawn, None, why))
        if win.loser and win.loser == own:
            found.append(Contradiction("win.from", win.loser, None, why))
        return found
    why = "a tsumo is on the own draw"
    if drawn is not None and plain(drawn) != plain(win.tile):
        found.append(Contradiction("drawn", drawn, win.tile, why))
    if win.loser and win.loser != own:
        found.append(Contradiction("win.from", win.loser, None, why))
    return found
