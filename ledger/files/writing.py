"""Putting an export where it was asked for: whole, or not at all.

A new file is written beside the old one, brought to the disk and only then put in its
place, so that a full disk or a pulled plug leaves the old file. What is no regular file
(a pipe, a device) has no place to swap and is written to as it is. The one file that is
never replaced is a book: a slip of the pen after `-o` must not cost an event.
"""

import contextlib
import os
from pathlib import Path
from typing import Final

from ledger.errors import ExportError
from ledger.files.paths import found

BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Tells some spreadsheets that a CSV file is UTF-8."""
BOOK: Final = b"SQLite format 3\x00"
"""What an event's file begins with."""
BESIDE_BOOK: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that hold the newest entries while an event is open."""


def write_file(target: Path, content: str | bytes) -> None:
    """Write bytes, or a text as UTF-8, replacing the file whole.

    Raises:
        ExportError: it cannot be written or is an event's file; what was there is
            unchanged.
    """
    data = encoded(content)
    try:
        if _is_of_a_book(target.resolve()):
            raise FileExistsError(17, "is an event's file, expected another name")
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(data)
        else:
            _replace(target.resolve(), data)
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else str(error)
        is_there = found(target) == "file"
        kept = "; the file that is there is unchanged" if is_there else ""
        raise ExportError(str(target), f"cannot be written: {told}{kept}") from error


def create_file(target: Path, content: str) -> None:
    """Write a text as UTF-8 to a file that must not be there yet.

    Raises:
        ExportError: it is there, or cannot be written; nothing was changed.
    """
    try:
        stream = target.open("xb")
    except FileExistsError as error:
        raise ExportError(str(target), "exists already, nothing was written") from error
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else str(error)
        raise ExportError(str(target), f"cannot be written: {told}") from error
    try:
        with stream:
            stream.write(encoded(content))
    except OSError as error:
        with contextlib.suppress(OSError):
            target.unlink()
        raise ExportError(
            str(target), f"cannot be written: {error.strerror}"
        ) from error


def encoded(content: str | bytes) -> bytes:
    """Return what is written for a text or for bytes."""
    if isinstance(content, bytes):
        return content
    return content.encode("utf-8", errors="backslashreplace")


def _is_of_a_book(target: Path) -> bool:
    """Whether a file is a book, or lies beside one as a part of it.

    A book that is open has its log beside it and is known by that: to read it here and
    close it again would drop the locks that SQLite holds on it in this process.
    """
    for ending in BESIDE_BOOK:
        if target.name.endswith(ending):
            target = target.with_name(target.name.removesuffix(ending))
            break
    if not target.is_file():
        return False
    if target.with_name(f"{target.name}-wal").exists():
        return True
    with target.open("rb") as stream:
        return stream.read(len(BOOK)) == BOOK


def _replace(target: Path, data: bytes) -> None:
    if target.is_dir():
        raise IsADirectoryError(21, "is a folder, expected a file")
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OSError):  # not every file system can sync a folder
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
