"""The incidents that a review looks at: each with its ruling, as it counts now.

A ruling that was taken back or replaced, and one that still waits for its confirmation,
is left out of every count and named apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from ledger.core.chains import root
from ledger.core.contents import (
    Account,
    Amended,
    AppealDecided,
    IncidentRuled,
    LateAdjusted,
    Recorded,
)
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.terms import GRAVITY, Class, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One incident of a ruling that counts. Units: points."""

    entry: Entry
    ruled: IncidentRuled
    own: Recorded
    """What was stated of this offender."""
    offender: str | None
    """The number of who bears it, with every correction of the seats."""
    began: int
    """The entry with which the ruling began, before amendments and appeals."""
    table: int
    """What it moved for the offender at the table."""
    fines: int
    """What it took off him before placing and after uma."""

    @property
    def class_(self) -> Class:
        """The class as booked."""
        return self.own.class_

    @property
    def gravity(self) -> int:
        """The order of its class."""
        return GRAVITY[self.class_]

    @property
    def is_fault(self) -> bool:
        """Whether the rulebook calls it a fault at all, be it the smallest."""
        return self.gravity > 0 or self.own.label not in ("", Class.NONE.value)

    @property
    def hanchan(self) -> HanchanKey | None:
        """Round and table; None outside the tables."""
        round_, table = self.entry.place.round, self.entry.place.table
        return None if round_ is None or table is None else (round_, table)


NotCounted = Literal["taken back", "replaced", "pending"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A ruling that no count holds, and why."""

    entry: Entry
    why: NotCounted


_PENALISING: Final = (Stage.BEFORE_PLACING, Stage.AFTER_UMA)


def cases(state: EventState) -> tuple[Case, ...]:
    """Return every incident that counts, in the order in which they were ruled."""
    found = [
        case
        for entry, ruled in state.rulings()
        if not state.is_pending(entry.number)
        for case in _of_ruling(state, entry, ruled)
    ]
    return tuple(sorted(found, key=lambda case: (case.began, case.entry.number)))


def _of_ruling(state: EventState, entry: Entry, ruled: IncidentRuled) -> Iterator[Case]:
    told: set[str | None] = set()
    began = root(state, entry.number)
    for own in ruled.incidents:
        # Two incidents of one offender share his postings: told once.
        is_first = own.offender not in told
        told.add(own.offender)
        yield Case(
            entry=entry,
            ruled=ruled,
            own=own,
            offender=state.moved_to(entry, own.offender) if own.offender else None,
            began=began,
            table=_moved(ruled, own, (Stage.TABLE,)) if is_first else 0,
            fines=_moved(ruled, own, _PENALISING) if is_first else 0,
        )


def _moved(ruled: IncidentRuled, own: Recorded, stages: tuple[Stage, ...]) -> int:
    return sum(
        posting.points
        for posting in ruled.postings
        if posting.account is Account.PLAYER
        and posting.player == own.offender
        and posting.stage in stages
    )


def left_out(state: EventState) -> tuple[LeftOut, ...]:
    """Return the rulings that do not count, in order."""
    return tuple(
        LeftOut(entry=entry, why=why)
        for entry in state.entries
        if isinstance(entry.effective, IncidentRuled)
        and (why := _why_not(state, entry.number)) is not None
    )


def _why_not(state: EventState, number: int) -> NotCounted | None:
    by = state.voids.get(number)
    if by is None:
        return "pending" if state.is_pending(number) else None
    content = state.entries[by - 1].content
    if isinstance(content, LateAdjusted):
        content = content.content
    match content:
        case Amended() | AppealDecided(content=IncidentRuled()):
            return "replaced"
        case _:
            return "taken back"
