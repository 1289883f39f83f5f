"""Bringing what a terminal wrote offline, into a copy, back into the common book.

    common part    entries that both books have, hash for hash
    ours           what the common book has got since
    theirs         what the copy has got: each entry is tried behind ours, in its order,
                   under a new number, signed as it was

An entry that no longer fits is a conflict: a second sheet of a table, a void of what is
void, the same client id with other content, and whatever rests on such an entry.
Nothing is dropped: with a conflict nothing is merged, unless the caller keeps what is
in conflict aside first. A ruling that was made without knowing what the others had
ruled is brought in as it was made and named if it would be another now.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.book.book import Book, Item
from ledger.book.dump import as_line, line_of
from ledger.book.entries import head_row
from ledger.book.fold import Fold
from ledger.book.rows import rows_of
from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    IncidentRuled,
    LateAdjusted,
    PinSet,
    StaffAdded,
    Voided,
)
from ledger.core.event import Entry, EventState, Signature
from ledger.core.rescoring import Anew, differs, judged_anew
from ledger.core.roles import Act, check_role
from ledger.core.wishes import late as as_late
from ledger.errors import BookChanged, BookDamaged, BookError, LedgerError

ATTEMPTS: Final = 5
"""How often to plan anew when somebody writes while the plan is made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeConflict:
    """An entry of the other book that does not fit into this one."""

    entry: Entry
    why: str

    def __str__(self) -> str:
        place = self.entry.place
        where = "" if place.round is None else f" of round {place.round}"
        if place.table is not None:
            where += f", table {place.table}"
        who = self.entry.signature.staff
        return (
            f"entry {self.entry.number} ({self.entry.kind}{where}, {who}): {self.why}"
        )

    def line(self) -> str:
        """Return the entry as a line of a dump, with what stood in its way."""
        by, place = self.entry.signature, self.entry.place
        head = head_row(self.entry.number, self.entry.kind, place, by)
        links = {"previous_hash": self.entry.previous_hash, "hash": self.entry.hash}
        rows = rows_of(self.entry.content)
        return as_line({"conflict": self.why, **line_of({**head, **links}, rows)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """What a merge comes to."""

    common: int
    """How many entries both books began with."""
    brought: tuple[Entry, ...]
    """The new entries of this book; empty if nothing was written."""
    known: int
    """Entries of the other book that had been brought before."""
    conflicts: tuple[MergeConflict, ...]
    reruled: tuple[int, ...]
    """New entries with a ruling that would be another, now that all is in one book."""


@dataclass(frozen=True, slots=True)
class _Plan:
    common: int
    items: list[Item]
    known: int
    conflicts: list[MergeConflict]


def merge(
    book: Book,
    other: Book,
    by: Signature,
    *,
    late: str | None = None,
    aside: Callable[[Sequence[MergeConflict]], None] | None = None,
) -> Merge:
    """Bring the entries of another book of the same event into this one.

    Args:
        book: The common book.
        other: The copy that was worked in offline; it is not changed.
        by: Who merges; the entries keep those who signed them.
        late: Why they come after the event was finalised, if it was.
        aside: Keeps entries in conflict, before anything is written. None: a single
            conflict and nothing is written.

    Raises:
        BookDamaged: the other book does not prove.
        BookError: it is another event's, or this is not for `by` to do.
    """
    if book.event_id != other.event_id:
        raise BookError(
            f"{other.location}: is the book of another event, nothing was merged"
        )
    for wrong in other.verify():
        raise BookDamaged(f"{other.location}: does not prove: {wrong}")
    check_role(book.state(), by.staff, Act.ARRANGE)
    for attempt in range(1, ATTEMPTS + 1):
        state = book.state()
        head = state.head_hash
        plan = _planned(book.event_id, state, other.state(), late)
        if plan.conflicts:
            if aside is None:
                return _told(plan, (), ())
            aside(plan.conflicts)
        try:
            brought = book.add_all(plan.items, after=head)
        except LedgerError as error:
            is_new = book.state().head_hash != head
            if attempt == ATTEMPTS or not (is_new or isinstance(error, BookChanged)):
                raise
            continue
        return _told(plan, brought, _reruled(book, brought))
    raise AssertionError("the last attempt returns or raises")


def _told(plan: _Plan, brought: Sequence[Entry], reruled: Sequence[int]) -> Merge:
    return Merge(
        common=plan.common,
        brought=tuple(brought),
        known=plan.known,
        conflicts=tuple(plan.conflicts),
        reruled=tuple(reruled),
    )


def _planned(
    event_id: str, ours: EventState, theirs: EventState, late: str | None
) -> _Plan:
    """Return which entries fit behind ours, tried one after the other."""
    common = _common(ours, theirs)
    ahead = Fold(event_id, ours.entries)
    numbers = {number: number for number in range(1, common + 1)}
    plan = _Plan(common, [], 0, [])
    known = 0
    listed = _listed_apart(ours, theirs, common)
    for entry in theirs.entries[common:]:
        try:
            content = retargeted(entry.content, numbers)
            if isinstance(entry.effective, StaffAdded):
                _check_not_listed(entry.effective, listed)
            is_late = ahead.state.finalised is not None and not isinstance(
                content, LateAdjusted | PinSet
            )
            wish = as_late(content, late if is_late else None)
            made = ahead.make(wish, entry.place, entry.signature)
        except LedgerError as error:
            plan.conflicts.append(MergeConflict(entry=entry, why=str(error)))
            continue
        numbers[entry.number] = made.entry.number
        if made.is_new:
            ahead.apply(made.entry)
            plan.items.append((wish, entry.place, entry.signature))
        else:
            known += 1
    return replace(plan, known=known)


def _listed_apart(ours: EventState, theirs: EventState, common: int) -> set[str]:
    """Return whom ours has put on the staff, or in another role, without theirs."""
    brought = {entry.signature.client_id for entry in theirs.entries[common:]}
    return {
        entry.effective.name
        for entry in ours.entries[common:]
        if isinstance(entry.effective, StaffAdded)
        and entry.signature.client_id not in brought
    }


def _check_not_listed(added: StaffAdded, listed: set[str]) -> None:
    """Check that a role is not settled by who happens to be merged last.

    Raises:
        BookError: both books have put that person on the staff.
    """
    if added.name in listed:
        raise BookError(f"{added.name!r} is on the staff already")


def _common(ours: EventState, theirs: EventState) -> int:
    """Return how many entries both begin with."""
    pairs = zip(ours.entries, theirs.entries, strict=False)
    for count, (one, other) in enumerate(pairs):
        if one.hash != other.hash:
            return count
    return min(ours.head, theirs.head)


def retargeted(content: Content, numbers: Mapping[int, int]) -> Content:
    """Return a content that names other entries by the numbers that they have here.

    Raises:
        BookError: an entry that it names has not been brought.
    """
    match content:
        case LateAdjusted(content=inner):
            within = retargeted(inner, numbers)
            assert not isinstance(within, LateAdjusted)
            return replace(content, content=within)
        case Voided() | Amended() | AppealLodged() | AppealDecided() | Confirmed():
            if content.target not in numbers:
                raise BookError(
                    f"rests on entry {content.target} there, which is in conflict"
                )
            return replace(content, target=numbers[content.target])
        case _:
            return content


def _reruled(book: Book, brought: Sequence[Entry]) -> list[int]:
    """Return the new rulings that would be others, judged in the whole book."""
    rulings = [e.number for e in brought if isinstance(e.effective, IncidentRuled)]
    if not rulings:
        return []
    anew: Anew = judged_anew(book.state(), book.rules)
    found = []
    for number in rulings:
        booked, now = (
            book.state().entries[number - 1].effective,
            anew.rulings.get(number),
        )
        assert isinstance(booked, IncidentRuled)
        if now is None or differs(booked, now):
            found.append(number)
    return found
