"""A situation of a rulebook as labelled lines: its cases, then what they cite."""

from collections.abc import Iterable, Iterator

from ledger.core.decision import REFEREE, choices_of
from ledger.core.rules import OTHER, Rules
from ledger.core.ruleset import Case, Choice, Outcome, Range
from ledger.core.ruleset_words import amount_words
from ledger.core.situations import Situation
from ledger.core.wording import GRADE_WORDS
from ledger.tui.choices import label_of


def situation_lines(rules: Rules, name: str) -> list[tuple[str, str]]:
    """Return everything that the edition says about a situation."""
    situation = rules.situation(name)
    lines = [("said", ", ".join(situation.words))]
    lines += list(_facts(situation))
    if name == OTHER:
        return [*lines, ("ruling", "the referee's own: class, amounts, reason")]
    if rules.is_silent(name):
        silence = rules.ruleset.silence
        lines.append(("silent", f"{rules.ruleset.cite_as} does not name this"))
        lines.append(("the referee", f"{_choices(silence.choices)}: {silence.why}"))
        return lines + list(_clauses(rules, silence.cite))
    part = rules.ruleset.situations[name]
    for case in part.cases:
        lines += _case(rules, case, alone=len(part.cases) == 1)
    lines.append(("counts", f"earlier ones within the {rules.window(name)}"))
    cited = [c for case in part.cases for c in _cited(rules, case)]
    return lines + list(_clauses(rules, dict.fromkeys(cited)))


def _facts(situation: Situation) -> Iterator[tuple[str, str]]:
    for fact in situation.facts.values():
        choices = ", ".join(map(label_of, fact.choices)) or fact.kind.value
        yield "asks", f"{fact.question} {fact.question_ja} ({choices})"


def _case(rules: Rules, case: Case, *, alone: bool) -> Iterator[tuple[str, str]]:
    tests = [f"{label_of(name)} = {_test(test)}" for name, test in case.when.items()]
    when = ", ".join(tests) or ("always" if alone else "otherwise")
    if case.outcome == REFEREE:
        told = f"the referee chooses: {_choices(case.choices)}. {case.why}"
    else:
        told = _outcome(case, rules.outcome(case.outcome))
    cited = ", ".join(_cited(rules, case))
    yield "if", when
    yield "  →", f"{told}{f'  [{cited}]' if cited else ''}"
    if case.note:
        yield "", case.note
    for part, why in case.assumed.items():
        yield "  assumed", f"{part}: {why}"


def _outcome(case: Case, outcome: Outcome) -> str:
    words = case.label or outcome.label or label_of(outcome.class_.value)
    if case.amount is not None:
        words += f", {amount_words(case.amount)}"
    elif outcome.payments and outcome.payments[0].amount is not None:
        words += f", {amount_words(outcome.payments[0].amount)}"
    if outcome.hand == "replay":
        words += ", dealt again"
    if outcome.note:
        words += f" ({outcome.note})"
    return words


def _cited(rules: Rules, case: Case) -> tuple[str, ...]:
    own = case.cite
    if case.outcome in rules.ruleset.outcomes:
        own = (*own, *rules.outcome(case.outcome).cite)
    return tuple(dict.fromkeys(own))


def _choices(choices: tuple[str | Choice, ...]) -> str:
    told = []
    for choice in choices_of(choices):
        amount = f" of {amount_words(choice.amount)}" if choice.amount else ""
        told.append(f"{label_of(choice.outcome)}{amount}")
    return ", ".join(told)


def _test(test: object) -> str:
    match test:
        case Range(min=low, max=None):
            return f"{low} or more"
        case Range(min=None, max=high):
            return f"up to {high}"
        case Range(min=low, max=high):
            return f"{low} to {high}"
        case tuple():
            return " or ".join(_test(each) for each in test)
        case bool():
            return "yes" if test else "no"
        case _:
            return str(test).replace("-", " ")


def _clauses(rules: Rules, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        clause = rules.ruleset.clauses[name]
        grade = GRADE_WORDS[rules.grade((name,))]
        yield rules.citation(name), f"{clause.text} ({grade})"


def edition_lines(rules: Rules) -> list[tuple[str, str]]:
    """Return what is to be known of the edition as a whole."""
    ruleset = rules.ruleset
    lines = [
        ("edition", f"{ruleset.name} {ruleset.edition}".strip()),
        ("chombo", ruleset.summary),
        ("source", GRADE_WORDS[ruleset.grade]),
    ]
    for option, choice in rules.options.items():
        told = ruleset.options[option]
        lines.append(("option", f"{told.title}: {told.choices[choice].title}"))
    lines += [
        ("text", f"{source.title} {source.address}".strip())
        for source in ruleset.sources.values()
    ]
    lines += [("note", note) for note in ruleset.notes]
    lines.append(("digest", rules.digest))
    return lines
