"""Signing in by PIN: waits, locks, the idle terminal, and who may do what."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from rich.cells import cell_len
from textual.widgets import Input

from ledger.book import Book
from ledger.core.contents import StaffAdded
from ledger.core.event import Place
from ledger.core.roles import Role
from ledger.core.sign_in import FREE_TRIES, LOCKED_FOR, TRIES_MAX
from ledger.files.failed_sign_ins import failures_of
from ledger.tui.guard import Guard
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.record import RecordScreen
from ledger.tui.screens.sign_in import SignInDialog
from ledger.tui.widgets.picker import Picker
from tests.tui.conftest import Launch, signatures
from tests.tui.driver import Driver
from tests.tui.test_other_terminals import chombo

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""As strong as a test needs; the parameters stand in each hash."""
SHUT = Guard(terminal="web", must_sign_in=True)
PINS = {"Mori": "1357", "Ana": "2468", "Kim": "9999"}
ROLES = {
    "Kim": Role.SCORER,
    "Vera": Role.VIEWER,
    "Hana": Role.HEAD_REFEREE,
    "Ana": Role.ORGANISER,
}
"""Beside Mori, a referee."""


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, gone: timedelta) -> None:
        self.now += gone


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def staffed(event: Path) -> Path:
    """Return an event with a person of each role; Mori, Ana and Kim have a PIN."""
    sign = signatures("Mori", "staff-")
    with Book.open(event) as book:
        for name, role in ROLES.items():
            book.add(StaffAdded(name=name, role=role.value), Place(), next(sign))
        for name, pin in PINS.items():
            by = replace(next(sign), staff="Ana")
            book.set_pin(name, QUICK.hash(pin), by)
    return event


def dialog(desk: Driver) -> SignInDialog:
    assert isinstance(desk.screen, SignInDialog), desk.text()
    return desk.screen


async def sign_in(desk: Driver, name: str, pin: str = "") -> None:
    asked = dialog(desk)
    if asked.name_asked != name:
        if asked.name_asked:
            await desk.press("escape")
        await desk.type(name)
        await desk.press("enter")
    if pin:
        await desk.press(*pin, "enter")


async def tick(desk: Driver) -> None:
    """Let the dialog look at the clock."""
    await desk.pilot.pause(0.3)


# Who is asked ------------------------------------------------------------------------


async def test_nobody_is_asked_where_nobody_has_a_pin(
    event: Path, launch: Launch
) -> None:
    async with launch(event, staff="a stranger") as desk:
        assert isinstance(desk.screen, FloorScreen)
        assert "a stranger at desk-1" in desk.lines()[0]


async def test_who_has_no_pin_just_sits_down(staffed: Path, launch: Launch) -> None:
    async with launch(staffed, staff="Hana") as desk:
        assert isinstance(desk.screen, FloorScreen)
        assert "Hana (head-referee)" in desk.lines()[0]


async def test_who_has_a_pin_is_asked_first(staffed: Path, launch: Launch) -> None:
    async with launch(staffed, staff="Mori") as desk:
        assert "nobody signed in" in desk.lines()[0]
        pin = desk.screen.query_one("#pin", Input)
        assert pin.password
        assert "PIN of Mori" in desk.text()
        await desk.press(*"1357")
        assert "1357" not in desk.text()
        await desk.press("enter")

        assert isinstance(desk.screen, FloorScreen)
        assert "Mori (referee) at desk-1" in desk.lines()[0]
        await desk.press("r", "s", "f", "u", "enter", "y", "enter")
        signed = desk.entries[-1].signature
        assert (signed.staff, signed.terminal) == ("Mori", "desk-1")


async def test_names_go_by_number_too(staffed: Path, launch: Launch) -> None:
    async with launch(staffed, staff="Mori") as desk:
        await desk.press("escape", "3", "enter")  # Vera, of whom no PIN is asked
        assert "Vera (viewer)" in desk.lines()[0]


