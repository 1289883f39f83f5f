"""`riichi-ledger rules`: the editions, read without an event."""

from typing import Annotated

import typer

from ledger.cli import output
from ledger.cli.options import OptionChoices, chosen

rulebooks = typer.Typer(
    name="rules",
    help="List the rulebook editions and read one.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@rulebooks.command("list")
def list_editions() -> None:
    """List the editions with their grade, options and first source.

    Example: riichi-ledger rules list
    """
    from ledger.files.rulebook import editions_list

    output.write(editions_list())


@rulebooks.command("show")
def show(
    edition: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="An id, or a ruleset file.")
    ],
    word: Annotated[
        str, typer.Argument(help="Only the situations that mention this word.")
    ] = "",
    option: OptionChoices = None,
) -> None:
    """Show an edition as a page to read.

    Example: riichi-ledger rules show ema-2025 furiten
    """
    from ledger.core.rules import rules
    from ledger.files.rulebook import page

    output.write(page(rules(edition, chosen(option)), word))
