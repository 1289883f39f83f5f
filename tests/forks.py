"""Processes that are there at once: forked from one that has imported everything.

A thousand terminals are killed in minutes that way. Whoever forks must hold no book
open and run no threads.
"""

import os
import signal
import sys
import traceback
from collections.abc import Callable

Tell = Callable[[str], None]


class Child:
    """A process that does one thing and tells lines about it."""

    def __init__(self, act: Callable[[Tell], None]) -> None:
        """Start it; it ends when `act` does."""
        self._end, told = os.pipe()
        self._unread = b""
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._end)
            _run(act, told)
        os.close(told)

    def line(self) -> str | None:
        """Wait for its next line; None if it tells no more."""
        while b"\n" not in self._unread:
            more = os.read(self._end, 1 << 16)
            if not more:
                return None
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    def kill(self) -> None:
        """Kill it, without a word of warning."""
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> tuple[list[str], int]:
        """Wait until it has ended; return its other lines and its exit code."""
        lines = []
        while (line := self.line()) is not None:
            lines.append(line)
        os.close(self._end)
        _, status = os.waitpid(self.pid, 0)
        return lines, os.waitstatus_to_exitcode(status)


class Gate:
    """Lets processes begin at one moment."""

    def __init__(self) -> None:
        """Be shut; make it before the processes that wait at it."""
        self._inside, self._outside = os.pipe()

    def wait(self) -> None:
        """Wait, in a child, until it is opened."""
        os.close(self._outside)
        os.read(self._inside, 1)

    def open(self) -> None:
        """Let all go, once they all wait."""
        os.close(self._outside)
        os.close(self._inside)


def _run(act: Callable[[Tell], None], told: int) -> None:
    """Act, tell through a pipe, and never come back."""

    def tell(line: str) -> None:
        os.write(told, f"{line}\n".encode())  # at once, and whole: it is short

    code = 1
    try:
        act(tell)
        code = 0
    except BaseException:  # noqa: BLE001 - nothing may return into the parent's frames
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)
