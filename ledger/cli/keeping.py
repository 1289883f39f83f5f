"""Commands that keep, move and guard a book: backup, dump, restore, merge, roles."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.options import Event, Late, Staff, Target, deliver, form_of
from ledger.cli.signing import signed

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.book.merging import Merge, MergeConflict

DUMP_ENDINGS = (".jsonl", ".ndjson")
DUMP_FORMS = ("jsonl", "hledger", "pantheon-seating")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (backup, dump, restore, merge, roles):
        app.command()(command)


def backup(
    event: Event,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to make.")],
) -> None:
    """Copy an event to a new file; safe while others write.

    An event on a server becomes a file as well.

    Example: riichi-ledger backup spring.db stick/spring-noon.db
    """
    from ledger.book import Book

    with Book.open(event) as book:
        book.backup(file)
    with Book.open(file) as copy:
        state = copy.state()
    output.write(f"{file}: {state.head} entries, head {state.head_hash}\n")


def dump(
    event: Event,
    form: Annotated[
        str,
        typer.Option(
            "--format", help=f"{', '.join(DUMP_FORMS)}; by the file's ending."
        ),
    ] = "",
    target: Target = "-",
) -> None:
    """Write an event as JSON Lines that people can read and restore takes.

    As hledger it is a plain-text journal for auditors, which hledger check proves; as
    pantheon-seating the seats of all rounds as Pantheon reads them.

    Example: riichi-ledger dump spring.db > spring.jsonl

    Example: riichi-ledger dump spring.db --format hledger -o spring.journal
    """
    from ledger.book import Book
    from ledger.files.writing import write_file

    wanted = form_of(form, target, DUMP_FORMS)
    with Book.open(event) as book:
        if wanted != DUMP_FORMS[0]:
            text = _text(wanted, book)
            if deliver(text, target, bom=False):
                output.write(f"{target}: as of entry {book.state().head}\n")
            return
        lines = book.dump()
        if target == "-":
            for line in lines:
                output.write(f"{line}\n")
            return
        write_file(Path(target), "".join(f"{line}\n" for line in lines))
        state = book.state()
    output.write(f"{target}: {state.head} entries, head {state.head_hash}\n")


def _text(form: str, book: "Book") -> str:
    """Return an event as the text of another program."""
    from ledger.files.foreign.pantheon_seating import seating_text
    from ledger.files.hledger_journal import journal

    state = book.state()
    return journal(state, book.rules) if form == "hledger" else seating_text(state)


def restore(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A dump; - is standard input.")
    ],
    event: Annotated[
        str, typer.Argument(metavar="NEW", help="The event's new file, or a server.")
    ],
) -> None:
    """Make an event out of a dump, if every line of it proves.

    Never over an existing one; what fails leaves nothing behind.

    Example: riichi-ledger restore spring.jsonl spring.db
    """
    from ledger.book.dump import restore as put_back
    from ledger.cli.streams import opened

    with opened(source) as stream:
        told = put_back(stream, source, event)
    output.write(f"{event}: {told.entries} entries, head {told.head}\n")


def merge(
    event: Event,
    other: Annotated[
        str,
        typer.Argument(metavar="OTHER", help="The copy that was worked in; or a dump."),
    ],
    skip_conflicts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the entries in conflict in this new file and merge the rest.",
        ),
    ] = None,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Bring in what a terminal wrote offline, into a copy of the event.

    Each entry keeps who signed it and gets a new number. What no longer fits is listed,
    and then nothing is merged (exit code 1), unless it is kept aside.

    Example: riichi-ledger merge spring.db laptop.db --skip-conflicts aside.jsonl
    """
    from ledger.book import Book
    from ledger.book.merging import merge as brought

    with Book.open(event) as book, _other(other) as copy:
        by = signed(book, staff)
        aside = None if skip_conflicts is None else _keeper(skip_conflicts)
        found = brought(book, copy, by, late=late, aside=aside)
    _tell(found, skip_conflicts)


def roles(event: Event) -> None:
    """Make a server's roles ledger_writer and ledger_viewer, with their rights.

    The administrator then gives them to logins, in SQL:
    CREATE ROLE anna LOGIN PASSWORD '...' IN ROLE ledger_viewer

    Example: riichi-ledger roles postgresql+psycopg://owner@host/events
    """
    from ledger.book import grant_roles

    grant_roles(event)
    output.write("ledger_writer reads and adds entries; ledger_viewer only reads\n")


def _keeper(path: Path) -> "Callable[[Sequence[MergeConflict]], None]":
    """Return what keeps entries in conflict in a new file, of the last plan if anew."""
    from ledger.files.writing import create_file, write_file

    write = [create_file]

    def keep(conflicts: "Sequence[MergeConflict]") -> None:
        write[0](path, "".join(f"{conflict.line()}\n" for conflict in conflicts))
        write[0] = write_file

    return keep


@contextmanager
def _other(location: str) -> "Iterator[Book]":
    """Open the other book; a dump is made a book of for the while."""
    from ledger.book import Book
    from ledger.book.dump import restore as put_back

    if Path(location).suffix.lower() not in DUMP_ENDINGS:
        with Book.open(location) as book:
            yield book
        return
    from ledger.cli.streams import opened

    with tempfile.TemporaryDirectory(prefix="riichi-ledger-") as folder:
        path = Path(folder) / "other.db"
        with opened(location) as stream:
            put_back(stream, location, path)
        with Book.open(path) as book:
            yield book


def _tell(found: "Merge", kept: Path | None) -> None:
    """Print what a merge came to; end with exit code 1 if nothing could be written."""
    from ledger.core.wording import literal

    for conflict in found.conflicts:
        output.write(f"conflict: {literal(str(conflict))}\n")
    if found.conflicts and kept is None:
        output.tell(
            "nothing was merged: put these right, or --skip-conflicts FILE keeps them"
            " there"
        )
        raise typer.Exit(1)
    numbers = [entry.number for entry in found.brought]
    told = f", {numbers[0]} to {numbers[-1]}" if numbers else ""
    noun = "entry" if len(numbers) == 1 else "entries"
    output.write(f"merged {len(numbers)} {noun}{told}\n")
    if kept is not None and found.conflicts:
        output.write(f"{kept}: {len(found.conflicts)} in conflict\n")
    for number in found.reruled:
        output.tell(
            f"note: entry {number} was ruled without knowing of all the others, and"
            " would be ruled otherwise now: look at it"
        )
