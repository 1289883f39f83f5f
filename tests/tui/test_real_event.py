"""D1, a real convention event: its three chombo recorded by keyboard."""

import csv
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.standings import standings
from ledger.files.imports import gathered, plan_import
from tests.tui.conftest import Launch, signatures
from tests.tui.driver import Driver

DATA = Path(__file__).parents[1] / "data" / "D1"
FINE = "-20000"
REASON = "20.0 off after the placing bonus, as this event has it"


@pytest.fixture
def d1(tmp_path: Path) -> Iterator[Path]:
    """Make the event from its files, all but the incidents."""
    folder = shutil.copytree(DATA, tmp_path / "D1")
    (folder / "incidents.csv").unlink()
    path = tmp_path / "d1.db"
    sign = signatures(prefix="d1-")
    with Book.create(path, name="D1", ruleset="wrc-2025", by=next(sign)) as book:
        files = gathered([folder])
        plan = plan_import(files, book.state(), book.rules, next(sign))
        book.add_all(plan.items)
    yield path
    with Book.open(path) as book:
        assert book.verify() == []


def expected() -> list[tuple[int, str, int, int, int]]:
    with (DATA / "expected_standings.csv").open(encoding="utf-8-sig") as stream:
        return [
            (
                int(row["rank"]),
                row["number"],
                int(row["games"]),
                int(row["penalties"]),
                int(row["total"]),
            )
            for row in csv.DictReader(stream)
        ]


async def go_to_round(desk: Driver, round_: int) -> None:
    shown = desk.app.floor.round
    assert shown is not None
    steps = round_ - shown
    await desk.press(*["right" if steps > 0 else "left"] * abs(steps))
    assert f"Round {round_} " in desk.lines()[0]


async def chombo(
    desk: Driver, round_: int, table: int, seat: str, what: tuple[str, ...]
) -> None:
    """Record one chombo; this event takes 20.0 off where the book says 30.0."""
    await go_to_round(desk, round_)
    await desk.press(str(table), "r", seat, *what)
    assert "CHONBO" in desk.text()

    await desk.press("ctrl+d", "tab", "tab", "tab")
    await desk.type(FINE)
    desk.screen.query_one("#own-reason").focus()
    await desk.type(REASON)
    await desk.press("enter")
    assert "suggested" in desk.text()
    assert "−30,000" in desk.text()
    await desk.press("enter")


async def test_the_standings_are_the_published_ones(d1: Path, launch: Launch) -> None:
    async with launch(d1) as desk:
        await chombo(desk, 1, 7, "s", (*"wall", "space", *"br", "enter", "n"))
        await chombo(desk, 2, 2, "w", (*"no", "space", *"yaku", "enter", "y"))
        await chombo(desk, 2, 6, "s", (*"furi", "enter", "y"))

        assert desk.app.view is not None
        shown = standings(desk.app.view.state, desk.app.view.rules)
        found = [
            (row.rank, row.number, row.games, row.penalties, row.total)
            for row in shown.rows
        ]
        assert sorted(found, key=lambda row: row[1]) == sorted(
            expected(), key=lambda row: row[1]
        )
        assert shown.check.fines == -60000

        await desk.press("t")
        assert "fines −60,000" in desk.text()
        assert "= adds up" in desk.text()
