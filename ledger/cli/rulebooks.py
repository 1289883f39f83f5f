"""`riichi-ledger rules`: the editions and one's own ruleset files, without an event."""

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli import output
from ledger.cli.options import OptionChoices, chosen
from ledger.errors import LedgerError

rulebooks = typer.Typer(
    name="rules",
    help="""List the rulebook editions, read, compare and check them, write your own.

    Example: riichi-ledger rules list
    """,
    no_args_is_help=True,
    rich_markup_mode=None,
)

Edition = Annotated[
    str, typer.Argument(metavar="ID|FILE", help="An id, or a ruleset file.")
]
Form = Annotated[str, typer.Option("--format", help="text or json.")]


@rulebooks.command("list")
def list_editions(form: Form = "text") -> None:
    """List the editions with their grade, options and first source.

    Example: riichi-ledger rules list
    """
    from ledger.files.layout import as_json
    from ledger.files.rulebook import editions_list, editions_rows

    output.write(as_json(editions_rows()) if _is_json(form) else editions_list())


@rulebooks.command("show")
def show(
    edition: Edition,
    word: Annotated[
        str, typer.Option("--search", metavar="WORD", help="Only what mentions it.")
    ] = "",
    option: OptionChoices = None,
    form: Form = "text",
) -> None:
    """Show an edition as a page to read.

    Example: riichi-ledger rules show ema-2025 --search furiten
    """
    from ledger.core.rules import rules
    from ledger.files.layout import as_json
    from ledger.files.rulebook import page
    from ledger.files.rulebook_object import page_object

    found = rules(edition, chosen(option))
    if _is_json(form):
        output.write(as_json(page_object(found, word)))
    else:
        output.write(page(found, word))


@rulebooks.command("diff")
def diff(
    before: Edition, after: Edition, option: OptionChoices = None, form: Form = "text"
) -> None:
    """Say what changes for whom from one edition to another.

    An option holds for both editions, or for the one that has it.

    Example: riichi-ledger rules diff ema-2016 ema-2025 --option venue=social
    """
    from ledger.core.differences import differences
    from ledger.core.rules import two_rules
    from ledger.files.layout import as_json
    from ledger.files.ruleset_diff import diff_object, diff_text

    found = differences(*two_rules(before, after, chosen(option)))
    output.write(as_json(diff_object(found)) if _is_json(form) else diff_text(found))


@rulebooks.command("check")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A ruleset file.")],
) -> None:
    """Tell every fault of a ruleset file, with line and column.

    Example: riichi-ledger rules check club.toml
    """
    from ledger.core.ruleset_check import check_file
    from ledger.core.wording import literal

    report = check_file(file)
    for line in report.lines():
        output.write(f"{literal(line)}\n")
    if not report.is_good:
        raise typer.Exit(1)


@rulebooks.command("new")
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to make.")],
    extends: Annotated[
        str, typer.Option("--extends", metavar="ID|FILE", help="What it builds on.")
    ],
) -> None:
    """Write a commented ruleset file to begin your own edition with.

    Example: riichi-ledger rules new club.toml --extends ema-2025
    """
    from ledger.core.wording import literal
    from ledger.files.starting_point import create

    create(file, extends)
    told = f"{file}: written, extends {extends}; riichi-ledger rules check {file}"
    output.write(f"{literal(told)}\n")


def _is_json(form: str) -> bool:
    if form not in ("text", "json"):
        raise LedgerError(f"--format {form!r} is unknown, expected one of: text, json")
    return form == "json"
