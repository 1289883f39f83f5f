"""Ruling otherwise: the referee's own class and amounts, with the reason.

The suggestion stands in the fields to begin with; what is left as it is stays the
rulebook's. Points by player, at the table, before placing and after uma.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ledger.core.terms import Class
from ledger.core.wording import literal, points
from ledger.errors import IncidentError
from ledger.tui.answer_words import read_points
from ledger.tui.choices import keys_of
from ledger.tui.screens.dialog import ESCAPE
from ledger.tui.text import padded
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.prompt import Prompt

STAGES = ("table", "before", "after")
HEADS = ("at table", "before placing", "after uma")
NAME_CELLS = 18

Amounts = Mapping[str, int]
"""Points by player number; who is not named has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """A ruling as the fields hold it."""

    class_: Class | None
    """None: as the rulebook has it."""
    table: Amounts
    before: Amounts
    after: Amounts
    reason: str


class OwnRulingDialog(ModalScreen[Own | None]):
    """Asks for class, amounts and reason."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "give", "Take it", id="own.take", priority=True,
                tooltip="Rule like this instead of the suggestion"),
        Binding("down", "app.focus_next", "Next field", show=False, id="own.next"),
        Binding("up", "app.focus_previous", "Field before", show=False,
                id="own.previous"),
    ]  # fmt: skip

    def __init__(
        self, players: Mapping[str, str], suggestion: Own, suggested: str
    ) -> None:
        """Prepare the dialog.

        Args:
            players: Names by number, in the order of the seats.
            suggestion: What stands in the fields to begin with.
            suggested: The rulebook's answer in words.
        """
        super().__init__()
        self.players, self.suggestion, self.suggested = players, suggestion, suggested
        self.class_ = suggestion.class_

    def compose(self) -> ComposeResult:
        """Yield the class, one row a player, and the reason."""
        with Vertical(classes="dialog -large"):
            yield Static("The referee rules otherwise", classes="dialog-title")
            yield Static(f"rulebook: {self.suggested}", markup=False)
            yield Prompt(id="own-class")
            with Horizontal(classes="own-row"):
                yield Label(padded("", NAME_CELLS))
                for head in HEADS:
                    yield Label(head, classes="own-head")
            for row, (number, name) in enumerate(self.players.items()):
                with Horizontal(classes="own-row"):
                    yield Label(padded(name, NAME_CELLS))
                    for stage in STAGES:
                        yield self._field(stage, row, number)
            yield Input(
                self.suggestion.reason,
                placeholder="reason (needed, kept with the suggestion)",
                id="own-reason",
                compact=True,
            )
            yield Static(classes="dialog-fault", markup=False)
        yield KeyBar()

    def _field(self, stage: str, row: int, number: str) -> Input:
        amount = getattr(self.suggestion, stage).get(number, 0)
        return Input(
            points(amount) if amount else "",
            placeholder="0",
            id=f"own-{stage}-{row}",
            classes="own-amount",
            compact=True,
        )

    def on_mount(self) -> None:
        """Begin at the class."""
        prompt = self.query_one(Prompt)
        prompt.question = "class"
        prompt.choices = keys_of(tuple(Class))
        self._mark()
        prompt.focus()

    def _mark(self) -> None:
        prompt = self.query_one(Prompt)
        keys = [key for key, value in prompt.choices.items() if value == self.class_]
        prompt.chosen = keys[0] if keys else None

    @on(Prompt.Answered)
    def _chosen(self, event: Prompt.Answered) -> None:
        event.stop()
        self.class_ = Class(str(event.value))
        self._mark()
        self.query(".own-amount").filter("#own-after-0, #own-table-0").first().focus()

    def action_give(self) -> None:
        """Return the ruling, or say what is wrong with it."""
        reason = self.query_one("#own-reason", Input)
        try:
            table, before, after = (self._amounts(stage) for stage in STAGES)
        except IncidentError as error:
            self._fault(str(error))
            return
        if not reason.value.strip():
            self._fault("a departure from the rulebook needs a reason")
            reason.focus()
            return
        self.dismiss(
            Own(
                class_=self.class_,
                table=table,
                before=before,
                after=after,
                reason=reason.value.strip(),
            )
        )

    def _amounts(self, stage: str) -> Amounts:
        amounts: dict[str, int] = {}
        for row, (number, name) in enumerate(self.players.items()):
            field = self.query_one(f"#own-{stage}-{row}", Input)
            if not field.value.strip():
                continue
            try:
                amount = read_points(field.value)
            except IncidentError:
                field.focus()
                raise IncidentError(
                    literal(name), f"{field.value!r} is not points, such as −8,000"
                ) from None
            if amount:
                amounts[number] = amount
        return amounts

    def _fault(self, text: str) -> None:
        self.query_one(".dialog-fault", Static).update(text)

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)
