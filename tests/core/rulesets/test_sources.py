"""Every sentence of the three source pages has its place in a ruleset, or a reason.

The pages' sentences, in our own words and in their order, stand in `sources/*.toml`
with what the judge must answer: from facts that a referee states, and from the tiles
where tiles decide. A sentence without a rule says why it has none.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ledger.core.lines import judge_line
from ledger.errors import LedgerError

PAGES = sorted((Path(__file__).parent / "sources").glob("*.toml"))
AS_SETS = ("dead_hands", "riichi_returned", "waits")
INPUT = ("options", "table", "result")


class Told(NamedTuple):
    """One expected answer: where it is told, and the case itself."""

    page: str
    ruleset: str
    sentence: int
    case: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.page}-{self.sentence}-{self.case.get('situation', 'tiles')}"


def told(kind: str) -> Iterator[Told]:
    for path in PAGES:
        page = tomllib.loads(path.read_text("utf-8"))
        for sentence in page["sentence"]:
            for case in sentence.get(kind, []):
                yield Told(path.stem, page["ruleset"], sentence["n"], case)


def line(one: Told, **incident: object) -> dict[str, object]:
    asked: dict[str, object] = {"ruleset": one.ruleset, "incident": None}
    asked |= {key: one.case[key] for key in INPUT if key in one.case}
    if incident:
        offender = one.case.get("offender", "S")
        facts = one.case.get("facts", {})
        asked["incident"] = {"offender": offender, "facts": facts, **incident}
    return asked


def same(expected: object, answer: object, key: str = "") -> bool:
    if isinstance(expected, dict) and isinstance(answer, dict):
        return all(same(value, answer[name], name) for name, value in expected.items())
    if key in AS_SETS and isinstance(expected, list) and isinstance(answer, list):
        return sorted(expected) == sorted(answer)
    return expected == answer


def check(one: Told, answer: dict[str, Any]) -> None:
    for key, expected in one.case.get("answer", {}).items():
        assert same(expected, answer[key], key), (key, expected, answer)
    if "asks" in one.case:
        assert answer["class"] is None
        assert one.case["asks"] in [question["fact"] for question in answer["ask"]]
    named = {assumption["part"] for assumption in answer["assumed"]}
    assert named >= set(one.case.get("assumed", [])), answer["assumed"]
    assert sum(answer["points"].values()) + answer["pot"] == 0


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_sentence_is_missing(path: Path) -> None:
    page = tomllib.loads(path.read_text("utf-8"))
    numbers = [sentence["n"] for sentence in page["sentence"]]
    assert numbers == list(range(1, page["sentences"] + 1))
    for sentence in page["sentence"]:
        has_rule = bool(sentence.get("cases") or sentence.get("evidence"))
        assert has_rule != bool(sentence.get("no_rule")), sentence["n"]
        assert sentence["says"]


def test_the_three_pages_are_there() -> None:
    assert [path.stem for path in PAGES] == ["agari_houki", "furiten", "reach"]


@pytest.mark.parametrize("one", told("cases"), ids=str)
def test_stated_facts_are_answered_as_the_sentence_says(one: Told) -> None:
    assert one.case.keys() & {"answer", "asks"}, "expects nothing"
    check(one, judge_line(line(one, situation=one.case["situation"])))


@pytest.mark.parametrize("one", told("evidence"), ids=str)
def test_tiles_are_answered_as_the_sentence_says(one: Told) -> None:
    answer: dict[str, Any] = judge_line(line(one, evidence=one.case["tiles"]))
    assert same(one.case["found"], answer["found"]), answer["found"]
    check(one, answer)


@pytest.mark.parametrize("one", told("refused"), ids=str)
def test_what_the_sentence_rules_out_is_refused(one: Told) -> None:
    with pytest.raises(LedgerError, match=one.case["error"]):
        judge_line(line(one))
