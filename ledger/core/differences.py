"""`rules diff`: what changes for whom between two editions, situation by situation.

For every combination of facts that either edition tests the two effects are compared.
Combinations with the same change are told as one, in a condition that holds for them
and for no others. A ruling of the same class that is only settled otherwise (a dearer
chombo) is told once, with the situations that it concerns.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ledger.core.conditions import Point, Space, boxes, holds
from ledger.core.effects import Effect, PartChange, citations, effect_of
from ledger.core.rules import OTHER, Rules
from ledger.core.ruleset import Ruleset
from ledger.core.ruleset_words import WORDS, settings
from ledger.core.situations import FactValue, Situation
from ledger.core.terms import Class

UNMENTIONED = "not mentioned by either"

UNKNOWN = Effect(called="not a situation of this edition")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What becomes another ruling, and under which facts."""

    condition: str
    before: Effect
    after: Effect
    clauses_before: tuple[str, ...] = ()
    clauses_after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resettled:
    """Rulings of one class that are settled in another way."""

    ruling: str
    parts: tuple[PartChange, ...]
    where: tuple[tuple[Situation, tuple[str, ...]], ...]
    """The situations concerned, each with its conditions."""
    is_everywhere: bool
    """It holds wherever both editions come to this ruling, or may come to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    """A line of scoring, play, tiles or repetitions that differs."""

    part: str
    key: str
    title: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """All that differs between two editions under their options."""

    before: Rules
    after: Rules
    settings: tuple[SettingChange, ...]
    resettled: tuple[Resettled, ...]
    situations: tuple[tuple[Situation, tuple[Change, ...]], ...]
    incomparable: tuple[Situation, ...]
    """Situations in which a fact of the same name is of two types."""

    def __bool__(self) -> bool:
        return any((self.settings, self.resettled, self.situations, self.incomparable))


def differences(before: Rules, after: Rules) -> Differences:
    """Return what changes from one edition to another."""
    known = {**before.situations, **after.situations}
    changed: list[tuple[Situation, tuple[Change, ...]]] = []
    incomparable: list[Situation] = []
    settlements = _Settlements(known)
    for name, situation in known.items():
        if name == OTHER:
            continue
        if not _is_comparable(before, after, name):
            incomparable.append(situation)
            continue
        compared = _Compared(before, after, name)
        settlements.add(compared)
        changes = tuple(compared.changes())
        if changes:
            changed.append((situation, changes))
    return Differences(
        before=before,
        after=after,
        settings=tuple(_settings(before.ruleset, after.ruleset)),
        resettled=settlements.groups(),
        situations=tuple(changed),
        incomparable=tuple(incomparable),
    )


def _is_comparable(before: Rules, after: Rules, name: str) -> bool:
    if name not in before.tables or name not in after.tables:
        return True
    mine, theirs = before.tables[name].facts, after.tables[name].facts
    return all(mine[f].kind is theirs[f].kind for f in mine.keys() & theirs.keys())


Pair = tuple[Effect, Effect]


def _is_settlement(pair: Pair) -> bool:
    """Whether it is the same ruling, or left to the referee without a word in both."""
    mine, theirs = pair
    return mine.kind() == theirs.kind() or (mine.is_silent and theirs.is_silent)


class _Compared:
    """One situation in both editions, combination by combination."""

    def __init__(self, before: Rules, after: Rules, name: str) -> None:
        self.before, self.after, self.name = before, after, name
        self.space = _space(before, after, name)
        self.pairs: dict[Pair, list[Point]] = {}
        self.free: set[Point] = set()
        """Combinations that cannot come about."""
        for point in self.space.points():
            facts = self.space.facts(point)
            if _can_be(facts):
                pair = _effect(before, name, facts), _effect(after, name, facts)
                self.pairs.setdefault(pair, []).append(point)
            else:
                self.free.add(point)

    def changes(self) -> Iterator[Change]:
        """Yield what becomes another ruling, under a condition each."""
        for pair, points in self.pairs.items():
            if _is_settlement(pair):
                continue
            for box in boxes(self.space, points, self.free):
                inside = [
                    self.space.facts(point) for point in points if holds(box, point)
                ]
                yield Change(
                    condition=self.space.words(box),
                    before=pair[0],
                    after=pair[1],
                    clauses_before=_cited(self.before, self.name, inside),
                    clauses_after=_cited(self.after, self.name, inside),
                )

    def conditions(self, points: Iterable[Point]) -> tuple[str, ...]:
        """Return combinations in words."""
        found = boxes(self.space, points, self.free)
        return tuple(map(self.space.words, found))


class _Settlements:
    """What is settled otherwise, gathered over all situations."""

    def __init__(self, known: Mapping[str, Situation]) -> None:
        self.known = known
        self.where: dict[tuple[str, PartChange], dict[str, tuple[str, ...]]] = {}
        self.held: Counter[tuple[str, PartChange]] = Counter()
        self.ruled: Counter[str] = Counter()

    def add(self, compared: _Compared) -> None:
        """Take over the changes of one situation."""
        points: dict[tuple[str, PartChange], list[Point]] = {}
        for pair, found in compared.pairs.items():
            if not _is_settlement(pair):
                continue
            if pair[0].kind() == pair[1].kind():
                for ruling in _rulings(pair[0]):
                    self.ruled[ruling] += len(found)
            for change in dict.fromkeys(_resettled(pair)):
                points.setdefault(change, []).extend(found)
        for change, found in points.items():
            self.held[change] += len(found)
            told = compared.conditions(found)
            self.where.setdefault(change, {})[compared.name] = told

    def groups(self) -> tuple[Resettled, ...]:
        """Return the changes, those of the same places together, the widest first."""
        merged: dict[tuple[object, ...], list[tuple[str, PartChange]]] = {}
        for change, where in self.where.items():
            merged.setdefault((change[0], *where.items()), []).append(change)
        groups = [
            Resettled(
                ruling=changes[0][0],
                parts=tuple(part for _, part in changes),
                where=tuple(
                    (self.known[name], told)
                    for name, told in self.where[changes[0]].items()
                ),
                is_everywhere=self.held[changes[0]] == self.ruled[changes[0][0]],
            )
            for changes in merged.values()
        ]
        return tuple(sorted(groups, key=lambda group: -len(group.where)))


def _rulings(effect: Effect) -> set[str]:
    """Return the classes that an effect is, or may become by the referee's choice."""
    if effect.class_ is not None:
        return {_class_name(effect.class_)}
    return {ruling for choice in effect.choices for ruling in _rulings(choice)}


