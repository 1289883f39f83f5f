"""What one incident is found to be: its outcome and amounts, or what must be asked.

This is the first half of a ruling, one offender at a time: the situation's decision
table, repetitions, the softening at the last discard and the referee's own choices.
What follows for the table, several offenders together, is `rulings`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.core.decision import REFEREE, Verdict, choices_of
from ledger.core.incidents import Draw, Earlier, Incident, Nagashi, Result, TableState
from ledger.core.questions import Question
from ledger.core.rules import OTHER, Rules
from ledger.core.ruleset import Amount, Between, Choice, OneOf, Outcome, PerUnit
from ledger.core.situations import UNSET, FactValue, Situation, nearest
from ledger.core.statements import bring_together
from ledger.core.terms import Class, Seat
from ledger.core.tile_facts import Found
from ledger.errors import IncidentError

CARDS = (Class.WARNING, Class.POINT_PENALTY)
"""Classes that count as a card where an edition counts cards."""

SOUND = Outcome(class_=Class.NONE)
"""What follows where the evidence shows nothing wrong."""

PARTS: Mapping[str, tuple[str, ...]] = {
    "hand": ("continue", "replay"),
    "dealer": ("stays", "passes", "passes-if-offender"),
    "honba": ("same", "add", "clear"),
    "sticks": ("returned", "stay"),
    "with_win": ("void", "stands"),
    "with_draw": ("cancels", "scored"),
}
"""Parts of a settlement that the referee may change where they are assumed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Finding:
    """One offender's incident, matched; two findings are never the same one."""

    incident: Incident
    offenders: tuple[Seat, ...]
    """Who pays; empty where nobody is to blame."""
    outcome: Outcome | None
    """None while something is asked."""
    questions: tuple[Question, ...] = ()
    amounts: tuple[int, ...] = ()
    """What each payment of the outcome comes to, in order."""
    own_stick_returned: bool = False
    at_draw: bool = False
    label: str = ""
    cite: tuple[str, ...] = ()
    assumed: tuple[tuple[str, str], ...] = ()
    """Parts of the case itself on which the book is silent, with the reason."""
    note: str = ""
    stated: Mapping[str, FactValue] | None = None
    """The referee's own amounts, for the situation `other`."""
    found: Found | None = None
    """What the evidence says, if there is any."""


def find(
    rules: Rules,
    table: TableState,
    incident: Incident,
    result: Result | None,
    history: Sequence[Earlier],
) -> Finding:
    """Return what the incident is under the rules, or the questions it still raises.

    Raises:
        IncidentError: a word is unknown or a value is not of its fact's type.
    """
    stated = bring_together(rules, table, incident)
    if stated.found is None:
        return _matched(rules, table, incident, result, history)
    if stated.questions:
        finding = _asking(stated.incident, stated.questions)
    elif stated.incident.situation is None:
        finding = Finding(
            incident=incident, offenders=(), outcome=SOUND, label=SOUND.class_.value
        )
    else:
        finding = _matched(rules, table, stated.incident, result, history)
    return replace(finding, found=stated.found)


def _matched(
    rules: Rules,
    table: TableState,
    incident: Incident,
    result: Result | None,
    history: Sequence[Earlier],
) -> Finding:
    """Match an incident whose situation is known against its decision table."""
    assert incident.situation is not None
    situation = rules.situation(incident.situation)
    _check_offender(situation, incident)
    occurrence, known = _read(situation, incident)
    if situation.id == OTHER:
        return _other(rules, incident, known)
    if occurrence is None:
        occurrence = 1 + _earlier(rules, incident, history)
    offender = incident.offender
    dead = "none" if offender is None else table.dead.get(offender, "none")
    if situation.id == "act-with-dead-hand" and dead == "none":
        why = "the hand is not among the dead ones of the table: was it declared dead?"
        return _asking(incident, (Question("dead", ("declared", "undeclared"), why),))
    known["occurrence"] = occurrence
    known["dead"] = dead
    known["riichi"] = offender in table.riichi
    last = table.last_discard or isinstance(result, Draw | Nagashi)
    known["last_discard"] = last
    verdict = rules.tables[situation.id].decide(known)
    if isinstance(verdict, tuple):
        return _asking(incident, _fact_questions(situation, verdict))
    return _ruled(rules, table, incident, verdict, known, softened=last)


def _check_offender(situation: Situation, incident: Incident) -> None:
    if situation.offender == "needed" and incident.offender is None:
        raise IncidentError(
            "incident.offender",
            f"is missing, {situation.id} needs a seat out of E, S, W, N",
        )
    if situation.offender == "none" and incident.offender is not None:
        raise IncidentError(
            "incident.offender", f"{situation.id} has nobody to blame, expected null"
        )


