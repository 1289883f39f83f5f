"""What a terminal is called: as told, as the environment has it, or as its host."""

import platform

import pytest

from ledger.errors import LedgerError
from ledger.files.terminal_name import NAME_MAX, TERMINAL_VARIABLE, terminal_name


def test_what_is_given_comes_before_what_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(TERMINAL_VARIABLE, raising=False)
    assert terminal_name() == (platform.node() or "terminal")
    monkeypatch.setenv(TERMINAL_VARIABLE, " 受付 2 ")
    assert terminal_name() == "受付 2"
    assert terminal_name(" desk-1 ") == "desk-1"
    monkeypatch.setenv(TERMINAL_VARIABLE, "  ")
    monkeypatch.setattr(platform, "node", str)
    assert terminal_name() == "terminal"


@pytest.mark.parametrize("name", ["x" * (NAME_MAX + 1), "a\nb", "\x1b[31mred", "a\0"])
def test_a_name_that_would_spoil_a_line_is_refused(name: str) -> None:
    with pytest.raises(LedgerError, match="cannot be a terminal's name") as caught:
        terminal_name(name)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
