"""A hanchan that staff follow hand by hand, folded out of the journal.

The steps of a table and the rulings made there are played in the order of the book;
what an entry takes back is taken back where it stands in that order. A ruling on an
earlier hand moves its points alone: the hands played since stand. Nothing is stored:
the same journal gives the same table, and a longer one is grown from the shorter.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from ledger.core.contents import Account, HandPlayed, IncidentRuled, Plain
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.incidents import Dead
from ledger.core.replay_lines import played
from ledger.core.rules import Rules
from ledger.core.rulings import OwnRuling, Ruling
from ledger.core.table import Hanchan
from ledger.core.taking_back import is_taken_since, without
from ledger.core.terms import SEATS, STICK, Seat, Stage
from ledger.errors import BookDamaged, IncidentError, LedgerError

PLAYER_KEYS = ("player", "winner", "loser", "liable", "tenpai", "players", "wins")
"""The parts of a step that name players, or hold what names them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A hanchan as the journal up to one entry has it."""

    hanchan: Hanchan
    event_of: Mapping[int, int] = field(default_factory=dict)
    """The event in the hanchan, by the number of its entry."""
    as_of: int = 0
    """The number of the latest entry that is in it."""
    digest: str = ""
    """Of the ruleset it was played by."""

    def then(self, entry: Entry, state: EventState) -> "Followed":
        """Return the hanchan after a step or a ruling, which may replace another.

        Raises:
            LedgerError: the rules forbid it.
        """
        content = entry.effective
        assert content is not None
        replaced = [n for n in self.event_of if state.voids.get(n) == entry.number]
        if replaced:
            assert isinstance(content, IncidentRuled), "only rulings are replaced"
            return self.instead(replaced[0], content, entry, state)
        hanchan = _stepped(self.hanchan, content, state, entry)
        return self._grown(entry.number, hanchan)

    def instead(
        self, target: int, content: IncidentRuled, entry: Entry, state: EventState
    ) -> "Followed":
        """Return the hanchan with a ruling in place of the one of entry `target`.

        Raises:
            LedgerError: what the old one moved has gone on to others.
        """
        event = self.event_of[target]
        back = without(self.hanchan, event, f"entry {entry.number}")
        ruling = _booked(back, content, state, entry)
        moved = self.hanchan.moved[event]
        assert moved is not None, "it was taken back just now"
        place = entry.place
        if moved.deal != back.deal or back.is_past(place.hand, place.honba):
            since = event if moved.since is None else moved.since
            hanchan = back.adjusted(ruling, since)
        else:
            hanchan = back.settled(ruling, "incident")
        is_less = moved.pot > max(0, ruling.pot)
        if is_less and is_taken_since(self.hanchan, event):
            raise IncidentError("pot", "is no longer there: a later win has taken it")
        return self._grown(entry.number, hanchan)

    def _grown(self, number: int, hanchan: Hanchan) -> "Followed":
        return Followed(
            hanchan=hanchan,
            event_of={**self.event_of, number: len(hanchan.moved) - 1},
            as_of=number,
            digest=self.digest,
        )

    def without(self, target: int, by: int) -> "Followed":
        """Return the hanchan with the entry `target` taken back by the entry `by`.

        Raises:
            LedgerError: others rest on it.
        """
        return Followed(
            hanchan=self.hanchan.void(self.event_of[target], f"entry {by}"),
            event_of=self.event_of,
            as_of=by,
            digest=self.digest,
        )

    def trimmed(self) -> "Followed":
        """Return the hanchan without what it was before each event."""
        return replace(self, hanchan=replace(self.hanchan, before=None))

    @property
    def is_trimmed(self) -> bool:
        """Whether events can no longer be taken back here."""
        return self.hanchan.before is None and bool(self.hanchan.moved)


_grown: WeakKeyDictionary[EventState, dict[HanchanKey, Followed]] = WeakKeyDictionary()
"""What has been folded already, so that one more hand costs one more step."""


def followed(
    state: EventState, rules: Rules, key: HanchanKey, *, whole: bool = False
) -> Followed | None:
    """Return the hanchan at a table as it stands; None if nobody follows it.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        key: The table.
        whole: With what it was before each event, to take one back; where the sheet is
            in that is forgotten otherwise, to save memory.

    Raises:
        BookDamaged: the journal holds a step that the rules forbid.
    """
    players = state.seated(key)
    if players is None or not is_followed(state, key):
        return None
    known = _grown.setdefault(state, {})
    table = known.get(key)
    fresh = Followed(hanchan=Hanchan.start(rules, players), digest=rules.digest)
    if table is None or (table.hanchan.players, table.digest) != (
        players,
        rules.digest,
    ):
        table = fresh
    acts = list(_acts(state, key, table.as_of))
    if table.is_trimmed and (acts or whole):
        table, acts = fresh, list(_acts(state, key, 0))
    for number, entry, takes_back in acts:
        try:
            if takes_back:
                table = table.without(entry.number, number)
            else:
                table = table.then(entry, state)
        except LedgerError as error:
            raise BookDamaged(f"entry {number}: {error}") from error
    known[key] = table.trimmed() if key in state.sheets else table
    return table


def is_followed(state: EventState, key: HanchanKey) -> bool:
    """Whether somebody has entered a hand at this table, taken back or not."""
    return any(isinstance(entry.effective, HandPlayed) for entry in state.steps(key))


def live(state: EventState, rules: Rules, key: HanchanKey) -> Hanchan | None:
    """Return the hanchan at a table as it stands; None if nobody follows it.

    Raises:
        BookDamaged: the journal holds a step that the rules forbid.
    """
    table = followed(state, rules, key)
    return None if table is None else table.hanchan


def started(state: EventState, rules: Rules, key: HanchanKey) -> Followed:
    """Return the hanchan at a seated table as if its first hand were entered next.

    Rulings that were made there before anybody followed it are part of it.

    Raises:
        BookDamaged: the journal holds a step that the rules forbid.
    """
    table = followed(state, rules, key)
    if table is not None:
        return table
    players = state.seated(key)
    assert players is not None, "the table is seated"
    table = Followed(hanchan=Hanchan.start(rules, players), digest=rules.digest)
    for number, entry, takes_back in _acts(state, key, 0):
        table = (
            table.without(entry.number, number)
            if takes_back
            else table.then(entry, state)
        )
    return table


def _acts(
    state: EventState, key: HanchanKey, after: int
) -> Iterator[tuple[int, Entry, bool]]:
    """Yield what happened since an entry: in which entry, to which, and if undone.

    What another ruling replaces is taken back by that ruling's own act.
    """
    steps = state.steps(key)
    own = {entry.number for entry in steps}
    acts: list[tuple[int, Entry, bool]] = []
    for entry in steps:
        if entry.number > after:
            acts.append((entry.number, entry, False))
        by = state.voids.get(entry.number, 0)
        if by > after and by not in own:
            acts.append((by, entry, True))
    yield from sorted(acts, key=lambda act: act[0])


def _stepped(
    hanchan: Hanchan, content: Plain, state: EventState, entry: Entry
) -> Hanchan:
    """Return the hanchan after one entry of its journal."""
    if isinstance(content, HandPlayed):
        return played(hanchan, _moved(content.step, state, entry))
    assert isinstance(content, IncidentRuled)
    ruling = _booked(hanchan, content, state, entry)
    if hanchan.is_past(entry.place.hand, entry.place.honba):
        return hanchan.adjusted(ruling)
    return hanchan.settled(ruling, "incident")


def _moved(
    line: Mapping[str, object], state: EventState, entry: Entry
) -> dict[str, object]:
    """Return a step with its players as a correction of the seats has moved them."""

    def named(value: object) -> object:
        if isinstance(value, str):
            return state.moved_to(entry, value)
        if isinstance(value, list | tuple):
            return [named(item) for item in value]
        if isinstance(value, Mapping):
            return _moved(value, state, entry)
        return value

    return {
        name: named(value) if name in PLAYER_KEYS else value
        for name, value in line.items()
    }


def _booked(
    hanchan: Hanchan, content: IncidentRuled, state: EventState, entry: Entry
) -> Ruling:
    """Return a ruling of the book as it was booked, by who bears it now."""

    def seat(player: str) -> Seat:
        return hanchan.seat(state.moved_to(entry, player))

    def seats(players: Iterable[str]) -> tuple[Seat, ...]:
        return tuple(map(seat, players))

    stages = {stage: dict.fromkeys(SEATS, 0) for stage in Stage}
    pot = 0
    for posting in content.postings:
        if posting.player is not None:
            stages[posting.stage][seat(posting.player)] += posting.points
        elif posting.account is Account.POT:
            pot += posting.points
    return Ruling(
        class_=content.class_,
        dead_hands=(*map(hanchan.seat, hanchan.dead), *seats(content.dead)),
        points=stages[Stage.TABLE],
        pot=pot,
        before_placing=stages[Stage.BEFORE_PLACING],
        tournament=stages[Stage.AFTER_UMA],
        riichi_returned=seats(content.returned),
        hand=content.hand,
        honba=content.honba,
        dealer=None if content.dealer is None else seat(content.dealer),
        pot_after=hanchan.pot + pot,
        rulings=tuple(
            OwnRuling(
                offender=None if one.offender is None else seat(one.offender),
                class_=one.class_,
                label=one.label,
                situation=one.situation,
            )
            for one in content.incidents
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTable:
    """What a ruling at a followed table starts from. Points, players by number."""

    hand: str
    honba: int
    carried: int
    """On the table from earlier hands, deposits too."""
    deposits: int
    riichi: tuple[str, ...]
    dead: Mapping[str, Dead]
    scores: Mapping[str, int]
    hands_left: int | None
    over: bool
    as_of: int
    """The number of the latest entry that is in it."""

    @property
    def pot(self) -> int:
        """Everything lying on the table."""
        return self.carried + STICK * len(self.riichi)


def live_draft_context(
    state: EventState, rules: Rules, key: HanchanKey
) -> LiveTable | None:
    """Return the table that a draft at a followed table takes by default; else None.

    Raises:
        BookDamaged: the journal holds a step that the rules forbid.
    """
    table = followed(state, rules, key)
    if table is None:
        return None
    now = table.hanchan
    return LiveTable(
        hand=now.label,
        honba=now.honba,
        carried=now.carried,
        deposits=now.deposits,
        riichi=now.riichi,
        dead=now.dead,
        scores=now.scores,
        hands_left=now.hands_left,
        over=now.over,
        as_of=table.as_of,
    )
