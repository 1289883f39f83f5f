"""Readers of papers that we did not write, and what stands in them as plain values."""

import csv
import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest

from ledger.files.papers import Paper

OFFICE = shutil.which("soffice")
CHROMIUM = shutil.which("chromium")
POPPLER = shutil.which("pdftotext")
needs_office = pytest.mark.skipif(
    OFFICE is None, reason="LibreOffice (Debian: libreoffice-calc) is not installed"
)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="Chromium (Debian: chromium) is not installed"
)
needs_poppler = pytest.mark.skipif(
    POPPLER is None, reason="pdftotext (Debian: poppler-utils) is not installed"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a paper tells of one player. Units: points."""

    rank: int
    number: str
    penalties: int
    total: int


def in_points(text: str) -> int:
    """Return points out of a tournament score such as `−20.0` or `+1,041.3`."""
    match = re.fullmatch(r"([+−]?)([0-9,]+)\.([0-9]{1,3})", text)
    assert match, f"{text!r} is no tournament score"
    amount = int(match[2].replace(",", "")) * 1000 + int(match[3].ljust(3, "0"))
    return -amount if match[1] == "−" else amount


def told(row: Mapping[str, Any]) -> Told:
    """Return a row of a table for people."""
    return Told(
        int(str(row["Place"]).removesuffix("=")),
        str(row["No."]),
        in_points(str(row["Penalties"])),
        in_points(str(row["Total"])),
    )


def content(paper: Paper) -> str:
    assert isinstance(paper.content, str)
    return paper.content


def data(paper: Paper) -> bytes:
    assert isinstance(paper.content, bytes)
    return paper.content


def from_csv(text: str) -> list[Told]:
    return [
        Told(int(r["rank"]), r["number"], int(r["penalties"]), int(r["total"]))
        for r in csv.DictReader(io.StringIO(text))
    ]


def from_json(text: str) -> list[Told]:
    return [
        Told(row["rank"], row["number"], row["penalties"], row["total"])
        for row in json.loads(text)["rows"]
    ]


class _Tables(HTMLParser):
    """Collects the cells of every table."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._is_cell = False

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._is_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._is_cell = False

    def handle_data(self, data: str) -> None:
        if self._is_cell:
            self.tables[-1][-1][-1] += data


def html_tables(text: str) -> list[list[dict[str, str]]]:
    """Return the rows of each table by the titles of its columns."""
    parser = _Tables()
    parser.feed(text)
    return [_by_title(table) for table in parser.tables]


def markdown_tables(text: str) -> list[list[dict[str, str]]]:
    """Return the rows of each pipe table by the titles of its columns."""
    tables: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("| "):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            tables[-1].append([re.sub(r"\\(.)", r"\1", c.strip()) for c in cells])
        elif tables[-1]:
            tables.append([])
    return [_by_title([t[0], *t[2:]]) for t in tables if t]


def _by_title(rows: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def opened(paper: bytes) -> Any:  # noqa: ANN401 - openpyxl is untyped
    """Return a workbook as openpyxl reads it."""
    return openpyxl.load_workbook(io.BytesIO(paper))


def sheet_rows(
    sheet: Any,  # noqa: ANN401
    header: int = 2,
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a sheet by the titles in its header, until a blank one."""
    titles = [cell.value for cell in sheet[header]]
    for row in sheet.iter_rows(min_row=header + 1, values_only=True):
        if not any(value is not None for value in row[1:]):
            return
        yield dict(zip(titles, row, strict=True))


def from_xlsx(paper: bytes) -> list[Told]:
    rows = sheet_rows(opened(paper)["Players"])
    return [
        Told(row["Place"], row["No."], row["Penalties"], row["Total"]) for row in rows
    ]


def pdf_lines(paper: bytes) -> list[str]:
    """Return the lines of text of all pages, as pypdf reads them."""
    pages = pypdf.PdfReader(io.BytesIO(paper)).pages
    texts = (page.extract_text().replace("\0", "") for page in pages)
    return [line for text in texts for line in text.splitlines()]


_LINE = re.compile(
    r"(?P<rank>\d+)=? (?P<number>\S+) .* (?P<penalties>[+−]?[\d,]+\.\d+)"
    r" (?P<total>[+−]?[\d,]+\.\d+)"
)


def from_pdf(lines: Sequence[str]) -> list[Told]:
    """Return the players' lines; those of penalties have no two scores at the end."""
    found = [_LINE.fullmatch(re.sub(r" +", " ", line.strip())) for line in lines]
    return [
        Told(
            int(match["rank"]),
            match["number"],
            in_points(match["penalties"]),
            in_points(match["total"]),
        )
        for match in found
        if match
    ]


def by_office(paper: bytes, suffix: str, folder: Path) -> list[list[str]]:
    """Return the first sheet of a file as LibreOffice shows it, cell by cell."""
    assert OFFICE
    source = folder / f"in{suffix}"
    source.write_bytes(paper)
    subprocess.run(
        [
            OFFICE,
            f"-env:UserInstallation=file://{folder}/profile",
            "--headless",
            "--convert-to",
            # separator, quote, UTF-8, first line, no formats, language, quote all
            # text, as shown
            "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true",
            "--outdir",
            str(folder / "out"),
            str(source),
        ],
        check=True,
        capture_output=True,
        timeout=180,
    )
    text = (folder / "out" / "in.csv").read_text(encoding="utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


Reader = Callable[[Paper], list[Told]]
READERS: Mapping[str, Reader] = {
    "csv": lambda paper: from_csv(content(paper)),
    "json": lambda paper: from_json(content(paper)),
    "html": lambda paper: [told(row) for row in html_tables(content(paper))[0]],
    "md": lambda paper: [told(row) for row in markdown_tables(content(paper))[0]],
    "xlsx": lambda paper: from_xlsx(data(paper)),
    "pdf": lambda paper: from_pdf(pdf_lines(data(paper))),
}
"""By format, what reads the players' ranks, penalties and totals out of a paper."""
