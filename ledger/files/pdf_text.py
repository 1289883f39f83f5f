"""Text on PDF pages: which font has each letter, how wide it is, where lines break.

Widths are added up from the fonts' own tables, one look-up a letter, because a table of
4,000 players has a hundred thousand of them.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from fpdf import FPDF
from fpdf.fonts import TTFFont

from ledger.files.document import (
    Document,
    Paragraphs,
    Picture,
    Signatures,
    Table,
    readable,
    shown,
)
from ledger.files.fonts import Fonts, is_ignorable
from ledger.files.right_to_left import joined

MAIN: Final = "main"
MM: Final = 25.4 / 72
"""Millimetres in one point."""
_UNITS: Final = 1000
"""Units of width in the size of a letter."""
_FRAME: Final = "0123456789 pageof·…"
"""Letters that pages have of their own."""


def letters_of(document: Document) -> set[str]:
    """Return every letter that a document shows."""
    seen = set(_FRAME)
    for text in _texts(document):
        seen.update(composed(text))
    return seen


def _texts(document: Document) -> Iterator[str]:
    yield from (document.event, document.title, document.stamp)
    for fact in document.proof:
        yield from fact
    for block in document.blocks:
        match block:
            case Table():
                yield from _table_texts(block)
            case Paragraphs(lines=lines):
                yield from lines
            case Signatures(roles=roles):
                yield from roles
            case Picture(title=title):
                yield title


def _table_texts(table: Table) -> Iterator[str]:
    yield from (table.title, table.empty, *table.foot)
    yield from (column.title for column in table.columns)
    for line in table.lines:
        for column, value in zip(table.columns, line.cells, strict=True):
            yield shown(column.kind, value)


def composed(text: str) -> str:
    """Return a text with letters, accents and Arabic forms as fonts have them.

    >>> composed("Mu\u0308ller")
    'Müller'
    """
    if text.isascii() and text.isprintable():
        return text
    return joined(unicodedata.normalize("NFC", readable(text)))


def _embedded(font: object) -> TTFFont:
    assert isinstance(font, TTFFont), "only font files are added"
    return font


class Typesetter:
    """Measures, breaks and prepares text in the fonts of one file."""

    def __init__(self, pdf: FPDF, fonts: Fonts) -> None:
        self._fonts = fonts
        self._widths: dict[str, float] = {}
        names = [MAIN, *(f"other{at}" for at in range(1, len(fonts.fonts)))]
        for name, font in zip(names, fonts.fonts, strict=True):
            pdf.add_font(name, fname=font.path)
        pdf.set_fallback_fonts(names[1:], exact_match=False)
        self._embedded = [_embedded(pdf.fonts[name]) for name in names]
        self._tables: list[Mapping[int, float]] = [f.cw for f in self._embedded]
        self.clean = lru_cache(maxsize=4096)(self._clean)

    def close(self) -> None:
        """Close the font files, which fpdf2 leaves open."""
        for font in self._embedded:
            font.ttfont.close()

    def _clean(self, text: str) -> str:
        """Return a text of which every letter can be printed, in reading order."""
        whole = composed(text)
        if whole.isascii():
            return whole
        kept = "".join(letter for letter in whole if not is_ignorable(letter))
        return self._fonts.printable(kept)

    def width(self, text: str, size: float) -> float:
        """Return how wide a clean text is, in millimetres, `size` in points."""
        widths = self._widths
        total = 0.0
        for letter in text:
            if letter not in widths:
                widths[letter] = self._letter(letter)
            total += widths[letter]
        return total * size * MM / _UNITS

    def _letter(self, letter: str) -> float:
        for font, table in zip(self._fonts.fonts, self._tables, strict=True):
            if ord(letter) in font.letters:
                return float(table[ord(letter)])
        return 0.0

    def lines(self, text: str, size: float, room: float) -> list[str]:
        """Return a clean text as lines that fit into `room` millimetres.

        A line breaks after a space or a hyphen, between Japanese letters, and inside a
        word only where the word alone is too wide.
        """
        if self.width(text, size) <= room:
            return [text]
        lines: list[str] = []
        line, last_break = "", 0
        for letter in text:
            if line and self.width(line + letter, size) > room and letter != " ":
                at = last_break or len(line)
                lines.append(line[:at].rstrip())
                line, last_break = line[at:], 0
            line += letter
            if letter in " -;→" or unicodedata.east_asian_width(letter) in "WF":
                last_break = len(line)
        return [*lines, line.rstrip()]
