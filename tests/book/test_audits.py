"""Whatever is done to the file by hand, the proof notices it and names the entry."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.book.metadata import SQLITE_TRIGGERS, TABLES
from ledger.core.audits import Finding
from ledger.core.event import Place, Signature
from ledger.errors import BookDamaged, BookError, SchemaTooNew
from tests.book import samples

Cell = str | int | None
Line = dict[str, Cell]
COLUMNS = {table: [c.name for c in TABLES[table].columns] for table in TABLES}
KEYS = {table: [c.name for c in TABLES[table].primary_key] for table in TABLES}
CELLS = [(table, column) for table in TABLES for column in COLUMNS[table]]


class Forger:
    """Somebody who has the file and knows how to get round all that guards it."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.run("PRAGMA ignore_check_constraints = ON")
        self.run("PRAGMA synchronous = OFF")
        for trigger in SQLITE_TRIGGERS:
            self.run(f"DROP TRIGGER {trigger}")
        self.book = Book.open(path)

    def close(self) -> None:
        self.book.close()
        self.connection.close()

    def run(self, statement: str, *values: Cell) -> int:
        return self.connection.execute(statement, values).rowcount

    def found(self) -> list[Finding]:
        """Return what the proof finds, but for the triggers that are gone anyway."""
        return [f for f in self.book.verify() if f.check != "schema"]

    def rows(self, table: str) -> list[Line]:
        found = self.connection.execute(f"SELECT * FROM {table}")
        return [dict(zip(COLUMNS[table], row, strict=True)) for row in found]

    def change(self, table: str, row: Line, column: str, value: Cell) -> None:
        key = " AND ".join(f"{name} = ?" for name in KEYS[table])
        keys = (row[name] for name in KEYS[table])
        assert (
            self.run(f"UPDATE {table} SET {column} = ? WHERE {key}", value, *keys) == 1
        )

    def remove(self, table: str, row: Line) -> None:
        key = " AND ".join(f"{name} = ?" for name in KEYS[table])
        assert (
            self.run(f"DELETE FROM {table} WHERE {key}", *map(row.get, KEYS[table]))
            == 1
        )

    def add(self, table: str, row: Line) -> None:
        marks = ", ".join("?" * len(row))
        assert self.run(f"INSERT INTO {table} VALUES ({marks})", *row.values()) == 1


@pytest.fixture
def forger(full_path: Path) -> Iterator[Forger]:
    found = Forger(full_path)
    assert found.found() == []
    yield found
    found.close()


def proved(path: Path) -> list[Finding]:
    with Book.open(path) as book:
        return book.verify()


def entry_of(table: str, row: Line) -> Cell:
    return row["number" if table == "entry" else "entry"]


def others(table: str, column: str, cell: Cell) -> list[Cell]:
    """Return what a cell could be changed to."""
    kind = TABLES[table].columns[column].type.python_type
    found: list[Cell] = [1, 0, -5] if kind is int else ["x", ""]
    if isinstance(cell, str):
        found += [cell + " ", cell[:-1], cell.swapcase()]
    if isinstance(cell, int):
        found += [cell + 1000, -cell]
    if TABLES[table].columns[column].nullable:
        found.append(None)
    return [value for value in dict.fromkeys(found) if value != cell]


def test_an_untouched_book_proves(full_path: Path) -> None:
    assert proved(full_path) == []


@pytest.mark.parametrize(("table", "column"), CELLS)
def test_any_changed_cell_is_noticed(forger: Forger, table: str, column: str) -> None:
    tried = 0
    for index, row in enumerate(forger.rows(table)):
        values = others(table, column, row[column])
        for value in values if index == 0 else values[:1]:
            try:
                forger.change(table, row, column, value)
            except sqlite3.IntegrityError as error:
                assert "UNIQUE" in str(error)  # noqa: PT017
                continue
            found = forger.found()
            assert found, f"{table}.{column}: {row[column]!r} -> {value!r}"
            if column not in KEYS[table]:
                assert entry_of(table, row) in [finding.entry for finding in found]
            forger.change(table, {**row, column: value}, column, row[column])
            tried += 1
    assert tried
    assert forger.found() == []


