"""The door of a terminal: who sits at it, proved by a PIN.

    no failure yet     the PIN is looked at
    three failures     a wait before the next try, twice as long each time
    ten failures       locked for an hour; one try an hour from then on, unless a head
                       referee or the organiser opens the door with a PIN of his own
    nobody at the keys locked until the same person's PIN, or another person signs in

A try is counted before it is looked at, so that pulling the plug gives no free guess.
Failures are kept beside the terminal, not in the book: they say nothing about the
event. Who has no PIN just gives a name; who has the file itself needs no door, and can
try short PINs against its hashes: a PIN keeps colleagues apart, not burglars out.

No clock and no files here: the time comes in as a function, failures go out to one.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from ledger.core.event import EventState
from ledger.core.roles import MAY, Act, is_enforced, role_of
from ledger.core.situations import nearest
from ledger.errors import SignInRefused, WrongPin

PIN_LENGTH_MIN: Final = 4
PIN_LENGTH_MAX: Final = 64
FREE_TRIES: Final = 3
"""Failures before the first wait."""
FIRST_WAIT: Final = timedelta(seconds=2)
TRIES_MAX: Final = 10
"""Failures that lock the door."""
LOCKED_FOR: Final = timedelta(hours=1)
IDLE_AFTER: Final = timedelta(minutes=10)

Clock = Callable[[], datetime]
Match = Callable[[str, str], bool]
"""Whether a hash and a PIN belong together."""


@dataclass(frozen=True, slots=True)
class Failures:
    """How often a person's PIN was wrong in a row, and when last."""

    count: int
    last: datetime
    """Aware, UTC."""


def plain(pin: str) -> str:
    r"""Return a PIN as it is compared: full-width digits are digits.

    >>> plain(" \uff11234 ")
    '1234'
    """
    return unicodedata.normalize("NFKC", pin).strip()


def digest(pin: str) -> str:
    """Return what is kept of a new PIN: its Argon2 hash with a salt of its own.

    Raises:
        SignInRefused: it is too short or too long to be one.
    """
    from argon2 import PasswordHasher  # noqa: PLC0415 - rarely needed, slow to import

    told = plain(pin)
    if not PIN_LENGTH_MIN <= len(told) <= PIN_LENGTH_MAX:
        raise SignInRefused(
            f"a PIN has {PIN_LENGTH_MIN} to {PIN_LENGTH_MAX} characters, this one has"
            f" {len(told)}"
        )
    return PasswordHasher().hash(told)


def matches(kept: str, pin: str) -> bool:
    """Return whether a PIN is the one of which `digest` made a hash."""
    from argon2 import PasswordHasher  # noqa: PLC0415
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415

    try:
        return PasswordHasher().verify(kept, plain(pin))
    except (VerificationError, InvalidHashError):
        return False


