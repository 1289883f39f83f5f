"""Where a terminal remembers what belongs to no event: the user's state folder.

Imported before the first paint, so nothing heavy stands here.
"""

import os
from pathlib import Path


def state_folder() -> Path:
    """Return where programs keep such things for this user."""
    given = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    base = Path(given) if given else Path.home() / ".local" / "state"
    return base / "riichi-ledger"
