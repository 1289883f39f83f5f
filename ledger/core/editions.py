"""Finding, reading and merging ruleset files, and pinning one for an event.

An edition's document is its TOML as plain tables. `extends` and options are one
operation, `merged`: tables merge key by key, anything else replaces. What an event pins
is the merged document with the chosen options as canonical JSON and its SHA-256.
"""

import copy
import hashlib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, cast

from ledger.core.faults import Fault, Layer, dotted, placed, spelt
from ledger.core.situations import nearest
from ledger.core.toml_places import KeyPath
from ledger.errors import RulesetError, RulesetUnreadable
from ledger.resources import resource_folder

Document = dict[str, object]
"""A ruleset file as plain tables, lists and values."""

DEPTH_MAX: Final = 50
"""Tables and lists within each other; a ruleset needs about ten."""

DEEP: Final = "is nested too deeply, expected a ruleset"


@dataclass(frozen=True, slots=True)
class Edition:
    """A ruleset document with `extends` applied, before its options are chosen."""

    id: str
    document: Document
    place: str
    """The file it came from, for messages."""
    layers: tuple[Layer, ...] = ()
    """The files it was merged from, the one furthest up first; none for a pin."""

    def options(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return a full choice of options: `chosen`, and the first of each other one.

        Raises:
            RulesetError: an option or a choice is unknown, or the file declares one
                that offers nothing.
        """
        declared = self._declared()
        picked: dict[str, str] = {}
        for name, choices in declared.items():
            if not choices:
                told = "is empty, expected at least one choice"
                raise self.error(Fault(("options", name, "choices"), told), {})
            picked[name] = choices[0]
        for name, choice in (chosen or {}).items():
            if name not in declared:
                known = ", ".join(declared) or "none"
                raise RulesetError(
                    f"options.{name}",
                    f"unknown option of {self.id}, expected one of: {known}"
                    + nearest(name, declared),
                )
            if choice not in declared[name]:
                raise RulesetError(
                    f"options.{name}",
                    f"{choice!r} is not one of: {', '.join(declared[name])}"
                    + nearest(choice, declared[name]),
                )
            picked[name] = choice
        return picked

    def variants(self) -> Iterator[dict[str, str]]:
        """Yield every combination of options."""
        declared = self._declared()
        for combination in product(*declared.values()):
            yield dict(zip(declared, combination, strict=True))

    def _declared(self) -> dict[str, list[str]]:
        """Return the choices of each option."""
        declared = {}
        for name, option in self._tables(("options",), self.document).items():
            choices = self._tables(("options", name, "choices"), option)
            declared[name] = list(choices)
        return declared

    def _tables(
        self, path: KeyPath, above: Mapping[str, object]
    ) -> Mapping[str, Mapping[str, object]]:
        """Return the table of tables at the end of `path`; empty where it is missing.

        Raises:
            RulesetError: it is something else.
        """
        value = above.get(str(path[-1]), {})
        if not isinstance(value, Mapping):
            raise self.error(Fault(path, f"{spelt(value)} is not a table"), {})
        for name, item in value.items():
            if not isinstance(item, Mapping):
                told = f"{spelt(item)} is not a table"
                raise self.error(Fault((*path, name), told), {})
        return value

    def applied(self, options: Mapping[str, str]) -> Document:
        """Return the document with the patches of a full choice of options."""
        document: Document = self.document
        declared = cast(
            "Mapping[str, Mapping[str, Mapping[str, Document]]]",
            self.document.get("options", {}),
        )
        for name, choice in options.items():
            patch = declared[name]["choices"][choice].get("set", {})
            if isinstance(patch, dict):
                document = merged(document, patch)
        return document

    def layer_faults(self) -> Iterator[Fault]:
        """Yield what a file that extends another must not leave to that one."""
        ids = [layer.document.get("id") for layer in self.layers]
        for layer in self.layers:
            if "extends" not in layer.document:
                continue
            if "id" not in layer.document:
                told = "is missing, expected an id of its own beside extends"
                yield Fault(("id",), told, layer.place)
            elif ids.count(layer.document["id"]) > 1:  # papers would name the other
                told = f"{spelt(layer.document['id'])} is what it extends"
                yield Fault(("id",), f"{told}, expected an id of its own", layer.place)
            if "clauses" in layer.document and "cite_as" not in layer.document:
                told = "is missing, expected the prefix of the clauses of this file"
                yield Fault(("cite_as",), told, layer.place)

    def error(self, fault: Fault, options: Mapping[str, str]) -> RulesetError:
        """Return a fault as an error that names the place in the file."""
        if not self.layers:
            return RulesetError(f"{self.place}: {dotted(fault.path)}", fault.message)
        found = placed(fault, self.layers, options)
        return RulesetError(found.place, found.message)

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


def _folder() -> Path:
    return resource_folder("configs") / "rulesets"


@cache
def shipped() -> tuple[str, ...]:
    """Return the ids of the rulesets that come with the program, sorted."""
    return tuple(sorted(path.stem for path in _folder().glob("*.toml")))


def find(name: str) -> Edition:
    """Return the edition of an id, or of a path to a TOML file.

    Raises:
        RulesetError: there is no such edition, or its file cannot be read.
    """
    return read_edition(Path(name)) if name.endswith(".toml") else _shipped(name)


def read_edition(path: Path) -> Edition:
    """Return the edition of a file, whatever it is called.

    Raises:
        RulesetUnreadable: it cannot be read, or it is not UTF-8 text.
        RulesetError: it is not TOML, or what it extends cannot be had.
    """
    return _read(path, ())


@cache
def _shipped(name: str) -> Edition:
    ids = shipped()
    if name not in ids:
        raise RulesetError(
            f"ruleset {name!r}",
            f"unknown, expected one of: {', '.join(ids)}, or a path to a .toml file"
            + nearest(name, ids),
        )
    return _read(_folder() / f"{name}.toml", ())


def _read(path: Path, children: tuple[Path, ...]) -> Edition:
    layer = read_layer(path)
    where = path.resolve()
    document = cast("Document", copy.deepcopy(layer.document))
    _stamp(document)
    parent = document.pop("extends", None)
    if parent is None:
        return Edition(_id(document, path), document, layer.place, (layer,))
    if not isinstance(parent, str):
        raise _refused(layer, f"{spelt(parent)} is not a text, expected an id")
    if where in children:
        chain = " -> ".join(p.name for p in (*children, where))
        raise _refused(layer, f"extends itself: {chain}")
    base = _parent(parent, path, layer, (*children, where))
    document = merged(base.document, document)
    layers = (*base.layers, layer)
    return Edition(_id(document, path), document, layer.place, layers)


def _id(document: Document, path: Path) -> str:
    return str(document.get("id", path.stem))


def read_layer(path: Path) -> Layer:
    """Return one file as it is written.

    Raises:
        RulesetUnreadable: it cannot be read, or it is not UTF-8 text.
        RulesetError: it is not TOML.
    """
    place = path.name if path.parent == _folder() else os.path.normpath(path)
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        told = "is not UTF-8 text"
        if not isinstance(error, UnicodeDecodeError):
            told = f"cannot be read: {getattr(error, 'strerror', error)}"
        raise RulesetUnreadable(place, told) from error
    try:
        document = tomllib.loads(text)
    except RecursionError as error:
        raise RulesetError(place, DEEP) from error
    except ValueError as error:  # TOMLDecodeError, or an integer of absurd length
        raise RulesetError(*_syntax(place, text, str(error))) from error
    if not _is_flat(document):
        raise RulesetError(place, DEEP)
    return Layer(place, text, document)


def _is_flat(document: Document) -> bool:
    """Whether no value lies absurdly deep, so that whatever walks on it may recurse."""
    level: list[object] = [document]
    for _ in range(DEPTH_MAX):
        level = [
            inner
            for value in level
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
    return not level


def _syntax(place: str, text: str, told: str) -> tuple[str, str]:
    """Return place and message of a fault that tomllib found."""
    message, _, where = told.rpartition(" (at ")
    found = re.fullmatch(r"line (\d+), column (\d+)\)", where)
    if found:
        line, column = found.groups()
    else:
        lines = text.split("\n")
        line, column = str(len(lines)), str(len(lines[-1]) + 1)
    return f"{place}:{line}:{column}", f"is not TOML: {message or told}"


def _refused(layer: Layer, message: str) -> RulesetError:
    found = placed(Fault(("extends",), message), (layer,), {})
    return RulesetError(found.place, found.message)


def _parent(name: str, path: Path, layer: Layer, children: tuple[Path, ...]) -> Edition:
    """Return the edition that a file extends: a path, a file beside it, or an id."""
    beside = beside_file(path.parent, name)
    if beside is not None:
        try:
            return _read(beside, children)
        except RulesetUnreadable as error:
            raise _refused(layer, f"{error.place} {error.message}") from error
    if name not in shipped():
        known = ", ".join(shipped())
        told = f'unknown ruleset "{name}", expected a .toml file or one of: {known}'
        raise _refused(layer, told + nearest(name, shipped()))
    return _shipped(name)


def beside_file(folder: Path, name: str) -> Path | None:
    """Return the file that `extends` means in a folder, or None for a shipped id.

    A file of the same name beside the child comes before a shipped edition.
    """
    beside = folder / (name if name.endswith(".toml") else f"{name}.toml")
    return beside if name.endswith(".toml") or beside.is_file() else None


def _stamp(document: Document) -> None:
    """Give each clause the prefix of its own book, so that an heir cites it rightly."""
    clauses = document.get("clauses")
    if isinstance(clauses, dict):
        for clause in clauses.values():
            if isinstance(clause, dict):
                clause.setdefault("book", document.get("cite_as", ""))
