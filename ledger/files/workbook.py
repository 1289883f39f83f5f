"""A document as a workbook: one sheet a table, and one that tells what it rests on.

Numbers are stored as whole points and only shown as the field writes them: the sheet
says +41.3 and the cell holds 41300, so that sums in the workbook are exact. Text is
stored as text and, where a spreadsheet would take it for a formula once it is edited,
marked as such; to the eye it is unchanged.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from ledger.core.wording import MINUS
from ledger.files.cells import width
from ledger.files.document import (
    HUNDRED,
    TENTH,
    Column,
    Document,
    Kind,
    Line,
    Place,
    Table,
    readable,
    shortened,
    shown,
)
from ledger.files.page_size import PageSize

NUMBER_FORMATS: Final[Mapping[Kind, str]] = {
    Kind.COUNT: "0",
    Kind.PLACE: "0",
    Kind.POINTS: f'+#,##0;"{MINUS}"#,##0;0',
    Kind.HUNDREDS: f'+#,##0;"{MINUS}"#,##0;0',
    Kind.TOURNAMENT: f'+#,##0.0##,;"{MINUS}"#,##0.0##,;0.0',
    Kind.RATE: "0.0",
}
"""How a spreadsheet shows whole points; a comma at the end divides by a thousand."""
SHARED: Final = '0"="'
UNRANKED: Final = "–"
TEXT_MAX: Final = 32_767
"""Characters that a cell takes."""
WIDTH_MAX: Final = 44
"""Cells that a column is wide at most; longer text is wrapped."""
LANDSCAPE_CELLS: Final = 110
"""From so many cells on a table is printed across the sheet."""
ROW: Final = 15.0
"""Height of a row of one line, in points."""
SHEET_NAME_MAX: Final = 31
PROPERTY_MAX: Final = 250
STAMP_MAX: Final = 220
"""Characters; the foot of a sheet takes 255 with its page number."""
_PAPERS: Final = {"a4": 9, "letter": 1}
"""Sizes of paper by the number that the file format gives them."""
_FORMULA_STARTS: Final = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True)
class _Style:
    """What formats a cell: kept apart so that each format is made once."""

    number: str = ""
    is_right: bool = False
    is_struck: bool = False
    is_strong: bool = False
    is_wrapped: bool = False
    is_header: bool = False
    is_quoted: bool = False


class _Formats:
    """The formats of one workbook, made as they are needed."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._made: dict[_Style, Format] = {}

    def __call__(self, style: _Style) -> Format:
        made = self._made.get(style)
        if made is None:
            made = self._book.add_format(_properties(style))
            self._made[style] = made
        return made


def _properties(style: _Style) -> dict[str, object]:
    # Text is set in a little, as a number ends where the text beside it begins.
    side = {"align": "right"} if style.is_right else {"align": "left", "indent": 1}
    parts: tuple[tuple[bool, dict[str, object]], ...] = (
        (True, {"valign": "top"}),
        (bool(style.number), {"num_format": style.number}),
        (not style.number, dict(side)),
        (style.is_struck, {"font_strikeout": True, "font_color": "#6B6B6B"}),
        (style.is_strong or style.is_header, {"bold": True}),
        (style.is_wrapped, {"text_wrap": True}),
        (style.is_header, {"bottom": 2, "bg_color": "#E9EDF2"}),
        (style.is_quoted, {"quote_prefix": True}),
    )
    properties: dict[str, object] = {}
    for is_wanted, part in parts:
        if is_wanted:
            properties |= part
    return properties


def workbook(document: Document, paper: PageSize, *, titled: bool = True) -> bytes:
    """Return the workbook as the bytes of an XLSX file.

    Args:
        document: What it holds; paragraphs and signatures have no place in it.
        paper: What it is printed on.
        titled: Whether a title stands above each table; without it the header is the
            first row, for readers that go by position.
    """
    held = io.BytesIO()
    book = Workbook(held, {"in_memory": True, "strings_to_formulas": False})
    book.set_properties(
        {
            "title": _fitting(f"{document.title} · {document.event}", PROPERTY_MAX),
            "subject": _fitting(document.event, PROPERTY_MAX),
            "comments": "; ".join(f"{name}: {value}" for name, value in document.proof),
            "created": document.at.astimezone(UTC).replace(tzinfo=None),
        }
    )
    formats = _Formats(book)
    for table in document.tables:
        sheet = book.add_worksheet(sheet_name(table.title))
        _SheetWriter(sheet, formats, table, document).write(paper, titled=titled)
    about = book.add_worksheet("About")
    _write_about(about, formats, document)
    about.set_paper(_PAPERS[paper.name])
    about.fit_to_pages(1, 0)
    book.close()
    return held.getvalue()


def sheet_name(title: str) -> str:
    """Return a title as the name of a sheet: 31 characters, none that is forbidden.

    >>> sheet_name("Division A/B")
    'Division A-B'
    """
    name = "".join("-" if sign in "[]:*?/\\" else sign for sign in readable(title))
    return _fitting(name.strip("' ") or "Sheet", SHEET_NAME_MAX)


