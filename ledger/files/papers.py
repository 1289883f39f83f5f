"""A document written in one of the formats that people print, send or open.

The libraries for workbooks and PDF are loaded only when such a paper is asked for.
"""

from dataclasses import dataclass, field
from typing import Final

from ledger.core.situations import nearest
from ledger.core.wording import literal
from ledger.errors import ExportError
from ledger.files.document import Document
from ledger.files.html_page import html_page
from ledger.files.markdown_page import markdown_page
from ledger.files.page_size import PageSize
from ledger.files.text_page import text_page

SHEETS: Final = ("xlsx", "html", "md", "pdf")
"""Formats of a report."""
SLIPS: Final = ("txt", "html", "pdf")
"""Formats of a slip."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A document as it is written to a file."""

    content: str | bytes
    warnings: tuple[str, ...] = field(default=())


def paper(document: Document, form: str, size: PageSize) -> Paper:
    """Return a document in a format of `SHEETS` or `SLIPS`.

    Raises:
        ExportError: it cannot be written; no font, for example.
    """
    match form:
        case "xlsx":
            from ledger.files.workbook import workbook

            return Paper(workbook(document, size))
        case "html":
            return Paper(html_page(document, size))
        case "md":
            return Paper(markdown_page(document))
        case "txt":
            return Paper(text_page(document, size))
        case _:
            from ledger.files.pdf_pages import pdf_pages

            return Paper(*pdf_pages(document, size))


def known_form(form: str, known: tuple[str, ...]) -> str:
    """Return a format's name in small letters.

    Raises:
        ExportError: there is no such format.
    """
    if form.lower() in known:
        return form.lower()
    raise ExportError(
        "",
        f"format {literal(form)!r} is unknown, expected {' or '.join(known)}"
        + nearest(form, known),
    )
