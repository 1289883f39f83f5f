"""Arguments and options that several commands share, and what they are read as."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final
from uuid import uuid4

import typer

from ledger.cli import output
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.core.event import Signature

Event = Annotated[
    str,
    typer.Argument(
        metavar="EVENT",
        help="The event's file, such as spring.db, or postgresql+psycopg://HOST/NAME.",
    ),
]
OptionChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=CHOICE", help="An option of the edition; repeatable."
    ),
]
Target = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Where to; - is the terminal."),
]
Bom = Annotated[
    bool,
    typer.Option(
        "--bom", help="Mark a CSV file as UTF-8 for spreadsheets that need it."
    ),
]
Staff = Annotated[
    str, typer.Option("--staff", help="Who signs; your login name if left out.")
]
Reason = Annotated[str, typer.Option(help="Why; kept with the entry.")]
Late = Annotated[
    str | None,
    typer.Option(
        "--late", metavar="WHY", help="A late adjustment of an event that is closed."
    ),
]


def chosen(
    pairs: Sequence[str] | None,
    option: str = "--option",
    example: str = "venue=social",
) -> dict[str, str]:
    """Return the values of an option such as `--option NAME=CHOICE` by name.

    Raises:
        LedgerError: one is not NAME=CHOICE, or a name stands twice.
    """
    options: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, choice = pair.partition("=")
        if not equals or not name or not choice:
            raise LedgerError(
                f"{option} {pair!r} is not understood, expected such as {example}"
            )
        if name in options:
            raise LedgerError(f"{option} {name} stands twice, expected once")
        options[name] = choice
    return options


def signature(staff: str) -> "Signature":
    """Return who signs from this terminal, now."""
    from ledger.core.event import Signature
    from ledger.files.terminal_name import terminal_name

    return Signature(
        staff=staff.strip() or login(),
        at=datetime.now(UTC),  # noqa: TID251 - the command line is the edge
        terminal=terminal_name(),
        client_id=uuid4().hex,
    )


def login() -> str:
    """Return the name under which the user is logged in."""
    try:
        return getuser()
    except (KeyError, OSError):  # no such user: a container, a service
        return "staff"


ENDINGS: Final = {".htm": "html", ".markdown": "md", ".journal": "hledger"}
"""Formats by the ending of a file, where the two differ."""
PLAIN: Final = ("", ".txt", ".text", ".json", ".dump")
"""Endings that say nothing but that it is text: the first format is meant."""


def form_of(form: str, target: str, known: tuple[str, ...]) -> str:
    """Return the format that was asked for, by name or by the ending of the file.

    Raises:
        ExportError: it is none of the known ones.
    """
    from ledger.core.wording import literal
    from ledger.errors import ExportError
    from ledger.files.papers import known_form

    if form:
        return known_form(form, known)
    ending = Path(target).suffix.lower()
    guessed = ENDINGS.get(ending, ending.removeprefix("."))
    if guessed in known:
        return guessed
    if ending in PLAIN:
        return known[0]
    told = f"no format goes with the ending {literal(ending)!r}"
    raise ExportError(
        literal(target), f"{told}, expected --format {' or '.join(known)}"
    )


def separator_of(text: str) -> str:
    """Return what stands between two cells of a CSV file.

    Raises:
        typer.BadParameter: it is no separator that spreadsheets know.
    """
    known = {"": "", ",": ",", ";": ";", "tab": "\t", "\t": "\t"}
    if text not in known:
        raise typer.BadParameter(f"{text!r} is none of , ; tab")
    return known[text]


Separator = Annotated[
    str,
    typer.Option(
        "--separator",
        metavar="SIGN",
        callback=separator_of,
        help="What stands between cells of a CSV file: , or ; or tab.",
    ),
]


def deliver(content: str | bytes, target: str, *, bom: bool) -> bool:
    """Write an export to a file; return False if it went to standard output instead.

    Raises:
        ExportError: the file cannot be written.
        LedgerError: it is no text and would go to a terminal.
    """
    from ledger.files.writing import BOM, write_file

    whole = f"{BOM}{content}" if bom and isinstance(content, str) else content
    if target != "-":
        write_file(Path(target), whole)
        return True
    if isinstance(whole, bytes):
        if sys.stdout is not None and sys.stdout.isatty():
            raise LedgerError("this format is no text, expected a file: -o FILE")
        output.write_bytes(whole)
    else:
        output.write(whole)
    return False
