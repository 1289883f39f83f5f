"""After the end, at two terminals at once, and a step back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Finalised,
    IncidentRuled,
    LateAdjusted,
    Sheet,
    SheetEntered,
    StaffAdded,
    Voided,
)
from ledger.core.event import Place
from ledger.tui.app import LedgerApp
from ledger.tui.screens.dialog import AskDialog
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.journal import JournalScreen
from ledger.tui.screens.record import RecordScreen
from tests.tui.conftest import Launch, minutes
from tests.tui.driver import Driver

POLL = 0.3


async def meanwhile(desk: Driver, book: Callable[..., int], content: Content) -> int:
    """Let another terminal book something, and this one notice."""
    number = book(content)
    await desk.pilot.pause(POLL)
    return number


# After the end --------------------------------------------------------------------


async def test_what_is_open_is_closed_before_the_event_is(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    book(AppealLodged(target=ruling, by="2", reason="x"))
    async with launch(event) as desk:
        await desk.press("j", "F")

        assert desk.toasts() == ["appeal 6 is not decided yet"]
        assert "F Finalise" not in desk.footer()


async def test_after_the_end_everything_is_a_late_adjustment(
    event: Path, launch: Launch, ruling: int
) -> None:
    async with launch(event) as desk:
        await desk.press("j", "F")
        assert "This cannot be taken back" in desk.text()
        assert "R1 T1, R1 T2, R2 T1, R2 T2" in desk.text()
        await desk.press("enter")
        assert "must not be blank" in desk.text()  # no event is closed by a slip
        await desk.give("signed by all three")
        assert desk.booked() == Finalised(note="signed by all three")
        assert "a copy of the book: " in desk.toasts()[0]
        assert (event.parent / "spring.final.db").is_file()
        assert "F Finalise" not in desk.footer()

        await desk.press("u")
        assert "the event is finalised (#6): this is a late adjustment" in desk.text()
        await desk.give("the video came")
        assert desk.booked() == LateAdjusted(
            reason="the video came",
            content=Voided(target=ruling, reason="the video came"),
        )

        await desk.press("escape")
        assert "finalised" in desk.lines()[0]
        await desk.press("r", "s", "f", "u", "enter", "y")
        assert "a late adjustment" in desk.text()
        await desk.press("enter")
        assert desk.is_at(AskDialog)
        await desk.press("escape")
        assert desk.is_at(RecordScreen)  # nothing that was told is lost
        await desk.press("enter")
        await desk.give("told next day")
        content = desk.booked()
        assert isinstance(content, LateAdjusted)
        assert content.reason == "told next day"
        assert isinstance(content.content, IncidentRuled)

        await desk.press("s")
        for _ in range(4):
            await desk.give("300")
        await desk.press("enter")
        await desk.give("found in a pocket")
        content = desk.booked()
        assert isinstance(content, LateAdjusted)
        assert isinstance(content.content, SheetEntered)


@pytest.mark.usefixtures("ruling")
async def test_a_late_amendment_needs_no_second_reason(
    event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    book(Finalised(), Place())
    async with launch(event) as desk:
        await desk.press("j", "down", "a")
        await desk.give("the video came")
        await desk.press("1", "enter")

        content = desk.booked()
        assert isinstance(content, LateAdjusted)
        assert content.reason == "the video came"
        assert isinstance(content.content, Amended)


# Two terminals --------------------------------------------------------------------


async def test_the_ruling_is_voided_while_one_amends_it(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    async with launch(event) as desk:
        await desk.press("j", "a")
        await desk.give("saw the video")
        await desk.press("1")
        await meanwhile(desk, book, Voided(target=ruling, reason="wrong table"))

        assert "#6 Kim: void of #5: wrong table" in desk.text()
        assert "#5 was taken back already, by #6 (Kim)" in desk.text()
        assert "shown: yes" in desk.text()
        assert "[1] by: tsumo" in desk.text()
        await desk.press("enter", "enter", "enter")
        assert desk.is_at(RecordScreen)
        assert len(desk.entries) == 6


async def test_the_void_is_told_even_where_it_was_not_noticed(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    """Enter comes between the other's commit and the next look at the book."""
    async with launch(event) as desk:
        await desk.press("j", "a")
        await desk.give("saw the video")
        await desk.press("1")
        assert desk.app.desk is not None
        desk.app.desk.follow = lambda: None  # type: ignore[method-assign]
        await meanwhile(desk, book, Voided(target=ruling, reason="wrong table"))
        await desk.press("enter")

        assert desk.is_at(RecordScreen)
        assert "entry 5 is void already, by entry 6" in desk.text()
        assert len(desk.entries) == 6


