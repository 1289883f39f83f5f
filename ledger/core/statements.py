"""What the referee stated, the tiles and the end of the hand say, brought together.

Evidence names the situation where none was stated and fills the facts that it decides;
so does what ended the hand. Where tiles and statement contradict each other nothing is
overruled: both sides are asked about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from ledger.core.calls import called_set
from ledger.core.contradictions import compare
from ledger.core.decision import REFEREE, Verdict
from ledger.core.evidence import Evidence, read_evidence
from ledger.core.examination import examine
from ledger.core.furiten import TileRules
from ledger.core.hands import winners
from ledger.core.incidents import Draw, Incident, Nagashi, Result, TableState
from ledger.core.questions import Question
from ledger.core.rules import Rules
from ledger.core.situations import FactValue, Situation
from ledger.core.tile_facts import Found, facts_for
from ledger.errors import IncidentError

NOTEN_RIICHI: Final = "noten-riichi"
DEAD_ACT: Final = "act-with-dead-hand"
HAND_CHANGED: Final = "riichi-hand-changed"
AT_DRAW: Final = (NOTEN_RIICHI, "illegal-riichi-kan")
"""Faults that come to light when hands are shown at the draw."""

SEEN_EARLY: Final[Mapping[str, FactValue]] = {
    "found": "mid-hand", "dead": "none", "riichi": True, "last_discard": True,
    "occurrence": 1, "cards": 0,
}  # fmt: skip
"""A riichi hand changed and seen before the draw, as a decision table asks for it."""

BESIDE_EVIDENCE: Final = ("shown", "found", "by")
"""Facts that may be given beside evidence before the situation is known."""


@dataclass(frozen=True, slots=True)
class Stated:
    """An incident with what its evidence says."""

    incident: Incident
    """With the situation and the facts that the evidence decides."""
    found: Found | None = None
    """None without evidence."""
    questions: tuple[Question, ...] = ()
    """What must be cleared up before the rulebook can be asked."""


def tile_rules(rules: Rules) -> TileRules:
    """Return what the edition says about tiles."""
    tiles = rules.ruleset.tiles
    return TileRules(
        temporary_furiten_ends=tiles.temporary_ends,
        closed_kan_robbed_by_orphans=tiles.closed_kan_robbed,
        selective_ron=tiles.selective_ron,
        kan_strict_fifth=tiles.kan_strict_fifth,
        riichi_kan=tiles.riichi_kan,
        open_tanyao=tiles.open_tanyao,
    )


def _expect_a_wrong_count(facts: Mapping[str, FactValue]) -> None:
    """Refuse a wrong number of tiles that is the right one."""
    tiles = facts.get("tiles")
    if tiles is not None and tiles == facts.get("expected"):
        raise IncidentError(
            "facts", f"tiles and expected are both {tiles}, expected a wrong number"
        )


def bring_together(
    rules: Rules, table: TableState, incident: Incident, result: Result | None
) -> Stated:
    """Return the incident with its evidence, and what ended the hand, worked in.

    Raises:
        IncidentError: neither situation nor evidence is given, or the evidence is bad.
    """
    if incident.evidence is not None:
        stated = _examined(rules, table, incident)
    elif incident.situation is None:
        raise IncidentError(
            "incident.situation", "is missing, expected a situation or evidence"
        )
    else:
        _expect_a_wrong_count(incident.facts)
        stated = Stated(incident)
    name = stated.incident.situation
    if name is None:
        return stated
    more = _from_hand_end(rules, stated.incident, table, result)
    if not more:
        return stated
    facts = {**stated.incident.facts, **more}
    return replace(stated, incident=replace(stated.incident, facts=facts))


def _examined(rules: Rules, table: TableState, incident: Incident) -> Stated:
    """Return the incident with what its evidence says."""
    assert incident.evidence is not None
    if incident.situation is not None:
        rules.situation(incident.situation)
    evidence = read_evidence(incident.evidence, situation=incident.situation)
    found = examine(
        evidence,
        tile_rules(rules),
        seat=incident.offender,
        last_discard=table.last_discard,
    )
    incident = _whether_it_died(incident, found, table)
    questions = tuple(
        Question(
            each.fact,
            (_value(each.stated), _value(each.found)),
            f"stated and tiles differ: {each.why}",
        )
        for each in compare(incident.situation, incident.facts, found)
    )
    situation = incident.situation or found.situation
    if situation is None:
        action = _act(evidence) if incident.offender in table.dead else None
        if action is None:
            return Stated(incident, found, questions or _lacking(found))
        situation = DEAD_ACT
        found = replace(found, situation=DEAD_ACT)
        incident = replace(incident, facts={"action": action, **incident.facts})
    facts = _facts(rules.situation(situation), incident, found)
    return Stated(replace(incident, situation=situation, facts=facts), found, questions)


def _act(evidence: Evidence) -> str | None:
    """Return the call or win that the evidence shows, in the words of `action`."""
    called = evidence.called_tile
    meld = None if called is None else called_set(evidence.melds, called)
    word = evidence.win_word or evidence.declares
    if word is None and meld is not None:
        word = str(meld.kind)
    return "kan" if word is not None and word.endswith("kan") else word


def _lacking(found: Found) -> tuple[Question, ...]:
    """Return what the evidence would need before it shows anything."""
    if not found.holds and not found.missing:
        why = "without the hand's tiles nothing can be checked"
        return (Question("tiles", (), why),)
    return tuple(
        Question(missing.fact, missing.choices, missing.why)
        for missing in found.missing
    )


def _whether_it_died(incident: Incident, found: Found, table: TableState) -> Incident:
    """Let the tiles of a dead riichi hand say whether it was sound before."""
    is_noten = found.holds.get(NOTEN_RIICHI)
    if (
        (incident.situation or found.situation) != NOTEN_RIICHI
        or incident.offender not in table.dead
        or "because_dead" in incident.facts
        or is_noten is None
    ):
        return incident
    return replace(incident, facts={**incident.facts, "because_dead": not is_noten})


def _from_hand_end(
    rules: Rules, incident: Incident, table: TableState, result: Result | None
) -> Mapping[str, FactValue]:
    """Return the facts that the table and the end of the hand answer.

    A noten riichi or a bad kan noticed in mid-hand is punished once the hand is drawn
    or its owner declares a win; so is a riichi hand that was changed, where that only
    made it dead at first (WRC 2025 12.3.5).
    """
    assert incident.situation is not None
    situation = rules.situation(incident.situation)
    facts: dict[str, FactValue] = {}
    fact, stated = situation.facts.get("found"), incident.facts.get("found")
    choices = () if fact is None else fact.choices
    is_late = stated is None or (
        stated == "mid-hand"
        and (situation.id in AT_DRAW or _only_dead(rules, situation.id))
    )
    if "draw" in choices and is_late and isinstance(result, Draw | Nagashi):
        facts["found"] = "draw"
    elif "own-win" in choices and is_late and incident.offender in winners(result):
        facts["found"] = "own-win"
    if (
        "because_dead" in situation.facts
        and "because_dead" not in incident.facts
        and incident.offender not in table.dead
    ):
        facts["because_dead"] = False
    return facts


def _only_dead(rules: Rules, name: str) -> bool:
    """Whether a riichi hand that was changed is only dead until the hand is drawn."""
    verdict = rules.tables[name].decide(SEEN_EARLY) if name == HAND_CHANGED else None
    return (
        isinstance(verdict, Verdict)
        and verdict.outcome != REFEREE
        and rules.outcome(verdict.outcome).dead
    )


def _facts(
    situation: Situation, incident: Incident, found: Found
) -> Mapping[str, FactValue]:
    """Return the facts of the tiles and, over them, those that were stated."""
    stated = dict(incident.facts)
    if incident.situation is None:
        for name in BESIDE_EVIDENCE:
            if name not in situation.facts:
                stated.pop(name, None)
    seen = {name: _value(v) for name, v in facts_for(found, situation.id).items()}
    return {**seen, **stated}


def _value(value: object) -> FactValue:
    """Return a value of the evidence as one that a question can offer."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return tuple(str(item) for item in value)
    return str(value)
