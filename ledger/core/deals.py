"""The next deal after a hand, if there is one.

the deal passes      by the ruling's dealer
a hand is used up    by a result, and by a hand dealt again where the edition says so
the hanchan is over  after the last hand, the hands of the time signal, or a bust
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.core.ruleset import Ruleset
from ledger.core.rulings import Ruling
from ledger.core.terms import Seat

HANDS = ("E1", "E2", "E3", "E4", "S1", "S2", "S3", "S4")
SIGNAL_HANDS = 2
"""Hands still to play at the time signal: the one in play and one more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What a finished hand leaves to the next one."""

    hand: int
    """Index into `HANDS`; after the last hand it stays."""
    hands_left: int | None
    over: bool


def next_deal(
    ruleset: Ruleset,
    ruling: Ruling,
    hand: int,
    hands_left: int | None,
    scores: Mapping[str, int],
) -> Deal:
    """Return the deal after a ruling that ended a hand.

    Args:
        ruleset: The edition.
        ruling: What ended the hand; its `hand` is not `continue`.
        hand: The hand that ended, an index into `HANDS`.
        hands_left: Hands to play after the time signal, that one included.
        scores: After the ruling.
    """
    if ruling.hand == "game-ends":
        return Deal(hand=hand, hands_left=0, over=True)
    if hands_left is not None and (ruling.hand == "scored" or _uses(ruleset, ruling)):
        hands_left -= 1
    passes = ruling.dealer is Seat.S
    is_last = hand == len(HANDS) - 1 and passes
    is_bust = ruleset.scoring.bust and min(scores.values()) < 0
    over = (hands_left is not None and hands_left <= 0) or is_last or is_bust
    return Deal(hand=hand + (passes and not over), hands_left=hands_left, over=over)


def _uses(ruleset: Ruleset, ruling: Ruling) -> bool:
    """Whether a hand dealt again counts after the signal (EMA 2025 7.4)."""
    classes = {own.class_ for own in ruling.rulings}
    return any(
        outcome.hand == "replay" and outcome.uses_hand and outcome.class_ in classes
        for outcome in ruleset.outcomes.values()
    )
