"""The commands whose answer leaves the house: standings, penalties, slip, review."""

import logging
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.options import Bom, Event, Separator, Target, deliver, form_of
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.files.papers import Paper

TOP_MAX = 16
"""Lines of players that a picture can still hold."""

StandingsForm = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="table, csv, json, xlsx, html, md, pdf or ema; the ending of the file"
        " decides if left out.",
    ),
]
PenaltiesForm = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="table, csv, json, xlsx, html, md or pdf; the ending of the file decides"
        " if left out.",
    ),
]
PaperSize = Annotated[
    str,
    typer.Option("--paper", metavar="SIZE", help="What it is printed on: a4, letter."),
]
Filter = Annotated[list[str] | None, typer.Option(metavar="VALUE", help="Repeatable.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (standings, penalties, slip, review):
        app.command()(command)


def standings(
    event: Event,
    after: Annotated[
        int | None, typer.Option(metavar="ROUND", help="Count up to this round.")
    ] = None,
    form: StandingsForm = "",
    target: Target = "-",
    bom: Bom = False,
    separator: Separator = "",
    teams: Annotated[
        bool, typer.Option("--teams", help="Teams in place of players (table, csv).")
    ] = False,
    raw: Annotated[
        str,
        typer.Option(metavar="UNIT", help="Raw scores on paper in points or hundreds."),
    ] = "points",
    size: PaperSize = "a4",
    about: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="For ema: name, date, country, city, mers, shortname, period, days;"
            " repeatable.",
        ),
    ] = None,
) -> None:
    """Show or write the standings.

    Example: riichi-ledger standings spring.db --after 3 -o wall.pdf
    """
    from ledger.book import Book
    from ledger.files.exports import STANDINGS_FORMATS, Layout, standings_paper
    from ledger.files.page_size import SHEETS, page_size
    from ledger.files.papers import SHEETS as PAPERS
    from ledger.files.standings_report import raw_unit

    form = form_of(form, target, STANDINGS_FORMATS)
    unit = raw_unit(raw)
    _check_fits("--set", form, ("ema",), is_said=bool(about))
    _check_fits("--teams", form, ("table", "csv"), is_said=teams)
    _check_fits("--raw hundreds", form, PAPERS, is_said=unit != "points")
    layout = Layout(
        form=form,
        size=page_size(size, SHEETS),
        separator=_separator(form, separator, bom=bom),
        raw_unit=unit,
        teams=teams,
        about=tuple(about or ()),
    )
    with Book.open(event) as book:
        state, rules = book.state(), book.rules
    made = standings_paper(state, rules, after, layout)
    _hand_over(made, target, f"standings as of entry {state.head}", bom=bom)


def penalties(
    event: Event,
    form: PenaltiesForm = "",
    target: Target = "-",
    player: Filter = None,
    round_: Annotated[
        list[int] | None,
        typer.Option("--round", metavar="ROUND", help="Repeatable."),
    ] = None,
    class_: Annotated[
        list[str] | None,
        typer.Option("--class", metavar="CLASS", help="Repeatable."),
    ] = None,
    staff: Filter = None,
    situation: Filter = None,
    bom: Bom = False,
    separator: Separator = "",
    size: PaperSize = "a4",
) -> None:
    """Show or write every ruling with its clause, or those that are wanted.

    Voided ones stand there too, with the entry that took them back.

    Example: riichi-ledger penalties spring.db --class chombo --round 3 -o chombo.html
    """
    from ledger.book import Book
    from ledger.files.exports import PENALTIES_FORMATS, Layout, penalties_paper
    from ledger.files.page_size import SHEETS, page_size
    from ledger.files.penalty_filter import wanted

    form = form_of(form, target, PENALTIES_FORMATS)
    between = _separator(form, separator, bom=bom)
    layout = Layout(form=form, size=page_size(size, SHEETS), separator=between)
    with Book.open(event) as book:
        state, rules = book.state(), book.rules
    wish = wanted(
        state,
        rules,
        players=player or (),
        rounds=round_ or (),
        classes=class_ or (),
        staff=staff or (),
        situations=situation or (),
    )
    made = penalties_paper(state, rules, layout, wish)
    _hand_over(made, target, f"penalties as of entry {state.head}", bom=bom)


