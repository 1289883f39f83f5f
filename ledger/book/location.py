"""From what a user names to the database an event lies in."""

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ledger.book.database import PATIENCE, Database
from ledger.book.sqlite import SqliteFile
from ledger.errors import BookError


def database_of(location: str | Path, patience: float = PATIENCE) -> Database:
    """Return the database that a path or a URL names, without touching it.

    Args:
        location: A file, or `sqlite:///FILE`.
        patience: Seconds to wait for other writers.

    Raises:
        BookError: it is the URL of another kind of database.
    """
    if isinstance(location, Path) or "://" not in location:
        return SqliteFile(Path(location), patience)
    url = _parsed(location)
    match url.get_backend_name():
        case "sqlite" if url.database:
            return SqliteFile(Path(url.database), patience)
        case _:
            raise BookError(
                f"{url.render_as_string(hide_password=True)}: expected a file, or a "
                "URL such as sqlite:///event.db"
            )


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
