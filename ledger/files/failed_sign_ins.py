"""Failed sign-ins of an event, which a terminal remembers beside the event.

A hurdle, never the truth: if they cannot be read or written, the program goes on.
"""

import contextlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from ledger.core.sign_in import Failures
from ledger.errors import ExportError
from ledger.files.writing import write_file

SAFE = "abcdefghijklmnopqrstuvwxyz0123456789"


def _failures_file(folder: Path, event_id: str) -> Path:
    name = "".join(c for c in event_id.lower() if c in SAFE)
    return folder / f"failures-{name}.json"


def failures_of(folder: Path, event_id: str) -> dict[str, Failures]:
    """Return the failed sign-ins of an event on this terminal, by name."""
    found: dict[str, Failures] = {}
    try:
        kept = json.loads(_failures_file(folder, event_id).read_text("utf-8"))
        for name, (count, last) in kept.items():
            at = datetime.fromisoformat(last).astimezone(UTC)
            found[str(name)] = Failures(int(count), at)
    except (OSError, ValueError, TypeError, AttributeError, OverflowError):
        return found  # what could be read of it counts
    return found


def keep_failures(
    folder: Path, event_id: str, failures: Mapping[str, Failures]
) -> None:
    """Remember the failed sign-ins of an event; without complaint if that fails."""
    text = json.dumps({n: [f.count, f.last.isoformat()] for n, f in failures.items()})
    with contextlib.suppress(OSError, ExportError):
        folder.mkdir(parents=True, exist_ok=True)
        write_file(_failures_file(folder, event_id), text)
