"""The footer: what one can press here, on as many lines as it takes.

Textual's own footer is one line that scrolls, so that at 80 columns a newcomer would
not see half of the keys; and it builds a widget for each key anew whenever the cursor
goes somewhere else. This one is a single widget.
"""

from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget


@dataclass(frozen=True, slots=True)
class Key:
    """One key as it is shown."""

    key: str
    shown: str
    description: str
    is_enabled: bool

    @property
    def cells(self) -> int:
        """How many cells it takes, the gap after it left out."""
        return cell_len(self.shown) + 1 + cell_len(self.description)


class KeyBar(Widget):
    """Keys with their descriptions; a click presses one."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: auto; max-height: 3; background: $panel; }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[Key] = []

    def on_mount(self) -> None:
        """Follow the cursor: other keys work elsewhere."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self._changed(self.screen)

    def _changed(self, screen: Screen[object]) -> None:
        if screen is not self.screen:
            return
        keys = self._shown_keys()
        if keys != self._keys:
            self._keys = keys
            self.refresh(layout=True)

    def _shown_keys(self) -> list[Key]:
        """Return the keys of the widget with the cursor, the screen's, the app's."""
        found: list[tuple[int, Key]] = []
        seen: set[str] = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.action not in seen:
                seen.add(binding.action)
                shown = self.app.get_key_display(binding)
                key = Key(binding.key, shown, binding.description, active.enabled)
                found.append((self._rank(binding.action), key))
        return [key for _, key in sorted(found, key=lambda item: item[0])]

    def _rank(self, action: str) -> int:
        for first, bindings in ((0, self.screen.BINDINGS), (100, self.app.BINDINGS)):
            for place, binding in enumerate(bindings, start=first):
                if isinstance(binding, Binding) and binding.action == action:
                    return place
        return -1

    def _rows(self, width: int) -> list[list[Key]]:
        rows: list[list[Key]] = [[]]
        used = 0
        for key in self._keys:
            if rows[-1] and used + key.cells > width:
                rows.append([])
                used = 0
            rows[-1].append(key)
            used += key.cells + 1
        return rows

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return how many lines the keys take."""
        return len(self._rows(width))

    def render(self) -> Content:
        """Return the keys, dimmed where they do nothing now."""
        rows = self._rows(self.size.width)
        lines = [Content(" ").join(map(self._key_content, row)) for row in rows]
        return Content("\n").join(lines)

    def _key_content(self, key: Key) -> Content:
        style = "$footer-key-foreground bold" if key.is_enabled else "dim"
        text = f" {key.description}"
        content = Content.assemble(
            (key.shown, style), (text, "" if key.is_enabled else "dim")
        )
        return content.stylize(Style.from_meta({"press": key.key}))

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        key = event.style.meta.get("press")
        if isinstance(key, str):
            self.app.simulate_key(key)
