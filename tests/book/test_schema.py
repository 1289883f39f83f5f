"""Which files are ours, how they come to be, and how an older one is migrated."""

import ast
import hashlib
import json
import sqlite3
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from ledger.book import Book, schema, sqlite_schema
from ledger.book.columns import Row
from ledger.book.fresh_file import fresh_file
from ledger.book.metadata import SQLITE_TRIGGERS, TABLES
from ledger.book.sqlite_connections import new_engine
from ledger.core.event import Place, Signature
from ledger.errors import BookDamaged, BookError, NotABook, SchemaTooNew
from ledger.resources import resource_folder
from tests.book import samples
from tests.book.conftest import NEXT


def alembic(path: Path) -> Config:
    config = Config(cmd_opts=Namespace(x=[f"db={path}"]))
    config.set_main_option("script_location", str(resource_folder("migrations")))
    return config


def objects(path: Path) -> dict[str, list[str]]:
    """Return what a schema is made of, without the order of its constraints."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        )
        return {
            name: sorted(line.strip().rstrip(",") for line in sql.splitlines())
            for name, sql in found
            if name != "alembic_version"
        }


def fingerprint(path: Path) -> dict[str, str]:
    """Return the digests of a file and of whatever stands beside it."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in path.parent.iterdir()
        if file.is_file()
    }


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


# The migrations -------------------------------------------------------------------


def test_the_constant_is_the_history_of_the_migrations(path: Path) -> None:
    scripts = ScriptDirectory.from_config(alembic(path))
    history = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(history)) == schema.REVISIONS
    assert scripts.get_heads() == [schema.REVISIONS[-1]]


def test_migrating_gives_the_schema_of_the_tables(path: Path, tmp_path: Path) -> None:
    """Constraints, STRICT and triggers too, which alembic's own check does not see."""
    wanted = tmp_path / "wanted.db"
    engine = new_engine(wanted)
    Row.metadata.create_all(engine)
    with engine.begin() as connection:
        for sql in SQLITE_TRIGGERS.values():
            connection.exec_driver_sql(sql)
    assert objects(path) == objects(wanted)
    assert len(objects(path)) == len(TABLES) + len(SQLITE_TRIGGERS)


def test_alembic_finds_nothing_to_do(path: Path) -> None:
    command.check(alembic(path))  # raises, as the next test shows, if there is


def test_alembic_would_find_a_difference(path: Path) -> None:
    run(path, "DROP TABLE sheet")
    with pytest.raises(Exception, match="New upgrade operations detected"):
        command.check(alembic(path))


def test_a_book_is_never_taken_back(full_path: Path) -> None:
    before = objects(full_path)
    with pytest.raises(NotImplementedError, match="use the backup"):
        command.downgrade(alembic(full_path), "base")
    assert objects(full_path) == before


def test_migrations_know_nothing_of_the_program() -> None:
    for script in (resource_folder("migrations") / "versions").glob("*.py"):
        imported = {
            name.name if isinstance(node, ast.Import) else str(node.module)
            for node in ast.walk(ast.parse(script.read_text("utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in node.names
        }
        assert imported <= {"sqlalchemy", "alembic"}


def test_opening_a_book_at_head_loads_no_alembic(path: Path) -> None:
    code = (
        "import sys; from ledger.book import Book\n"
        f"with Book.open({str(path)!r}) as book: book.state()\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in"
        " {'alembic', 'mako', 'textual', 'typer'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


# Looking at a file ----------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="no such file") as caught:
        Book.open(tmp_path / "none.db")
    assert str(tmp_path / "none.db") in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="cannot be read: Is a directory"):
        Book.open(tmp_path)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "is empty"),
        (b"name,team\nAnn,A\n", "is not a database"),
        (b"SQLite format 4\0" + bytes(4096), "is not a database"),
        (b"SQLite format 3\0", "is not a database"),
        (b"SQLite format 3\0" + b"\xff" * 8192, "is not a database"),
    ],
)
def test_a_file_of_something_else(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "event.db"
    path.write_bytes(content)
    with pytest.raises(NotABook, match=fault):
        Book.open(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "event.db"
    run(path, "CREATE TABLE alembic_version (version_num)", "CREATE TABLE entry (x)")
    before = fingerprint(path)
    with pytest.raises(NotABook, match="a database of something else"):
        Book.open(path)
    assert fingerprint(path) == before


def test_a_truncated_book(full_path: Path) -> None:
    whole = full_path.read_bytes()
    full_path.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(BookDamaged, match="is damaged"):
        Book.open(full_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"CONSTRAINT pk_entry PRIMARY KEY", b"CONSTRAINT pk_entry \xffRIMARY KEY"),
        (b"STRICT", b"STR\xd8CT"),
        (b"CREATE TABLE sheet", b"CREATE TABLE sh\xfe\xfft"),
        (b"CREATE TRIGGER void_no_delete", b"CREATE TRIGGER \xffoid_no_delete"),
        (b"entered twice", b"entered \xff\xfeice"),
    ],
)
def test_bytes_that_are_no_text_are_told_in_one_line(
    full_path: Path, old: bytes, new: bytes
) -> None:
    """Found by fuzzing: even SQLite's own message about them is no UTF-8 then."""
    whole = full_path.read_bytes()
    assert old in whole
    full_path.write_bytes(whole.replace(old, new, 1))
    with pytest.raises(BookError) as caught, Book.open(full_path) as book:
        book.verify()
    assert "\n" not in str(caught.value)


