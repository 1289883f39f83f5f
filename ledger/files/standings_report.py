"""The standings as a paper: players, teams, fines, and the line that adds up to zero.

    totals + fines + sticks + unexplained (+ results, cuts, start less return) = 0

Every point that the players' totals are off zero by is named: fines paid to nobody,
sticks that nobody got, and what no entry explains; differences that an entry accounts
for, published results, what cuts took, and what the edition's own figures do not even
out only where there are any. The fines are listed one by one below and come to the
same sum.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ledger.core.contents import Account, IncidentRuled
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.core.standings import Row, Standings, TeamRow
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
from ledger.files.penalties_export import bearer_of
from ledger.files.proof import Proof, proof_of
from ledger.files.standings_export import shortcomings, standings_after

RawUnit = Literal["points", "hundreds"]
"""How raw scores are written: 31,200 or 312."""

_AMOUNTS: Final = (
    "Sticks", "Uma", "Oka", "Penalties", "Results", "Adjusted", "Total",
)  # fmt: skip
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
        blocks = list(_divisions(self))
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
        teams=found.teams,
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
    adjusted = sum(row.adjusted for row in found.rows)
    named = results + adjusted + check.fines + check.sticks
    named += check.unexplained + check.explained + check.points
    always = (
        Part("all totals", total),
        Part("fines to nobody", -check.fines),
        Part("sticks that nobody got", -check.sticks),
        Part("unexplained", -check.unexplained),
    )
    sometimes = (
        Part("explained", -check.explained),
        Part("published results", -results),
        Part("changed by cuts", -adjusted),
        Part("uneven by the edition", named - total),
    )
    return always + tuple(part for part in sometimes if part.points)


def _all_fines(state: EventState, rules: Rules, last: int | None) -> Iterator[Fine]:
    for entry, ruled in state.rulings():
        round_ = entry.place.round
        if state.is_pending(entry.number):
            continue
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
                amounts[state.moved_to(entry, posting.player)] += posting.points
    for number, amount in amounts.items():
        player = state.players.get(number)
        yield Fine(
            entry=entry.number,
            where=place_words(entry.place),
            number=number,
            name=player.name if player else "",
            ruling=_ruling_words(state, rules, entry, number),
            clause="; ".join(ruled.citations),
            staff=entry.signature.staff,
            is_departure=ruled.departed,
            points=amount,
        )


def _ruling_words(state: EventState, rules: Rules, entry: Entry, number: str) -> str:
    """Return what was seen and what it was called, of one player or of all."""
    ruled = entry.effective
    assert isinstance(ruled, IncidentRuled)
    own = [one for one in ruled.incidents if bearer_of(state, entry, one) == number]
    words = []
    for one in own or ruled.incidents:
        situation = rules.situations.get(one.situation)
        title = situation.title if situation else one.situation
        words.append(f"{title} → {class_words(one.class_, one.label)}")
    return "; ".join(words)


def _divisions(report: StandingsReport) -> Iterator[Table]:
    """Yield a table of players, or one for each division; the sum under the last."""
    divisions = dict.fromkeys(row.division for row in report.rows)
    foot = (report.sum_line, *report.notes)
    if len(divisions) <= 1:
        yield _players(report, "Players", report.rows, foot)
        return
    for at, name in enumerate(divisions, start=1):
        rows = tuple(row for row in report.rows if row.division == name)
        title = f"Division {name}" if name else "Others"
        yield _players(report, title, rows, foot if at == len(divisions) else ())


def _players(
    report: StandingsReport, title: str, rows: Sequence[Row], foot: tuple[str, ...]
) -> Table:
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
    return _table(title, columns, "no player is listed yet", foot)


def _amounts(rows: Sequence[Row]) -> Iterator[tuple[Column, list[Value]]]:
    """Yield the columns of tournament points; the rare ones only if there are any."""
    needed = {"uma", "penalties", "total"}
    for title in _AMOUNTS:
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
        (Column("Points", Kind.TOURNAMENT), [row.points for row in rows]),
        (Column("Penalties", Kind.TOURNAMENT), [row.fines for row in rows]),
        (
            Column("Total", Kind.TOURNAMENT, is_strong=True),
            [row.total for row in rows],
        ),
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
