"""The note: a line that opens when it is wanted and stays once something is in it."""

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Label


class NoteLine(Horizontal):
    """A small field for what is to be kept with the ruling."""

    DEFAULT_CSS = """
    NoteLine {
        display: none; height: auto;
        &.-open { display: block; layout: horizontal; }
        Input { width: 1fr; background: $boost; }
    }
    """

    @dataclass
    class Noted(Message):
        """Something was typed."""

        text: str

    class Left(Message):
        """Done with it: the cursor goes where the next answer is wanted."""

    def compose(self) -> ComposeResult:
        """Yield the label and the field."""
        yield Label("Note", classes="record-label")
        yield Input(id="note", compact=True, placeholder="kept with the ruling")

    def show(self, text: str) -> None:
        """Show another text without a message."""
        field = self.query_one(Input)
        with field.prevent(Input.Changed):
            field.value = text

    def open_or_leave(self) -> None:
        """Put the cursor here, or away again."""
        field = self.query_one(Input)
        if field.has_focus:
            self.post_message(self.Left())
        else:
            self.add_class("-open")
            field.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Noted(event.value))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Left())
