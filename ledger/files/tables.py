"""Reading a CSV file of the contract: cells by column name, every fault with its place.

A fault is noted, not raised, so that one reading lists all of them; a row with a fault
yields nothing. Places are `FILE:LINE:COLUMN`, the column counted in cells from 1 and
named in the message, because that is how a spreadsheet shows it. `,` or `;` is told by
the header line. A number is digits with at most a sign before them, a real minus too;
separators, letters and full-width digits are faults: nothing is guessed.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ledger.core.situations import NUMBER_MAX, nearest
from ledger.core.wording import MINUS, literal
from ledger.errors import ImportFault
from ledger.files.cells import cut

CELL_MAX: Final = 2000
"""No cell needs more characters; more is a quote that was never closed."""
FILE_MAX: Final = 16_000_000
"""Bytes of a file; a great event has one million."""
ROWS_MAX: Final = 200_000
SHOWN_MAX: Final = 40
NUMBER: Final = re.compile(r"[-+]?[0-9]+")
DIGITS_MAX: Final = len(str(NUMBER_MAX)) + 1
ROUND_MAX: Final = 100_000
"""No round, table or honba is higher; a score that slipped into the column is."""
YES_NO: Final = {
    "": False, "no": False, "false": False, "0": False,
    "yes": True, "true": True, "1": True,
}  # fmt: skip
ENCODINGS: Final = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"PK\x03\x04": "xlsx"}


def shown(text: str) -> str:
    """Return a cell as messages quote it: harmless and not too long."""
    return f"'{cut(literal(text), SHOWN_MAX)}'"


@dataclass(slots=True)
class Notes:
    """What one import finds wrong or worth a word, in file order."""

    faults: list[ImportFault] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def fault(self, place: str, message: str) -> None:
        """Note a fault; nothing will be written."""
        self.faults.append(ImportFault(place, message))

    def warn(self, place: str, message: str) -> None:
        """Note something that people should know and that stops nothing."""
        self.warnings.append(f"{place}: {message}")


class Row:
    """One row: hands out its cells as values and notes what is wrong with them."""

    def __init__(
        self, file: str, line: int, cells: Sequence[str], table: "Header"
    ) -> None:
        self.file = file
        self.line = line
        self.is_faulty = False
        self._cells = cells
        self._header = table

    def place(self, column: str) -> str:
        """Return `FILE:LINE:COLUMN` of a cell, or of the row for a blank column."""
        at = self._header.index.get(column, 0) + 1
        return f"{self.file}:{self.line}:{at}"

    def fault(self, column: str, message: str) -> None:
        """Note a fault of this row in one of its columns."""
        self.is_faulty = True
        self._header.notes.fault(self.place(column), message)

    def warn(self, column: str, message: str) -> None:
        """Note a warning about this row."""
        self._header.notes.warn(self.place(column), message)

    def text(self, column: str) -> str:
        """Return a cell without the spaces around it; blank if there is no column."""
        at = self._header.index.get(column)
        return self._cells[at] if at is not None and at < len(self._cells) else ""

    def needed(self, column: str) -> str:
        """Return a cell that must not be blank."""
        text = self.text(column)
        if not text:
            self.fault(column, f"{column} is blank, expected a value")
        return text

    def number(self, column: str, *, low: int = -NUMBER_MAX) -> int:
        """Return a cell that must hold a whole number; 0 where a fault was noted."""
        text = self.needed(column)
        return self.read_whole(column, text, low=low) if text else 0

    def optional(
        self, column: str, *, low: int = 0, high: int = ROUND_MAX
    ) -> int | None:
        """Return a whole number, or None for a blank cell."""
        text = self.text(column)
        return self.read_whole(column, text, low=low, high=high) if text else None

    def count(self, column: str) -> int:
        """Return the number of a round or table, which start at 1."""
        text = self.needed(column)
        return self.read_whole(column, text, low=1, high=ROUND_MAX) if text else 0

    def read_whole(
        self, column: str, text: str, *, low: int, high: int = NUMBER_MAX
    ) -> int:
        """Return a text of this column as a whole number; 0 where it is none."""
        digits = text.replace(MINUS, "-", 1) if text.startswith(MINUS) else text
        if not NUMBER.fullmatch(digits):
            self.fault(
                column,
                f"{column} {shown(text)} is not a whole number,"
                " expected digits only, such as 31200 or -900",
            )
            return 0
        value = int(digits) if len(digits) <= DIGITS_MAX else high + 1
        if not low <= value <= high:
            self.fault(
                column,
                f"{column} {shown(text)} is out of range, expected {low} to {high}",
            )
            return 0
        return value

    def yes_no(self, column: str) -> bool:
        """Return a cell that holds yes or no; blank is no."""
        text = self.text(column)
        value = YES_NO.get(text.lower())
        if value is None:
            self.fault(column, f"{column} {shown(text)} is not yes or no")
            return False
        return value


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a file by name, and where its faults go."""

    index: Mapping[str, int]
    """Known columns only, counted from 0."""
    width: int
    """How many cells the header has, unknown columns included."""
    notes: Notes