def test_several_faults_of_the_file_are_several_findings(full_path: Path) -> None:
    """Found by fuzzing: SQLite tells them in one message of several lines."""
    whole = full_path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    told = 0
    for at in range(size, len(whole), size):
        damaged = bytearray(whole)
        damaged[at + 1 : at + 3] = b"\x0f\xf0"  # where free space is said to begin
        full_path.write_bytes(damaged)
        try:
            with Book.open(full_path) as book:
                found = [str(finding) for finding in book.verify()]
        except BookDamaged:
            continue
        assert [line for line in found if "\n" in line] == []
        told += len([line for line in found if line.startswith("file: ")]) > 1
    assert told


def test_a_book_from_the_future_is_left_as_it_is(full_path: Path) -> None:
    run(full_path, "UPDATE alembic_version SET version_num = '9999'")
    before = fingerprint(full_path)
    with pytest.raises(SchemaTooNew, match="schema 9999, this program knows up to"):
        Book.open(full_path)
    assert fingerprint(full_path) == before


def test_a_book_from_the_future_with_its_log_beside_it(full_path: Path) -> None:
    """After a crash the newer revision may stand in the log only."""
    code = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1])\n"
        "c.execute(\"UPDATE alembic_version SET version_num = '9999'\"); c.commit()\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(full_path)], check=True)
    log = Path(f"{full_path}-wal")
    assert log.stat().st_size
    before = full_path.read_bytes(), log.read_bytes()
    with pytest.raises(SchemaTooNew, match="schema 9999"):
        Book.open(full_path)
    assert (full_path.read_bytes(), log.read_bytes()) == before


@pytest.mark.parametrize("statement", ["DELETE FROM", "INSERT INTO"])
def test_a_book_that_does_not_say_its_revision(path: Path, statement: str) -> None:
    run(path, statement + " alembic_version" + " VALUES ('0000')" * ("IN" in statement))
    with pytest.raises(BookDamaged, match="schema revisions, expected 1"):
        Book.open(path)


def test_a_book_without_entries(tmp_path: Path) -> None:
    bare = tmp_path / "bare.db"
    sqlite_schema.upgrade(new_engine(bare))
    with pytest.raises(BookDamaged, match="holds no event"):
        Book.open(bare)


# Migrating ------------------------------------------------------------------------

HEAD = schema.REVISIONS[-1]
LATER = f'''"""A migration as a later version might bring it."""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{HEAD}"

def upgrade() -> None:
'''
COLUMN = '    op.add_column("incident", sa.Column("spoken", sa.Text()))\n'
REBUILT = """    with op.batch_alter_table("sheet", recreate="always") as batch:
        batch.add_column(sa.Column("seen_by", sa.Text()))
"""
FAILS = '    op.execute("CREATE TABLE half (x)")\n    op.execute("nonsense")\n'
LOSES = '    op.execute("DROP TRIGGER entry_no_update")\n'
TEARS = """    op.execute("DROP TRIGGER player_no_delete")
    op.execute("DELETE FROM player WHERE number = '1'")
    op.execute(
        "CREATE TRIGGER player_no_delete BEFORE DELETE ON player "
        "BEGIN SELECT RAISE(ABORT, 'player is append-only'); END"
    )
"""


def test_an_older_book_is_backed_up_migrated_and_proved(
    busy_path: Path, later: Path, sign: Iterator[Signature]
) -> None:
    later.write_text(LATER + COLUMN)
    original = busy_path.read_bytes()
    with closing(sqlite3.connect(busy_path)) as connection:
        head = connection.execute(
            "SELECT hash FROM entry ORDER BY number DESC"
        ).fetchone()

    with Book.open(busy_path) as book:
        assert book.state().head_hash == head[0]
        assert book.verify() == []
        book.record(samples.furiten_ron(), next(sign))
        assert book.verify() == []
    backup = busy_path.with_name(f"busy.before-{NEXT}.db")
    assert sqlite_schema.peek(backup) == [HEAD]
    assert objects(backup).keys() == objects(busy_path).keys()
    assert len(original) == backup.stat().st_size


