"""The commands that work on an event: make, open, check."""

import os
import signal
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.options import (
    Event,
    OptionChoices,
    Staff,
    chosen,
    signature,
)
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.core.audits import Finding
    from ledger.tui.guard import Guard

WEB_DRIVER = "TEXTUAL_DRIVER"
"""Of the environment: Textual's screens go somewhere else than to a terminal."""
ORPHAN_SECONDS = 1.0


def register(app: typer.Typer) -> None:
    """Add the commands of an event."""
    for command in (new, demo, check, verify):
        app.command()(command)
    app.command("open")(open_event)


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


def open_event(
    event: Event,
    staff: Staff = "",
    terminal: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="What this terminal is called in the book; else as in"
            " RIICHI_LEDGER_TERMINAL, else your computer's name.",
        ),
    ] = "",
    sign_in: Annotated[
        bool,
        typer.Option(
            "--sign-in", help="Show and write nothing before somebody has signed in."
        ),
    ] = False,
    need_pin: Annotated[
        bool,
        typer.Option(
            "--need-pin", help="Let in nobody without a PIN; --sign-in goes with it."
        ),
    ] = False,
    lock_after: Annotated[
        float | None,
        typer.Option(
            metavar="MINUTES",
            min=0.1,
            max=1440,
            help="Nobody at the keys for so long locks it for who has a PIN; 10 if"
            " left out.",
        ),
    ] = None,
) -> None:
    """Open the screens; a bare file name does it too.

    Example: riichi-ledger open spring.db --terminal desk-1
    """
    from ledger.tui.guard import Guard

    idle_after = None if lock_after is None else timedelta(minutes=lock_after)
    guard = Guard(
        terminal=terminal,
        must_sign_in=sign_in or need_pin,
        needs_pin=need_pin,
        idle_after=idle_after,
    )
    screens(event, staff, guard)


def screens(event: str | None, staff: str = "", guard: "Guard | None" = None) -> None:
    """Show the screens, of an event or of the first start.

    Raises:
        LedgerError: there is no terminal to show them on, or the event is bad.
    """
    if WEB_DRIVER in os.environ:
        Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    elif not _is_terminal():
        raise LedgerError(
            "the screens need a terminal; other commands do not: riichi-ledger --help"
        )
    from ledger.tui import run
    from ledger.tui.guard import UNGUARDED

    run(event, staff=staff, guard=guard or UNGUARDED)


def _end_with(server: int) -> None:
    """End when the server has ended that we were started by, even if it was killed."""
    while os.getppid() == server:
        time.sleep(ORPHAN_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _is_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty())


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
        str | None,
        typer.Option(
            metavar="HASH", help="A head that was signed off: one of the entries' own."
        ),
    ] = None,
) -> None:
    """Prove that no entry was changed or lost.

    Names the first wrong entry and what is wrong; exit code 1 then. A head is the hash
    that papers show, whole or its beginning.

    Example: riichi-ledger verify spring.db --head 114b96b61dff
    """
    from ledger.book import Book
    from ledger.core.chains import entry_of_hash

    if head is not None and not head.strip():  # a script's variable that was not set
        raise LedgerError("--head is empty, expected the hash that a paper shows")
    with Book.open(event) as book:
        found = book.verify(head or "")
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
