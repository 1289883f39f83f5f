"""Why a player's total is what it is: every entry behind it, adding up to it."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.core.contents import Account, SheetEntered
from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.core.situations import Situation
from ledger.core.standings import Standings
from ledger.core.tally import Hanchan
from ledger.core.terms import SEATS, Stage
from ledger.core.wording import entry_words, ordinal, place_words, points, score


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One entry's share in a player's total."""

    entry: int | None
    """Its number in the journal; None for what no single entry holds."""
    place: str
    what: str
    points: int


def reasons(
    state: EventState, rules: Rules, table: Standings, number: str
) -> tuple[Reason, ...]:
    """Return what a player's total is made of, in order of rounds and then of entries.

    The points sum to the total of the player's row in `table`.
    """
    found = [
        _of_sheet(state, rules, hanchan, number)
        for hanchan in table.hanchan
        if number in hanchan.seating.players
    ]
    last = table.after_round
    for (round_, who), result in sorted(state.results.items()):
        if who == number and (last is None or round_ <= last):
            found.append(
                Reason(
                    entry=None,
                    place=f"R{round_}",
                    what="published result after uma",
                    points=result.result,
                )
            )
    found += _of_rulings(state, table, number, rules.situations)
    return tuple(found)


def _of_sheet(state: EventState, rules: Rules, hanchan: Hanchan, number: str) -> Reason:
    """Return what a sheet gave, without what the journal adds to it."""
    index = hanchan.seating.players.index(number)
    seat = SEATS[index]
    entry = state.sheets[hanchan.key]
    assert isinstance(entry.effective, SheetEntered)
    raw = entry.effective.sheet.raw[index]
    scored = hanchan.score
    start = rules.ruleset.scoring.return_
    parts = [f"{score(raw)} less {score(start)}" if start else score(raw)]
    parts.append(f"uma {points(scored.uma[seat])}")
    if scored.oka[seat]:
        parts.append(f"oka {points(scored.oka[seat])}")
    if scored.sticks[seat]:
        parts.append(f"sticks {points(scored.sticks[seat])}")
    return Reason(
        entry=entry.number,
        place=place_words(entry.place),
        what=f"{ordinal(scored.place[seat])}: {', '.join(parts)}",
        points=raw - start + scored.uma[seat] + scored.oka[seat] + scored.sticks[seat],
    )


def _of_rulings(
    state: EventState,
    table: Standings,
    number: str,
    situations: Mapping[str, Situation],
) -> list[Reason]:
    """Return the postings to a player that count beyond the sheets."""
    played = {hanchan.key for hanchan in table.hanchan}
    last = table.after_round
    found = []
    for entry, ruled in state.rulings():
        round_ = entry.place.round
        if round_ is not None and last is not None and round_ > last:
            continue
        key = (round_, entry.place.table)
        for posting in ruled.postings:
            if posting.account is not Account.PLAYER or posting.player != number:
                continue
            if posting.stage is not Stage.AFTER_UMA and posting.settled != "ledger":
                continue
            if posting.stage is Stage.TABLE and key not in played:
                continue
            found.append(
                Reason(
                    entry=entry.number,
                    place=place_words(entry.place),
                    what=entry_words(entry, state, situations),
                    points=posting.points,
                )
            )
    return found
