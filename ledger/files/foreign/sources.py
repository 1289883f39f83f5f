"""The text of a foreign file: its cells or values, each with its place.

Rows are handed on as rows of the contract's files, so that a fault that the import
finds later is told at the cell of the foreign file that it came from. A layout that has
grown a column or a key is refused there: what it means is not guessed.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from json.decoder import scanstring  # type: ignore[attr-defined]
from math import isfinite
from typing import Final

from ledger.files.tables import (
    CELL_MAX,
    ROWS_MAX,
    Header,
    Notes,
    Row,
    csv_records,
    delimiter_of,
    shown,
)

At = str | Callable[[], str]
"""`FILE:LINE:COLUMN`, or what finds it when it is asked for."""
Path = tuple[str | int, ...]
"""Keys and indexes from the top of a JSON text down to a value."""
Cells = Mapping[str, tuple[str, At]]
"""By column of the contract's file: the text and where it came from."""

_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
"""What JSON can spell and no database takes."""
_BLANK: Final = Header({}, 0, Notes())


class ForeignRow(Row):
    """A row of the contract's files that was made of another program's cells."""

    def __init__(self, notes: Notes, whole: At, cells: Cells) -> None:
        """Take the cells of a row.

        Args:
            notes: Takes what is found wrong.
            whole: Where the row as a whole stands.
            cells: Its cells; columns that are not there are blank.
        """
        super().__init__("", 0, (), _BLANK)
        self._notes, self._whole = notes, whole
        self._places = {column: at for column, (_, at) in cells.items()}
        self._texts = {column: text.strip() for column, (text, _) in cells.items()}
        for column, text in self._texts.items():
            if _NO_TEXT.search(text):
                self.fault(column, "holds a NUL or half a character, expected text")
            elif len(text) > CELL_MAX:
                told = f"is {len(text):,} characters long, expected up to {CELL_MAX:,}"
                self.fault(column, f"{column} {told}")

    def place(self, column: str) -> str:
        """Return `FILE:LINE:COLUMN` in the foreign file."""
        at = self._places.get(column, self._whole)
        return at if isinstance(at, str) else at()

    def text(self, column: str) -> str:
        """Return a cell without the spaces around it; blank if there is none."""
        return self._texts.get(column, "")

    def fault(self, column: str, message: str) -> None:
        """Note a fault of this row."""
        self.is_faulty = True
        self._notes.fault(self.place(column), message)

    def warn(self, column: str, message: str) -> None:
        """Note a warning about this row."""
        self._notes.warn(self.place(column), message)


@dataclass(frozen=True)
class Source:
    """A foreign file that could be read as text."""

    name: str
    """As messages call it: its path."""
    text: str

    def at(self, line: int, column: int) -> str:
        """Return a place in the file; both from 1."""
        return f"{self.name}:{line}:{column}"

    @property
    def first_line(self) -> str:
        """The first line that is not blank, without its end."""
        return self.text.lstrip().partition("\n")[0].rstrip("\r")


# CSV ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One record of a foreign CSV file."""

    source: Source
    number: int
    cells: Sequence[str]

    def cell(self, at: int) -> tuple[str, At]:
        """Return a cell by its index from 0, blank where the record is short."""
        text = self.cells[at] if at < len(self.cells) else ""
        return text, self.source.at(self.number, at + 1)

    @property
    def whole(self) -> str:
        """Where the record stands."""
        return self.source.at(self.number, 1)


def header_of(source: Source, known: Sequence[str]) -> list[str]:
    """Return the names in the first line, in lower case."""
    separator = delimiter_of(source.first_line.lower(), known)
    return [name.strip(' "').lower() for name in source.first_line.split(separator)]


def lines_of(source: Source, known: Sequence[str], notes: Notes) -> list[Line]:
    """Return the records of a CSV file, the header first; blank ones left out.

    Args:
        source: The file.
        known: Names of its columns in lower case, by which the separator is told.
        notes: Takes what is wrong: a quote that never ends, too many rows.
    """
    separator = delimiter_of(source.first_line.lower(), known)
    lines: list[Line] = []
    for number, cells in csv_records(source.name, source.text, separator, notes):
        if len(lines) > ROWS_MAX:
            told = f"has more than {ROWS_MAX:,} rows, expected one event"
            notes.fault(source.at(number, 1), told)
            break
        stripped = [cell.strip() for cell in cells]
        if any(stripped):
            lines.append(Line(source, number, stripped))
    return lines


def has_columns(header: Line, expected: Sequence[str], notes: Notes) -> bool:
    """Whether a header is the one we know; what is new in it is a fault."""
    names = [cell.lower() for cell in header.cells]
    told = f"expected the header {', '.join(expected)}"
    for at, name in enumerate(names):
        place = header.source.at(header.number, at + 1)
        if at >= len(expected):
            what = f"column {shown(header.cells[at])} is unknown: a newer layout?"
            notes.fault(place, f"{what} {told}")
            return False
        if name != expected[at].lower():
            what = f"column {at + 1} is {shown(header.cells[at])}"
            notes.fault(place, f"{what}, expected {expected[at]}; {told}")
            return False
    if len(names) < len(expected):
        lacking = ", ".join(expected[len(names) :])
        notes.fault(header.whole, f"the header lacks {lacking}; {told}")
        return False
    return True


