"""What types cannot say about a ruleset: words that must exist, sums that must hold.

Every check yields all that it finds. Parts that could not even be read are passed in as
`broken`: their names count as known and their contents are left alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import Final

from ledger.core.decision import DERIVED, REFEREE
from ledger.core.faults import Fault
from ledger.core.ruleset import (
    Amount,
    Between,
    Case,
    Choice,
    OneOf,
    Outcome,
    Payment,
    PerUnit,
    Play,
    Ruleset,
    Scoring,
    SituationRules,
    Tiles,
)
from ledger.core.situations import (
    Fact,
    FactKind,
    Situation,
    nearest,
    parse_fact,
    parse_situation,
    questions,
)
from ledger.core.terms import ABORTS, SEATS
from ledger.core.toml_places import KeyPath
from ledger.errors import RulesetError

ASSUMED_PARTS: Final = ("amount", "payment", *Outcome.model_fields)
"""Parts of a settlement on which a book can be silent."""

SUBSTITUTES: Final = ("before-start", "after-start")


@dataclass(frozen=True, slots=True)
class Checker:
    """The checks of one ruleset under one choice of options."""

    ruleset: Ruleset
    broken: frozenset[KeyPath] = frozenset()

    def _is_readable(self, path: KeyPath) -> bool:
        return not self.broken & {path, path[:1]}

    def _is_whole(self, outcome: str) -> bool:
        """Whether all of an outcome could be read."""
        return not any(
            part[:2] in (("outcomes",), ("outcomes", outcome)) for part in self.broken
        )

    def whole(self) -> Iterator[Fault]:
        """Yield the faults outside the situations."""
        ruleset = self.ruleset
        for name, clause in ruleset.clauses.items():
            if self._is_readable(("clauses", name)):
                yield from self._source(("clauses", name, "source"), clause.source)
        for name, outcome in ruleset.outcomes.items():
            if self._is_readable(("outcomes", name)):
                yield from self._outcome(("outcomes", name), outcome)
        for name, option in ruleset.options.items():
            if self._is_readable(("options", name)) and not option.choices:
                told = "is empty, expected at least one choice"
                yield Fault(("options", name, "choices"), told)
        if self._is_readable(("silence",)):
            yield from self._silence()
        yield from self._settings()

    def _silence(self) -> Iterator[Fault]:
        silence = self.ruleset.silence
        yield from self._choices(("silence", "choices"), silence.choices, {})
        yield from self._cites(("silence", "cite"), silence.cite)
        if not silence.choices:
            yield Fault(("silence", "choices"), "is empty, expected outcomes")

    def _settings(self) -> Iterator[Fault]:
        """Yield the faults of scoring, play and tiles."""
        ruleset = self.ruleset
        for part, settings in (
            ("scoring", ruleset.scoring),
            ("play", ruleset.play),
            ("tiles", ruleset.tiles),
        ):
            if self._is_readable((part,)):
                yield from self._cites((part, "cite"), settings.cite)
                yield from _assumed_settings(part, settings)
        if self._is_readable(("scoring",)):
            yield from _scoring(ruleset.scoring)
        if self._is_readable(("play",)):
            shows = ruleset.play.abort_shows
            yield from _words(("play", "abort_shows"), shows, ABORTS)

    def cases(
        self, path: KeyPath, cases: tuple[Case, ...], facts: Mapping[str, Fact]
    ) -> Iterator[Fault]:
        """Yield the faults of a situation's cases, what they test left aside."""
        if not cases:
            yield Fault((*path, "cases"), "is empty, expected at least one case")
        for index, case in enumerate(cases):
            where: KeyPath = (*path, "cases", index)
            if where not in self.broken:
                yield from self._case(where, case, facts)

    def _case(
        self, path: KeyPath, case: Case, facts: Mapping[str, Fact]
    ) -> Iterator[Fault]:
        yield from self._cites((*path, "cite"), case.cite)
        yield from _assumed_parts((*path, "assumed"), case.assumed)
        if case.outcome == REFEREE:
            for key, value in (("choices", case.choices), ("why", case.why)):
                if not value:
                    told = f"is missing, the outcome {REFEREE} needs choices and why"
                    yield Fault((*path, key), told)
            yield from self._choices((*path, "choices"), case.choices, facts)
        else:
            if case.choices:
                told = f"are offered only by the outcome {REFEREE}"
                yield Fault((*path, "choices"), told)
            yield from self._ruled(path, case, facts)
        listed = facts.get("offenders")
        if case.who == "offenders" and (
            listed is None or listed.kind is not FactKind.SEATS
        ):
            told = "offenders needs a fact offenders with seats, expected offender"
            yield Fault((*path, "who"), told)

    def _ruled(
        self, path: KeyPath, case: Case, facts: Mapping[str, Fact]
    ) -> Iterator[Fault]:
        where = (*path, "outcome")
        outcome = self.ruleset.outcomes.get(case.outcome)
        if outcome is None:
            yield from self._unknown_outcome(where, case.outcome, referee=True)
        elif self._is_whole(case.outcome):
            if not case.cite and not outcome.cite:
                told = "is missing, expected the clause that says so"
                yield Fault((*path, "cite"), told)
            amount_path = path if case.amount is None else (*path, "amount")
            yield from _amounts(amount_path, outcome, case.amount, facts)

    def _outcome(self, path: KeyPath, outcome: Outcome) -> Iterator[Fault]:
        yield from self._cites((*path, "cite"), outcome.cite)
        yield from _assumed_parts((*path, "assumed"), outcome.assumed)
        for index, payment in enumerate(outcome.payments):
            yield from _payment((*path, "payments", index), payment)
        softer = outcome.last_discard
        if softer not in ("keep", "ask"):
            where = (*path, "last_discard")
            known = self.ruleset.outcomes.get(softer)
            if known is None:
                yield from self._unknown_outcome(where, softer, also=("keep", "ask"))
            elif self._is_whole(softer):
                yield from _amounts(where, known, None, {})
        if outcome.repeated is not None:
            repeated = (*path, "repeated")
            yield from self._cites((*repeated, "cite"), outcome.repeated.cite)
            choices = outcome.repeated.choices
            yield from self._choices((*repeated, "choices"), choices, {})

    def _choices(
        self,
        path: KeyPath,
        choices: Iterable[str | Choice],
        facts: Mapping[str, Fact],
    ) -> Iterator[Fault]:
        for index, choice in enumerate(choices):
            where: KeyPath = (*path, index)
            name, amount = (
                (choice, None)
                if isinstance(choice, str)
                else (choice.outcome, choice.amount)
            )
            outcome = self.ruleset.outcomes.get(name)
            if outcome is None:
                yield from self._unknown_outcome(where, name)
            elif self._is_whole(name):
                yield from _amounts(where, outcome, amount, facts)

    def _unknown_outcome(
        self,
        path: KeyPath,
        name: str,
        *,
        referee: bool = False,
        also: tuple[str, ...] = (),
    ) -> Iterator[Fault]:
        if not self._is_readable(("outcomes",)):
            return
        known = [*((REFEREE,) if referee else also), *self.ruleset.outcomes]
        told = f'unknown outcome "{name}", expected one of: {", ".join(known)}'
        yield Fault(path, told + nearest(name, known))

    def _source(self, path: KeyPath, name: str) -> Iterator[Fault]:
        sources = self.ruleset.sources
        if name not in sources and self._is_readable(("sources",)):
            known = ", ".join(sources) or "none is declared"
            told = f'unknown source "{name}", expected one of: {known}'
            yield Fault(path, told + nearest(name, sources))

    def _cites(self, path: KeyPath, cite: tuple[str, ...]) -> Iterator[Fault]:
        if not self._is_readable(("clauses",)):
            return
        for index, clause in enumerate(cite):
            if clause not in self.ruleset.clauses:
                told = f'cites "{clause}", expected a clause that stands in [clauses]'
                near = nearest(clause, self.ruleset.clauses)
                yield Fault((*path, index), told + near)


