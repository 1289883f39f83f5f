"""The staff screen: people, roles and PINs, by who may change them."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from ledger.book import Book
from ledger.core.contents import StaffAdded
from ledger.core.event import Place
from ledger.core.sign_in import matches
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.staff import PersonDialog, PinDialog, RolesDialog, StaffScreen
from tests.tui.conftest import Launch, signatures
from tests.tui.driver import Driver


@pytest.fixture
def organised(event: Path) -> Path:
    """Return an event with Ana as its organiser, beside Mori, a referee."""
    with Book.open(event) as book:
        by = replace(next(signatures()), staff="Mori")
        book.add(StaffAdded(name="Ana", role="organiser"), Place(), by)
    return event


def staff(desk: Driver) -> dict[str, str]:
    assert desk.app.desk is not None
    state = desk.app.desk.terminal.book.state()
    return {name: person.role for name, person in state.staff.items()}


async def test_a_first_organiser_is_named(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("W")
        assert isinstance(desk.screen, StaffScreen)
        assert "everybody may everything" in desk.text()
        await desk.press("a")
        await desk.type("<b>Ana 林</b>")
        await desk.press("enter", "o")
        assert staff(desk) == {"Mori": "referee", "<b>Ana 林</b>": "organiser"}
        assert "<b>Ana 林</b>" in desk.text()
        assert "roles count from now on" in desk.toasts()[-1]
        desk.app.clear_notifications()

        await desk.press("a")  # Mori is a referee, and that counts now
        assert isinstance(desk.screen, StaffScreen)
        assert "Mori is referee and may not add staff" in desk.toasts()[-1]


async def test_a_stranger_who_names_an_organiser_is_told_so(
    event: Path, launch: Launch
) -> None:
    async with launch(event, staff="root") as desk:
        await desk.press("W", "a")
        await desk.type("Ana")
        await desk.press("enter", "o")
        assert "root is not on the staff, F2 signs in" in desk.toasts()[-1]


async def test_a_role_is_changed(organised: Path, launch: Launch) -> None:
    async with launch(organised, staff="Ana") as desk:
        await desk.press("W", "o")
        assert "Role of Mori" in desk.text()
        await desk.press("h")
        assert staff(desk)["Mori"] == "head-referee"
        assert "head referee" in desk.text()

        await desk.press("o", "h")
        assert "'Mori' is on the staff already" in desk.toasts()[-1]
        await desk.press("down", "o", "s")
        assert "Ana is the only organiser" in desk.toasts()[-1]
        assert staff(desk)["Ana"] == "organiser"


async def test_a_name_is_needed_and_can_be_mended(
    organised: Path, launch: Launch
) -> None:
    async with launch(organised, staff="Ana") as desk:
        await desk.press("W", "a", "enter")
        assert "must not be blank" in desk.text()
        await desk.type("Kin")
        await desk.press("enter", "backspace", "backspace", "m", "enter", "s")
        assert staff(desk)["Kim"] == "scorer"
        await desk.press("a", "escape", "escape")
        assert isinstance(desk.screen, FloorScreen)
        assert len(staff(desk)) == 3


async def test_a_pin_is_typed_twice(organised: Path, launch: Launch) -> None:
    async with launch(organised, staff="Ana") as desk:
        await desk.press("W", "p")
        assert isinstance(desk.screen, PinDialog)
        assert all(each.password for each in desk.screen.query(Input))
        await desk.press(*"2468", "enter", *"2467", "enter")
        assert "the two are not the same" in desk.text()
        await desk.press(*"12", "enter", *"12", "enter")
        assert "a PIN has 4 to 64 characters, this one has 2" in desk.text()
        await desk.press(*"2468", "enter", *"2468", "enter")
        assert isinstance(desk.screen, StaffScreen)
        assert "new PIN for Mori" in desk.toasts()[-1]
        assert "2468" not in desk.text()
        assert desk.app.desk is not None
        kept = desk.app.desk.terminal.book.state().pins["Mori"]
        assert matches(kept, "2468")
        assert desk.entries[-1].signature.staff == "Ana"


async def test_ones_own_pin_and_nobody_elses(organised: Path, launch: Launch) -> None:
    async with launch(organised, staff="Mori") as desk:
        await desk.press("W", "p", *"1357", "enter", *"1357", "enter")
        assert desk.entries[-1].kind == "pin"
        desk.app.clear_notifications()
        await desk.press("down", "p")
        assert isinstance(desk.screen, StaffScreen)
        assert "Mori is referee and may not add staff" in desk.toasts()[-1]
        await desk.press("f4")  # from now on there is a PIN to lock with
        assert "Locked by Mori" in desk.text()


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_everything_is_in_view(
    size: tuple[int, int], organised: Path, launch: Launch
) -> None:
    async with launch(organised, staff="Ana", size=size) as desk:
        await desk.press("W")
        for key in ("a Add", "o Role", "p PIN", "m Who may what", "esc Back"):
            assert key in desk.text()
        await desk.press("m")
        assert isinstance(desk.screen, RolesDialog)
        lines = desk.text()
        assert "change the ruleset" in lines
        assert "head-referee" in lines
        assert any(line.rstrip(" │").endswith("organiser") for line in desk.lines())
        await desk.press("escape", "a")
        assert isinstance(desk.screen, PersonDialog)
        for role in ("viewer", "scorer", "referee", "head referee", "organiser"):
            assert role in desk.text()


async def test_what_another_terminal_changes_is_shown(
    organised: Path, launch: Launch
) -> None:
    async with launch(organised, staff="Ana") as desk:
        await desk.press("W")
        with Book.open(organised) as other:
            by = replace(next(signatures(prefix="other-")), staff="Ana")
            other.add(StaffAdded(name="Kim", role="viewer"), Place(), by)
        await desk.pilot.pause(0.4)
        assert "Kim" in desk.text()
