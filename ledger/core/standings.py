"""Players over all hanchan: one function gives every consumer the same standings.

    total = raw + sticks + uma + oka + penalties (+ results known only after uma)

`raw` is net of the return points, `penalties` holds what was fined before placing and
after uma. The check names what the totals do not add up for: fines, sticks that nobody
got, and points that no entry explains; `points` is what is left and must be 0.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.core.event import Account, EventState, HanchanKey, Posting, Seating
from ledger.core.rules import Rules
from ledger.core.ruleset import Scoring
from ledger.core.scoring import Ending, Score, score
from ledger.core.terms import SEATS, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanchan:
    """One scored hanchan."""

    key: HanchanKey
    seating: Seating
    score: Score
    raw: tuple[int, int, int, int]
    """As reported, with what staff had to add, by starting wind."""
    before_placing: tuple[int, int, int, int]


@dataclass(slots=True)
class _Tally:
    games: int = 0
    raw: int = 0
    sticks: int = 0
    uma: int = 0
    oka: int = 0
    penalties: int = 0
    results: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        return (
            self.raw + self.sticks + self.uma + self.oka + self.penalties + self.results
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player's line. Units: points."""

    rank: int | None
    """None: substitutes and the disqualified are not ranked."""
    number: str
    name: str
    team: str
    games: int
    raw: int
    sticks: int
    uma: int
    oka: int
    penalties: int
    results: int
    total: int
    substitute: bool
    status: str
    places: tuple[int, ...] = ()
    """Places by hanchan, in order of rounds."""


@dataclass(frozen=True, slots=True)
class EventCheck:
    """What the totals of all players come to, by name; `points` must be 0."""

    points: int
    fines: int
    sticks: int
    unexplained: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """Standings after a round, with everything that they rest on."""

    after_round: int | None
    rows: tuple[Row, ...]
    hanchan: tuple[Hanchan, ...]
    check: EventCheck
    open_tables: tuple[HanchanKey, ...]
    """Seated tables up to that round whose sheet is not in."""

    @property
    def differences(self) -> tuple[Hanchan, ...]:
        """The hanchan whose sheets do not add up."""
        return tuple(h for h in self.hanchan if h.score.check.missing)


def standings(state: EventState, rules: Rules, after: int | None = None) -> Standings:
    """Return the standings after a round, or after everything that is in.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        after: Count rounds up to this one; what has no round always counts.
    """
    rounds = state.rounds()
    last = after if after is not None else (rounds[-1] if rounds else None)
    postings = _postings(state, last)
    tallies: dict[str, _Tally] = {number: _Tally() for number in state.players}
    played: list[Hanchan] = []
    waiting: list[HanchanKey] = []
    for key, seating in sorted(state.seatings.items()):
        if last is not None and key[0] > last:
            break
        sheet = state.sheet(key)
        if sheet is None:
            if not any((key[0], number) in state.results for number in seating.players):
                waiting.append(key)
            continue
        played.append(_hanchan(state, rules, key, postings.get(key, [])))
    for hanchan in played:
        _count(tallies, hanchan, rules)
    for (round_, number), result in state.results.items():
        if last is None or round_ <= last:
            tally = tallies[number]
            tally.games += 1
            tally.results += result.result
    pot = _count_fines(tallies, postings)
    return Standings(
        after_round=last,
        rows=_ranked(state, tallies),
        hanchan=tuple(played),
        check=_check(tallies, played, pot, rules.ruleset.scoring),
        open_tables=tuple(waiting),
    )


def _postings(
    state: EventState, last: int | None
) -> dict[HanchanKey | None, list[Posting]]:
    """Return the postings that count, by hanchan; under None those without one."""
    found: dict[HanchanKey | None, list[Posting]] = defaultdict(list)
    for entry, ruled in state.rulings():
        round_, table = entry.place.round, entry.place.table
        if round_ is not None and last is not None and round_ > last:
            continue
        key = (round_, table) if round_ is not None and table is not None else None
        found[key].extend(
            posting
            for posting in ruled.postings
            if posting.stage is Stage.AFTER_UMA or posting.settled == "ledger"
        )
    return found


