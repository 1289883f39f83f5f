"""Writing standings or penalties to a file: what, in which format, under what name."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ledger.core.spelling import slug
from ledger.files.exports import PENALTIES_FORMATS, STANDINGS_FORMATS, ending_of
from ledger.files.paths import expanded, found
from ledger.tui.choices import keys_of
from ledger.tui.screens.dialog import ESCAPE
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.prompt import Prompt

FORMATS = {"standings": STANDINGS_FORMATS, "penalties": PENALTIES_FORMATS}
WHAT = tuple(FORMATS)
FIRST = "csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be written where."""

    what: str
    form: str
    path: Path


class ExportDialog(ModalScreen[Order | None]):
    """Asks for the format and the name of the file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "give", "Write", id="export.write", priority=True,
                tooltip="Write the file; an old one of that name is replaced whole"),
    ]  # fmt: skip

    def __init__(self, event: str, after: int | None) -> None:
        """Prepare the dialog.

        Args:
            event: The event's name, from which the file's is made.
            after: The round of the standings; None for everything that is in.
        """
        super().__init__()
        self.event, self.after = event, after
        self.what, self.form = WHAT[0], FIRST
        self._suggested = ""

    def compose(self) -> ComposeResult:
        """Yield the choices and the name."""
        with Vertical(classes="dialog"):
            yield Static("Export", classes="dialog-title")
            yield Prompt(id="export-what")
            yield Prompt(id="export-form")
            yield Input(id="export-path", compact=True)
            yield Static(id="export-where", markup=False)
            yield Static(classes="dialog-fault", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Offer what is wanted most."""
        what, form = self._prompts()
        what.question, what.choices = "what  ", keys_of(WHAT)
        form.question = "format"
        self._suggest()
        what.focus()

    def _prompts(self) -> tuple[Prompt, Prompt]:
        return (
            self.query_one("#export-what", Prompt),
            self.query_one("#export-form", Prompt),
        )

    def _suggest(self) -> None:
        """Mark the choices; rename the file unless the user has named it himself."""
        formats = FORMATS[self.what]
        if self.form not in formats:
            self.form = FIRST
        self._prompts()[1].choices = keys_of(formats)
        for prompt, chosen in zip(self._prompts(), (self.what, self.form), strict=True):
            prompt.chosen = next(k for k, v in prompt.choices.items() if v == chosen)
        field = self.query_one("#export-path", Input)
        if field.value == self._suggested:
            round_ = f"-round-{self.after}" if self.after else ""
            ema = "-ema" if self.form == "ema" else ""
            stem = f"{slug(self.event)}-{self.what}{ema}{round_}"
            self._suggested = stem + ending_of(self.form)
            field.value = self._suggested

    @on(Prompt.Answered)
    def _answered(self, event: Prompt.Answered) -> None:
        event.stop()
        what, form = self._prompts()
        if event.control is what:
            self.what = str(event.value)
            form.focus()
        else:
            self.form = str(event.value)
            self.query_one(Input).focus()
        self._suggest()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        path = expanded(event.value)
        where = self.query_one("#export-where", Static)
        there = " (is there, will be replaced)" if found(path) == "file" else ""
        where.update(f"→ {path.absolute()}{there}")

    def action_give(self) -> None:
        """Return the order."""
        name = self.query_one(Input).value.strip()
        if name:
            path = expanded(name)
            self.dismiss(Order(what=self.what, form=self.form, path=path))
        else:
            self.query_one(".dialog-fault", Static).update("the file needs a name")

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)