@pytest.mark.parametrize("table", TABLES)
def test_any_removed_row_is_noticed(forger: Forger, table: str) -> None:
    for row in forger.rows(table):
        forger.remove(table, row)
        found = forger.found()
        assert entry_of(table, row) in [finding.entry for finding in found]
        forger.add(table, row)
    assert forger.found() == []


@pytest.mark.parametrize("table", TABLES)
def test_any_added_row_is_noticed(forger: Forger, table: str) -> None:
    """A copy of a row under every entry, and under one that there is none of."""
    row = forger.rows(table)[0]
    added = 0
    for number in (*range(1, len(forger.rows("entry")) + 1), 99):
        new = row | {
            name: value
            for name, value in {
                "entry": number,
                "position": 50,
                "client_id": "new",
                "round": 50,
                "target": number - 1,
                "number": number + 1 if table == "entry" else "new",
            }.items()
            if name in row
        }
        try:
            forger.add(table, new)
        except sqlite3.IntegrityError as error:
            assert "UNIQUE" in str(error)  # noqa: PT017
            continue
        assert forger.found(), new
        forger.remove(table, new)
        added += 1
    assert added or table == "event"
    assert forger.found() == []


def test_a_second_event_in_the_file_is_noticed(full_path: Path) -> None:
    with closing(sqlite3.connect(full_path)) as connection:
        connection.execute("INSERT INTO event VALUES ('other', 1, 'Autumn', NULL)")
        connection.commit()
    (found,) = proved(full_path)
    assert str(found) == "links: 1 rows of event belong to another event"


SWAPS = [
    ("entry", "number", 7, 8),
    ("posting", "entry", 7, 8),
    ("incident", "entry", 7, 10),
    ("ruling", "entry", 7, 8),
    ("posting", "position", 0, 1),
    ("incident", "position", 0, 1),
    ("player", "position", 0, 1),
    ("player", "number", "1", "2"),
    ("seat", "position", 0, 4),
    ("seat", "player", "1", "5"),
    ("result", "position", 0, 1),
]


@pytest.mark.parametrize(("table", "column", "one", "two"), SWAPS)
def test_swapped_rows_are_noticed(
    forger: Forger, table: str, column: str, one: Cell, two: Cell
) -> None:
    spare = "spare" if isinstance(one, str) else 9999
    update = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"
    for old, new in ((one, spare), (two, one), (spare, two)):
        assert forger.run(update, new, old)
    assert "chain" in [finding.check for finding in forger.found()]


def test_the_first_wrong_entry_is_named_with_what_is_wrong(forger: Forger) -> None:
    forger.run("UPDATE posting SET points = -2000 WHERE points = -20000 AND entry = 7")
    changed = (
        "what 'Mori' booked as incident at 2026-05-01T12:00:03.000000Z was changed"
    )
    assert [str(finding) for finding in forger.found()] == [
        f"chain: entry 7: its rows do not give its hash: {changed}",
        "contents: entry 7: the postings after-uma sum to 18,000, expected 0",
        "balance: entry 7: the postings after-uma sum to 18,000, expected 0",
    ]


def test_a_hash_made_anew_breaks_the_link_after_it(forger: Forger) -> None:
    forger.run("UPDATE entry SET hash = ? WHERE number = 6", "f" * 64)
    found = forger.found()
    assert [(f.check, f.entry) for f in found] == [("chain", 6), ("chain", 7)]
    assert found[1].message.endswith("the chain is broken here")


def test_a_gap_is_named(forger: Forger) -> None:
    for table in TABLES:
        column = "number" if table == "entry" else "entry"
        forger.run(f"DELETE FROM {table} WHERE {column} IN (5, 6)")
    messages = [str(finding) for finding in forger.found()]
    assert "numbers: entry 7: comes where 5 to 6 is missing" in messages
    assert any(m.startswith("chain: entry 7: does not follow") for m in messages)


@pytest.mark.parametrize("trigger", SQLITE_TRIGGERS)
def test_a_dropped_trigger_is_noticed(full_path: Path, trigger: str) -> None:
    with closing(sqlite3.connect(full_path)) as connection:
        connection.execute(f"DROP TRIGGER {trigger}")
    (found,) = proved(full_path)
    assert str(found) == f"schema: the trigger {trigger} is missing"


