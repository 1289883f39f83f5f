"""Players over all hanchan: one function gives every consumer the same standings.

    total = raw + sticks + uma + oka + penalties + results + adjusted

`raw` is net of the return points, `penalties` holds what was fined before placing and
after uma, `results` what is known only after uma, and `adjusted` what a cut gave or
took. The check names what the totals do not add up for: fines, sticks that nobody
got, and points that no entry explains; `points` is what is left and must be 0.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.core.contents import Account, Player, Status, TeamFined
from ledger.core.event import EventState, HanchanKey
from ledger.core.reconciling import explained, off_live
from ledger.core.rules import Rules
from ledger.core.ruleset import Scoring
from ledger.core.tally import (
    NOTHING_KNOWN,
    Hanchan,
    Postings,
    Tally,
    cut,
    cuts_until,
    played_until,
)
from ledger.core.terms import SEATS
from ledger.errors import BookDamaged

STATUSES: Final[tuple[Status, ...]] = ("ok", "withdrawn", "disqualified")
"""In the order in which they stand in a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player's line. Units: points."""

    rank: int | None
    """None: substitutes, the withdrawn and the disqualified are not ranked."""
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
    adjusted: int
    total: int
    substitute: bool
    status: Status
    division: str = ""
    places: tuple[int, ...] = ()
    """Places by hanchan, in order of rounds."""


@dataclass(frozen=True, slots=True)
class EventCheck:
    """What the totals of all players come to, by name; `points` must be 0."""

    points: int
    fines: int
    sticks: int
    unexplained: int
    explained: int = 0
    """Differences of sheets that an entry accounts for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """One team: its players' totals and its own fines. Units: points."""

    rank: int
    team: str
    players: tuple[str, ...]
    points: int
    fines: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """Standings after a round, with everything that they rest on."""

    after_round: int | None
    rows: tuple[Row, ...]
    hanchan: tuple[Hanchan, ...]
    check: EventCheck
    open_tables: tuple[HanchanKey, ...]
    """Seated tables up to that round whose sheet is not in."""
    teams: tuple["TeamRow", ...] = ()
    pending: int = 0
    """Rulings that wait for their confirmation and are not counted."""

    @property
    def differences(self) -> tuple[Hanchan, ...]:
        """The hanchan whose sheets do not add up, or are off the followed table.

        One stays here until an entry accounts for it.
        """
        return tuple(h for h in self.hanchan if h.unexplained or h.off_live)


def standings(
    state: EventState,
    rules: Rules,
    after: int | None = None,
    *,
    is_cut: bool = True,
    known: Mapping[HanchanKey, Hanchan] = NOTHING_KNOWN,
) -> Standings:
    """Return the standings after a round, or after everything that is in.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        after: Count rounds up to this one; what has no round always counts.
        is_cut: Whether a cut that is made after this very round is made already.
        known: Hanchan that are scored already, and are not scored again.
    """
    rounds = state.rounds()
    last = after if after is not None else (rounds[-1] if rounds else None)
    tallies, played, postings = played_until(state, rules, last, known)
    scored = {each.key: each for each in played}
    for _, content in cuts_until(state, last if is_cut or not last else last - 1):
        then, _, _ = played_until(state, rules, content.after_round, scored)
        cut(tallies, content, then)
    waiting = tuple(
        key
        for key, seating in sorted(state.seatings.items())
        if (last is None or key[0] <= last)
        and key not in state.sheets
        and not any((key[0], number) in state.results for number in seating.players)
    )
    accounted = explained(state)
    hanchan = tuple(_reconciled(state, rules, each, accounted) for each in played)
    rows = _ranked(state, tallies, rules.ruleset.scoring)
    return Standings(
        after_round=last,
        rows=rows,
        hanchan=hanchan,
        check=_check(tallies, hanchan, postings, rules.ruleset.scoring),
        open_tables=waiting,
        teams=_teams(state, rows),
        pending=sum(state.is_pending(number) for number in state.incidents),
    )


def _reconciled(
    state: EventState, rules: Rules, hanchan: Hanchan, known: Mapping[HanchanKey, int]
) -> Hanchan:
    """Return a hanchan with what is known of its difference."""
    if hanchan.key in known:
        return replace(hanchan, explained=known[hanchan.key])
    try:
        off = off_live(state, rules, hanchan.key)
    except BookDamaged:  # the check of sheets names it; standings are still wanted
        return hanchan
    return hanchan if off is None else replace(hanchan, off_live=off)


