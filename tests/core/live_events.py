"""A whole event in memory for random play: what may be booked is asked first."""

from datetime import UTC, datetime

from ledger.core.admission import admit
from ledger.core.contents import (
    Content,
    Created,
    IncidentRuled,
    Player,
    PlayersAdded,
    Seating,
    SeatingAdded,
)
from ledger.core.desk import Draft, DraftIncident, rule
from ledger.core.editions import find
from ledger.core.event import KINDS, Entry, EventState, HanchanKey, Place, Signature
from ledger.core.floor import tables
from ledger.core.live import live_draft_context
from ledger.core.rules import Rules, rules
from ledger.core.standings import standings

KIND_OF = {content: kind for kind, content in KINDS.items()}
NUMBERS = tuple("12345678")
KEYS: tuple[HanchanKey, ...] = ((1, 1), (1, 2))


class LiveEvent:
    """Two tables of one round, grown by whatever the book would take."""

    def __init__(self, edition: str, options: dict[str, str] | None = None) -> None:
        self.rules: Rules = rules(edition, options or {})
        self.state = EventState()
        text, digest = find(edition).pinned(options or {})
        players = tuple(Player(number=n, name=f"P{n}") for n in NUMBERS)
        first = Seating(round=1, table=1, players=("1", "2", "3", "4"))
        second = Seating(round=1, table=2, players=("5", "6", "7", "8"))
        for content in (
            Created(name="Live", ruleset=edition, pinned=text, digest=digest),
            PlayersAdded(players=players),
            SeatingAdded(seatings=(first, second)),
        ):
            self.add(content, Place())

    def add(self, content: Content, place: Place) -> int:
        """Book a content and return its number.

        Raises:
            BookError: it is not let in; nothing has changed.
        """
        known = self.rules if self.state.head else None
        admit(self.state, content, place, known)
        self.state.apply(self._entry(content, place))
        return self.state.head

    def _entry(self, content: Content, place: Place) -> Entry:
        number = self.state.head + 1
        at = datetime(2026, 5, 1, 12, number % 60, tzinfo=UTC)
        return Entry(
            number=number,
            kind=KIND_OF[type(content)],
            signature=Signature(
                staff="Mori", at=at, terminal="t1", client_id=f"c{number}"
            ),
            place=place,
            content=content,
        )

    def draft(
        self, key: HanchanKey, offender: str, situation: str, **facts: object
    ) -> Draft:
        """Return a draft with what the followed table says by default."""
        incident = DraftIncident(offender=offender, situation=situation, facts=facts)  # type: ignore[arg-type]
        now = live_draft_context(self.state, self.rules, key)
        if now is None:
            return Draft(
                place=Place(round=key[0], table=key[1], hand="E1", honba=0),
                incidents=(incident,),
            )
        return Draft(
            place=Place(round=key[0], table=key[1], hand=now.hand, honba=now.honba),
            incidents=(incident,),
            carried=now.carried,
            riichi=now.riichi,
            dead=now.dead,
            scores=now.scores,
            hands_left=now.hands_left,
        )

    def ruled(self, draft: Draft) -> IncidentRuled | None:
        """Return what a draft would book."""
        return rule(self.state, self.rules, draft).content

    def again(self) -> "LiveEvent":
        """Return the event played from nothing."""
        other = object.__new__(LiveEvent)
        other.rules, other.state = self.rules, EventState()
        for entry in self.state.entries:
            other.state.apply(entry)
        return other

    def numbers(self) -> tuple[object, ...]:
        """Return every number that is derived from the entries."""
        state = self.state
        found = standings(state, self.rules)
        return (
            [(row.rank, row.number, row.total, row.places) for row in found.rows],
            found.check,
            found.pending,
            [(each.key, each.unexplained, each.off_live) for each in found.hanchan],
            [self.table(key) for key in KEYS],
            [(row.key, row.players, row.words) for row in tables(state, self.rules, 1)],
            {n: list(e) for n, e in state.incidents_by_player.items() if e},
            sorted(state.incidents),
            state.statuses(),
            [(key, state.sheet(key)) for key in KEYS],
        )

    def table(self, key: HanchanKey) -> object:
        """Return a followed table as numbers, without the entry it is known from."""
        now = live_draft_context(self.state, self.rules, key)
        if now is None:
            return None
        return (
            now.hand, now.honba, now.carried, now.deposits, now.riichi,
            dict(sorted(now.scores.items())), sorted(now.dead),
            now.hands_left, now.over,
        )  # fmt: skip
