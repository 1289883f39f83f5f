"""Finding, reading and merging ruleset files, and pinning one for an event.

An edition's document is its TOML as plain tables. `extends` and options are one
operation, `merged`: tables merge key by key, anything else replaces. What an event pins
is the merged document with the chosen options as canonical JSON and its SHA-256.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import cast, get_args

from pydantic import ValidationError

from ledger.core.ruleset import Part, Ruleset
from ledger.core.situations import nearest
from ledger.errors import RulesetError
from ledger.resources import resource_folder

Document = dict[str, object]
"""A ruleset file as plain tables, lists and values."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A ruleset document with `extends` applied, before its options are chosen."""

    id: str
    document: Document
    place: str
    """The file it came from, for messages."""

    def options(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return a full choice of options: `chosen`, and the first of each other one.

        Raises:
            RulesetError: an option or a choice is unknown.
        """
        declared = _tables(self.document.get("options", {}), f"{self.place}: options")
        picked: dict[str, str] = {}
        for name, option in declared.items():
            choices = _tables(
                option.get("choices", {}), f"{self.place}: options.{name}"
            )
            if not choices:
                raise RulesetError(f"{self.place}: options.{name}", "has no choices")
            picked[name] = next(iter(choices))
        for name, choice in (chosen or {}).items():
            if name not in declared:
                known = ", ".join(declared) or "none"
                raise RulesetError(
                    f"options.{name}",
                    f"unknown option of {self.id}, expected one of: {known}"
                    + nearest(name, declared),
                )
            offered = cast("Mapping[str, object]", declared[name]["choices"])
            if choice not in offered:
                raise RulesetError(
                    f"options.{name}",
                    f"{choice!r} is not one of: {', '.join(offered)}",
                )
            picked[name] = choice
        return picked

    def variants(self) -> Iterator[dict[str, str]]:
        """Yield every combination of options."""
        declared = _tables(self.document.get("options", {}), f"{self.place}: options")
        names = list(declared)
        lists = [
            list(cast("Mapping[str, object]", declared[n]["choices"])) for n in names
        ]
        for combination in product(*lists):
            yield dict(zip(names, combination, strict=True))

    def ruleset(self, chosen: Mapping[str, str] | None = None) -> Ruleset:
        """Return the typed ruleset with the options applied.

        Raises:
            RulesetError: the document does not fit the model; every fault is named.
        """
        document: Document = self.document
        for name, choice in self.options(chosen).items():
            option = cast("Mapping[str, Mapping[str, Document]]", document["options"])[
                name
            ]
            patch = cast("Mapping[str, Document]", option["choices"])[choice].get(
                "set", {}
            )
            document = merged(document, cast("Document", patch))
        return _typed(document, self.place)

    def pinned(self, chosen: Mapping[str, str] | None = None) -> tuple[str, str]:
        """Return the document with its options as canonical JSON, and its SHA-256."""
        text = canonical({"options": self.options(chosen), "ruleset": self.document})
        return text, hashlib.sha256(text.encode()).hexdigest()


def canonical(value: object) -> str:
    """Return JSON with sorted keys, no spaces and no escapes beyond JSON's own."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def unpinned(text: str) -> tuple[Edition, dict[str, str]]:
    """Return the edition and the options that `Edition.pinned` wrote.

    Raises:
        RulesetError: the text is not such a pin.
    """
    try:
        pin = json.loads(text)
        document, options = pin["ruleset"], pin["options"]
        edition = Edition(str(document["id"]), document, f"pinned {document['id']}")
    except (ValueError, KeyError, TypeError) as error:
        raise RulesetError("pinned ruleset", f"is damaged: {error!r}") from error
    return edition, options


def merged(base: Document, change: Document) -> Document:
    """Return `base` with `change` laid over it: tables merge, all else replaces."""
    result = dict(base)
    for key, value in change.items():
        old = result.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            result[key] = merged(old, value)
        else:
            result[key] = value
    return result


def shipped() -> tuple[str, ...]:
    """Return the ids of the rulesets that come with the program, sorted."""
    folder = resource_folder("configs") / "rulesets"
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def find(name: str) -> Edition:
    """Return the edition of an id, or of a path to a TOML file.

    Raises:
        RulesetError: there is no such edition, or its file cannot be read.
    """
    if name.endswith(".toml"):
        return _read(Path(name), ())
    return _shipped(name)


@cache
def _shipped(name: str) -> Edition:
    ids = shipped()
    if name not in ids:
        raise RulesetError(
            f"ruleset {name!r}",
            f"unknown, expected one of: {', '.join(ids)}, or a path to a .toml file"
            + nearest(name, ids),
        )
    return _read(resource_folder("configs") / "rulesets" / f"{name}.toml", ())


def _read(path: Path, children: tuple[Path, ...]) -> Edition:
    where = path.resolve()
    if where in children:
        chain = " -> ".join(p.name for p in (*children, where))
        raise RulesetError(str(path), f"extends itself: {chain}")
    try:
        document = cast("Document", tomllib.loads(path.read_text("utf-8-sig")))
    except OSError as error:
        raise RulesetError(str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RulesetError(str(path), "is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(str(path), f"is not TOML: {error}") from error
    _stamp(document)
    parent = document.pop("extends", None)
    if parent is not None:
        document = merged(
            _parent(str(parent), path, (*children, where)).document, document
        )
    return Edition(str(document.get("id", path.stem)), document, path.name)


def _parent(name: str, path: Path, children: tuple[Path, ...]) -> Edition:
    if name.endswith(".toml"):
        return _read(path.parent / name, children)
    beside = path.parent / f"{name}.toml"
    if beside.is_file():
        return _read(beside, children)
    return find(name)


def _stamp(document: Document) -> None:
    """Give each clause the prefix of its own book, so that an heir cites it rightly."""
    clauses = document.get("clauses")
    if isinstance(clauses, dict):
        for clause in clauses.values():
            if isinstance(clause, dict):
                clause.setdefault("book", document.get("cite_as", ""))


def _typed(document: Document, place: str) -> Ruleset:
    try:
        # Strictly and through JSON: TOML's lists are to become tuples, but true is
        # not to become 1.
        return Ruleset.model_validate_json(json.dumps(document))
    except ValidationError as error:
        faults = [_fault(place, detail) for detail in error.errors()]
        raise RulesetError("", "\n".join(dict.fromkeys(faults))) from error
    except TypeError as error:
        raise RulesetError(
            place, f"holds a value that no ruleset has: {error}"
        ) from error


def _fault(place: str, detail: Mapping[str, object]) -> str:
    path = cast("tuple[str | int, ...]", detail["loc"])
    key = ".".join(str(step) for step in path)
    if detail["type"] == "extra_forbidden":
        known = _keys(path[:-1])
        return f"{place}: {key}: unknown key" + nearest(str(path[-1]), known)
    return f"{place}: {key}: {detail['msg']}"


def _keys(path: tuple[str | int, ...]) -> list[str]:
    """Return the keys that the model knows at `path`, as far as it can be followed."""
    kind: object = Ruleset
    for step in path:
        if isinstance(kind, type) and issubclass(kind, Part):
            fields = {f.alias or n: f.annotation for n, f in kind.model_fields.items()}
            kind = fields.get(str(step))
        else:
            kind = next((a for a in reversed(get_args(kind)) if a is not str), None)
    for candidate in (kind, *get_args(kind)):
        if isinstance(candidate, type) and issubclass(candidate, Part):
            return [f.alias or n for n, f in candidate.model_fields.items()]
    return []


def _tables(value: object, place: str) -> Mapping[str, Mapping[str, object]]:
    if not isinstance(value, Mapping):
        raise RulesetError(place, "expected a table")
    for name, item in value.items():
        if not isinstance(item, Mapping):
            raise RulesetError(f"{place}.{name}", "expected a table")
    return value
