"""The score sheet: hundreds or points, live check, nothing guessed."""

from pathlib import Path

from ledger.book import Book
from ledger.core.contents import (
    Finalised,
    LateAdjusted,
    Sheet,
    SheetEntered,
    StaffAdded,
)
from ledger.core.event import Place
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.sheet import SheetDialog
from tests.tui.conftest import TABLE_1, Launch, signatures
from tests.tui.driver import Driver


async def enter(desk: Driver, *figures: str) -> None:
    await desk.press("s")
    for figure in figures:
        await desk.type(figure)
        await desk.press("enter")


async def test_a_sheet_in_hundreds(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await enter(desk, "312", "287", "301", "290")
        assert "adds up" not in desk.text()

        await desk.type("1")
        assert "31,200 28,700 30,100 29,000 + 1,000 left over" in desk.text()
        assert "120,000: adds up" in desk.text()

        await desk.press("enter")
        sheet = Sheet(raw=(31200, 28700, 30100, 29000), leftover=1000)
        assert desk.entries[-1].content == SheetEntered(sheet=sheet)
        assert desk.entries[-1].place == Place(round=1, table=1)
        assert any("31,200" in line and "done" in line for line in desk.lines())


async def test_a_sheet_that_does_not_add_up_needs_a_second_enter(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await enter(desk, "31200", "28700", "30100", "28000", "")
        assert "2,000 missing" in " ".join(desk.text().split())
        assert len(desk.entries) == 4

        await desk.press("enter")
        assert len(desk.entries) == 5
        assert any("−2,000 unexplained" in line for line in desk.lines())


async def test_what_can_be_both_is_asked(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await enter(desk, "300", "200", "400", "200")
        assert "hundreds or points?" in desk.text()

        await desk.press("enter", "h", "enter", "enter")
        content = desk.entries[-1].content
        assert isinstance(content, SheetEntered)
        assert content.sheet.raw == (30000, 20000, 40000, 20000)


async def test_a_wrong_figure_is_named_and_kept(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await enter(desk, "3x2")
        assert isinstance(desk.screen, SheetDialog)
        assert "'3x2' is not a whole number" in desk.text()
        assert desk.focused_id() == "score-0"


async def test_a_second_sheet_says_what_to_do(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await enter(desk, "300", "300", "300", "300", "")
        await desk.press("1", "s")

        assert isinstance(desk.screen, FloorScreen)
        assert any("the sheet is in: #5" in toast for toast in desk.toasts())


async def test_going_back_books_nothing(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await enter(desk, "300")
        await desk.press("escape")
        assert isinstance(desk.screen, SheetDialog)
        assert "esc again throws this away" in desk.text()

        await desk.type("2")  # typing on is not leaving
        await desk.press("escape", "escape")
        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 4

        await desk.press("s", "escape")
        assert isinstance(desk.screen, FloorScreen)


async def test_a_refused_sheet_comes_back_as_it_was_typed(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await enter(desk, "312", "287", "301", "290")
        await desk.type("1")
        with Book.open(event) as book:
            sheet = Sheet(raw=(30000, 30000, 30000, 30000))
            book.add(SheetEntered(sheet=sheet), TABLE_1, next(signatures()))

        await desk.press("enter")
        assert isinstance(desk.screen, SheetDialog)
        assert "31,200 28,700 30,100 29,000 + 1,000 left over" in desk.text()
        assert "has a sheet already, entry 5" in desk.text()

        await desk.press("escape")
        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 5


async def test_who_may_not_book_leaves_the_sheet_to_who_may(
    event: Path, launch: Launch
) -> None:
    with Book.open(event) as book:
        sign = signatures()
        for name, role in (("Vera", "viewer"), ("Ori", "organiser")):
            book.add(StaffAdded(name=name, role=role), Place(), next(sign))
    async with launch(event) as desk:
        await enter(desk, "312", "287", "301", "290")
        await desk.type("1")
        await desk.press("f2")
        await desk.give("Vera")
        await desk.press("enter")
        assert isinstance(desk.screen, SheetDialog)
        assert "Vera is viewer" in desk.text()

        await desk.press("f2")
        await desk.give("Mori")
        await desk.press("enter", "enter", "enter")
        await desk.press(*["enter"] * 5)
        content = desk.entries[6].content
        assert isinstance(content, SheetEntered)
        assert content.sheet.raw == (31200, 28700, 30100, 29000)


async def test_a_late_sheet_without_a_reason_goes_back_to_its_figures(
    event: Path, launch: Launch
) -> None:
    with Book.open(event) as book:
        book.add(Finalised(note="signed off"), Place(), next(signatures()))
    async with launch(event) as desk:
        await enter(desk, "312", "287", "301", "290")
        await desk.type("1")
        await desk.press("enter", "escape")
        assert isinstance(desk.screen, SheetDialog)
        assert "31,200 28,700 30,100 29,000 + 1,000 left over" in desk.text()

        await desk.press(*["enter"] * 5)
        await desk.give("found under the table")
        assert isinstance(desk.entries[-1].content, LateAdjusted)
