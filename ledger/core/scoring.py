"""The end of one hanchan: placing, uma, oka, leftover sticks and fines, in points.

    total = raw + sticks + before_placing - return + uma + oka + penalties

Placing looks at raw and what is fined before it; sticks never change a place. A share
that does not come out even is rounded toward zero and the rest is dropped, by name. The
same function ends a hanchan whether it was followed hand by hand or came as a sheet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ledger.core.questions import Question
from ledger.core.ruleset import Ruleset, Scoring
from ledger.core.terms import SEATS, Seat

Points = Mapping[Seat, int]

LeftoverTo = Seat | Literal["nobody"] | None
"""The referee's answer to who gets what is left; None: it was not asked."""


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a table adds up; a difference is told, never mended."""

    raw: int
    leftover: int
    expected: int

    @property
    def missing(self) -> int:
        """Points that are lacking; below zero there are too many."""
        return self.expected - self.raw - self.leftover


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How one hanchan ended; seats are the starting winds."""

    place: Points
    uma: Points
    oka: Points
    sticks: Points
    total: Points
    check: Check
    dropped: int = 0
    """What was lost to rounding; in the account `dropped`."""
    unclaimed: int = 0
    """Leftover that the edition gives to nobody."""
    raw: Points = field(default_factory=dict)
    """What counts as raw: with what staff added, and the fixed lines."""
    unbalanced: int = 0
    """What the totals come to beyond the table's own, because of fixed lines."""
    ask: tuple[Question, ...] = ()
    assumed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What is known of a table at the end, by starting wind."""

    raw: Points
    leftover: int = 0
    deposits: int = 0
    """How much of the leftover is known to be deposits."""
    added: Points = field(default_factory=dict)
    """Table points that staff must still add; the check is on `raw` alone."""
    before_placing: Points = field(default_factory=dict)
    penalties: Points = field(default_factory=dict)
    substitutes: Mapping[Seat, str] = field(default_factory=dict)
    """`before-start` or `after-start`, for the seats of replaced players."""
    leftover_to: LeftoverTo = None
    """The referee's answer where the edition does not say who gets the leftover."""


def score(ruleset: Ruleset, ending: Ending) -> Score:
    """Return how a hanchan is scored.

    Args:
        ruleset: The edition; its `scoring` decides everything.
        ending: Raw scores before leftover sticks are handed out.
    """
    rules = ruleset.scoring
    raw = {seat: ending.raw[seat] + ending.added.get(seat, 0) for seat in SEATS}
    placed = {seat: raw[seat] + ending.before_placing.get(seat, 0) for seat in SEATS}
    groups = _groups(placed, rules, _uncounted(rules, ending))
    place = {seat: first + 1 for first, group in groups for seat in group}
    uma, dropped_uma = _shares(groups, _uma(placed, rules))
    oka, dropped_oka = _shares(groups, (rules.oka, 0, 0, 0))
    sticks, unclaimed, dropped_sticks, ask = _leftover(ruleset, ending, groups)
    before = {seat: ending.before_placing.get(seat, 0) for seat in SEATS}
    parts = (raw, sticks, uma, oka, before)
    plain = sum(sum(part.values()) for part in parts)
    for seat, when in ending.substitutes.items():
        if when in rules.substitute:
            points, uma[seat] = rules.substitute[when]
            raw[seat] = rules.return_ + points
            sticks[seat] = oka[seat] = 0
    total = {
        seat: sum(part[seat] for part in parts)
        - rules.return_
        + ending.penalties.get(seat, 0)
        for seat in SEATS
    }
    expected = expected_total(rules)
    return Score(
        place=place,
        uma=uma,
        oka=oka,
        sticks=sticks,
        total=total,
        check=Check(sum(ending.raw[s] for s in SEATS), ending.leftover, expected),
        dropped=dropped_uma + dropped_oka + dropped_sticks,
        unclaimed=unclaimed,
        raw=raw,
        unbalanced=sum(sum(part.values()) for part in parts) - plain,
        ask=ask,
        assumed=rules.assumed,
    )


