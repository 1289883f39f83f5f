"""On a server: others' entries at once, and a server that goes away and comes back."""

from collections.abc import Callable, Iterator

import pytest

from ledger.book import Book
from ledger.core.event import Place
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.widgets.picker import Picker
from tests.postgres_server import Server
from tests.tui.conftest import Launch, make_event, signatures
from tests.tui.driver import Driver
from tests.tui.test_other_terminals import chombo

pytestmark = pytest.mark.postgres
TABLE_1 = Place(round=1, table=1)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Start a server that may be stopped."""
    with Server("fsync=off") as own:
        own.run("CREATE DATABASE made")
        make_event(own.url("made"), "ema-2025")
        yield own


@pytest.fixture
def url(server: Server) -> Iterator[str]:
    """Return the URL of an event of one's own."""
    server.run("CREATE DATABASE own TEMPLATE made")
    yield server.url("own")
    if not server.is_running:
        server.start()
    with Book.open(server.url("own")) as book:
        assert book.verify() == []
    server.run("DROP DATABASE own WITH (FORCE)")


async def until(desk: Driver, is_so: Callable[[], bool]) -> None:
    for _ in range(200):
        if is_so():
            return
        await desk.pilot.pause(0.05)
    pytest.fail("it never came: " + desk.text())


async def lose(desk: Driver, server: Server) -> None:
    server.stop()
    await until(desk, lambda: any("no connection" in t for t in desk.toasts()))


async def come_back(desk: Driver, server: Server) -> None:
    server.start()
    await until(desk, lambda: "connected again" in desk.toasts())


async def test_entries_of_others_appear(url: str, launch: Launch) -> None:
    async with launch(url) as desk:
        with Book.open(url) as other:
            other.record(chombo("1", TABLE_1), next(signatures()))
        await until(desk, lambda: "Rossi: ron while furiten → chombo" in desk.text())


async def test_nothing_typed_is_lost_and_enter_books_once(
    url: str, launch: Launch, server: Server
) -> None:
    async with launch(url) as desk:
        await desk.press("r", "s", "f", "u")
        await lose(desk, server)
        assert len([t for t in desk.toasts() if "no connection" in t]) == 1
        assert desk.record.query_one("#what", Picker).input.value == "fu"
        await desk.press("enter", "y", "enter")
        shown = " ".join(desk.text().split())
        assert "not booked" in shown
        assert "no connection" in shown

        await come_back(desk, server)
        await desk.press("enter", "enter")  # the first takes the refusal in
        assert isinstance(desk.screen, FloorScreen)
        assert [entry.number for entry in desk.entries] == [1, 2, 3, 4, 5]


async def test_what_came_meanwhile_is_shown_afterwards(
    url: str, launch: Launch, server: Server
) -> None:
    async with launch(url) as desk:
        await lose(desk, server)
        server.start()
        with Book.open(url) as other:
            other.record(chombo("1", TABLE_1), next(signatures()))
        await until(desk, lambda: "connected again" in desk.toasts())
        await until(desk, lambda: "Rossi: ron while furiten" in desk.text())


async def test_a_sheet_typed_without_a_connection_is_sent_when_there_is_one(
    url: str, launch: Launch, server: Server
) -> None:
    async with launch(url) as desk:
        await desk.press("s")
        await lose(desk, server)
        for points in ("35000", "30000", "35000", "20000"):
            await desk.type(points)
            await desk.press("enter")
        await desk.press("enter")
        assert isinstance(desk.screen, FloorScreen)

        await come_back(desk, server)
        await until(desk, lambda: len(desk.entries) == 5)
        assert desk.entries[-1].kind == "sheet"
        assert any("#5 booked" in toast for toast in desk.toasts())


async def test_a_void_without_a_connection_is_sent_once(
    url: str, launch: Launch, server: Server
) -> None:
    async with launch(url) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "enter")
        assert len(desk.entries) == 5
        await desk.press("u")
        await lose(desk, server)
        await desk.press("enter")
        await come_back(desk, server)
        await until(desk, lambda: len(desk.entries) == 6)
        assert desk.entries[-1].kind == "void"


async def test_what_is_sent_later_is_still_signed_by_who_wanted_it(
    url: str, launch: Launch, server: Server
) -> None:
    async with launch(url, staff="Kim") as desk:
        await desk.press("s")
        await lose(desk, server)
        for points in ("35000", "30000", "35000", "20000"):
            await desk.type(points)
            await desk.press("enter")
        await desk.press("enter", "f2")
        await desk.type("Mori")  # signing in needs no server
        await desk.press("enter")
        assert "Mori (referee)" in desk.lines()[0]

        await come_back(desk, server)
        await until(desk, lambda: len(desk.entries) == 5)
        assert desk.entries[-1].signature.staff == "Kim"
        await desk.press("r", "s", "f", "u", "enter", "y", "enter")
        assert desk.entries[-1].signature.staff == "Mori"


async def test_a_login_that_is_refused_meanwhile_is_tried_again(
    url: str, launch: Launch, server: Server
) -> None:
    server.run("CREATE ROLE owner LOGIN SUPERUSER")
    async with launch(url.replace("postgres@", "owner@")) as desk:
        await desk.press("r", "s", "f", "u")
        server.run("ALTER ROLE owner NOLOGIN")
        server.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE usename = 'owner'"
        )
        await until(desk, lambda: any("is not let in" in t for t in desk.toasts()))
        assert desk.record.query_one("#what", Picker).input.value == "fu"
        server.run("ALTER ROLE owner LOGIN")
        await until(desk, lambda: "connected again" in desk.toasts())
        await desk.press("enter", "y", "enter")
        assert len(desk.entries) == 5
    server.run("DROP ROLE owner")
