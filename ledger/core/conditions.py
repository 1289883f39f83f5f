"""Sets of combinations of facts, told in few words: `shown = no, occurrence ≥ 2`.

A set is covered with boxes (for each fact some of its values), each grown as far as it
goes. A fact that a box leaves whole is not named. It serves the proof of a table, which
names what is lacking, and the comparison of two editions, which names who is affected.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from ledger.core.situations import FactValue

Point = tuple[int, ...]
"""A combination of facts: for each fact the index of its value in the domain."""

Box = tuple[frozenset[int], ...]
"""For each fact the indices of the values it may have."""

SIZE_FOR_ALL_ORDERS: Final = 3_000
"""In larger spaces only one order of growing is tried."""

ALWAYS: Final = "always"


@dataclass(frozen=True, slots=True)
class Space:
    """Facts and their values; of a number, the value at which each stretch begins."""

    names: tuple[str, ...]
    domains: tuple[tuple[FactValue, ...], ...]
    numbers: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return prod(map(len, self.domains))

    def points(self) -> Iterator[Point]:
        """Yield every combination."""
        return product(*(range(len(domain)) for domain in self.domains))

    def facts(self, point: Point) -> dict[str, FactValue]:
        """Return a combination as facts."""
        return {
            name: domain[index]
            for name, domain, index in zip(self.names, self.domains, point, strict=True)
        }

    def split(self, name: str, starts: AbstractSet[int]) -> "Space":
        """Return the space with a number's stretches begun at `starts` too."""
        domains = dict(zip(self.names, self.domains, strict=True))
        known = {value for value in domains.get(name, ()) if isinstance(value, int)}
        domains[name] = tuple(sorted(known | starts))
        return Space(tuple(domains), tuple(domains.values()), self.numbers | {name})

    def without(self, name: str, value: FactValue) -> "Space":
        """Return the space without a value that cannot come about."""
        domains = tuple(
            tuple(each for each in domain if known != name or each != value)
            for known, domain in zip(self.names, self.domains, strict=True)
        )
        return Space(self.names, domains, self.numbers)

    def words(self, box: Box) -> str:
        """Return a box in words; `always` for the whole space.

        >>> number = frozenset({"count"})
        >>> space = Space(("shown", "count"), ((True, False), (0, 4, 7)), number)
        >>> space.words((frozenset({1}), frozenset({0, 1})))
        'shown = no, count ≤ 6'
        """
        told = [
            self._fact(name, domain, values)
            for name, domain, values in zip(self.names, self.domains, box, strict=True)
            if len(values) < len(domain)
        ]
        return ", ".join(told) or ALWAYS

    def _fact(
        self, name: str, domain: Sequence[FactValue], values: AbstractSet[int]
    ) -> str:
        if name in self.numbers:
            return " or ".join(_runs(name, domain, sorted(values)))
        told = (value_words(domain[index]) for index in sorted(values))
        return f"{name} = {' or '.join(told)}"


def value_words(value: FactValue) -> str:
    """Return a fact's value as a referee writes it: `yes`, `no`, `unknown`, a word."""
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "unknown"
        case _:
            return str(value)


def _runs(name: str, starts: Sequence[FactValue], indices: list[int]) -> Iterator[str]:
    """Yield runs of stretches as bounds of a number."""
    first = 0
    for place, index in enumerate(indices):
        if place + 1 < len(indices) and indices[place + 1] == index + 1:
            continue
        low, is_open = starts[indices[first]], index + 1 == len(starts)
        begins = indices[first] == 0
        first = place + 1
        if is_open:
            yield f"{name} ≥ {low}"
            continue
        following = starts[index + 1]
        assert isinstance(following, int)
        high = following - 1
        if low == high:
            yield f"{name} = {low}"
        else:
            yield f"{name} ≤ {high}" if begins else f"{name} {low}–{high}"


def boxes(
    space: Space, wanted: Iterable[Point], free: AbstractSet[Point] = frozenset()
) -> list[Box]:
    """Cover the wanted combinations, and no others, with few boxes.

    Args:
        space: The facts.
        wanted: What has to be covered.
        free: Combinations that cannot come about, so that a box may take them too.
    """
    rest = set(wanted)
    allowed = rest | free
    found: list[Box] = []
    while rest:
        seed = min(rest)
        candidates = [_grown(space, seed, allowed, order) for order in _orders(space)]
        best = max(candidates, key=lambda box: sum(1 for p in rest if holds(box, p)))
        rest -= {point for point in rest if holds(best, point)}
        found.append(best)
    return found


def _orders(space: Space) -> list[list[int]]:
    """Return the orders in which the facts are freed, told apart by where they start.

    Facts that are freed first are those that the words leave out.
    """
    facts = list(range(len(space.names)))
    if len(space) > SIZE_FOR_ALL_ORDERS:
        return [facts[::-1]]
    turns = [facts[start:] + facts[:start] for start in facts] or [facts]
    return [order for turn in turns for order in (turn[::-1], turn)]


def _grown(
    space: Space, seed: Point, allowed: AbstractSet[Point], order: Iterable[int]
) -> Box:
    """Return a largest box around a combination that holds nothing but the allowed."""
    box = [frozenset((index,)) for index in seed]
    for fact in order:
        for value in range(len(space.domains[fact])):
            if value in box[fact]:
                continue
            slice_ = (*box[:fact], frozenset((value,)), *box[fact + 1 :])
            if all(point in allowed for point in product(*slice_)):
                box[fact] |= {value}
    return tuple(box)


def holds(box: Box, point: Point) -> bool:
    """Whether a combination lies in a box."""
    return all(index in values for index, values in zip(point, box, strict=True))
