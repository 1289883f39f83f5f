"""Teams over all hanchan: their players' lines added up.

A team's total is the sum of its listed players' totals, substitutes and unranked ones
too, so that no point of a team is lost between the two tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.core.standings import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """One team's line. Units: points."""

    rank: int
    team: str
    players: tuple[str, ...]
    """Numbers, in the order of the standings."""
    games: int
    raw: int
    sticks: int
    uma: int
    oka: int
    penalties: int
    results: int
    total: int


def team_rows(rows: Iterable[Row]) -> tuple[TeamRow, ...]:
    """Return the teams by total; equal totals share a rank and the next rank skips.

    Empty where no player has a team. Players without one are in no row.
    """
    members: dict[str, list[Row]] = {}
    for row in rows:
        if row.team:
            members.setdefault(row.team, []).append(row)
    totals = {team: sum(row.total for row in own) for team, own in members.items()}
    return tuple(
        _row(team, 1 + sum(other > totals[team] for other in totals.values()), own)
        for team, own in sorted(
            members.items(), key=lambda item: (-totals[item[0]], item[0])
        )
    )


def _row(team: str, rank: int, members: list[Row]) -> TeamRow:
    return TeamRow(
        rank=rank,
        team=team,
        players=tuple(row.number for row in members),
        games=sum(row.games for row in members),
        raw=sum(row.raw for row in members),
        sticks=sum(row.sticks for row in members),
        uma=sum(row.uma for row in members),
        oka=sum(row.oka for row in members),
        penalties=sum(row.penalties for row in members),
        results=sum(row.results for row in members),
        total=sum(row.total for row in members),
    )
