"""Who sits at the terminal: asked, let in, locked out, and told what he may not do.

Between the `SignInDialog`, which only asks, and the `Terminal`, whose door decides.
"""

from typing import TYPE_CHECKING

from textual.command import CommandPalette

from ledger.core.roles import Act
from ledger.core.wording import literal
from ledger.errors import LedgerError, SignInRefused, WrongPin
from ledger.tui.screens.sign_in import SignInDialog
from ledger.tui.terminal import Terminal
from ledger.tui.text import staff_words

if TYPE_CHECKING:
    from ledger.tui.app import LedgerApp

TOAST_SECONDS = 8


class Doorkeeper:
    """The door of an open event, as the screens have it."""

    def __init__(self, app: "LedgerApp", terminal: Terminal) -> None:
        """Watch a terminal's door.

        Args:
            app: Where to ask.
            terminal: Whose door it is.
        """
        self.app, self.terminal = app, terminal

    @property
    def is_asking(self) -> bool:
        """Whether it is being asked who sits here."""
        return any(isinstance(each, SignInDialog) for each in self.app.screen_stack)

    def receive(self) -> None:
        """Ask who sits here, unless whoever opened the event may sit there anyway."""
        obstacle = self.terminal.book.obstacle
        if obstacle:
            told = f"read only: {literal(obstacle)}"
            self.app.notify(
                told, severity="warning", timeout=TOAST_SECONDS, markup=False
            )
            if not self.terminal.station.must_sign_in:
                return
        if self.terminal.door.person is None:
            expected = self.terminal.station.staff
            has_pin = expected in self.terminal.known.pins and not self._is_shut
            self._ask(expected * has_pin, can_leave=not self._is_shut)

    def ask(self) -> None:
        """Ask who sits here now; whoever did still does until then."""
        self._ask(can_leave=not self._is_shut)

    def lock(self) -> None:
        """Lock the terminal until the PIN is given again."""
        if self.terminal.can_lock:
            self.terminal.door.lock()
            self.guard()

    def touch(self) -> None:
        """Note that somebody is at the keys."""
        self.terminal.door.touch()

    def guard(self) -> None:
        """Ask for the PIN if nobody was at the keys for too long; cheap if not."""
        if not self.terminal.is_locked:
            return
        person = self.terminal.door.person or ""
        for screen in self.app.screen_stack:
            if isinstance(screen, SignInDialog):
                if screen.can_leave and screen.is_mounted:
                    screen.shut(person)
                return
        self._ask(locked=person, can_leave=False)

    @property
    def _is_shut(self) -> bool:
        """Whether nobody may look on who has not signed in."""
        station = self.terminal.station
        return station.must_sign_in and self.terminal.door.person is None

    def _ask(self, asked: str = "", *, locked: str = "", can_leave: bool) -> None:
        if self.is_asking:
            return
        setting = SignInDialog.Setting(
            state=self.terminal.known,
            terminal=self.terminal.station.name,
            person=self.terminal.door.person or "",
            wait=self.terminal.door.wait,
            asked=asked,
            locked=locked,
            can_leave=can_leave,
            is_covering=self._is_shut,
        )
        if isinstance(self.app.screen, CommandPalette):
            self.app.pop_screen()  # it would act on the dialog, and there is but one
        self.app.push_screen(SignInDialog(setting))

    def try_pin(self, event: SignInDialog.Tried) -> None:
        """Let somebody in, or say why not."""
        try:
            self.terminal.enter(event.name, event.pin)
        except LedgerError as error:
            event.screen.refuse(_words(error))
            return
        if self.app.screen is event.screen:
            event.screen.dismiss(event.name)
        # Also without the server, who sits here is known.
        view = self.app.view = self.terminal.last_view()
        told = f"{staff_words(view)} signs from now on"
        self.app.notify(told, timeout=TOAST_SECONDS, markup=False)

    def let_in(self, event: SignInDialog.LetIn) -> None:
        """Let somebody try again, or say why not."""
        try:
            self.terminal.open_for(event.name, event.by, event.pin)
        except LedgerError as error:
            event.screen.refuse(_words(error))
        else:
            event.screen.opened()

    def may(self, act: Act) -> bool:
        """Whether whoever sits here may do something; if not, it is said."""
        assert self.app.view is not None, "an event is open"
        refusal = self.app.view.refusal(act)
        if refusal:
            self.app.notify(
                literal(refusal),
                severity="warning",
                timeout=TOAST_SECONDS,
                markup=False,
            )
        return not refusal


def _words(error: LedgerError) -> str:
    """Return why somebody is not let in; the dialog itself tells of the wait."""
    if isinstance(error, WrongPin):
        return "the PIN is wrong"
    if isinstance(error, SignInRefused) and error.wait:
        return ""
    return literal(str(error))
