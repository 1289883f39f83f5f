"""Connections are set up as a ledger needs them, and speak plainly when they fail."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from ledger.book.location import database_of
from ledger.book.sqlite import SqliteFile
from ledger.book.sqlite_connections import (
    driver,
    new_engine,
    plain_errors,
    reading,
    writing,
)
from ledger.book.watch import FileWatch
from ledger.errors import BookDamaged, BookError, NotABook


def one(connection: Connection, statement: str) -> object:
    return connection.exec_driver_sql(statement).scalar()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),  # FULL
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
    ],
)
def test_every_connection_is_set_up(path: Path, pragma: str, value: object) -> None:
    engine = new_engine(path)
    for _ in range(2):
        with engine.connect() as connection, reading(connection):
            assert one(connection, f"PRAGMA {pragma}") == value


def test_a_writer_waits_ten_seconds_or_more(path: Path) -> None:
    with new_engine(path).connect() as connection, reading(connection):
        waits = one(connection, "PRAGMA busy_timeout")
        assert isinstance(waits, int)
        assert waits >= 10_000


def test_a_writer_holds_the_lock_before_it_reads(path: Path) -> None:
    """With a deferred transaction both would read, and one update would be lost."""
    engine = new_engine(path, patience=0.05)
    with engine.connect() as first, engine.connect() as second:
        with writing(first):
            with reading(second):
                assert one(second, "SELECT count(*) FROM entry") == 4
            with pytest.raises(OperationalError, match="locked"), writing(second):
                raise AssertionError("two writers at once")
        with writing(second):
            assert one(second, "SELECT count(*) FROM entry") == 4


def test_an_error_undoes_everything(path: Path) -> None:
    def fail(connection: Connection) -> None:
        with writing(connection):
            connection.exec_driver_sql("CREATE TABLE half (x)")
            raise RuntimeError

    with new_engine(path).connect() as connection:
        with pytest.raises(RuntimeError):
            fail(connection)
        with reading(connection):
            assert (
                one(connection, "SELECT count(*) FROM sqlite_master WHERE name='half'")
                == 0
            )


def test_reading_afterwards_takes_no_lock(path: Path) -> None:
    engine = new_engine(path, patience=0.05)
    with engine.connect() as first, engine.connect() as second:
        with writing(first):
            pass
        with reading(first), writing(second):
            assert one(first, "SELECT count(*) FROM entry") == 4


def test_only_others_are_noticed(path: Path) -> None:
    engine = new_engine(path)
    with engine.connect() as mine, engine.connect() as other:
        watch = FileWatch(driver(mine))
        assert watch.changed(0)
        assert watch.look()
        assert watch.changed(0), "the look may fail"
        watch.seen()
        assert not watch.look()
        with writing(mine):
            mine.exec_driver_sql("CREATE TABLE a (x)")
        assert not watch.changed(0)
        with writing(other):
            other.exec_driver_sql("CREATE TABLE b (x)")
        assert watch.changed(0)
        assert watch.look()


def test_errors_hold_no_rows(path: Path) -> None:
    with (
        new_engine(path).connect() as connection,
        pytest.raises(IntegrityError) as caught,
    ):
        connection.exec_driver_sql("INSERT INTO void VALUES (?, 9, 1, 1)", ("secret",))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("location", "file"),
    [
        ("event.db", "event.db"),
        (Path("a b") / "c.db", "a b/c.db"),
        ("sqlite:///event.db", "event.db"),
        ("sqlite:////tmp-like/event.db", "/tmp-like/event.db"),
        ("odd:name?x=1#y%20.db", "odd:name?x=1#y%20.db"),
    ],
)
def test_where_an_event_lies(location: str | Path, file: str) -> None:
    assert database_of(location) == SqliteFile(Path(file))


@pytest.mark.parametrize(
    ("location", "fault"),
    [
        (
            "mysql+pymysql://ann:secret@host/db",
            r"ann:\*\*\*@host/db: expected a file",
        ),
        ("postgresql://ann:secret@host:port/db", r"//\*\*\*@host:port/db: is not a"),
        ("postgresql://ann:a@secret@host/db", r"//\*\*\*@host/db: is not a URL"),
        ("sqlite://", "expected a file"),
        ("://", "is not a URL of a database"),
        ("nonsense://x", "expected a file"),
    ],
)
def test_an_address_that_is_no_file(location: str, fault: str) -> None:
    with pytest.raises(BookError, match=fault) as caught:
        database_of(location)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def broken(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("some detail")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("SQLITE_BUSY", BookError, "is locked"),
        ("SQLITE_BUSY_SNAPSHOT", BookError, "is locked"),
        ("SQLITE_LOCKED", BookError, "is locked"),
        ("SQLITE_FULL", BookError, "the disk is full; nothing was written"),
        ("SQLITE_READONLY_DIRECTORY", BookError, "is read-only"),
        ("SQLITE_CANTOPEN", BookError, "cannot be opened"),
        ("SQLITE_IOERR_WRITE", BookError, "cannot be read or written"),
        ("SQLITE_NOTADB", NotABook, "is not a database"),
        ("SQLITE_CORRUPT_INDEX", BookDamaged, "is damaged"),
        ("SQLITE_CONSTRAINT_CHECK", BookError, "refuses this: some detail"),
        ("SQLITE_ERROR", BookError, "refuses this: some detail"),
    ],
)
def test_each_fault_is_one_plain_line(
    name: str, kind: type[BookError], told: str
) -> None:
    with pytest.raises(BookError) as caught, plain_errors("event.db"):
        raise broken(name)
    assert type(caught.value) is kind
    assert str(caught.value).startswith("event.db: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_fault_of_the_program_stays_one() -> None:
    with pytest.raises(ZeroDivisionError), plain_errors("event.db"):
        raise ZeroDivisionError
