"""What each player has played and is fined up to a round: the sums behind standings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from ledger.core.contents import (
    Account,
    DivisionSet,
    Posting,
    Seating,
    Substituted,
)
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.rules import Rules
from ledger.core.scoring import Ending, Score, score
from ledger.core.terms import SEATS, Stage

OffLive = tuple[int, int, int, int, int]
"""Reported less followed, by starting wind and for the sticks left over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanchan:
    """One scored hanchan."""

    key: HanchanKey
    seating: Seating
    score: Score
    raw: tuple[int, int, int, int]
    """As reported, with what staff had to add, by starting wind."""
    before_placing: tuple[int, int, int, int]
    explained: int = 0
    """Missing points that entries account for."""
    off_live: OffLive | None = None
    """Where the sheet is off the table as it was followed and no entry says why."""

    @property
    def unexplained(self) -> int:
        """Points that the sheet lacks and no entry accounts for."""
        return self.score.check.missing - self.explained


@dataclass(slots=True)
class Tally:
    """One player's sums. Units: points."""

    games: int = 0
    raw: int = 0
    sticks: int = 0
    uma: int = 0
    oka: int = 0
    penalties: int = 0
    results: int = 0
    adjusted: int = 0
    division: str = ""
    order: int = 0
    places: list[int] = field(default_factory=list)
    hanchan: list[int] = field(default_factory=list)
    """What each hanchan came to, without fines after uma."""

    @property
    def total(self) -> int:
        """Everything that counts."""
        return (
            self.raw
            + self.sticks
            + self.uma
            + self.oka
            + self.penalties
            + self.results
            + self.adjusted
        )


def hanchan_of(entry: Entry) -> HanchanKey:
    """Return the hanchan at whose table an entry was made."""
    assert entry.place.round is not None
    assert entry.place.table is not None
    return entry.place.round, entry.place.table


Postings = dict[HanchanKey | None, list[Posting]]
"""Postings that count, by hanchan; under None those without one."""
NOTHING_KNOWN: Final[Mapping[HanchanKey, Hanchan]] = MappingProxyType({})


def played_until(
    state: EventState,
    rules: Rules,
    last: int | None,
    known: Mapping[HanchanKey, Hanchan] = NOTHING_KNOWN,
) -> tuple[dict[str, Tally], list[Hanchan], Postings]:
    """Return the tallies, the scored hanchan and the postings up to a round.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        last: The round; None: all.
        known: Hanchan that are scored already, and are not scored again.
    """
    postings = _postings(state, last)
    tallies: dict[str, Tally] = {number: Tally() for number in state.players}
    played = []
    replaced = _replaced(state)
    for key in sorted(state.sheets):
        if last is None or key[0] <= last:
            batch = postings.get(key, ())
            played.append(
                known.get(key) or _hanchan(state, rules, key, batch, replaced.get(key))
            )
    for hanchan in played:
        _count(tallies, hanchan, rules)
    for (round_, number), result in sorted(state.results.items()):
        if last is None or round_ <= last:
            tallies[number].games += 1
            tallies[number].results += result.result
            tallies[number].hanchan.append(result.result)
    _count_fines(tallies, postings)
    return tallies, played, postings


def _replaced(state: EventState) -> dict[HanchanKey, dict[str, str]]:
    """Return who was replaced, and when, by hanchan."""
    replaced: dict[HanchanKey, dict[str, str]] = defaultdict(dict)
    for entry, content in state.standing(Substituted):
        replaced[hanchan_of(entry)][content.player] = content.when
    return replaced


def _count_fines(tallies: Mapping[str, Tally], postings: Postings) -> None:
    for batch in postings.values():
        for posting in batch:
            if posting.account is Account.PLAYER and posting.stage is not Stage.TABLE:
                assert posting.player is not None
                tallies[posting.player].penalties += posting.points


def cuts_until(state: EventState, last: int | None) -> list[tuple[Entry, DivisionSet]]:
    """Return the cuts that have been made by a round, in order of rounds."""
    cuts = list(state.standing(DivisionSet))
    return sorted(
        (cut for cut in cuts if last is None or cut[1].after_round <= last),
        key=lambda cut: (cut[1].after_round, cut[1].order),
    )


def cut(tallies: dict[str, Tally], cut: DivisionSet, then: Mapping[str, Tally]) -> None:
    """Put the players of a division into it, with what they carry over."""
    for number in cut.players:
        tally = tallies[number]
        tally.division, tally.order = cut.name, cut.order
        total = then[number].total + tally.adjusted
        tally.adjusted += carried(cut, total) - total


def carried(cut: DivisionSet, total: int) -> int:
    """Return what a cut leaves of a total; half a point is rounded toward zero."""
    match cut.carry:
        case "carried":
            return total
        case "halved":
            return (abs(total) // 2) * (1 if total > 0 else -1)
        case "reset":
            return 0


def _postings(state: EventState, last: int | None) -> Postings:
    """Return the postings that count, by hanchan; under None those without one."""
    found: Postings = defaultdict(list)
    for entry, ruled in state.rulings():
        round_, table = entry.place.round, entry.place.table
        if round_ is not None and last is not None and round_ > last:
            continue
        if state.is_pending(entry.number):
            continue
        key = (round_, table) if round_ is not None and table is not None else None
        found[key].extend(
            posting
            if posting.player is None
            else replace(posting, player=state.moved_to(entry, posting.player))
            for posting in ruled.postings
            if posting.stage is Stage.AFTER_UMA or posting.settled == "ledger"
        )
    return found


def _hanchan(
    state: EventState,
    rules: Rules,
    key: HanchanKey,
    postings: Iterable[Posting],
    replaced: Mapping[str, str] | None,
) -> Hanchan:
    """Score one hanchan with what the journal adds to its sheet."""
    players, sheet = state.seated(key), state.sheet(key)
    assert players is not None
    assert sheet is not None
    seat_of = dict(zip(players, SEATS, strict=True))
    reported = dict(zip(SEATS, sheet.raw, strict=True))
    added = dict.fromkeys(SEATS, 0)
    before = dict.fromkeys(SEATS, 0)
    for posting in postings:
        if posting.player not in seat_of:
            continue
        seat = seat_of[posting.player]
        if posting.stage is Stage.TABLE:
            added[seat] += posting.points
        elif posting.stage is Stage.BEFORE_PLACING:
            before[seat] += posting.points
    ending = Ending(
        raw=reported,
        leftover=sheet.leftover,
        added=added,
        before_placing=before,
        substitutes={
            seat_of[player]: when
            for player, when in (replaced or {}).items()
            if player in seat_of
        },
    )
    e, s, w, n = (reported[seat] + added[seat] for seat in SEATS)
    be, bs, bw, bn = (before[seat] for seat in SEATS)
    return Hanchan(
        key=key,
        seating=Seating(round=key[0], table=key[1], players=players),
        score=score(rules.ruleset, ending),
        raw=(e, s, w, n),
        before_placing=(be, bs, bw, bn),
    )


def _count(tallies: dict[str, Tally], hanchan: Hanchan, rules: Rules) -> None:
    scored = hanchan.score
    for number, seat in zip(hanchan.seating.players, SEATS, strict=True):
        tally = tallies[number]
        tally.games += 1
        tally.raw += scored.raw[seat] - rules.ruleset.scoring.return_
        tally.sticks += scored.sticks[seat]
        tally.uma += scored.uma[seat]
        tally.oka += scored.oka[seat]
        tally.places.append(scored.place[seat])
        tally.hanchan.append(scored.total[seat])
