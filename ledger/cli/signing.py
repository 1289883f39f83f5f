"""Who signs what a command writes: a name, and its PIN if that person has one.

The PIN is asked for on a terminal. A script, which has none, gives it in the variable
`RIICHI_LEDGER_PIN` of its environment; an option would stand in the list of processes.
"""

import getpass
import os
import sys
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from ledger.cli.options import login, signature
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.core.event import Signature

PIN_VARIABLE: Final = "RIICHI_LEDGER_PIN"


def signer(book: "Book", staff: str) -> str:
    """Return who signs, after the PIN was given where there is one.

    Raises:
        SignInRefused: the PIN is wrong, or it is too early for another try.
        LedgerError: a PIN is needed and nobody can be asked.
    """
    name = staff.strip() or login()
    state = book.state()
    if name not in state.pins:
        return name  # whether a stranger may write is for the book to say
    from ledger.core.sign_in import Door
    from ledger.files.failed_sign_ins import failures_of, keep_failures
    from ledger.files.state_folder import state_folder

    folder = state_folder()
    keep = partial(keep_failures, folder, book.event_id)
    door = Door(_now, failures_of(folder, book.event_id), keep)
    door.enter(state, name, ask_pin(f"PIN of {name}: ", PIN_VARIABLE))
    return door.signer(state)


def signed(book: "Book", staff: str) -> "Signature":
    """Return the signature of who signs, now; raises as `signer`."""
    return signature(signer(book, staff))


def ask_pin(question: str, variable: str) -> str:
    """Return a PIN from the environment, or as it is typed on the terminal.

    Raises:
        LedgerError: there is nobody to ask.
    """
    given = os.environ.get(variable)
    if given is not None:
        return given
    if not (sys.stdin and sys.stdin.isatty()):
        raise LedgerError(
            f"{question}needs a terminal, or the environment variable {variable}"
        )
    return getpass.getpass(question, sys.stderr)


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - the command line is the edge
