"""A new machine has no server: the tests bring their own, or say what is missing."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ledger.book import Book, grant_roles
from ledger.core.event import Place
from tests import postgres_server
from tests.book import samples
from tests.book.conftest import make_full
from tests.postgres_server import Server, database_in, programs

pytestmark = pytest.mark.postgres


@pytest.fixture
def new_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Be on a machine on which nobody has installed a server."""
    monkeypatch.delenv("LEDGER_TEST_POSTGRES", raising=False)
    monkeypatch.setattr(postgres_server, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("new_machine")
def test_without_a_server_of_the_system_there_is_the_wheel() -> None:
    assert postgres_server.WHEEL in programs().parts


@pytest.mark.usefixtures("new_machine")
def test_without_any_server_the_tests_fail_and_say_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres_server, "WHEEL", "no_such_package")
    with pytest.raises(RuntimeError, match=r"no PostgreSQL to test with: install the"):
        Server()


@pytest.mark.usefixtures("new_machine")
def test_the_book_is_kept_on_the_server_of_the_wheel_too() -> None:
    """It is some versions newer than Debian's, and its catalogue has grown."""
    sign = samples.signatures()
    with Server("fsync=off") as server:
        url = server.url()
        assert postgres_server.WHEEL in server.bin.parts
        make_full(url)
        grant_roles(url)
        with Book.open(url) as book, Book.open(url) as other:
            other.state()
            book.add(samples.PIN, Place(), next(sign))
            while not other.changed():
                pass
            assert other.state().entries == book.state().entries
            server.run("DROP TRIGGER void_no_change ON void", database_in(url))
            assert [str(finding) for finding in book.verify()] == [
                "schema: the trigger void_no_change is missing"
            ]


def test_a_killed_test_run_leaves_no_server_behind() -> None:
    code = (
        "from tests.postgres_server import Server\n"
        "server = Server('fsync=off')\n"
        "print(server._process.pid, server.home, flush=True)\n"
        "import time; time.sleep(60)\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[1],
    )
    assert run.stdout is not None
    process, _, home = run.stdout.readline().strip().partition(" ")
    run.kill()
    run.communicate()
    deadline = time.monotonic() + 10
    while postgres_server.is_alive(int(process)) and time.monotonic() < deadline:
        time.sleep(0.01)
    is_alive = postgres_server.is_alive(int(process))
    if is_alive:
        os.kill(int(process), signal.SIGQUIT)
    shutil.rmtree(home)
    assert not is_alive
