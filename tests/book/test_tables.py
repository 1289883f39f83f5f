"""The database itself refuses what must not be, whoever holds the connection."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.book.columns import NAMING, Row
from ledger.book.metadata import SQLITE_TRIGGERS, TABLES
from ledger.core.contents import Account
from ledger.core.terms import SEATS, Class, Stage


def keys_of(table: str) -> list[list[str]]:
    """Return the columns of each key; the primary one first."""
    primary = [column.name for column in TABLES[table].primary_key]
    others = [
        [column.name for column in constraint.columns]
        for constraint in TABLES[table].constraints
        if str(constraint.name).startswith("uq_") and hasattr(constraint, "columns")
    ]
    return [primary, *others]


EVERY_KEY = [(table, tuple(key)) for table in TABLES for key in keys_of(table)]


@pytest.fixture(params=["plain", "recursive triggers"])
def outsider(full_path: Path) -> Iterator[Path]:
    """Return a full book; afterwards not one of its rows may have changed."""
    before = contents(full_path)
    assert all(before.values()), "every table has rows to attack"
    yield full_path
    assert contents(full_path) == before


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in TABLES
        }


def attack(path: Path, request: pytest.FixtureRequest, *statements: str) -> None:
    recursive = request.node.callspec.params["outsider"] == "recursive triggers"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA recursive_triggers = {int(recursive)}")
        for statement in statements:
            with pytest.raises(sqlite3.IntegrityError, match="is append-only"):
                connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("table", TABLES)
def test_no_row_can_be_changed_or_removed(
    outsider: Path, request: pytest.FixtureRequest, table: str
) -> None:
    column = TABLES[table].columns.keys()[-1]
    attack(
        outsider,
        request,
        f"UPDATE {table} SET {column} = {column}",
        f"UPDATE OR REPLACE {table} SET event_id = 'x'",
        f"DELETE FROM {table}",
        f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        f"REPLACE INTO {table} SELECT * FROM {table}",
        f"INSERT OR IGNORE INTO {table} SELECT * FROM {table}",
        f"INSERT INTO {table} SELECT * FROM {table} WHERE true "
        f"ON CONFLICT DO UPDATE SET {column} = {column}",
    )


@pytest.mark.parametrize(("table", "key"), EVERY_KEY)
def test_no_key_lets_a_new_row_displace_an_old_one(
    outsider: Path,
    request: pytest.FixtureRequest,
    table: str,
    key: tuple[str, ...],
) -> None:
    """REPLACE removes whatever is in its way, by any unique key, not only the first."""
    changes = {
        column.name: f"{column.name} || 'x'"
        if column.type.python_type is str
        else f"{column.name} + 1000"
        for column in TABLES[table].primary_key
        if column.name not in key
    }
    names = TABLES[table].columns.keys()
    wanted = [changes.get(name, name) for name in names]
    selected = ", ".join(wanted)
    attack(
        outsider,
        request,
        f"INSERT OR REPLACE INTO {table} SELECT {selected} FROM {table}",
    )


def test_there_is_no_hidden_row_number_to_displace_a_row_by(full_path: Path) -> None:
    with closing(sqlite3.connect(full_path)) as connection:
        for table in TABLES:
            with pytest.raises(sqlite3.OperationalError, match="no such column"):
                connection.execute(f"SELECT rowid FROM {table}")


VALUES = {
    "event_id": "(SELECT event_id FROM event)",
    "entry": "99",
    "position": "0",
}


@pytest.mark.parametrize(
    ("table", "cells", "fault"),
    [
        ("posting", "'bank', NULL, 1, 'table', 'table'", "ck_posting_account_known"),
        ("posting", "'pot', NULL, 1, 'later', 'table'", "ck_posting_stage_known"),
        ("posting", "'pot', NULL, 1, 'table', 'no'", "ck_posting_settled_known"),
        ("posting", "'pot', '1', 1, 'table', 'table'", "ck_posting_player_of_account"),
        ("posting", "'player', NULL, 1, 'table', 'table'", "player_of_account"),
        ("posting", "'pot', NULL, 'x', 'table', 'table'", "cannot store TEXT value"),
        ("posting", "'pot', NULL, 1.5, 'table', 'table'", "cannot store REAL value"),
        ("seat", "0, 1, 'E', '1'", "ck_seat_round_from_1"),
        ("seat", "3, 1, 'X', '1'", "ck_seat_wind_known"),
        ("result", "3, 0, '1', 5", "ck_result_table_number_from_1"),
        ("void", "99, 'x'", "ck_void_target_is_earlier"),
        ("void", "6, ''", "ck_void_reason_filled"),
        ("void", "'six', 'x'", "cannot store TEXT value"),
        ("sheet", "1, 2, 3, NULL, 0", "NOT NULL constraint failed: sheet.north"),
        ("player", "'', 'A', '', '', '', '', 0", "ck_player_number_filled"),
        ("player", "'9', 'A', '', '', '', '', 2", "ck_player_substitute_yes_or_no"),
        ("ruleset", "'x', '{}', 'short'", "ck_ruleset_digest_width"),
        ("void", "6, 'x'", "FOREIGN KEY constraint failed"),
        ("seat", "3, 1, 'E', 'nobody'", "FOREIGN KEY constraint failed"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused(
    full_path: Path, table: str, cells: str, fault: str
) -> None:
    columns = TABLES[table].columns
    keys = ", ".join(VALUES[name] for name in VALUES if name in columns)
    with closing(sqlite3.connect(full_path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match=fault):
            connection.execute(f"INSERT INTO {table} VALUES ({keys}, {cells})")


def test_every_constraint_has_a_name() -> None:
    for table in TABLES.values():
        for constraint in table.constraints:
            assert str(constraint.name).startswith(tuple(f"{kind}_" for kind in NAMING))


def test_every_table_names_its_event_first_and_is_strict() -> None:
    for table in Row.metadata.sorted_tables:
        assert table.primary_key.columns.keys()[0] == "event_id"
        assert table.dialect_options["sqlite"]["strict"] is True
        assert table.dialect_options["sqlite"]["with_rowid"] is False


def test_the_checks_know_the_words_of_the_core() -> None:
    texts = {
        str(constraint.name): str(constraint.sqltext)
        for table in TABLES.values()
        for constraint in table.constraints
        if hasattr(constraint, "sqltext")
    }
    vocabularies = {
        "ck_ruling_class_known": tuple(Class),
        "ck_incident_class_known": tuple(Class),
        "ck_incident_seat_known": SEATS,
        "ck_seat_wind_known": SEATS,
        "ck_posting_account_known": tuple(Account),
        "ck_posting_stage_known": tuple(Stage),
    }
    for name, words in vocabularies.items():
        column = name.split("_")[2]
        listed = ", ".join(f"'{word.value}'" for word in words)
        assert texts[name] == f"{column} IN ({listed})"


def test_three_triggers_guard_each_table() -> None:
    assert sorted(SQLITE_TRIGGERS) == sorted(
        f"{table}_no_{act}"
        for table in TABLES
        for act in ("update", "delete", "replace")
    )
