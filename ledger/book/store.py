"""Reading and adding the rows of entries; every statement names its event."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, Select, bindparam, func, insert, select

from ledger.book.cells import Row, Rows
from ledger.book.metadata import DETAILS, ENTRY, TABLES, WRAPPERS

_KEYS = ("event_id", "entry")


@dataclass(slots=True)
class Stored:
    """Rows as they were found."""

    heads: list[Row] = field(default_factory=list)
    """Rows of the table `entry`, by number."""
    details: dict[int, Rows] = field(default_factory=dict)
    """All other rows by their entry, which may be missing from `heads`."""


def _reader(table: str) -> Select[tuple[object, ...]]:
    columns = TABLES[table].columns
    number = columns["number" if table == ENTRY.name else "entry"]
    order = [number, columns["position"]] if "position" in columns else [number]
    wanted = [column for column in columns if column.name != "event_id"]
    return (
        select(*wanted)
        .where(columns["event_id"] == bindparam("event"), number >= bindparam("since"))
        .order_by(*order)
    )


_READERS = {table: _reader(table) for table in TABLES}
_WRITERS = {name: insert(table).inline() for name, table in TABLES.items()}


def event_of(connection: Connection) -> str | None:
    """Return the event that a file holds; if damaged, the one with most entries."""
    entries = ENTRY.columns
    by_size = (
        select(entries["event_id"])
        .group_by(entries["event_id"])
        .order_by(func.count().desc(), entries["event_id"])
    )
    return connection.execute(by_size).scalar()


def has_entries(connection: Connection, event: str) -> bool:
    """Whether there are entries of an event."""
    entries = ENTRY.columns
    wanted = select(entries["number"]).where(entries["event_id"] == event).limit(1)
    return connection.execute(wanted).first() is not None


def read_heads(connection: Connection, event: str, since: int) -> list[Row]:
    """Return the entries' own rows from a number on."""
    found = connection.execute(_READERS[ENTRY.name], {"event": event, "since": since})
    return [dict(row) for row in found.mappings()]


def read_details(
    connection: Connection, event: str, since: int, tables: Iterable[str]
) -> dict[int, Rows]:
    """Return the detail rows from an entry's number on, by entry and table."""
    details: dict[int, Rows] = {}
    for table in tables:
        found = connection.execute(_READERS[table], {"event": event, "since": since})
        for row in found.mappings():
            cells = dict(row)
            rows = details.setdefault(cells.pop("entry"), {})
            rows.setdefault(table, []).append(cells)
    return details


def read(connection: Connection, event: str, after: int) -> Stored:
    """Return the entries after a number, and that one's own row to know it by.

    Only the tables of the kinds that came in are looked at.
    """
    heads = read_heads(connection, event, after)
    kinds = {head["kind"] for head in heads if head["number"] > after}
    wanted = DETAILS if kinds & set(WRAPPERS) else kinds
    tables = dict.fromkeys(
        table for kind in DETAILS if kind in wanted for table in DETAILS[kind]
    )
    return Stored(heads, read_details(connection, event, after + 1, tables))


def read_all(connection: Connection, event: str) -> Stored:
    """Return every row of an event, also those that no entry should have."""
    tables = [table for table in TABLES if table != ENTRY.name]
    return Stored(
        read_heads(connection, event, 0), read_details(connection, event, 0, tables)
    )


def add(
    connection: Connection,
    event: str,
    entries: Iterable[tuple[Row, Mapping[str, list[Row]]]],
) -> None:
    """Add entries with their details, in the order in which tables refer to others."""
    lines: dict[str, list[Row]] = {table: [] for table in TABLES}
    for head, rows in entries:
        lines[ENTRY.name].append({"event_id": event, **head})
        for table, details in rows.items():
            keys = dict(zip(_KEYS, (event, head["number"]), strict=True))
            lines[table].extend({**keys, **row} for row in details)
    for table, rows_of_table in lines.items():
        if rows_of_table:
            connection.execute(_WRITERS[table], rows_of_table)
