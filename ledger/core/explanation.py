"""Why a player's total is what it is: every entry behind it, adding up to it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ledger.core.contents import Posting, ResultsEntered, SheetEntered, Substituted
from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.core.situations import Situation
from ledger.core.standings import Standings
from ledger.core.tally import Hanchan, carried, cuts_until, hanchan_of, played_until
from ledger.core.terms import SEATS, Stage
from ledger.core.wording import (
    entry_words,
    literal,
    ordinal,
    place_words,
    points,
    score,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One entry's share in a player's total."""

    entry: int
    """Its number in the journal."""
    place: str
    what: str
    points: int
    sum: int = 0
    """What the total comes to with this share."""


def reasons(
    state: EventState, rules: Rules, table: Standings, number: str
) -> tuple[Reason, ...]:
    """Return what a player's total is made of, in order of rounds and then of entries.

    The points sum to the total of the player's row in `table`; each share tells the
    sum so far.
    """
    found = [
        _of_sheet(state, rules, hanchan, number)
        for hanchan in table.hanchan
        if number in hanchan.seating.players
    ]
    found += _of_results(state, table, number)
    found += _of_rulings(state, table, number, rules.situations)
    found += _of_cuts(state, rules, table, number)
    total = 0
    summed = []
    for reason in found:
        total += reason.points
        summed.append(replace(reason, sum=total))
    return tuple(summed)


def _of_sheet(state: EventState, rules: Rules, hanchan: Hanchan, number: str) -> Reason:
    """Return what a sheet gave, without what the journal adds to it."""
    index = hanchan.seating.players.index(number)
    seat = SEATS[index]
    entry = state.sheets[hanchan.key]
    content = entry.effective
    assert isinstance(content, SheetEntered)
    scored, start = hanchan.score, rules.ruleset.scoring.return_
    # A fixed line stands in place of the sheet; else what was added is told apart.
    fixed = scored.raw[seat] != hanchan.raw[index]
    raw = scored.raw[seat] if fixed else content.sheet.raw[index]
    parts = [f"{score(raw)} less {score(start)}" if start else score(raw)]
    parts.append(f"uma {points(scored.uma[seat])}")
    if scored.oka[seat]:
        parts.append(f"oka {points(scored.oka[seat])}")
    if scored.sticks[seat]:
        parts.append(f"sticks {points(scored.sticks[seat])}")
    what = f"{ordinal(scored.place[seat])}: {', '.join(parts)}"
    replaced = _replaced(state, hanchan, number)
    return Reason(
        entry=entry.number,
        place=place_words(entry.place),
        what=f"{what} ({replaced})" if replaced else what,
        points=raw - start + scored.uma[seat] + scored.oka[seat] + scored.sticks[seat],
    )


def _replaced(state: EventState, hanchan: Hanchan, number: str) -> str:
    """Return who sat in for a player, with the entry that says so."""
    for entry, content in state.standing(Substituted):
        if hanchan_of(entry) == hanchan.key and content.player == number:
            return f"{literal(content.substitute)} sat in, #{entry.number}"
    return ""


def _of_results(state: EventState, table: Standings, number: str) -> Iterator[Reason]:
    """Yield published results, each with the entry that it came by."""
    last = table.after_round
    found = [
        (result.round, entry.number, result)
        for entry, content in state.standing(ResultsEntered)
        for result in content.results
        if result.number == number and (last is None or result.round <= last)
    ]
    for round_, entry_number, result in sorted(found, key=lambda each: each[:2]):
        yield Reason(
            entry=entry_number,
            place=f"R{round_}",
            what="published result after uma",
            points=result.result,
        )


def _of_rulings(
    state: EventState,
    table: Standings,
    number: str,
    situations: Mapping[str, Situation],
) -> Iterator[Reason]:
    """Yield the postings to a player that count beyond the sheets."""
    played = {
        hanchan.key: hanchan
        for hanchan in table.hanchan
        if number in hanchan.seating.players
    }
    last = table.after_round
    for entry, ruled in state.rulings():
        round_ = entry.place.round
        if round_ is not None and last is not None and round_ > last:
            continue
        if state.is_pending(entry.number):
            continue
        hanchan = played.get((round_ or 0, entry.place.table or 0))
        for posting in ruled.postings:
            bearer = posting.player and state.moved_to(entry, posting.player)
            if bearer == number and _counts(posting, hanchan, number):
                yield Reason(
                    entry=entry.number,
                    place=place_words(entry.place),
                    what=entry_words(entry, state, situations),
                    points=posting.points,
                )


def _counts(posting: Posting, hanchan: Hanchan | None, number: str) -> bool:
    """Whether a posting is no part of a sheet, nor lost in a fixed line."""
    if posting.stage is Stage.AFTER_UMA:
        return True
    if posting.settled != "ledger" or posting.stage is Stage.BEFORE_PLACING:
        return posting.settled == "ledger"
    if hanchan is None:
        return False
    index = hanchan.seating.players.index(number)
    return hanchan.score.raw[SEATS[index]] == hanchan.raw[index]


def _of_cuts(
    state: EventState, rules: Rules, table: Standings, number: str
) -> Iterator[Reason]:
    """Yield what each cut gave or took."""
    adjusted = 0
    for entry, cut in cuts_until(state, table.after_round):
        if number not in cut.players:
            continue
        then = played_until(state, rules, cut.after_round)[0][number]
        total = then.total + adjusted
        kept = carried(cut, total)
        adjusted += kept - total
        yield Reason(
            entry=entry.number,
            place=f"R{cut.after_round}",
            what=f"division {literal(cut.name)}: {score(total)} {cut.carry}",
            points=kept - total,
        )
