"""What is said about entries that are in the book, as methods of the book.

Each is one entry, booked like any other: void and amend, lodge an appeal and decide it,
confirm, finalise. Nothing here knows the database; `Book` brings `state` and `write`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ledger.book.fresh_file import spare_name
from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Finalised,
    PinSet,
    Sheet,
    SheetEntered,
    Voided,
)
from ledger.core.desk import Draft
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.spelling import slug
from ledger.core.wishes import AmendRuling, ChangeRuling, Wish
from ledger.core.wishes import late as as_late
from ledger.errors import BookError

Verdict = Literal["dismissed", "upheld"] | Draft
"""What becomes of an appeal; a draft: the ruling is changed to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """An event that was finalised, and the copy that was made of it."""

    entry: Entry
    backup: Path | None
    """None: it could not be made."""
    fault: str = ""
    """What was in the way of the copy."""


class Corrections(ABC):
    """The part of a book that speaks of its own entries; all raise as `Book.write`."""

    @property
    @abstractmethod
    def location(self) -> str:
        """By what to open this event again."""

    @abstractmethod
    def backup(self, path: str | Path) -> None:
        """Copy the book to a new file."""

    @abstractmethod
    def state(self) -> EventState:
        """Return what the entries amount to."""

    @abstractmethod
    def write(
        self, wish: Wish, place: Place, by: Signature, shown: str | None = None
    ) -> Entry:
        """Book one entry, durably."""

    def void(
        self, number: int, reason: str, by: Signature, late: str | None = None
    ) -> Entry:
        """Take an entry back; it stays in the book and counts no longer.

        Raises:
            BookError: there is no such entry, it cannot be voided or is void already,
                or there is no reason.
        """
        content = Voided(target=number, reason=reason)
        return self.write(as_late(content, late), self._place(number), by)

    def amend(
        self,
        number: int,
        reason: str,
        instead: Sheet | Draft,
        by: Signature,
        *,
        shown: str | None = None,
        late: str | None = None,
    ) -> Entry:
        """Put another sheet or ruling in the place of one that stands, as one act.

        Args:
            number: The entry whose place it takes.
            reason: Why.
            instead: The right sheet, or the draft of the right ruling; it is judged
                with what was in the book before the ruling that it replaces.
            by: Who signs.
            shown: The fingerprint of the ruling on the screen.
            late: Why it comes after the event was finalised.
        """
        if isinstance(instead, Draft):
            amend = AmendRuling(target=number, reason=reason, draft=instead)
            return self.write(as_late(amend, late), instead.place, by, shown)
        content = Amended(
            target=number, reason=reason, content=SheetEntered(sheet=instead)
        )
        return self.write(as_late(content, late), self._place(number), by)

    def appeal(
        self,
        number: int,
        appellant: str,
        reason: str,
        by: Signature,
        late: str | None = None,
    ) -> Entry:
        """Lodge an appeal against a ruling.

        Args:
            number: The ruling.
            appellant: The number or the name of who appeals.
            reason: Why.
            by: Who takes it down.
            late: Why it comes after the event was finalised.
        """
        content = AppealLodged(target=number, by=appellant, reason=reason)
        return self.write(as_late(content, late), self._place(number), by)

    def decide(
        self,
        number: int,
        verdict: Verdict,
        reason: str,
        by: Signature,
        *,
        shown: str | None = None,
        late: str | None = None,
    ) -> Entry:
        """Decide an appeal.

        Args:
            number: The entry of the appeal.
            verdict: `dismissed`: the ruling stands; `upheld`: the appellant is right
                and the ruling is taken back; a draft: the ruling is changed to it.
            reason: Why.
            by: Who decides.
            shown: The fingerprint of the ruling on the screen.
            late: Why it comes after the event was finalised.
        """
        if isinstance(verdict, Draft):
            change = ChangeRuling(target=number, reason=reason, draft=verdict)
            return self.write(as_late(change, late), verdict.place, by, shown)
        content = AppealDecided(target=number, decision=verdict, reason=reason)
        return self.write(as_late(content, late), self._place(number), by)

    def confirm(self, number: int, by: Signature, late: str | None = None) -> Entry:
        """Confirm a pending ruling, so that it counts."""
        content = Confirmed(target=number)
        return self.write(as_late(content, late), self._place(number), by)

    def finalise(self, note: str, by: Signature) -> "Closing":
        """Close the event and copy it: what comes later is a late adjustment.

        The copy lies beside the event's file; that of an event on a server lies in the
        working folder. It is made after the entry and undoes nothing if it fails.
        """
        entry = self.write(Finalised(note=note), Place(), by)
        copy = spare_name(self._beside("final"))
        try:
            self.backup(copy)
        except BookError as error:
            return Closing(entry=entry, backup=None, fault=str(error))
        return Closing(entry=entry, backup=copy)

    def set_pin(self, name: str, digest: str, by: Signature) -> Entry:
        """Give a person a new PIN; `digest` is what `core.sign_in.digest` made of it.

        It is allowed at any time, also after the event was finalised.
        """
        content = PinSet(name=name, hash=digest)
        return self.write(content, Place(), by)

    def _beside(self, word: str) -> Path:
        """Return the name of a copy of this book."""
        if "://" not in self.location:
            path = Path(self.location)
            return path.with_name(f"{path.stem}.{word}{path.suffix}")
        created = self.state().created
        assert created is not None, "entry 1 makes the event"
        return Path(f"{slug(created.name)}.{word}.db")

    def _place(self, number: int) -> Place:
        """Return where an entry happened; nowhere if there is none."""
        entries = self.state().entries
        return entries[number - 1].place if 1 <= number <= len(entries) else Place()
