"""`riichi-ledger staff`: who is on the staff, what each may do, and their PINs."""

from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.booking import one_of, tell
from ledger.cli.options import Event, Staff
from ledger.cli.signing import ask_pin, signed
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.core.event import EventState

ACTS = ("list", "add", "pin", "roles")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("staff")(staff_)


def staff_(
    event: Event,
    act: Annotated[
        str, typer.Argument(metavar="list|add|pin|roles", help="What to do.")
    ] = "list",
    name: Annotated[str, typer.Argument(help="Whom to add or to give a PIN.")] = "",
    role: Annotated[
        str,
        typer.Option(help="viewer, scorer, referee, head-referee or organiser."),
    ] = "referee",
    staff: Staff = "",
) -> None:
    """List the staff, add somebody, set a PIN, or print who may do what.

    Who is added again gets another role. Roles count from the first organiser on;
    before that everybody may everything. A PIN is asked for twice, or taken from
    RIICHI_LEDGER_NEW_PIN.

    Example: riichi-ledger staff spring.db add "Kim Ito" --role head-referee
    """
    from ledger.book import Book

    one_of(act, "staff", ACTS)
    if (act in ("add", "pin")) != bool(name.strip()):
        raise LedgerError(
            f"staff {act} names {'whom' if act in ('add', 'pin') else 'nobody'}"
        )
    with Book.open(event) as book:
        if act == "roles":
            _print_roles(book.state())
        elif act == "list":
            _print_staff(book.state())
        elif act == "add":
            _add(book, name.strip(), role, staff)
        else:
            _set_pin(book, name.strip(), staff)


def _print_roles(state: "EventState") -> None:
    from ledger.core.roles import is_enforced, table

    output.write(table())
    if not is_enforced(state):
        output.tell(
            "note: this event has no organiser yet, so everybody may everything"
        )


def _print_staff(state: "EventState") -> None:
    from ledger.core.wording import literal
    from ledger.files.layout import table

    rows = [
        (literal(person.name), person.role, "yes" if name in state.pins else "no")
        for name, person in state.staff.items()
    ]
    output.write(table(("name", "role", "PIN"), rows, frozenset()))


def _add(book: "Book", name: str, role: str, staff: str) -> None:
    from ledger.core.contents import StaffAdded
    from ledger.core.event import Place

    content = StaffAdded(name=name, role=role)
    entry = book.add(content, Place(), signed(book, staff))
    tell(book.state(), book.rules, entry)


def _set_pin(book: "Book", name: str, staff: str) -> None:
    from ledger.core.sign_in import digest, plain

    by = signed(book, staff)
    pin = ask_pin(f"new PIN of {name}: ", "RIICHI_LEDGER_NEW_PIN")
    again = ask_pin("the same again: ", "RIICHI_LEDGER_NEW_PIN")
    if plain(pin) != plain(again):
        raise LedgerError("the two PINs are not the same, nothing was changed")
    entry = book.set_pin(name, digest(pin), by)
    tell(book.state(), book.rules, entry)
