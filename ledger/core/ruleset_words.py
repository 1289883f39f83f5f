"""What a ruleset file says, in words: amounts, payments, settings.

One wording for the page that is read, the comparison of two editions and the Rulebook
screen. Every word of the model that a file can use has its phrase here, and a test says
so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.conditions import value_words
from ledger.core.ruleset import (
    Amount,
    Between,
    Choice,
    OneOf,
    Outcome,
    Payment,
    PerUnit,
    Play,
    Range,
    Ruleset,
    Scoring,
    Test,
    Tiles,
)
from ledger.core.situations import FactValue
from ledger.core.wording import class_words, points, score

AFTER_LAST: Final = "right after the last discard"

WORDS: Final[Mapping[tuple[str, str], str]] = {
    ("ties", "shared"): "places and uma are shared",
    ("ties", "seat"): "the seat nearer to the first East is placed higher",
    ("leftover", "first"): "to the first",
    ("leftover", "nobody"): "to nobody",
    ("leftover", "ask"): "the referee decides",
    ("leftover", "last-dealer-noten-first"): (
        "to the first if the last dealer was noten"
    ),
    ("disqualified", "unranked"): "unranked",
    ("disqualified", "last"): "ranked last",
    ("tie_breakers", "firsts"): "more first places",
    ("tie_breakers", "fourths"): "fewer fourth places",
    ("tie_breakers", "best"): "the best hanchan",
    ("multiple_ron", "all"): "every winner is paid",
    ("multiple_ron", "two"): "two winners are paid, three make an abortive draw",
    ("multiple_ron", "head-bump"): "only the first in turn after the discarder",
    ("dealer_stays", "win"): "winning",
    ("dealer_stays", "tenpai"): "tenpai at the draw",
    ("nagashi", "none"): "not in use",
    ("nagashi", "draw"): "paid at the draw",
    ("nagashi", "win"): "as good as a win by tsumo",
    ("liable_honba", "discarder"): "the discarder",
    ("liable_honba", "liable"): "the liable player",
    ("riichi_minimum", "refused"): "not allowed",
    ("riichi_minimum", "allowed"): "allowed",
    ("riichi_minimum", "assumed"): "allowed (not said)",
    ("deposit_end", "leftover"): "as sticks left over",
    ("deposit_end", "ask"): "the referee decides",
    ("temporary_ends", "own-discard"): "at the own discard",
    ("temporary_ends", "own-draw-or-call"): "at the own draw or call",
    ("temporary_ends", "own-turn"): "at the own turn",
    ("temporary_ends", "any-call"): "at the own turn or anybody's call",
    ("window", "hand"): "within the hand",
    ("window", "hanchan"): "within the hanchan",
    ("window", "day"): "within the day",
    ("window", "event"): "within the event",
    ("counts", "situation"): "of the same situation",
    ("counts", "cards"): "any card",
    ("dealer", "stays"): "stays",
    ("dealer", "passes"): "the deal passes on",
    ("dealer", "passes-if-offender"): "the deal passes on if East is to blame",
    ("honba", "same"): "same",
    ("honba", "add"): "one more",
    ("honba", "clear"): "cleared",
    ("sticks", "returned"): "go back",
    ("sticks", "stay"): "stay on the table",
    ("with_win", "void"): "void",
    ("with_win", "stands"): "stands",
    ("with_draw", "cancels"): "no draw payments",
    ("with_draw", "scored"): "the draw is scored",
    ("round", "up"): " begun",
    ("round", "down"): "",
    ("round", "ask"): " (whether begun ones count is asked)",
}
"""By the field's name and the file's word, what a reader is told."""

PAID: Final[Mapping[str, str]] = {
    "flat": "to each opponent",
    "deposit": "onto the table",
    "fine": "after uma",
    "fine-before-placing": "before placing",
}
"""By the kind of payment, when or to whom."""

TITLES: Final[Mapping[str, str]] = {
    "start": "start",
    "return": "return",
    "check": "scores and sticks add up to",
    "uma": "uma",
    "floating": "floating uma",
    "oka": "oka",
    "ties": "equal scores",
    "leftover": "sticks left at the end",
    "disqualified": "a disqualified player is",
    "tie_breakers": "equal totals are told apart by",
    "bust": "the game ends when somebody is below zero",
    "substitute": "a replaced player gets",
    "honba_ron": "a counter adds to a ron",
    "honba_tsumo": "a counter adds to a tsumo, from each",
    "multiple_ron": "several ron on one tile",
    "own_sticks": "several winners take their own sticks back",
    "tenpai_points": "noten pay in all",
    "dealer_stays": "East deals again after",
    "draw_honba": "a draw adds a counter",
    "dead_needs_declaration": "a hand is dead only once declared dead",
    "nagashi": "nagashi mangan",
    "nagashi_points": "nagashi mangan pays (by others, by or to East)",
    "aborts": "abortive draws are in use",
    "abort_shows": "hands are shown at the abort after",
    "liable_honba": "counters of a liable hand are paid by",
    "riichi_minimum": "riichi below 1,000 points",
    "deposit_end": "deposits left at the end count",
    "kiriage": "4 han 30 fu and 3 han 60 fu are mangan",
    "temporary_ends": "temporary furiten ends",
    "closed_kan_robbed": "thirteen orphans may rob a closed kan",
    "selective_ron": "a ron in temporary furiten has a name of its own",
    "kan_strict_fifth": "a kan in riichi must keep waits on a fifth tile",
    "riichi_kan": "kan in riichi",
    "open_tanyao": "open tanyao",
}
"""By a setting's key in the file, what it is called."""


