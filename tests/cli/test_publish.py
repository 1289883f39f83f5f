"""The public page in a real browser, and the publisher through bad times."""

import shutil
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from queue import Empty, Queue

import pytest
from playwright.sync_api import Browser, Page

from ledger.book import Book
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from tests.book import samples
from tests.book.proxy import Proxy
from tests.browser import asked_for, chromium, http_server
from tests.cli.commands import Cli, start
from tests.files.paper_readers import needs_chromium
from tests.postgres_server import Server

PATIENCE = 20
"""Seconds until a process that says nothing has failed; only that it hangs."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


class Publisher:
    """`publish --watch` as a process, and what it tells line by line."""

    def __init__(self, *arguments: str | Path) -> None:
        self.process = start("publish", *arguments, "--watch", stderr=subprocess.PIPE)
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._lines.put(line.decode().rstrip("\n"))

    def line(self) -> str:
        return self._lines.get(timeout=PATIENCE)

    def is_silent(self) -> bool:
        try:
            self._lines.get(timeout=0.3)
        except Empty:
            return True
        return False

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join()
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@contextmanager
def publishing(*arguments: str | Path) -> Iterator[Publisher]:
    """Run the publisher; its first page is there."""
    publisher = Publisher(*arguments)
    try:
        assert "; following " in publisher.line()
        yield publisher
    finally:
        if publisher.process.poll() is None:
            publisher.process.kill()
            publisher.wait()


def record(event: str | Path, player: str = "3") -> float:
    """Book a chombo; return when it was durable."""
    place = Place(round=1, table=1, hand="E3", honba=0)
    fault = DraftIncident(
        offender=player, situation="furiten-ron", facts={"shown": True, "by": "ron"}
    )
    by = next(samples.signatures(f"now-{time.monotonic_ns()}-"))
    with Book.open(event) as book:
        book.record(Draft(place=place, incidents=(fault,)), by)
    return time.time()


def head(page: Page) -> str:
    return page.inner_text("dl").partition("entry ")[2].partition(",")[0]


OPENED: dict[str, Callable[[Path], AbstractContextManager[str]]] = {
    "file": lambda folder: nullcontext((folder / "index.html").as_uri()),
    "http": http_server,
}


@needs_chromium
@pytest.mark.parametrize("way", ["file", "http"])
def test_the_page_follows_an_incident_within_a_second(
    browser: Browser, event: Path, way: str
) -> None:
    """Lines are swapped: nothing is loaded anew, and the reader stays where he was."""
    folder = event.parent / "the page"
    with publishing(event, folder), OPENED[way](folder) as address:
        page = browser.new_page(viewport={"width": 390, "height": 300})
        addresses = asked_for(page)
        page.goto(address)
        assert page.locator("td:has-text('−20.0')").count() == 2
        page.evaluate("window.isTheSame = true; scrollTo(0, 120)")
        late = []
        for count, player in enumerate(("1", "2", "4"), start=2):
            durable = record(event, player)
            row = page.locator("section:has(h2:text('Latest')) tbody tr").nth(count - 1)
            row.wait_for(state="attached", timeout=PATIENCE * 1000)
            late.append(time.time() - durable)
        assert statistics.median(late) < 1.0, late
        assert page.evaluate("[window.isTheSame, scrollY]") == [True, 120]
        assert head(page) == "8"
        assert page.evaluate("document.getElementById('line').textContent") == ""
        page.close()
    here = address.rpartition("/")[0]
    assert len(addresses) > 3
    assert [url for url in addresses if not url.startswith(here)] == []


@needs_chromium
def test_a_page_without_its_server_says_so(browser: Browser, event: Path) -> None:
    folder = event.parent / "page"
    with publishing(event, folder):
        page = browser.new_page()
        with http_server(folder) as address:
            page.goto(address)
            page.wait_for_timeout(600)
            assert not page.locator("#line").is_visible()
        page.locator("#line:has-text('Not renewed since')").wait_for()
        assert page.locator("td:text('Cay')").count() == 2
        page.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told(event: Path, number: signal.Signals) -> None:
    folder = event.parent / "page"
    with publishing(event, folder) as publisher:
        record(event)
        assert publisher.line() == f"{folder / 'index.html'}: as of entry 6"
        assert publisher.end(number) == 0
        assert publisher.line() == f"ended; {folder / 'index.html'}: as of entry 6"
    assert [path.name for path in folder.iterdir()] == ["index.html"]


def test_a_folder_that_is_gone_is_told_once_and_tried_again(event: Path) -> None:
    folder = event.parent / "page"
    with publishing(event, folder) as publisher:
        folder.rename(event.parent / "elsewhere")
        record(event)
        assert publisher.line() == (
            f"{folder / 'index.html'}: cannot be written: No such file or directory;"
            " the last page stays, trying again"
        )
        assert publisher.is_silent()
        (event.parent / "elsewhere").rename(folder)
        assert publisher.line().endswith("as of entry 6")
        assert "entry 6," in (folder / "index.html").read_text("utf-8")


def test_an_event_that_is_replaced_ends_it(event: Path) -> None:
    folder = event.parent / "page"
    with publishing(event, folder) as publisher:
        shutil.copy(event, event.parent / "other.db")
        (event.parent / "other.db").replace(event)
        assert "was taken away or replaced; the page stays" in publisher.line()
        assert publisher.wait() == 2
    assert "entry 5," in (folder / "index.html").read_text("utf-8")


@pytest.mark.postgres
def test_a_lost_server_is_told_and_waited_for(
    postgres_server: Server, cli: Cli, folder: Path, tmp_path: Path
) -> None:
    postgres_server.run("CREATE DATABASE wall")
    try:
        url = postgres_server.url("wall")
        assert cli("new", url, "--ruleset", "ema-2025", "--name", "S").code == 0
        assert cli("import", url, folder).code == 0
        page = tmp_path / "page"
        with Proxy(postgres_server.port) as line:
            cable = url.replace(f":{postgres_server.port}/", f":{line.port}/")
            with publishing(cable, page) as publisher:
                record(url)
                assert publisher.line().endswith("as of entry 6")
                line.cut(b"", delivers=False)
                postgres_server.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE application_name LIKE 'riichi-ledger %'"
                )
                told = publisher.line()
                assert "; the last page stays, trying again" in told
                record(url)
                while not told.endswith("as of entry 7"):
                    told = publisher.line()
                assert publisher.end() == 0
        assert "entry 7," in (page / "index.html").read_text("utf-8")
    finally:
        postgres_server.run("DROP DATABASE wall WITH (FORCE)")


def test_it_is_written_once_and_told(cli: Cli, event: Path) -> None:
    folder = event.parent / "page"
    done = cli("publish", event, folder)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{folder / 'index.html'}: as of entry 5\n"
    done = cli("publish", event, folder, "--no-penalties")
    assert "furiten" not in (folder / "index.html").read_text("utf-8")
    done = cli("publish", event, folder, "--reasons", "--staff", "--paper", "letter")
    assert '<th scope="col">Staff</th>' in (folder / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--no-penalties", "--staff"), "leaves nothing for --reasons and --staff"),
        (("--paper", "a7"), "a7"),
    ],
)
def test_what_makes_no_sense_is_refused(
    cli: Cli, event: Path, arguments: tuple[str, ...], told: str
) -> None:
    done = cli("publish", event, event.parent / "page", *arguments)
    assert done.code == 2
    assert told in done.err
    assert not (event.parent / "page").exists()
    assert done.err.count("\n") == 1


def test_a_first_page_that_cannot_be_written_ends_it(cli: Cli, event: Path) -> None:
    (event.parent / "page" / "index.html").mkdir(parents=True)
    done = cli("publish", event, event.parent / "page", "--watch")
    assert done.code == 2
    assert done.err.endswith("is a folder, expected a file\n")
