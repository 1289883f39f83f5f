"""A penalty of which another program knows only an amount and a reason.

It is booked as what it is: the referee's own ruling (situation `other`), a departure
with the amount as stated and the reason as its note. The id in the other program is a
fact of the entry, and what the entry is known by: twice adds nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.contents import Account, IncidentRuled
from ledger.core.event import Entry, EventState
from ledger.core.terms import Class, Stage
from ledger.files.foreign.sources import At, Cells

OTHER: Final = "other"
Cell = tuple[str, At]


def penalty_cells(
    source: str, player: Cell, amount: Cell, reason: Cell, *, inside: bool = False
) -> Cells:
    """Return the cells of a penalty's row.

    Args:
        source: The program and its id, such as `pantheon:57`.
        player: The player's number.
        amount: Points, below zero; 0 is a warning.
        reason: As stated; may be blank.
        inside: The results in the book hold it already, so it changes no total.
    """
    class_ = Class.POINT_PENALTY if int(amount[0]) else Class.WARNING
    where = amount[1]
    told = reason[0].strip() or "no reason given"
    cells: dict[str, Cell] = {
        "offender": player,
        "situation": (OTHER, where),
        "facts": (f"class={class_};note={source}", where),
        "class": (class_, where),
        "note": (f"{told} [{source}]", reason[1]),
        "source": (source, where),
        "settled": ("table" if inside else "ledger", where),
    }
    if int(amount[0]):
        cells["points" if inside else "tournament"] = amount
    return cells


@dataclass(frozen=True, slots=True)
class Booked:
    """A penalty of another program that stands in the book."""

    entry: Entry
    player: str
    counted: int
    """What it takes off a total; 0 if the results hold it already. Units: points."""


def booked(state: EventState, program: str) -> Mapping[str, Booked]:
    """Return the penalties of a program that stand in the book, by their source."""
    found: dict[str, Booked] = {}
    for entry, ruled in state.rulings():
        source, player = _source(ruled), ruled.incidents[0].offender
        if source.startswith(f"{program}:") and player is not None:
            counted = sum(
                posting.points
                for posting in ruled.postings
                if posting.stage is Stage.AFTER_UMA
                and posting.account is Account.PLAYER
            )
            found[source] = Booked(entry, player, counted)
    return found


def _source(ruled: IncidentRuled) -> str:
    first = ruled.incidents[0]
    return str(first.facts.get("note", "")) if first.situation == OTHER else ""
