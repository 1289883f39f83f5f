"""A book of one's own for every test, on a file or on a server, copied from a template.

Tests that take `book` and `location` run on each engine; those that take `path` or
`url` are about one of them.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

from ledger.book import Book, schema
from ledger.core.contents import StaffAdded
from ledger.core.event import KINDS, Place, Signature
from ledger.resources import resource_folder
from tests.book import samples
from tests.postgres_server import Server, database_in

NUMBERS = count(1)
NEXT = "9000"
"""The revision of a program of the future."""


def make_plain(location: str | Path) -> None:
    """Make an event with eight players and two rounds: entries 1 to 4."""
    sign = samples.signatures("made-")
    with Book.create(
        location, name="Spring", ruleset=str(samples.HOUSE), rounds=3, by=next(sign)
    ) as book:
        book.add(StaffAdded(name="Mori", role="head-referee"), Place(), next(sign))
        book.add(samples.players(), Place(), next(sign))
        book.add(samples.seatings(), Place(), next(sign))


def make_busy(location: str | Path) -> None:
    """Make an event in full swing, with rulings and sheets: 1 to 10."""
    make_plain(location)
    with Book.open(location) as book:
        add_first_kinds(book, samples.signatures("full-"))


def make_full(location: str | Path) -> None:
    """Make an event that has every kind of entry: 1 to 28."""
    make_plain(location)
    sign = samples.signatures("full-")
    with Book.open(location) as book:
        add_first_kinds(book, sign)
        for content, place in samples.story():
            book.add(content, place, next(sign))
        kinds = {entry.kind for entry in book.state().entries}
        assert kinds == KINDS.keys()
        assert book.verify() == []


def add_first_kinds(book: Book, sign: Iterator[Signature]) -> None:
    """Add what revision 0001 knew: sheets, results, rulings and a void."""
    book.add(samples.sheet(), Place(round=1, table=2), next(sign))
    book.add(samples.results(), Place(), next(sign))
    book.add(samples.ruled(), samples.TABLE, next(sign))
    book.add(samples.ruled(-10000, note="again"), samples.TABLE, next(sign))
    book.void(8, "entered twice", next(sign))
    book.record(samples.furiten_ron("3"), next(sign))


# Files ----------------------------------------------------------------------------


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a plain event, to copy."""
    path = tmp_path_factory.mktemp("template") / "event.db"
    make_plain(path)
    return path


@pytest.fixture(scope="session")
def busy_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an event in full swing, to copy."""
    path = tmp_path_factory.mktemp("busy") / "event.db"
    make_busy(path)
    return path


@pytest.fixture(scope="session")
def full_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an event with every kind of entry, to copy."""
    path = tmp_path_factory.mktemp("full") / "event.db"
    make_full(path)
    return path


@pytest.fixture
def path(template: Path, tmp_path: Path) -> Path:
    """Return the file of a book of one's own."""
    copy = tmp_path / "event.db"
    shutil.copy(template, copy)
    return copy


@pytest.fixture
def busy_path(busy_template: Path, tmp_path: Path) -> Path:
    """Return the file of a book in full swing."""
    copy = tmp_path / "busy.db"
    shutil.copy(busy_template, copy)
    return copy


@pytest.fixture
def full_path(full_template: Path, tmp_path: Path) -> Path:
    """Return the file of a book that has every kind of entry."""
    copy = tmp_path / "full.db"
    shutil.copy(full_template, copy)
    return copy


# Databases on a server ------------------------------------------------------------


@contextmanager
def database(server: Server, template: str | None = None) -> Iterator[str]:
    """Make a database, empty or a copy, and give its name."""
    name = f"book_{next(NUMBERS)}"
    copied = f" TEMPLATE {template}" if template else ""
    server.run(f"CREATE DATABASE {name}{copied}")
    yield name
    server.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgres_template(postgres_server: Server) -> Iterator[str]:
    """Return the database of a plain event, to copy."""
    with database(postgres_server) as name:
        make_plain(postgres_server.url(name))
        yield name


@pytest.fixture(scope="session")
def full_postgres_template(postgres_server: Server) -> Iterator[str]:
    """Return the database of an event with every kind of entry, to copy."""
    with database(postgres_server) as name:
        make_full(postgres_server.url(name))
        yield name


@pytest.fixture
def empty_url(postgres_server: Server) -> Iterator[str]:
    """Return the URL of a database with nothing in it."""
    with database(postgres_server) as name:
        yield postgres_server.url(name)


@pytest.fixture
def url(postgres_server: Server, postgres_template: str) -> Iterator[str]:
    """Return the URL of a book of one's own."""
    with database(postgres_server, postgres_template) as name:
        yield postgres_server.url(name)


@pytest.fixture
def full_url(postgres_server: Server, full_postgres_template: str) -> Iterator[str]:
    """Return the URL of a book that has every kind of entry."""
    with database(postgres_server, full_postgres_template) as name:
        yield postgres_server.url(name)


@pytest.fixture
def owner(postgres_server: Server, url: str) -> Iterator["psycopg.Connection"]:
    """Return a session of who may do everything in the database of `url`."""
    with postgres_server.connect(database_in(url)) as connection:
        yield connection


# Either ---------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def engine(request: pytest.FixtureRequest) -> str:
    """Return the engine that a test is run on: on each of them."""
    return str(request.param)


@pytest.fixture
def location(engine: str, request: pytest.FixtureRequest) -> str:
    """Return by what to open a book of one's own."""
    return str(request.getfixturevalue("path" if engine == "sqlite" else "url"))


@pytest.fixture
def book(location: str) -> Iterator[Book]:
    """Open a book, and prove it when the test is over."""
    with Book.open(location) as opened:
        yield opened
        assert opened.verify() == []


@pytest.fixture
def sign() -> Iterator[Signature]:
    """Return signatures, each with a client id of its own."""
    return samples.signatures()


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where to write the next migration, of a program of the future."""
    folder = tmp_path / "per cent %s" / "migrations"
    shutil.copytree(
        resource_folder("migrations"), folder, ignore=shutil.ignore_patterns("*.pyc")
    )
    monkeypatch.setattr(schema, "REVISIONS", (*schema.REVISIONS, NEXT))
    monkeypatch.setattr(schema, "resource_folder", lambda _: folder)
    return folder / "versions" / f"{NEXT}_later.py"
