"""Imports into a small event: what is new, what is known, and what cannot be."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.contents import IncidentRuled, Reseated
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place, Signature
from ledger.errors import ImportFaults
from ledger.files.imports import gathered
from tests.files.events import (
    INCIDENTS,
    PLAYERS,
    RESULTS,
    SCORES,
    SEATING,
    Event,
    Make,
    seated,
)

ROOT = Path(__file__).resolve().parents[2]
FURITEN = "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,2026-05-02T10:24+02:00,Kim,\n"


def ruled(event: Event) -> list[IncidentRuled]:
    contents = [entry.content for entry in event.book.state().entries]
    return [content for content in contents if isinstance(content, IncidentRuled)]


# All or nothing ------------------------------------------------------------------


def test_a_folder_goes_in_whole(make: Make) -> None:
    event = make()
    event.write_all(
        {
            "players": PLAYERS,
            "seating": SEATING,
            "scores": SCORES,
            "incidents": INCIDENTS + FURITEN,
        }
    )
    plan = event.load()
    assert plan.added == {"players": 8, "seating": 3, "scores": 1, "incidents": 1}
    assert plan.warnings == ()
    assert {n: row.total for n, row in event.rows(1).items() if row.games} == {
        "1": 26000,
        "4": 6000,
        "3": -26000,
        "2": -26000,
    }
    assert event.book.verify() == []


def test_every_fault_of_every_file_is_named_and_nothing_written(make: Make) -> None:
    event = make()
    event.write_all(
        {
            "players": PLAYERS + "8,Again\n9,\n",
            "seating": SEATING + "2,2,3,4,7,9\n2,3,1,77,8,8\n",
            "scores": SCORES
            + "1,1,1,2,3,4,0\n9,9,25000,25000,25000,25000,0\nx,1,1,1,1,1,\n",
            "incidents": INCIDENTS
            + "1,1,E9,,3,furiten-ron,shown=yes,,,,,,,,\n"
            + "1,1,,,55,furiten-ronn,shown=yes,,,,,,,,\n",
        }
    )
    assert [fault.split("; nearest")[0] for fault in event.faults()] == [
        "players.csv:10:1: player '8' is listed twice",
        "players.csv:11:2: name is blank, expected a value",
        "seating.csv:6:6: player '8' sits at this table twice, expected four players",
        "scores.csv:3:2: table 1 of round 1 is listed twice",
        (
            "scores.csv:4:2: table 9 is not seated in round 9, expected its seating in"
            " the book or in this import"
        ),
        (
            "scores.csv:5:1: round 'x' is not a whole number, expected digits only,"
            " such as 31200 or -900"
        ),
        "incidents.csv:2:3: hand 'E9' is not a hand, expected such as E2",
        (
            "incidents.csv:3:6: situation 'furiten-ronn' is unknown, expected one of"
            " the rulebook's"
        ),
    ]


def test_a_killed_import_leaves_nothing(make: Make, tmp_path: Path) -> None:
    event = make()
    event.write_all({"players": PLAYERS, "seating": SEATING, "scores": SCORES})
    event.book.close()
    code = (
        "import os, signal, sys\n"
        "from ledger.book import store\n"
        "from ledger.cli import main\n"
        "add = store.add\n"
        "def killed(*args):\n"
        "    add(*args)\n"  # the rows are written, the transaction is open
        "    print('written', flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "store.add = killed\n"
        "main(sys.argv[1:])\n"
    )
    path = event.folder / "event.db"
    done = subprocess.run(
        [sys.executable, "-c", code, "import", str(path), str(event.folder)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (done.returncode, done.stdout) == (-9, "written\n"), done.stderr
    with Book.open(path) as book:
        assert book.state().head == 1
        assert book.verify() == []


# Double imports ------------------------------------------------------------------


def test_a_second_import_of_the_same_files_adds_nothing(make: Make) -> None:
    event = make()
    files = {
        "players": PLAYERS,
        "seating": SEATING,
        "scores": SCORES,
        "results": RESULTS + "2,1,5000\n",
        "incidents": INCIDENTS + FURITEN,
    }
    event.write_all(files)
    event.load()
    plan = event.plan()
    assert plan.items == ()
    assert plan.known == {
        "players": 8,
        "seating": 3,
        "scores": 1,
        "results": 1,
        "incidents": 1,
    }


def test_a_grown_file_adds_what_is_new(make: Make) -> None:
    event = seated(make())
    event.write("scores", SCORES)
    event.load()
    event.write("scores", SCORES + "1,2,30000,30000,30000,30000,0\n")
    plan = event.load()
    assert (plan.added["scores"], plan.known["scores"]) == (1, 1)
    assert len(event.book.state().sheets) == 2


@pytest.mark.parametrize(
    "scores", ["410,190,290,310,0", "410,190,290,300,1000", "400,200,200,200,0"]
)
def test_scores_in_hundreds_are_asked_about_and_not_guessed(
    make: Make, scores: str
) -> None:
    event = seated(make())
    event.write("scores", SCORES.replace("41000,19000,29000,31000,0", scores))
    first = scores.partition(",")[0]
    (fault,) = event.faults()
    assert fault == (
        f"scores.csv:2:3: round 1 table 1: {first} and the others read as hundreds,"
        " expected points: 31200, not 312"
    )


def test_corrected_seats_are_known_as_listed_and_as_corrected(make: Make) -> None:
    event = seated(make())
    seats = Reseated(players=("2", "1", "3", "4"), reason="sat wrong")
    event.book.add(seats, Place(round=1, table=1), event.by_id("seats"))
    event.write("seating", SEATING)
    assert event.load().known["seating"] == 3
    event.write("seating", SEATING.replace("1,1,1,2,3,4", "1,1,2,1,3,4"))
    assert event.load().known["seating"] == 3
    event.write("seating", SEATING.replace("1,1,1,2,3,4", "1,1,3,2,1,4"))
    (fault,) = event.faults()
    assert "other players ('2', '1', '3', '4')" in fault
    assert "correct the table with reseat" in fault
    event.write("seating", SEATING.splitlines()[0] + "\n1,3,1,6,7,8\n")
    assert "player '1' sits at table 1 in round 1 too" in event.faults()[0]


def test_equal_incidents_of_one_file_count_separately(make: Make) -> None:
    event = seated(make())
    lines = "1,1,,,3,late,seconds=60,,,,,,,,\n"
    event.write("incidents", INCIDENTS + lines * 2)
    assert event.load().added["incidents"] == 2
    assert event.load().added["incidents"] == 0
    event.write("incidents", INCIDENTS + lines * 3)
    assert event.load().added["incidents"] == 1
    assert event.rows()["3"].penalties == -3000


@pytest.mark.parametrize(
    ("kind", "before", "after", "fault"),
    [
        (
            "players",
            PLAYERS,
            PLAYERS.replace("Ann", "Anna"),
            "players.csv:2:1: player '1' is in the book with other data (name 'Ann')",
        ),
        (
            "seating",
            SEATING,
            SEATING.replace("1,1,1,2", "1,1,2,1"),
            "seating.csv:2:2: table 1 of round 1 is in the book with other players",
        ),
        (
            "scores",
            SCORES,
            SCORES.replace("41000", "42000"),
            (
                "scores.csv:2:2: the sheet of round 1 table 1 is in the book with"
                " other figures (41,000; 19,000; 29,000; 31,000; leftover 0):"
                " void entry 4 first"
            ),
        ),
        (
            "results",
            RESULTS + "1,1,5000\n",
            RESULTS + "1,1,6000\n",
            (
                "results.csv:2:3: player '1' has another result of round 1 in the book"
                " (5,000): void its entry first"
            ),
        ),
        (
            "incidents",
            INCIDENTS + FURITEN,
            INCIDENTS + FURITEN.replace(",Kim,", ",Kim,seen by two"),
            (
                "incidents.csv:2:6: is in the book as entry 4 with another ruling or"
                " note: void entry 4 first"
            ),
        ),
    ],
)
def test_a_row_that_contradicts_the_book_says_how_to_correct(
    make: Make, kind: str, before: str, after: str, fault: str
) -> None:
    event = seated(make())
    event.write(kind, before)
    event.load()
    event.write(kind, after)
    (found,) = event.faults()
    assert found.startswith(fault)


def test_what_was_voided_is_not_added_again(make: Make) -> None:
    event = seated(make())
    event.write_all(
        {
            "scores": SCORES,
            "results": RESULTS + "2,5,5000\n",
            "incidents": INCIDENTS + FURITEN,
        }
    )
    event.load()
    for number in (4, 5, 6):
        event.void(number)
    plan = event.load()
    assert plan.items == ()
    assert [w.replace(f"{event.folder}/", "") for w in plan.warnings] == [
        (
            "scores.csv:2:1: is in the book as entry 4, which entry 7 took back:"
            " not added again"
        ),
        (
            "results.csv:2:1: is in the book as entry 5, which entry 8 took back:"
            " not added again"
        ),
        (
            "incidents.csv:2:1: is in the book as entry 6, which entry 9 took back:"
            " not added again"
        ),
    ]


def test_a_corrected_row_is_added_once_the_old_one_is_void(
    make: Make,
) -> None:
    event = seated(make())
    event.write_all({"scores": SCORES, "incidents": INCIDENTS + FURITEN})
    event.load()
    for number in (4, 5):
        event.void(number)
    event.write("scores", SCORES.replace("41000", "42000"))
    row = FURITEN.replace(",,,,,,2026", ",chombo,,,-8000,,2026").replace(
        "Kim,", "Kim,ok"
    )
    event.write("incidents", INCIDENTS + row)
    assert len(event.load().items) == 2
    assert event.load().items == ()
    assert event.rows()["3"].penalties == -8000


def test_an_incident_recorded_at_a_terminal_is_the_same_row(
    make: Make,
) -> None:
    event = seated(make())
    incident = DraftIncident(
        offender="3", situation="furiten-ron", facts={"shown": True}
    )
    place = Place(round=1, table=1, hand="E2", honba=0)
    at = datetime(2026, 5, 2, 8, 24, tzinfo=UTC)
    signature = Signature(staff="Kim", at=at, terminal="t", client_id="typed")
    event.book.record(Draft(place=place, incidents=(incident,)), signature)
    event.write("incidents", INCIDENTS + FURITEN)
    assert event.load().items == ()
    event.write("incidents", INCIDENTS + FURITEN * 2)
    assert len(event.load().items) == 1


# Scores and results --------------------------------------------------------------


def test_a_sheet_that_does_not_add_up_is_let_in_with_a_warning(make: Make) -> None:
    event = seated(make())
    event.write(
        "scores",
        SCORES.replace("41000", "40000") + "1,2,30000,30000,30000,30000,1000\n",
    )
    plan = event.load()
    assert [w.replace(f"{event.folder}/", "") for w in plan.warnings] == [
        "scores.csv:2:1: round 1 table 1 comes to 119,000 of 120,000, 1,000 lacking",
        "scores.csv:3:1: round 1 table 2 comes to 121,000 of 120,000, 1,000 too many",
    ]
    assert len(event.book.state().sheets) == 2


@pytest.mark.parametrize("first", ["scores", "results", "both"])
def test_scores_and_results_of_one_player_and_round_are_a_fault(
    make: Make, first: str
) -> None:
    event = seated(make())
    files = {"scores": SCORES, "results": RESULTS + "1,2,5000\n2,2,1000\n"}
    if first != "both":
        event.write(first, files.pop(first))
        event.load()
        (event.folder / f"{first}.csv").unlink()
    event.write_all(files)
    (fault,) = event.faults()
    assert "expected scores or results, not both" in fault
    assert "player '2'" in fault


def test_results_may_leave_the_table_blank(make: Make) -> None:
    event = seated(make())
    event.write("results", "round,table,number,result\n1,,1,-67500\n1,2,2,67500\n")
    event.load()
    assert {n: r.total for n, r in event.rows().items() if r.games} == {
        "1": -67500,
        "2": 67500,
    }


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("results", RESULTS + "1,9,0\n", "results.csv:2:2: player '9' is unknown"),
        (
            "results",
            RESULTS + "1,1,0\n1,1,0\n",
            "results.csv:3:2: player '1' has two results of round 1",
        ),
        (
            "seating",
            "round,table,east,south,west,north\n2,2,7,8,9,3\n",
            "seating.csv:2:5: player '9' is unknown, expected a number of the list",
        ),
        (
            "seating",
            "round,table,east,south,west,north\n2,2,7,8,6,3\n",
            "seating.csv:2:5: player '6' sits at table 1 in round 2 too",
        ),
        (
            "seating",
            "round,table,east,south,west,north\n2,2,7,8,4,\n",
            "seating.csv:2:6: north is blank, expected a value",
        ),
        (
            "seating",
            "round,table,east,south,west,north\n2,2,7,8,4,3\n2,2,7,8,4,3\n",
            "seating.csv:3:2: table 2 of round 2 is listed twice",
        ),
        (
            "players",
            "number,name,substitute\n\uff19,Ida,\n",
            "players.csv:2:1: number '\uff19' has other digits than 0 to 9",
        ),
        (
            "players",
            "number,name\n9\x1b[2J,Ida\n",
            "players.csv:2:1: number '9␛[2J' has characters that do not print",
        ),
        (
            "players",
            "number,name,substitute\n9,Ida,maybe\n",
            "players.csv:2:3: substitute 'maybe' is not yes or no",
        ),
    ],
)
def test_rows_that_do_not_fit_the_event(
    make: Make, kind: str, text: str, fault: str
) -> None:
    event = seated(make())
    event.write(kind, text)
    (found,) = event.faults()
    assert found.startswith(fault)


# Which files ---------------------------------------------------------------------


def test_files_are_known_by_their_names_or_by_an_option(tmp_path: Path) -> None:
    for name in ("players.csv", "scores.csv", "results.csv", "expected.csv"):
        (tmp_path / name).write_text("")
    other = tmp_path / "expected.csv"
    assert gathered([tmp_path], {"scores": other}) == {
        "players": tmp_path / "players.csv",
        "scores": other,
        "results": tmp_path / "results.csv",
    }
    assert gathered([tmp_path / "players.csv"]) == {"players": tmp_path / "players.csv"}


@pytest.mark.parametrize(
    ("paths", "fault"),
    [
        ([], "nothing to import, expected a folder or files: players.csv"),
        (["none"], "none: does not exist, expected players.csv"),
        (["x.csv"], "x.csv: is of no known name, expected players.csv"),
        (["empty"], "empty: holds nothing to import, expected players.csv"),
        (["a", "b"], "b/players.csv: players are named twice, expected one file: a/"),
    ],
)
def test_what_cannot_be_imported_is_said(
    tmp_path: Path, paths: list[str], fault: str
) -> None:
    for folder in ("empty", "a", "b"):
        (tmp_path / folder).mkdir()
    for file in ("a/players.csv", "b/players.csv", "x.csv"):
        (tmp_path / file).write_text("")
    with pytest.raises(ImportFaults) as caught:
        gathered([tmp_path / path for path in paths])
    assert str(caught.value).replace(f"{tmp_path}/", "").startswith(fault)
