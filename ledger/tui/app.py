"""The terminal program: what is on the screen first, and who hears what it says.

Wiring only. The app holds the one `View` that all screens are bound to and hands their
messages to the `Desk`, which alone meets the book. The first screen is painted before
the engine is imported, so nothing heavy is imported at the top of this module.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.screen import Screen

from ledger.errors import ConnectionLost, LedgerError
from ledger.files.paths import expanded
from ledger.files.state_folder import state_folder
from ledger.files.terminal_name import terminal_name
from ledger.tui.guard import UNGUARDED, Guard
from ledger.tui.key_order import KeysInOrder
from ledger.tui.lifeline import Lifeline
from ledger.tui.text import fault_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger.tui.desk import Desk
    from ledger.tui.screens.floor import FloorScreen
    from ledger.tui.screens.hands import HandsScreen
    from ledger.tui.screens.journal import JournalScreen
    from ledger.tui.screens.record import RecordScreen
    from ledger.tui.screens.review import ReviewScreen
    from ledger.tui.screens.rulebook import RulebookScreen
    from ledger.tui.screens.sign_in import SignInDialog
    from ledger.tui.screens.staff import StaffScreen
    from ledger.tui.screens.standings import StandingsScreen
    from ledger.tui.screens.start import StartScreen
    from ledger.tui.terminal import Clock, NewEvent, Station, Terminal, View

FAULT_SECONDS = 15
TEXTUAL_COMMANDS = ("Theme", "Screenshot")
"""Of the palette's own commands those that are not ours in other words."""


def login() -> str:
    """Return who is logged in to this machine, to sign until somebody signs in."""
    try:
        return getuser()
    except (KeyError, OSError):  # no such user: a container, a service
        return "staff"


