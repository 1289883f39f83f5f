"""A short form of the fuzzing; what its long form found stands with the others' tests.

`tests/book/test_schema.py` holds what it found in files of events.
"""

from pathlib import Path

import pytest

from tests.fuzz_inputs import KINDS, Kind, Tiles, fuzzed

COUNTS = {"tiles": 3000, "lines": 1500, "csv": 300, "foreign": 300, "dumps": 200,
          "rulesets": 15, "books": 20}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_nothing_of_a_kind_brings_the_program_down(
    kind: type[Kind], tmp_path: Path
) -> None:
    assert list(fuzzed(kind(tmp_path), 2026, COUNTS[kind.name])) == []


def test_what_brings_it_down_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the program, and an input on which it hangs."""

    def faulty(_: Tiles, data: bytes) -> None:
        if b"5" in data:
            raise ZeroDivisionError
        while b"m" in data:
            pass

    monkeypatch.setattr(Tiles, "take", faulty)
    monkeypatch.setattr("tests.fuzz_inputs.SECONDS_MAX", 0.01)
    found = list(fuzzed(Tiles(tmp_path), 1, 40))
    assert len(found) > 10
    traces = "".join(finding.trace for finding in found)
    assert "ZeroDivisionError" in traces
    assert "Hang" in traces
