"""Published events, imported whole: every row of their standings must come out."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.files.imports import gathered, plan_import
from tests.files.events import Event

DATA = Path(__file__).resolve().parents[1] / "data"
EVENTS = {
    "D1": ("wrc-2025", 28),
    "D1 under wrc-2015": ("wrc-2015", 28),
    "D4": ("m-league", 48),
    "D5": ("m-league", 21),
    "D13": ("m-league", 4),
}


def load(event: Event, folder: Path) -> int:
    """Import a folder and return how many entries that made."""
    plan = plan_import(
        gathered([folder]), event.book.state(), event.book.rules, event.by
    )
    event.book.add_all(plan.items)
    return len(plan.items)


@pytest.mark.parametrize("name", EVENTS)
def test_the_published_standings_come_out(
    make: Callable[..., Event], name: str
) -> None:
    edition, count = EVENTS[name]
    folder = DATA / name.partition(" ")[0]
    event = make(edition)
    load(event, folder)
    with (folder / "expected_standings.csv").open(newline="", encoding="utf-8") as file:
        expected = list(csv.DictReader(file))
    assert len(expected) == count
    for row in expected:
        got = event.rows(int(row["after_round"]))[row["number"]]
        assert {
            "rank": str(got.rank),
            "games": str(got.games),
            "penalties": str(got.penalties),
            "total": str(got.total),
        }.items() <= row.items()
    assert event.book.verify() == []


@pytest.mark.parametrize("name", EVENTS)
def test_a_second_import_adds_nothing(make: Callable[..., Event], name: str) -> None:
    event = make(EVENTS[name][0])
    folder = DATA / name.partition(" ")[0]
    assert load(event, folder) > 0
    head = event.book.state().head_hash
    assert load(event, folder) == 0
    assert event.book.state().head_hash == head


def test_the_convention_sums_to_its_three_chombo_and_three_lost_sticks(
    make: Callable[..., Event],
) -> None:
    event = make("wrc-2025")
    load(event, DATA / "D1")
    assert sum(row.total for row in event.rows().values()) == -63_000
    assert event.book.check() == []
