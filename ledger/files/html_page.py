"""A document as one web page that needs nothing else: no file, no script, no network.

Light and dark follow the reader's system; on paper it is black on white, with the
header of a table on every sheet. Every text from outside is escaped and isolated, so
that a name written from right to left cannot turn the line around.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from ledger.files.cells import width
from ledger.files.document import (
    Block,
    Column,
    Document,
    Line,
    Paragraphs,
    Picture,
    Signatures,
    Table,
    Value,
    readable,
    shown,
)
from ledger.files.page_size import PageSize

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""What the page may load: its own style and nothing else."""

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1e23; --soft: #5b636e; --paper: #fff;
  --rule: #c9ced6; --band: #f3f5f8; --minus: #a3221b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7eaee; --soft: #a2abb6; --paper: #15181c; --rule: #3b424b;
    --band: #1e2329; --minus: #ff9a90; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 84rem; color: var(--ink);
  background: var(--paper); font: 16px/1.45 "Noto Sans", "Noto Sans JP", "Segoe UI",
  "Hiragino Sans", "Yu Gothic UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h1 + p { font-size: 1.15rem; margin: .2rem 0 0; color: var(--soft); }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--rule); overflow-wrap: break-word; }
th { border-bottom: 2px solid var(--ink); white-space: nowrap; }
tbody tr:nth-child(even) { background: var(--band); }
td { white-space: nowrap; }
.wide { font-size: .86em; }
.n { text-align: right; }
.l { white-space: normal; min-width: 17ch; }
.t { font-weight: 600; }
.t.m { color: var(--minus); }
s { color: var(--soft); }
.foot { margin: .6rem 0 0; font-variant-numeric: tabular-nums; }
.strong { font-weight: 600; }
.block { margin-top: .8rem; }
.strong + .block { margin-top: 0; }
.sign { display: flex; flex-wrap: wrap; gap: 2rem; margin-top: 3.2rem; }
.sign div { flex: 1 1 12rem; border-top: 1px solid var(--ink); padding-top: .2rem;
  color: var(--soft); }