class LedgerApp(KeysInOrder):
    """The referee's desk in a terminal."""

    TITLE = "riichi-ledger"
    CSS_PATH = "ledger.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "Keys", key_display="?", id="app.keys",
                tooltip="Every key of this screen, and how it works"),
        Binding("ctrl+p", "command_palette", "All", id="app.palette", priority=True,
                tooltip="Find any action by its name"),
        Binding("f2", "sign_in", "Who am I", id="app.sign-in", priority=True,
                tooltip="Let somebody else sit down here; what is typed stays"),
        Binding("f4", "lock", "Lock", id="app.lock", priority=True,
                tooltip="Lock this terminal until your PIN is given again"),
        Binding("ctrl+q", "quit", "Quit", id="app.quit", priority=True,
                tooltip="Leave; everything is booked already"),
    ]  # fmt: skip

    view: var["View | None"] = var(None)

    def __init__(
        self,
        location: str | None = None,
        *,
        staff: str = "",
        clock: "Clock | None" = None,
        state: Path | None = None,
        guard: Guard = UNGUARDED,
    ) -> None:
        """Prepare the program.

        Args:
            location: The event's file; None for the first screen.
            staff: Who signs; the login name if empty.
            clock: The time; the machine's if None.
            state: Where the list of recent events is kept, and failed sign-ins.
            guard: What the terminal is called, and whether one has to sign in.

        Raises:
            LedgerError: a terminal cannot have that name.
        """
        super().__init__()
        self.location = location
        self.staff = staff or login()
        self.clock = clock
        self.state = state or state_folder()
        self.guard = guard
        self.terminal = terminal_name(guard.terminal)
        self.failure: LedgerError | None = None
        """Why the event that was named could not be opened."""
        self.desk: Desk | None = None
        self._watch: asyncio.Task[None] | None = None
        self._told = ""
        """Why the book could not be read at the last look."""
        self.lifeline = Lifeline(self)
        self._floor: FloorScreen | None = None

    @property
    def floor(self) -> "FloorScreen":
        """The home screen, one for the whole time."""
        from ledger.tui.screens.floor import FloorScreen

        if self._floor is None:
            self._floor = FloorScreen()
        return self._floor

    # Starting --------------------------------------------------------------------

    def on_mount(self) -> None:
        """Paint first, load afterwards."""
        if self.location is None:
            from ledger.tui.recents import recents
            from ledger.tui.screens.start import StartScreen

            self.push_screen(StartScreen(recents(self.state)))
        else:
            self.show(self.floor)
        self.call_after_refresh(self.run_worker, self._load, thread=True)

    def _load(self) -> None:
        """Import the engine aside, so that the screen is alive meanwhile."""
        import ledger.tui.desk
        import ledger.tui.opening  # noqa: F401

        self.call_from_thread(self._loaded)

    def _loaded(self) -> None:
        if self.location is not None:
            try:
                self.open(self.location)
            except LedgerError as error:
                self.failure = error
                self.exit()

    def open(self, location: str, *, is_kept: bool = True) -> None:
        """Open an event and show its tables.

        Args:
            location: The event's file, or its URL.
            is_kept: Whether it goes onto the list of recent events.

        Raises:
            LedgerError: it cannot be opened; what was open stays open.
        """
        from ledger.tui.opening import opened

        self._sit_down(opened(location, self._station()))
        if is_kept:
            self._remember(location)

    def _station(self) -> "Station":
        from ledger.core.sign_in import IDLE_AFTER
        from ledger.tui.terminal import Station, utc_now

        idle_after = self.guard.idle_after
        return Station(
            staff=self.staff,
            name=self.terminal,
            clock=self.clock or utc_now,
            state=self.state,
            idle_after=IDLE_AFTER if idle_after is None else idle_after,
            must_sign_in=self.guard.must_sign_in,
            needs_pin=self.guard.needs_pin,
        )

    def _remember(self, location: str) -> None:
        from ledger.tui.recents import remember

        if "://" not in location:
            remember(self.state, Path(location))

    def _sit_down(self, terminal: "Terminal") -> None:
        """Show the tables of an event in place of whatever was open."""
        from ledger.tui.desk import Desk

        if self.desk is not None:
            self.desk.terminal.close()
        self.desk = Desk(self, terminal)
        self._stop_watching()
        self._watch = asyncio.create_task(self._keep_up(terminal.book.watch_seconds))
        self._watch.add_done_callback(self._watch_ended)
        if self.floor not in self.screen_stack:
            self.switch_screen(self.floor.data_bind(LedgerApp.view))
        self.desk.refresh()
        self.desk.door.receive()

    def on_unmount(self) -> None:
        """Let the book go."""
        self._stop_watching()
        if self.desk is not None:
            self.desk.terminal.close()

    async def _keep_up(self, seconds: float) -> None:
        """Follow the book; a bare task, for a timer costs ten times as much."""
        while True:
            await asyncio.sleep(seconds)
            self._follow()

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()

    def _watch_ended(self, watch: "asyncio.Task[None]") -> None:
        """Let a fault of the program come out as any other does."""
        if not watch.cancelled():
            self.call_later(watch.result)

    def _follow(self) -> None:
        """Show what other terminals write; say once if the book cannot be read."""
        if self.desk is None:
            return
        told = ""
        try:
            self.desk.door.guard()
            self.desk.follow()
        except ConnectionLost as error:
            self.lifeline.lost(error)
        except LedgerError as error:
            told = str(error)
            if told != self._told:
                self.tell_fault(error)
        self._told = told

    # For the desk ----------------------------------------------------------------

    def show(
        self,
        screen: "FloorScreen | HandsScreen | JournalScreen | RecordScreen"
        " | ReviewScreen | RulebookScreen | StaffScreen | StandingsScreen",
    ) -> None:
        """Show a screen that is bound to the view; it has the view from the start."""
        screen.set_reactive(type(screen).view, self.view)
        self.push_screen(screen.data_bind(LedgerApp.view))

    def notify(self, message: str, **how: Any) -> None:  # noqa: ANN401 - as Textual's
        """Say something in place of what was said before; it lies over the title."""
        self.clear_notifications()
        for screen in self.screen_stack:  # an empty holder would take a line
            screen.query("ToastHolder").remove()
        super().notify(message, **how)

    def tell_fault(self, error: LedgerError) -> None:
        """Say what went wrong; nothing was written."""
        told = fault_words(error)
        self.notify(told, severity="error", timeout=FAULT_SECONDS, markup=False)

    # Messages --------------------------------------------------------------------

    @property
    def _desk(self) -> "Desk":
        assert self.desk is not None
        return self.desk

    def on_floor_screen_record_wanted(self, event: "FloorScreen.RecordWanted") -> None:
        """Open Record."""
        self._desk.record(event)

    def on_floor_screen_sheet_wanted(self, event: "FloorScreen.SheetWanted") -> None:
        """Ask for a sheet."""
        self._desk.ask_sheet(event)

    def on_floor_screen_hands_wanted(self, event: "FloorScreen.HandsWanted") -> None:
        """Follow a table hand by hand."""
        self._desk.hands(event)

    def on_hands_screen_submitted(self, event: "HandsScreen.Submitted") -> None:
        """Book a step of a hand, or the sheet."""
        self._desk.play(event)

    def on_hands_screen_undo_wanted(self, event: "HandsScreen.UndoWanted") -> None:
        """Take back the last entry of a table."""
        self._desk.corrector.undo(event.number)

    def on_floor_screen_wanted(self, event: "FloorScreen.Wanted") -> None:
        """Open another screen."""
        self._desk.open(event.name)

    def on_record_screen_submitted(self, event: "RecordScreen.Submitted") -> None:
        """Book a ruling."""
        self._desk.book(event)

    def on_staff_screen_wanted(self, event: "StaffScreen.Wanted") -> None:
        """Put somebody on the staff, change a role, set a PIN."""
        self._desk.staffing.do(event)

    def on_sign_in_dialog_tried(self, event: "SignInDialog.Tried") -> None:
        """Let somebody sit down."""
        self._desk.door.try_pin(event)

    def on_sign_in_dialog_let_in(self, event: "SignInDialog.LetIn") -> None:
        """Let somebody try again."""
        self._desk.door.let_in(event)

    def on_journal_screen_wanted(self, event: "JournalScreen.Wanted") -> None:
        """Void, amend, appeal, decide, confirm or finalise."""
        self._desk.corrector.correct(event.correction, event.number)

    def on_standings_screen_find_wanted(
        self, event: "StandingsScreen.FindWanted"
    ) -> None:
        """Look for a player in the standings."""
        self._desk.find(event.screen.go_to)

    def on_standings_screen_export_wanted(
        self, event: "StandingsScreen.ExportWanted"
    ) -> None:
        """Write the standings that are shown."""
        self._desk.export(event.after)

    def on_start_screen_open_wanted(self, event: "StartScreen.OpenWanted") -> None:
        """Open an event, asking for its file if none is marked."""
        from ledger.tui.screens.dialog import AskDialog

        if event.path is not None:
            self._open_path(event.path)
        else:
            dialog = AskDialog("Open an event", hint="spring-open.db")
            self.push_screen(dialog, self._open_path)

    def _open_path(self, path: str | None) -> None:
        if path is not None:
            location = path if "://" in path else str(expanded(path))
            self._attempt(partial(self.open, location))

    def on_start_screen_demo_wanted(self) -> None:
        """Make the demo and open it."""
        from ledger.tui.opening import make_demo

        self._attempt(lambda: self.open(str(make_demo()), is_kept=False))

    def on_start_screen_new_wanted(self) -> None:
        """Ask for what a new event is made of."""
        from ledger.tui.screens.new_event import NewEventDialog

        self.push_screen(NewEventDialog(), self._make)

    def _make(self, new: "NewEvent | None") -> None:
        from ledger.tui.opening import import_folder, make_event

        if new is None:
            return

        def make() -> None:
            self._sit_down(make_event(new, self._station()))
            self._remember(new.path)
            if new.folder:
                told = import_folder(self._desk.terminal, new.folder)
                self._desk.refresh()
                self.notify(told, timeout=FAULT_SECONDS, markup=False)

        self._attempt(make)

    def _attempt(self, act: "Callable[[], None]") -> None:
        try:
            act()
        except LedgerError as error:
            self.tell_fault(error)

    # Keys ------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Note that somebody is there, so that the terminal does not lock."""
        is_somebody = isinstance(event, events.InputEvent | events.Paste)
        if is_somebody and self.desk is not None:
            self.desk.door.touch()
        await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what makes no sense here."""
        if action in ("sign_in", "lock"):
            door = self.desk.door if self.desk is not None else None
            if door is None or door.is_asking:
                return False
            return action == "sign_in" or door.terminal.can_lock
        return super().check_action(action, parameters)

    def action_sign_in(self) -> None:
        """Let somebody else sit down."""
        self._desk.door.ask()

    def action_lock(self) -> None:
        """Lock this terminal."""
        self._desk.door.lock()

    def action_keys(self) -> None:
        """Show the keys of this screen."""
        from ledger.tui.screens.keys import keys_dialog

        self.push_screen(keys_dialog(self.screen, self))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield every action of the screen for the palette, then Textual's own."""
        for active in screen.active_bindings.values():
            binding = active.binding
            is_palette = binding.action == "command_palette"
            if binding.id is not None and active.enabled and not is_palette:
                run = partial(self.run_action, binding.action, active.node)
                told = f"{binding.tooltip} ({self.get_key_display(binding)})"
                yield SystemCommand(binding.description, told, run)
        for command in super().get_system_commands(screen):
            if command.title in TEXTUAL_COMMANDS:
                yield command
