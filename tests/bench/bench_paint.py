"""How soon the screens are there, as a ratio to a bare Textual app; run by hand:

    python -m tests.bench.bench_paint [RUNS]

Whole processes under a pseudo-terminal of 80×24, taken in turns, from the start until
the text that is looked for is painted. `usable` is the tables of the demo with all that
it takes: engine imported, book opened, proved ruleset compiled. Medians; byte code is
compiled before the first run, as an installer does.
"""

import compileall
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import textual

import ledger
from ledger.tui.opening import make_demo

RUNS = 15
LIMIT_SECONDS = 20.0
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("painted")
Bare().run()
"""
OURS = "from ledger.tui import run; run({event!r}, staff='bench')"
FIRST = "from ledger.tui import run; run(None)"


def seconds_until(code: str, marks: tuple[bytes, ...], state: Path) -> list[float]:
    """Run a program; return when each mark was painted, from the start."""
    leader, follower = pty.openpty()
    ioctl(leader, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "XDG_STATE_HOME": str(state),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment,
        start_new_session=True,
    )
    os.close(follower)
    painted = b""
    times: list[float] = []
    try:
        while len(times) < len(marks):
            ready, _, _ = select.select([leader], [], [], LIMIT_SECONDS)
            if not ready:
                raise TimeoutError(painted[-2000:].decode(errors="replace"))
            painted += os.read(leader, 65536)
            now = time.perf_counter() - begun
            while len(times) < len(marks) and marks[len(times)] in painted:
                times.append(now)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(leader)
    return times


def main() -> None:
    """Measure in turns and print medians and ratios."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    for package in (ledger, textual):
        compileall.compile_dir(str(Path(package.__path__[0])), quiet=2)
    event = make_demo()
    with tempfile.TemporaryDirectory() as folder:
        programs = {
            "bare Textual app": (BARE, (b"painted",)),
            "first screen": (FIRST, (b"make a new event",)),
            "event": (OURS.format(event=str(event)), (b"opening", b"Hugo Martin")),
        }
        times: dict[str, list[list[float]]] = {name: [] for name in programs}
        for _ in range(runs):
            for name, (code, marks) in programs.items():
                times[name].append(seconds_until(code, marks, Path(folder)))
    bare = statistics.median(t[0] for t in times["bare Textual app"])
    rows = {
        "bare Textual app": bare,
        "first screen painted": statistics.median(t[0] for t in times["first screen"]),
        "event: first paint": statistics.median(t[0] for t in times["event"]),
        "event: usable": statistics.median(t[1] for t in times["event"]),
    }
    for name, seconds in rows.items():
        print(f"{name:24} {seconds * 1000:7.0f} ms  {seconds / bare:5.2f}")  # noqa: T201


if __name__ == "__main__":
    main()