def _assumed_parts(path: KeyPath, assumed: Iterable[str]) -> Iterator[Fault]:
    """Yield misspelt parts; a part of the book's own, such as `call`, is allowed."""
    for part in assumed:
        near = get_close_matches(part, ASSUMED_PARTS, n=1, cutoff=0.8)
        if part not in ASSUMED_PARTS and near:
            yield Fault((*path, part), f"unknown part; nearest known: {near[0]}")


def _assumed_settings(part: str, settings: Scoring | Play | Tiles) -> Iterator[Fault]:
    known = [
        field.alias or name
        for name, field in type(settings).model_fields.items()
        if name not in ("cite", "assumed")
    ]
    yield from _words((part, "assumed"), tuple(settings.assumed), known, keys=True)


def _words(
    path: KeyPath, words: tuple[str, ...], known: Iterable[str], *, keys: bool = False
) -> Iterator[Fault]:
    """Yield the words of a list, or the keys of a table, that are not known."""
    expected = list(known)
    for index, word in enumerate(words):
        if word not in expected:
            told = f'unknown word "{word}", expected one of: {", ".join(expected)}'
            yield Fault(
                (*path, word if keys else index), told + nearest(word, expected)
            )


def _payment(path: KeyPath, payment: Payment) -> Iterator[Fault]:
    if payment.kind == "reverse-mangan" and payment.amount is not None:
        told = "is not for a reverse mangan, expected dealer and non_dealer"
        yield Fault((*path, "amount"), told)
    if payment.receivers != "nobody" and payment.kind != "fine-before-placing":
        told = f"is only for a fine before placing, not for {payment.kind}"
        yield Fault((*path, "receivers"), told)
    yield from _sane_amount((*path, "amount"), payment.amount)
    for key in ("dealer", "non_dealer"):
        if getattr(payment, key) < 0:
            yield Fault((*path, key), "is below 0, expected what the offender pays")


