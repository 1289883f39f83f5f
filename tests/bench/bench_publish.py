"""How soon the public page shows a new entry in a browser; run by hand:

    python -m tests.bench.bench_publish [--entries 60] [--tables 8] [file] [http]

One process books, at random moments; `publish --watch` is another, Chromium a third.
Measured from when the entry is durable until a frame with it has been painted, with the
page opened as a file and over http from Python's web server.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import sleep, time

from playwright.sync_api import Page

from ledger.book import Book
from tests.bench.bench_book import draft
from tests.bench.bench_writers import make_hall
from tests.book import samples
from tests.browser import chromium, http_server

PROMISED = 1.0
"""Units: seconds."""
NOTE = """() => {
  window.painted = [];
  const number = () => /entry (\\d+)/.exec(document.querySelector("dl").textContent)[1];
  new MutationObserver(() => requestAnimationFrame(() => {
    window.painted.push([Number(number()), Date.now()]);
  })).observe(document.querySelector("main"), {childList: true, subtree: true});
}"""
"""Notes in the page when a frame is painted with which entry."""


def measure(event: Path, folder: Path, way: str, entries: int) -> list[float]:
    """Book at random moments; return how late the page showed each. Units: seconds."""
    with Book.open(event) as book:
        tables = len(book.state().seatings)
    with (
        following(event, folder),
        chromium() as browser,
        opened(way, folder) as address,
    ):
        page = browser.new_page()
        page.goto(address)
        page.evaluate(NOTE)
        durable = book_some(event, entries, tables)
        return lateness(durable, painted(page, max(durable)))


def opened(way: str, folder: Path) -> AbstractContextManager[str]:
    """Give the address of the page, as a file or over http."""
    if way == "http":
        return http_server(folder)
    return nullcontext((folder / "index.html").as_uri())


@contextmanager
def following(event: Path, folder: Path) -> Iterator[None]:
    """Run the publisher; its first page is there."""
    command = [sys.executable, "-m", "ledger", "publish", str(event), str(folder)]
    with subprocess.Popen(
        [*command, "--watch"], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            assert "following" in process.stderr.readline()
            yield
        finally:
            process.terminate()


def book_some(event: Path, entries: int, tables: int) -> dict[int, float]:
    """Book entries at random moments; return when each was durable."""
    dice, durable = random.Random(7), {}
    sign = samples.signatures(f"p{time()}-")
    with Book.open(event) as book:
        book.state()
        for number in range(entries):
            sleep(dice.uniform(0.3, 1.5))
            entry = book.record(draft(number % tables), next(sign))
            durable[entry.number] = time()
    return durable


def painted(page: Page, last: int) -> list[tuple[int, float]]:
    """Wait for the last entry; return what the page noted."""
    while True:
        page.wait_for_timeout(200)
        notes = [(number, at / 1000) for number, at in page.evaluate("window.painted")]
        if notes and notes[-1][0] >= last:
            return notes


def lateness(durable: dict[int, float], notes: list[tuple[int, float]]) -> list[float]:
    """Return how long after each entry a page that tells of it was painted."""
    return [
        next(at for head, at in notes if head >= number) - moment
        for number, moment in durable.items()
    ]


def show(way: str, late: list[float]) -> None:
    """Print what was measured beside what is promised."""
    late.sort()
    shares = {"median": 0.5, "p95": 0.95, "max": 1.0}
    told = ", ".join(
        f"{name} {late[min(len(late) - 1, int(len(late) * share))] * 1000:.0f}"
        for name, share in shares.items()
    )
    within = sum(one <= PROMISED for one in late)
    print(f"{way}: ms: {told}; {within} of {len(late)} within a second")  # noqa: T201


def main() -> None:
    """Measure the ways that are asked for, or both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--entries", type=int, default=60)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("ways", nargs="*", default=["file", "http"])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        event, folder = Path(name) / "event.db", Path(name) / "public"
        make_hall(str(event), asked.tables)
        for way in asked.ways:
            show(way, measure(event, folder, way, asked.entries))


if __name__ == "__main__":
    main()
