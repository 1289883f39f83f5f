"""The journal: every entry, the latest first; filtered, looked into, corrected.

The keys act on the entry under the cursor. The footer shows those that the book would
take from whoever sits here; any other says why not.
"""

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import DataTable, Input

from ledger.core.event import Entry
from ledger.core.possible import Correction
from ledger.core.search import folded
from ledger.tui.hindrance import hindrance
from ledger.tui.journal_rows import cells, entry_details, searchable
from ledger.tui.screens.dialog import TextDialog
from ledger.tui.terminal import View
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.rows import Rows

ROWS_MAX = 500
"""More entries than this are found by the filter, not by scrolling."""
WIDTHS = (5, 6, 11)
STAFF_CELLS = 9
POINTS_CELLS = 11
KEYS = {
    "u": Correction.VOID,
    "a": Correction.AMEND,
    "p": Correction.APPEAL,
    "d": Correction.DECIDE,
    "y": Correction.CONFIRM,
    "F": Correction.FINALISE,
}


class JournalScreen(Screen[None]):
    """Entries as lines, with the keys that act on the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "details", "Details", id="journal.details", priority=True,
                tooltip="Facts, clauses, postings, hash of this entry"),
        Binding("u", "correct('void')", "Void", id="journal.void",
                tooltip="Take this entry back; it stays in the journal"),
        Binding("a", "correct('amend')", "Amend", id="journal.amend",
                tooltip="Put another ruling or sheet in its place, as one act"),
        Binding("p", "correct('appeal')", "Appeal", id="journal.appeal",
                tooltip="Take down an appeal against this ruling"),
        Binding("d", "correct('decide')", "Decide", id="journal.decide",
                tooltip="Decide the appeal: dismissed, upheld or changed"),
        Binding("y", "correct('confirm')", "Confirm", id="journal.confirm",
                tooltip="Confirm this pending ruling, so that it counts"),
        Binding("F", "correct('finalise')", "Finalise", id="journal.finalise",
                tooltip="Close the event: what comes later is a late adjustment"),
        Binding("f,slash", "filter", "Filter", key_display="f", id="journal.filter",
                tooltip="Show only entries with these words"),
        Binding("escape", "leave", "Back", id="journal.back",
                tooltip="Clear the filter, then back to the tables"),
    ]  # fmt: skip

    view: var[View | None] = var(None)

    class Wanted(Message):
        """Something is to be done about an entry."""

        def __init__(self, correction: Correction, number: int) -> None:
            super().__init__()
            self.correction, self.number = correction, number

    def __init__(self, number: int | None = None) -> None:
        """Prepare the screen.

        Args:
            number: The entry to begin with; None: the latest.
        """
        super().__init__()
        self.number = number
        self._shown: list[Entry] = []
        self._hindrances: dict[Correction, str] = {}
        """Why something cannot be done about the entry under the cursor."""

    def compose(self) -> ComposeResult:
        """Yield header, filter, entries and footer."""
        yield Bar("Journal").data_bind(JournalScreen.view)
        yield Input(id="journal-filter", placeholder="words to find", compact=True)
        yield Rows()
        yield KeyBar()

    @property
    def _table(self) -> "DataTable[Text]":
        return self.query_one(DataTable)

    @property
    def _filter(self) -> Input:
        return self.query_one("#journal-filter", Input)

    def on_mount(self) -> None:
        """Show all; what lies too far back to be scrolled to is looked for."""
        self._filter.display = False
        view, number = self.view, self.number
        if view is not None and number is not None and number <= view.head - ROWS_MAX:
            self._filter.display = True
            self._filter.value = f"#{number}"
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
        marked = self.entry or self._begun_with(view)
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
        self._weigh()

    def _begun_with(self, view: View) -> Entry | None:
        return None if self.number is None else view.state.entries[self.number - 1]

    @on(DataTable.RowHighlighted)
    def _moved(self, event: "DataTable.RowHighlighted") -> None:
        event.stop()
        self._weigh()

    def _weigh(self) -> None:
        """Find out what can be done about the entry under the cursor."""
        entry, view = self.entry, self.view
        if entry is not None and view is not None:
            found = {each: hindrance(view, each, entry) for each in Correction}
            if found != self._hindrances:
                self._hindrances = found
                self.refresh_bindings()

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done about the entry under the cursor."""
        if action != "correct":
            return True
        return self._hindrances.get(Correction(str(parameters[0]))) == ""

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing here."""
        correction = KEYS.get(event.character or "")
        if correction is not None and self._hindrances.get(correction):
            event.stop()
            self.notify(self._hindrances[correction], severity="warning", markup=False)

    def action_correct(self, correction: str) -> None:
        """Have something done about the entry under the cursor."""
        if self.entry is not None:
            wanted = Correction(correction)
            self.post_message(self.Wanted(wanted, self.entry.number))

    def action_leave(self) -> None:
        """Clear the filter, or go back."""
        if self._filter.value or self._filter.display:
            self._filter.value = ""
            self._filter.display = False
            self._table.focus()
        else:
            self.dismiss(None)
