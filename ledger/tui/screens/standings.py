"""Standings after a round, the check below them, and why a number is what it is."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import var
from textual.screen import ModalScreen, Screen
from textual.widgets import DataTable, Static

from ledger.core.event import EventState
from ledger.core.explanation import Reason, reasons
from ledger.core.reconciling import difference_words
from ledger.core.standings import EventCheck, Row, Standings, standings
from ledger.core.wording import literal, points
from ledger.tui.journal_rows import entry_details
from ledger.tui.screens.dialog import ESCAPE, TextDialog
from ledger.tui.terminal import View
from ledger.tui.text import fitted, right
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.rows import Rows

NUMBER_CELLS = 10
PLACE_CELLS = 7
NAMED_MAX = 6
ROWS_MAX = 500
"""A table of more lines would take seconds to lay out."""


class StandingsScreen(Screen[None]):
    """Places with what they are made of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "why", "Why", id="standings.why", priority=True,
                tooltip="The entries behind this player's total"),
        Binding("left", "round(-1)", "Round", key_display="←→", priority=True,
                id="standings.before", tooltip="Standings after another round"),
        Binding("right", "round(1)", "Next round", show=False, priority=True,
                id="standings.after", tooltip="Standings after the next round"),
        Binding("e", "export", "Export", id="standings.export",
                tooltip="Write these standings to a file"),
        Binding("slash", "find", "Find player", key_display="/", id="standings.find",
                tooltip="Go to a player's line"),
        Binding("escape", "leave", "Back", id="standings.back",
                tooltip="Back to the tables"),
    ]  # fmt: skip

    view: var[View | None] = var(None)
    after: var[int | None] = var(None)

    class ExportWanted(Message):
        """These standings are to be written to a file."""

        def __init__(self, after: int | None) -> None:
            super().__init__()
            self.after = after

    class FindWanted(Message):
        """A player is to be looked for."""

        def __init__(self, screen: "StandingsScreen") -> None:
            super().__init__()
            self.screen = screen

    def __init__(self) -> None:
        super().__init__()
        self.standings: Standings | None = None
        self._first = 0
        """The line that stands at the top of the table."""

    def compose(self) -> ComposeResult:
        """Yield header, table, check and footer."""
        yield Bar("Standings").data_bind(StandingsScreen.view)
        yield Rows(zebra_stripes=True)
        yield Static(id="standings-part", markup=False)
        yield Static(id="standings-open", markup=False)
        yield Static(id="standings-check", markup=False)
        yield KeyBar()

    @property
    def _table(self) -> "DataTable[Text]":
        return self.query_one(DataTable)

    def on_mount(self) -> None:
        """Let the table take the keys."""
        self._table.focus()

    def on_resize(self) -> None:
        """Lay out for another width."""
        self._fill()

    def watch_view(self) -> None:
        """Show the event as it is now; the cursor stays on its player."""
        self._fill()

    def watch_after(self) -> None:
        """Show another round."""
        self._fill()

    def _fill(self) -> None:
        view = self.view
        if view is None or not self.is_mounted or not self.size.width:
            return
        marked = self.row
        self.standings = standings(view.state, view.rules, self.after)
        self._lay_out(self.standings)
        if marked is not None:
            self.go_to(marked.number)
        shown = self.standings
        head = f"Standings after round {self.after}" if self.after else "Standings now"
        self.query_one(Bar).where = f"{head} · as of #{view.head}"
        self.query_one("#standings-check", Static).update(check_words(shown.check))
        waiting = self.query_one("#standings-open", Static)
        waiting.update(open_words(shown, begun_rounds(view.state)))

    def _lay_out(self, shown: Standings) -> None:
        """Fill the table with a stretch of the lines; more are found by `/`."""
        table = self._table
        extra = [
            name
            for name in ("sticks", "oka", "results")
            if any(getattr(row, name) for row in shown.rows)
        ]
        heads = ["raw", *extra[:1], "uma", *extra[1:], "penalties", "total"]
        names = self.size.width - PLACE_CELLS * 2 - NUMBER_CELLS * len(heads) - 1
        table.clear(columns=True)
        table.add_column("Place", width=PLACE_CELLS)
        table.add_column(" Player", width=max(names, 10))
        for head in heads:
            title = "fines" if head == "penalties" else head
            table.add_column(right(title.capitalize()), width=NUMBER_CELLS)
        table.add_column(right("Places"), width=PLACE_CELLS)
        shared = Counter(row.rank for row in shown.rows)
        for row in shown.rows[self._first : self._first + ROWS_MAX]:
            numbers = [right(points(getattr(row, head))) for head in heads]
            table.add_row(
                right(place_words(row.rank, shared)),
                fitted(f" {literal(row.name or row.number)}", max(names, 10) - 1),
                *numbers,
                right(" ".join(map(str, row.places[-3:]))),
            )
        part = self.query_one("#standings-part", Static)
        part.display = len(shown.rows) > ROWS_MAX
        count = len(shown.rows)
        last = min(self._first + ROWS_MAX, count)
        part.update(f"lines {self._first + 1:,} to {last:,} of {count:,}; / finds more")

    @property
    def row(self) -> Row | None:
        """The line under the cursor."""
        index = self._first + self._table.cursor_row
        rows = self.standings.rows if self.standings is not None else ()
        return rows[index] if 0 <= index < len(rows) else None

    def go_to(self, number: str) -> None:
        """Put the cursor on a player's line."""
        assert self.standings is not None
        index = next(
            (i for i, row in enumerate(self.standings.rows) if row.number == number), 0
        )
        if not self._first <= index < self._first + ROWS_MAX:
            self._first = max(index - ROWS_MAX // 2, 0)
            self._lay_out(self.standings)
        self._table.move_cursor(row=index - self._first)

    @on(DataTable.RowSelected)
    def _selected(self, event: "DataTable.RowSelected") -> None:
        event.stop()
        self.action_why()

    def action_why(self) -> None:
        """Show the entries behind a total."""
        if self.row is None or self.view is None or self.standings is None:
            return
        found = reasons(
            self.view.state, self.view.rules, self.standings, self.row.number
        )
        view = self.view

        def details(number: int) -> Iterable[tuple[str, str]]:
            return entry_details(view.state.entries[number - 1], view)

        self.app.push_screen(WhyDialog(self.row, found, details))

    def action_round(self, by: int) -> None:
        """Show the standings after another round."""
        if self.view is None or self.standings is None:
            return
        steps = [*begun_rounds(self.view.state), None]
        index = steps.index(self.after) + by
        if 0 <= index < len(steps):
            self.after = steps[index]

    def action_export(self) -> None:
        """Have them written to a file."""
        self.post_message(self.ExportWanted(self.after))

    def action_find(self) -> None:
        """Look for a player."""
        self.post_message(self.FindWanted(self))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)


