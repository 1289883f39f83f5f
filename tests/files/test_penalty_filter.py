"""Filters of the penalties: any value of one kind, all kinds together."""

from collections.abc import Mapping
from typing import Any

import pytest

from ledger.errors import ExportError
from ledger.files.penalties_report import penalties_report
from ledger.files.penalty_filter import wanted
from tests.files.events import INCIDENTS, PLAYERS, SCORES, SEATING, Event, Make


@pytest.fixture
def event(make: Make) -> Event:
    event = make()
    event.write_all({"players": PLAYERS, "seating": SEATING, "scores": SCORES})
    event.write(
        "incidents",
        INCIDENTS
        + "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,,Kim,\n"
        + "1,2,E1,0,5,win-no-yaku,shown=yes,,,,,,,Mori,\n"
        + "2,1,E1,0,1,late,seconds=300,,,,,,,Kim,\n"
        + "2,1,E4,0,1,furiten-ron,shown=yes,,,,,,,Kim,\n",
    )
    event.load()
    return event


def found(event: Event, **values: list[Any]) -> list[tuple[str, str]]:
    state, rules = event.book.state(), event.book.rules
    report = penalties_report(state, rules, wanted(state, rules, **values))
    return [(penalty.number, penalty.where) for penalty in report.penalties]


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({}, 4),
        ({"players": ["1"]}, 2),
        ({"players": ["ann", "Cay"]}, 3),
        ({"rounds": [1]}, 2),
        ({"rounds": [1, 2], "classes": ["chombo"]}, 3),
        ({"staff": ["kim"]}, 3),
        ({"situations": ["furiten-ron"], "players": ["1"]}, 1),
        ({"players": ["8"]}, 0),
        ({"classes": ["disqualification"]}, 0),
    ],
)
def test_what_is_asked_for_is_what_is_told(
    event: Event, values: Mapping[str, list[Any]], count: int
) -> None:
    assert len(found(event, **values)) == count


def test_the_title_says_what_was_left_out(event: Event) -> None:
    state, rules = event.book.state(), event.book.rules
    wish = wanted(state, rules, players=["Ann"], rounds=[2], classes=["chombo"])
    report = penalties_report(state, rules, wish)
    assert report.title == "Penalties: player 1; round 2; class chombo"
    assert [penalty.what for penalty in report.penalties] == [
        "ron while furiten (shown yes)"
    ]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"players": ["An"]}, "player 'An' is unknown, expected a number or a name"),
        ({"rounds": [9]}, "round 9 is not in the event, expected 1, 2"),
        ({"classes": ["chonbo"]}, "class 'chonbo' is unknown, expected chombo,"),
        ({"staff": ["Kin"]}, "staff 'Kin' is unknown, expected Kim, Mori"),
        (
            {"situations": ["furiten"]},
            "situation 'furiten' is unknown, expected one of",
        ),
    ],
)
def test_a_value_that_nothing_can_have_is_refused(
    event: Event, values: Mapping[str, list[Any]], told: str
) -> None:
    with pytest.raises(ExportError) as caught:
        found(event, **values)
    assert str(caught.value).startswith(told)


def test_a_name_that_two_players_share_is_asked_by_number(event: Event) -> None:
    event.write("players", "number,name\n9,Ann\n")
    event.load()
    with pytest.raises(ExportError, match="player 'Ann' is 1 and 9, expected a number"):
        found(event, players=["Ann"])
