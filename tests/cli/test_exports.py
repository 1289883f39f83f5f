"""The commands whose answers leave the house, from their options to the file."""

import csv
import errno
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ledger.errors import ExportError
from ledger.files.writing import write_file
from tests.cli.commands import ROOT, Cli, start
from tests.files.paper_readers import html_tables, opened, pdf_lines


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    with start("demo", path, stdout=subprocess.DEVNULL) as made:
        assert made.wait(timeout=60) == 0
    return path


def test_the_ending_of_the_file_says_the_format(
    cli: Cli, demo: Path, tmp_path: Path
) -> None:
    for command in ("standings", "penalties"):
        for ending, begins in {
            "csv": b"rank,number" if command == "standings" else b"entry,time",
            "json": b"{\n",
            "html": b"<!DOCTYPE html>",
            "htm": b"<!DOCTYPE html>",
            "md": b"# Spring Open 2026 (demo)",
            "pdf": b"%PDF-",
            "xlsx": b"PK\x03\x04",
            "txt": b"Spring Open 2026 (demo) \xc2\xb7 EMA 2025",
        }.items():
            target = tmp_path / f"{command}.{ending}"
            done = cli(command, demo, "-o", target)
            assert (done.code, done.err) == (0, ""), done
            assert done.out == f"{target}: {command} as of entry 36\n"
            assert target.read_bytes().startswith(begins), ending


def test_a_format_by_name_beats_the_ending(
    cli: Cli, demo: Path, tmp_path: Path
) -> None:
    target = tmp_path / "x.txt"
    assert cli("standings", demo, "--format", "md", "-o", target).code == 0
    assert target.read_text(encoding="utf-8").startswith("# Spring Open")


@pytest.mark.parametrize(
    ("call", "formats"),
    [
        (("standings",), "table or csv or json or xlsx or html or md or pdf or ema"),
        (("penalties",), "table or csv or json or xlsx or html or md or pdf"),
        (("review",), "md or html or pdf or xlsx"),
        (("slip", "6"), "txt or html or pdf"),
        (("dump",), "jsonl or hledger or pantheon-seating"),
    ],
)
def test_an_ending_that_no_format_goes_with_is_refused(
    cli: Cli, demo: Path, tmp_path: Path, call: tuple[str, ...], formats: str
) -> None:
    target = tmp_path / "x.docx"
    done = cli(call[0], demo, *call[1:], "-o", target)
    assert (done.code, done.out) == (2, "")
    told = "no format goes with the ending '.docx'"
    assert done.err == f"{target}: {told}, expected --format {formats}\n"
    assert not target.exists()


@pytest.mark.parametrize("form", ["xlsx", "pdf"])
def test_what_is_no_text_goes_through_a_pipe_whole(
    demo: Path, tmp_path: Path, form: str
) -> None:
    target = tmp_path / f"out.{form}"
    with target.open("wb") as out:
        made = start("standings", demo, "--format", form, "-o", "-", stdout=out)
        assert made.wait(timeout=60) == 0
    content = target.read_bytes()
    if form == "xlsx":
        assert opened(content)["Players"]["C3"].value == "Hugo Martin"
    else:
        assert "Spring Open 2026 (demo)" in pdf_lines(content)


def test_what_is_no_text_is_not_thrown_at_a_terminal(demo: Path) -> None:
    leader, follower = os.openpty()
    with start(
        "standings", demo, "--format", "pdf", stdout=follower, stderr=-1
    ) as made:
        _, told = made.communicate(timeout=60)
    os.close(leader)
    os.close(follower)
    assert made.returncode == 2
    assert told == b"this format is no text, expected a file: -o FILE\n"


def test_csv_for_spreadsheets_of_every_country(cli: Cli, demo: Path) -> None:
    plain = cli("standings", demo, "--format", "csv").out
    marked = cli("standings", demo, "--format", "csv", "--bom", "--separator", ";").out
    # Bug B59: without the mark names are garbled; with it the first header must be.
    assert marked.startswith("\N{ZERO WIDTH NO-BREAK SPACE}rank;number;name")
    again = csv.DictReader(io.StringIO(marked[1:]), delimiter=";")
    assert list(again) == list(csv.DictReader(io.StringIO(plain)))
    tabs = cli("penalties", demo, "--format", "csv", "--separator", "tab").out
    assert tabs.startswith("entry\ttime\tround")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--format", "md", "--bom"), "--bom is for the format csv, not for md\n"),
        (("--separator", ";"), "--separator is for the format csv, not for table\n"),
        (("--format", "csv", "--separator", "|"), "'|' is none of , ; tab"),
        (("--format", "pfd"), "nearest known: pdf"),
        (("--format", "pdf", "--paper", "a5"), "expected a4 or letter"),
        (("--raw", "thousands"), "expected points or hundreds"),
        (("--format", "ema", "--set", "town=Ghent"), "expected NAME=VALUE"),
        (("--set", "city=Ghent"), "--set is for the format ema, not table\n"),
        (
            ("--format", "md", "--teams"),
            "--teams is for the format table or csv, not md\n",
        ),
        (
            ("--format", "csv", "--raw", "hundreds"),
            "--raw hundreds is for the format xlsx or html or md or pdf, not csv\n",
        ),
        (("--after", "99"), "round 99 is not in the event, expected 1 to 5\n"),
    ],
)
def test_what_does_not_fit_is_told_in_one_line(
    cli: Cli, demo: Path, options: tuple[str, ...], told: str
) -> None:
    done = cli("standings", demo, *options)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1


