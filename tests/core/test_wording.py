"""How values read."""

import pytest

from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.wording import (
    entry_words,
    hand_words,
    literal,
    offenders_points,
    place_words,
    points,
    posting_words,
    score,
)
from tests.core.events import TABLE, Event


def test_points_carry_a_real_minus() -> None:
    assert [points(8000), points(-8000), points(0)] == ["+8,000", "−8,000", "0"]
    assert [score(31200), score(-800)] == ["31,200", "−800"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("[RMBR] Fox", "[RMBR] Fox"),
        ("[/b]", "[/b]"),
        ("佐藤 翔太", "佐藤 翔太"),
        ("אבגד", "אבגד"),
        ("👩‍⚖️ Kim", "👩‍⚖️ Kim"),
        ("\x1b[2Jgone", "␛[2Jgone"),
        ("a\tb\nc\x7f", "a␉b␊c␡"),
        ("a\u202eb\u2066c", "a�b�c"),
        ("\x9b31m", "�31m"),
        ("a\u2028b", "a�b"),
        ("\ud800", "�"),
    ],
)
def test_names_are_literal_and_harmless(name: str, shown: str) -> None:
    assert literal(name) == shown
    assert literal(shown) == shown


def test_places_leave_out_what_is_not_known() -> None:
    assert place_words(Place()) == ""
    assert place_words(Place(round=2)) == "R2"
    assert place_words(Place(round=2, table=3, hand="S1", honba=0)) == "R2 T3 S1"
    assert hand_words(None) == ""


def test_an_incident_reads_as_one_line() -> None:
    event = Event("ema-2025")
    late = DraftIncident(offender="1", situation="late", facts={"seconds": 61})
    event.book(Draft(place=Place(round=1), incidents=(late,)))
    entry = event.state.entries[-1]
    words = entry_words(entry, event.state, event.rules.situations)

    assert words == "P1: late for the session → point penalty"
    assert offenders_points(entry) == "−2,000 ✦"


def test_what_is_not_punished_says_so() -> None:
    event = Event("ema-2025")
    pon = DraftIncident(
        offender="1",
        situation="withdrawn-call",
        facts={"call": "pon", "shown": False},
    )
    content = event.book(Draft(place=TABLE, incidents=(pon,)))
    words = entry_words(event.state.entries[-1], event.state, event.rules.situations)

    assert words.startswith("P1: call withdrawn (pon, chii, kan) → ")
    assert offenders_points(event.state.entries[-1]) == ""
    assert content.postings == ()


def test_postings_name_account_stage_and_who_settles() -> None:
    event = Event("reach", withdrawn_call="deposit")
    pon = DraftIncident(
        offender="3",
        situation="withdrawn-call",
        facts={"call": "pon", "shown": False},
    )
    content = event.book(Draft(place=TABLE, incidents=(pon,)))

    assert [posting_words(each, event.state) for each in content.postings] == [
        "P3 −1,000 at the table (table)",
        "pot +1,000 at the table (table)",
    ]
