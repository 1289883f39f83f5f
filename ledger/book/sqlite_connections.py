"""Connections to an event's file: settings, transactions, and its errors in words.

SQLAlchemy's own SQLite transactions begin too late and lose updates silently (16
writers, 2,980 commits told as good, 2,863 lost). Here the driver is left in autocommit
mode and every transaction is opened by us: DEFERRED to read, IMMEDIATE to write, so
that a writer waits for its turn before it reads what its entry depends on.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from ledger.book.database import PATIENCE
from ledger.errors import BookDamaged, BookError, NotABook

PRAGMAS: Final = (
    "journal_mode = WAL",  # readers go on while somebody writes
    "synchronous = FULL",  # what a screen confirmed survives a pulled plug
    "foreign_keys = ON",  # off by default, on every connection
    "recursive_triggers = ON",  # INSERT OR REPLACE fires DELETE triggers
)

_BEGIN: Final = "ledger_begin"

ROOM: Final = 64 * 1024
"""Bytes; the index of the log alone takes half of it."""
_STUB: Final = 3
"""Bytes of an index that nobody uses: there was no room for more of it."""


def obstacle(path: Path) -> str:
    """Return what is in the way of writing to a file; empty: nothing.

    SQLite writes its log beside the file, so the folder counts too. The system answers
    for root as well: a disk that is mounted read-only is so for everybody. Where there
    is no room for a log the event can still be looked at, and copied to another disk.
    """
    for place in (path, path.absolute().parent):
        if place.exists() and not os.access(place, os.W_OK):
            return f"{place.name or place} is read-only"
    return "the disk is full" if _is_full(path) else ""


def is_frozen(path: Path) -> bool:
    """Whether nobody has a file open, so that it may be read as if it never changed.

    That way nothing is made beside it: all that a read-only folder allows.
    """
    return _size(f"{path}-shm") <= _STUB and not _size(f"{path}-wal")


def _size(path: str) -> int:
    """Return the bytes of a file, 0 if there is none."""
    try:
        return Path(path).stat().st_size
    except FileNotFoundError:
        return 0


def check_readable(path: Path) -> None:
    """Check that a file that cannot be written can be read.

    Raises:
        BookError: some of it is still in its log, which needs a folder to write to.
    """
    folder = path.absolute().parent
    has_index = Path(f"{path}-shm").exists()
    if not is_frozen(path) and not has_index and not os.access(folder, os.W_OK):
        raise BookError(
            f"{path}: cannot be read here: its last entries are in {path.name}-wal, "
            f"and {folder.name or folder} is read-only; copy both files to a folder "
            "that can be written, and open it there"
        )


def new_engine(path: Path, patience: float = PATIENCE) -> Engine:
    """Return an engine for a SQLite file; each connection is one opened file."""
    engine = create_engine(
        URL.create("sqlite", database=str(path.absolute())),
        connect_args={"timeout": patience},
        poolclass=NullPool,
        hide_parameters=True,  # an error is shown to people and holds no rows
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def new_reading_engine(path: Path, patience: float = PATIENCE) -> Engine:
    """Return an engine for a file that cannot be written; see `is_frozen`."""
    how = "mode=ro&immutable=1" if is_frozen(path) else "mode=ro"
    address = f"{path.absolute().as_uri()}?{how}"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=patience)

    engine = create_engine(
        "sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True
    )
    event.listen(engine, "connect", _set_up_to_read)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up_to_read(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only = ON")


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    how = connection.get_execution_options().get(_BEGIN, "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {how}")


@contextmanager
def reading(connection: Connection) -> Iterator[None]:
    """Hold one view of the book; others may write meanwhile."""
    with connection.begin():
        yield


@contextmanager
def writing(connection: Connection) -> Iterator[None]:
    """Hold the only right to write; commit durably, or undo everything on an error."""
    connection.execution_options(**{_BEGIN: "IMMEDIATE"})
    try:
        with connection.begin():
            yield
    finally:
        connection.execution_options(**{_BEGIN: "DEFERRED"})


def driver(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection."""
    inner = connection.connection.driver_connection
    assert isinstance(inner, sqlite3.Connection)
    return inner


@contextmanager
def plain_errors(place: object) -> Iterator[None]:
    """Turn the database's errors into lines for people.

    Raises:
        BookError: what is wrong at `place`, as a subclass where there is one.
    """
    try:
        yield
    except DBAPIError as error:
        if not isinstance(error.orig, sqlite3.Error):
            raise
        raise _told(place, error.orig) from error
    except sqlite3.Error as error:
        raise _told(place, error) from error
    except UnicodeDecodeError as error:
        # Damaged bytes of a text, or of the error message itself, are no UTF-8.
        raise BookDamaged(
            f"{place}: is damaged (a text in it is no UTF-8); take the last backup"
        ) from error


_FAULTS: Final = {
    "BUSY": "is locked: another program has been writing for too long; try again",
    "LOCKED": "is locked: another program has been writing for too long; try again",
    "FULL": "the disk is full; nothing was written",
    "READONLY": "is read-only, expected a file and a folder that can be written",
    "CANTOPEN": "cannot be opened, expected a file in a folder that can be written",
}
"""By the first word of SQLite's name for the error."""


def _told(place: object, error: sqlite3.Error) -> BookError:
    name = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_")
    kind = name.partition("_")[0]
    match kind:
        case "NOTADB":
            return NotABook(f"{place}: is not a database, expected an event's file")
        case "CORRUPT":
            return BookDamaged(f"{place}: is damaged ({error}); take the last backup")
        case "IOERR" if _is_full(place):
            fault = _FAULTS["FULL"]
        case "IOERR":
            fault = f"cannot be read or written ({error}); nothing was written"
        case _:
            fault = _FAULTS.get(kind, f"the database refuses this: {error}")
    return BookError(f"{place}: {fault}")


def _is_full(place: object) -> bool:
    """Whether there is no room for SQLite's log: then it speaks of the disk only."""
    try:
        return shutil.disk_usage(Path(str(place)).absolute().parent).free < ROOM
    except OSError:
        return False
