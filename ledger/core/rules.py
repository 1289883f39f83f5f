"""A ruleset made ready to judge: options applied, tables compiled, everything proved.

`Rules` is what the rest of the program holds. It is built once for an edition and its
options and is read-only afterwards.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ledger.core import editions
from ledger.core.decision import (
    REFEREE,
    DecisionTable,
    choices_of,
    compiled,
)
from ledger.core.ruleset import (
    Amount,
    Case,
    Choice,
    Grade,
    Outcome,
    PerUnit,
    Ruleset,
    SituationRules,
    Window,
)
from ledger.core.situations import (
    Fact,
    FactKind,
    Situation,
    catalogue,
    nearest,
    parse_fact,
    parse_situation,
    questions,
)
from ledger.core.terms import SEATS
from ledger.errors import IncidentError, RulesetError

OTHER = "other"
"""The referee's own ruling: it has no table, the facts are the ruling."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One edition with its options, compiled and proved."""

    ruleset: Ruleset
    options: Mapping[str, str]
    digest: str
    """SHA-256 of the pinned text, in hex."""
    situations: Mapping[str, Situation]
    """Every situation that can be recorded, the ruleset's own ones too."""
    tables: Mapping[str, DecisionTable]
    """By situation; `other` has none."""

    @property
    def id(self) -> str:
        """The edition's id."""
        return self.ruleset.id

    def situation(self, name: str) -> Situation:
        """Return a situation by its id.

        Raises:
            IncidentError: it is unknown; the nearest ones are named.
        """
        found = self.situations.get(name)
        if found is None:
            raise IncidentError(
                f"situation {name!r}",
                "unknown, expected one of the situations of the contract"
                + nearest(name, self.situations),
            )
        return found

    def outcome(self, name: str) -> Outcome:
        """Return an outcome by its name, which the proof has shown to exist."""
        return self.ruleset.outcomes[name]

    def window(self, situation: str) -> Window:
        """Return for how long earlier rulings of this situation count."""
        own = self.ruleset.situations.get(situation)
        return (own.window if own else None) or self.ruleset.window

    def counts_cards(self, situation: str) -> bool:
        """Whether every card counts towards a repetition, not only the same fault."""
        own = self.ruleset.situations.get(situation)
        return ((own.counts if own else None) or self.ruleset.counts) == "cards"

    def is_silent(self, situation: str) -> bool:
        """Whether the edition's text does not mention the situation at all."""
        return situation not in self.ruleset.situations and situation != OTHER

    def citation(self, clause: str) -> str:
        """Return a clause as it is cited, such as `EMA 2025 6.8`."""
        return f"{self.ruleset.clauses[clause].book} {clause}".strip()

    def grade(self, clauses: Iterable[str]) -> Grade:
        """Return the weakest grade of the clauses, or the ruleset's own without any."""
        grades = [
            clause.grade or self.ruleset.sources[clause.source].grade
            for clause in (self.ruleset.clauses[name] for name in clauses)
        ]
        return max(grades, default=self.ruleset.grade)


@lru_cache(maxsize=64)
def _rules(name: str, chosen: tuple[tuple[str, str], ...]) -> Rules:
    return of_edition(editions.find(name), dict(chosen))


def rules(name: str, options: Mapping[str, str] | None = None) -> Rules:
    """Return the rules of an edition's id, or of a path to a ruleset file.

    Raises:
        RulesetError: the edition, an option or a choice is unknown, or the file is bad.
    """
    chosen = tuple(sorted((options or {}).items()))
    if name.endswith(".toml"):
        return of_edition(editions.find(name), dict(chosen))
    return _rules(name, chosen)


@lru_cache(maxsize=64)
def pinned_rules(text: str) -> Rules:
    """Return the rules of an event's pinned text.

    Raises:
        RulesetError: the text is damaged or no longer proves.
    """
    edition, options = editions.unpinned(text)
    return of_edition(edition, options)


def of_edition(
    edition: editions.Edition, chosen: Mapping[str, str] | None = None
) -> Rules:
    """Compile and prove an edition under a choice of options.

    Raises:
        RulesetError: with the place of the first fault.
    """
    options = edition.options(chosen)
    ruleset = edition.ruleset(options)
    place = edition.place
    known = dict(catalogue())
    tables: dict[str, DecisionTable] = {}
    for name, part in ruleset.situations.items():
        known[name] = _extended(name, part, known, f"{place}: situations.{name}")
    for name, situation in known.items():
        if name == OTHER:
            continue
        part = ruleset.situations.get(name) or _silent(ruleset)
        table = compiled(f"{place}: situations.{name}", situation.facts, part.cases)
        _check_cases(table.place, part.cases, ruleset, situation.facts)
        table.prove()
        tables[name] = table
    _check_whole(place, ruleset)
    return Rules(ruleset, options, edition.pinned(options)[1], known, tables)


def _silent(ruleset: Ruleset) -> SituationRules:
    silence = ruleset.silence
    case = Case(
        outcome=REFEREE, choices=silence.choices, why=silence.why, cite=silence.cite
    )
    return SituationRules(cases=(case,))


