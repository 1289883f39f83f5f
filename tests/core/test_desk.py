"""From a draft at a table of the event to postings by player."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from ledger.core.contents import Account, Departure, IncidentRuled, Posting
from ledger.core.desk import Draft, DraftIncident, rule
from ledger.core.event import Place
from ledger.core.terms import Class, Seat, Stage
from ledger.errors import IncidentError
from tests.core.events import TABLE, Event


def _draft(
    situation: str, offender: str | None, place: Place = TABLE, **facts: object
) -> Draft:
    incident = DraftIncident(offender=offender, situation=situation, facts=facts)  # type: ignore[arg-type]
    return Draft(place=place, incidents=(incident,))


def _moved(content: IncidentRuled, stage: Stage) -> dict[str, int]:
    return {
        p.player or p.account: p.points for p in content.postings if p.stage is stage
    }


def test_a_fine_after_uma_goes_to_the_account_fines() -> None:
    content = Event("ema-2025").book(_draft("furiten-ron", "2", shown=True))

    assert content.class_ is Class.CHOMBO
    assert _moved(content, Stage.AFTER_UMA) == {"2": -20000, "fines": 20000}
    assert _moved(content, Stage.TABLE) == {}


def test_the_dealer_of_the_hand_pays_and_gets_the_dealers_share() -> None:
    """In E3 the starting West deals, so player 3 gets 4,000 of player 2's chombo."""
    place = Place(round=1, table=1, hand="E3", honba=0)
    content = Event("riichi-wiki").book(
        _draft("win-not-tenpai", "2", place, shown=True, by="ron")
    )

    assert content.incidents[0].seat is Seat.N
    assert _moved(content, Stage.TABLE) == {"1": 2000, "2": -8000, "3": 4000, "4": 2000}
    assert {p.settled for p in content.postings} == {"table"}


def test_a_deposit_lies_on_the_pot() -> None:
    event = Event("reach", withdrawn_call="deposit")
    content = event.book(_draft("withdrawn-call", "3", call="pon", shown=False))

    assert _moved(content, Stage.TABLE) == {"3": -1000, "pot": 1000}


def test_every_stage_sums_to_zero() -> None:
    event = Event("riichi-wiki")
    draft = Draft(
        place=Place(round=1, table=1, hand="S2", honba=3),
        incidents=(
            DraftIncident(
                offender="1",
                situation="win-no-yaku",
                facts={"shown": True, "by": "ron"},
            ),
        ),
        carried=1000,
        riichi=("4", "1"),
    )
    content = event.book(draft)

    for stage in Stage:
        assert sum(p.points for p in content.postings if p.stage is stage) == 0


def test_earlier_rulings_of_the_offender_are_counted() -> None:
    event = Event("wrc-2025")
    first = event.book(_draft("exposed-tiles", "2", count=1, whose="wall"))
    other = event.book(_draft("exposed-tiles", "3", count=1, whose="wall"))
    second = event.book(_draft("exposed-tiles", "2", count=1, whose="wall"))

    assert [c.class_ for c in (first, other, second)] == [
        Class.WARNING, Class.WARNING, Class.POINT_PENALTY,
    ]  # fmt: skip


def test_a_card_of_another_day_no_longer_counts() -> None:
    """M.League ch. 7 art. 5: cards count for the day, in the venue's own time."""
    event = Event("m-league")
    tokyo = timezone(timedelta(hours=9))
    draft = _draft("exposed-tiles", "2", count=2, whose="wall")
    event.book(draft, day=1)
    same_day = replace(draft, at=datetime(2026, 5, 1, 23, 30, tzinfo=tokyo))
    next_day = replace(draft, at=datetime(2026, 5, 2, 0, 30, tzinfo=tokyo))

    def class_of(draft: Draft) -> Class | None:
        return rule(event.state, event.rules, draft).ruling.class_

    assert class_of(draft) is Class.POINT_PENALTY
    assert class_of(same_day) is Class.POINT_PENALTY
    assert class_of(next_day) is Class.WARNING


