"""Faults of ruleset files, and where in which file each of them stands.

A document is merged out of files (`extends`) and patches (options), so a key path alone
does not tell where to look. `Layer` keeps what each file said; a path is looked up from
the last layer that was laid over the document to the first.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.core.toml_places import KeyPath, places

BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
TEXT_MAX: Final = 60
"""Characters of a faulty value that are shown."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the key path in the merged document, what is wrong, what was expected.

    The path may end in a key that is missing.
    """

    path: KeyPath
    message: str
    file: str | None = None
    """Only where the fault is that this file lacks what another one has."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One file of an edition as it was written, before anything was merged."""

    place: str
    """The file as it is shown to the user."""
    text: str
    document: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedFault:
    """A fault with its file, and its line and column, from 1."""

    file: str
    line: int
    column: int
    path: str
    """The key path in that file, an option's `set` and all."""
    message: str

    @property
    def place(self) -> str:
        """What stands before the message: `FILE:LINE:COLUMN: key.path`."""
        where = f"{self.file}:{self.line}:{self.column}"
        return f"{where}: {self.path}" if self.path else where

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def dotted(path: KeyPath) -> str:
    """Return a key path as TOML writes it, list indices as further parts.

    >>> dotted(("clauses", "6.8", "text"))
    'clauses."6.8".text'
    """
    return ".".join(
        str(step) if BARE.fullmatch(str(step)) else f'"{step}"' for step in path
    )


def spelt(value: object) -> str:
    """Return a value about as TOML writes it, cut where it is long."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = f'"{value}"'
        case list() | tuple():
            text = f"[{', '.join(map(spelt, value))}]"
        case Mapping():
            inside = ", ".join(f"{key} = {spelt(item)}" for key, item in value.items())
            text = f"{{ {inside} }}"
        case _:
            text = str(value)
    return text if len(text) <= TEXT_MAX else f"{text[: TEXT_MAX - 1]}…"


def placed(
    fault: Fault, layers: Sequence[Layer], options: Mapping[str, str]
) -> PlacedFault:
    """Return a fault with its place in the file that it comes from.

    Args:
        fault: What is wrong, by its path in the merged document.
        layers: The edition's files, the one furthest up in `extends` first.
        options: The choices under which the fault was found.
    """
    own = [layer for layer in layers if layer.place == fault.file]
    layer, path = _origin(fault.path, own or layers, options)
    found = places(layer.text)
    line, column = next(
        (found[path[:end]] for end in range(len(path), 0, -1) if path[:end] in found),
        (1, 1),
    )
    return PlacedFault(
        file=layer.place,
        line=line,
        column=column,
        path=dotted(path),
        message=fault.message,
    )


def _origin(
    path: KeyPath, layers: Sequence[Layer], options: Mapping[str, str]
) -> tuple[Layer, KeyPath]:
    """Return the layer that says what stands at `path`, and the path in that file."""
    best, origin = -1, (layers[-1], path)
    for layer, prefix in _laid_over(layers, options):
        depth, is_final = _reach(_dig(layer.document, prefix), path)
        if depth > best and (depth or not prefix):
            best, origin = depth, (layer, (*prefix, *path))
        if is_final:
            break
    return origin


def _laid_over(
    layers: Sequence[Layer], options: Mapping[str, str]
) -> Iterator[tuple[Layer, KeyPath]]:
    """Yield every layer of the merged document, the last one laid over it first."""
    for name, choice in reversed(list(options.items())):
        for layer in reversed(layers):
            yield layer, ("options", name, "choices", choice, "set")
    for layer in reversed(layers):
        yield layer, ()


def _dig(value: object, path: KeyPath) -> object:
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _reach(value: object, path: KeyPath) -> tuple[int, bool]:
    """Return how many steps of the path exist, and whether a list or value ended it.

    A list or a value replaces all that earlier layers say; a table is merged.
    """
    is_final = False
    for depth, step in enumerate(path):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            is_final = True
            value = value[step]
        else:
            is_final = is_final or not (value is None or isinstance(value, Mapping))
            return depth, is_final
    return len(path), is_final or not isinstance(value, Mapping)
