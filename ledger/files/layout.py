"""The three shapes that every export has: a table to read, CSV, and JSON.

Text is made harmless on the way out (`neutral`, `literal`); numbers are written as
numbers. JSON keeps names as they are and escapes what could steer a terminal.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence

from ledger.core.spelling import steerless
from ledger.core.wording import literal
from ledger.files.cells import left, neutral, right, width

Cell = str | int | bool | None


def table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[int]
) -> str:
    """Return lines aligned by terminal cells; the columns `numbers` to the right."""
    cells = [titles, *rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        aligned = [
            (right if at in numbers else left)(text, widths[at])
            for at, text in enumerate(row)
        ]
        lines.append("  ".join(aligned).rstrip())
    return "".join(f"{line}\n" for line in lines)


def comma_separated(
    rows: Sequence[Mapping[str, Cell]], columns: Sequence[str], separator: str = ","
) -> str:
    """Return a header and a line for each row; truths as yes and no, none as blank."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n", delimiter=separator)
    writer.writerow(columns)
    writer.writerows([_field(row[column]) for column in columns] for row in rows)
    return out.getvalue()


def _field(value: Cell) -> str | int:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return value
        case str():
            return literal(neutral(value))


def as_json(value: object) -> str:
    """Return JSON for people and programs: indented, names as they are."""
    return steerless(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
