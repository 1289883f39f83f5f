"""What is to be judged is judged when it is booked, and may wait to be confirmed."""

from dataclasses import replace

import pytest

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    IncidentRuled,
    LateAdjusted,
    PolicySet,
    Sheet,
    SheetEntered,
    StaffAdded,
)
from ledger.core.desk import Draft, DraftIncident, rule
from ledger.core.event import Place
from ledger.core.wishes import AmendRuling, ChangeRuling, Late, Wish, decided, place_of
from ledger.errors import BookError, IncidentError, RulingChanged
from tests.core.journals import Journal

HAND = Place(round=1, table=1, hand="E1", honba=0)
FAULT = DraftIncident(offender="2", situation="furiten-ron", facts={"shown": True})
DRAFT = Draft(place=HAND, incidents=(FAULT,))
SHEET = SheetEntered(sheet=Sheet(raw=(30000, 30000, 30000, 30000)))


@pytest.fixture
def journal() -> Journal:
    """Return an event with a ruling, entry 4, and its appeal, entry 5."""
    journal = Journal("ema-2025")
    journal.write(DRAFT, HAND)
    journal.write(AppealLodged(target=4, by="2", reason="x"), HAND)
    return journal


def pending(content: object) -> bool:
    match content:
        case LateAdjusted(content=inner) | Amended(content=inner):
            return pending(inner)
        case AppealDecided(content=inner):
            return pending(inner)
        case IncidentRuled():
            return content.pending
        case _:
            raise AssertionError(content)


WISHES: tuple[Wish, ...] = (
    DRAFT,
    AmendRuling(target=4, reason="x", draft=DRAFT),
    ChangeRuling(target=5, reason="x", draft=DRAFT),
    Late(reason="x", wish=DRAFT),
    Late(reason="x", wish=AmendRuling(target=4, reason="x", draft=DRAFT)),
)


@pytest.mark.parametrize("wish", WISHES)
def test_a_ruling_waits_where_the_event_wants_it(journal: Journal, wish: Wish) -> None:
    for role in ("referee", "head-referee", "organiser"):
        journal.write(StaffAdded(name=role, role=role), Place())
    for name, waits in (
        ("referee", True), ("stranger", True), ("", True),
        ("head-referee", False), ("organiser", False),
    ):  # fmt: skip
        state, rules = journal.state, journal.rules
        state.wants_confirmation = False
        assert not pending(decided(state, rules, wish, staff=name))
        state.wants_confirmation = True
        assert pending(decided(state, rules, wish, staff=name)) is waits


def test_the_policy_is_set_and_lifted(journal: Journal) -> None:
    with pytest.raises(BookError, match="do not wait for a confirmation already"):
        journal.write(PolicySet(confirm=False), Place())
    journal.write(PolicySet(confirm=True), Place())
    assert journal.state.wants_confirmation
    with pytest.raises(BookError, match="rulings wait for a confirmation already"):
        journal.write(PolicySet(confirm=True), Place())
    entry = journal.write(DRAFT, HAND)
    assert journal.state.is_pending(entry.number)
    journal.write(PolicySet(confirm=False), Place())
    assert not journal.state.is_pending(journal.write(DRAFT, HAND).number)


@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_knows_its_place(wish: Wish) -> None:
    assert place_of(wish, Place(round=9)) == HAND


def test_a_content_is_what_it_is(journal: Journal) -> None:
    assert decided(journal.state, journal.rules, SHEET) is SHEET
    assert place_of(SHEET, HAND) == HAND


def test_what_is_late_twice_is_refused(journal: Journal) -> None:
    twice = Late(reason="x", wish=Late(reason="y", wish=DRAFT))
    with pytest.raises(BookError, match="a late adjustment once, not twice"):
        decided(journal.state, journal.rules, twice)


def test_a_ruling_that_changed_under_the_screen_is_refused(journal: Journal) -> None:
    state, rules = journal.state, journal.rules
    shown = rule(state, rules, DRAFT).fingerprint
    assert isinstance(decided(state, rules, DRAFT, shown), IncidentRuled)
    for wish in WISHES:
        with pytest.raises(RulingChanged, match="look again"):
            decided(state, rules, wish, "another")


@pytest.mark.parametrize(
    ("wish", "fault"),
    [
        (AmendRuling(target=9, reason="x", draft=DRAFT), "entry 9 does not exist"),
        (ChangeRuling(target=9, reason="x", draft=DRAFT), "entry 9 does not exist"),
        (ChangeRuling(target=4, reason="x", draft=DRAFT), "entry 4 is no appeal"),
    ],
)
def test_what_is_to_be_replaced_must_be_there(
    journal: Journal, wish: Wish, fault: str
) -> None:
    with pytest.raises(BookError, match=fault):
        decided(journal.state, journal.rules, wish)


def test_a_question_and_sound_tiles_are_no_ruling(journal: Journal) -> None:
    asks = replace(FAULT, situation="phone", facts={"severity": "minor"})
    with pytest.raises(IncidentError, match="has to be answered first"):
        decided(journal.state, journal.rules, replace(DRAFT, incidents=(asks,)))
    sound = DraftIncident(
        offender="2",
        situation=None,
        evidence={
            "tiles": "234m678m567p2288s",
            "win": {"tile": "2s", "by": "ron", "from": "E"},
            "declares": "ron",
            "melds": [],
            "round_wind": "E",
            "seat_wind": "S",
            "discards": ["1z"],
            "riichi_at": 0,
        },
    )
    with pytest.raises(IncidentError, match="shows nothing wrong"):
        decided(journal.state, journal.rules, replace(DRAFT, incidents=(sound,)))