def test_a_second_backup_does_not_replace_the_first(
    full_path: Path, later: Path
) -> None:
    later.write_text(LATER + COLUMN)
    taken = full_path.with_name(f"full.before-{NEXT}.db")
    taken.write_text("the first")
    with Book.open(full_path):
        pass
    assert taken.read_text() == "the first"
    assert sqlite_schema.peek(full_path.with_name(f"full.before-{NEXT}-2.db")) == [HEAD]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (REBUILT, "the trigger sheet_no_delete is missing"),
        (LOSES, "the trigger entry_no_update is missing"),
        (TEARS, "rows would point nowhere"),
        (FAILS, "syntax error"),
    ],
    ids=["rebuilt", "loses a trigger", "tears rows", "fails"],
)
def test_a_bad_migration_leaves_the_book_as_it_was(
    full_path: Path, later: Path, body: str, fault: str
) -> None:
    later.write_text(LATER + body)
    before = objects(full_path)
    with pytest.raises(BookError, match=fault):
        Book.open(full_path)
    assert objects(full_path) == before
    assert sqlite_schema.peek(full_path) == [HEAD]


AT_0001 = Path(__file__).with_name("at-0001.json")
"""The statements that make a book as revision 0001 left it, with ten entries."""
HEAD_HASH = "580958ea21353bbce8c98c084323f4da9b19ba868d3b4e06536d1d8880467e5c"


@pytest.fixture
def first_book(tmp_path: Path) -> Path:
    path = tmp_path / "first.db"
    with closing(sqlite3.connect(path)) as connection:
        for statement in json.loads(AT_0001.read_text("utf-8")):
            connection.execute(statement)
    return path


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        return {
            table: connection.execute(f"SELECT * FROM {table}").fetchall()
            for (table,) in tables.fetchall()
            if table != "alembic_version"
        }


def test_a_book_of_the_first_schema_is_upgraded_with_all_that_is_in_it(
    first_book: Path, path: Path, sign: Iterator[Signature]
) -> None:
    assert sqlite_schema.peek(first_book) == ["0001"]
    before = rows(first_book)
    assert all(before.values()), "every table of 0001 has rows"
    with Book.open(first_book) as book:
        assert book.state().head_hash == HEAD_HASH
        assert book.verify() == []
        after = rows(first_book)
        assert {table: after[table] for table in before} == before
        assert [table for table in after if table not in before and after[table]] == []
        assert objects(first_book) == objects(path)
        book.add(samples.PIN, Place(), next(sign))
        assert book.verify() == []
    backup = first_book.with_name(f"first.before-{HEAD}.db")
    assert sqlite_schema.peek(backup) == ["0001"]
    assert rows(backup) == before


def test_the_triggers_of_an_upgraded_book_hold(first_book: Path) -> None:
    Book.open(first_book).close()
    for table in TABLES:
        with closing(sqlite3.connect(first_book)) as connection:
            if not connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]:
                continue
            for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET event_id=1"):
                with pytest.raises(sqlite3.IntegrityError, match="is append-only"):
                    connection.execute(statement)


# New files ------------------------------------------------------------------------


def test_a_file_gets_its_name_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with fresh_file(path) as made:
        made.write_text("whole")
        assert not path.exists()
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


def test_what_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def make() -> None:
        with fresh_file(tmp_path / "new.db") as made:
            made.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        make()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_name_taken_meanwhile_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Two create the same event at once; some file systems have no links."""
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", no_links)
    path = tmp_path / "new.db"

    def make() -> None:
        with fresh_file(path) as made:
            made.write_text("second")
            path.write_text("first")

    with pytest.raises(BookError, match="is there already"):
        make()
    assert path.read_text() == "first"


def no_links(_: Path, __: Path) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_a_file_system_without_links_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "hardlink_to", no_links)
    with fresh_file(tmp_path / "new.db") as made:
        made.write_text("whole")
    assert (tmp_path / "new.db").read_text() == "whole"
    assert list(tmp_path.iterdir()) == [tmp_path / "new.db"]


def test_a_backup_is_a_whole_book_and_never_over_another(
    busy_path: Path, tmp_path: Path, sign: Iterator[Signature]
) -> None:
    copy = tmp_path / "copies" / "backup of a book.db"
    copy.parent.mkdir()
    with Book.open(busy_path) as book:
        book.record(samples.furiten_ron(), next(sign))  # still in the log
        book.backup(copy)
        with pytest.raises(BookError, match="is there already"):
            book.backup(copy)
        with Book.open(copy) as backup:
            assert backup.verify() == []
            assert backup.state().head_hash == book.state().head_hash
        with pytest.raises(BookError, match="cannot be made: No such file"):
            book.backup(tmp_path / "none" / "backup.db")
        book.add(samples.sheet(), Place(round=1, table=1), next(sign))
    assert list(copy.parent.iterdir()) == [copy]
