"""The commands that hold an event against other rules: `rescore`, `rules change`."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.booking import one_of, tell
from ledger.cli.options import Event, Late, OptionChoices, Reason, Staff, chosen
from ledger.cli.signing import signed
from ledger.errors import BookChanged, LedgerError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ledger.book.book import Item
    from ledger.core.event import EventState, Signature
    from ledger.core.rules import Rules
    from ledger.core.wishes import Wish

Form = Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or json.")]


def register(app: typer.Typer, rulebooks: typer.Typer) -> None:
    """Add the commands, one of them to `rules`."""
    app.command()(rescore)
    rulebooks.command("change")(change)


def rescore(
    event: Event,
    under: Annotated[
        str, typer.Option(metavar="ID|FILE", help="The rules to hold it against.")
    ],
    option: OptionChoices = None,
    form: Form = "text",
) -> None:
    """List every ruling and total that would differ under other rules.

    Nothing is changed. Totals stand there twice: with the rulings as they were booked,
    and with all of them judged anew.

    Example: riichi-ledger rescore spring.db --under wrc-2025
    """
    from ledger.book import Book
    from ledger.core.rescoring import rescored
    from ledger.core.rules import rules
    from ledger.files.layout import as_json
    from ledger.files.rescore_report import rescore_object, rescore_text

    one_of(form, "--format", ("text", "json"))
    other = rules(under, chosen(option))
    with Book.open(event) as book:
        state, now = book.state(), book.rules
    found = rescored(state, now, other)
    if form == "json":
        output.write(as_json(rescore_object(state, now, other, found)))
    else:
        output.write(rescore_text(state, now, other, found))


def change(
    event: Event,
    ruleset: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="The rules from now on.")
    ],
    reason: Reason,
    option: OptionChoices = None,
    amend: Annotated[
        bool, typer.Option("--amend", help="Amend the rulings that differ as well.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Let an event go on under other rules, having shown all that differs.

    Totals are scored by the new rules at once. Rulings stay as they were booked, unless
    they are amended in the same act.

    Example: riichi-ledger rules change spring.db ema-2025 --option venue=social
    --reason "the club hall is no tournament venue"
    """
    from ledger.book import Book
    from ledger.core.admission import admit
    from ledger.core.rescoring import rescored
    from ledger.core.rules import rules
    from ledger.core.wishes import decided
    from ledger.files.rescore_report import rescore_text

    options = chosen(option)
    other = rules(ruleset, options)
    with Book.open(event) as book:
        state, now = book.state(), book.rules
        head = state.head_hash
        by = signed(book, staff)
        items = _items(state, other, (ruleset, options), reason, late, by, amend=amend)
        wish, place, _ = items[0]  # who may not is told so before anything is asked
        admit(state, decided(state, now, wish, staff=by.staff), place, now, by.staff)
        text = rescore_text(state, now, other, rescored(state, now, other))
        output.write(text, flush=True)
        if not yes:
            _ask(len(items) - 1, amend=amend)
        try:
            entries = book.add_all(items, after=head)
        except BookChanged as error:
            raise LedgerError(f"{error}: look at the differences again") from error
        for entry in entries:
            tell(book.state(), book.rules, entry)


def _items(
    state: "EventState",
    other: "Rules",
    named: "tuple[str, Mapping[str, str]]",
    reason: str,
    late: str | None,
    by: "Signature",
    *,
    amend: bool,
) -> "list[Item]":
    """Return the change as an entry, and the amendments that go with it."""
    from dataclasses import replace

    from ledger.core.contents import RulesetChanged
    from ledger.core.editions import find
    from ledger.core.event import Place
    from ledger.core.rescoring import amendments
    from ledger.core.wishes import late as as_late

    edition = find(named[0])
    pinned, digest = edition.pinned(named[1])
    changed = RulesetChanged(
        ruleset=edition.id, pinned=pinned, digest=digest, reason=reason
    )
    wishes: list[tuple[Wish, Place]] = [(changed, Place())]
    if amend:
        wishes += [
            (content, state.entries[content.target - 1].place)
            for content in amendments(state, other, reason)
        ]
    return [
        (as_late(wish, late), place, replace(by, client_id=f"{by.client_id}-{number}"))
        for number, (wish, place) in enumerate(wishes)
    ]


def _ask(count: int, *, amend: bool) -> None:
    """Ask whether to go on.

    Raises:
        LedgerError: there is nobody to ask, or the answer is no.
    """
    if not (sys.stdin and sys.stdin.isatty()):
        raise LedgerError("nothing was changed: say --yes, or run this on a terminal")
    also = f" and amend {count} rulings" if amend else ""
    if not typer.confirm(f"Change the ruleset{also}?", err=True):
        raise LedgerError("nothing was changed")
