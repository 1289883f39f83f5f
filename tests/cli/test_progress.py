"""A large import tells how far it is to whoever watches, and to nobody else."""

import os
import pty
import subprocess
from pathlib import Path

from tests.cli.commands import Cli, start

COUNT = 2400


def _files(folder: Path) -> None:
    """Write 2,400 players at 600 tables in two rounds, with their scores."""
    tables = COUNT // 4
    numbers = range(1, COUNT + 1)
    (folder / "players.csv").write_text(
        "number,name\n" + "".join(f"{n},P{n}\n" for n in numbers)
    )
    seats = "".join(
        f"{round_},{t},{t},{t + tables},{t + 2 * tables},{t + 3 * tables}\n"
        for round_ in (1, 2)
        for t in range(1, tables + 1)
    )
    (folder / "seating.csv").write_text("round,table,east,south,west,north\n" + seats)
    scores = "".join(
        f"{round_},{t},31000,29000,30000,30000\n"
        for round_ in (1, 2)
        for t in range(1, tables + 1)
    )
    (folder / "scores.csv").write_text("round,table,east,south,west,north\n" + scores)


def _on_a_terminal(*arguments: str | Path) -> str:
    """Run the program with a terminal for standard error; return what it showed."""
    ours, theirs = pty.openpty()
    with start(*arguments, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
        assert process.wait(60) == 0
    os.close(ours)
    return shown.decode()


def test_a_large_import_tells_how_far_it_is(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "event.db"
    cli("new", path, "--ruleset", "ema-2025", "--name", "Large")
    _files(tmp_path)
    shown = _on_a_terminal("import", path, tmp_path)
    lines = [line.removesuffix("\x1b[K") for line in shown.split("\r")]
    assert "players: 2,000 of 2,400 rows" in lines
    assert "seating: 1,000 of 1,200 rows" in lines
    assert "600 of 1,202 entries" in lines
    assert lines[-2:] == ["writing", ""]


def test_nobody_who_reads_it_from_a_pipe_is_told(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "event.db"
    cli("new", path, "--ruleset", "ema-2025", "--name", "Large")
    _files(tmp_path)
    done = cli("import", path, tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == "added 2,400 players, 1,200 tables seated, 1,200 score sheets\n"
