"""From plain tables to the typed model: what is misspelt, missing or of a wrong type.

A file with faults of shape still has its other faults told: what cannot be read is cut
out, its name is remembered as known, and the rest is read as if nothing had happened.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ledger.core.faults import Fault, spelt
from ledger.core.ruleset import Part, Ruleset
from ledger.core.situations import nearest
from ledger.core.terms import Class
from ledger.core.toml_places import KeyPath

NAMED: Final[Mapping[str, Mapping[str, object] | None]] = {
    "sources": {"title": "", "grade": "A"},
    "clauses": {"text": "", "source": ""},
    "outcomes": {"class": Class.NONE.value},
    "situations": None,
    "options": None,
}
"""Tables of named parts, and what stands in for one of them that cannot be read."""

CASE: Final = len(("situations", "name", "cases", 0))
"""Steps to a case."""

STAND_INS: Final[Mapping[str, object]] = {
    "id": "",
    "name": "",
    "cite_as": "",
    "summary": "",
    "grade": "A",
    "sources": {},
    "clauses": {},
    "outcomes": {},
    "situations": {},
    "scoring": {"start": 0, "return": 0, "uma": (0, 0, 0, 0)},
    "silence": {"choices": (), "why": ""},
}
"""What stands in for a needed part that is missing or cannot be read."""

TYPES: Final[Mapping[str, str]] = {
    "string_type": "a text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_parsing_size": "a whole number of sane size",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """A document read as far as it can be."""

    ruleset: Ruleset
    faults: tuple[Fault, ...]
    broken: frozenset[KeyPath]
    """Parts that could not be read, such as `("outcomes", "chombo")`: their names are
    known, but their contents are stand-ins."""


def shape_of(document: Mapping[str, object]) -> Shape:
    """Return the typed ruleset of a document, with every fault of its shape."""
    values = cast("dict[str, object]", _tupled(document))
    faults = list(_dates(document, ()))
    broken: set[KeyPath] = set()
    read_once = False
    while True:
        try:
            ruleset = Ruleset.model_validate(values)
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False)
            if not read_once:
                faults += dict.fromkeys(_faults(found, document))
            read_once = True
            values = _cut(values, found, broken)
        else:
            return Shape(ruleset, tuple(faults), frozenset(broken))


def _dates(value: object, path: KeyPath) -> Iterator[Fault]:
    """Yield dates and times, which could not be pinned as JSON, wherever they are."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _dates(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _dates(item, (*path, index))
    elif _is_odd(value):
        yield Fault(path, f"{spelt(value)} is a date or a time, which no ruleset has")


def _is_odd(value: object) -> bool:
    return not isinstance(value, str | int | float | list | Mapping)


def _tupled(value: object) -> object:
    """Return the value with tuples for lists, as the strict model wants them."""
    if isinstance(value, Mapping):
        return {key: _tupled(item) for key, item in value.items()}
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


def _cut(
    values: dict[str, object], found: Iterable[ErrorDetails], broken: set[KeyPath]
) -> dict[str, object]:
    """Return the document without unknown keys and without the parts that are faulty.

    Each round takes something away or puts in a stand-in that is sound, so that reading
    again comes to an end.
    """
    result: object = values
    gone: set[KeyPath] = set()
    for detail in found:
        path = _path(detail, values)
        if any(path[:end] in gone for end in range(1, len(path) + 1)):
            continue
        if detail["type"] == "extra_forbidden":
            result = _changed(result, path)
        else:
            part = _part_around(path)
            gone.add(part)
            result = _changed(result, part, _stand_in(part))
    broken |= gone
    return cast("dict[str, object]", result)


def _part_around(path: KeyPath) -> KeyPath:
    """Return the smallest part around a fault that the rest can do without."""
    if path[0] == "situations" and path[2:3] == ("cases",) and len(path) > CASE:
        # A test is cut alone, so that the rest of its case is read.
        return path[: CASE + 2 if path[CASE : CASE + 1] == ("when",) else CASE]
    if path[0] == "outcomes" and path[2:3] not in ((), ("class",)):
        return path[: len(("outcomes", "name", "key"))]
    return path[: 2 if path[0] in NAMED else 1]


def _stand_in(part: KeyPath) -> object:
    if len(part) == CASE:
        return {"outcome": "referee"}
    table = STAND_INS if len(part) == 1 else NAMED
    return table.get(str(part[0])) if len(part) <= len(("outcomes", "name")) else None


def _changed(value: object, path: KeyPath, stand_in: object = None) -> object:
    """Return the value with a stand-in at `path`, or without what is there.

    What lies on the way is copied, the value itself stays as it is.
    """
    step, rest = path[0], path[1:]
    if isinstance(value, tuple):
        assert isinstance(step, int)
        item = _changed(value[step], rest, stand_in) if rest else stand_in
        return (*value[:step], item, *value[step + 1 :])
    table = dict(cast("dict[str, object]", value))
    key = str(step)
    if rest:
        table[key] = _changed(table[key], rest, stand_in)
    elif stand_in is None:
        del table[key]
    else:
        table[key] = stand_in
    return table


