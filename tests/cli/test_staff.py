"""Staff, roles and PINs from the command line."""

import getpass
import io
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.cli import signing
from ledger.core.roles import table
from tests.cli.commands import Cli
from tests.core.test_roles import PRINTED

PIN, NEW = "RIICHI_LEDGER_PIN", "RIICHI_LEDGER_NEW_PIN"


def last_signer(event: Path) -> str:
    with Book.open(event) as book:
        return book.state().entries[-1].signature.staff


def test_the_staff_is_listed(cli: Cli, event: Path) -> None:
    told = cli("staff", event, "add", "Kim\x1b[2J", "--role", "head-referee")
    assert told.out == "#6 staff: Kim␛[2J (head-referee)\n"
    assert cli("staff", event).out == (
        "name     role          PIN\nKim␛[2J  head-referee  no\n"
    )


def test_the_table_of_roles_is_printed(cli: Cli, event: Path) -> None:
    done = cli("staff", event, "roles")
    assert done.out == table() == PRINTED
    assert done.err == (
        "note: this event has no organiser yet, so everybody may everything\n"
    )
    cli("staff", event, "add", "Ono", "--role", "organiser")
    assert cli("staff", event, "roles").err == ""


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["ad"], "staff 'ad' is none of: list, add, pin, roles"),
        (["add"], "staff add names whom"),
        (["roles", "Kim"], "staff roles names nobody"),
        (
            ["add", "Kim", "--role", "boss"],
            "'boss' is no role, expected one of",
        ),
        (["pin", "Kim"], "new PIN of Kim: needs a terminal, or the environment vari"),
    ],
)
def test_what_is_no_call(
    cli: Cli, event: Path, arguments: list[str], fault: str
) -> None:
    done = cli("staff", event, *arguments)
    assert (done.code, done.out) == (2, "")
    assert fault in done.err


def test_roles_hold_on_the_command_line(cli: Cli, event: Path) -> None:
    for name, role in (("Vic", "viewer"), ("Sam", "scorer"), ("Ono", "organiser")):
        assert cli("staff", event, "add", name, "--role", role).code == 0
    scores = ("sheet", event, 1, 1, "300", "300", "300", "300", "--reason", "x")
    assert "Vic is viewer and may not void" in cli(*scores, "--staff", "Vic").err
    assert "Sam is scorer and may not void" in cli(*scores, "--staff", "Sam").err
    done = cli("staff", event, "add", "Kim")
    assert "is not on the staff" in done.err, "a login name that nobody listed"
    assert cli(*scores, "--staff", "Ono").code == 0


def test_rows_that_name_others_are_for_who_may_record(cli: Cli, event: Path) -> None:
    for name, role in (("Ref", "referee"), ("Sam", "scorer"), ("Ono", "organiser")):
        assert cli("staff", event, "add", name, "--role", role).code == 0
    rows = event.parent / "incidents.csv"
    rows.write_text(
        "round,table,hand,honba,offender,situation,facts,staff\n"
        "1,1,E4,0,2,furiten-ron,shown=yes,Ref\n",
        "utf-8",
    )
    done = cli("import", event, rows, "--staff", "Sam")
    assert "Sam is scorer and may not record" in done.err
    assert cli("import", event, rows, "--staff", "Ono").code == 0
    assert last_signer(event) == "Ref"


# PINs -----------------------------------------------------------------------------


@pytest.fixture
def pinned(cli: Cli, event: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give Kim the PIN 1357."""
    cli("staff", event, "add", "Kim")
    monkeypatch.setenv(NEW, "1357")
    done = cli("staff", event, "pin", "Kim", "--staff", "Kim")
    assert (done.out, done.err) == ("#7 new PIN for Kim\n", "")
    monkeypatch.delenv(NEW)
    return event


def test_a_pin_is_asked_for(
    cli: Cli, pinned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ("void", pinned, 5, "--reason", "x", "--staff", "Kim")
    done = cli(*call)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "PIN of Kim: needs a terminal, or the environment variable RIICHI_LEDGER_PIN\n"
    )
    monkeypatch.setenv(PIN, "1358")
    assert cli(*call).err == "Kim: the PIN is wrong; try again\n"
    monkeypatch.setenv(PIN, "1357")
    assert cli(*call).code == 0
    assert last_signer(pinned) == "Kim"
    with Book.open(pinned) as book:
        assert "1357" not in str(book.state().entries)


def test_a_pin_is_typed_on_a_terminal(
    cli: Cli, pinned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def typed(question: str, _: object) -> str:
        asked.append(question)
        return "1357"

    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(getpass, "getpass", typed)
    monkeypatch.setattr(io, "TextIOWrapper", Terminal)
    assert cli("void", pinned, 5, "--reason", "x", "--staff", "Kim").code == 0
    assert asked == ["PIN of Kim: "]
    assert isinstance(sys.stdin, Terminal)


def test_guesses_are_counted_from_call_to_call(
    cli: Cli, pinned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    monkeypatch.setattr(signing, "_now", lambda: now)
    call = ("void", pinned, 5, "--reason", "x", "--staff", "Kim")
    monkeypatch.setenv(PIN, "0000")
    told = [cli(*call).err for _ in range(4)]
    assert told[2] == "Kim: the PIN is wrong; try again in 2 s\n"
    assert told[3] == "Kim: try again in 2 s\n"
    monkeypatch.setenv(PIN, "1357")
    assert cli(*call).err == "Kim: try again in 2 s\n", "the right one is too early"
    now += timedelta(seconds=2)
    assert cli(*call).code == 0


def test_a_new_pin_needs_the_old_one(
    cli: Cli, pinned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NEW, "2468")
    call = ("staff", pinned, "pin", "Kim", "--staff", "Kim")
    assert "PIN of Kim: needs a terminal" in cli(*call).err
    monkeypatch.setenv(PIN, "1357")
    assert cli(*call).code == 0
    assert "the PIN is wrong" in cli(*call).err


def test_a_pin_typed_in_two_ways_is_none(
    cli: Cli, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ledger.cli import staff

    cli("staff", event, "add", "Kim")
    answers = iter(["1357", "1375"])
    monkeypatch.setattr(staff, "ask_pin", lambda _, __: next(answers))
    done = cli("staff", event, "pin", "Kim")
    assert done.err == "the two PINs are not the same, nothing was changed\n"
    answers = iter(["135", "135"])
    assert "a PIN has 4 to 64" in cli("staff", event, "pin", "Kim").err


def test_reading_asks_for_no_pin(cli: Cli, pinned: Path) -> None:
    assert json.loads(cli("standings", pinned, "--format", "json").out)["as_of"] == 7
    for command in ("verify", "check", "penalties", "dump"):
        assert cli(command, pinned).code == 0
