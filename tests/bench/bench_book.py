"""What booking costs, as ratios on the same disk; run by hand:

    python -m tests.bench.bench_book [FOLDER]

FOLDER is where the databases are made (the disk that is measured); the default is the
system's folder for temporary files. Medians of several hundred, taken in turns so that
whatever else the machine does hits both sides.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import Engine, create_engine, event, text
from sqlmodel import Field, Session, SQLModel

from ledger.book import Book
from ledger.core.contents import (
    Content,
    Player,
    PlayersAdded,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place, Signature
from tests.book import samples

REPEATS = 400
TABLES = 100
ROUNDS = 200


class Bare(SQLModel, table=True):
    """One row of the plainest table: the yardstick."""

    id: int | None = Field(default=None, primary_key=True)
    text: str
    points: int


def bare_engine(path: Path) -> Engine:
    """Return SQLModel as the manual has it, with durable commits."""
    engine = create_engine(f"sqlite:///{path}")

    def durable(connection: object, _: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")

    event.listen(engine, "connect", durable)
    SQLModel.metadata.create_all(engine, tables=[SQLModel.metadata.tables["bare"]])
    return engine


def commit_bare(engine: Engine) -> None:
    """Book one row the plain way."""
    with Session(engine) as session:
        session.add(Bare(text="ron while furiten", points=-20000))
        session.commit()


def draft(number: int) -> Draft:
    """Return an incident at one of the tables, of ever another player."""
    table = number % TABLES
    return Draft(
        place=Place(round=1 + number // TABLES % ROUNDS, table=table + 1, hand="E2"),
        incidents=(
            DraftIncident(
                offender=str(4 * table + 1 + number % 4),
                situation="furiten-ron",
                facts={"shown": True, "by": "ron"},
            ),
        ),
    )


def large_event(path: Path, sign: Iterator[Signature]) -> Book:
    """Make an event of 400 players, 200 rounds and 20,000 seated tables."""
    book = Book.create(path, name="Large", ruleset=str(samples.HOUSE), by=next(sign))
    players = tuple(
        Player(number=str(n), name=f"P{n}") for n in range(1, 4 * TABLES + 1)
    )
    book.add(PlayersAdded(players=players), Place(), next(sign))
    seatings = tuple(
        Seating(
            round=round_,
            table=table + 1,
            players=(
                f"{4 * table + 1}",
                f"{4 * table + 2}",
                f"{4 * table + 3}",
                f"{4 * table + 4}",
            ),
        )
        for round_ in range(1, ROUNDS + 1)
        for table in range(TABLES)
    )
    book.add(SeatingAdded(seatings=seatings), Place(), next(sign))
    return book


def sheets(sign: Iterator[Signature]) -> Iterator[tuple[Content, Place, Signature]]:
    """Yield 20,000 sheets."""
    for round_ in range(1, ROUNDS + 1):
        for table in range(1, TABLES + 1):
            sheet = SheetEntered(sheet=Sheet(raw=(41000, 19000, 29000, 31000)))
            yield sheet, Place(round=round_, table=table), next(sign)


def microseconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e6


def compare(book: Book, engine: Engine, sign: Iterator[Signature]) -> None:
    """Print one incident booked and durable beside one bare row."""
    bare: list[float] = []
    booked: list[float] = []
    for number in range(REPEATS + 20):
        one = draft(number)
        bare.append(microseconds(lambda: commit_bare(engine)))
        booked.append(microseconds(lambda one=one: book.record(one, next(sign))))  # type: ignore[misc]
    plain, ours = statistics.median(bare[20:]), statistics.median(booked[20:])
    head = book.state().head
    show(f"bare SQLModel row, committed          {plain:8,.0f} us")
    show(f"incident booked, at entry {head:6,}     {ours:8,.0f} us")
    show(f"ratio                                {ours / plain:8.2f}")


def timed(what: str, work: Callable[[], object]) -> None:
    """Print how long something large takes."""
    show(f"{what:<38}{microseconds(work) / 1e6:8.2f} s")


def show(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)  # noqa: T201 - a benchmark is read on the terminal


def main(folder: Path) -> None:
    """Run everything in a fresh folder."""
    sign = samples.signatures()
    engine = bare_engine(folder / "bare.db")
    with engine.connect() as connection:
        mode = connection.execute(text("PRAGMA journal_mode")).scalar()
        assert mode == "wal"
    with large_event(folder / "event.db", sign) as book:
        for number in range(97):
            book.record(draft(number), next(sign))
        compare(book, engine, sign)
        timed("20,000 sheets in one transaction", lambda: book.add_all(sheets(sign)))
        compare(book, engine, sign)
        timed("verify", book.verify)
        timed("check", book.check)
        asked = statistics.median(microseconds(book.changed) for _ in range(1000))
        show(f"asking whether others have written    {asked:8.1f} us")
    with Book.open(folder / "event.db") as book:
        timed("reading it all into memory", book.state)
        again = statistics.median(microseconds(book.state) for _ in range(1000))
        show(f"state when nothing is new             {again:8.1f} us")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(
        dir=sys.argv[1] if len(sys.argv) > 1 else None
    ) as made:
        main(Path(made))
