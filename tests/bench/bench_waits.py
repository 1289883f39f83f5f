"""Waits and evidence per second, ours against two libraries, in one run.

    python tests/bench/bench_waits.py [HANDS]

All see the same hands: a third each from a shuffled wall, one tile short of complete,
and near an odd shape. Trust the ratios of one run, not the microseconds. The caches are
warm, as they are in a program that has seen a few hundred hands; the first pass is
timed apart.
"""

import sys
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import TypeVar

from ledger.core import waits as own
from ledger.core.evidence import read_evidence
from ledger.core.examination import examine, waits_answer
from ledger.core.furiten import TileRules
from ledger.core.tiles import Hand, format_tiles
from tests.core.test_waits import (
    by_brute_force,
    by_xiangting,
    from_the_wall,
    odd_shape,
    one_short,
)

T = TypeVar("T")
ROUNDS = 3


def seconds_each(function: Callable[[T], object], items: Sequence[T]) -> float:
    """Return the best of a few rounds, in seconds an item."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = perf_counter()
        for item in items:
            function(item)
        best = min(best, perf_counter() - start)
    return best / len(items)


def evidence_of(hand: Hand) -> dict[str, object]:
    """Return a ron on the hand's first wait, or on 1m, with a short history."""
    wait = next(iter(own.waits(hand)), None)
    return {
        "tiles": format_tiles(hand.tiles),
        "melds": [str(meld) for meld in hand.melds],
        "declares": "ron",
        "discards": ["9p", "1z"],
        "since_discard": [{"seat": "N", "tile": "5z", "kind": "discard"}],
        "round_wind": "E",
        "seat_wind": "S",
    } | ({"win": {"tile": wait, "by": "ron", "from": "W"}} if wait else {})


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    random = Random(1)
    deals = (from_the_wall, one_short, odd_shape)
    hands = [deals[at % 3](random) for at in range(number)]
    rules = TileRules()
    start = perf_counter()
    for hand in hands:
        own.waits(hand)
    first = (perf_counter() - start) / number
    lines = [evidence_of(hand) for hand in hands]
    questions = [{key: line[key] for key in ("tiles", "melds")} for line in lines]

    rows = {
        "waits, ours": seconds_each(own.waits, hands),
        "waits, ours, first pass": first,
        "waits, xiangting": seconds_each(by_xiangting, hands),
        "waits, mahjong, 34 tries": seconds_each(by_brute_force, hands),
        "shanten, ours": seconds_each(own.shanten, hands),
        "`waits` line, parsed": seconds_each(
            lambda q: waits_answer(q, rules), questions
        ),
        "evidence, examined": seconds_each(
            lambda line: examine(read_evidence(line), rules), lines
        ),
    }
    unit = rows["waits, ours"]
    tenpai = sum(bool(own.waits(hand)) for hand in hands)
    sys.stdout.write(f"{number} hands, {tenpai} in tenpai\n")
    for name, each in rows.items():
        speed = f"{1 / each:10,.0f} /s {each * 1e6:9.1f} us"
        sys.stdout.write(f"{name:26} {speed}  x {each / unit:6.2f}\n")


if __name__ == "__main__":
    main()
