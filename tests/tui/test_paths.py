"""Paths as one types them: no text is an error of the program."""

from pathlib import Path

import pytest

from ledger.files.paths import expanded, found
from tests.tui.conftest import Launch


@pytest.mark.parametrize("text", ["~nobody-has-this/x.db", "n" * 300, "a\0b"])
def test_what_no_disk_would_take_is_not_there(text: str) -> None:
    assert found(expanded(text)) == ""


def test_what_is_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").touch()
    assert found(tmp_path) == "folder"
    assert found(expanded(str(tmp_path / "a.csv"))) == "file"


async def test_an_export_to_nobodys_home_can_be_typed(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("e")
        field = desk.screen.query_one("#export-path")
        field.focus()
        await desk.type("~nobody-has-this/x.csv")
        assert "~nobody-has-this/x.csv" in "".join(desk.text().split())
