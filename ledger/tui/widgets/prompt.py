"""A question with one key for each answer: `Were the tiles shown?  y yes   n no`."""

from collections.abc import Mapping
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.style import Style
from textual.widget import Widget

from ledger.core.situations import FactValue
from ledger.tui.choices import label_of

NOTHING: Mapping[str, FactValue] = {}


class Prompt(Widget, can_focus=True):
    """Shows a question and takes the key that answers it."""

    DEFAULT_CSS = """
    Prompt { height: auto; }
    Prompt:focus { background: $boost; }
    """

    question = var("")
    choices: var[Mapping[str, FactValue]] = var(NOTHING)
    """Answers by key."""
    chosen: var[str | None] = var(None)
    """The key of the answer that stands, marked with ▸."""

    @dataclass
    class Answered(Message):
        """A choice was made."""

        prompt: "Prompt"
        value: FactValue

        @property
        def control(self) -> "Prompt":
            """The prompt that was answered."""
            return self.prompt

    @dataclass
    class WentBack(Message):
        """Backspace: the question before is wanted."""

        prompt: "Prompt"

        @property
        def control(self) -> "Prompt":
            """The prompt it happened in."""
            return self.prompt

    def render(self) -> Content:
        """Return the question and its choices, each with its key."""
        parts: list[str | Content | tuple[str, str | Style]] = []
        if self.question:
            parts.append(f"{self.question}  ")
        for key, value in self.choices.items():
            mark = "▸" if key == self.chosen else " "
            click = Style.from_meta({"pick": key})
            choice = Content.assemble(
                mark, (key, "bold $accent"), f" {label_of(value)}  "
            )
            parts.append(choice.stylize(click))
        return Content.assemble(*parts)

    def watch_question(self) -> None:
        """Show another question."""
        self.refresh(layout=True)

    def watch_choices(self) -> None:
        """Show other choices."""
        self.refresh(layout=True)

    def watch_chosen(self) -> None:
        """Mark another choice."""
        self.refresh()

    def pick(self, key: str) -> None:
        """Give the answer of a key."""
        if key in self.choices:
            self.post_message(self.Answered(self, self.choices[key]))

    def on_click(self, event: events.Click) -> None:
        """Give the answer that was clicked."""
        key = event.style.meta.get("pick")
        if isinstance(key, str):
            self.pick(key)

    def on_key(self, event: events.Key) -> None:
        """Take a key that stands beside a choice."""
        if event.key == "backspace":
            event.stop()
            self.post_message(self.WentBack(self))
        elif event.character is not None and event.character.lower() in self.choices:
            event.stop()
            self.pick(event.character.lower())
