"""What penalties did to the places, and how the first ones got there round by round.

"Without penalties" means: the same sheets, with everything given back that rulings took
from one player or gave to another, at the table, before placing, and after uma. A
riichi stick that a ruling gave back stays given back. What else would have been played
nobody can know; nothing else is changed. Status and seats stay as they are.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Final

from ledger.core.contents import Account, DivisionSet, IncidentRuled, Posting
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.review_cases import Case
from ledger.core.rules import Rules
from ledger.core.standings import Row, Standings, TeamRow, standings
from ledger.core.tally import Hanchan, carried, cuts_until
from ledger.core.terms import SEATS, STICK, Stage

TOP: Final = 8
"""How many players' ways are shown, if nothing else is said."""
OUTSIDE: Final = 0
"""Stands for the round of what has none: it counts from the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Somebody's place and total, with penalties and without. Units: points."""

    key: str
    """A player's number, or a team."""
    rank: int | None
    rank_without: int | None
    total: int
    total_without: int
    is_shared: bool = False
    """Whether somebody else has the same place."""
    is_shared_without: bool = False

    @property
    def gained(self) -> int:
        """Places gained by the penalties of all; below zero: lost."""
        if self.rank is None or self.rank_without is None:
            return 0
        return self.rank_without - self.rank


@dataclass(frozen=True, slots=True, kw_only=True)
class CutLine:
    """The line below a division, with penalties and without."""

    division: str
    after_round: int
    places: int
    """How many are above the line."""
    gained: tuple[str, ...]
    """Numbers of those who are above it only because of penalties."""
    lost: tuple[str, ...]
    """Numbers of those whom penalties put below it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What penalties did to the places."""

    players: tuple[Moved, ...]
    """Those whose place or total is another one, in order of their places."""
    teams: tuple[Moved, ...]
    lines: tuple[CutLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """One player's total after each round."""

    number: str
    rank: int | None
    totals: tuple[int, ...]
    """By round, in the order of `Courses.rounds`."""
    marks: Mapping[int, tuple[Case, ...]]
    """His incidents that are faults, by the round with which they count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Courses:
    """How the first of the standings got there."""

    rounds: tuple[int, ...]
    players: tuple[Course, ...]


# With and without ---------------------------------------------------------------------


def effect(state: EventState, rules: Rules, found: Standings) -> Effect:
    """Return what penalties did to the places.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        found: Its standings as they are now.
    """
    clean = without_penalties(state)
    touched = set(_touched(state))
    known = {each.key: each for each in found.hanchan}
    same = {key: each for key, each in known.items() if key not in touched}
    other = standings(clean, rules, known=same)
    return Effect(
        players=tuple(_players(found.rows, other.rows)),
        teams=tuple(_teams(found.teams, other.teams)),
        lines=tuple(
            _lines(
                cuts_until(state, None),
                _uncut(state, rules, known),
                _uncut(clean, rules, same),
            )
        ),
    )


RowsAfter = Callable[[int], Sequence[Row]]
"""The standings after a round, before a cut that is made then."""


def _uncut(
    state: EventState, rules: Rules, known: Mapping[HanchanKey, Hanchan]
) -> RowsAfter:
    def rows(after: int) -> Sequence[Row]:
        return standings(state, rules, after, is_cut=False, known=known).rows

    return rows


def _touched(state: EventState) -> Iterator[HanchanKey]:
    """Yield the hanchan whose scores a ruling has moved, fines after uma apart."""
    for entry, ruled in state.rulings():
        stages = {posting.stage for posting in ruled.postings} - {Stage.AFTER_UMA}
        round_, table = entry.place.round, entry.place.table
        if stages and round_ is not None and table is not None:
            yield round_, table


def without_penalties(state: EventState) -> EventState:
    """Return the same event with what its rulings took and gave undone."""
    clean = copy(state)
    clean.entries = list(state.entries)
    for entry, ruled in state.rulings():
        undone = replace(ruled, postings=tuple(_undone(ruled)))
        clean.entries[entry.number - 1] = replace(entry, content=undone)
    return clean


def _undone(ruled: IncidentRuled) -> Iterator[Posting]:
    """Yield what makes up for a ruling; of its own postings nothing else is left.

    What players moved themselves lies in the sheet and is given back; what staff had to
    add is not added.
    """
    moved: Counter[tuple[str, bool]] = Counter()
    for posting in ruled.postings:
        if posting.account is Account.PLAYER and posting.stage is not Stage.AFTER_UMA:
            assert posting.player is not None
            moved[posting.player, posting.settled == "table"] += posting.points
            if posting.stage is Stage.TABLE and posting.player in ruled.returned:
                moved[posting.player, posting.settled == "table"] -= STICK
                if posting.settled == "ledger":
                    yield _given(posting.player, STICK)
    for (player, is_in_sheet), points in moved.items():
        if is_in_sheet and points:
            yield _given(player, -points)


def _given(player: str, points: int) -> Posting:
    return Posting(
        account=Account.PLAYER,
        player=player,
        points=points,
        stage=Stage.TABLE,
        settled="ledger",
    )


def _players(rows: Sequence[Row], without: Sequence[Row]) -> Iterator[Moved]:
    others = {row.number: row for row in without}
    at, at_without = _sharing(rows), _sharing(without)
    for row in rows:
        other = others[row.number]
        if (row.rank, row.total) != (other.rank, other.total):
            yield Moved(
                key=row.number,
                rank=row.rank,
                rank_without=other.rank,
                total=row.total,
                total_without=other.total,
                is_shared=at[row.rank] > 1,
                is_shared_without=at_without[other.rank] > 1,
            )


def _sharing(rows: Iterable[Row | TeamRow]) -> Counter[int | None]:
    """Return how many have each place."""
    return Counter(row.rank for row in rows)


def _teams(rows: Sequence[TeamRow], without: Sequence[TeamRow]) -> Iterator[Moved]:
    """Yield the teams that are moved; a fine on a team is a penalty too."""
    points = {row.team: row.points for row in without}
    at, having = _sharing(rows), Counter(points.values())
    for row in rows:
        own = points[row.team]
        rank = 1 + sum(other > own for other in points.values())
        if (row.rank, row.total) != (rank, own):
            yield Moved(
                key=row.team,
                rank=row.rank,
                rank_without=rank,
                total=row.total,
                total_without=own,
                is_shared=at[row.rank] > 1,
                is_shared_without=having[own] > 1,
            )


def _lines(
    cuts: Sequence[tuple[Entry, DivisionSet]],
    rows_after: RowsAfter,
    rows_without: RowsAfter,
) -> Iterator[CutLine]:
    """Yield the line below each division but the last of each cut."""
    by_round: dict[int, list[DivisionSet]] = defaultdict(list)
    for _, made in cuts:
        by_round[made.after_round].append(made)
    for after, divisions in by_round.items():
        rows, without = rows_after(after), rows_without(after)
        places = 0
        for division in divisions:
            places += len(division.players)
            above, above_without = _above(rows, places), _above(without, places)
            if len(above) == sum(row.rank is not None for row in rows):
                continue  # nobody is below it
            yield CutLine(
                division=division.name,
                after_round=after,
                places=places,
                gained=tuple(n for n in above if n not in above_without),
                lost=tuple(n for n in above_without if n not in above),
            )


def _above(rows: Sequence[Row], places: int) -> tuple[str, ...]:
    return tuple(r.number for r in rows if r.rank is not None and r.rank <= places)


# Round by round -----------------------------------------------------------------------


def courses(
    state: EventState,
    found: Standings,
    cases: Sequence[Case],
    top: int = TOP,
) -> Courses:
    """Return the totals of the first `top` players after each round.

    Args:
        state: The event.
        found: Its standings as they are now.
        cases: The incidents that count.
        top: How many players.
    """
    first = found.rows[:top]
    steps = _steps(state, found, {row.number for row in first})
    begun = {key[0] for key in state.sheets} | {key[0] for key in state.results}
    fined = {round_ for own in steps.values() for round_ in own} - {OUTSIDE}
    rounds = tuple(sorted(begun | fined))
    marks: dict[str, dict[int, list[Case]]] = defaultdict(lambda: defaultdict(list))
    for case in cases:
        if case.offender is not None and case.is_fault and rounds:
            with_ = case.entry.place.round or rounds[0]
            marks[case.offender][min(max(with_, rounds[0]), rounds[-1])].append(case)
    cuts = [made for _, made in cuts_until(state, None)]
    return Courses(
        rounds=rounds,
        players=tuple(
            Course(
                number=row.number,
                rank=row.rank,
                totals=_totals(steps[row.number], rounds, row.number, cuts),
                marks={round_: tuple(own) for round_, own in marks[row.number].items()},
            )
            for row in first
        ),
    )


def _steps(
    state: EventState, found: Standings, numbers: set[str]
) -> dict[str, Counter[int]]:
    """Return what each round added to the totals of these players."""
    steps: dict[str, Counter[int]] = {number: Counter() for number in numbers}
    for hanchan in found.hanchan:
        for number, seat, before in zip(
            hanchan.seating.players, SEATS, hanchan.before_placing, strict=True
        ):
            if number in numbers:
                scored = hanchan.score.total[seat] - before
                steps[number][hanchan.key[0]] += scored
    for (round_, number), result in state.results.items():
        if number in numbers:
            steps[number][round_] += result.result
    for number, round_or_none, points in _fines(state):
        if number in numbers:
            steps[number][round_or_none or OUTSIDE] += points
    return steps


def _fines(state: EventState) -> Iterator[tuple[str, int | None, int]]:
    """Yield what is taken off totals apart from the sheets: who, round, points."""
    for entry, ruled in state.rulings():
        if state.is_pending(entry.number):
            continue
        for posting in ruled.postings:
            if posting.player is not None and _is_fined(posting):
                bearer = state.moved_to(entry, posting.player)
                yield bearer, entry.place.round, posting.points


def _is_fined(posting: Posting) -> bool:
    """Whether a posting is taken off the total apart from the sheet."""
    if posting.stage is Stage.BEFORE_PLACING:
        return posting.settled == "ledger"
    return posting.stage is Stage.AFTER_UMA


def _totals(
    steps: Mapping[int, int],
    rounds: Sequence[int],
    number: str,
    cuts: Sequence[DivisionSet],
) -> tuple[int, ...]:
    """Return the running sum, with what each cut left of it."""
    own = [made for made in cuts if number in made.players]
    totals, total = [], steps.get(OUTSIDE, 0)
    for round_ in rounds:
        while own and own[0].after_round < round_:
            total = carried(own.pop(0), total)
        total += steps.get(round_, 0)
        while own and own[0].after_round == round_:
            total = carried(own.pop(0), total)
        totals.append(total)
    return tuple(totals)
