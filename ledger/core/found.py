"""What one incident is found to be: its outcome and amounts, or what must be asked.

This is the first half of a ruling, one offender at a time: the situation's decision
table, repetitions, the softening at the last discard and the referee's own choices.
What follows for the table, several offenders together, is `rulings`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.core.chosen import amount_due, outcome_chosen, parts_chosen
from ledger.core.decision import REFEREE, Verdict, choices_of
from ledger.core.incidents import Draw, Earlier, Incident, Nagashi, Result, TableState
from ledger.core.questions import Question
from ledger.core.rules import OTHER, Rules
from ledger.core.ruleset import Amount, Choice, Outcome
from ledger.core.situations import UNSET, Fact, FactValue, Situation, nearest
from ledger.core.statements import bring_together
from ledger.core.terms import Class, Seat
from ledger.core.tile_facts import BY_SITUATIONS, Found
from ledger.errors import IncidentError

CARDS = (Class.WARNING, Class.POINT_PENALTY)
"""Classes that count as a card where an edition counts cards."""

FALSE_TENPAI = ("tenpai-claim", "false")
LED_INTO_A_WIN = ("caused-error", "mistaken-win")

OWN_PARTS = ("hand", "dealer", "honba", "sticks")
"""Parts of the settlement that the referee's own ruling may state."""

SOUND = Outcome(class_=Class.NONE)
"""What follows where the evidence shows nothing wrong."""


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

    @property
    def says_noten(self) -> bool:
        """Whether the facts tell that the hand is noten, whatever it was called.

        It had died, or it was called tenpai falsely (WRC 2025 12.3.6).
        """
        facts = self.incident.facts
        is_false = (self.incident.situation, facts.get("kind")) == FALSE_TENPAI
        return facts.get("because_dead") is True or is_false

    @property
    def claims_win(self) -> bool:
        """Whether a win was declared that is none."""
        return self.incident.situation in BY_SITUATIONS

    @property
    def excused(self) -> Seat | None:
        """Who was led into a mistaken win and is not punished for it (EMA 2025 6.1.3).

        Only where the book itself blames the cause: a referee's choice excuses nobody.
        """
        facts = self.incident.facts
        if (self.incident.situation, facts.get("effect")) != LED_INTO_A_WIN:
            return None
        is_chosen = "outcome" in self.incident.choice
        victim = facts.get("victim")
        return None if is_chosen or victim is None else Seat(str(victim))


def find(
    rules: Rules,
    table: TableState,
    incident: Incident,
    result: Result | None,
    history: Sequence[Earlier],
    *,
    has_win: bool,
) -> Finding:
    """Return what the incident is under the rules, or the questions it still raises.

    Args:
        rules: The edition.
        table: The table just before.
        incident: What was seen.
        result: What else ended the hand at that moment.
        history: Earlier rulings on the offender inside the window.
        has_win: Whether the result holds a win that counts.

    Raises:
        IncidentError: a word is unknown or a value is not of its fact's type.
    """
    stated = bring_together(rules, table, incident, result)
    if stated.questions:
        finding = _asking(stated.incident, stated.questions)
    elif stated.incident.situation is None:
        finding = Finding(
            incident=incident, offenders=(), outcome=SOUND, label=SOUND.class_.value
        )
    else:
        last = table.last_discard or isinstance(result, Draw | Nagashi)
        # Beside a win there is no draw that the last discard could save.
        softened = last and not has_win
        finding = _matched(
            rules, table, stated.incident, history, last=last, softened=softened
        )
    return finding if stated.found is None else replace(finding, found=stated.found)


def _matched(
    rules: Rules,
    table: TableState,
    incident: Incident,
    history: Sequence[Earlier],
    *,
    last: bool,
    softened: bool,
) -> Finding:
    """Match an incident whose situation is known against its decision table."""
    assert incident.situation is not None
    situation = rules.situation(incident.situation)
    _check_offender(situation, incident)
    occurrence, known = _read(situation, incident)
    if situation.id == OTHER:
        return _other(rules, incident, known)
    is_counted = occurrence is not None
    if occurrence is None:
        occurrence = 1 + _earlier(rules, incident, history)
    if "repeat" in situation.facts and (is_counted or occurrence > 1):
        known.setdefault("repeat", occurrence > 1)
    offender = incident.offender
    dead = "none" if offender is None else table.dead.get(offender, "none")
    if situation.id == "act-with-dead-hand" and dead == "none":
        why = "the hand is not among the dead ones of the table: was it declared dead?"
        return _asking(incident, (Question("dead", ("declared", "undeclared"), why),))
    known["occurrence"] = occurrence
    known["cards"] = _cards(incident, history)
    known["dead"] = dead
    known["riichi"] = offender in table.riichi
    known["last_discard"] = last
    verdict = rules.tables[situation.id].decide(known)
    if isinstance(verdict, tuple):
        return _asking(incident, _fact_questions(situation, verdict))
    return _ruled(rules, table, incident, verdict, known, softened=softened)


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
    _join(facts, known)
    return occurrence, known


