"""The cells of the book's rows: what can be stored, and JSON in a cell."""

import json
from typing import Any, Final

from ledger.book.metadata import TABLES
from ledger.errors import BookError

Row = dict[str, Any]
"""Cells by column: text, whole numbers or None."""

Rows = dict[str, list[Row]]
"""The detail rows of one entry by table, without the keys `event_id` and `entry`."""

INTEGER_MAX: Final = 2**31 - 1
"""What an INTEGER holds on every engine."""

COLUMNS: Final = {
    name: {
        column.name: (column.type.python_type, bool(column.nullable))
        for column in table.columns
    }
    for name, table in TABLES.items()
}

canonical: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
"""JSON with sorted keys and no spaces; the same text wherever it is made."""


def check_cells(table: str, row: Row) -> None:
    """Check cells against their columns, as table models and the driver do not.

    Raises:
        BookError: with the column and what is wrong with the value.
    """
    columns = COLUMNS[table]
    for name, cell in row.items():
        kind, nullable = columns[name]
        if cell is None and nullable:
            continue
        if type(cell) is not kind:
            expected = "a whole number" if kind is int else "a text"
            raise BookError(f"{table}.{name}: {cell!r} is not {expected}")
        if kind is int:
            if abs(cell) > INTEGER_MAX:
                raise BookError(f"{table}.{name}: {cell} is too large to be stored")
        elif "\0" in cell:
            raise BookError(f"{table}.{name}: {cell!r} holds a NUL character")


def json_text(value: object) -> str:
    """Return a value as canonical JSON.

    Raises:
        BookError: it cannot be written so.
    """
    try:
        return canonical(value)
    except ValueError as error:
        raise BookError(f"{value!r} cannot be stored: {error}") from error


def mapping(text: str) -> dict[str, Any]:
    """Return the JSON object that a cell holds."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError("a JSON object is expected")
    return value


def texts(text: str) -> tuple[str, ...]:
    """Return the JSON list of texts that a cell holds."""
    value = json.loads(text)
    if not isinstance(value, list):
        raise TypeError("a JSON list is expected")
    return tuple(map(str, value))
