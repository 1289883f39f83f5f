"""A table followed hand by hand: few keys, exact points, refusals change nothing."""

from pathlib import Path

import pytest

from ledger.core.contents import (
    HandPlayed,
    IncidentRuled,
    Sheet,
    SheetEntered,
    Voided,
)
from ledger.core.event import Place
from ledger.core.live import live
from ledger.core.table import Hanchan
from ledger.tui.screens.dialog import AskDialog
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.hands import HandsScreen
from ledger.tui.screens.sheet import SheetDialog
from tests.tui.conftest import Launch
from tests.tui.driver import Driver

KEY = (1, 1)


def hands(desk: Driver) -> HandsScreen:
    assert isinstance(desk.screen, HandsScreen)
    return desk.screen


def table(desk: Driver) -> Hanchan:
    """The table as the book has it."""
    assert desk.app.desk is not None
    book = desk.app.desk.terminal.book
    now = live(book.state(), book.rules, KEY)
    assert now is not None
    return now


def says(desk: Driver) -> str:
    """What the screen says beside table and fields, on one line."""
    return " ".join(desk.text().split())


def keys(text: str) -> list[str]:
    """Keys one by one, as they are pressed."""
    return ["space" if each == " " else each for each in text]


async def test_a_riichi_and_the_ron_of_the_sketch(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "i", "e", "enter")
        assert desk.entries[-1].content == HandPlayed(
            step={"event": "riichi", "player": "1"}
        )
        assert "pot 1,000" in desk.lines()[1]
        assert any("Rossi" in line and "riichi" in line for line in desk.lines())

        await desk.press("r", "w", "s", *keys("3 40"))
        assert "3 han 40 fu = 5,200" in says(desk)
        assert "Ito −5,200 · Smith +6,200" in says(desk)
        assert len(desk.entries) == 5

        await desk.press("enter")
        assert desk.entries[-1].place == Place(round=1, table=1, hand="E1", honba=0)
        assert desk.entries[-1].content == HandPlayed(
            step={
                "event": "ron",
                "wins": [{"winner": "3", "han": 3, "fu": 40}],
                "loser": "2",
            }
        )
        assert dict(table(desk).scores) == {
            "1": 29000, "2": 24800, "3": 36200, "4": 30000,
        }  # fmt: skip
        assert desk.lines()[1].strip() == "East 2, 0 honba · pot 0"
        toast = desk.toasts()[-1]
        assert "#6 booked: ron: Smith from Ito" in toast
        assert "u undoes it" in toast


async def test_a_tsumo_by_the_dealer_adds_a_honba(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "t", "e", *keys("mangan"), "enter")

        assert desk.lines()[1].strip() == "East 1, 1 honba · pot 0"
        assert [table(desk).scores[p] for p in "1234"] == [42000, 26000, 26000, 26000]


async def test_a_draw_pays_who_is_tenpai(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "d", *keys("sw"), "enter")

        assert [table(desk).scores[p] for p in "1234"] == [28500, 31500, 31500, 28500]
        assert desk.lines()[1].strip() == "East 2, 1 honba · pot 0"

        await desk.press("d", "-", "enter")
        assert desk.lines()[1].strip() == "East 3, 2 honba · pot 0"


async def test_two_winners_take_one_more_key(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "r", "w", "+", "n", "s", *keys("1000,2000"), "enter")

        content = desk.entries[-1].content
        assert isinstance(content, HandPlayed)
        assert content.step["wins"] == [
            {"winner": "3", "points": 1000}, {"winner": "4", "points": 2000},
        ]  # fmt: skip


async def test_undo_takes_the_last_hand_back(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "i", "e", "enter", "r", "w", "s", *keys("3 40"), "enter")
        await desk.press("u")
        assert isinstance(desk.screen, AskDialog)
        assert "ron: Smith from Ito" in desk.text()
        assert "offender" not in desk.text()

        await desk.press("enter")
        content = desk.entries[-1].content
        assert isinstance(content, Voided)
        assert content.target == 6
        assert desk.lines()[1].strip() == "East 1, 0 honba · pot 1,000"

        await desk.press("u", "enter")
        assert [table(desk).scores[p] for p in "1234"] == [30000] * 4
        await desk.press("u")
        assert "nothing has been entered" in desk.toasts()[-1]


async def test_a_dead_hand_wins_nothing(event: Path, launch: Launch) -> None:
    """The rules refuse it, by name, and nothing is booked."""
    async with launch(event) as desk:
        await desk.press("h", "i", "e", "enter", "x")
        await desk.press("s", *keys("tile count"), "enter", "enter")
        hands(desk)
        row = next(line for line in desk.lines() if line.startswith(" South"))
        assert row.endswith("dead hand")
        count = len(desk.entries)
        await desk.press("r", "s", "w", *keys("3 40"))
        assert "NOT POSSIBLE: Ito has a dead hand, which neither wins" in says(desk)
        await desk.press("enter")
        assert len(desk.entries) == count
        assert hands(desk).kind == "ron"


async def test_a_riichi_twice_is_refused_in_words(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "i", "e", "enter", "i", "e")
        assert "NOT POSSIBLE: Rossi is in riichi already" in desk.text()

        await desk.press("enter")
        assert len(desk.entries) == 5


