"""What only a server has: many events, foreign tables, locks, logins, settings."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from ledger.book import Book, grant_roles, postgres_schema
from ledger.book.location import database_of
from ledger.book.postgres import PostgresEvent
from ledger.book.postgres_connections import WRITE, plain_errors, transaction
from ledger.core.event import Place, Signature
from ledger.errors import (
    BookDamaged,
    BookError,
    ConnectionLost,
    NotABook,
    SchemaTooNew,
)
from tests.book import samples
from tests.postgres_server import Server, database_in

Signatures = Iterator[Signature]

pytestmark = pytest.mark.postgres


def new_event(url: str, name: str, sign: Signatures) -> str:
    with Book.create(url, name=name, ruleset=str(samples.HOUSE), by=next(sign)) as book:
        return book.event_id


# Making and choosing ---------------------------------------------------------------


def test_the_first_event_makes_the_tables(empty_url: str, sign: Signatures) -> None:
    with pytest.raises(NotABook, match="holds no event yet") as caught:
        Book.open(empty_url)
    assert str(caught.value).startswith(f"{empty_url}: ")
    by = next(sign)
    with Book.create(
        empty_url, name="林杯", ruleset=str(samples.HOUSE), rounds=5, by=by
    ) as book:
        (first,) = book.state().entries
        assert first.signature == by
        assert book.verify() == []
        assert book.location == f"{empty_url}?event={book.event_id}"
        with Book.open(book.location) as other:
            assert other.state().entries == [first]


def test_several_events_lie_in_one_database(url: str, sign: Signatures) -> None:
    with Book.open(url) as spring:
        autumn = new_event(url, "Autumn", sign)
        with pytest.raises(BookError, match="holds several events, expected") as caught:
            Book.open(url)
        for event_id, name in ((spring.event_id, "Spring"), (autumn, "Autumn")):
            assert f"{event_id[:8]} '{name}'" in str(caught.value)
        with Book.open(f"{url}?event={autumn[:6]}") as other:
            assert other.event_id == autumn
            other.add(samples.players(), Place(), next(sign))  # of both
            spring.record(samples.furiten_ron(), next(sign))
            for book, head in ((spring, 5), (other, 2)):
                assert book.state().head == head
                assert book.verify() == []
                assert book.check(["chain", "balance"]) == []
    for wrong in ("zz", autumn + "0"):
        with pytest.raises(BookError, match=f"holds no event '{wrong}', expected"):
            Book.open(f"{url}?event={wrong}")


def test_a_long_list_of_events_is_cut(url: str, sign: Signatures) -> None:
    for number in range(7):
        new_event(url, f"Number {number}", sign)
    with pytest.raises(BookError, match=r"and 3 more$") as caught:
        Book.open(url)
    assert "\n" not in str(caught.value)


def test_the_same_client_id_in_another_event_is_another(
    url: str, sign: Signatures
) -> None:
    autumn = new_event(url, "Autumn", sign)
    by = next(sign)
    with (
        Book.open(f"{url}?event={autumn}") as one,
        Book.open(f"{url}?event={database_event(url, 'Spring')}") as two,
    ):
        assert one.add(samples.players(), Place(), by).number == 2
        assert two.add(samples.sheet(), Place(round=1, table=1), by).number == 5
        assert not one.changed()
        assert not two.changed()


def database_event(url: str, name: str) -> str:
    database = database_of(url)
    assert isinstance(database, PostgresEvent)
    with closing(database.connect()) as connection, database.reading(connection):
        events = postgres_schema.events(connection)
    return next(event_id for event_id, found in events.items() if found == name)


def test_an_event_is_not_made_under_a_given_id(
    empty_url: str, sign: Signatures
) -> None:
    with pytest.raises(BookError, match="is given its id by the book"):
        new_event(f"{empty_url}?event=mine", "x", sign)
    with pytest.raises(BookError, match=r"expected \?event=ID once"):
        Book.open(f"{empty_url}?event=a&event=b")


def test_the_same_event_is_not_made_twice(empty_url: str, sign: Signatures) -> None:
    by = next(sign)
    new_event(empty_url, "x", iter([by]))
    with pytest.raises(BookError, match="refuses this: duplicate key") as caught:
        new_event(empty_url, "x", iter([by]))
    assert "\n" not in str(caught.value)


def test_what_does_not_work_out_leaves_no_tables(
    empty_url: str, sign: Signatures
) -> None:
    with pytest.raises(BookError, match="the event's name is empty"):
        new_event(empty_url, " ", sign)
    with pytest.raises(NotABook, match="holds no event yet"):
        Book.open(empty_url)


def test_two_who_make_the_first_event_at_once(empty_url: str) -> None:
    made: list[str] = []

    def make(name: str) -> None:
        made.append(new_event(empty_url, name, samples.signatures(name)))

    both = [threading.Thread(target=make, args=(name,)) for name in ("a", "b")]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert len(set(made)) == 2
    for event_id in made:
        with Book.open(f"{empty_url}?event={event_id}") as book:
            assert book.verify() == []


# What is not ours -----------------------------------------------------------------


@contextmanager
def untouched(server: Server, url: str) -> Iterator[None]:
    """Check that nothing is made or changed."""

    def objects() -> object:
        with server.connect(database_in(url)) as connection:
            return connection.execute(
                "SELECT relname, relkind, xmin::text FROM pg_class "
                "WHERE relnamespace = 'public'::regnamespace ORDER BY 1"
            ).fetchall()

    before = objects()
    yield
    assert objects() == before


def test_a_database_of_something_else(
    postgres_server: Server, empty_url: str, sign: Signatures
) -> None:
    postgres_server.run("CREATE TABLE customers (id integer)", database_in(empty_url))
    with untouched(postgres_server, empty_url):
        for act in (Book.open, lambda url: new_event(url, "x", sign)):
            with pytest.raises(NotABook, match="a database of something else"):
                act(empty_url)


def test_what_belongs_to_an_extension_is_not_in_the_way(
    postgres_server: Server, empty_url: str, sign: Signatures
) -> None:
    database = database_in(empty_url)
    postgres_server.run("CREATE TABLE statistics (id integer)", database)
    postgres_server.run("ALTER EXTENSION plpgsql ADD TABLE statistics", database)
    with Book.open(empty_url + "?event=" + new_event(empty_url, "x", sign)) as book:
        assert book.verify() == []


def test_a_book_from_the_future_is_left_as_it_is(
    postgres_server: Server, url: str, sign: Signatures
) -> None:
    postgres_server.run(
        "UPDATE alembic_version SET version_num = '9999'", database_in(url)
    )
    with untouched(postgres_server, url):
        for act in (Book.open, lambda url: new_event(url, "x", sign)):
            with pytest.raises(SchemaTooNew, match="schema 9999, this program knows"):
                act(url)


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM alembic_version", "INSERT INTO alembic_version VALUES (1)"],
)
def test_a_book_that_does_not_say_its_revision(
    postgres_server: Server, url: str, statement: str
) -> None:
    postgres_server.run(statement, database_in(url))
    with pytest.raises(BookError, match=r"revisions, expected 1|no event yet"):
        Book.open(url)


def test_a_database_that_cannot_hold_every_name(
    postgres_server: Server, sign: Signatures
) -> None:
    postgres_server.run(
        "CREATE DATABASE narrow ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
    )
    try:
        with pytest.raises(BookError, match="stores text as LATIN1, expected UTF8"):
            new_event(postgres_server.url("narrow"), "x", sign)
    finally:
        postgres_server.run("DROP DATABASE narrow WITH (FORCE)")


def test_a_schema_of_its_own(
    postgres_server: Server, empty_url: str, sign: Signatures
) -> None:
    """A federation keeps other things in the same database."""
    database = database_in(empty_url)
    postgres_server.run("CREATE TABLE customers (id integer)", database)
    own = f"{empty_url}?options=-csearch_path%3D%22Our%5C%20events%22"
    with pytest.raises(BookError, match="no schema of its search path exists"):
        new_event(own, "x", sign)
    postgres_server.run('CREATE SCHEMA "Our events"', database)
    event_id = new_event(own, "x", sign)
    with Book.open(f"{own}&event={event_id}") as book:
        assert book.verify() == []
        grant_roles(book.location)
        book.add(samples.players(), Place(), next(sign))


def test_the_driver_is_an_extra() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from ledger.book import Book; from ledger.errors import BookError\n"
        "try: Book.open('postgresql://host/db')\n"
        "except BookError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    (line,) = done.stdout.splitlines()
    assert "pip install 'riichi-ledger[postgres]'" in line


def test_a_file_needs_no_driver(path: Path) -> None:
    code = (
        "import sys; from ledger.book import Book\n"
        f"with Book.open({str(path)!r}) as book: book.state()\n"
        "print('psycopg' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


# Others in the way ----------------------------------------------------------------


def test_a_book_that_is_locked_for_long(
    url: str, owner: psycopg.Connection, sign: Signatures
) -> None:
    with Book.open(url, patience=0.1) as book:
        with owner.transaction():
            owner.execute("SELECT * FROM event FOR UPDATE")
            assert book.state().head == 4  # reading goes on
            by = next(sign)
            with pytest.raises(BookError, match="is locked: another program") as caught:
                book.record(samples.furiten_ron(), by)
            assert "\n" not in str(caught.value)
        assert book.record(samples.furiten_ron(), by).number == 5
        assert book.verify() == []


FAILING = """
CREATE SEQUENCE tried;
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF nextval('tried') <= {times} THEN RAISE EXCEPTION USING ERRCODE = '{state}'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fail BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION fail();
"""


@pytest.mark.parametrize("state", ["40001", "40P01"])
def test_a_conflict_is_tried_again(
    url: str, owner: psycopg.Connection, sign: Signatures, state: str
) -> None:
    owner.execute(FAILING.format(times=3, state=state, table="posting").encode())
    with Book.open(url) as book:
        assert book.record(samples.furiten_ron(), next(sign)).number == 5
        assert owner.execute("SELECT nextval('tried')").fetchone() == (6,)
        owner.execute("ALTER SEQUENCE tried RESTART")
        entries = book.add_all(
            (samples.wrong_count(), Place(), next(sign)) for _ in range(2)
        )
        assert [entry.number for entry in entries] == [6, 7]
        owner.execute("DROP TRIGGER fail ON posting")
        assert book.verify() == []


def test_a_conflict_that_never_ends_is_told(
    url: str, owner: psycopg.Connection, sign: Signatures
) -> None:
    owner.execute(FAILING.format(times=99, state="40001", table="entry").encode())
    with Book.open(url) as book:
        with pytest.raises(BookError, match="others were in the way too often"):
            book.record(samples.furiten_ron(), next(sign))
        assert owner.execute("SELECT nextval('tried')").fetchone() == (11,)
        assert book.state().head == 4


def test_a_deadlock_is_tried_again(
    url: str, postgres_server: Server, sign: Signatures
) -> None:
    """Somebody holds the table that we want, and wants the event that we hold."""
    with Book.open(url) as book, postgres_server.connect(database_in(url)) as other:
        postgres_server.run("ALTER SYSTEM SET deadlock_timeout = '100ms'")
        postgres_server.run("SELECT pg_reload_conf()")
        other.execute("SET deadlock_timeout = '10s'")  # so that we are the one undone
        with other.transaction():
            other.execute("LOCK TABLE entry IN SHARE MODE")
            booked: list[int] = []
            by = next(sign)
            thread = threading.Thread(
                target=lambda: booked.append(
                    book.record(samples.furiten_ron(), by).number
                )
            )
            thread.start()
            while not waits_for_lock(postgres_server, "INSERT INTO entry"):
                pass
            other.execute("SELECT * FROM event FOR UPDATE")
        thread.join()
        postgres_server.run("ALTER SYSTEM RESET deadlock_timeout")
        postgres_server.run("SELECT pg_reload_conf()")
        assert booked == [5]
        assert book.verify() == []


def waits_for_lock(server: Server, query: str) -> bool:
    with server.connect() as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
            "AND query LIKE %s",
            (f"{query}%",),
        ).fetchone()
    return found != (0,)


# Settings -------------------------------------------------------------------------


def test_every_session_is_set_up(
    postgres_server: Server, url: str, sign: Signatures
) -> None:
    """Also where the server trades durability for speed."""
    database = database_in(url)
    for setting in (
        "synchronous_commit = off",
        "default_transaction_isolation = serializable",
        "default_transaction_read_only = on",
    ):
        postgres_server.run(f"ALTER DATABASE {database} SET {setting}", database)
    made = database_of(url, patience=12)
    assert isinstance(made, PostgresEvent)
    with closing(made.connect()) as connection, transaction(connection, WRITE):
        found = {
            name: connection.exec_driver_sql(f"SHOW {name}").scalar()
            for name in (
                "synchronous_commit",
                "lock_timeout",
                "idle_in_transaction_session_timeout",
                "tcp_keepalives_idle",
                "transaction_isolation",
            )
        }
    assert found == {
        "synchronous_commit": "on",
        "lock_timeout": "12s",
        "idle_in_transaction_session_timeout": "5min",
        "tcp_keepalives_idle": "5",
        "transaction_isolation": "read committed",
    }
    with Book.open(url) as book:
        book.record(samples.furiten_ron(), next(sign))


def test_what_libpq_is_told_can_be_said_otherwise(url: str) -> None:
    with Book.open(f"{url}?connect_timeout=2&keepalives_idle=9") as book:
        assert "connect_timeout=2" in book.location
    with pytest.raises(BookError, match=r"invalid (connection|URI|integer)"):
        Book.open(f"{url}?no_such_option=1")


def test_a_location_tells_no_secrets(url: str) -> None:
    secret = url.replace("postgres@", "postgres:secret@")
    secrets = f"{secret}?sslpassword=secret&passfile=secret&connect_timeout=2"
    with Book.open(secrets) as book:
        assert "secret" not in book.location
        assert "connect_timeout=2" in book.location


def broken(state: str | None) -> psycopg.Error:
    if state is None:
        return psycopg.OperationalError("connection failed: the line is dead\nperhaps")
    return psycopg.errors.lookup(state)("some detail\nDETAIL: a row of secrets")


@pytest.mark.parametrize(
    ("state", "kind", "told"),
    [
        (None, ConnectionLost, "no connection: the line is dead"),
        ("08006", ConnectionLost, "no connection: some detail"),
        ("57P01", ConnectionLost, "no connection: some detail"),
        ("57P03", ConnectionLost, "no connection: some detail"),
        ("53100", BookError, "the disk is full; nothing was written"),
        ("53300", BookError, "the server has too many connections"),
        ("55P03", BookError, "is locked"),
        ("57014", BookError, "is locked"),
        ("25006", BookError, "is read-only on this server"),
        ("42501", BookError, "this login may not do that: some detail"),
        ("XX001", BookDamaged, "is damaged (some detail)"),
        ("23514", BookError, "the database refuses this: some detail"),
    ],
)
def test_each_fault_is_one_plain_line(
    state: str | None, kind: type[BookError], told: str
) -> None:
    with pytest.raises(BookError) as caught, plain_errors("postgresql://host/db"):
        raise broken(state)
    assert type(caught.value) is kind
    assert str(caught.value).startswith("postgresql://host/db: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "secrets" not in str(caught.value)


def test_a_fault_of_the_program_stays_one() -> None:
    with pytest.raises(ZeroDivisionError), plain_errors("postgresql://host/db"):
        raise ZeroDivisionError


# Between engines ------------------------------------------------------------------


def test_a_backup_is_a_file_with_the_same_hashes(
    full_url: str, full_path: Path, tmp_path: Path, sign: Signatures
) -> None:
    copy = tmp_path / "backup.db"
    with Book.open(full_url) as book, Book.open(full_path) as twin:
        assert book.state().entries == twin.state().entries
        book.backup(copy)
        with pytest.raises(BookError, match="is there already"):
            book.backup(copy)
        with Book.open(copy) as backup:
            assert backup.state().head_hash == book.state().head_hash
            assert backup.verify() == []
            backup.add(samples.PIN, Place(), next(sign))
        assert book.state().head == 28
