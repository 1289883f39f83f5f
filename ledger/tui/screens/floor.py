"""The home screen: the tables of a round, and what was booked last at one of them.

It is on the screen before the engine is loaded, so it imports nothing heavy itself; the
rows come from `floor_rows` once there is a view.
"""

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.coordinate import Coordinate
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import DataTable, Static

from ledger.tui.text import fitted, padded
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from ledger.core.event import HanchanKey
    from ledger.core.floor import TableRow
    from ledger.tui.terminal import View

JUMP_SECONDS = 1.2
"""Digits typed within this time are one table number."""
REST_SECONDS = 0.6
"""For so long after a booking Enter opens nothing: it was pressed twice."""
LAST_ENTRIES = 4
WINDS = ("East", "South", "West", "North")
STATE_CELLS = 22
FIXED_CELLS = 6 + STATE_CELLS


class FloorScreen(Screen[None]):
    """Tables of a round with players, hand, pot and what is to be known."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "record", "Record", id="floor.record",
                tooltip="Record an incident at this table"),
        Binding("h", "hands", "Hands", id="floor.hands",
                tooltip="Follow this table hand by hand"),
        Binding("s", "sheet", "Sheet", id="floor.sheet",
                tooltip="Enter the score sheet of this table"),
        Binding("j", "journal", "Journal", id="floor.journal",
                tooltip="Every entry; void one"),
        Binding("t", "standings", "Standings", id="floor.standings",
                tooltip="Places, and why"),
        Binding("v", "review", "Review", id="floor.review",
                tooltip="Look back: counts, uneven rulings, what places it cost"),
        Binding("e", "export", "Export", id="floor.export",
                tooltip="Write standings or penalties to a file"),
        Binding("b", "rulebook", "Rulebook", id="floor.rulebook",
                tooltip="What this event's rulebook says"),
        Binding("slash", "find", "Find player", key_display="/", id="floor.find",
                tooltip="Find a player at any table"),
        Binding("R", "outside", "No table", id="floor.outside",
                tooltip="Record what happened outside any table: lateness, conduct"),
        Binding("u", "undo", "Undo", id="floor.undo",
                tooltip="Void the entry that was booked last at this terminal"),
        Binding("y", "waiting", "Waiting", id="floor.waiting",
                tooltip="The ruling or appeal that waits for a head referee"),
        Binding("left", "round(-1)", "Round", key_display="←→", id="floor.back",
                tooltip="The round before", priority=True),
        Binding("right", "round(1)", "Next round", show=False, id="floor.on",
                tooltip="The next round", priority=True),
        Binding("W", "staff", "Staff", id="floor.staff",
                tooltip="Who is on the staff, in which role; PINs; who may what"),
        Binding("w", "app.sign_in", "Who am I", show=False, id="floor.sign-in",
                tooltip="Let somebody else sit down here"),
    ]  # fmt: skip

    view: var["View | None"] = var(None)
    round: var[int | None] = var(None)
    undoable: var[int | None] = var(None, bindings=True)
    """The number of the entry that `u` takes back."""

    class RecordWanted(Message):
        """An incident is to be recorded."""

        def __init__(
            self, key: "HanchanKey | None", round_: int | None, offender: str | None
        ) -> None:
            super().__init__()
            self.key, self.round, self.offender = key, round_, offender

    class SheetWanted(Message):
        """The sheet of a table is to be entered."""

        def __init__(self, key: "HanchanKey") -> None:
            super().__init__()
            self.key = key

    class HandsWanted(Message):
        """A table is to be followed hand by hand."""

        def __init__(self, key: "HanchanKey") -> None:
            super().__init__()
            self.key = key

    class Wanted(Message):
        """Another screen is wanted, by its name."""

        def __init__(self, screen: str) -> None:
            super().__init__()
            self.name = screen

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[TableRow, ...] = ()
        self._cells_shown: list[list[Text]] = []
        self._shape: tuple[int, tuple[HanchanKey, ...]] | None = None
        """The width of a name and the hanchan of the table as it is shown."""
        self.found: str | None = None
        """The player who was looked for last."""
        self._digits = ""
        self._round_then: int | None = None
        """The round that was played when the view was made, to go on with it."""
        self._booked_at = -REST_SECONDS
        """When something was booked here, on the clock of `monotonic`."""
        self._is_waiting = False
        """Whether a ruling or an appeal waits for a head referee."""

    def compose(self) -> ComposeResult:
        """Yield header, tables, the table's last entries and footer."""
        yield Bar("opening …", id="bar").data_bind(FloorScreen.view)
        yield Rows(id="tables", zebra_stripes=True)
        yield Static(id="floor-empty", markup=False)
        yield Static(id="last-title", markup=False)
        yield Static(id="last-entries", markup=False)
        yield KeyBar()

    @property
    def _table(self) -> "DataTable[Text]":
        return self.query_one("#tables", DataTable)

    # What is shown ---------------------------------------------------------------

    def watch_view(self, old: "View | None", new: "View | None") -> None:
        """Show the event as it is now; the cursor stays on its table."""
        if new is None or not self.is_mounted:
            return
        if old is None or self._round_then == self.round:
            self.set_reactive(FloorScreen.round, new.round)
        self._round_then = new.round
        self._is_waiting = self._has_open_questions(new)
        self._fill()
        self.refresh_bindings()

    def _has_open_questions(self, view: "View") -> bool:
        from ledger.core.possible import open_questions

        return bool(open_questions(view.state))

    def watch_round(self) -> None:
        """Show another round."""
        self._fill()

    def on_mount(self) -> None:
        """Let the table take the keys."""
        self._table.focus()
        self._fill()

    def on_resize(self) -> None:
        """Cut names to the new width."""
        self._fill()

    def on_screen_resume(self) -> None:
        """Let the table take the keys again."""
        self._table.focus()

    def _fill(self) -> None:
        if self.view is None or not self.size.width:
            return
        from ledger.core.floor import tables

        view = self.view
        self.rows = (
            tables(view.state, view.rules, self.round) if self.round is not None else ()
        )
        rounds = view.state.rounds()
        planned = view.created.rounds or (rounds[-1] if rounds else 0)
        where = f"Round {self.round} of {planned}" if self.round else "no round yet"
        final = " · finalised" if view.state.finalised is not None else ""
        self.query_one(Bar).where = where + final
        self._fill_table(max((self.size.width - FIXED_CELLS) // 4, 8))
        empty = self.query_one("#floor-empty", Static)
        empty.display = not self.rows
        empty.update(
            "No tables are seated yet. Import players and seating:\n"
            "  riichi-ledger import EVENT.db FOLDER\n"
            "R records what happens outside the tables."
        )
        self._show_entries()

    def _fill_table(self, names: int) -> None:
        """Show the tables; of the same ones only what is new, to be quick.

        Args:
            names: The width of a player's column.
        """
        table, cursor = self._table, self._table.cursor_row
        cells = [self._cells(row, names) for row in self.rows]
        shape = (names, tuple(row.key for row in self.rows))
        old, self._cells_shown = self._cells_shown, cells
        if shape == self._shape:
            for place, cell in _differences(old, cells):
                table.update_cell_at(place, cell)
            return
        self._shape = shape
        table.clear(columns=True)
        table.add_column("Table", width=6)
        for wind in WINDS:
            table.add_column(wind, width=names)
        table.add_column("State", width=STATE_CELLS)
        for row, line in zip(self.rows, cells, strict=True):
            table.add_row(*line, key=str(row.key[1]))
        if self.rows:
            table.move_cursor(row=min(cursor, len(self.rows) - 1))

    def _cells(self, row: "TableRow", width: int) -> list[Text]:
        from ledger.core.wording import name_of, score

        assert self.view is not None
        cells = [Text(f"{row.key[1]:>4} ")]
        for index, number in enumerate(row.players):
            name = name_of(self.view.state, number)
            points = row.now.scores.get(number)
            if row.sheet is not None:
                points = row.sheet.raw[index]
            if points is None:
                cells.append(fitted(name, width - 1))
                continue
            raw = score(points)
            cell = padded(name, width - 2 - len(raw))
            cell.append(f" {raw}", style="dim")
            cells.append(cell)
        cells.append(fitted(state_words(row), STATE_CELLS))
        return cells

    def _show_entries(self) -> None:
        from ledger.tui.journal_rows import entry_line

        title = self.query_one("#last-title", Static)
        last = self.query_one("#last-entries", Static)
        key = self.key
        if self.view is None or key is None:
            title.update("")
            last.update("")
            return
        from ledger.core.floor import table_entries

        entries = table_entries(self.view.state, key)[:LAST_ENTRIES]
        width = self.size.width - 2
        head = f"── Table {key[1]} ─ last entries "
        title.update(head + "─" * max(width - len(head), 0))
        lines = [entry_line(entry, self.view, width) for entry in entries]
        last.update(Text("\n").join(lines) if lines else Text("nothing yet", "dim"))

    @property
    def key(self) -> "HanchanKey | None":
        """Round and table under the cursor."""
        row = self._table.cursor_row
        return self.rows[row].key if 0 <= row < len(self.rows) else None

    @on(DataTable.RowHighlighted)
    def _moved(self, event: "DataTable.RowHighlighted") -> None:
        event.stop()
        if self.found is not None and self._seat_of(self.found) != self.key:
            self.found = None
        self._show_entries()

    # Keys ------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Take digits as the number of a table; say why `y` leads nowhere."""
        if event.character is not None and event.character in "0123456789":
            event.stop()
            self._digits += event.character
            self.set_timer(JUMP_SECONDS, self._forget_digits)
            self.jump(int(self._digits))
        elif event.character == "y" and not self._is_waiting:
            event.stop()
            self.notify("no ruling and no appeal waits for a head referee")

    def _forget_digits(self) -> None:
        self._digits = ""

    def jump(self, number: int) -> None:
        """Put the cursor on a table of this round, if there is such a one."""
        for index, row in enumerate(self.rows):
            if row.key[1] == number:
                self._table.move_cursor(row=index)

    def show_player(self, number: str) -> None:
        """Put the cursor on a player's table; Record then starts with him."""
        key = self._seat_of(number)
        self.found = number
        if key is not None:
            self.jump(key[1])
        else:
            self.notify("not seated in this round: R records outside the tables")

    def _seat_of(self, number: str) -> "HanchanKey | None":
        return next((row.key for row in self.rows if number in row.players), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Dim what cannot be done now."""
        if action == "undo":
            return self.undoable is not None
        if action == "waiting":
            return self._is_waiting
        return True if self.view is not None else None

    def watch_undoable(self, number: int | None) -> None:
        """Note when something was booked."""
        if number is not None:
            self._booked_at = monotonic()

    @on(DataTable.RowSelected)
    def _selected(self, event: "DataTable.RowSelected") -> None:
        event.stop()
        if monotonic() - self._booked_at >= REST_SECONDS:
            self.action_record()

    def action_record(self) -> None:
        """Record at the table under the cursor, with the player who was found."""
        if self.key is not None:
            is_here = self.found is not None and self._seat_of(self.found) == self.key
            offender = self.found if is_here else None
            self.post_message(self.RecordWanted(self.key, self.round, offender))
        else:
            self.action_outside()

    def action_outside(self) -> None:
        """Record outside any table."""
        self.post_message(self.RecordWanted(None, self.round, self.found))

    def action_hands(self) -> None:
        """Follow the table under the cursor hand by hand."""
        if self.key is not None:
            self.post_message(self.HandsWanted(self.key))

    def action_sheet(self) -> None:
        """Enter the sheet of the table under the cursor."""
        if self.key is not None:
            self.post_message(self.SheetWanted(self.key))

    def action_round(self, by: int) -> None:
        """Show another round."""
        if self.view is None or self.round is None:
            return
        rounds = self.view.state.rounds()
        index = rounds.index(self.round) + by
        if 0 <= index < len(rounds):
            self.round = rounds[index]

    def action_waiting(self) -> None:
        """Go to what waits for a head referee."""
        self.post_message(self.Wanted("waiting"))

    def action_journal(self) -> None:
        """Open the journal."""
        self.post_message(self.Wanted("journal"))

    def action_standings(self) -> None:
        """Open the standings."""
        self.post_message(self.Wanted("standings"))

    def action_review(self) -> None:
        """Look back on the event."""
        self.post_message(self.Wanted("review"))

    def action_export(self) -> None:
        """Open the export."""
        self.post_message(self.Wanted("export"))

    def action_rulebook(self) -> None:
        """Open the rulebook."""
        self.post_message(self.Wanted("rulebook"))

    def action_staff(self) -> None:
        """Open the staff."""
        self.post_message(self.Wanted("staff"))

    def action_find(self) -> None:
        """Look for a player."""
        self.post_message(self.Wanted("find"))

    def action_undo(self) -> None:
        """Void what was booked last here."""
        self.post_message(self.Wanted("undo"))


def state_words(row: "TableRow") -> str:
    """Return hand, pot and state in short: `E4·1 pot 1,000 · W dead`."""
    parts = []
    if row.now.hand is not None:
        honba = f"·{row.now.honba}" if row.now.honba else ""
        parts.append(f"{row.now.hand}{honba}")
    if row.now.pot:
        parts.append(f"pot {row.now.pot:,}")
    return " · ".join([*row.words, " ".join(parts)] if parts else row.words)


def _differences(
    old: list[list[Text]], new: list[list[Text]]
) -> Iterator[tuple[Coordinate, Text]]:
    """Yield the cells that are others than before; both have the same shape."""
    for row, (before, after) in enumerate(zip(old, new, strict=True)):
        for column, (was, now) in enumerate(zip(before, after, strict=True)):
            if (was, was.style) != (now, now.style):
                yield Coordinate(row, column), now
