"""The table's fields in Record: what cannot be read is not booked over, nor lost."""

from pathlib import Path

from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.record import RecordScreen
from tests.tui.conftest import Launch
from tests.tui.test_tiles import lay


async def test_nothing_is_booked_over_a_field_that_cannot_be_read(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "ctrl+l")
        for text in ("e2", "l"):  # a letter for a one
            await desk.type(text)
            await desk.press("tab")
        await desk.type("2000")
        assert "'l' is not a whole number" in desk.text()

        await desk.press("enter", "s", "f", "u", "enter", "y")
        assert "'l' is not a whole number from 0 (^l)" in desk.text()
        assert "Book" not in desk.footer()
        await desk.press("enter")
        assert len(desk.entries) == 4

        await desk.press("ctrl+l", "tab", "backspace", "1", "enter", "y")
        assert "CHOMBO" in desk.text()
        await desk.press("enter")
        assert desk.entries[-1].place.honba == 1


async def test_a_mended_field_leaves_the_other_fault_standing(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "ctrl+l")
        for text in ("x9", "l"):
            await desk.type(text)
            await desk.press("tab")
        await desk.press("shift+tab", "backspace")
        assert "'x9' is not a hand" in desk.text()


async def test_what_was_told_of_the_table_goes_at_the_second_escape(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "ctrl+l")
        await desk.type("e2")
        await desk.press("enter", "escape")
        assert isinstance(desk.screen, RecordScreen)
        assert "esc again throws this away" in desk.text()

        await desk.press("escape")
        assert isinstance(desk.screen, FloorScreen)


async def test_the_winds_of_the_tiles_follow_the_hand(
    event: Path, launch: Launch
) -> None:
    """Ito's set of 2z is worth a yaku as South, in East 1, and none as North."""
    async with launch(event) as desk:
        await desk.press("r", "ctrl+l")
        await desk.type("e1")
        await desk.press("enter", "s", "ctrl+t")
        await lay(desk, tiles="234678m5p678s", sets="222z", said="ron 5p w")
        await desk.press("enter")
        assert "THE TILES SHOW NOTHING WRONG" in desk.text()
        assert "Book" not in desk.footer()

        await desk.press("ctrl+l", "end", "backspace", "3", "enter")
        assert "win without yaku" in desk.text()
        evidence = desk.record.form.current.evidence
        assert evidence is not None
        assert (evidence["round_wind"], evidence["seat_wind"]) == ("E", "N")


async def test_a_hand_told_after_the_tiles_answers_for_the_winds(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "ctrl+t")
        await lay(desk, tiles="234678m5p678s", sets="111z", said="ron 5p w")
        await desk.press("enter")
        assert "Which wind is the round's?" in desk.text()
        await desk.press("e")
        assert "THE TILES SHOW NOTHING WRONG" in desk.text()

        await desk.press("ctrl+l")
        await desk.type("s1")
        await desk.press("enter")
        assert "Which wind" not in desk.text()
        assert "win without yaku" in desk.text()
