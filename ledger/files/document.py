"""What every paper holds, whatever its format: a title, its proof, tables and lines.

A report is put together once as a `Document`; a workbook, a web page, Markdown and PDF
pages are each one writer of documents, so that no two formats can tell different
numbers. Cells are typed values (whole points, places) and are put into words here only,
as the field writes them: tournament points `+41.3` with one decimal or as many as they
have, never rounded; raw scores in points or, on demand, in hundreds.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from ledger.core.wording import MINUS, points

POINT: Final = 1000
"""Points in one tournament point (1 P)."""
HUNDRED: Final = 100
TENTH: Final = 10
"""What a rate is stored in: 208 is 20.8."""
SEPARATOR: Final = " · "
"""What stands between the parts of a stamp."""
_BIDI_MARKS: Final = frozenset("\u061c\u200e\u200f")


class Kind(StrEnum):
    """What a column holds, and so how it is aligned and written."""

    TEXT = "text"
    COUNT = "count"
    """A plain whole number: games, rounds, entries."""
    PLACE = "place"
    POINTS = "points"
    """Table points: `+23,400`."""
    HUNDREDS = "hundreds"
    """Table points as score sheets have them: `+234`."""
    TOURNAMENT = "tournament"
    """Points after uma: `+41.3`."""
    RATE = "rate"
    """Tenths of something counted against something else: `20.8`."""

    @property
    def is_number(self) -> bool:
        """Whether the column is aligned to the right."""
        return self is not Kind.TEXT


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the standings; None is unranked."""

    rank: int | None
    is_shared: bool = False


Value = str | int | Place | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    kind: Kind = Kind.TEXT
    is_strong: bool = False
    """Set bold: what the table is about."""
    is_remark: bool = False
    """Says why a line is struck, and so is not struck itself."""
    is_detail: bool = False
    """May be left out where there is no room: on a telephone."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table; a struck one is taken back and says so in its words too."""

    cells: tuple[Value, ...]
    is_struck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table with a name of its own."""

    title: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    empty: str = ""
    """What is said in place of a table without lines."""
    foot: tuple[str, ...] = ()
    """Sentences under the table."""


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Sentences that belong together."""

    lines: tuple[str, ...]
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Signatures:
    """Room for each of these people to sign and date."""

    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of numbers that a table of the same paper holds as well.

    Formats of text leave it out. Which of the two forms it has is the format's: a web
    page takes the drawing, pages of paper the points.
    """

    title: str
    words: str
    """What it shows, for those who do not see it."""
    ratio: float
    """Height by width."""
    svg: str = ""
    """A drawing that takes its inks from the page it is put into."""
    png: bytes = b""
    """Fine enough for print, black on white."""


Block = Table | Paragraphs | Signatures | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A paper: what it is, what it rests on, and its blocks in order."""

    event: str
    title: str
    proof: tuple[tuple[str, str], ...]
    """What it rests on, by name: ruleset, digest, as of which entry, head hash."""
    stamp: str
    """The proof in short, for the foot of each page."""
    blocks: tuple[Block, ...]
    at: datetime
    """When the book's last entry was written: the same book gives the same bytes."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables among the blocks."""
        return tuple(block for block in self.blocks if isinstance(block, Table))


def shown(kind: Kind, value: Value) -> str:
    """Return a cell in words.

    >>> shown(Kind.TOURNAMENT, 41_300), shown(Kind.HUNDREDS, 23_400)
    ('+41.3', '+234')
    >>> shown(Kind.PLACE, Place(2, is_shared=True)), shown(Kind.PLACE, Place(None))
    ('2=', '–')
    """
    match value:
        case None:
            return ""
        case str():
            return readable(value)
        case Place(rank=None):
            return "–"
        case Place(rank=rank, is_shared=is_shared):
            return f"{rank}=" if is_shared else str(rank)
        case int():
            return _number(kind, value)


def _number(kind: Kind, value: int) -> str:
    match kind:
        case Kind.TOURNAMENT:
            return tournament(value)
        case Kind.HUNDREDS:
            return _scaled(value, HUNDRED, least=0)
        case Kind.POINTS:
            return points(value)
        case Kind.RATE:
            return f"{value // TENTH}.{value % TENTH}"
        case _:
            return f"{value}".replace("-", MINUS)


def tournament(amount: int) -> str:
    """Return points after uma as the field writes them; exact, never rounded.

    >>> tournament(41_300), tournament(0), tournament(333)
    ('+41.3', '0.0', '+0.333')
    """
    return _scaled(amount, POINT, least=1)


def _scaled(amount: int, unit: int, *, least: int) -> str:
    """Return `amount / unit` with at least so many decimals."""
    whole, rest = divmod(abs(amount), unit)
    decimals = f"{rest:0{len(str(unit)) - 1}d}".rstrip("0").ljust(least, "0")
    sign = "" if not amount else "+" if amount > 0 else MINUS
    return f"{sign}{whole:,}.{decimals}" if decimals else f"{sign}{whole:,}"


def readable(text: str) -> str:
    r"""Return a text for paper: on one line, what nobody could see made visible.

    Marks of writing direction stay; writers that know how keep them inside the cell.

    >>> readable("a\tb\x1b")
    'a b␛'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_readable, text))


def _readable(char: str) -> str:
    if char in "\t\n\r\v\f\u0085\u2028\u2029":
        return " "
    if ord(char) < ord(" "):
        return chr(0x2400 + ord(char))
    category = unicodedata.category(char)
    if category in ("Cc", "Cs", "Cn"):
        return "\N{REPLACEMENT CHARACTER}"
    return char


def shortened(stamp: str, fits: Callable[[str], bool]) -> str:
    """Return a stamp without as many of its first parts as it takes to fit.

    >>> shortened("EMA 2025 · as of #9 · head 1f", lambda text: len(text) < 20)
    'as of #9 · head 1f'
    """
    while not fits(stamp) and SEPARATOR in stamp:
        stamp = stamp.partition(SEPARATOR)[2]
    return stamp


def is_right_to_left(text: str) -> bool:
    """Whether a text has letters or marks that are written from right to left."""
    if text.isascii():
        return False
    return any(
        char in _BIDI_MARKS
        or unicodedata.bidirectional(char) in ("R", "AL", "RLE", "RLO")
        for char in text
    )