figure { margin: 0; max-width: 60rem; }
figure svg { display: block; width: 100%; height: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem;
  margin: 2.2rem 0 0; padding-top: .8rem; border-top: 1px solid var(--rule);
  font-size: .8rem; color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { body { font-size: 14px; } th, td { padding: .3rem .4rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --rule: #bbb;
    --band: #f3f3f3; --minus: #000; }
  body { padding: 0; max-width: none; font-size: PRINTpt; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr, .sign, dl, figure { break-inside: avoid; }
  h2 { break-after: avoid; }
  th, td { padding: .12rem .35rem; }
  .l { min-width: 0; }
}
"""
_PRINTED: Final = {"a6": 8.5, "80mm": 8.5}
"""Size of letters on small paper, in points."""
_LETTERS: Final = 9.5
MANY_COLUMNS: Final = 10
"""From more columns on a table is set smaller."""
ONE_LINE: Final = 24
"""Cells of text that are never broken into lines."""


def html_page(document: Document, paper: PageSize) -> str:
    """Return the page as text."""
    return "".join(f"{line}\n" for line in _lines(document, paper))


def _lines(document: Document, paper: PageSize) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield from head_lines(document, _POLICY, style_of(paper))
    yield "</head>"
    yield "<body>"
    yield from _body_lines(document)
    yield "</body>"
    yield "</html>"


def style_of(paper: PageSize) -> str:
    """Return the style of a page that may be printed on a paper."""
    letters = _PRINTED.get(paper.name, _LETTERS)
    page = f"@page {{ size: {paper.css}; margin: {paper.margin:g}mm; }}"
    return f"{_STYLE.replace('PRINT', f'{letters:g}')}{page}"


def head_lines(document: Document, policy: str, style: str) -> Iterator[str]:
    """Yield what stands in the head of a page.

    Args:
        document: What the page shows.
        policy: What it may load.
        style: How it looks.
    """
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{_escaped(f'{document.title} · {document.event}')}</title>"
    yield f"<style>{style}</style>"


def _body_lines(document: Document) -> Iterator[str]:
    """Yield what a page shows, without the element around it."""
    yield from heading(document)
    yield from blocks_lines(document.blocks, is_alone=len(document.blocks) == 1)
    yield from proof_lines(document)


def heading(document: Document) -> Iterator[str]:
    """Yield the names of the event and of the paper."""
    yield f"<h1>{_text(document.event)}</h1>"
    yield f"<p>{_text(document.title)}</p>"


def blocks_lines(blocks: Iterable[Block], *, is_alone: bool) -> Iterator[str]:
    """Yield some blocks; one that is alone on the page has no title of its own."""
    for block in blocks:
        yield from _block(block, is_alone=is_alone)


def proof_lines(document: Document) -> Iterator[str]:
    """Yield what the paper rests on."""
    yield "<dl>"
    for name, value in document.proof:
        yield f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>"
    yield "</dl>"


def _block(block: Block, *, is_alone: bool) -> Iterator[str]:
    match block:
        case Table():
            yield from _table(block, is_alone=is_alone)
        case Paragraphs(lines=lines, is_strong=is_strong):
            yield f'<div class="{"strong block" if is_strong else "block"}">'
            for line in lines:
                yield f"<div>{_text(line)}</div>"
            yield "</div>"
        case Signatures(roles=roles):
            rooms = "".join(f"<div>{_text(role)}</div>" for role in roles)
            yield f'<div class="sign">{rooms}</div>'
        case Picture(title=title, words=words, svg=svg):
            yield f"<section><h2>{_text(title)}</h2>"
            yield f'<figure role="img" aria-label="{_escaped(words)}">'
            yield f"{svg}</figure></section>"


def _table(table: Table, *, is_alone: bool) -> Iterator[str]:
    yield "<section>"
    if not is_alone:
        yield f"<h2>{_text(table.title)}</h2>"
    if table.lines:
        wide = ' class="wide"' if len(table.columns) > MANY_COLUMNS else ""
        title = _escaped(table.title)
        yield f'<div class="scroll"><table{wide} aria-label="{title}">'
        heads = "".join(
            f'<th scope="col"{_of_class(column)}>{_text(column.title)}</th>'
            for column in table.columns
        )
        long = _long_columns(table)
        yield f"<thead><tr>{heads}</tr></thead>"
        yield "<tbody>"
        for line in table.lines:
            yield _row(table.columns, line, long)
        yield "</tbody></table></div>"
    elif table.empty:
        yield f"<p>{_text(table.empty)}</p>"
    for sentence in table.foot:
        yield f'<p class="foot">{_text(sentence)}</p>'
    yield "</section>"


def _long_columns(table: Table) -> frozenset[int]:
    """Return the text columns that must be broken; the others stay on one line."""
    return frozenset(
        at
        for at, column in enumerate(table.columns)
        if not column.kind.is_number
        and any(width(str(line.cells[at])) > ONE_LINE for line in table.lines)
    )


def _row(columns: tuple[Column, ...], line: Line, long: frozenset[int]) -> str:
    cells = []
    for at, (column, value) in enumerate(zip(columns, line.cells, strict=True)):
        text = _text(shown(column.kind, value))
        if line.is_struck and text and not column.is_remark:
            text = f"<s>{text}</s>"
        of_class = _of_class(column, value, is_long=at in long)
        cells.append(f"<td{of_class}>{text}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _of_class(column: Column, value: Value = None, *, is_long: bool = False) -> str:
    names = ["n"] if column.kind.is_number else ["l"] if is_long else []
    if column.is_detail:
        names.append("d")
    if column.is_strong:
        names.append("t")
    if isinstance(value, int) and value < 0:
        names.append("m")
    return f' class="{" ".join(names)}"' if names else ""


def _escaped(text: str) -> str:
    return escape(readable(text))


def _text(text: str) -> str:
    """Return a text escaped, and isolated where it could turn the line around."""
    clean = readable(text)
    return escape(clean) if clean.isascii() else f"<bdi>{escape(clean)}</bdi>"
