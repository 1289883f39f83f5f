"""What a screen offers about an entry is what the book would take."""

import pytest

from ledger.core.contents import (
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Explained,
    Finalised,
    Sheet,
    SheetEntered,
    StaffAdded,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.possible import Correction, appeal_of, obstacle, open_questions
from ledger.core.story_words import counts_words, sticks_words, story_words
from ledger.core.wishes import AmendRuling
from ledger.core.wording import entry_words
from tests.core.journals import Journal

HAND = Place(round=1, table=1, hand="E1", honba=0)
ONE = Place(round=1, table=1)
V, A, P, D, Y, F = Correction


def draft(offender: str, *, pending: bool = False) -> Draft:
    fault = DraftIncident(
        offender=offender, situation="furiten-ron", facts={"shown": True}
    )
    return Draft(place=HAND, incidents=(fault,), pending=pending)


@pytest.fixture
def journal() -> Journal:
    """Return an event with entries 4 to 9 of which the comments tell."""
    journal = Journal("ema-2025")
    journal.write(draft("2"), HAND)  # 4
    journal.write(AppealLodged(target=4, by="2", reason="not mine"), HAND)  # 5
    journal.write(draft("3", pending=True), HAND)  # 6
    journal.write(draft("4"), HAND)  # 7
    journal.write(Voided(target=7, reason="not seen"), HAND)  # 8
    sheet = SheetEntered(sheet=Sheet(raw=(31000, 29000, 30000, 29000)))
    journal.write(sheet, ONE)  # 9
    return journal


def possible(journal: Journal, number: int, staff: str = "") -> set[Correction]:
    entry = journal.state.entries[number - 1]
    return {
        each
        for each in Correction
        if not obstacle(journal.state, journal.rules, staff, each, entry)
    }


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, set()),
        (3, set()),
        (4, {V, A, D}),  # it is under appeal already
        (5, {D}),
        (6, {V, A, P, Y}),
        (7, set()),
        (8, set()),
        (9, {V, A}),
    ],
)
def test_what_can_be_done_about_each_entry(
    journal: Journal, number: int, expected: set[Correction]
) -> None:
    assert possible(journal, number) == expected


@pytest.mark.parametrize(
    ("number", "correction", "told"),
    [
        (2, V, "entry 2 (players) cannot be voided"),
        (2, A, "entry 2 (players) cannot be voided"),
        (7, A, "entry 7 is void already, by entry 8"),
        (7, P, "entry 7 is void, by entry 8"),
        (9, P, "entry 9 (sheet) is no ruling to appeal against"),
        (4, P, "entry 4 is under appeal already, entry 5"),
        (4, Y, "entry 4 does not wait for a confirmation"),
        (6, D, "entry 6 (incident) is under no appeal"),
        (1, F, "appeal 5 is not decided yet"),
    ],
)
def test_what_stands_in_the_way_is_named(
    journal: Journal, number: int, correction: Correction, told: str
) -> None:
    entry = journal.state.entries[number - 1]
    found = obstacle(journal.state, journal.rules, "", correction, entry)
    assert told in found


def test_a_sheet_that_is_explained_is_not_amended(journal: Journal) -> None:
    journal.write(Explained(points=1000, reason="lost"), ONE)

    assert possible(journal, 9) == set()


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("viewer", set()),
        ("scorer", {P}),
        ("referee", {V, A, P}),
        ("head-referee", {V, A, P, Y}),
        ("organiser", {V, A, P, Y}),
    ],
)
def test_each_role_is_offered_what_it_may_do(
    journal: Journal, role: str, expected: set[Correction]
) -> None:
    for name in ("viewer", "scorer", "referee", "head-referee", "organiser"):
        journal.write(StaffAdded(name=name, role=name), Place())

    assert possible(journal, 6, role) == expected
    told = obstacle(journal.state, journal.rules, "scorer", V, journal.state.entries[5])
    assert told.startswith("scorer is scorer and may not void")


def test_after_the_end_all_is_late_and_nothing_is_finalised_twice(
    journal: Journal,
) -> None:
    for content in (
        AppealDecided(target=5, decision="dismissed", reason="x"),
        Confirmed(target=6),
        Finalised(),
    ):
        journal.write(content, HAND)

    assert possible(journal, 4) == {V, A}
    entry = journal.state.entries[3]
    told = obstacle(journal.state, journal.rules, "", F, entry)
    assert "finalised" in told


def test_questions_are_open_until_they_are_answered(journal: Journal) -> None:
    def numbers() -> list[int]:
        return [entry.number for entry in open_questions(journal.state)]

    assert numbers() == [5, 6]
    assert appeal_of(journal.state, journal.state.entries[3]) == 5
    assert appeal_of(journal.state, journal.state.entries[5]) is None

    journal.write(Confirmed(target=6), HAND)
    assert numbers() == [5]
    assert words(journal, 6).startswith("confirmed: ")

    decided: Content = AppealDecided(target=5, decision="upheld", reason="x")
    journal.write(decided, HAND)
    assert numbers() == []


def words(journal: Journal, number: int) -> str:
    entry = journal.state.entries[number - 1]
    return entry_words(entry, journal.state, journal.rules.situations)


def test_a_ruling_that_waits_says_so_first(journal: Journal) -> None:
    assert words(journal, 6).startswith("pending: ")
    assert not words(journal, 4).startswith("pending")


def test_the_story_is_the_same_whichever_entry_is_asked(journal: Journal) -> None:
    journal.write(AmendRuling(target=4, reason="video", draft=draft("1")), HAND)

    def told(number: int) -> list[str]:
        return list(story_words(journal.state, journal.rules.situations, number))

    assert told(4) == told(5) == told(10)
    assert [line.split(": ")[1].split()[0] for line in told(4)[:-1]] == [
        "#4", "#5", "#10",
    ]  # fmt: skip
    assert told(4)[-1] == counts_words(journal.state, 5) == "what counts: #10"
    assert told(7)[-1] == "nothing of it counts"
    assert sticks_words(journal.state, 9) == ""
