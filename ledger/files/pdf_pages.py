"""A document as PDF: A4, Letter, a slip or a till roll.

Column widths come from the text itself; a table that is too wide is turned across the
sheet, set smaller down to a size that can be read, and then wrapped. The header of a
table stands on every page, and every page says of which event and which state of the
book it is, and which of how many pages. The same book makes the same file.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Final

from fpdf import FPDF
from fpdf.enums import TextMode

from ledger.files.document import (
    Block,
    Document,
    Line,
    Paragraphs,
    Picture,
    Signatures,
    Table,
    readable,
    shortened,
)
from ledger.files.fonts import Fonts, fonts_for
from ledger.files.page_size import PageSize
from ledger.files.pdf_table import GAP, LEADING, PADDING, Grid, TableLayout
from ledger.files.pdf_text import MAIN, MM, Typesetter, letters_of
from ledger.files.right_to_left import visual

TITLE: Final = 15.0
HEADING: Final = 11.0
BODY: Final = 9.0
"""Sizes of letters, in points."""
SMALL: Final = 7.0
SLIP_SCALES: Final = (0.9, 0.86, 0.82, 0.78, 0.74, 0.7, 0.66, 0.62)
"""How much smaller a slip is set, the next where it would take a second page."""
SMALL_PAPERS: Final = ("a6", "80mm")
"""What everything is set smaller on."""
SIGNATURE: Final = 42.0
"""Width of the room for a signature, in millimetres."""
SIGNING: Final = 13.0
"""Height of the room for a signature, in millimetres."""
PICTURE: Final = 182.0
"""Width that a picture is drawn for, and its letters with it, in millimetres."""
ROLL_MAX: Final = 3000.0
"""A roll is laid out on a page this long and then cut, in millimetres."""
BOLD: Final = 0.012
"""Line that thickens letters: millimetres for each point of their size."""
TOGETHER: Final = 12
"""Lines of a table that is not divided between two pages."""
STAMP_SHARE: Final = 0.72
"""How much of the foot's width the state of the book may take."""
LINE: Final = 0.2
"""Line of a rule, in millimetres."""
INK: Final = 20
SOFT: Final = 95
BAND: Final = 243
RULE: Final = 185
"""Greys, 0 black to 255 white."""


def pdf_pages(document: Document, paper: PageSize) -> tuple[bytes, tuple[str, ...]]:
    """Return the document as a PDF file, and a warning for each letter replaced.

    Raises:
        ExportError: a font that comes with the program is missing or damaged.
    """
    fonts = fonts_for(letters_of(document))
    if paper.name not in SMALL_PAPERS:
        height = paper.height or ROLL_MAX
        return _written(document, paper, height, fonts, 1.0).content, fonts.warnings
    return _small(document, paper, fonts), fonts.warnings


@dataclass(frozen=True, slots=True)
class _Written:
    """A file, and how much paper it took."""

    content: bytes
    pages: int
    end: float
    """Where the text of the last page ends, in millimetres from above."""


def _written(
    document: Document, paper: PageSize, height: float, fonts: Fonts, scale: float
) -> _Written:
    writer = _Writer(document, paper, height, fonts, scale)
    try:
        writer.write()
        pages, end = writer.pdf.page_no(), writer.pdf.get_y()
        return _Written(bytes(writer.pdf.output()), pages, end)
    finally:
        writer.close()


def _small(document: Document, paper: PageSize, fonts: Fonts) -> bytes:
    """Return a slip: a roll as long as the text, a sheet as small as it takes."""
    if paper.height is None:
        trial = _written(document, paper, ROLL_MAX, fonts, SLIP_SCALES[0])
        height = trial.end + paper.margin
        return _written(document, paper, height, fonts, SLIP_SCALES[0]).content
    slip = _written(document, paper, paper.height, fonts, SLIP_SCALES[0])
    for scale in SLIP_SCALES[1:]:
        if slip.pages == 1:
            break
        slip = _written(document, paper, paper.height, fonts, scale)
    return slip.content


class _Pages(FPDF):
    """The pages; knows only how each one ends."""

    def __init__(self, paper: PageSize, height: float) -> None:
        super().__init__(format=(paper.width, height))
        self.stamp = ""
        self._has_foot = paper.height is not None
        self.set_margins(paper.margin, paper.margin)
        self.set_auto_page_break(auto=False)
        self.c_margin = 0.0  # cells are placed by us; the text begins where they do
        room = paper.margin + SMALL * MM * LEADING if self._has_foot else 0.0
        self.foot_room = room
        """Height that the foot of a page takes, in millimetres."""

    def footer(self) -> None:
        """Write the state of the book and the page's number."""
        if not self._has_foot:
            return
        height = SMALL * MM * LEADING
        self.set_y(self.t_margin * 0.4 - self.foot_room)
        self.set_font(MAIN, size=SMALL)
        self.set_text_color(SOFT)
        self.text_mode = TextMode.FILL
        number = f"page {self.page_no()} of {{nb}}"
        self.cell(w=self.epw, h=height, text=number, align="R")
        self.set_x(self.l_margin)
        room = self.epw * STAMP_SHARE
        stamp = shortened(self.stamp, lambda text: self.get_string_width(text) <= room)
        self.cell(w=self.epw, h=height, text=stamp)