def is_wide_enough(line: Line, least: int, most: int, notes: Notes) -> bool:
    """Whether a record has as many cells as its header; a fault is noted if not."""
    cells = len(line.cells)
    if least <= cells <= most or (cells > most and not any(line.cells[most:])):
        return True
    told = str(most) if least == most else f"{least} to {most}"
    hint = ": a name with a separator in it needs quotes" if cells > most else ""
    notes.fault(line.whole, f"has {cells} cells, expected {told}{hint}")
    return False


# JSON -----------------------------------------------------------------------------

_Offsets = tuple[int, Mapping[str | int, "_Offsets"]]
"""Where a value begins, and the values inside it."""


class JsonText:
    """A JSON text with the places of its values."""

    def __init__(self, source: Source, notes: Notes) -> None:
        """Read a text; `value` is None after a fault was noted."""
        self.source, self._notes = source, notes
        self.value: object = None
        try:
            self.value = json.loads(
                source.text, parse_constant=_refuse, parse_float=_finite
            )
        except json.JSONDecodeError as error:
            place = source.at(error.lineno, error.colno)
            notes.fault(place, f"is not JSON from here on: {error.msg}")
        except (ValueError, RecursionError) as error:
            told = "too deep" if isinstance(error, RecursionError) else str(error)
            notes.fault(source.at(1, 1), f"is not JSON that can be read: {told}")

    def place(self, path: Path) -> str:
        """Return `FILE:LINE:COLUMN` of a value, or of what should have held it."""
        offset, inside = self._tree
        for step in path:
            if step not in inside:
                break
            offset, inside = inside[step]
        line = bisect_right(self._line_starts, offset)
        return self.source.at(line, offset - self._line_starts[line - 1] + 1)

    def fault(self, path: Path, message: str) -> None:
        """Note a fault of a value."""
        self._notes.fault(self.place(path), message)

    def cell(self, path: Path, value: object) -> tuple[str, At]:
        """Return a value as the text of a cell; what is no plain value reads as odd."""
        return cell_text(value), lambda: self.place(path)

    def items(self, path: Path, value: object, what: str) -> Sequence[object]:
        """Return a value that must be a list; empty after a fault was noted."""
        if isinstance(value, list):
            return value
        self.fault(path, f"{what} is {shown(_spelt(value))}, expected a list")
        return ()

    def object(
        self, path: Path, value: object, known: Sequence[str], needed: Sequence[str]
    ) -> Mapping[str, object] | None:
        """Return a value that must be an object of these keys; None after a fault."""
        what = ".".join(map(str, path)) or "the file"
        if not isinstance(value, dict):
            self.fault(path, f"{what} is {shown(_spelt(value))}, expected an object")
            return None
        for key in value:
            if key not in known:
                told = f"unknown key {shown(key)}: a newer layout?"
                self.fault((*path, key), f"{told} Expected {', '.join(known)}")
                return None
        lacking = [key for key in needed if key not in value]
        if lacking:
            self.fault(path, f"{what} lacks {', '.join(lacking)}")
            return None
        return value

    @cached_property
    def _line_starts(self) -> list[int]:
        ends = (at for at, sign in enumerate(self.source.text, 1) if sign == "\n")
        return [0, *ends]

    @cached_property
    def _tree(self) -> _Offsets:
        return _offsets(self.source.text, _skipped(self.source.text, 0))[0]


def cell_text(value: object) -> str:
    """Return a JSON value as a cell holds it: whole numbers without a point."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return _spelt(value)


def _spelt(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _refuse(word: str) -> object:
    raise ValueError(f"{word} is no number")


def _finite(spelt: str) -> float:
    """Return a number; one such as `1e400` would be read as endless."""
    value = float(spelt)
    if not isfinite(value):
        raise ValueError(f"{spelt} is too large")
    return value


_DECODER: Final = json.JSONDecoder()
_SPACE: Final = " \t\n\r"


def _skipped(text: str, at: int) -> int:
    while text[at] in _SPACE:
        at += 1
    return at


def _offsets(text: str, at: int) -> tuple[_Offsets, int]:
    """Return where the values of a sound text begin, and the end of this one."""
    opening = text[at]
    if opening not in "{[":
        return (at, {}), _DECODER.raw_decode(text, at)[1]
    inside: dict[str | int, _Offsets] = {}
    here = _skipped(text, at + 1)
    while text[here] not in "}]":
        key: str | int = len(inside)
        if opening == "{":
            key, here = scanstring(text, here + 1)
            here = _skipped(text, _skipped(text, here) + 1)
        inside[key], here = _offsets(text, here)
        here = _skipped(text, here)
        if text[here] == ",":
            here = _skipped(text, here + 1)
    return (at, inside), here + 1
