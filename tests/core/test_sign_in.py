"""The door of a terminal: right and wrong PINs, waits, locks and who may open it."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher

from ledger.core.contents import PinSet
from ledger.core.event import EventState
from ledger.core.roles import Role
from ledger.core.sign_in import (
    FIRST_WAIT,
    FREE_TRIES,
    IDLE_AFTER,
    LOCKED_FOR,
    TRIES_MAX,
    Door,
    Failures,
    digest,
    matches,
)
from ledger.errors import SignInRefused
from tests.core.test_roles import staffed

PINS = {"referee": "1357", "organiser": "long sentence", "head-referee": "8642"}
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""As strong as a test needs; the parameters stand in each hash."""


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, gone: timedelta) -> None:
        self.now += gone


@pytest.fixture(scope="module")
def state() -> EventState:
    """Return an event with a person of each role; three of them have a PIN."""
    state = staffed(*Role)
    last = state.entries[-1]
    for name, pin in PINS.items():
        content = PinSet(name=name, hash=QUICK.hash(pin))
        number = state.head + 1
        state.apply(
            type(last)(
                number=number,
                kind="pin",
                signature=last.signature,
                place=last.place,
                content=content,
            )
        )
    return state


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Door:
    return Door(clock)


def fail(door: Door, state: EventState, name: str = "referee") -> timedelta:
    with pytest.raises(SignInRefused) as caught:
        door.enter(state, name, "0000")
    return caught.value.wait


# The hash -------------------------------------------------------------------------


def test_a_hash_belongs_to_its_pin_only() -> None:
    kept = digest("1234")
    assert kept.startswith("$argon2id$")
    assert "1234" not in kept
    assert kept != digest("1234"), "each has a salt of its own"
    assert matches(kept, "1234")
    assert matches(kept, " \uff11234 "), "typed with a Japanese keyboard"
    assert not matches(kept, "1235")
    assert not matches(kept, "")
    assert not matches("no hash", "1234")


@pytest.mark.parametrize("pin", ["", "123", " 123 ", "x" * 65])
def test_a_pin_has_a_length(pin: str) -> None:
    with pytest.raises(SignInRefused, match="a PIN has 4 to 64 characters"):
        digest(pin)


# In and out -----------------------------------------------------------------------


def test_the_right_pin_lets_in(door: Door, state: EventState) -> None:
    with pytest.raises(SignInRefused, match="nobody is signed in"):
        door.signer(state)
    door.enter(state, "referee", "1357")
    assert door.signer(state) == "referee"
    door.leave()
    assert door.person is None


def test_another_person_takes_over_with_a_pin_of_his_own(
    door: Door, state: EventState
) -> None:
    door.enter(state, "referee", "1357")
    with pytest.raises(SignInRefused, match="head-referee: the PIN is wrong"):
        door.enter(state, "head-referee", "1357")
    assert door.signer(state) == "referee", "a failed switch changes nothing"
    door.enter(state, "head-referee", "8642")
    assert door.signer(state) == "head-referee"


def test_who_has_no_pin_gives_a_name(door: Door, state: EventState) -> None:
    door.enter(state, "scorer")
    assert door.signer(state) == "scorer"


def test_a_stranger_stays_outside_where_roles_count(
    door: Door, state: EventState
) -> None:
    with pytest.raises(SignInRefused, match=r"'refree' is not on the staff.*referee"):
        door.enter(state, "refree", "1357")
    desk = EventState()
    door.enter(desk, "whoever")
    with pytest.raises(SignInRefused, match="is not on the staff"):
        door.enter(desk, " ")


def test_a_new_pin_replaces_the_old_one(door: Door) -> None:
    state = staffed(Role.REFEREE)
    for pin in ("1111", "2222"):
        state.pins["referee"] = QUICK.hash(pin)
    with pytest.raises(SignInRefused):
        door.enter(state, "referee", "1111")
    door.enter(state, "referee", "2222")


# Waits and locks ------------------------------------------------------------------


def test_the_wait_grows_and_ends_in_a_lock(
    door: Door, state: EventState, clock: Clock
) -> None:
    waits = []
    for _ in range(TRIES_MAX + 1):
        waits.append(fail(door, state))
        clock.on(waits[-1])
    free = [timedelta(0)] * (FREE_TRIES - 1)
    growing = [FIRST_WAIT * 2**n for n in range(TRIES_MAX - FREE_TRIES)]
    assert waits == [*free, *growing, LOCKED_FOR, LOCKED_FOR]
    door.enter(state, "referee", "1357")
    assert door.wait("referee") == timedelta(0)
    assert fail(door, state) == timedelta(0), "a success forgets the failures"


def test_too_early_a_try_is_not_looked_at(
    door: Door, state: EventState, clock: Clock
) -> None:
    for _ in range(FREE_TRIES):
        fail(door, state)
    with pytest.raises(SignInRefused, match="referee: try again in 2 s"):
        door.enter(state, "referee", "1357")
    clock.on(FIRST_WAIT)
    door.enter(state, "referee", "1357")


def test_one_persons_failures_do_not_keep_another_out(
    door: Door, state: EventState
) -> None:
    for _ in range(FREE_TRIES):
        fail(door, state)
    door.enter(state, "head-referee", "8642")


