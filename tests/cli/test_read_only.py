"""Commands on a medium that cannot be written: reading reads, writing says why not."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.book.test_failures import ordinary_user, shared
from tests.cli.commands import Cli

__all__ = ["shared"]  # a fixture

READING = (
    ("standings",), ("standings", "--format", "json"), ("penalties",), ("why", "1"),
    ("check",), ("verify",), ("dump",), ("staff",), ("staff", "roles"),
    ("review",), ("story", "5"),
)  # fmt: skip
WRITING = (
    ("staff", "add", "Kim"), ("void", "5", "--reason", "a mistake"),
    ("finalise",), ("policy", "confirm"),
    ("import", "--incidents", "-incidents.csv"),
)  # fmt: skip


@pytest.fixture
def medium(event: Path, folder: Path, shared: Path) -> Iterator[Path]:
    """Return an event in a folder that nobody may write to."""
    copy = Path(shutil.copy(event, shared / "event.db"))
    shutil.copy(folder / "incidents.csv", shared / "-incidents.csv")
    copy.chmod(0o444)
    shared.chmod(0o555)
    before = copy.read_bytes()
    yield copy
    assert copy.read_bytes() == before
    assert len(list(shared.iterdir())) == 2


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_what_only_reads_reads(
    cli: Cli, medium: Path, command: tuple[str, ...]
) -> None:
    name, *rest = command
    with ordinary_user():
        done = cli(name, medium, *rest)
    assert done.code == 0, done.err
    assert "read-only" not in done.err
    assert done.out or name == "check"


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_what_writes_says_why_it_does_not(
    cli: Cli, medium: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(medium.parent)
    name, *rest = command
    with ordinary_user():
        done = cli(name, medium, *rest)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{medium}: event.db is read-only; nothing was written\n"