class Door:
    """One terminal: who is signed in, and how often somebody has tried in vain."""

    def __init__(
        self,
        clock: Clock,
        failures: Mapping[str, Failures] | None = None,
        keep: Callable[[Mapping[str, Failures]], None] | None = None,
        *,
        idle_after: timedelta = IDLE_AFTER,
        match: Match = matches,
        needs_pin: bool = False,
    ) -> None:
        """Close the door; nobody is signed in.

        Args:
            clock: The time, aware, UTC.
            failures: Those that the terminal remembers, by name.
            keep: Is handed all failures whenever they change, to be remembered.
            idle_after: Without `touch` for so long the door is locked.
            match: Holds a hash against a PIN.
            needs_pin: Whether nobody is let in who has no PIN.
        """
        self.person: str | None = None
        """Who is signed in, whether the door is locked meanwhile or not."""
        self._clock, self._match, self._idle_after = clock, match, idle_after
        self._needs_pin = needs_pin
        self._keep = keep or (lambda _: None)
        self._failures = dict(failures or {})
        self._seen = clock()
        self._is_locked = False

    def enter(self, state: EventState, name: str, pin: str = "") -> None:
        """Sign a person in, in the place of whoever sits there.

        Args:
            state: The event, with its staff and their PINs.
            name: Who it is.
            pin: The PIN; not looked at where the person has none.

        Raises:
            SignInRefused: the PIN is wrong, it is too early for another try, or the
                person is a stranger; who was signed in still is.
        """
        if name not in state.staff and (is_enforced(state) or not name.strip()):
            raise SignInRefused(
                f"{name!r} is not on the staff" + nearest(name, state.staff)
            )
        if name in state.pins:
            self._prove(state, name, pin)
        elif self._needs_pin:
            raise SignInRefused(f"{name} has no PIN, and one is needed here")
        self.person, self._is_locked, self._seen = name, False, self._clock()

    def leave(self) -> None:
        """Sign out."""
        self.person = None

    def touch(self) -> None:
        """Note that somebody is at the keys; an idle door stays locked."""
        if not self._is_idle():
            self._seen = self._clock()

    def lock(self) -> None:
        """Lock the door until the PIN is given again."""
        self._is_locked = True

    def is_locked(self, state: EventState) -> bool:
        """Whether the PIN has to be given again; never for who has none."""
        has_pin = self.person is not None and self.person in state.pins
        return has_pin and (self._is_locked or self._is_idle())

    def signer(self, state: EventState) -> str:
        """Return who may sign an entry here and now.

        Raises:
            SignInRefused: nobody is signed in, or the door is locked.
        """
        if self.person is None:
            raise SignInRefused("nobody is signed in")
        if self.is_locked(state):
            raise SignInRefused(f"locked: {self.person} has to give the PIN again")
        return self.person

    def recall(self, failures: Mapping[str, Failures]) -> None:
        """Count failures that came about elsewhere, where they are more than ours."""
        for name, told in failures.items():
            own = self._failures.get(name)
            if own is None or own.count < told.count:
                self._failures[name] = told

    def wait(self, name: str) -> timedelta:
        """Return for how long a person cannot try again; nothing: not at all."""
        failures = self._failures.get(name)
        if failures is None or failures.count < FREE_TRIES:
            return timedelta(0)
        now = self._clock()
        if now < failures.last:
            # A clock set back does not close the door for years: the wait begins anew.
            failures = self._failures[name] = Failures(failures.count, now)
            self._keep(self._failures)
        pause = LOCKED_FOR
        if failures.count < TRIES_MAX:
            pause = FIRST_WAIT * 2 ** (failures.count - FREE_TRIES)
        return max(pause - (now - failures.last), timedelta(0))

    def open_for(self, state: EventState, name: str, by: str, pin: str) -> None:
        """Forget a person's failures, on the word of a head referee or organiser.

        Raises:
            SignInRefused: it is not for `by` to say, has no PIN, or the PIN is wrong.
        """
        if role_of(state, by) not in MAY[Act.DECIDE]:
            raise SignInRefused(
                f"{by} may not open the door; that is for: {', '.join(MAY[Act.DECIDE])}"
            )
        if by not in state.pins:
            raise SignInRefused(f"{by} has no PIN to open the door with")
        self._prove(state, by, pin)
        self._forget(name)

    def _prove(self, state: EventState, name: str, pin: str) -> None:
        left = self.wait(name)
        if left:
            raise SignInRefused(f"{name}: {_after(left)}", left)
        now = self._clock()
        before = self._failures.get(name, Failures(0, now))
        self._failures[name] = Failures(before.count + 1, now)
        self._keep(self._failures)
        if self._match(state.pins[name], pin):
            self._forget(name)
            return
        left = self.wait(name)
        raise WrongPin(f"{name}: the PIN is wrong; {_after(left)}", left)

    def _forget(self, name: str) -> None:
        if self._failures.pop(name, None) is not None:
            self._keep(self._failures)

    def _is_idle(self) -> bool:
        return self._clock() - self._seen >= self._idle_after


def _after(left: timedelta) -> str:
    seconds = int(left.total_seconds() + 0.999)
    if not seconds:
        return "try again"
    if seconds < 2 * 60:
        return f"try again in {seconds} s"
    return f"locked for {-(-seconds // 60)} min, or until a head referee opens it"
