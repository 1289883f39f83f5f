"""The sizes of paper that are printed on, from a wall sheet to a till roll."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.situations import nearest
from ledger.core.wording import literal
from ledger.errors import ExportError


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSize:
    """A size of paper. Units: millimetres."""

    name: str
    width: float
    height: float | None
    """None: a roll, cut where the text ends."""
    margin: float
    columns: int
    """Terminal cells of plain text on one line."""

    @property
    def css(self) -> str:
        """The size as a style sheet names it."""
        height = "" if self.height is None else f" {self.height:g}mm"
        return f"{self.width:g}mm{height}"


SIZES: Final[Mapping[str, PageSize]] = {
    size.name: size
    for size in (
        PageSize(name="a4", width=210, height=297, margin=14, columns=80),
        PageSize(name="letter", width=215.9, height=279.4, margin=14, columns=80),
        PageSize(name="a6", width=105, height=148, margin=8, columns=48),
        PageSize(name="80mm", width=80, height=None, margin=4, columns=42),
    )
}
SHEETS: Final = ("a4", "letter")
"""Sizes for tables."""
SLIPS: Final = ("80mm", "a6", "a4", "letter")
"""Sizes for a slip."""


def page_size(name: str, among: tuple[str, ...]) -> PageSize:
    """Return a size of paper by its name, in any case.

    Raises:
        ExportError: it is not among those that fit.
    """
    known = name.lower()
    if known not in among:
        raise ExportError(
            "",
            f"paper {literal(name)!r} is unknown, expected {' or '.join(among)}"
            + nearest(known, among),
        )
    return SIZES[known]
