"""A ruleset made ready to judge: options applied, tables compiled, everything proved.

`Rules` is what the rest of the program holds. It is built once for an edition and its
options and is read-only afterwards.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ledger.core import editions
from ledger.core.decision import REFEREE, DecisionTable, compiled
from ledger.core.faults import Fault
from ledger.core.ruleset import Case, Grade, Outcome, Ruleset, SituationRules, Window
from ledger.core.shapes import Shape, shape_of
from ledger.core.situations import Situation, catalogue, nearest
from ledger.core.soundness import Checker, extended
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


def two_rules(
    one: str, other: str, options: Mapping[str, str] | None = None
) -> tuple[Rules, Rules]:
    """Return two editions, each under those of the options that it has.

    Raises:
        RulesetError: an edition is unknown or bad, or neither has an option.
    """
    found = [editions.find(name) for name in (one, other)]
    known = [edition.options() for edition in found]
    for name, choice in (options or {}).items():
        holders = [k for k, declared in enumerate(known) if name in declared]
        for holder in holders or (0,):
            known[holder] = found[holder].options({**known[holder], name: choice})
    return of_edition(found[0], known[0]), of_edition(found[1], known[1])


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
        RulesetError: with the place of the first fault, and how many there are.
    """
    options = edition.options(chosen)
    found = examined(edition, options)
    if isinstance(found, Rules):
        return found
    error = edition.error(found[0], options)
    more = f" (the first of {len(found)} faults)" if len(found) > 1 else ""
    raise RulesetError(error.place, error.message + more)


def examined(
    edition: editions.Edition, options: Mapping[str, str]
) -> Rules | tuple[Fault, ...]:
    """Return the compiled rules under a full choice of options, or every fault."""
    shape = shape_of(edition.applied(options))
    known, tables, faults = _compiled(shape)
    whole = Checker(shape.ruleset, shape.broken).whole()
    every = tuple(
        dict.fromkeys((*edition.layer_faults(), *shape.faults, *faults, *whole))
    )
    if every:
        return every
    digest = edition.pinned(options)[1]
    return Rules(shape.ruleset, options, digest, known, tables)


def _compiled(
    shape: Shape,
) -> tuple[dict[str, Situation], dict[str, DecisionTable], list[Fault]]:
    """Return the situations and their tables, and the faults of both."""
    checker = Checker(shape.ruleset, shape.broken)
    known = dict(catalogue())
    tables: dict[str, DecisionTable] = {}
    faults: list[Fault] = []
    for name, part in shape.ruleset.situations.items():
        situation, found = extended(name, part, known)
        faults += found
        if situation is not None:
            known[name] = situation
    silence = _silent(shape.ruleset).cases
    for name, situation in known.items():
        if name == OTHER:
            continue
        path = ("situations", name)
        own = shape.ruleset.situations.get(name)
        table, found = compiled(path, situation.facts, own.cases if own else silence)
        if own:
            found += checker.cases(path, own.cases, situation.facts)
        # A table whose tests are at fault would seem to have gaps that it has not.
        is_whole = not any(part[:2] == path for part in shape.broken)
        faults += found or (table.faults() if is_whole else ())
        tables[name] = table
    return known, tables, faults


def _silent(ruleset: Ruleset) -> SituationRules:
    silence = ruleset.silence
    case = Case(
        outcome=REFEREE, choices=silence.choices, why=silence.why, cite=silence.cite
    )
    return SituationRules(cases=(case,))
