"""The standings as a paper: players, teams, fines, and the line that adds up to zero.

    totals + fines + sticks + unexplained (+ results, start less return) = 0

Every point that the players' totals are off zero by is named: fines paid to nobody,
sticks that nobody got, and what no entry explains; published results and a start that
differs from the return by more than the oka only where there are any. The fines are
listed one by one below and come to the same sum.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ledger.core.contents import Account, IncidentRuled
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.core.standings import Row, Standings
from ledger.core.teams import TeamRow, team_rows
from ledger.core.terms import Stage
from ledger.core.wording import class_words, literal, place_words
from ledger.errors import ExportError
from ledger.files.document import (
    Column,
    Document,
    Kind,
    Line,
    Place,
    Table,
    Value,
    tournament,
)
from ledger.files.proof import Proof, proof_of
from ledger.files.standings_export import shortcomings, standings_after

RawUnit = Literal["points", "hundreds"]
"""How raw scores are written: 31,200 or 312."""

_RAW: Final = {
    "points": Column("Raw", Kind.POINTS),
    "hundreds": Column("Raw, 100s", Kind.HUNDREDS),
}


def raw_unit(text: str) -> RawUnit:
    """Return the unit of raw scores by its name.

    Raises:
        ExportError: it is neither points nor hundreds.
    """
    match text.lower():
        case "points":
            return "points"
        case "hundreds":
            return "hundreds"
        case _:
            raise ExportError(
                "", f"unit {literal(text)!r} is unknown, expected points or hundreds"
            )


@dataclass(frozen=True, slots=True)
class Part:
    """One named part of the line that adds up to zero. Units: points."""

    name: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fine:
    """One posting that the players' totals carry, with the entry that made it."""

    entry: int
    where: str
    number: str
    name: str
    ruling: str
    clause: str
    staff: str
    is_departure: bool
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsReport:
    """The standings after a round with everything that a paper says about them."""

    proof: Proof
    after_round: int | None
    rows: tuple[Row, ...]
    teams: tuple[TeamRow, ...]
    fines: tuple[Fine, ...]
    parts: tuple[Part, ...]
    """Sum to `rest`."""
    rest: int
    """What is left over; 0 unless the program has lost a point."""
    unexplained: int
    notes: tuple[str, ...]
    """Sheets that do not add up and sheets that are not in, by name."""
    raw_unit: RawUnit = "points"

    @property
    def title(self) -> str:
        """What the paper is called, without the event."""
        if self.after_round is None:
            return "Standings"
        return f"Standings after round {self.after_round}"

    @property
    def sum_line(self) -> str:
        """The line that adds up to zero, each part named."""
        parts = " + ".join(
            f"{part.name} {tournament(part.points)}" for part in self.parts
        )
        if self.rest:
            told = "does not add up"
        elif self.unexplained:
            told = f"adds up only with {tournament(-self.unexplained)} unexplained"
        else:
            told = "adds up"
        return f"{parts} = {tournament(self.rest)}: {told}"

    @property
    def document(self) -> Document:
        """The paper."""
        blocks = [_players(self)]
        if self.teams:
            blocks.append(_teams(self))
        blocks.append(_fines(self))
        return Document(
            event=self.proof.event,
            title=self.title,
            proof=self.proof.facts,
            stamp=self.proof.stamp,
            blocks=tuple(blocks),
            at=self.proof.at,
        )


def standings_report(
    state: EventState,
    rules: Rules,
    *,
    after: int | None = None,
    raw_unit: RawUnit = "points",
) -> StandingsReport:
    """Return the standings after a round as a report.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        after: Count rounds up to this one; None: everything that is in.
        raw_unit: How raw scores are written.

    Raises:
        ExportError: the round does not exist.
    """
    found = standings_after(state, rules, after)
    parts = _parts(found)
    last = max(state.rounds(), default=None) if after is None else after
    return StandingsReport(
        proof=proof_of(state, rules),
        after_round=found.after_round,
        rows=found.rows,
        teams=team_rows(found.rows),
        fines=tuple(_all_fines(state, rules, last)),
        parts=parts,
        rest=sum(part.points for part in parts),
        unexplained=found.check.unexplained,
        notes=tuple(shortcomings(found)),
        raw_unit=raw_unit,
    )


def _parts(found: Standings) -> tuple[Part, ...]:
    """Return what the totals are balanced by; zero only where the word is wanted."""
    check = found.check
    total = sum(row.total for row in found.rows)
    results = sum(row.results for row in found.rows)
    named = results + check.fines + check.sticks + check.unexplained + check.points
    always = (
        Part("all totals", total),
        Part("fines to nobody", -check.fines),
        Part("sticks that nobody got", -check.sticks),
        Part("unexplained", -check.unexplained),
    )
    sometimes = (
        Part("published results", -results),
        Part("start less return", named - total),
    )
    return always + tuple(part for part in sometimes if part.points)


def _all_fines(state: EventState, rules: Rules, last: int | None) -> Iterator[Fine]:
    for entry, ruled in state.rulings():
        round_ = entry.place.round
        if round_ is None or last is None or round_ <= last:
            yield from _fines_of(state, rules, entry, ruled)


