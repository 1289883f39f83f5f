"""A book on a real file for every test, made once and copied."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.contents import StaffAdded
from ledger.core.event import KINDS, Place, Signature
from tests.book import samples


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an event with eight players and two rounds: entries 1 to 4."""
    path = tmp_path_factory.mktemp("template") / "event.db"
    sign = samples.signatures("made-")
    with Book.create(
        path, name="Spring", ruleset=str(samples.HOUSE), rounds=3, by=next(sign)
    ) as book:
        book.add(StaffAdded(name="Mori", role="head-referee"), Place(), next(sign))
        book.add(samples.players(), Place(), next(sign))
        book.add(samples.seatings(), Place(), next(sign))
    return path


@pytest.fixture(scope="session")
def full_template(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an event that has every kind of entry: 1 to 27."""
    path = tmp_path_factory.mktemp("full") / "event.db"
    shutil.copy(template, path)
    sign = samples.signatures("full-")
    with Book.open(path) as book:
        add_first_kinds(book, sign)
        for content, place in samples.story():
            book.add(content, place, next(sign))
        kinds = {entry.kind for entry in book.state().entries}
        assert kinds == KINDS.keys()
        assert book.verify() == []
    return path


@pytest.fixture(scope="session")
def busy_template(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an event in full swing, with rulings and sheets: 1 to 10."""
    path = tmp_path_factory.mktemp("busy") / "event.db"
    shutil.copy(template, path)
    with Book.open(path) as book:
        add_first_kinds(book, samples.signatures("full-"))
    return path


def add_first_kinds(book: Book, sign: Iterator[Signature]) -> None:
    """Add what revision 0001 knew: sheets, results, rulings and a void."""
    book.add(samples.sheet(), Place(round=1, table=2), next(sign))
    book.add(samples.results(), Place(), next(sign))
    book.add(samples.ruled(), samples.TABLE, next(sign))
    book.add(samples.ruled(-10000, note="again"), samples.TABLE, next(sign))
    book.void(8, "entered twice", next(sign))
    book.record(samples.furiten_ron("3"), next(sign))


@pytest.fixture
def path(template: Path, tmp_path: Path) -> Path:
    """Return the file of a book of one's own."""
    copy = tmp_path / "event.db"
    shutil.copy(template, copy)
    return copy


@pytest.fixture
def full_path(full_template: Path, tmp_path: Path) -> Path:
    """Return the file of a book that has every kind of entry."""
    copy = tmp_path / "full.db"
    shutil.copy(full_template, copy)
    return copy


@pytest.fixture
def busy_path(busy_template: Path, tmp_path: Path) -> Path:
    """Return the file of a book in full swing."""
    copy = tmp_path / "busy.db"
    shutil.copy(busy_template, copy)
    return copy


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    """Open a book, and prove it when the test is over."""
    with Book.open(path) as opened:
        yield opened
        assert opened.verify() == []


@pytest.fixture
def sign() -> Iterator[Signature]:
    """Return signatures, each with a client id of its own."""
    return samples.signatures()
