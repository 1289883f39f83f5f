"""A document as Markdown: headings, aligned tables, the proof as a list.

Everything that Markdown or HTML would act on is escaped. Columns are filled up by
terminal cells, so that the text is a table to the eye as well.
"""

import re
from collections.abc import Iterator
from typing import Final

from ledger.files.cells import left, right, width
from ledger.files.document import (
    Block,
    Document,
    Line,
    Paragraphs,
    Picture,
    Signatures,
    Table,
    is_right_to_left,
    readable,
    shown,
)

_ACTING: Final = re.compile(r"([\\`*_\[\]<>|~&#])")
_FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
_POP: Final = "\N{POP DIRECTIONAL ISOLATE}"
ROOM: Final = r"\_" * 24
"""Where somebody signs."""
_LEAST: Final = 3
"""Dashes under a heading that every reader of tables takes."""


def markdown_page(document: Document) -> str:
    """Return the document as text."""
    return "".join(f"{line}\n" for line in _lines(document))


def _lines(document: Document) -> Iterator[str]:
    yield f"# {_escaped(document.event)}"
    yield ""
    yield f"## {_escaped(document.title)}"
    for block in document.blocks:
        yield ""
        yield from _block(block, is_alone=len(document.blocks) == 1)
    yield ""
    yield "---"
    yield ""
    for name, value in document.proof:
        yield f"- {_escaped(name)}: {_escaped(value)}"


def _block(block: Block, *, is_alone: bool) -> Iterator[str]:
    match block:
        case Table():
            yield from _table(block, is_alone=is_alone)
        case Paragraphs(lines=lines, is_strong=is_strong):
            for line in lines:
                text = f"**{_escaped(line)}**" if is_strong else _escaped(line)
                yield f"{text}  "
        case Signatures(roles=roles):
            for role in roles:
                yield f"{_escaped(role)}: {ROOM}"
                yield ""
        case Picture():
            pass  # its table says it


def _table(table: Table, *, is_alone: bool) -> Iterator[str]:
    if not is_alone:
        yield f"### {_escaped(table.title)}"
        yield ""
    if table.lines:
        yield from _grid(table)
    elif table.empty:
        yield _escaped(table.empty)
    for sentence in table.foot:
        yield ""
        yield _escaped(sentence)


def _grid(table: Table) -> Iterator[str]:
    titles = [_escaped(column.title) for column in table.columns]
    rows = [titles, *(_cells(table, line) for line in table.lines)]
    widths = [max(_LEAST, *map(width, cells)) for cells in zip(*rows, strict=True)]
    numbers = [column.kind.is_number for column in table.columns]
    dashes = [
        "-" * (cells - 1) + ":" if is_number else "-" * cells
        for cells, is_number in zip(widths, numbers, strict=True)
    ]
    for at, row in enumerate((titles, dashes, *rows[1:])):
        filled = [
            (right if is_number else left)(text, cells)
            for text, cells, is_number in zip(row, widths, numbers, strict=True)
        ]
        yield f"| {' | '.join(filled)} |" if at != 1 else f"| {' | '.join(dashes)} |"


def _cells(table: Table, line: Line) -> list[str]:
    texts = [
        _escaped(shown(column.kind, value))
        for column, value in zip(table.columns, line.cells, strict=True)
    ]
    return [
        f"~~{text}~~" if text and line.is_struck and not column.is_remark else text
        for column, text in zip(table.columns, texts, strict=True)
    ]


def _escaped(text: str) -> str:
    clean = _ACTING.sub(r"\\\1", readable(text))
    return f"{_FIRST_STRONG}{clean}{_POP}" if is_right_to_left(clean) else clean
