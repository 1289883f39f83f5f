"""The book in memory: what its entries amount to, and the entry that would come next.

No database here: the same entries and the same wish always give the same next entry,
with its rows and its hash.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.book.cells import Row, Rows
from ledger.book.entries import entry_of, hash_of, head_row
from ledger.book.rows import KIND_OF, content_of, rows_of
from ledger.core.admission import admit
from ledger.core.contents import Content, Created
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.rules import Rules, pinned_rules
from ledger.core.wishes import JUDGED, Wish, decided, place_of
from ledger.errors import BookError


@dataclass(frozen=True, slots=True)
class Made:
    """An entry, with its rows if it is new."""

    entry: Entry
    head: Row
    rows: Rows
    is_new: bool


class Fold:
    """What the entries of one event amount to, grown entry by entry."""

    def __init__(self, event_id: str, entries: Iterable[Entry] = ()) -> None:
        self.event_id = event_id
        self.state = EventState()
        self._numbers: dict[str, int] = {}
        """By client id."""
        self._past = EventState()
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        """Grow by the next entry."""
        self.state.apply(entry)
        self._numbers[entry.signature.client_id] = entry.number

    @property
    def rules(self) -> Rules:
        """The pinned ruleset; compiled once.

        Raises:
            RulesetError: the pin is damaged.
        """
        return pinned_rules(self.state.pinned)

    def make(
        self,
        what: Wish,
        place: Place,
        by: Signature,
        shown: str | None = None,
    ) -> Made:
        """Return the next entry, or the one that this client id has made before.

        Raises:
            LedgerError: it may not be booked; see `Book.record` and `Book.add`.
        """
        number = self._numbers.get(by.client_id)
        if number is not None:
            return self._made_before(self.state.entries[number - 1], what, place)
        place = place_of(what, place)
        rules = self.rules if self.state.head else None
        content: Content
        if isinstance(what, Created):
            content = what
        elif rules is None:
            raise BookError("the first entry, and no other, makes the event")
        else:
            content = decided(self.state, rules, what, shown, by.staff)
        admit(self.state, content, place, rules, by.staff)
        head = head_row(self.state.head + 1, KIND_OF[type(content)], place, by)
        rows = rows_of(content)
        head["previous_hash"] = self.state.head_hash
        head["hash"] = hash_of(self.event_id, head, rows)
        return Made(entry_of(head, rows), head, rows, is_new=True)

    def _made_before(self, old: Entry, what: Wish, place: Place) -> Made:
        """Return an entry that was sent a second time, if it still says the same."""
        if not self._says(old, what, place):
            raise BookError(
                f"client id {old.signature.client_id!r} was used for entry "
                f"{old.number}, which holds something else"
            )
        return Made(old, {}, {}, is_new=False)

    def _says(self, old: Entry, what: Wish, place: Place) -> bool:
        """Whether an entry is what a wish came to when it was booked."""
        if isinstance(what, JUDGED):
            if old.number == 1:
                return False
            # Judged as it was then: by now the entry itself is part of the history.
            past = self._before(old.number)
            rules = pinned_rules(past.pinned)
            content = decided(past, rules, what, staff=old.signature.staff)
        else:
            content = what
        kind = KIND_OF[type(content)]
        if kind != old.kind or place_of(what, place) != old.place:
            return False
        return content_of(kind, rows_of(content)) == old.content

    def _before(self, number: int) -> EventState:
        """Return the state as it was before an entry; cheap if asked in their order."""
        if self._past.head >= number:
            self._past = EventState()
        for entry in self.state.entries[self._past.head : number - 1]:
            self._past.apply(entry)
        return self._past
