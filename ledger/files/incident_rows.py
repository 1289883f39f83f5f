"""The rows of incidents.csv: what was seen, and where the referee rules otherwise.

    facts    shown=yes;by=ron     yes/no, whole numbers, words, lists with +, ? for null
    amounts  -20000               for the offender
             E=-8000;S=4000       by seat: of the hand, of the start where none is given

A row departs when it states a class or an amount; then it needs a note, and facts that
are missing are no fault. What the facts do not settle otherwise is a fault, never a
guess.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from ledger.core.admission import HAND
from ledger.core.contents import Settled
from ledger.core.event import Place
from ledger.core.rules import Rules
from ledger.core.situations import Fact, FactKind, FactValue, nearest
from ledger.core.terms import SEATS, Class, Seat
from ledger.errors import IncidentError
from ledger.files.tables import Row, shown

AMOUNTS: Final = ("points", "before_placing", "tournament")
OCCURRENCE: Final = Fact(name="occurrence", kind=FactKind.NUMBER)
"""Every situation takes it (contract)."""
NULL: Final = "?"

Amount = int | Mapping[Seat, int]
"""For the offender, or by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentRow:
    """One row as stated; amounts still by seat, nothing judged yet."""

    place: Place
    offender: str | None
    situation: str
    facts: Mapping[str, FactValue]
    class_: Class | None
    amounts: Mapping[str, Amount]
    """By column, those that are stated."""
    settled: Settled | None
    time: datetime | None
    """Aware, in the offset that was given; UTC where none was."""
    staff: str
    note: str
    source: str = ""
    """The id in the program that the row comes from; it is then known by that."""

    @property
    def is_departure(self) -> bool:
        """Whether the referee rules otherwise than the rulebook."""
        return self.class_ is not None or bool(self.amounts)


def read_incident(row: Row, rules: Rules) -> IncidentRow | None:
    """Return the incident of a row, or None after noting its faults."""
    situation = _situation(row, rules)
    incident = IncidentRow(
        place=_place(row),
        offender=_offender(row, rules, situation),
        situation=situation,
        facts=_facts(row, rules, situation) if situation else {},
        class_=_class(row),
        amounts={
            column: _amount(row, column) for column in AMOUNTS if row.text(column)
        },
        settled=_settled(row),
        time=_time(row),
        staff=row.text("staff"),
        note=row.text("note"),
        source=row.text("source"),
    )
    if incident.is_departure and not incident.note:
        row.fault(
            "note",
            "note is blank, expected the reason: the row departs from the rulebook",
        )
    return None if row.is_faulty else incident


def _place(row: Row) -> Place:
    hand = row.text("hand")
    if hand and not HAND.fullmatch(hand):
        row.fault("hand", f"hand {shown(hand)} is not a hand, expected such as E2")
    place = Place(
        round=row.optional("round", low=1),
        table=row.optional("table", low=1),
        hand=hand or None,
        honba=row.optional("honba", low=0),
    )
    if place.table is not None and place.round is None:
        row.fault("round", "round is blank, expected one, since a table is named")
    if place.hand is not None and place.table is None:
        row.fault("table", "table is blank, expected one, since a hand is named")
    return place


def _situation(row: Row, rules: Rules) -> str:
    """Return a situation that the ruleset knows, or an empty text."""
    name = row.needed("situation")
    if not name or name in rules.situations:
        return name
    row.fault(
        "situation",
        f"situation {shown(name)} is unknown, expected one of the rulebook's"
        + nearest(name, rules.situations),
    )
    return ""


def _offender(row: Row, rules: Rules, situation: str) -> str | None:
    number = row.text("offender") or None
    blame = rules.situation(situation).offender if situation else "optional"
    if blame == "needed" and number is None:
        row.fault(
            "offender",
            f"offender is blank, expected a player's number, as {situation} needs one",
        )
    elif blame == "none" and number is not None:
        row.fault(
            "offender",
            f"offender {shown(number)} stands there, expected none: {situation} has"
            " nobody to blame",
        )
    return number


def _facts(row: Row, rules: Rules, situation: str) -> dict[str, FactValue]:
    known = {**rules.situation(situation).facts, "occurrence": OCCURRENCE}
    facts: dict[str, FactValue] = {}
    text = row.text("facts")
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        fact = known.get(name)
        if not equals:
            row.fault("facts", f"{shown(part)} is no fact, expected such as shown=yes")
        elif fact is None:
            row.fault(
                "facts",
                f"fact {shown(name)} is unknown for {situation},"
                f" expected one of: {', '.join(known)}" + nearest(name, known),
            )
        elif name in facts:
            row.fault("facts", f"fact {name} stands twice, expected once")
        else:
            facts[name] = _fact(row, fact, value)
    return facts


