"""What the referee stated and what the tiles say, brought together before the judging.

Evidence names the situation where none was stated and fills the facts that it decides.
Where the two contradict each other nothing is overruled: both sides are asked about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from ledger.core.contradictions import compare
from ledger.core.evidence import read_evidence
from ledger.core.examination import examine
from ledger.core.furiten import TileRules
from ledger.core.incidents import Incident, TableState
from ledger.core.questions import Question
from ledger.core.rules import Rules
from ledger.core.situations import FactValue, Situation
from ledger.core.tile_facts import Found, facts_for
from ledger.errors import IncidentError

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
        open_tanyao=tiles.open_tanyao,
    )


def bring_together(rules: Rules, table: TableState, incident: Incident) -> Stated:
    """Return the incident with its evidence worked in.

    Raises:
        IncidentError: neither situation nor evidence is given, or the evidence is bad.
    """
    if incident.evidence is None:
        if incident.situation is None:
            raise IncidentError(
                "incident.situation", "is missing, expected a situation or evidence"
            )
        return Stated(incident)
    if incident.situation is not None:
        rules.situation(incident.situation)
    evidence = read_evidence(incident.evidence, situation=incident.situation)
    found = examine(
        evidence,
        tile_rules(rules),
        seat=incident.offender,
        last_discard=table.last_discard,
    )
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
        questions += tuple(
            Question(missing.fact, missing.choices, missing.why)
            for missing in found.missing
        )
        return Stated(incident, found, questions)
    facts = _facts(rules.situation(situation), incident, found)
    return Stated(replace(incident, situation=situation, facts=facts), found, questions)


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
