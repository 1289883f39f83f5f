"""Words and lines that the screens share; cheap to import, for the first paint.

Whatever came from outside becomes a `rich.text.Text` through `literal`: never markup.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from ledger.core.spelling import literal

if TYPE_CHECKING:
    from ledger.tui.terminal import View


def fitted(text: str, cells: int) -> Text:
    """Return a text cut to a number of cells, never through a wide character."""
    line = Text(text, no_wrap=True)
    line.truncate(max(cells, 0), overflow="ellipsis")
    return line


def padded(text: str, cells: int) -> Text:
    """Return a text cut or filled up to a number of cells."""
    line = fitted(text, cells)
    line.append(" " * (cells - line.cell_len))
    return line


def right(text: str) -> Text:
    """Return a number for a column that is aligned to the right."""
    return Text(text, justify="right", no_wrap=True)


def event_title(view: "View") -> str:
    """Return the event's name and its edition: `Spring Open · EMA 2025 tournament`."""
    options = " ".join(view.rules.options.values())
    edition = f"{view.rules.ruleset.cite_as} {options}".strip()
    return f"{literal(view.created.name)} · {edition}"


def staff_words(view: "View") -> str:
    """Return who is signed in: `Mori (referee)`."""
    if not view.staff:
        return "nobody signed in"
    role = f" ({literal(view.role)})" if view.role else ""
    return f"{literal(view.staff)}{role}"


def signed_words(view: "View") -> str:
    """Return who is signed in at which terminal: `Mori (referee) at desk-1`."""
    return f"{staff_words(view)} at {fitted(literal(view.terminal), TERMINAL_CELLS)}"


def signed_title(title: str, view: "View", cells: int) -> Text:
    """Return a title, and on the right who is signed in as far as there is room."""
    room = cells - cell_len(title)
    for who in (staff_words(view), literal(view.staff)):
        if who and cell_len(who) + 2 <= room:
            return padded(title, cells - cell_len(who)).append(who)
    return fitted(title, cells)


def fault_words(error: Exception) -> str:
    """Return what went wrong as it may be shown; of many lines the first."""
    lines = str(error).splitlines()
    told = [literal(line) for line in lines[:FAULT_LINES]]
    if len(lines) > FAULT_LINES:
        told.append(f"and {len(lines) - FAULT_LINES} more")
    return "\n".join(told)


FAULT_LINES = 8
TERMINAL_CELLS = 12
LABEL_CELLS = 14


def grid(lines: Iterable[tuple[str, str]]) -> Table:
    """Return labels with their texts, which wrap beside them."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=LABEL_CELLS, no_wrap=True)
    table.add_column(ratio=1)
    for label, text in lines:
        table.add_row(Text(label, style="dim"), Text(text, overflow="fold"))
    return table