DERIVED_WORDS: Final[Mapping[str, str]] = {
    "occurrence": "which time it is",
    "cards": "how many cards the offender has been shown",
    "dead": "the offender's hand before (none: alive)",
    "riichi": "whether the offender's stick lies on the table",
    "last_discard": "whether the last discard was just made",
}
"""What the facts mean that the table gives in every situation."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of `[scoring]`, `[play]` or `[tiles]`."""

    part: str
    key: str
    title: str
    value: str
    assumed: str = ""
    """Why the file takes this stand, where the book is silent."""


def settings(ruleset: Ruleset) -> Iterator[Setting]:
    """Yield how a hanchan is scored and ordinary hands are settled."""
    parts: tuple[tuple[str, Scoring | Play | Tiles], ...] = (
        ("scoring", ruleset.scoring),
        ("play", ruleset.play),
        ("tiles", ruleset.tiles),
    )
    for part, values in parts:
        for name, field in type(values).model_fields.items():
            key = field.alias or name
            told = _setting(ruleset, name)
            if key in TITLES and told:
                assumed = values.assumed.get(key, "")
                yield Setting(part, key, TITLES[key], told, assumed)


def _setting(ruleset: Ruleset, name: str) -> str:
    """Return a setting's value in words; empty where it does not apply."""
    special = SPECIAL.get(name)
    if special is not None:
        return special(ruleset)
    parts = (ruleset.scoring, ruleset.play, ruleset.tiles)
    part = next(part for part in parts if name in type(part).model_fields)
    return setting_words(name, getattr(part, name))


def _check(ruleset: Ruleset) -> str:
    scoring = ruleset.scoring
    return score(4 * scoring.start if scoring.check is None else scoring.check)


def _uma(ruleset: Ruleset) -> str:
    uma = ruleset.scoring.uma
    return "" if uma is None else " ".join(map(points, uma))


def _floating(ruleset: Ruleset) -> str:
    floating = ruleset.scoring.floating
    if floating is None:
        return ""
    rows = "; ".join(
        f"{count} above: {' '.join(map(points, row))}"
        for count, row in floating.uma.items()
    )
    return f"by how many end at {score(floating.line)} or more: {rows}"


def _oka(ruleset: Ruleset) -> str:
    oka = ruleset.scoring.oka
    return f"{score(oka)} to the first" if oka else "none"


def _substitute(ruleset: Ruleset) -> str:
    told = (
        f"{when.replace('-', ' ')} {points(raw)} and uma {points(uma)}"
        for when, (raw, uma) in ruleset.scoring.substitute.items()
    )
    return "; ".join(told) or "nothing fixed"


def _nagashi_points(ruleset: Ruleset) -> str:
    play = ruleset.play
    if play.nagashi == "none":
        return ""
    return setting_words("nagashi_points", play.nagashi_points)


def _kiriage(ruleset: Ruleset) -> str:
    kiriage = ruleset.play.kiriage
    return "not known" if kiriage is None else value_words(kiriage)


SPECIAL: Final[Mapping[str, Callable[[Ruleset], str]]] = {
    "check": _check,
    "uma": _uma,
    "floating": _floating,
    "oka": _oka,
    "substitute": _substitute,
    "nagashi_points": _nagashi_points,
    "kiriage": _kiriage,
}
"""Settings that are told in another way than by their word."""


