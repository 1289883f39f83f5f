"""The invented event that may be spoilt: `configs/demo` as entries of a book.

Everything of it is data; this module only puts the imported rows into the order in
which they would have come in on the day, and takes back what the data says was void.
Who wants the demo makes a book under its name and edition and has it filled.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from ledger.core.contents import IncidentRuled, SheetEntered, StaffAdded
from ledger.core.event import EventState, Place, Signature
from ledger.core.rules import Rules
from ledger.files.imports import gathered, plan_import
from ledger.files.known_rows import client_id
from ledger.files.trial import Item
from ledger.resources import resource_folder


class Fillable(Protocol):
    """What of a book the demo needs."""

    @property
    def rules(self) -> Rules:
        """The pinned ruleset."""

    def state(self) -> EventState:
        """What the entries amount to."""

    def add_all(self, items: Iterable[Item]) -> object:
        """Book many entries, all or none."""

    def void(self, number: int, reason: str, by: Signature) -> object:
        """Take an entry back."""


@dataclass(frozen=True, slots=True)
class DemoVoid:
    """A void of the demo."""

    incident: int
    """Counted from 1, in the order of incidents.csv."""
    at: datetime
    staff: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """The invented event, ready to be put into a book."""

    folder: Path
    name: str
    ruleset: str
    options: Mapping[str, str]
    rounds: int
    terminal: str
    staff: tuple[str, ...]
    made: datetime
    sheets: tuple[datetime, ...]
    """When the sheets of each played round came in."""
    voids: tuple[DemoVoid, ...]

    def signature(self, what: str) -> Signature:
        """Return the first staff member's signature when the event is made."""
        return Signature(
            staff=self.staff[0],
            at=self.made.astimezone(UTC),
            terminal=self.terminal,
            client_id=client_id("demo", what),
        )

    def fill(self, book: Fillable) -> None:
        """Book everything of the demo into a new event."""
        by = self.signature("import")
        plan = plan_import(gathered([self.folder]), book.state(), book.rules, by)
        staff: list[Item] = [
            (StaffAdded(name=name), Place(), self.signature(f"staff {name}"))
            for name in self.staff
        ]
        came_in = [self._signed(item) for item in plan.items]
        book.add_all([*staff, *sorted(came_in, key=lambda item: item[2].at)])
        incidents = [
            entry.number
            for entry in book.state().entries
            if isinstance(entry.effective, IncidentRuled)
        ]
        for void in self.voids:
            signature = Signature(
                staff=void.staff,
                at=void.at.astimezone(UTC),
                terminal=self.terminal,
                client_id=client_id("demo", "void", void.incident),
            )
            book.void(incidents[void.incident - 1], void.reason, signature)

    def _signed(self, item: Item) -> Item:
        """Return an item with the time at which it came in."""
        what, place, signature = item
        if isinstance(what, SheetEntered):
            assert place.round is not None
            at = self.sheets[place.round - 1].astimezone(UTC)
            signature = replace(signature, at=at)
        return what, place, signature


def demo() -> Demo:
    """Return the demo as `configs/demo` has it."""
    folder = resource_folder("configs") / "demo"
    data = tomllib.loads((folder / "demo.toml").read_text("utf-8"))
    return Demo(
        folder=folder,
        name=data["name"],
        ruleset=data["ruleset"],
        options=data["options"],
        rounds=data["rounds"],
        terminal=data["terminal"],
        staff=tuple(data["staff"]),
        made=data["made"],
        sheets=tuple(data["sheets"]),
        voids=tuple(DemoVoid(**void) for void in data["voids"]),
    )
