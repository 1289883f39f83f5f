"""The one place of the screens that talks to the book.

A `Terminal` is a book with a door, through which one person at a time has come in, and
a clock. Screens see a `View`, made anew for every entry, and never the book itself.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import uuid4

from ledger.book import Book
from ledger.book.corrections import Closing
from ledger.core.contents import Content, Created, StaffAdded
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.floor import current_round
from ledger.core.roles import Act, check_role, role_of
from ledger.core.rules import Rules
from ledger.core.sign_in import IDLE_AFTER, Door
from ledger.core.wishes import Wish
from ledger.errors import BookError, SignInRefused
from ledger.files.failed_sign_ins import failures_of, keep_failures
from ledger.files.state_folder import state_folder
from ledger.files.terminal_name import terminal_name

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time now, aware, UTC."""
    return datetime.now(UTC)  # noqa: TID251 - the screens are the edge


def new_id() -> str:
    """Return an id of our own making, under which something is booked once."""
    return uuid4().hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Station:
    """What a terminal is to be: who sits there, what it is called, when it locks."""

    staff: str
    """Who signs as long as nobody has signed in; of no weight where there is a PIN."""
    name: str = field(default_factory=terminal_name)
    clock: Clock = utc_now
    state: Path = field(default_factory=state_folder)
    """Where failed sign-ins are remembered."""
    idle_after: timedelta = IDLE_AFTER
    """Nobody at the keys for so long: the PIN has to be given again."""
    must_sign_in: bool = False
    """Whether nobody sits there before he has signed in."""
    needs_pin: bool = False
    """Whether nobody sits there who has no PIN."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What the screens show: the event up to its head entry. A new one per change."""

    state: EventState
    rules: Rules
    head: int
    staff: str
    """Who has signed in; empty: nobody, so that nothing can be written."""
    role: str
    clock: Clock
    terminal: str = ""
    obstacle: str = ""
    """Why nothing can be written here at all, such as a medium that is read-only."""

    @property
    def created(self) -> Created:
        """The event's first entry."""
        assert self.state.created is not None
        return self.state.created

    @property
    def round(self) -> int | None:
        """The round that is being played, as far as the book tells."""
        return current_round(self.state)

    def refusal(self, act: Act) -> str:
        """Return why whoever sits here may not do something now; empty: he may.

        To be asked before somebody is asked to type anything.
        """
        if self.obstacle:
            return f"read only: {self.obstacle}"
        if not self.staff:
            return "nobody is signed in, so nothing can be written; F2 signs in"
        try:
            check_role(self.state, self.staff, act)
        except BookError as error:
            return f"{error}; F2: somebody else signs in"
        return ""


def signature(staff: str, station: Station, client_id: str | None = None) -> Signature:
    """Return a signature from this terminal, now."""
    return Signature(
        staff=staff,
        at=station.clock(),
        terminal=station.name,
        client_id=client_id or new_id(),
    )


class Terminal:
    """A book, and who sits in front of it."""

    def __init__(self, book: Book, station: Station) -> None:
        """Let in whoever the station is for, unless a PIN has to be given first.

        Raises:
            BookError: the book cannot be read.
        """
        self.book = book
        self.station = station
        self._resigning: str | None = None
        self.known = book.state()
        """The event as it was last read; a person signs in without the server too."""
        self.door = Door(
            station.clock,
            failures_of(station.state, book.event_id),
            partial(keep_failures, station.state, book.event_id),
            idle_after=station.idle_after,
            needs_pin=station.needs_pin,
        )
        if not station.must_sign_in and station.staff not in self.known.pins:
            with suppress(SignInRefused):  # a stranger where roles count
                self.door.enter(self.known, station.staff)

    def view(self) -> View:
        """Return the event as it stands.

        Raises:
            BookError: the book cannot be read.
        """
        self.known = self.book.state()
        return self.last_view()

    def last_view(self) -> View:
        """Return the event as it was last read, with whoever sits here now."""
        person = self.door.person or ""
        return View(
            state=self.known,
            rules=self.book.rules,
            head=self.known.head,
            staff=person,
            role=role_of(self.known, person) or "",
            clock=self.station.clock,
            terminal=self.station.name,
            obstacle=self.book.obstacle,
        )

    def changed(self) -> bool:
        """Whether somebody else has written since the last call."""
        return self.book.changed()

    def sign(self, client_id: str | None = None) -> Signature:
        """Return a signature for one entry, now.

        Raises:
            SignInRefused: nobody is signed in, or the terminal is locked.
        """
        person = self._resigning or self.door.signer(self.known)
        return signature(person, self.station, client_id)

    @contextmanager
    def resigning(self, person: str | None) -> Iterator[None]:
        """Sign as whoever wanted something that could not be sent at once.

        Others may sit here by now, or nobody; it is still his.
        """
        self._resigning = person
        try:
            yield
        finally:
            self._resigning = None

    def write(
        self, wish: Wish, place: Place, client_id: str, shown: str | None = None
    ) -> Entry:
        """Book whatever is wished; durable when this returns.

        Args:
            wish: What is to be booked.
            place: Where it happened; a ruling knows that itself.
            client_id: The same one books once.
            shown: The fingerprint of the ruling on the screen, if it is one.

        Raises:
            RulingChanged: the book now judges otherwise than what was shown.
            LedgerError: it cannot be booked.
        """
        return self.book.write(wish, place, self.sign(client_id), shown)

    def finalise(self, note: str, client_id: str) -> Closing:
        """Close the event and copy the book.

        Raises:
            BookError: something is still open.
        """
        return self.book.finalise(note, self.sign(client_id))

    def add(self, content: Content, place: Place, client_id: str) -> Entry:
        """Book a sheet or a list.

        Raises:
            BookError: it does not fit the event.
        """
        return self.book.add(content, place, self.sign(client_id))

    def enter(self, name: str, pin: str = "") -> None:
        """Let somebody sit down; who is not yet of the staff is listed.

        Raises:
            SignInRefused: the PIN is wrong or it is too early; who sat here still does.
            BookError: the name cannot be listed.
        """
        self._recall()
        self.door.enter(self.known, name, pin)
        is_open = self.known.finalised is None
        if is_open and name not in self.known.staff:
            self.book.add(StaffAdded(name=name), Place(), self.sign())

    def open_for(self, name: str, by: str, pin: str) -> None:
        """Let somebody try again, on the word of who may say so.

        Raises:
            SignInRefused: he may not, or his PIN is wrong.
        """
        self._recall()
        self.door.open_for(self.known, name, by, pin)

    def _recall(self) -> None:
        """Count what was tried in another window of this terminal, too."""
        self.door.recall(failures_of(self.station.state, self.book.event_id))

    @property
    def is_locked(self) -> bool:
        """Whether the person who sits here has to give the PIN again."""
        return self.door.is_locked(self.known)

    @property
    def can_lock(self) -> bool:
        """Whether the person who sits here has a PIN to come back with."""
        return self.door.person in self.known.pins

    def reconnect(self) -> None:
        """Connect again if the connection was lost; any thread may do it.

        Raises:
            ConnectionLost: the server does not answer.
            BookError: the event is no longer what it was.
        """
        self.book.reconnect()

    def close(self) -> None:
        """Let go of the book."""
        self.book.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """What the new-event form asks for."""

    path: str
    name: str
    ruleset: str
    options: Mapping[str, str]
    rounds: int | None
    folder: str
    """A folder of CSV files to import, or empty."""