def expected_total(rules: Scoring) -> int:
    """Return what the four scores of a table and its leftover add up to."""
    return len(SEATS) * rules.start if rules.check is None else rules.check


def _uncounted(rules: Scoring, ending: Ending) -> frozenset[Seat]:
    """Return the seats whose rank does not count.

    EMA 2025 7.3, EMA 2016 5.8: once the game has begun a substitute is placed last
    whatever the score, and the others share the upper places.
    """
    after = "after-start"
    if after not in rules.substitute:
        return frozenset()
    return frozenset(s for s, when in ending.substitutes.items() if when == after)


def _groups(
    placed: Points, rules: Scoring, uncounted: frozenset[Seat] = frozenset()
) -> list[tuple[int, tuple[Seat, ...]]]:
    """Return the seats by place: index of the first place shared, and who shares it."""
    if rules.ties == "seat":
        # The upper seat is the one nearer to the first dealer.
        order = sorted(SEATS, key=lambda seat: (-placed[seat], SEATS.index(seat)))
        return [(index, (seat,)) for index, seat in enumerate(order)]
    keys = {seat: (seat in uncounted, -placed[seat]) for seat in SEATS}
    groups: list[tuple[int, tuple[Seat, ...]]] = []
    index = 0
    for key in sorted(set(keys.values())):
        group = tuple(seat for seat in SEATS if keys[seat] == key)
        groups.append((index, group))
        index += len(group)
    return groups


def _uma(placed: Points, rules: Scoring) -> Sequence[int]:
    if rules.uma is not None:
        return rules.uma
    assert rules.floating is not None
    floaters = sum(points >= rules.floating.line for points in placed.values())
    return rules.floating.uma[str(floaters)]


def _shares(
    groups: Sequence[tuple[int, tuple[Seat, ...]]], by_place: Sequence[int]
) -> tuple[dict[Seat, int], int]:
    """Share what each group's places earn; return the shares and what is dropped."""
    shares: dict[Seat, int] = {}
    dropped = 0
    for first, group in groups:
        earned = sum(by_place[first : first + len(group)])
        share = _even(earned, len(group))
        dropped += earned - share * len(group)
        shares.update(dict.fromkeys(group, share))
    return shares, dropped


def _even(points: int, parts: int) -> int:
    """Return one part, rounded toward zero to whole points."""
    return int(points / parts) if points >= 0 else -int(-points / parts)


def _leftover(
    ruleset: Ruleset, ending: Ending, groups: Sequence[tuple[int, tuple[Seat, ...]]]
) -> tuple[dict[Seat, int], int, int, tuple[Question, ...]]:
    """Return sticks by seat, what nobody gets, what is dropped, and what is asked."""
    rules, to, sticks = ruleset.scoring, ending.leftover_to, dict.fromkeys(SEATS, 0)
    open_ = _open(ruleset, ending)
    unclaimed, left = open_, ending.leftover - open_
    if isinstance(to, Seat):
        sticks[to], unclaimed = open_, 0
    dropped = 0
    if "nobody" in (rules.leftover, to):
        unclaimed += left
    else:
        first = groups[0][1]
        share = _even(left, len(first))
        dropped = left - share * len(first)
        for seat in first:
            sticks[seat] += share
    ask: tuple[Question, ...] = ()
    if open_ and to is None:
        what = "sticks that are" if rules.leftover == "ask" else "deposits"
        why = f"the text does not say who gets the {what} left on the table"
        ask = (Question("leftover", (*SEATS, None), why),)
    return sticks, unclaimed, dropped, ask


def _open(ruleset: Ruleset, ending: Ending) -> int:
    """Return how much of the leftover the edition does not say who gets."""
    if ruleset.scoring.leftover == "ask":
        return ending.leftover
    if ruleset.play.deposit_end == "ask":
        return min(ending.deposits, ending.leftover)
    return 0
