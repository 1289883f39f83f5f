"""How many incidents there were: by situation, class, round, table, hand, staff, team.

A rate needs to know how often something could have happened. Where every hanchan was
followed hand by hand, and its sheet agrees, the book knows how many hands were dealt
and rates are per 100 hands; else it knows the hanchan alone and they are per 100
hanchan. Either way only incidents at those tables are in a rate: what happened outside
the tables, or at one whose sheet is not in, is counted and has none. How often a hand
was dealt, and how much each of the staff saw, the book does not know: no rate.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar

from ledger.core.contents import HandPlayed
from ledger.core.event import EventState, HanchanKey
from ledger.core.reconciling import off_live
from ledger.core.review_cases import Case
from ledger.core.rules import Rules
from ledger.core.situations import Situation
from ledger.core.standings import natural
from ledger.core.tally import hanchan_of
from ledger.core.terms import GRAVITY, SEATS, Class
from ledger.errors import BookDamaged

RATE: Final = 100
"""Rates are per so many hands or hanchan."""
HAND_ENDS: Final = frozenset({"ron", "tsumo", "draw", "nagashi", "abort"})
"""Steps of a followed table that end a hand."""
Unit = Literal["hands", "hanchan"]
_K = TypeVar("_K", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What rates are made over."""

    unit: Unit
    by_hanchan: Mapping[HanchanKey, int]
    """How many of the unit each played hanchan was."""

    @property
    def total(self) -> int:
        """How many there were in all."""
        return sum(self.by_hanchan.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Generic[_K]):
    """How many incidents have one thing in common. Units: points."""

    key: _K
    incidents: int
    departures: int
    fines: int
    inside: int
    """Those that happened where the rate's basis is known."""
    of: int | None
    """How many hands or hanchan it could have happened in; None: not known."""

    @property
    def rate(self) -> float | None:
        """Incidents per `RATE` of the unit; None where that is not known."""
        return RATE * self.inside / self.of if self.of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Everything that was counted."""

    basis: Basis
    total: Count[str]
    classes: tuple[Count[Class], ...]
    """The gravest first."""
    situations: tuple[Count[str], ...]
    """The most frequent first."""
    rounds: tuple[Count[int | None], ...]
    """Every round that is played or has an incident; None: outside the rounds."""
    tables: tuple[Count[int | None], ...]
    """Tables with an incident, in order of their numbers."""
    hands: tuple[Count[str | None], ...]
    """In the order of a hanchan; None: the hand is not known."""
    staff: tuple[Count[str], ...]
    """By who signed the ruling that counts."""
    teams: tuple[Count[str], ...]
    """By the offender's team, its players' seats being the basis."""
    grid: Mapping[HanchanKey, int]
    """Incidents by round and table."""


def counts(state: EventState, rules: Rules, cases: Sequence[Case]) -> Counts:
    """Return what can be counted in an event.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        cases: The incidents that count.
    """
    basis = _basis(state, rules, cases)
    at = basis.by_hanchan
    rounds, tables = Counter[int](), Counter[int]()
    for (round_, table), number in at.items():
        rounds[round_] += number
        tables[table] += number
    counted = _Counter(basis, cases)

    def everywhere(_: object) -> int:
        return basis.total

    by_round = counted.by(lambda c: c.entry.place.round, lambda k: rounds[k or 0])
    seen = {count.key for count in by_round}
    quiet = [_none(round_, rounds[round_]) for round_ in rounds if round_ not in seen]
    return Counts(
        basis=basis,
        total=counted.one("", cases, basis.total),
        classes=_ordered(
            counted.by(lambda c: c.class_, everywhere), lambda c: -GRAVITY[c.key]
        ),
        situations=_ordered(
            counted.by(lambda c: c.own.situation, everywhere),
            lambda c: (-c.incidents, c.key),
        ),
        rounds=_ordered([*by_round, *quiet], lambda c: (c.key is None, c.key or 0)),
        tables=_ordered(
            counted.by(lambda c: c.entry.place.table, lambda k: tables[k or 0]),
            lambda c: (c.key is None, c.key or 0),
        ),
        hands=_ordered(
            counted.by(lambda c: c.entry.place.hand, lambda _: None),
            lambda c: _hand_order(c.key),
        ),
        staff=_ordered(
            counted.by(lambda c: c.entry.signature.staff, lambda _: None),
            lambda c: (-c.incidents, c.key),
        ),
        teams=_teams(state, counted),
        grid=Counter(c.hanchan for c in cases if c.hanchan is not None),
    )


@dataclass(frozen=True, slots=True)
class _Counter:
    """Counts cases over one basis."""

    basis: Basis
    cases: Sequence[Case]

    def by(
        self, key: Callable[[Case], _K], of: Callable[[_K], int | None]
    ) -> list[Count[_K]]:
        """Return a count for each key that a case has."""
        groups: dict[_K, list[Case]] = defaultdict(list)
        for case in self.cases:
            groups[key(case)].append(case)
        return [self.one(each, group, of(each)) for each, group in groups.items()]

    def one(self, key: _K, cases: Iterable[Case], of: int | None) -> Count[_K]:
        """Return the count of these cases."""
        group = tuple(cases)
        return Count(
            key=key,
            incidents=len(group),
            departures=sum(case.ruled.departed for case in group),
            fines=sum(case.fines for case in group),
            inside=sum(case.hanchan in self.basis.by_hanchan for case in group),
            of=of,
        )


def _none(key: int, of: int) -> Count[int | None]:
    return Count(key=key, incidents=0, departures=0, fines=0, inside=0, of=of)


def _ordered(
    counts: Iterable[Count[_K]], order: Callable[[Count[_K]], object]
) -> tuple[Count[_K], ...]:
    return tuple(sorted(counts, key=order))  # type: ignore[arg-type]


def _basis(state: EventState, rules: Rules, cases: Sequence[Case]) -> Basis:
    """Return how many hands each played hanchan was, or else that it was one."""
    dealt: Counter[HanchanKey] = Counter(
        hanchan_of(entry)
        for entry, content in state.standing(HandPlayed)
        if content.step.get("event") in HAND_ENDS
    )
    played = sorted(state.sheets)
    if not played or not all(_is_known(state, rules, key, dealt) for key in played):
        return Basis(unit="hanchan", by_hanchan=dict.fromkeys(played, 1))
    # A hand that a ruling ended was dealt too, and its end is the ruling itself.
    ended = {c.entry.number: c.hanchan for c in cases if c.ruled.hand != "continue"}
    dealt.update(key for key in ended.values() if key is not None)
    return Basis(unit="hands", by_hanchan={key: dealt[key] for key in played})


def _is_known(
    state: EventState, rules: Rules, key: HanchanKey, dealt: Mapping[HanchanKey, int]
) -> bool:
    """Whether a table was followed to its end: its sheet says the same."""
    try:
        return key in dealt and off_live(state, rules, key) is None
    except BookDamaged:  # the check of sheets names it
        return False


def _teams(state: EventState, counted: _Counter) -> tuple[Count[str], ...]:
    """Count by team; each seat of a team's player is one chance."""
    team_of = {number: player.team for number, player in state.players.items()}
    chances: Counter[str] = Counter()
    for key, number in counted.basis.by_hanchan.items():
        for player in state.seated(key) or ():
            chances[team_of[player]] += number
    named = [case for case in counted.cases if team_of.get(case.offender or "")]
    return _ordered(
        _Counter(counted.basis, named).by(
            lambda c: team_of[c.offender or ""], lambda team: chances[team]
        ),
        lambda c: (-c.incidents, natural(c.key)),
    )


def _hand_order(hand: str | None) -> tuple[int, str]:
    """Return a sort key: East 1 before South 1, what is not known last."""
    winds = [seat.value for seat in SEATS]
    return (len(winds), "") if hand is None else (winds.index(hand[0]), hand[1:])


def title_of(situations: Mapping[str, Situation], name: str) -> str:
    """Return what a situation is called; its own name where the edition has none."""
    situation = situations.get(name)
    return situation.title if situation else name