def _amounts(
    path: KeyPath, outcome: Outcome, amount: Amount | None, facts: Mapping[str, Fact]
) -> Iterator[Fault]:
    """Yield the faults of an outcome's amounts as a case or a choice uses it."""
    yield from _sane_amount(path, amount)
    if amount is not None and not outcome.payments:
        yield Fault(path, "gives an amount, but the outcome has no payment")
    for index, payment in enumerate(outcome.payments):
        given = amount if index == 0 and amount is not None else payment.amount
        if payment.kind == "reverse-mangan":
            if index == 0 and amount is not None:
                yield Fault(path, "gives an amount, but a reverse mangan has its own")
        elif given is None:
            yield Fault(path, "the outcome needs an amount, expected amount = …")
        elif isinstance(given, PerUnit):
            fact = facts.get(given.of)
            if fact is None or fact.kind is not FactKind.NUMBER:
                known = [n for n, f in facts.items() if f.kind is FactKind.NUMBER]
                told = f'counts "{given.of}", which is no number of this situation'
                expected = f", expected one of: {', '.join(known) or 'none'}"
                yield Fault(path, told + expected + nearest(given.of, known))


def _sane_amount(path: KeyPath, amount: Amount | None) -> Iterator[Fault]:
    if amount is None:
        return
    lowest = _lowest(amount)
    if lowest < 0:
        yield Fault(path, f"{lowest:,} is below 0, expected what the offender pays")
    if isinstance(amount, OneOf) and len(set(amount.choices)) < len(amount.choices):
        yield Fault(path, "offers an amount twice, expected each once")
    if isinstance(amount, Between):
        if amount.min >= amount.max:
            yield Fault(path, f"min {amount.min:,} is not below max {amount.max:,}")
        elif (amount.max - amount.min) % amount.step:
            told = f"steps of {amount.step:,} from {amount.min:,} do not meet max"
            yield Fault(path, f"{told} {amount.max:,}")


def _lowest(amount: Amount) -> int:
    match amount:
        case PerUnit():
            return amount.each
        case OneOf():
            return min(amount.choices)
        case Between():
            return amount.min
        case _:
            return amount