async def test_what_is_blank_or_wrong_takes_the_cursor(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("h", "r", "w", "enter")
        assert desk.focused_id() == "hand-ron-loser"

        await desk.press("s", *keys("3"), "up", "enter")
        assert desk.focused_id() == "hand-ron-value"
        assert "3 han need their fu" in desk.text()

        await desk.press("escape")
        assert hands(desk).kind is None
        await desk.press("escape")
        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 4


async def test_an_incident_takes_honba_and_sticks_of_the_table(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("h", "t", "e", *keys("mangan"), "enter", "i", "w", "enter")
        await desk.press("x")
        title = desk.lines()[0]
        assert "East 1, 1 honba" in title
        assert "pot 1,000" in title

        await desk.press("s", "f", "u", "enter", "y", "enter")
        ruled = desk.entries[-1].content
        assert isinstance(ruled, IncidentRuled)
        assert desk.entries[-1].place == Place(round=1, table=1, hand="E1", honba=1)
        assert ruled.table["riichi"] == ["W"]
        assert ruled.table["honba"] == 1
        hands(desk)
        assert table(desk).riichi == ()
        assert table(desk).scores["3"] == 26000


async def test_the_sheet_is_the_table(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "i", "e", "enter", "s")
        assert "NOT OVER: East 1, 0 honba is in play" in desk.text()
        assert "left over 1,000 · makes 120,000" in desk.text()
        assert len(desk.entries) == 5

        await desk.press("enter")
        sheet = Sheet(raw=(29000, 30000, 30000, 30000), leftover=1000)
        assert desk.entries[-1].content == SheetEntered(sheet=sheet)
        assert any("29,000" in line and "done" in line for line in desk.lines())

        await desk.press("1", "h", "i", "s", "enter")
        assert "NOT POSSIBLE: the sheet is in: #6" in says(desk)
        assert len(desk.entries) == 6


async def test_the_time_signal_counts_the_hands(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "g", "enter")
        assert "time signal given" in desk.lines()[1]
        hands_left = table(desk).hands_left
        assert hands_left is not None

        for _ in range(hands_left):
            await desk.press("d", "-", "enter")
        assert "the hanchan is over" in desk.lines()[1]
        await desk.press("s")
        assert "NOT OVER" not in desk.text()


async def test_a_hand_of_another_terminal_stops_the_draft(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("h", "r", "w", "s", *keys("3 40"))
        assert desk.app.desk is not None
        draw = HandPlayed(step={"event": "draw", "tenpai": []})
        place = Place(round=1, table=1, hand="E1", honba=0)
        desk.app.desk.terminal.add(draw, place, "another")

        await desk.press("enter")
        assert "another hand is in play by now, E2, 1 honba" in says(desk)
        assert len(desk.entries) == 5

        desk.app.desk.refresh()
        await desk.pilot.pause()
        assert "CHANGED MEANWHILE: East 2, 1 honba" in says(desk)
        await desk.press("enter")
        assert len(desk.entries) == 5
        assert "Smith" in says(desk)
        await desk.press("enter")
        assert desk.entries[-1].place == Place(round=1, table=1, hand="E2", honba=1)


async def test_the_floor_follows(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "d", *keys("e"), "enter", "i", "w", "enter", "escape")

        row = next(line for line in desk.lines() if line.startswith("   1"))
        assert "E1·1 pot 1,000" in row
        assert "33,000" in row


async def test_without_a_hand_the_sheet_is_typed(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("h", "s")
        assert isinstance(desk.screen, SheetDialog)


async def test_the_sheet_names_what_the_table_knows(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("h", "i", "e", "enter", "escape", "s")
        for figure in ("290", "300", "300", "300", ""):
            await desk.type(figure)
            await desk.press("enter")

        assert "1,000 missing" in says(desk)
        assert "0 left over on the sheet, 1,000 at the followed" in says(desk)


async def test_a_sheet_of_a_later_round_is_asked_about(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("right", "s")
        assert "no sheet of round 1 is in: has round 2 begun?" in desk.text()
        for figure in ("300", "300", "300", "300", ""):
            await desk.type(figure)
            await desk.press("enter")
        assert len(desk.entries) == 4

        await desk.press("enter")
        assert desk.entries[-1].place == Place(round=2, table=1)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_nothing_that_is_needed_is_cut(
    size: tuple[int, int], event: Path, launch: Launch
) -> None:
    async with launch(event, size=size) as desk:
        await desk.press("2", "h", "i", "e", "enter", "i", "n", "enter")
        for word in ("Ron", "Tsumo", "Riichi", "Incident", "Undo last", "Sheet"):
            assert word in desk.text()
        assert desk.is_whole(desk.screen.query_one("KeyBar"))
        await desk.press("r", "s", "w", *keys("3 40 liable n"))

        for widget in desk.screen.query("#hands-now, #hands-seats, #hands-says"):
            assert desk.is_whole(widget)
        assert desk.is_whole(desk.screen.query_one("KeyBar"))
        shown = desk.text()
        for name in ("[RMBR] Fox", "[/b]", "␛[31mred", "שלום"):
            assert name in shown
        strips = desk.screen._compositor.render_strips()  # noqa: SLF001
        assert {strip.cell_length for strip in strips} == {size[0]}
        assert len(shown.splitlines()) <= size[1]
