"""Which schema a database has, bringing it to ours, and what is wrong with one.

All of it happens in the first schema of the search path, `public` as a rule. A change
of the schema is a transaction like any other: it is done whole or not at all, and
proved before it is committed, so that no copy has to be made first.
"""

from itertools import chain
from typing import Final

from sqlalchemy import (
    Connection,
    ForeignKeyConstraint,
    Select,
    Table,
    exists,
    func,
    literal_column,
    select,
)

from ledger.book import schema
from ledger.book.database import Faults
from ledger.book.metadata import (
    POSTGRES_BODY,
    POSTGRES_FUNCTION,
    POSTGRES_TRIGGERS,
    TABLES,
)
from ledger.errors import BookDamaged, BookError, NotABook

_LOCK: Final = int.from_bytes(b"ledger", "big")
"""The advisory lock that whoever changes the schema holds."""

_TYPES: Final = {int: "integer", str: "text"}


def lock(connection: Connection) -> None:
    """Wait until nobody else changes the schema; until the end of the transaction."""
    connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def peek(connection: Connection, name: str) -> list[str]:
    """Return the revisions that a database names; none if it is empty.

    Args:
        connection: Inside a transaction.
        name: What the database is called.

    Raises:
        NotABook: it holds something else.
        BookError: it cannot hold a book.
    """
    run = connection.exec_driver_sql
    here, encoding = run(
        "SELECT current_schema(), current_setting('server_encoding')"
    ).one()
    if here is None:
        raise BookError(f"{name}: no schema of its search path exists")
    if encoding != "UTF8":
        raise BookError(f"{name}: stores text as {encoding}, expected UTF8")
    # What belongs to an extension is nobody's data.
    found = run(
        "SELECT relname FROM pg_class "
        "WHERE relnamespace = quote_ident(current_schema())::regnamespace "
        "AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS ("
        "SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass "
        "AND objid = pg_class.oid AND deptype = 'e')"
    )
    names = {str(row[0]) for row in found}
    if not names:
        return []
    if not names >= schema.OURS:
        raise NotABook(
            f"{name}: is a database of something else (its schema {here} has "
            f"{len(names)} other tables), expected one of events"
        )
    versions = run("SELECT version_num FROM alembic_version")
    return [str(row[0]) for row in versions]


def upgrade(connection: Connection, name: str) -> None:
    """Bring a database to our revision, inside a transaction; an empty one too.

    Raises:
        BookDamaged: after the upgrade something is not as it has to be.
    """
    schema.migrate(connection)
    for fault in schema_faults(connection):
        raise BookDamaged(f"{name}: is not migrated: {fault}")


# For the proof --------------------------------------------------------------------


def schema_faults(connection: Connection) -> Faults:
    """Yield where revision, tables and triggers are not as they were made."""
    run = connection.exec_driver_sql
    revisions = [row[0] for row in run("SELECT version_num FROM alembic_version")]
    if revisions != [schema.REVISIONS[-1]]:
        yield f"the revision is {revisions}, expected {schema.REVISIONS[-1]}"
    yield from chain(
        _table_faults(connection),
        _column_faults(connection),
        _constraint_faults(connection),
        _function_faults(connection),
        _trigger_faults(connection),
    )


def _table_faults(connection: Connection) -> Faults:
    found = {
        row.relname: row
        for row in connection.exec_driver_sql(
            "SELECT relname, relpersistence, relrowsecurity, EXISTS (SELECT FROM "
            "pg_rewrite WHERE ev_class = pg_class.oid) AS has_rules "
            "FROM pg_class WHERE relkind = 'r' "
            "AND relnamespace = quote_ident(current_schema())::regnamespace"
        )
    }
    for table in TABLES:
        row = found.get(table)
        if row is None:
            yield f"the table {table} is missing"
        elif row.relpersistence != "p":
            yield f"the table {table} would be emptied by a crash: it is unlogged"
        elif row.has_rules or row.relrowsecurity:
            yield f"the table {table} has rules by which rows are hidden or changed"


