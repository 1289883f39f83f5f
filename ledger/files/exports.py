"""One door to every format of the standings and the penalties.

The command line and the terminal's Export both come through here, so that what one can
write the other can too.
"""

from dataclasses import dataclass
from typing import Final

from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.files.page_size import PageSize
from ledger.files.papers import SHEETS, Paper, paper
from ledger.files.penalties_export import export_penalties
from ledger.files.penalties_report import penalties_report
from ledger.files.penalty_filter import ALL, Wanted
from ledger.files.standings_export import export_standings
from ledger.files.standings_report import RawUnit, standings_report

TEXTS: Final = ("table", "csv", "json")
PENALTIES_FORMATS: Final = (*TEXTS, *SHEETS)
STANDINGS_FORMATS: Final = (*PENALTIES_FORMATS, "ema")
"""`ema` is the federation's workbook; it holds the penalties already."""
ENDINGS: Final = {"table": ".txt", "ema": ".xlsx"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How an export is set."""

    form: str
    size: PageSize
    separator: str = ","
    """Between two cells of a CSV file."""
    raw_unit: RawUnit = "points"
    """How a printed paper writes raw scores."""
    teams: bool = False
    """Whether a table or CSV file lists teams in place of players."""
    about: tuple[str, ...] = ()
    """`NAME=VALUE` pairs for the federation's workbook."""


def ending_of(form: str) -> str:
    """Return what a file of a format ends in.

    >>> ending_of("ema"), ending_of("pdf")
    ('.xlsx', '.pdf')
    """
    return ENDINGS.get(form, f".{form}")


def standings_paper(
    state: EventState, rules: Rules, after: int | None, layout: Layout
) -> Paper:
    """Return the standings after a round in a format of `STANDINGS_FORMATS`.

    Raises:
        ExportError: the round or the format does not exist, or a value does not fit.
    """
    if layout.form == "ema":
        from ledger.files.ema_sheet import ema_workbook, occasion

        held = occasion(layout.about)
        return ema_workbook(state, rules, held, layout.size, after)
    if layout.form in SHEETS:
        report = standings_report(state, rules, after=after, raw_unit=layout.raw_unit)
        return paper(report.document, layout.form, layout.size)
    text = export_standings(
        state,
        rules,
        after=after,
        form=layout.form,
        teams=layout.teams,
        separator=layout.separator,
    )
    return Paper(text)


def penalties_paper(
    state: EventState, rules: Rules, layout: Layout, wanted: Wanted = ALL
) -> Paper:
    """Return the rulings in a format of `PENALTIES_FORMATS`.

    Raises:
        ExportError: the format does not exist, or the paper cannot be written.
    """
    if layout.form in SHEETS:
        report = penalties_report(state, rules, wanted)
        return paper(report.document, layout.form, layout.size)
    text = export_penalties(
        state, rules, form=layout.form, wanted=wanted, separator=layout.separator
    )
    return Paper(text)
