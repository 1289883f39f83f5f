"""An event in a file of its own, by SQLite."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, Self

from sqlalchemy import Connection

from ledger.book import audits, sqlite_connections, sqlite_schema, store
from ledger.book.database import PATIENCE, Faults
from ledger.book.fresh_file import fresh_file
from ledger.book.sqlite_connections import (
    check_readable,
    driver,
    new_engine,
    new_reading_engine,
    obstacle,
    plain_errors,
)
from ledger.book.watch import FileWatch, FrozenWatch, stamp_of
from ledger.errors import BookDamaged, BookError

_OPENED: Final = "opened"
"""Where a connection keeps which file it has opened."""
_OBSTACLE: Final = "obstacle"
"""And why it cannot write; empty if it can."""
_STAMP: Final = "stamp"
"""And how the file looked, if it is read as if it never changed."""


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """A `Database` that is a file; one event lies in it."""

    path: Path
    patience: float = PATIENCE
    attempts: ClassVar[int] = 1
    """A writer has waited for its turn before it reads, so nothing is in its way."""

    @property
    def name(self) -> str:
        """The path, as it was given."""
        return str(self.path)

    @property
    def address(self) -> str:
        """The path too."""
        return str(self.path)

    def of(self, _event_id: str) -> Self:
        """Return the same: there is but one event in a file."""
        return self

    def make(self, fill: Callable[[Connection], str]) -> str:
        """Make a file; it gets its name when it is whole. See `Database.make`."""
        with fresh_file(self.path) as made, self.errors():
            engine = new_engine(made)
            sqlite_schema.upgrade(engine)
            with engine.connect() as connection, sqlite_connections.writing(connection):
                return fill(connection)

    def open(self) -> tuple[Connection, str]:
        """Open the file, migrating it if it is behind. See `Database.open`."""
        fault = obstacle(self.path)
        if fault:
            check_readable(self.path)
        backup = sqlite_schema.bring_to_head(self.path, self.patience)
        with self.errors():
            is_frozen = bool(fault) and sqlite_connections.is_frozen(self.path)
            stamp = stamp_of(self.path)
            make = new_reading_engine if fault else new_engine
            connection = make(self.path, self.patience).connect()
            try:
                connection.info[_OPENED] = _identity(self.path)
                connection.info[_OBSTACLE] = fault
                connection.info[_STAMP] = stamp if is_frozen else None
                with self.reading(connection):
                    event_id = self._only_event(connection)
                    if backup is not None:
                        self._prove(connection, event_id, backup)
            except BaseException:
                connection.close()
                raise
        return connection, event_id

    def _only_event(self, connection: Connection) -> str:
        event_id = store.event_of(connection)
        if event_id is None:
            raise BookDamaged(f"{self.path}: holds no event")
        return event_id

    def _prove(self, connection: Connection, event_id: str, backup: Path) -> None:
        for wrong in audits.proof(self, connection, event_id):
            raise BookDamaged(
                f"{self.path}: after the migration, {wrong}; "
                f"the file as it was is {backup}"
            )

    def reading(self, connection: Connection) -> AbstractContextManager[None]:
        """Hold one view of the book; others may write meanwhile."""
        return sqlite_connections.reading(connection)

    @contextmanager
    def writing(self, connection: Connection, _event_id: str) -> Iterator[None]:
        """Hold the only right to write, if the file is still the one that was opened.

        The system would let us write on, into a file that nobody finds again.
        """
        fault = self.obstacle(connection)
        if fault:
            raise BookError(f"{self.path}: {fault}; nothing was written")
        with sqlite_connections.writing(connection):
            if _identity(self.path) != connection.info[_OPENED]:
                raise BookError(
                    f"{self.path}: was moved, removed or replaced while it was open; "
                    "nothing was written"
                )
            yield

    def tell(self, connection: Connection, event_id: str, head: int) -> None:
        """Do nothing: the file itself shows that it has changed."""

    def obstacle(self, connection: Connection) -> str:
        """Return what of file and folder is read-only."""
        fault = connection.info[_OBSTACLE]
        assert isinstance(fault, str)
        return fault

    def watch(self, connection: Connection, _event_id: str) -> FileWatch | FrozenWatch:
        """Return what notices that others have written."""
        stamp = connection.info[_STAMP]
        if stamp is not None:
            return FrozenWatch(self.path, stamp)
        return FileWatch(driver(connection))

    def errors(self) -> AbstractContextManager[None]:
        """Turn SQLite's errors into lines for people."""
        return plain_errors(self.path)

    def backup(self, connection: Connection, _event_id: str, path: Path) -> None:
        """Copy the file with SQLite's backup call."""
        sqlite_schema.copy_to(connection, path)

    def file_faults(self, connection: Connection) -> Faults:
        """Yield what SQLite's own check finds."""
        return sqlite_schema.file_faults(connection)

    def schema_faults(self, connection: Connection) -> Faults:
        """Yield where revision, tables and triggers are not as they were made."""
        return sqlite_schema.schema_faults(connection)

    def link_faults(self, connection: Connection, event_id: str) -> Faults:
        """Yield rows that point nowhere, and those of a second event."""
        return sqlite_schema.link_faults(connection, event_id)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another one of the same name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