def test_outside_a_table_only_the_offender_is_moved() -> None:
    content = Event("ema-2025").book(_draft("late", "2", Place(), seconds=61))

    assert _moved(content, Stage.AFTER_UMA) == {"2": -2000, "fines": 2000}
    assert content.incidents[0].seat is None


def test_a_ruling_that_moves_others_needs_the_table() -> None:
    event = Event("riichi-wiki")
    with pytest.raises(IncidentError, match="table"):
        rule(
            event.state,
            event.rules,
            _draft("win-no-yaku", "2", Place(), shown=True, by="ron"),
        )


def test_a_missing_fact_books_nothing() -> None:
    event = Event("ema-2025")
    ruled = rule(event.state, event.rules, _draft("furiten-ron", "2"))

    assert ruled.content is None
    assert [question.fact for question in ruled.ruling.ask] == ["shown"]
    assert ruled.fingerprint == ""


def test_a_departure_needs_a_reason_and_keeps_the_suggestion() -> None:
    event = Event("ema-2025")
    draft = _draft("furiten-ron", "2", shown=True)
    own = Departure(class_=Class.WARNING, tournament={"2": -1000})

    with pytest.raises(IncidentError, match="reason"):
        rule(event.state, event.rules, Draft(
            place=TABLE, incidents=draft.incidents, departure=own
        ))  # fmt: skip
    content = event.book(
        Draft(place=TABLE, incidents=draft.incidents, departure=own, note="a child")
    )

    assert content.departed
    assert content.class_ is Class.WARNING
    assert content.ruling["class"] == "chombo"
    assert _moved(content, Stage.AFTER_UMA) == {"2": -1000, "fines": 1000}


def test_a_departure_decides_where_facts_are_missing() -> None:
    """Contract: with class and note given, missing facts are no fault."""
    event = Event("ema-2025")
    draft = Draft(
        place=Place(round=1, table=1),
        incidents=(DraftIncident(offender="2", situation="absent"),),
        departure=Departure(class_=Class.POINT_PENALTY, tournament={"2": -20000}),
        note="substitute played",
    )

    content = event.book(draft)

    assert content.class_ is Class.POINT_PENALTY
    assert _moved(content, Stage.AFTER_UMA) == {"2": -20000, "fines": 20000}


def test_settled_can_be_stated() -> None:
    event = Event("riichi-wiki")
    facts = {"shown": True, "by": "ron"}
    draft = Draft(
        place=TABLE,
        incidents=(
            DraftIncident(offender="2", situation="win-no-yaku", facts=facts),  # type: ignore[arg-type]
        ),
        settled="ledger",
    )

    assert {p.settled for p in event.book(draft).postings} == {"ledger"}


def test_the_fingerprint_changes_with_the_answer() -> None:
    event = Event("wrc-2025")
    draft = _draft("exposed-tiles", "2", count=1, whose="wall")
    before = rule(event.state, event.rules, draft).fingerprint
    assert before == rule(event.state, event.rules, draft).fingerprint
    event.book(draft)

    assert rule(event.state, event.rules, draft).fingerprint != before


@pytest.mark.parametrize(
    ("draft", "place"),
    [
        (_draft("furiten-ron", "7", shown=True), "offender"),
        (_draft("furitten-ron", "2"), "situation"),
        (_draft("furiten-ron", "2", Place(round=3, table=1)), "table"),
        (_draft("furiten-ron", "2", Place(table=1)), "table"),
        (_draft("furiten-ron", "2", Place(round=1, table=1, hand="X9")), "hand"),
        (Draft(place=TABLE, incidents=()), "incidents"),
        (Draft(place=TABLE, incidents=_draft("late", "2", seconds=1).incidents,
               riichi=("9",)), "riichi"),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_named(draft: Draft, place: str) -> None:
    event = Event("ema-2025")
    with pytest.raises(IncidentError) as caught:
        rule(event.state, event.rules, draft)

    assert place in caught.value.place


def test_postings_name_players_only_for_the_account_player() -> None:
    content = Event("riichi-wiki").book(
        _draft("win-no-yaku", "1", shown=True, by="tsumo")
    )

    def is_sound(posting: Posting) -> bool:
        return (posting.player is not None) == (posting.account is Account.PLAYER)

    assert all(is_sound(posting) for posting in content.postings)
