"""A folder to import from, and events to import into."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.event import Signature
from tests.files.events import Event


@pytest.fixture
def by() -> Signature:
    at = datetime(2026, 5, 2, 9, tzinfo=UTC)
    return Signature(staff="Mori", at=at, terminal="desk", client_id="made")


@pytest.fixture
def make(tmp_path: Path, by: Signature) -> Iterator[Callable[..., Event]]:
    """Make events under an edition; each in a folder of its own."""
    books: list[Book] = []

    def made(edition: str = "ema-2025", **options: str) -> Event:
        folder = tmp_path / f"event {len(books)}"
        folder.mkdir()
        book = Book.create(
            folder / "event.db", name="Spring", ruleset=edition, options=options, by=by
        )
        books.append(book)
        return Event(book, folder, by)

    yield made
    for book in books:
        book.close()