def _path(detail: ErrorDetails, document: object) -> KeyPath:
    """Return the key path of an error: its location without the names of union tags."""
    path: list[str | int] = []
    value = document
    steps = detail["loc"]
    for number, step in enumerate(steps, 1):
        if _leads_on(value, step):
            value = value[step]  # type: ignore[index]
        elif detail["type"] != "missing" or number < len(steps):
            continue
        path.append(step)
    return tuple(path)


def _leads_on(value: object, step: str | int) -> bool:
    if isinstance(value, list | tuple):
        return isinstance(step, int) and step < len(value)
    return isinstance(value, Mapping) and step in value


def _value_at(document: object, path: KeyPath) -> object:
    value = document
    for step in path:
        value = value[step]  # type: ignore[index]
    return value


def _faults(
    found: Iterable[ErrorDetails], document: Mapping[str, object]
) -> Iterator[Fault]:
    """Yield the faults that the model's errors stand for."""
    types: dict[KeyPath, list[str]] = {}
    lengths: dict[KeyPath, int] = {}
    for detail in found:
        path, kind = _path(detail, document), detail["type"]
        if kind in TYPES:
            types.setdefault(path, []).append(TYPES[kind])
        elif kind == "missing" and isinstance(path[-1], int):
            lengths[path[:-1]] = path[-1] + 1
        else:
            yield _fault(path, detail, document)
    for path, length in lengths.items():
        values = cast("list[object]", _value_at(document, path))
        yield Fault(path, f"has {len(values)} values, expected {length}")
    for path, expected in types.items():
        value = _value_at(document, path)
        if not _is_odd(value):
            told = ", ".join(dict.fromkeys(expected))
            yield Fault(path, f"{spelt(value)} is not {told}")


def _fault(path: KeyPath, detail: ErrorDetails, document: object) -> Fault:
    if detail["type"] == "missing":
        return _missing(path, document)
    if detail["type"] == "extra_forbidden":
        known = _keys(path[:-1], document)
        told = f"unknown key, expected one of: {', '.join(known)}"
        return Fault(path, told + nearest(str(path[-1]), known))
    return Fault(path, _told(detail, _value_at(document, path)))


def _missing(path: KeyPath, document: object) -> Fault:
    known = _keys(path[:-1], document)
    value = _value_at(document, path[:-1])
    near = ""
    if isinstance(value, Mapping):
        near = nearest(str(path[-1]), [key for key in value if key not in known])
    return Fault(path, "is missing" + near.replace("nearest known", "there is"))


def _told(detail: ErrorDetails, value: object) -> str:
    """Say what is wrong with a value and what was expected."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "literal_error":
        return _one_of(value, str(context["expected"]))
    if kind == "enum":
        return _one_of(value, ", ".join(f"'{each.value}'" for each in Class))
    if kind in ("too_short", "too_long"):
        limit = context.get("min_length", context.get("max_length"))
        bound = "at least" if kind == "too_short" else "at most"
        return f"has {context['actual_length']} values, expected {bound} {limit}"
    if kind == "greater_than_equal":
        return f"{spelt(value)} is too low, expected {context['ge']:,} or more"
    if kind == "less_than_equal":
        return f"{spelt(value)} is too high, expected {context['le']:,} or less"
    return f"{spelt(value)}: {detail['msg']}"


def _one_of(value: object, expected: str) -> str:
    """Say which words were expected, out of pydantic's `'a', 'b' or 'c'`."""
    words = [word for word in expected.split("'")[1::2] if word]
    near = nearest(value, words) if isinstance(value, str) else ""
    return f"{spelt(value)} is not one of: {', '.join(words)}{near}"


def _keys(path: KeyPath, document: object) -> list[str]:
    """Return the keys that the model knows at `path`."""
    kinds: list[object] = [Ruleset]
    value = document
    for step in path:
        kinds = [inner for kind in kinds for inner in _inside(kind, step)]
        value = value[step]  # type: ignore[index]
    parts = [part for kind in kinds for part in _parts(kind)]
    keys = [
        [field.alias or name for name, field in part.model_fields.items()]
        for part in parts
    ]
    if not path:
        keys[0].append("extends")
    present = set(value) if isinstance(value, Mapping) else set()
    return max(keys, key=lambda each: len(present & set(each)), default=[])


def _inside(kind: object, step: str | int) -> Iterator[object]:
    """Yield the types that a step into a type can lead to."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is dict:
        yield arguments[1]
    elif origin is tuple:
        yield arguments[0]
    elif arguments:  # a union; what annotates a type is no type
        for argument in arguments:
            yield from _inside(argument, step)
    elif isinstance(kind, type) and issubclass(kind, Part):
        for name, field in kind.model_fields.items():
            if step == (field.alias or name):
                yield field.annotation


def _parts(kind: object) -> Iterator[type[Part]]:
    """Yield the parts that a type may be, those inside lists and tables left out."""
    if isinstance(kind, type) and issubclass(kind, Part):
        yield kind
    elif get_origin(kind) not in (dict, tuple):
        for argument in get_args(kind):
            yield from _parts(argument)
