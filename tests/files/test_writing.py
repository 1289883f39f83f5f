"""An export is there whole or not at all, and the old file is whole until then."""

import errno
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.errors import ExportError
from ledger.files.writing import write_file


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_as_utf_8(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    write_file(target, "佐藤\n")
    assert target.read_bytes() == "佐藤\n".encode()
    assert left_over(tmp_path) == ["out.csv"]


def test_a_file_is_replaced_whole_and_its_link_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    link.symlink_to(real)
    write_file(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_new_file_has_ordinary_permissions(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    write_file(target, "x")
    umask = os.umask(0)
    os.umask(umask)
    assert target.stat().st_mode & 0o777 == 0o666 & ~umask


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("is_open", [True, False])
def test_a_book_is_never_replaced(tmp_path: Path, ending: str, is_open: bool) -> None:
    event, link = tmp_path / "spring.db", tmp_path / "out.csv"
    book = sqlite3.connect(event)
    book.execute("PRAGMA journal_mode = WAL")
    book.execute("CREATE TABLE entry (number)")
    book.commit()
    if not is_open:
        book.close()
    link.symlink_to(f"{event}{ending}")
    before = {path: path.read_bytes() for path in tmp_path.glob("spring.db*")}
    for target in (link, Path(f"{event}{ending}")):
        with pytest.raises(ExportError, match="event's file, expected another name"):
            write_file(target, "rank,number\n")
    after = {path: path.read_bytes() for path in tmp_path.glob("spring.db*")}
    assert after == before
    book.close()


def test_a_file_that_only_ends_like_a_part_of_a_book_is_written(tmp_path: Path) -> None:
    target = tmp_path / "spring-wal"
    write_file(target, "x")
    write_file(target, "y")
    assert target.read_text() == "y"


@pytest.mark.parametrize("at", ["write", "fsync"])
def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")
    if at == "fsync":

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(ExportError) as caught:
            write_file(target, "new")
        message = str(caught.value)
    else:
        code = (
            "import resource, sys; from pathlib import Path;"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
            "from ledger.files.writing import write_file;"
            "write_file(Path(sys.argv[1]), 'x' * 100_000)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(target)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        message = done.stderr.splitlines()[-1].partition("Error: ")[2]
        assert os.strerror(errno.EFBIG) in message
    assert message.startswith(f"{target}: cannot be written: ")
    assert message.endswith("the file that is there is unchanged")
    assert target.read_text() == "old"
    assert left_over(tmp_path) == ["out.csv"]


def test_a_missing_folder_a_folder_and_a_full_device_are_errors(tmp_path: Path) -> None:
    cases = {
        tmp_path / "none" / "out.csv": "No such file or directory",
        tmp_path: "is a folder, expected a file",
        Path("/dev/full"): "No space left on device",
        tmp_path / "x\0y": "null",
    }
    for target, why in cases.items():
        with pytest.raises(ExportError, match=why):
            write_file(target, "x")
    assert Path("/dev/full").is_char_device()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(ExportError, match="Permission denied"):
            write_file(tmp_path / "out.csv", "x")
    finally:
        tmp_path.chmod(0o700)


def test_a_device_is_written_to_as_it_is() -> None:
    write_file(Path("/dev/null"), "x")
    assert Path("/dev/null").is_char_device()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 1000
