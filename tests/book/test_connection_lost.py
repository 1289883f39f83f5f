"""Cables pulled, servers killed: said at once, and never booked twice."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ledger.book import Book
from ledger.book.postgres_connections import SERVER_SETTINGS
from ledger.core.event import Place, Signature
from ledger.errors import BookError, ConnectionLost, LoginRefused
from tests.book import samples
from tests.book.proxy import Proxy
from tests.postgres_server import Server

Signatures = Iterator[Signature]
AT_ONCE_SECONDS = 2.0
COMMIT = b"COMMIT\0"  # which READ COMMITTED is not

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def _nothing_is_printed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What libraries log of it would land in the middle of a screen."""
    yield
    heard = [r for r in caplog.records if not r.name.startswith("psycopg")]
    assert [r.getMessage() for r in heard if r.levelno >= logging.WARNING] == []
    assert logging.getLogger("psycopg").handlers, "or the last resort prints it"


@pytest.fixture
def proxy(postgres_server: Server) -> Iterator[Proxy]:
    """Return a line to the server that can be cut."""
    with Proxy(postgres_server.port) as line:
        yield line


@pytest.fixture
def proxy_url(url: str, postgres_server: Server, proxy: Proxy) -> str:
    """Return the URL of a book that is reached over that line."""
    return url.replace(f":{postgres_server.port}/", f":{proxy.port}/")


@contextmanager
def lost() -> Iterator[None]:
    """Expect that a lost connection is told at once, in one line, without secrets."""
    start = time.monotonic()
    with pytest.raises(ConnectionLost, match="no connection") as caught:
        yield
    assert time.monotonic() - start < AT_ONCE_SECONDS
    assert "\n" not in str(caught.value)


def end_sessions(server: Server) -> None:
    server.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name LIKE 'riichi-ledger %'"
    )


def until_lost(book: Book) -> None:
    with lost():
        while True:
            book.changed()


@pytest.mark.parametrize("delivers", [True, False], ids=["answer lost", "asking lost"])
@pytest.mark.parametrize(
    "message",
    [
        b"BEGIN",
        b"FOR UPDATE",
        b"SELECT entry",
        b"INSERT INTO entry",
        b"INSERT INTO ruling",
        b"INSERT INTO posting",
        b"pg_notify",
        COMMIT,
    ],
)
def test_whatever_is_lost_is_booked_once_when_sent_again(
    url: str,
    proxy_url: str,
    proxy: Proxy,
    sign: Signatures,
    message: bytes,
    delivers: bool,
) -> None:
    """Each step of booking is lost once; when COMMIT is, nobody can know."""
    with Book.open(proxy_url) as book, Book.open(url) as other:
        assert book.state().head == 4
        by = next(sign)
        proxy.cut(message, delivers=delivers)
        with lost():
            book.record(samples.furiten_ron(), by)
        had_come_through = message == COMMIT and delivers
        assert other.state().head == 4 + had_come_through
        entry = book.record(samples.furiten_ron(), by)
        assert entry.number == 5
        assert other.state().entries == book.state().entries
        assert book.state().head == 5
        assert book.verify() == []


@pytest.mark.parametrize(
    ("message", "delivers", "head"),
    [(b"INSERT INTO sheet", True, 4), (COMMIT, False, 4), (COMMIT, True, 8)],
)
def test_a_lost_import_comes_through_whole_or_not_at_all(
    proxy_url: str,
    proxy: Proxy,
    sign: Signatures,
    message: bytes,
    delivers: bool,
    head: int,
) -> None:
    tables = [Place(round=r, table=t) for r in (1, 2) for t in (1, 2)]
    items = [(samples.sheet(), place, next(sign)) for place in tables]
    with Book.open(proxy_url) as book:
        before = book.state().head_hash
        proxy.cut(message, delivers=delivers)
        with lost():
            book.add_all(items, after=before)
        assert book.state().head == head
        entries = book.add_all(items, after=before)
        assert [entry.number for entry in entries] == [5, 6, 7, 8]
        assert book.state().head == 8
        assert book.verify() == []


def test_a_terminal_that_is_back_does_not_wait_for_itself(
    url: str, proxy_url: str, proxy: Proxy, sign: Signatures
) -> None:
    """Its former session may sleep in the middle of an entry, with the lock."""
    by = next(sign)
    with Book.open(proxy_url) as book, Book.open(url) as other:
        book.state()
        proxy.forget(b"INSERT INTO ruling")
        with lost():
            book.record(samples.furiten_ron(), by)
        start = time.monotonic()
        assert book.record(samples.furiten_ron(), by).number == 5
        assert time.monotonic() - start < AT_ONCE_SECONDS
        assert other.state().head == 5


def test_reading_goes_on_after_the_connection_was_lost(
    url: str, postgres_server: Server, sign: Signatures
) -> None:
    with Book.open(url) as book, Book.open(url) as other:
        state = book.state()
        end_sessions(postgres_server)
        with lost():
            book.state()
        with pytest.raises(ConnectionLost):
            other.record(samples.furiten_ron(), next(sign))
        other.record(samples.furiten_ron(), next(sign))
        assert book.state() is state
        assert state.head == 5
        assert book.verify() == []
        end_sessions(postgres_server)
        with lost():
            book.verify()
        assert book.check(["chain"]) == []


