"""What entries of the book can hold: one value class a kind.

Four groups: the event and who takes part; what is played and found; what is moved
afterwards (seats, status, divisions, differences); and what is said about other entries
(void, amendment, appeal, confirmation). Everything is a frozen value; what the entries
amount to is `event`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from ledger.core.situations import FactValue
from ledger.core.terms import Class, Seat, Stage

Settled = Literal["table", "ledger"]
"""Whether the players moved the sticks themselves, so that a sheet holds it already."""


class Account(StrEnum):
    """Where points lie."""

    PLAYER = "player"
    POT = "pot"
    FINES = "fines"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """One signed movement of points; those of one entry and stage sum to zero."""

    account: Account
    points: int
    stage: Stage
    settled: Settled
    player: str | None = None
    """The player's number, for the account `player`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player as listed for the event; `number` is his name everywhere else."""

    number: str
    name: str
    team: str = ""
    country: str = ""
    ema_number: str = ""
    club: str = ""
    substitute: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits at one table of one round: numbers by starting wind E, S, W, N."""

    round: int
    table: int
    players: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Raw scores at the end of a hanchan, by starting wind, before leftover sticks."""

    raw: tuple[int, int, int, int]
    leftover: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult:
    """A published result after uma, where the raw scores are not known."""

    round: int
    number: str
    result: int
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """The event is made and its ruleset pinned."""

    name: str
    ruleset: str
    pinned: str
    """Canonical JSON of the ruleset and its options."""
    digest: str
    """SHA-256 of `pinned`, in hex."""
    rounds: int | None = None
    """How many rounds are planned, if that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffAdded:
    """A person of the staff, or another role of who is; the latest one counts."""

    name: str
    role: str = "referee"


@dataclass(frozen=True, slots=True, kw_only=True)
class PinSet:
    """A person of the staff has a new PIN for signing in; the latest one counts."""

    name: str
    hash: str
    """Argon2, with its salt; the PIN itself is never stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicySet:
    """How the event wants it from now on; the latest one counts."""

    confirm: bool
    """Rulings wait for a head referee, unless one makes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersAdded:
    """Players, as one list came in."""

    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingAdded:
    """Tables of one or several rounds, as one list came in."""

    seatings: tuple[Seating, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEntered:
    """The score sheet of the entry's round and table."""

    sheet: Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsEntered:
    """Published results, as one list came in."""

    results: tuple[PlayerResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """The referee's own ruling in place of the suggested one; the reason is the note.

    None in a field leaves that part as suggested. Points by player number.
    """

    class_: Class | None = None
    points: Mapping[str, int] | None = None
    """At the table; what does not sum to zero goes onto the pot."""
    before_placing: Mapping[str, int] | None = None
    tournament: Mapping[str, int] | None = None
    hand: str | None = None
    """None: as suggested, if the class is the suggested one; else the hand goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One incident as it was stated, with its own ruling."""

    offender: str | None
    """The offender's number."""
    seat: Seat | None
    """The offender's wind in the hand, if the hand is known."""
    situation: str
    facts: Mapping[str, FactValue]
    choice: Mapping[str, str | int] = field(default_factory=dict)
    evidence: Mapping[str, object] | None = None
    class_: Class = Class.NONE
    """As booked: the departure's where the referee departed."""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentRuled:
    """One ruling on one or several incidents of the same moment."""

    incidents: tuple[Recorded, ...]
    table: Mapping[str, object]
    """The table state and result that were judged, as the contract writes them."""
    ruling: Mapping[str, object]
    """The suggestion of `judge`, as the contract writes it."""
    class_: Class
    """As booked, the gravest."""
    label: str
    citations: tuple[str, ...]
    source_grade: str
    dead: tuple[str, ...]
    """Numbers of the players whose hands this ruling made dead while play goes on."""
    departed: bool
    note: str
    postings: tuple[Posting, ...]
    hand: str = "continue"
    """As booked: continue, replay, scored, or game-ends."""
    honba: int | None = None
    """Of the next deal; as it is while the hand goes on."""
    dealer: str | None = None
    """The number of the player who deals next; None while the hand goes on."""
    returned: tuple[str, ...] = ()
    """Numbers of the players whose riichi stick went back."""
    pending: bool = False
    """Waits for a head referee's confirmation; counts only then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """Takes back another entry, with its reason."""

    target: int
    reason: str


# What is played hand by hand ------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlayed:
    """One event of a hanchan that is followed live, at the entry's round and table."""

    step: Mapping[str, object]
    """As the contract's `replay` writes it, players by number."""


# What is moved afterwards ---------------------------------------------------------

Status = Literal["ok", "withdrawn", "disqualified"]
Carry = Literal["carried", "halved", "reset"]
Replaced = Literal["before-start", "after-start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusChanged:
    """A player withdraws, is disqualified, or is back."""

    player: str
    status: Status
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reseated:
    """The right players of the entry's round and table, by starting wind.

    Scores and penalties of that hanchan move to them seat by seat.
    """

    players: tuple[str, str, str, str]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted:
    """Somebody sat in for a player at the entry's round and table."""

    player: str
    """Whose seat it is; his is the result, or the edition's fixed line."""
    substitute: str
    """The number or the name of the person who sat there."""
    when: Replaced
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionSet:
    """A cut: these players go on in a division of their own after a round."""

    name: str
    order: int
    """Divisions are ranked in this order; 1 is the first."""
    after_round: int
    players: tuple[str, ...]
    carry: Carry
    """What becomes of their total so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFined:
    """Points off a team, apart from its players."""

    team: str
    points: int
    """Below zero."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Somebody accounts for a difference of the sheet of the entry's table."""

    points: int
    """How much of the missing points it accounts for; below zero for an excess."""
    reason: str


# What is said about other entries -------------------------------------------------

Decision = Literal["dismissed", "upheld", "changed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealLodged:
    """Somebody appeals against a ruling."""

    target: int
    by: str
    """The number of the player who appeals, or a name."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """A pending ruling is confirmed."""

    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finalised:
    """The event is closed: what comes later is a late adjustment."""

    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetChanged:
    """The event goes on under another pinned ruleset."""

    ruleset: str
    pinned: str
    digest: str
    reason: str


Plain = (
    Created
    | StaffAdded
    | PinSet
    | PolicySet
    | PlayersAdded
    | SeatingAdded
    | SheetEntered
    | ResultsEntered
    | IncidentRuled
    | HandPlayed
    | StatusChanged
    | Reseated
    | Substituted
    | DivisionSet
    | TeamFined
    | Explained
    | AppealLodged
    | Confirmed
    | Finalised
    | RulesetChanged
    | Voided
)
"""Contents that stand for themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """Takes an entry back and puts another in its place, as one act."""

    target: int
    reason: str
    content: Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided:
    """What became of an appeal."""

    target: int
    """The entry of the appeal."""
    decision: Decision
    """The ruling stands, is taken back, or is changed to `content`."""
    reason: str
    content: IncidentRuled | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LateAdjusted:
    """A change after the event was finalised."""

    reason: str
    content: Plain | Amended | AppealDecided


Content = Plain | Amended | AppealDecided | LateAdjusted

VOIDABLE = (
    SheetEntered,
    IncidentRuled,
    ResultsEntered,
    HandPlayed,
    StatusChanged,
    Reseated,
    Substituted,
    DivisionSet,
    TeamFined,
    Explained,
)
"""Contents that a void or an amendment can take back."""


def unwrapped(content: Content) -> Plain | None:
    """Return what a content puts into the book, out of its wrapper.

    None for an appeal that was decided without another ruling.
    """
    match content:
        case LateAdjusted(content=inner):
            return unwrapped(inner)
        case Amended(content=inner):
            return inner
        case AppealDecided(content=replacement):
            return replacement
        case _:
            return content
