"""`review` from its options to the file, the pipe, and what it may not load."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import ROOT, Cli, start
from tests.files.paper_readers import markdown_tables


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    with start("demo", path, stdout=subprocess.DEVNULL) as made:
        assert made.wait(timeout=60) == 0
    return path


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("md", b"# Spring Open 2026 (demo)"),
        ("markdown", b"# Spring Open 2026 (demo)"),
        ("html", b"<!DOCTYPE html>"),
        ("pdf", b"%PDF-"),
        ("xlsx", b"PK\x03\x04"),
    ],
)
def test_the_ending_of_the_file_says_the_format(
    cli: Cli, demo: Path, tmp_path: Path, ending: str, begins: bytes
) -> None:
    target = tmp_path / f"review.{ending}"
    done = cli("review", demo, "-o", target)

    assert (done.code, done.err) == (0, "")
    assert done.out == f"{target}: review as of entry 36\n"
    assert target.read_bytes().startswith(begins)


def test_alone_it_tells_the_tables_on_the_terminal(cli: Cli, demo: Path) -> None:
    done = cli("review", demo)
    assert (done.code, done.err) == (0, "")
    assert cli("review", demo, "-o", "-").out == done.out
    (classes, *_) = markdown_tables(done.out)
    assert [row["Incidents"] for row in classes] == ["1"] * 5


def test_html_goes_through_a_pipe(demo: Path) -> None:
    with start(
        "review", demo, "--format", "html", "-o", "-", stdout=subprocess.PIPE
    ) as done:
        out, _ = done.communicate(timeout=60)
    assert done.returncode == 0
    assert out.startswith(b"<!DOCTYPE html>")
    assert out.count(b"<svg ") == 4


def test_how_many_players_are_shown(cli: Cli, demo: Path) -> None:
    assert "### The first 3 round by round" in cli("review", demo, "--top", "3").out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--format", "png"], "format 'png' is unknown, expected md or html or pdf"),
        (["--format", "htlm"], "nearest known: html"),
        (["--top", "0"], "--top"),
        (["--top", "17"], "--top"),
        (["--paper", "a7", "-o", "x.pdf"], "paper 'a7' is unknown"),
        (["-o", "nowhere/x.pdf"], "cannot be written"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(
    cli: Cli, demo: Path, arguments: list[str], told: str
) -> None:
    done = cli("review", demo, *arguments)
    assert done.code == 2
    assert done.out == ""
    assert told in done.err
    assert done.err.count("\n") == 1


def test_no_event_and_no_book(cli: Cli, tmp_path: Path) -> None:
    other = tmp_path / "notes.db"
    other.write_text("not a book")
    for path in (tmp_path / "missing.db", other):
        done = cli("review", path)
        assert done.code == 2
        assert done.err.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(cli: Cli, demo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    done = cli("review", demo, "-o", folder / "review.pdf")
    assert done.code == 2
    assert "cannot be written" in done.err


def test_an_event_is_never_overwritten(cli: Cli, demo: Path) -> None:
    before = demo.read_bytes()
    done = cli("review", demo, "-o", demo, "--format", "html")
    assert done.code == 2
    assert demo.read_bytes() == before


def test_an_event_that_has_not_begun(cli: Cli, tmp_path: Path) -> None:
    event = tmp_path / "new.db"
    assert cli("new", event, "--ruleset", "wrc-2025", "--name", "New").code == 0
    for ending in ("md", "html", "pdf", "xlsx"):
        done = cli("review", event, "-o", tmp_path / f"review.{ending}")
        assert (done.code, done.err) == (0, "")


def test_whoever_has_no_home_is_told_nothing_of_it(demo: Path, tmp_path: Path) -> None:
    nowhere = {"MPLCONFIGDIR": str(tmp_path / "file" / "below")}
    (tmp_path / "file").write_text("in the way")
    with start(
        "review", demo, "-o", tmp_path / "x.html", env=nowhere,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as done:  # fmt: skip
        _, told = done.communicate(timeout=60)
    assert (done.returncode, told) == (0, b"")


def test_the_plotting_library_is_loaded_for_pictures_alone(demo: Path) -> None:
    code = (
        "import json, sys\n"
        "from ledger.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "except SystemExit as left:\n"
        "    print()\n"
        "    print(json.dumps([left.code, 'matplotlib' in sys.modules]))\n"
    )

    def ends(*arguments: str) -> list[object]:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        found: list[object] = json.loads(done.stdout.splitlines()[-1])
        return found

    assert ends("review", "--help") == [0, False]
    assert ends("review", str(demo)) == [0, False]
    assert ends("standings", str(demo)) == [0, False]
    assert ends("review", str(demo), "--format", "html") == [0, True]
