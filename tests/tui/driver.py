"""A referee at the keyboard: presses keys, reads what is on the screen."""

from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from ledger.core.contents import Content, IncidentRuled
from ledger.core.event import Entry
from ledger.tui.app import LedgerApp
from ledger.tui.screens.journal import JournalScreen
from ledger.tui.screens.record import RecordScreen


class Driver:
    """Wraps Pilot with the words of the tests."""

    def __init__(self, app: LedgerApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def loaded(self) -> None:
        """Wait until the engine is there and the event is shown."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys one after another."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Enter a text, in any script, into the field that has the cursor.

        All at once, as an input method does; single keys are for `press`.
        """
        await self.pilot.pause()
        focused = self.app.focused
        assert isinstance(focused, Input)
        focused.replace(text, *sorted(focused.selection))
        await self.pilot.pause()

    async def give(self, text: str) -> None:
        """Enter a text and press Enter."""
        await self.type(text)
        await self.press("enter")

    @property
    def screen(self) -> Screen[object]:
        return self.app.screen

    @property
    def record(self) -> RecordScreen:
        assert isinstance(self.app.screen, RecordScreen)
        return self.app.screen

    def focused_id(self) -> str | None:
        """The id of what has the cursor, or of the first thing around it with one."""
        focused = self.app.focused
        assert focused is not None
        named = (node.id for node in focused.ancestors_with_self if node.id)
        return next(named, None)

    @property
    def entries(self) -> list[Entry]:
        """The book's entries, as another terminal would read them."""
        assert self.app.desk is not None
        return self.app.desk.terminal.book.state().entries

    @property
    def last(self) -> IncidentRuled:
        """The last entry, which is a ruling."""
        content = self.entries[-1].content
        assert isinstance(content, IncidentRuled)
        return content

    def is_at(self, kind: object) -> bool:
        """Whether a screen of this class is on top."""
        return type(self.screen) is kind

    def booked(self) -> Content:
        """What was booked last."""
        return self.entries[-1].content

    @property
    def marked(self) -> int:
        """The number of the entry under the journal's cursor."""
        screen = self.screen
        assert isinstance(screen, JournalScreen)
        assert screen.entry is not None
        return screen.entry.number

    def footer(self) -> str:
        """The keys that are offered."""
        return " ".join(self.lines()[-3:])

    def row(self, number: int) -> str:
        """An entry's line in the journal."""
        return next(line for line in self.lines() if line.startswith(f"{number:>4} "))

    def lines(self) -> list[str]:
        """What is on the screen, line by line, trailing spaces left out."""
        width, height = self.app.size
        strips = self.app.screen._compositor.render_strips()  # noqa: SLF001
        shown = [strip.crop(0, width).text.rstrip() for strip in strips]
        return shown[:height]

    def text(self) -> str:
        """What is on the screen, as one text."""
        return "\n".join(self.lines())

    def toasts(self) -> list[str]:
        """The messages that stand on the screen."""
        return [note.message for note in self.app._notifications]  # noqa: SLF001

    def is_whole(self, widget: Widget) -> bool:
        """Whether a widget is wholly on the screen and in nobody's way."""
        screen = Region(0, 0, *self.app.size)
        return bool(widget.region) and screen.contains_region(widget.region)
