"""The accounts of an event: they balance, and come to what the standings have."""

from collections import Counter

import pytest

from ledger.core.accounts import OKA, PLAYERS, TEAMS, UMA, AccountKey, transactions
from ledger.core.contents import (
    Departure,
    DivisionSet,
    RulesetChanged,
    Seating,
    SeatingAdded,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.editions import find
from ledger.core.event import EventState, Place
from ledger.core.rules import pinned_rules
from ledger.core.standings import standings
from ledger.core.terms import Class
from tests.core.events import TABLE, Event
from tests.core.journals import EDITIONS, Journal, journals


def balances(state: EventState) -> Counter[AccountKey]:
    total: Counter[AccountKey] = Counter()
    for transaction in transactions(state):
        assert sum(transaction.moves.values()) == 0, transaction
        total.update(transaction.moves)
    return total


def check(state: EventState) -> None:
    """Hold the accounts against the standings."""
    found, books = standings(state, pinned_rules(state.pinned)), balances(state)
    rows = {row.number: row.total for row in found.rows}
    assert {n: books[PLAYERS, n] for n in rows} == rows
    assert {n: -books[UMA, n] for n in rows} == {r.number: r.uma for r in found.rows}
    assert {n: -books[OKA, n] for n in rows} == {r.number: r.oka for r in found.rows}
    teams = {team.team: team.fines for team in found.teams}
    assert {name: books[TEAMS, name] for name in teams} == teams
    assert books["unexplained", ""] == -found.check.unexplained
    assert books["explained", ""] == -found.check.explained


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_journal_balances_and_comes_to_its_standings(edition: str) -> None:
    for seed in range(10):
        journal = Journal(edition, seed)
        journal.grow(120)
        check(journal.state)


def test_after_every_entry_the_accounts_are_those_of_the_standings() -> None:
    (journal,) = journals(1)
    state = EventState()
    books: Counter[AccountKey] = Counter()
    for transaction in transactions(journal.state):
        state.apply(transaction.entry)
        books.update(transaction.moves)
        if state.players:
            found = standings(state, pinned_rules(state.pinned))
            rows = {row.number: row.total for row in found.rows}
            assert {n: books[PLAYERS, n] for n in rows} == rows, transaction.entry
    assert state.head > 20


def test_a_void_moves_the_same_points_back() -> None:
    event = Event("ema-2025")
    event.sheet(1, (41000, 19000, 29000, 31000))
    number = event.state.head
    event.add("void", Voided(target=number, reason="wrong table"), Place())
    done = list(transactions(event.state))
    assert done[number].moves == {a: -p for a, p in done[number - 1].moves.items()}
    assert done[number - 1].moves[PLAYERS, "1"] == 26000


def test_a_fine_before_placing_brings_the_uma_that_it_moves() -> None:
    event = Event("ema-2025")
    event.sheet(1, (31000, 30000, 29500, 29500))
    fine = Departure(class_=Class.POINT_PENALTY, before_placing={"1": -2000})
    own = DraftIncident(offender="1", situation="other")
    event.book(Draft(place=TABLE, incidents=(own,), departure=fine, note="late"))
    *_, last = transactions(event.state)
    assert last.moves["fines", ""] == 2000
    assert last.moves[PLAYERS, "1"] == -2000 - 15000 - 15000
    assert last.moves[PLAYERS, "2"] == 10000
    check(event.state)


def test_a_cut_follows_a_correction_of_what_was_cut() -> None:
    event = Event("ema-2025")
    event.sheet(1, (41000, 19000, 29000, 31000))
    event.add("division", DivisionSet(
        name="A", order=1, after_round=1, players=("1", "4"), carry="halved"
    ), Place())  # fmt: skip
    before = balances(event.state)
    assert (before[PLAYERS, "1"], before["cuts", ""]) == (13000, 16000)
    event.book(Draft(
        place=TABLE,
        incidents=(DraftIncident(offender="1", situation="other"),),
        departure=Departure(class_=Class.CHOMBO, tournament={"1": -20000}),
        note="seen",
    ))  # fmt: skip
    assert balances(event.state)[PLAYERS, "1"] == 3000
    check(event.state)


def test_a_change_of_the_ruleset_moves_what_it_scores_otherwise() -> None:
    event = Event("ema-2025")
    event.sheet(1, (41000, 19000, 29000, 30000), leftover=1000)
    text, digest = find("wrc-2025").pinned({})
    changed = RulesetChanged(
        ruleset="wrc-2025", pinned=text, digest=digest, reason="announced"
    )
    event.add("ruleset", changed, Place())
    *_, last = transactions(event.state)
    assert last.moves == {(PLAYERS, "1"): -1000, ("leftover", ""): 1000}
    check(event.state)


def test_a_ruling_of_a_round_that_is_not_on_waits_for_it() -> None:
    event = Event("ema-2025")
    event.book(Draft(
        place=Place(round=3),
        incidents=(DraftIncident(offender="1", situation="other"),),
        departure=Departure(class_=Class.POINT_PENALTY, tournament={"1": -1000}),
        note="late",
    ))  # fmt: skip
    check(event.state)
    assert balances(event.state)[PLAYERS, "1"] == 0
    seating = Seating(round=3, table=1, players=("1", "2", "3", "4"))
    event.add("seating", SeatingAdded(seatings=(seating,)), Place())
    assert balances(event.state)[PLAYERS, "1"] == -1000
    check(event.state)
