"""Named checks of an event: what a good book never shows, each silent when good.

Every check reads the event's state and says what it finds; none repairs anything. The
proof that the rows are the ones that were booked is the book's own (`verify`).
"""

import contextlib
import hashlib
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ledger.core.admission import imbalances, spelt
from ledger.core.contents import Account, Created, IncidentRuled, RulesetChanged
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.live import followed
from ledger.core.reconciling import difference_words
from ledger.core.rules import Rules, pinned_rules
from ledger.core.standings import Standings, standings
from ledger.core.terms import STICK, Stage
from ledger.errors import BookDamaged, RulesetError


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not as it should be."""

    check: str
    message: str
    entry: int | None = None
    """The entry that it was found at, if it is one."""

    def __str__(self) -> str:
        at = f"entry {self.entry}: " if self.entry is not None else ""
        return f"{self.check}: {at}{self.message}"


Said = Iterator[tuple[int | None, str]]
"""What an audit finds: an entry's number or none, and the message."""


@dataclass(frozen=True)
class _Subject:
    """An event under its rules, added up once for all audits."""

    state: EventState
    rules: Rules

    @cached_property
    def totals(self) -> Standings:
        return standings(self.state, self.rules)


def _balance(event: _Subject) -> Said:
    """Check that what was booked sums to zero, entry by entry and over all players."""
    for entry, ruled in event.state.rulings():
        for stage, points in imbalances(ruled.postings):
            yield entry.number, f"postings {stage} sum to {spelt(points)}, expected 0"
    points = event.totals.check.points
    if points:
        yield None, f"all totals together are off by {spelt(points)} points"


def _seats(event: _Subject) -> Said:
    """Check that who is named at a table sits there."""
    for entry, ruled in event.state.rulings():
        players = _players_at(event.state, entry)
        if not players:
            continue
        named = {one.offender for one in ruled.incidents if one.offender}
        named |= {posting.player for posting in ruled.postings if posting.player}
        moved = {event.state.moved_to(entry, number) for number in named}
        for number in sorted(moved - set(players)):
            yield entry.number, f"player {number} does not sit at {_table_of(entry)}"
    for (round_, number), result in sorted(event.state.results.items()):
        seated = event.state.seated((round_, result.table or 0))
        if seated is not None and number not in seated:
            where = f"table {result.table} in round {round_}"
            yield None, f"player {number} has a result of {where}, but sits elsewhere"


def _players_at(state: EventState, entry: Entry) -> tuple[str, ...]:
    key = _key(entry)
    return (state.seated(key) or ()) if key else ()


def _key(entry: Entry) -> HanchanKey | None:
    if entry.place.round is None or entry.place.table is None:
        return None
    return entry.place.round, entry.place.table


def _table_of(entry: Entry) -> str:
    return f"table {entry.place.table} in round {entry.place.round}"


def _sheets(event: _Subject) -> Said:
    """Check that each sheet adds up by itself and is as the table was followed."""
    for hanchan in event.totals.differences:
        yield event.state.sheets[hanchan.key].number, difference_words(hanchan)
    for key in sorted(event.state.seatings):
        try:
            followed(event.state, event.rules, key)
        except BookDamaged as error:
            yield None, f"round {key[0]} table {key[1]} cannot be followed: {error}"


def _sticks(event: _Subject) -> Said:
    """Check that what is left on a table is whole sticks."""
    for entry in event.state.sheets.values():
        sheet = event.state.sheet(_key(entry) or (0, 0))
        if sheet is not None and (sheet.leftover < 0 or sheet.leftover % STICK):
            left = f"{spelt(sheet.leftover)} are left at {_table_of(entry)}"
            yield entry.number, f"{left}, expected whole sticks"


def _duplicates(event: _Subject) -> Said:
    """Check that the same fault at the same moment is not booked twice."""
    seen: dict[tuple[object, ...], int] = {}
    for entry, ruled in event.state.rulings():
        # Without a hand only the time tells one lateness from the next.
        when = entry.place.hand or entry.signature.at
        for one in ruled.incidents:
            facts = tuple(
                sorted((name, repr(fact)) for name, fact in one.facts.items())
            )
            key = (entry.place, when, one.offender, one.situation, facts)
            first = seen.setdefault(key, entry.number)
            if first != entry.number:
                yield entry.number, f"is the same as entry {first} ({one.situation})"


