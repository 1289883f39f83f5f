"""Other programs' files from the command line: what comes in and what goes out."""

from pathlib import Path

import pytest

from ledger.cli import keeping
from tests.cli.commands import Cli

DATA = Path(__file__).parents[1] / "data" / "foreign"


@pytest.fixture
def empty(cli: Cli, tmp_path: Path) -> Path:
    path = tmp_path / "new.db"
    assert cli("new", path, "--ruleset", "ema-2025", "--name", "New").code == 0
    return path


def test_an_import_can_be_tried_made_and_repeated(cli: Cli, empty: Path) -> None:
    files = (DATA / "pantheon_rating.csv", DATA / "pantheon_penalties.json")
    call = ("import", empty, "--from", "pantheon", *files)
    before = cli("verify", empty).out
    tried = cli(*call, "--dry-run")
    assert tried.out == "would add 8 players, 8 results, 4 incidents\n"
    assert cli("verify", empty).out == before
    made = cli(*call)
    assert (made.code, made.out) == (0, "added 8 players, 8 results, 4 incidents\n")
    assert made.err.startswith("warning: ")
    again = cli(*call).out
    assert again.startswith("added 0 players, 0 results, 0 incidents; 20 rows")
    assert (cli("check", empty).code, cli("check", empty).out) == (0, "")
    told = cli("penalties", empty, "--format", "csv").out
    assert "遅刻; second time [pantheon:57]" in told


def test_a_file_without_rows_adds_nothing_and_says_so(cli: Cli, empty: Path) -> None:
    path = empty.parent / "list.csv"
    path.write_text("EMA_NUMBER,LAST_NAME,FIRST_NAME,COUNTRY\n")
    done = cli("import", empty, "--from", "ema", path)
    assert (done.code, done.out) == (0, "added nothing\n")
    assert cli("import", empty, "--from", "ema", path, "--dry-run").out == (
        "would add nothing\n"
    )


def test_a_closed_event_takes_them_as_late_adjustments(cli: Cli, empty: Path) -> None:
    players = ("import", empty, "--from", "pantheon", DATA / "pantheon_players.json")
    assert cli(*players).code == 0
    assert cli("finalise", empty).code == 0
    call = ("import", empty, "--from", "pantheon", DATA / "pantheon_penalties.json")
    refused = cli(*call)
    assert (refused.code, refused.out) == (2, "")
    done = cli(*call, "--late", "the list came a day later")
    assert (done.code, done.out.split(";")[0]) == (0, "added 4 incidents\n")
    assert cli(*call, "--late", "again").out.startswith("added 0 incidents; 4 rows")


def test_an_unknown_program_and_files_named_twice_over(cli: Cli, empty: Path) -> None:
    file = DATA / "pantheon_rating.csv"
    done = cli("import", empty, "--from", "Pantheon.io", file)
    assert done.code == 2
    assert (
        "expected one of: ema, riichinomi, az-riichi, marttinen, pantheon" in done.err
    )
    done = cli("import", empty, "--from", "ema", "--players", file)
    assert done.code == 2
    assert "--players cannot be, with --from" in done.err


def test_a_foreign_file_without_its_program_is_told_of(cli: Cli, empty: Path) -> None:
    file = DATA / "riichinomi_players.csv"
    for call in ((file,), ("--players", file)):
        done = cli("import", empty, *call)
        assert done.code == 2
        *_, last = done.err.splitlines()
        assert last == f"{file}: looks like RiichiNomi: --from riichinomi"


def test_every_fault_is_one_line_with_its_place(cli: Cli, empty: Path) -> None:
    path = empty.parent / "seats.txt"
    path.write_text("1-2-3\n7-8-9-10\n")
    done = cli("import", empty, "--from", "pantheon", path)
    assert (done.code, done.out) == (2, "")
    lines = done.err.splitlines()
    assert lines[0].startswith(f"{path}:1:1: '1-2-3' is no table")
    assert lines[1].startswith(f"{path}:2:1: player '7' is unknown")
    assert len(lines) == 5


def test_a_journal_goes_to_a_file_by_its_ending_or_to_the_terminal(
    cli: Cli, event: Path, tmp_path: Path
) -> None:
    shown = cli("dump", event, "--format", "hledger", "-o", "-")
    assert (shown.code, shown.err) == (0, "")
    assert cli("dump", event, "--format", "hledger").out == shown.out
    file = tmp_path / "spring.journal"
    assert cli("dump", event, "-o", file).out == f"{file}: as of entry 5\n"
    assert file.read_text("utf-8") == shown.out
    assert "commodity 1000. pts\n" in shown.out


def test_seating_goes_out_as_pantheon_reads_it(cli: Cli, event: Path) -> None:
    done = cli("dump", event, "--format", "pantheon-seating")
    assert (done.code, done.out) == (0, "1-2-3-4\n")


def test_seating_that_pantheon_cannot_say_is_refused(cli: Cli, empty: Path) -> None:
    folder = empty.parent
    (folder / "players.csv").write_text("number,name\na,A\n2,B\n3,C\n4,D\n")
    (folder / "seating.csv").write_text(
        "round,table,east,south,west,north\n1,2,a,2,3,4\n"
    )
    assert cli("import", empty, folder).code == 0
    done = cli("dump", empty, "--format", "pantheon-seating")
    assert (done.code, done.out) == (2, "")
    assert "player 'a' is no local id" in done.err


def test_a_dump_in_no_known_format_or_to_nowhere_is_refused(
    cli: Cli, event: Path, tmp_path: Path
) -> None:
    done = cli("dump", event, "--format", "beancount")
    assert done.code == 2
    for form in keeping.DUMP_FORMS:
        assert form in done.err
    done = cli("dump", event, "--format", "hledger", "-o", tmp_path / "no" / "f")
    assert done.code == 2
    assert "cannot be written" in done.err
    done = cli("dump", event, "--format", "hledger", "-o", event)
    assert "is an event's file" in done.err
