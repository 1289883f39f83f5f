"""`rules check`: every fault of a ruleset file, under every combination of options.

A fault that shows only under some options says under which. What a file inherits is
checked too, and told with the parent's name and line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from ledger.core import editions
from ledger.core.faults import Fault, PlacedFault, placed
from ledger.core.rules import Rules, examined
from ledger.core.shapes import shape_of
from ledger.errors import RulesetError, RulesetUnreadable

VARIANTS_MAX: Final = 256
"""More combinations of options than this are refused as too many to prove."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found."""

    file: str
    faults: tuple[str, ...]
    """A line each, in the order of the file; empty where it is good."""
    proved: tuple[Mapping[str, str], ...] = ()
    """The combinations of options under which it was proved."""
    id: str = ""
    situations: int = 0
    """How many the text mentions; under the first options."""
    combinations: int = 0
    """Of facts, over all situations and options."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was found."""
        return not self.faults

    def lines(self) -> tuple[str, ...]:
        """Return what is told: the faults, or one line that says what was proved."""
        if self.faults:
            return self.faults
        chosen = [
            ", ".join(f"{name} = {choice}" for name, choice in options.items())
            for options in self.proved
        ]
        under = f" under {'; '.join(chosen)}" if any(chosen) else ""
        told = f"{self.id}, {self.situations} situations"
        proved = f"{self.combinations:,} combinations of facts proved{under}"
        return (f"OK: {self.file}: {told}, {proved}",)


def check_file(path: Path) -> Report:
    """Return the faults of a ruleset file.

    Raises:
        RulesetUnreadable: it cannot be read at all.
    """
    try:
        edition = editions.read_edition(path)
    except RulesetUnreadable:
        raise
    except RulesetError as error:
        faults = (str(error), *_own_shape(path))
        return Report(file=str(path), faults=tuple(dict.fromkeys(faults)))
    return _check(edition, str(path))


def _own_shape(path: Path) -> list[str]:
    """Return the faults of shape of a file whose parent cannot be had.

    What is missing may be the parent's to give, so it is not told.
    """
    try:
        layer = editions.read_layer(path)
    except RulesetError:
        return []
    document = {k: v for k, v in layer.document.items() if k != "extends"}
    faults = shape_of(document).faults
    return [
        str(placed(fault, (layer,), {}))
        for fault in faults
        if not fault.message.startswith("is missing")
    ]


def _check(edition: editions.Edition, file: str) -> Report:
    variants = _variants(edition)
    found: dict[Fault, list[Mapping[str, str]]] = {}
    if len(variants) > VARIANTS_MAX:
        variants = variants[:1]
        told = f"has over {VARIANTS_MAX} combinations of choices, too many to prove"
        found[Fault(("options",), told)] = list(variants)
    sound: list[Rules] = []
    for options in variants:
        result = examined(edition, options)
        if isinstance(result, Rules):
            sound.append(result)
            continue
        for fault in result:
            found.setdefault(fault, []).append(options)
    if found:
        lines = [
            _told(fault, under, variants, edition) for fault, under in found.items()
        ]
        own = edition.layers[-1].place
        lines.sort(key=lambda f: (f.file != own, f.file, f.line, f.column))
        return Report(file=file, faults=tuple(dict.fromkeys(map(str, lines))))
    return Report(
        file=file,
        faults=(),
        proved=tuple(variants),
        id=edition.id,
        situations=len(sound[0].ruleset.situations),
        combinations=sum(
            len(table.space()) for rules in sound for table in rules.tables.values()
        ),
    )


def _variants(edition: editions.Edition) -> Sequence[dict[str, str]]:
    """Return the combinations of options; one without any if they cannot be read."""
    try:
        edition.options()
        return list(islice(edition.variants(), VARIANTS_MAX + 1))
    except RulesetError:
        return [{}]


def _told(
    fault: Fault,
    under: Sequence[Mapping[str, str]],
    variants: Sequence[Mapping[str, str]],
    edition: editions.Edition,
) -> PlacedFault:
    """Return a fault with its place, and the options if it needs some of them."""
    found = placed(fault, edition.layers, under[0])
    if len(under) == len(variants):
        return found
    common = [
        f"{name} = {choice}"
        for name, choice in under[0].items()
        if all(options[name] == choice for options in under)
    ]
    told = ", ".join(common) or "some options"
    return PlacedFault(
        file=found.file,
        line=found.line,
        column=found.column,
        path=found.path,
        message=f"{found.message} (with {told})",
    )
