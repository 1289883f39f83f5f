"""A sheet against the journal: what is missing, and what is offered to explain it."""

from dataclasses import replace

import pytest

from ledger.core.contents import (
    Departure,
    Explained,
    HandPlayed,
    Sheet,
    SheetEntered,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.reconciling import (
    Candidate,
    candidates,
    difference_words,
    missing,
)
from ledger.core.standings import standings
from ledger.core.terms import Class
from ledger.errors import BookError
from tests.core.events import TABLE, Event
from tests.core.live_events import LiveEvent

KEY = (1, 1)
AT = Place(round=1, table=1)


def _incident(situation: str, **facts: object) -> Draft:
    incident = DraftIncident(offender="2", situation=situation, facts=facts)  # type: ignore[arg-type]
    return Draft(place=TABLE, incidents=(incident,))


DEPOSIT = _incident("withdrawn-call", call="pon", shown=False)


def _found(event: Event) -> list[Candidate]:
    return list(candidates(event.state, event.rules, KEY))


def test_nothing_is_offered_where_a_sheet_adds_up_or_is_not_in() -> None:
    event = Event("student-league")
    event.book(DEPOSIT)
    assert _found(event) == []
    event.sheet(1, (25000, 24000, 25000, 26000))

    assert _found(event) == []
    assert missing(event.state, event.rules, KEY) == 0


def test_a_deposit_that_nobody_has_won_is_offered_and_not_applied() -> None:
    """The sketch of the sheet: 1,000 short, the journal knows of a deposit."""
    event = Event("student-league")
    event.book(DEPOSIT)
    event.sheet(1, (25000, 24000, 25000, 25000))

    first, second = _found(event)

    assert first == Candidate(
        entry=4, what="deposit of 1,000 by P2, perhaps not won by anybody",
        points=1000, fits=True,
    )  # fmt: skip
    assert (second.entry, second.what) == (
        4,
        "1,000 lay on the table after this ruling",
    )
    assert standings(event.state, event.rules).differences[0].unexplained == 1000


def test_a_fine_taken_off_at_the_table_or_twice_is_offered() -> None:
    event = Event("naro-2015")
    event.book(replace(_incident("furiten-ron", shown=True), settled="table"))
    event.book(_incident("furiten-ron", shown=True))
    event.sheet(1, (30000, 20000, 30000, 30000))

    told = {(each.entry, each.what, each.fits) for each in _found(event)}

    assert told == {
        (4, "fine of 10,000 by P2, booked as settled at the table", True),
        (5, "10,000 by P2 for staff to take, perhaps taken off already", True),
    }


def test_sticks_on_the_table_at_the_last_ruling_are_offered() -> None:
    event = Event("ema-2025")
    event.book(
        replace(
            _incident("wrong-tile-count", tiles=12, expected=13),
            carried=1000, riichi=("3",),
        )
    )  # fmt: skip
    event.sheet(1, (30000, 30000, 29000, 29000), 1000)

    (found,) = _found(event)

    assert (found.entry, found.points, found.fits) == (4, 1000, True)
    assert found.what == "2,000 lay on the table after this ruling"


def test_a_leftover_that_was_counted_twice_is_offered_where_there_is_too_much() -> None:
    event = Event("ema-2025")
    event.book(_incident("wrong-tile-count", tiles=12, expected=13))
    event.sheet(1, (31000, 30000, 30000, 29000), 1000)

    (found,) = _found(event)

    assert (found.entry, found.points, found.fits) == (5, -1000, True)
    assert found.what == "the 1,000 left over may be in the scores already"


def test_more_than_what_is_missing_explains_nothing() -> None:
    event = Event("ema-2025")
    event.book(_incident("furiten-ron", shown=True))
    event.sheet(1, (30000, 30000, 30000, 28000))

    assert _found(event) == []


def test_what_was_taken_back_or_is_pending_or_elsewhere_is_not_offered() -> None:
    event = Event("student-league")
    event.book(replace(DEPOSIT, pending=True))
    event.book(replace(DEPOSIT, place=replace(TABLE, round=2)))
    event.sheet(1, (25000, 24000, 25000, 25000))

    assert _found(event) == []


def test_the_rest_is_offered_for_once_a_part_is_accounted_for() -> None:
    event = Event("student-league")
    event.book(DEPOSIT)
    event.sheet(1, (25000, 24000, 25000, 24700))
    assert [each.fits for each in _found(event)] == [False, False]

    event.add("explain", Explained(points=300, reason="change"), AT)

    assert [each.fits for each in _found(event)] == [True, True]
    (left,) = standings(event.state, event.rules).differences
    assert difference_words(left) == (
        "round 1 table 1: 98,700 of 100,000, 1,000 lacking beside 300 accounted for"
    )


def test_a_followed_table_tells_whose_score_is_off() -> None:
    event = LiveEvent("ema-2025")
    event.add(HandPlayed(step={"event": "riichi", "player": "3"}), AT)
    sheet = Sheet(raw=(31000, 30000, 28000, 30000))
    event.add(SheetEntered(sheet=sheet), AT)

    found = candidates(event.state, event.rules, KEY)
    (off,) = standings(event.state, event.rules).differences

    assert {(each.entry, each.what, each.points, each.fits) for each in found} == {
        (None, "P1: 31,000 on the sheet, 30,000 at the followed table", -1000, False),
        (None, "P3: 28,000 on the sheet, 29,000 at the followed table", 1000, True),
        (None, "0 left over on the sheet, 1,000 at the followed table", 1000, True),
    }
    assert difference_words(off) == (
        "round 1 table 1: 119,000 of 120,000, 1,000 lacking; off the followed table by"
        " E +1,000, W −1,000, left over −1,000"
    )


@pytest.mark.parametrize("points", [0, 1100, -100, 2000])
def test_an_explanation_beyond_the_difference_is_refused(points: int) -> None:
    event = LiveEvent("ema-2025")
    event.add(SheetEntered(sheet=Sheet(raw=(30000, 30000, 30000, 29000))), AT)

    with pytest.raises(BookError, match="cannot account for a difference of 1,000"):
        event.add(Explained(points=points, reason="guess"), AT)


def test_an_explanation_needs_a_sheet() -> None:
    event = LiveEvent("ema-2025")

    with pytest.raises(BookError, match="has no sheet yet"):
        event.add(Explained(points=1000, reason="guess"), AT)


def test_a_referees_own_ruling_says_nothing_of_the_pot() -> None:
    """What he departed from was the suggestion's pot, not the table's."""
    event = Event("ema-2025")
    own = Departure(class_=Class.WARNING, points={}, tournament={})
    draft = replace(_incident("furiten-ron", shown=True), carried=2000)
    event.book(replace(draft, departure=own, note="agreed"))
    event.sheet(1, (30000, 30000, 30000, 28000))

    assert _found(event) == []