def _hanchan(
    state: EventState, rules: Rules, key: HanchanKey, postings: Iterable[Posting]
) -> Hanchan:
    """Score one hanchan with what the journal adds to its sheet."""
    seating = state.seatings[key]
    sheet = state.sheet(key)
    assert sheet is not None
    seat_of = dict(zip(seating.players, SEATS, strict=True))
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
        raw=reported, leftover=sheet.leftover, added=added, before_placing=before
    )
    e, s, w, n = (reported[seat] + added[seat] for seat in SEATS)
    be, bs, bw, bn = (before[seat] for seat in SEATS)
    return Hanchan(
        key=key,
        seating=seating,
        score=score(rules.ruleset, ending),
        raw=(e, s, w, n),
        before_placing=(be, bs, bw, bn),
    )


def _count(tallies: dict[str, _Tally], hanchan: Hanchan, rules: Rules) -> None:
    scored = hanchan.score
    for index, (number, seat) in enumerate(
        zip(hanchan.seating.players, SEATS, strict=True)
    ):
        tally = tallies[number]
        tally.games += 1
        tally.raw += hanchan.raw[index] - rules.ruleset.scoring.return_
        tally.sticks += scored.sticks[seat]
        tally.uma += scored.uma[seat]
        tally.oka += scored.oka[seat]
        tally.places.append(scored.place[seat])


def _count_fines(
    tallies: dict[str, _Tally], postings: Mapping[HanchanKey | None, list[Posting]]
) -> int:
    """Add the fines of each player; return what staff must still put onto pots."""
    pot = 0
    for batch in postings.values():
        for posting in batch:
            if posting.account is Account.PLAYER and posting.stage is not Stage.TABLE:
                assert posting.player is not None
                tallies[posting.player].penalties += posting.points
            elif posting.account is Account.POT and posting.settled == "ledger":
                pot += posting.points
    return pot


def _check(
    tallies: Mapping[str, _Tally],
    played: Sequence[Hanchan],
    pot: int,
    scoring: Scoring,
) -> EventCheck:
    """Hold the players' totals against what the tables must come to."""
    total = sum(tally.total for tally in tallies.values())
    fines = sum(tally.penalties for tally in tallies.values())
    lost = sum(h.score.unclaimed + h.score.dropped for h in played)
    unexplained = -sum(h.score.check.missing for h in played)
    sticks = -lost - pot
    results = sum(tally.results for tally in tallies.values())
    # Where start and return differ by more than the oka, every table gives that away.
    given = sum(
        h.score.check.expected
        - len(SEATS) * scoring.return_
        + scoring.oka
        + sum(scoring.uma or ())
        for h in played
    )
    points = total - results - fines - sticks - unexplained - given
    return EventCheck(points, fines, sticks, unexplained)


def natural(number: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key under which 10 comes after 9."""
    parts = re.findall(r"\d+|\D+", number)
    return tuple((int(p), "") if p.isdecimal() else (-1, p) for p in parts)


def _ranked(state: EventState, tallies: Mapping[str, _Tally]) -> tuple[Row, ...]:
    rows: list[Row] = []
    order = sorted(
        tallies,
        key=lambda n: (
            state.players[n].substitute,
            -tallies[n].total,
            natural(n),
        ),
    )
    rank, shared_total = 0, None
    ranked = 0
    for number in order:
        player, tally = state.players[number], tallies[number]
        if not player.substitute:
            ranked += 1
            if tally.total != shared_total:
                rank, shared_total = ranked, tally.total
        rows.append(
            Row(
                rank=None if player.substitute else rank,
                number=number,
                name=player.name,
                team=player.team,
                games=tally.games,
                raw=tally.raw,
                sticks=tally.sticks,
                uma=tally.uma,
                oka=tally.oka,
                penalties=tally.penalties,
                results=tally.results,
                total=tally.total,
                substitute=player.substitute,
                status="ok",
                places=tuple(tally.places),
            )
        )
    return tuple(rows)
