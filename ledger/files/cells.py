"""Text that goes into a cell: measured and aligned by terminal cells, never a formula.

Names come from files that strangers wrote; in a spreadsheet a leading `=` would be run.
Only text is treated so: numbers stay numbers. What could steer a terminal is made
visible by `core.wording.literal`.
"""

from typing import Final

from rich.cells import cell_len, get_character_cell_size

_FORMULA_STARTS: Final = (
    "=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20",
)  # fmt: skip
"""The full-width forms count too: Japanese spreadsheets take them as formulas."""


def neutral(text: str) -> str:
    """Return a text for a CSV cell so that no spreadsheet takes it for a formula.

    >>> neutral("=1+1"), neutral("O'Brien")
    ("'=1+1", "O'Brien")
    """
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def width(text: str) -> int:
    """Return how many terminal cells a text takes; 佐藤 takes four."""
    return cell_len(text)


def cut(text: str, cells: int) -> str:
    """Return `text` shortened to at most so many cells, never half a character."""
    if cell_len(text) <= cells:
        return text
    kept: list[str] = []
    room = cells - 1
    for character in text:
        room -= get_character_cell_size(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept) + "…"


def left(text: str, cells: int) -> str:
    """Return a text filled up with spaces on the right."""
    return text + " " * (cells - cell_len(text))


def right(text: str, cells: int) -> str:
    """Return a text filled up with spaces on the left."""
    return " " * (cells - cell_len(text)) + text
