"""Incidents of an import: how each row is judged, and what cannot be."""

from datetime import UTC, datetime

import pytest

from ledger.core.contents import IncidentRuled
from ledger.core.desk import Draft
from ledger.core.event import Place
from ledger.core.terms import Class, Stage
from tests.files.events import INCIDENTS, Event, Make, seated

FURITEN = "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,2026-05-02T10:24+02:00,Kim,\n"


def ruled(event: Event) -> list[IncidentRuled]:
    contents = [entry.content for entry in event.book.state().entries]
    return [content for content in contents if isinstance(content, IncidentRuled)]


def test_an_incident_is_judged_and_signed_as_its_row_says(make: Make) -> None:
    event = seated(make())
    event.write("incidents", INCIDENTS + FURITEN)
    event.load()
    entry = event.book.state().entries[-1]
    assert entry.place == Place(round=1, table=1, hand="E2", honba=0)
    assert entry.signature.staff == "Kim"
    assert entry.signature.at == datetime(2026, 5, 2, 8, 24, tzinfo=UTC)
    (content,) = ruled(event)
    assert content.class_ is Class.CHOMBO
    assert not content.departed
    assert "EMA 2025 6.8" in content.citations


def test_incidents_see_the_earlier_ones_of_the_same_day_at_the_venue(
    make: Make,
) -> None:
    event = seated(make("m-league"))
    row = "1,1,E1,0,3,exposed-tiles,count=3;whose=wall,,,,,,{},,\n"
    times = (
        "2026-05-02T10:00+02:00",
        "2026-05-02T23:00+02:00",
        "2026-05-03T00:30+02:00",
    )
    event.write("incidents", INCIDENTS + "".join(map(row.format, times)))
    event.load()
    assert [content.class_ for content in ruled(event)] == [
        Class.WARNING,
        Class.POINT_PENALTY,
        Class.WARNING,
    ]


def test_a_departure_needs_no_facts_and_a_note(make: Make) -> None:
    event = seated(make())
    row = "1,1,,,3,absent,,point-penalty,,,-20000,ledger,,,{}\n"
    event.write("incidents", INCIDENTS + row.format(""))
    (fault,) = event.faults()
    assert fault.startswith("incidents.csv:2:15: note is blank, expected the reason")
    event.write("incidents", INCIDENTS + row.format("left without a word"))
    event.load()
    assert event.rows()["3"].penalties == -20000
    (content,) = ruled(event)
    assert content.departed
    assert content.class_ is Class.POINT_PENALTY


def test_amounts_without_a_class_are_a_point_penalty_and_said_so(make: Make) -> None:
    event = seated(make())
    event.write("incidents", INCIDENTS + "1,1,,,3,absent,,,,,-20000,,,,gone\n")
    plan = event.load()
    (warning,) = plan.warnings
    assert "booked as a point-penalty" in warning
    assert ruled(event)[0].class_ is Class.POINT_PENALTY


def test_a_class_without_amounts_books_nothing_and_says_so(make: Make) -> None:
    event = seated(make())
    event.write("incidents", INCIDENTS + "1,1,,,3,absent,,chombo,,,,,,,gone\n")
    (warning,) = event.load().warnings
    assert "no points are booked" in warning
    assert ruled(event)[0].postings == ()


def test_amounts_by_seat_are_those_of_the_hand(make: Make) -> None:
    event = seated(make())
    moves = "E=4000;S=-8000;W=2000;N=2000"
    row = f"1,1,E2,0,3,furiten-ron,shown=yes,chombo,{moves},,0,ledger,,,x\n"
    event.write("incidents", INCIDENTS + row)
    event.load()
    moved = {
        posting.player: posting.points
        for posting in ruled(event)[0].postings
        if posting.stage is Stage.TABLE
    }
    # In E2 the starting South (2) deals, so the starting West (3) sits South.
    assert moved == {"2": 4000, "3": -8000, "4": 2000, "1": 2000}


def test_an_incident_outside_the_tables_may_leave_them_blank(make: Make) -> None:
    event = seated(make())
    event.write("incidents", INCIDENTS + ",,,,3,late,seconds=61,,,,,,,,\n")
    event.load()
    assert event.rows()["3"].penalties == -2000


