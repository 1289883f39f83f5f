"""The commands of an event, from an empty folder to standings that are checked."""

import csv
import json
import os
import sqlite3
import time
from pathlib import Path

import pytest

from ledger.book.book import CHECKS, Book
from ledger.files.records import COLUMNS, NEEDED
from tests.cli.commands import Cli

EMA = ("--ruleset", "ema-2025")
SOCIAL = ("--option", "venue=social")


def test_an_event_from_nothing_to_standings(cli: Cli, folder: Path) -> None:
    path = folder / "event.db"
    done = cli(
        "new", path, "--ruleset", "ema-2025", "--name", "Spring Open",
        "--option", "venue=social", "--rounds", "5",
    )  # fmt: skip
    assert done.out == f"{path}: made under EMA 2025 social\n"
    done = cli("import", path, folder)
    assert (done.code, done.err) == (0, "")
    assert done.out == ("added 4 players, 1 table seated, 1 score sheet, 1 incident\n")
    answer = json.loads(cli("standings", path, "--format", "json").out)
    assert answer["event"] == "Spring Open"
    assert answer["options"] == {"venue": "social"}
    assert [row["number"] for row in answer["rows"]] == ["1", "4", "3", "2"]
    with Book.open(path) as book:
        created = book.state().created
        assert created is not None
        assert created.rounds == 5


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--ruleset", "ema-2020"], "nearest known: ema-2025"),
        (["--ruleset", "none.toml"], "none.toml: cannot be read"),
        (
            ["--ruleset", "ema-2025", "--option", "venue"],
            "expected such as venue=social",
        ),
        (
            ["--ruleset", "ema-2025", "--option", "venue=pub"],
            "is not one of: tournament",
        ),
        (["--ruleset", "ema-2025", "--option", "vneue=social"], "nearest known: venue"),
        (
            [
                "--ruleset",
                "ema-2025",
                "--option",
                "venue=social",
                "--option",
                "venue=social",
            ],
            "stands twice",
        ),
        (["--ruleset", "ema-2025", "--name", " "], "name is empty"),
    ],
)
def test_a_new_event_that_cannot_be_made_leaves_nothing(
    cli: Cli, tmp_path: Path, options: list[str], error: str
) -> None:
    path = tmp_path / "event.db"
    done = cli("new", path, "--name", "Spring", *options)
    assert (done.code, done.out) == (2, "")
    assert error in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_new_event_never_replaces_a_file(cli: Cli, event: Path) -> None:
    before = event.read_bytes()
    done = cli("new", event, "--ruleset", "reach", "--name", "Other")
    assert done.code == 2
    assert str(event) in done.err
    assert event.read_bytes() == before


# Import --------------------------------------------------------------------------


def test_a_dry_run_writes_nothing(cli: Cli, folder: Path) -> None:
    path = folder / "event.db"
    cli("new", path, "--ruleset", "ema-2025", "--name", "Spring")
    done = cli("import", path, folder, "--dry-run")
    assert done.out.startswith("would add 4 players, 1 table seated")
    assert json.loads(cli("standings", path, "--format", "json").out)["as_of"] == 1


def test_importing_twice_adds_nothing(cli: Cli, event: Path) -> None:
    head = cli("verify", event).out
    done = cli("import", event, event.parent)
    assert done.out == (
        "added 0 players, 0 tables seated, 0 score sheets, 0 incidents;"
        " 7 rows were in the book already\n"
    )
    assert cli("verify", event).out == head


def test_files_by_option_and_by_name(cli: Cli, folder: Path) -> None:
    path = folder / "event.db"
    cli("new", path, "--ruleset", "ema-2025", "--name", "Spring")
    (folder / "players.csv").rename(folder / "list of players.csv")
    done = cli(
        "import", path, folder / "seating.csv",
        "--players", folder / "list of players.csv",
    )  # fmt: skip
    assert done.out == "added 4 players, 1 table seated\n"


