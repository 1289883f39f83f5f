"""What a committee looks at after the event: counts, comparisons, what places it cost.

Everything is derived from the book as it stands and nothing is stored. By theme:

    review_cases     the incidents that count, and the rulings that do not
    review_counts    how many, by what, and how often that is
    review_findings  escalations, like facts ruled differently, appeals
    review_places    places with and without penalties, totals round by round
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.core.event import EventState
from ledger.core.review_cases import Case, LeftOut, cases, left_out
from ledger.core.review_counts import Counts, counts
from ledger.core.review_findings import (
    Appeal,
    LedToMore,
    Unlike,
    appeals,
    led_to_more,
    unlike,
)
from ledger.core.review_places import TOP, Courses, Effect, courses, effect
from ledger.core.rules import Rules
from ledger.core.standings import standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """An event looked back upon; quick to make however large it is."""

    cases: tuple[Case, ...]
    """The incidents that count."""
    left_out: tuple[LeftOut, ...]
    counts: Counts
    led_to_more: tuple[LedToMore, ...]
    unlike: tuple[Unlike, ...]
    departures: tuple[Case, ...]
    """The incidents that the referee ruled otherwise than the rulebook."""
    appeals: tuple[Appeal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """What it came to in the standings; as slow to make as those are, twice."""

    effect: Effect
    courses: Courses


def review(state: EventState, rules: Rules) -> Review:
    """Return the review of an event up to its last entry, without the places."""
    counted = cases(state)
    return Review(
        cases=counted,
        left_out=left_out(state),
        counts=counts(state, rules, counted),
        led_to_more=led_to_more(counted),
        unlike=unlike(state, counted),
        departures=tuple(case for case in counted if case.ruled.departed),
        appeals=appeals(state),
    )


def places(
    state: EventState, rules: Rules, cases: Sequence[Case], top: int = TOP
) -> Places:
    """Return what penalties did to the places, and the way of the first ones.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        cases: The incidents that count, as its review has them.
        top: Of how many players the way through the rounds is told.
    """
    found = standings(state, rules)
    return Places(
        effect=effect(state, rules, found),
        courses=courses(state, found, cases, top),
    )
