"""The server itself lets a viewer only read, and a writer only add."""

import re
from collections.abc import Iterator
from itertools import count

import psycopg
import pytest

from ledger.book import Book, grant_roles
from ledger.book.metadata import POSTGRES_FUNCTION as FUNCTION
from ledger.book.metadata import TABLES
from ledger.core.event import Place, Signature
from ledger.errors import BookError
from tests.book import samples
from tests.postgres_server import Server, database_in

Signatures = Iterator[Signature]
NUMBERS = count(1)
DENIED = "permission denied|must be owner"

pytestmark = pytest.mark.postgres


def as_user(url: str, user: str) -> str:
    return url.replace("postgres@", f"{user}@")


@pytest.fixture
def granted_url(full_url: str) -> str:
    """Return the URL of a book whose roles have their rights."""
    grant_roles(full_url)
    return full_url


def login(server: Server, url: str, role: str) -> Iterator[str]:
    name = f"{role}_{next(NUMBERS)}"
    server.run(f"CREATE ROLE {name} LOGIN IN ROLE {role}")
    yield name
    database = database_in(url)
    server.run(f"DROP OWNED BY {name}", database)
    server.run(f"DROP ROLE {name}")


@pytest.fixture
def writer(postgres_server: Server, granted_url: str) -> Iterator[str]:
    """Return a login that may write."""
    yield from login(postgres_server, granted_url, "ledger_writer")


@pytest.fixture
def viewer(postgres_server: Server, granted_url: str) -> Iterator[str]:
    """Return a login that may only read."""
    yield from login(postgres_server, granted_url, "ledger_viewer")


def refused(
    server: Server, url: str, user: str, *statements: str, match: str = DENIED
) -> None:
    for statement in statements:
        with server.connect(database_in(url), user) as connection:
            try:
                connection.execute(statement.encode())
            except psycopg.Error as error:
                assert re.search(match, str(error)), statement  # noqa: PT017
            else:
                pytest.fail(f"{user} was let to {statement}")


def test_a_viewer_reads_everything(granted_url: str, viewer: str) -> None:
    with Book.open(as_user(granted_url, viewer)) as book:
        assert book.state().head == 28
        assert book.verify() == []
        assert book.check(["balance", "chain"]) == []


def test_a_viewer_hears_of_new_entries(
    granted_url: str, viewer: str, sign: Signatures
) -> None:
    with (
        Book.open(as_user(granted_url, viewer)) as book,
        Book.open(granted_url) as owner,
    ):
        book.state()
        owner.add(samples.PIN, Place(), next(sign))
        while not book.changed():
            pass
        assert book.state().head == 29


def test_a_viewer_writes_nothing(
    granted_url: str, viewer: str, sign: Signatures
) -> None:
    with Book.open(as_user(granted_url, viewer)) as book:
        assert book.obstacle == "this login may only read"
        with pytest.raises(BookError, match="this login may not do that") as caught:
            book.add(samples.PIN, Place(), next(sign))
        assert "\n" not in str(caught.value)
        with pytest.raises(BookError, match="this login may not do that"):
            book.add_all([(samples.PIN, Place(), next(sign))])
        assert book.state().head == 28
    with pytest.raises(BookError, match="this login may not do that"):
        Book.create(
            as_user(granted_url, viewer),
            name="Mine",
            ruleset=str(samples.HOUSE),
            by=next(sign),
        )


def test_a_viewer_has_no_way_round(
    postgres_server: Server, granted_url: str, viewer: str
) -> None:
    for table in TABLES:
        column = TABLES[table].columns.keys()[-1]
        refused(
            postgres_server,
            granted_url,
            viewer,
            f"INSERT INTO {table} SELECT * FROM {table}",
            f"UPDATE {table} SET {column} = {column}",
            f"DELETE FROM {table}",
            f"TRUNCATE {table} CASCADE",
            f"SELECT * FROM {table} FOR UPDATE",
            f"DROP TABLE {table} CASCADE",
            f"ALTER TABLE {table} DISABLE TRIGGER ALL",
            f"BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE",
        )


def test_a_writer_books(granted_url: str, writer: str, sign: Signatures) -> None:
    with Book.open(as_user(granted_url, writer)) as book:
        assert book.obstacle == ""
        assert book.add(samples.PIN, Place(), next(sign)).number == 29
        assert book.verify() == []
    with pytest.raises(BookError, match="permission denied for table event"):
        Book.create(
            as_user(granted_url, writer),
            name="Mine",
            ruleset=str(samples.HOUSE),
            by=next(sign),
        )


def test_a_writer_changes_and_removes_nothing(
    postgres_server: Server, granted_url: str, writer: str
) -> None:
    for table in TABLES:
        column = TABLES[table].columns.keys()[-1]
        refused(
            postgres_server,
            granted_url,
            writer,
            f"UPDATE {table} SET {column} = {column}",
            f"DELETE FROM {table}",
            f"TRUNCATE {table} CASCADE",
            f"DROP TABLE {table} CASCADE",
            f"ALTER TABLE {table} DISABLE TRIGGER ALL",
            f"CREATE TRIGGER x AFTER INSERT ON {table} EXECUTE FUNCTION {FUNCTION}()",
            f"DROP TRIGGER {table}_no_change ON {table}",
            f"CREATE RULE x AS ON INSERT TO {table} DO INSTEAD NOTHING",
        )


def test_what_a_writer_needs_for_the_lock_lets_him_change_nothing(
    postgres_server: Server, granted_url: str, writer: str
) -> None:
    refused(
        postgres_server,
        granted_url,
        writer,
        "UPDATE event SET event_id = event_id",
        "UPDATE event SET event_id = 'x'",
        match="event is append-only",
    )


def test_neither_touches_schema_function_or_revision(
    postgres_server: Server, granted_url: str, writer: str, viewer: str
) -> None:
    for user in (writer, viewer):
        refused(
            postgres_server,
            granted_url,
            user,
            "UPDATE alembic_version SET version_num = '9999'",
            "DELETE FROM alembic_version",
            "INSERT INTO alembic_version VALUES ('9999')",
            "CREATE TABLE entry2 (x integer)",
            "DROP FUNCTION refuse_change CASCADE",
            "SET session_replication_role = replica",
            "DROP SCHEMA public CASCADE",
            match="permission denied|must be owner|permission to create",
        )


def test_granting_again_takes_back_what_was_given_besides(
    postgres_server: Server, granted_url: str, viewer: str
) -> None:
    database = database_in(granted_url)
    postgres_server.run("GRANT ALL ON entry TO ledger_viewer, PUBLIC", database)
    grant_roles(granted_url)
    refused(postgres_server, granted_url, viewer, "DELETE FROM entry")


def test_only_the_owner_grants(granted_url: str, writer: str) -> None:
    with pytest.raises(BookError, match="this login does not own the tables"):
        grant_roles(as_user(granted_url, writer))


def test_a_file_has_no_roles(path: str) -> None:
    with pytest.raises(BookError, match="a file has no roles"):
        grant_roles(str(path))
