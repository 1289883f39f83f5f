"""What a committee asks about afterwards: escalations, uneven rulings, appeals.

led to more   a caution or minor foul of a player, and a graver act of his later
unlike        the same facts ruled differently, with what may have told them apart
appeals       what was appealed against and how that ended
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ledger.core.contents import (
    AppealDecided,
    AppealLodged,
    LateAdjusted,
    RulesetChanged,
)
from ledger.core.event import Entry, EventState
from ledger.core.review_cases import Case
from ledger.core.situations import FactValue
from ledger.core.terms import GRAVITY, Class, Seat

_MILD_MAX: Final = GRAVITY[Class.MINOR_FOUL]
"""The gravest of what is no more than a caution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedToMore:
    """A player's caution or minor foul, and the first graver act that followed."""

    mild: Case
    graver: Case

    @property
    def is_same(self) -> bool:
        """Whether both times it was the same fault."""
        return self.mild.own.situation == self.graver.own.situation


Ground = Literal["departure", "choice", "repeated", "dealer", "table", "ruleset"]
"""What can tell two rulings on the same facts apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlike:
    """The same situation with the same facts, ruled in more than one way."""

    situation: str
    facts: Mapping[str, FactValue]
    cases: tuple[Case, ...]
    """All of them, in the order in which they were ruled."""
    grounds: tuple[Ground, ...]
    """In what else they differ; nothing: the book holds no reason."""


Ending = Literal["dismissed", "upheld", "changed", "open", "moot"]
"""`moot`: its ruling was taken back before anybody decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """An appeal, and how it ended."""

    entry: Entry
    target: int
    """The ruling's entry."""
    by: str
    reason: str
    ending: Ending
    decision: Entry | None
    """The entry that decided it."""
    why: str
    """The reason of the decision."""


def led_to_more(cases: Sequence[Case]) -> tuple[LedToMore, ...]:
    """Return each mild act of a player after which he did something graver."""
    by_player: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.offender is not None and case.is_fault:
            by_player[case.offender].append(case)
    found = [
        LedToMore(mild=case, graver=graver)
        for own in by_player.values()
        for at, case in enumerate(own)
        if case.gravity <= _MILD_MAX
        and (graver := _graver(case, own[at + 1 :])) is not None
    ]
    return tuple(sorted(found, key=lambda each: each.mild.began))


def _graver(case: Case, later: Sequence[Case]) -> Case | None:
    return next(
        (
            other
            for other in later
            if other.gravity > case.gravity and other.entry is not case.entry
        ),
        None,
    )


def unlike(state: EventState, cases: Sequence[Case]) -> tuple[Unlike, ...]:
    """Return where the same facts were ruled differently, in order of entries."""
    alike: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        alike[case.own.situation, _key(case.own.facts)].append(case)
    return tuple(
        Unlike(
            situation=group[0].own.situation,
            facts=group[0].own.facts,
            cases=tuple(group),
            grounds=tuple(_grounds(state, group, cases)),
        )
        for group in alike.values()
        if len({_outcome(case) for case in group}) > 1
    )


def _key(value: object) -> str:
    """Return values of the book as text: equal ones alike, in whatever order."""
    return json.dumps(value, sort_keys=True, default=dict)


def _outcome(case: Case) -> tuple[object, ...]:
    """Return what a ruling came to for its offender."""
    is_dead = case.own.offender in case.ruled.dead
    return case.class_, case.table, case.fines, case.ruled.hand, is_dead


def _grounds(
    state: EventState, group: Sequence[Case], cases: Sequence[Case]
) -> Iterator[Ground]:
    """Yield in what else rulings on the same facts differ."""
    parts: Mapping[Ground, list[object]] = {
        "departure": [case.ruled.departed for case in group],
        "choice": [_key(case.own.choice) for case in group],
        "repeated": [_earlier(case, cases) for case in group],
        "dealer": [case.own.seat is Seat.E for case in group],
        "table": [_table(case) for case in group],
        "ruleset": [_changes(state, case) for case in group],
    }
    for ground, values in parts.items():
        if any(value != values[0] for value in values):
            yield ground


def _earlier(case: Case, cases: Sequence[Case]) -> int:
    """Return how often its offender had done the same before."""
    return sum(
        other.offender == case.offender
        and other.own.situation == case.own.situation
        and other.began < case.began
        for other in cases
    )


def _table(case: Case) -> object:
    """Return of the table what can change a ruling: how the hand stood and ended."""
    names = ("riichi", "dead", "last_discard", "draw_possible", "hands_left", "result")
    return _key([case.ruled.table.get(name) for name in names])


def _changes(state: EventState, case: Case) -> int:
    """Return how often the ruleset had been changed before a ruling."""
    return sum(
        entry.number < case.entry.number for entry, _ in state.standing(RulesetChanged)
    )


def appeals(state: EventState) -> tuple[Appeal, ...]:
    """Return every appeal, in order."""
    return tuple(
        _appeal(state, entry, lodged) for entry, lodged in state.standing(AppealLodged)
    )


def _appeal(state: EventState, entry: Entry, lodged: AppealLodged) -> Appeal:
    number = state.decisions.get(entry.number)
    decision = None if number is None else state.entries[number - 1]
    decided = None if decision is None else decision.content
    if isinstance(decided, LateAdjusted):
        decided = decided.content
    ending: Ending = "moot" if lodged.target in state.voids else "open"
    if isinstance(decided, AppealDecided):
        ending = decided.decision
    return Appeal(
        entry=entry,
        target=lodged.target,
        by=lodged.by,
        reason=lodged.reason,
        ending=ending,
        decision=decision,
        why=decided.reason if isinstance(decided, AppealDecided) else "",
    )
