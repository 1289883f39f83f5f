"""A hanchan that staff follow hand by hand, folded out of the journal.

The steps of a table and the rulings made there are played in the order of the book;
what an entry takes back is taken back where it stands in that order. Nothing is stored:
the same journal gives the same table.
"""

from collections.abc import Iterable, Iterator, Mapping

from ledger.core.contents import Account, HandPlayed, IncidentRuled, Plain
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.replay_lines import played
from ledger.core.rules import Rules
from ledger.core.rulings import Ruling
from ledger.core.table import Hanchan
from ledger.core.terms import SEATS, Seat, Stage
from ledger.errors import BookDamaged, LedgerError

PLAYER_KEYS = ("player", "winner", "loser", "liable", "tenpai", "players", "wins")
"""The parts of a step that name players, or hold what names them."""


def live(
    state: EventState, rules: Rules, key: HanchanKey, *, without: int | None = None
) -> Hanchan | None:
    """Return the hanchan at a table as it stands; None if nobody follows it.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        key: The table.
        without: Take this entry back besides, to see whether that goes.

    Raises:
        BookDamaged: the journal holds a step that the rules forbid.
    """
    players = state.seated(key)
    if players is None or not any(
        isinstance(entry.effective, HandPlayed) for entry in state.steps(key)
    ):
        return None
    hanchan = Hanchan.start(rules, players)
    event_of: dict[int, int] = {}
    for number, entry, takes_back in _acts(state, key):
        try:
            if takes_back:
                hanchan = hanchan.void(event_of[entry.number], f"entry {number}")
                continue
            content = entry.effective
            assert content is not None
            hanchan = step(hanchan, content, state, entry)
            event_of[entry.number] = len(hanchan.moved) - 1
        except LedgerError as error:
            raise BookDamaged(f"entry {number}: {error}") from error
    if without is not None:
        hanchan = hanchan.void(event_of[without], "a trial")
    return hanchan


def step(hanchan: Hanchan, content: Plain, state: EventState, entry: Entry) -> Hanchan:
    """Return the hanchan after one entry of its journal.

    Raises:
        LedgerError: the rules forbid it.
    """
    if isinstance(content, HandPlayed):
        return played(hanchan, _moved(content.step, state, entry))
    assert isinstance(content, IncidentRuled)
    return hanchan.settled(_booked(hanchan, content, state, entry), "incident")


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

    def seats(players: Iterable[str]) -> tuple[Seat, ...]:
        return tuple(hanchan.seat(state.moved_to(entry, player)) for player in players)

    stages = {stage: dict.fromkeys(SEATS, 0) for stage in Stage}
    pot = 0
    for posting in content.postings:
        if posting.player is not None:
            stages[posting.stage][seats((posting.player,))[0]] += posting.points
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
        dealer=None if content.dealer is None else seats((content.dealer,))[0],
        pot_after=hanchan.pot + pot,
    )


def _acts(state: EventState, key: HanchanKey) -> Iterator[tuple[int, Entry, bool]]:
    """Yield what happened: in which entry, to which, and whether it took it back."""
    acts: list[tuple[int, int, Entry, bool]] = []
    for entry in state.steps(key):
        acts.append((entry.number, 1, entry, False))
        if entry.number in state.voids:
            # An amendment first takes back, then puts its own in place.
            acts.append((state.voids[entry.number], 0, entry, True))
    for number, _, entry, takes_back in sorted(acts, key=lambda act: act[:2]):
        yield number, entry, takes_back
