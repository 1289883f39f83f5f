"""Standings, why, and the export of what is shown."""

from pathlib import Path

import pytest

from ledger.core.contents import Sheet, SheetEntered
from ledger.core.event import Place
from ledger.tui.screens.standings import StandingsScreen, WhyDialog
from tests.tui.conftest import Launch
from tests.tui.driver import Driver

RAW = (41000, 29000, 25000, 25000)


async def played(desk: Driver) -> None:
    """Let table 1 end, with a chombo of Ito."""
    await desk.press("r", "s", "f", "u", "enter", "y", "enter")
    assert desk.app.desk is not None
    sheet = SheetEntered(sheet=Sheet(raw=RAW))
    desk.app.desk.terminal.add(sheet, Place(round=1, table=1), "sheet")
    desk.app.desk.refresh()
    await desk.press("t")
    assert isinstance(desk.screen, StandingsScreen)


async def test_rows_and_check(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await played(desk)
        rows = [line.split() for line in desk.lines()]

        assert ["1", "Rossi", "+11,000", "+15,000", "0", "+26,000", "1"] in rows
        assert ["8", "Ito", "−1,000", "+5,000", "−20,000", "−16,000", "2"] in rows
        assert "2=" in {row[0] for row in rows if row}
        assert (
            "points 0 · fines −20,000 · sticks 0 · unexplained 0 = adds up"
            in desk.text()
        )
        assert "no sheet yet: R1 T2" in desk.text()


async def test_why_lists_the_entries_behind_a_number(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await played(desk)
        await desk.press("ctrl+end", "enter")
        assert isinstance(desk.screen, WhyDialog)

        text = desk.text()
        assert "Why Ito has −16,000" in text
        assert "#6" in text
        assert "2nd: 29,000 less 30,000, uma +5,000" in text
        assert "#5" in text
        assert "= −16,000" in text

        await desk.press("down", "enter")
        assert "Entry #5" in desk.text()


async def test_rounds(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await played(desk)
        assert "Standings now" in desk.lines()[0]

        await desk.press("left")
        assert "Standings after round 1" in desk.lines()[0]
        await desk.press("left", "right")
        assert "Standings now" in desk.lines()[0]


async def test_a_player_is_found(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await played(desk)
        await desk.press("slash")
        await desk.type("ito")
        await desk.press("enter", "enter")

        assert "Why Ito" in desk.text()


async def test_the_export_says_where_it_is(
    event: Path, launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with launch(event) as desk:
        await played(desk)
        await desk.press("e", "enter")

        path = tmp_path / "spring-standings.csv"
        text = path.read_text("utf-8")
        assert "rank,number,name" in text
        assert "-20000" in text
        assert any(str(path) in toast for toast in desk.toasts())


@pytest.mark.parametrize(
    ("keys", "name", "begins"),
    [
        (("x",), "spring-standings.xlsx", b"PK"),
        (("h",), "spring-standings.html", b"<!DOCTYPE html>"),
        (("m",), "spring-standings.md", b"#"),
        (("p",), "spring-standings.pdf", b"%PDF"),
        (("e",), "spring-standings-ema.xlsx", b"PK"),
        (("t",), "spring-standings.txt", b""),
    ],
)
async def test_every_format_is_offered(
    event: Path,
    launch: Launch,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    keys: tuple[str, ...],
    name: str,
    begins: bytes,
) -> None:
    monkeypatch.chdir(tmp_path)
    async with launch(event) as desk:
        await played(desk)
        await desk.press("e", "s", *keys, "enter")

        written = (tmp_path / name).read_bytes()
        assert written.startswith(begins)
        assert len(written) > 100


async def test_penalties_have_no_federation_sheet(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("e", "s", "e")
        assert "ema.xlsx" in desk.screen.query_one("#export-path").value  # type: ignore[attr-defined]
        await desk.press("shift+tab", "shift+tab", "p")

        assert desk.screen.query_one("#export-path").value.endswith(".csv")  # type: ignore[attr-defined]


async def test_penalties_as_json_under_a_name_of_ones_own(
    event: Path, launch: Launch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    async with launch(event) as desk:
        await played(desk)
        await desk.press("e", "p", "j")
        desk.screen.query_one("#export-path").value = str(path)  # type: ignore[attr-defined]
        await desk.press("enter")

        assert "furiten-ron" in path.read_text("utf-8")


async def test_a_folder_that_is_not_there_is_told(
    event: Path, launch: Launch, tmp_path: Path
) -> None:
    async with launch(event) as desk:
        await desk.press("e")
        bad = tmp_path / "nowhere" / "x.csv"
        desk.screen.query_one("#export-path").value = str(bad)  # type: ignore[attr-defined]
        await desk.press("enter")

        assert any("cannot be written" in toast for toast in desk.toasts())


async def test_a_player_beyond_the_lines_shown_is_found(
    event: Path, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.tui.screens.standings.ROWS_MAX", 3)
    async with launch(event) as desk:
        await played(desk)
        assert "lines 1 to 3 of 8" in desk.text()
        assert "Ito" not in desk.text()

        await desk.press("slash")
        await desk.type("ito")
        await desk.press("enter")
        assert "Ito" in desk.text()
        await desk.press("enter")
        assert "Why Ito" in desk.text()
