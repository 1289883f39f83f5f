"""Finding a player by number or name."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from ledger.core.event import EventState
from ledger.tui.offers import players_found
from ledger.tui.screens.dialog import ESCAPE
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.picker import Picker
from ledger.tui.widgets.who import PlayerPicker


class FindDialog(ModalScreen[str | None]):
    """Returns a player's number."""

    BINDINGS: ClassVar[list[BindingType]] = [ESCAPE]

    def __init__(self, state: EventState) -> None:
        super().__init__()
        self.state = state

    def compose(self) -> ComposeResult:
        """Yield the search."""
        with Vertical(classes="dialog"):
            yield Static("Find a player", classes="dialog-title")
            yield PlayerPicker(self._find, "number or name", id="find")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin in the field."""
        self.query_one(Picker).focus()

    def _find(self, typed: str) -> Sequence[tuple[str, Text]]:
        return players_found(self.state, typed)

    @on(Picker.Picked)
    def _picked(self, event: Picker.Picked) -> None:
        event.stop()
        self.dismiss(event.picked)

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)
