"""Putting the public page into its folder, so that every reader sees a whole one.

Web servers tell two versions of a file apart by the second of its time, and would
answer "not changed" for the second of two that were written within one; so a page is
never given the same second as the one before it.
"""

import contextlib
import os
from pathlib import Path
from typing import Final

from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.errors import ExportError
from ledger.files.page_size import PageSize
from ledger.files.paths import found
from ledger.files.public_page import BEGINNING, public_page
from ledger.files.public_report import Allowed, public_report
from ledger.files.writing import write_file

PAGE: Final = "index.html"


def make_folder(folder: Path) -> None:
    """Make the folder of the page, if it is not there yet; not those above it.

    Raises:
        ExportError: it cannot be made, is something else, or is the place of another
            page, which must not be lost to ours.
    """
    try:
        folder.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else str(error)
        if isinstance(error, FileExistsError):
            told = "it is no folder"
        raise ExportError(str(folder), f"cannot be made: {told}") from error
    target = folder / PAGE
    if found(target) == "file" and not _is_ours(target):
        told = "is another page and stays as it is, expected a folder of its own"
        raise ExportError(str(target), told)


def publish(
    folder: Path, state: EventState, rules: Rules, allowed: Allowed, paper: PageSize
) -> Path:
    """Write the page, replacing the one that is there; return where it lies.

    Args:
        folder: It is there.
        state: The event.
        rules: Its pinned ruleset.
        allowed: What the page may tell.
        paper: What the page is printed on.

    Raises:
        ExportError: it cannot be written; the old page is whole.
    """
    target = folder / PAGE
    page = public_page(public_report(state, rules, allowed), paper)
    before = _second_of(target)
    write_file(target, page)
    after = _second_of(target)
    if before is not None and after is not None and after <= before:
        _put_off(target, before + 1)
    return target


def _is_ours(target: Path) -> bool:
    """Whether a file is a page of an event, or empty."""
    known = BEGINNING.encode()
    try:
        with target.open("rb") as stream:
            return stream.read(len(known)) in (b"", known)
    except OSError:
        return False


def _second_of(target: Path) -> int | None:
    try:
        return int(target.stat().st_mtime)
    except (OSError, ValueError):
        return None


def _put_off(target: Path, second: int) -> None:
    with contextlib.suppress(OSError):  # the page is there, and sound
        os.utime(target, (second, second))
