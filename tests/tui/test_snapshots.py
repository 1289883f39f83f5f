"""Nine screens that a person has looked at; a changed one is looked at again."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ledger.core.contents import Sheet, SheetEntered
from ledger.core.event import Place
from ledger.tui.app import LedgerApp
from tests.tui.conftest import DESK
from tests.tui.driver import Driver

Compare = Callable[..., bool]
CHOMBO = ("s", "f", "u", "enter", "y")
TABLE = ("ctrl+l", "e", "2", "tab", "1", "tab", *"2000", "tab", "w", "n", "enter")


def noon() -> datetime:
    """Return the time that every picture was taken at."""
    return datetime(2026, 5, 1, 12, tzinfo=UTC)


async def floor(desk: Driver) -> None:
    """Names cut by cells; one table with a pot, the last entry, the toast's words."""
    await desk.press("r", *TABLE, *CHOMBO, "enter")
    desk.app.clear_notifications()


async def searching(desk: Driver) -> None:
    """Three hits with both titles and their clauses."""
    await desk.press("r", "s", "f", "u")


async def ruling(desk: Driver) -> None:
    """Class, clauses, points, what the table does, what to say."""
    await desk.press("r", *TABLE, *CHOMBO)


async def silent_book(desk: Driver) -> None:
    """The choices with a key each, and why there is a choice."""
    await desk.press("r", "s", *"phone", "enter")


async def journal(desk: Driver) -> None:
    """A voided entry says so in words and is struck through."""
    await desk.press("r", *CHOMBO, "enter", "u", "enter", "j")
    desk.app.clear_notifications()


async def standings(desk: Driver) -> None:
    """Right-aligned numbers, a shared place, fines, the check."""
    await desk.press("r", *CHOMBO, "enter")
    assert desk.app.desk is not None
    for table, raw in ((1, (41000, 29000, 25000, 25000)), (2, (29000,) * 4)):
        sheet = SheetEntered(sheet=Sheet(raw=raw))
        place = Place(round=1, table=table)
        desk.app.desk.terminal.add(sheet, place, f"sheet-{table}")
    desk.app.desk.refresh()
    await desk.press("t")
    desk.app.clear_notifications()


async def review(desk: Driver) -> None:
    """Bars with a sign for each class, what the signs mean, the table under them."""
    await desk.press("r", *CHOMBO, "enter", "r", "w", *CHOMBO[1:], "enter")
    await desk.press("r", "n", *CHOMBO[1:4], "n", "enter")
    await desk.press("v", "right")
    desk.app.clear_notifications()


async def amending(desk: Driver) -> None:
    """What was told stands there again, with what it takes the place of, and why."""
    await desk.press("r", *TABLE, *CHOMBO, "enter", "j", "a")
    await desk.give("saw the video")
    await desk.press("1")
    desk.app.clear_notifications()


async def chain(desk: Driver) -> None:
    """A struck line and what took its place, one under appeal, one that waits."""
    await desk.press("r", *CHOMBO, "enter", "j", "a")
    await desk.give("saw the video")
    await desk.press("1", "enter", "escape", "r", *CHOMBO, "enter", "j", "p")
    await desk.give("was not his tile")
    await desk.press("escape", "r", "w", *CHOMBO[1:], "ctrl+o", "enter", "j")
    desk.app.clear_notifications()


@pytest.mark.parametrize(
    "scene",
    [
        floor,
        searching,
        ruling,
        silent_book,
        journal,
        standings,
        review,
        amending,
        chain,
    ],
)
def test_screen(
    scene: Callable[[Driver], object],
    event: Path,
    tmp_path: Path,
    snap_compare: Compare,
) -> None:
    app = LedgerApp(
        str(event), staff="Mori", clock=noon, state=tmp_path / "state", guard=DESK
    )

    async def run_before(pilot: Pilot[None]) -> None:
        desk = Driver(app, pilot)
        await desk.loaded()
        await scene(desk)  # type: ignore[misc]
        await pilot.pause()

    assert snap_compare(app, terminal_size=(80, 24), run_before=run_before)
