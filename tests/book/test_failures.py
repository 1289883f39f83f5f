"""Disks full or read-only, others in the way: one line, and nothing half done."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from ledger.book import Book, sqlite_connections
from ledger.core.contents import Content, Player, PlayersAdded
from ledger.core.event import Place, Signature
from ledger.errors import BookError, ConnectionLost
from tests.book import samples
from tests.book.test_schema import AT_0001

Signatures = Iterator[Signature]
ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534


def one_line(caught: pytest.ExceptionInfo[BookError], path: Path) -> str:
    told = str(caught.value)
    assert told.startswith(f"{path}: ")
    assert "\n" not in told
    assert "sqlalche.me" not in told
    return told


# Read-only ------------------------------------------------------------------------


@pytest.fixture
def shared() -> Iterator[Path]:
    """Return a folder that anybody can reach; pytest's own are for the owner only."""
    folder = Path(tempfile.mkdtemp(prefix="ledger-"))
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Lay root's powers aside, if we have them: no mode binds root."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def newcomer(number: str) -> tuple[Content, Place]:
    return PlayersAdded(players=(Player(number=number, name="Late"),)), Place()


def read_everything(path: Path, fault: str, sign: Signatures) -> None:
    """Read a book that cannot be written, and have every attempt to write refused."""
    with Book.open(path) as book:
        assert book.obstacle == fault
        assert book.verify() == []
        assert book.check() == []
        assert len(list(book.dump())) > book.state().head
        assert not book.changed()
        with pytest.raises(BookError) as caught:
            book.add(*newcomer("n1"), next(sign))
    assert one_line(caught, path).endswith(f"{fault}; nothing was written")


def test_a_read_only_file(path: Path, shared: Path, sign: Signatures) -> None:
    copy = shared / "event.db"
    shutil.copy(path, copy)
    copy.chmod(0o444)
    before = copy.read_bytes()
    with ordinary_user():
        read_everything(copy, "event.db is read-only", sign)
    assert copy.read_bytes() == before
    assert list(shared.iterdir()) == [copy]


def test_a_read_only_folder(path: Path, shared: Path, sign: Signatures) -> None:
    copy = shared / "event.db"
    shutil.copy(path, copy)
    copy.chmod(0o666)
    shared.chmod(0o555)
    with ordinary_user():
        read_everything(copy, f"{shared.name} is read-only", sign)
    new = shared / "new.db"
    with ordinary_user(), pytest.raises(BookError) as caught:
        Book.create(new, name="x", ruleset=str(samples.HOUSE), by=next(sign))
    assert "cannot be made: Permission denied" in one_line(caught, new)
    assert list(shared.iterdir()) == [copy]


def test_an_older_book_that_cannot_be_migrated(shared: Path) -> None:
    copy = shared / "event.db"
    with closing(sqlite3.connect(copy)) as connection:
        for statement in json.loads(AT_0001.read_text("utf-8")):
            connection.execute(statement)
    copy.chmod(0o444)
    before = copy.read_bytes()
    with ordinary_user(), pytest.raises(BookError) as caught:
        Book.open(copy)
    assert "an older riichi-ledger" in one_line(caught, copy)
    assert "copy it to a folder that can be written" in str(caught.value)
    assert copy.read_bytes() == before


def with_log(path: Path, shared: Path, sign: Signatures, *endings: str) -> Path:
    """Return a copy of a book that has its last entry in its log still."""
    copy = shared / "event.db"
    with Book.open(path) as book:
        book.add(*newcomer("n1"), next(sign))
        for ending in ("", *endings):
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    assert Path(f"{copy}-wal").stat().st_size
    for file in shared.iterdir():
        file.chmod(0o444)
    shared.chmod(0o555)
    return copy


def test_a_log_with_its_index_is_read_too(
    path: Path, shared: Path, sign: Signatures
) -> None:
    copy = with_log(path, shared, sign, "-wal", "-shm")
    with Book.open(path) as book:
        head = book.state().head
    with ordinary_user(), Book.open(copy) as book:
        assert book.state().head == head
        assert book.verify() == []


def test_a_log_without_its_index_needs_a_folder_to_write_to(
    path: Path, shared: Path, sign: Signatures
) -> None:
    copy = with_log(path, shared, sign, "-wal")
    with ordinary_user(), pytest.raises(BookError) as caught:
        Book.open(copy)
    told = one_line(caught, copy)
    assert "its last entries are in event.db-wal" in told
    assert "copy both files to a folder that can be written" in told


def test_what_the_owner_writes_meanwhile_is_seen(
    path: Path, shared: Path, sign: Signatures
) -> None:
    """Somebody who may only read looks at the file of somebody who writes."""
    copy = shared / "event.db"
    shutil.copy(path, copy)
    copy.chmod(0o644)
    shared.chmod(0o755)
    with ordinary_user():
        reader = Book.open(copy)
        head = reader.state().head
    with Book.open(copy) as owner:
        owner.add(*newcomer("n1"), next(sign))
        with ordinary_user():
            with pytest.raises(ConnectionLost, match="it is read anew"):
                reader.changed()
            assert reader.state().head == head + 1  # through the log, from now on
        owner.add(*newcomer("n2"), next(sign))
        with ordinary_user():
            assert reader.changed()
            assert reader.state().head == head + 2
    with ordinary_user():
        reader.close()


