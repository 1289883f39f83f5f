"""An edition as a page to read: scoring, outcomes, each situation's cases, clauses.

The page says what the file says and nothing else, so that a referee can proof-read the
file without reading TOML. A word narrows it to the situations that mention it.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ledger.core import editions
from ledger.core.rules import OTHER, Rules, rules
from ledger.core.ruleset import (
    Amount,
    Between,
    Case,
    Choice,
    OneOf,
    Outcome,
    Part,
    Payment,
    PerUnit,
    Range,
    Scoring,
    SituationRules,
)
from ledger.core.situations import Situation, nearest
from ledger.core.wording import GRADE_WORDS, literal, points, score
from ledger.errors import RulesetError
from ledger.files.cells import cut
from ledger.files.layout import table

WIDTH: Final = 88
SOURCE_CELLS: Final = 56
KINDS: Final = {
    "reverse-mangan": "a mangan paid to the others",
    "flat": "to each opponent",
    "fine": "off after uma, to nobody",
    "fine-before-placing": "off before placing",
    "deposit": "onto the table",
}


def editions_list(ids: Iterable[str] | None = None) -> str:
    """Return the editions, shipped ones if no ids are given, a line each."""
    lines = []
    for name in editions.shipped() if ids is None else ids:
        ruleset = rules(name).ruleset
        options = "; ".join(
            f"{option} = {' | '.join(found.choices)}"
            for option, found in ruleset.options.items()
        )
        source = next((found.title for found in ruleset.sources.values()), "–")
        lines.append(
            [
                name,
                ruleset.cite_as,
                ruleset.grade,
                options or "–",
                cut(literal(source), SOURCE_CELLS),
            ]
        )
    titles = ("Id", "Cited as", "Grade", "Options", "Source")
    return table(titles, lines, frozenset())


def page(edition: Rules, word: str = "") -> str:
    """Return an edition as text.

    Args:
        edition: The edition under its options.
        word: Keep only situations that mention it, in any case; and no clause list.

    Raises:
        RulesetError: nothing mentions the word.
    """
    parts = [] if word else [*_head(edition), *_scoring(edition), *_outcomes(edition)]
    parts += _situations(edition, word)
    if not word:
        parts += _clauses(edition)
    return "".join(f"{literal(line).rstrip()}\n" for line in parts)


def _filled(text: str, indent: str = "", first: str | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _head(edition: Rules) -> Iterator[str]:
    ruleset = edition.ruleset
    name = " ".join(filter(None, (ruleset.name, ruleset.edition)))
    yield f"{name}  [{ruleset.id}]"
    yield from _filled(ruleset.summary)
    yield f"Grade {ruleset.grade}: {GRADE_WORDS[ruleset.grade]}."
    counts = "any card counts" if ruleset.counts == "cards" else "of the same situation"
    yield f"Repetitions: {counts}, within: {ruleset.window}."
    yield f"Digest {edition.digest}"
    for option, found in ruleset.options.items():
        yield f"Option {option}: {found.title}"
        for choice, told in found.choices.items():
            mark = "*" if edition.options[option] == choice else " "
            yield from _filled(told.title, " " * 6, f"  {mark} {choice}: ")
    yield ""
    yield "SOURCES"
    for key, source in ruleset.sources.items():
        yield from _filled(
            f"{source.title} {source.address}", " " * 6, _key(key, source)
        )
    for note in ruleset.notes:
        yield from _filled(note, "  ", "- ")
    yield ""


def _key(name: str, part: Part) -> str:
    return f"  {name} ({getattr(part, 'grade', None) or '–'}) "


def _scoring(edition: Rules) -> Iterator[str]:
    scoring = edition.ruleset.scoring
    yield f"SCORING{_cited(scoring.cite)}"
    yield from _filled(
        f"start {score(scoring.start)} · return {score(scoring.return_)}"
        f" · {_uma(scoring)} · oka {score(scoring.oka)}",
        "  ",
    )
    yield (
        f"  ties {scoring.ties} · leftover sticks: {scoring.leftover}"
        f" · disqualified: {scoring.disqualified}"
        + (" · ends when somebody is busted" if scoring.bust else "")
    )
    yield from _assumed(scoring.assumed)
    for title, part in (
        ("PLAY", edition.ruleset.play),
        ("TILES", edition.ruleset.tiles),
    ):
        yield ""
        yield f"{title}{_cited(part.cite)}"
        values = part.model_dump(exclude={"cite", "assumed"})
        told = (f"{name} = {_value(value)}" for name, value in values.items())
        yield from _filled(" · ".join(told), "  ")
        yield from _assumed(part.assumed)
    yield ""


def _uma(scoring: Scoring) -> str:
    if scoring.uma is not None:
        return "uma " + " ".join(map(points, scoring.uma))
    assert scoring.floating is not None
    rows = "; ".join(
        f"{count} above: {' '.join(map(points, row))}"
        for count, row in scoring.floating.uma.items()
    )
    return f"uma by who ends at {score(scoring.floating.line)} or more ({rows})"


def _value(value: object) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case int():
            return score(value)
        case tuple() | list():
            return " + ".join(map(_value, value)) or "none"
        case _:
            return str(value)


def _cited(clauses: Iterable[str]) -> str:
    told = ", ".join(clauses)
    return f"  [{told}]" if told else ""


def _assumed(parts: Mapping[str, str], indent: str = "  ") -> Iterator[str]:
    for part, why in parts.items():
        yield from _filled(why, indent + "  ", f"{indent}assumed, {part}: ")


def _outcomes(edition: Rules) -> Iterator[str]:
    yield "OUTCOMES"
    for name, outcome in edition.ruleset.outcomes.items():
        label = f" “{outcome.label}”" if outcome.label else ""
        class_ = f" ({outcome.class_})" if outcome.class_ != name else ""
        told = "; ".join(_settlement(outcome)) or "nothing moves, play goes on"
        yield from _filled(
            f"{told}{_cited(outcome.cite)}", " " * 6, f"  {name}{label}{class_}: "
        )
        if outcome.repeated is not None:
            again = outcome.repeated
            yield from _filled(
                f"{_choices(again.choices)}. {again.why}{_cited(again.cite)}",
                " " * 6,
                f"    from the {again.since}. time the referee may choose: ",
            )
        if outcome.note:
            yield from _filled(outcome.note, " " * 6, "    note: ")
        yield from _assumed(outcome.assumed, "    ")
    yield ""


def _settlement(outcome: Outcome) -> Iterator[str]:
    """Yield what an outcome does, part by part."""
    yield from map(_payment, outcome.payments)
    if outcome.dead:
        yield "the hand is dead"
    if outcome.own_stick == "returned":
        yield "the own riichi stick goes back"
    if outcome.hand == "replay":
        yield (
            f"the hand is dealt again, dealer {outcome.dealer}, honba {outcome.honba},"
            f" riichi sticks {outcome.sticks}"
        )
        if outcome.uses_hand:
            yield "it uses up a hand after the time signal"
    if outcome.payments or outcome.dead or outcome.hand == "replay":
        if outcome.with_win == "void":
            yield "void beside a valid win"
        if outcome.last_discard != "keep":
            yield f"after the last discard: {outcome.last_discard}"


def _payment(payment: Payment) -> str:
    if payment.kind == "reverse-mangan":
        dealer, other = score(payment.dealer), score(payment.non_dealer)
        return f"{KINDS[payment.kind]}: {dealer} to or by East, {other} between others"
    amount = "an amount" if payment.amount is None else amount_words(payment.amount)
    to = KINDS[payment.kind]
    if payment.receivers == "opponents":
        to += ", to each opponent"
    return f"{amount} {to}"


def amount_words(amount: Amount) -> str:
    """Return an amount of a ruleset in words: `1,000 for each 60 seconds begun`."""
    match amount:
        case PerUnit():
            per = f"{amount.per} " if amount.per > 1 else ""
            begun = {"up": " begun", "down": "", "ask": " (begun ones: ask)"}
            return (
                f"{score(amount.each)} for each {per}{amount.of}{begun[amount.round]}"
            )
        case OneOf(choices=choices):
            return " or ".join(map(score, choices))
        case Between():
            return f"{score(amount.min)} to {score(amount.max)}"
        case _:
            return score(amount)


def _choices(choices: Iterable[str | Choice]) -> str:
    told = []
    for choice in choices:
        if isinstance(choice, str):
            told.append(choice)
        elif choice.amount is None:
            told.append(choice.outcome)
        else:
            told.append(f"{choice.outcome} of {amount_words(choice.amount)}")
    return ", ".join(told)


def _situations(edition: Rules, word: str) -> list[str]:
    """Return the situations with their cases, and at the end those that are silent."""
    lines: list[str] = [] if word else ["SITUATIONS"]
    silent = []
    for name, situation in edition.situations.items():
        part = edition.ruleset.situations.get(name)
        if part is None:
            if name != OTHER:
                silent.append(situation)
            continue
        told = [*_situation(situation, part), ""]
        if _mentions((*told, *situation.words), word):
            lines += told
    silence = edition.ruleset.silence
    found = [s for s in silent if _mentions((s.id, s.title, *s.words), word)]
    if found:
        lines += _filled(", ".join(s.id for s in found), "  ", "Not mentioned: ")
        lines += _filled(
            f"{_choices(silence.choices)}. {silence.why}{_cited(silence.cite)}",
            "  ",
            "  the referee chooses: ",
        )
        lines.append("")
    if not lines:
        words = [w for s in edition.situations.values() for w in (s.id, *s.words)]
        raise RulesetError(
            edition.id, f"nothing mentions {word!r}" + nearest(word, words)
        )
    return lines


def _mentions(texts: Iterable[str], word: str) -> bool:
    return any(word.casefold() in text.casefold() for text in texts)


def _situation(situation: Situation, part: SituationRules) -> Iterator[str]:
    japanese = f" ({situation.title_ja})" if situation.title_ja else ""
    yield f"{situation.id}: {situation.title}{japanese}"
    window = f"  earlier ones count within: {part.window}" if part.window else ""
    if window:
        yield window
    for case in part.cases:
        alone = "always" if len(part.cases) == 1 else "otherwise"
        tests = ", ".join(f"{name} = {_test(test)}" for name, test in case.when.items())
        what = f"if {tests}" if tests else alone
        yield from _case(what, case)


def _case(what: str, case: Case) -> Iterator[str]:
    told = case.outcome
    if case.outcome == "referee":
        told = f"the referee chooses: {_choices(case.choices)}. {case.why}"
    if case.amount is not None:
        told += f" of {amount_words(case.amount)}"
    if case.label:
        told += f" “{case.label}”"
    if case.own_stick:
        told += f", own stick {case.own_stick}"
    if case.who == "offenders":
        told += f", each of the {case.who}"
    yield from _filled(f"{told}{_cited(case.cite)}", " " * 8, f"  {what} → ")
    if case.note:
        yield from _filled(case.note, " " * 8, "      note: ")
    yield from _assumed(case.assumed, "      ")


def _test(test: object) -> str:
    match test:
        case Range(min=None, max=high):
            return f"up to {high}"
        case Range(min=low, max=None):
            return f"{low} or more"
        case Range(min=low, max=high):
            return f"{low} to {high}"
        case tuple():
            return " or ".join(map(_test, test))
        case bool():
            return "yes" if test else "no"
        case _:
            return str(test)


def _clauses(edition: Rules) -> Iterator[str]:
    yield "CLAUSES, in our own words"
    for name, clause in edition.ruleset.clauses.items():
        grade = edition.grade([name])
        yield from _filled(clause.text, " " * 6, f"  {clause.book} {name} ({grade}) ")
