"""The vocabulary of the ledger: seats, classes, stages and kinds of hand end.

Every other module speaks in these words; the wire form of each is its string value.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final, Literal


class Seat(StrEnum):
    """The wind of a player in the hand being played; East deals."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"


SEATS: Final = (Seat.E, Seat.S, Seat.W, Seat.N)

SEAT_NAMES: Final = MappingProxyType(
    {Seat.E: "East", Seat.S: "South", Seat.W: "West", Seat.N: "North"}
)


class Class(StrEnum):
    """What a ruleset calls the fault; whether the hand is dead is told apart."""

    NONE = "none"
    WARNING = "warning"
    MINOR_FOUL = "minor-foul"
    POINT_PENALTY = "point-penalty"
    DEAD_HAND = "dead-hand"
    FULL_FOUL = "full-foul"
    CHOMBO = "chombo"
    DISQUALIFICATION = "disqualification"


GRAVITY: Final = MappingProxyType(
    {
        Class.NONE: 0,
        Class.WARNING: 1,
        Class.MINOR_FOUL: 2,
        Class.POINT_PENALTY: 3,
        Class.DEAD_HAND: 4,
        Class.FULL_FOUL: 5,
        Class.CHOMBO: 5,
        Class.DISQUALIFICATION: 6,
    }
)
"""Order of classes when several are ruled at once (contract, Finer points)."""


class Stage(StrEnum):
    """When a posting takes effect."""

    TABLE = "table"
    """Now, between the seats and the pot."""
    BEFORE_PLACING = "before-placing"
    """On the raw score when the hanchan ends, before places are given."""
    AFTER_UMA = "after-uma"
    """On the tournament score; places at the table stay as they are."""


STICK: Final = 1000
"""Points of one riichi stick."""

ABORTS: Final = ("nine-tiles", "four-winds", "four-kans", "four-riichi", "triple-ron")

Ended = Literal["none", "win", "draw", "nagashi", "abort"]


def turns_after(loser: Seat, seat: Seat) -> int:
    """Return how many turns after `loser` the `seat` comes, 1 to 3 (0: the same)."""
    return (SEATS.index(seat) - SEATS.index(loser)) % 4