def _fact(row: Row, fact: Fact, text: str) -> FactValue:
    """Return one fact's value; None where a fault was noted."""
    if fact.kind is FactKind.AMOUNTS:
        row.fault(
            "facts", f"{fact.name} is given in its own column, expected no such fact"
        )
        return None
    try:
        return fact.read(_typed(fact, text))
    except IncidentError:
        row.fault(
            "facts", f"{fact.name}={shown(text)} is wrong, expected {expected(fact)}"
        )
        return None


def _typed(fact: Fact, text: str) -> object:
    """Return a fact's text as the type that its kind asks for, still unchecked."""
    if text == NULL:
        return None
    if fact.kind in (FactKind.NUMBER, FactKind.POINTS):
        digits = text.removeprefix("-")
        is_number = (
            digits.isascii() and digits.isdecimal() and len(digits) < len("9" * 9)
        )
        return int(text) if is_number else text
    if fact.kind is FactKind.SEATS:
        return [seat.strip() for seat in text.split("+")]
    if text in ("yes", "no") and True in fact.choices:
        return text == "yes"
    return text


def expected(fact: Fact) -> str:
    """Return how a fact is written in a cell, as `shown=yes or shown=no`."""
    words = {True: "yes", False: "no", None: NULL}
    match fact.kind:
        case FactKind.YES_NO | FactKind.CHOICE | FactKind.CLASS:
            values = [
                choice if isinstance(choice, str) else words[choice]
                for choice in fact.choices
            ]
            return " or ".join(f"{fact.name}={value}" for value in values)
        case FactKind.NUMBER:
            return f"{fact.name}= and a whole number from 0"
        case FactKind.POINTS:
            return f"{fact.name}= and a whole number"
        case FactKind.SEAT:
            return f"{fact.name}= and one of E, S, W, N"
        case FactKind.SEATS:
            return f"{fact.name}= and seats joined by +, such as E+S"
        case FactKind.AMOUNTS | FactKind.TEXT:
            return f"{fact.name}= and a text"


def _class(row: Row) -> Class | None:
    text = row.text("class")
    if not text:
        return None
    classes = [class_.value for class_ in Class]
    if text not in classes:
        row.fault(
            "class",
            f"class {shown(text)} is unknown, expected one of: {', '.join(classes)}"
            + nearest(text, classes),
        )
        return None
    return Class(text)


def _amount(row: Row, column: str) -> Amount:
    text = row.text(column)
    if "=" not in text:
        value = row.read_whole(column, text, low=-_POINTS_MAX, high=_POINTS_MAX)
        if not row.text("offender"):
            row.fault(
                column,
                f"{column} {shown(text)} is for the offender, who is blank;"
                " expected amounts by seat, such as E=-8000;S=4000",
            )
        return value
    amounts: dict[Seat, int] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        seat, _, value_text = (piece.strip() for piece in part.partition("="))
        if seat not in tuple(SEATS):
            row.fault(column, f"seat {shown(seat)} is unknown, expected E, S, W or N")
        elif seat in amounts:
            row.fault(column, f"seat {seat} stands twice, expected once")
        else:
            amounts[Seat(seat)] = row.read_whole(
                column, value_text, low=-_POINTS_MAX, high=_POINTS_MAX
            )
    return amounts


_POINTS_MAX: Final = 1_000_000
"""More than any fine or payment; a longer number is a slip."""


def _settled(row: Row) -> Settled | None:
    match row.text("settled"):
        case "":
            return None
        case "table":
            return "table"
        case "ledger":
            return "ledger"
        case text:
            row.fault(
                "settled",
                f"settled {shown(text)} is unknown, expected table, ledger or blank",
            )
            return None


def _time(row: Row) -> datetime | None:
    text = row.text("time")
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text.encode("ascii").decode())
        aware = time if time.tzinfo else time.replace(tzinfo=UTC)
        aware.astimezone(UTC)  # overflows outside the calendar
    except (ValueError, OverflowError):
        row.fault(
            "time",
            f"time {shown(text)} is not ISO 8601,"
            " expected such as 2026-05-02T14:32 or 2026-05-02T14:32+02:00",
        )
        return None
    return aware
