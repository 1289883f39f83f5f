"""An edition as a page to read: scoring, outcomes, each situation's cases with clauses.

The page says what the file says and nothing else, so that a referee can proof-read the
file without reading TOML. It is made of entries, so that a word narrows it to those
that mention it; width, case and kana do not matter, as in every search.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ledger.core import editions
from ledger.core.decision import REFEREE, choices_of
from ledger.core.rules import Rules, rules
from ledger.core.ruleset import Case, Outcome, SituationRules
from ledger.core.ruleset_words import (
    DERIVED_WORDS,
    WORDS,
    brief,
    choices_words,
    condition_words,
    outcome_words,
    settings,
    settlement_words,
)
from ledger.core.search import folded
from ledger.core.situations import Situation, nearest
from ledger.core.wording import GRADE_WORDS, ORDINALS, literal, ordinal
from ledger.errors import RulesetError
from ledger.files.cells import cut
from ledger.files.layout import table

WIDTH: Final = 88
SOURCE_CELLS: Final = 56

PARTS: Final = {"scoring": "SCORING", "play": "PLAY", "tiles": "TILES"}
READING: Final = (
    "SITUATIONS, each read from the top: the first case that fits decides. Beside its"
    " own facts: "
    + "; ".join(f"{name}, {told}" for name, told in DERIVED_WORDS.items())
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing on the page that can be found: its heading and its paragraphs."""

    key: str
    heading: str
    lines: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """What it is found by besides."""

    def mentions(self, terms: Iterable[str]) -> bool:
        """Whether every one of the folded terms stands in the entry."""
        text = folded(" ".join((self.key, self.heading, *self.lines, *self.words)))
        return all(term in text for term in terms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A part of the page under a title."""

    key: str
    entries: tuple[Entry, ...]
    title: str = ""
    """Left out where the page is narrowed."""
    intro: tuple[str, ...] = ()
    """What holds for every entry, so that it stands above any of them."""
    is_loose: bool = False
    """Whether a blank line follows each entry."""


def editions_list(ids: Iterable[str] | None = None) -> str:
    """Return the editions, shipped ones if no ids are given, a line each."""
    lines = [
        [
            str(row["id"]),
            str(row["cite_as"]),
            str(row["grade"]),
            _options_told(row["options"]) or "–",
            cut(literal(str(row["source"])), SOURCE_CELLS),
        ]
        for row in editions_rows(ids)
    ]
    titles = ("Id", "Cited as", "Grade", "Options", "Source")
    return table(titles, lines, frozenset())


def editions_rows(ids: Iterable[str] | None = None) -> list[dict[str, object]]:
    """Return the editions as rows for JSON; `source` is the first of its own."""
    rows: list[dict[str, object]] = []
    for name in editions.shipped() if ids is None else ids:
        ruleset = rules(name).ruleset
        own = editions.find(name).layers[-1].document.get("sources")
        first = next(iter(own if isinstance(own, Mapping) else ruleset.sources), None)
        rows.append(
            {
                "id": name,
                "name": ruleset.name,
                "edition": ruleset.edition,
                "cite_as": ruleset.cite_as,
                "grade": ruleset.grade,
                "summary": ruleset.summary,
                "options": {
                    option: list(found.choices)
                    for option, found in ruleset.options.items()
                },
                "source": ruleset.sources[first].title if first else "–",
            }
        )
    return rows


def _options_told(options: object) -> str:
    assert isinstance(options, Mapping)
    return "; ".join(f"{name} = {' | '.join(each)}" for name, each in options.items())


def page(edition: Rules, word: str = "") -> str:
    """Return an edition as text.

    Args:
        edition: The edition under its options.
        word: Keep only what mentions it; several words must all be mentioned.

    Raises:
        RulesetError: nothing mentions the word.
    """
    lines: list[str] = []
    is_narrow = bool(word.strip())
    for chapter in narrowed(edition, word):
        if chapter.title and not is_narrow:
            lines += _filled(chapter.title, "  ", "")
        for line in chapter.intro:
            lines += _filled(line, "  ", "")
        for entry in chapter.entries:
            lines += _entry(entry)
            lines += [""] * (chapter.is_loose or is_narrow)
        lines += [""] * (not chapter.is_loose and not is_narrow)
    return "".join(f"{literal(line).rstrip()}\n" for line in lines)


def narrowed(edition: Rules, word: str) -> list[Chapter]:
    """Return the chapters with those entries that mention a word, or all without one.

    Raises:
        RulesetError: nothing mentions the word.
    """
    terms = folded(word).split()
    found = []
    for chapter in chapters(edition):
        entries = tuple(entry for entry in chapter.entries if entry.mentions(terms))
        if entries:
            found.append(replace(chapter, entries=entries))
    if not found:
        known = [w for s in edition.situations.values() for w in (s.id, *s.words)]
        told = f"nothing mentions {word!r}" + nearest(word, known)
        raise RulesetError(edition.id, told)
    return found


def _entry(entry: Entry) -> Iterator[str]:
    yield from _filled(entry.heading, "  ", "")
    for line in entry.lines:
        yield from _filled(line, "      ", "  ")


def _filled(text: str, indent: str, first: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def chapters(edition: Rules) -> Iterator[Chapter]:
    """Yield the page part by part."""
    yield Chapter(key="head", entries=tuple(_head(edition)))
    yield Chapter(key="sources", title="SOURCES", entries=tuple(_sources(edition)))
    for part, title in PARTS.items():
        cited = _cited(edition, getattr(edition.ruleset, part).cite)
        entries = tuple(_settings(edition, part))
        yield Chapter(key=part, title=f"{title}{cited}", entries=entries)
    entries = tuple(_outcomes(edition))
    yield Chapter(key="outcomes", title="OUTCOMES", entries=entries, is_loose=True)
    entries = tuple(_situations(edition))
    yield Chapter(key="situations", title=READING, entries=entries, is_loose=True)
    yield _silence(edition)
    entries = tuple(_other_clauses(edition))
    yield Chapter(key="clauses", title="OTHER CLAUSES", entries=entries)


def _head(edition: Rules) -> Iterator[Entry]:
    ruleset = edition.ruleset
    counts, window = WORDS["counts", ruleset.counts], WORDS["window", ruleset.window]
    lines = [
        ruleset.summary,
        f"Grade {ruleset.grade}: {GRADE_WORDS[ruleset.grade]}.",
        f"Earlier rulings count {window}, {counts}.",
        f"Digest {edition.digest}",
    ]
    for name, option in ruleset.options.items():
        lines.append(f"Option {name}: {option.title}")
        for choice, told in option.choices.items():
            mark = "chosen" if edition.options[name] == choice else "not chosen"
            lines.append(f"· {name} = {choice} ({mark}): {told.title}")
    name = " ".join(filter(None, (ruleset.name, ruleset.edition)))
    yield Entry(ruleset.id, f"{name}  [{ruleset.id}]", tuple(lines))


def _sources(edition: Rules) -> Iterator[Entry]:
    for name, source in edition.ruleset.sources.items():
        told = f"{name} (grade {source.grade}): {source.title} {source.address}"
        yield Entry(name, told)
    for note in edition.ruleset.notes:
        yield Entry("note", f"· {note}")


def _settings(edition: Rules, part: str) -> Iterator[Entry]:
    for setting in settings(edition.ruleset):
        if setting.part == part:
            assumed = (f"Assumed: {setting.assumed}",) if setting.assumed else ()
            yield Entry(setting.key, f"{setting.title}: {setting.value}", assumed)


def _outcomes(edition: Rules) -> Iterator[Entry]:
    for name, outcome in edition.ruleset.outcomes.items():
        lines = [_settlement(edition, outcome)]
        again = outcome.repeated
        if again is not None:
            offered = choices_words(choices_of(again.choices), edition.ruleset)
            cited = _cited(edition, again.cite)
            lines.append(
                f"From the {_nth(again.since)} time on the referee decides: {offered}."
                f" {again.why}{cited}"
            )
        if outcome.note:
            lines.append(f"Note: {outcome.note}")
        lines += _assumed(outcome.assumed)
        lines += _clauses(edition, outcome.cite)
        heading = f"{name}: {outcome_words(outcome)}{_cited(edition, outcome.cite)}"
        yield Entry(name, heading, tuple(lines))


def _nth(number: int) -> str:
    return ordinal(number) if number < len(ORDINALS) else f"{number}th"


def _settlement(edition: Rules, outcome: Outcome) -> str:
    told = [
        f"{part}: {what}" for part, what in settlement_words(outcome, edition.ruleset)
    ]
    return f"{'; '.join(told) or 'nothing moves, play goes on'}."


def _cited(edition: Rules, clauses: Iterable[str]) -> str:
    told = brief(edition.citation(clause) for clause in clauses)
    return f"  [{told}]" if told else ""


def _assumed(parts: Mapping[str, str]) -> Iterator[str]:
    for part, why in parts.items():
        yield f"Assumed, {part}: {why}"


def _situations(edition: Rules) -> Iterator[Entry]:
    for name, situation in edition.situations.items():
        part = edition.ruleset.situations.get(name)
        if part is not None:
            lines = (*_cases(edition, part), *_clauses(edition, _cites(part)))
            words = (situation.title_ja, *situation.words)
            yield Entry(name, _named(situation), lines, words)


def _named(situation: Situation) -> str:
    japanese = f" ({situation.title_ja})" if situation.title_ja else ""
    return f"{situation.id}: {situation.title}{japanese}"


def _cases(edition: Rules, part: SituationRules) -> Iterator[str]:
    if part.window:
        yield f"Earlier ones count {WORDS['window', part.window]}."
    for number, case in enumerate(part.cases):
        yield f"{_condition(part, number)}: {case_words(edition, case)}"
        if case.note:
            yield f"  Note: {case.note}"
        for line in _assumed(case.assumed):
            yield f"  {line}"


def _condition(part: SituationRules, number: int) -> str:
    case = part.cases[number]
    tests = ", ".join(condition_words(name, test) for name, test in case.when.items())
    if tests:
        return f"If {tests}"
    return "Always" if len(part.cases) == 1 else "Otherwise"


def case_words(edition: Rules, case: Case) -> str:
    """Return what follows in a case, with its clauses."""
    if case.outcome == REFEREE:
        offered = choices_words(choices_of(case.choices), edition.ruleset)
        cited = _cited(edition, case.cite)
        return f"the referee decides: {offered}. {case.why}{cited}"
    outcome = edition.outcome(case.outcome)
    told = outcome_words(outcome, case.amount, case.label)
    if case.own_stick:
        stick = "goes back" if case.own_stick == "returned" else "stays"
        told += f", the own riichi stick {stick}"
    if case.who == "offenders":
        told += ", each of those listed"
    cites = dict.fromkeys((*case.cite, *outcome.cite))
    return f"{told}{_cited(edition, cites)}"


def _cites(part: SituationRules) -> list[str]:
    """Return the clauses that the cases cite; those of outcomes stand with these."""
    return [clause for case in part.cases for clause in case.cite]


def _clauses(edition: Rules, names: Iterable[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        clause = edition.ruleset.clauses[name]
        yield f"{edition.citation(name)} ({edition.grade((name,))}): {clause.text}"


def _silence(edition: Rules) -> Chapter:
    """Return the situations that the text does not mention, and what is asked."""
    silence = edition.ruleset.silence
    offered = choices_words(choices_of(silence.choices), edition.ruleset)
    cited = _cited(edition, silence.cite)
    told = f"Not mentioned, so the referee decides: {offered}. {silence.why}{cited}"
    entries = tuple(
        Entry(each.id, f"· {_named(each)}", (), (each.title_ja, *each.words))
        for each in edition.situations.values()
        if edition.is_silent(each.id)
    )
    intro = (told, *_clauses(edition, silence.cite))
    return Chapter(key="silence", title="SILENCES", intro=intro, entries=entries)


def _other_clauses(edition: Rules) -> Iterator[Entry]:
    """Yield the clauses that neither a situation nor an outcome cites."""
    ruleset = edition.ruleset
    told = {clause for part in ruleset.situations.values() for clause in _cites(part)}
    told |= {clause for each in ruleset.outcomes.values() for clause in each.cite}
    if any(map(edition.is_silent, edition.situations)):
        told |= set(ruleset.silence.cite)
    for name in ruleset.clauses:
        if name not in told:
            (text,) = _clauses(edition, (name,))
            yield Entry(name, text)