def test_of_ten_thousand_guesses_hardly_any_is_looked_at(
    state: EventState, clock: Clock
) -> None:
    """The right PIN is among them, and would be found after 1,358 tries."""
    looked: list[str] = []

    def match(kept: str, pin: str) -> bool:
        looked.append(pin)
        return matches(kept, pin)

    door = Door(clock, match=match)
    refused = 0
    for guess in range(10_000):
        try:
            door.enter(state, "referee", f"{guess:04}")
        except SignInRefused as error:
            refused += 1
            clock.on(min(error.wait, timedelta(minutes=5)))  # patient up to a point
    hours = (clock.now - datetime(2026, 5, 1, 12, tzinfo=UTC)) / timedelta(hours=1)
    assert refused == 10_000
    assert door.person is None
    assert len(looked) <= TRIES_MAX + hours + 1
    assert "1357" not in looked

    restless = Door(Clock(), match=match)
    looked.clear()
    for guess in range(10_000):
        with pytest.raises(SignInRefused):
            restless.enter(state, "referee", f"{guess:04}")
    assert looked == ["0000", "0001", "0002"]


def test_a_guesser_who_waits_for_every_try_needs_a_year(
    state: EventState, clock: Clock
) -> None:
    door = Door(clock, match=lambda _, __: False)
    start = clock.now
    for _ in range(10_000):
        clock.on(fail(door, state))
    assert clock.now - start > timedelta(days=365)


def test_a_try_is_counted_before_it_is_looked_at(
    state: EventState, clock: Clock
) -> None:
    """Who pulls the plug while the PIN is looked at has had his try."""
    kept: list[dict[str, Failures]] = []

    def keep(failures: Mapping[str, Failures]) -> None:
        kept.append(dict(failures))

    def pulled(_: str, __: str) -> bool:
        raise KeyboardInterrupt

    for count in range(1, 4):
        door = Door(clock, kept[-1] if kept else None, keep, match=pulled)
        with pytest.raises(KeyboardInterrupt):
            door.enter(state, "referee", "0000")
        assert kept[-1]["referee"].count == count
    with pytest.raises(SignInRefused, match="try again in 2 s"):
        Door(clock, kept[-1], keep, match=pulled).enter(state, "referee", "1357")


def test_failures_outlive_the_program(state: EventState, clock: Clock) -> None:
    kept: dict[str, Failures] = {}

    def keep(failures: Mapping[str, Failures]) -> None:
        kept.clear()
        kept.update(failures)

    for _ in range(FREE_TRIES):
        fail(Door(clock, kept, keep), state)
    assert kept == {"referee": Failures(FREE_TRIES, clock.now)}
    clock.on(FIRST_WAIT)
    Door(clock, kept, keep).enter(state, "referee", "1357")
    assert kept == {}


def test_a_clock_set_back_begins_the_wait_anew_and_no_more(
    door: Door, state: EventState, clock: Clock
) -> None:
    for _ in range(FREE_TRIES):
        fail(door, state)
    clock.on(timedelta(days=-400))
    assert door.wait("referee") == FIRST_WAIT
    clock.on(FIRST_WAIT)
    door.enter(state, "referee", "1357")


# Locked ---------------------------------------------------------------------------


def test_a_door_nobody_touches_locks_itself(
    door: Door, state: EventState, clock: Clock
) -> None:
    door.enter(state, "referee", "1357")
    for _ in range(3):
        clock.on(IDLE_AFTER - timedelta(seconds=1))
        door.touch()
        assert door.signer(state) == "referee"
    clock.on(IDLE_AFTER)
    assert door.is_locked(state)
    door.touch()
    with pytest.raises(SignInRefused, match="locked: referee has to give the PIN"):
        door.signer(state)
    assert fail(door, state) == timedelta(0)
    assert door.is_locked(state)
    door.enter(state, "referee", "1357")
    assert door.signer(state) == "referee"


def test_a_door_can_be_locked_by_hand(door: Door, state: EventState) -> None:
    door.enter(state, "referee", "1357")
    door.lock()
    assert door.is_locked(state)
    door.enter(state, "head-referee", "8642")
    assert door.signer(state) == "head-referee"


def test_a_door_without_a_pin_never_locks(
    door: Door, state: EventState, clock: Clock
) -> None:
    door.enter(state, "scorer")
    clock.on(IDLE_AFTER * 10)
    door.lock()
    assert door.signer(state) == "scorer"


def test_a_head_referee_opens_a_locked_door(
    door: Door, state: EventState, clock: Clock
) -> None:
    for _ in range(TRIES_MAX):
        clock.on(fail(door, state))
    fail(door, state)
    with pytest.raises(SignInRefused, match="locked for 60 min, or until a head"):
        door.enter(state, "referee", "1357")
    with pytest.raises(SignInRefused, match="scorer may not open the door"):
        door.open_for(state, "referee", "scorer", "1357")
    with pytest.raises(SignInRefused, match="stranger may not open the door"):
        door.open_for(state, "referee", "stranger", "1357")
    with pytest.raises(SignInRefused, match="head-referee: the PIN is wrong"):
        door.open_for(state, "referee", "head-referee", "1357")
    door.open_for(state, "referee", "head-referee", "8642")
    door.enter(state, "referee", "1357")


def test_who_has_no_pin_opens_no_door(door: Door) -> None:
    state = staffed(Role.ORGANISER)
    with pytest.raises(SignInRefused, match="organiser has no PIN to open the door"):
        door.open_for(state, "x", "organiser", "")


def test_where_a_pin_is_needed_nobody_comes_in_without(state: EventState) -> None:
    door = Door(Clock(), needs_pin=True)
    for name in ("scorer", "viewer"):
        with pytest.raises(SignInRefused, match="has no PIN, and one is needed here"):
            door.enter(state, name, "1357")
        assert door.person is None
    door.enter(state, "referee", "1357")
    assert door.person == "referee"
    with pytest.raises(SignInRefused):
        door.enter(state, "scorer")
    assert door.person == "referee"
