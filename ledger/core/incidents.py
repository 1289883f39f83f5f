"""The input of a ruling: the table, what was seen, and what ended the hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ledger.core.situations import FactValue
from ledger.core.terms import Class, Seat

Dead = Literal["declared", "undeclared"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table just before the ruling. Units: points."""

    honba: int = 0
    carried: int = 0
    """Points on the table from earlier hands, deposits too."""
    riichi: tuple[Seat, ...] = ()
    """Seats whose stick of this hand lies on the table."""
    dead: Mapping[Seat, Dead] = field(default_factory=dict)
    scores: Mapping[Seat, int] | None = None
    """None: the start points."""
    last_discard: bool = False
    """The wall is out and the last discard is made."""
    draw_possible: bool = True
    """False: the act spoilt the draw itself."""
    hands_left: int | None = None
    """Hands still to play after the time signal, this one included; None before it."""

    def counting_dead(self, *, said: bool) -> set[Seat]:
        """Return the hands that may not win; with `said` only those declared dead."""
        return {
            seat for seat, state in self.dead.items() if state == "declared" or not said
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """What was seen, and what the referee chose where the rulebook leaves it open."""

    offender: Seat | None
    situation: str | None
    """None: the evidence names it."""
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    """As stated; values not yet checked against the situation."""
    choice: Mapping[str, str | int] = field(default_factory=dict)
    """The referee's answers to a silence: `outcome`, `amount`, or an assumed part."""
    evidence: Mapping[str, object] | None = None
    """The tiles on the table, in the contract's form; see `evidence`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """One ron. `points` without honba and sticks."""

    winner: Seat
    loser: Seat
    points: int
    liable: Seat | None = None
    riichi_tile: bool = False
    """The riichi discard itself was ronned: that riichi never took effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ron:
    """A hand won on a discard, by one or several."""

    wins: tuple[Win, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tsumo:
    """A hand won by self-draw. `points`: each, or non-dealer's and dealer's share."""

    winner: Seat
    points: tuple[int, ...]
    liable: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """An exhaustive draw."""

    tenpai: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Nagashi:
    """An exhaustive draw at which seats claim nagashi mangan."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Abort:
    """An abortive draw."""

    kind: str


Result = Ron | Tsumo | Draw | Nagashi | Abort
"""What else ended the hand at the moment of the incident."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """An earlier ruling of an offender inside the window, for repetitions."""

    offender: Seat
    situation: str
    class_: Class
