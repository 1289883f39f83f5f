"""The one place of the screens that talks to the book.

A `Terminal` is a book with somebody signed in at it and a clock. Screens see a `View`,
made anew for every entry, and never the book itself.
"""

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from ledger.book import Book
from ledger.core.contents import Content, Created, StaffAdded
from ledger.core.desk import Draft
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.floor import current_round
from ledger.core.rules import Rules

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time now, aware, UTC."""
    return datetime.now(UTC)  # noqa: TID251 - the screens are the edge


def new_id() -> str:
    """Return an id of our own making, under which something is booked once."""
    return uuid4().hex


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What the screens show: the event up to its head entry. A new one per change."""

    state: EventState
    rules: Rules
    head: int
    staff: str
    role: str
    clock: Clock

    @property
    def created(self) -> Created:
        """The event's first entry."""
        assert self.state.created is not None
        return self.state.created

    @property
    def round(self) -> int | None:
        """The round that is being played, as far as the book tells."""
        return current_round(self.state)


def signature(staff: str, clock: Clock, client_id: str | None = None) -> Signature:
    """Return a signature from this machine, now."""
    return Signature(
        staff=staff,
        at=clock(),
        terminal=platform.node() or "terminal",
        client_id=client_id or new_id(),
    )


class Terminal:
    """A book, and who sits in front of it."""

    def __init__(self, book: Book, staff: str, clock: Clock = utc_now) -> None:
        self.book = book
        self.staff = staff
        self.clock = clock

    def view(self) -> View:
        """Return the event as it stands.

        Raises:
            BookError: the book cannot be read.
        """
        state = self.book.state()
        known = state.staff.get(self.staff)
        return View(
            state=state,
            rules=self.book.rules,
            head=state.head,
            staff=self.staff,
            role=known.role if known else "",
            clock=self.clock,
        )

    def changed(self) -> bool:
        """Whether somebody else has written since the last call."""
        return self.book.changed()

    def sign(self, client_id: str | None = None) -> Signature:
        """Return a signature for one entry, now."""
        return signature(self.staff, self.clock, client_id)

    def record(self, draft: Draft, client_id: str, shown: str) -> Entry:
        """Book a ruling; durable when this returns.

        Raises:
            RulingChanged: the book now judges otherwise than what was shown.
            LedgerError: it cannot be booked.
        """
        return self.book.record(draft, self.sign(client_id), shown)

    def void(self, number: int, reason: str, client_id: str) -> Entry:
        """Take an entry back.

        Raises:
            BookError: there is nothing to void, or no reason.
        """
        return self.book.void(number, reason, self.sign(client_id))

    def add(self, content: Content, place: Place, client_id: str) -> Entry:
        """Book a sheet or a list.

        Raises:
            BookError: it does not fit the event.
        """
        return self.book.add(content, place, self.sign(client_id))

    def sign_in(self, name: str) -> None:
        """Let somebody else sit down; who is not yet of the staff is listed.

        Raises:
            BookError: the name cannot be listed.
        """
        name = name.strip()
        if name and name not in self.book.state().staff:
            self.staff = name
            self.book.add(StaffAdded(name=name), Place(), self.sign())
        elif name:
            self.staff = name

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
