"""What the commands print: UTF-8 whatever the locale, whole lines, no traceback.

A reader that has gone away (`| head`) is no fault and ends the program quietly; a full
disk behind `>` is one and is told like any other.
"""

import contextlib
import errno
import os
import sys
from io import TextIOWrapper
from typing import Final

from ledger.errors import ExportError

PIPE_CLOSED: Final = 141
"""Exit code when the reader has gone, as a shell reports SIGPIPE."""
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as a shell reports SIGINT."""


UNWRITABLE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""Faults of the disk behind standard output, as the help text meets them too."""


class ReaderGone(Exception):
    """Whoever read the output has closed it."""


def prepare() -> None:
    """Make both streams UTF-8; what cannot be encoded is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def write(text: str, *, flush: bool = False) -> None:
    """Write to standard output.

    Raises:
        ReaderGone: nobody reads any more.
        ExportError: it cannot be written.
    """
    if sys.stdout is None:
        raise ExportError("standard output", "is closed")
    try:
        sys.stdout.write(text)
        if flush:
            sys.stdout.flush()
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        raise unwritable(error) from error


def unwritable(error: OSError) -> ExportError:
    """Return what is told when standard output cannot be written."""
    _give_up()
    return ExportError("standard output", f"cannot be written: {error.strerror}")


def write_bytes(data: bytes) -> None:
    """Write what is no text to standard output; raises as `write`."""
    flush()
    if sys.stdout is None:
        raise ExportError("standard output", "is closed")
    try:
        sys.stdout.buffer.write(data)
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        _give_up()
        told = f"cannot be written: {error.strerror}"
        raise ExportError("standard output", told) from error


def flush() -> None:
    """Bring everything to the reader; raises as `write`."""
    if sys.stdout is not None:
        write("", flush=True)


def tell(line: str) -> None:
    """Write a line to standard error: an error, a warning, or progress."""
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"{line}\n")


def tell_progress(text: str) -> None:
    """Write over the last line of standard error."""
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()


def _give_up() -> None:
    """Let the interpreter's own last flush go nowhere instead of failing again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reader_gone() -> int:
    """End quietly when the reader has gone; return the exit code."""
    _give_up()
    return PIPE_CLOSED
