"""Answers that are typed, not picked: numbers, seats, texts, amounts."""

import re

from ledger.core.questions import Question
from ledger.core.result_words import read_seats
from ledger.core.situations import Fact, FactKind, FactValue
from ledger.core.terms import SEATS
from ledger.errors import IncidentError

NUMBER = re.compile(r"[+-]?[0-9]{1,8}")

KEYS_MAX = 9
"""More choices than this are typed."""


def offered(question: Question, fact: Fact | None) -> tuple[FactValue, ...]:
    """Return the choices that get a key each; none: the answer is typed."""
    if fact is not None and fact.kind is FactKind.SEAT:
        return tuple(seat.value for seat in SEATS)
    return question.choices if len(question.choices) <= KEYS_MAX else ()


def placeholder(question: Question, fact: Fact | None) -> str:
    """Return what the field says while it is empty."""
    if question.choices:
        lowest, highest = question.choices[0], question.choices[-1]
        return f"{lowest:,} to {highest:,}" if isinstance(lowest, int) else ""
    match fact.kind if fact else None:
        case FactKind.SEATS:
            return "e s w n"
        case FactKind.NUMBER:
            return "a number"
        case _:
            return ""


def read_answer(question: Question, fact: Fact | None, text: str) -> FactValue:
    """Return what was typed as an answer to the question.

    Raises:
        IncidentError: it is none.
    """
    text = text.strip()
    if not text:
        raise IncidentError("answer", "is missing")
    kind = FactKind.NUMBER if question.choices else (fact.kind if fact else None)
    match kind:
        case FactKind.NUMBER | FactKind.POINTS:
            value = read_points(text)
            if question.choices and value not in question.choices:
                raise IncidentError(
                    "answer", f"{value:,} is not {placeholder(question, fact)}"
                )
            return value
        case FactKind.SEATS:
            return tuple(seat.value for seat in read_seats(text))
        case _:
            return text


def read_points(text: str) -> int:
    """Return points as they are typed: `-8000`, `−8,000`, `+1000`.

    Raises:
        IncidentError: it is no whole number.
    """
    plain = text.strip().replace(",", "").replace("\N{MINUS SIGN}", "-")
    if not NUMBER.fullmatch(plain):
        raise IncidentError("answer", f"{text!r} is not a whole number")
    return int(plain)
