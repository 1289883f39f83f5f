"""The screens in a real browser, and who does not get at them."""

import http.client
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest
from playwright.sync_api import Browser, Page, WebSocket

from ledger.book import Book
from ledger.core.contents import IncidentRuled
from tests.browser import asked_for, chromium
from tests.cli.commands import Cli, start
from tests.files.paper_readers import needs_chromium

PATIENCE = 40
"""Seconds until what does not come has failed; the machine may have other work."""
PIN = "2468"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def staffed(cli: Cli, event: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An event, under a name that a shell would take apart, with Kim who has a PIN."""
    named = event.with_name('it\'s a "$HOME" & event.db')
    event.rename(named)
    monkeypatch.setenv("RIICHI_LEDGER_NEW_PIN", PIN)
    assert cli("staff", named, "add", "Kim").code == 0
    assert cli("staff", named, "add", "Lee").code == 0
    assert cli("staff", named, "pin", "Kim").code == 0
    return named


class Serving:
    """`serve` as a process."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        assert process.stdout is not None
        self.address = process.stdout.readline().decode().partition(": ")[0]
        self.lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.put(line.decode().rstrip("\n"))

    def wait_for(self, words: str) -> None:
        while words not in self.lines.get(timeout=PATIENCE):
            pass

    def programs(self) -> list[int]:
        """Return the processes that it runs for browsers."""
        return [
            int(stat.parent.name)
            for stat in Path("/proc").glob("[0-9]*/stat")
            if _told(stat)[1] == str(self.process.pid)
        ]

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.end()
        self._reader.join()


def _told(stat: Path) -> list[str]:
    """Return what the system tells of a process: its state, its parent and more."""
    try:
        return stat.read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return ["X", "0"]


def has_ended(program: int) -> bool:
    return _told(Path(f"/proc/{program}/stat"))[0] in "XZ"


@contextmanager
def serving(event: Path, *options: str) -> Iterator[Serving]:
    with start(
        "serve", event, "--port", "0", *options,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=event.parent,
    ) as process:  # fmt: skip
        server = Serving(process)
        try:
            yield server
        finally:
            server.close()


class Screen:
    """One tab, and what its terminal was sent since the last keys."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page: Page = browser.new_page(viewport={"width": 1100, "height": 700})
        self.asked = asked_for(self.page)
        self._sent: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(address)

    def _listen(self, line: WebSocket) -> None:
        self.asked.append(line.url)
        line.on("framereceived", self._hear)

    def _hear(self, told: str | bytes) -> None:
        if isinstance(told, bytes):
            self._sent.append(told.decode("utf-8", "replace"))

    @property
    def text(self) -> str:
        return ESCAPE.sub("", "".join(self._sent))

    def wait_for(self, words: str) -> None:
        end = time.monotonic() + PATIENCE
        while words not in self.text:
            assert time.monotonic() < end, f"no {words!r} in {self.text[-2000:]!r}"
            self.page.wait_for_timeout(20)

    def keys(self, *keys: str) -> None:
        self._sent.clear()
        for key in keys:
            self.page.keyboard.press(key)


@needs_chromium
def test_an_incident_from_the_sign_in_to_the_standings(
    browser: Browser, staffed: Path
) -> None:
    with serving(staffed, "--terminal", "hall 2") as server:
        screen = Screen(browser, server.address)
        screen.wait_for("Who sits here?")
        assert "terminal hall 2; nobody has signed in" in screen.text
        assert "Ann" not in screen.text, "nobody may look on before"
        screen.keys("l", "e", "e", "Enter")
        screen.wait_for("Lee has no PIN, and one is needed here")
        screen.keys("Backspace", "Backspace", "Backspace", "k", "i", "m", "Enter")
        screen.wait_for("PIN of Kim")
        screen.keys(*PIN, "Enter")
        screen.wait_for("Kim (referee) signs")
        screen.keys("1", "r")
        screen.wait_for("Who")
        screen.keys("e", *"furi", "Enter")
        screen.wait_for("Were the tiles shown?")
        screen.keys("y")
        screen.wait_for("chombo")
        screen.keys("Enter")
        screen.wait_for("booked")
        screen.keys("t")
        screen.wait_for("Standings")
        screen.wait_for("fines −40,000")
        (program,) = server.programs()
        assert server.end(signal.SIGINT) == 0
        assert has_ended(program)
        screen.page.locator("#closed").wait_for()
        screen.page.close()

    with Book.open(staffed) as book:
        last = book.state().entries[-1]
    assert isinstance(last.content, IncidentRuled)
    assert last.content.incidents[0].offender == "1"
    assert (last.signature.staff, last.signature.terminal) == ("Kim", "hall 2")
    here = server.address.partition("://")[2]
    assert screen.asked
    assert [url for url in screen.asked if here not in url.split("?")[0]] == []


@needs_chromium
def test_each_tab_is_a_terminal_that_ends_with_it(
    browser: Browser, staffed: Path
) -> None:
    with serving(staffed) as server:
        tabs = [Screen(browser, server.address) for _ in range(2)]
        for tab in tabs:
            tab.wait_for("Who sits here?")
        assert len(server.programs()) == 2
        tabs[0].page.close()
        server.wait_for("closed, 1 open")
        assert len(server.programs()) == 1
        tabs[1].keys("Control+q")
        tabs[1].page.locator("#closed").wait_for(timeout=PATIENCE * 1000)
        server.wait_for("closed, 0 open")
        assert server.programs() == []
        tabs[1].page.click("#again")
        server.wait_for("opened, 1 open")
        (program,) = server.programs()
        server.process.kill()
        end = time.monotonic() + PATIENCE
        while not has_ended(program):
            assert time.monotonic() < end, "it outlives a server that was killed"
            time.sleep(0.05)
        tabs[1].page.close()


def answered(address: str, path: str, headers: Mapping[str, str]) -> tuple[int, str]:
    line = http.client.HTTPConnection(address.partition("://")[2].rstrip("/"))
    line.request("GET", path, headers=dict(headers))
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status, answer.headers.get("Content-Security-Policy", "")


def test_other_sites_get_nothing(staffed: Path) -> None:
    with serving(staffed) as server:
        port = server.address.rpartition(":")[2].rstrip("/")
        for host, origin, code in (
            (f"127.0.0.1:{port}", None, 200),
            (f"localhost:{port}", f"http://localhost:{port}", 200),
            (f"evil.example:{port}", None, 403),
            (f"127.0.0.1:{port}", "http://evil.example", 403),
            (f"127.0.0.1:{port}", f"http://127.0.0.1:{int(port) + 1}", 403),
            (f"127.0.0.1:{port}", "null", 403),
        ):
            headers = {"Host": host} | ({"Origin": origin} if origin else {})
            found, policy = answered(server.address, "/", headers)
            assert found == code, (host, origin)
            assert "default-src 'none'" in policy
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Origin": "http://evil.example",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
        }
        assert answered(server.address, "/ws", upgrade)[0] == 403
        assert server.programs() == []
        assert answered(server.address, "/static/", {})[0] == 403


def test_who_cannot_sign_in_is_not_served(cli: Cli, event: Path) -> None:
    done = cli("serve", event, "--port", "0")
    assert done.code == 2
    assert "nobody on the staff has a PIN, so nobody could sign in" in done.err
    assert done.err.count("\n") == 1


def test_a_port_that_is_taken_is_one_line(cli: Cli, staffed: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = cli("serve", staffed, "--port", str(port))
    assert done.code == 2
    told = f"cannot listen at 127.0.0.1, port {port}: Address already in use\n"
    assert done.err == told
    done = cli("serve", staffed, "--host", "no such host", "--port", "0")
    assert done.code == 2
    assert done.err.startswith("cannot listen at no such host: ")


def test_beyond_this_machine_it_warns(staffed: Path) -> None:
    with serving(staffed, "--host", "0.0.0.0") as server:
        server.wait_for("PINs cross the network unencrypted")
        assert server.address.startswith("http://0.0.0.0:")


def test_without_a_web_server_it_says_what_to_install(
    cli: Cli, staffed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "ledger.tui.browser", raising=False)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    done = cli("serve", staffed, "--port", "0")
    assert done.code == 2
    assert done.err == "serve needs a web server: pip install 'riichi-ledger[serve]'\n"
