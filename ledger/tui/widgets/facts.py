"""The facts: what was answered, and the question that comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from ledger.core.situations import FactValue
from ledger.tui.widgets.prompt import Prompt


class AnswerInput(Input):
    """A field for an answer that is no choice; backspace in it, empty, goes back."""

    class Emptied(Message):
        """Backspace with nothing left to delete."""

    def action_delete_left(self) -> None:
        """Delete, or go back where there is nothing to delete."""
        if not self.value:
            self.post_message(self.Emptied())
        super().action_delete_left()


class FactsLine(Vertical):
    """Asks one question at a time, by key or in a small field."""

    DEFAULT_CSS = """
    FactsLine {
        height: auto;
        Static { height: auto; }
        Prompt { display: none; }
        #answer { display: none; height: 1; background: $boost; }
        &.-choice Prompt { display: block; }
        &.-typed Prompt { display: block; }
        &.-typed #answer { display: block; }
        #answer-fault { display: none; color: $text-error; text-style: bold; }
        &.-fault #answer-fault { display: block; }
    }
    """

    @dataclass
    class Chosen(Message):
        """A key was pressed that answers the question."""

        value: FactValue

    @dataclass
    class Typed(Message):
        """A text was entered that is to answer the question."""

        text: str

    class WentBack(Message):
        """The answer before is to be taken back."""

    def compose(self) -> ComposeResult:
        """Yield what was answered, the question, and the field."""
        yield Static(id="answered", markup=False)
        yield Prompt(id="question")
        yield AnswerInput(id="answer", compact=True)
        yield Static(id="answer-fault", markup=False)

    @property
    def prompt(self) -> Prompt:
        """The question."""
        return self.query_one(Prompt)

    @property
    def field(self) -> AnswerInput:
        """The small field."""
        return self.query_one(AnswerInput)

    def answered(self, parts: Sequence[str]) -> None:
        """Show what has been answered."""
        self.query_one("#answered", Static).update(Text(" · ".join(parts)))

    def ask(
        self, question: str, choices: Mapping[str, FactValue], placeholder: str = ""
    ) -> None:
        """Ask; without choices in the field. What is being typed stays."""
        is_same = self.prompt.question == question and self.has_class("-typed")
        self.prompt.question = question
        self.prompt.choices = choices
        self.set_class(bool(choices), "-choice")
        self.set_class(not choices, "-typed")
        if not choices and not is_same:
            self.field.value = ""
            self.field.placeholder = placeholder
        if not is_same:
            self.fault("")

    def rest(self) -> None:
        """Ask nothing."""
        self.prompt.question = ""
        self.remove_class("-choice", "-typed", "-fault")

    def fault(self, text: str) -> None:
        """Say what is wrong with what was typed."""
        self.set_class(bool(text), "-fault")
        self.query_one("#answer-fault", Static).update(text)

    def take_focus(self) -> None:
        """Put the cursor where the answer goes."""
        if self.has_class("-typed"):
            self.field.focus()
        else:
            self.prompt.focus()

    @on(Prompt.Answered)
    def _answered(self, event: Prompt.Answered) -> None:
        event.stop()
        self.post_message(self.Chosen(event.value))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Typed(event.value))

    @on(Prompt.WentBack)
    @on(AnswerInput.Emptied)
    def _went_back(self, event: Message) -> None:
        event.stop()
        self.post_message(self.WentBack())

    @on(Input.Changed)
    def _typing(self, event: Input.Changed) -> None:
        event.stop()
        self.fault("")