def _read(
    situation: Situation, incident: Incident
) -> tuple[int | None, dict[str, FactValue]]:
    """Return the stated occurrence, if any, and the typed facts with their defaults."""
    occurrence: int | None = None
    known: dict[str, FactValue] = {}
    facts = situation.facts
    for name, value in incident.facts.items():
        fact = facts.get(name)
        if fact is not None:
            known[name] = fact.read(value)
        elif name == "occurrence":
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise IncidentError(
                    "facts.occurrence", f"{value!r} is not a whole number from 1"
                )
            occurrence = value
        else:
            expected = ", ".join((*facts, "occurrence"))
            raise IncidentError(
                f"facts.{name}",
                f"unknown fact of {situation.id}, expected one of: {expected}"
                + nearest(name, facts),
            )
    for name, fact in facts.items():
        if name not in known and fact.default is not UNSET:
            known[name] = fact.default  # type: ignore[assignment]
    if known.get("mixed") is True and known.get("restored") is True:
        raise IncidentError(
            "facts", "mixed and restored are both true, expected at most one of them"
        )
    return occurrence, known


def _earlier(rules: Rules, incident: Incident, history: Sequence[Earlier]) -> int:
    assert incident.situation is not None
    cards = rules.counts_cards(incident.situation)
    return sum(
        1
        for ruling in history
        if ruling.offender is incident.offender
        and (
            ruling.class_ in CARDS if cards else ruling.situation == incident.situation
        )
    )


def _asking(incident: Incident, questions: tuple[Question, ...]) -> Finding:
    offenders = () if incident.offender is None else (incident.offender,)
    return Finding(
        incident=incident, offenders=offenders, outcome=None, questions=questions
    )


def _fact_questions(situation: Situation, names: Sequence[str]) -> tuple[Question, ...]:
    return tuple(
        Question(name, situation.facts[name].choices, situation.facts[name].question)
        for name in names
    )


def _ruled(
    rules: Rules,
    table: TableState,
    incident: Incident,
    verdict: Verdict,
    known: Mapping[str, FactValue],
    *,
    softened: bool,
) -> Finding:
    """Turn a verdict into an outcome with amounts, asking where it is left open."""
    name, amount, cite = verdict.outcome, verdict.amount, verdict.cite
    if name == REFEREE:
        picked = _pick(incident, verdict.choices, verdict.why)
        if isinstance(picked, Question):
            return _asking(incident, (picked,))
        name, amount = picked.outcome, picked.amount
    outcome = rules.outcome(name)
    repeated = outcome.repeated
    occurrence = known["occurrence"]
    assert isinstance(occurrence, int)
    if (
        repeated is not None
        and occurrence >= repeated.since
        and verdict.outcome != REFEREE
    ):
        picked = _pick(incident, choices_of(repeated.choices), repeated.why)
        if isinstance(picked, Question):
            return _asking(incident, (picked,))
        amount, cite = picked.amount, (*cite, *repeated.cite)
        outcome = rules.outcome(picked.outcome)
    if softened and outcome.last_discard != "keep" and not verdict.at_draw:
        softer = _softened(rules, table, incident, outcome, name)
        if isinstance(softer, Question):
            return _asking(incident, (softer,))
        if softer is not outcome:
            cite, amount, outcome = (*outcome.cite, *cite), None, softer
    outcome = _changed(outcome, incident)
    return _with_amounts(incident, verdict, outcome, amount, cite, known)


def _softened(
    rules: Rules, table: TableState, incident: Incident, outcome: Outcome, name: str
) -> Outcome | Question:
    """Return what the outcome becomes right after the last discard."""
    if not table.draw_possible:
        return outcome
    if outcome.last_discard != "ask":
        return rules.outcome(outcome.last_discard)
    choices = tuple(dict.fromkeys((name, "dead-hand", "none")))
    why = outcome.assumed.get(
        "last_discard", "the book does not say what the last discard changes"
    )
    picked = _pick(
        incident,
        tuple(Choice(outcome=c) for c in choices if c in rules.ruleset.outcomes),
        why,
    )
    if isinstance(picked, Question):
        return picked
    return outcome if picked.outcome == name else rules.outcome(picked.outcome)


def _pick(
    incident: Incident, choices: tuple[Choice, ...], why: str
) -> Choice | Question:
    """Return the referee's choice among outcomes, or the question."""
    names = tuple(dict.fromkeys(choice.outcome for choice in choices))
    chosen = incident.choice.get("outcome")
    if chosen is None:
        return Question("outcome", names, why)
    for choice in choices:
        if choice.outcome == chosen:
            return choice
    raise IncidentError(
        "choice.outcome",
        f"{chosen!r} is not one of: {', '.join(names)}" + nearest(str(chosen), names),
    )


