"""From CSV files to what the book is to add: all or nothing, every fault named at once.

    read    each file's rows as values          tables, records, incident_rows
    fit     each value into the event on trial  trial
    plan    what is new, in order and signed    rosters, tallies, incident_drafts

What comes out goes into the book in one transaction: `Book.add_all(plan.items)`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledger.core.event import EventState, Signature
from ledger.core.rules import Rules
from ledger.errors import ImportFaults
from ledger.files.incident_drafts import plan_incidents
from ledger.files.paths import found
from ledger.files.records import COLUMNS
from ledger.files.rosters import plan_players, plan_seating
from ledger.files.tables import Notes
from ledger.files.tallies import plan_results, plan_scores
from ledger.files.trial import Item, Progress, Trial

STEPS = {
    "players": plan_players,
    "seating": plan_seating,
    "scores": plan_scores,
    "results": plan_results,
    "incidents": plan_incidents,
}
"""In the order in which the files build on each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an import would add to the book."""

    items: tuple[Item, ...]
    added: Mapping[str, int]
    """New rows, by kind of file; only kinds that were imported."""
    known: Mapping[str, int]
    """Rows that are in the book already, by kind of file."""
    warnings: tuple[str, ...]
    """One line each, with its place."""


def gathered(
    paths: Sequence[Path], named: Mapping[str, Path] | None = None
) -> dict[str, Path]:
    """Return the files to import, by kind and in order.

    Args:
        paths: Folders that hold files of the contract's names, or such files.
        named: Files of any name, by kind; they take the place of those in folders.

    Raises:
        ImportFaults: a path is no such file or folder, or a kind is named twice.
    """
    files: dict[str, Path] = dict(named or {})
    notes = Notes()
    expected = ", ".join(f"{kind}.csv" for kind in COLUMNS)
    for path in paths:
        if found(path) != "folder":
            _gather(path, files, notes)
            continue
        inside = [path / f"{kind}.csv" for kind in COLUMNS]
        inside = [file for file in inside if file.is_file()]
        if not inside:
            notes.fault(str(path), f"holds nothing to import, expected {expected}")
        for file in inside:
            if file.stem not in (named or {}):
                _gather(file, files, notes)
    if not files and not notes.faults:
        notes.fault("", f"nothing to import, expected a folder or files: {expected}")
    if notes.faults:
        raise ImportFaults(notes.faults)
    return {kind: files[kind] for kind in COLUMNS if kind in files}


def _gather(path: Path, files: dict[str, Path], notes: Notes) -> None:
    kind = path.stem.lower()
    if kind not in COLUMNS:
        known = ", ".join(f"{kind}.csv" for kind in COLUMNS)
        fault = "is of no known name" if found(path) else "does not exist"
        notes.fault(
            str(path), f"{fault}, expected {known}, or an option such as --scores FILE"
        )
    elif kind in files:
        notes.fault(
            str(path), f"{kind} are named twice, expected one file: {files[kind]}"
        )
    else:
        files[kind] = path


def plan_import(
    files: Mapping[str, Path],
    state: EventState,
    rules: Rules,
    by: Signature,
    progress: Progress | None = None,
) -> Plan:
    """Return what the files would add to the event.

    Args:
        files: Paths by kind of file (`players`, `seating`, …).
        state: The event as the book has it; it is not changed.
        rules: Its pinned ruleset.
        by: Who imports, when and where; each row gets a client id of its own.
        progress: Is told now and then how far the plan of a large file is.

    Raises:
        ImportFaults: every fault of every file, in file order.
    """
    trial = Trial(state, rules, by, progress)
    for kind, step in STEPS.items():
        if kind in files:
            step(trial, trial.rows(kind, files[kind]))
    if trial.notes.faults:
        raise ImportFaults(trial.notes.faults)
    return Plan(
        items=tuple(trial.items),
        added={kind: trial.added[kind] for kind in files},
        known={kind: trial.known[kind] for kind in files},
        warnings=tuple(trial.notes.warnings),
    )
