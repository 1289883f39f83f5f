"""Files as one types them: `~` stands for home, and nothing that is typed is an error.

`pathlib` raises for a home that nobody has and for a name that no disk would take; a
field is read at every key, long before its text is whole.
"""

from pathlib import Path
from stat import S_ISDIR
from typing import Literal


def expanded(text: str) -> Path:
    """Return a path with the home folder put in, where there is such a one."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # `~nobody`
        return Path(text)


def found(path: Path) -> Literal["file", "folder", ""]:
    """Return what lies at a path; empty if nothing does."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return ""
    return "folder" if S_ISDIR(mode) else "file"
