"""A new file that gets its name when it is whole, and never takes another one's."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.errors import BookError


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
        yield made
        try:
            _settle(made, path)
        except FileExistsError as error:
            raise taken from error
        except OSError as error:
            raise BookError(f"{path}: cannot be made: {error.strerror}") from error


def spare_name(path: Path) -> Path:
    """Return a path, or the first one like it that is not taken: `event.final-2.db`."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


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