def _changed(outcome: Outcome, incident: Incident) -> Outcome:
    """Return the outcome with the assumed parts as the referee decided them."""
    changes: dict[str, str | int] = {}
    for part, value in incident.choice.items():
        if part in ("outcome", "amount"):
            continue
        if part not in PARTS or part not in outcome.assumed:
            told = ", ".join(p for p in PARTS if p in outcome.assumed) or "none"
            raise IncidentError(
                f"choice.{part}",
                f"is not left open here, open are: outcome, amount, {told}",
            )
        if value not in PARTS[part]:
            raise IncidentError(
                f"choice.{part}", f"{value!r} is not one of: {', '.join(PARTS[part])}"
            )
        changes[part] = value
    return outcome.model_copy(update=changes) if changes else outcome


def _with_amounts(
    incident: Incident,
    verdict: Verdict,
    outcome: Outcome,
    amount: Amount | None,
    cite: tuple[str, ...],
    known: Mapping[str, FactValue],
) -> Finding:
    offenders: tuple[Seat, ...] = ()
    if verdict.listed:
        listed = known.get("offenders")
        if listed is None:
            why = "Which seats?"
            return _asking(incident, (Question("offenders", (), why),))
        assert isinstance(listed, tuple)
        offenders = tuple(Seat(seat) for seat in listed)
    elif incident.offender is not None:
        offenders = (incident.offender,)
    amounts: list[int] = []
    for index, payment in enumerate(outcome.payments):
        given = amount if index == 0 and amount is not None else payment.amount
        paid = 0 if given is None else _amount(incident, given, known)
        if isinstance(paid, Question):
            return _asking(incident, (paid,))
        amounts.append(paid)
    return Finding(
        incident=incident,
        offenders=offenders,
        outcome=outcome,
        amounts=tuple(amounts),
        own_stick_returned=(verdict.own_stick or outcome.own_stick) == "returned",
        at_draw=verdict.at_draw,
        label=verdict.label or outcome.label or outcome.class_.value,
        cite=tuple(dict.fromkeys((*outcome.cite, *cite))),
        assumed=verdict.assumed,
        note=verdict.note or outcome.note,
    )


def _amount(
    incident: Incident, amount: Amount, known: Mapping[str, FactValue]
) -> int | Question:
    """Return points, or the question that decides them."""
    match amount:
        case PerUnit():
            return _counted(incident, amount, known)
        case OneOf(choices=choices):
            why = "the book leaves the amount to the referee"
        case Between():
            choices = tuple(range(amount.min, amount.max + 1, amount.step))
            why = f"the book allows {amount.min:,} to {amount.max:,}"
        case _:
            return amount
    return _chosen_amount(incident, choices, why)


def _counted(
    incident: Incident, amount: PerUnit, known: Mapping[str, FactValue]
) -> int | Question:
    count = known.get(amount.of)
    if count is None:
        return Question(amount.of, (), f"the amount depends on {amount.of}")
    assert isinstance(count, int)
    whole, rest = divmod(count, amount.per)
    if not rest:
        return whole * amount.each
    if amount.round == "ask":
        why = f"the book does not say whether begun {amount.per} {amount.of} count"
        return _chosen_amount(
            incident, (whole * amount.each, (whole + 1) * amount.each), why
        )
    return (whole + (amount.round == "up")) * amount.each


def _chosen_amount(
    incident: Incident, choices: tuple[int, ...], why: str
) -> int | Question:
    chosen = incident.choice.get("amount")
    if chosen is None:
        return Question("amount", choices, why)
    if isinstance(chosen, int) and not isinstance(chosen, bool) and chosen in choices:
        return chosen
    told = ", ".join(f"{choice:,}" for choice in choices)
    raise IncidentError("choice.amount", f"{chosen!r} is not one of: {told}")


def _other(rules: Rules, incident: Incident, known: Mapping[str, FactValue]) -> Finding:
    """Return the referee's own ruling; only its class is settled as the book does."""
    asked = tuple(
        Question(name, choices, why)
        for name, choices, why in (
            ("class", tuple(c.value for c in Class), "Which class is the ruling?"),
            ("note", (), "Why? The referee's own ruling needs a reason."),
        )
        if name not in known
    )
    if asked:
        return _asking(incident, asked)
    class_ = Class(str(known["class"]))
    points, pot = known.get("points") or {}, known.get("pot") or 0
    assert isinstance(points, Mapping)
    assert isinstance(pot, int)
    if sum(points.values()) + pot:
        raise IncidentError(
            "facts.points",
            f"sum to {sum(points.values()) + pot:,} with pot, expected 0",
        )
    like = next(
        (o for o in rules.ruleset.outcomes.values() if o.class_ is class_), None
    )
    base = like or Outcome(class_=class_)
    update: dict[str, object] = {"payments": (), "assumed": {}, "repeated": None}
    for part in ("hand", "dealer", "honba", "sticks"):
        if part in incident.choice:
            update[part] = incident.choice[part]
    return Finding(
        incident=incident,
        offenders=() if incident.offender is None else (incident.offender,),
        outcome=base.model_copy(update=update),
        label=base.label or class_.value,
        note=str(known["note"]),
        stated=known,
    )
