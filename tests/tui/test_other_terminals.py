"""Several terminals on one book: nothing is lost, nothing is booked unseen."""

from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.contents import Departure, HandPlayed
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.terms import Class
from ledger.errors import BookError
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.record import RecordScreen
from ledger.tui.widgets.picker import Picker
from tests.tui.conftest import TABLE_1, Launch, signatures
from tests.tui.driver import Driver

POLL = 0.3
PHONE = DraftIncident(offender="2", situation="phone", facts={"severity": "minor"})
TABLE_2 = Place(round=1, table=2)


def chombo(offender: str, place: Place) -> Draft:
    facts = {"shown": True}
    incident = DraftIncident(offender=offender, situation="furiten-ron", facts=facts)
    return Draft(place=place, incidents=(incident,))


def call_taken_back(number: str, place: Place) -> Draft:
    """EMA 2025 6.1.1: when minor errors are repeated, the referee decides."""
    incident = DraftIncident(
        offender=number,
        situation="withdrawn-call",
        facts={"call": "pon", "shown": False},
    )
    return Draft(place=place, incidents=(incident,))


async def meanwhile(desk: Driver, event: Path, draft: Draft) -> None:
    """Let another terminal book something, and this one notice."""
    with Book.open(event) as other:
        other.record(draft, next(signatures()))
    await desk.pilot.pause(POLL)


async def test_entries_of_others_appear(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await meanwhile(desk, event, chombo("1", Place(round=1, table=1)))

        assert "Rossi: ron while furiten → chombo" in desk.text()


async def test_typing_is_not_lost_when_others_write(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u")
        await meanwhile(desk, event, chombo("5", TABLE_2))

        assert desk.record.query_one("#what", Picker).input.value == "fu"
        assert desk.focused_id() == "what"
        await desk.press("enter", "y", "enter")
        assert [entry.number for entry in desk.entries[-2:]] == [5, 6]


async def test_a_changed_answer_waits_for_a_second_enter(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", *"withdrawn", "enter", "p", "n")
        assert desk.record.recording.can_book
        before = desk.record.recording.fingerprint

        await meanwhile(desk, event, call_taken_back("2", Place(round=1)))
        assert "the answer is another one since #5 (Kim)" in desk.text()
        assert desk.record.recording.fingerprint != before

        await desk.press("enter")
        assert isinstance(desk.screen, RecordScreen)
        assert len(desk.entries) == 5


async def test_the_book_refuses_what_was_not_shown(event: Path, launch: Launch) -> None:
    """Enter comes between the other's commit and the next look at the book."""
    async with launch(event) as desk:
        await desk.press("r", "s", *"withdrawn", "enter", "p", "n")
        assert desk.app.desk is not None
        desk.app.desk.follow = lambda: None  # type: ignore[method-assign]
        await meanwhile(desk, event, call_taken_back("2", Place(round=1)))
        await desk.press("enter")

        assert isinstance(desk.screen, RecordScreen)
        assert len(desk.entries) == 5
        assert "the answer is another one since #5 (Kim)" in desk.text()
        assert "Which ruling?" in desk.text()


async def test_the_same_incident_booked_elsewhere_is_told(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        await meanwhile(desk, event, chombo("2", Place(round=1, table=1)))
        assert "#5 Kim booked here: Ito: ron while furiten → chombo" in desk.text()

        await desk.press("enter")
        assert len(desk.entries) == 5
        await desk.press("enter")
        assert len(desk.entries) == 6


async def test_an_entry_elsewhere_asks_for_no_second_enter(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        await meanwhile(desk, event, chombo("5", TABLE_2))
        await desk.press("enter")

        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 6


async def test_pressing_twice_books_once(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        record = desk.record
        draft = record.form.draft()
        assert draft is not None
        shown = record.recording.fingerprint
        for _ in range(3):
            record.post_message(record.Submitted(record, draft, shown))
        await desk.pilot.pause()

        assert len(desk.entries) == 5
        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.toasts()) == 1


async def test_what_cannot_be_booked_is_told_and_kept(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        record = desk.record
        bad = Draft(
            place=Place(round=9, table=9),
            incidents=(PHONE,),
            departure=Departure(class_=Class.NONE),
            note="no such table",
        )
        record.post_message(record.Submitted(record, bad, "x"))
        await desk.pilot.pause()

        assert isinstance(desk.screen, RecordScreen)
        assert "not booked" in desk.text()
        await desk.press("enter", "enter")
        assert len(desk.entries) == 5


async def test_a_book_that_cannot_be_read_is_told_once(
    event: Path, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> bool:
        raise BookError("spring.db cannot be read: disk I/O error")

    async with launch(event) as desk:
        assert desk.app.desk is not None
        with monkeypatch.context() as broken:
            broken.setattr(desk.app.desk.terminal, "changed", gone)
            await desk.pilot.pause(POLL * 2)
        assert desk.toasts() == ["spring.db cannot be read: disk I/O error"]

        await desk.press("r", "s", "f", "u", "enter", "y", "enter")
        assert len(desk.entries) == 5


async def test_a_riichi_booked_elsewhere_lies_on_the_table_here(
    event: Path, launch: Launch
) -> None:
    """Else a chombo would not give back a stick that everybody sees."""
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        assert "stick back" not in desk.text()
        with Book.open(event) as other:
            step = HandPlayed(step={"event": "riichi", "player": "3"})
            other.add(step, TABLE_1, next(signatures()))
        await desk.pilot.pause(POLL)
        assert "#5 Kim booked here: riichi by Smith" in desk.text()
        assert "East 1, 0 honba · pot 1,000" in desk.text()

        await desk.press("enter")
        assert "Smith +1,000 (riichi stick back)" in desk.text()
        await desk.press("enter")
        assert desk.entries[-1].place.hand == "E1"
        assert ("3", 1000) in [(p.player, p.points) for p in desk.last.postings]


async def test_what_was_typed_of_the_table_stays_when_play_goes_on(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "ctrl+l")
        await desk.type("e2")
        with Book.open(event) as other:
            step = HandPlayed(step={"event": "riichi", "player": "3"})
            other.add(step, TABLE_1, next(signatures()))
        await desk.pilot.pause(POLL)
        await desk.press("enter", "s", "f", "u", "enter", "y")
        assert "#5 Kim booked here: riichi by Smith" in desk.text()
        assert "East 2, 0 honba · pot 0" in desk.text()
