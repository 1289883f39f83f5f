"""What importing a large event costs; run by hand:

    python -m tests.bench.bench_import [FOLDER] [PLAYERS] [ROUNDS]

4,000 players and 20 rounds unless told otherwise: 20,000 tables seated, 20,000 sheets.
Beside it stands the plainest bulk insert of as many rows as the book writes, by the
same driver in one durable transaction. Each is a process of its own, so that its peak
of memory is its own too.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import create_engine, insert, text
from sqlmodel import Field, SQLModel

from ledger.book import Book

EVENT = "event.db"
BARE = "bare.db"
SEATS = 4


class BareRow(SQLModel, table=True):
    """A row of the plainest table: the yardstick."""

    id: int | None = Field(default=None, primary_key=True)
    round: int
    table: int
    player: str
    points: int


def write_files(folder: Path, players: int, rounds: int) -> None:
    """Write players, seating and scores; seats turn, so that nobody sits twice."""
    tables = players // SEATS
    with (folder / "players.csv").open("w") as file:
        file.write("number,name,team\n")
        file.writelines(
            f"{n},Player {n},Team {n % 40}\n" for n in range(1, players + 1)
        )
    with (folder / "seating.csv").open("w") as file:
        file.write("round,table,east,south,west,north\n")
        for round_ in range(1, rounds + 1):
            for table in range(tables):
                # Each wind moves on by its own number of tables a round.
                seats = ",".join(
                    str(1 + wind * tables + (table + wind * round_) % tables)
                    for wind in range(SEATS)
                )
                file.write(f"{round_},{table + 1},{seats}\n")
    with (folder / "scores.csv").open("w") as file:
        file.write("round,table,east,south,west,north,leftover\n")
        for round_ in range(1, rounds + 1):
            for table in range(1, tables + 1):
                gain = 100 * ((round_ * 7 + table * 13) % 200)
                file.write(
                    f"{round_},{table},{30000 + gain},{30000 - gain},31000,29000,0\n"
                )


def in_own_process(what: str, *arguments: str) -> tuple[float, float]:
    """Run a part of this file and return seconds and the peak of memory in MB."""
    before = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tests.bench.bench_import", f"--{what}", *arguments],
        check=True,
    )
    seconds = time.perf_counter() - before
    peak = Path(arguments[0], f"{what}.peak").read_text()
    return seconds, float(peak)


def bare(folder: Path, rows: int) -> None:
    """Insert rows the plain way, in one transaction."""
    engine = create_engine(f"sqlite:///{folder / BARE}")
    with engine.begin() as connection:
        connection.execute(text("PRAGMA synchronous = FULL"))
        SQLModel.metadata.create_all(
            connection, tables=[SQLModel.metadata.tables["barerow"]]
        )
        made = (
            {"round": n % 20, "table": n, "player": str(n), "points": n}
            for n in range(rows)
        )
        connection.execute(insert(BareRow), list(made))


def import_all(folder: Path) -> None:
    """Make the event and import the folder, as the command does."""
    from ledger.cli.program import main

    (folder / EVENT).unlink(missing_ok=True)
    run_quietly(main, ["new", str(folder / EVENT), "--ruleset", "ema-2025",
                       "--name", "Large"])  # fmt: skip
    run_quietly(main, ["import", str(folder / EVENT), str(folder)])


def run_quietly(main: Callable[[list[str]], object], arguments: list[str]) -> None:
    """Run a command that has to succeed."""
    code: object = None
    try:
        main(arguments)
    except SystemExit as left:
        code = left.code
    assert code == 0, arguments


def rows_of(book: Book) -> int:
    """Return how many rows an event's tables hold."""
    engine = create_engine(f"sqlite:///{book.location}")
    with engine.connect() as connection:
        names = connection.execute(
            text("SELECT name FROM sqlite_master WHERE type = 'table'")
        ).scalars()
        return sum(
            connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar_one()
            for name in names
        )


def peak() -> float:
    """Return the most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def show(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)  # noqa: T201 - a benchmark is read on the terminal


def main(folder: Path, players: int, rounds: int) -> None:
    """Measure the import, then the bare insert of as many rows, three times each."""
    write_files(folder, players, rounds)
    show(f"{players:,} players, {rounds} rounds, {players // SEATS * rounds:,} tables")
    _, idle = in_own_process("idle", str(folder))
    ours, our_peak = in_own_process("import", str(folder))
    with Book.open(folder / EVENT) as book:
        rows = rows_of(book)
        before = time.perf_counter()
        book.state()
        read = time.perf_counter() - before
    plain, plain_peak = min(
        in_own_process("bare", str(folder), str(rows)) for _ in range(3)
    )
    show(f"import by the command      {ours:8.1f} s   {our_peak:8.0f} MB at most")
    show(f"{rows:,} bare rows         {plain:8.1f} s   {plain_peak:8.0f} MB at most")
    show(f"a process that does nothing             {idle:8.0f} MB")
    show(f"ratio                      {ours / plain:8.1f}")
    show(f"reading it all again       {read:8.1f} s")


def part(name: str, folder: Path, arguments: list[str]) -> None:
    """Be one of the processes that are measured."""
    if name == "--import":
        import_all(folder)
    elif name == "--bare":
        (folder / BARE).unlink(missing_ok=True)
        bare(folder, int(arguments[0]))
    (folder / f"{name.removeprefix('--')}.peak").write_text(str(peak()))


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1].startswith("--"):
        part(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
    else:
        size = [int(word) for word in sys.argv[2:]] or [4000, 20]
        with tempfile.TemporaryDirectory(
            dir=sys.argv[1] if len(sys.argv) > 1 else None
        ) as made:
            main(Path(made), *size)
