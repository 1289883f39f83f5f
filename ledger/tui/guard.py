"""How a terminal is guarded; small, since it is read before the first paint."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What was said of a terminal when it was started."""

    terminal: str = ""
    """What it is called; empty: the name of its host."""
    must_sign_in: bool = False
    """Whether nothing is shown or written before somebody has signed in."""
    needs_pin: bool = False
    """Whether nobody sits there who has no PIN."""
    idle_after: timedelta | None = None
    """Nobody at the keys for so long locks it for who has a PIN; None: as is usual."""


UNGUARDED = Guard()
