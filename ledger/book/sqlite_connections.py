"""Connections to an event's file: settings, transactions, and its errors in words.

SQLAlchemy's own SQLite transactions begin too late and lose updates silently (16
writers, 2,980 commits told as good, 2,863 lost). Here the driver is left in autocommit
mode and every transaction is opened by us: DEFERRED to read, IMMEDIATE to write, so
that a writer waits for its turn before it reads what its entry depends on.
"""

import os
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


def check_writable(path: Path) -> None:
    """Check that a book can be written, before a referee relies on it.

    Raises:
        BookError: the file or its folder is read-only.
    """
    for place in (path, path.absolute().parent):
        # SQLite writes its log beside the file.
        if place.exists() and not os.access(place, os.W_OK):
            raise BookError(
                f"{path}: {place.name} is read-only, expected to write there"
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


def _told(place: object, error: sqlite3.Error) -> BookError:
    name = getattr(error, "sqlite_errorname", "")
    match name.removeprefix("SQLITE_").partition("_")[0]:
        case "BUSY" | "LOCKED":
            fault = (
                "is locked: another program has been writing for too long; try again"
            )
        case "FULL":
            fault = "the disk is full; nothing was written"
        case "READONLY":
            fault = "is read-only, expected a file and a folder that can be written"
        case "CANTOPEN":
            fault = "cannot be opened, expected a file in a folder that can be written"
        case "IOERR":
            fault = f"cannot be read or written ({error}); nothing was written"
        case "NOTADB":
            return NotABook(f"{place}: is not a database, expected an event's file")
        case "CORRUPT":
            return BookDamaged(f"{place}: is damaged ({error}); take the last backup")
        case _:
            fault = f"the database refuses this: {error}"
    return BookError(f"{place}: {fault}")
