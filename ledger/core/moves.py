"""What the events of a hanchan have moved, kept so that each can be taken back."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.core.terms import Class


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What one event has moved, for a void. Points by player."""

    kind: str
    scores: Mapping[str, int]
    pot: int
    deposits: int
    before_placing: Mapping[str, int] = field(default_factory=dict)
    tournament: Mapping[str, int] = field(default_factory=dict)
    dead: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    """Players whose stick of this hand went back."""
    deal: int = 0
    """In which deal of the hanchan it happened, replays counted."""
    since: int | None = None
    """The event in whose place it stands: its points have lain there since then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An incident of this hanchan that counts towards repetitions."""

    event: int
    player: str
    situation: str
    class_: Class
    deal: int


def summed(
    base: Mapping[str, int], more: Mapping[str, int], *, sign: int = 1
) -> dict[str, int]:
    """Return `base` with `more` added, or taken away with sign -1."""
    result = dict(base)
    for player, points in more.items():
        result[player] = result.get(player, 0) + sign * points
    return result
