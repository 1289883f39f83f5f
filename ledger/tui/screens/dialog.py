"""Small dialogs, typed by what they return; None: the referee went back."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ledger.tui.text import grid
from ledger.tui.widgets.keybar import KeyBar

ESCAPE = Binding(
    "escape", "back", "Back", id="dialog.back", tooltip="Go back, nothing changed"
)


class AskDialog(ModalScreen[str | None]):
    """Asks for one text that must not be blank."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "give", "OK", id="dialog.ok", tooltip="Take this text",
                priority=True),
    ]  # fmt: skip

    def __init__(
        self,
        title: str,
        *lines: str,
        value: str = "",
        hint: str = "",
        fault: str = "",
    ) -> None:
        """Prepare the dialog.

        Args:
            title: What is asked.
            lines: What it is about.
            value: What stands in the field to begin with.
            hint: What is to be typed, where nothing stands.
            fault: What is wrong with what stands there.
        """
        super().__init__()
        self.title_text, self.lines, self.value, self.hint = title, lines, value, hint
        self.fault_text = fault

    def compose(self) -> ComposeResult:
        """Yield the title, what it is about, and the field."""
        with Vertical(classes="dialog"):
            yield Static(self.title_text, classes="dialog-title", markup=False)
            for line in self.lines:
                yield Static(line, markup=False)
            yield Input(self.value, placeholder=self.hint, compact=True)
            yield Static(self.fault_text, classes="dialog-fault", markup=False)
        yield KeyBar()

    def action_give(self) -> None:
        """Return the text, or say that it is missing."""
        text = self.query_one(Input).value.strip()
        if text:
            self.dismiss(text)
        else:
            self.query_one(".dialog-fault", Static).update("must not be blank")

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)


class YesDialog(ModalScreen[bool | None]):
    """Asks whether something is to be done; Enter says yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "give", "Yes", id="dialog.yes", tooltip="Do it",
                priority=True),
    ]  # fmt: skip

    def __init__(self, title: str, *lines: str, fault: str = "") -> None:
        """Prepare the dialog.

        Args:
            title: What is to be done.
            lines: What it is about.
            fault: Why it could not be done.
        """
        super().__init__()
        self.title_text, self.lines, self.fault_text = title, lines, fault

    def compose(self) -> ComposeResult:
        """Yield the title and what it is about."""
        with Vertical(classes="dialog"):
            yield Static(self.title_text, classes="dialog-title", markup=False)
            for line in self.lines:
                yield Static(line, markup=False)
            yield Static(self.fault_text, classes="dialog-fault", markup=False)
        yield KeyBar()

    def action_give(self) -> None:
        """Return yes."""
        self.dismiss(result=True)

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)


class TextDialog(ModalScreen[None]):
    """Shows a longer text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "back", "Close", show=False, id="dialog.close"),
    ]

    def __init__(self, title: str, lines: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.title_text, self.lines = title, list(lines)

    def compose(self) -> ComposeResult:
        """Yield the title and the text."""
        with Vertical(classes="dialog -large"):
            yield Static(self.title_text, classes="dialog-title", markup=False)
            with VerticalScroll():
                yield Static(grid(self.lines))
        yield KeyBar()

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_back(self) -> None:
        """Close."""
        self.dismiss(None)
