"""What an edition makes of one combination of facts, told without a table.

`judge` settles one table and answers in points. To compare two editions the same
decision is told in words that hold for every table: what it is called, what it costs,
what becomes of the hand. Two effects are equal where `judge` cannot tell them apart.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ledger.core.decision import REFEREE, Verdict, choices_of
from ledger.core.rules import Rules
from ledger.core.ruleset import Amount, Choice, Outcome
from ledger.core.ruleset_words import AFTER_LAST, payments_words, settlement_words
from ledger.core.situations import FactValue
from ledger.core.terms import GRAVITY, Class
from ledger.core.wording import class_words

PartChange = tuple[str, str, str]
"""A part of a settlement, and what it is in the one and in the other edition."""

ABSENT = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A ruling as far as the edition settles it."""

    class_: Class | None = None
    """None: the referee decides among `choices`."""
    called: str = ""
    """In the edition's own word."""
    costs: str = ""
    rest: tuple[tuple[str, str], ...] = ()
    """Part by part, what becomes of hand, deal, counters and sticks."""
    softer: "Effect | None" = None
    """What it becomes right after the last discard."""
    choices: tuple["Effect", ...] = ()
    """In order of gravity, so that the order of a file makes no difference."""
    is_silent: bool = False
    """The text does not mention the situation."""

    def __str__(self) -> str:
        if self.choices:
            return f"the referee decides: {self.offers()}"
        return f"{self.called}, {self.costs}" if self.costs else self.called

    def offers(self) -> str:
        """Return what the referee may choose."""
        return "; ".join(map(str, self.choices))

    def kind(self) -> tuple[object, ...]:
        """Return what makes it another ruling rather than one settled otherwise."""
        return (self.class_, tuple(choice.kind() for choice in self.choices))

    def changes(self, other: "Effect") -> Iterator[PartChange]:
        """Yield the parts in which an effect of the same class is settled otherwise."""
        mine = {"called": self.called, "costs": self.costs or "nothing"}
        theirs = {"called": other.called, "costs": other.costs or "nothing"}
        mine |= self.rest
        theirs |= other.rest
        for part in dict.fromkeys((*mine, *theirs)):
            pair = mine.get(part, ABSENT), theirs.get(part, ABSENT)
            if pair[0] != pair[1]:
                yield part, *pair
        if self.softer != other.softer:
            softer = [str(each or "the same") for each in (self.softer, other.softer)]
            if softer[0] == softer[1]:
                softer[1] += ", settled otherwise"
            yield AFTER_LAST, softer[0], softer[1]


def effect_of(rules: Rules, situation: str, facts: Mapping[str, FactValue]) -> Effect:
    """Return what the edition makes of a situation.

    Args:
        rules: The edition.
        situation: One of its situations, `other` aside.
        facts: A value for each fact that its table tests. `occurrence` must be among
            them where a repetition is treated in another way; without `last_discard`
            the effect tells both.
    """
    verdict = rules.tables[situation].decide(facts)
    assert isinstance(verdict, Verdict)
    is_silent = rules.is_silent(situation)
    last = facts.get("last_discard")
    if verdict.outcome == REFEREE:
        return _open(rules, verdict, verdict.choices, last, is_silent=is_silent)
    outcome = rules.outcome(verdict.outcome)
    repeated, occurrence = outcome.repeated, facts.get("occurrence", 1)
    assert isinstance(occurrence, int)
    if repeated is not None and occurrence >= repeated.since:
        choices = choices_of(repeated.choices)
        return _open(rules, verdict, choices, last, is_silent=is_silent)
    return _settled(rules, verdict, verdict.outcome, verdict.amount, last)


def citations(
    rules: Rules, situation: str, facts: Mapping[str, FactValue]
) -> tuple[str, ...]:
    """Return the clauses behind an effect, as they are cited."""
    verdict = rules.tables[situation].decide(facts)
    assert isinstance(verdict, Verdict)
    cite = verdict.cite
    if verdict.outcome != REFEREE:
        cite = (*cite, *rules.outcome(verdict.outcome).cite)
    return tuple(rules.citation(clause) for clause in dict.fromkeys(cite))


def _open(
    rules: Rules,
    verdict: Verdict,
    choices: tuple[Choice, ...],
    last: FactValue,
    *,
    is_silent: bool,
) -> Effect:
    effects = [
        _settled(rules, verdict, choice.outcome, choice.amount, last)
        for choice in choices
    ]
    return Effect(choices=_by_gravity(effects), is_silent=is_silent)


def _by_gravity(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    def weight(effect: Effect) -> tuple[int, str]:
        return (-1 if effect.class_ is None else GRAVITY[effect.class_], str(effect))

    return tuple(sorted(effects, key=weight))


def _settled(
    rules: Rules, verdict: Verdict, name: str, amount: Amount | None, last: FactValue
) -> Effect:
    outcome = rules.outcome(name)
    softer = None
    if last is not False and not verdict.at_draw:
        softer = _softer(rules, verdict, name, outcome)
        if last is True and softer is not None:
            return softer
    return _told(rules, verdict, outcome, amount, softer)


def _softer(
    rules: Rules, verdict: Verdict, name: str, outcome: Outcome
) -> Effect | None:
    if outcome.last_discard == "keep":
        return None
    if outcome.last_discard != "ask":
        return _told(rules, verdict, rules.outcome(outcome.last_discard))
    offered = dict.fromkeys((name, "dead-hand", "none"))
    effects = [
        _told(rules, verdict, rules.outcome(choice))
        for choice in offered
        if choice in rules.ruleset.outcomes
    ]
    return Effect(choices=_by_gravity(effects))


def _told(
    rules: Rules,
    verdict: Verdict,
    outcome: Outcome,
    amount: Amount | None = None,
    softer: Effect | None = None,
) -> Effect:
    if verdict.own_stick is not None:
        outcome = outcome.model_copy(update={"own_stick": verdict.own_stick})
    rest = [
        part
        for part in settlement_words(outcome, rules.ruleset)
        if part[0] != AFTER_LAST
    ]
    if verdict.listed and outcome.payments:
        rest.append(("who pays", "each of those listed"))
    if verdict.at_draw and outcome.class_ is not Class.NONE:
        rest.append(("found at a draw", "void beside a win or an ordinary abort"))
    return Effect(
        class_=outcome.class_,
        called=class_words(outcome.class_, verdict.label or outcome.label),
        costs=payments_words(outcome, amount),
        rest=tuple(rest),
        softer=softer,
    )
