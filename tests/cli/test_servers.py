"""An event on a server from the command line: everything a file can do, by its URL."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.book import Book
from tests.cli.commands import Cli
from tests.postgres_server import Server

pytestmark = pytest.mark.postgres

NEW = ("--ruleset", "ema-2025", "--name", "Spring Open")


@pytest.fixture
def server(postgres_server: Server) -> Iterator[Server]:
    postgres_server.run("CREATE DATABASE events")
    yield postgres_server
    postgres_server.run("DROP DATABASE events WITH (FORCE)")


def made(cli: Cli, url: str, *arguments: str) -> str:
    """Make an event and return the address that the program tells."""
    done = cli("new", url, *(arguments or NEW))
    assert done.code == 0
    location, told, _ = done.out.partition(": made under EMA")
    assert told
    return location


def test_an_event_from_new_to_dump(
    cli: Cli, server: Server, folder: Path, tmp_path: Path
) -> None:
    url = server.url("events")
    event = made(cli, url)
    assert event.startswith(f"{url}?event=")
    assert cli("import", url, folder).code == 0
    assert cli("verify", url).code == 0
    assert cli("check", url).code == 0
    rows = json.loads(cli("standings", event, "--format", "json").out)["rows"]
    assert rows[0]["name"] == "Ann"
    assert cli("void", url, "5", "--reason", "typo").code == 0

    dump, back = tmp_path / "spring.jsonl", tmp_path / "back.db"
    assert cli("dump", url, "-o", dump).code == 0
    assert cli("restore", dump, back).code == 0
    assert cli("backup", url, tmp_path / "copy.db").code == 0
    with Book.open(url) as book:
        for path in (back, tmp_path / "copy.db"):
            with Book.open(path) as copy:
                assert copy.state().head_hash == book.state().head_hash


def test_a_file_moves_to_a_server_and_stays_the_same(
    cli: Cli, server: Server, event: Path, tmp_path: Path
) -> None:
    dump, url = tmp_path / "spring.jsonl", server.url("events")
    assert cli("dump", event, "-o", dump).code == 0
    assert cli("restore", dump, url).code == 0
    with Book.open(url) as book, Book.open(event) as file:
        assert book.state().entries == file.state().entries
        assert book.verify() == []
    again = cli("restore", dump, url)
    assert again.code == 2
    assert again.err.count("\n") == 1


def test_several_events_are_told_apart(cli: Cli, server: Server) -> None:
    url = server.url("events")
    spring = made(cli, url)
    autumn = made(cli, url, "--ruleset", "ema-2025", "--name", "Autumn")
    done = cli("check", url)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "holds several events, expected ?event= and one of: " in done.err
    for event in (spring, autumn):
        assert cli("check", event).code == 0


def test_no_secret_is_told(cli: Cli, server: Server) -> None:
    url = server.url("events").replace("postgres@", "postgres:secret@")
    done = cli("new", url, *NEW)
    assert "secret" not in done.out + done.err
    done = cli("check", url.replace(str(server.port), "1"))
    assert done.code == 2
    assert "no connection" in done.err
    assert done.err.count("\n") == 1
    assert "secret" not in done.err


def test_roles_are_made(cli: Cli, server: Server, event: Path) -> None:
    url = server.url("events")
    made(cli, url)
    done = cli("roles", url)
    assert (done.code, done.err) == (0, "")
    server.run("CREATE ROLE anna LOGIN IN ROLE ledger_viewer")
    try:
        viewer = server.url("events", "anna")
        assert cli("verify", viewer).code == 0
        done = cli("staff", viewer, "add", "Mori")
        assert done.code == 2
        assert "this login may not do that" in done.err
    finally:
        server.run("DROP OWNED BY anna")
        server.run("DROP ROLE anna")
    done = cli("roles", event)
    assert done.code == 2
    assert "a file has no roles" in done.err