def _settled(event: _Subject) -> Said:
    """Check that nothing is said to be paid at the table that cannot be."""
    for entry, ruled in event.state.rulings():
        for posting in ruled.postings:
            if posting.stage is Stage.AFTER_UMA and posting.settled == "table":
                fine = f"{spelt(posting.points)} after uma"
                yield entry.number, f"{fine} are marked as settled at the table"
                break


def _ruleset(event: _Subject) -> Said:
    """Check that each pinned ruleset is whole, and that the last one is applied."""
    last, digest = 1, event.rules.digest
    known: Container[str] = event.rules.situations
    for entry in event.state.entries:
        content = entry.effective
        if isinstance(content, Created | RulesetChanged):
            last, digest = entry.number, content.digest
            yield from ((last, fault) for fault in _pin_faults(content))
            with contextlib.suppress(RulesetError):
                known = pinned_rules(content.pinned).situations
        elif entry.number in event.state.incidents:
            assert isinstance(content, IncidentRuled)
            for one in content.incidents:
                if one.situation not in known:
                    yield entry.number, f"the ruleset has no {one.situation!r}"
    if digest != event.rules.digest:
        yield last, "the rules in use are not the pinned ones"


def _pin_faults(pin: Created | RulesetChanged) -> Iterator[str]:
    yield from pin_faults(pin.pinned, pin.digest)
    try:
        pinned_rules(pin.pinned)
    except RulesetError as error:
        yield str(error)


def pin_faults(pinned: str, digest: str) -> Iterator[str]:
    """Yield what is wrong with a pinned ruleset: its text has to give its digest."""
    if hashlib.sha256(pinned.encode()).hexdigest() != digest:
        yield "the pinned ruleset does not give its digest"


def _unexplained(event: _Subject) -> Said:
    """Check that the journal accounts for what a sheet is short of or has too much.

    Points that left the table for a fine are missing from its sheet; a deposit is
    missing until somebody has won it.
    """
    fines, deposits = _taken_from_tables(event.state)
    for hanchan in event.totals.hanchan:
        missing = hanchan.unexplained
        if hanchan.explained and not missing:
            continue
        least = fines[hanchan.key]
        most = least + deposits[hanchan.key]
        if not least <= missing <= most:
            rest = missing - (most if missing > most else least)
            round_, table = hanchan.key
            what = "missing" if rest > 0 else "too many"
            at = f"at table {table} in round {round_}"
            yield (
                event.state.sheets[hanchan.key].number,
                f"{spelt(abs(rest))} points {what} {at}, and no entry says why",
            )


def _taken_from_tables(
    state: EventState,
) -> tuple[Mapping[HanchanKey, int], Mapping[HanchanKey, int]]:
    """Return what entries took off each table: as fines, and as deposits."""
    fines: dict[HanchanKey, int] = defaultdict(int)
    deposits: dict[HanchanKey, int] = defaultdict(int)
    for entry, ruled in state.rulings():
        key = _key(entry)
        if key is None:
            continue
        for posting in ruled.postings:
            if posting.settled == "ledger" or posting.account is Account.PLAYER:
                continue
            if posting.account is not Account.POT:
                fines[key] += posting.points
            elif posting.points > 0:
                deposits[key] += posting.points
    return fines, deposits


AUDITS: Final[Mapping[str, Callable[[_Subject], Said]]] = {
    "balance": _balance,
    "seats": _seats,
    "sheets": _sheets,
    "sticks": _sticks,
    "duplicates": _duplicates,
    "settled": _settled,
    "ruleset": _ruleset,
    "unexplained": _unexplained,
}
"""The audits of a state, by name."""


def audit(names: Iterable[str], state: EventState, rules: Rules) -> list[Finding]:
    """Return what some of `AUDITS` find; nothing if all is well."""
    event = _Subject(state, rules)
    return [
        Finding(check=name, entry=entry, message=message)
        for name in names
        for entry, message in AUDITS[name](event)
    ]