def _fines_of(
    state: EventState, rules: Rules, entry: Entry, ruled: IncidentRuled
) -> Iterator[Fine]:
    amounts: Counter[str] = Counter()
    for posting in ruled.postings:
        counts = posting.stage is Stage.AFTER_UMA or posting.settled == "ledger"
        if posting.account is Account.PLAYER and counts:
            assert posting.player is not None
            if posting.stage is not Stage.TABLE:
                amounts[posting.player] += posting.points
    for number, amount in amounts.items():
        player = state.players.get(number)
        yield Fine(
            entry=entry.number,
            where=place_words(entry.place),
            number=number,
            name=player.name if player else "",
            ruling=_ruling_words(rules, ruled, number),
            clause="; ".join(ruled.citations),
            staff=entry.signature.staff,
            is_departure=ruled.departed,
            points=amount,
        )


def _ruling_words(rules: Rules, ruled: IncidentRuled, number: str) -> str:
    """Return what was seen and what it was called, of one player or of all."""
    own = [one for one in ruled.incidents if one.offender == number]
    words = []
    for one in own or ruled.incidents:
        situation = rules.situations.get(one.situation)
        title = situation.title if situation else one.situation
        words.append(f"{title} → {class_words(one.class_, one.label)}")
    return "; ".join(words)


def _players(report: StandingsReport) -> Table:
    rows = report.rows
    counts = Counter(row.rank for row in rows)
    columns: list[tuple[Column, list[Value]]] = [
        (
            Column("Place", Kind.PLACE),
            [Place(row.rank, is_shared=counts[row.rank] > 1) for row in rows],
        ),
        (Column("No."), [row.number for row in rows]),
        (Column("Player"), [player_words(row) for row in rows]),
    ]
    if any(row.team for row in rows):
        columns.append((Column("Team"), [row.team for row in rows]))
    columns += [
        (Column("Games", Kind.COUNT), [row.games for row in rows]),
        (_RAW[report.raw_unit], [row.raw for row in rows]),
        *_amounts(rows),
    ]
    return _table(
        "Players", columns, "no player is listed yet", (report.sum_line, *report.notes)
    )


def _amounts(
    rows: Sequence[Row] | Sequence[TeamRow],
) -> Iterator[tuple[Column, list[Value]]]:
    """Yield the columns of tournament points; sticks, oka and results if there are."""
    needed = {"uma", "penalties", "total"}
    for title in ("Sticks", "Uma", "Oka", "Penalties", "Results", "Total"):
        key = title.lower()
        values: list[Value] = [getattr(row, key) for row in rows]
        if key in needed or any(values):
            column = Column(title, Kind.TOURNAMENT, is_strong=title == "Total")
            yield column, values


def player_words(row: Row) -> str:
    """Return a name with what must be known about the line."""
    words = [row.name]
    if row.substitute:
        words.append("(substitute)")
    if row.status != "ok":
        words.append(f"({row.status})")
    return " ".join(words)


def _table(
    title: str,
    columns: Sequence[tuple[Column, list[Value]]],
    empty: str,
    foot: tuple[str, ...],
) -> Table:
    """Turn columns into a table."""
    cells = zip(*(values for _, values in columns), strict=True)
    return Table(
        title=title,
        columns=tuple(column for column, _ in columns),
        lines=tuple(Line(row) for row in cells),
        empty=empty,
        foot=foot,
    )


def _teams(report: StandingsReport) -> Table:
    rows = report.teams
    counts = Counter(row.rank for row in rows)
    columns: list[tuple[Column, list[Value]]] = [
        (
            Column("Place", Kind.PLACE),
            [Place(row.rank, is_shared=counts[row.rank] > 1) for row in rows],
        ),
        (Column("Team"), [row.team for row in rows]),
        (Column("Players", Kind.COUNT), [len(row.players) for row in rows]),
        (Column("Games", Kind.COUNT), [row.games for row in rows]),
        (_RAW[report.raw_unit], [row.raw for row in rows]),
        *_amounts(rows),
    ]
    return _table("Teams", columns, "", ())


def _fines(report: StandingsReport) -> Table:
    fines = report.fines
    columns: list[tuple[Column, list[Value]]] = [
        (Column("Entry", Kind.COUNT), [fine.entry for fine in fines]),
        (Column("Where"), [fine.where for fine in fines]),
        (Column("No."), [fine.number for fine in fines]),
        (Column("Player"), [fine.name for fine in fines]),
        (Column("Ruling"), [_fine_words(fine) for fine in fines]),
        (Column("Clause"), [fine.clause for fine in fines]),
        (Column("Staff"), [fine.staff for fine in fines]),
        (Column("Points", Kind.TOURNAMENT), [fine.points for fine in fines]),
    ]
    total = tournament(sum(fine.points for fine in fines))
    foot = (f"together {total}",) if fines else ()
    return _table("Penalties", columns, "no points were fined", foot)


def _fine_words(fine: Fine) -> str:
    own = " (referee’s own)" if fine.is_departure else ""
    return f"{fine.ruling}{own}"
