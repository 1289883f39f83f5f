"""Which schema a file has, and bringing it to ours.

A file is looked at without touching it before anything is set on it: what is not ours,
or newer than we are, stays as it was, byte for byte. An older one is copied with
SQLite's backup call and then migrated in one transaction. Alembic costs a third of a
second to import, so the revision is compared with a constant and alembic is loaded only
if there is something to do.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine

from ledger.book.engine import (
    PATIENCE,
    check_writable,
    driver,
    new_engine,
    plain_errors,
    writing,
)
from ledger.book.metadata import SQLITE_TRIGGERS
from ledger.errors import BookDamaged, BookError, NotABook, SchemaTooNew
from ledger.resources import resource_folder

REVISIONS: Final = ("0001", "0002")
"""Every revision in order; the last one is ours. A test holds it to `migrations/`."""

OURS: Final = frozenset({"alembic_version", "event", "entry"})
"""Tables by which an event's file is known, whatever its revision."""

_MAGIC: Final = b"SQLite format 3\0"


def peek(path: Path) -> str:
    """Return the revision of an event's file, leaving the file as it is.

    Raises:
        BookError: there is no such file, or it cannot be read.
        NotABook: it is something else.
        BookDamaged: it does not say which revision it has.
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
    log = Path(f"{path}-wal")
    mode = "mode=ro" if log.exists() else "immutable=1"
    with plain_errors(path):
        address = f"{path.absolute().as_uri()}?{mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as found:
            names = {n for (n,) in found.execute("SELECT name FROM sqlite_master")}
            if not names >= OURS:
                raise NotABook(
                    f"{path}: is a database of something else, expected an event's file"
                )
            versions = found.execute("SELECT version_num FROM alembic_version")
            revisions = [str(revision) for (revision,) in versions]
    if len(revisions) != 1:
        raise BookDamaged(
            f"{path}: names {len(revisions)} schema revisions, expected 1"
        )
    return revisions[0]


def bring_to_head(path: Path, patience: float = PATIENCE) -> Path | None:
    """Migrate a file that is behind; return the backup that was made before.

    Raises:
        SchemaTooNew: a newer program wrote it; it is untouched.
        BookError: as `peek`, or it cannot be written.
    """
    revision = peek(path)
    if revision not in REVISIONS:
        raise SchemaTooNew(
            f"{path}: was written by a newer riichi-ledger (schema {revision}, this "
            f"program knows up to {REVISIONS[-1]}); it was left as it is"
        )
    check_writable(path)
    if revision == REVISIONS[-1]:
        return None
    backup = _unused(path.with_name(f"{path.stem}.before-{REVISIONS[-1]}{path.suffix}"))
    engine = new_engine(path, patience)
    with plain_errors(path), engine.connect() as connection:
        copy_to(connection, backup)
    with plain_errors(path):
        upgrade(engine)
    return backup


def _unused(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def upgrade(engine: Engine) -> None:
    """Bring a database to our revision, wholly or not at all; an empty one too.

    Raises:
        BookDamaged: after the upgrade a trigger is missing or a row hangs in the air.
    """
    from alembic import command  # noqa: PLC0415 - rarely needed, slow to import
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    folder = str(resource_folder("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    with engine.connect() as connection:
        # Rebuilding a table with foreign keys on fails, or takes rows with it; the
        # setting cannot be changed inside a transaction.
        driver(connection).execute("PRAGMA foreign_keys = OFF")
        with writing(connection):
            config.attributes["connection"] = connection
            command.upgrade(config, REVISIONS[-1])
            _check(connection)


def _check(connection: Connection) -> None:
    path = connection.engine.url.database
    for trigger, fault in sorted(wrong_triggers(connection).items()):
        raise BookDamaged(f"{path}: is not migrated: the trigger {trigger} {fault}")
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise BookDamaged(f"{path}: is not migrated: rows would point nowhere")


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


def copy_to(connection: Connection, path: Path) -> None:
    """Copy a whole book to a new file, safe while others write.

    Raises:
        BookError: the file is there already, or cannot be written.
    """
    with fresh_file(path) as made, closing(sqlite3.connect(made)) as copy:
        driver(connection).backup(copy)


@contextmanager
def fresh_file(path: Path) -> Iterator[Path]:
    """Give a path to build a file at, and its real name only when it is whole.

    Raises:
        BookError: `path` is taken, or its folder cannot be written.
    """
    taken = BookError(f"{path}: is there already, expected a new name")
    if os.path.lexists(path):
        raise taken
    try:
        workshop = tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent)
    except OSError as error:
        raise BookError(f"{path}: cannot be made: {error.strerror}") from error
    with workshop as folder:
        made = Path(folder) / path.name
        with plain_errors(path):
            yield made
        try:
            _settle(made, path)
        except FileExistsError as error:
            raise taken from error
        except OSError as error:
            raise BookError(f"{path}: cannot be made: {error.strerror}") from error


def _settle(made: Path, path: Path) -> None:
    """Move a finished file to its name, never over another, and make that durable."""
    with made.open("rb") as file:
        os.fsync(file.fileno())
    try:
        path.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:
        # Sticks with an old file system have no links; a name taken since is lost.
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        made.rename(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # has no such call and needs none
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
