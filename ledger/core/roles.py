"""Who of the staff may do what.

Roles are enforced from the moment an event has an organiser: before that a small event
is an open desk, where whoever sits at it may write. Reading and exporting is free to
all; on a server the database's own roles stand behind this table.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    IncidentRuled,
    LateAdjusted,
    PinSet,
    PlayersAdded,
    PolicySet,
    Reseated,
    ResultsEntered,
    RulesetChanged,
    SeatingAdded,
    SheetEntered,
    StaffAdded,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.event import EventState
from ledger.core.situations import nearest
from ledger.errors import BookError


class Role(StrEnum):
    """What a person of the staff is there for."""

    VIEWER = "viewer"
    SCORER = "scorer"
    REFEREE = "referee"
    HEAD_REFEREE = "head-referee"
    ORGANISER = "organiser"


class Act(StrEnum):
    """What is allowed or not."""

    EXPORT = "export"
    SCORE = "score"
    APPEAL = "appeal"
    RECORD = "record"
    VOID = "void"
    CONFIRM = "confirm"
    DECIDE = "decide"
    ARRANGE = "arrange"
    FINALISE = "finalise"
    RULESET = "change the ruleset"
    STAFF = "add staff"


_SCORER_UP: Final = (Role.SCORER, Role.REFEREE, Role.HEAD_REFEREE, Role.ORGANISER)
_REFEREE_UP: Final = (Role.REFEREE, Role.HEAD_REFEREE, Role.ORGANISER)
_HEAD_UP: Final = (Role.HEAD_REFEREE, Role.ORGANISER)

MAY: Final[Mapping[Act, tuple[Role, ...]]] = {
    Act.EXPORT: tuple(Role),
    Act.SCORE: _SCORER_UP,
    Act.APPEAL: _SCORER_UP,
    Act.RECORD: _REFEREE_UP,
    Act.VOID: _REFEREE_UP,
    Act.CONFIRM: _HEAD_UP,
    Act.DECIDE: _HEAD_UP,
    Act.ARRANGE: _HEAD_UP,
    Act.FINALISE: (Role.ORGANISER,),
    Act.RULESET: (Role.ORGANISER,),
    Act.STAFF: (Role.ORGANISER,),
}
"""The table of who may what; it is printed as it stands here."""

ACT_OF: Final[Mapping[type[Content], Act]] = {
    StaffAdded: Act.STAFF,
    PlayersAdded: Act.ARRANGE,
    SeatingAdded: Act.ARRANGE,
    Reseated: Act.ARRANGE,
    Substituted: Act.ARRANGE,
    StatusChanged: Act.ARRANGE,
    DivisionSet: Act.ARRANGE,
    TeamFined: Act.DECIDE,
    Explained: Act.ARRANGE,
    SheetEntered: Act.SCORE,
    ResultsEntered: Act.SCORE,
    HandPlayed: Act.SCORE,
    IncidentRuled: Act.RECORD,
    Voided: Act.VOID,
    Amended: Act.VOID,
    AppealLodged: Act.APPEAL,
    AppealDecided: Act.DECIDE,
    Confirmed: Act.CONFIRM,
    PolicySet: Act.CONFIRM,
    Finalised: Act.FINALISE,
    RulesetChanged: Act.RULESET,
}


def table() -> str:
    """Return the table of who may what, a line an act."""
    rows: list[tuple[str, ...]] = [("", *Role)]
    rows += [
        (act, *("yes" if role in MAY[act] else "" for role in Role)) for act in Act
    ]
    widths = [max(map(len, Act)) + 2, *(len(role) + 2 for role in Role)]
    lines = (
        "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def role_of(state: EventState, name: str) -> Role | None:
    """Return a person's role; None for a stranger."""
    person = state.staff.get(name)
    return None if person is None else Role(person.role)


def is_enforced(state: EventState) -> bool:
    """Whether the event has an organiser, so that roles count."""
    return any(person.role == Role.ORGANISER for person in state.staff.values())


def check_role(state: EventState, name: str, act: Act) -> None:
    """Check that a person may act.

    Raises:
        BookError: the person is a stranger here, or the role does not allow it.
    """
    if not is_enforced(state):
        return
    role = role_of(state, name)
    if role is None:
        raise BookError(f"{name!r} is not on the staff" + nearest(name, state.staff))
    if role not in MAY[act]:
        allowed = ", ".join(MAY[act])
        raise BookError(f"{name} is {role} and may not {act}; that is for: {allowed}")


def check_content(state: EventState, name: str, content: Content) -> None:
    """Check that a person may write a content.

    Raises:
        BookError: as `check_role`.
    """
    if isinstance(content, LateAdjusted):
        try:
            check_role(state, name, Act.FINALISE)
        except BookError as error:
            raise BookError(f"the event is finalised: {error}") from None
        content = content.content
    act = ACT_OF.get(type(content))
    if isinstance(content, PinSet):
        # One's own PIN is one's own affair, if one is of the staff at all.
        act = Act.EXPORT if content.name == name else Act.STAFF
    if act is not None:
        check_role(state, name, act)
