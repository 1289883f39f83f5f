"""Keys typed faster than screens change, as over a line that delivers them at once."""

import asyncio
from pathlib import Path

from textual.events import Key

from ledger.core.contents import Sheet, SheetEntered
from ledger.tui.screens.floor import FloorScreen
from tests.tui.conftest import Launch
from tests.tui.driver import Driver

POLLS_MAX = 6000


async def burst(desk: Driver, keys: list[str]) -> None:
    """Hand all keys over with nothing between them, and wait until they are done."""
    for key in keys:
        desk.app.post_message(Key(key, key if len(key) == 1 else None))
    for _ in range(POLLS_MAX):
        await asyncio.sleep(0.01)
        if not desk.app.keys_wait:
            break
    await desk.pilot.pause()


async def test_an_incident_typed_in_one_go(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await burst(desk, ["r", "s", "f", "u", "enter", "y", "enter"])

        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 5
        assert desk.last.incidents[0].offender == "2"
        assert desk.last.incidents[0].situation == "furiten-ron"


async def test_two_incidents_and_an_undo_typed_in_one_go(
    event: Path, launch: Launch
) -> None:
    one = ["r", "s", "f", "u", "enter", "y", "enter"]
    async with launch(event) as desk:
        await burst(desk, [*one, *one, "u", "enter"])

        assert [entry.kind for entry in desk.entries[4:]] == ["incident"] * 2 + ["void"]
        assert desk.app.desk is not None
        assert set(desk.app.desk.terminal.book.state().voids) == {6}


async def test_a_sheet_typed_in_one_go(event: Path, launch: Launch) -> None:
    figures = ["312", "287", "301", "290", "1"]
    keys = ["s", *(key for figure in figures for key in (*figure, "enter"))]
    async with launch(event) as desk:
        await burst(desk, keys)

        sheet = Sheet(raw=(31200, 28700, 30100, 29000), leftover=1000)
        assert desk.entries[-1].content == SheetEntered(sheet=sheet)


async def test_a_key_is_not_lost_where_its_screen_is_closed_by_the_one_before(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await burst(desk, ["j", "escape", "t", "escape", "r"])

        assert desk.focused_id() == "who"