def test_faults_are_a_line_each_and_nothing_is_written(cli: Cli, event: Path) -> None:
    folder = event.parent
    (folder / "scores.csv").write_text(
        "round,table,east,south,west,north\n1,1,31 200,1,2,x\n8,8,1,2,3,4\n"
    )
    head = cli("verify", event).out
    done = cli("import", event, folder)
    assert (done.code, done.out) == (2, "")
    assert [line.replace(f"{folder}/", "") for line in done.err.splitlines()] == [
        (
            "scores.csv:2:3: east '31 200' is not a whole number, expected digits only,"
            " such as 31200 or -900"
        ),
        (
            "scores.csv:2:6: north 'x' is not a whole number, expected digits only,"
            " such as 31200 or -900"
        ),
        (
            "scores.csv:3:2: table 8 is not seated in round 8, expected its seating in"
            " the book or in this import"
        ),
    ]
    assert cli("verify", event).out == head


def test_warnings_are_told_and_stop_nothing(cli: Cli, folder: Path) -> None:
    path = folder / "event.db"
    cli("new", path, "--ruleset", "ema-2025", "--name", "Spring")
    scores = folder / "scores.csv"
    scores.write_text(scores.read_text().replace("41000", "40000"))
    done = cli("import", path, folder)
    assert done.code == 0
    assert done.err == (
        f"warning: {scores}:2:1: round 1 table 1 comes to 119,000 of 120,000,"
        " 1,000 lacking\n"
    )
    assert "adds up" not in cli("check", path).out
    assert cli("check", path, "sheets").code == 1


def test_messages_of_a_file_cannot_steer_the_terminal(cli: Cli, event: Path) -> None:
    (event.parent / "seating.csv").write_text(
        "round,table,east,south,west,north\n1,2,\x1b[2J,2,3,4\n"
    )
    done = cli("import", event, event.parent / "seating.csv")
    assert done.code == 2
    assert "\x1b" not in done.err
    assert "␛[2J" in done.err


# Exports -------------------------------------------------------------------------


def test_exports_go_to_a_file_or_to_the_terminal(cli: Cli, event: Path) -> None:
    target = event.parent / "out.csv"
    done = cli("standings", event, "--format", "csv", "-o", target)
    assert done.out == f"{target}: standings as of entry 5\n"
    text = target.read_text("utf-8")
    assert text == cli("standings", event, "--format", "csv", "-o", "-").out
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["penalties"] for row in rows if row["number"] == "3"] == ["-20000"]
    done = cli("penalties", event, "--format", "csv", "-o", target)
    assert done.out == f"{target}: penalties as of entry 5\n"
    assert "furiten-ron" in target.read_text("utf-8")


def test_a_byte_order_mark_is_written_on_request_only(cli: Cli, event: Path) -> None:
    # Bug B59; a program that reads the file must not find it in the first header.
    target = event.parent / "out.csv"
    cli("standings", event, "--format", "csv", "-o", target, "--bom")
    assert target.read_bytes().startswith(b"\xef\xbb\xbfrank,")
    cli("standings", event, "--format", "csv", "-o", target)
    assert target.read_bytes().startswith(b"rank,")


def test_an_export_that_fails_leaves_the_old_file(cli: Cli, event: Path) -> None:
    done = cli("standings", event, "-o", event.parent / "none" / "out.csv")
    assert done.code == 2
    assert "cannot be written: No such file or directory" in done.err
    target = event.parent / "out.csv"
    target.write_text("old")
    assert cli("standings", event, "--after", "9", "-o", target).code == 2
    assert target.read_text() == "old"


@pytest.mark.parametrize("command", ["standings", "penalties"])
def test_an_unknown_format_is_refused(cli: Cli, event: Path, command: str) -> None:
    done = cli(command, event, "--format", "cvs")
    assert (done.code, done.out) == (2, "")
    assert "'cvs' is unknown, expected table" in done.err


# Check and verify ----------------------------------------------------------------


def test_a_good_book_is_silent_and_whole(cli: Cli, event: Path) -> None:
    done = cli("check", event)
    assert (done.code, done.out, done.err) == (0, "", "")
    done = cli("verify", event)
    assert done.code == 0
    assert done.out.startswith(f"{event}: 5 entries are whole, head ")


def test_a_changed_row_is_named(cli: Cli, event: Path) -> None:
    with sqlite3.connect(event) as raw:
        raw.execute("DROP TRIGGER sheet_no_update")
        raw.execute("UPDATE sheet SET east = east + 1000")
    raw.close()
    done = cli("verify", event)
    assert done.code == 1
    assert "entry 4" in done.out
    assert "Traceback" not in done.err


