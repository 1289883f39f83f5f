"""What a ruling rests on that nobody said: usual facts and the book's silences.

They are shown with a number each, and the number puts the next value in their place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from ledger.core.chosen import PARTS
from ledger.core.desk import Ruled, rule
from ledger.core.event import EventState
from ledger.core.rules import OTHER, Rules
from ledger.core.situations import UNSET, Fact, FactKind, FactValue
from ledger.core.tile_facts import facts_for
from ledger.errors import IncidentError
from ledger.tui.answers import Answers, Form
from ledger.tui.asked import situation_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Changeable:
    """One fact or part that the referee can change."""

    incident: int
    name: str
    value: FactValue
    why: str
    is_fact: bool
    """A fact with a usual value; else an assumed part of the settlement."""
    choices: tuple[FactValue, ...]

    def next(self) -> FactValue:
        """Return the value after the present one."""
        index = self.choices.index(self.value) if self.value in self.choices else -1
        return self.choices[(index + 1) % len(self.choices)]


def changeables(
    form: Form, state: EventState, rules: Rules, ruled: Ruled
) -> tuple[Changeable, ...]:
    """Return the facts taken as usual and the assumed parts, in this order."""
    return (
        *_taken_facts(form, rules, ruled),
        *_assumed_parts(form, state, rules, ruled),
    )


def _taken_facts(form: Form, rules: Rules, ruled: Ruled) -> Iterator[Changeable]:
    for index, answers in enumerate(form.incidents):
        situation = situation_of(form, rules, ruled, index)
        if situation is None or situation.id == OTHER:
            continue
        used = set(rules.tables[situation.id].used())
        found = ruled.ruling.rulings[index].found
        if found is not None:
            used -= set(facts_for(found, situation.id))
        for fact in situation.facts.values():
            if fact.name not in used or not _is_taken(fact, answers):
                continue
            yield Changeable(
                incident=index,
                name=fact.name,
                value=answers.changed_facts.get(
                    fact.name, cast("FactValue", fact.default)
                ),
                why=fact.question,
                is_fact=True,
                choices=fact.choices,
            )


def _is_taken(fact: Fact, answers: Answers) -> bool:
    """Whether a fact has its usual value, or one put in its place."""
    return (
        fact.default is not UNSET
        and fact.name not in answers.given
        and fact.kind in (FactKind.YES_NO, FactKind.CHOICE)
    )


def _assumed_parts(
    form: Form, state: EventState, rules: Rules, ruled: Ruled
) -> Iterator[Changeable]:
    for part in ruled.ruling.assumed:
        choices = PARTS.get(part.part, ())
        if part.as_ not in choices:
            continue
        for index in range(len(form.incidents)):
            one = Changeable(
                incident=index,
                name=part.part,
                value=part.as_,
                why=part.why,
                is_fact=False,
                choices=choices,
            )
            if _is_open(form, state, rules, one):
                yield one
                break


def _is_open(form: Form, state: EventState, rules: Rules, part: Changeable) -> bool:
    """Whether the ruling takes another value here: only some cases leave it open."""
    draft = form.draft()
    assert draft is not None
    incidents = list(draft.incidents)
    told = incidents[part.incident]
    choice = {**told.choice, part.name: str(part.next())}
    incidents[part.incident] = replace(told, choice=choice)
    try:
        one_other = replace(draft, incidents=tuple(incidents))
        rule(state, rules, one_other, form.instead_of)
    except IncidentError:
        return False
    return True


def change(form: Form, part: Changeable) -> None:
    """Put the next value in the place of the present one."""
    answers = form.incidents[part.incident]
    value = part.next()
    if part.is_fact:
        answers.changed_facts[part.name] = value
        answers.tell("changed_facts", part.name)
    else:
        answers.changed[part.name] = str(value)
        answers.tell("changed", part.name)