def test_a_file_that_may_not_be_read(path: Path, shared: Path) -> None:
    copy = shared / "event.db"
    shutil.copy(path, copy)
    copy.chmod(0)
    with ordinary_user(), pytest.raises(BookError) as caught:
        Book.open(copy)
    assert "cannot be read: Permission denied" in one_line(caught, copy)


@pytest.mark.parametrize("place", ["none/event.db", "file/event.db"])
def test_a_folder_that_is_none(tmp_path: Path, sign: Signatures, place: str) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / place
    with pytest.raises(BookError) as caught:
        Book.create(path, name="x", ruleset=str(samples.HOUSE), by=next(sign))
    assert "cannot be made: " in one_line(caught, path)
    with pytest.raises(BookError) as caught:
        Book.open(path)
    one_line(caught, path)


# A full disk ----------------------------------------------------------------------


@contextmanager
def small_disk(pages: int) -> Iterator[None]:
    """Let no database grow beyond some pages of 4 KiB."""

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


def crowd(sign: Signatures) -> Iterator[tuple[Content, Place, Signature]]:
    for number in range(500):
        player = Player(number=f"x{number}", name="X" * 500)
        yield PlayersAdded(players=(player,)), Place(), next(sign)


def test_a_full_disk_leaves_nothing_half_written(path: Path, sign: Signatures) -> None:
    pages = path.stat().st_size // 4096
    with small_disk(pages + 5), Book.open(path) as book:
        state = book.state()
        head = state.head_hash
        with pytest.raises(BookError) as caught:
            book.add_all(crowd(sign))
        assert "the disk is full; nothing was written" in one_line(caught, path)
        assert (state.head, state.head_hash) == (4, head)
        assert book.verify() == []
        entry = book.record(samples.furiten_ron(), next(sign))  # a small one still fits
        assert entry.number == 5
        with pytest.raises(BookError, match="the disk is full"):  # noqa: PT012
            for _ in range(1000):
                book.record(samples.furiten_ron(), next(sign))
        last = book.state().head
        assert book.verify() == []
    with Book.open(path) as book:
        assert book.state().head == last
        assert book.verify() == []
        assert book.record(samples.furiten_ron(), next(sign)).number == last + 1


@pytest.mark.parametrize("left_over", [b"", b"\0\0\0"])
def test_an_event_on_a_full_disk_can_be_read_and_copied(
    path: Path,
    sign: Signatures,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    left_over: bytes,
) -> None:
    with sqlite_connections.new_engine(path).connect():
        pass  # whoever wrote last has tidied up
    index, log = Path(f"{path}-shm"), Path(f"{path}-wal")
    if left_over:  # as SQLite leaves it where there was no room for more
        index.write_bytes(left_over)
        log.touch()
    files = {file: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}
    usage = shutil.disk_usage(path)
    full = usage._replace(used=usage.total, free=4096)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    read_everything(path, "the disk is full", sign)
    now = {file: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}
    assert now == files
    copy = tmp_path / "stick" / "copy.db"
    copy.parent.mkdir()
    with Book.open(path) as book:
        book.backup(copy)
    monkeypatch.undo()
    with Book.open(copy) as book, Book.open(path) as old:
        assert book.obstacle == ""
        assert book.state().head_hash == old.state().head_hash


def test_no_new_event_on_a_full_disk(tmp_path: Path, sign: Signatures) -> None:
    path = tmp_path / "new.db"
    with small_disk(10), pytest.raises(BookError) as caught:
        Book.create(path, name="x", ruleset=str(samples.HOUSE), by=next(sign))
    assert "the disk is full; nothing was written" in one_line(caught, path)
    assert list(tmp_path.iterdir()) == []


LIMITED = """
import resource, sys
from ledger.book import Book
from ledger.errors import BookError
from tests.book import samples
path, limit = sys.argv[1], int(sys.argv[2])
sign = samples.signatures("small-")
with Book.open(path) as book:
    book.state()
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        while True:
            print(book.record(samples.furiten_ron(), next(sign)).number, flush=True)
    except BookError as error:
        print(error, flush=True)
"""


def test_the_system_refusing_to_write(path: Path) -> None:
    """The file size is limited by the system itself, not by SQLite."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path), str(200_000)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    *numbers, told = done.stdout.splitlines()
    assert told.startswith(f"{path}: cannot be read or written")
    assert "nothing was written" in told
    assert len(numbers) > 5
    with Book.open(path) as book:
        assert book.state().head == int(numbers[-1])
        assert book.verify() == []


# Others in the way ----------------------------------------------------------------


def test_a_book_that_is_locked_for_long(path: Path, sign: Signatures) -> None:
    with Book.open(path, patience=0.1) as book, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert book.state().head == 4  # reading goes on
        by = next(sign)
        with pytest.raises(BookError) as caught:
            book.record(samples.furiten_ron(), by)
        assert "is locked: another program" in one_line(caught, path)
        with pytest.raises(BookError, match="is locked"):
            book.add_all(crowd(sign))
        assert book.state().head == 4
        other.rollback()
        assert book.record(samples.furiten_ron(), by).number == 5
        assert book.verify() == []


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_book_that_is_gone_while_open(
    path: Path, full_path: Path, sign: Signatures, how: str
) -> None:
    """The system would let us write on, into a file that nobody finds again."""
    with Book.open(path) as book:
        book.record(samples.furiten_ron(), next(sign))
        path.unlink()
        if how == "replaced":
            full_path.rename(path)
        with pytest.raises(BookError) as caught:
            book.record(samples.furiten_ron(), next(sign))
        assert "was moved, removed or replaced" in one_line(caught, path)
