"""Terminals and servers are killed at random moments: nothing confirmed is ever lost.

By hand, in full:

    python -m tests.kill_test --file 1000 --server 200

On a file a terminal books without pause and is killed after a random time; then its
last act, of which nobody knows whether it came through, is sent again. On a server the
victim is the terminal, its session, or the server with all its sessions; a terminal
that survives sends again what it got no answer for. After each kill:

    every act that was confirmed is there, under the number and hash that it was given
    at most one more came through, whole (an import of three: three or none)
    sent again it is booked once
    numbers 1 to N, `verify` and `check` find nothing
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import pytest

from ledger.book import Book
from ledger.core.audits import Finding
from ledger.core.desk import Draft
from ledger.core.event import Entry, Place
from ledger.errors import ConnectionLost
from tests.book import samples
from tests.book.conftest import make_plain
from tests.forks import Child, Tell
from tests.postgres_server import Server

ROOT = Path(__file__).resolve().parents[1]
ACTS_AT_MOST = 10_000
ACTS_OF_A_SURVIVOR = 30
ROUNDS_OF_A_BOOK = 20
PATIENCE_SECONDS = 60
OPENING = 0.1
SECONDS_AT_MOST = 0.03
"""An act takes one to five milliseconds: a kill hits any of its moments."""

_T = TypeVar("_T")

VICTIMS = ("terminal", "terminal", "session", "server")


@dataclass(frozen=True)
class Act:
    """One thing that a terminal does, known by its number."""

    prefix: str
    number: int

    @property
    def size(self) -> int:
        """How many entries it is."""
        return 3 if self.number % 5 == 4 else 1

    def do(self, book: Book, last: int) -> list[Entry]:
        """Do it: three rulings, a void of the last one, an import of three rulings."""
        sign = samples.signatures(f"{self.prefix}-{self.number}-", staff=self.prefix)
        match self.number % 5:
            case 3:
                return [book.void(last, "entered twice", next(sign))]
            case 4:
                drafts = [(self._draft(part), Place(), next(sign)) for part in range(3)]
                return book.add_all(drafts)
            case _:
                return [book.record(self._draft(0), next(sign))]

    def _draft(self, part: int) -> Draft:
        """Return an incident like no other."""
        note = f"{self.prefix} {self.number} {part}"
        honba = 3 * (ACTS_AT_MOST * int(self.prefix[1:]) + self.number) + part
        place = replace(samples.TABLE, honba=honba)
        return replace(samples.furiten_ron(note=note), place=place)


def confirmed(entries: list[Entry]) -> str:
    """Return what a terminal was told of an act."""
    return " ".join(f"{entry.number}:{entry.hash}" for entry in entries)


def numbers(told: str) -> list[int]:
    return [int(entry.partition(":")[0]) for entry in told.split()]


def terminal(location: str, prefix: str, acts: int) -> Callable[[Tell], None]:
    """Return a terminal that acts and tells what was confirmed, act by act."""

    def work(tell: Tell) -> None:
        with patient(lambda: Book.open(location)) as book:
            tell("open")
            last = 0
            for number in range(acts):
                act = Act(prefix, number)
                entries = patient(lambda act=act, last=last: act.do(book, last))  # type: ignore[misc]
                last = entries[-1].number
                tell(confirmed(entries))

    return work


def patient(act: Callable[[], _T]) -> _T:
    """Do something as often as it takes until the server is back."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return act()
        except ConnectionLost:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def examine(location: str, prefix: str, told: list[str]) -> str:
    """Hold the book against what a terminal was told; say what became of the rest."""
    with Book.open(location) as book:
        entries = book.state().entries
        for number, line in enumerate(told):
            own = [entries[found - 1] for found in numbers(line)]
            assert confirmed(own) == line, f"act {number} is not what it was"
            assert_of(own, Act(prefix, number))
        last = numbers(told[-1])[-1] if told else 0
        open_act = Act(prefix, len(told))
        rest = [e for e in entries if e.signature.staff == prefix][len(flat(told)) :]
        if rest:
            assert_of(rest, open_act)  # whole, and no other
        again = open_act.do(book, last)
        assert again == rest or not rest, "it was booked twice"
        entries = book.state().entries
        assert [e.number for e in entries] == list(range(1, len(entries) + 1))
        ids = [e.signature.client_id for e in entries]
        assert len(ids) == len(set(ids))
        assert_none(book.verify())
        assert_none(book.check())
    return "came through unheard" if rest else "left no trace"


def assert_none(found: list[Finding]) -> None:
    assert not found, "\n".join(map(str, found))


def flat(told: list[str]) -> list[int]:
    return [number for line in told for number in numbers(line)]