def test_a_hand_is_needed_only_where_the_dealer_changes_what_is_paid(
    make: Make,
) -> None:
    flat = seated(make("sgriichi"))
    flat.write("incidents", INCIDENTS + "1,1,,,3,furiten-ron,shown=yes,,,,,,,,\n")
    flat.load()
    assert {p.points for p in ruled(flat)[0].postings if p.player != "3"} == {4000}
    social = seated(make(venue="social"))
    social.write("incidents", INCIDENTS + "1,1,,,3,furiten-ron,shown=yes,,,,,,,,\n")
    (fault,) = social.faults()
    assert fault == (
        "incidents.csv:2:3: hand is blank, expected such as E2: who deals changes"
        " what is paid"
    )


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (
            "1,1,E1,,3,furiten-ron,shown=maybe,,,,,,,,",
            "2:7: shown='maybe' is wrong, expected shown=yes or shown=no",
        ),
        (
            "1,1,E1,,3,furiten-ron,shwon=yes,,,,,,,,",
            (
                "2:7: fact 'shwon' is unknown for furiten-ron, expected one of: shown,"
                " by, occurrence; nearest known: shown"
            ),
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes;shown=no,,,,,,,,",
            "2:7: fact shown stands twice, expected once",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown,,,,,,,,",
            "2:7: 'shown' is no fact, expected such as shown=yes",
        ),
        (
            "1,1,E1,,3,late,seconds=\uff11\uff12,,,,,,,,",
            (
                "2:7: seconds='\uff11\uff12' is wrong, expected seconds= and a whole"
                " number from 0"
            ),
        ),
        (
            "1,1,E1,,3,late,seconds=-5,,,,,,,,",
            "2:7: seconds='-5' is wrong, expected seconds= and a whole number from 0",
        ),
        (
            "1,1,E1,,,score-sheet,kind=unsigned;offenders=E+X,,,,,,,,",
            "2:7: offenders='E+X' is wrong, expected offenders= and seats joined by +",
        ),
        (
            "1,1,E1,,3,furiten-ron,,,,,,,,,",
            (
                "2:7: furiten-ron under ema-2025 needs the fact shown (Were the tiles"
                " shown?), expected shown=yes or shown=no, or the referee's own class"
            ),
        ),
        (
            "1,1,E1,,3,exposed-tiles,count=5;whose=own,,,,,,,,",
            "2:8: ema-2025 leaves the outcome to the referee (A few tiles are",
        ),
        (
            "1,1,E1,,9,furiten-ron,shown=yes,,,,,,,,",
            "2:5: player '9' is unknown, expected a number of the list of players",
        ),
        (
            "1,1,E1,,5,furiten-ron,shown=yes,,,,,,,,",
            "2:5: offender: player '5' does not sit at this table",
        ),
        (
            "1,1,E1,,,furiten-ron,shown=yes,,,,,,,,",
            "2:5: offender is blank, expected a player's number, as furiten-ron needs",
        ),
        (
            "1,1,E1,,3,no-fault-redeal,redeal=yes,,,,,,,,",
            "2:5: offender '3' stands there, expected none: no-fault-redeal has nobody",
        ),
        (
            "1,7,E1,,3,furiten-ron,shown=yes,,,,,,,,",
            "2:2: table: 7 is not seated in round 1",
        ),
        (
            ",1,E1,,3,furiten-ron,shown=yes,,,,,,,,",
            "2:1: round is blank, expected one, since a table is named",
        ),
        (
            "1,,E1,,3,furiten-ron,shown=yes,,,,,,,,",
            "2:2: table is blank, expected one, since a hand is named",
        ),
        (
            "1,1,E1,-1,3,furiten-ron,shown=yes,,,,,,,,",
            "2:4: honba '-1' is out of range",
        ),
        (
            "1,1,e1,,3,furiten-ron,shown=yes,,,,,,,,",
            "2:3: hand 'e1' is not a hand, expected such as E2",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes,chmbo,,,,,,,x",
            "2:8: class 'chmbo' is unknown, expected one of: none, warning,",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes,,,,-20.0,,,,x",
            "2:11: tournament '-20.0' is not a whole number",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes,,E=5;E=6,,,,,,x",
            "2:9: seat E stands twice, expected once",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes,,east=5,,,,,,x",
            "2:9: seat 'east' is unknown, expected E, S, W or N",
        ),
        (
            ",,,,3,furiten-ron,shown=yes,chombo,E=-8000,,,,,,x",
            "2:2: table: is blank, expected one for amounts by seat",
        ),
        (
            "1,1,E1,,,no-fault-redeal,redeal=yes,none,,,-5,,,,x",
            "2:11: tournament '-5' is for the offender, who is blank",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes,,,,,paper,,,",
            "2:12: settled 'paper' is unknown, expected table, ledger or blank",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes,,,,,,2.5.2026,,",
            "2:13: time '2.5.2026' is not ISO 8601, expected such as 2026-05-02T14:32",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=yes,,,,,,0001-01-01T00:00+14:00,,",
            "2:13: time '0001-01-01T00:00+14:00' is not ISO 8601",
        ),
        (
            "1,1,E1,,3,other,points=5,,,,,,,,",
            "2:7: points is given in its own column, expected no such fact",
        ),
        (
            "1,1,E1,,3,furiten-ron,shown=?,,,,,,,,",
            "2:7: shown='?' is wrong, expected shown=yes or shown=no",
        ),
    ],
)
def test_an_incident_that_cannot_be_ruled_names_its_cell(
    make: Make, row: str, fault: str
) -> None:
    event = seated(make())
    event.write("incidents", f"{INCIDENTS}{row}\n")
    (found,) = event.faults()
    assert found.startswith(f"incidents.csv:{fault}")


def test_null_is_a_value_of_its_own(make: Make) -> None:
    event = seated(make("wrc-2025"))
    event.write(
        "incidents", INCIDENTS + "1,1,E1,,3,hand-not-shown,tenpai=?,none,,,,,,,x\n"
    )
    plan = event.plan()
    draft = plan.items[0][0]
    assert isinstance(draft, Draft)
    assert draft.incidents[0].facts == {"tenpai": None}
