"""How a table is set on a page: size of letters, widths of columns, lines of cells.

Widths come from the text. What fits is set in one line and spread over the page; what
does not is set smaller, and at last its text columns share what the numbers leave and
are wrapped. A table that would be wrapped hard is turned across the sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.files.document import Kind, Line, Table, shown
from ledger.files.pdf_text import MM, Typesetter

SIZES: Final = (9.5, 9.0, 8.5, 8.0)
"""Sizes that a table is tried in without a line being wrapped, in points."""
WRAPPED: Final = 8.0
"""Size of a table whose text is wrapped."""
LEADING: Final = 1.36
"""Height of a line in sizes of its letters."""
GAP: Final = 1.4
"""Space to each side of a cell, in millimetres."""
PADDING: Final = 0.45
"""Space above and below a row, in millimetres."""
SLACK: Final = 0.4
"""Width that thickened letters and rounding take, in millimetres."""
TOO_WIDE: Final = 1.35
"""How much wider than the sheet a table must be to be turned across it."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table's columns as they are set."""

    titles: tuple[str, ...]
    kinds: tuple[Kind, ...]
    widths: tuple[float, ...]
    """With the space to both sides, in millimetres."""
    size: float
    """Of the letters, in points."""
    strong: tuple[bool, ...]
    """Which columns are set bold."""
    remarks: tuple[bool, ...]
    """Which columns are never struck through."""

    @property
    def numbers(self) -> tuple[bool, ...]:
        """Which columns are aligned to the right."""
        return tuple(kind.is_number for kind in self.kinds)

    @property
    def height(self) -> float:
        """Height of one line of text, in millimetres."""
        return self.size * MM * LEADING

    def heads(self) -> Iterator[tuple[str, float]]:
        """Yield the titles with the width that each has for its text."""
        for title, width in zip(self.titles, self.widths, strict=True):
            yield title, width - 2 * GAP


class TableLayout:
    """Finds the grid of a table and breaks its cells into lines."""

    def __init__(self, text: Typesetter, scale: float) -> None:
        self._text = text
        self._scale = scale
        self._measured: dict[str, list[float]] = {}
        """Widths of columns by the table's title: each table is measured once."""

    def is_wide(self, table: Table, room: float) -> bool:
        """Whether a table is better turned across the sheet."""
        natural = self._natural(table, WRAPPED * self._scale)
        return sum(natural) > room * TOO_WIDE

    def grid(self, table: Table, room: float) -> Grid:
        """Return the columns of a table on a page with so much room."""
        kinds = tuple(column.kind for column in table.columns)
        size = WRAPPED * self._scale
        widths = _shared(self._natural(table, size), kinds, room)
        for larger in SIZES:
            natural = self._natural(table, larger * self._scale)
            if sum(natural) <= room:
                size, widths = larger * self._scale, _spread(natural, kinds, room)
                break
        titles = tuple(self._text.clean(column.title) for column in table.columns)
        strong = tuple(column.is_strong for column in table.columns)
        remarks = tuple(column.is_remark for column in table.columns)
        return Grid(titles, kinds, tuple(widths), size, strong, remarks)

    def _natural(self, table: Table, size: float) -> list[float]:
        """Return how wide each column is if no line is broken."""
        measured = self._measured.get(table.title)
        if measured is None:
            measured = self._measure(table)
            self._measured[table.title] = measured
        return [width * size + SLACK + 2 * GAP for width in measured]

    def _measure(self, table: Table) -> list[float]:
        """Return the widest text of each column in letters of one point."""
        text = self._text
        widths = [text.width(text.clean(c.title), 1.0) for c in table.columns]
        for line in table.lines:
            for at, value in enumerate(line.cells):
                cell = text.clean(shown(table.columns[at].kind, value))
                widths[at] = max(widths[at], text.width(cell, 1.0))
        return widths

    def cells(self, grid: Grid, line: Line) -> list[list[str]]:
        """Return the lines of each cell of a row."""
        return [
            self._text.lines(
                self._text.clean(shown(kind, value)), grid.size, width - 2 * GAP
            )
            for kind, width, value in zip(
                grid.kinds, grid.widths, line.cells, strict=True
            )
        ]


def _spread(natural: list[float], kinds: Sequence[Kind], room: float) -> list[float]:
    """Give what is left over to the text columns, in the measure of their width."""
    texts = sum(w for w, kind in zip(natural, kinds, strict=True) if kind is Kind.TEXT)
    rest = room - sum(natural)
    if not texts:
        return natural
    return [
        width + rest * width / texts if kind is Kind.TEXT else width
        for width, kind in zip(natural, kinds, strict=True)
    ]


def _shared(natural: list[float], kinds: Sequence[Kind], room: float) -> list[float]:
    """Let the text columns share what the numbers leave: narrow ones whole."""
    widths = list(natural)
    texts = [at for at, kind in enumerate(kinds) if kind is Kind.TEXT]
    rest = room - sum(w for at, w in enumerate(natural) if at not in texts)
    for left, at in enumerate(sorted(texts, key=natural.__getitem__)):
        fair = rest / (len(texts) - left)
        widths[at] = min(natural[at], fair)
        rest -= widths[at]
    return widths