async def test_the_appeal_is_decided_while_one_rules_anew(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    book(AppealLodged(target=ruling, by="2", reason="x"))
    async with launch(event) as desk:
        await desk.press("j", "d", "c")
        await desk.give("saw the video")
        dismissed = AppealDecided(target=6, decision="dismissed", reason="late")
        await meanwhile(desk, book, dismissed)

        assert "appeal #6 is decided already, by #7 (Kim)" in desk.text()
        await desk.press("enter", "enter")
        assert len(desk.entries) == 7


@pytest.mark.parametrize("key", ["u", "a", "p", "d"])
async def test_a_dialog_that_comes_too_late_says_so_and_keeps_what_was_typed(
    key: str, event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    if key == "d":
        book(AppealLodged(target=ruling, by="2", reason="x"))
    if key == "a":
        book(SheetEntered(sheet=Sheet(raw=(30000, 30000, 30000, 30000))))
    target = 6 if key == "a" else ruling
    async with launch(event) as desk:
        await desk.press("j", key)
        if key == "d":
            await desk.press("u")
        if key == "a":
            await desk.give("all of it")
            desk.screen.query_one("#score-4").focus()
        else:
            await desk.type("all of it")
        number = await meanwhile(desk, book, Voided(target=target, reason="y"))
        await desk.press("enter")

        assert len(desk.entries) == number
        assert not desk.is_at(JournalScreen)
        assert f"entry {target} is void" in desk.text()
        assert ("30,000" if key == "a" else "all of it") in desk.text()

        await desk.press("escape")
        assert desk.is_at(JournalScreen)


@pytest.mark.usefixtures("ruling")
async def test_pressing_twice_books_a_correction_once(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("j", "p")
        await desk.type("not mine")
        await desk.press("enter", "enter", "enter")

        appeals = [e for e in desk.entries if isinstance(e.content, AppealLodged)]
        assert len(appeals) == 1


# Backspace, and messages ----------------------------------------------------------


async def test_backspace_takes_a_changed_usual_fact_back(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "1")
        assert "[1] by: tsumo" in desk.text()

        await desk.press("backspace")
        assert "[1] by: ron" in desk.text()
        assert "shown: yes" in desk.text()
        await desk.press("backspace")
        assert "shown: yes" not in desk.text()


async def test_a_message_covers_the_title_and_nothing_else(
    event: Path, tmp_path: Path
) -> None:
    app = LedgerApp(str(event), staff="Mori", clock=minutes(), state=tmp_path / "state")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        desk = Driver(app, pilot)
        await desk.loaded()
        await desk.press("r", "s", "f", "u", "enter", "y", "enter")
        assert desk.is_at(FloorScreen)
        await desk.pilot.pause(POLL)
        first, second, *_ = desk.lines()
        assert "#5 booked: Ito: ron while furiten → chombo" in first
        assert "u undoes it" in first
        assert second.startswith("Table")

        await desk.press("j", "u")
        await desk.give("x" * 300)
        await desk.press("y", "y", "y")
        await desk.pilot.pause(POLL)
        first, second, *_ = desk.lines()
        assert "entry 5 is void, by entry 6" in first
        assert second.startswith("#")


async def test_who_decides_is_who_was_shown(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    book(StaffAdded(name="Hana", role="head-referee"), Place())
    book(AppealLodged(target=ruling, by="2", reason="x"))
    async with launch(event) as desk:
        await desk.press("j", "d", "u")
        await desk.type("the video")
        assert "decided by Mori (referee)" in desk.text()
        await desk.press("f2")
        await desk.give("Hana")
        await desk.press("enter")
        assert len(desk.entries) == 7
        assert "somebody else sits here now" in desk.text()
        assert "decided by Hana (head-referee)" in desk.text()
        assert "the video" in desk.text()

        await desk.press("enter")
        assert isinstance(desk.booked(), AppealDecided)
        assert desk.entries[-1].signature.staff == "Hana"


async def test_what_waits_is_found_however_long_ago_it_was(
    event: Path, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.tui.screens.journal.ROWS_MAX", 3)
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+o", "enter")
        for _ in range(3):
            await desk.press("r", "s", "f", "u", "enter", "y", "enter")
        await desk.press("y")
        assert desk.marked == 5
        assert "1 of 8 entries" in desk.text()
        await desk.press("y", "enter")

        assert desk.booked() == Confirmed(target=5)
