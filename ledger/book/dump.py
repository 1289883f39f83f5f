"""A book as one JSON Lines file that a person can read, and back into a book.

    line 1      what this is, the event, how many entries, the hash of the last one
    line n + 1  entry n: who, when, where, its rows by table, its link of the chain

Cells that are empty are left out, and what is JSON in a cell stands there as it is. The
same book gives the same bytes from every engine, and the chain of the hashes proves on
the way back that no line was changed, lost, doubled or swapped.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy import Connection

from ledger.book import audits, store
from ledger.book.cells import COLUMNS, Row, Rows, canonical, check_cells, json_text
from ledger.book.entries import hash_of
from ledger.book.location import database_of
from ledger.book.metadata import ENTRY
from ledger.core.spelling import steerless
from ledger.core.wire import parse_object, shown
from ledger.errors import BookDamaged, BookError, LedgerError

FORMAT: Final = "riichi-ledger dump"
VERSION: Final = 1
LINE_MAX: Final = 16 * 1024 * 1024
"""Bytes of a line; the longest honest one holds a pinned ruleset."""

_JSON_CELLS: Final = {
    "ruling": ("table_state", "suggestion", "citations", "dead", "returned"),
    "incident": ("facts", "choice", "evidence"),
    "step": ("step",),
    "ruleset": ("pinned",),
}
"""Cells that are canonical JSON, by table."""

_BATCH: Final = 500
"""Entries that are added to the new book at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the first line of a dump says."""

    event_id: str
    name: str
    entries: int
    head: str
    """The hash of the last entry."""


# Out ------------------------------------------------------------------------------


def lines_of(event_id: str, stored: store.Stored) -> Iterator[str]:
    """Yield a book line by line, without line ends."""
    first, last = stored.heads[0], stored.heads[-1]
    yield as_line(
        {
            "format": FORMAT,
            "version": VERSION,
            "event": event_id,
            "name": stored.details[first["number"]]["event"][0]["name"],
            "entries": len(stored.heads),
            "head": last["hash"],
        }
    )
    for head in stored.heads:
        rows = stored.details.get(head["number"], {})
        yield as_line(line_of(head, rows))


def line_of(head: Row, rows: Rows) -> dict[str, object]:
    """Return an entry as its line holds it."""
    links = {name: head[name] for name in ("previous_hash", "hash")}
    told = {k: v for k, v in head.items() if v is not None and k not in links}
    told["rows"] = {
        table: [_readable(table, row) for row in lines] for table, lines in rows.items()
    }
    return told | links


def _readable(table: str, row: Row) -> Row:
    """Return a row with its JSON taken apart, where that loses nothing."""
    readable = {name: cell for name, cell in row.items() if cell is not None}
    for name in _JSON_CELLS.get(table, ()):
        if name in readable:
            readable[name] = _apart(readable[name])
    readable.pop("position", None)
    return readable


def _apart(cell: str) -> object:
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    is_shape = isinstance(value, dict | list)
    return value if is_shape and canonical(value) == cell else cell


def as_line(value: object) -> str:
    """Return a value as one line of JSON, as people read it."""
    return steerless(json.dumps(value, ensure_ascii=False))


# Back -----------------------------------------------------------------------------


def restore(stream: BinaryIO, source: str, location: str | Path) -> Told:
    """Make a book out of a dump; it gets its name when it proves, and never another's.

    Args:
        stream: The dump, as bytes; it is read line by line.
        source: How messages call it.
        location: A file that does not exist yet, or the URL of a server.

    Raises:
        BookDamaged: a line is wrong, missing, doubled or changed; it is named.
        BookError: the place is taken or cannot be written; nothing is left behind.
    """
    database = database_of(location)
    dump = Dump(stream, source)

    def fill(connection: Connection) -> str:
        told = dump.told
        if store.has_entries(connection, told.event_id):
            raise BookError(
                f"{database.name}: the event {told.name!r} is there already"
            )
        entries = iter(dump)
        while batch := list(islice(entries, _BATCH)):
            store.add(connection, told.event_id, batch)
        for wrong in audits.proof(database, connection, told.event_id):
            raise BookDamaged(f"{source}: does not prove: {wrong}")
        return told.event_id

    database.make(fill)
    return dump.told


class Dump:
    """A dump that is read: what its first line says, then entry by entry."""

    def __init__(self, stream: BinaryIO, source: str) -> None:
        """Read the first line.

        Raises:
            BookDamaged: it is not that of a dump.
        """
        self._stream, self._source = stream, source
        self._line = 0
        self._lines = self._read()
        self.told = self._header(next(self._lines, {}))

    def __iter__(self) -> Iterator[tuple[Row, Rows]]:
        """Yield the rows of each entry; they are in place, chained and complete.

        Raises:
            BookDamaged: they are not.
        """
        hash_before = ""
        count = 0
        for line in self._lines:
            count += 1
            head, rows = self._entry(line, count, hash_before)
            hash_before = head["hash"]
            yield head, rows
        self._line += 1
        if count != self.told.entries:
            raise self._fault(f"ends after {count} of {self.told.entries} entries")
        if hash_before != self.told.head:
            raise self._fault("the last entry is not the one that the first line names")

    def _read(self) -> Iterator[Mapping[str, object]]:
        """Yield the lines as JSON objects."""
        while raw := self._stream.readline(LINE_MAX + 1):
            self._line += 1
            if len(raw) > LINE_MAX:
                raise self._fault(f"is longer than {LINE_MAX:,} bytes")
            if not raw.strip():
                continue
            try:
                text = raw.decode("utf-8-sig" if self._line == 1 else "utf-8")
                yield parse_object(text)
            except UnicodeDecodeError as error:
                raise self._fault(
                    f"is not UTF-8 text, at byte {error.start}"
                ) from error
            except LedgerError as error:
                raise self._fault(str(error)) from error

    def _fault(self, message: str) -> BookDamaged:
        """Return what is wrong with the line that was read last."""
        return BookDamaged(f"{self._source}:{self._line}:1: {message}")

    def _header(self, line: Mapping[str, object]) -> Told:
        """Return what the first line says."""
        self._line = max(self._line, 1)
        if line.get("format") != FORMAT:
            raise self._fault(f"is not a dump, expected a first line with {FORMAT!r}")
        if line.get("version") != VERSION:
            raise self._fault(
                f"is a dump of version {shown(line.get('version'))}, this program knows"
                f" {VERSION}"
            )
        event, name, head = (line.get(key) for key in ("event", "name", "head"))
        count = line.get("entries")
        texts = (event, name, head)
        if not all(isinstance(text, str) and text for text in texts) or not (
            type(count) is int and count > 0
        ):
            raise self._fault("lacks the event, its name, its entries or its head")
        return Told(event_id=str(event), name=str(name), entries=count, head=str(head))

    def _entry(
        self, line: Mapping[str, object], number: int, hash_before: str
    ) -> tuple[Row, Rows]:
        """Return the rows of an entry, if it is the next one of the chain."""
        if line.get("number") != number:
            told = shown(line.get("number"))
            raise self._fault(f"expected entry {number}, not {told}")
        try:
            head, rows = cells_of(line)
            own = hash_of(self.told.event_id, head, rows)
        except (BookError, RecursionError) as error:
            raise self._fault(str(error)) from error
        if head["previous_hash"] != hash_before:
            raise self._fault(f"entry {number} does not follow the line before it")
        if head["hash"] != own:
            raise self._fault(f"entry {number} was changed: it does not give its hash")
        names = [row["name"] for row in rows.get("event", ())]
        if number == 1 and names != [self.told.name]:
            raise self._fault(f"the event is not {self.told.name!r}, as line 1 says")
        return head, rows


def cells_of(line: Mapping[str, object]) -> tuple[Row, Rows]:
    """Return an entry's own row and its detail rows out of its line.

    Raises:
        BookError: they are not those of an entry.
    """
    head = {name: line.get(name) for name in COLUMNS[ENTRY.name] if name != "event_id"}
    for name in line:
        if name not in head and name != "rows":
            raise BookError(f"unknown key {shown(name)}")
    check_cells(ENTRY.name, head)
    tables = line.get("rows")
    if not isinstance(tables, Mapping):
        raise BookError("rows are missing, expected an object of tables")
    rows: Rows = {}
    for table, lines in tables.items():
        if table not in COLUMNS or table == ENTRY.name or not isinstance(lines, list):
            raise BookError(f"rows.{shown(table)}: is no table, or no list of rows")
        rows[table] = [_row(table, at, row) for at, row in enumerate(lines)]
    return head, rows


def _row(table: str, position: int, row: object) -> Row:
    if not isinstance(row, Mapping):
        raise BookError(f"rows.{table}: {shown(row)} is not a row")
    keys = ("event_id", "entry", "position")
    cells: Row = {name: row.get(name) for name in COLUMNS[table] if name not in keys}
    for name in row:
        if name not in cells:
            raise BookError(f"rows.{table}: unknown column {shown(name)}")
    for name in _JSON_CELLS.get(table, ()):
        if isinstance(cells[name], dict | list):
            cells[name] = json_text(cells[name])
    if "position" in COLUMNS[table]:
        cells["position"] = position
    check_cells(table, cells)
    return cells
