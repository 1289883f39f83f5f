"""Many terminals at once, held against a bare append of the same rows; run by hand:

    python -m tests.bench.bench_writers [--writers 16] [--each 125] [file] [server]

Each writer is a process with a book of its own that books incidents as fast as it can.
The yardstick does nothing but append: as many processes put the very rows that the
books have written, entry by entry, each committed durably, into tables without keys,
checks or triggers, over the plain driver. Both find the same machine and the same disk.
"""

import argparse
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ledger.book import Book
from ledger.book.metadata import TABLES
from ledger.core.contents import Player, PlayersAdded, Seating, SeatingAdded
from ledger.core.event import Place
from tests.bench.bench_book import draft
from tests.book import samples
from tests.forks import Child, Gate, Tell
from tests.postgres_server import Server

TABLES_PLAYED = 100
FIRST = 3
"""The entries that are there before."""

Entry = list[tuple[str, list[tuple[Any, ...]]]]
"""The rows of one entry, by table."""

Append = Callable[[Entry], None]


@dataclass(frozen=True)
class Measured:
    """What many did at once."""

    seconds: float
    waits: list[float]
    """How long each entry took. Units: seconds."""

    @property
    def rate(self) -> float:
        """Entries a second."""
        return len(self.waits) / self.seconds


def together(acts: list[Callable[[Gate, Tell], None]]) -> Measured:
    """Let processes begin at one moment; each tells `ready`, then its waits."""
    gate = Gate()
    children = [Child(lambda tell, act=act: act(gate, tell)) for act in acts]  # type: ignore[misc]
    for child in children:
        assert child.line() == "ready"
    start = time.monotonic()
    gate.open()
    waits: list[float] = []
    for child in children:
        lines, code = child.end()
        assert code == 0, "a writer was refused"
        waits += map(float, lines)
    return Measured(time.monotonic() - start, waits)


def timed(tell: Tell, act: Callable[[], object]) -> None:
    start = time.monotonic()
    act()
    tell(str(time.monotonic() - start))


def make_hall(location: str, tables: int = TABLES_PLAYED) -> None:
    """Make an event of so many tables, with one round."""
    sign = samples.signatures("made-")
    numbers = range(1, 4 * tables + 1)
    players = tuple(Player(number=str(n), name=f"P{n}") for n in numbers)
    seatings = tuple(
        Seating(
            round=1,
            table=table,
            players=tuple(str(4 * table - n) for n in (3, 2, 1, 0)),  # type: ignore[arg-type]
        )
        for table in range(1, tables + 1)
    )
    with Book.create(
        location, name="Hall", ruleset=str(samples.HOUSE), by=next(sign)
    ) as book:
        book.add(PlayersAdded(players=players), Place(), next(sign))
        book.add(SeatingAdded(seatings=seatings), Place(), next(sign))


def writer(location: str, number: int, each: int) -> Callable[[Gate, Tell], None]:
    """Return a terminal that books incidents, of ever other tables and players."""
    prefix = f"w{number}-"

    def work(gate: Gate, tell: Tell) -> None:
        sign = samples.signatures(prefix, staff=prefix)
        with Book.open(location) as book:
            book.state()
            tell("ready")
            gate.wait()
            for count in range(each):
                one = draft((number * each + count) % TABLES_PLAYED)
                timed(tell, lambda one=one: book.record(one, next(sign)))  # type: ignore[misc]

    return work


def appender(
    connect: Callable[[], Append], entries: list[Entry]
) -> Callable[[Gate, Tell], None]:
    """Return a process that appends rows and does nothing else."""

    def work(gate: Gate, tell: Tell) -> None:
        append = connect()
        tell("ready")
        gate.wait()
        for entry in entries:
            timed(tell, lambda entry=entry: append(entry))  # type: ignore[misc]

    return work


def prove(location: str, writers: int, each: int) -> None:
    """Check that nothing was lost, doubled or refused, and that the book is good."""
    with Book.open(location) as book:
        entries = book.state().entries
        assert [e.number for e in entries] == list(range(1, FIRST + writers * each + 1))
        assert len({e.signature.client_id for e in entries}) == len(entries)
        by_staff = Counter(e.signature.staff for e in entries[FIRST:])
        assert set(by_staff.values()) == {each}
        assert len(by_staff) == writers
        assert book.verify() == []


