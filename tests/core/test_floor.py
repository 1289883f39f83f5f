"""What the book knows of a table, as the home screen shows it."""

from dataclasses import replace

from ledger.core.contents import Departure, Explained, HandPlayed, Voided
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.floor import (
    TableNow,
    current_round,
    table_entries,
    table_now,
    tables,
    waiting_for,
)
from ledger.core.rules import rules
from ledger.core.terms import Class
from tests.core.events import Event

E4 = Place(round=1, table=1, hand="E4", honba=1)
KEY = (1, 1)


def draft(situation: str, place: Place = E4, **facts: object) -> Draft:
    incident = DraftIncident(offender="2", situation=situation, facts=facts)  # type: ignore[arg-type]
    return Draft(place=place, incidents=(incident,))


CHOMBO = replace(draft("furiten-ron", shown=True), carried=2000, riichi=("3",))


def test_nothing_is_known_before_the_first_ruling() -> None:
    assert table_now(Event("ema-2025").state, rules("ema-2025"), KEY) == TableNow()


def test_after_a_chombo_the_hand_is_dealt_again_and_sticks_are_back() -> None:
    event = Event("ema-2025")
    event.book(CHOMBO)
    now = table_now(event.state, event.rules, KEY)

    assert now == TableNow(hand="E4", honba=1, carried=2000, as_of=4)


def test_after_a_dead_hand_the_hand_goes_on() -> None:
    event = Event("ema-2025")
    dead = draft("wrong-tile-count", tiles=12, expected=13)
    event.book(replace(dead, carried=1000, riichi=("3",)))
    now = table_now(event.state, event.rules, KEY)

    assert (now.hand, now.honba) == ("E4", 1)
    assert (now.carried, now.riichi, now.pot) == (1000, ("3",), 2000)
    assert now.dead == {"2": "declared"}


def test_a_void_riichi_leaves_the_table() -> None:
    event = Event("ema-2025")
    event.book(replace(draft("open-riichi"), riichi=("2", "3")))
    now = table_now(event.state, event.rules, KEY)

    assert (now.riichi, now.carried) == (("3",), 0)


def test_the_deal_can_pass() -> None:
    """M.League's chombo passes the deal, so that after E4 comes S1."""
    event = Event("m-league")
    dealer = DraftIncident(
        offender="4", situation="furiten-ron", facts={"shown": True, "by": "ron"}
    )
    place = replace(E4, hand="E4")
    ruled = event.book(Draft(place=place, incidents=(dealer,)))
    expected = "E4" if ruled.ruling["dealer"] == "E" else "S1"

    assert table_now(event.state, event.rules, KEY).hand == expected


def test_a_game_that_ends_has_no_next_hand() -> None:
    event = Event("ema-2025")
    event.book(replace(CHOMBO, hands_left=1))

    assert table_now(event.state, event.rules, KEY).hand is None


def test_a_departure_is_taken_as_the_referee_has_it() -> None:
    event = Event("ema-2025")
    own = Departure(class_=Class.DEAD_HAND, points={"2": -1000}, tournament={})
    event.book(replace(CHOMBO, departure=own, note="his reason"))
    now = table_now(event.state, event.rules, KEY)

    assert now.dead == {"2": "declared"}
    assert (now.carried, now.riichi) == (3000, ("3",))


def test_a_voided_ruling_is_not_known_of() -> None:
    event = Event("ema-2025")
    event.book(CHOMBO)
    event.add("void", Voided(target=4, reason="other table"), E4)

    assert table_now(event.state, event.rules, KEY) == TableNow()
    assert [entry.number for entry in table_entries(event.state, KEY)] == [5, 4]


def test_a_ruling_in_an_unknown_hand_changes_nothing() -> None:
    event = Event("ema-2025")
    event.book(CHOMBO)
    event.book(draft("kuikae", Place(round=1, table=1), kind="suji"))

    assert table_now(event.state, event.rules, KEY).as_of == 4


def test_rows_say_what_is_to_be_known() -> None:
    event = Event("ema-2025")
    event.book(draft("wrong-tile-count", tiles=12, expected=13))
    (row,) = tables(event.state, event.rules, 1)

    assert row.players == ("1", "2", "3", "4")
    assert row.words == ("W dead",)  # in E4 the fourth deals, player 2 is West


def test_a_sheet_ends_the_table() -> None:
    event = Event("ema-2025")
    event.book(CHOMBO)
    event.sheet(1, (30000, 30000, 30000, 30000))
    (row,) = tables(event.state, event.rules, 1)

    assert (row.words, row.now) == (("done",), TableNow())


def test_a_sheet_that_does_not_add_up_says_by_how_much() -> None:
    event = Event("ema-2025")
    event.sheet(1, (30000, 30000, 30000, 28000))
    (row,) = tables(event.state, event.rules, 1)

    assert row.words == ("−2,000 unexplained",)


def test_a_round_waits_for_the_one_before_until_something_happens_there() -> None:
    event = Event("ema-2025")
    assert waiting_for(event.state, 1) is None
    assert waiting_for(event.state, 2) == 1

    early = Event("ema-2025")
    early.book(draft("kuikae", Place(round=2, table=1), kind="suji"))
    event.sheet(1, (30000, 30000, 30000, 30000))

    assert waiting_for(early.state, 2) is None
    assert waiting_for(event.state, 2) is None


def test_a_sheet_off_the_followed_table_is_told_until_accounted_for() -> None:
    event = Event("ema-2025")
    at = Place(round=1, table=1)
    event.add("hand", HandPlayed(step={"event": "draw", "tenpai": ["1"]}), at)
    event.sheet(1, (33000, 29000, 29000, 28000))
    (row,) = tables(event.state, event.rules, 1)
    assert row.words == ("−1,000 unexplained", "not as followed")
    event.add("explain", Explained(points=1000, reason="on the floor"), at)
    (row,) = tables(event.state, event.rules, 1)
    assert row.words == ("done",)


def test_the_round_that_is_played() -> None:
    event = Event("ema-2025")
    assert current_round(event.state) == 1

    event.sheet(1, (30000, 30000, 30000, 30000))
    assert current_round(event.state) == 2

    event.sheet(2, (30000, 30000, 30000, 30000))
    assert current_round(event.state) == 2
