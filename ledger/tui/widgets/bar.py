"""The line at the top: where one is, what time it is, who is signed in."""

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text
from textual.reactive import var
from textual.widget import Widget

from ledger.tui.text import event_title, fitted, signed_words

if TYPE_CHECKING:
    from ledger.tui.terminal import View

CLOCK_SECONDS = 20


class Bar(Widget):
    """Event, edition and place on the left, time and staff on the right."""

    DEFAULT_CSS = """
    Bar { dock: top; height: 1; background: $primary-muted; color: $text; }
    """

    view: var["View | None"] = var(None)
    where = var("")
    """What stands after the event: the screen, the round."""

    def __init__(self, where: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.set_reactive(Bar.where, where)

    def on_mount(self) -> None:
        """Keep the clock going."""
        self.set_interval(CLOCK_SECONDS, self.refresh)

    def watch_view(self) -> None:
        """Show another event state."""
        self.refresh()

    def watch_where(self) -> None:
        """Show another place."""
        self.refresh()

    def render(self) -> Text:
        """Return the line; the event's name gives way to all else."""
        if self.view is None:
            return fitted(f" {self.where}", self.size.width)
        time = f"{self.view.clock().astimezone():%H:%M}"
        mark = "  READ ONLY" if self.view.obstacle else ""
        end = f"{mark}  {time}  {signed_words(self.view)} "
        where = f" · {self.where}" if self.where else ""
        room = self.size.width - cell_len(end)
        line = fitted(f" {event_title(self.view)}", room - cell_len(where))
        line.append(where)
        line.truncate(room)
        line.append(" " * (room - line.cell_len))
        line.append(end)
        return line
