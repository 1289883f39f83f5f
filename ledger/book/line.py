"""The line from a book to its database: one connection, made anew when it is lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import uniform
from threading import Lock
from time import sleep
from typing import Final, TypeVar

from sqlalchemy import Connection

from ledger.book.database import Conflict, Database
from ledger.book.watch import Watch
from ledger.errors import ConnectionLost

_T = TypeVar("_T")

_PAUSE_SECONDS: Final = 0.02
"""The longest wait before a second attempt; before each further one as much longer."""


class Line:
    """A connection to one event."""

    def __init__(self, database: Database) -> None:
        """Connect to an event that is there.

        Raises:
            BookError: as `Database.open`.
        """
        self.database = database
        self.event_id = ""
        self.watch_seconds = 0.0
        self.obstacle = ""
        """Why nothing can be written, as far as is known; empty: it can."""
        self._connection: Connection | None = None
        self._watch: Watch | None = None
        self._lost = ConnectionLost(f"{database.name}: no connection")
        """Why there is none, to be said in the same words until there is one."""
        self._connecting = Lock()
        self.connect()

    @property
    def watch(self) -> Watch:
        """What notices that others have written, over this connection.

        Raises:
            ConnectionLost: there is no connection.
        """
        if self._watch is None:
            raise ConnectionLost(*self._lost.args)
        return self._watch

    def connect(self) -> None:
        """Connect if there is no connection; any thread may do this.

        Raises:
            ConnectionLost: the server cannot be reached.
            BookError: as `Database.open`.
        """
        with self._connecting:
            if self._connection is not None:
                return
            connection, event_id = self.database.open()
            self.database, self.event_id = self.database.of(event_id), event_id
            try:
                with self.database.errors():
                    watch = self.database.watch(connection, event_id)
                    self.obstacle = self.database.obstacle(connection)
            except BaseException:
                connection.invalidate()
                connection.close()
                raise
            self._connection, self._watch = connection, watch
            self.watch_seconds = watch.seconds

    def close(self) -> None:
        """Let the database go."""
        connection, self._connection, self._watch = self._connection, None, None
        if connection is not None:
            connection.close()

    def _drop(self, error: ConnectionLost) -> None:
        """Let go of a connection on which nothing can be said any more."""
        self._lost = error
        if self._connection is not None:
            self._connection.invalidate()
        self.close()

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Tell errors in words, and let go of a connection that is lost.

        Raises:
            BookError: what went wrong.
        """
        try:
            with self.database.errors():
                yield
        except ConnectionLost as error:
            self._drop(error)
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Hold one view of the book.

        Raises:
            BookError: it cannot be read.
        """
        with self.errors():
            connection = self._connected()
            with self.database.reading(connection):
                yield connection

    def written(self, act: Callable[[Connection], _T]) -> _T:
        """Act in one transaction that alone may write, and commit durably.

        Args:
            act: Called again from the start if another transaction was in the way.

        Raises:
            ConnectionLost: it is not known whether it was written.
            BookError: nothing was written.
        """
        for attempt in range(1, self.database.attempts):
            try:
                return self._write(act)
            except Conflict:
                # Two that met must not meet again.
                sleep(uniform(0, _PAUSE_SECONDS * attempt))  # noqa: S311
        return self._write(act)

    def _write(self, act: Callable[[Connection], _T]) -> _T:
        with self.errors():
            connection = self._connected()
            with self.database.writing(connection, self.event_id):
                return act(connection)

    def _connected(self) -> Connection:
        self.connect()
        assert self._connection is not None
        return self._connection
