"""The program, called in this process; and an event for it."""

from functools import partial
from pathlib import Path

import pytest

from tests.cli.commands import Cli, in_process

PLAYERS = "number,name\n1,Ann\n2,Ben\n3,Cay\n4,Dee\n"
SEATING = "round,table,east,south,west,north\n1,1,1,2,3,4\n"
SCORES = "round,table,east,south,west,north,leftover\n1,1,41000,19000,29000,31000,0\n"
INCIDENTS = (
    "round,table,hand,honba,offender,situation,facts\n"
    "1,1,E1,0,3,furiten-ron,shown=yes\n"
)


@pytest.fixture(autouse=True)
def _at_a_terminal_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    for variable in ("PIN", "NEW_PIN", "TERMINAL"):
        monkeypatch.delenv(f"RIICHI_LEDGER_{variable}", raising=False)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    return partial(in_process, capsys, monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder, with a space in its name, that holds an event's CSV files."""
    made = tmp_path / "spring open"
    made.mkdir()
    for name, text in (
        ("players", PLAYERS),
        ("seating", SEATING),
        ("scores", SCORES),
        ("incidents", INCIDENTS),
    ):
        (made / f"{name}.csv").write_text(text, "utf-8")
    return made


@pytest.fixture
def event(cli: Cli, folder: Path) -> Path:
    """An event with everything of the folder in it."""
    path = folder / "event.db"
    made = cli("new", path, "--ruleset", "ema-2025", "--name", "Spring")
    assert (made.code, made.err) == (0, "")
    assert cli("import", path, folder).code == 0
    return path
