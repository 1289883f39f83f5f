"""Which rows are in the book already, so that importing a file twice adds nothing.

Each imported entry gets a client id made from what the row is known by, so the book
itself tells whether it has been imported. Equal rows of one file are told apart by
their count. A row whose entry was voided stays known: a void is not undone by an
import, only a row that says something else is booked anew.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final
from uuid import UUID, uuid5

from ledger.core.contents import (
    Account,
    IncidentRuled,
    Recorded,
    Sheet,
    SheetEntered,
)
from ledger.core.desk import Draft
from ledger.core.event import Entry, EventState, Place
from ledger.core.situations import FactValue
from ledger.core.terms import Stage

NAMESPACE: Final = UUID("6f1d7a8e-3c39-5b0a-9d5e-2a1c94f0b7d3")
"""Of the client ids of imported rows; never changed, or files would import twice."""

Identity = tuple[object, ...]


def client_id(*parts: object) -> str:
    """Return the client id of what is known by `parts`, the same in every import."""
    return str(uuid5(NAMESPACE, json.dumps(parts, ensure_ascii=False, default=str)))


def identity(
    place: Place,
    offender: str | None,
    situation: str,
    facts: Mapping[str, FactValue],
    time: str,
) -> Identity:
    """Return what a row of incidents.csv is known by (contract, Files in and out)."""
    stated = tuple(
        (name, list(value) if isinstance(value, tuple) else value)
        for name, value in sorted(facts.items())
    )
    where = (place.round, place.table, place.hand, place.honba)
    return (*where, offender, situation, json.dumps(stated, default=str), time)


class KnownRows:
    """The entries of a book by what their rows are known by."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._by_client = {e.signature.client_id: e for e in state.entries}
        self._by_identity: dict[Identity, list[Entry]] = defaultdict(list)
        for entry in state.entries:
            own = _recorded(entry)
            if own is not None:
                self._by_identity[_identity_of(entry, own)].append(entry)
        self._seen: Counter[Identity] = Counter()

    def entry(self, client: str) -> Entry | None:
        """Return the entry that was booked under a client id."""
        return self._by_client.get(client)

    def is_void(self, entry: Entry) -> bool:
        """Whether an entry was taken back."""
        return entry.number in self._state.voids

    def incident(self, row: Identity, draft: Draft) -> tuple[str, Entry | None]:
        """Return the client id of an incident's row and the entry it is in, if any.

        Call it once a row, in file order: equal rows are counted.
        """
        count = self._seen[row]
        self._seen[row] += 1
        revision = 0
        while True:
            client = client_id("incident", row, count, revision)
            entry = self._by_client.get(client)
            if entry is None:
                return client, self._recorded_otherwise(row, count)
            if not self.is_void(entry) or says_the_same(entry, draft):
                return client, entry
            revision += 1

    def sheet(self, source: str, sheet: Sheet) -> tuple[str, Entry | None]:
        """Return the client id of a sheet of another program, and its entry if any.

        The entry is one that was taken back and says the same: a sheet that stands is
        known by its table.
        """
        revision = 0
        while True:
            client = client_id("scores", "source", source, revision)
            entry = self._by_client.get(client)
            if entry is None or _is_sheet(entry, sheet):
                return client, entry
            revision += 1

    def place_of(self, source: str) -> Place | None:
        """Return where a sheet of another program was booked, if it was."""
        entry = self._by_client.get(client_id("scores", "source", source, 0))
        return None if entry is None else entry.place

    def _recorded_otherwise(self, row: Identity, count: int) -> Entry | None:
        """Return the entry of a row that was recorded at a terminal, not imported."""
        found = [e for e in self._by_identity.get(row, ()) if not self.is_void(e)]
        return found[count] if count < len(found) else None


def _is_sheet(entry: Entry, sheet: Sheet) -> bool:
    content = entry.effective
    return isinstance(content, SheetEntered) and content.sheet == sheet


def _recorded(entry: Entry) -> Recorded | None:
    content = entry.effective
    if isinstance(content, IncidentRuled) and len(content.incidents) == 1:
        return content.incidents[0]
    return None


def _identity_of(entry: Entry, own: Recorded) -> Identity:
    time = entry.signature.at.isoformat()
    return identity(entry.place, own.offender, own.situation, own.facts, time)


def says_the_same(entry: Entry, draft: Draft) -> bool:
    """Whether an entry holds what a row states beside what it is known by.

    The suggestion is not compared: it may have followed from fewer earlier rulings.
    """
    ruled = entry.effective
    assert isinstance(ruled, IncidentRuled)
    departure = draft.departure
    if ruled.note != draft.note or ruled.departed != (departure is not None):
        return False
    if draft.settled and any(p.settled != draft.settled for p in ruled.postings):
        return False
    if departure is None:
        return True
    if departure.class_ is not None and departure.class_ is not ruled.class_:
        return False
    stages = (
        (Stage.TABLE, departure.points),
        (Stage.BEFORE_PLACING, departure.before_placing),
        (Stage.AFTER_UMA, departure.tournament),
    )
    return all(
        stated is None
        or {number: points for number, points in stated.items() if points}
        == _moved(ruled, stage)
        for stage, stated in stages
    )


def _moved(ruled: IncidentRuled, stage: Stage) -> dict[str | None, int]:
    return {
        posting.player: posting.points
        for posting in ruled.postings
        if posting.stage is stage and posting.account is Account.PLAYER
    }
