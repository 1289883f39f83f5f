"""The expected answers of `tests/vectors`, field by field as their README says."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.core.lines import judge_line
from ledger.core.score_lines import score_line
from ledger.core.wire import Object
from ledger.errors import LedgerError

VECTORS = Path(__file__).parents[1] / "vectors"
UNORDERED = ("waits", "dead_hands", "riichi_returned", "furiten_tiles", "yaku")


def _load(name: str) -> list[dict[str, object]]:
    text = (VECTORS / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def differences(expected: object, actual: object, path: str = "") -> Iterator[str]:
    """Yield a line for each expected field that the answer does not have."""
    if expected == "non-empty":
        if not actual:
            yield f"{path}: expected something, got {actual!r}"
    elif isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            yield from differences(value, actual.get(key), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(actual, list):
        yield from _list_differences(expected, actual, path)
    elif expected != actual or type(expected) is not type(actual):
        yield f"{path}: expected {expected!r}, got {actual!r}"


def _list_differences(
    expected: list[Any], actual: list[Any], path: str
) -> Iterator[str]:
    field = path.rsplit(".", 1)[-1]
    if field == "ask":
        asked = {question["fact"] for question in actual}
        wanted = {question["fact"] for question in expected}
        if not wanted <= asked:
            yield f"{path}: expected {wanted} to be asked, only {asked}"
        return
    if field in UNORDERED:
        expected, actual = sorted(expected), sorted(actual)
    if len(expected) != len(actual):
        yield f"{path}: expected {expected!r}, got {actual!r}"
        return
    for index, (want, got) in enumerate(zip(expected, actual, strict=True)):
        yield from differences(want, got, f"{path}.{index}")


def _answer(function: Callable[[Object], Object], line: Object) -> Object:
    try:
        return function(line)
    except LedgerError as error:
        return {"error": str(error)}


@pytest.mark.parametrize("vector", _load("judge"), ids=lambda v: str(v["id"]))
def test_judge_answers_the_vector(vector: dict[str, object]) -> None:
    line = vector["in"]
    assert isinstance(line, dict)

    answer = _answer(judge_line, line)

    assert list(differences(vector["out"], answer)) == []
    if "points" in answer:
        points, pot = answer["points"], answer["pot"]
        assert isinstance(points, dict)
        assert isinstance(pot, int)
        assert sum(points.values()) + pot == 0


@pytest.mark.parametrize("vector", _load("score"), ids=lambda v: str(v["id"]))
def test_score_answers_the_vector(vector: dict[str, object]) -> None:
    line = vector["in"]
    assert isinstance(line, dict)

    answer = _answer(score_line, line)

    assert list(differences(vector["out"], answer)) == []


def test_a_difference_is_seen() -> None:
    """The comparison itself must be able to fail."""
    assert list(differences({"a": 1}, {"a": True})) == [".a: expected 1, got True"]
    assert list(differences({"a": [1, 2]}, {"a": [1]})) != []
    assert list(differences({"ask": [{"fact": "x"}]}, {"ask": []})) != []
    assert list(differences({"error": "non-empty"}, {"class": "none"})) != []