def test_asking_for_changes_says_so_and_does_not_connect_again(
    url: str, postgres_server: Server, sign: Signatures
) -> None:
    """A screen asks fifty times a second: it must not wait for a server each time."""
    with Book.open(url) as book, Book.open(url) as other:
        book.state()
        end_sessions(postgres_server)
        until_lost(book)
        for _ in range(3):
            with lost():
                book.changed()
        with lost():
            other.state()
        other.record(samples.furiten_ron(), next(sign))
        book.reconnect()
        book.reconnect()
        assert book.changed(), "what came while nobody listened is not missed"
        assert book.state().head == 5
        assert not book.changed()


def test_a_server_that_is_killed_and_comes_back(sign: Signatures) -> None:
    with Server() as server:
        Book.create(
            server.url(), name="x", ruleset=str(samples.HOUSE), by=next(sign)
        ).close()
        with Book.open(server.url()) as book:
            by = next(sign)
            first = book.add(samples.players(), Place(), by)
            server.kill()
            with lost():
                book.add(samples.players(), Place(), by)
            with lost():
                book.add(samples.players(), Place(), by)
            with lost():
                book.reconnect()
            server.start()
            assert book.add(samples.players(), Place(), by) == first
            assert book.verify() == []
            server.stop()
            with lost():
                book.state()


def test_after_the_connection_was_lost_it_is_the_same_event(
    url: str, postgres_server: Server, sign: Signatures
) -> None:
    with Book.open(url) as book:
        Book.create(
            url, name="Autumn", ruleset=str(samples.HOUSE), by=next(sign)
        ).close()
        end_sessions(postgres_server)
        with lost():
            book.state()
        assert book.state().head == 4
        with pytest.raises(BookError, match="holds several events"):
            Book.open(url)


def test_a_terminal_that_falls_asleep_does_not_hold_the_others_up(
    url: str, monkeypatch: pytest.MonkeyPatch, sign: Signatures
) -> None:
    """A laptop is shut in the middle of an entry; the server ends its session."""
    item = (samples.sheet(), Place(round=1, table=1), next(sign))
    with monkeypatch.context() as soon:
        setting = "idle_in_transaction_session_timeout"
        soon.setitem(SERVER_SETTINGS, setting, "300ms")
        sleeper = Book.open(url)
    with sleeper, Book.open(url) as other:

        def nap(_: int) -> None:
            time.sleep(0.6)
            assert other.record(samples.furiten_ron(), next(sign)).number == 5

        with pytest.raises(ConnectionLost):
            sleeper.add_all([item], nap)
        (entry,) = sleeper.add_all([item])
        assert entry.number == 6
        assert sleeper.state().entries == other.state().entries


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql+psycopg://ann:secret@127.0.0.1:1/db", "Connection refused"),
        ("postgresql://ann:secret@127.0.0.1:1/db?password=secret", "refused"),
        ("postgresql+psycopg://ann:secret@nowhere.invalid/db", "nowhere.invalid"),
    ],
)
def test_a_server_that_is_not_there(url: str, told: str) -> None:
    with pytest.raises(ConnectionLost, match=told) as caught:
        Book.open(url)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(ConnectionLost):
        Book.create(
            url, name="x", ruleset=str(samples.HOUSE), by=next(samples.signatures())
        )


@pytest.fixture
def strict_server(postgres_server: Server) -> Iterator[Server]:
    """Return the server while it wants a password of some and turns others away."""
    rules = postgres_server.data / "pg_hba.conf"
    usual = rules.read_text("utf-8")
    rules.write_text(
        "host all asked all scram-sha-256\nhost all barred all reject\n" + usual,
        "utf-8",
    )
    postgres_server.run("CREATE ROLE asked LOGIN PASSWORD 'right'")
    for role in ("barred LOGIN", "asleep NOLOGIN", "full LOGIN CONNECTION LIMIT 0"):
        postgres_server.run(f"CREATE ROLE {role}")
    postgres_server.run("SELECT pg_reload_conf()")
    yield postgres_server
    rules.write_text(usual, "utf-8")
    postgres_server.run("SELECT pg_reload_conf()")
    for role in ("asked", "barred", "asleep", "full"):
        postgres_server.run(f"DROP ROLE {role}")


def refusal(url: str) -> BookError:
    with pytest.raises(BookError) as caught:
        Book.open(url).close()
    return caught.value


@pytest.mark.parametrize(
    ("login", "told"),
    [
        ("asked:wrong", 'password authentication failed for user "asked"'),
        ("asked", "no password supplied"),
        ("barred", "pg_hba.conf rejects connection"),
        ("asleep", 'role "asleep" is not permitted to log in'),
        ("nobody", 'role "nobody" does not exist'),
    ],
)
@pytest.mark.usefixtures("strict_server")
def test_a_refused_login_is_told_as_one(url: str, login: str, told: str) -> None:
    error = refusal(url.replace("postgres@", f"{login}@"))
    for _ in range(100):  # until the server has read its rules anew
        if told in str(error):
            break
        time.sleep(0.05)
        error = refusal(url.replace("postgres@", f"{login}@"))
    assert type(error) is LoginRefused
    assert f"this login is not let in: {told}" in str(error)
    assert "wrong" not in str(error)
    assert "\n" not in str(error)


@pytest.mark.usefixtures("strict_server")
def test_a_server_that_is_busy_is_tried_again(url: str) -> None:
    with pytest.raises(ConnectionLost, match="too many connections"):
        Book.open(url.replace("postgres@", "full@"))


def test_a_login_or_database_that_is_not_there(url: str, full_url: str) -> None:
    with pytest.raises(BookError, match='role "nobody_here" does not exist'):
        Book.open(url.replace("postgres@", "nobody_here@"))
    with pytest.raises(BookError, match='database "none" does not exist'):
        Book.open(full_url.rpartition("/")[0] + "/none")
