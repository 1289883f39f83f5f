"""The book of one event: open it, add entries, read what they amount to.

Every entry is added in one transaction: take the right to write, catch up with what
others have written, check or judge against that, append, commit durably. What is kept
in memory is folded out of the entries and grown by the new ones only, so that one more
incident costs the same in a long event as in a short one.

A book holds one connection and belongs to one thread at a time; another thread opens
its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection

from ledger.book import audits, store
from ledger.book.cells import Row, Rows
from ledger.book.corrections import Corrections
from ledger.book.engine import (
    PATIENCE,
    data_version,
    file_of,
    new_engine,
    plain_errors,
    reading,
    writing,
)
from ledger.book.entries import entry_of, event_id_of
from ledger.book.fold import Fold, Made
from ledger.book.schema import bring_to_head, copy_to, fresh_file, upgrade
from ledger.core import editions
from ledger.core.audits import AUDITS, Finding, audit
from ledger.core.contents import Content, Created
from ledger.core.desk import Draft
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.rules import Rules, of_edition
from ledger.core.situations import nearest
from ledger.core.wishes import Wish
from ledger.core.wishes import late as as_late
from ledger.errors import BookChanged, BookDamaged, BookError

Item = tuple[Wish, Place, Signature]
"""What to add, where it happened (a draft knows that itself), and who signs."""

CHECKS: Final = ("chain", *AUDITS)
"""The names that `Book.check` knows."""

_PROGRESS_STEP: Final = 100


class Book(Corrections):
    """One event in its database."""

    def __init__(self, path: Path, connection: Connection, event_id: str) -> None:
        """Hold an open connection; use `create` or `open`."""
        self.path = path
        self.event_id = event_id
        self._connection = connection
        self._fold = Fold(event_id)
        self._seen = -1
        self._file = _identity(path)

    # Opening ----------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        location: str | Path,
        *,
        name: str,
        ruleset: str,
        options: Mapping[str, str] | None = None,
        rounds: int | None = None,
        by: Signature,
    ) -> Self:
        """Make a new event with its ruleset pinned, and open it.

        Args:
            location: A file that does not exist yet.
            name: The event's name.
            ruleset: An edition's id, or a path to a ruleset file.
            options: The edition's options; the first choice of each one left out.
            rounds: How many rounds are planned.
            by: Who makes it.

        Raises:
            RulesetError: the edition or an option is unknown, or the file is bad.
            BookError: the file exists or cannot be made; nothing is left behind.
        """
        path = file_of(location)
        edition = editions.find(ruleset)
        of_edition(edition, options)  # proves it, before anything is written
        pinned, digest = edition.pinned(options)
        content = Created(
            name=name, ruleset=edition.id, pinned=pinned, digest=digest, rounds=rounds
        )
        with fresh_file(path) as made:
            engine = new_engine(made)
            upgrade(engine)
            with engine.connect() as connection, writing(connection):
                fold = Fold(event_id_of(content, by))
                first = fold.make(content, Place(), by)
                store.add(connection, fold.event_id, [(first.head, first.rows)])
        return cls.open(path)

    @classmethod
    def open(cls, location: str | Path, *, patience: float = PATIENCE) -> Self:
        """Open an event's file, migrating it if an older program made it.

        Args:
            location: The file, or a `sqlite:///` URL.
            patience: Seconds to wait for other writers.

        Raises:
            NotABook: the file is something else.
            SchemaTooNew: a newer program wrote it; it is untouched.
            BookDamaged: the migrated file does not prove.
            BookError: it does not exist, or cannot be read and written.
        """
        path = file_of(location)
        backup = bring_to_head(path, patience)
        with plain_errors(path):
            connection = new_engine(path, patience).connect()
            try:
                with reading(connection):
                    event_id = _event_of(connection, path)
                    if backup is not None:
                        _prove(connection, event_id, path, backup)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, event_id)

    def close(self) -> None:
        """Let the file go; the book is of no use afterwards."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Reading ----------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The pinned ruleset, compiled once.

        Raises:
            RulesetError: the pin is damaged.
            BookError: the book cannot be read.
        """
        if not self._fold.state.head:
            self.state()
        return self._fold.rules

    def state(self) -> EventState:
        """Return what the entries amount to; the same object, grown by the new ones.

        Raises:
            BookDamaged: an entry cannot be read or does not follow the one before.
            BookError: the book cannot be read.
        """
        with self._reading():
            self._catch_up()
        return self._fold.state

    def changed(self) -> bool:
        """Whether somebody else has written since the last look; costs microseconds."""
        with plain_errors(self.path):
            return data_version(self._connection) != self._seen

    def verify(self) -> list[Finding]:
        """Prove the book from its rows; each wrong entry is named, the first one first.

        Raises:
            BookError: the book cannot be read at all.
        """
        with self._reading():
            return audits.proof(self._connection, self.event_id)

    def check(self, names: Sequence[str] = ()) -> list[Finding]:
        """Return what the named checks find, or all `CHECKS`; nothing if all is well.

        Raises:
            BookError: a name is unknown, or the book cannot be read.
        """
        for name in names:
            if name not in CHECKS:
                raise BookError(
                    f"unknown check {name!r}, expected one of: {', '.join(CHECKS)}"
                    + nearest(name, CHECKS)
                )
        wanted = names or CHECKS
        if "chain" in wanted:
            with self._reading():
                broken = audits.proof(self._connection, self.event_id, audits.CHAIN)
            if broken:
                return broken  # no sense in adding up what cannot be trusted
        audited = [name for name in wanted if name in AUDITS]
        return audit(audited, self.state(), self.rules)

    def backup(self, path: str | Path) -> None:
        """Copy the book to a new file; safe while it is open and written to.

        Raises:
            BookError: the file exists or cannot be made.
        """
        with plain_errors(self.path):
            copy_to(self._connection, Path(path))

    # Adding -----------------------------------------------------------------------

    def write(
        self, wish: Wish, place: Place, by: Signature, shown: str | None = None
    ) -> Entry:
        """Book one entry, durably; a wish that needs a ruling is judged first.

        Args:
            wish: What is to be booked.
            place: Where it happened; a draft knows that itself.
            by: Who signs; the same client id again gives the entry booked already.
            shown: The fingerprint of the ruling on the screen; None asks for no
                comparison.

        Raises:
            RulingChanged: others have written meanwhile and the ruling differs.
            IncidentError: something is still asked, or the draft contradicts itself.
            BookError: it contradicts the book (see `core.admission`), cannot be
                written, or the client id holds something else.
        """
        with self._writing():
            self._catch_up()
            made = self._fold.make(wish, place, by, shown)
            self._add([made])
        if made.is_new:
            self._fold.apply(made.entry)
        return made.entry

    def record(
        self,
        draft: Draft,
        by: Signature,
        shown: str | None = None,
        late: str | None = None,
    ) -> Entry:
        """Judge a draft and book the ruling; raises as `write`.

        Args:
            draft: What the referee states.
            by: Who signs.
            shown: The fingerprint of the ruling on the screen.
            late: Why it comes after the event was finalised.
        """
        return self.write(as_late(draft, late), draft.place, by, shown)

    def add(
        self, content: Content, place: Place, by: Signature, late: str | None = None
    ) -> Entry:
        """Book a content that needs no ruling; raises as `write`.

        Args:
            content: Players, staff, a seating, a sheet, results and the like.
            place: Where it happened.
            by: Who signs.
            late: Why it comes after the event was finalised.
        """
        return self.write(as_late(content, late), place, by)

    def add_all(
        self,
        items: Iterable[Item],
        progress: Callable[[int], None] | None = None,
        *,
        after: str | None = None,
    ) -> list[Entry]:
        """Book many entries in one transaction, all or none.

        Args:
            items: In order; each may rest on those before it.
            progress: Is told now and then how many are ready to be written.
            after: The hash of the entry that they have to follow; None: of any.

        Raises:
            BookChanged: somebody has written after that entry; nothing was written.
            LedgerError: as `write`; nothing was written.
        """
        with self._writing():
            self._catch_up()
            if after not in (None, self._fold.state.head_hash):
                raise BookChanged(f"{self.path}: somebody has written meanwhile")
            # On a copy: what does not get written must not show in our state.
            ahead = Fold(self.event_id, self._fold.state.entries)
            everything: list[Made] = []
            for what, place, by in items:
                made = ahead.make(what, place, by)
                if made.is_new:
                    ahead.apply(made.entry)
                everything.append(made)
                if progress and len(everything) % _PROGRESS_STEP == 0:
                    progress(len(everything))
            self._add(everything)
        for made in everything:
            if made.is_new:
                self._fold.apply(made.entry)
        return [made.entry for made in everything]

    def _add(self, everything: Iterable[Made]) -> None:
        new = ((made.head, made.rows) for made in everything if made.is_new)
        store.add(self._connection, self.event_id, new)

    # Growing ----------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with plain_errors(self.path), reading(self._connection):
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with plain_errors(self.path), writing(self._connection):
            if _identity(self.path) != self._file:
                # The system would let us write on, into a file that nobody finds.
                raise BookError(
                    f"{self.path}: was moved, removed or replaced while it was open; "
                    "nothing was written"
                )
            yield

    def _catch_up(self) -> None:
        """Fold in what is new since the last look; inside a transaction."""
        state = self._fold.state
        version = data_version(self._connection)
        if version == self._seen:
            return
        stored = store.read(self._connection, self.event_id, after=state.head)
        heads = stored.heads
        if state.head:
            last, *heads = heads or [{}]
            if last.get("hash") != state.head_hash:
                raise BookDamaged(
                    f"{self.path}: entry {state.head} is no longer what it was; "
                    "somebody changed or replaced the file"
                )
        for head in heads:
            self._take(head, stored.details.get(head["number"], {}))
        self._seen = version

    def _take(self, head: Row, rows: Rows) -> None:
        state = self._fold.state
        if head["number"] != state.head + 1 or head["previous_hash"] != state.head_hash:
            raise BookDamaged(
                f"{self.path}: entry {head['number']} does not follow entry "
                f"{state.head}; run verify"
            )
        try:
            self._fold.apply(entry_of(head, rows))
        except (BookDamaged, AssertionError, LookupError, ValueError) as error:
            self._fold = Fold(self.event_id)  # half an entry may be in the old one
            raise BookDamaged(
                f"{self.path}: entry {head['number']}: {error}; run verify"
            ) from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another one of the same name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _event_of(connection: Connection, path: Path) -> str:
    event_id = store.event_of(connection)
    if event_id is None:
        raise BookDamaged(f"{path}: holds no event")
    return event_id


def _prove(connection: Connection, event_id: str, path: Path, backup: Path) -> None:
    for wrong in audits.proof(connection, event_id):
        raise BookDamaged(
            f"{path}: after the migration, {wrong}; the file as it was is {backup}"
        )
