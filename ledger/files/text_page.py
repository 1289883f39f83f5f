"""A document as plain text for a till printer: so many cells to a line, no more."""

from collections.abc import Iterator

from ledger.core.wording import literal
from ledger.files.cells import cut, width
from ledger.files.document import (
    Block,
    Document,
    Paragraphs,
    Picture,
    Signatures,
    Table,
    shown,
)
from ledger.files.page_size import PageSize


def text_page(document: Document, paper: PageSize) -> str:
    """Return the document as lines that fit the paper."""
    return "".join(f"{line}\n" for line in _lines(document, paper.columns))


def _lines(document: Document, cells: int) -> Iterator[str]:
    yield from wrapped(document.event, cells)
    yield from wrapped(document.title, cells)
    for block in document.blocks:
        yield "-" * cells
        yield from _block(block, cells)
    yield "-" * cells
    for name, value in document.proof:
        yield from wrapped(f"{name}: {value}", cells)


def _block(block: Block, cells: int) -> Iterator[str]:
    match block:
        case Table():
            yield from _table(block, cells)
        case Paragraphs(lines=sentences):
            for sentence in sentences:
                yield from wrapped(sentence, cells)
        case Signatures(roles=roles):
            for role in roles:
                yield ""
                yield ""
                yield "_" * cells
                yield from wrapped(role, cells)
        case Picture():
            pass  # its table says it


def _table(table: Table, cells: int) -> Iterator[str]:
    for line in table.lines:
        texts = (
            shown(column.kind, value)
            for column, value in zip(table.columns, line.cells, strict=True)
        )
        void = "VOID " if line.is_struck else ""
        yield from wrapped(void + "  ".join(filter(None, texts)), cells)
    for sentence in table.foot if table.lines else (table.empty, *table.foot):
        yield from wrapped(sentence, cells)


def wrapped(text: str, cells: int) -> Iterator[str]:
    """Yield a text as lines of at most so many cells, broken at spaces if there are.

    >>> list(wrapped("ron while furiten", 12)), list(wrapped("佐藤佐藤", 5))
    (['ron while', 'furiten'], ['佐藤', '佐藤'])
    """
    line = ""
    for word in literal(text).split(" "):
        joined = f"{line} {word}" if line else word
        if width(joined) <= cells:
            line = joined
            continue
        if line:
            yield line
        line = word
        while width(line) > cells:
            piece = cut(line, cells + 1)[:-1]
            yield piece
            line = line[len(piece) :]
    yield line
