"""Every ruling in every format, with what it rests on and what became of it."""

import csv
import io
import json

import pytest

from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.errors import ExportError
from ledger.files.penalties_export import (
    COLUMNS,
    PROOF_COLUMNS,
    export_penalties,
)
from tests.files.events import INCIDENTS, Event, Make, seated

ROWS = (
    "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,2026-05-02T10:24+02:00,Kim,\n"
    "1,1,E3,1,2,wrong-tile-count,tiles=14;expected=13,,,,,,2026-05-02T10:40Z,,\n"
    ",,,,4,absent,,warning,,,-500,,2026-05-02T11:00Z,,=came later\n"
)


def export(event: Event, form: str) -> str:
    return export_penalties(event.book.state(), event.book.rules, form=form)


def records(event: Event) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(export(event, "csv"))))


@pytest.fixture
def event(make: Make) -> Event:
    made = seated(make())
    made.write("incidents", INCIDENTS + ROWS)
    made.load()
    made.void(5)
    return made


def test_a_row_holds_everything_a_referee_asks_for(event: Event) -> None:
    chombo, dead, own = records(event)
    assert tuple(chombo) == (*COLUMNS, *PROOF_COLUMNS)
    assert {column: chombo[column] for column in COLUMNS} == {
        "entry": "4",
        "time": "2026-05-02T08:24:00+00:00",
        "round": "1",
        "table": "1",
        "hand": "E2",
        "honba": "0",
        "offender": "3",
        "name": "Cay",
        "situation": "furiten-ron",
        "facts": "shown=yes",
        "class": "chombo",
        "label": "chombo",
        "points": "0",
        "before_placing": "0",
        "tournament": "-20000",
        "settled": "ledger",
        "clause": chombo["clause"],
        "grade": "A",
        "staff": "Kim",
        "departed": "no",
        "note": "",
        "voided_by": "",
        "void_reason": "",
        "appeal": "",
        "pending": "no",
        "postings": "3 -20000 after-uma ledger; fines +20000 after-uma ledger",
    }
    assert "EMA 2025 6.8" in chombo["clause"].split("; ")
    assert (dead["class"], dead["voided_by"], dead["void_reason"]) == (
        "dead-hand",
        "7",
        "by mistake",
    )
    assert dead["facts"] == "expected=13;tiles=14"
    assert (own["round"], own["table"], own["hand"]) == ("", "", "")
    assert (own["departed"], own["note"], own["tournament"]) == (
        "yes",
        "'=came later",
        "-500",
    )


def test_json_has_the_same_rows_typed(event: Event) -> None:
    answer = json.loads(export(event, "json"))
    assert answer["ruleset"] == "ema-2025"
    assert answer["as_of"] == 7
    first, second, third = answer["rows"]
    assert tuple(first) == COLUMNS
    assert (first["tournament"], first["departed"], first["hand"]) == (
        -20000,
        False,
        "E2",
    )
    assert second["voided_by"] == 7
    assert (third["round"], third["note"]) == (None, "=came later")


def test_the_table_says_what_was_taken_back_and_departed_from(event: Event) -> None:
    head, body, foot = export(event, "table").split("\n\n")
    assert event.book.state().head_hash in foot
    assert head == "Spring · EMA 2025 tournament · as of #7"
    titles, chombo, dead, own = body.splitlines()
    assert titles.split()[:2] == ["#", "Time"]
    assert "R1 T1 E2" in chombo
    assert "ron while furiten" in chombo
    assert "−20,000" in chombo
    assert "R1 T1 E3·1" in dead
    assert dead.endswith("VOID by #7 (Mori): by mistake")
    assert own.endswith("departs from the rulebook · =came later")


def test_several_offenders_have_a_row_each_and_count_once(make: Make) -> None:
    event = seated(make(venue="social"))
    both = tuple(
        DraftIncident(offender=n, situation="furiten-ron", facts={"shown": True})
        for n in ("3", "4")
    )
    place = Place(round=1, table=1, hand="E1", honba=0)
    event.book.record(Draft(place=place, incidents=both), event.by_id("both"))
    first, second = records(event)
    assert (first["entry"], second["entry"]) == ("4", "4")
    # Both owe 4,000 to East and 2,000 to South; what they owe each other cancels.
    assert (first["points"], second["points"]) == ("-6000", "-6000")
    assert first["settled"] == "table"
    assert "1 +8000 table table" in first["postings"]


def test_an_event_without_incidents_says_so(make: Make) -> None:
    event = make()
    assert "no incident is recorded" in export(event, "table")
    assert records(event) == []
    assert json.loads(export(event, "json"))["rows"] == []


@pytest.mark.parametrize("form", ["ema", "x"])
def test_an_unknown_format_is_refused(make: Make, form: str) -> None:
    with pytest.raises(ExportError, match="expected table or csv or json"):
        export(make(), form)
