"""An event in a PostgreSQL database, among others or alone."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, Final, Self
from uuid import uuid4

from sqlalchemy import URL, Connection, func, select

from ledger.book import audits, postgres_roles, postgres_schema, schema, store
from ledger.book.database import Faults
from ledger.book.metadata import TABLES
from ledger.book.sqlite import SqliteFile
from ledger.book.watch import ServerWatch, channel
from ledger.errors import BookDamaged, BookError, NotABook

try:
    from ledger.book.postgres_connections import (
        READ,
        WRITE,
        driver,
        new_engine,
        plain_errors,
        transaction,
    )
except ImportError as error:
    raise BookError(
        "events on a PostgreSQL server need its driver: "
        f"pip install 'riichi-ledger[postgres]' ({error})"
    ) from error

_SECRETS: Final = ("password", "sslpassword", "passfile")
_SHOWN_MAX: Final = 5
_ID_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class PostgresEvent:
    """A `Database` that is an event on a server."""

    url: URL
    """Without the event."""
    event: str
    """Its id, or how it begins; empty if there is but one."""
    patience: float
    session: str = field(default_factory=lambda: uuid4().hex[:8])
    """The terminal's own, also when it connects anew."""

    attempts: ClassVar[int] = 10

    @classmethod
    def at(cls, url: URL, patience: float) -> Self:
        """Return the event that a URL names.

        Raises:
            BookError: it names several.
        """
        event = url.query.get("event", "")
        if not isinstance(event, str):
            raise BookError("the URL names several events, expected ?event=ID once")
        plain = url.difference_update_query(["event"])
        return cls(plain.set(drivername="postgresql+psycopg"), event, patience)

    @property
    def name(self) -> str:
        """The URL without password and settings."""
        return self.url.set(query={}).render_as_string(hide_password=True)

    @property
    def address(self) -> str:
        """The URL with the event, and still without password."""
        query = {k: v for k, v in self.url.query.items() if k not in _SECRETS}
        named = self.url.set(query={**query, "event": self.event})
        return named.render_as_string(hide_password=True)

    def of(self, event_id: str) -> Self:
        """Return the same for one event of the database."""
        return replace(self, event=event_id)

    # Opening ----------------------------------------------------------------------

    def make(self, fill: Callable[[Connection], str]) -> str:
        """Add an event, and the schema if there is none. See `Database.make`."""
        if self.event:
            raise BookError(f"{self.name}: a new event is given its id by the book")
        with (
            self.errors(),
            closing(self.connect()) as connection,
            transaction(connection, WRITE),
        ):
            postgres_schema.lock(connection)
            revisions = postgres_schema.peek(connection, self.name)
            if not revisions or schema.is_behind(self.name, revisions):
                self._upgrade(connection)
            return fill(connection)

    def open(self) -> tuple[Connection, str]:
        """Connect, migrating the database if it is behind. See `Database.open`."""
        with self.errors():
            connection = self.connect()
            try:
                return connection, self._opened(connection)
            except BaseException:
                connection.invalidate()  # it may be lost, and is not wanted any more
                connection.close()
                raise

    def connect(self) -> Connection:
        """Return a connection to whatever is there; inside `errors`."""
        return new_engine(self.url, self.patience, self.session).connect()

    def _opened(self, connection: Connection) -> str:
        if self._is_behind(connection):
            with transaction(connection, WRITE):
                postgres_schema.lock(connection)
                revisions = postgres_schema.peek(connection, self.name)
                if schema.is_behind(self.name, revisions):  # nobody else was quicker
                    self._upgrade(connection)
        with self.reading(connection):
            return self._chosen(connection)

    def _is_behind(self, connection: Connection) -> bool:
        with self.reading(connection):
            revisions = postgres_schema.peek(connection, self.name)
        if not revisions:
            raise NotABook(f"{self.name}: holds no event yet")
        return schema.is_behind(self.name, revisions)

    def _upgrade(self, connection: Connection) -> None:
        """Migrate, and prove every event before it is committed."""
        had_roles = postgres_roles.are_granted(connection)
        postgres_schema.upgrade(connection, self.name)
        if had_roles:
            postgres_roles.grant(connection)  # on the new tables too
        for event_id in postgres_schema.events(connection):
            for wrong in audits.proof(self, connection, event_id):
                raise BookDamaged(
                    f"{self.name}: after the migration, {wrong}; it was undone"
                )

    def _chosen(self, connection: Connection) -> str:
        """Return the event that is meant.

        Raises:
            BookError: there are several, and none or no such one is named.
        """
        found = postgres_schema.events(connection)
        named = [event_id for event_id in found if event_id.startswith(self.event)]
        match named:
            case [event_id]:
                return event_id
            case [] if self.event and store.has_entries(connection, self.event):
                return self.event  # its first row is gone; `verify` will say so
            case [] if not found:
                raise NotABook(f"{self.name}: holds no event yet")
            case _:
                fault = f"no event {self.event!r}" if not named else "several events"
                raise BookError(
                    f"{self.name}: holds {fault}, expected ?event= and one of: "
                    + _listed(found)
                )

    def grant_roles(self) -> None:
        """Make the roles of those who may write and of those who may only read.

        Raises:
            BookError: this login does not own the tables, or may not make roles.
        """
        with self.errors():
            connection, _ = self.open()
            with closing(connection), transaction(connection, WRITE):
                if not postgres_roles.is_owner(connection):
                    raise BookError(
                        f"{self.name}: this login does not own the tables, expected "
                        "the one that made the first event"
                    )
                postgres_roles.grant(connection)

    # Transactions -----------------------------------------------------------------

    def reading(self, connection: Connection) -> AbstractContextManager[None]:
        """Hold one view of the book; others may write meanwhile."""
        return transaction(connection, READ)

    @contextmanager
    def writing(self, connection: Connection, event_id: str) -> Iterator[None]:
        """Hold the lock on the event's row, and with it number and chain."""
        own = TABLES["event"].columns["event_id"]
        locked = select(own).where(own == event_id).with_for_update()
        with transaction(connection, WRITE):
            if connection.execute(locked).first() is None:
                raise BookDamaged(f"{self.name}: the event is gone; run verify")
            yield

    def obstacle(self, connection: Connection) -> str:
        """Return why the server would not let this login write."""
        found = driver(connection).execute(
            "SELECT pg_is_in_recovery(), has_table_privilege('entry', 'INSERT'),"
            " current_setting('default_transaction_read_only')"
        )
        copies, may_add, read_only = found.fetchone() or (False, True, "off")
        if copies:
            return "this server is a copy that only follows another"
        if read_only == "on":
            return "this login is set to read only"
        return "" if may_add else "this login may only read"

    def tell(self, connection: Connection, event_id: str, head: int) -> None:
        """Notify the other terminals; the server does it when this is committed."""
        connection.execute(select(func.pg_notify(channel(event_id), str(head))))

    def watch(self, connection: Connection, event_id: str) -> ServerWatch:
        """Return what hears of the entries of others."""
        return ServerWatch(driver(connection), event_id)

    def errors(self) -> AbstractContextManager[None]:
        """Turn the server's errors into lines for people."""
        return plain_errors(self.name)

    def backup(self, connection: Connection, event_id: str, path: Path) -> None:
        """Copy the event into a file of its own: the same rows, the same hashes."""
        stored = store.read_all(connection, event_id)

        def fill(copy: Connection) -> str:
            rows = ((h, stored.details.get(h["number"], {})) for h in stored.heads)
            store.add(copy, event_id, rows)
            return event_id

        SqliteFile(path).make(fill)

    # For the proof ----------------------------------------------------------------

    def file_faults(self, _connection: Connection) -> Faults:
        """Yield nothing: the server checks all it reads, and the proof reads it all."""
        yield from ()

    def schema_faults(self, connection: Connection) -> Faults:
        """Yield where revision, tables and triggers are not as they were made."""
        return postgres_schema.schema_faults(connection)

    def link_faults(self, connection: Connection, event_id: str) -> Faults:
        """Yield rows that point nowhere, and rows of no event."""
        return postgres_schema.link_faults(connection, event_id)


def _listed(events: dict[str, str]) -> str:
    shown = [f"{k[:_ID_SHOWN]} {v!r}" for k, v in list(events.items())[:_SHOWN_MAX]]
    more = len(events) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
