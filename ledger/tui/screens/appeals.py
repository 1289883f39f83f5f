"""Appeals: who lodges one and why; what becomes of it, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ledger.core.contents import Decision
from ledger.tui.choices import keys_of
from ledger.tui.screens.dialog import ESCAPE
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.prompt import Prompt
from ledger.tui.widgets.who import WhoLine

ANOTHER = "0"
MEANS: Mapping[Decision, str] = {
    "dismissed": "the ruling stands",
    "upheld": "the ruling is taken back, and nothing takes its place",
    "changed": "another ruling takes its place: Record opens with the old one",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lodged:
    """An appeal as it is told."""

    key: str | None
    """The key of the player who appeals; None: somebody else, by name."""
    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A decision as it is told."""

    decision: Decision
    """What becomes of the appeal."""
    reason: str


class AppealDialog(ModalScreen[Lodged | None]):
    """Asks who appeals and why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "give", "Next / lodge", id="appeal.lodge", priority=True,
                tooltip="On to what is missing; at the end lodge the appeal"),
        Binding("down", "app.focus_next", "Next field", show=False, id="appeal.next"),
        Binding("up", "app.focus_previous", "Field before", show=False,
                id="appeal.previous"),
    ]  # fmt: skip

    def __init__(
        self,
        title: str,
        *lines: str,
        names: Mapping[str, str],
        given: Lodged,
        fault: str = "",
    ) -> None:
        """Prepare the dialog.

        Args:
            title: Which ruling.
            lines: What it says.
            names: The players who can appeal, by key.
            given: What stands in the fields to begin with.
            fault: Why it could not be lodged as it stands there.
        """
        super().__init__()
        self.title_text, self.lines, self.names = title, lines, names
        self.given, self.fault_text = given, fault

    def compose(self) -> ComposeResult:
        """Yield the ruling, who, the name of somebody else, and why."""
        with Vertical(classes="dialog -large"):
            yield Static(self.title_text, classes="dialog-title", markup=False)
            for line in self.lines:
                yield Static(line, markup=False)
            yield Static("who appeals", classes="dialog-label")
            yield WhoLine(id="appeal-who")
            yield Input(
                self.given.name, placeholder="name", id="appeal-name", compact=True
            )
            yield Input(
                self.given.reason,
                placeholder="why? (kept in the journal)",
                id="appeal-reason",
                compact=True,
            )
            yield Static(self.fault_text, classes="dialog-fault", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with who it is, or with the reason if that is told."""
        line = self._line
        line.names = {**self.names, ANOTHER: "another"}
        line.chosen = self.given.key or (ANOTHER if self.given.name else None)
        self._show_name()
        (line if line.chosen is None else self._reason).focus()

    @property
    def _line(self) -> WhoLine:
        return self.query_one(WhoLine)

    @property
    def _other(self) -> Input:
        return self.query_one("#appeal-name", Input)

    @property
    def _reason(self) -> Input:
        return self.query_one("#appeal-reason", Input)

    def _show_name(self) -> None:
        self._other.display = self._line.chosen == ANOTHER

    @on(WhoLine.Chosen)
    def _chosen(self, event: WhoLine.Chosen) -> None:
        event.stop()
        self._show_name()
        (self._other if event.key == ANOTHER else self._reason).focus()

    def action_give(self) -> None:
        """Return the appeal, or go to what is missing."""
        key = self._line.chosen
        self._show_name()
        name = self._other.value.strip() if key == ANOTHER else ""
        reason = self._reason.value.strip()
        if key is None:
            self._miss(self._line, "who appeals? its key, or 0 for somebody else")
        elif key == ANOTHER and not name:
            self._miss(self._other, "who appeals? the name")
        elif not reason:
            self._miss(self._reason, "an appeal needs its reason")
        else:
            who = None if key == ANOTHER else key
            self.dismiss(Lodged(key=who, name=name, reason=reason))

    def _miss(self, field: WhoLine | Input, text: str) -> None:
        self.query_one(".dialog-fault", Static).update(text)
        field.focus()

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)


class DecideDialog(ModalScreen[Decided | None]):
    """Asks what becomes of an appeal and why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "give", "Decide", id="decide.decide", priority=True,
                tooltip="Book the decision; changed: rule anew first"),
        Binding("down", "app.focus_next", "Next field", show=False, id="decide.next"),
        Binding("up", "app.focus_previous", "Field before", show=False,
                id="decide.previous"),
    ]  # fmt: skip

    def __init__(
        self, title: str, *lines: str, given: Decided | None = None, fault: str = ""
    ) -> None:
        """Prepare the dialog.

        Args:
            title: Which appeal.
            lines: What it is about, and who decides.
            given: What stands in the fields to begin with.
            fault: Why it could not be decided so.
        """
        super().__init__()
        self.title_text, self.lines, self.fault_text = title, lines, fault
        self.decision = given.decision if given else None
        self.reason = given.reason if given else ""

    def compose(self) -> ComposeResult:
        """Yield the appeal, the three ways, and the reason."""
        with Vertical(classes="dialog -large"):
            yield Static(self.title_text, classes="dialog-title", markup=False)
            for line in self.lines:
                yield Static(line, markup=False)
            yield Prompt(id="decide-how")
            yield Static(id="decide-means", markup=False)
            yield Input(
                self.reason,
                placeholder="why? (kept in the journal)",
                id="decide-reason",
                compact=True,
            )
            yield Static(self.fault_text, classes="dialog-fault", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the decision."""
        prompt = self.query_one(Prompt)
        prompt.question, prompt.choices = "the appeal is", keys_of(tuple(MEANS))
        self._mark()
        prompt.focus()

    def _mark(self) -> None:
        prompt = self.query_one(Prompt)
        keys = [key for key, value in prompt.choices.items() if value == self.decision]
        prompt.chosen = keys[0] if keys else None
        means = MEANS[self.decision] if self.decision else ""
        self.query_one("#decide-means", Static).update(f"→ {means}" if means else "")

    @on(Prompt.Answered)
    def _chosen(self, event: Prompt.Answered) -> None:
        event.stop()
        self.decision = next(word for word in MEANS if word == event.value)
        self._mark()
        self.query_one(Input).focus()

    def action_give(self) -> None:
        """Return the decision, or say what is missing."""
        reason = self.query_one(Input)
        if self.decision is None:
            self._miss("dismissed, upheld or changed?", self.query_one(Prompt))
        elif not reason.value.strip():
            self._miss("a decision needs its reason", reason)
        else:
            given = Decided(decision=self.decision, reason=reason.value.strip())
            self.dismiss(given)

    def _miss(self, text: str, field: Prompt | Input) -> None:
        self.query_one(".dialog-fault", Static).update(text)
        field.focus()

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)
