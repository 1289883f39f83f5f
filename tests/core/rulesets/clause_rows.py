"""Clauses of a rulebook, row by row, with the ruling that each of them asks for.

A row is one clause or part of one, in our own words and in the book's order. It holds
cases, or the reason why it has none. What a case expects is written as a short line:
`dead-hand`, `chombo 30P`, `none scored`, or what is still asked, `asks aware`,
`asks outcome: none warning`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ledger.core.lines import judge_line

SEATS = ("E", "S", "W", "N")
HANDS = ("continue", "replay", "scored")


class Case(NamedTuple):
    """A situation with its facts, and the ruling in short."""

    situation: str
    facts: Mapping[str, object]
    expected: str
    more: Mapping[str, object]
    """Other keys of the line: table, result, history, also."""


class Row(NamedTuple):
    """One clause, and its cases or the reason for having none."""

    clause: str
    says: str
    cases: tuple[Case, ...] = ()
    no_case: str = ""


class Told(NamedTuple):
    """One case to be judged under one edition."""

    ruleset: str
    row: Row
    case: Case

    def __str__(self) -> str:
        stated = "-".join(f"{name}={value}" for name, value in self.case.facts.items())
        return f"{self.ruleset}-{self.row.clause}-{self.case.situation}-{stated}"


def case(
    situation: str,
    expected: str,
    more: Mapping[str, object] | None = None,
    /,
    **facts: object,
) -> Case:
    """Return a case whose offender is South."""
    return Case(situation, facts, expected, more or {})


def row(clause: str, says: str, *cases: Case, no_case: str = "") -> Row:
    return Row(clause, says, cases, no_case)


def told(ruleset: str, *tables: Iterable[Row]) -> Iterator[Told]:
    for table in tables:
        for each in table:
            for one in each.cases:
                yield Told(ruleset, each, one)


def judged(ruleset: str, one: Case, /, **more: object) -> dict[str, Any]:
    """Return the answer of `judge` for a case."""
    line: dict[str, object] = {"ruleset": ruleset, **one.more, **more}
    line.setdefault("table", {"dead": _dead_before(one)})
    offender = None if one.situation == "no-fault-redeal" else "S"
    line["incident"] = {
        "offender": offender,
        "situation": one.situation,
        "facts": dict(one.facts),
    }
    return judge_line(line)


def _dead_before(one: Case) -> dict[str, str]:
    """Return the dead hands that the case starts from."""
    table = one.more.get("table")
    if isinstance(table, Mapping):
        return dict(table.get("dead", {}))
    return {"S": "declared"} if one.situation == "act-with-dead-hand" else {}


def check(one: Told, book: str) -> None:
    """Judge a case and compare every word of what it expects, its clause too."""
    answer = judged(one.ruleset, one.case)
    words = one.case.expected.replace(":", "").split()
    if words[0] == "asks":
        _check_question(answer, words[1], words[2:])
        return
    assert answer["ask"] == []
    assert answer["class"] == words[0]
    fine = sum(int(word[:-1]) * 1000 for word in words if word.endswith("P"))
    assert answer["tournament"]["S"] == -fine
    usual = "replay" if words[0] == "chombo" else "continue"
    hand = next((word for word in words[1:] if word in HANDS), usual)
    assert answer["hand"] == hand
    assert ("S" in answer["dead_hands"]) == (
        hand == "continue"
        and (words[0] == "dead-hand" or "S" in _dead_before(one.case))
    )
    assert f"{book} {one.row.clause}" in answer["citations"]
    assert sum(answer["points"].values()) + answer["pot"] == 0


def _check_question(answer: dict[str, Any], fact: str, choices: list[str]) -> None:
    assert answer["class"] is None
    (question,) = answer["ask"]
    assert question["fact"] == fact
    assert question["why"]
    if choices:
        assert question["choices"] == choices
    assert set(answer["tournament"].values()) == {0}
    assert set(answer["points"].values()) == {0}
