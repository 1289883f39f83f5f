"""How many rulings a second, with stated facts and with tiles; run by hand.

    python -m tests.bench.bench_judge

No assertion on time: it prints what one run saw, and ratios within that run.
"""

import sys
import time
from collections.abc import Callable

from ledger.core.incidents import Incident, TableState
from ledger.core.rules import rules
from ledger.core.rulings import judge
from ledger.core.terms import Seat

ROUNDS = 10_000
TILES = {
    "tiles": "234m567m55p23s678s",
    "win": {"tile": "4s", "by": "ron", "from": "W"},
    "discards": ["9p", "1s", "7z"],
    "declares": "ron",
    "round_wind": "E",
    "seat_wind": "S",
}


def _per_second(action: Callable[[], object], rounds: int) -> float:
    action()
    start = time.perf_counter()
    for _ in range(rounds):
        action()
    return rounds / (time.perf_counter() - start)


def main() -> None:
    """Print the figures."""
    edition = rules("ema-2025")
    table = TableState(honba=2, carried=1000, riichi=(Seat.W,))
    stated = Incident(
        offender=Seat.S, situation="furiten-ron", facts={"shown": True, "by": "ron"}
    )
    asked = Incident(offender=Seat.S, situation="furiten-ron", facts={"by": "ron"})
    shown = Incident(
        offender=Seat.S, situation=None, facts={"shown": True}, evidence=TILES
    )
    facts = _per_second(lambda: judge(edition, table, (stated,)), ROUNDS)
    asking = _per_second(lambda: judge(edition, table, (asked,)), ROUNDS)
    tiles = _per_second(lambda: judge(edition, table, (shown,)), ROUNDS // 10)
    lines = (
        f"judge, stated facts    {facts:>10,.0f} a second",
        f"judge, a fact missing  {asking:>10,.0f} a second  {asking / facts:.2f} of it",
        f"judge, from the tiles  {tiles:>10,.0f} a second  {tiles / facts:.2f} of it",
    )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
