"""The README's pictures of pages: the demo's wall sheet, and its public page.

    python -m tests.files.page_picture

writes them anew; a test holds them to what the program writes. An SVG may hold a page
as it is, so that a picture is text too and the same on every machine.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.book import Book
from ledger.files.demo import demo
from ledger.files.html_page import html_page
from ledger.files.page_size import SIZES
from ledger.files.public_page import public_page
from ledger.files.public_report import Allowed, public_report
from ledger.files.standings_report import standings_report

FOLDER = Path(__file__).resolve().parents[2] / "docs"
DESK, PHONE, HEIGHT, GAP = 1000, 390, 800, 24
SHEET, TOP, END = 1000, 400, 460
FRAME = (
    '<foreignObject x="{x}" y="{y}" width="{width}" height="{height}">'
    '<body xmlns="http://www.w3.org/1999/xhtml" style="height: {height}px;'
    " overflow: hidden; border: 1px solid #888; display: flex; flex-direction: column;"
    ' justify-content: {end}"><main style="flex: none">{main}</main></body>'
    "</foreignObject>"
)
"""A window that is scrolled to one end of a page."""
WHOLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    ' font-size="16">\n<style>{style}</style>\n{frames}\n</svg>\n'
)


@contextmanager
def demo_book() -> Iterator[Book]:
    """Make the demo's book."""
    plan = demo()
    with (
        TemporaryDirectory() as folder,
        Book.create(
            Path(folder) / "demo.db",
            name=plan.name,
            ruleset=plan.ruleset,
            options=plan.options,
            rounds=plan.rounds,
            by=plan.signature("made"),
        ) as book,
    ):
        plan.fill(book)
        yield book


def inside(page: str, tag: str) -> str:
    """Return what stands in the first element of a kind."""
    found = re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
    assert found is not None
    return found[1]


def window(main: str, x: int, y: int, size: tuple[int, int], *, is_end: bool) -> str:
    """Return what a reader sees of a page."""
    end = "flex-end" if is_end else "flex-start"
    return FRAME.format(x=x, y=y, width=size[0], height=size[1], main=main, end=end)


def page_picture(book: Book) -> str:
    """Return the public page's picture, light or dark as the reader's system is."""
    report = public_report(book.state(), book.rules, Allowed())
    page = public_page(report, SIZES["a4"])
    main, x = inside(page, "main"), DESK + GAP
    frames = window(main, 0, 0, (DESK, HEIGHT), is_end=False)
    frames += window(main, x, 0, (PHONE, HEIGHT), is_end=True)
    style = inside(page, "style")
    return WHOLE.format(width=x + PHONE, height=HEIGHT, style=style, frames=frames)


def wall_picture(book: Book) -> str:
    """Return the picture of the sheet for the wall: how it begins and how it ends."""
    report = standings_report(book.state(), book.rules)
    page = html_page(report.document, SIZES["a4"])
    main, y = inside(page, "body"), TOP + GAP
    frames = window(main, 0, 0, (SHEET, TOP), is_end=False)
    frames += window(main, 0, y, (SHEET, END), is_end=True)
    style = inside(page, "style")
    return WHOLE.format(width=SHEET, height=y + END, style=style, frames=frames)


PICTURES = {FOLDER / "page.svg": page_picture, FOLDER / "wall.svg": wall_picture}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with demo_book() as demo_made:
        for path, draw in PICTURES.items():
            signs = path.write_text(draw(demo_made), "utf-8")
            sys.stdout.write(f"{path.name}: {signs:,} signs\n")