class _SheetWriter:
    """Writes one table."""

    def __init__(
        self, sheet: Worksheet, formats: _Formats, table: Table, document: Document
    ) -> None:
        self._sheet = sheet
        self._formats = formats
        self._table = table
        self._document = document
        self._widths = [
            min(WIDTH_MAX, max(map(width, texts)) + 3)
            for texts in zip(*_texts(table), strict=True)
        ]

    def write(self, paper: PageSize, *, titled: bool) -> None:
        """Write title, header, lines and foot, and set up the printer."""
        header = 1 if titled else 0
        if titled:
            title = f"{self._document.event} · {self._document.title}"
            self._text(0, 0, title, _Style(is_strong=True))
        for at, column in enumerate(self._table.columns):
            style = _Style(is_header=True, is_right=column.kind.is_number)
            self._text(header, at, column.title, style)
            self._sheet.set_column(at, at, self._widths[at])
        for down, line in enumerate(self._table.lines, header + 1):
            self._line(down, line)
        last = header + len(self._table.lines)
        if self._table.lines:
            self._sheet.autofilter(header, 0, last, len(self._table.columns) - 1)
        elif titled and self._table.empty:
            last += 1
            self._text(last, 0, self._table.empty, _Style())
        if titled:
            for down, sentence in enumerate(self._table.foot, last + 2):
                self._text(down, 0, sentence, _Style())
        self._set_up(paper, header)

    def _set_up(self, paper: PageSize, header: int) -> None:
        sheet = self._sheet
        sheet.freeze_panes(header + 1, 0)
        sheet.repeat_rows(0, header)
        sheet.set_paper(_PAPERS[paper.name])
        if sum(self._widths) > LANDSCAPE_CELLS:
            sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.8)
        stamp = self._document.stamp.replace("&", "&&")
        stamp = shortened(stamp, lambda text: len(text) <= STAMP_MAX)[:STAMP_MAX]
        sheet.set_footer(f"&L&8{stamp}&R&8Page &P of &N")

    def _line(self, row: int, line: Line) -> None:
        lines = max(
            (1 + width(text) // (WIDTH_MAX - 6)) for text in map(str, line.cells)
        )
        if lines > 1:
            # Spreadsheets do not all grow a row for wrapped text by themselves.
            self._sheet.set_row(row, ROW * lines)
        for at, (column, value) in enumerate(
            zip(self._table.columns, line.cells, strict=True)
        ):
            if value == "":
                continue
            if isinstance(value, str):
                is_long = self._widths[at] >= WIDTH_MAX
                is_struck = line.is_struck and not column.is_remark
                style = _Style(is_struck=is_struck, is_wrapped=is_long)
                self._text(row, at, value, style)
            elif value is not None:
                self._number(row, at, column, value, is_struck=line.is_struck)

    def _number(
        self, row: int, at: int, column: Column, value: int | Place, *, is_struck: bool
    ) -> None:
        if isinstance(value, Place):
            if value.rank is None:
                style = _Style(is_right=True, is_struck=is_struck)
                self._text(row, at, UNRANKED, style)
                return
            number, shape = value.rank, SHARED if value.is_shared else "0"
        else:
            number, shape = value, NUMBER_FORMATS[column.kind]
        style = _Style(number=shape, is_struck=is_struck, is_strong=column.is_strong)
        if column.kind is Kind.HUNDREDS and number % HUNDRED:
            style = replace(style, number=f'+#,##0.00;"{MINUS}"#,##0.00')
        size = {Kind.HUNDREDS: HUNDRED, Kind.RATE: TENTH}.get(column.kind, 1)
        self._sheet.write_number(row, at, number / size, self._formats(style))

    def _text(self, row: int, at: int, text: str, style: _Style) -> None:
        _write_text(self._sheet, self._formats, (row, at), text, style)


def _write_text(
    sheet: Worksheet,
    formats: _Formats,
    place: tuple[int, int],
    text: str,
    style: _Style,
) -> None:
    clean = _fitting(readable(text), TEXT_MAX)
    if clean.startswith(_FORMULA_STARTS):
        style = replace(style, is_quoted=True)
    sheet.write_string(*place, clean, formats(style))


def _write_about(sheet: Worksheet, formats: _Formats, document: Document) -> None:
    """Write what the workbook rests on, and how its numbers are to be read."""
    facts = [
        ("Event", document.event),
        ("Paper", document.title),
        *document.proof,
        *_units(document.tables),
        *(("Sum", table.foot[0]) for table in document.tables[:1] if table.foot),
    ]
    sheet.set_column(0, 0, 18)
    sheet.set_column(1, 1, 90)
    for row, (name, value) in enumerate(facts):
        _write_text(sheet, formats, (row, 0), name, _Style(is_strong=True))
        _write_text(sheet, formats, (row, 1), value, _Style(is_wrapped=True))


def _units(tables: Sequence[Table]) -> list[tuple[str, str]]:
    kinds = {column.kind for table in tables for column in table.columns}
    if not kinds & {Kind.TOURNAMENT, Kind.HUNDREDS}:
        return []
    told = "cells hold whole points; +41.3 is 41,300 points shown in thousands"
    return [("Units", told)]


def _texts(table: Table) -> list[list[str]]:
    return [
        [column.title for column in table.columns],
        *(
            [
                shown(column.kind, value)
                for column, value in zip(table.columns, line.cells, strict=True)
            ]
            for line in table.lines
        ),
    ]


def _fitting(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
