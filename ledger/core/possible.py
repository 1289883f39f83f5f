"""What can be done about an entry now, and what stands in the way of the rest.

It is asked before anything is typed, and answered by the check that the book makes when
it is booked: a screen offers neither more nor less than the book would take.
"""

from enum import StrEnum
from typing import Final

from ledger.core.admission import admit
from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Finalised,
    LateAdjusted,
    Voided,
)
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.errors import BookError

SOMETHING: Final = "…"
"""Stands for the reasons and names that are still to be told."""


class Correction(StrEnum):
    """What can be done about an entry, or about the event as it stands."""

    VOID = "void"
    AMEND = "amend"
    APPEAL = "appeal"
    DECIDE = "decide"
    CONFIRM = "confirm"
    FINALISE = "finalise"


def obstacle(
    state: EventState, rules: Rules, staff: str, correction: Correction, entry: Entry
) -> str:
    """Return why a person cannot do something about an entry; empty if he can.

    To finalise is about the event, whichever entry is given.
    """
    try:
        told = _told(state, entry, correction)
        content: Content = told
        if state.finalised is not None and correction is not Correction.FINALISE:
            content = LateAdjusted(reason=SOMETHING, content=told)
        admit(state, content, entry.place, rules, staff)
    except BookError as error:
        return str(error)
    return ""


def appeal_of(state: EventState, entry: Entry) -> int | None:
    """Return the appeal that an entry is, or that is about it."""
    if isinstance(entry.effective, AppealLodged):
        return entry.number
    return state.appeals.get(entry.number)


def open_questions(state: EventState) -> tuple[Entry, ...]:
    """Return the rulings that wait for a head referee, and the appeals for a decision.

    The longest waiting first.
    """
    waiting = [
        appeal if appeal is not None else number
        for number in state.incidents
        for appeal in [_open_appeal(state, number)]
        if appeal is not None or state.is_pending(number)
    ]
    return tuple(state.entries[number - 1] for number in sorted(waiting))


def _open_appeal(state: EventState, number: int) -> int | None:
    appeal = state.appeals.get(number)
    return None if appeal in state.decisions else appeal


def _told(
    state: EventState, entry: Entry, correction: Correction
) -> Amended | AppealDecided | AppealLodged | Confirmed | Finalised | Voided:
    """Return a content of the kind, as far as it is known before anything is typed."""
    number = entry.number
    match correction:
        case Correction.VOID:
            return Voided(target=number, reason=SOMETHING)
        case Correction.AMEND:
            # Of an entry without a content of its own the check is what fails first.
            again = entry.effective or Confirmed(target=number)
            return Amended(target=number, reason=SOMETHING, content=again)
        case Correction.APPEAL:
            return AppealLodged(target=number, by=SOMETHING, reason=SOMETHING)
        case Correction.CONFIRM:
            return Confirmed(target=number)
        case Correction.FINALISE:
            return Finalised()
        case Correction.DECIDE:
            appeal = appeal_of(state, entry)
            if appeal is None:
                raise BookError(f"entry {number} ({entry.kind}) is under no appeal")
            return AppealDecided(target=appeal, decision="dismissed", reason=SOMETHING)
