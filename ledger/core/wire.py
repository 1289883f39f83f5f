"""Reading the contract's JSON strictly: every unknown key or wrong type has a place."""

import json
from collections.abc import Mapping, Sequence
from math import isfinite

from ledger.core.situations import NUMBER_MAX, nearest
from ledger.core.terms import SEATS, Seat
from ledger.errors import IncidentError

Object = Mapping[str, object]


def parse_object(text: str) -> Object:
    """Return the JSON object of one line.

    Raises:
        IncidentError: the text is not one JSON object.
    """
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise IncidentError("", "is not JSON of a sane depth") from error
    except ValueError as error:
        raise IncidentError("", f"is not JSON: {error}") from error
    return mapping(value, "line")


def _refuse(word: str) -> object:
    raise ValueError(f"{word} is no number")


def _finite(spelt: str) -> float:
    """Return a number; one such as `1e400` would be answered as no JSON at all."""
    value = float(spelt)
    if not isfinite(value):
        raise ValueError(f"{spelt} is too large")
    return value


def mapping(value: object, place: str) -> Object:
    """Return `value` as an object."""
    if not isinstance(value, Mapping):
        raise IncidentError(place, f"{shown(value)} is not an object")
    return value


def optional_mapping(value: object, place: str) -> Object:
    """Return `value` as an object; null is an empty one."""
    return {} if value is None else mapping(value, place)


def optional_items(value: object, place: str) -> Sequence[object]:
    """Return `value` as a list; null is an empty one."""
    return [] if value is None else items(value, place)


def keys(value: Object, known: Sequence[str], place: str) -> None:
    """Raise if the object has a key that is not known."""
    for key in value:
        if key not in known:
            raise IncidentError(
                f"{place}.{key}" if place else key,
                f"unknown key, expected one of: {', '.join(known)}"
                + nearest(key, known),
            )


def shown(value: object) -> str:
    """Return a value as JSON, cut to a length that fits a line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004


def whole(value: object, place: str, *, low: int = -NUMBER_MAX) -> int:
    """Return `value` as a whole number of at least `low`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise IncidentError(place, f"{shown(value)} is not a whole number")
    if not low <= value <= NUMBER_MAX:
        raise IncidentError(
            place, f"{value:,} is not between {low:,} and {NUMBER_MAX:,}"
        )
    return value


def yes_no(value: object, place: str) -> bool:
    """Return `value` as true or false."""
    if not isinstance(value, bool):
        raise IncidentError(place, f"{shown(value)} is not true or false")
    return value


def text(value: object, place: str) -> str:
    """Return `value` as a text."""
    if not isinstance(value, str):
        raise IncidentError(place, f"{shown(value)} is not a text")
    return value


def seat(value: object, place: str) -> Seat:
    """Return `value` as a seat."""
    if isinstance(value, str) and value in tuple(SEATS):
        return Seat(value)
    raise IncidentError(place, f"{shown(value)} is not one of E, S, W, N")


def items(value: object, place: str) -> Sequence[object]:
    """Return `value` as a list."""
    if not isinstance(value, list):
        raise IncidentError(place, f"{shown(value)} is not a list")
    return value


def seats(value: object, place: str) -> tuple[Seat, ...]:
    """Return `value` as a list of seats, each once."""
    found = tuple(seat(item, place) for item in items(value, place))
    if len(set(found)) != len(found):
        raise IncidentError(place, "names a seat twice, expected each once")
    return found


def by_seat(
    value: object, place: str, *, default: int | None = None
) -> dict[Seat, int]:
    """Return points by seat; with a `default`, seats may be left out."""
    table = mapping(value, place)
    keys(table, SEATS, place)
    missing = [name for name in SEATS if name not in table]
    if missing and default is None:
        raise IncidentError(
            place, f"lacks {', '.join(missing)}, expected all four seats"
        )
    return {
        name: whole(table[name], f"{place}.{name}") if name in table else (default or 0)
        for name in SEATS
    }