async def test_many_and_awkward_names(staffed: Path, launch: Launch) -> None:
    names = [f"Kim {number}" for number in range(150)]
    awkward = ["[red]x[/]", "\x1b[31mred", "שלום", "名" * 60, 'O\'Brien; "x" <b>', "12"]
    sign = signatures("Ana", "many-")
    with Book.open(staffed) as book:
        for name in names + awkward:
            book.add(StaffAdded(name=name), Place(), next(sign))
    async with launch(staffed, staff="Hana") as desk:
        for name in awkward:
            await desk.press("f2")
            await sign_in(desk, name)
            assert isinstance(desk.screen, FloorScreen), name
            assert desk.app.view is not None
            assert desk.app.view.staff == name
            assert all(cell_len(line) <= 80 for line in desk.lines())
        await desk.press("f2", *"149", "enter")
        assert "Kim 149" not in desk.lines()[0]  # the 149th is another one
        await desk.press("f2")
        await sign_in(desk, "Kim 149")
        assert "Kim 149 (referee)" in desk.lines()[0]


async def test_who_has_not_signed_in_may_look_and_no_more(
    staffed: Path, launch: Launch
) -> None:
    async with launch(staffed, staff="somebody") as desk:
        assert "Esc only looks" in desk.text()
        await desk.press("escape", "r")
        assert isinstance(desk.screen, FloorScreen)
        assert "nobody is signed in" in desk.toasts()[-1]
        await desk.press("t")
        assert "Standings" in desk.lines()[0]


async def test_a_stranger_is_not_taken_in_where_roles_count(
    staffed: Path, launch: Launch
) -> None:
    async with launch(staffed, staff="somebody") as desk:
        await sign_in(desk, "Nobody")
        assert "nobody of that name is on the staff" in desk.text()
        assert isinstance(desk.screen, SignInDialog)


async def test_signing_in_can_be_demanded(staffed: Path, launch: Launch) -> None:
    async with launch(staffed, staff="Hana", guard=SHUT) as desk:
        await desk.press("escape", "escape", "f2", "f4")
        assert isinstance(desk.screen, SignInDialog)
        assert "Rossi" not in desk.text()
        await sign_in(desk, "Hana")
        assert isinstance(desk.screen, FloorScreen)
        assert "Hana (head-referee) at web" in desk.lines()[0]


# Wrong PINs --------------------------------------------------------------------------


