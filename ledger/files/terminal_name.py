"""What this terminal is called: it stands in the signature of all that it writes.

Imported before the first paint, so nothing heavy stands here.
"""

import os
import platform
from typing import Final

from ledger.errors import LedgerError

TERMINAL_VARIABLE: Final = "RIICHI_LEDGER_TERMINAL"
NAME_MAX: Final = 40
"""Characters; it shares the top line with the event's name."""


def terminal_name(given: str = "") -> str:
    """Return the terminal's name: as given, as the environment says, else the host's.

    Raises:
        LedgerError: it is too long, or holds what cannot be printed.
    """
    told = given.strip() or os.environ.get(TERMINAL_VARIABLE, "").strip()
    if not told:
        return platform.node().strip() or "terminal"
    if len(told) > NAME_MAX or not told.isprintable():
        raise LedgerError(
            f"{told[:NAME_MAX]!r} cannot be a terminal's name, expected up to"
            f" {NAME_MAX} characters such as desk-1"
        )
    return told
