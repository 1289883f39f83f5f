"""What a terminal remembers beside the event, and what it shrugs off."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.core.sign_in import Failures
from ledger.files.failed_sign_ins import failures_of, keep_failures
from ledger.files.state_folder import state_folder

EVENT = "c7797036f8a6bc4edf9e866bd48cd19a"
AT = datetime(2026, 5, 1, 12, 0, 0, 5, tzinfo=UTC)


def test_failures_are_remembered_by_event(tmp_path: Path) -> None:
    folder = tmp_path / "not yet" / "there"
    failures = {"Kim": Failures(3, AT), '佐藤 "x"': Failures(10, AT)}
    keep_failures(folder, EVENT, failures)
    assert failures_of(folder, EVENT) == failures
    assert failures_of(folder, "other") == {}
    keep_failures(folder, EVENT, {})
    assert failures_of(folder, EVENT) == {}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"Kim": 3}', '{"Kim": [3, "now"]}',
                                  '{"Kim": ["x", "2026-05-01"]}', "\0"])  # fmt: skip
def test_a_damaged_file_is_forgotten(tmp_path: Path, text: str) -> None:
    keep_failures(tmp_path, EVENT, {"Kim": Failures(3, AT)})
    (file,) = tmp_path.iterdir()
    file.write_text(text)
    assert failures_of(tmp_path, EVENT) == {}


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keep_failures(tmp_path / "file", EVENT, {"Kim": Failures(3, AT)})
    assert failures_of(tmp_path / "file", EVENT) == {}


def test_an_event_id_is_no_way_out_of_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "state"
    keep_failures(inside, "../../x", {"Kim": Failures(1, AT)})
    assert [file.name for file in tmp_path.rglob("*.json")] == ["failures-x.json"]
    assert list(inside.iterdir())


def test_where_the_folder_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "riichi-ledger"
