"""The answer, as it stands: class, clause, points, the table, what to say."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from ledger.tui.pane_lines import Line

LABEL_CELLS = 14
KINDS = (
    "grave", "middle", "mild", "ask", "assumed", "usual", "changed", "fault",
    "suggested", "clause",
)  # fmt: skip
"""How a line can be meant; its words say the same as its colour."""


class RulingPane(VerticalScroll, can_focus=True):
    """Shows the lines of a ruling; focused when there is nothing left to ask."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"pane--{kind}" for kind in KINDS}

    DEFAULT_CSS = """
    RulingPane {
        border-top: solid $primary;
        scrollbar-size-vertical: 1;
        &:focus { border-top: heavy $accent; }
        Static { height: auto; }
        padding: 0 1;
        .pane--grave { text-style: bold; color: $text-error; }
        .pane--middle { text-style: bold; color: $text-warning; }
        .pane--mild { text-style: bold; color: $text-success; }
        .pane--ask { text-style: bold; color: $text-warning; }
        .pane--assumed { color: $text-warning; }
        .pane--usual { text-style: dim; }
        .pane--changed { text-style: bold reverse; }
        .pane--fault { text-style: bold; color: $text-error; }
        .pane--suggested { text-style: dim; }
        .pane--clause { text-style: dim; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "Book", id="ruling.book",
                tooltip="Book this ruling; it is kept when the message shows"),
        Binding("plus", "second", "Second offender", key_display="+",
                id="ruling.second",
                tooltip="Another player's fault of the same moment"),
    ]  # fmt: skip

    class Confirmed(Message):
        """Enter: book it."""

    class SecondWanted(Message):
        """Plus: one more offender."""

    class WentBack(Message):
        """Backspace: the last answer is to be taken back."""

    class ChangeWanted(Message):
        """A number: the part that carries it is to be changed."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def compose(self) -> ComposeResult:
        """Yield the one text that is replaced as a whole."""
        yield Static(id="ruling-text")

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._offers: Collection[str] = ()

    def show(self, lines: Sequence[Line], offers: Collection[str]) -> None:
        """Show other lines; where one has scrolled to stays.

        Args:
            lines: What is shown.
            offers: Which of `confirm` and `second` can be done about them.
        """
        if offers != self._offers:
            self._offers = offers
            self.refresh_bindings()
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=LABEL_CELLS, no_wrap=True)
        grid.add_column(ratio=1)
        for line in lines:
            style = (
                self.get_component_rich_style(f"pane--{line.kind}", partial=True)
                if line.kind in KINDS
                else ""
            )
            label = Text(line.label, style=style or "dim")
            grid.add_row(label, Text(line.text, style=style, overflow="fold"))
        self.query_one("#ruling-text", Static).update(grid)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Hide the keys that do nothing."""
        return action not in ("confirm", "second") or action in self._offers

    def action_confirm(self) -> None:
        """Say that it is to be booked."""
        self.post_message(self.Confirmed())

    def action_second(self) -> None:
        """Say that there is a second offender."""
        self.post_message(self.SecondWanted())

    def on_key(self, event: events.Key) -> None:
        """Take numbers and backspace."""
        if event.key == "backspace":
            event.stop()
            self.post_message(self.WentBack())
        elif event.character is not None and event.character in "123456789":
            event.stop()
            self.post_message(self.ChangeWanted(int(event.character)))
