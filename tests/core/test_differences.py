"""What changes between two editions: the known quirks, and all that `judge` shows."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal

import pytest

from ledger.core import editions
from ledger.core.differences import Change, Differences, differences
from ledger.core.effects import effect_of
from ledger.core.incidents import (
    Draw,
    Earlier,
    Incident,
    Result,
    Ron,
    TableState,
    Win,
)
from ledger.core.rules import OTHER, Rules, rules
from ledger.core.rulings import Ruling, judge
from ledger.core.situations import FactKind, FactValue
from ledger.core.terms import SEATS, Class

E, S, W, N = SEATS


def _changes(found: Differences, situation: str) -> dict[str, str]:
    """Return what becomes what, by condition."""
    listed = {each.id: changes for each, changes in found.situations}
    return {
        change.condition: f"{_told(change, 0)} -> {_told(change, 1)}"
        for change in listed.get(situation, ())
    }


def _told(change: Change, side: int) -> str:
    effect = (change.before, change.after)[side]
    return "not mentioned" if effect.is_silent else str(effect)


def _settled(found: Differences, ruling: str) -> dict[str, tuple[str, str, bool]]:
    return {
        part: (before, after, group.is_everywhere)
        for group in found.resettled
        if group.ruling == ruling
        for part, before, after in group.parts
    }


def _settings(found: Differences) -> dict[str, tuple[str, str]]:
    return {each.key: (each.before, each.after) for each in found.settings}


@pytest.fixture(scope="module")
def wrc14to15() -> Differences:
    return differences(rules("wrc-2014"), rules("wrc-2015"))


@pytest.fixture(scope="module")
def wrc15to25() -> Differences:
    return differences(rules("wrc-2015"), rules("wrc-2025"))


@pytest.fixture(scope="module")
def ema16to25() -> Differences:
    return differences(rules("ema-2016"), rules("ema-2025"))


def test_wrc_2014_keeps_the_fine_beside_a_valid_win(wrc14to15: Differences) -> None:
    assert _settled(wrc14to15, "chombo") == {
        "beside a valid win": ("stands", "void", True)
    }
    assert _changes(wrc14to15, "furiten-ron") == {}


def test_wrc_2025_fines_thirty_points(wrc15to25: Differences) -> None:
    assert _settled(wrc15to25, "chombo")["costs"] == (
        "20,000 after uma",
        "30,000 after uma",
        True,
    )


def test_wrc_2025_has_chombo_for_hands_not_shown(wrc15to25: Differences) -> None:
    changes = _changes(wrc15to25, "furiten-ron")
    assert changes == {"shown = no, by = ron": "dead hand -> chonbo, 30,000 after uma"}


def test_wrc_2025_has_chombo_for_the_tile_count(wrc15to25: Differences) -> None:
    changes = _changes(wrc15to25, "wrong-tile-count").values()
    assert changes
    assert all(told.endswith(" -> chonbo, 30,000 after uma") for told in changes)


def test_wrc_2025_allows_no_quick_change_of_a_call(wrc15to25: Differences) -> None:
    changes = _changes(wrc15to25, "changed-call")
    quick = "quick = yes, completed = no, from = pon or chii or kan, dead = none"
    assert changes[quick] == "no penalty -> dead hand"


def test_ema_2025_softens_chombo_after_the_last_discard(ema16to25: Differences) -> None:
    before, after, _ = _settled(ema16to25, "chombo")["right after the last discard"]
    assert before.startswith("the referee decides: ")
    assert after == "dead hand"


def test_ema_2025_counts_a_chombo_as_a_hand(ema16to25: Differences) -> None:
    counted = _settled(ema16to25, "chombo")["uses up a hand after the time signal"]
    assert counted == ("no", "yes", True)


def test_ema_2025_forgives_an_odd_win_word(ema16to25: Differences) -> None:
    changes = _changes(ema16to25, "odd-win-word")
    shown = "shown = yes, corrected = no, dead = none or undeclared, occurrence = 1"
    hidden = "shown = no, corrected = no, dead = none or undeclared, occurrence = 1"
    assert changes[shown] == "chombo, 20,000 after uma -> minor error"
    assert changes[hidden] == "dead hand -> minor error"


def test_ema_2025_settles_what_happens_to_riichi_tiles(ema16to25: Differences) -> None:
    touched = _changes(ema16to25, "riichi-tile-touch")
    assert touched["wins = no, occurrence = 1"].endswith(" -> reminder")
    assert touched["wins = no, occurrence ≥ 2"].endswith(" -> dead hand")
    assert touched["wins = yes"].endswith(" -> no penalty")
    changed = _changes(ema16to25, "riichi-hand-changed")
    assert changed["last_discard = no"].endswith(" -> chombo, 20,000 after uma")


def test_ema_2025_wants_a_dead_hand_declared(ema16to25: Differences) -> None:
    assert _settings(ema16to25)["dead_needs_declaration"] == ("no", "yes")


def test_clauses_of_both_sides_stand_beside_a_change(wrc15to25: Differences) -> None:
    listed = {each.id: changes for each, changes in wrc15to25.situations}
    (change,) = listed["furiten-ron"]
    assert "WRC 2015 7.2" in change.clauses_before
    assert "WRC 2025 12.3.3" in change.clauses_after


def test_scoring_and_play_are_compared() -> None:
    told = _settings(differences(rules("ema-2025"), rules("m-league")))
    assert told["start"] == ("30,000", "25,000")
    assert told["uma"] == (
        "+15,000 +5,000 −5,000 −15,000",
        "+30,000 +10,000 −10,000 −30,000",
    )
    assert told["oka"] == ("none", "20,000 to the first")
    assert told["multiple_ron"][1] == "only the first in turn after the discarder"
    assert told["window"] == ("within the event", "within the day")


def test_an_option_is_a_difference_of_settlement_alone() -> None:
    ema = differences(rules("ema-2025"), rules("ema-2025", {"venue": "social"}))
    before, after, is_everywhere = _settled(ema, "chombo")["costs"]
    assert before == "20,000 after uma"
    assert after.startswith("a mangan to the others")
    assert is_everywhere
    assert ema.situations == ()
    assert ema.settings == ()


@pytest.mark.parametrize("name", editions.shipped())
def test_an_edition_does_not_differ_from_itself(name: str) -> None:
    assert not differences(rules(name), rules(name))


def _projection(ruling: Ruling) -> tuple[object, ...]:
    """Return what a referee would call another ruling, points of a win left out."""
    own = ruling.rulings[0]
    moved = () if ruling.hand == "scored" else tuple(ruling.points.values())
    return (
        own.class_,
        ruling.dead_hands,
        tuple(ruling.tournament.values()),
        tuple(ruling.before_placing.values()),
        ruling.hand,
        None if ruling.hand == "scored" else (ruling.honba, ruling.dealer),
        ruling.riichi_returned if ruling.hand != "scored" else (),
        moved,
    )


def _answers(
    edition: Rules,
    table: TableState,
    incident: Incident,
    result: Result | None,
    cards: int,
) -> Iterator[tuple[object, ...]]:
    """Yield what `judge` comes to by each answer to what it asks."""
    history = (Earlier(offender=S, situation="phone", class_=Class.WARNING),) * cards
    ruling = judge(edition, table, (incident,), result, history)
    if not ruling.ask:
        yield _projection(ruling)
        return
    question = ruling.ask[0]
    situation = edition.situations[incident.situation or ""]
    for answer in question.choices[:1] + question.choices[1:][-3:] or _some(
        question.fact
    ):
        facts, choice = dict(incident.facts), dict(incident.choice)
        if question.fact in situation.facts:
            facts[question.fact] = answer
        else:
            assert isinstance(answer, str | int)
            choice[question.fact] = answer
        again = Incident(
            offender=incident.offender,
            situation=incident.situation,
            facts=facts,
            choice=choice,
        )
        yield from _answers(edition, table, again, result, cards)


def _some(fact: str) -> tuple[FactValue, ...]:
    return (("S",),) if fact == "offenders" else (90, 120)


CONTEXTS: tuple[tuple[TableState, Result | None], ...] = (
    (TableState(riichi=(S, W), honba=1, hands_left=1), None),
    (TableState(riichi=(S,), last_discard=True), None),
    (TableState(riichi=(S,)), Ron(wins=(Win(winner=N, loser=W, points=3900),))),
    (TableState(riichi=(W,)), Draw(tenpai=(W,))),
)


def _incident(edition: Rules, name: str, facts: Mapping[str, FactValue]) -> Incident:
    situation = edition.situations[name]
    stated = {k: v for k, v in facts.items() if k in situation.facts}
    for fact in situation.facts.values():
        if fact.kind is FactKind.NUMBER:
            stated.setdefault(fact.name, 91 if fact.name == "expected" else 90)
    stated["occurrence"] = facts["occurrence"]
    offender = None if situation.offender == "none" else S
    return Incident(offender=offender, situation=name, facts=stated)


def _table(name: str, table: TableState, facts: Mapping[str, FactValue]) -> TableState:
    dead = facts.get("dead", "none")
    if name == "act-with-dead-hand":
        dead = facts.get("dead", "declared")
    riichi = facts.get("riichi", True)
    return TableState(
        honba=table.honba,
        riichi=tuple(seat for seat in table.riichi if seat is not S or riichi),
        dead={S: DEAD[str(dead)]} if dead != "none" else {},
        last_discard=table.last_discard,
        hands_left=table.hands_left,
    )


DEAD: Mapping[str, Literal["declared", "undeclared"]] = {
    "declared": "declared",
    "undeclared": "undeclared",
}


def _points(before: Rules, after: Rules) -> Iterator[tuple[str, dict[str, FactValue]]]:
    """Yield every situation with every combination of facts that either tests."""
    for name in before.tables.keys() & after.tables.keys() - {OTHER}:
        space = before.tables[name].space(after.tables[name])
        space = space.split("occurrence", {1, 2})
        if name == "act-with-dead-hand":
            space = space.without("dead", "none")
        for point in space.points():
            facts = space.facts(point)
            is_right = facts.get("tiles", 0) == facts.get("expected", 1)
            is_both = facts.get("mixed") is True and facts.get("restored") is True
            if not is_right and not is_both:
                yield name, facts


PAIRS = [
    *pairwise(("ema-2012", "ema-2016", "ema-2025", "riichi-wiki", "reach", "sgriichi")),
    *pairwise(("wrc-2014", "wrc-2015", "wrc-2025", "toronto-2026", "m-league")),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_where_no_difference_is_told_judge_makes_none(one: str, other: str) -> None:
    """Equal effects mean equal rulings, at any moment and by any answer."""
    sides = (rules(one), rules(other))
    compared = 0
    for name, facts in _points(*sides):
        if effect_of(sides[0], name, facts) != effect_of(sides[1], name, facts):
            continue
        for state, result in CONTEXTS:
            draw = isinstance(result, Draw)
            if facts.get("last_discard", state.last_discard or draw) != (
                state.last_discard or draw
            ) or (draw and facts.get("found") == "mid-hand"):
                continue  # `judge` knows better than these facts
            table = _table(name, state, facts)
            cards = facts.get("cards", 0)
            assert isinstance(cards, int)
            answers = [
                set(_answers(side, table, _incident(side, name, facts), result, cards))
                for side in sides
            ]
            assert answers[0] == answers[1], (name, facts, state, result)
            compared += 1

    assert compared > 50
