"""Looking at an event that cannot be written: a medium, a login that may only read."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.book import Book, grant_roles
from ledger.core.event import Place
from ledger.tui.screens.floor import FloorScreen
from tests.postgres_server import Server
from tests.tui.conftest import Launch, make_event, signatures
from tests.tui.driver import Driver
from tests.tui.test_other_terminals import chombo


async def looks_and_cannot_write(desk: Driver, told: str) -> None:
    """Go through all screens; whatever writes says why it does not."""
    assert "READ ONLY" in desk.lines()[0]
    assert told in desk.toasts()[0]
    head = len(desk.entries)
    for key in ("r", "R", "s", "enter"):
        desk.app.clear_notifications()
        await desk.press(key)
        assert isinstance(desk.screen, FloorScreen)
        assert told in desk.toasts()[-1]
    for key, title in (("j", "Journal"), ("t", "Standings"), ("b", "Rulebook")):
        await desk.press(key)
        assert title in desk.lines()[0]
        assert "READ ONLY" in desk.lines()[0]
        await desk.press("escape")
    assert len(desk.entries) == head


@pytest.fixture
def medium(event: Path) -> Iterator[Path]:
    """Return the event's file in a folder that nobody can write to."""
    folder = event.parent.parent / f"{event.parent.name}-medium"
    folder.mkdir()
    copy = Path(shutil.copy(event, folder / "spring.db"))
    copy.chmod(0o444)
    folder.chmod(0o555)
    yield copy
    folder.chmod(0o755)


async def test_a_read_only_medium(
    medium: Path, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No mode binds root, who would be let write; so the question is what is asked."""
    monkeypatch.setattr("os.access", lambda *_: False)
    async with launch(medium) as desk:
        await looks_and_cannot_write(desk, "read only: spring.db is read-only")
    assert [each.name for each in medium.parent.iterdir()] == ["spring.db"]


@pytest.fixture
def viewers_url(postgres_server: Server) -> Iterator[str]:
    """Return an event as a login has it that may only read."""
    postgres_server.run("CREATE DATABASE looked_at")
    make_event(postgres_server.url("looked_at"), "ema-2025")
    grant_roles(postgres_server.url("looked_at"))
    postgres_server.run("CREATE ROLE looker LOGIN IN ROLE ledger_viewer")
    yield postgres_server.url("looked_at", "looker")
    postgres_server.run("DROP DATABASE looked_at WITH (FORCE)")
    postgres_server.run("DROP ROLE looker")


@pytest.mark.postgres
async def test_a_login_that_may_only_read(
    viewers_url: str, postgres_server: Server, launch: Launch
) -> None:
    async with launch(viewers_url) as desk:
        await looks_and_cannot_write(desk, "read only: this login may only read")
        with Book.open(postgres_server.url("looked_at")) as other:
            other.record(chombo("1", Place(round=1, table=1)), next(signatures()))
        await desk.pilot.pause(0.3)
        assert "Rossi: ron while furiten" in desk.text()
