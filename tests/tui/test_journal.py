"""The journal: looked into, filtered, voided; and undo on the tables."""

from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.contents import Player, PlayersAdded, Seating, SeatingAdded, Voided
from ledger.core.event import Place
from ledger.core.standings import standings
from ledger.tui.screens.dialog import AskDialog, TextDialog
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.journal import JournalScreen
from tests.tui.conftest import Launch, signatures
from tests.tui.driver import Driver

SIX_KEYS = ("s", "f", "u", "enter", "y", "enter")


async def record(desk: Driver) -> None:
    await desk.press("r", *SIX_KEYS)


async def test_an_entry_is_voided_with_a_reason(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await record(desk)
        await desk.press("j", "u")
        assert isinstance(desk.screen, AskDialog)

        await desk.press("enter")
        assert "must not be blank" in desk.text()

        await desk.type("wrong seat")
        await desk.press("enter")
        assert desk.entries[-1].content == Voided(target=5, reason="wrong seat")
        assert "#6 voids #5" in desk.toasts()
        assert any(" 5 " in line and "void: Ito" in line for line in desk.lines())
        assert desk.app.view is not None
        table = standings(desk.app.view.state, desk.app.view.rules)
        assert {row.penalties for row in table.rows} == {0}


@pytest.mark.parametrize(
    ("down", "told"),
    [(1, "entry 5 is void already"), (0, "entry 6 (void) cannot be voided")],
)
async def test_what_cannot_be_voided_says_why(
    down: int, told: str, event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await record(desk)
        await desk.press("u", "enter", "j")
        await desk.press(*["down"] * down, "u")

        assert isinstance(desk.screen, JournalScreen)
        assert any(told in toast for toast in desk.toasts())


async def test_undo_takes_back_what_was_booked_last(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        assert "Undo" not in desk.text()
        await record(desk)
        assert "u Undo" in desk.text()

        await desk.press("u")
        assert "Undo: void entry #5" in desk.text()
        await desk.press("enter")
        assert isinstance(desk.screen, FloorScreen)
        assert isinstance(desk.entries[-1].content, Voided)
        assert "u Undo" not in desk.text()


async def test_details_show_everything(event: Path, launch: Launch) -> None:
    async with launch(event, size=(120, 50)) as desk:
        await record(desk)
        await desk.press("j", "enter")
        assert isinstance(desk.screen, TextDialog)

        text = desk.text()
        for needed in (
            "Entry #5",
            "R1 T1",
            "shown: yes",
            "EMA 2025 6.8",
            "Showing a hand that does not win",
            "text read at first hand",
            "Ito −20,000 after uma (ledger)",
            "fines +20,000 after uma (ledger)",
        ):
            assert needed in text
        assert desk.entries[-1].hash[:40] in text.replace("\n", "")


async def test_the_filter_finds_by_any_word(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await record(desk)
        await desk.press("j", "f")
        await desk.type("furi")
        assert "1 of 5 entries" in desk.text()
        assert "players listed" not in desk.text()

        await desk.press("enter")
        assert desk.focused_id() != "journal-filter"
        await desk.press("escape")
        assert "players listed" in desk.text()
        await desk.press("escape")
        assert isinstance(desk.screen, FloorScreen)


async def test_a_row_may_go_while_the_list_is_refreshed(
    event: Path, launch: Launch
) -> None:
    """B65: removing and updating in the same tick must not crash."""
    async with launch(event) as desk:
        await record(desk)
        await desk.press("j")
        assert desk.app.desk is not None
        for _ in range(5):
            desk.app.desk.refresh()
        await desk.press("u")
        await desk.type("x")
        await desk.press("enter")
        desk.app.desk.refresh()
        await desk.pilot.pause()

        assert len(desk.entries) == 6


async def test_a_long_name_leaves_room_for_what_happened(
    event: Path, launch: Launch
) -> None:
    name = "W" * 40 + "雀" * 10
    players = tuple(Player(number=f"{n}", name=name) for n in range(9, 13))
    seating = Seating(round=1, table=3, players=("9", "10", "11", "12"))
    with Book.open(event) as book:
        sign = signatures()
        book.add(PlayersAdded(players=players), Place(), next(sign))
        book.add(SeatingAdded(seatings=(seating,)), Place(), next(sign))
    async with launch(event) as desk:
        await desk.press("3")
        await record(desk)
        assert any("W…: ron w" in toast for toast in desk.toasts())
        assert "W…: ron whil" in desk.text().partition("last entries")[2]
        await desk.press("j")
        assert "W…: ron whil" in desk.row(7)
        await desk.press("enter")
        assert "雀雀" in desk.text()

        await desk.press("escape", "p", "enter")
        await desk.give("no furiten")
        assert f"appeal by {'W' * 23}…" in desk.row(8)
