"""Opening events and making new ones: the demo, an empty one, one from a folder."""

import tempfile
from pathlib import Path

from ledger.book import Book
from ledger.files.demo import demo
from ledger.files.imports import gathered, plan_import
from ledger.files.paths import expanded
from ledger.tui.terminal import NewEvent, Station, Terminal, signature


def opened(location: str, station: Station) -> Terminal:
    """Open an event's book.

    Raises:
        LedgerError: it cannot be opened or read.
    """
    book = Book.open(location)
    try:
        return Terminal(book, station)
    except BaseException:
        book.close()
        raise


def make_demo() -> Path:
    """Make the demo in a folder of its own, where it may be spoilt.

    Raises:
        LedgerError: there is no room for it.
    """
    path = Path(tempfile.mkdtemp(prefix="riichi-ledger-demo-")) / "demo.db"
    made = demo()
    with Book.create(
        path,
        name=made.name,
        ruleset=made.ruleset,
        options=made.options,
        rounds=made.rounds,
        by=made.signature("made"),
    ) as book:
        made.fill(book)
    return path


def make_event(new: NewEvent, station: Station) -> Terminal:
    """Make an event with nobody in it yet, and open it.

    Raises:
        LedgerError: the file or the edition cannot be used.
    """
    book = Book.create(
        new.path,
        name=new.name,
        ruleset=new.ruleset,
        options=new.options,
        rounds=new.rounds,
        by=signature(station.staff, station),
    )
    return Terminal(book, station)


def import_folder(terminal: Terminal, folder: str) -> str:
    """Import a folder of CSV files, all or nothing; return what came in.

    Raises:
        LedgerError: with every fault of every file; nothing was imported.
    """
    book = terminal.book
    files = gathered([expanded(folder)])
    plan = plan_import(files, book.state(), book.rules, terminal.sign())
    book.add_all(plan.items)
    told = [f"{count} {kind}" for kind, count in plan.added.items() if count]
    return "\n".join([f"imported: {', '.join(told) or 'nothing'}", *plan.warnings])
