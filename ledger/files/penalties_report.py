"""Every ruling of an event as a paper: what, where, by which clause, and its fate.

A ruling that was taken back is struck through and says so in words; one that departs
from the rulebook says what the rulebook would have made of it. The rows are those of
the CSV file, so that both tell the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from ledger.core.contents import IncidentRuled
from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.core.terms import Class
from ledger.core.wording import class_words
from ledger.files.document import Column, Document, Kind, Line, Table, Value
from ledger.files.fate import fate_of
from ledger.files.layout import Cell
from ledger.files.penalties_export import WHERE, penalty_rows
from ledger.files.penalty_filter import ALL, Wanted
from ledger.files.proof import Proof, proof_of

_COLUMNS = (
    Column("Entry", Kind.COUNT),
    Column("Time, UTC"),
    Column("Where"),
    Column("No."),
    Column("Player"),
    Column("What was seen"),
    Column("Ruling"),
    Column("At table", Kind.POINTS),
    Column("Before placing", Kind.POINTS),
    Column("After uma", Kind.TOURNAMENT),
    Column("Clause"),
    Column("Staff"),
    Column("Remarks", is_remark=True),
)
_BEFORE_PLACING = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """One incident with its ruling, in words where it has no number."""

    entry: int
    time: str
    where: str
    number: str
    name: str
    what: str
    ruling: str
    points: int
    before_placing: int
    tournament: int
    clause: str
    staff: str
    remarks: str
    is_void: bool

    @property
    def cells(self) -> tuple[Value, ...]:
        """The row of the table."""
        return (
            self.entry,
            self.time,
            self.where,
            self.number,
            self.name,
            self.what,
            self.ruling,
            self.points,
            self.before_placing,
            self.tournament,
            self.clause,
            self.staff,
            self.remarks,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltiesReport:
    """The wanted rulings of an event."""

    proof: Proof
    wanted: Wanted
    penalties: tuple[Penalty, ...]

    @property
    def title(self) -> str:
        """What the paper is called, with what was left out."""
        words = self.wanted.words
        return f"Penalties: {words}" if words else "Penalties"

    @property
    def table(self) -> Table:
        """The rulings as a table, without a column that nothing stands in."""
        rows = [penalty.cells for penalty in self.penalties]
        kept = [
            at
            for at in range(len(_COLUMNS))
            if at != _BEFORE_PLACING or any(row[at] for row in rows)
        ]
        return Table(
            title="Penalties",
            columns=tuple(_COLUMNS[at] for at in kept),
            lines=tuple(
                Line(tuple(row[at] for at in kept), is_struck=penalty.is_void)
                for row, penalty in zip(rows, self.penalties, strict=True)
            ),
            empty="no incident is recorded",
            foot=(self._count,) if rows else (),
        )

    @property
    def _count(self) -> str:
        void = sum(penalty.is_void for penalty in self.penalties)
        count = len(self.penalties)
        told = f"{count} incident{'s' * (count != 1)}"
        return f"{told}, {void} of them void" if void else told

    @property
    def document(self) -> Document:
        """The paper."""
        return Document(
            event=self.proof.event,
            title=self.title,
            proof=self.proof.facts,
            stamp=self.proof.stamp,
            blocks=(self.table,),
            at=self.proof.at,
        )


def penalties_report(
    state: EventState, rules: Rules, wanted: Wanted = ALL
) -> PenaltiesReport:
    """Return the wanted rulings of an event as a report."""
    return PenaltiesReport(
        proof=proof_of(state, rules),
        wanted=wanted,
        penalties=tuple(
            _penalty(state, rules, row) for row in penalty_rows(state, wanted)
        ),
    )


def _penalty(state: EventState, rules: Rules, row: Mapping[str, Cell]) -> Penalty:
    number = cast("int", row["entry"])
    situation = rules.situations.get(str(row["situation"]))
    title = situation.title if situation else str(row["situation"])
    facts = str(row["facts"]).replace(";", ", ").replace("=", " ").replace("-", " ")
    return Penalty(
        entry=number,
        time=str(row["time"])[:16].replace("T", " "),
        where=str(row[WHERE]),
        number=str(row["offender"] or "–"),
        name=str(row["name"] or "–"),
        what=f"{title} ({facts})" if facts else title,
        ruling=class_words(Class(str(row["class"])), str(row["label"])),
        points=cast("int", row["points"]),
        before_placing=cast("int", row["before_placing"]),
        tournament=cast("int", row["tournament"]),
        clause=str(row["clause"]),
        staff=str(row["staff"]),
        remarks="; ".join(remarks(state, number)),
        is_void=row["voided_by"] is not None,
    )


def remarks(state: EventState, number: int) -> list[str]:
    """Return what must be known about a ruling beside itself: its fate, a departure."""
    ruled = state.entries[number - 1].effective
    assert isinstance(ruled, IncidentRuled)
    told = [*fate_of(state, number).words]
    if ruled.departed:
        told.append(f"the referee’s own ruling; the rulebook: {suggested(ruled)}")
    if ruled.note:
        told.append(ruled.note)
    return told


def suggested(ruled: IncidentRuled) -> str:
    """Return what the rulebook made of an incident that the referee ruled otherwise."""
    class_ = ruled.ruling.get("class")
    if not isinstance(class_, str):
        return "asks the referee"
    return class_words(Class(class_), str(ruled.ruling.get("label") or ""))
