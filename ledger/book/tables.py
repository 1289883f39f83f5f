"""The tables of the book, and the triggers that make them append-only.

    event -- ruleset                       what the event is and which rules it pinned
      |
    entry -- staff, player, seat, sheet, result            one entry, one content,
      |   `- ruling -- incident, posting                   one or many rows
      `---- void                                           takes another entry back

Invariants: rows are only ever added; entry numbers have no gaps; every row but those
of `entry` hangs on one entry by `(event_id, entry)`, and no query crosses `event_id`.
Only text and whole numbers are stored, so that both engines give the same cells and
an entry has the same hash on each: times are UTC text of fixed width, what has a shape
of its own is canonical JSON, yes and no are 1 and 0.

These classes do not validate what they are given (SQLModel's tables never do): rows
are made in `rows`, from values that `core.admission` let in, and the named CHECKs stand
behind that. `WITHOUT ROWID`, because a hidden row number would be one more key by which
INSERT OR REPLACE could displace a row. No relationships and no cascades.
"""

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Text, UniqueConstraint
from sqlmodel import Field

from ledger.book.columns import (
    HASH_WIDTH,
    TIME_WIDTH,
    Row,
    filled,
    flag,
    from_,
    of_entry,
    of_player,
    one_of,
    table_args,
)
from ledger.core.contents import Account
from ledger.core.terms import SEATS, Class, Stage


