"""The tables: names as they are, jumping, finding, other rounds."""

from pathlib import Path

from ledger.book import Book
from ledger.core.contents import (
    Player,
    PlayersAdded,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
)
from ledger.core.event import Place
from ledger.tui.screens.floor import REST_SECONDS, FloorScreen
from ledger.tui.screens.record import RecordScreen
from tests.tui.conftest import Launch, signatures
from tests.tui.driver import Driver


def floor(desk: Driver) -> FloorScreen:
    assert isinstance(desk.screen, FloorScreen)
    return desk.screen


async def test_names_are_shown_literally(event: Path, launch: Launch) -> None:
    """B63: brackets are no markup; control characters do nothing."""
    async with launch(event) as desk:
        row = next(line for line in desk.lines() if line.startswith("   2"))

        assert "[RMBR] Fox" in row
        assert "[/b]" in row
        assert "␛[31mred" in row
        assert "שלום" in row


async def test_wide_names_do_not_shift_the_columns(event: Path, launch: Launch) -> None:
    """B61: 林 takes two cells, and so does an emoji."""
    async with launch(event) as desk:
        table = floor(desk).query_one("#tables")
        heads = [column.width for column in table.columns.values()]  # type: ignore[attr-defined]
        strips = desk.screen._compositor.render_strips()  # noqa: SLF001

        assert {strip.cell_length for strip in strips} == {80}
        assert sum(heads) <= 80


async def test_a_number_goes_to_its_table(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        assert "── Table 1 ─" in desk.text()
        await desk.press("2")
        assert "── Table 2 ─" in desk.text()

        await desk.press("r")
        assert "Round 1, table 2" in desk.lines()[0]


async def test_a_player_is_found_and_record_starts_with_him(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("slash")
        await desk.type("[r")
        await desk.press("enter")
        assert "── Table 2 ─" in desk.text()

        await desk.press("r")
        assert desk.record.form.current.offender == "5"
        assert desk.focused_id() == "what"


async def test_another_table_forgets_who_was_found(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("slash")
        await desk.type("5")
        await desk.press("enter", "1", "r")

        assert desk.record.form.current.offender is None


async def test_other_rounds(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        assert "Round 1 of 3" in desk.lines()[0]
        await desk.press("right")
        assert "Round 2 of 3" in desk.lines()[0]
        assert floor(desk).key == (2, 1)

        await desk.press("right", "left", "left")
        assert "Round 1 of 3" in desk.lines()[0]


async def test_the_round_goes_on_when_its_sheets_are_in(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        assert desk.app.desk is not None
        for table in (1, 2):
            sheet = Sheet(raw=(30000, 30000, 30000, 30000))
            place = Place(round=1, table=table)
            desk.app.desk.terminal.add(SheetEntered(sheet=sheet), place, f"s{table}")
            desk.app.desk.refresh()
            await desk.pilot.pause()
            expected = "Round 2" if table == 2 else "Round 1"
            assert expected in desk.lines()[0]


async def test_enter_records_at_the_table(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("down", "enter")

        assert isinstance(desk.screen, RecordScreen)
        assert desk.record.form.key == (1, 2)


async def test_somebody_else_sits_down(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("w")
        assert "Mori signs until then" in desk.text()
        await desk.type("Sato")
        await desk.press("enter", "r", "s", "f", "u", "enter", "y", "enter")

        assert "Sato (referee)" in desk.lines()[0]
        assert [e.signature.staff for e in desk.entries[-2:]] == ["Sato", "Sato"]


async def test_every_action_is_in_the_palette(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        commands = list(desk.app.get_system_commands(desk.screen))
        titles = {command.title for command in commands}

        assert {"Record", "No table", "Journal", "Standings", "Quit"} <= titles
        journal = next(c for c in commands if c.title == "Journal")
        assert "(j)" in journal.help


async def test_the_palette_runs_an_action(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("ctrl+p")
        await desk.type("Standings")
        await desk.press("enter")
        await desk.pilot.pause(0.3)

        assert "Standings now" in desk.text()


async def test_keys_are_explained(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("question_mark")
        assert "Record an incident at this table" in desk.text()

        await desk.press("escape")
        assert isinstance(desk.screen, FloorScreen)


async def test_a_click_on_a_key_presses_it(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        x, y = next(
            (line.index("Journal"), row)
            for row, line in enumerate(desk.lines())
            if "j Journal" in line
        )
        await desk.pilot.click(offset=(x, y))
        await desk.pilot.pause(0.2)

        assert "Journal" in desk.lines()[0]


async def test_the_table_under_the_cursor_stays_in_sight(
    event: Path, launch: Launch
) -> None:
    """The footer grows by a line once there is something to undo."""
    tables = range(3, 31)
    numbers = [str(number) for number in range(9, 9 + 4 * len(tables))]
    players = tuple(Player(number=number, name=number) for number in numbers)
    seatings = tuple(
        Seating(round=1, table=table, players=(numbers.pop(), numbers.pop(),
                numbers.pop(), numbers.pop()))
        for table in tables
    )  # fmt: skip
    with Book.open(event) as book:
        sign = signatures()
        book.add(PlayersAdded(players=players), Place(), next(sign))
        book.add(SeatingAdded(seatings=seatings), Place(), next(sign))
    async with launch(event) as desk:
        last = [line for line in desk.lines() if line[:4].strip().isdecimal()][-1]
        table = last[:4].strip()
        await desk.press(*table, "r", "s", "f", "u", "enter", "y", "enter")
        assert "u Undo" in desk.footer()
        assert any(line[:4].strip() == table for line in desk.lines())


async def test_a_player_who_is_not_there(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        for key in ("slash", "R"):
            await desk.press(key, *"zzz")
            assert "no player has that name or number" in desk.text()
            await desk.press("escape", "escape")


async def test_enter_pressed_twice_opens_no_other_incident(
    event: Path, launch: Launch
) -> None:
    """Else `2`, `r`, `e` that follow would be told about the table just ruled on."""
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "enter", "enter")
        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 5

        await desk.press("2", "s", *("3", "0", "0", "enter") * 4)
        await desk.press("enter", "enter", "enter")
        assert isinstance(desk.screen, FloorScreen)
        assert isinstance(desk.booked(), SheetEntered)

        await desk.pilot.pause(REST_SECONDS)
        await desk.press("enter")
        assert isinstance(desk.screen, RecordScreen)
