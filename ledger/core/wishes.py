"""What may be handed to the book: a content, or what is still to be judged.

Whatever needs a ruling is judged when it is booked, inside the book's transaction, so
that what is booked fits what is in the book at that moment.
"""

from dataclasses import dataclass, replace

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Content,
    IncidentRuled,
    LateAdjusted,
)
from ledger.core.corrections import existing
from ledger.core.desk import Draft, rule
from ledger.core.event import EventState, Place
from ledger.core.roles import MAY, Act, role_of
from ledger.core.rules import Rules
from ledger.errors import BookError, IncidentError, RulingChanged


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendRuling:
    """Another ruling in place of one that stands."""

    target: int
    reason: str
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRuling:
    """Another ruling in place of the one that an appeal is about."""

    target: int
    """The entry of the appeal."""
    reason: str
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """Something that comes after the event was finalised."""

    reason: str
    wish: "Wish"


Wish = Content | Draft | AmendRuling | ChangeRuling | Late
"""What can be booked."""

JUDGED = (Draft, AmendRuling, ChangeRuling, Late)
"""What is turned into a content only when it is booked."""


def place_of(wish: Wish, place: Place) -> Place:
    """Return where an entry happened: a draft knows it itself."""
    match wish:
        case Draft():
            return wish.place
        case AmendRuling(draft=draft) | ChangeRuling(draft=draft):
            return draft.place
        case Late(wish=inner):
            return place_of(inner, place)
        case _:
            return place


def decided(
    state: EventState,
    rules: Rules,
    wish: Wish,
    shown: str | None = None,
    staff: str = "",
) -> Content:
    """Return what a wish comes to in an event as it is.

    Where the event wants its rulings confirmed, one waits unless who signs could
    confirm it himself.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        wish: What is to be booked.
        shown: The fingerprint of the ruling on the screen, to compare with; None: the
            ruling is taken as it comes.
        staff: Who signs.

    Raises:
        RulingChanged: the ruling is not the one that was shown.
        IncidentError: something is still asked, or the draft contradicts itself.
        BookError: what is to be replaced does not exist.
    """
    match wish:
        case Draft():
            return _ruled(state, rules, wish, shown, staff)
        case AmendRuling(target=target, reason=reason, draft=draft):
            existing(state, target)
            content = _ruled(state, rules, draft, shown, staff, instead_of=target)
            return Amended(target=target, reason=reason, content=content)
        case ChangeRuling(target=appeal, reason=reason, draft=draft):
            target = _appealed(state, appeal)
            content = _ruled(state, rules, draft, shown, staff, instead_of=target)
            return AppealDecided(
                target=appeal, decision="changed", reason=reason, content=content
            )
        case Late(reason=reason, wish=inner):
            within = decided(state, rules, inner, shown, staff)
            if isinstance(within, LateAdjusted):
                raise BookError("an entry is a late adjustment once, not twice")
            return LateAdjusted(reason=reason, content=within)
        case _:
            return wish


def _appealed(state: EventState, appeal: int) -> int:
    content = existing(state, appeal).effective
    if not isinstance(content, AppealLodged):
        raise BookError(f"entry {appeal} is no appeal")
    return content.target


def _ruled(
    state: EventState,
    rules: Rules,
    draft: Draft,
    shown: str | None,
    staff: str,
    *,
    instead_of: int | None = None,
) -> IncidentRuled:
    """Return the ruling on a draft, complete; raises as `decided`."""
    if must_wait(state, staff):
        draft = replace(draft, pending=True)
    answer = rule(state, rules, draft, instead_of)
    if shown is not None and answer.fingerprint != shown:
        raise RulingChanged(
            "the ruling is no longer the one that was shown: "
            "the book has changed, look again"
        )
    if answer.content is None:
        if not answer.ruling.ask:
            raise IncidentError(
                "evidence", "shows nothing wrong: there is nothing to book"
            )
        question = answer.ruling.ask[0]
        raise IncidentError(question.fact, f"has to be answered first: {question.why}")
    return answer.content


def must_wait(state: EventState, staff: str) -> bool:
    """Whether a ruling of this person waits for a head referee, as the event wants."""
    return state.wants_confirmation and role_of(state, staff) not in MAY[Act.CONFIRM]


def late(wish: Wish, reason: str | None) -> Wish:
    """Return a wish as a late adjustment if a reason for one is given."""
    return wish if reason is None else Late(reason=reason, wish=wish)
