"""What tile evidence proves: the value `examination` makes and the screen shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.calls import KanFault
from ledger.core.furiten import Furiten

WIN_FAULTS: Final = (
    "win-not-tenpai", "win-wrong-tile", "selective-ron", "furiten-ron", "win-no-yaku",
)  # fmt: skip
"""In the order in which they are named; the third only where the edition knows it."""
TILE_SITUATIONS: Final = (
    "wrong-tile-count", *WIN_FAULTS, "kuikae", "illegal-riichi-kan", "noten-riichi",
)  # fmt: skip
BY_SITUATIONS: Final = (*WIN_FAULTS, "empty-win-call")
"""Situations that take the fact `by`."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Something the evidence would need before it can decide."""

    fact: str
    choices: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that cannot both be true; which one is, the referee must say."""

    fact: str
    """`situation`, the name of a fact, or the part of the evidence."""
    stated: object
    found: object
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the tiles say. None: the evidence does not tell."""

    count: int | None
    expected: int
    tenpai: bool | None
    waits: tuple[str, ...]
    shanten: int | None
    furiten: Furiten
    furiten_tiles: tuple[str, ...]
    yaku: tuple[str, ...] | None
    """() if the completed hand has none; None if no win was checked."""
    kuikae: str | None
    """`same-tile` or `suji`, whether or not the edition bans it."""
    riichi_kan: KanFault | None
    by: str | None
    """How a win was declared."""
    wins: bool | None
    """Whether the drawn tile completes the hand."""
    situation: str | None
    holds: Mapping[str, bool]
    """Of each situation that tiles can prove: whether its condition is met."""
    missing: tuple[Missing, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, object]:
        """The facts of the situation that was found."""
        return facts_for(self, self.situation)

    def as_json(self) -> dict[str, object]:
        """Return the contract's `found` object."""
        return {
            "count": self.count,
            "expected": self.expected,
            "tenpai": self.tenpai,
            "waits": list(self.waits),
            "furiten": str(self.furiten),
            "furiten_tiles": list(self.furiten_tiles),
            "yaku": None if self.yaku is None else list(self.yaku),
            "kuikae": self.kuikae,
            "situation": self.situation,
        }


def facts_for(found: Found, situation: str | None) -> dict[str, object]:
    """Return the facts of a situation that the tiles decide, stated or found."""
    facts: dict[str, object] = {}
    if situation in BY_SITUATIONS and found.by:
        facts["by"] = found.by
    elif situation == "kuikae" and found.kuikae:
        facts["kind"] = found.kuikae
    elif situation == "wrong-tile-count" and found.count is not None:
        facts |= {"tiles": found.count, "expected": found.expected}
        if found.by:
            facts["found"] = "own-win"
    elif situation == "hand-not-shown" and found.tenpai is not None:
        facts["tenpai"] = found.tenpai
    elif situation in ("tile-inserted", "riichi-tile-touch") and found.wins is not None:
        facts["wins"] = found.wins
    return facts