def test_teams_are_a_table_of_their_own(cli: Cli, demo: Path) -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(cli("standings", demo, "--teams", "--format", "csv").out)
        )
    )
    teams = json.loads(cli("standings", demo, "--format", "json").out)["teams"]
    assert [row["team"] for row in rows] == [team["team"] for team in teams]
    assert [int(row["total"]) for row in rows] == [team["total"] for team in teams]
    assert "東京さくら" in cli("standings", demo, "--teams").out


def test_penalties_can_be_asked_for_in_part(cli: Cli, demo: Path) -> None:
    page = cli(
        "penalties", demo, "--class", "chombo", "--round", "1", "--format", "html"
    )
    ((row,),) = html_tables(page.out)
    assert row["Player"] == "Nadia Benali"
    answer = json.loads(
        cli("penalties", demo, "--staff", "kim", "--format", "json").out
    )
    assert {row["staff"] for row in answer["rows"]} == {"Kim"}
    done = cli("penalties", demo, "--class", "chonbo")
    assert done.code == 2
    assert "nearest known: chombo" in done.err


def test_the_federations_sheet_names_what_is_blank(
    cli: Cli, demo: Path, tmp_path: Path
) -> None:
    target = tmp_path / "ema.xlsx"
    done = cli(
        "standings", demo, "--format", "ema", "-o", target, "--set", "city=Ghent"
    )
    assert done.code == 0
    assert done.err.startswith("warning: left blank: date, country, mers,")
    assert opened(target.read_bytes())["Results"]["M2"].value == "Ghent"


@pytest.mark.parametrize("width", ["80mm", "a6", "a4", "letter"])
def test_a_slip_on_every_paper(
    cli: Cli, demo: Path, tmp_path: Path, width: str
) -> None:
    target = tmp_path / "slip.pdf"
    assert cli("slip", demo, "6", "--width", width, "-o", target).code == 0
    assert "Ruling: chombo" in pdf_lines(target.read_bytes())
    text = cli("slip", demo, "6", "--width", width).out
    assert "Ruling: chombo" in text
    assert "Referee: Mori" in text


def test_a_slip_of_no_ruling_is_refused(cli: Cli, demo: Path) -> None:
    done = cli("slip", demo, "1")
    assert (done.code, done.out) == (2, "")
    assert done.err == "entry 1 is of the kind event, expected a ruling\n"


@pytest.mark.parametrize("ending", ["pdf", "xlsx", "html", "csv"])
def test_a_folder_that_is_not_there_is_told(
    cli: Cli, demo: Path, tmp_path: Path, ending: str
) -> None:
    target = tmp_path / "no" / f"wall.{ending}"
    done = cli("standings", demo, "-o", target)
    assert done.code == 2
    assert done.err == f"{target}: cannot be written: No such file or directory\n"


@pytest.mark.parametrize("ending", ["pdf", "xlsx"])
def test_a_full_disk_leaves_the_old_file_whole(
    cli: Cli, demo: Path, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / f"wall.{ending}"
    target.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    done = cli("standings", demo, "-o", target)
    assert done.code == 2
    assert "No space left on device; the file that is there is unchanged" in done.err
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_a_read_only_folder_leaves_the_old_file_whole() -> None:
    folder = Path(tempfile.mkdtemp(prefix="ledger-"))
    target = folder / "wall.pdf"
    target.write_bytes(b"old")
    target.chmod(0o444)
    folder.chmod(0o555)
    try:
        with ordinary_user(), pytest.raises(ExportError) as caught:
            write_file(target, b"new")
        assert str(caught.value) == (
            f"{target}: cannot be written: Permission denied; the file that is there"
            " is unchanged"
        )
        assert target.read_bytes() == b"old"
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Lay root's powers aside, if we have them: no mode binds root."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def test_help_loads_no_library_for_papers() -> None:
    code = (
        "import sys; sys.argv = ['x', 'standings', '--help']\n"
        "from ledger.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('fpdf', 'xlsxwriter', 'fontTools') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == "[]"
