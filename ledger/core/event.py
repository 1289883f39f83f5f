"""The event as the book tells it: entries, what they hold, and what they add up to.

    entry  one line of the book: number, who, when, where, and one content
    state  what the entries up to a number amount to; grown entry by entry, never stored

A void leaves its target in the book and takes it out of the state's totals. Everything
here is plain values: the book turns rows into entries, this module knows no SQL.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
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
    """A person of the staff."""

    name: str
    role: str = "referee"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """Takes back another entry, with its reason."""

    target: int
    reason: str


Content = (
    Created
    | StaffAdded
    | PlayersAdded
    | SeatingAdded
    | SheetEntered
    | ResultsEntered
    | IncidentRuled
    | Voided
)

KINDS: Mapping[str, type[Content]] = {
    "event": Created,
    "staff": StaffAdded,
    "players": PlayersAdded,
    "seating": SeatingAdded,
    "sheet": SheetEntered,
    "results": ResultsEntered,
    "incident": IncidentRuled,
    "void": Voided,
}
"""The kinds of entries, by the word that the book stores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who writes an entry, when, where, and under which id of the writer's own."""

    staff: str
    at: datetime
    """Aware, UTC."""
    terminal: str
    client_id: str
    """Made by the terminal before sending; the same id is booked once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something happened; all parts may be unknown."""

    round: int | None = None
    table: int | None = None
    hand: str | None = None
    """Such as `E2`."""
    honba: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the book."""

    number: int
    kind: str
    signature: Signature
    place: Place
    content: Content
    hash: str = ""
    previous_hash: str = ""


HanchanKey = tuple[int, int]
"""Round and table."""


class EventState:
    """What the entries amount to; `apply` grows it by one entry, in order.

    Lookups are by number or by (round, table). Voided entries stay in `entries` and are
    left out of `sheets`, `incidents` and `results`.
    """

    def __init__(self) -> None:
        self.created: Created | None = None
        self.entries: list[Entry] = []
        """By number: entry n stands at index n - 1."""
        self.staff: dict[str, StaffAdded] = {}
        self.players: dict[str, Player] = {}
        self.seatings: dict[HanchanKey, Seating] = {}
        self.sheets: dict[HanchanKey, Entry] = {}
        self.results: dict[tuple[int, str], PlayerResult] = {}
        self.incidents: dict[int, Entry] = {}
        """Rulings that stand, by entry number."""
        self.incidents_by_player: dict[str, list[int]] = {}
        self.voids: dict[int, int] = {}
        """The number of the void entry, by the number of its target."""

    @property
    def head(self) -> int:
        """The number of the last entry; 0 in an empty book."""
        return len(self.entries)

    @property
    def head_hash(self) -> str:
        """The hash of the last entry."""
        return self.entries[-1].hash if self.entries else ""

    def apply(self, entry: Entry) -> None:
        """Grow the state by the next entry."""
        assert entry.number == self.head + 1, "entries are applied in order"
        self.entries.append(entry)
        match entry.content:
            case Created():
                self.created = entry.content
            case StaffAdded(name=name):
                self.staff[name] = entry.content
            case IncidentRuled(incidents=incidents):
                self.incidents[entry.number] = entry
                for number in {i.offender for i in incidents if i.offender}:
                    self.incidents_by_player.setdefault(number, []).append(entry.number)
            case Voided(target=target):
                self._take_back(target, entry.number)
            case _:
                self._list(entry)

    def _list(self, entry: Entry) -> None:
        """Grow the lists of players, tables, sheets and results."""
        match entry.content:
            case PlayersAdded(players=players):
                self.players.update((player.number, player) for player in players)
            case SeatingAdded(seatings=seatings):
                self.seatings.update(((s.round, s.table), s) for s in seatings)
            case SheetEntered():
                round_, table = entry.place.round, entry.place.table
                assert round_ is not None
                assert table is not None
                self.sheets[round_, table] = entry
            case ResultsEntered(results=results):
                self.results.update(((r.round, r.number), r) for r in results)
            case _:
                raise AssertionError(f"entry {entry.number} is of an unknown kind")

    def _take_back(self, target: int, by: int) -> None:
        self.voids[target] = by
        entry = self.entries[target - 1]
        match entry.content:
            case SheetEntered():
                self.sheets = {
                    k: e for k, e in self.sheets.items() if e.number != target
                }
            case IncidentRuled(incidents=incidents):
                self.incidents.pop(target, None)
                for number in {i.offender for i in incidents if i.offender}:
                    self.incidents_by_player[number].remove(target)
            case ResultsEntered(results=results):
                for result in results:
                    self.results.pop((result.round, result.number), None)
            case _:
                raise AssertionError(
                    f"entry {target} is of a kind that is never voided"
                )

    def rulings(
        self, player: str | None = None
    ) -> Iterator[tuple[Entry, IncidentRuled]]:
        """Yield the rulings that stand, in order; of one player if given."""
        numbers = (
            self.incidents
            if player is None
            else self.incidents_by_player.get(player, ())
        )
        for number in list(numbers):
            entry = self.entries[number - 1]
            assert isinstance(entry.content, IncidentRuled)
            yield entry, entry.content

    def rounds(self) -> tuple[int, ...]:
        """Return the rounds that are seated or have results, in order."""
        seen = {round_ for round_, _ in self.seatings} | {r for r, _ in self.results}
        return tuple(sorted(seen))

    def sheet(self, key: HanchanKey) -> Sheet | None:
        """Return the sheet of a hanchan, if one stands."""
        entry = self.sheets.get(key)
        if entry is None:
            return None
        assert isinstance(entry.content, SheetEntered)
        return entry.content.sheet


VOIDABLE = (SheetEntered, IncidentRuled, ResultsEntered)
"""Contents that a void can take back."""