def read_rows(
    path: Path, known: Sequence[str], needed: Sequence[str], notes: Notes
) -> Iterator[Row]:
    """Yield the rows of a CSV file that are not blank.

    Args:
        path: The file.
        known: Its columns by the contract; others are named in a warning.
        needed: Those it cannot do without.
        notes: Takes what is wrong.
    """
    text = decoded(path, notes)
    if text is None:
        return
    first_line = text.partition("\n")[0]
    records = csv_records(str(path), text, delimiter_of(first_line, known), notes)
    line, cells = next(records, (1, []))
    header = _header(str(path), line, cells, (known, needed), notes)
    if header is None:
        return
    for count, (line, cells) in enumerate(records, 1):
        if count > ROWS_MAX:
            place = f"{path}:{line}:1"
            notes.fault(place, f"has more than {ROWS_MAX:,} rows, expected one event")
            return
        stripped = [cell.strip() for cell in cells]
        if not any(stripped):
            continue
        row = Row(str(path), line, stripped, header)
        if _fits(row, stripped, header):
            yield row


def decoded(path: Path, notes: Notes, kind: str = "CSV") -> str | None:
    """Return a file's text, or None after noting why it is none.

    Args:
        path: The file; UTF-8, with or without a byte-order mark.
        notes: Takes the fault, with the line and cell of the first wrong byte.
        kind: What the file should be, as messages call it.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(FILE_MAX + 1)
    except OSError as error:
        notes.fault(str(path), f"cannot be read: {error.strerror}")
        return None
    if len(data) > FILE_MAX:
        notes.fault(str(path), f"is larger than {FILE_MAX:,} bytes, expected one event")
        return None
    for start, name in ENCODINGS.items():
        if data.startswith(start):
            notes.fault(
                f"{path}:1:1", f"is {name}, expected {kind}; save it as {kind} UTF-8"
            )
            return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _where(data.decode("latin-1"), error.start)
        notes.fault(
            f"{path}:{line}:{column}",
            f"is not UTF-8 text (byte 0x{data[error.start]:02X}),"
            f" expected UTF-8; save it as {kind} UTF-8",
        )
        return None
    if "\0" in text:
        line, column = _where(text, text.index("\0"))
        notes.fault(
            f"{path}:{line}:{column}",
            "holds a NUL character, expected text; the file may be damaged",
        )
        return None
    return text


def _where(text: str, offset: int) -> tuple[int, int]:
    """Return line and cell, both from 1, of an offset; quotes are not looked at."""
    before = text[:offset]
    line = before.rpartition("\n")[2]
    return before.count("\n") + 1, max(line.count(","), line.count(";")) + 1


def delimiter_of(header: str, known: Sequence[str]) -> str:
    """Return the separator under which the header names more of the known columns."""

    def named(separator: str) -> int:
        names = {name.strip(' "\r').lower() for name in header.split(separator)}
        return len(names & set(known))

    return max((",", ";"), key=named)


def csv_records(
    file: str, text: str, delimiter: str, notes: Notes
) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with the line on which it begins, up to a broken one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            told = "a quote is never closed" if "end of data" in str(error) else error
            notes.fault(f"{file}:{line}:1", f"is not CSV from here on: {told}")
            return
        if cells is None:
            return
        yield line, cells
        line = reader.line_num + 1


def _header(
    file: str,
    line: int,
    cells: Sequence[str],
    columns: tuple[Sequence[str], Sequence[str]],
    notes: Notes,
) -> Header | None:
    """Return the columns of a header line, or None if the file cannot be read by it."""
    known, needed = columns
    names = [cell.strip().lower() for cell in cells]
    index: dict[str, int] = {}
    is_good = True
    for at, name in enumerate(names):
        place = f"{file}:{line}:{at + 1}"
        if name in index:
            notes.fault(place, f"column {shown(name)} stands twice, expected once")
            is_good = False
        elif name in known:
            index[name] = at
        elif name:
            notes.warn(
                place,
                f"unknown column {shown(name)} is not read" + nearest(name, known),
            )
    missing = [name for name in needed if name not in index]
    if missing:
        notes.fault(
            f"{file}:{line}:1",
            f"the header lacks {', '.join(missing)},"
            f" expected a first line with {','.join(known)}",
        )
        return None
    return Header(index, len(names), notes) if is_good else None


def _fits(row: Row, cells: Sequence[str], header: Header) -> bool:
    """Whether a row has no more cells than the header, and none too long."""
    if any(cells[header.width :]):
        row.fault(
            "",
            f"has {len(cells)} cells, expected {header.width}: a stray separator?",
        )
    for name, at in header.index.items():
        if at < len(cells) and len(cells[at]) > CELL_MAX:
            row.fault(
                name,
                f"{name} is {len(cells[at]):,} characters long,"
                f" expected up to {CELL_MAX:,}",
            )
    return not row.is_faulty
