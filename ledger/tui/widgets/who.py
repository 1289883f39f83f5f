"""Who it was: one of the four seats of a table by its key, or a player by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.style import Style
from textual.widget import Widget

from ledger.tui.text import fitted
from ledger.tui.widgets.picker import Find, Picker

NOBODY = "0"
NOBODY_CELLS = 10
KEY_CELLS = 4
NO_SEATS: Mapping[str, str] = {}


class WhoLine(Widget, can_focus=True):
    """Shows the players by wind and takes the wind's letter."""

    DEFAULT_CSS = """
    WhoLine { height: 1; }
    WhoLine:focus { background: $boost; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Left", show=False, id="who.left"),
        Binding("right", "step(1)", "Right", show=False, id="who.right"),
        Binding("enter", "take", "Take", show=False, id="who.take"),
    ]

    names: var[Mapping[str, str]] = var(NO_SEATS)
    """Names by key: e, s, w, n, and 0 for nobody."""
    chosen: var[str | None] = var(None)

    @dataclass
    class Chosen(Message):
        """A seat was named."""

        key: str

    class WentBack(Message):
        """Backspace: an earlier offender is to be taken back."""

    def render(self) -> Content:
        """Return the seats with their keys, the chosen one marked."""
        parts: list[Content] = []
        room = (self.size.width - NOBODY_CELLS) // max(len(self.names) - 1, 1)
        for key, full in self.names.items():
            name = fitted(full, max(room - KEY_CELLS, 6)).plain
            mark = "▸" if key == self.chosen else " "
            style = "bold" if key == self.chosen else ""
            click = Style.from_meta({"choose": key})
            part = Content.assemble(mark, (key, "bold $accent"), (f" {name}", style))
            parts.append(part.stylize(click))
        return Content(" ").join(parts)

    def watch_names(self) -> None:
        """Show other players."""
        self.refresh(layout=True)

    def watch_chosen(self) -> None:
        """Mark another seat."""
        self.refresh()

    def choose(self, key: str) -> None:
        """Name a seat."""
        if key in self.names:
            self.chosen = key
            self.post_message(self.Chosen(key))

    def on_click(self, event: events.Click) -> None:
        """Name the seat that was clicked."""
        key = event.style.meta.get("choose")
        if isinstance(key, str):
            self.choose(key)

    def action_step(self, by: int) -> None:
        """Mark the seat beside the marked one, without naming it yet."""
        keys = list(self.names)
        if not keys:
            return
        index = keys.index(self.chosen) + by if self.chosen in keys else 0
        self.chosen = keys[index % len(keys)]

    def action_take(self) -> None:
        """Name the marked seat."""
        if self.chosen is not None:
            self.choose(self.chosen)

    def on_key(self, event: events.Key) -> None:
        """Take the letter of a seat."""
        if event.key == "backspace":
            event.stop()
            self.post_message(self.WentBack())
        elif event.character is not None and event.character.lower() in self.names:
            event.stop()
            self.choose(event.character.lower())


class PlayerPicker(Picker):
    """Finds a player."""

    NOTHING = "no player has that name or number"


class WhoField(Vertical):
    """Asks for the offender; players go by their numbers from here on."""

    DEFAULT_CSS = """
    WhoField { height: auto; }
    """

    @dataclass
    class Named(Message):
        """Somebody was named; None: nobody is to blame."""

        number: str | None

    def __init__(self, find: Find | None, id: str) -> None:  # noqa: A002
        """Prepare the field.

        Args:
            find: How players are looked for; None at a table, where seats are asked.
            id: The widget's id.
        """
        super().__init__(id=id)
        self.find = find
        self._numbers: Mapping[str, str | None] = {NOBODY: None}

    def compose(self) -> ComposeResult:
        """Yield the seats or the search."""
        if self.find is None:
            yield WhoLine()
        else:
            yield PlayerPicker(self.find, "name or number", id="player")

    def take_focus(self) -> None:
        """Put the cursor here."""
        if self.find is None:
            self.query_one(WhoLine).focus()
        else:
            self.query_one(Picker).focus()

    def show(
        self,
        names: Mapping[str, str],
        seats: Mapping[str, str],
        offender: str | None,
        *,
        is_nobody: bool,
    ) -> None:
        """Show who sits where.

        Args:
            names: Names by player number.
            seats: Winds by player number, from East.
            offender: The number of who was named.
            is_nobody: Whether nobody is to blame.
        """
        if self.find is not None:
            return
        line = self.query_one(WhoLine)
        keys = {seat.lower(): number for number, seat in seats.items()}
        self._numbers = {**keys, NOBODY: None}
        line.names = {
            **{key: names[number] for key, number in keys.items()},
            NOBODY: "nobody",
        }
        chosen = next((k for k, n in keys.items() if n == offender), None)
        line.chosen = NOBODY if is_nobody else chosen

    @on(WhoLine.Chosen)
    def _seat_chosen(self, event: WhoLine.Chosen) -> None:
        event.stop()
        self.post_message(self.Named(self._numbers[event.key]))

    @on(Picker.Picked)
    def _player_picked(self, event: Picker.Picked) -> None:
        event.stop()
        self.post_message(self.Named(event.picked))

    @on(Picker.WentBack)
    def _went_back(self, event: Picker.WentBack) -> None:
        event.stop()
        self.post_message(WhoLine.WentBack())
