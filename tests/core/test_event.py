"""What the entries amount to, whatever is done and taken back again."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.contents import (
    Amended,
    AppealDecided,
    IncidentRuled,
    Reseated,
    SheetEntered,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import KINDS, EventState, Place
from ledger.core.standings import standings
from ledger.core.wishes import AmendRuling
from ledger.errors import LedgerError
from tests.core.journals import (
    EDITIONS,
    SAID,
    VOIDABLE,
    Act,
    Journal,
    draft_of,
    journals,
    numbers,
    sheet_of,
)

TRIES = 25
"""A random act is refused now and then: another one is tried."""


def acted(journal: Journal, act: Act) -> int | None:
    for _ in range(TRIES):
        entry = journal.try_one(act)
        if entry is not None:
            return entry.number
    return None


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(EDITIONS), st.integers(0, 2**32), st.integers(0, 60),
    st.sampled_from(VOIDABLE),
)  # fmt: skip
def test_doing_and_voiding_changes_no_number(
    edition: str, seed: int, size: int, act: Act
) -> None:
    journal = Journal(edition, seed)
    journal.grow(size)
    before = numbers(journal.state, journal.rules)
    number = acted(journal, act)
    if number is None:
        return
    journal.write(Voided(target=number, reason="never happened"), Place())
    assert numbers(journal.state, journal.rules) == before
    assert journal.state.voids[number] == number + 1


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(EDITIONS), st.integers(0, 2**32), st.integers(0, 60),
    st.sampled_from((*VOIDABLE, *SAID)),
)  # fmt: skip
def test_a_state_is_the_fold_of_its_entries_and_of_nothing_else(
    edition: str, seed: int, size: int, act: Act
) -> None:
    journal = Journal(edition, seed)
    journal.grow(size)
    acted(journal, act)
    again = EventState()
    for entry in journal.state.entries:
        again.apply(entry)
    assert numbers(again, journal.rules) == numbers(journal.state, journal.rules)
    for name in ("voids", "appeals", "decisions", "confirmations", "players", "staff"):
        assert getattr(again, name) == getattr(journal.state, name)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(EDITIONS), st.integers(0, 2**32), st.integers(0, 60))
def test_amending_is_voiding_and_doing(edition: str, seed: int, size: int) -> None:
    """One act or two: the same numbers, but for the numbers of the entries."""
    one, two = Journal(edition, seed), Journal(edition, seed)
    for journal in (one, two):
        journal.grow(size)
        journal.state.finalised = None
    sheets = [entry.number for entry in one.state.sheets.values()]
    targets = [*one.state.incidents, *sheets]
    if not targets:
        return
    target = one.random.choice(targets)
    entry = one.state.entries[target - 1]
    try:
        if isinstance(entry.effective, SheetEntered):
            content = SheetEntered(sheet=sheet_of(one))
            one.write(Amended(target=target, reason="x", content=content), entry.place)
        else:
            draft = draft_of(one)
            amended = one.write(AmendRuling(target=target, reason="x", draft=draft),
                                Place())  # fmt: skip
            ruled = amended.effective
            assert isinstance(ruled, IncidentRuled)
        two.write(Voided(target=target, reason="x"), entry.place)
        new = one.state.entries[-1]
        assert new.effective is not None
        two.write(new.effective, new.place)
    except LedgerError:
        return  # a table that is followed live may forbid the one or the other
    same = ("rows", "teams", "check", "statuses", "seats", "results", "pending")
    first, second = (numbers(each.state, each.rules) for each in (one, two))
    assert {k: first[k] for k in same} == {k: second[k] for k in same}


def test_taking_a_correction_of_seats_back_moves_what_was_booked_in_between() -> None:
    """Who sat North pays, whatever the book said then about who that was."""
    journal = Journal("ema-2025")
    table = Place(round=1, table=1, hand="E1", honba=0)
    swapped = Reseated(players=("4", "2", "3", "1"), reason="as they sat")
    correction = journal.write(swapped, Place(round=1, table=1))
    fault = DraftIncident(offender="1", situation="furiten-ron", facts={"shown": True})
    entry = journal.write(Draft(place=table, incidents=(fault,)), table)
    state = journal.state
    assert state.moved_to(entry, "1") == "1"
    journal.write(Voided(target=correction.number, reason="no, they did not"), Place())
    assert state.moved_to(entry, "1") == "4"
    assert [e.number for e, _ in state.rulings("4")] == [entry.number]
    totals = {r.number: r.total for r in standings(state, journal.rules).rows}
    assert totals["4"] == -20000
    assert totals["1"] == 0
    journal.write(Voided(target=entry.number, reason="x"), Place())
    assert list(state.rulings()) == []


@pytest.fixture(scope="module")
def many() -> list[Journal]:
    return list(journals(60))


def test_the_random_journals_hold_every_kind_that_can_be_random(
    many: list[Journal],
) -> None:
    """Otherwise the properties above would say little."""
    kinds = Counter(entry.kind for j in many for entry in j.state.entries)
    never = {"staff", "pin", "policy", "finalise", "late", "ruleset"}
    assert kinds.keys() == KINDS.keys() - never
    assert min(kinds.values()) > 3
    changed = [
        entry
        for j in many
        for entry in j.state.entries
        if isinstance(entry.content, AppealDecided) and entry.content.content
    ]
    assert changed


def test_what_is_taken_back_stays_in_the_entries(many: list[Journal]) -> None:
    for journal in many:
        state = journal.state
        assert [entry.number for entry in state.entries] == [*range(1, state.head + 1)]
        standing = {entry.number for entry, _ in state.rulings()}
        assert not standing & state.voids.keys()
        for target, by in state.voids.items():
            assert target < by
