"""Rulings that wait to be confirmed, and what can be done about each entry."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.binding import Binding

from ledger.book import Book
from ledger.core.contents import (
    Confirmed,
    Content,
    PolicySet,
    Sheet,
    SheetEntered,
    StaffAdded,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.possible import Correction
from ledger.tui.screens.dialog import YesDialog
from ledger.tui.screens.journal import KEYS, JournalScreen
from ledger.tui.widgets.picker import Picker
from tests.tui.conftest import FURITEN, TABLE_1, Launch, signatures
from tests.tui.driver import Driver

TWO = Place(round=1, table=2)
POLL = 0.3


async def meanwhile(desk: Driver, book: Callable[..., int], content: Content) -> int:
    """Let another terminal book something, and this one notice."""
    number = book(content)
    await desk.pilot.pause(POLL)
    return number


# Pending --------------------------------------------------------------------------


async def test_a_ruling_waits_because_the_referee_wants_it(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+o")
        assert "until a head referee confirms (^o" in desk.text()
        await desk.press("ctrl+o")
        assert "until a head" not in desk.text()
        await desk.press("ctrl+o", "enter")

        assert desk.last.pending
        assert "ruling pending" in next(x for x in desk.lines() if "Rossi" in x)


async def test_a_ruling_waits_because_the_event_wants_it(
    event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    book(PolicySet(confirm=True), Place())
    async with launch(event) as desk:
        await desk.press("r")
        assert "as this event wants it" in desk.text()  # before anything is told
        await desk.press("s", "f", "u", "enter", "y")
        assert "as this event wants it" in desk.text()
        await desk.press("ctrl+o")
        assert any("wants its rulings confirmed" in toast for toast in desk.toasts())
        await desk.press("enter")

        assert desk.last.pending


async def test_what_the_event_wants_is_followed_while_one_types(
    event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f")
        await meanwhile(desk, book, PolicySet(confirm=True))
        assert desk.record.query_one("#what", Picker).input.value == "f"
        await desk.press("u", "enter", "y")
        assert "as this event wants it" in desk.text()


async def test_a_head_referees_ruling_waits_for_nobody(
    event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    book(StaffAdded(name="Hana", role="head-referee"), Place())
    book(PolicySet(confirm=True), Place())
    async with launch(event, staff="Hana") as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        assert "wants it" not in desk.text()
        await desk.press("enter")

        assert not desk.last.pending


async def test_what_waits_is_reached_from_the_floor_and_confirmed(
    event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    first = book(Draft(place=TABLE_1, incidents=(FURITEN,), pending=True))
    there = DraftIncident(offender="5", situation="furiten-ron", facts={"shown": True})
    second = book(Draft(place=TWO, incidents=(there,), pending=True))
    book(Draft(place=TABLE_1, incidents=(FURITEN,)))
    async with launch(event) as desk:
        await desk.press("2", "y")
        assert desk.is_at(JournalScreen)
        assert desk.marked == second
        assert "pending: " in desk.row(second)

        await desk.press("y")
        assert desk.is_at(YesDialog)
        await desk.press("escape")
        assert len(desk.entries) == 7
        await desk.press("y", "enter")
        assert desk.booked() == Confirmed(target=second)
        assert "confirmed: " in desk.row(second)
        assert "y Confirm" not in desk.footer()

        await desk.press("escape", "y")
        assert desk.marked == first
        await desk.press("y", "enter", "escape")
        assert "y Waiting" not in desk.footer()
        await desk.press("y")
        assert desk.toasts() == ["no ruling and no appeal waits for a head referee"]


# What is possible -----------------------------------------------------------------


def test_each_key_is_bound_to_what_it_explains() -> None:
    bound = {
        binding.key: binding.action
        for binding in JournalScreen.BINDINGS
        if isinstance(binding, Binding)
    }
    assert {key: f"correct('{what}')" for key, what in KEYS.items()} == {
        key: action for key, action in bound.items() if action.startswith("correct")
    }
    assert set(KEYS.values()) == set(Correction)


async def test_the_footer_shows_what_is_possible_and_the_rest_says_why(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    sheet = book(SheetEntered(sheet=Sheet(raw=(30000, 30000, 30000, 30000))))
    async with launch(event) as desk:
        await desk.press("j")
        assert "u Void" in desk.footer()
        assert "a Amend" in desk.footer()
        assert "p Appeal" not in desk.footer()
        await desk.press("p")
        assert desk.toasts() == [
            f"entry {sheet} (sheet) is no ruling to appeal against"
        ]

        await desk.press("down")
        assert "p Appeal" in desk.footer()
        await desk.press("y")
        assert desk.toasts() == [f"entry {ruling} does not wait for a confirmation"]
        await desk.press("d")
        assert desk.toasts() == [f"entry {ruling} (incident) is under no appeal"]

        await desk.press("down")
        for key in ("u", "a", "p", "y", "d"):
            await desk.press(key)
            assert desk.toasts()[0].startswith("entry 4 (seating)")
        assert desk.is_at(JournalScreen)


@pytest.mark.parametrize(
    ("role", "offered"),
    [
        ("viewer", ""),
        ("scorer", "p"),
        ("referee", "uap"),
        ("head-referee", "uapy"),
        ("organiser", "uapy"),
    ],
)
async def test_a_role_is_told_what_it_may_not_do(
    role: str, offered: str, event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    book(Draft(place=TABLE_1, incidents=(FURITEN,), pending=True))
    book(StaffAdded(name="Oki", role="organiser"), Place())
    with Book.open(event) as other:
        for name in {role} - {"organiser"}:
            content = StaffAdded(name=name, role=name)
            other.add(content, Place(), next(signatures("Oki", "oki-")))
    staff = "Oki" if role == "organiser" else role
    async with launch(event, staff=staff, size=(120, 24)) as desk:
        await desk.press("j")
        while desk.marked != 5:
            await desk.press("down")
        names = {"u": "Void", "a": "Amend", "p": "Appeal", "y": "Confirm"}
        for key, name in names.items():
            assert (f"{key} {name}" in desk.footer()) == (key in offered)
            if key not in offered:
                await desk.press(key)
                assert f"{role} is {role} and may not" in desk.toasts()[0]