def _scoring(scoring: Scoring) -> Iterator[Fault]:
    yield from _words(
        ("scoring", "substitute"), tuple(scoring.substitute), SUBSTITUTES, keys=True
    )
    if scoring.uma is None and scoring.floating is None:
        yield Fault(("scoring", "uma"), "is missing, expected uma or floating")
    if scoring.uma is not None and scoring.floating is not None:
        told = "stands beside uma, expected one of the two"
        yield Fault(("scoring", "floating"), told)
    if scoring.uma is not None:
        yield from _uma(("scoring", "uma"), scoring.uma, scoring)
    if scoring.floating is not None:
        path = ("scoring", "floating", "uma")
        counts = [str(count) for count in range(len(SEATS) + 1)]
        yield from _words(path, tuple(scoring.floating.uma), counts, keys=True)
        for count in counts:
            row = scoring.floating.uma.get(count)
            if row is None:
                told = f"is missing, expected the uma for {count} floating players"
                yield Fault((*path, count), told)
            else:
                yield from _uma((*path, count), row, scoring)


def _uma(path: KeyPath, row: tuple[int, ...], scoring: Scoring) -> Iterator[Fault]:
    if sum(row) and not scoring.uma_unbalanced:
        told = f"sums to {sum(row):,}, expected 0 or uma_unbalanced = true"
        yield Fault(path, told)
    if any(a < b for a, b in pairwise(row)):
        yield Fault(path, "gives a lower place more than a higher one")
    if any(row) and row[0] == row[1]:
        told = f"has two first places with {row[0]:,} each, expected one"
        yield Fault(path, told)


def extended(
    name: str,
    part: SituationRules,
    known: Mapping[str, Situation],
) -> tuple[Situation | None, list[Fault]]:
    """Return a situation with what the ruleset adds to it, and the faults of that."""
    path: KeyPath = ("situations", name)
    if name not in known:
        return _own_situation(path, part, known)
    situation = known[name]
    facts: dict[str, Fact] = dict(situation.facts)
    faults: list[Fault] = []
    for fact, notation in part.facts.items():
        where = (*path, "facts", fact)
        question = part.questions.get(fact, {})
        try:
            facts[fact] = parse_fact(fact, notation, question, "")
        except RulesetError as error:
            faults.append(Fault(where, error.message))
    faults += _questions(path, part, facts)
    told = Situation(
        id=name,
        title=part.title or situation.title,
        title_ja=part.title_ja or situation.title_ja,
        group=part.group or situation.group,
        words=(*situation.words, *part.words),
        offender=situation.offender,
        facts=facts,
    )
    return told, faults


def _own_situation(
    path: KeyPath, part: SituationRules, known: Mapping[str, Situation]
) -> tuple[Situation | None, list[Fault]]:
    name = str(path[-1])
    if not part.title:
        told = "unknown situation; one of the ruleset's own needs a title"
        return None, [Fault(path, told + nearest(name, known))]
    raw = part.model_dump(include={"title", "title_ja", "group", "questions"})
    raw["words"] = list(part.words)
    raw["offender"] = part.offender
    raw["facts"] = {}
    faults: list[Fault] = []
    for fact, notation in part.facts.items():
        try:
            parse_fact(fact, notation, {}, "")
        except RulesetError as error:
            faults.append(Fault((*path, "facts", fact), error.message))
        else:
            raw["facts"][fact] = notation
    situation = parse_situation(name, raw, questions(), "")
    return situation, [*faults, *_questions(path, part, situation.facts)]


def _questions(
    path: KeyPath, part: SituationRules, facts: Mapping[str, Fact]
) -> Iterator[Fault]:
    """Yield questions about facts that the situation has not, and odd languages."""
    for fact, texts in part.questions.items():
        where: KeyPath = (*path, "questions", fact)
        if fact not in facts and fact not in part.facts:
            told = f"unknown fact, expected one of: {', '.join(facts) or 'none'}"
            yield Fault(where, told + nearest(fact, facts))
        yield from _words(where, tuple(texts), ("en", "ja"), keys=True)
    for fact in part.facts:
        if fact in DERIVED:
            told = "is a word of the table's own, expected another name"
            yield Fault((*path, "facts", fact), told)
