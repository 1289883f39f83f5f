"""What can be recorded: the situations and facts of `configs/situations.toml`.

A fact's type is written as a short text ("yes/no = no", "draw | own-win | mid-hand",
"number"); this module is the only one that reads that notation. A ruleset may declare
situations, and facts to a situation, of its own in the same notation.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from typing import Final

from ledger.core.terms import SEATS, Class
from ledger.errors import IncidentError, RulesetError
from ledger.resources import resource_folder

FactValue = bool | int | str | None | tuple[str, ...] | Mapping[str, int]
"""A stated fact: yes/no, a whole number, a choice (or null), seats, amounts, text."""


class _Unset:
    """Marks a fact without a default; null is a value of its own."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = _Unset()

NUMBER_MAX: Final = 10_000_000
"""No stated number may be larger; points of a whole tournament stay far below."""


class FactKind(StrEnum):
    """The types that a fact can have."""

    YES_NO = "yes/no"
    CHOICE = "choice"
    NUMBER = "number"
    POINTS = "points"
    SEAT = "seat"
    SEATS = "seats"
    AMOUNTS = "amounts"
    CLASS = "class"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact of a situation."""

    name: str
    kind: FactKind
    choices: tuple[bool | str | None, ...] = ()
    """Possible values of yes/no and choice facts, in the order they are offered."""
    default: FactValue | _Unset = UNSET
    question: str = ""
    question_ja: str = ""

    def read(self, value: object) -> FactValue:
        """Return `value` as this fact's type.

        Raises:
            IncidentError: it is of another type, or not one of the choices.
        """
        match self.kind:
            case FactKind.YES_NO | FactKind.CHOICE | FactKind.CLASS:
                return self._choice(value)
            case FactKind.NUMBER | FactKind.POINTS:
                low = 0 if self.kind is FactKind.NUMBER else -NUMBER_MAX
                return self._whole(value, f"a whole number from {low}", low=low)
            case FactKind.SEAT | FactKind.SEATS:
                if self.kind is FactKind.SEAT:
                    return self._seats([value])[0]
                return self._seats(value)
            case FactKind.AMOUNTS:
                return self._amounts(value)
            case FactKind.TEXT:
                return self._text(value)

    def _text(self, value: object) -> str:
        if isinstance(value, str) and value.strip():
            return value
        raise self._fault(value, "a text")

    def _choice(self, value: object) -> bool | str | None:
        for choice in self.choices:
            # Identity keeps 1 from passing for true.
            if value is choice or (isinstance(choice, str) and value == choice):
                return choice
        raise self._fault(value, " or ".join(_spelt(choice) for choice in self.choices))

    def _whole(self, value: object, expected: str, *, low: int = -NUMBER_MAX) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < low:
            raise self._fault(value, expected)
        if value > NUMBER_MAX:
            raise self._fault(value, f"{expected} up to {NUMBER_MAX:,}")
        return value

    def _seats(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not value:
            raise self._fault(value, "a list of seats")
        for item in value:
            if not isinstance(item, str) or item not in SEATS:
                raise self._fault(item, "seats out of E, S, W, N")
        if len(set(value)) != len(value):
            raise self._fault(value, "each seat once")
        return tuple(str(item) for item in value)

    def _amounts(self, value: object) -> Mapping[str, int]:
        if not isinstance(value, Mapping):
            raise self._fault(value, 'points by seat, such as {"E": -8000, "S": 8000}')
        for seat in value:
            if seat not in SEATS:
                raise self._fault(seat, "seats out of E, S, W, N")
        return {
            seat: self._whole(value.get(seat, 0), "points by seat") for seat in SEATS
        }

    def _fault(self, value: object, expected: str) -> IncidentError:
        return IncidentError(f"facts.{self.name}", f"{_spelt(value)} is not {expected}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A kind of incident: what it is called and which facts it takes."""

    id: str
    title: str
    title_ja: str = ""
    group: str = "other"
    words: tuple[str, ...] = ()
    """What people say at the table, English and Japanese, for the search."""
    offender: str = "needed"
    """`needed`, `optional`, or `none` (nobody to blame)."""
    facts: Mapping[str, Fact] = field(default_factory=dict)


