"""A score sheet as it is typed: hundreds or points, and whether it adds up.

Players write 312 for 31,200. Which of both was meant follows from the figures or is
asked; a difference is told and never mended.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ledger.core.contents import Sheet
from ledger.core.terms import STICK

Unit = Literal["hundreds", "points"]

NUMBER = re.compile(r"[+-]?\d{1,7}")
HUNDRED = 100
SCORE_MAX = 400_000
"""No score at a table goes beyond this; more was not meant as points or hundreds."""
STICKS_MAX = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What typed figures come to."""

    faults: tuple[tuple[int, str], ...] = ()
    """Field (0 to 3 by starting wind, 4 the sticks) and what is wrong with it."""
    units: tuple[Unit, ...] = ()
    """What the figures can mean; two: it must be asked."""
    sheet: Sheet | None = None
    """None while a field is blank or wrong, or the unit is open."""
    missing: int = 0
    """Points that the sheet lacks; below zero there are too many."""


def read_sheet(
    scores: Sequence[str], sticks: str, expected: int, unit: Unit | None = None
) -> Reading:
    """Read the four scores and the sticks left over.

    Args:
        scores: As typed, by starting wind.
        sticks: How many riichi sticks lie on the table, or their points.
        expected: What scores and sticks add up to, in points.
        unit: The answer where the figures can be read both ways.
    """
    faults: list[tuple[int, str]] = []
    numbers = [_number(text, field, faults) for field, text in enumerate(scores)]
    leftover = _sticks(sticks, faults)
    known = [number for number in numbers if number is not None]
    if faults or leftover is None or len(known) < len(scores):
        return Reading(faults=tuple(faults))
    units = units_of(known, leftover, expected)
    if not units:
        return Reading(faults=((0, "no reading in hundreds or in points makes sense"),))
    chosen = unit if unit in units else units[0] if len(units) == 1 else None
    if chosen is None:
        return Reading(units=units)
    factor = HUNDRED if chosen == "hundreds" else 1
    e, s, w, n = (number * factor for number in known)
    return Reading(
        units=units,
        sheet=Sheet(raw=(e, s, w, n), leftover=leftover),
        missing=expected - (e + s + w + n) - leftover,
    )


def _number(text: str, field: int, faults: list[tuple[int, str]]) -> int | None:
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", "")
    if not plain:
        return None
    if NUMBER.fullmatch(plain):
        return int(plain)
    faults.append((field, f"{text.strip()!r} is not a whole number"))
    return None


def _sticks(text: str, faults: list[tuple[int, str]]) -> int | None:
    field = 4
    if not text.strip():
        return 0
    number = _number(text, field, faults)
    if number is None:
        return None
    if 0 <= number <= STICKS_MAX:
        return number * STICK
    if number > 0 and number % STICK == 0 and number <= STICKS_MAX * STICK:
        return number
    faults.append((field, f"{number} is no number of sticks, nor their points"))
    return None


def units_of(numbers: Sequence[int], leftover: int, expected: int) -> tuple[Unit, ...]:
    """Return the units that the figures allow, narrowed to one where it adds up.

    Scores are whole hundreds, so 312 cannot be points; and 31,200 hundreds would be
    more than any table holds.
    """
    if not any(numbers):
        return ("points",)  # nobody has moved, on paper from zero: it is all the same
    total = sum(numbers)
    adds_up: list[Unit] = []
    if total * HUNDRED + leftover == expected:
        adds_up.append("hundreds")
    if total + leftover == expected:
        adds_up.append("points")
    if len(adds_up) == 1:
        return (adds_up[0],)
    possible: list[Unit] = []
    if all(abs(number) * HUNDRED <= SCORE_MAX for number in numbers):
        possible.append("hundreds")
    if all(n % HUNDRED == 0 and abs(n) <= SCORE_MAX for n in numbers):
        possible.append("points")
    return tuple(possible)