def rows_by_entry(select: Callable[[str], list[tuple[Any, ...]]]) -> list[Entry]:
    """Return what the writers have written, entry by entry."""
    found: dict[int, Entry] = {}
    for name, table in TABLES.items():
        columns = table.columns.keys()
        number = columns.index("number" if name == "entry" else "entry")
        for row in select(f"SELECT {', '.join(columns)} FROM {name}"):
            if row[number] > FIRST:
                rows = dict(found.setdefault(row[number], []))
                rows.setdefault(name, []).append(row)
                found[row[number]] = list(rows.items())
    return [found[number] for number in sorted(found)]


def inserts(mark: str, schema: str = "") -> dict[str, str]:
    return {
        name: f"INSERT INTO {schema}{name} ({', '.join(table.columns.keys())}) "
        f"VALUES ({', '.join([mark] * len(table.columns))})"
        for name, table in TABLES.items()
    }


# Engines --------------------------------------------------------------------------


def on_a_file(folder: Path, writers: int, each: int) -> tuple[Measured, Measured]:
    """Measure books, then the yardstick, on files in one folder."""
    path, bare = folder / "event.db", folder / "bare.db"
    make_hall(str(path))
    booked = together([writer(str(path), n, each) for n in range(writers)])
    prove(str(path), writers, each)
    with closing(sqlite3.connect(path)) as file:
        entries = rows_by_entry(lambda sql: file.execute(sql).fetchall())
    statements = inserts("?")
    with closing(sqlite3.connect(bare)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("ATTACH ? AS book", (str(path),))
        for name in TABLES:
            file.execute(f"CREATE TABLE {name} AS SELECT * FROM book.{name} WHERE 0")

    def connect() -> Append:
        file = sqlite3.connect(bare, isolation_level=None, timeout=60)
        file.execute("PRAGMA synchronous = FULL")

        def append(entry: Entry) -> None:
            file.execute("BEGIN IMMEDIATE")
            for table, rows in entry:
                file.executemany(statements[table], rows)
            file.execute("COMMIT")

        return append

    shares = [entries[n::writers] for n in range(writers)]
    return booked, together([appender(connect, share) for share in shares])


def on_a_server(server: Server, writers: int, each: int) -> tuple[Measured, Measured]:
    """Measure books, then the yardstick, in one database."""
    url = server.url()
    make_hall(url)
    booked = together([writer(url, n, each) for n in range(writers)])
    prove(url, writers, each)
    with server.connect() as connection:
        entries = rows_by_entry(lambda q: connection.execute(q.encode()).fetchall())
        connection.execute("CREATE SCHEMA bare")
        for name in TABLES:
            like = f"CREATE TABLE bare.{name} AS TABLE {name} WITH NO DATA"
            connection.execute(like.encode())
    statements = {k: v.encode() for k, v in inserts("%s", "bare.").items()}

    def connect() -> Append:
        session = server.connect()

        def append(entry: Entry) -> None:
            with session.transaction(), session.cursor() as cursor:
                for table, rows in entry:
                    cursor.executemany(statements[table], rows)

        return append

    shares = [entries[n::writers] for n in range(writers)]
    return booked, together([appender(connect, share) for share in shares])


def show(engine: str, booked: Measured, bare: Measured) -> None:
    """Print what was measured."""
    for what, measured in (("booked", booked), ("bare append", bare)):
        waits = sorted(measured.waits)
        told = ", ".join(
            f"{name} {value * 1000:.0f}"
            for name, value in (
                ("median", statistics.median(waits)),
                ("p99", waits[len(waits) * 99 // 100]),
                ("max", waits[-1]),
            )
        )
        print(f"{engine}: {what:<12} {measured.rate:7,.0f} entries/s  ms: {told}")  # noqa: T201
    total, ratio = len(booked.waits), booked.rate / bare.rate
    good = f"{total} entries, none lost, doubled or refused"
    print(f"{engine}: {good}; ratio {ratio:.2f}")  # noqa: T201


def main() -> None:
    """Measure the engines that are asked for, or both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--each", type=int, default=125)
    parser.add_argument("engines", nargs="*", default=["file", "server"])
    asked = parser.parse_args()
    if "file" in asked.engines:
        with tempfile.TemporaryDirectory() as folder:
            show("file", *on_a_file(Path(folder), asked.writers, asked.each))
    if "server" in asked.engines:
        with Server() as server:
            show("server", *on_a_server(server, asked.writers, asked.each))


if __name__ == "__main__":
    main()
