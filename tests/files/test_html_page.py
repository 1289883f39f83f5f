"""The web page needs nothing but itself, and no name can act on it."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from ledger.files.html_page import html_page
from ledger.files.page_size import SIZES
from ledger.files.standings_report import standings_report
from tests.files.events import Make
from tests.files.hard_names import HARD, MORE, hard_event
from tests.files.paper_readers import CHROMIUM, html_tables, needs_chromium


@pytest.fixture
def page(make: Make) -> str:
    event = hard_event(make())
    report = standings_report(event.book.state(), event.book.rules)
    return html_page(report.document, SIZES["a4"])


def test_names_are_text_whatever_they_hold(page: str) -> None:
    rows = html_tables(page)[0]
    assert {row["Player"] for row in rows} == {*HARD, *MORE}
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;amp;&quot;&#x27;&lt;/b&gt;" in page


def test_a_text_that_could_turn_the_line_is_isolated(page: str) -> None:
    for name in HARD[-2:]:
        assert f"<bdi>{name}</bdi>" in page


def test_the_page_names_nothing_outside_itself(page: str) -> None:
    assert not re.search(r"src=|href=|url\(|@import|<script|<link|\son\w+=", page)
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "")


def test_it_is_light_dark_and_ready_to_print(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    assert "table-header-group" in page
    assert "@page { size: 210mm 297mm; margin: 14mm; }" in page


def chromium(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run Chromium without a window and without anything it would fetch by itself."""
    assert CHROMIUM
    quiet: Sequence[str] = (
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--disable-extensions", "--disable-default-apps",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--hide-scrollbars",
        f"--user-data-dir={folder / 'profile'}",
    )  # fmt: skip
    return subprocess.run(
        [CHROMIUM, *quiet, *arguments], check=True, capture_output=True, timeout=120
    )


def asked_for(page: str, folder: Path) -> set[str]:
    """Return what a page makes a browser ask others for, and leave a picture of it."""
    path, log = folder / "p.html", folder / "log.json"
    path.write_text(page, encoding="utf-8")
    chromium(
        folder,
        "--window-size=1000,700",
        f"--screenshot={folder / 'p.png'}",
        f"--log-net-log={log}",
        path.as_uri(),
    )
    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    told = [event.get("params", {}) for event in events]
    asked = [params for params in told if "initiator" in params]
    # What the browser wants for itself has no origin.
    return {a["url"] for a in asked if a["initiator"] != "not an origin"}


@needs_chromium
def test_a_browser_shows_it_and_asks_nobody(page: str, tmp_path: Path) -> None:
    assert asked_for(page, tmp_path) == set()
    picture = (tmp_path / "p.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000, "a blank page is smaller"
    picky = page.replace("default-src 'none'", "img-src *")
    outside = picky.replace("</body>", '<img src="http://outside.invalid/x"></body>')
    assert asked_for(outside, tmp_path) == {"http://outside.invalid/x"}


@needs_chromium
def test_a_browser_prints_the_header_on_every_sheet(make: Make, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    event = make()
    rows = "".join(f"{number},Player {number}\n" for number in range(1, 121))
    event.write("players", f"number,name\n{rows}")
    event.load()
    report = standings_report(event.book.state(), event.book.rules)
    path, out = tmp_path / "p.html", tmp_path / "p.pdf"
    path.write_text(html_page(report.document, SIZES["a4"]), encoding="utf-8")
    chromium(tmp_path, f"--print-to-pdf={out}", "--no-pdf-header-footer", path.as_uri())
    pages = pypdf.PdfReader(out).pages
    assert len(pages) > 2
    assert round(float(pages[0].mediabox.width)) == 595
    for sheet in pages[:-1]:
        assert "Place" in sheet.extract_text()
