"""All tables of the book together: by name, by kind of entry, and their triggers."""

from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import Table, UniqueConstraint

from ledger.book import later_tables, tables
from ledger.book.columns import Row

_MODULES: Final = (tables, later_tables)
"""Importing them is what fills the metadata."""

TABLES: Final[Mapping[str, Table]] = {
    table.name: table for table in Row.metadata.sorted_tables
}
"""Every table, by name; each comes after those that it refers to."""

ENTRY: Final = TABLES["entry"]

DETAILS: Final[Mapping[str, tuple[str, ...]]] = {
    "event": ("event", "ruleset"),
    "staff": ("staff",),
    "pin": ("pin",),
    "policy": ("policy",),
    "players": ("player",),
    "seating": ("seat",),
    "sheet": ("sheet",),
    "results": ("result",),
    "incident": ("ruling", "incident", "posting"),
    "hand": ("step",),
    "status": ("status",),
    "reseat": ("reseat",),
    "substitute": ("substitution",),
    "division": ("division", "division_player"),
    "team-fine": ("team_fine",),
    "explain": ("explanation",),
    "appeal": ("appeal",),
    "confirm": ("confirmation",),
    "finalise": ("closing",),
    "ruleset": ("ruleset_change", "ruleset"),
    "void": ("void",),
    "amend": ("amendment",),
    "decide": ("decision",),
    "late": ("lateness",),
}
"""The tables that hold each kind of entry; an amendment, a changed decision and a late
adjustment have the rows of what is inside them besides."""

WRAPPERS: Final = ("amend", "decide", "late")
"""Kinds of entries that may hold another content."""


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

POSTGRES_FUNCTION: Final = "refuse_change"
"""What the triggers of PostgreSQL call; an upsert fires the one for UPDATE."""

POSTGRES_BODY: Final = (
    " BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
    "USING ERRCODE = 'integrity_constraint_violation'; END "
)
"""The text of that function, in plpgsql."""

POSTGRES_TRIGGERS: Final[Mapping[str, str]] = {
    f"{name}_no_{act}": f"CREATE TRIGGER {name}_no_{act} BEFORE {events} ON {name} "
    f"FOR EACH {each} EXECUTE FUNCTION {POSTGRES_FUNCTION}()"
    for name in TABLES
    for act, events, each in (
        ("change", "DELETE OR UPDATE", "ROW"),
        ("truncate", "TRUNCATE", "STATEMENT"),
    )
}
"""The append-only triggers of PostgreSQL, by name, spelt as the server spells them."""