def _column_faults(connection: Connection) -> Faults:
    rows = connection.exec_driver_sql(
        "SELECT relname, attname, format_type(atttypid, atttypmod), NOT attnotnull "
        "FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
        "WHERE relnamespace = quote_ident(current_schema())::regnamespace "
        "AND attnum > 0 AND NOT attisdropped"
    )
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for table, column, kind, is_nullable in rows:
        found.setdefault(table, {})[column] = (kind, is_nullable)
    for name, table in TABLES.items():
        expected = {
            column.name: (_TYPES[column.type.python_type], bool(column.nullable))
            for column in table.columns
        }
        if name in found and found[name] != expected:
            yield f"the table {name} was made anew with other columns"


def _constraint_faults(connection: Connection) -> Faults:
    rows = connection.exec_driver_sql(
        "SELECT relname, conname, convalidated FROM pg_constraint "
        "JOIN pg_class ON pg_class.oid = conrelid "
        "WHERE relnamespace = quote_ident(current_schema())::regnamespace"
    )
    found = {(table, name): is_valid for table, name, is_valid in rows}
    for table in TABLES.values():
        for constraint in table.constraints:
            is_valid = found.get((table.name, str(constraint.name)))
            if is_valid is None:
                yield f"the constraint {constraint.name} is missing"
            elif not is_valid:
                yield f"the constraint {constraint.name} is not enforced"


def _function_faults(connection: Connection) -> Faults:
    bodies = connection.exec_driver_sql(
        "SELECT prosrc FROM pg_proc JOIN pg_language ON pg_language.oid = prolang "
        "WHERE pronamespace = quote_ident(current_schema())::regnamespace "
        "AND lanname = 'plpgsql' AND proname = %s",
        (POSTGRES_FUNCTION,),
    )
    if [row[0] for row in bodies] != [POSTGRES_BODY]:
        yield f"the function {POSTGRES_FUNCTION} is not as it was made"


def _trigger_faults(connection: Connection) -> Faults:
    rows = connection.exec_driver_sql(
        "SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true), tgenabled, "
        "tgisinternal, relname FROM pg_trigger JOIN pg_class "
        "ON pg_class.oid = tgrelid "
        "WHERE relnamespace = quote_ident(current_schema())::regnamespace"
    ).all()
    own = {row.tgname: row for row in rows if not row.tgisinternal}
    for name in sorted(POSTGRES_TRIGGERS.keys() - own.keys()):
        yield f"the trigger {name} is missing"
    for name, row in sorted(own.items()):
        if name not in POSTGRES_TRIGGERS:
            yield f"the trigger {name} is not one of the book's"
        elif row[1] != POSTGRES_TRIGGERS[name]:
            yield f"the trigger {name} is not as it was made"
        elif row.tgenabled not in ("O", "A"):
            yield f"the trigger {name} is switched off"
    internal = {r.relname for r in rows if r.tgisinternal and r.tgenabled == "D"}
    for table in sorted(internal & TABLES.keys()):
        yield f"the foreign keys of the table {table} are switched off"


def link_faults(connection: Connection, event_id: str) -> Faults:
    """Yield rows of an event that point nowhere, and rows that are of no event."""
    event = TABLES["event"].columns["event_id"]
    for name, table in TABLES.items():
        for key in sorted(table.foreign_key_constraints, key=lambda key: str(key.name)):
            if connection.execute(_torn(table, key, event_id)).first():
                parent = key.referred_table.name
                yield f"a row of {name} points to a row of {parent} that is not there"
        own = table.columns["event_id"]
        of_none = ~exists(literal_column("1")).where(event == own)
        if name != "event":
            count = connection.scalar(
                select(func.count()).select_from(table).where(of_none)
            )
            if count:
                yield f"{count} rows of {name} belong to no event"


def _torn(
    table: Table, key: ForeignKeyConstraint, event_id: str
) -> Select[tuple[object]]:
    """Return a query for rows without what their key names."""
    parent = key.referred_table.alias("parent")
    pairs = [(e.parent, parent.columns[e.column.name]) for e in key.elements]
    there = exists(literal_column("1")).where(*(own == its for own, its in pairs))
    return (
        select(literal_column("1"))
        .select_from(table)
        .where(
            table.columns["event_id"] == event_id,
            *(own.is_not(None) for own, _ in pairs),
            ~there,
        )
        .limit(1)
    )


def events(connection: Connection) -> dict[str, str]:
    """Return the names of a database's events, by their ids."""
    columns = TABLES["event"].columns
    wanted = select(columns["event_id"], columns["name"]).order_by(columns["event_id"])
    return {row.event_id: row.name for row in connection.execute(wanted)}
