"""The journal: every entry, the latest first; filtered, looked into, voided."""

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import DataTable, Input

from ledger.core.contents import VOIDABLE
from ledger.core.event import Entry
from ledger.core.search import folded
from ledger.core.wording import offenders_points
from ledger.tui.journal_rows import cells, entry_details, searchable
from ledger.tui.screens.dialog import AskDialog, TextDialog
from ledger.tui.terminal import View
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.keybar import KeyBar

ROWS_MAX = 500
"""More entries than this are found by the filter, not by scrolling."""
WIDTHS = (5, 6, 11)
STAFF_CELLS = 9
POINTS_CELLS = 11


class JournalScreen(Screen[None]):
    """Entries as lines, with the keys that act on the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "details", "Details", id="journal.details", priority=True,
                tooltip="Facts, clauses, postings, hash of this entry"),
        Binding("u", "void", "Void", id="journal.void",
                tooltip="Take this entry back; it stays in the journal"),
        Binding("f,slash", "filter", "Filter", key_display="f", id="journal.filter",
                tooltip="Show only entries with these words"),
        Binding("escape", "leave", "Back", id="journal.back",
                tooltip="Clear the filter, then back to the tables"),
    ]  # fmt: skip

    view: var[View | None] = var(None)

    class VoidWanted(Message):
        """An entry is to be taken back, for a reason."""

        def __init__(self, number: int, reason: str) -> None:
            super().__init__()
            self.number, self.reason = number, reason

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[Entry] = []

    def compose(self) -> ComposeResult:
        """Yield header, filter, entries and footer."""
        yield Bar("Journal").data_bind(JournalScreen.view)
        yield Input(id="journal-filter", placeholder="words to find", compact=True)
        table: DataTable[Text] = DataTable(cursor_type="row", cell_padding=0)
        yield table
        yield KeyBar()

    @property
    def _table(self) -> "DataTable[Text]":
        return self.query_one(DataTable)

    @property
    def _filter(self) -> Input:
        return self.query_one("#journal-filter", Input)

    def on_mount(self) -> None:
        """Show all."""
        self._filter.display = False
        self._table.focus()

    def on_resize(self) -> None:
        """Lay out for another width."""
        self._fill()

    def watch_view(self) -> None:
        """Show what is new; the cursor stays on its entry."""
        self._fill()

    @on(Input.Changed, "#journal-filter")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._fill()

    def _fill(self) -> None:
        view = self.view
        if view is None or not self.is_mounted or not self.size.width:
            return
        marked = self.entry
        words = folded(self._filter.value).split()
        found = [
            entry
            for entry in reversed(view.state.entries)
            if not words or all(word in searchable(entry, view) for word in words)
        ]
        self._shown = found[:ROWS_MAX]
        what = self.size.width - sum(WIDTHS) - STAFF_CELLS - POINTS_CELLS - 2
        table = self._table
        table.clear(columns=True)
        widths = (*WIDTHS, what, POINTS_CELLS, STAFF_CELLS)
        for title, width in zip(
            ("#", "time", "where", "what", "points", " who"), widths, strict=True
        ):
            table.add_column(title, width=width)
        for entry in self._shown:
            table.add_row(*cells(entry, view, widths))
        more = len(found) - len(self._shown)
        counted = f"{len(found):,} of {view.head:,} entries" if words else "Journal"
        rest = f" · the latest {ROWS_MAX}, f finds others" if more > 0 else ""
        self.query_one(Bar).where = counted + rest
        if marked in self._shown:
            table.move_cursor(row=self._shown.index(marked))

    @property
    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        row = self._table.cursor_row
        return self._shown[row] if 0 <= row < len(self._shown) else None

    @on(DataTable.RowSelected)
    def _selected(self, event: "DataTable.RowSelected") -> None:
        event.stop()
        self.action_details()

    def action_details(self) -> None:
        """Show everything about the entry; in the filter, go to what it found."""
        if self._filter.has_focus:
            self._table.focus()
        elif self.entry is not None and self.view is not None:
            lines = entry_details(self.entry, self.view)
            self.app.push_screen(TextDialog(f"Entry #{self.entry.number}", lines))

    def action_filter(self) -> None:
        """Type words to find."""
        self._filter.display = True
        self._filter.focus()

    def action_void(self) -> None:
        """Ask for the reason, then have the entry taken back."""
        entry, view = self.entry, self.view
        if entry is None or view is None:
            return
        if entry.number in view.state.voids:
            self.notify(f"#{entry.number} is void already", severity="warning")
        elif not isinstance(entry.effective, VOIDABLE):
            self.notify(
                f"#{entry.number} cannot be voided: it is neither a ruling, a sheet"
                " nor results",
                severity="warning",
            )
        else:
            self._ask_reason(entry, view)

    def _ask_reason(self, entry: Entry, view: View) -> None:
        def void(reason: str | None) -> None:
            if reason is not None:
                self.post_message(self.VoidWanted(entry.number, reason))

        what = cells(entry, view, (6, 6, 11, 70, 11, 9))[3].plain.strip()
        cost = offenders_points(entry)
        self.app.push_screen(
            AskDialog(
                f"Void entry #{entry.number}",
                what,
                f"takes back {cost}" if cost else "moves no points of the offender",
                hint="why? (kept in the journal)",
            ),
            void,
        )

    def action_leave(self) -> None:
        """Clear the filter, or go back."""
        if self._filter.value or self._filter.display:
            self._filter.value = ""
            self._filter.display = False
            self._table.focus()
        else:
            self.dismiss(None)
