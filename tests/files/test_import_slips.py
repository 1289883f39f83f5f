"""One slip in a file is one fault, however much is built on what it spoils."""

import pytest

from tests.files.events import INCIDENTS, PLAYERS, SCORES, SEATING, Make

FURITEN = "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,2026-05-02T10:24+02:00,Kim,\n"


def test_one_slip_raises_no_faults_in_the_files_after_it(make: Make) -> None:
    event = make()
    event.write_all(
        {
            "players": PLAYERS.replace("4,Dee", "4,"),
            "seating": SEATING.replace("1,2,5,6,7", "1,2,\u0665,6,7"),
            "scores": SCORES + "1,2,30000,30000,30000,30000,0\n",
            "incidents": INCIDENTS + FURITEN + FURITEN.replace(",3,", ",4,"),
        }
    )
    assert [fault.split(": ")[0] for fault in event.faults()] == [
        "players.csv:5:2",
        "seating.csv:3:3",
    ]


@pytest.mark.parametrize(
    ("kind", "before", "after", "fault"),
    [
        ("players", "number,name", "id,name", "players.csv:1:1: the header lacks"),
        ("players", "7,Gil", "7,Gil,DEU", "players.csv:8:1: has 3 cells, expected 2"),
        ("players", "7,Gil", '7,"Gil', "players.csv:8:1: is not CSV from here on"),
        ("seating", "round,table", "round,tisch", "seating.csv:1:1: the header lacks"),
        ("seating", "5,6,7", "5,,6,7", "seating.csv:3:1: has 7 cells, expected 6"),
    ],
)
def test_a_file_that_cannot_be_read_raises_no_faults_in_those_after_it(
    make: Make, kind: str, before: str, after: str, fault: str
) -> None:
    event = make()
    files = {
        "players": PLAYERS,
        "seating": SEATING,
        "scores": SCORES + "1,2,30000,30000,30000,30000,0\n",
        "incidents": INCIDENTS + FURITEN.replace("1,1,E2,0,3", "1,2,E2,0,7"),
    }
    event.write_all({**files, kind: files[kind].replace(before, after)})
    (found,) = event.faults()
    assert found.startswith(fault)
