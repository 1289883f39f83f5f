"""The event as the book tells it: its entries, and the state that they add up to.

    entry  one line of the book: number, who, when, where, and one content
    state  what the entries up to a number amount to; grown entry by entry, never stored

What a void, an amendment or a decided appeal takes back stays in `entries` and leaves
the totals. Everything here is plain values: the book turns rows into entries, this
module knows no SQL.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from ledger.core.contents import (
    VOIDABLE,
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Created,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    IncidentRuled,
    LateAdjusted,
    PinSet,
    Plain,
    Player,
    PlayerResult,
    PlayersAdded,
    PolicySet,
    Reseated,
    ResultsEntered,
    RulesetChanged,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
    StaffAdded,
    Status,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
    unwrapped,
)

KINDS: Final[Mapping[str, type[Content]]] = {
    "event": Created,
    "staff": StaffAdded,
    "pin": PinSet,
    "policy": PolicySet,
    "players": PlayersAdded,
    "seating": SeatingAdded,
    "sheet": SheetEntered,
    "results": ResultsEntered,
    "incident": IncidentRuled,
    "hand": HandPlayed,
    "status": StatusChanged,
    "reseat": Reseated,
    "substitute": Substituted,
    "division": DivisionSet,
    "team-fine": TeamFined,
    "explain": Explained,
    "appeal": AppealLodged,
    "confirm": Confirmed,
    "finalise": Finalised,
    "ruleset": RulesetChanged,
    "void": Voided,
    "amend": Amended,
    "decide": AppealDecided,
    "late": LateAdjusted,
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

    @property
    def effective(self) -> Plain | None:
        """What the entry puts into the book, out of any amendment around it."""
        return unwrapped(self.content)


HanchanKey = tuple[int, int]
"""Round and table."""

_C = TypeVar("_C", bound=Plain)


class EventState:
    """What the entries amount to; `apply` grows it by one entry, in order.

    Lookups are by number or by (round, table). Entries that were taken back stay in
    `entries` and are left out of everything else.
    """

    def __init__(self) -> None:
        self.created: Created | None = None
        self.entries: list[Entry] = []
        """By number: entry n stands at index n - 1."""
        self.staff: dict[str, StaffAdded] = {}
        self.pins: dict[str, str] = {}
        """The Argon2 hash of each person's PIN, by name."""
        self.wants_confirmation = False
        """Whether rulings wait for a head referee, unless one makes them."""
        self.players: dict[str, Player] = {}
        self.seatings: dict[HanchanKey, Seating] = {}
        """As first seated; who really sat there is `seated`."""
        self.sheets: dict[HanchanKey, Entry] = {}
        self.results: dict[tuple[int, str], PlayerResult] = {}
        self.incidents: dict[int, Entry] = {}
        """Rulings that stand, by entry number."""
        self.incidents_by_player: dict[str, list[int]] = {}
        self.voids: dict[int, int] = {}
        """The number of the entry that took it back, by the number of its target."""
        self.appeals: dict[int, int] = {}
        """The number of the appeal's entry, by the number of the ruling."""
        self.decisions: dict[int, int] = {}
        """The number of the decision's entry, by the number of the appeal's."""
        self.confirmations: dict[int, int] = {}
        """The number of the confirming entry, by the number of the ruling."""
        self.finalised: int | None = None
        """The number of the entry that closed the event."""
        self._standing: dict[object, dict[int, Entry]] = {}
        """By kind of content, what stands of it by entry number."""
        self._steps: dict[HanchanKey, list[Entry]] = {}
        """Live events and rulings by table, those taken back included."""
        self._reseats: dict[HanchanKey, list[Entry]] = {}
        """Corrections of the seats by table, those taken back included."""

    @property
    def head(self) -> int:
        """The number of the last entry; 0 in an empty book."""
        return len(self.entries)

    @property
    def head_hash(self) -> str:
        """The hash of the last entry."""
        return self.entries[-1].hash if self.entries else ""

    @property
    def pinned(self) -> str:
        """The pinned ruleset that is in force, as canonical JSON."""
        changes = self._standing.get(RulesetChanged)
        if changes:
            content = changes[max(changes)].effective
            assert isinstance(content, RulesetChanged)
            return content.pinned
        assert self.created is not None, "entry 1 makes the event"
        return self.created.pinned

    def apply(self, entry: Entry) -> None:
        """Grow the state by the next entry."""
        assert entry.number == self.head + 1, "entries are applied in order"
        self.entries.append(entry)
        content = entry.content
        if isinstance(content, LateAdjusted):
            content = content.content
        match content:
            case Amended(target=target):
                self._take_back(target, entry.number)
            case AppealDecided(target=target, decision=decision):
                self.decisions[target] = entry.number
                if decision != "dismissed":
                    self._take_back(self._appealed(target), entry.number)
            case _:
                pass
        inner = entry.effective
        if inner is not None:
            self._grow(entry, inner)

    def _appealed(self, appeal: int) -> int:
        content = self.entries[appeal - 1].effective
        assert isinstance(content, AppealLodged)
        return content.target

    def _grow(self, entry: Entry, content: Plain) -> None:
        self._standing.setdefault(type(content), {})[entry.number] = entry
        match content:
            case IncidentRuled(incidents=incidents):
                self.incidents[entry.number] = entry
                if entry.place.table is not None:
                    self._steps.setdefault(_key(entry), []).append(entry)
                for number in {i.offender for i in incidents if i.offender}:
                    self.incidents_by_player.setdefault(number, []).append(entry.number)
            case HandPlayed():
                self._steps.setdefault(_key(entry), []).append(entry)
            case SheetEntered():
                self.sheets[_key(entry)] = entry
            case ResultsEntered(results=results):
                self.results.update(((r.round, r.number), r) for r in results)
            case Reseated():
                self._reseats.setdefault(_key(entry), []).append(entry)
                self._reindex()
            case _:
                self._follow(entry.number, content)

    def _follow(self, number: int, content: Plain) -> None:
        """Note what is said about other entries or about the event as a whole."""
        match content:
            case Voided(target=target):
                self._take_back(target, number)
            case AppealLodged(target=target):
                self.appeals[target] = number
            case Confirmed(target=target):
                self.confirmations[target] = number
            case Finalised():
                self.finalised = number
            case _:
                self._list(content)

    def _list(self, content: Plain) -> None:
        """Grow the lists of those who take part."""
        match content:
            case Created():
                self.created = content
            case StaffAdded(name=name):
                self.staff[name] = content
            case PinSet(name=name, hash=digest):
                self.pins[name] = digest
            case PolicySet(confirm=confirm):
                self.wants_confirmation = confirm
            case PlayersAdded(players=players):
                self.players.update((player.number, player) for player in players)
            case SeatingAdded(seatings=seatings):
                self.seatings.update(((s.round, s.table), s) for s in seatings)
            case _:
                pass

    def _take_back(self, target: int, by: int) -> None:
        self.voids[target] = by
        entry = self.entries[target - 1]
        content = entry.effective
        assert isinstance(content, VOIDABLE), f"entry {target} is never taken back"
        self._standing[type(content)].pop(target, None)
        match content:
            case SheetEntered():
                if self.sheets.get(_key(entry)) is entry:
                    del self.sheets[_key(entry)]
            case IncidentRuled(incidents=incidents):
                self.incidents.pop(target, None)
                for number in {i.offender for i in incidents if i.offender}:
                    self.incidents_by_player[self.moved_to(entry, number)].remove(
                        target
                    )
            case ResultsEntered(results=results):
                for result in results:
                    self.results.pop((result.round, result.number), None)
            case Reseated():
                self._reindex()
            case _:
                pass

    def _reindex(self) -> None:
        """Give each ruling to whom a correction of the seats has moved it."""
        self.incidents_by_player = {}
        for entry, content in self.rulings():
            for number in {i.offender for i in content.incidents if i.offender}:
                mover = self.moved_to(entry, number)
                self.incidents_by_player.setdefault(mover, []).append(entry.number)

    def standing(self, kind: type[_C]) -> Iterator[tuple[Entry, _C]]:
        """Yield the entries of one kind that stand, in order, with their contents."""
        for entry in list(self._standing.get(kind, {}).values()):
            content = entry.effective
            assert isinstance(content, kind)
            yield entry, content

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
            content = entry.effective
            assert isinstance(content, IncidentRuled)
            yield entry, content

    def is_pending(self, number: int) -> bool:
        """Whether a ruling waits for its confirmation, and so does not count yet."""
        content = self.entries[number - 1].effective
        return (
            isinstance(content, IncidentRuled)
            and content.pending
            and number not in self.confirmations
        )

    def steps(self, key: HanchanKey) -> list[Entry]:
        """Return live events and rulings of a hanchan, those taken back included."""
        return self._steps.get(key, [])

    def seated(self, key: HanchanKey) -> tuple[str, str, str, str] | None:
        """Return who sits at a table, by starting wind, with every correction."""
        seating = self.seatings.get(key)
        if seating is None:
            return None
        players = seating.players
        for entry, content in self.standing(Reseated):
            if _key(entry) == key:
                players = content.players
        return players

    def moved_to(self, entry: Entry, player: str) -> str:
        """Return who bears what an entry booked on a player at its table.

        A correction of the seats moves what was booked before it, seat by seat, and
        taking it back moves what was booked in between.
        """
        if entry.place.round is None or entry.place.table is None:
            return player
        seating = self.seatings.get(_key(entry))
        if seating is None:
            return player
        before, after = seating.players, seating.players
        for correction in self._reseats.get(_key(entry), ()):
            content = correction.effective
            assert isinstance(content, Reseated)
            undone = self.voids.get(correction.number)
            was_right = undone is None or undone > entry.number
            if correction.number < entry.number and was_right:
                before = content.players
            if undone is None:
                after = content.players
        return after[before.index(player)] if player in before else player

    def statuses(self) -> dict[str, Status]:
        """Return the players who are or were not `ok`, with their status."""
        return {
            content.player: content.status
            for _, content in self.standing(StatusChanged)
        }

    def rounds(self) -> tuple[int, ...]:
        """Return the rounds that are seated or have results, in order."""
        seen = {round_ for round_, _ in self.seatings} | {r for r, _ in self.results}
        return tuple(sorted(seen))

    def sheet(self, key: HanchanKey) -> Sheet | None:
        """Return the sheet of a hanchan, if one stands."""
        entry = self.sheets.get(key)
        if entry is None:
            return None
        content = entry.effective
        assert isinstance(content, SheetEntered)
        return content.sheet


def _key(entry: Entry) -> HanchanKey:
    """Return the hanchan at which an entry was made."""
    assert entry.place.round is not None
    assert entry.place.table is not None
    return entry.place.round, entry.place.table
