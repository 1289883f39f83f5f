"""What a hand of 13 tiles waits on, and how far from that it is.

The `mahjong` library says whether 14 tiles are complete but knows no waits, so they
are found here, suit by suit: the number of tiles in a suit leaves 0, 1 or 2 over when
divided by three, and only two combinations of remainders can be one tile short of sets
and a pair. What one suit can do is remembered (the same few thousand patterns come
again and again).

A wait on a fifth copy, counted over the own tiles and sets, is none (EMA 2025 3.3.8,
WRC 2025 3.3); shanten counts only completions that need at most four of a kind.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from ledger.core.tiles import (
    COPIES,
    EXPECTED,
    HONOURS_FIRST,
    KIND_COUNT,
    KINDS,
    ORPHANS,
    SUIT_LENGTH,
    Hand,
)

Counts = tuple[int, ...]
"""How many of each kind one suit (9 kinds) or the honours (7) have."""

GROUPS: Final = (0, SUIT_LENGTH, 2 * SUIT_LENGTH, HONOURS_FIRST, KIND_COUNT)
SETS: Final = 4
PAIRS: Final = 7
PATTERNS_KEPT: Final = 1 << 14


class _Suit(NamedTuple):
    """What one suit's tiles can become; remainder means their number modulo three."""

    is_complete: bool
    """Sets only (remainder 0), or sets and the pair (remainder 2)."""
    draws: tuple[int, ...]
    """Places that make it sets and the pair (remainder 1) or sets only (2)."""


def waits(hand: Hand) -> tuple[str, ...]:
    """Return the kinds that complete the hand, in order, never a fifth copy.

    Four sets and a pair, or without sets on the table seven different pairs or thirteen
    orphans. With any count other than 13 there are none.
    """
    if hand.count != EXPECTED:
        return ()
    held = hand.held()
    return tuple(
        KINDS[kind]
        for kind in wait_kinds(hand.concealed(), is_closed=not hand.melds)
        if held[kind] < COPIES
    )


def fifth_waits(hand: Hand) -> tuple[str, ...]:
    """Return the kinds that would complete the hand if there were a fifth copy."""
    if hand.count != EXPECTED:
        return ()
    held = hand.held()
    kinds = wait_kinds(hand.concealed(), is_closed=not hand.melds)
    return tuple(KINDS[kind] for kind in kinds if held[kind] >= COPIES)


def wait_kinds(concealed: Sequence[int], *, is_closed: bool) -> list[int]:
    """Return the kinds that complete 13 tiles less sets, fifth copies included.

    Args:
        concealed: count of each kind, 13 tiles less three for every set on the table.
        is_closed: there are no sets on the table, so the two odd shapes count too.
    """
    found = _regular_waits(concealed)
    if not is_closed:
        return found
    odd = _pair_waits(concealed) or orphan_waits(concealed)
    return sorted({*found, *odd}) if odd else found


def _regular_waits(concealed: Sequence[int]) -> list[int]:
    ones: list[tuple[int, _Suit]] = []
    twos: list[tuple[int, _Suit]] = []
    for first, last in pairwise(GROUPS):
        counts = tuple(concealed[first:last])
        remainder = sum(counts) % 3
        suit = _suit(counts)
        if remainder == 1:
            ones.append((first, suit))
        elif remainder:
            twos.append((first, suit))
        elif not suit.is_complete:
            return []
    if len(ones) == 1 and not twos:
        ((first, suit),) = ones
        return [first + at for at in suit.draws]
    if len(twos) == 2 and not ones:  # noqa: PLR2004
        (first, suit), (first2, suit2) = twos
        here = [first + at for at in suit.draws] if suit2.is_complete else []
        return here + ([first2 + at for at in suit2.draws] if suit.is_complete else [])
    return []


@lru_cache(maxsize=PATTERNS_KEPT)
def _suit(counts: Counts) -> _Suit:
    remainder = sum(counts) % 3
    if remainder == 0:
        return _Suit(_is_sets(counts), ())
    completes = _is_sets_and_pair if remainder == 1 else _is_sets
    draws = tuple(at for at in range(len(counts)) if completes(_add(counts, at, 1)))
    return _Suit(remainder != 1 and _is_sets_and_pair(counts), draws)


