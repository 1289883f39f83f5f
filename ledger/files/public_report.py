"""What the public page tells: the standings, and the latest rulings in few words.

The same numbers as the paper on the wall, with less about people: who ruled and why is
told only if the organiser allows it, an act that had no consequence not at all, and a
ruling that waits for its confirmation only once it counts. A ruling that was taken
back stays in its place, struck: who has seen it must see its end too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, cast

from ledger.core.contents import Amended, AppealDecided, LateAdjusted
from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.core.terms import Class
from ledger.core.wording import class_words
from ledger.files.document import Column, Document, Kind, Line, Table, Value
from ledger.files.layout import Cell
from ledger.files.penalties_export import WHERE, penalty_rows
from ledger.files.standings_report import StandingsReport, standings_report

RULINGS_MAX: Final = 20
"""How many of the latest rulings are told."""

_DETAILS: Final = frozenset(
    {"No.", "Games", "Raw", "Sticks", "Uma", "Oka", "Results", "Adjusted", "Players"}
    | {"Points"}
)
"""Columns that a telephone has no room for."""
_OF_PENALTIES: Final = frozenset(
    {"Raw", "Sticks", "Uma", "Oka", "Penalties", "Results", "Adjusted", "Points"}
)
"""Columns from which penalties could be read, or worked out beside the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What the organiser lets the page tell beside places and totals."""

    penalties: bool = True
    """The column of penalties and the latest rulings."""
    reasons: bool = False
    """Notes, and why a ruling was taken back."""
    staff: bool = False
    """Who ruled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicReport:
    """The page in two groups, which stand side by side where there is room."""

    document: Document
    players: tuple[Table, ...]
    others: tuple[Table, ...]


def public_report(state: EventState, rules: Rules, allowed: Allowed) -> PublicReport:
    """Return what the public page tells of an event as far as its book goes."""
    report = standings_report(state, rules)
    *tables, _ = report.document.tables  # the fines are told as rulings
    shown = [_for_all(table, report, allowed) for table in tables]
    split = len(shown) - bool(report.teams)
    players, others = shown[:split], shown[split:]
    if allowed.penalties:
        others.append(_rulings(state, rules, allowed))
    document = replace(
        report.document,
        title=_title(state, report),
        blocks=(*players, *others),
    )
    return PublicReport(document=document, players=tuple(players), others=tuple(others))


def _title(state: EventState, report: StandingsReport) -> str:
    assert state.created is not None, "entry 1 makes the event"
    if state.finalised is not None:
        return "Final standings"
    if report.after_round is None:
        return report.title
    planned = state.created.rounds
    return f"{report.title} of {planned}" if planned else report.title


def _for_all(table: Table, report: StandingsReport, allowed: Allowed) -> Table:
    """Return a table with what anybody may read, its lesser columns marked."""
    kept = [
        at
        for at, column in enumerate(table.columns)
        if allowed.penalties or column.title not in _OF_PENALTIES
    ]
    details = _DETAILS | ({"Team"} if table.title != "Teams" else set())
    return replace(
        table,
        columns=tuple(
            replace(column, is_detail=column.title in details)
            for column in (table.columns[at] for at in kept)
        ),
        lines=tuple(
            replace(line, cells=tuple(line.cells[at] for at in kept))
            for line in table.lines
        ),
        foot=tuple(
            sentence
            for sentence in table.foot
            if allowed.penalties or sentence != report.sum_line
        ),
    )


def _rulings(state: EventState, rules: Rules, allowed: Allowed) -> Table:
    told = [
        row
        for row in penalty_rows(state)
        if row["class"] != Class.NONE.value and not row["pending"]
    ]
    rows = told[: -RULINGS_MAX - 1 : -1]
    columns: list[tuple[Column, list[Value]]] = [
        (Column("Where"), [str(row[WHERE]) for row in rows]),
        (Column("Player"), [str(row["name"] or "–") for row in rows]),
        (Column("Ruling"), [_words(row, rules) for row in rows]),
        *_amounts(rows),
        (Column("Clause", is_detail=True), [str(row["clause"]) for row in rows]),
    ]
    if allowed.staff:
        columns.append((Column("Staff"), [str(row["staff"]) for row in rows]))
    remarks: list[Value] = ["; ".join(_remarks(state, row, allowed)) for row in rows]
    if any(remarks):
        columns.append((Column("Remarks", is_remark=True), remarks))
    cells = zip(*(values for _, values in columns), strict=True)
    left_out = len(told) - len(rows)
    earlier = f"and {left_out} earlier" if left_out else ""
    return Table(
        title="Latest rulings",
        columns=tuple(column for column, _ in columns),
        lines=tuple(
            Line(cell, is_struck=row["voided_by"] is not None)
            for cell, row in zip(cells, rows, strict=True)
        ),
        empty="no ruling yet",
        foot=(earlier,) if earlier else (),
    )


def _words(row: Mapping[str, Cell], rules: Rules) -> str:
    """Return what was seen and what it was called."""
    situation = rules.situations.get(str(row["situation"]))
    title = situation.title if situation else str(row["situation"])
    return f"{title} → {class_words(Class(str(row['class'])), str(row['label']))}"


def _amounts(rows: list[dict[str, Cell]]) -> Iterator[tuple[Column, list[Value]]]:
    """Yield the columns of what the offenders paid; those that are not all zero."""
    for name, column in (
        ("points", Column("At table", Kind.POINTS)),
        ("before_placing", Column("Before placing", Kind.POINTS)),
        ("tournament", Column("After uma", Kind.TOURNAMENT)),
    ):
        values = [cast("int", row[name]) for row in rows]
        if any(values):
            # Zeros in a column that is another's say nothing.
            yield column, [value or None for value in values]


def _remarks(
    state: EventState, row: Mapping[str, Cell], allowed: Allowed
) -> Iterator[str]:
    """Yield what became of a ruling, and why if that may be told."""
    end = _end(state, cast("int", row["entry"]))
    if end:
        yield end
    if allowed.reasons and row["void_reason"]:
        yield str(row["void_reason"])
    if allowed.reasons and row["note"]:
        yield str(row["note"])


def _end(state: EventState, number: int) -> str:
    """Return what became of a ruling, without who did it and why."""
    by = state.voids.get(number)
    appeal = state.appeals.get(number)
    if by is None:
        if appeal is None:
            return ""
        return "appeal dismissed" if appeal in state.decisions else "under appeal"
    content = state.entries[by - 1].content
    if isinstance(content, LateAdjusted):
        content = content.content
    match content:
        case Amended():
            return "replaced"
        case AppealDecided(decision="changed"):
            return "changed on appeal"
        case AppealDecided():
            return "taken back on appeal"
        case _:
            return "taken back"
