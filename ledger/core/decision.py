"""Decision tables: matching stated facts, asking for missing ones, and the proof.

A table is a list of cases, first match first. With facts missing, the first case that
may still match and every later one up to a sure match are candidates: if all of them
say the same, nothing has to be asked. The proof walks through every combination of
facts, numbers by the bounds that the cases name, and finds gaps and cases that no
combination reaches.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from ledger.core.ruleset import Amount, Case, Choice, Range
from ledger.core.situations import Fact, FactKind, FactValue, nearest
from ledger.errors import RulesetError

REFEREE: Final = "referee"
"""The outcome's name where the rulebook leaves the ruling open."""

DERIVED: Final[Mapping[str, Fact]] = {
    fact.name: fact
    for fact in (
        Fact(name="occurrence", kind=FactKind.NUMBER),
        Fact(
            name="dead",
            kind=FactKind.CHOICE,
            choices=("none", "declared", "undeclared"),
        ),
        Fact(name="riichi", kind=FactKind.YES_NO, choices=(True, False)),
        Fact(name="last_discard", kind=FactKind.YES_NO, choices=(True, False)),
    )
}
"""Facts that the table state gives in every situation, so that none is missing."""

COMBINATIONS_MAX: Final = 200_000
"""A table over more combinations of facts is refused as too large to prove."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a case says, ready to be settled."""

    outcome: str
    cite: tuple[str, ...] = ()
    amount: Amount | None = None
    label: str = ""
    own_stick: str | None = None
    listed: bool = False
    """The fact `offenders` says who pays."""
    at_draw: bool = False
    choices: tuple[Choice, ...] = ()
    why: str = ""
    note: str = ""
    assumed: tuple[tuple[str, str], ...] = ()

    def says_as(self, other: "Verdict") -> bool:
        """Whether both lead to the same ruling; clauses and notes may differ."""
        return (
            self.outcome == other.outcome
            and self.amount == other.amount
            and self.own_stick == other.own_stick
            and self.listed == other.listed
            and self.at_draw == other.at_draw
            and self.choices == other.choices
            and self.label == other.label
        )


@dataclass(frozen=True, slots=True)
class _Test:
    """One condition of a case, on one fact."""

    fact: str
    values: frozenset[FactValue] | None
    low: int | None = None
    high: int | None = None

    def holds(self, value: FactValue) -> bool:
        if self.values is not None:
            return value in self.values
        assert isinstance(value, int)
        return (self.low is None or value >= self.low) and (
            self.high is None or value <= self.high
        )

    def bounds(self) -> Iterator[int]:
        """Yield the numbers on either side of where the test changes its answer."""
        if self.low is not None:
            yield from (self.low - 1, self.low)
        if self.high is not None:
            yield from (self.high, self.high + 1)
        for value in self.values or ():
            assert isinstance(value, int)
            yield from (value - 1, value, value + 1)


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """The cases of one situation under one ruleset."""

    place: str
    facts: Mapping[str, Fact]
    """The situation's facts and the derived ones, by name."""
    cases: tuple[tuple[tuple[_Test, ...], Verdict], ...]

    def decide(self, known: Mapping[str, FactValue]) -> Verdict | tuple[str, ...]:
        """Return what follows from the known facts, or the missing ones that matter.

        Args:
            known: values by fact; a fact that is left out is missing.
        """
        candidates: list[Verdict] = []
        missing: list[str] = []
        for tests, verdict in self.cases:
            unknown = []
            for test in tests:
                if test.fact not in known:
                    unknown.append(test.fact)
                elif not test.holds(known[test.fact]):
                    break
            else:
                if not unknown and not candidates:
                    return verdict
                candidates.append(verdict)
                missing.extend(name for name in unknown if name not in missing)
                if not unknown:
                    break
        if candidates and all(candidates[0].says_as(other) for other in candidates):
            return candidates[0]
        assert candidates, f"{self.place}: the table is not total"
        return self._mattering(known, missing)

    def _mattering(
        self, known: Mapping[str, FactValue], missing: list[str]
    ) -> tuple[str, ...]:
        """Return those missing facts whose value can change the ruling, in order."""
        domains = [self._domain(name) for name in missing]
        if prod(map(len, domains)) > COMBINATIONS_MAX:
            return tuple(missing)
        verdicts = {
            values: self._first({**known, **dict(zip(missing, values, strict=True))})
            for values in product(*domains)
        }
        mattering = []
        for place, name in enumerate(missing):
            if any(
                not verdict.says_as(
                    verdicts[(*values[:place], other, *values[place + 1 :])]
                )
                for values, verdict in verdicts.items()
                for other in domains[place]
            ):
                mattering.append(name)
        order = list(self.facts)
        return tuple(sorted(mattering, key=order.index))

    def _first(self, facts: Mapping[str, FactValue]) -> Verdict:
        return self.cases[self._index(facts)][1]

    def _index(self, facts: Mapping[str, FactValue]) -> int:
        for index, (tests, _) in enumerate(self.cases):
            if all(test.holds(facts[test.fact]) for test in tests):
                return index
        return -1

    def used(self) -> tuple[str, ...]:
        """Return the facts that any case tests, in declared order."""
        tested = {test.fact for tests, _ in self.cases for test in tests}
        return tuple(name for name in self.facts if name in tested)

    def _domain(self, name: str) -> tuple[FactValue, ...]:
        """Return the values of a fact; of a number one for each stretch of values."""
        fact = self.facts[name]
        if fact.kind is not FactKind.NUMBER:
            return fact.choices
        lowest = 1 if name == "occurrence" else 0
        bounds = {
            bound
            for tests, _ in self.cases
            for test in tests
            if test.fact == name
            for bound in test.bounds()
        }
        return tuple(sorted({lowest, *(bound for bound in bounds if bound >= lowest)}))

    def combinations(self) -> Iterator[dict[str, FactValue]]:
        """Yield every combination of the facts that the cases test."""
        names = self.used()
        for values in product(*(self._domain(name) for name in names)):
            yield dict(zip(names, values, strict=True))

    def prove(self) -> None:
        """Show that the table is total and that each case can be reached.

        Raises:
            RulesetError: a combination meets no case, or a case meets no combination.
        """
        size = prod(len(self._domain(name)) for name in self.used())
        if size > COMBINATIONS_MAX:
            raise RulesetError(
                self.place, f"{size:,} combinations of facts are too many to prove"
            )
        reached: set[int] = set()
        for facts in self.combinations():
            index = self._index(facts)
            if index < 0:
                told = ", ".join(f"{name} = {value!r}" for name, value in facts.items())
                raise RulesetError(self.place, f"no case for {told or 'any facts'}")
            reached.add(index)
        for index in range(len(self.cases)):
            if index not in reached:
                raise RulesetError(
                    f"{self.place}.cases.{index}",
                    "can never be reached: earlier cases take all its facts",
                )