def assert_of(entries: list[Entry], act: Act) -> None:
    """Check that these are all entries of an act, in order."""
    ids = [entry.signature.client_id for entry in entries]
    assert ids == [f"{act.prefix}-{act.number}-{n}" for n in range(1, act.size + 1)]


def kill_soon(child: Child, dice: random.Random) -> list[str]:
    """Kill a terminal at a random moment, now and then while it opens the book."""
    if dice.random() < OPENING:
        time.sleep(dice.uniform(0, SECONDS_AT_MOST))
        child.kill()
        lines, code = child.end()
        told = lines[1:]
    else:
        assert child.line() == "open"
        time.sleep(dice.uniform(0, SECONDS_AT_MOST))
        child.kill()
        told, code = child.end()
    assert code == -signal.SIGKILL
    return told


def on_a_file(rounds: int, dice: random.Random) -> Counter[str]:
    """Kill terminals that write to a file."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        template, path = Path(folder) / "template.db", Path(folder) / "event.db"
        make_plain(template)
        for number in range(rounds):
            if number % ROUNDS_OF_A_BOOK == 0:
                for old in Path(folder).glob("event.db*"):
                    old.unlink()
                shutil.copy(template, path)
            prefix = f"t{number}"
            child = Child(terminal(str(path), prefix, ACTS_AT_MOST))
            told = kill_soon(child, dice)
            found[f"terminal killed, its act {examine(str(path), prefix, told)}"] += 1
            found["acts confirmed"] += len(told)
            progress("file", number + 1, rounds)
    return found


def on_a_server(rounds: int, dice: random.Random) -> Counter[str]:
    """Kill terminals, their sessions, and the server under them."""
    found: Counter[str] = Counter()
    with Server() as server:
        server.run("CREATE DATABASE template_book")
        make_plain(server.url("template_book"))
        for number in range(rounds):
            if number % ROUNDS_OF_A_BOOK == 0:
                server.run("DROP DATABASE IF EXISTS book WITH (FORCE)")
                server.run("CREATE DATABASE book TEMPLATE template_book")
            victim, prefix = VICTIMS[number % len(VICTIMS)], f"t{number}"
            told = server_round(server, victim, prefix, dice)
            fate = examine(server.url("book"), prefix, told)
            is_killed = victim == "terminal"
            found[f"{victim} killed" + (f", its act {fate}" if is_killed else "")] += 1
            found["acts confirmed"] += len(told)
            progress("server", number + 1, rounds)
    return found


def server_round(
    server: Server, victim: str, prefix: str, dice: random.Random
) -> list[str]:
    """Let a terminal act, kill the victim, and return what the terminal was told."""
    url = server.url("book")
    if victim == "terminal":
        return kill_soon(Child(terminal(url, prefix, ACTS_AT_MOST)), dice)
    child = Child(terminal(url, prefix, ACTS_OF_A_SURVIVOR))
    assert child.line() == "open"
    time.sleep(dice.uniform(0, 3 * SECONDS_AT_MOST))
    if victim == "session":
        kill_sessions(server)
        server.wait()
    else:
        server.kill()
        time.sleep(dice.uniform(0, SECONDS_AT_MOST))
        server.start()
    told, code = child.end()
    assert code == 0
    assert len(told) == ACTS_OF_A_SURVIVOR
    return told


def kill_sessions(server: Server) -> None:
    """Kill the terminal's session; the server then ends all others and recovers."""
    with server.connect() as connection:
        sessions = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = 'book'"
        ).fetchall()
    for (session,) in sessions:
        os.kill(session, signal.SIGKILL)


def progress(engine: str, done: int, rounds: int) -> None:
    if done % 50 == 0 or done == rounds:
        print(f"{engine}: {done} of {rounds}", flush=True)  # noqa: T201 - run by hand


def main() -> None:
    """Run as many rounds as asked for; any entry lost, doubled or torn ends it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--file", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("--server", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    dice, start = random.Random(asked.seed), time.monotonic()
    for engine, rounds, run in (
        ("file", asked.file, on_a_file),
        ("server", asked.server, on_a_server),
    ):
        if rounds:
            for what, count in sorted(run(rounds, dice).items()):
                print(f"{engine}: {count} {what}")  # noqa: T201
    print(f"nothing lost, doubled or torn ({time.monotonic() - start:.0f} s)")  # noqa: T201


@pytest.mark.postgres
def test_nothing_confirmed_is_lost_when_terminals_and_servers_are_killed() -> None:
    """The short form; the full one is run by hand."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.kill_test", "--file", "15", "--server", "8"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing lost, doubled or torn" in done.stdout


if __name__ == "__main__":
    main()
