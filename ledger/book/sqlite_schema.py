"""Which schema an event's file has, bringing it to ours, and what is wrong with one.

A file is looked at without touching it before anything is set on it: what is not ours,
or newer than we are, stays as it was, byte for byte. An older one is copied with
SQLite's backup call and then migrated in one transaction.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, func, select

from ledger.book import schema
from ledger.book.database import PATIENCE, Faults
from ledger.book.fresh_file import fresh_file, spare_name
from ledger.book.metadata import SQLITE_TRIGGERS, TABLES
from ledger.book.sqlite_connections import (
    driver,
    is_frozen,
    new_engine,
    obstacle,
    plain_errors,
    writing,
)
from ledger.errors import BookDamaged, BookError, NotABook

_MAGIC: Final = b"SQLite format 3\0"


def peek(path: Path) -> list[str]:
    """Return the revisions that an event's file names, leaving the file as it is.

    Raises:
        BookError: there is no such file, or it cannot be read.
        NotABook: it is something else.
    """
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except FileNotFoundError as error:
        raise BookError(f"{path}: no such file, expected an event's file") from error
    except OSError as error:
        raise BookError(f"{path}: cannot be read: {error.strerror}") from error
    if head != _MAGIC:
        what = "is not a database" if head else "is empty"
        raise NotABook(f"{path}: {what}, expected an event's file")
    # A file with a log beside it has to be read through the log. Without one it is
    # complete, and reading it as unchangeable makes no files beside it.
    mode = "immutable=1" if is_frozen(path) else "mode=ro"
    with plain_errors(path):
        address = f"{path.absolute().as_uri()}?{mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as found:
            names = {n for (n,) in found.execute("SELECT name FROM sqlite_master")}
            if not names >= schema.OURS:
                raise NotABook(
                    f"{path}: is a database of something else, expected an event's file"
                )
            versions = found.execute("SELECT version_num FROM alembic_version")
            return [str(revision) for (revision,) in versions]


def bring_to_head(path: Path, patience: float = PATIENCE) -> Path | None:
    """Migrate a file that is behind; return the backup that was made before.

    Raises:
        SchemaTooNew: a newer program wrote it; it is untouched.
        BookDamaged: it does not say which revision it has.
        BookError: as `peek`, or it cannot be written.
    """
    if not schema.is_behind(str(path), peek(path)):
        return None
    fault = obstacle(path)
    if fault:
        raise BookError(
            f"{path}: was made by an older riichi-ledger and has to be migrated, but "
            f"{fault}; copy it to a folder that can be written, and open it there"
        )
    head = schema.REVISIONS[-1]
    backup = spare_name(path.with_name(f"{path.stem}.before-{head}{path.suffix}"))
    engine = new_engine(path, patience)
    with plain_errors(path):
        with engine.connect() as connection:
            copy_to(connection, backup)
        upgrade(engine)
    return backup


def upgrade(engine: Engine) -> None:
    """Bring a file to our revision, wholly or not at all; an empty one too.

    Raises:
        BookDamaged: after the upgrade a trigger is missing or a row hangs in the air.
    """
    with engine.connect() as connection:
        # Rebuilding a table with foreign keys on fails, or takes rows with it; the
        # setting cannot be changed inside a transaction.
        driver(connection).execute("PRAGMA foreign_keys = OFF")
        with writing(connection):
            schema.migrate(connection)
            _check(connection)


def _check(connection: Connection) -> None:
    path = connection.engine.url.database
    for trigger, fault in sorted(wrong_triggers(connection).items()):
        raise BookDamaged(f"{path}: is not migrated: the trigger {trigger} {fault}")
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise BookDamaged(f"{path}: is not migrated: rows would point nowhere")


def copy_to(connection: Connection, path: Path) -> None:
    """Copy a whole book to a new file, safe while others write.

    Raises:
        BookError: the file is there already, or cannot be written.
    """
    with (
        fresh_file(path) as made,
        plain_errors(path),
        closing(sqlite3.connect(made)) as copy,
    ):
        driver(connection).backup(copy)


# For the proof --------------------------------------------------------------------


def file_faults(connection: Connection) -> Faults:
    """Yield what SQLite finds: broken pages, cells against their CHECKs and types."""
    for (message,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if message != "ok":
            yield from str(message).splitlines()


def schema_faults(connection: Connection) -> Faults:
    """Yield where revision, tables and triggers are not as they were made."""
    run = connection.exec_driver_sql
    revisions = [row[0] for row in run("SELECT version_num FROM alembic_version")]
    if revisions != [schema.REVISIONS[-1]]:
        yield f"the revision is {revisions}, expected {schema.REVISIONS[-1]}"
    strict = {row.name for row in run("PRAGMA table_list") if row.strict and row.wr}
    for table in sorted(TABLES.keys() - strict):
        yield f"the table {table} is missing or was made anew without its types"
    for trigger, fault in sorted(wrong_triggers(connection).items()):
        yield f"the trigger {trigger} {fault}"


def wrong_triggers(connection: Connection) -> Mapping[str, str]:
    """Return what is wrong with each trigger that is not as it should be, by name."""
    rows = connection.exec_driver_sql(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    )
    found = {str(name): str(sql) for name, sql in rows}
    wrong = {name: "is missing" for name in SQLITE_TRIGGERS if name not in found}
    for name, sql in found.items():
        if name not in SQLITE_TRIGGERS:
            wrong[name] = "is not one of the book's"
        elif sql != SQLITE_TRIGGERS[name]:
            wrong[name] = "is not as it was made"
    return wrong


def link_faults(connection: Connection, event_id: str) -> Faults:
    """Yield rows that point nowhere, and those of a second event in the file."""
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check")
    for table, parent in sorted({(row[0], row[2]) for row in broken}):
        yield f"a row of {table} points to a row of {parent} that is not there"
    for name, table in TABLES.items():
        others = table.columns["event_id"] != event_id
        count = connection.scalar(select(func.count()).select_from(table).where(others))
        if count:
            yield f"{count} rows of {name} belong to another event"
