"""Ruling otherwise: needs a reason, keeps the suggestion."""

from pathlib import Path

from ledger.core.terms import Class, Stage
from ledger.tui.screens.own_ruling import OwnRulingDialog
from ledger.tui.screens.record import RecordScreen
from tests.tui.conftest import Launch
from tests.tui.driver import Driver


async def open_dialog(desk: Driver) -> None:
    await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+d")
    assert isinstance(desk.screen, OwnRulingDialog)


async def fill(desk: Driver, field: str, text: str) -> None:
    desk.screen.query_one(f"#{field}").focus()
    await desk.pilot.pause()
    await desk.type(text)


async def test_a_departure_needs_a_reason(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await open_dialog(desk)
        await desk.press("w", "enter")

        assert isinstance(desk.screen, OwnRulingDialog)
        assert "a departure from the rulebook needs a reason" in desk.text()
        assert desk.focused_id() == "own-reason"


async def test_both_rulings_are_kept(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await open_dialog(desk)
        await desk.press("p")
        await fill(desk, "own-after-0", "−8,000")
        await fill(desk, "own-reason", "first event ever")
        await desk.press("enter")

        assert isinstance(desk.screen, RecordScreen)
        assert "POINT PENALTY (referee's own)" in desk.text()
        assert "chombo · Ito −20,000 after uma" in desk.text()
        assert "first event ever" in desk.text()
        await desk.press("enter")

        assert desk.last.departed
        assert desk.last.class_ is Class.POINT_PENALTY
        assert desk.last.ruling["class"] == "chombo"
        assert desk.last.note == "first event ever"
        assert {
            posting.player: posting.points
            for posting in desk.last.postings
            if posting.stage is Stage.AFTER_UMA and posting.player
        } == {"2": -8000}


async def test_nothing_changed_is_no_departure(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await open_dialog(desk)
        await fill(desk, "own-reason", "only a note")
        await desk.press("enter", "enter")

        assert not desk.last.departed
        assert desk.last.class_ is Class.CHOMBO
        assert desk.last.note == "only a note"


async def test_points_at_the_table_go_onto_the_pot_if_nobody_gets_them(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await open_dialog(desk)
        await fill(desk, "own-table-0", "-1000")
        await fill(desk, "own-reason", "house rule")
        await desk.press("enter")

        assert "Ito −1,000 · pot +1,000" in desk.text()


async def test_an_amount_that_is_none_is_named_with_its_player(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await open_dialog(desk)
        await fill(desk, "own-after-0", "lots")
        await fill(desk, "own-reason", "x")
        await desk.press("enter")

        assert "Ito: 'lots' is not points" in desk.text()


async def test_going_back_leaves_the_suggestion(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await open_dialog(desk)
        await desk.press("w", "escape", "enter")

        assert not desk.last.departed
        assert desk.last.class_ is Class.CHOMBO


async def test_a_class_of_the_referees_own_needs_no_answer_of_the_book(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "ctrl+d", "d")
        await fill(desk, "own-reason", "nobody saw the tiles")
        await desk.press("enter")
        assert "DEAD HAND (referee's own)" in desk.text()

        await desk.press("enter")
        assert desk.last.dead == ("2",)
        assert desk.last.ruling["class"] is None


async def test_backspace_takes_a_departure_back(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await open_dialog(desk)
        await desk.press("w")
        await fill(desk, "own-reason", "x")
        await desk.press("enter")
        assert "WARNING (referee's own)" in desk.text()

        await desk.press("backspace")
        assert "CHOMBO" in desk.text()
        assert "referee's own" not in desk.text()
