"""What Record is filled with for an amendment leads to the very draft of the ruling."""

from collections.abc import Iterator

from ledger.book import Book
from ledger.core.desk import rule
from ledger.core.event import EventState
from ledger.core.redrafting import draft_of
from ledger.core.rules import Rules
from ledger.tui.opening import make_demo
from ledger.tui.refilling import filled_form
from tests.core.journals import journals

RULINGS_MIN = 100


def events() -> Iterator[tuple[EventState, Rules]]:
    """Yield random events under every edition, and the demo."""
    for journal in journals(80):
        yield journal.state, journal.rules
    with Book.open(make_demo()) as book:
        yield book.state(), book.rules


def test_a_filled_form_leads_to_the_ruling_it_was_filled_with() -> None:
    seen = 0
    for state, rules in events():
        for entry, _ in state.rulings():
            draft = draft_of(state, entry)
            form = filled_form(state, rules, entry, "x")
            again = form.draft()

            assert again == draft
            assert not form.is_touched()
            before = rule(state, rules, draft, entry.number)
            assert rule(state, rules, again, form.instead_of) == before
            seen += 1
    assert seen >= RULINGS_MIN


def test_what_was_told_last_is_taken_back_first_till_nothing_is_left() -> None:
    for state, rules in events():
        for entry, _ in state.rulings():
            form = filled_form(state, rules, entry, "x")
            answers = form.current
            told = len(answers.given) + len(answers.changed_facts)
            steps = 0
            while form.take_back():
                steps += 1
            assert not answers.given
            assert not answers.changed_facts
            assert not answers.changed
            assert steps >= told
