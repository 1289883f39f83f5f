"""Running the program: in this process for its answers, in another for its manners."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledger.cli import main

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Done:
    code: int
    out: str
    err: str


Cli = Callable[..., Done]
"""What the fixture `cli` is: arguments, and `stdin` as bytes."""


def in_process(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *arguments: str | Path,
    stdin: bytes = b"",
) -> Done:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    with pytest.raises(SystemExit) as left:
        main([str(argument) for argument in arguments])
    told = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return Done(left.value.code, told.out, told.err)


def start(
    *arguments: str | Path, env: Mapping[str, str] | None = None, **options: object
) -> subprocess.Popen[bytes]:
    """Start the program as a process of its own."""
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "ledger", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        **options,
    )
