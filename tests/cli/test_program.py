"""The program as a whole: help, a bare file name, exit codes, and its manners."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from ledger import __version__
from ledger.cli.program import COMMANDS
from tests.cli.commands import ROOT, Cli, start

PIPE = subprocess.PIPE
HEAVY = ("sqlalchemy", "sqlmodel", "alembic", "textual", "ledger.book")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["import", "--help"], ["rules", "--help"], ["--version"]]
)
def test_help_loads_no_database_and_no_screens(arguments: list[str]) -> None:
    code = (
        "import json, sys\n"
        "from ledger.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "except SystemExit as left:\n"
        "    print(json.dumps([left.code, sorted(sys.modules)]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    exit_code, modules = json.loads(done.stdout.splitlines()[-1])
    assert exit_code == 0
    assert [name for name in modules if name.startswith(HEAVY)] == []


@pytest.mark.parametrize("command", [*COMMANDS, "rules list", "rules show"])
def test_every_command_has_help_with_an_example(cli: Cli, command: str) -> None:
    done = cli(*command.split(), "--help")
    assert (done.code, done.err) == (0, "")
    assert f"Example: riichi-ledger {command.split(maxsplit=1)[0]}" in done.out


@pytest.mark.parametrize(
    "command",
    [
        "verify {long}.db",
        "standings {event} -o {long}.csv",
        "dump {event} -o {long}",
        "backup {event} {long}.db",
        "import {event} {long}",
        "import {event} --players {long}.csv",
        "import {event} --from ema {long}.csv",
        "merge {event} {long}.db",
        "publish {event} {long}",
        "review {event} -o {long}.html",
        "rules check {long}.toml",
        "judge {long}",
        "new {long}.db --ruleset reach --name x",
        "{long}",
    ],
)
def test_a_name_that_no_disk_would_take_is_one_line(
    cli: Cli, tmp_path: Path, command: str
) -> None:
    event = tmp_path / "event.db"
    assert cli("demo", event).code == 0
    long = tmp_path / ("x" * 300)
    done = cli(*command.format(event=event, long=long).split())
    assert done.code == 2
    assert "x" * 300 in done.err
    assert "Traceback" not in done.err
    assert done.err.count("\n") == 1


def test_the_list_of_commands_is_that_of_the_program(cli: Cli) -> None:
    listed = cli("--help").out.partition("Commands:")[2].split("\n  ")
    assert {line.split()[0] for line in listed if line.strip()} == set(COMMANDS)


def test_the_version_is_told(cli: Cli) -> None:
    assert cli("--version").out == f"riichi-ledger {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["imprt"], "nearest known: import"),
        (["standing"], "nearest known: standings"),
        (["standings"], "Missing argument 'EVENT'"),
        (["standings", "x.db", "--formt", "csv"], "No such option: --formt"),
        (["standings", "x.db", "--after", "two"], "Invalid value for '--after'"),
        (["new", "x.db", "--ruleset", "reach"], "Missing option '--name'"),
        (["rules", "shw"], "No such command 'shw'"),
        (["--what"], "No such option: --what"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(
    cli: Cli, arguments: list[str], error: str
) -> None:
    done = cli(*arguments)
    assert (done.code, done.out) == (2, "")
    assert error.casefold() in done.err.casefold()
    assert done.err.count("\n") == 1


# A bare file name, and the screens ------------------------------------------------


def test_a_bare_file_name_opens_the_event(
    cli: Cli, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[str | None, str]] = []
    monkeypatch.setattr(
        "ledger.cli.events.screens",
        lambda where, staff="", _=None: opened.append((where, staff)),
    )
    odd = event.with_name("no suffix")
    event.rename(odd)
    calls: list[list[str | Path]] = [
        [odd],
        ["new.db"],
        ["postgresql+psycopg://host/spring"],
        ["open", odd, "--staff", "Mori"],
        [odd, "--staff", "Kim"],
        [],
    ]
    for call in calls:
        assert cli(*call).code == 0
    assert opened == [
        (str(odd), ""),
        ("new.db", ""),
        ("postgresql+psycopg://host/spring", ""),
        (str(odd), "Mori"),
        (str(odd), "Kim"),
        (None, ""),
    ]


@pytest.mark.parametrize("arguments", [[], ["open", "event.db"], ["event.db"]])
def test_the_screens_need_a_terminal(cli: Cli, arguments: list[str]) -> None:
    done = cli(*arguments)
    assert done.code == 2
    assert "the screens need a terminal" in done.err


def test_opening_what_is_no_event_is_one_line_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("not a database\n" * 100)
    ours, theirs = pty.openpty()
    process = start(
        "notes.db", cwd=tmp_path, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs
    )
    os.close(theirs)
    told = b""
    with contextlib.suppress(OSError):  # the other side has left
        while chunk := os.read(ours, 100_000):
            told += chunk
    os.close(ours)
    assert process.wait(timeout=60) == 2
    assert b"notes.db: is not a database, expected an event's file" in told
    assert b"Traceback" not in told


# Manners -------------------------------------------------------------------------


def test_output_is_utf_8_whatever_the_locale(event: Path) -> None:
    process = start(
        "standings",
        event,
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        stdout=PIPE,
        stderr=PIPE,
    )
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert "EMA 2025 tournament · after round 1" in out.decode()


def test_a_closed_reader_ends_the_program_quietly() -> None:
    process = start(
        "judge",
        "-",
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b'{"ruleset":"reach","incident":null}\n' * 10)
    process.stdin.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


def test_a_full_disk_behind_the_output_is_an_error(event: Path) -> None:
    for command in (["standings", event], ["rules", "show", "ema-2025"], ["--help"]):
        with Path("/dev/full").open("wb") as full:
            process = start(*command, stdout=full, stderr=PIPE)
            _, err = process.communicate(timeout=60)
        assert process.returncode == 2, command
        assert err == b"standard output: cannot be written: No space left on device\n"


def test_a_closed_input_is_an_error() -> None:
    process = start("judge", "-", stderr=PIPE, preexec_fn=partial(os.close, 0))
    assert b"standard input is closed" in process.communicate(timeout=60)[1]
    assert process.returncode == 2


def test_a_closed_output_is_an_error(event: Path) -> None:
    process = start("standings", event, stderr=PIPE, preexec_fn=partial(os.close, 1))
    assert process.communicate(timeout=60)[1] == b"standard output: is closed\n"
    assert process.returncode == 2


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let programs be interrupted even where a shell started us in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_the_program_quietly() -> None:
    process = start(
        "judge",
        "-",
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b'{"ruleset":"reach","incident":null}\n')
    process.stdin.flush()
    assert process.stdout.readline()  # it answers at once, and waits for more
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")


def test_answers_come_while_the_input_is_still_open() -> None:
    process = start("judge", "-", stdin=PIPE, stdout=PIPE)
    assert process.stdin
    assert process.stdout
    begun = time.monotonic()
    for number in range(3):
        line = {"id": number, "ruleset": "reach", "incident": None}
        process.stdin.write(json.dumps(line).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == number
    assert time.monotonic() - begun < 60
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    process.stdout.close()


def test_python_m_is_the_same_program() -> None:
    process = start("--help", stdout=PIPE)
    out, _ = process.communicate(timeout=60)
    assert out.startswith(b"Usage: riichi-ledger ")