def _add(counts: Counts, at: int, number: int) -> Counts:
    return (*counts[:at], counts[at] + number, *counts[at + 1 :])


def _is_sets(counts: Counts) -> bool:
    """Whether all tiles fall into triplets and runs.

    From the lowest kind up: three of a kind may be taken as a triplet without loss,
    because three equal runs are three triplets; what is left must start runs.
    """
    if len(counts) < SUIT_LENGTH:
        return all(number % 3 == 0 for number in counts)
    left = [*counts, 0, 0]
    for at in range(SUIT_LENGTH):
        runs = left[at] % 3
        left[at + 1] -= runs
        left[at + 2] -= runs
        if left[at + 1] < 0 or left[at + 2] < 0:
            return False
    return left[SUIT_LENGTH] == left[SUIT_LENGTH + 1] == 0


def _is_sets_and_pair(counts: Counts) -> bool:
    return any(
        number > 1 and _is_sets(_add(counts, at, -2))
        for at, number in enumerate(counts)
    )


def _pair_waits(concealed: Sequence[int]) -> list[int]:
    """Six pairs and a single tile; the seven must differ, so four alike are no two."""
    counts = list(concealed)
    if counts.count(2) == PAIRS - 1:
        return [counts.index(1)]
    return []


def orphan_waits(concealed: Sequence[int]) -> list[int]:
    """Return the waits of 13 concealed tiles on thirteen orphans."""
    counts = [concealed[kind] for kind in ORPHANS]
    if sum(counts) != EXPECTED or counts.count(0) > 1:
        return []
    if 0 in counts:
        return [ORPHANS[counts.index(0)]]
    return list(ORPHANS)


def is_orphans_wait(hand: Hand) -> bool:
    """Whether the hand waits on thirteen orphans (it then waits on nothing else)."""
    return not hand.melds and bool(orphan_waits(hand.concealed()))


def discards_to_tenpai(hand: Hand) -> tuple[str, ...]:
    """Return the tiles of a hand on its own turn (14) whose discard leaves a wait."""
    return tuple(
        tile
        for tile in dict.fromkeys(hand.tiles)
        if waits(Hand(without(hand.tiles, tile), hand.melds))
    )


def without(tiles: tuple[str, ...], tile: str) -> tuple[str, ...]:
    """Return the tiles without one such tile, which must be among them."""
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


# Distance ------------------------------------------------------------------------

Costs = tuple[tuple[int, ...], tuple[int, ...]]
"""Fewest missing tiles, [without or with the pair][number of sets 0 to 4]."""

NEVER: Final = 99
FRESH: Final[Costs] = ((0, 3, 6, 9, 12), (2, 5, 8, 11, 14))
"""Sets and a pair of which no tile is held; some kind is always free for them."""


def shanten(hand: Hand) -> int | None:
    """Return how many exchanges the hand is from tenpai (0), None unless 13 tiles.

    Completions are four sets and a pair, seven different pairs or thirteen orphans, and
    never hold a fifth copy, so a hand that waits on fifth copies alone is 1.
    """
    if hand.count != EXPECTED:
        return None
    concealed, held = hand.concealed(), hand.held()
    total = FRESH
    for first, last in pairwise(GROUPS):
        free = tuple(
            COPIES - all_held + own
            for all_held, own in zip(
                held[first:last], concealed[first:last], strict=True
            )
        )
        total = _together(total, _costs(tuple(concealed[first:last]), free))
    missing = total[1][SETS - len(hand.melds)]
    if not hand.melds:
        missing = min(missing, _pairs_missing(concealed), _orphans_missing(concealed))
    return missing - 1


def _together(left: Costs, right: Costs) -> Costs:
    def best(pair_left: int, pair_right: int, sets: int) -> int:
        return min(
            left[pair_left][own] + right[pair_right][sets - own]
            for own in range(sets + 1)
        )

    return (
        tuple(best(0, 0, sets) for sets in range(SETS + 1)),
        tuple(min(best(0, 1, sets), best(1, 0, sets)) for sets in range(SETS + 1)),
    )


