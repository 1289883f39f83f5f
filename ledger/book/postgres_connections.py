"""Connections to a PostgreSQL server: settings, transactions, and its errors in words.

The driver is left in autocommit mode and every transaction is opened by us. To read:
one view of everything. To write: READ COMMITTED behind a lock, so that each statement
after the lock sees all that was committed before it; a stricter level would fail for
whoever had to wait.

A server that has gone away must be noticed in seconds, and a terminal that has gone
away must not hold the lock: laptops are shut, cables are pulled. A terminal that is
back ends its own former session.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from ledger.book.database import Conflict
from ledger.errors import BookDamaged, BookError, ConnectionLost, LoginRefused

# What the driver would print of a lost connection is told by the error itself, and
# would land in the middle of a screen.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE: Final = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

_BEGIN: Final = "ledger_begin"

SETTINGS: Final = {
    "client_encoding": "utf8",
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""What libpq is told, unless the URL says otherwise. Units: seconds, milliseconds."""

SERVER_SETTINGS: Final = {
    "idle_in_transaction_session_timeout": "5min",  # a large import thinks for one
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",
}
"""What the server is told for each session, so that a dead one ends."""

PROGRAM: Final = "riichi-ledger"
"""How the name of each of our sessions begins."""

_SYNCHRONOUS: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""What a screen confirmed survives a pulled plug, however the server is set."""

_END_FORMER: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = current_setting('application_name')"
    " AND usename = current_user AND pid <> pg_backend_pid()"
)
"""A session of this very terminal that was lost may still hold the lock."""


def new_engine(url: URL, patience: float, session: str) -> Engine:
    """Return an engine; each connection is one session of the server.

    Args:
        url: The database.
        patience: Seconds to wait for other writers.
        session: Tells this terminal's session from all others; there is one at a time.
    """
    engine = create_engine(
        url,
        connect_args={
            **{name: SETTINGS[name] for name in SETTINGS.keys() - url.query.keys()},
            "application_name": f"{PROGRAM} {session}",
        },
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # an error is shown to people and holds no rows
    )
    settings = {**SERVER_SETTINGS, "lock_timeout": f"{round(patience * 1000)}ms"}

    def set_up(connection: "psycopg.Connection", _: object) -> None:
        calls = ", ".join(["set_config(%s, %s, false)"] * len(settings))
        values = [text for setting in settings.items() for text in setting]
        connection.execute(f"SELECT {calls}".encode(), values)
        connection.execute(_SYNCHRONOUS)
        connection.execute(_END_FORMER)

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options()[_BEGIN])


@contextmanager
def transaction(connection: Connection, how: str) -> Iterator[None]:
    """Hold a transaction that is begun by `READ` or `WRITE`; undo it on an error."""
    connection.execution_options(**{_BEGIN: how})
    with connection.begin():
        yield


def driver(connection: Connection) -> "psycopg.Connection":
    """Return the driver's own connection."""
    inner = connection.connection.driver_connection
    assert isinstance(inner, psycopg.Connection)
    return inner


@contextmanager
def plain_errors(name: str) -> Iterator[None]:
    """Turn the server's errors into lines for people.

    Raises:
        BookError: what is wrong at `name`, as a subclass where there is one.
    """
    try:
        yield
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error):
            raise
        raise _told(name, error.orig) from error
    except psycopg.Error as error:
        raise _told(name, error) from error


_FAULTS: Final = {
    "55P03": "is locked: another program has been writing for too long; try again",
    "57014": "is locked: another program has been writing for too long; try again",
    "53100": "the disk is full; nothing was written",
    "53300": "the server has too many connections; close some and try again",
    "25006": "is read-only on this server, expected one that can be written",
}
"""By SQLSTATE."""

_LOST: Final = ("08", "57P0", "25P03")
"""How the SQLSTATE of an ended session begins."""


_REFUSALS: Final = (
    "password authentication failed",
    "authentication failed",
    "no password supplied",
    "is not permitted to log in",
    "does not exist",
    "permission denied",
    "pg_hba.conf",
)
"""How a server says that it will not let a login in: libpq hands on no SQLSTATE for
what comes before the session."""

_PASSING: Final = ("too many", "slots", "starting up", "shutting down", "terminating")
"""Words of a server that will let this login in later."""

_WHERE: Final = ("connection failed: ", "consuming input failed: ")
"""What the driver says of itself before it says what happened."""


def _told(name: str, error: psycopg.Error) -> BookError:
    told, state = _one_line(error), error.sqlstate
    is_silent = state is None and isinstance(error, psycopg.OperationalError)
    if is_silent and _is_refused(error):
        return LoginRefused(f"{name}: this login is not let in: {_fatal(told)}")
    if is_silent or (state or "").startswith(_LOST):
        return ConnectionLost(f"{name}: no connection: {told}")
    match state:
        case "40001" | "40P01":
            return Conflict(f"{name}: others were in the way too often; try again")
        case "XX001" | "XX002":
            return BookDamaged(f"{name}: is damaged ({told}); take the last backup")
        case "42501":
            fault = f"this login may not do that: {told}"
        case _:
            fault = _FAULTS.get(state or "", f"the database refuses this: {told}")
    return BookError(f"{name}: {fault}")


def _is_refused(error: psycopg.Error) -> bool:
    """Whether the server answered and turned the login away, in whatever language."""
    text, line = str(error), error.pgconn
    if line is None or any(word in text for word in _PASSING):
        return False
    is_about_password = line.needs_password or line.used_password
    return is_about_password or any(word in text for word in _REFUSALS)


def _fatal(told: str) -> str:
    """Return what the server said, without where it said it."""
    said = told.rpartition(" failed: ")[2]
    return said.removeprefix("FATAL:").removeprefix("fe_sendauth:").strip()


def _one_line(error: psycopg.Error) -> str:
    """Return the first line of an error, which holds no rows."""
    text = error.diag.message_primary or str(error)
    for where in _WHERE:
        text = text.removeprefix(where)
    return text.partition("\n")[0].strip()
