"""The line to a server: said to be lost once, and made anew aside.

The screens are alive meanwhile, and what is typed stays where it is.
"""

from time import sleep
from typing import TYPE_CHECKING, Final

from textual.worker import get_current_worker

from ledger.errors import ConnectionLost, LedgerError, LoginRefused

if TYPE_CHECKING:
    from ledger.tui.app import LedgerApp

LOST_SECONDS: Final = 0.5
REFUSED_SECONDS: Final = 3.0


class Lifeline:
    """Tries to reach the server again for as long as it takes."""

    def __init__(self, app: "LedgerApp") -> None:
        self.app = app
        self._is_lost = False

    def lost(self, error: ConnectionLost) -> None:
        """Say once that the server is gone, and try to reach it from now on."""
        if not self._is_lost:
            self._is_lost = True
            self.app.tell_fault(error)
            self.app.run_worker(self._reconnect, thread=True)

    def _reconnect(self) -> None:
        """Try again and again, in a thread of its own."""
        app, desk, worker = self.app, self.app.desk, get_current_worker()
        assert desk is not None, "what is lost was open"
        is_told = False
        while not worker.is_cancelled:
            try:
                desk.terminal.reconnect()
            except ConnectionLost:
                sleep(LOST_SECONDS)
            except LoginRefused as error:
                # Somebody may have to set that right; it is said but once.
                if not is_told:
                    app.call_from_thread(app.tell_fault, error)
                is_told = True
                sleep(REFUSED_SECONDS)
            except LedgerError as error:
                app.call_from_thread(app.tell_fault, error)
                return
            else:
                app.call_from_thread(self._reconnected)
                return

    def _reconnected(self) -> None:
        self._is_lost = False
        self.app.notify("connected again", markup=False)
        if self.app.desk is not None:
            self.app.desk.connected()
