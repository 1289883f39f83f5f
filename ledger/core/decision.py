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

from ledger.core.conditions import Space, boxes
from ledger.core.faults import Fault, spelt
from ledger.core.ruleset import Amount, Case, Choice, Range
from ledger.core.situations import Fact, FactKind, FactValue, nearest
from ledger.core.toml_places import KeyPath

REFEREE: Final = "referee"
"""The outcome's name where the rulebook leaves the ruling open."""

DERIVED: Final[Mapping[str, Fact]] = {
    fact.name: fact
    for fact in (
        Fact(name="occurrence", kind=FactKind.NUMBER),
        Fact(name="cards", kind=FactKind.NUMBER),
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

GAPS_TOLD: Final = 5
"""How many groups of combinations without a case are named."""


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

    path: KeyPath
    """Where it stands in the ruleset."""
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
        assert candidates, f"{self.path}: the table is not total"
        return self._mattering(known, missing)

    def _mattering(
        self, known: Mapping[str, FactValue], missing: list[str]
    ) -> Verdict | tuple[str, ...]:
        """Return those missing facts whose value can change the ruling, in order.

        Candidates may differ and still none of them matter: an earlier case may take
        all that a later one could have. Then what follows is known.
        """
        domains = [self.domain(name) for name in missing]
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
        if not mattering:
            return next(iter(verdicts.values()))
        order = list(self.facts)
        return tuple(sorted(mattering, key=order.index))

    def _first(self, facts: Mapping[str, FactValue]) -> Verdict:
        return self.cases[self._index(facts)][1]

    def _index(self, facts: Mapping[str, FactValue]) -> int:
        """Return the first case that holds; -1 if none does.

        A case may test a fact that was not asked about because another of its tests
        has failed already, so a fact that is left out fails its test.
        """
        for index, (tests, _) in enumerate(self.cases):
            if all(
                test.fact in facts and test.holds(facts[test.fact]) for test in tests
            ):
                return index
        return -1

    def used(self) -> tuple[str, ...]:
        """Return the facts that any case tests, in declared order."""
        tested = {test.fact for tests, _ in self.cases for test in tests}
        return tuple(name for name in self.facts if name in tested)

    def domain(self, name: str) -> tuple[FactValue, ...]:
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
        space = self.space()
        for point in space.points():
            yield space.facts(point)

    def space(self, *others: "DecisionTable") -> Space:
        """Return the facts that the cases, and those of other tables, test."""
        tables = (self, *others)
        tested = {name for table in tables for name in table.used()}
        known = {name: fact for table in tables for name, fact in table.facts.items()}
        names = [name for name in known if name in tested]
        domains = []
        for name in names:
            values: dict[FactValue, None] = {}
            for table in tables:
                if name in table.facts:
                    values |= dict.fromkeys(table.domain(name))
            is_number = known[name].kind is FactKind.NUMBER
            ordered = sorted(values) if is_number else values  # type: ignore[type-var]
            domains.append(tuple(ordered))
        numbers = {n for n in names if known[n].kind is FactKind.NUMBER}
        return Space(tuple(names), tuple(domains), frozenset(numbers))

    def faults(self) -> Iterator[Fault]:
        """Yield what keeps the table from deciding every combination of facts once.

        The table is total and each case can be reached if nothing is yielded.
        """
        space = self.space()
        cases = (*self.path, "cases")
        if len(space) > COMBINATIONS_MAX:
            told = f"tests {len(space):,} combinations of facts, too many to prove"
            yield Fault(cases, f"{told}, expected at most {COMBINATIONS_MAX:,}")
            return
        first = {point: self._index(space.facts(point)) for point in space.points()}
        gaps = [point for point, index in first.items() if index < 0]
        if gaps:
            told = "; ".join(map(space.words, boxes(space, gaps)[:GAPS_TOLD]))
            yield Fault(
                cases,
                f"no case for: {told} ({len(gaps):,} of {len(space):,} combinations),"
                " expected a last case without when",
            )
        reached = set(first.values())
        for index in range(len(self.cases)):
            if index not in reached:
                yield Fault((*cases, index), self._why_unreached(space, first, index))

    def _why_unreached(
        self, space: Space, first: Mapping[tuple[int, ...], int], index: int
    ) -> str:
        tests, _ = self.cases[index]
        takers = {
            taker
            for point, taker in first.items()
            if all(test.holds(space.facts(point)[test.fact]) for test in tests)
        }
        if not takers:
            return "can never be reached: no combination of facts fits it"
        told = ", ".join(f"cases.{taker}" for taker in sorted(takers))
        return f"can never be reached: {told} before it takes all its facts"


def compiled(
    path: KeyPath, facts: Mapping[str, Fact], cases: tuple[Case, ...]
) -> tuple[DecisionTable, list[Fault]]:
    """Return the decision table of a situation's cases, and the faults of their tests.

    A test of an unknown fact, or for a value that the fact cannot have, is a fault and
    left out of the table.
    """
    known = {**facts, **DERIVED}
    rows = []
    faults: list[Fault] = []
    for index, case in enumerate(cases):
        tests: list[_Test] = []
        for name, value in case.when.items():
            test = _test((*path, "cases", index, "when", name), value, known)
            if isinstance(test, Fault):
                faults.append(test)
            else:
                tests.append(test)
        rows.append((tuple(tests), _verdict(case)))
    return DecisionTable(path, known, tuple(rows)), faults


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


def _test(path: KeyPath, value: object, facts: Mapping[str, Fact]) -> _Test | Fault:
    name = str(path[-1])
    fact = facts.get(name)
    if fact is None:
        told = f"unknown fact, expected one of: {', '.join(facts)}"
        return Fault(path, told + nearest(name, facts))
    if fact.kind not in (FactKind.YES_NO, FactKind.CHOICE, FactKind.NUMBER):
        told = f"a fact of type {fact.kind.value} cannot be tested"
        return Fault(path, f"{told}, expected one with yes/no, choices or a number")
    if isinstance(value, Range):
        return _bounds(path, fact, value)
    wanted = []
    for item in value if isinstance(value, tuple) else (value,):
        is_known, known = _known(fact, item)
        if not is_known:
            words = [choice for choice in fact.choices if isinstance(choice, str)]
            told = f"{spelt(item)} is not {_values(fact)}"
            return Fault(path, told + nearest(str(item), words))
        wanted.append(known)
    return _Test(name, frozenset(wanted))


def _bounds(path: KeyPath, fact: Fact, value: Range) -> _Test | Fault:
    if fact.kind is not FactKind.NUMBER:
        return Fault(path, f"bounds are for numbers, expected {_values(fact)}")
    if value.min is not None and value.max is not None and value.min > value.max:
        return Fault(path, f"min {value.min} is above max {value.max}")
    return _Test(fact.name, None, value.min, value.max)


def _values(fact: Fact) -> str:
    """Say what a fact can be in a case."""
    if fact.kind is FactKind.NUMBER:
        return "a whole number"
    if fact.kind is FactKind.YES_NO:
        return "true or false"
    told = ("null" if c is None else c for c in fact.choices)
    return f"one of: {', '.join(c if isinstance(c, str) else spelt(c) for c in told)}"


def _known(fact: Fact, value: object) -> tuple[bool, FactValue]:
    """Return whether the fact can have the value, and the value as its type."""
    if fact.kind is FactKind.NUMBER:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return is_number, value if isinstance(value, int) else None
    if value == "null" and None in fact.choices:
        return True, None
    for choice in fact.choices:
        # Identity keeps 1 from passing for true.
        if value is choice or (isinstance(choice, str) and value == choice):
            return True, choice
    return False, None
