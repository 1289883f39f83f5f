"""Noticing that other terminals have written: one question for every engine.

    SQLite       `PRAGMA data_version` of the connection; a file tells nobody by itself
    PostgreSQL   LISTEN on the event's channel; writers NOTIFY it, with the number of
                 their entry, inside their transaction, so that it comes when the entry
                 does and never for one that was undone

    nothing      a file that is read as if it never changed: should it change all the
                 same, its connection is given up for lost, and made anew in another way

All are asked, as often as `seconds` says, on the connection of the book itself: no
thread and no second connection that could be lost on its own, and that a server has
gone away is noticed by asking.
"""

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    import psycopg  # an optional extra, and slow to import

from ledger.errors import ConnectionLost

FILE_SECONDS: Final = 0.1
FROZEN_SECONDS: Final = 1.0
SERVER_SECONDS: Final = 0.02

_DIGITS_MAX: Final = 12
_NONSENSE: Final = 10**_DIGITS_MAX


class Watch(Protocol):
    """Notices entries that were written over other connections."""

    seconds: float
    """How often to ask, for what others write to be seen at once."""

    def look(self) -> bool:
        """Begin to read what is new; False if there is nothing.

        Inside a transaction, before anything is read.
        """

    def seen(self) -> None:
        """End the look: all that was there has been read."""

    def changed(self, head: int) -> bool:
        """Whether others have written since the last look; microseconds if not.

        Args:
            head: The number of the last entry that was seen.
        """


class FileWatch:
    """Asks SQLite whether another connection has changed the file."""

    seconds = FILE_SECONDS

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Ask over an open connection."""
        self._connection = connection
        self._found = -1
        self._seen = -1

    def look(self) -> bool:
        """Begin to read what is new; False if the file is as it was."""
        self._found = self._version()
        return self._found != self._seen

    def seen(self) -> None:
        """Remember the file as it was when the look began."""
        self._seen = self._found

    def changed(self, _head: int) -> bool:
        """Whether the file is another than at the last look."""
        return self._version() != self._seen

    def _version(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        assert isinstance(version, int)
        return version


Stamp = tuple[int, int, int, bool]


def stamp_of(path: Path) -> Stamp | None:
    """Return how a file looks from outside, to see that it has changed."""
    try:
        found = path.stat()
    except OSError:
        return None
    has_log = Path(f"{path}-wal").exists()
    return found.st_ino, found.st_size, found.st_mtime_ns, has_log


class FrozenWatch:
    """Makes sure that a file does not change that is read as if it never did."""

    seconds = FROZEN_SECONDS

    def __init__(self, path: Path, stamp: Stamp) -> None:
        """Watch a file.

        Args:
            path: The file.
            stamp: How it looked before it was opened.
        """
        self._path, self._stamp, self._is_seen = path, stamp, False

    def look(self) -> bool:
        """Begin to read; there is something to read but once.

        Raises:
            ConnectionLost: the file has changed.
        """
        self._check()
        return not self._is_seen

    def seen(self) -> None:
        """End the look."""
        self._is_seen = True

    def changed(self, _head: int) -> bool:
        """Whether nothing was read yet; raises as `look`."""
        return self.look()

    def _check(self) -> None:
        if stamp_of(self._path) != self._stamp:
            raise ConnectionLost(
                f"{self._path}: has changed, though it cannot be written from here; it "
                "is read anew"
            )


def channel(event_id: str) -> str:
    """Return the name under which a server passes on that an event has grown."""
    return f"ledger_{event_id}"


class ServerWatch:
    """Hears what a PostgreSQL server passes on."""

    seconds = SERVER_SECONDS

    def __init__(self, connection: "psycopg.Connection", event_id: str) -> None:
        """Listen on a connection that is in no transaction."""
        self._connection = connection
        self._told = 0
        """The highest number heard of since the last look."""
        self._is_seen = False
        connection.add_notify_handler(lambda notice: self._hear(notice.payload))
        name = channel(event_id).replace('"', '""')
        connection.execute(f'LISTEN "{name}"'.encode())

    def look(self) -> bool:
        """Begin to read; always worth it, since a message comes after its entry."""
        self._told = 0
        self._is_seen = False
        return True

    def seen(self) -> None:
        """Remember that what was told of before the look has been read."""
        self._is_seen = True

    def changed(self, head: int) -> bool:
        """Whether an entry was told of that is newer than `head`."""
        # What came with the answer to a query has been heard; this is what came since.
        # The driver's own way, `notifies()`, takes three times as long.
        line = self._connection.pgconn
        line.consume_input()
        while notice := line.notifies():
            self._hear(notice.extra.decode("utf-8", "replace"))
        return not self._is_seen or self._told > head

    def _hear(self, payload: str) -> None:
        """Note the number that was sent; anybody may send nonsense, worth one look."""
        is_number = payload.isdecimal() and len(payload) < _DIGITS_MAX
        self._told = max(self._told, int(payload) if is_number else _NONSENSE)
