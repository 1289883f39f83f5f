"""What a book asks of the database it lies in: one protocol for every engine.

A file and a server differ in how a transaction gets the right to write, in how others'
entries are heard of, in what their schema is guarded by and in their errors. All of
that is behind `Database`; whatever the engine, the rows are the same, and so an entry
has the same hash on each.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Protocol, Self

from sqlalchemy import Connection

from ledger.book.watch import Watch
from ledger.errors import BookError

PATIENCE: Final = 15.0
"""Seconds to wait for other writers; SQLite's lock is unfair and starves some."""

Faults = Iterator[str]
"""What is wrong, each in words."""


class Conflict(BookError):
    """Another transaction was in the way; all of this one may be done again."""


class Database(Protocol):
    """Where an event lies, or is going to."""

    @property
    def name(self) -> str:
        """How people call it, without any password; begins each message."""

    @property
    def address(self) -> str:
        """By what to open this very event again, without any password."""

    @property
    def attempts(self) -> int:
        """How often to try a transaction that meets a `Conflict`."""

    def of(self, event_id: str) -> Self:
        """Return the same for one event of it."""

    def make(self, fill: Callable[[Connection], str]) -> str:
        """Make room for a new event and let it be filled, wholly or not at all.

        Args:
            fill: Writes the first rows into the schema at head; returns the event's id.

        Returns:
            The event's id.

        Raises:
            NotABook: something else is there.
            BookError: it is taken, or cannot be made; nothing is left behind.
        """

    def open(self) -> tuple[Connection, str]:
        """Return a connection to an event at head, and the event's id.

        What an older program made is migrated and proved first.

        Raises:
            NotABook: it is something else.
            SchemaTooNew: a newer program wrote it; it is untouched.
            BookDamaged: it does not prove after its migration.
            ConnectionLost: the server cannot be reached.
            BookError: it does not exist, or cannot be read.
        """

    def reading(self, connection: Connection) -> AbstractContextManager[None]:
        """Hold one view of the book; others may write meanwhile."""

    def writing(
        self, connection: Connection, event_id: str
    ) -> AbstractContextManager[None]:
        """Hold the only right to write to an event; commit durably, or undo all.

        Raises:
            BookError: the event is no longer where it was.
        """

    def obstacle(self, connection: Connection) -> str:
        """Return why nothing can be written over a connection; empty: it can."""

    def tell(self, connection: Connection, event_id: str, head: int) -> None:
        """Let other terminals know of the entries up to `head`, once committed."""

    def watch(self, connection: Connection, event_id: str) -> Watch:
        """Return what notices that others have written."""

    def errors(self) -> AbstractContextManager[None]:
        """Turn the engine's errors into lines for people.

        Raises:
            BookError: what is wrong, as a subclass where there is one.
        """

    def backup(self, connection: Connection, event_id: str, path: Path) -> None:
        """Copy the event to a new file; safe while others write.

        Raises:
            BookError: the file is there already, or cannot be written.
        """

    # For the proof, each inside a transaction -------------------------------------

    def file_faults(self, connection: Connection) -> Faults:
        """Yield what the engine itself finds wrong with its storage."""

    def schema_faults(self, connection: Connection) -> Faults:
        """Yield where revision, tables and triggers are not as they were made."""

    def link_faults(self, connection: Connection, event_id: str) -> Faults:
        """Yield rows that point nowhere, or are of no event they could be of."""
