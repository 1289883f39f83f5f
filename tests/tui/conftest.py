"""An event on a real file, and the program on it as a referee at 80×24 sees it."""

import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.contents import (
    Content,
    Player,
    PlayersAdded,
    Seating,
    SeatingAdded,
    StaffAdded,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place, Signature
from ledger.tui.app import LedgerApp
from ledger.tui.guard import Guard
from tests.tui.driver import Driver

NAMES = (
    "Rossi", "Ito", "Smith", "林",
    "[RMBR] Fox", "[/b]", "\x1b[31mred", "שלום 👩\u200d⚖️",
)  # fmt: skip
DESK = Guard(terminal="desk-1")
TABLE_1 = Place(round=1, table=1)
FURITEN = DraftIncident(offender="2", situation="furiten-ron", facts={"shown": True})
Launch = Callable[..., AbstractAsyncContextManager[Driver]]


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Show times as in one and the same place."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def minutes() -> Callable[[], datetime]:
    """Return a clock that goes on by a minute at every look."""
    gone = count()
    return lambda: datetime(2026, 5, 1, 12, tzinfo=UTC) + timedelta(minutes=next(gone))


def signatures(staff: str = "Kim", prefix: str = "kim-") -> Iterator[Signature]:
    """Yield signatures of another terminal."""
    at = datetime(2026, 5, 1, 11, tzinfo=UTC)
    for number in count(1):
        yield Signature(
            staff=staff, at=at, terminal="other", client_id=f"{prefix}{number}"
        )


def make_event(path: str | Path, ruleset: str, **options: str) -> None:
    """Make an event of eight players with awkward names: entries 1 to 4."""
    sign = signatures(prefix="made-")
    with Book.create(
        path, name="Spring", ruleset=ruleset, options=options, rounds=3, by=next(sign)
    ) as book:
        book.add(StaffAdded(name="Mori", role="referee"), Place(), next(sign))
        players = tuple(
            Player(number=str(number), name=name)
            for number, name in enumerate(NAMES, start=1)
        )
        book.add(PlayersAdded(players=players), Place(), next(sign))
        seatings = (
            Seating(round=1, table=1, players=("1", "2", "3", "4")),
            Seating(round=1, table=2, players=("5", "6", "7", "8")),
            Seating(round=2, table=1, players=("1", "3", "5", "7")),
            Seating(round=2, table=2, players=("2", "4", "6", "8")),
        )
        book.add(SeatingAdded(seatings=seatings), Place(), next(sign))


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return events by ruleset, each made once."""
    folder = tmp_path_factory.mktemp("events")
    made: dict[tuple[str, ...], Path] = {}

    def template(ruleset: str, **options: str) -> Path:
        key = (ruleset, *map("=".join, sorted(options.items())))
        if key not in made:
            made[key] = folder / f"{len(made)}.db"
            make_event(made[key], ruleset, **options)
        return made[key]

    return template


@pytest.fixture
def event(
    request: pytest.FixtureRequest, templates: Callable[..., Path], tmp_path: Path
) -> Iterator[Path]:
    """Return the file of an event of one's own; prove it when the test is over.

    It is held under EMA 2025, unless the test names another edition by
    `@pytest.mark.parametrize("event", [...], indirect=True)`.
    """
    ruleset, options = getattr(request, "param", ("ema-2025", {}))
    path = tmp_path / "spring.db"
    shutil.copy(templates(ruleset, **options), path)
    yield path
    with Book.open(path) as book:
        assert book.verify() == []


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    """Return what starts the program on an event and waits until it is loaded."""

    @asynccontextmanager
    async def launched(
        location: Path | str | None,
        size: tuple[int, int] = (80, 24),
        staff: str = "Mori",
        guard: Guard = DESK,
        clock: Callable[[], datetime] | None = None,
    ) -> AsyncIterator[Driver]:
        app = LedgerApp(
            None if location is None else str(location),
            staff=staff,
            clock=clock or minutes(),
            state=tmp_path / "state",
            guard=guard,
        )
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.loaded()
            yield driver

    return launched


@pytest.fixture
def book(event: Path) -> Callable[..., int]:
    """Return what books something at another terminal; it returns the number."""
    sign = signatures()

    def booked(wish: Content | Draft, place: Place = TABLE_1) -> int:
        with Book.open(event) as other:
            return other.write(wish, place, next(sign)).number

    return booked


@pytest.fixture
def ruling(book: Callable[..., int]) -> int:
    """Return the number of a chombo of Ito."""
    return book(Draft(place=TABLE_1, incidents=(FURITEN,)))
