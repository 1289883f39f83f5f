"""The table as it lies before the ruling: a line to read, small fields to change."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, HorizontalGroup, Vertical
from textual.message import Message
from textual.reactive import var
from textual.widgets import Input, Label, Static

from ledger.tui.table_fields import FIELDS, Change


class TableField(HorizontalGroup):
    """One labelled small field."""

    def __init__(self, name: str) -> None:
        label, width, hint = FIELDS[name]
        super().__init__(classes="table-field")
        self.label, self.cells, self.field, self.hint = label, width, name, hint

    def compose(self) -> ComposeResult:
        """Yield the label and the field."""
        yield Label(self.label)
        field = Input(id=f"table-{self.field}", compact=True)
        field.styles.width = self.cells + 2
        field.tooltip = self.hint
        yield field


class TableLine(Vertical):
    """Summary of the table; opened, its fields."""

    DEFAULT_CSS = """
    TableLine {
        height: auto;
        #table-fields { display: none; height: auto; }
        &.-open #table-fields { display: block; }
        Horizontal { height: 1; }
        .table-field { width: auto; margin-right: 1; }
        .table-field Label { margin-right: 1; }
        .table-field Input { background: $boost; border: none; height: 1; padding: 0; }
        #table-hint { color: $text-muted; height: 1; }
        #table-hint.-fault { color: $text-error; text-style: bold; }
    }
    """

    ROWS: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("hand", "honba", "carried", "riichi", "dead"),
        ("last_discard", "draw_possible", "hands_left"),
        ("result",),
    )

    is_open: var[bool] = var(default=False, toggle_class="-open")

    class Changed(Message):
        """A field was changed into something that can be read."""

        def __init__(self, change: Change) -> None:
            super().__init__()
            self.change = change

    class Closed(Message):
        """Enter in a field: done with the table."""

    def compose(self) -> ComposeResult:
        """Yield the summary and the fields."""
        yield Static(id="table-summary", markup=False)
        with Vertical(id="table-fields"):
            for row in self.ROWS:
                with Horizontal():
                    for name in row:
                        yield TableField(name)
            yield Static(id="table-hint", markup=False)

    def show(self, summary: Text) -> None:
        """Show another summary."""
        self.query_one("#table-summary", Static).update(summary)

    def fill(self, texts: Mapping[str, str]) -> None:
        """Put values into the fields."""
        for name, text in texts.items():
            field = self.query_one(f"#table-{name}", Input)
            with field.prevent(Input.Changed):
                field.value = text

    def open(self) -> None:
        """Show the fields and go to the first."""
        self.is_open = True
        self.query_one("#table-hand", Input).focus()

    def fault(self, text: str) -> None:
        """Say what is wrong with a field; empty: nothing is."""
        hint = self.query_one("#table-hint", Static)
        hint.set_class(bool(text), "-fault")
        hint.update(text)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        name = (event.input.id or "").removeprefix("table-")
        self.post_message(self.Changed(Change(name, event.value)))

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        self.is_open = False
        self.post_message(self.Closed())

    def on_descendant_focus(self) -> None:
        """Say what may be typed into the field that has the cursor."""
        focused = self.screen.focused
        if isinstance(focused, Input):
            name = (focused.id or "").removeprefix("table-")
            if name in FIELDS:
                self.fault("")
                self.query_one("#table-hint", Static).update(FIELDS[name][2])