class EventRow(Row, table=True):
    """The event; made by entry 1."""

    __tablename__ = "event"
    __table_args__ = table_args(
        CheckConstraint("entry = 1", name="entry_first"), filled("name")
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int
    name: str = Field(sa_type=Text)
    rounds: int | None


class EntryRow(Row, table=True):
    """One line of the book: who, when, where, and its link of the chain."""

    __tablename__ = "entry"
    __table_args__ = table_args(
        ForeignKeyConstraint(["event_id"], ["event.event_id"]),
        UniqueConstraint("event_id", "client_id"),
        from_("number", 1),
        filled("kind"),  # not listed: a new kind is to need no rebuilt table
        from_("round", 1),
        from_("table_number", 1),
        from_("honba", 0),
        filled("staff"),
        CheckConstraint(f"length(at) = {TIME_WIDTH}", name="at_width"),
        filled("client_id"),
        CheckConstraint(
            "(number = 1 AND previous_hash = '')"
            f" OR (number > 1 AND length(previous_hash) = {HASH_WIDTH})",
            name="previous_hash_width",
        ),
        CheckConstraint(f"length(hash) = {HASH_WIDTH}", name="hash_width"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    number: int = Field(primary_key=True)
    kind: str = Field(sa_type=Text)
    round: int | None
    table_number: int | None
    hand: str | None = Field(sa_type=Text)
    honba: int | None
    staff: str = Field(sa_type=Text)
    at: str = Field(sa_type=Text)
    terminal: str = Field(sa_type=Text)
    client_id: str = Field(sa_type=Text)
    previous_hash: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)


class RulesetRow(Row, table=True):
    """The ruleset that the event plays by from this entry on, as it was then."""

    __tablename__ = "ruleset"
    __table_args__ = table_args(
        of_entry(),
        CheckConstraint(f"length(digest) = {HASH_WIDTH}", name="digest_width"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    ruleset: str = Field(sa_type=Text)
    pinned: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)


class StaffRow(Row, table=True):
    """A person of the staff."""

    __tablename__ = "staff"
    __table_args__ = table_args(of_entry(), filled("name"), filled("role"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    name: str = Field(sa_type=Text)
    role: str = Field(sa_type=Text)


class PlayerRow(Row, table=True):
    """A player of the event."""

    __tablename__ = "player"
    __table_args__ = table_args(
        of_entry(),
        UniqueConstraint("event_id", "number"),
        from_("position", 0),
        filled("number"),
        filled("name"),
        flag("substitute"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    number: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    team: str = Field(sa_type=Text)
    country: str = Field(sa_type=Text)
    ema_number: str = Field(sa_type=Text)
    club: str = Field(sa_type=Text)
    substitute: int


class SeatRow(Row, table=True):
    """One player's seat in one round; four make a table."""

    __tablename__ = "seat"
    __table_args__ = table_args(
        of_entry(),
        of_player("player"),
        UniqueConstraint("event_id", "round", "table_number", "wind"),
        UniqueConstraint("event_id", "round", "player"),
        from_("position", 0),
        from_("round", 1),
        from_("table_number", 1),
        one_of("wind", SEATS),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    round: int
    table_number: int
    wind: str = Field(sa_type=Text)
    player: str = Field(sa_type=Text)


class SheetRow(Row, table=True):
    """The raw scores of the entry's hanchan, by starting wind. Units: points."""

    __tablename__ = "sheet"
    __table_args__ = table_args(of_entry())
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    east: int
    south: int
    west: int
    north: int
    leftover: int


class ResultRow(Row, table=True):
    """A published result after uma. Units: points."""

    __tablename__ = "result"
    __table_args__ = table_args(
        of_entry(),
        of_player("player"),
        from_("position", 0),
        from_("round", 1),
        from_("table_number", 1),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    round: int
    table_number: int | None
    player: str = Field(sa_type=Text)
    result: int


class RulingRow(Row, table=True):
    """One ruling: what was judged, what was suggested, what was decided."""

    __tablename__ = "ruling"
    __table_args__ = table_args(
        of_entry(),
        one_of("class", tuple(Class)),
        one_of("hand", ("continue", "replay", "scored", "game-ends")),
        flag("departed"),
        flag("pending"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    table_state: str = Field(sa_type=Text)
    """JSON, as the contract writes a table and its result."""
    suggestion: str = Field(sa_type=Text)
    """JSON, as the contract writes the answer of `judge`."""
    class_: str = Field(sa_type=Text, sa_column_kwargs={"name": "class"})
    label: str = Field(sa_type=Text)
    citations: str = Field(sa_type=Text)
    """JSON list."""
    source_grade: str = Field(sa_type=Text)
    dead: str = Field(sa_type=Text)
    """JSON list of player numbers."""
    hand: str = Field(sa_type=Text)
    honba: int | None
    dealer: str | None = Field(sa_type=Text)
    returned: str = Field(sa_type=Text)
    """JSON list of player numbers."""
    departed: int
    pending: int
    note: str = Field(sa_type=Text)


class IncidentRow(Row, table=True):
    """One incident as it was stated; several may share a ruling."""

    __tablename__ = "incident"
    __table_args__ = table_args(
        of_entry(),
        of_player("offender"),
        from_("position", 0),
        one_of("seat", SEATS),
        filled("situation"),
        one_of("class", tuple(Class)),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    offender: str | None = Field(sa_type=Text)
    seat: str | None = Field(sa_type=Text)
    situation: str = Field(sa_type=Text)
    facts: str = Field(sa_type=Text)
    """JSON, as `choice` and `evidence`."""
    choice: str = Field(sa_type=Text)
    evidence: str | None = Field(sa_type=Text)
    class_: str = Field(sa_type=Text, sa_column_kwargs={"name": "class"})
    label: str = Field(sa_type=Text)


class PostingRow(Row, table=True):
    """One signed movement of points; those of one entry and stage sum to zero."""

    __tablename__ = "posting"
    __table_args__ = table_args(
        of_entry(),
        of_player("player"),
        from_("position", 0),
        one_of("account", tuple(Account)),
        CheckConstraint(
            "(account = 'player') = (player IS NOT NULL)", name="player_of_account"
        ),
        one_of("stage", tuple(Stage)),
        one_of("settled", ("table", "ledger")),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    account: str = Field(sa_type=Text)
    player: str | None = Field(sa_type=Text)
    points: int
    stage: str = Field(sa_type=Text)
    settled: str = Field(sa_type=Text)


class VoidRow(Row, table=True):
    """Takes an earlier entry back, once."""

    __tablename__ = "void"
    __table_args__ = table_args(
        of_entry(),
        of_entry("target"),
        UniqueConstraint("event_id", "target"),
        CheckConstraint("target < entry", name="target_is_earlier"),
        filled("reason"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    target: int
    reason: str = Field(sa_type=Text)
