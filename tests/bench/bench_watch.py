"""How soon a second terminal has a new entry; run by hand:

    python -m tests.bench.bench_watch [--entries 200] [--tables 8] [file] [server]

One process books, at random moments; another is a second terminal. Two moments are
measured, both from when the entry is durable, which is when the first terminal tells
its referee: when the other's book has the entry, asked as often as its screens ask, and
when its screen has been painted with it.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ledger.book import Book
from ledger.tui.app import LedgerApp
from ledger.tui.terminal import View
from tests.bench.bench_book import draft
from tests.bench.bench_writers import make_hall
from tests.book import samples
from tests.forks import Child, Tell
from tests.postgres_server import Server

ALLOWED = {"file": 0.2, "server": 0.05}
"""What is promised. Units: seconds."""


def asking(location: str, last: int) -> Callable[[Tell], None]:
    """Return a terminal that asks and reads, and tells when it has which entry."""

    def work(tell: Tell) -> None:
        with Book.open(location) as book:
            book.state()
            tell("ready")
            while book.state().head < last:
                while not book.changed():
                    time.sleep(book.watch_seconds)
                head = book.state().head
                tell(f"{head} {time.monotonic()}")

    return work


def painting(location: str, last: int) -> Callable[[Tell], None]:
    """Return the screens on the event; they tell which entry they show, and when."""

    async def show(tell: Tell) -> None:
        is_done = asyncio.Event()

        def painted(head: int) -> None:
            tell(f"{head} {time.monotonic()}")
            if head >= last:
                is_done.set()

        def new_view(view: View | None) -> None:
            if view is not None:
                app.call_after_refresh(painted, view.head)

        with tempfile.TemporaryDirectory() as state:
            app = LedgerApp(location, staff="Mori", state=Path(state))
            async with app.run_test(size=(120, 36)) as pilot:
                await app.workers.wait_for_complete()
                await pilot.pause()
                app.watch(app, "view", new_view, init=False)
                tell("ready")
                await is_done.wait()

    def work(tell: Tell) -> None:
        asyncio.run(show(tell))

    return work


def measure(location: str, entries: int, tables: int) -> dict[str, list[float]]:
    """Book at random moments; return how late each entry came to the other terminal."""
    make_hall(location, tables)
    first = 3
    found: dict[str, list[float]] = {}
    for what, other in (("read", asking), ("on the screen", painting)):
        last = first + entries
        child = Child(other(location, last))
        assert child.line() == "ready"
        durable = book_some(location, entries, tables)
        lines, code = child.end()
        assert code == 0
        found[what] = lateness(durable, lines)
        first = last
    return found


def book_some(location: str, entries: int, tables: int) -> dict[int, float]:
    """Book entries at random moments; return when each was durable."""
    dice, durable = random.Random(7), {}
    sign = samples.signatures(f"t{time.monotonic_ns()}-")
    with Book.open(location) as book:
        book.state()
        for number in range(entries):
            time.sleep(dice.uniform(0.05, 0.35))
            entry = book.record(draft(number % tables), next(sign))
            durable[entry.number] = time.monotonic()
    return durable


def lateness(durable: dict[int, float], lines: list[str]) -> list[float]:
    """Return how long after each entry a head that holds it was told."""
    told = [(int(head), float(at)) for head, at in (line.split() for line in lines)]
    return [
        next(at for head, at in told if head >= number) - moment
        for number, moment in durable.items()
    ]


def show(engine: str, found: dict[str, list[float]]) -> None:
    """Print what was measured beside what is promised."""
    for what, late in found.items():
        late.sort()
        shares = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
        told = ", ".join(
            f"{name} {late[min(len(late) - 1, int(len(late) * share))] * 1000:.0f}"
            for name, share in shares.items()
        )
        within = sum(one <= ALLOWED[engine] for one in late)
        promise = f"{within} of {len(late)} within {ALLOWED[engine] * 1000:.0f} ms"
        print(f"{engine}: {what:<14} ms: {told}; {promise}")  # noqa: T201


def main() -> None:
    """Measure the engines that are asked for, or both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--entries", type=int, default=200)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("engines", nargs="*", default=["file", "server"])
    asked = parser.parse_args()
    if "file" in asked.engines:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "event.db")
            show("file", measure(path, asked.entries, asked.tables))
    if "server" in asked.engines:
        with Server() as server:
            show("server", measure(server.url(), asked.entries, asked.tables))


if __name__ == "__main__":
    main()