def _join(facts: Mapping[str, Fact], known: dict[str, FactValue]) -> None:
    """Let a tile that is mixed in not be put back, and the other way round."""
    if known.get("mixed") is True and known.get("restored") is True:
        raise IncidentError(
            "facts", "mixed and restored are both true, expected at most one of them"
        )
    for one, other in (("mixed", "restored"), ("restored", "mixed")):
        if known.get(one) is True and other in facts:
            known[other] = False


def _earlier(rules: Rules, incident: Incident, history: Sequence[Earlier]) -> int:
    """Return how many earlier rulings count towards a repetition."""
    assert incident.situation is not None
    if rules.counts_cards(incident.situation):
        return _cards(incident, history)
    return sum(
        ruling.offender is incident.offender and ruling.situation == incident.situation
        for ruling in history
    )


def _cards(incident: Incident, history: Sequence[Earlier]) -> int:
    """Return how many cards the offender has been shown in the window."""
    return sum(
        ruling.offender is incident.offender and ruling.class_ in CARDS
        for ruling in history
    )


def _asking(
    incident: Incident, questions: tuple[Question, ...], cite: tuple[str, ...] = ()
) -> Finding:
    offenders = () if incident.offender is None else (incident.offender,)
    return Finding(
        incident=incident,
        offenders=offenders,
        outcome=None,
        questions=questions,
        cite=cite,
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
        picked = outcome_chosen(incident, verdict.choices, verdict.why)
        if isinstance(picked, Question):
            return _asking(incident, (picked,), cite)
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
        cite = (*cite, *repeated.cite)
        picked = outcome_chosen(incident, choices_of(repeated.choices), repeated.why)
        if isinstance(picked, Question):
            return _asking(incident, (picked,), cite)
        amount = picked.amount
        outcome = rules.outcome(picked.outcome)
    if softened and outcome.last_discard != "keep" and not verdict.at_draw:
        softer = _softened(rules, table, incident, outcome, name)
        if isinstance(softer, Question):
            return _asking(incident, (softer,), (*outcome.cite, *cite))
        if softer is not outcome:
            cite, amount, outcome = (*outcome.cite, *cite), None, softer
    outcome = parts_chosen(incident, outcome, outcome.assumed)
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
    picked = outcome_chosen(
        incident,
        tuple(Choice(outcome=c) for c in choices if c in rules.ruleset.outcomes),
        why,
    )
    if isinstance(picked, Question):
        return picked
    return outcome if picked.outcome == name else rules.outcome(picked.outcome)


def _with_amounts(
    incident: Incident,
    verdict: Verdict,
    outcome: Outcome,
    amount: Amount | None,
    cite: tuple[str, ...],
    known: Mapping[str, FactValue],
) -> Finding:
    offenders: tuple[Seat, ...] = ()
    cite = tuple(dict.fromkeys((*outcome.cite, *cite)))
    if verdict.listed:
        listed = known.get("offenders")
        if listed is None:
            why = "Which seats?"
            return _asking(incident, (Question("offenders", (), why),), cite)
        assert isinstance(listed, tuple)
        offenders = tuple(Seat(seat) for seat in listed)
    elif incident.offender is not None:
        offenders = (incident.offender,)
    amounts: list[int] = []
    for index, payment in enumerate(outcome.payments):
        given = amount if index == 0 and amount is not None else payment.amount
        paid = 0 if given is None else amount_due(incident, given, known)
        if isinstance(paid, Question):
            return _asking(incident, (paid,), cite)
        amounts.append(paid)
    return Finding(
        incident=incident,
        offenders=offenders,
        outcome=outcome,
        amounts=tuple(amounts),
        own_stick_returned=(verdict.own_stick or outcome.own_stick) == "returned",
        at_draw=verdict.at_draw,
        label=verdict.label or outcome.label or outcome.class_.value,
        cite=cite,
        assumed=verdict.assumed,
        note=verdict.note or outcome.note,
    )


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
    base = like or _unknown_outcome(class_)
    update: dict[str, object] = {"payments": (), "repeated": None}
    # A result beside it is settled too, but takes nothing from the referee's ruling.
    update["with_win"] = "stands"
    update["assumed"] = {} if like else dict(base.assumed)
    return Finding(
        incident=incident,
        offenders=() if incident.offender is None else (incident.offender,),
        outcome=parts_chosen(incident, base.model_copy(update=update), OWN_PARTS),
        label=base.label or class_.value,
        note=str(known["note"]),
        stated=known,
    )


def _unknown_outcome(class_: Class) -> Outcome:
    """Return how a class is settled of which the edition's text names no case."""
    if class_ not in (Class.CHOMBO, Class.FULL_FOUL):
        return Outcome(class_=class_, dead=class_ is Class.DEAD_HAND)
    silent = "The text that we have does not say what follows a chombo"
    return Outcome(
        class_=class_,
        hand="replay",
        assumed={
            "hand": f"{silent}; the hand is dealt again.",
            "honba": f"{silent}; no counter is added.",
            "dealer": f"{silent}; East stays.",
            "sticks": f"{silent}; those of this hand go back.",
        },
    )
