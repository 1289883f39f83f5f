"""The first screen: events opened lately, a new one, the demo. Nothing else."""

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ledger.core.spelling import literal
from ledger.tui.widgets.keybar import KeyBar

WELCOME = (
    "riichi-ledger: the referee's desk of a riichi tournament\n\n"
    "  n  make a new event\n"
    "  d  open the demo, an invented event that you may spoil\n"
    "  o  open an event's file\n"
    "  ?  the keys\n"
)


class StartScreen(Screen[None]):
    """Where to begin."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open_recent", "Open", id="start.recent", priority=True,
                tooltip="Open the marked event"),
        Binding("n", "new", "New event", id="start.new",
                tooltip="Make an event: name, rulebook, players"),
        Binding("d", "demo", "Demo", id="start.demo",
                tooltip="Open an invented event that you may spoil"),
        Binding("o", "open_file", "Open file", id="start.open",
                tooltip="Open an event by the name of its file"),
    ]  # fmt: skip

    class OpenWanted(Message):
        """An event is to be opened; None: ask for its file."""

        def __init__(self, path: str | None) -> None:
            super().__init__()
            self.path = path

    class DemoWanted(Message):
        """The demo is to be opened."""

    class NewWanted(Message):
        """A new event is to be made."""

    def __init__(self, recent: list[Path]) -> None:
        super().__init__()
        self.recent = recent

    def compose(self) -> ComposeResult:
        """Yield the welcome, the list and the footer."""
        with Vertical(id="start"):
            yield Static(WELCOME, markup=False)
            yield Static("Opened lately" if self.recent else "", classes="dialog-title")
            yield OptionList(
                *(
                    Option(Text(literal(str(path)), no_wrap=True), id=str(index))
                    for index, path in enumerate(self.recent)
                ),
                markup=False,
            )
        yield KeyBar()

    def on_mount(self) -> None:
        """Mark the latest."""
        events = self.query_one(OptionList)
        events.display = bool(self.recent)
        if self.recent:
            events.highlighted = 0
            events.focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_open_recent()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Hide what needs an event opened before."""
        return bool(self.recent) if action == "open_recent" else True

    def action_open_recent(self) -> None:
        """Open the marked event."""
        index = self.query_one(OptionList).highlighted
        if index is not None:
            self.post_message(self.OpenWanted(str(self.recent[index])))

    def action_new(self) -> None:
        """Make a new event."""
        self.post_message(self.NewWanted())

    def action_demo(self) -> None:
        """Open the demo."""
        self.post_message(self.DemoWanted())

    def action_open_file(self) -> None:
        """Open an event by its file."""
        self.post_message(self.OpenWanted(None))
