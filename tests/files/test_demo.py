"""The demo is a proper event: fair seating, balanced books, one difference."""

from collections import Counter
from itertools import combinations

import pytest

from ledger.book import Book
from ledger.core.contents import IncidentRuled
from ledger.core.standings import standings
from ledger.core.terms import Class
from ledger.files.demo import Demo, demo
from tests.files.events import Event, Make


@pytest.fixture(scope="module")
def invented() -> Demo:
    return demo()


@pytest.fixture
def event(make: Make, invented: Demo) -> Event:
    made = make(invented.ruleset, **invented.options)
    invented.fill(made.book)
    return made


def test_nobody_meets_twice_and_winds_are_shared_out(event: Event) -> None:
    seatings = event.book.state().seatings.values()
    met = Counter(
        frozenset(pair) for s in seatings for pair in combinations(s.players, 2)
    )
    assert max(met.values()) == 1
    assert len(seatings) == 5 * 8
    for number in event.book.state().players:
        own = [seating.players for seating in seatings if number in seating.players]
        winds = Counter(players.index(number) for players in own)
        assert sorted(winds.values()) == [1, 1, 1, 2]


def test_three_of_five_rounds_are_played(event: Event, invented: Demo) -> None:
    state = event.book.state()
    assert len(state.players) == 32
    assert state.rounds() == (1, 2, 3, 4, 5)
    assert invented.rounds == 5
    assert Counter(key[0] for key in state.sheets) == {1: 8, 2: 8, 3: 8}
    sheets = [state.sheet(key) for key in state.sheets]
    assert sum(sheet.leftover for sheet in sheets if sheet) == 1000


def test_only_the_one_difference_is_found(event: Event) -> None:
    assert event.book.verify() == []
    assert {finding.check for finding in event.book.check()} == {
        "sheets",
        "unexplained",
    }
    found = standings(event.book.state(), event.book.rules)
    assert [h.score.check.missing for h in found.differences] == [1000]
    assert found.check.points == 0


def test_six_incidents_of_different_classes_one_voided(event: Event) -> None:
    state = event.book.state()
    ruled = [
        (entry.number, entry.content)
        for entry in state.entries
        if isinstance(entry.content, IncidentRuled)
    ]
    assert Counter(content.class_ for _, content in ruled) == {
        Class.CHOMBO: 2,
        Class.DEAD_HAND: 1,
        Class.POINT_PENALTY: 1,
        Class.NONE: 1,
        Class.WARNING: 1,
    }
    assert [number for number, _ in ruled if number in state.voids] == [ruled[-1][0]]
    assert [content.departed for _, content in ruled].count(True) == 1


def test_names_are_mixed_and_awkward(event: Event) -> None:
    names = [player.name for player in event.book.state().players.values()]
    assert len(set(names)) == 32
    assert any("'" in name for name in names)
    assert any("[" in name for name in names)
    assert sum(not name.isascii() and ord(name[0]) > 0x3000 for name in names) >= 8


def test_entries_stand_in_the_order_of_the_day(event: Event) -> None:
    times = [entry.signature.at for entry in event.book.state().entries[1:]]
    assert times == sorted(times)


def test_it_is_the_same_each_time(event: Event, make: Make, invented: Demo) -> None:
    with Book.open(event.book.location) as again:
        hashes = [entry.content for entry in again.state().entries]
    other = make(invented.ruleset, **invented.options)
    invented.fill(other.book)
    assert [entry.content for entry in other.book.state().entries] == hashes
