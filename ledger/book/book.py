"""The book of one event: open it, add entries, read what they amount to.

Every entry is added in one transaction: take the right to write, catch up with what
others have written, check or judge against that, append, commit durably. What is kept
in memory is folded out of the entries and grown by the new ones only, so that one more
incident costs the same in a long event as in a short one.

A book holds one connection and belongs to one thread at a time; another thread opens
its own. A connection that is lost is told of at once and made anew by the next call:
whoever then sends the same client id again books once, whether or not the first time
had come through.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection

from ledger.book import audits, store
from ledger.book.cells import Row, Rows
from ledger.book.corrections import Corrections
from ledger.book.database import PATIENCE, Database
from ledger.book.dump import lines_of
from ledger.book.entries import entry_of, event_id_of
from ledger.book.fold import Fold, Made
from ledger.book.line import Line
from ledger.book.location import database_of
from ledger.core import editions
from ledger.core.audits import AUDITS, Finding, audit
from ledger.core.chains import entry_of_hash
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

    def __init__(self, database: Database) -> None:
        """Connect to an event that is there; use `create` or `open`."""
        self._line = Line(database)
        self.event_id = self._line.event_id
        self._fold = Fold(self.event_id)

    @property
    def location(self) -> str:
        """By what to open this event again: a path, or a URL without its password."""
        return self._line.database.address

    @property
    def watch_seconds(self) -> float:
        """How often to ask `changed`, for what others write to be seen at once."""
        return self._line.watch_seconds

    @property
    def obstacle(self) -> str:
        """Why nothing can be written here, such as `spring.db is read-only`; or empty.

        It is what the system says; whoever writes all the same is refused.
        """
        return self._line.obstacle

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
        database = database_of(location)
        edition = editions.find(ruleset)
        of_edition(edition, options)  # proves it, before anything is written
        pinned, digest = edition.pinned(options)
        content = Created(
            name=name, ruleset=edition.id, pinned=pinned, digest=digest, rounds=rounds
        )

        def fill(connection: Connection) -> str:
            fold = Fold(event_id_of(content, by))
            first = fold.make(content, Place(), by)
            store.add(connection, fold.event_id, [(first.head, first.rows)])
            return fold.event_id

        return cls(database.of(database.make(fill)))

    @classmethod
    def open(cls, location: str | Path, *, patience: float = PATIENCE) -> Self:
        """Open an event, migrating it if an older program made it.

        Args:
            location: The file, or a URL: `sqlite:///FILE`, or
                `postgresql+psycopg://…` with `?event=ID` if there are several.
            patience: Seconds to wait for other writers.

        Raises:
            NotABook: it is something else.
            SchemaTooNew: a newer program wrote it; it is untouched.
            BookDamaged: what was migrated does not prove.
            ConnectionLost: the server cannot be reached.
            BookError: it does not exist, or cannot be read.
        """
        return cls(database_of(location, patience))

    def close(self) -> None:
        """Let the database go; the book is of no use afterwards."""
        self._line.close()

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
        with self._line.reading() as connection:
            self._catch_up(connection)
        return self._fold.state

    def changed(self) -> bool:
        """Whether somebody else has written since the last look; costs microseconds.

        Raises:
            ConnectionLost: the server is gone; any other call tries to reconnect.
            BookError: the book cannot be read any more.
        """
        with self._line.errors():
            return self._line.watch.changed(self._fold.state.head)

    def reconnect(self) -> None:
        """Connect again if the connection was lost; a thread of its own may do it.

        Raises:
            ConnectionLost: the server cannot be reached.
            BookError: the event is no longer what it was.
        """
        self._line.connect()

    def verify(self, head: str = "") -> list[Finding]:
        """Prove the book from its rows; each wrong entry is named, the first one first.

        Args:
            head: A hash that was signed off, whole or its beginning as papers have it:
                one of the entries must have it.

        Raises:
            BookError: the book cannot be read at all, or the hash is none.
        """
        found = self._proof(tuple(audits.PROOFS))
        if head and not found and entry_of_hash(self.state(), head) is None:
            lost = f"no entry has the hash {head}: entries are lost, or it is another"
            found.append(Finding(check="head", message=f"{lost} book"))
        return found

    def _proof(self, names: tuple[str, ...]) -> list[Finding]:
        with self._line.reading() as connection:
            return audits.proof(self._line.database, connection, self.event_id, names)

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
            broken = self._proof(audits.CHAIN)
            if broken:
                return broken  # no sense in adding up what cannot be trusted
        audited = [name for name in wanted if name in AUDITS]
        return audit(audited, self.state(), self.rules)

    def dump(self) -> Iterator[str]:
        """Yield the book as JSON Lines, for `dump.restore`; it is proved before.

        Raises:
            BookDamaged: it does not prove.
            BookError: it cannot be read.
        """
        for wrong in self.verify():
            raise BookDamaged(f"{self._name}: is not dumped: {wrong}")
        with self._line.reading() as connection:
            stored = store.read_all(connection, self.event_id)
        return lines_of(self.event_id, stored)

    def backup(self, path: str | Path) -> None:
        """Copy the book to a new file; safe while it is open and written to.

        Raises:
            BookError: the file exists or cannot be made.
        """
        with self._line.reading() as connection:
            self._line.database.backup(connection, self.event_id, Path(path))

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

        def act(connection: Connection) -> list[Made]:
            self._catch_up(connection)
            made = self._fold.make(wish, place, by, shown)
            self._add(connection, [made])
            return [made]

        (entry,) = self._applied(self._line.written(act))
        return entry

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
            progress: Is told now and then how many are ready to be written, and in
                the end that all are.
            after: The hash of the entry that they have to follow; None: of any.

        Raises:
            BookChanged: somebody has written after that entry; nothing was written.
            LedgerError: as `write`; nothing was written.
        """
        wanted = list(items)  # an attempt that met a conflict is made again

        def act(connection: Connection) -> list[Made]:
            self._catch_up(connection)
            # On a copy: what does not get written must not show in our state.
            ahead = Fold(self.event_id, self._fold.state.entries)
            everything: list[Made] = []
            for what, place, by in wanted:
                made = ahead.make(what, place, by)
                if made.is_new:
                    ahead.apply(made.entry)
                everything.append(made)
                if progress and len(everything) % _PROGRESS_STEP == 0:
                    progress(len(everything))
            if progress:
                progress(len(everything))
            is_after = after in (None, self._fold.state.head_hash)
            if not is_after and any(made.is_new for made in everything):
                raise BookChanged(f"{self._name}: somebody has written meanwhile")
            self._add(connection, everything)
            return everything

        return self._applied(self._line.written(act))

    def _add(self, connection: Connection, everything: Sequence[Made]) -> None:
        new = [made for made in everything if made.is_new]
        if new:
            rows = ((made.head, made.rows) for made in new)
            store.add(connection, self.event_id, rows)
            head = new[-1].entry.number
            self._line.database.tell(connection, self.event_id, head)

    def _applied(self, everything: Sequence[Made]) -> list[Entry]:
        """Fold in what has been committed."""
        for made in everything:
            if made.is_new:
                self._fold.apply(made.entry)
        return [made.entry for made in everything]

    # Growing ----------------------------------------------------------------------

    def _catch_up(self, connection: Connection) -> None:
        """Fold in what is new since the last look; inside a transaction."""
        if not self._line.watch.look():
            return
        state = self._fold.state
        stored = store.read(connection, self.event_id, after=state.head)
        heads = stored.heads
        if state.head:
            last, *heads = heads or [{}]
            if last.get("hash") != state.head_hash:
                raise BookDamaged(
                    f"{self._name}: entry {state.head} is no longer what it was; "
                    "somebody changed or replaced the book"
                )
        for head in heads:
            self._take(head, stored.details.get(head["number"], {}))
        self._line.watch.seen()

    def _take(self, head: Row, rows: Rows) -> None:
        state = self._fold.state
        if head["number"] != state.head + 1 or head["previous_hash"] != state.head_hash:
            raise BookDamaged(
                f"{self._name}: entry {head['number']} does not follow entry "
                f"{state.head}; run verify"
            )
        try:
            self._fold.apply(entry_of(head, rows))
        except (BookDamaged, AssertionError, LookupError, ValueError) as error:
            self._fold = Fold(self.event_id)  # half an entry may be in the old one
            raise BookDamaged(
                f"{self._name}: entry {head['number']}: {error}; run verify"
            ) from error

    @property
    def _name(self) -> str:
        return self._line.database.name
