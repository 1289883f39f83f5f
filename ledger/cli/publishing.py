"""`riichi-ledger publish`: the public page, once or for as long as the event lasts.

A page that hangs on a wall must outlive whatever happens to the book's server and to
the disk: what goes wrong is told once, the last page stays, and it is tried again.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ledger.cli import output
from ledger.cli.exports import PaperSize
from ledger.cli.options import Event
from ledger.errors import (
    BookDamaged,
    BookError,
    ExportError,
    LedgerError,
    NotABook,
    SchemaTooNew,
)

if TYPE_CHECKING:
    from ledger.book import Book

TROUBLE_SECONDS: Final = 0.5
"""How long after a failure it is tried again."""
FATAL: Final = (BookDamaged, NotABook, SchemaTooNew)
"""What no second try can mend."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("publish")(publish_page)


def publish_page(
    event: Event,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Where index.html is put; made if it is not there."
        ),
    ],
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow the event until ctrl+c.")
    ] = False,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Tell notes, and why one was taken back.")
    ] = False,
    staff: Annotated[bool, typer.Option("--staff", help="Tell who ruled.")] = False,
    no_penalties: Annotated[
        bool,
        typer.Option("--no-penalties", help="Tell places and totals and no ruling."),
    ] = False,
    size: PaperSize = "a4",
) -> None:
    """Write the public page: standings and the latest rulings, for a wall or the web.

    One file that needs no other. It can be opened from the folder or served by any web
    server, and renews itself in the browser within a second. Reasons and the names of
    staff are left out unless they are asked for.

    Example: riichi-ledger publish spring.db public/ --watch
    """
    from ledger.book import Book
    from ledger.files.page_size import SHEETS, page_size
    from ledger.files.public_report import Allowed
    from ledger.files.publishing import make_folder, publish

    if no_penalties and (reasons or staff):
        raise LedgerError("--no-penalties leaves nothing for --reasons and --staff")
    paper = page_size(size, SHEETS)
    allowed = Allowed(penalties=not no_penalties, reasons=reasons, staff=staff)

    def put() -> str:
        state = book.state()
        page = publish(folder, state, book.rules, allowed, paper)
        return f"{page}: as of entry {state.head}"

    with Book.open(event) as book:
        make_folder(folder)
        if watch:
            with _until_told() as is_over:
                _follow(book, put, is_over)
        else:
            output.write(f"{put()}\n")


@contextmanager
def _until_told() -> Iterator[Callable[[], bool]]:
    """Give what says whether ctrl+c or SIGTERM has come; a second one ends at once."""
    came: list[int] = []

    def note(number: int, _: object) -> None:
        came.append(number)
        restore()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    before = {
        number: signal.signal(number, note)
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield lambda: bool(came)
    finally:
        restore()


def _follow(book: "Book", put: Callable[[], str], is_over: Callable[[], bool]) -> None:
    """Write the page whenever the book has grown, until it is over.

    Raises:
        ExportError: the first page cannot be written.
        BookError: the book is damaged, or is gone.
    """
    file = _file_of(book.location)
    last = put()
    output.tell(f"{last}; following {book.location} (ctrl+c ends)")
    trouble, is_owed = "", False
    while not is_over():
        time.sleep(TROUBLE_SECONDS if trouble else book.watch_seconds)
        try:
            is_owed = is_owed or book.changed()
            if is_owed:
                last, is_owed = put(), False
                output.tell(last)
            trouble = ""
        except FATAL:
            raise
        except (BookError, ExportError) as error:
            is_owed = True
            if trouble != str(error):
                trouble = str(error)
                output.tell(f"{trouble}; the last page stays, trying again")
        if _file_of(book.location) != file:
            raise BookError(
                f"{book.location}: was taken away or replaced; the page stays ({last})"
            )
    output.tell(f"ended; {last}")


def _file_of(location: str) -> tuple[int, int] | None:
    """Return which file an event is; None for one on a server, or if it is gone."""
    if "://" in location:
        return None
    try:
        found = Path(location).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
