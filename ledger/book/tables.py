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

from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem
from sqlmodel import Field, SQLModel

from ledger.core.event import Account
from ledger.core.terms import SEATS, Class, Stage

NAMING: Final = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
}
"""Every constraint has a name: batch migrations lose or trip over nameless ones."""

TIME_WIDTH: Final = len("2026-05-01T12:00:00.000000Z")
HASH_WIDTH: Final = 64
"""SHA-256 in hex."""


class Row(SQLModel):
    """Base of the tables; it only carries their metadata."""

    metadata = MetaData(naming_convention=NAMING)


def _one_of(column: str, words: tuple[str, ...]) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


def _from(column: str, least: int) -> CheckConstraint:
    return CheckConstraint(f"{column} >= {least}", name=f"{column}_from_{least}")


def _filled(column: str) -> CheckConstraint:
    return CheckConstraint(f"length({column}) > 0", name=f"{column}_filled")


def _flag(column: str) -> CheckConstraint:
    return CheckConstraint(f"{column} IN (0, 1)", name=f"{column}_yes_or_no")


def _entry(column: str = "entry") -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["event_id", column], ["entry.event_id", "entry.number"]
    )


def _player(column: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["event_id", column], ["player.event_id", "player.number"]
    )


def _table(*items: SchemaItem) -> tuple[object, ...]:
    return (*items, {"sqlite_strict": True, "sqlite_with_rowid": False})


class EventRow(Row, table=True):
    """The event; made by entry 1."""

    __tablename__ = "event"
    __table_args__ = _table(
        CheckConstraint("entry = 1", name="entry_first"), _filled("name")
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int
    name: str = Field(sa_type=Text)
    rounds: int | None


class EntryRow(Row, table=True):
    """One line of the book: who, when, where, and its link of the chain."""

    __tablename__ = "entry"
    __table_args__ = _table(
        ForeignKeyConstraint(["event_id"], ["event.event_id"]),
        UniqueConstraint("event_id", "client_id"),
        _from("number", 1),
        _filled("kind"),  # not listed: a new kind is to need no rebuilt table
        _from("round", 1),
        _from("table_number", 1),
        _from("honba", 0),
        _filled("staff"),
        CheckConstraint(f"length(at) = {TIME_WIDTH}", name="at_width"),
        _filled("client_id"),
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
    __table_args__ = _table(
        _entry(), CheckConstraint(f"length(digest) = {HASH_WIDTH}", name="digest_width")
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    ruleset: str = Field(sa_type=Text)
    pinned: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)


class StaffRow(Row, table=True):
    """A person of the staff."""

    __tablename__ = "staff"
    __table_args__ = _table(_entry(), _filled("name"), _filled("role"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    name: str = Field(sa_type=Text)
    role: str = Field(sa_type=Text)


class PlayerRow(Row, table=True):
    """A player of the event."""

    __tablename__ = "player"
    __table_args__ = _table(
        _entry(),
        UniqueConstraint("event_id", "number"),
        _from("position", 0),
        _filled("number"),
        _filled("name"),
        _flag("substitute"),
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
    __table_args__ = _table(
        _entry(),
        _player("player"),
        UniqueConstraint("event_id", "round", "table_number", "wind"),
        UniqueConstraint("event_id", "round", "player"),
        _from("position", 0),
        _from("round", 1),
        _from("table_number", 1),
        _one_of("wind", SEATS),
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
    __table_args__ = _table(_entry())
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
    __table_args__ = _table(
        _entry(),
        _player("player"),
        _from("position", 0),
        _from("round", 1),
        _from("table_number", 1),
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
    __table_args__ = _table(_entry(), _one_of("class", tuple(Class)), _flag("departed"))
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
    departed: int
    note: str = Field(sa_type=Text)


class IncidentRow(Row, table=True):
    """One incident as it was stated; several may share a ruling."""

    __tablename__ = "incident"
    __table_args__ = _table(
        _entry(),
        _player("offender"),
        _from("position", 0),
        _one_of("seat", SEATS),
        _filled("situation"),
        _one_of("class", tuple(Class)),
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
    __table_args__ = _table(
        _entry(),
        _player("player"),
        _from("position", 0),
        _one_of("account", tuple(Account)),
        CheckConstraint(
            "(account = 'player') = (player IS NOT NULL)", name="player_of_account"
        ),
        _one_of("stage", tuple(Stage)),
        _one_of("settled", ("table", "ledger")),
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
    __table_args__ = _table(
        _entry(),
        _entry("target"),
        UniqueConstraint("event_id", "target"),
        CheckConstraint("target < entry", name="target_is_earlier"),
        _filled("reason"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    target: int
    reason: str = Field(sa_type=Text)


TABLES: Final[Mapping[str, Table]] = dict(Row.metadata.tables)
"""Every table, by name."""

ENTRY: Final = TABLES["entry"]

DETAILS: Final[Mapping[str, tuple[str, ...]]] = {
    "event": ("event", "ruleset"),
    "staff": ("staff",),
    "players": ("player",),
    "seating": ("seat",),
    "sheet": ("sheet",),
    "results": ("result",),
    "incident": ("ruling", "incident", "posting"),
    "void": ("void",),
}
"""The tables that hold the content of each kind of entry."""


def _keys(table: Table) -> Iterator[tuple[str, ...]]:
    yield tuple(column.name for column in table.primary_key)
    uniques = [c for c in table.constraints if isinstance(c, UniqueConstraint)]
    for unique in sorted(uniques, key=lambda unique: str(unique.name)):
        yield tuple(column.name for column in unique.columns)


def _sqlite_triggers(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the triggers of a table: no change, no removal, no displacing.

    INSERT OR REPLACE removes the row in its way without firing DELETE triggers unless
    the connection asks for it, so inserting over any key is refused as well.
    """
    name = table.name
    same = (" AND ".join(f"{c} = NEW.{c}" for c in key) for key in _keys(table))
    taken = " OR ".join(
        f"EXISTS (SELECT 1 FROM {name} WHERE {key})"  # noqa: S608 - our own names
        for key in same
    )
    events = {
        f"{name}_no_update": f"BEFORE UPDATE ON {name}",
        f"{name}_no_delete": f"BEFORE DELETE ON {name}",
        f"{name}_no_replace": f"BEFORE INSERT ON {name} WHEN {taken}",
    }
    refuse = f"BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END"
    for trigger, event in events.items():
        yield trigger, f"CREATE TRIGGER {trigger} {event} {refuse}"


SQLITE_TRIGGERS: Final[Mapping[str, str]] = {
    trigger: sql
    for table in TABLES.values()
    for trigger, sql in _sqlite_triggers(table)
}
"""The append-only triggers of SQLite, by name."""

POSTGRES_FUNCTION: Final = (
    "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
    "USING ERRCODE = 'integrity_constraint_violation'; END $$"
)
"""What the triggers of PostgreSQL call; an upsert fires the one for UPDATE."""

POSTGRES_TRIGGERS: Final[Mapping[str, str]] = {
    f"{name}_no_{act}": f"CREATE TRIGGER {name}_no_{act} BEFORE {events} ON {name} "
    f"FOR EACH {each} EXECUTE FUNCTION refuse_change()"
    for name in TABLES
    for act, events, each in (
        ("change", "UPDATE OR DELETE", "ROW"),
        ("truncate", "TRUNCATE", "STATEMENT"),
    )
}
"""The append-only triggers of PostgreSQL, by name."""
