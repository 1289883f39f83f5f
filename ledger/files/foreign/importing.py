"""An import from another program's files: which layout, and the plan that they come to.

Each file has to look like the layout that was named; if it looks like another one, or
like one of the contract's own files, the fault says which.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ledger.core.event import EventState, Signature
from ledger.core.rules import Rules
from ledger.core.situations import nearest
from ledger.errors import ImportFault, ImportFaults, LedgerError
from ledger.files.foreign import az_riichi, marttinen, pantheon, portal, riichinomi
from ledger.files.foreign.people import Records
from ledger.files.foreign.sources import Source, header_of
from ledger.files.imports import STEPS, Plan
from ledger.files.paths import found
from ledger.files.records import COLUMNS, NEEDED
from ledger.files.tables import Notes, decoded
from ledger.files.trial import Progress, Trial


@dataclass(frozen=True, slots=True)
class Layout:
    """One program's files."""

    name: str
    """As `--from` has it."""
    title: str
    expected: str
    fits: Callable[[Source], bool]
    read: Callable[[Trial, Sequence[Source]], Records]


LAYOUTS: Final = {
    layout.name: layout
    for layout in (
        Layout(
            "ema",
            "the portal's list of players",
            "a first line EMA_NUMBER,LAST_NAME,FIRST_NAME,COUNTRY",
            portal.fits,
            portal.read,
        ),
        Layout(
            "riichinomi",
            "RiichiNomi",
            "a first line ID,Name,Affiliation or Round ID,Table ID,Player ID,…",
            riichinomi.fits,
            riichinomi.read,
        ),
        Layout(
            "az-riichi",
            "AZ Riichi's league sheet",
            "a first line Date,Game,Tbl,E Player,…",
            az_riichi.fits,
            az_riichi.read,
        ),
        Layout(
            "marttinen",
            "Marttinen's tournament engine",
            "its save file, JSON with playerList and games",
            marttinen.fits,
            marttinen.read,
        ),
        Layout(
            "pantheon",
            "Pantheon",
            "a rating as CSV, penalties or players as JSON, or seating such as 1-2-3-4",
            pantheon.fits,
            pantheon.read,
        ),
    )
}
"""In the order in which a file is tried against them: the least definite is last."""


def layout_of(name: str) -> Layout:
    """Return a layout by its name.

    Raises:
        LedgerError: it is unknown; the nearest are named.
    """
    layout = LAYOUTS.get(name.lower())
    if layout is None:
        known = ", ".join(LAYOUTS)
        raise LedgerError(
            f"--from {name!r} is unknown, expected one of: {known}"
            + nearest(name, LAYOUTS)
        )
    return layout


def guessed(source: Source) -> str:
    """Return what a file looks like, in words, or nothing."""
    kind = _own_kind(source)
    if kind:
        return f"looks like our own {kind}.csv: leave --from out"
    for layout in LAYOUTS.values():
        if layout.fits(source):
            return f"looks like {layout.title}: --from {layout.name}"
    return ""


def _own_kind(source: Source) -> str:
    """Return which of the contract's files this is by its header, if it is one."""
    for kind, columns in COLUMNS.items():
        if set(NEEDED[kind]) <= set(header_of(source, columns)):
            return kind
    return ""


def hints(paths: Sequence[Path]) -> list[ImportFault]:
    """Return which of some files, taken for our own, look like another program's."""
    faults: list[ImportFault] = []
    for path in paths:
        text = decoded(path, Notes()) if found(path) == "file" else None
        source = Source(str(path), text or "")
        if source.first_line and not _own_kind(source):
            guess = guessed(source)
            faults += [ImportFault(str(path), guess)] if guess else []
    return faults


def plan_foreign(
    layout: Layout,
    paths: Sequence[Path],
    state: EventState,
    rules: Rules,
    by: Signature,
    progress: Progress | None = None,
) -> Plan:
    """Return what files of another program would add to the event.

    Args:
        layout: The program.
        paths: Its files, in any order.
        state: The event as the book has it; it is not changed.
        rules: Its pinned ruleset.
        by: Who imports, when and where.
        progress: Is told now and then how far the plan is.

    Raises:
        ImportFaults: every fault of every file.
    """
    trial = Trial(state, rules, by, progress)
    sources = sources_of(layout, paths, trial.notes)
    records = layout.read(trial, sources) if not trial.notes.faults else {}
    kinds = [kind for kind in STEPS if records.get(kind)]
    for kind in kinds:
        STEPS[kind](trial, trial.counted(kind, records[kind]))
    if trial.notes.faults:
        raise ImportFaults(trial.notes.faults)
    told = [k for k in STEPS if k in kinds or trial.added[k] or trial.known[k]]
    return Plan(
        items=tuple(trial.items),
        added={kind: trial.added[kind] for kind in told},
        known={kind: trial.known[kind] for kind in told},
        warnings=tuple(trial.notes.warnings),
    )


def sources_of(layout: Layout, paths: Sequence[Path], notes: Notes) -> list[Source]:
    """Return the texts of the files that look as they should; others are faults."""
    if not paths:
        notes.fault("", f"nothing to import, expected files of {layout.title}")
    sources: list[Source] = []
    for path in paths:
        text = decoded(path, notes, "text")
        if text is None:
            continue
        source = Source(str(path), text)
        if source.first_line and not _own_kind(source) and layout.fits(source):
            sources.append(source)
            continue
        what = f"is not of {layout.title}" if source.first_line else "is empty"
        guess = guessed(source) if source.first_line else ""
        told = f"{what}, expected {layout.expected}"
        notes.fault(source.at(1, 1), f"{told}; {guess}" if guess else told)
    return sources