def slip(
    event: Event,
    number: Annotated[int, typer.Argument(help="The ruling's entry, such as 57.")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="txt, html or pdf; the ending of the file decides if left out.",
        ),
    ] = "",
    width: Annotated[
        str, typer.Option(metavar="SIZE", help="80mm (a till roll), a6, a4 or letter.")
    ] = "80mm",
    target: Target = "-",
) -> None:
    """Write the slip of one ruling, with its clause and room for signatures.

    Example: riichi-ledger slip spring.db 57 --width a6 -o slip57.pdf
    """
    from ledger.book import Book
    from ledger.files.page_size import SLIPS as SIZES
    from ledger.files.page_size import page_size
    from ledger.files.papers import SLIPS, paper
    from ledger.files.slip import slip as slip_of

    form = form_of(form, target, SLIPS)
    size = page_size(width, SIZES)
    with Book.open(event) as book:
        state, rules = book.state(), book.rules
    made = paper(slip_of(state, rules, number), form, size)
    _hand_over(made, target, f"slip of ruling {number}", bom=False)


def review(
    event: Event,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="md, html, pdf or xlsx; the ending of the file decides if left out.",
        ),
    ] = "",
    target: Target = "-",
    top: Annotated[
        int,
        typer.Option(
            min=1, max=TOP_MAX, metavar="N", help="Players shown round by round."
        ),
    ] = 8,
    size: PaperSize = "a4",
) -> None:
    """Look back on the event: counts and rates, uneven rulings, what places it cost.

    Pictures are in html and pdf; md and xlsx have the same tables.

    Example: riichi-ledger review spring.db -o review.pdf
    """
    from ledger.book import Book
    from ledger.files.page_size import SHEETS as SIZES
    from ledger.files.page_size import page_size
    from ledger.files.papers import Paper, paper
    from ledger.files.review_report import FORMS, review_report

    form = form_of(form, target, FORMS)
    paper_size = page_size(size, SIZES)
    with Book.open(event) as book:
        state, rules = book.state(), book.rules
    report = review_report(state, rules, top)
    if form in ("html", "pdf"):
        # It tells whoever has no home for its list of fonts: no fault of the paper.
        logging.getLogger("matplotlib").setLevel(logging.ERROR)
        from ledger.files.review_pictures import review_pictures

        shown = review_pictures(report, "svg" if form == "html" else "png")
        made = paper(report.document(shown.pictures), form, paper_size)
        warnings = dict.fromkeys((*made.warnings, *shown.warnings))
        made = Paper(made.content, tuple(warnings))
    else:
        made = paper(report.document({}), form, paper_size)
    _hand_over(made, target, f"review as of entry {state.head}", bom=False)


def _check_fits(
    option: str, form: str, forms: tuple[str, ...], *, is_said: bool
) -> None:
    """Refuse an option that would do nothing in a format."""
    if is_said and form not in forms:
        raise LedgerError(
            f"{option} is for the format {' or '.join(forms)}, not {form}"
        )


def _separator(form: str, separator: str, *, bom: bool) -> str:
    """Return what stands between two cells, having refused what is for CSV only."""
    if form != "csv" and (separator or bom):
        option = "--separator" if separator else "--bom"
        raise LedgerError(f"{option} is for the format csv, not for {form}")
    return separator or ","


def _hand_over(made: "Paper", target: str, what: str, *, bom: bool) -> None:
    """Write a paper to its file, or to standard output."""
    for warning in made.warnings:
        output.tell(f"warning: {warning}")
    if deliver(made.content, target, bom=bom):
        output.write(f"{target}: {what}\n")
