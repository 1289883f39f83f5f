"""The proof of a book from its rows: nothing changed, missing, added or swapped.

    file      the database's own check of what it has stored
    schema    revision, tables, append-only triggers there and as they were made
    links     every row hangs on an entry of this event
    numbers   1 to N, none missing
    chain     each entry gives its hash, and each names the one before
    contents  each entry can be read and may follow those before it
    ruleset   the pinned text gives its digest
    balance   the postings of each entry and stage sum to zero

The proof trusts nothing that is folded in memory: it reads every row of every table.
It cannot tell that the newest entries are gone altogether, nor that somebody made all
hashes anew; against that a head hash has to be kept elsewhere.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from ledger.book import store
from ledger.book.cells import Row, Rows
from ledger.book.database import Database
from ledger.book.entries import entry_of, hash_of
from ledger.book.metadata import TABLES
from ledger.core.admission import admit, spelt
from ledger.core.audits import Finding, Said, pin_faults
from ledger.core.event import EventState
from ledger.core.rules import pinned_rules
from ledger.errors import BookError, LedgerError


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The book as it was found."""

    database: Database
    connection: Connection
    event_id: str
    stored: store.Stored

    def rows(self, number: int) -> Rows:
        return self.stored.details.get(number, {})


def _file(found: _Evidence) -> Said:
    for fault in found.database.file_faults(found.connection):
        yield None, fault


def _schema(found: _Evidence) -> Said:
    for fault in found.database.schema_faults(found.connection):
        yield None, fault


def _links(found: _Evidence) -> Said:
    for fault in found.database.link_faults(found.connection, found.event_id):
        yield None, fault
    known = {head["number"] for head in found.stored.heads}
    for number, rows in sorted(found.stored.details.items()):
        if number not in known:
            yield number, f"is missing, but has rows in {', '.join(rows)}"


def _numbers(found: _Evidence) -> Said:
    expected = 1
    for head in found.stored.heads:
        number = head["number"]
        if number != expected:
            gap = (
                f"{expected} to {number - 1}"
                if number - 1 > expected
                else f"{expected}"
            )
            yield number, f"comes where {gap} is missing"
        expected = number + 1


def _chain(found: _Evidence) -> Said:
    before = ""
    for head in found.stored.heads:
        number = head["number"]
        try:
            own = hash_of(found.event_id, head, found.rows(number))
        except BookError as error:
            yield number, str(error)
        else:
            if own != head["hash"]:
                yield (
                    number,
                    f"its rows do not give its hash: {_named(head)} was changed",
                )
        if head["previous_hash"] != before:
            yield (
                number,
                "does not follow the entry before it: the chain is broken here",
            )
        before = head["hash"]


def _named(head: Row) -> str:
    return f"what {head['staff']!r} booked as {head['kind']} at {head['at']}"


def _contents(found: _Evidence) -> Said:
    state = EventState()
    for head in found.stored.heads:
        try:
            entry = entry_of(head, found.rows(head["number"]))
            if entry.number != state.head + 1:
                break  # a gap is told by its own check; nothing after it can be judged
            rules = pinned_rules(state.pinned) if state.head else None
            staff = entry.signature.staff
            admit(state, entry.content, entry.place, rules, staff)
        except LedgerError as error:  # a pin that is no ruleset is one of these
            yield head["number"], str(error)
            break
        state.apply(entry)


def _ruleset(found: _Evidence) -> Said:
    for number, rows in sorted(found.stored.details.items()):
        for pin in rows.get("ruleset", ()):
            for fault in pin_faults(pin["pinned"], pin["digest"]):
                yield number, fault


def _balance(found: _Evidence) -> Said:
    posting = TABLES["posting"].columns
    total = func.sum(posting["points"])
    unequal = (
        select(posting["entry"], posting["stage"], total)
        .where(posting["event_id"] == found.event_id)
        .group_by(posting["entry"], posting["stage"])
        .having(total != 0)
        .order_by(posting["entry"], posting["stage"])
    )
    for number, stage, points in found.connection.execute(unequal):
        yield number, f"the postings {stage} sum to {spelt(points)}, expected 0"


_Proof = Callable[[_Evidence], Said]

PROOFS: Final[dict[str, _Proof]] = {
    "file": _file,
    "schema": _schema,
    "links": _links,
    "numbers": _numbers,
    "chain": _chain,
    "contents": _contents,
    "ruleset": _ruleset,
    "balance": _balance,
}
"""The parts of the proof, in the order in which they are told."""

CHAIN: Final = ("numbers", "chain", "contents")
"""What the named check `chain` looks at."""


def proof(
    database: Database,
    connection: Connection,
    event_id: str,
    names: tuple[str, ...] = tuple(PROOFS),
) -> list[Finding]:
    """Return what is wrong with a book; nothing if it proves.

    Args:
        database: Where it lies.
        connection: Inside a transaction, so that all is seen at one moment.
        event_id: The event.
        names: Which of `PROOFS`.
    """
    stored = store.read_all(connection, event_id)
    found = _Evidence(database, connection, event_id, stored)
    return [finding for name in names for finding in _findings(name, found)]


def _findings(name: str, found: _Evidence) -> Iterator[Finding]:
    for entry, message in PROOFS[name](found):
        yield Finding(check=name, entry=entry, message=message)