class _Writer:
    """Writes one document onto pages of one size."""

    def __init__(
        self,
        document: Document,
        paper: PageSize,
        height: float,
        fonts: Fonts,
        scale: float,
    ) -> None:
        self._document = document
        self._scale = scale
        self.pdf = _Pages(paper, height)
        self._text = Typesetter(self.pdf, fonts)
        self._layout = TableLayout(self._text, self._scale)
        self.pdf.stamp = self._text.clean(document.stamp)
        self.pdf.set_title(readable(f"{document.title} · {document.event}"))
        self.pdf.set_subject("; ".join(f"{n}: {v}" for n, v in document.proof))
        self.pdf.set_creator("riichi-ledger")
        self.pdf.set_lang("en")
        self.pdf.set_creation_date(document.at.astimezone(UTC))
        self._turn = "P"

    def close(self) -> None:
        """Close what the fonts are read from."""
        self._text.close()

    def write(self) -> None:
        """Write every block, and what the document rests on at its end."""
        document = self._document
        if any(self._layout.is_wide(table, self.pdf.epw) for table in document.tables):
            self._turn = "L"
        self._new_page()
        self._sentence(document.event, TITLE, is_strong=True)
        self._sentence(document.title, HEADING, ink=SOFT)
        for block in document.blocks:
            self.pdf.ln(3.0 * self._scale)
            self._block(block)
        self._proof()

    def _new_page(self) -> None:
        self.pdf.add_page(orientation=self._turn)

    @property
    def _bottom(self) -> float:
        """Where the foot of the page begins, in millimetres from above."""
        return self.pdf.h - self.pdf.foot_room - self.pdf.t_margin * 0.6

    def _make_room(self, height: float) -> bool:
        """Begin a page if so much does not fit on this one; return whether it did."""
        if self.pdf.get_y() + height <= self._bottom:
            return False
        self._new_page()
        return True

    def _proof(self) -> None:
        self.pdf.ln(3.0 * self._scale)
        height = SMALL * MM * LEADING
        self._make_room(height * len(self._document.proof))
        self.pdf.set_draw_color(RULE)
        at = self.pdf.get_y()
        self.pdf.line(self.pdf.l_margin, at, self.pdf.w - self.pdf.r_margin, at)
        self.pdf.ln(1.0)
        for name, value in self._document.proof:
            self._sentence(f"{name}: {value}", SMALL, ink=SOFT)

    def _block(self, block: Block) -> None:
        match block:
            case Table():
                self._table(block)
            case Paragraphs(lines=lines, is_strong=is_strong):
                for line in lines:
                    self._sentence(line, BODY, is_strong=is_strong)
            case Signatures(roles=roles):
                self._signatures(roles)
            case Picture():
                self._picture(block)

    def _picture(self, picture: Picture) -> None:
        """Place a picture over the width of the text, as far as the page has room."""
        top = HEADING * self._scale * MM * LEADING + 0.8
        most = self._bottom - self.pdf.t_margin - top
        width = min(self.pdf.epw, PICTURE, most / picture.ratio)
        self._make_room(top + width * picture.ratio)
        self._sentence(picture.title, HEADING, is_strong=True)
        self.pdf.ln(0.8)
        self.pdf.image(
            io.BytesIO(picture.png),
            x=self.pdf.l_margin,
            w=width,
            h=width * picture.ratio,
            alt_text=picture.words,
        )

    def _sentence(
        self, text: str, size: float, *, is_strong: bool = False, ink: int = INK
    ) -> None:
        """Write a sentence over as many lines as it needs."""
        size *= self._scale
        height = size * MM * LEADING
        self._pen(size, ink=ink, is_strong=is_strong)
        for line in self._text.lines(self._text.clean(text), size, self.pdf.epw - 0.2):
            if self._make_room(height):
                self._pen(size, ink=ink, is_strong=is_strong)
            self.pdf.set_x(self.pdf.l_margin)
            self._cell(self.pdf.epw, height, line)
            self.pdf.ln(height)
        self._pen(size)

    def _signatures(self, roles: Sequence[str]) -> None:
        size = BODY * self._scale
        height = size * MM * LEADING
        per_line = max(1, int(self.pdf.epw // SIGNATURE))
        for start in range(0, len(roles), per_line):
            self._make_room(SIGNING * self._scale + height)
            self.pdf.ln(SIGNING * self._scale)
            self._pen(size, ink=SOFT)
            self.pdf.set_draw_color(INK)
            width = self.pdf.epw / min(per_line, len(roles))
            for at, role in enumerate(roles[start : start + per_line]):
                left = self.pdf.l_margin + at * width
                self.pdf.line(left, self.pdf.y, left + width - 4, self.pdf.y)
                self.pdf.set_x(left)
                self._cell(width - 4, height, self._text.clean(role))
            self.pdf.ln(height)

    def _table(self, table: Table) -> None:
        title = len(self._document.blocks) > 1
        if title:
            self._make_room(self._least(table))
            self._sentence(table.title, HEADING, is_strong=True)
            self.pdf.ln(0.8)
        if table.lines:
            grid = self._layout.grid(table, self.pdf.epw)
            self._heads(grid)
            for at, line in enumerate(table.lines):
                self._row(grid, line, is_odd=at % 2 == 1)
        elif table.empty:
            self._sentence(table.empty, BODY)
        for sentence in table.foot:
            self.pdf.ln(1.2)
            self._sentence(sentence, BODY)

    def _least(self, table: Table) -> float:
        """Return the height that a table needs to begin: a short one needs all."""
        rows = len(table.lines) if len(table.lines) <= TOGETHER else 3
        row = BODY * self._scale * MM * LEADING + 2 * PADDING
        return (rows + 2) * row + HEADING * self._scale * MM * LEADING

    def _heads(self, grid: Grid) -> None:
        self._pen(grid.size, is_strong=True)
        self._texts(grid, [self._text.lines(h, grid.size, w) for h, w in grid.heads()])
        self.pdf.set_draw_color(INK)
        at = self.pdf.get_y()
        self.pdf.line(self.pdf.l_margin, at, self.pdf.l_margin + sum(grid.widths), at)
        self._pen(grid.size)

    def _row(self, grid: Grid, line: Line, *, is_odd: bool) -> None:
        cells = self._layout.cells(grid, line)
        height = grid.height * max(map(len, cells)) + 2 * PADDING
        if self._make_room(height):
            self._heads(grid)
        if is_odd:
            self.pdf.set_fill_color(BAND)
            self.pdf.rect(
                self.pdf.l_margin, self.pdf.y, sum(grid.widths), height, style="F"
            )
        self._pen(grid.size, ink=SOFT if line.is_struck else INK)
        self._texts(grid, cells, is_struck=line.is_struck)

    def _texts(
        self, grid: Grid, cells: Sequence[Sequence[str]], *, is_struck: bool = False
    ) -> None:
        """Write one row and go below it."""
        left, top = self.pdf.l_margin, self.pdf.y + PADDING
        for at, lines in enumerate(cells):
            is_strong = grid.strong[at] and not is_struck
            if is_strong:
                self._pen(grid.size, is_strong=True)
            struck = is_struck and not grid.remarks[at]
            self._column(grid, at, (left, top), lines, is_struck=struck)
            if is_strong:
                self._pen(grid.size)
            left += grid.widths[at]
        rows = max((len(lines) for lines in cells), default=1)
        self.pdf.set_xy(self.pdf.l_margin, top + rows * grid.height + PADDING)

    def _column(
        self,
        grid: Grid,
        at: int,
        corner: tuple[float, float],
        lines: Sequence[str],
        *,
        is_struck: bool,
    ) -> None:
        """Write the lines of one cell, whose corner is above to the left."""
        left, top = corner
        room = grid.widths[at] - 2 * GAP
        for down, text in enumerate(lines):
            if not text:
                continue
            wide = self._text.width(text, grid.size)
            start = left + GAP + (room - wide if grid.numbers[at] else 0.0)
            self.pdf.set_xy(start, top + down * grid.height)
            self._cell(wide, grid.height, text)
            if is_struck:
                middle = top + (down + 0.52) * grid.height
                self.pdf.set_draw_color(SOFT)
                self.pdf.line(start, middle, start + wide, middle)

    def _cell(self, width: float, height: float, text: str) -> None:
        self.pdf.cell(w=width, h=height, text=visual(text))

    def _pen(self, size: float, *, ink: int = INK, is_strong: bool = False) -> None:
        """Set letters; strong ones are thickened, for want of a bold font."""
        pdf = self.pdf
        pdf.set_font(MAIN, size=size)
        pdf.set_text_color(ink)
        pdf.set_draw_color(ink)
        pdf.set_line_width(size * BOLD if is_strong else LINE)
        pdf.text_mode = TextMode.FILL_STROKE if is_strong else TextMode.FILL
