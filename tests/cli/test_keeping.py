"""Backup, dump, restore, merge and the proof of a head from the command line."""

import json
import shutil
from pathlib import Path

import pytest

from ledger.book import Book
from tests.cli.commands import Cli


def head_of(event: Path) -> str:
    with Book.open(event) as book:
        return book.state().head_hash


# The signed-off head --------------------------------------------------------------


def test_a_signed_off_head_is_found(cli: Cli, event: Path) -> None:
    head = head_of(event)
    assert f"{head} is entry 5, the last one\n" in cli("verify", event, "--head",
                                                       head).out  # fmt: skip
    cli("void", event, 5, "--reason", "x")
    for blank in ("", " "):  # such as a variable that was not set
        done = cli("verify", event, "--head", blank)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("--head is empty")
    done = cli("verify", event, "--head", f" {head[:12].upper()} ")
    assert done.code == 0
    assert done.out.splitlines()[1].endswith("is entry 5, 1 later")


def test_a_head_on_paper_is_found(cli: Cli, event: Path) -> None:
    page = cli("standings", event, "--format", "md").out
    (short,) = {
        word
        for word in page.replace("*", " ").split()
        if len(word) > 7 and head_of(event).startswith(word)
    }
    assert cli("verify", event, "--head", short).code == 0


def test_a_head_that_is_missing_is_named(cli: Cli, event: Path, tmp_path: Path) -> None:
    """Somebody put an older copy in the place of the book."""
    older = tmp_path / "older.db"
    cli("backup", event, older)
    cli("void", event, 5, "--reason", "x")
    head = head_of(event)
    done = cli("verify", older, "--head", head)
    assert done.code == 1
    assert done.out == (
        f"head: no entry has the hash {head}: entries are lost, or it is another book\n"
    )


@pytest.mark.parametrize("head", ["abc", "xyz" * 9, "a" * 65, "12345678 90"])
def test_a_head_that_is_none(cli: Cli, event: Path, head: str) -> None:
    done = cli("verify", event, "--head", head)
    assert done.code == 2
    assert "is no head hash, expected its first 8 to 64 signs" in done.err


# Backup, dump, restore ------------------------------------------------------------


def test_a_backup(cli: Cli, event: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    done = cli("backup", event, copy)
    assert done.out == f"{copy}: 5 entries, head {head_of(event)}\n"
    assert cli("verify", copy).code == 0
    done = cli("backup", event, copy)
    assert done.err == f"{copy}: is there already, expected a new name\n"


def test_a_dump_to_the_terminal_and_back(cli: Cli, event: Path, tmp_path: Path) -> None:
    text = cli("dump", event).out
    new = tmp_path / "back.db"
    done = cli("restore", "-", new, stdin=text.encode())
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{new}: 5 entries, head {head_of(event)}\n"
    assert head_of(new) == head_of(event)
    assert cli("dump", new).out == text
    again = cli("restore", "-", new, stdin=text.encode())
    assert again.err == f"{new}: is there already, expected a new name\n"


def test_a_dump_to_a_file_and_back(cli: Cli, event: Path, tmp_path: Path) -> None:
    file = tmp_path / "event.jsonl"
    done = cli("dump", event, "-o", file)
    assert done.out == f"{file}: 5 entries, head {head_of(event)}\n"
    assert cli("restore", file, tmp_path / "back.db").code == 0
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:3], *lines[4:]]), "utf-8")
    done = cli("restore", file, tmp_path / "other.db")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{file}:4:1: expected entry 3, not 4\n"
    assert not (tmp_path / "other.db").exists()


def test_a_restore_of_nothing(cli: Cli, tmp_path: Path) -> None:
    done = cli("restore", tmp_path / "none.jsonl", tmp_path / "back.db")
    assert "none.jsonl: cannot be read: No such file" in done.err
    assert "is not a dump" in cli("restore", "-", tmp_path / "back.db").err


# Merge ----------------------------------------------------------------------------


@pytest.fixture
def laptop(event: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "laptop.db"
    shutil.copy(event, copy)
    return copy


def test_a_merge(cli: Cli, event: Path, laptop: Path) -> None:
    cli("staff", event, "add", "Ann")
    cli("staff", laptop, "add", "Kim")
    cli("void", laptop, 5, "--reason", "x")
    done = cli("merge", event, laptop)
    assert (done.code, done.err) == (0, "")
    assert done.out == "merged 2 entries, 7 to 8\n"
    assert cli("merge", event, laptop).out == "merged 0 entries\n"
    assert cli("verify", event).code == 0


def test_a_conflict_stops_a_merge(cli: Cli, event: Path, laptop: Path) -> None:
    for book in (event, laptop):
        cli("void", book, 5, "--reason", str(book.name))
    cli("staff", laptop, "add", "Kim\x1b")
    head = head_of(event)
    done = cli("merge", event, laptop)
    assert done.code == 1
    assert done.out.startswith("conflict: entry 6 (void of round 1, table 1, ")
    assert done.out.endswith("): entry 5 is void already, by entry 6\n")
    assert "nothing was merged" in done.err
    assert head_of(event) == head


def test_conflicts_are_kept_aside(
    cli: Cli, event: Path, laptop: Path, tmp_path: Path
) -> None:
    for book in (event, laptop):
        cli("void", book, 5, "--reason", str(book.name))
    cli("staff", laptop, "add", "Kim")
    aside = tmp_path / "aside.jsonl"
    done = cli("merge", event, laptop, "--skip-conflicts", aside)
    assert done.code == 0
    assert done.out.splitlines()[1:] == [
        "merged 1 entry, 7 to 7", f"{aside}: 1 in conflict",
    ]  # fmt: skip
    (line,) = aside.read_text("utf-8").splitlines()
    kept = json.loads(line)
    assert kept["rows"] == {"void": [{"target": 5, "reason": "laptop.db"}]}
    assert kept["conflict"] == "entry 5 is void already, by entry 6"
    cli("staff", laptop, "add", "Lee")
    done = cli("merge", event, laptop, "--skip-conflicts", aside)
    assert "exists already, nothing was written" in done.err
    assert "Lee" not in cli("staff", event).out


def test_a_dump_is_merged_too(
    cli: Cli, event: Path, laptop: Path, tmp_path: Path
) -> None:
    cli("staff", laptop, "add", "Kim")
    file = tmp_path / "laptop.jsonl"
    cli("dump", laptop, "-o", file)
    assert cli("merge", event, file).out == "merged 1 entry, 6 to 6\n"


def test_another_event_is_not_merged(cli: Cli, event: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    cli("new", other, "--ruleset", "ema-2025", "--name", "Autumn")
    done = cli("merge", event, other)
    assert done.code == 2
    assert "is the book of another event" in done.err