def _spelt(value: object) -> str:
    match value:
        case True:
            return "true"
        case False:
            return "false"
        case None:
            return "null"
        case str():
            return repr(str(value))
        case _:
            return str(value)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `; nearest known: …` for an unknown word, or an empty text."""
    close = get_close_matches(word, list(known), n=3, cutoff=0.5)
    return f"; nearest known: {', '.join(close)}" if close else ""


def parse_fact(
    name: str, notation: str, question: Mapping[str, str], place: str
) -> Fact:
    """Read one fact from its notation, such as `"draw | own-win = draw"`.

    Raises:
        RulesetError: the notation is none of those known; `place` is named.
    """
    kind_text, _, default_text = (part.strip() for part in notation.partition("="))
    texts = {
        "question": question.get("en", name),
        "question_ja": question.get("ja", ""),
    }
    choices: tuple[bool | str | None, ...] = ()
    if kind_text == "yes/no":
        kind, choices = FactKind.YES_NO, (True, False)
    elif kind_text == "yes | no | null":
        kind, choices = FactKind.CHOICE, (True, False, None)
    elif "|" in kind_text:
        kind = FactKind.CHOICE
        choices = tuple(
            None if part.strip() == "null" else part.strip()
            for part in kind_text.split("|")
        )
        if "" in choices or len(set(choices)) < len(choices):
            raise RulesetError(
                place, f"{notation!r} has an empty choice, or one that stands twice"
            )
    elif kind_text == "class":
        kind, choices = FactKind.CLASS, tuple(Class)
    elif kind_text in set(FactKind) - {FactKind.CHOICE}:
        kind = FactKind(kind_text)
    else:
        known = [kind for kind in FactKind if kind is not FactKind.CHOICE]
        raise RulesetError(
            place,
            f"{notation!r} is no type of a fact, expected choices such as a | b, or"
            f" one of: {', '.join(known)}" + nearest(kind_text, known),
        )
    default: FactValue | _Unset = UNSET
    if default_text:
        default = _default(kind, choices, default_text, place)
    return Fact(name=name, kind=kind, choices=choices, default=default, **texts)


def _default(
    kind: FactKind, choices: Sequence[bool | str | None], text: str, place: str
) -> FactValue:
    words: dict[str, FactValue] = {"yes": True, "no": False, "null": None}
    value: FactValue = words.get(text, text)
    if kind is FactKind.NUMBER and text.isdecimal():
        return int(text)
    if "=" in text:
        raise RulesetError(place, f"has two defaults ({text!r}), expected at most one")
    if value not in choices:
        known = [str(choice) for choice in choices if isinstance(choice, str)]
        raise RulesetError(
            place,
            f"default {text!r} is not one of the fact's values"
            + nearest(text, known or words),
        )
    return value


def parse_situations(
    document: Mapping[str, object], place: str
) -> dict[str, Situation]:
    """Return the situations of a parsed `situations.toml` by id.

    Raises:
        RulesetError: a part has another shape than expected.
    """
    questions = _table(document.get("questions", {}), f"{place}: questions")
    found: dict[str, Situation] = {}
    for situation_id, raw in _table(document.get("situations", {}), place).items():
        found[situation_id] = parse_situation(
            situation_id, _table(raw, f"{place}: {situation_id}"), questions, place
        )
    return found


def parse_situation(
    situation_id: str,
    raw: Mapping[str, object],
    questions: Mapping[str, object],
    place: str,
) -> Situation:
    """Return one situation from its table of `title`, `words`, `facts` and so on."""
    where = f"{place}: situations.{situation_id}"
    own = _table(raw.get("questions", {}), f"{where}.questions")
    facts: dict[str, Fact] = {}
    for name, notation in _table(raw.get("facts", {}), f"{where}.facts").items():
        question = _table(own.get(name, questions.get(name, {})), f"{where}.{name}")
        facts[name] = parse_fact(
            name,
            str(notation),
            {key: str(text) for key, text in question.items()},
            f"{where}.facts.{name}",
        )
    words = raw.get("words", [])
    if not isinstance(words, list):
        raise RulesetError(f"{where}.words", "expected a list of words")
    return Situation(
        id=situation_id,
        title=str(raw.get("title", situation_id)),
        title_ja=str(raw.get("title_ja", "")),
        group=str(raw.get("group", "other")),
        words=tuple(str(word) for word in words),
        offender=str(raw.get("offender", "needed")),
        facts=facts,
    )


def _table(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise RulesetError(place, "expected a table")
    return value


@cache
def catalogue() -> Mapping[str, Situation]:
    """Return the situations of the contract, by id, read once from `configs/`."""
    path = resource_folder("configs") / "situations.toml"
    return parse_situations(tomllib.loads(path.read_text("utf-8")), path.name)


@cache
def questions() -> Mapping[str, object]:
    """Return the shared wording of the facts' questions, by fact name."""
    path = resource_folder("configs") / "situations.toml"
    return _table(
        tomllib.loads(path.read_text("utf-8")).get("questions", {}), path.name
    )
