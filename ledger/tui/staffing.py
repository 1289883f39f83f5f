"""What the staff screen asks for, done: people listed, roles changed, PINs set."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ledger.core.contents import Content, PinSet, StaffAdded
from ledger.core.event import Place
from ledger.core.roles import Act, is_enforced
from ledger.core.wording import entry_words
from ledger.tui.doorkeeper import TOAST_SECONDS, Doorkeeper
from ledger.tui.screens.staff import PersonDialog, PinDialog, StaffScreen
from ledger.tui.terminal import View, new_id

if TYPE_CHECKING:
    from ledger.tui.app import LedgerApp


class Staffing:
    """Asks what is missing, says what may not be, and books the rest."""

    def __init__(
        self,
        app: "LedgerApp",
        door: Doorkeeper,
        attempt: Callable[[Callable[[], None]], None],
    ) -> None:
        """Work for an open event.

        Args:
            app: Where to ask.
            door: Who sits here, and what he may do.
            attempt: Does something with the book, and tells what goes wrong.
        """
        self.app, self.door, self._attempt = app, door, attempt

    @property
    def _view(self) -> View:
        assert self.app.view is not None, "an event is open"
        return self.app.view

    def do(self, event: StaffScreen.Wanted) -> None:
        """Do something about the staff, if whoever sits here may."""
        if event.wish == "pin":
            self._pin(event.name)
        elif self.door.may(Act.STAFF):
            known = self._view.state.staff.get(event.name)
            dialog = PersonDialog(event.name, known.role if known else "")
            self.app.push_screen(dialog, self._listed)

    def _listed(self, told: tuple[str, str] | None) -> None:
        if told is not None:
            name, role = told
            self._book(StaffAdded(name=name, role=role))

    def _pin(self, name: str) -> None:
        # One's own PIN is one's own affair, whatever the role.
        is_own = name == self._view.staff and not self._view.obstacle
        if is_own or self.door.may(Act.STAFF):

            def take(digest: str | None) -> None:
                if digest is not None:
                    self._book(PinSet(name=name, hash=digest))

            self.app.push_screen(PinDialog(name), take)

    def _book(self, content: Content) -> None:
        self._attempt(partial(self._add, content, new_id()))

    def _add(self, content: Content, client_id: str) -> None:
        was_enforced = is_enforced(self._view.state)
        terminal = self.door.terminal
        entry = terminal.add(content, Place(), client_id)
        view = self.app.view = terminal.view()
        words = entry_words(entry, view.state, view.rules.situations)
        told = f"#{entry.number} booked: {words}"
        if is_enforced(view.state) and not was_enforced:
            told += "\nroles count from now on"
            if view.staff not in view.state.staff:
                told += f": {view.staff} is not on the staff, F2 signs in who is"
        self.app.notify(told, timeout=TOAST_SECONDS, markup=False)