def test_the_help_of_import_names_every_column(cli: Cli) -> None:
    told = " ".join(cli("import", "--help").out.split())
    for kind, columns in COLUMNS.items():
        more = [column for column in columns if column not in NEEDED[kind]]
        also = f"; also {', '.join(more)}" if more else ""
        expected = f"--{kind} FILE Columns {', '.join(NEEDED[kind])}{also}."
        assert expected in told


def test_the_help_of_check_names_every_check(cli: Cli) -> None:
    told = " ".join(cli("check", "--help").out.split())
    assert f"Of {', '.join(CHECKS)}; all if left out." in told


def test_an_unknown_check_is_refused(cli: Cli, event: Path) -> None:
    done = cli("check", event, "shets")
    assert done.code == 2
    assert "nearest known: sheets" in done.err


# What is no event ----------------------------------------------------------------

EVENT_COMMANDS = ["standings", "penalties", "check", "verify"]


@pytest.mark.parametrize("command", EVENT_COMMANDS)
def test_what_is_no_event_is_one_line(cli: Cli, tmp_path: Path, command: str) -> None:
    text = tmp_path / "notes.db"
    text.write_text("not a database\n" * 100)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as raw:
        raw.execute("CREATE TABLE entry (number)")
    raw.close()
    empty = tmp_path / "empty.db"
    empty.touch()
    for path in (text, other, empty, tmp_path / "none.db", tmp_path):
        before = path.read_bytes() if path.is_file() else b""
        done = cli(command, path)
        assert (done.code, done.out) == (2, ""), path
        assert done.err.startswith(f"{path}: ")
        assert done.err.count("\n") == 1
        assert (path.read_bytes() if path.is_file() else b"") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "empty.db",
        "notes.db",
        "other.db",
    ]


def test_a_book_from_the_future_is_left_alone(cli: Cli, event: Path) -> None:
    with sqlite3.connect(event) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999_later'")
    raw.close()
    done = cli("standings", event)
    assert done.code == 2
    assert "newer" in done.err
    with sqlite3.connect(event) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [
            ("9999_later",)
        ]
    raw.close()


# Demo and rules ------------------------------------------------------------------


def test_the_demo_is_a_copy_that_may_be_spoilt(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    opened: list[str | None] = []
    monkeypatch.setattr(
        "ledger.cli.events.screens", lambda where, _staff="": opened.append(where)
    )
    first, second = cli("demo"), cli("demo")
    assert first.code == second.code == 0
    paths = [done.out.removeprefix("demo: ").strip() for done in (first, second)]
    assert opened == paths
    assert paths[0] != paths[1]
    assert all(Path(path).is_relative_to(tmp_path) for path in paths)
    assert cli("verify", paths[0]).code == 0


def test_the_demo_may_be_made_without_opening_it(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    assert cli("demo", path).out == f"demo: {path}\n"
    assert "6 incident" not in cli("standings", path).out
    assert len(json.loads(cli("penalties", path, "--format", "json").out)["rows"]) == 6
    assert cli("demo", path).code == 2


def test_a_demo_without_a_place_for_it_says_so(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    done = cli("demo")
    assert done.code == 2
    assert "name a file: riichi-ledger demo FILE" in done.err


def test_the_editions_are_listed_and_shown(cli: Cli) -> None:
    assert "ema-2025" in cli("rules", "list").out
    done = cli("rules", "show", "ema-2025", "--option", "venue=social")
    assert "venue = social (chosen)" in done.out
    done = cli("rules", "show", "ema-2025", "--search", "furiten")
    assert "\nfuriten-ron: " in f"\n{done.out}"
    done = cli("rules", "show", "ema-2020")
    assert (done.code, done.out) == (2, "")


def test_times_do_not_depend_on_the_machine(
    cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        path = folder / "event.db"
        cli("new", path, "--ruleset", "ema-2025", "--name", "Spring")
        incidents = folder / "incidents.csv"
        lines = incidents.read_text().splitlines()
        incidents.write_text(f"{lines[0]},time\n{lines[1]},2026-05-02T14:32\n")
        cli("import", path, folder)
        rows = json.loads(cli("penalties", path, "--format", "json").out)["rows"]
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
    assert rows[0]["time"] == "2026-05-02T14:32:00+00:00"
    assert os.environ.get("TZ") is None