def setting_words(name: str, value: object) -> str:
    """Return the value of a field in words."""
    match value:
        case bool():
            return value_words(value)
        case int():
            return score(value)
        case tuple():
            return ", ".join(setting_words(name, each) for each in value) or "none"
        case _:
            return WORDS.get((name, str(value)), str(value).replace("-", " "))


def amount_words(amount: Amount) -> str:
    """Return an amount of a ruleset in words: `1,000 for each 60 seconds begun`."""
    match amount:
        case PerUnit():
            if amount.per == 1:
                return f"{score(amount.each)} for each {amount.of.removesuffix('s')}"
            begun = WORDS["round", amount.round]
            return f"{score(amount.each)} for each {amount.per} {amount.of}{begun}"
        case OneOf(choices=choices):
            return " or ".join(map(score, choices))
        case Between():
            return f"{score(amount.min)} to {score(amount.max)}"
        case _:
            return score(amount)


def payment_words(payment: Payment, amount: Amount | None) -> str:
    """Return what is paid, when and to whom: `20,000 after uma`.

    Args:
        payment: The payment of an outcome.
        amount: What it comes to in the case; None where that is not settled yet.
    """
    if payment.kind == "reverse-mangan":
        shares = (
            f"{score(payment.dealer)} to or by East, {score(payment.non_dealer)} else"
        )
        return f"a mangan to the others ({shares})"
    told = "an amount" if amount is None else amount_words(amount)
    if payment.receivers == "opponents":
        return f"{told} to each opponent before placing"
    return f"{told} {PAID[payment.kind]}"


def payments_words(outcome: Outcome, amount: Amount | None = None) -> str:
    """Return all that an outcome costs; `amount` is what a case gives for the first."""
    return " and ".join(
        payment_words(
            payment, amount if index == 0 and amount is not None else payment.amount
        )
        for index, payment in enumerate(outcome.payments)
    )


def outcome_words(
    outcome: Outcome, amount: Amount | None = None, label: str = ""
) -> str:
    """Return an outcome and what it costs: `chombo, 20,000 after uma`."""
    called = class_words(outcome.class_, label or outcome.label)
    paid = payments_words(outcome, amount)
    return f"{called}, {paid}" if paid else called


def choices_words(choices: tuple[Choice, ...], ruleset: Ruleset) -> str:
    """Return what a referee may choose among."""
    return "; ".join(
        outcome_words(ruleset.outcomes[choice.outcome], choice.amount)
        for choice in choices
    )


def settlement_words(outcome: Outcome, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield, part by part, what an outcome does beyond what it costs."""
    if outcome.dead:
        yield "hand", "dead"
    if outcome.own_stick == "returned":
        yield "own riichi stick", "goes back"
    if outcome.hand == "replay":
        yield "hand", "dealt again"
        yield "dealer", WORDS["dealer", outcome.dealer]
        yield "counters", WORDS["honba", outcome.honba]
        yield "riichi sticks of this hand", WORDS["sticks", outcome.sticks]
        yield "beside a draw", WORDS["with_draw", outcome.with_draw]
        uses = value_words(outcome.uses_hand)
        yield "uses up a hand after the time signal", uses
    if outcome.class_.value != "none":
        yield "beside a valid win", WORDS["with_win", outcome.with_win]
    if outcome.last_discard == "ask":
        yield AFTER_LAST, "the referee decides"
    elif outcome.last_discard != "keep":
        softer = outcome_words(ruleset.outcomes[outcome.last_discard])
        yield AFTER_LAST, softer


def brief(citations: Iterable[str]) -> str:
    """Return clauses as they are cited, the book named only where it changes.

    >>> brief(("EMA 2025 6.8", "EMA 2025 6.9"))
    'EMA 2025 6.8, 6.9'
    """
    told: list[str] = []
    last = ""
    for citation in citations:
        book, _, clause = citation.rpartition(" ")
        told.append(clause if book and book == last else citation)
        last = book
    return ", ".join(told)


def condition_words(name: str, test: Test) -> str:
    """Return what a case wants of a fact: `shown = no`, `count ≤ 3`."""
    match test:
        case Range(min=None, max=None):
            return f"any {name}"
        case Range(min=None, max=high):
            return f"{name} ≤ {high}"
        case Range(min=low, max=None):
            return f"{name} ≥ {low}"
        case Range(min=low, max=high):
            return f"{name} = {low}" if low == high else f"{name} {low}–{high}"
        case tuple():
            return f"{name} = {' or '.join(map(_value, test))}"
        case _:
            return f"{name} = {_value(test)}"


def _value(value: FactValue) -> str:
    return value_words(None if value == "null" else value)