@lru_cache(maxsize=PATTERNS_KEPT)
def _costs(counts: Counts, free: Counts) -> Costs:
    """Return the fewest tiles one suit lacks for each number of sets, pair or not.

    Kind by kind, the state being how many runs started one and two kinds before, the
    sets so far and whether the pair is taken. `free` is how many of each kind a
    completion may use: four less those in sets on the table. Two equal runs are enough,
    three are three triplets.
    """
    has_runs = len(counts) == SUIT_LENGTH
    states = {(0, 0, 0, 0): 0}
    for at, own in enumerate(counts):
        run_max = (
            2 if has_runs and at < SUIT_LENGTH - 2 and any(counts[at : at + 3]) else 0
        )
        following: dict[tuple[int, int, int, int], int] = {}
        for (before, last, sets, pair), cost in states.items():
            for runs, triplet, pairs in _choices(run_max, own):
                state = (last, runs, sets + runs + triplet, pair + pairs)
                used = before + last + runs + 3 * triplet + 2 * pairs
                if used > free[at] or state[2] > SETS or state[3] > 1:
                    continue
                total = cost + max(0, used - own)
                if total < following.get(state, NEVER):
                    following[state] = total
        states = following
    table = [[NEVER] * (SETS + 1), [NEVER] * (SETS + 1)]
    for (_, _, sets, pair), cost in states.items():
        table[pair][sets] = min(table[pair][sets], cost)
    return tuple(table[0]), tuple(table[1])


@cache
def _choices(run_max: int, own: int) -> tuple[tuple[int, int, int], ...]:
    """Return (runs, triplets, pairs) that may start at a kind of which `own` are held.

    A triplet or pair of a kind that is not held is a fresh one and no matter of a suit.
    """
    same = ((0, 0), (1, 0), (0, 1)) if own else ((0, 0),)
    return tuple((runs, *each) for runs in range(run_max + 1) for each in same)


def _pairs_missing(concealed: Sequence[int]) -> int:
    kinds = sum(number > 0 for number in concealed)
    pairs = sum(number > 1 for number in concealed)
    return PAIRS - pairs + max(0, PAIRS - kinds)


def _orphans_missing(concealed: Sequence[int]) -> int:
    held = [concealed[kind] for kind in ORPHANS if concealed[kind]]
    return len(ORPHANS) + 1 - len(held) - (max(held, default=0) > 1)


# Readings ------------------------------------------------------------------------


class Block(NamedTuple):
    """One set or the pair in a reading of complete tiles."""

    shape: str
    """`triplet`, `run` or `pair`."""
    kind: int
    """The kind, of a run the lowest."""


def readings(concealed: Sequence[int]) -> Iterator[tuple[Block, ...]]:
    """Yield every way to read tiles as sets and one pair (none if incomplete)."""
    yield from _read(list(concealed), 0, (), has_pair=False)


def _read(
    left: list[int], at: int, blocks: tuple[Block, ...], *, has_pair: bool
) -> Iterator[tuple[Block, ...]]:
    while at < KIND_COUNT and not left[at]:
        at += 1
    if at == KIND_COUNT:
        if has_pair:
            yield blocks
        return
    for shape, kinds in _blocks_from(left, at):
        if shape == "pair" and has_pair:
            continue
        for kind in kinds:
            left[kind] -= 1
        yield from _read(
            left, at, (*blocks, Block(shape, at)), has_pair=has_pair or shape == "pair"
        )
        for kind in kinds:
            left[kind] += 1


def _blocks_from(left: Sequence[int], at: int) -> Iterator[tuple[str, Sequence[int]]]:
    if left[at] >= 3:  # noqa: PLR2004
        yield "triplet", (at,) * 3
    if left[at] >= 2:  # noqa: PLR2004
        yield "pair", (at,) * 2
    is_low = at < HONOURS_FIRST and at % SUIT_LENGTH < SUIT_LENGTH - 2
    if is_low and left[at + 1] and left[at + 2]:
        yield "run", (at, at + 1, at + 2)
