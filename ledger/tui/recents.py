"""The events that were opened last on this machine, for the first screen.

A list of paths in the user's state folder. It is a convenience: if it cannot be read or
written, there is no list, and nothing else suffers.
"""

import json
from pathlib import Path

RECENTS_MAX = 8
NAME = "recent-events.json"


def recents(folder: Path) -> list[Path]:
    """Return the events that are still there, the latest first."""
    try:
        listed = json.loads((folder / NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return []
    paths = [Path(each) for each in listed if isinstance(each, str)]
    return [path for path in paths if path.is_file()]


def remember(folder: Path, path: Path) -> None:
    """Put an event at the head of the list."""
    path = path.absolute()
    kept = [path, *(each for each in recents(folder) if each != path)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps([str(each) for each in kept[:RECENTS_MAX]], indent=1)
        (folder / NAME).write_text(text, "utf-8")
    except OSError:
        return
