"""Several terminals at once, and terminals that die; `tests/kill_test.py` has more."""

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ledger.book import Book

ROOT = Path(__file__).resolve().parents[2]
WRITERS = 4
EACH = 25


def recorder(location: str, prefix: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.book.recorder", location, prefix, str(count)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_terminals_at_once_lose_double_and_refuse_nothing(location: str) -> None:
    """The short form of `tests/bench/bench_writers.py`."""
    prefixes = [f"terminal {number} " for number in range(WRITERS)]
    terminals = [recorder(location, prefix, EACH) for prefix in prefixes]
    told = [
        int(line)
        for terminal in terminals
        for line in terminal.communicate(timeout=120)[0].split()
    ]
    assert [terminal.returncode for terminal in terminals] == [0] * WRITERS
    assert sorted(told) == list(range(5, 5 + WRITERS * EACH))
    with Book.open(location) as book:
        entries = book.state().entries
        assert [entry.number for entry in entries] == [1, 2, 3, 4, *sorted(told)]
        by_staff = Counter(entry.signature.staff for entry in entries[4:])
        assert by_staff == dict.fromkeys(prefixes, EACH)
        assert len({entry.signature.client_id for entry in entries}) == len(entries)
        assert book.verify() == []


@pytest.mark.parametrize("seed", range(2))
def test_what_was_confirmed_survives_a_kill(location: str, seed: int) -> None:
    terminal = recorder(location, "killed-", 100_000)
    assert terminal.stdout is not None
    wanted = random.Random(seed).randrange(1, 60)
    told = [int(terminal.stdout.readline()) for _ in range(wanted)]
    terminal.kill()
    told += [int(line) for line in terminal.communicate()[0].split()]
    with Book.open(location) as book:
        state = book.state()
        assert told == list(range(5, 5 + len(told)))
        # One more may have been made durable before its number was told.
        assert state.head - told[-1] in (0, 1)
        assert book.verify() == []
        assert [found for found in book.check() if found.check != "duplicates"] == []