def _class_name(class_: Class) -> str:
    return "no penalty" if class_ is Class.NONE else class_.value.replace("-", " ")


def _resettled(pair: Pair) -> Iterator[tuple[str, PartChange]]:
    """Yield the parts that differ, each with the class of the ruling."""
    mine, theirs = pair
    if mine.kind() != theirs.kind():
        yield UNMENTIONED, ("choices", mine.offers(), theirs.offers())
    elif mine.class_ is not None:
        for part in mine.changes(theirs):
            yield _class_name(mine.class_), part
    else:
        for choice in zip(mine.choices, theirs.choices, strict=True):
            yield from _resettled(choice)


def _space(before: Rules, after: Rules, name: str) -> Space:
    """Return the facts that either edition tests, with the repetitions that matter."""
    tables = [rules.tables[name] for rules in (before, after) if name in rules.tables]
    space = tables[0].space(*tables[1:])
    since = {
        outcome.repeated.since
        for rules in (before, after)
        if name in rules.tables
        for _, verdict in rules.tables[name].cases
        if (outcome := rules.ruleset.outcomes.get(verdict.outcome)) is not None
        and outcome.repeated is not None
    }
    if name == "act-with-dead-hand":
        space = space.without("dead", "none")  # `judge` asks instead
    return space.split("occurrence", {1, *since}) if since else space


def _can_be(facts: Mapping[str, FactValue]) -> bool:
    """Whether facts go together; `judge` refuses the others."""
    if facts.get("tiles") is not None and facts["tiles"] == facts.get("expected"):
        return False
    return not (facts.get("mixed") is True and facts.get("restored") is True)


def _effect(rules: Rules, name: str, facts: Mapping[str, FactValue]) -> Effect:
    return effect_of(rules, name, facts) if name in rules.tables else UNKNOWN


def _cited(
    rules: Rules, name: str, points: Iterable[Mapping[str, FactValue]]
) -> tuple[str, ...]:
    if name not in rules.tables:
        return ()
    told = [clause for facts in points for clause in citations(rules, name, facts)]
    return tuple(dict.fromkeys(told))


def _settings(before: Ruleset, after: Ruleset) -> Iterator[SettingChange]:
    """Yield the settings that differ; what only one edition has is `–` in the other."""
    mine = {(s.part, s.key): s for s in settings(before)}
    theirs = {(s.part, s.key): s for s in settings(after)}
    for key in dict.fromkeys((*mine, *theirs)):
        one, other = mine.get(key), theirs.get(key)
        value = one.value if one else "–"
        changed = other.value if other else "–"
        if value != changed:
            title = (one or theirs[key]).title
            yield SettingChange(
                part=key[0], key=key[1], title=title, before=value, after=changed
            )
    for name, title in (
        ("window", "earlier rulings count"),
        ("counts", "what counts as a repetition"),
    ):
        told = WORDS[name, getattr(before, name)], WORDS[name, getattr(after, name)]
        if told[0] != told[1]:
            yield SettingChange(
                part="repetitions", key=name, title=title, before=told[0], after=told[1]
            )
