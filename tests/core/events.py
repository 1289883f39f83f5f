"""A small event in memory for tests: one table, grown by what is booked."""

from datetime import UTC, datetime

from ledger.core.contents import (
    Content,
    Created,
    IncidentRuled,
    Player,
    PlayersAdded,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
)
from ledger.core.desk import Draft, rule
from ledger.core.editions import find
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.rules import Rules, rules

TABLE = Place(round=1, table=1, hand="E1", honba=0)


def _signature(day: int = 1) -> Signature:
    at = datetime(2026, 5, day, 12, tzinfo=UTC)
    return Signature(staff="Mori", at=at, terminal="t1", client_id=f"c{day}")


class Event:
    """A small event: one table of four, grown by the drafts that are booked."""

    def __init__(self, edition: str, **options: str) -> None:
        self.rules: Rules = rules(edition, options)
        self.state = EventState()
        text, digest = find(edition).pinned(options)
        created = Created(name="Spring", ruleset=edition, pinned=text, digest=digest)
        self.add("event", created, Place())
        players = tuple(Player(number=n, name=f"P{n}") for n in "1234")
        self.add("players", PlayersAdded(players=players), Place())
        seating = Seating(round=1, table=1, players=("1", "2", "3", "4"))
        again = Seating(round=2, table=1, players=("4", "3", "2", "1"))
        self.add("seating", SeatingAdded(seatings=(seating, again)), Place())

    def add(self, kind: str, content: Content, place: Place, day: int = 1) -> None:
        """Book any content."""
        self.state.apply(
            Entry(
                number=self.state.head + 1,
                kind=kind,
                signature=_signature(day),
                place=place,
                content=content,
            )
        )

    def book(self, draft: Draft, day: int = 1) -> IncidentRuled:
        content = rule(self.state, self.rules, draft).content
        assert content is not None
        self.add("incident", content, draft.place, day)
        return content

    def sheet(
        self, round_: int, raw: tuple[int, int, int, int], leftover: int = 0
    ) -> None:
        """Book the sheet of table 1."""
        content = SheetEntered(sheet=Sheet(raw=raw, leftover=leftover))
        self.add("sheet", content, Place(round=round_, table=1))
