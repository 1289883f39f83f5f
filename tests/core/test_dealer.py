"""Who deals matters for a mangan, not for a fine after uma."""

from dataclasses import replace

import pytest

from ledger.core.contents import Departure
from ledger.core.dealer import needs_hand
from ledger.core.desk import Draft, DraftIncident, rule
from ledger.core.event import Place
from tests.core.events import TABLE, Event

UNKNOWN = Place(round=1, table=1)
CHOMBO = DraftIncident(offender="2", situation="furiten-ron", facts={"shown": True})


def asks(event: Event, draft: Draft) -> bool:
    content = rule(event.state, event.rules, draft).content
    assert content is not None
    return needs_hand(event.state, event.rules, draft, content)


@pytest.mark.parametrize(
    ("venue", "matters"), [("social", True), ("tournament", False)]
)
def test_a_mangan_is_paid_by_who_deals(venue: str, matters: bool) -> None:
    event = Event("ema-2025", venue=venue)

    assert asks(event, Draft(place=UNKNOWN, incidents=(CHOMBO,))) is matters


def test_a_known_hand_is_enough() -> None:
    event = Event("ema-2025", venue="social")

    assert not asks(event, Draft(place=TABLE, incidents=(CHOMBO,)))


def test_a_deposit_is_the_same_for_everybody() -> None:
    event = Event("reach", withdrawn_call="deposit")
    pon = replace(
        CHOMBO, situation="withdrawn-call", facts={"call": "pon", "shown": False}
    )

    assert not asks(event, Draft(place=UNKNOWN, incidents=(pon,)))


def test_amounts_of_the_referees_own_name_the_players() -> None:
    event = Event("ema-2025", venue="social")
    draft = Draft(
        place=UNKNOWN,
        incidents=(CHOMBO,),
        departure=Departure(points={"2": -8000, "1": 8000}),
        note="as they had it settled",
    )

    assert not asks(event, draft)
