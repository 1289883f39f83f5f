"""What the README shows is true: its ruleset, its commands, its keys, its picture."""

import re
import tomllib
from pathlib import Path
from urllib.parse import unquote

import pytest
from textual.binding import Binding

from ledger.cli.program import COMMANDS
from ledger.core.rules import rules
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.journal import JournalScreen
from ledger.tui.screens.record import RecordScreen
from ledger.tui.screens.review import ReviewScreen
from ledger.tui.screens.standings import StandingsScreen

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def _block(language: str) -> str:
    match = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert match is not None
    return match[1]


def test_the_ruleset_that_it_shows_is_a_whole_one(tmp_path: Path) -> None:
    text = _block("toml")
    path = tmp_path / "our-open.toml"
    path.write_text(text, "utf-8")

    ours = rules(str(path))

    assert ours.id == tomllib.loads(text)["id"]
    assert ours.outcome("chombo").payments[0].amount == 20000
    assert ours.citation("12.3.3") == "WRC 2025 12.3.3"


def test_every_command_that_it_names_exists() -> None:
    lines = _block("console").splitlines()
    named = {
        line.removeprefix("$ riichi-ledger ").split()[0]
        for line in lines
        if line.startswith("$ riichi-ledger ")
    } | set(re.findall(r"`riichi-ledger (\w+)[^`]*`", README))
    assert len(lines) <= 10
    assert {name for name in named if not name.endswith(".db")} <= set(COMMANDS)


def test_its_picture_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)

    assert pictures
    assert all((ROOT / unquote(picture)).is_file() for picture in pictures)


@pytest.mark.parametrize(
    "screen", [FloorScreen, RecordScreen, JournalScreen, StandingsScreen, ReviewScreen]
)
def test_every_key_of_the_main_screens_is_in_the_table(screen: type) -> None:
    table = README[README.index("## Keys") : README.index("## A first event")]
    words = {
        "slash": "/", "escape": "esc", "left": "←", "right": "→", "up": "↑",
        "down": "↓", "pageup": "PgUp", "pagedown": "PgDn",
    }  # fmt: skip

    for binding in screen.BINDINGS:  # type: ignore[attr-defined]
        assert isinstance(binding, Binding)
        key = binding.key.split(",")[0]
        assert f"`{words.get(key, key)}`" in table, binding
