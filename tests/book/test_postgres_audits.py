"""Whatever is done to the tables on a server by hand, the proof notices it.

The forger may do everything there: switch triggers and foreign keys off, drop CHECKs.
Each forgery is proved inside the forger's own transaction and then undone. What values
a cell could be changed to is tried out on a file; here it is one for each.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from ledger.book import audits
from ledger.book.location import database_of
from ledger.book.metadata import TABLES
from ledger.book.postgres import PostgresEvent
from ledger.book.postgres_connections import WRITE, transaction
from ledger.core.audits import Finding
from tests.book.conftest import database
from tests.book.test_audits import KEYS, SWAPS, Cell, Line, entry_of, others
from tests.postgres_server import Server

pytestmark = pytest.mark.postgres


class Forger:
    """Somebody who owns the database and knows how to get round all that guards it."""

    def __init__(self, database: PostgresEvent, connection: Connection) -> None:
        self.database = database
        self.connection = connection
        self.event_id = str(self.run("SELECT event_id FROM event")[0]["event_id"])
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        checks = self.run(
            'SELECT conrelid::regclass::text AS "table", conname FROM pg_constraint '
            "WHERE contype = 'c' AND connamespace = 'public'::regnamespace"
        )
        for check in checks:
            connection.exec_driver_sql(
                f"ALTER TABLE {check['table']} DROP CONSTRAINT {check['conname']}"
            )

    def run(self, statement: str, **values: Cell) -> list[Line]:
        found = self.connection.execute(text(statement), values)
        return [dict(row) for row in found.mappings()] if found.returns_rows else []

    @contextmanager
    def undone(self) -> Iterator[None]:
        with self.connection.begin_nested() as nested:
            yield
            nested.rollback()

    def found(self) -> list[Finding]:
        """Return what the proof finds, but for the CHECKs that are gone anyway."""
        found = audits.proof(self.database, self.connection, self.event_id)
        return [finding for finding in found if finding.check != "schema"]

    def rows(self, table: str) -> list[Line]:
        keys = ", ".join(KEYS[table])
        return self.run(f"SELECT * FROM {table} ORDER BY {keys}")

    def where(self, table: str, row: Line) -> tuple[str, dict[str, Cell]]:
        keys = {f"key_{name}": row[name] for name in KEYS[table]}
        return " AND ".join(f"{name} = :key_{name}" for name in KEYS[table]), keys


@pytest.fixture(scope="module")
def forger(postgres_server: Server, full_postgres_template: str) -> Iterator[Forger]:
    """Return a forger in a database of every kind of entry."""
    with database(postgres_server, full_postgres_template) as name:
        event = database_of(postgres_server.url(name))
        assert isinstance(event, PostgresEvent)
        with closing(event.connect()) as connection, transaction(connection, WRITE):
            made = Forger(event, connection)
            assert made.found() == []
            yield made


@pytest.mark.parametrize("table", TABLES)
def test_any_changed_cell_is_noticed(forger: Forger, table: str) -> None:
    row = forger.rows(table)[0]
    where, keys = forger.where(table, row)
    for column in row:
        is_tried = False
        for value in others(table, column, row[column]):
            update = f"UPDATE {table} SET {column} = :new WHERE {where}"
            with forger.undone():
                try:
                    forger.run(update, new=value, **keys)
                except IntegrityError:
                    continue
                found = forger.found()
                assert found, f"{table}.{column}: {row[column]!r} -> {value!r}"
                if column not in KEYS[table]:
                    assert entry_of(table, row) in [f.entry for f in found]
                is_tried = True
                break
        assert is_tried, column
    assert forger.found() == []


@pytest.mark.parametrize("table", TABLES)
def test_any_removed_row_is_noticed(forger: Forger, table: str) -> None:
    for row in forger.rows(table)[:2]:
        where, keys = forger.where(table, row)
        with forger.undone():
            forger.run(f"DELETE FROM {table} WHERE {where}", **keys)
            assert entry_of(table, row) in [f.entry for f in forger.found()]


@pytest.mark.parametrize("table", [table for table in TABLES if table != "event"])
def test_any_added_row_is_noticed(forger: Forger, table: str) -> None:
    """A copy of a row under another entry, and under one that there is none of."""
    row = forger.rows(table)[0]
    names = ", ".join(row)
    marks = ", ".join(f":{name}" for name in row)
    added = 0
    for number in (2, 3, 99):
        fresh: Line = {
            "entry": number,
            "position": 50,
            "client_id": "new",
            "round": 50,
            "target": number - 1,
            "number": number + 1 if table == "entry" else "new",
        }
        new = row | {name: fresh[name] for name in row.keys() & fresh.keys()}
        with forger.undone():
            try:
                forger.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", **new)
            except IntegrityError:
                continue
            assert forger.found(), new
            added += 1
    assert added


@pytest.mark.parametrize(("table", "column", "one", "two"), SWAPS)
def test_swapped_rows_are_noticed(
    forger: Forger, table: str, column: str, one: Cell, two: Cell
) -> None:
    spare = "spare" if isinstance(one, str) else 9999
    update = f"UPDATE {table} SET {column} = :new WHERE {column} = :old"
    with forger.undone():
        for old, new in ((one, spare), (two, one), (spare, two)):
            forger.run(update, old=old, new=new)
        assert "chain" in [finding.check for finding in forger.found()]
