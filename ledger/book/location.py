"""From what a user names to the database an event lies in."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ledger.book.database import PATIENCE
from ledger.book.sqlite import SqliteFile
from ledger.errors import BookError

if TYPE_CHECKING:
    from ledger.book.postgres import PostgresEvent


def database_of(
    location: str | Path, patience: float = PATIENCE
) -> "SqliteFile | PostgresEvent":
    """Return the database that a path or a URL names, without touching it.

    Args:
        location: A file; `sqlite:///FILE`; or `postgresql+psycopg://…`, in which
            `?event=ID` names one of several events.
        patience: Seconds to wait for other writers.

    Raises:
        BookError: the name is empty or no file's, or the URL of another database.
    """
    if not str(location).strip():
        raise BookError("an event has an empty name, expected a file or a URL")
    if isinstance(location, Path) or "://" not in location:
        return SqliteFile(_possible(Path(location)), patience)
    url = _parsed(location)
    match url.get_backend_name():
        case "sqlite" if url.database:
            return SqliteFile(_possible(Path(url.database)), patience)
        case "postgresql":
            from ledger.book.postgres import PostgresEvent  # noqa: PLC0415 - an extra

            return PostgresEvent.at(url, patience)
        case _:
            raise BookError(
                f"{url.render_as_string(hide_password=True)}: expected a file, or a "
                "URL such as sqlite:///event.db or postgresql+psycopg://host/database"
            )


def grant_roles(location: str) -> None:
    """Make the database roles `ledger_writer` and `ledger_viewer`, with their rights.

    Args:
        location: The URL of an event on a server, with a login that owns its tables.

    Raises:
        BookError: it is a file, or this login may not do that.
    """
    database = database_of(location)
    if isinstance(database, SqliteFile):
        raise BookError(
            f"{database.name}: a file has no roles, expected postgresql+psycopg://…; "
            "who may write to a file is a matter of the file's own rights"
        )
    database.grant_roles()


def _possible(path: Path) -> Path:
    """Return a path, unless no disk would take its name."""
    try:
        path.exists()
    except OSError as error:
        raise BookError(f"{path}: cannot be a file: {error.strerror}") from error
    return path


def _parsed(location: str) -> URL:
    # What cannot be taken apart may hold a password, or its end taken for the host.
    shown = re.sub(r"(?<=://).*@", "***@", location)
    fault = BookError(
        f"{shown}: is not a URL of a database; in a name or a password "
        "@ : / ? are written %40 %3A %2F %3F"
    )
    try:
        url = make_url(location)
    except (ArgumentError, ValueError) as error:
        raise fault from error
    if "@" in (url.host or ""):
        raise fault
    return url
