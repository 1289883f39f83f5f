"""The commands that work on an event: make, open, import, check."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.options import (
    Event,
    Late,
    OptionChoices,
    Staff,
    chosen,
    signature,
)
from ledger.cli.signing import signed
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.book.book import Item
    from ledger.core.audits import Finding
    from ledger.core.event import EventState
    from ledger.files.imports import Plan

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


def register(app: typer.Typer) -> None:
    """Add the commands of an event."""
    for command in (new, demo, check, verify):
        app.command()(command)
    app.command("open")(open_event)
    app.command("import")(import_files)


def new(
    event: Event,
    ruleset: Annotated[
        str, typer.Option(metavar="ID|FILE", help="An edition's id (rules list).")
    ],
    name: Annotated[str, typer.Option(help="The event's name.")],
    option: OptionChoices = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="How many rounds are planned.")
    ] = None,
    staff: Staff = "",
) -> None:
    """Make an event under a rulebook edition.

    Example: riichi-ledger new spring.db --ruleset ema-2025 --name "Spring Open"
    """
    from ledger.book import Book

    options = chosen(option)
    by = signature(staff)
    with Book.create(
        event, name=name, ruleset=ruleset, options=options, rounds=rounds, by=by
    ) as book:
        edition = " ".join((book.rules.ruleset.cite_as, *book.rules.options.values()))
        location = book.location  # on a server with the event's id, and no password
    output.write(f"{location}: made under {edition}\n")


def open_event(event: Event, staff: Staff = "") -> None:
    """Open the screens; a bare file name does it too.

    Example: riichi-ledger open spring.db
    """
    screens(event, staff)


def screens(event: str | None, staff: str = "") -> None:
    """Show the screens, of an event or of the first start.

    Raises:
        LedgerError: there is no terminal to show them on, or the event is bad.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        raise LedgerError(
            "the screens need a terminal; other commands do not: riichi-ledger --help"
        )
    from ledger.tui import run

    run(event, staff=staff)


def demo(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Make it here and do not open it."),
    ] = None,
) -> None:
    """Open an invented event that may be spoilt.

    It is a fresh copy each time: 32 players, three of five rounds played.

    Example: riichi-ledger demo
    """
    from ledger.book import Book
    from ledger.files.demo import demo as invented

    path = file or _spare_folder() / "demo.db"
    event = invented()
    with Book.create(
        path,
        name=event.name,
        ruleset=event.ruleset,
        options=event.options,
        rounds=event.rounds,
        by=event.signature("made"),
    ) as book:
        event.fill(book)
    output.write(f"demo: {path}\n", flush=True)
    if file is None:
        screens(str(path), event.staff[0])


def _spare_folder() -> Path:
    try:
        return Path(tempfile.mkdtemp(prefix="riichi-ledger-demo-"))
    except OSError as error:
        told = f"no folder for the demo can be made: {error.strerror}"
        raise LedgerError(f"{told}; name a file: riichi-ledger demo FILE") from error


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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be added.")
    ] = False,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Import CSV files, all or nothing.

    A file's first line names its columns, in any order. Every fault is named with its
    row and column. Importing a file twice adds nothing.

    Example: riichi-ledger import spring.db results/ --dry-run
    """
    from ledger.book import Book
    from ledger.files.imports import gathered, plan_import

    given = {
        "players": players,
        "seating": seating,
        "scores": scores,
        "results": results,
        "incidents": incidents,
    }
    named = {kind: path for kind, path in given.items() if path is not None}
    files = gathered(paths or [], named)
    with Book.open(event) as book:
        by = signature(staff) if dry_run else signed(book, staff)
        progress = output.tell_progress if _is_watched() else None
        plan = plan_import(files, book.state(), book.rules, by, progress)
        for warning in plan.warnings:
            output.tell(f"warning: {warning}")
        if not dry_run:
            items = _for_importer(book.state(), plan.items, by.staff, late)
            book.add_all(items, _progress(len(items)))
        if progress is not None:
            output.tell_progress("")
    output.write(_told(plan, dry_run=dry_run))


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
    return f"{done} {', '.join(told)}{rest}\n"


def check(
    event: Event,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAMES]",
            help="Of chain, balance, seats, sheets, sticks, duplicates, settled,"
            " ruleset, unexplained; all if left out.",
        ),
    ] = None,
) -> None:
    """Look for what does not add up.

    Silent if all is well; otherwise one finding a line and exit code 1.

    Example: riichi-ledger check spring.db sheets unexplained
    """
    from ledger.book import Book

    with Book.open(event) as book:
        found = book.check(names or ())
    _report(found)


def verify(
    event: Event,
    head: Annotated[
        str,
        typer.Option(
            metavar="HASH", help="A head that was signed off: one of the entries' own."
        ),
    ] = "",
) -> None:
    """Prove that no entry was changed or lost.

    Names the first wrong entry and what is wrong; exit code 1 then. A head is the hash
    that papers show, whole or its beginning.

    Example: riichi-ledger verify spring.db --head 114b96b61dff
    """
    from ledger.book import Book
    from ledger.core.chains import entry_of_hash

    with Book.open(event) as book:
        found = book.verify(head)
        _report(found)
        state = book.state()
    output.write(f"{event}: {state.head} entries are whole, head {state.head_hash}\n")
    signed_off = entry_of_hash(state, head) if head else None
    if signed_off is not None:
        since = state.head - signed_off.number
        later = f", {since} later" if since else ", the last one"
        output.write(f"{head} is entry {signed_off.number}{later}\n")


def _report(found: "list[Finding]") -> None:
    """Print findings, one a line; end with exit code 1 if there are any."""
    from ledger.core.wording import literal

    for finding in found:
        output.write(f"{literal(str(finding))}\n")
    if found:
        raise typer.Exit(1)