def place_words(rank: int | None, shared: Counter[int | None]) -> str:
    """Return a place, `2=` where several share it, `–` where there is none."""
    if rank is None:
        return "–"
    return f"{rank}=" if shared[rank] > 1 else f"{rank} "


def check_words(check: EventCheck) -> str:
    """Return what the totals come to, in one line."""
    parts = [
        f"points {points(check.points)}",
        f"fines {points(check.fines)}",
        f"sticks {points(check.sticks)}",
        f"unexplained {points(check.unexplained)}",
    ]
    if check.points:
        verdict = "DOES NOT ADD UP"
    elif check.unexplained:
        verdict = "adds up but for these"
    else:
        verdict = "adds up"
    return f"{' · '.join(parts)} = {verdict}"


def begun_rounds(state: EventState) -> list[int]:
    """Return the rounds of which a sheet or a result is in."""
    return sorted({round_ for round_, _ in (*state.sheets, *state.results)})


def open_words(shown: Standings, begun: Sequence[int]) -> str:
    """Return what is still missing: sheets, and sheets that do not add up."""
    lines = []
    waiting = [key for key in shown.open_tables if key[0] in begun]
    if waiting:
        told = ", ".join(f"R{r} T{t}" for r, t in waiting[:NAMED_MAX])
        more = " …" if len(waiting) > NAMED_MAX else ""
        lines.append(f"no sheet yet: {told}{more}")
    if shown.differences:
        lines += map(difference_words, shown.differences[:NAMED_MAX])
    return "\n".join(lines)


class WhyDialog(ModalScreen[None]):
    """The entries behind one total, which they add up to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "details", "Details", id="why.details", priority=True,
                tooltip="Everything about this entry"),
        ESCAPE,
    ]  # fmt: skip

    def __init__(
        self,
        row: Row,
        found: tuple[Reason, ...],
        details: Callable[[int], Iterable[tuple[str, str]]],
    ) -> None:
        """Prepare the dialog.

        Args:
            row: The line of the standings.
            found: What its total is made of.
            details: What to show of an entry, by its number.
        """
        super().__init__()
        self.row, self.found, self.details = row, found, details

    def compose(self) -> ComposeResult:
        """Yield the lines and their sum."""
        with Vertical(classes="dialog -large"):
            name = literal(self.row.name or self.row.number)
            yield Static(f"Why {name} has {points(self.row.total)}",
                         classes="dialog-title", markup=False)  # fmt: skip
            yield Rows()
            yield Static(f"= {points(self.row.total)}", id="why-sum", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill in the lines."""
        table = self.query_one(DataTable)
        for title, width in (("#", 6), ("where", 11), ("what", 39), ("points", 10)):
            table.add_column(title, width=width)
        for reason in self.found:
            table.add_row(
                Text(f"#{reason.entry}" if reason.entry else ""),
                Text(reason.place),
                fitted(reason.what, 38),
                right(points(reason.points)),
            )
        table.focus()

    @on(DataTable.RowSelected)
    def _selected(self, event: "DataTable.RowSelected") -> None:
        event.stop()
        self.action_details()

    def action_details(self) -> None:
        """Show everything about the entry of a line."""
        index = self.query_one(DataTable).cursor_row
        number = self.found[index].entry if 0 <= index < len(self.found) else None
        if number is not None:
            title = f"Entry #{number}"
            self.app.push_screen(TextDialog(title, self.details(number)))

    def action_back(self) -> None:
        """Close."""
        self.dismiss(None)
