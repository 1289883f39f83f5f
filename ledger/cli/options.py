"""Arguments and options that several commands share, and what they are read as."""

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.core.event import Signature

Event = Annotated[
    str, typer.Argument(metavar="EVENT", help="The event's file, such as spring.db.")
]
OptionChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=CHOICE", help="An option of the edition; repeatable."
    ),
]
Form = Annotated[str, typer.Option("--format", help="table, csv or json.")]
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


def chosen(pairs: Sequence[str] | None) -> dict[str, str]:
    """Return `--option` values by name.

    Raises:
        LedgerError: one is not NAME=CHOICE, or a name stands twice.
    """
    options: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, choice = pair.partition("=")
        if not equals or not name or not choice:
            raise LedgerError(
                f"--option {pair!r} is not understood, expected such as venue=social"
            )
        if name in options:
            raise LedgerError(f"--option {name} stands twice, expected once")
        options[name] = choice
    return options


def signature(staff: str) -> "Signature":
    """Return who signs from this terminal, now."""
    from ledger.core.event import Signature

    return Signature(
        staff=staff.strip() or _login(),
        at=datetime.now(UTC),  # noqa: TID251 - the command line is the edge
        terminal=platform.node() or "terminal",
        client_id=uuid4().hex,
    )


def _login() -> str:
    try:
        return getuser()
    except (KeyError, OSError):  # no such user: a container, a service
        return "staff"


def deliver(text: str, target: str, *, bom: bool) -> bool:
    """Write an export to a file; return False if it goes to the terminal instead.

    Raises:
        ExportError: the file cannot be written.
    """
    from ledger.files.writing import BOM, write_file

    if target == "-":
        return False
    write_file(Path(target), f"{BOM}{text}" if bom else text)
    return True