def compiled(
    place: str, facts: Mapping[str, Fact], cases: tuple[Case, ...]
) -> DecisionTable:
    """Return the decision table of a situation's cases.

    Raises:
        RulesetError: a case tests an unknown fact or a value that the fact cannot have.
    """
    known = {**facts, **DERIVED}
    rows = []
    for index, case in enumerate(cases):
        where = f"{place}.cases.{index}"
        tests = tuple(
            _test(f"{where}.when.{name}", name, value, known)
            for name, value in case.when.items()
        )
        rows.append((tests, _verdict(case)))
    return DecisionTable(place, known, tuple(rows))


def choices_of(choices: tuple[str | Choice, ...]) -> tuple[Choice, ...]:
    """Return choices with the short form, a bare outcome, written out."""
    return tuple(
        Choice(outcome=choice) if isinstance(choice, str) else choice
        for choice in choices
    )


def _verdict(case: Case) -> Verdict:
    return Verdict(
        outcome=case.outcome,
        cite=case.cite,
        amount=case.amount,
        label=case.label,
        own_stick=case.own_stick,
        listed=case.who == "offenders",
        at_draw=case.at_draw,
        choices=choices_of(case.choices),
        why=case.why,
        note=case.note,
        assumed=tuple(case.assumed.items()),
    )


def _test(place: str, name: str, value: object, facts: Mapping[str, Fact]) -> _Test:
    fact = facts.get(name)
    if fact is None:
        raise RulesetError(
            place,
            f"unknown fact, expected one of: {', '.join(facts)}" + nearest(name, facts),
        )
    if fact.kind not in (FactKind.YES_NO, FactKind.CHOICE, FactKind.NUMBER):
        raise RulesetError(
            place, f"a fact of type {fact.kind.value!r} cannot be tested"
        )
    if isinstance(value, Range):
        if fact.kind is not FactKind.NUMBER:
            raise RulesetError(place, "bounds are for numbers only")
        if value.min is not None and value.max is not None and value.min > value.max:
            raise RulesetError(place, f"min {value.min} is above max {value.max}")
        return _Test(name, None, value.min, value.max)
    items = value if isinstance(value, tuple) else (value,)
    return _Test(name, frozenset(_tested(place, fact, item) for item in items))


def _tested(place: str, fact: Fact, value: object) -> FactValue:
    if fact.kind is FactKind.NUMBER:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise RulesetError(place, f"{value!r} is not a whole number")
    if value == "null" and None in fact.choices:
        return None
    if value in fact.choices and isinstance(value, bool) == any(
        value is choice for choice in fact.choices
    ):
        assert isinstance(value, bool | str)
        return value
    told = " or ".join(str(choice) for choice in fact.choices)
    known = [choice for choice in fact.choices if isinstance(choice, str)]
    raise RulesetError(place, f"{value!r} is not {told}" + nearest(str(value), known))
