"""Every edition, every situation, every combination of facts: `judge` is total.

No crash, points and pot sum to zero, the same answer twice, and either a ruling with a
citation or a question that can be answered.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest

from ledger.core import editions
from ledger.core.decision import DERIVED, Verdict
from ledger.core.incidents import Abort, Draw, Incident, Result, Ron, TableState, Win
from ledger.core.lines import ruling_object
from ledger.core.questions import Question
from ledger.core.rules import of_edition
from ledger.core.rulings import Ruling, judge
from ledger.core.situations import FactKind, FactValue, Situation
from ledger.core.terms import SEATS, Seat

E, S, W, N = SEATS
RON = Ron(wins=(Win(winner=N, loser=W, points=3900),))
TABLES: tuple[tuple[TableState, Result | None], ...] = (
    (TableState(), None),
    (TableState(honba=2, carried=2000, riichi=(S, W)), None),
    (TableState(honba=1, riichi=(S, N), last_discard=True), None),
    (TableState(carried=1000, riichi=(S,)), RON),
    (TableState(riichi=(S,)), Draw(tenpai=(E, S))),
    (TableState(riichi=SEATS), Abort(kind="four-riichi")),
    (TableState(dead={S: "declared"}, hands_left=1, riichi=(S,)), None),
    (TableState(dead={S: "undeclared"}), None),
)


def _variants() -> Iterator[tuple[str, dict[str, str]]]:
    for name in editions.shipped():
        for options in editions.find(name).variants():
            yield name, options


def _name(value: object) -> str:
    if isinstance(value, dict):
        return "-".join(value.values()) or "plain"
    return str(value)


def _stated(
    situation: Situation, facts: Mapping[str, FactValue]
) -> dict[str, FactValue]:
    """Return the facts as a referee states them, the untested ones filled in."""
    stated = {n: v for n, v in facts.items() if n not in DERIVED or n == "occurrence"}
    if "offenders" in situation.facts:
        stated["offenders"] = ("S", "N")
    if stated.get("mixed") is True and stated.get("restored") is True:
        del stated["restored"]
    if "tiles" in stated and stated["tiles"] == stated.get("expected"):
        del stated["tiles"]
    return stated


def _answered(question: Question) -> bool:
    return question.fact != "" and question.why != ""


def _check(table: TableState, ruling: Ruling) -> None:
    assert sum(ruling.points.values()) + ruling.pot == 0
    lying = table.carried + 1000 * len(table.riichi)
    assert ruling.pot_after == lying + ruling.pot
    assert ruling.pot_after >= 0
    assert all(amount <= 0 for amount in ruling.tournament.values())
    assert set(ruling.riichi_returned) <= set(table.riichi)
    if ruling.ask:
        assert ruling.class_ is None
        assert not any(ruling.points.values())
        assert not any(ruling.tournament.values())
        assert not any(ruling.before_placing.values())
        assert all(_answered(question) for question in ruling.ask)
        return
    assert ruling.class_ is not None
    assert ruling.label
    assert ruling.citations, "a ruling without its clause"
    assert (ruling.dealer is None) == (ruling.hand in ("continue", "game-ends"))


@pytest.mark.parametrize(("name", "options"), list(_variants()), ids=_name)
def test_judge_is_total_over_every_combination(
    name: str, options: dict[str, str]
) -> None:
    rules = of_edition(editions.find(name), options)
    judged = 0
    for situation_id, decision in rules.tables.items():
        situation = rules.situations[situation_id]
        offender = None if situation.offender == "none" else S
        for facts in decision.combinations():
            incident = Incident(
                offender=offender,
                situation=situation_id,
                facts=_stated(situation, facts),
            )
            for table, result in TABLES:
                if table.dead and isinstance(result, Draw):
                    continue
                ruling = judge(rules, table, (incident,), result)
                _check(table, ruling)
                again = judge(rules, table, (incident,), result)
                assert ruling_object(ruling) == ruling_object(again)
                judged += 1

    assert judged > len(rules.tables)


@pytest.mark.parametrize(("name", "options"), list(_variants()), ids=_name)
def test_every_question_can_be_answered(name: str, options: dict[str, str]) -> None:
    """Answering what is asked, first choice each time, always ends in a ruling."""
    rules = of_edition(editions.find(name), options)
    for situation in rules.situations.values():
        if situation.id == "other":
            continue
        offender = None if situation.offender == "none" else S
        table = TableState(dead={S: "declared"}, riichi=(S,))
        facts: dict[str, FactValue] = {}
        choice: dict[str, str | int] = {}
        asked = 0
        while True:
            incident = Incident(
                offender=offender, situation=situation.id, facts=facts, choice=choice
            )
            ruling = judge(rules, table, (incident,))
            if not ruling.ask:
                break
            question = ruling.ask[0]
            asked += 1
            assert asked <= 12, (situation.id, question)
            answer = (
                question.choices[0] if question.choices else _some(situation, question)
            )
            if question.fact in situation.facts:
                facts[question.fact] = answer
            else:
                assert isinstance(answer, str | int)
                choice[question.fact] = answer


def _some(situation: Situation, question: Question) -> FactValue:
    match situation.facts[question.fact].kind:
        case FactKind.NUMBER:
            return 4 if question.fact == "expected" else 3
        case FactKind.SEATS:
            return ("S",)
        case FactKind.SEAT:
            return Seat.W.value
        case _:
            return "told"


@pytest.mark.parametrize(("name", "options"), list(_variants()), ids=_name)
def test_clauses_are_cited_and_cited_clauses_exist(
    name: str, options: dict[str, str]
) -> None:
    ruleset = of_edition(editions.find(name), options).ruleset
    cited: set[str] = set()
    cited |= set(ruleset.scoring.cite) | set(ruleset.play.cite)
    for outcome in ruleset.outcomes.values():
        cited |= set(outcome.cite)
        if outcome.repeated:
            cited |= set(outcome.repeated.cite)
    for situation in ruleset.situations.values():
        for case in situation.cases:
            cited |= set(case.cite)
    cited |= set(ruleset.tiles.cite) | set(ruleset.silence.cite)

    assert cited <= set(ruleset.clauses)
    assert all(clause.text.strip() for clause in ruleset.clauses.values())


def test_the_pin_of_an_edition_is_stable_and_opens_again() -> None:
    edition = editions.find("ema-2025")
    text, digest = edition.pinned({"venue": "social"})
    again, options = editions.unpinned(text)

    assert again.pinned(options) == (text, digest)
    assert of_edition(again, options).options == {"venue": "social"}
    assert edition.pinned()[1] != digest


@pytest.mark.parametrize(("name", "options"), list(_variants()), ids=_name)
def test_with_any_facts_missing_there_is_a_ruling_or_a_question(
    name: str, options: dict[str, str]
) -> None:
    """Every combination, with each fact and each pair of facts left out.

    What is ruled without a fact must be ruled whatever that fact would have been.
    """
    rules = of_edition(editions.find(name), options)
    for situation_id, table in rules.tables.items():
        for facts in table.combinations():
            whole = table.decide(facts)
            assert isinstance(whole, Verdict), (situation_id, facts)
            droppable = [fact for fact in facts if fact not in DERIVED]
            for dropped in (
                *((one,) for one in droppable),
                *combinations(droppable, 2),
                tuple(droppable),
            ):
                known = {f: v for f, v in facts.items() if f not in dropped}
                answer = table.decide(known)
                if isinstance(answer, Verdict):
                    assert answer.says_as(whole), (situation_id, facts, dropped)
                else:
                    assert answer, (situation_id, facts, dropped)
                    assert set(answer) <= set(dropped)
