"""The event as it would be after an import, grown row by row while the plan is made.

Later rows are looked at in the light of earlier ones: an incident is judged with the
seats and the earlier rulings of the same import. What a faulty row would have brought
is remembered as doubtful, so that one slip raises no faults in rows that build on it;
so is a whole file of which a row, or the header, could not be read.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from ledger.core.contents import Content
from ledger.core.desk import Draft
from ledger.core.event import KINDS, Entry, EventState, HanchanKey, Place, Signature
from ledger.core.rules import Rules
from ledger.core.situations import nearest
from ledger.files.known_rows import KnownRows
from ledger.files.records import COLUMNS, NEEDED
from ledger.files.tables import Notes, Row, read_rows, shown

KIND_OF: Final = {content: kind for kind, content in KINDS.items()}

PROGRESS_STEP: Final = 1000
Progress = Callable[[str], None]
"""Is told in a few words how far the plan of a large file is."""

Item = tuple[Content | Draft, Place, Signature]
"""What the book takes: `Book.add_all`."""


class Trial:
    """A copy of the event, what is to be added to it, and what is wrong; used once."""

    def __init__(
        self,
        state: EventState,
        rules: Rules,
        by: Signature,
        progress: Progress | None = None,
    ) -> None:
        self.state = EventState()
        for entry in state.entries:
            self.state.apply(entry)
        self.rules = rules
        self.by = by
        self._progress = progress
        self.in_book = KnownRows(state)
        self.notes = Notes()
        self.items: list[Item] = []
        self.added: Counter[str] = Counter()
        self.known: Counter[str] = Counter()
        self.doubtful_players: set[str] = set()
        self.doubtful_tables: set[HanchanKey] = set()
        self.doubtful_files: set[str] = set()

    def rows(self, kind: str, path: Path) -> Iterator[Row]:
        """Return the rows of one of the contract's files, all of them read before."""
        before = len(self.notes.faults)
        rows = list(read_rows(path, COLUMNS[kind], NEEDED[kind], self.notes))
        if len(self.notes.faults) > before:
            self.doubtful_files.add(kind)
        return self.counted(kind, rows)

    def counted(self, kind: str, rows: Sequence[Row]) -> Iterator[Row]:
        """Yield rows, telling now and then how many are done."""
        for at, row in enumerate(rows):
            if self._progress is not None and at and at % PROGRESS_STEP == 0:
                self._progress(f"{kind}: {at:,} of {len(rows):,} rows")
            yield row

    def is_doubtful(self, key: tuple[int | None, int | None]) -> bool:
        """Whether a table may be seated by what could not be read of the import."""
        return key in self.doubtful_tables or "seating" in self.doubtful_files

    def signed(self, client: str) -> Signature:
        """Return the importer's signature under a row's client id."""
        return replace(self.by, client_id=client)

    def add(
        self,
        content: Content,
        place: Place,
        signature: Signature,
        draft: Draft | None = None,
    ) -> None:
        """Plan a content, or the draft that leads to it, and grow the event by it."""
        self.items.append((draft or content, place, signature))
        self.state.apply(
            Entry(
                number=self.state.head + 1,
                kind=KIND_OF[type(content)],
                signature=signature,
                place=place,
                content=content,
            )
        )

    def knows(self, row: Row, column: str, number: str) -> bool:
        """Whether a player is listed; a fault is noted if he surely is not."""
        if number in self.state.players:
            return True
        may_be = number in self.doubtful_players or "players" in self.doubtful_files
        if not may_be:
            row.fault(
                column,
                f"player {shown(number)} is unknown, expected a number of the list of"
                " players" + nearest(number, self.state.players),
            )
        return False

    def skip_voided(self, kind: str, row: Row, entry: Entry) -> None:
        """Leave out a row whose entry was taken back, and say so."""
        self.known[kind] += 1
        row.warn(
            "",
            f"is in the book as entry {entry.number}, which entry"
            f" {self.state.voids[entry.number]} took back: not added again",
        )
