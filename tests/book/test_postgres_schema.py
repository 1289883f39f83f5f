"""The tables on a server: how they come to be, are migrated, guarded and proved."""

import json
import sqlite3
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from ledger.book import Book, grant_roles, schema
from ledger.book.columns import Row
from ledger.book.location import database_of
from ledger.book.metadata import (
    POSTGRES_BODY,
    POSTGRES_FUNCTION,
    POSTGRES_TRIGGERS,
    TABLES,
)
from ledger.book.postgres import PostgresEvent
from ledger.book.postgres_connections import WRITE, transaction
from ledger.core.event import Place, Signature
from ledger.errors import (
    BookDamaged,
    BookError,
    NotABook,
)
from ledger.resources import resource_folder
from tests.book import samples
from tests.book.conftest import NEXT
from tests.book.test_schema import AT_0001, FAILS, HEAD_HASH, LATER
from tests.postgres_server import Server, database_in

Signatures = Iterator[Signature]

pytestmark = pytest.mark.postgres


# The schema -----------------------------------------------------------------------


def catalogue(server: Server, url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return what a schema is made of, as the server spells it."""
    queries = {
        "columns": "SELECT table_name, column_name, data_type, is_nullable "
        "FROM information_schema.columns WHERE table_schema = 'public'",
        "constraints": "SELECT conrelid::regclass::text, conname, "
        "pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE connamespace = 'public'::regnamespace",
        "triggers": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger "
        "WHERE NOT tgisinternal",
        "functions": "SELECT proname, prosrc FROM pg_proc "
        "WHERE pronamespace = 'public'::regnamespace",
    }
    with server.connect(database_in(url)) as connection:
        return {
            what: sorted(
                row
                for row in connection.execute(query.encode())
                if "alembic_version" not in row
            )
            for what, query in queries.items()
        }


def test_migrating_gives_the_schema_of_the_tables(
    postgres_server: Server, url: str, empty_url: str
) -> None:
    database = database_of(empty_url)
    assert isinstance(database, PostgresEvent)
    with (
        closing(database.connect()) as connection,
        transaction(connection, WRITE),
    ):
        Row.metadata.create_all(connection)
        function = f"CREATE FUNCTION {POSTGRES_FUNCTION}() RETURNS trigger"
        connection.execute(text(f"{function} LANGUAGE plpgsql AS $${POSTGRES_BODY}$$"))
        for sql in POSTGRES_TRIGGERS.values():
            connection.exec_driver_sql(sql)
    found = catalogue(postgres_server, url)
    assert found == catalogue(postgres_server, empty_url)
    assert len(found["triggers"]) == 2 * len(TABLES)


def alembic(url: str) -> Config:
    config = Config(cmd_opts=Namespace(x=[f"db={url}"]))
    config.set_main_option("script_location", str(resource_folder("migrations")))
    return config


def test_alembic_finds_nothing_to_do(postgres_server: Server, url: str) -> None:
    command.check(alembic(url))
    postgres_server.run("DROP TABLE sheet", database_in(url))
    with pytest.raises(Exception, match="New upgrade operations detected"):
        command.check(alembic(url))


TABLE = '    op.create_table("remark", sa.Column("text", sa.Text()))\n'
LOSES = '    op.execute("DROP TRIGGER entry_no_change ON entry")\n'
CHANGES = """    op.execute("ALTER TABLE sheet DISABLE TRIGGER USER")
    op.execute("UPDATE sheet SET east = east + 100")
    op.execute("ALTER TABLE sheet ENABLE TRIGGER USER")
"""


def test_a_database_that_is_behind_is_migrated_and_proved(
    postgres_server: Server, full_url: str, later: Path, sign: Signatures
) -> None:
    grant_roles_at_head(full_url)
    postgres_server.run(
        "REVOKE SELECT ON sheet FROM ledger_viewer", database_in(full_url)
    )
    later.write_text(LATER + TABLE)
    with Book.open(full_url) as book:
        assert book.state().head == 28
        assert book.verify() == []
        book.add(samples.PIN, Place(), next(sign))
    with postgres_server.connect(database_in(full_url)) as connection:
        found = connection.execute(
            "SELECT version_num, to_regclass('remark') IS NOT NULL, "
            "has_table_privilege('ledger_viewer', 'sheet', 'SELECT') "
            "FROM alembic_version"
        ).fetchall()
    assert found == [(NEXT, True, True)]


def grant_roles_at_head(url: str) -> None:
    """Grant the roles as the program of today does, before a later one comes."""
    with pytest.MonkeyPatch.context() as today:
        today.setattr(schema, "REVISIONS", schema.REVISIONS[:-1])
        grant_roles(url)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (LOSES, "is not migrated: the trigger entry_no_change is missing"),
        (CHANGES, "after the migration, chain: entry 5: .*; it was undone"),
        (FAILS, "syntax error"),
    ],
    ids=["loses a trigger", "changes a row", "fails"],
)
def test_a_bad_migration_is_undone(
    postgres_server: Server, full_url: str, later: Path, body: str, fault: str
) -> None:
    before = catalogue(postgres_server, full_url)
    later.write_text(LATER + body)
    with pytest.raises(BookError, match=fault):
        Book.open(full_url)
    assert catalogue(postgres_server, full_url) == before
    grant_roles_at_head(full_url)  # it opens still


def test_a_login_that_may_not_migrate_says_so(
    postgres_server: Server, full_url: str, later: Path
) -> None:
    grant_roles_at_head(full_url)
    postgres_server.run("CREATE ROLE late LOGIN IN ROLE ledger_writer")
    later.write_text(LATER + TABLE)
    try:
        with pytest.raises(BookError, match="this login may not do that"):
            Book.open(full_url.replace("postgres@", "late@"))
    finally:
        postgres_server.run("DROP ROLE late")


def test_many_terminals_meet_a_database_that_is_behind(
    full_url: str, later: Path
) -> None:
    later.write_text(LATER + TABLE)
    heads: list[int] = []

    def look() -> None:
        with Book.open(full_url) as book:
            heads.append(book.state().head)

    # One imports alembic first: its scripts are loaded by name, not for many threads.
    look()
    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heads == [28] * 5


def test_a_book_of_the_first_revision_is_upgraded(
    postgres_server: Server,
    empty_url: str,
    sign: Signatures,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same rows as in the file that revision 0001 left, with the same hashes."""
    with monkeypatch.context() as first:
        first.setattr(schema, "REVISIONS", schema.REVISIONS[:1])
        database = database_of(empty_url)
        assert isinstance(database, PostgresEvent)
        with (
            closing(database.connect()) as connection,
            transaction(connection, WRITE),
        ):
            schema.migrate(connection)
    before = copy_first_book(postgres_server, empty_url)
    with Book.open(empty_url) as book:
        assert book.state().head_hash == HEAD_HASH
        assert book.verify() == []
        book.add(samples.PIN, Place(), next(sign))
        assert book.verify() == []
    with postgres_server.connect(database_in(empty_url)) as session:
        for table, rows in before.items():
            found = session.execute(f"SELECT * FROM {table}".encode()).fetchall()
            assert set(rows) <= set(found)


def copy_first_book(server: Server, url: str) -> dict[str, list[tuple[object, ...]]]:
    copied: dict[str, list[tuple[object, ...]]] = {}
    with (
        closing(sqlite3.connect(":memory:")) as file,
        server.connect(database_in(url)) as connection,
    ):
        for statement in json.loads(AT_0001.read_text("utf-8")):
            file.execute(statement)
        for table in TABLES:  # in the order in which they refer to each other
            if not file.execute(f"PRAGMA table_info({table})").fetchall():
                continue
            rows = file.execute(f"SELECT * FROM {table}").fetchall()
            columns = [c[1] for c in file.execute(f"PRAGMA table_info({table})")]
            marks = ", ".join(["%s"] * len(columns))
            names = ", ".join(columns)
            copied[table] = rows
            for row in rows:
                insert = f"INSERT INTO {table} ({names}) VALUES ({marks})"
                connection.execute(insert.encode(), row)
    assert all(copied.values()), "every table of 0001 has rows"
    return copied


# What the server refuses ----------------------------------------------------------


def test_no_row_can_be_changed_or_removed(
    postgres_server: Server, full_url: str
) -> None:
    """Not even by the owner of everything, who has to switch the triggers off first."""
    with postgres_server.connect(database_in(full_url)) as connection:
        for table in TABLES:
            column = TABLES[table].columns.keys()[-1]
            keys = ", ".join(column.name for column in TABLES[table].primary_key)
            attacks = [
                f"UPDATE {table} SET {column} = {column}",
                f"DELETE FROM {table}",
                f"TRUNCATE {table} CASCADE",
                (
                    f"INSERT INTO {table} SELECT * FROM {table} "
                    f"ON CONFLICT ({keys}) DO UPDATE SET {column} = excluded.{column}"
                ),
            ]
            for attack in attacks:
                with pytest.raises(psycopg.IntegrityError, match="is append-only"):
                    connection.execute(attack.encode())
    with Book.open(full_url) as book:
        assert book.verify() == []
        assert book.state().head == 28


@pytest.mark.parametrize(
    ("table", "cells", "fault"),
    [
        ("posting", "'bank', NULL, 1, 'table', 'table'", "ck_posting_account_known"),
        ("posting", "'pot', '1', 1, 'table', 'table'", "ck_posting_player_of_account"),
        ("posting", "'pot', NULL, 'x', 'table', 'table'", "invalid input syntax"),
        ("seat", "0, 1, 'E', '1'", "ck_seat_round_from_1"),
        ("void", "99, 'x'", "ck_void_target_is_earlier"),
        ("void", "6, ''", "ck_void_reason_filled"),
        ("sheet", "1, 2, 3, NULL, 0", 'null value in column "north"'),
        ("player", "'9', 'A', '', '', '', '', 2", "ck_player_substitute_yes_or_no"),
        ("ruleset", "'x', '{}', 'short'", "ck_ruleset_digest_width"),
        ("void", "6, 'x'", "fk_void_event_id_"),
        ("seat", "3, 1, 'E', 'nobody'", "fk_seat_event_id"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused(
    owner: psycopg.Connection, table: str, cells: str, fault: str
) -> None:
    values = {
        "event_id": "(SELECT event_id FROM event)",
        "entry": "99",
        "position": "0",
    }
    keys = ", ".join(v for k, v in values.items() if k in TABLES[table].columns)
    with pytest.raises(psycopg.Error, match=fault):
        owner.execute(f"INSERT INTO {table} VALUES ({keys}, {cells})".encode())


TAMPERED = [
    ("DROP TRIGGER void_no_change ON void", "trigger void_no_change is missing"),
    (
        "ALTER TABLE sheet DISABLE TRIGGER sheet_no_truncate",
        "trigger sheet_no_truncate is switched off",
    ),
    (
        "ALTER TABLE sheet ENABLE REPLICA TRIGGER sheet_no_change",
        "trigger sheet_no_change is switched off",
    ),
    (
        (
            "DROP TRIGGER void_no_change ON void; CREATE TRIGGER void_no_change BEFORE "
            "UPDATE ON void FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        ),
        "trigger void_no_change is not as it was made",
    ),
    (
        "CREATE TRIGGER quiet AFTER INSERT ON void EXECUTE FUNCTION refuse_change()",
        "trigger quiet is not one of the book's",
    ),
    (
        (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger "
            "LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
        ),
        "function refuse_change is not as it was made",
    ),
    (
        "ALTER TABLE sheet DISABLE TRIGGER ALL",
        "foreign keys of the table sheet are switched off",
    ),
    (
        "CREATE RULE quiet AS ON INSERT TO void DO INSTEAD NOTHING",
        "table void has rules by which rows are hidden or changed",
    ),
    (
        "ALTER TABLE void ENABLE ROW LEVEL SECURITY",
        "table void has rules by which rows are hidden or changed",
    ),
    ("ALTER TABLE sheet SET UNLOGGED", "table sheet would be emptied by a crash"),
    ("DROP TABLE confirmation", "table confirmation is missing"),
    (
        "ALTER TABLE sheet ALTER east TYPE bigint",
        "table sheet was made anew with other columns",
    ),
    (
        "ALTER TABLE sheet ALTER east DROP NOT NULL",
        "table sheet was made anew with other columns",
    ),
    (
        "ALTER TABLE void DROP CONSTRAINT ck_void_reason_filled",
        "constraint ck_void_reason_filled is missing",
    ),
    (
        (
            "ALTER TABLE void DROP CONSTRAINT fk_void_event_id_entry; "
            "ALTER TABLE void ADD CONSTRAINT fk_void_event_id_entry "
            "FOREIGN KEY (event_id, entry) "
            "REFERENCES entry NOT VALID"
        ),
        "constraint fk_void_event_id_entry is not enforced",
    ),
]


@pytest.mark.parametrize(("statement", "fault"), TAMPERED)
def test_what_guards_the_tables_is_proved(
    url: str, owner: psycopg.Connection, statement: str, fault: str
) -> None:
    with Book.open(url) as book:
        assert book.verify() == []
        owner.execute(statement.encode())
        if "DROP TABLE" in statement:
            with pytest.raises(BookError, match='"confirmation" does not exist'):
                book.verify()
        else:
            assert f"schema: the {fault}" in "\n".join(map(str, book.verify()))


def test_rows_of_no_event_are_noticed(url: str, owner: psycopg.Connection) -> None:
    owner.execute("SET session_replication_role = replica")
    with Book.open(url) as book:
        owner.execute("INSERT INTO sheet VALUES ('other', 1, 1, 2, 3, 4, 0)")
        assert list(map(str, book.verify())) == [
            "links: 1 rows of sheet belong to no event"
        ]
        owner.execute("DELETE FROM sheet")
        owner.execute(
            "INSERT INTO void VALUES ((SELECT event_id FROM event), 9, 4, 'x')"
        )
        assert "links: a row of void points to a row of entry that is not there" in map(
            str, book.verify()
        )


def test_a_book_without_its_first_row_opens_and_is_damaged(
    url: str, owner: psycopg.Connection, sign: Signatures
) -> None:
    owner.execute("SET session_replication_role = replica")
    (event_id,) = owner.execute("SELECT event_id FROM event").fetchone() or ("",)
    with Book.open(url) as book:
        book.state()
        owner.execute("DELETE FROM event")
        with pytest.raises(BookDamaged, match="the event is gone; run verify"):
            book.record(samples.furiten_ron(), next(sign))
    with pytest.raises(NotABook, match="holds no event yet"):
        Book.open(url)
    with Book.open(f"{url}?event={event_id}") as book:
        assert {"links", "chain"} <= {finding.check for finding in book.verify()}
