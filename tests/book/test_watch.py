"""Others' entries are noticed at once, and nothing else is."""

import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from ledger.book import Book
from ledger.book.watch import channel
from ledger.core.event import Place, Signature
from ledger.errors import BookError
from tests.book import samples

Signatures = Iterator[Signature]
PATIENCE_SECONDS = 2.0
"""Far more than it takes; `tests/bench/bench_watch.py` measures how long that is."""


def is_noticed(book: Book) -> bool:
    """Whether a change is noticed by asking as often as a screen does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if book.changed():
            return True
        time.sleep(book.watch_seconds)
    return False


def stays_quiet(book: Book) -> bool:
    """Whether nothing is noticed although there was time for it."""
    time.sleep(0.05)
    return not book.changed()


def test_a_book_that_was_never_read_has_changed(book: Book) -> None:
    assert book.changed()
    book.state()
    assert stays_quiet(book)


def test_every_kind_of_adding_is_noticed(
    book: Book, location: str, sign: Signatures
) -> None:
    table = Place(round=1, table=1)
    acts: list[Callable[[], object]] = [
        lambda: book.record(samples.furiten_ron(), next(sign)),
        lambda: book.void(5, "typo", next(sign)),
        lambda: book.add(samples.sheet(), table, next(sign)),
        lambda: book.add_all([(samples.PIN, Place(), next(sign))]),
    ]
    with Book.open(location) as other:
        other.state()
        for head, act in enumerate(acts, start=5):
            act()
            assert is_noticed(other)
            assert book.changed() is False, "one's own entries are no news"
            assert other.changed(), "it stays so until it is looked at"
            assert other.state().head == head
            assert stays_quiet(other)


def test_what_was_not_booked_is_not_noticed(
    book: Book, location: str, sign: Signatures
) -> None:
    by = next(sign)
    book.record(samples.furiten_ron(), by)
    with Book.open(location) as other:
        other.state()
        with pytest.raises(BookError, match="is not seated"):
            book.add(samples.sheet(), Place(round=9, table=1), next(sign))
        with pytest.raises(BookError, match="is not seated"):
            book.add_all(
                [
                    (samples.PIN, Place(), next(sign)),
                    (samples.sheet(), Place(round=9, table=1), next(sign)),
                ]
            )
        book.record(samples.furiten_ron(), by)  # sent again
        assert stays_quiet(other)


@pytest.mark.postgres
def test_a_message_that_is_late_brings_nobody_to_look_again(
    url: str, owner: psycopg.Connection, sign: Signatures
) -> None:
    with Book.open(url) as book, Book.open(url) as other:
        other.record(samples.furiten_ron(), next(sign))
        assert book.state().head == 5
        owner.execute("SELECT pg_notify(%s, '5')", (channel(book.event_id),))
        assert stays_quiet(book)


@pytest.mark.postgres
@pytest.mark.parametrize("payload", ["", "nonsense", "-5", "9" * 5000, "²", "99999"])
def test_nonsense_is_worth_one_look(
    url: str, owner: psycopg.Connection, payload: str
) -> None:
    """Anybody who may connect can send such messages."""
    with Book.open(url) as book:
        book.state()
        owner.execute("SELECT pg_notify(%s, %s)", (channel(book.event_id), payload))
        assert is_noticed(book)
        assert book.state().head == 4
        assert stays_quiet(book)