def _extended(
    name: str, part: SituationRules, known: Mapping[str, Situation], place: str
) -> Situation:
    """Return the situation with the facts that the ruleset adds."""
    if name not in known:
        if not part.title:
            raise RulesetError(
                place,
                "unknown situation; one of the ruleset's own needs a title"
                + nearest(name, known),
            )
        raw = part.model_dump(
            include={"title", "title_ja", "group", "facts", "questions"}
        )
        raw["words"] = list(part.words)
        raw["offender"] = part.offender
        return parse_situation(name, raw, questions(), place)
    situation = known[name]
    facts: dict[str, Fact] = dict(situation.facts)
    for fact, notation in part.facts.items():
        facts[fact] = parse_fact(
            fact, notation, part.questions.get(fact, {}), f"{place}.facts.{fact}"
        )
    return Situation(
        id=name,
        title=part.title or situation.title,
        title_ja=part.title_ja or situation.title_ja,
        group=part.group or situation.group,
        words=(*situation.words, *part.words),
        offender=situation.offender,
        facts=facts,
    )


def _check_cases(
    place: str, cases: tuple[Case, ...], ruleset: Ruleset, facts: Mapping[str, Fact]
) -> None:
    for index, case in enumerate(cases):
        where = f"{place}.cases.{index}"
        _check_cites(where, case.cite, ruleset)
        if case.outcome == REFEREE:
            if not case.choices or not case.why:
                raise RulesetError(where, "the outcome referee needs choices and why")
            _check_choices(where, case.choices, ruleset, facts)
        else:
            outcome = _known_outcome(where, case.outcome, ruleset)
            if not case.cite and not outcome.cite:
                raise RulesetError(where, "has no citation, expected cite")
            _check_amounts(where, outcome, case.amount, facts)
        if case.who == "offenders" and (
            "offenders" not in facts or facts["offenders"].kind is not FactKind.SEATS
        ):
            raise RulesetError(
                where, "who = offenders needs a fact offenders with seats"
            )


def _check_choices(
    place: str,
    choices: tuple[str | Choice, ...],
    ruleset: Ruleset,
    facts: Mapping[str, Fact],
) -> None:
    for choice in choices_of(choices):
        outcome = _known_outcome(place, choice.outcome, ruleset)
        _check_amounts(place, outcome, choice.amount, facts)


def _known_outcome(place: str, name: str, ruleset: Ruleset) -> Outcome:
    outcome = ruleset.outcomes.get(name)
    if outcome is None:
        raise RulesetError(
            place,
            f"unknown outcome {name!r}, expected {REFEREE} or one of: "
            f"{', '.join(ruleset.outcomes)}" + nearest(name, ruleset.outcomes),
        )
    return outcome


def _check_amounts(
    place: str, outcome: Outcome, amount: Amount | None, facts: Mapping[str, Fact]
) -> None:
    if amount is not None and not outcome.payments:
        raise RulesetError(place, "gives an amount, but the outcome has no payment")
    for index, payment in enumerate(outcome.payments):
        given = amount if index == 0 and amount is not None else payment.amount
        if payment.kind == "reverse-mangan":
            continue
        if given is None:
            raise RulesetError(place, "the outcome needs an amount from its case")
        if isinstance(given, PerUnit) and (
            given.of not in facts or facts[given.of].kind is not FactKind.NUMBER
        ):
            raise RulesetError(place, f"counts {given.of!r}, which is no number here")


def _check_cites(place: str, cite: tuple[str, ...], ruleset: Ruleset) -> None:
    for clause in cite:
        if clause not in ruleset.clauses:
            raise RulesetError(
                place,
                f"cites {clause!r}, which is not in [clauses]"
                + nearest(clause, ruleset.clauses),
            )


def _check_whole(place: str, ruleset: Ruleset) -> None:
    """Check what lies outside the situations: clauses, outcomes, uma."""
    for name, clause in ruleset.clauses.items():
        if clause.source not in ruleset.sources:
            raise RulesetError(
                f"{place}: clauses.{name}",
                f"unknown source {clause.source!r}"
                + nearest(clause.source, ruleset.sources),
            )
    for name, outcome in ruleset.outcomes.items():
        where = f"{place}: outcomes.{name}"
        _check_cites(where, outcome.cite, ruleset)
        if outcome.last_discard not in ("keep", "ask"):
            _known_outcome(f"{where}.last_discard", outcome.last_discard, ruleset)
        if outcome.repeated:
            _check_cites(where, outcome.repeated.cite, ruleset)
            _check_choices(f"{where}.repeated", outcome.repeated.choices, ruleset, {})
    _check_choices(f"{place}: silence", ruleset.silence.choices, ruleset, {})
    for part in (ruleset.scoring, ruleset.play, ruleset.tiles, ruleset.silence):
        _check_cites(f"{place}: {type(part).__name__.lower()}", part.cite, ruleset)
    _check_uma(f"{place}: scoring", ruleset)


def _check_uma(place: str, ruleset: Ruleset) -> None:
    scoring = ruleset.scoring
    if (scoring.uma is None) == (scoring.floating is None):
        raise RulesetError(place, "needs either uma or floating")
    uma = {"uma": scoring.uma} if scoring.uma else {}
    if scoring.floating:
        expected = {str(count) for count in range(len(SEATS) + 1)}
        if set(scoring.floating.uma) != expected:
            raise RulesetError(f"{place}.floating", "needs uma for 0 to 4 floaters")
        uma = {
            f"floating.uma.{count}": row for count, row in scoring.floating.uma.items()
        }
    for key, row in uma.items():
        if sum(row) and not scoring.uma_unbalanced:
            raise RulesetError(
                f"{place}.{key}",
                f"sums to {sum(row):,}, expected 0 or uma_unbalanced = true",
            )
        if any(a < b for a, b in pairwise(row)):
            raise RulesetError(
                f"{place}.{key}", "gives a lower place more than a higher one"
            )
