"""The public page: one file that shows the standings and keeps itself up to date.

It lies in a folder, to be opened as a file or served by any web server, and needs
nothing else. Its script (public_page.js) asks for the page again and swaps the lines
that differ, so that nothing flickers and the reader stays where he was; without a
script the browser loads it again now and then. It may load itself and nothing else.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from ledger.files.document import Table
from ledger.files.html_page import (
    blocks_lines,
    head_lines,
    heading,
    proof_lines,
    style_of,
)
from ledger.files.page_size import PageSize
from ledger.files.public_report import PublicReport

_FOLDER: Final = Path(__file__).parent
_SCRIPT: Final = (_FOLDER / "public_page.js").read_text("utf-8")
_STYLE: Final = (_FOLDER / "public_page.css").read_text("utf-8")
BEGINNING: Final = '<!DOCTYPE html>\n<html lang="en" data-made="'
"""By which a page of ours is known."""
_WITHOUT_SCRIPT: Final = 10
"""How often a browser that runs no script loads the page. Units: seconds."""


def public_page(report: PublicReport, paper: PageSize) -> str:
    """Return the page as text.

    Args:
        report: What it tells.
        paper: What it is printed on.
    """
    style = f"{style_of(paper)}{_STYLE}"
    main = [*_main(report)]
    version = _digest(report.document.title, *main)
    made = _digest(style, _SCRIPT)
    lines = [
        f'{BEGINNING}{made}" data-version="{version}">',
        "<head>",
        *head_lines(report.document, _policy(), style),
        f'<noscript><meta http-equiv="refresh" content="{_WITHOUT_SCRIPT}"></noscript>',
        f"<script>{_SCRIPT}</script>",
        "</head>",
        "<body>",
        '<p id="line" role="status"></p>',
        *main,
        "</body>",
        "</html>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _main(report: PublicReport) -> Iterator[str]:
    """Yield what is swapped when it changes."""
    yield "<main>"
    yield from heading(report.document)
    yield '<div class="sides">'
    yield from _group(report.players, report)
    if report.others:
        yield from _group(report.others, report)
    yield "</div>"
    yield from proof_lines(report.document)
    yield "</main>"


def _group(tables: Sequence[Table], report: PublicReport) -> Iterator[str]:
    is_alone = len(report.document.blocks) == 1
    yield '<div class="group">'
    yield from blocks_lines(tables, is_alone=is_alone)
    yield "</div>"


def _policy() -> str:
    """Return what the page may load: its own style and script, and itself again."""
    digest = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}';"
        " connect-src 'self'; frame-src 'self' file:"
    )


def _digest(*texts: str) -> str:
    return sha256("\n".join(texts).encode(errors="backslashreplace")).hexdigest()[:16]