def test_a_trigger_that_was_changed_or_added_is_noticed(full_path: Path) -> None:
    with closing(sqlite3.connect(full_path)) as connection:
        connection.execute("DROP TRIGGER void_no_delete")
        connection.execute(
            "CREATE TRIGGER void_no_delete BEFORE DELETE ON void BEGIN SELECT 1; END"
        )
        connection.execute(
            "CREATE TRIGGER quiet BEFORE DELETE ON void BEGIN SELECT RAISE(IGNORE); END"
        )
    assert [finding.message for finding in proved(full_path)] == [
        "the trigger quiet is not one of the book's",
        "the trigger void_no_delete is not as it was made",
    ]


def test_a_table_made_anew_without_its_types_is_noticed(full_path: Path) -> None:
    with closing(sqlite3.connect(full_path)) as connection:
        connection.executescript(
            "CREATE TABLE copy AS SELECT * FROM sheet; DROP TABLE sheet;"
            "ALTER TABLE copy RENAME TO sheet;"
        )
    messages = [finding.message for finding in proved(full_path)]
    assert "the table sheet is missing or was made anew without its types" in messages


def test_another_revision_in_the_file_is_noticed(full_path: Path) -> None:
    with closing(sqlite3.connect(full_path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()
    with pytest.raises(SchemaTooNew):
        proved(full_path)


def test_a_changed_pin_is_told_apart(forger: Forger) -> None:
    forger.run(
        "UPDATE ruleset SET pinned = replace(pinned, '20000', '2000') WHERE entry = 1"
    )
    assert [finding.check for finding in forger.found()] == ["chain", "ruleset"]


def test_bytes_changed_in_a_page_are_noticed(full_path: Path) -> None:
    data = bytearray(full_path.read_bytes())
    where = data.index(b"entered twice")
    data[where : where + 7] = b"altered"
    full_path.write_bytes(data)
    assert any(finding.entry == 9 for finding in proved(full_path))


def test_a_damaged_book_tells_where_and_does_not_go_on(
    forger: Forger, sign: Iterator[Signature]
) -> None:
    forger.run("DELETE FROM ruling WHERE entry = 7")
    book = forger.book
    for _ in range(2):
        with pytest.raises(BookDamaged, match="entry 7: the rows are not those of"):
            book.state()
    with pytest.raises(BookDamaged, match="run verify"):
        book.add(samples.sheet(), Place(round=1, table=1), next(sign))
    (found, *_) = book.check()
    assert (found.check, found.entry) == ("chain", 7)


def test_a_void_of_nothing_is_damage_not_a_crash(forger: Forger) -> None:
    forger.run("UPDATE void SET target = 77")
    with pytest.raises(BookDamaged, match="entry 9"):
        forger.book.state()


# Named checks ---------------------------------------------------------------------


def test_a_good_book_is_silent(book: Book, sign: Iterator[Signature]) -> None:
    for round_, table in ((1, 1), (1, 2), (2, 1), (2, 2)):
        book.add(samples.sheet(), Place(round=round_, table=table), next(sign))
    book.record(samples.furiten_ron(), next(sign))
    book.record(samples.wrong_count("3"), next(sign))
    assert book.check() == []


def test_a_check_is_asked_for_by_name(book: Book, sign: Iterator[Signature]) -> None:
    book.record(samples.furiten_ron(), next(sign))
    book.record(samples.furiten_ron(), next(sign))
    sheet = samples.sheet(30000, 30000, 30000, 30000, leftover=500)
    book.add(sheet, Place(round=1, table=1), next(sign))
    assert {f.check for f in book.check()} == {
        "sheets", "sticks", "duplicates", "unexplained",
    }  # fmt: skip
    assert [(f.check, f.entry) for f in book.check(["duplicates"])] == [
        ("duplicates", 6)
    ]
    assert book.check(["balance", "chain", "seats", "settled", "ruleset"]) == []


def test_an_unknown_check_is_named(book: Book) -> None:
    with pytest.raises(
        BookError, match=r"unknown check 'sheet'.*nearest known: sheets"
    ):
        book.check(["sheet"])
