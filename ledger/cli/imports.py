"""The command that imports files: the contract's own, or those of another program."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.options import Event, Late, Staff, signature
from ledger.cli.signing import signed
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.book.book import Item
    from ledger.core.event import EventState, Signature
    from ledger.core.rules import Rules
    from ledger.files.imports import Plan
    from ledger.files.trial import Progress

LARGE_IMPORT = 1000
"""From so many entries on an import tells how far it is."""
NOUNS = {
    "players": ("player", "players"),
    "seating": ("table seated", "tables seated"),
    "scores": ("score sheet", "score sheets"),
    "results": ("result", "results"),
    "incidents": ("incident", "incidents"),
}

Players = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Columns number, name; also team, country, ema_number, club, substitute.",
    ),
]
Seats = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Columns round, table, east, south, west, north."
    ),
]
Scores = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Columns round, table, east, south, west, north; also leftover.",
    ),
]
Results = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Columns round, number, result; also table."),
]
Incidents = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Columns offender, situation; also round, table, hand, honba, facts,"
        " class, points, before_placing, tournament, settled, time, staff, note.",
    ),
]

Program = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="PROGRAM",
        help="Whose files they are: ema, riichinomi, az-riichi, marttinen or pantheon.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("import")(import_files)


def import_files(
    event: Event,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FOLDER|FILES]",
            help="A folder with players.csv, seating.csv, scores.csv, results.csv or"
            " incidents.csv, or such files.",
        ),
    ] = None,
    players: Players = None,
    seating: Seats = None,
    scores: Scores = None,
    results: Results = None,
    incidents: Incidents = None,
    program: Program = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be added.")
    ] = False,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Import CSV files, or those of another program, all or nothing.

    A file's first line names its columns, in any order. Every fault is named with its
    row and column. Importing a file twice adds nothing.

    Example: riichi-ledger import spring.db results/ --dry-run

    Example: riichi-ledger import spring.db --from pantheon Rating_7.csv penalties.json
    """
    from ledger.book import Book

    given = {
        "players": players,
        "seating": seating,
        "scores": scores,
        "results": results,
        "incidents": incidents,
    }
    named = {kind: path for kind, path in given.items() if path is not None}
    planned = _planner(program, paths or [], named)
    with Book.open(event) as book:
        by = signature(staff) if dry_run else signed(book, staff)
        progress = output.tell_progress if _is_watched() else None
        plan = planned(book.state(), book.rules, by, progress)
        for warning in plan.warnings:
            output.tell(f"warning: {warning}")
        if not dry_run:
            items = _for_importer(book.state(), plan.items, by.staff, late)
            book.add_all(items, _progress(len(items)))
        if progress is not None:
            output.tell_progress("")
    output.write(_told(plan, dry_run=dry_run))


def _planner(
    program: str, paths: "Sequence[Path]", named: "dict[str, Path]"
) -> "Callable[[EventState, Rules, Signature, Progress | None], Plan]":
    """Return what plans an import of our own files or of another program's.

    Raises:
        LedgerError: there is nothing to import, or no such program.
    """
    from ledger.errors import ImportFaults
    from ledger.files.foreign.importing import hints, layout_of, plan_foreign
    from ledger.files.imports import gathered, plan_import

    if program:
        layout = layout_of(program)
        if named:
            told = ", ".join(f"--{kind}" for kind in named)
            raise LedgerError(f"{told} cannot be, with --from: name the files alone")
        return lambda *event: plan_foreign(layout, paths, *event)
    try:
        files = gathered(paths, named)
    except ImportFaults as error:
        raise ImportFaults([*error.faults, *hints(paths)]) from error

    def plan(
        state: "EventState", rules: "Rules", by: "Signature", told: "Progress | None"
    ) -> "Plan":
        try:
            return plan_import(files, state, rules, by, told)
        except ImportFaults as error:
            found = hints(list(files.values()))
            raise ImportFaults([*error.faults, *found]) from error

    return plan


def _for_importer(
    state: "EventState", items: "Sequence[Item]", importer: str, late: str | None
) -> "list[Item]":
    """Return what an import adds, if the importer may add it.

    A row can name somebody else who saw it; whoever imports answers for that.
    """
    from ledger.core.roles import Act, check_role
    from ledger.core.wishes import late as as_late

    if any(by.staff != importer for _, _, by in items):
        check_role(state, importer, Act.RECORD)
    return [(as_late(what, late), place, by) for what, place, by in items]


def _progress(count: int) -> Callable[[int], None] | None:
    """Return what tells how far a large import is, if anybody watches."""
    if count < LARGE_IMPORT or not _is_watched():
        return None

    def tell(done: int) -> None:
        what = "writing" if done == count else f"{done:,} of {count:,} entries"
        output.tell_progress(what)

    return tell


def _is_watched() -> bool:
    """Whether somebody sees what is written to standard error as it comes."""
    return bool(sys.stderr and sys.stderr.isatty())


def _told(plan: "Plan", *, dry_run: bool) -> str:
    done = "would add" if dry_run else "added"
    told = [
        f"{count:,} {NOUNS[kind][count != 1]}" for kind, count in plan.added.items()
    ]
    known = sum(plan.known.values())
    rows = "row was" if known == 1 else "rows were"
    rest = f"; {known:,} {rows} in the book already" if known else ""
    return f"{done} {', '.join(told) or 'nothing'}{rest}\n"
