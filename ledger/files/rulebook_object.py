"""An edition's page as an object for JSON, for programs that want it in parts.

It holds what the text of `rulebook` holds; a word narrows both to the same entries.
"""

from collections.abc import Iterable

from ledger.core.decision import REFEREE, choices_of
from ledger.core.rules import Rules
from ledger.core.ruleset import Case, Choice, Outcome, SituationRules
from ledger.core.ruleset_words import (
    condition_words,
    outcome_words,
    settings,
    settlement_words,
)
from ledger.files.rulebook import case_words, narrowed

Object = dict[str, object]


def page_object(edition: Rules, word: str = "") -> Object:
    """Return an edition as an object.

    Args:
        edition: The edition under its options.
        word: Keep only what mentions it; several words must all be mentioned.

    Raises:
        RulesetError: nothing mentions the word.
    """
    ruleset = edition.ruleset
    kept = {
        (chapter.key, entry.key)
        for chapter in narrowed(edition, word)
        for entry in chapter.entries
    }
    return {
        **ruleset.model_dump(
            include={"id", "name", "edition", "cite_as", "summary", "grade", "notes"}
        ),
        "options": dict(edition.options),
        "digest": edition.digest,
        "repetitions": {"window": ruleset.window, "counts": ruleset.counts},
        "sources": {name: each.model_dump() for name, each in ruleset.sources.items()},
        "settings": [
            {
                "part": each.part,
                "key": each.key,
                "title": each.title,
                "value": each.value,
                "assumed": each.assumed or None,
            }
            for each in settings(ruleset)
            if (each.part, each.key) in kept
        ],
        "outcomes": [
            _outcome(edition, name, outcome)
            for name, outcome in ruleset.outcomes.items()
            if ("outcomes", name) in kept
        ],
        "situations": [
            _situation(edition, name, part)
            for name, part in ruleset.situations.items()
            if ("situations", name) in kept
        ],
        "silences": _silences(edition, {k for part, k in kept if part == "silence"}),
        "clauses": [_clause(edition, name) for name in ruleset.clauses],
    }


def _outcome(edition: Rules, name: str, outcome: Outcome) -> Object:
    again = outcome.repeated
    return {
        "name": name,
        "class": outcome.class_.value,
        "words": outcome_words(outcome),
        "settlement": dict(settlement_words(outcome, edition.ruleset)),
        "repeated": None
        if again is None
        else {
            "from": again.since,
            "choices": _choices(edition, again.choices),
            "why": again.why,
            "clauses": _cited(edition, again.cite),
        },
        "note": outcome.note or None,
        "assumed": outcome.assumed,
        "clauses": _cited(edition, outcome.cite),
    }


def _situation(edition: Rules, name: str, part: SituationRules) -> Object:
    situation = edition.situations[name]
    return {
        "id": name,
        "title": situation.title,
        "title_ja": situation.title_ja,
        "words": list(situation.words),
        "window": edition.window(name),
        "cases": [_case(edition, case) for case in part.cases],
    }


def _case(edition: Rules, case: Case) -> Object:
    is_open = case.outcome == REFEREE
    outcome = None if is_open else edition.outcome(case.outcome)
    cites = (*case.cite, *(outcome.cite if outcome else ()))
    when = [condition_words(name, test) for name, test in case.when.items()]
    return {
        "when": when,
        "words": case_words(edition, case),
        "class": outcome.class_.value if outcome else None,
        "outcome": case.outcome,
        "choices": _choices(edition, case.choices),
        "why": case.why or None,
        "note": case.note or None,
        "assumed": case.assumed,
        "clauses": _cited(edition, dict.fromkeys(cites)),
        "grade": edition.grade(cites),
    }


def _silences(edition: Rules, names: set[str]) -> Object:
    silence = edition.ruleset.silence
    return {
        "situations": [name for name in edition.situations if name in names],
        "choices": _choices(edition, silence.choices),
        "why": silence.why,
        "clauses": _cited(edition, silence.cite),
    }


def _choices(edition: Rules, choices: tuple[str | Choice, ...]) -> list[str]:
    return [
        outcome_words(edition.outcome(choice.outcome), choice.amount)
        for choice in choices_of(choices)
    ]


def _cited(edition: Rules, names: Iterable[str]) -> list[str]:
    return [edition.citation(name) for name in names]


def _clause(edition: Rules, name: str) -> Object:
    clause = edition.ruleset.clauses[name]
    return {
        "id": edition.citation(name),
        "text": clause.text,
        "source": clause.source,
        "grade": edition.grade((name,)),
    }
