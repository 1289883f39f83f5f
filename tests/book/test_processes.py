"""Several terminals at once, and terminals that die."""

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ledger.book import Book

ROOT = Path(__file__).resolve().parents[2]
EACH = 200


def recorder(path: Path, prefix: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.book.recorder", str(path), prefix, str(count)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_terminals_at_once_lose_and_double_nothing(path: Path) -> None:
    terminals = [recorder(path, prefix, EACH) for prefix in ("left-", "right-")]
    told = [
        int(line)
        for terminal in terminals
        for line in terminal.communicate(timeout=120)[0].split()
    ]
    assert [terminal.returncode for terminal in terminals] == [0, 0]
    assert sorted(told) == list(range(5, 5 + 2 * EACH))
    with Book.open(path) as book:
        state = book.state()
        assert state.head == 4 + 2 * EACH
        by_staff = Counter(entry.signature.staff for entry in state.entries[4:])
        assert by_staff == {"left-": EACH, "right-": EACH}
        assert book.verify() == []


@pytest.mark.parametrize("seed", range(4))
def test_what_was_confirmed_survives_a_kill(path: Path, seed: int) -> None:
    terminal = recorder(path, "killed-", 100_000)
    assert terminal.stdout is not None
    wanted = random.Random(seed).randrange(1, 60)
    told = [int(terminal.stdout.readline()) for _ in range(wanted)]
    terminal.kill()
    told += [int(line) for line in terminal.communicate()[0].split()]
    with Book.open(path) as book:
        state = book.state()
        assert told == list(range(5, 5 + len(told)))
        # One more may have been made durable before its number was told.
        assert state.head - told[-1] in (0, 1)
        assert book.verify() == []
        assert [found for found in book.check() if found.check != "duplicates"] == []
