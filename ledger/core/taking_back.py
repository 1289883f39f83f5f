"""Taking an event of a hanchan back, so that what stands is what remains.

    the latest that stands   the state before it, its hand, sticks and dead hands too
    an older one             its points go back; the hands played since stand

What was taken back after the event is taken back again on the older state, so that one
can undo step by step, whatever was corrected in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ledger.core.moves import Moved, summed
from ledger.core.terms import STICK
from ledger.errors import IncidentError

if TYPE_CHECKING:
    from ledger.core.table import Hanchan


def without(hanchan: "Hanchan", event: int, reason: str) -> "Hanchan":
    """Return the hanchan without event number `event` (from 0).

    Whether its points are still there to be taken back is for the caller to see
    (`is_taken_since`): a correction may put the same points there again.

    Raises:
        IncidentError: no reason, no such event, one that is void already, or one on
            which later ones rest.
    """
    if hanchan.ended:
        raise IncidentError("event", "the hanchan has ended")
    if not reason.strip():
        raise IncidentError("reason", "is missing, a void needs a reason")
    moved = hanchan.moved[event] if 0 <= event < len(hanchan.moved) else None
    if moved is None:
        raise IncidentError("of", "names no event that can be voided")
    if event in hanchan.voided:
        raise IncidentError("of", "names an event that is void already")
    voided = {**hanchan.voided, event: len(hanchan.moved)}
    if not _is_latest(hanchan, event):
        return _taken_back(hanchan, moved, voided)
    return replace(
        _undone(hanchan, event),
        before=hanchan,
        moved=(*hanchan.moved, None),
        voided=voided,
        happened=hanchan.happened,
    )


def is_taken_since(hanchan: "Hanchan", event: int) -> bool:
    """Whether a win that stands has taken what lay on the table since an event."""
    own = hanchan.moved[event]
    since = event if own is None or own.since is None else own.since
    return any(
        moved is not None
        and number not in hanchan.voided
        and moved.pot + STICK * len(moved.returned) < 0
        for number, moved in enumerate(hanchan.moved[since + 1 :], since + 1)
    )


def _is_latest(hanchan: "Hanchan", event: int) -> bool:
    """Whether nothing that still stands has happened since."""
    since = enumerate(hanchan.moved[event + 1 :], event + 1)
    return all(moved is None or number in hanchan.voided for number, moved in since)


def _undone(hanchan: "Hanchan", event: int) -> "Hanchan":
    """Return the state before an event, with what was voided since."""
    state = hanchan
    while len(state.moved) > event:
        assert state.before is not None, "every event has a state before it"
        state = state.before
    since = [n for n in hanchan.voided if n < event and n not in state.voided]
    for earlier in sorted(since, key=hanchan.voided.__getitem__):
        state = state.void(earlier, "again")
    return state


def _taken_back(
    hanchan: "Hanchan", moved: Moved, voided: Mapping[int, int]
) -> "Hanchan":
    """Return the state without the points of an older event."""
    in_this_hand = moved.deal == hanchan.deal
    _check_still_there(hanchan, moved)
    lying = _lying(hanchan, moved, in_this_hand=in_this_hand)
    alive = _revived(hanchan, moved, voided) if in_this_hand else frozenset()
    kans = list(hanchan.kans)
    if in_this_hand and moved.kind.endswith("kan"):
        kans.remove(next(iter(moved.scores)))
    return hanchan.followed(
        None,
        scores=summed(hanchan.scores, moved.scores, sign=-1),
        carried=lying.carried,
        deposits=lying.deposits,
        riichi=lying.riichi,
        dead={who: how for who, how in hanchan.dead.items() if who not in alive},
        kans=tuple(kans),
        hands_left=None if moved.kind == "signal" else hanchan.hands_left,
        before_placing=summed(hanchan.before_placing, moved.before_placing, sign=-1),
        tournament=summed(hanchan.tournament, moved.tournament, sign=-1),
        voided=voided,
    )


@dataclass(frozen=True, slots=True)
class _Lying:
    """What lies on the table. Units: points."""

    carried: int
    deposits: int
    riichi: tuple[str, ...]


def _lying(hanchan: "Hanchan", moved: Moved, *, in_this_hand: bool) -> _Lying:
    """Return what lies on the table once an event is taken back.

    A stick of the hand in play goes back to its place among the sticks of this hand;
    what lay there in an earlier hand is carried.
    """
    carried, riichi = hanchan.carried - moved.pot, hanchan.riichi
    if in_this_hand and moved.kind == "riichi":
        riichi = tuple(player for player in riichi if player not in moved.scores)
        carried += STICK
    elif in_this_hand:
        riichi = (*riichi, *moved.returned)
        carried -= STICK * len(moved.returned)
    deposits = min(max(0, carried), max(0, hanchan.deposits - moved.deposits))
    return _Lying(carried, deposits, riichi)


def _revived(
    hanchan: "Hanchan", moved: Moved, voided: Mapping[int, int]
) -> frozenset[str]:
    """Return whose hands are alive again: no other event that stands killed them."""
    killed = {
        player
        for number, other in enumerate(hanchan.moved)
        if other is not None and number not in voided and other.deal == hanchan.deal
        for player in other.dead
    }
    return frozenset(moved.dead) - killed


def _check_still_there(hanchan: "Hanchan", moved: Moved) -> None:
    """Refuse to take back what a later event has undone or rests on."""
    if moved.kind == "signal" and hanchan.over:
        raise IncidentError(
            "of", "names the signal by which the hanchan ended: void that hand first"
        )
    if moved.kind != "riichi":
        return
    player = next(iter(moved.scores))
    for number, other in enumerate(hanchan.moved):
        if (
            other is not None
            and number not in hanchan.voided
            and other.deal == moved.deal
            and player in other.returned
        ):
            raise IncidentError(
                "of", f"names a riichi whose stick went back to {player} already"
            )