async def test_a_wrong_pin_says_how_long_to_wait(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    async with launch(staffed, clock=clock) as desk:
        await sign_in(desk, "Mori", "0000")
        assert "the PIN is wrong" in desk.text()
        assert "try again in" not in desk.text()
        for _ in range(FREE_TRIES - 1):
            await desk.press(*"0000", "enter")
        assert "the PIN is wrong; try again in 2 s" in desk.text()
        clock.on(timedelta(seconds=1))
        await tick(desk)
        assert "try again in 1 s" in desk.text()


async def test_keys_pressed_while_waiting_are_not_lost(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    async with launch(staffed, clock=clock) as desk:
        await sign_in(desk, "Mori", "0000")
        for _ in range(FREE_TRIES - 1):
            await desk.press(*"0000", "enter")
        await desk.press(*"1357", "enter")
        assert "tried in 2 s" in desk.text()
        clock.on(timedelta(seconds=2))
        await tick(desk)

        assert isinstance(desk.screen, FloorScreen)
        assert "Mori (referee)" in desk.lines()[0]


async def test_typing_on_takes_the_kept_enter_back(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    async with launch(staffed, clock=clock) as desk:
        await sign_in(desk, "Mori", "0000")
        for _ in range(FREE_TRIES - 1):
            await desk.press(*"0000", "enter")
        await desk.press(*"135", "enter", "7")
        clock.on(timedelta(seconds=2))
        await tick(desk)
        assert dialog(desk).query_one("#pin", Input).value == "1357"
        await desk.press("enter")
        assert isinstance(desk.screen, FloorScreen)


async def fail(desk: Driver, clock: Clock, times: int = TRIES_MAX) -> None:
    """Give a wrong PIN as often as it is looked at."""
    for _ in range(times):
        clock.on(LOCKED_FOR)
        await desk.press(*"0000", "enter")
        await desk.pilot.pause()


async def test_a_locked_door_says_who_can_open_it(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    async with launch(staffed, clock=clock) as desk:
        await fail(desk, clock)
        assert "locked for 60 min, or until Ana lets you in (^o)" in desk.text()
        await desk.press(*"1357", "enter")
        assert isinstance(desk.screen, SignInDialog)  # the right one comes too late

        await desk.press("ctrl+o")
        assert "Who lets Mori in again?" in desk.text()
        assert "Kim" not in desk.text()
        await desk.press("enter", *"1111", "enter")
        assert "the PIN is wrong" in desk.text()
        await desk.press(*"2468", "enter")
        assert "the door is open again" in desk.text()
        await desk.press(*"1357", "enter")
        assert "Mori (referee)" in desk.lines()[0]


async def test_ten_thousand_guesses_at_the_screen(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    """As fast as keys go: ten are looked at, and all of them are counted."""
    async with launch(staffed, clock=clock) as desk:
        asked, assert_desk = dialog(desk), desk.app.desk
        assert assert_desk is not None
        door = assert_desk.door
        for guess in range(10_000):
            clock.on(timedelta(milliseconds=100))
            pin = "1357" if guess > 5_000 else f"{guess + 5_000}"
            door.try_pin(SignInDialog.Tried(asked, "Mori", pin))
        assert desk.app.screen is asked
        await tick(desk)
        assert "locked for" in desk.text()
        assert assert_desk.terminal.door.person is None
        book = assert_desk.terminal.book
        kept = failures_of(desk.app.state, book.event_id)["Mori"]
        assert kept.count == TRIES_MAX
    async with launch(staffed, clock=clock) as desk:  # started anew: counted still
        await sign_in(desk, "Mori", "1357")
        assert "locked for" in desk.text()


async def test_two_windows_of_a_terminal_count_together(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    async with launch(staffed, clock=clock) as one, launch(staffed, clock=clock) as two:
        await fail(one, clock)
        await sign_in(two, "Mori", "1357")
        assert "locked for" in two.text()


# Another person, and the lock ------------------------------------------------------


async def test_the_person_changes_while_something_is_typed(
    staffed: Path, launch: Launch
) -> None:
    async with launch(staffed, staff="Hana") as desk:
        await desk.press("r", "s", "f", "u", "f2")
        assert "Hana signs until then" in desk.text()
        await sign_in(desk, "Mori", "1357")
        assert desk.record.query_one("#what", Picker).input.value == "fu"
        assert "Mori (referee)" in desk.text()
        await desk.press("enter", "y", "enter")
        assert desk.entries[-1].signature.staff == "Mori"


async def test_who_is_not_let_in_leaves_the_other_there(
    staffed: Path, launch: Launch
) -> None:
    async with launch(staffed, staff="Hana") as desk:
        await desk.press("f2")
        await sign_in(desk, "Mori", "0000")
        await desk.press("escape", "escape")
        assert "Hana (head-referee)" in desk.lines()[0]


async def test_the_lock_keeps_what_is_typed_and_follows_the_book(
    staffed: Path, launch: Launch
) -> None:
    async with launch(staffed) as desk:
        await sign_in(desk, "Mori", "1357")
        await desk.press("r", "s", "f", "u", "f4")
        assert "Locked by Mori" in desk.text()
        await desk.press("escape", "escape", "f2", "f4")
        assert isinstance(desk.screen, SignInDialog)
        with Book.open(staffed) as other:
            other.record(chombo("1", Place(round=1, table=1)), next(signatures("Hana")))
        await tick(desk)
        record = next(s for s in desk.app.screen_stack if isinstance(s, RecordScreen))
        assert record.recording.seen == desk.entries[-1].number

        await desk.press(*"1357", "enter")
        assert desk.record.query_one("#what", Picker).input.value == "fu"
        assert desk.focused_id() == "what"


async def test_an_idle_terminal_locks_itself(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    guard = Guard(terminal="hall", idle_after=timedelta(minutes=3))
    async with launch(staffed, clock=clock, guard=guard) as desk:
        await sign_in(desk, "Mori", "1357")
        await desk.press("r", "s", "f", "u", "enter", "y")
        clock.on(timedelta(minutes=2, seconds=59))
        await desk.press("ctrl+n")  # somebody is there
        clock.on(timedelta(minutes=2))
        await tick(desk)
        assert isinstance(desk.screen, RecordScreen)

        head = len(desk.entries)
        clock.on(timedelta(minutes=1))
        await desk.press("enter", "enter")
        await tick(desk)
        assert "Locked by Mori" in desk.text()
        assert len(desk.entries) == head
        await desk.press(*"1357", "enter")
        assert isinstance(desk.screen, RecordScreen)


async def test_the_question_who_sits_here_is_locked_too(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    async with launch(staffed, clock=clock) as desk:
        await sign_in(desk, "Mori", "1357")
        await desk.press("f2")
        clock.on(timedelta(hours=1))
        await tick(desk)
        await desk.press("escape", "escape")
        assert "Locked by Mori" in desk.text()


async def test_who_has_no_pin_is_never_locked_out(
    staffed: Path, launch: Launch, clock: Clock
) -> None:
    async with launch(staffed, staff="Hana", clock=clock) as desk:
        clock.on(timedelta(days=1))
        await desk.press("f4")
        await tick(desk)
        assert isinstance(desk.screen, FloorScreen)
        assert "Lock" not in desk.lines()[-1]


async def test_the_palette_makes_room(staffed: Path, launch: Launch) -> None:
    async with launch(staffed) as desk:
        await sign_in(desk, "Mori", "1357")
        await desk.press("ctrl+p", "f2")
        assert "Mori signs until then" in desk.text()
        await desk.press("ctrl+p", "escape", "escape", "ctrl+p", "f4", "ctrl+p")
        await desk.press("escape", *"1357", "enter")
        assert isinstance(desk.screen, FloorScreen)


async def test_another_one_may_come_in_through_a_lock(
    staffed: Path, launch: Launch
) -> None:
    async with launch(staffed) as desk:
        await sign_in(desk, "Mori", "1357")
        await desk.press("f4", "escape")
        await sign_in(desk, "Kim", "9999")
        assert "Kim (scorer)" in desk.lines()[0]


# What a role may not do ------------------------------------------------------------


@pytest.mark.parametrize(
    ("staff", "key", "told"),
    [
        ("Vera", "r", "Vera is viewer and may not record"),
        ("Vera", "R", "Vera is viewer and may not record"),
        ("Vera", "s", "Vera is viewer and may not score"),
    ],
)
async def test_what_a_role_may_not_do_is_said_before_the_work(
    staff: str, key: str, told: str, staffed: Path, launch: Launch
) -> None:
    async with launch(staffed, staff=staff) as desk:
        await desk.press(key)
        assert isinstance(desk.screen, FloorScreen)
        assert told in desk.toasts()[-1]
        assert "F2" in desk.toasts()[-1]


async def test_a_scorer_scores_and_does_not_rule(staffed: Path, launch: Launch) -> None:
    async with launch(staffed) as desk:
        await sign_in(desk, "Kim", "9999")
        await desk.press("r")
        assert "Kim is scorer and may not record" in desk.toasts()[-1]
        await desk.press("s")
        for points in ("35000", "30000", "35000", "20000"):
            await desk.type(points)
            await desk.press("enter")
        await desk.press("enter")
        assert desk.entries[-1].kind == "sheet"
        await desk.press("u")
        assert "Kim is scorer and may not void" in desk.toasts()[-1]
