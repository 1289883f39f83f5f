"""The first screen: new, demo, lately opened; and events that cannot be opened."""

import shutil
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.errors import BookError, NotABook
from ledger.tui.app import LedgerApp
from ledger.tui.recents import RECENTS_MAX, recents, remember
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.new_event import NewEventDialog
from ledger.tui.screens.start import StartScreen
from tests.tui.conftest import Launch

DATA = Path(__file__).parents[1] / "data" / "D1"


async def test_the_demo(launch: Launch) -> None:
    async with launch(None) as desk:
        await desk.press("d")
        await desk.pilot.pause(0.3)

        assert isinstance(desk.screen, FloorScreen)
        assert "(demo)" in desk.lines()[0]
        assert desk.app.desk is not None
        shutil.rmtree(Path(desk.app.desk.terminal.book.location).parent)


async def test_a_new_event_from_a_folder(
    launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = shutil.copytree(DATA, tmp_path / "D1")
    (folder / "incidents.csv").unlink()
    async with launch(None) as desk:
        await desk.press("n")
        await desk.type("My Open")
        await desk.press("enter")
        assert "my-open.db" in desk.text()

        await desk.press("enter", "enter", "s", "enter")
        assert "Chombo: a mangan paid to the others" in desk.text()
        await desk.press("3", "enter")
        desk.screen.query_one("#new-folder").value = str(folder)  # type: ignore[attr-defined]
        await desk.press("enter")
        await desk.pilot.pause(0.3)

        assert isinstance(desk.screen, FloorScreen)
        assert "28 players" in "".join(desk.toasts())
    with Book.open(tmp_path / "my-open.db") as book:
        assert book.rules.options == {"venue": "social"}
        assert book.state().created is not None
        assert len(book.state().players) == 28
    assert recents(tmp_path / "state") == [tmp_path / "my-open.db"]


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("name", "", "the event needs a name"),
        ("path", "", "the event needs a file"),
        ("rounds", "many", "is not a number of rounds"),
        ("folder", "nowhere", "nowhere is no folder"),
    ],
)
async def test_what_a_new_event_lacks_is_told(
    field: str,
    text: str,
    told: str,
    launch: Launch,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    async with launch(None) as desk:
        await desk.press("n")
        await desk.type("x")
        desk.screen.query_one(f"#new-{field}").value = text  # type: ignore[attr-defined]
        desk.screen.query_one("#new-folder").focus()
        await desk.press("enter")

        assert told in desk.text()
        assert isinstance(desk.screen, NewEventDialog)


async def test_an_import_with_faults_leaves_the_event_empty(
    launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "players.csv").write_text("number,name\n1,A\n1,B\n")
    async with launch(None) as desk:
        await desk.press("n")
        await desk.type("x")
        desk.screen.query_one("#new-folder").value = str(folder)  # type: ignore[attr-defined]
        desk.screen.query_one("#new-folder").focus()
        await desk.press("enter")
        await desk.pilot.pause(0.3)

        assert any("players.csv:3" in toast for toast in desk.toasts())
        assert isinstance(desk.screen, FloorScreen)
        assert "No tables are seated yet" in desk.text()


async def test_lately_opened_events_come_first(
    event: Path, launch: Launch, tmp_path: Path
) -> None:
    remember(tmp_path / "state", event)
    async with launch(None) as desk:
        assert "Opened lately" in desk.text()
        assert "⏎ Open" in desk.text()

        await desk.press("enter")
        assert isinstance(desk.screen, FloorScreen)


async def test_a_file_that_is_no_event_is_told(launch: Launch, tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("not a database at all, but long enough" * 50)
    async with launch(None) as desk:
        await desk.press("o")
        desk.screen.query_one("Input").value = str(tmp_path / "notes.db")  # type: ignore[attr-defined]
        await desk.press("enter")

        assert isinstance(desk.screen, StartScreen)
        assert len(desk.toasts()) == 1
        assert "notes.db" in desk.toasts()[0]


@pytest.mark.parametrize(
    ("content", "error"),
    [(None, BookError), ("nothing like a database" * 50, NotABook)],
)
async def test_a_named_event_that_cannot_be_opened_ends_the_program(
    content: str | None, error: type[BookError], tmp_path: Path
) -> None:
    path = tmp_path / "event.db"
    if content is not None:
        path.write_text(content)
    app = LedgerApp(str(path), staff="Mori", state=tmp_path / "state")
    async with app.run_test() as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()

    assert isinstance(app.failure, error)


def test_the_list_of_recent_events(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert recents(state) == []

    for number in range(RECENTS_MAX + 2):
        path = tmp_path / f"{number}.db"
        path.touch()
        remember(state, path)
    remember(state, tmp_path / "5.db")
    assert len(recents(state)) == RECENTS_MAX
    assert recents(state)[0] == tmp_path / "5.db"

    (tmp_path / "5.db").unlink()
    assert tmp_path / "5.db" not in recents(state)
    (state / "recent-events.json").write_text("{broken")
    assert recents(state) == []


def test_a_state_folder_that_cannot_be_made_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file is in the way")
    remember(tmp_path / "state", tmp_path / "x.db")

    assert recents(tmp_path / "state") == []