def _check(
    tallies: Mapping[str, Tally],
    played: Sequence[Hanchan],
    postings: Postings,
    scoring: Scoring,
) -> EventCheck:
    """Hold the players' totals against what the tables must come to."""
    total = sum(
        tally.total - tally.results - tally.adjusted for tally in tallies.values()
    )
    fines = sum(tally.penalties for tally in tallies.values())
    pot = sum(
        posting.points
        for hanchan in played  # without a sheet nothing is added to it either
        for posting in postings.get(hanchan.key, ())
        if posting.account is Account.POT and posting.settled == "ledger"
    )
    lost = sum(h.score.unclaimed + h.score.dropped for h in played)
    known = sum(h.explained for h in played)
    unexplained = -sum(h.unexplained for h in played)
    sticks = -lost - pot
    points = total - fines - sticks - unexplained + known
    points -= sum(_given(h, scoring) for h in played)
    return EventCheck(points, fines, sticks, unexplained, -known)


def _given(hanchan: Hanchan, scoring: Scoring) -> int:
    """Return what a table's totals come to by the edition alone.

    Not zero where start and return differ by more than the oka, and where a replaced
    player has a fixed line.
    """
    even = (
        hanchan.score.check.expected
        - len(SEATS) * scoring.return_
        + scoring.oka
        + sum(scoring.uma or ())
    )
    return even + hanchan.score.unbalanced


def natural(number: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key under which 10 comes after 9."""
    parts = re.findall(r"\d+|\D+", number)
    return tuple((int(p), "") if p.isdecimal() else (-1, p) for p in parts)


def _ranked(
    state: EventState, tallies: Mapping[str, Tally], scoring: Scoring
) -> tuple[Row, ...]:
    """Return the rows in order: divisions, then totals, the unranked last."""
    statuses = state.statuses()

    def is_unranked(number: str) -> bool:
        status = statuses.get(number, "ok")
        if status == "disqualified" and scoring.disqualified == "last":
            return state.players[number].substitute
        return state.players[number].substitute or status != "ok"

    def order(number: str) -> tuple[object, ...]:
        tally = tallies[number]
        return (
            is_unranked(number),
            STATUSES.index(statuses.get(number, "ok")),
            tally.order,
            -tally.total,
            _broken(tally, scoring),
        )

    rows: list[Row] = []
    shared: tuple[object, ...] | None = None
    rank = 0
    in_order = sorted(tallies, key=lambda number: (order(number), natural(number)))
    for place, number in enumerate(in_order, start=1):
        tally = tallies[number]
        if shared != order(number):
            shared, rank = order(number), place
        rows.append(
            _row(
                state.players[number],
                tally,
                statuses.get(number, "ok"),
                None if is_unranked(number) else rank,
            )
        )
    return tuple(rows)


def _broken(tally: Tally, scoring: Scoring) -> tuple[int, ...]:
    """Return what tells equal totals apart, the better first; nothing: they share."""
    by = {
        "firsts": -tally.places.count(1),
        "fourths": tally.places.count(len(SEATS)),
        "best": -max(tally.hanchan, default=0),
    }
    return tuple(by[name] for name in scoring.tie_breakers)


def _row(player: Player, tally: Tally, status: Status, rank: int | None) -> Row:
    return Row(
        rank=rank,
        number=player.number,
        name=player.name,
        team=player.team,
        games=tally.games,
        raw=tally.raw,
        sticks=tally.sticks,
        uma=tally.uma,
        oka=tally.oka,
        penalties=tally.penalties,
        results=tally.results,
        adjusted=tally.adjusted,
        total=tally.total,
        substitute=player.substitute,
        status=status,
        division=tally.division,
        places=tuple(tally.places),
    )


def _teams(state: EventState, rows: Sequence[Row]) -> tuple[TeamRow, ...]:
    """Return the teams by total; equal totals share a rank."""
    fines: dict[str, int] = defaultdict(int)
    for _, content in state.standing(TeamFined):
        fines[content.team] += content.points
    members: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.team:
            members[row.team].append(row)
    totals = {
        team: sum(row.total for row in players) + fines[team]
        for team, players in members.items()
    }
    return tuple(
        TeamRow(
            rank=1 + sum(other > total for other in totals.values()),
            team=team,
            players=tuple(row.number for row in members[team]),
            points=total - fines[team],
            fines=fines[team],
            total=total,
        )
        for team, total in sorted(totals.items(), key=lambda item: (-item[1], item[0]))
    )
