"""An event of the tests with a folder of CSV files beside its book."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.event import Signature
from ledger.core.standings import Row, standings
from ledger.errors import ImportFaults
from ledger.files.imports import Plan, gathered, plan_import
from ledger.files.records import COLUMNS

PLAYERS = "number,name\n1,Ann\n2,Ben\n3,Cay\n4,Dee\n5,Eve\n6,Fay\n7,Gil\n8,Hal\n"
SEATING = "round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,1,2,5,6\n"
SCORES = "round,table,east,south,west,north,leftover\n1,1,41000,19000,29000,31000,0\n"
RESULTS = "round,number,result\n"
INCIDENTS = ",".join(COLUMNS["incidents"]) + "\n"


@dataclass(frozen=True, slots=True)
class Event:
    book: Book
    folder: Path
    by: Signature

    def write(self, kind: str, text: str | bytes) -> Path:
        path = self.folder / f"{kind}.csv"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def write_all(self, files: Mapping[str, str]) -> None:
        for kind, text in files.items():
            self.write(kind, text)

    def plan(self) -> Plan:
        return plan_import(
            gathered([self.folder]), self.book.state(), self.book.rules, self.by
        )

    def load(self) -> Plan:
        """Import the folder."""
        plan = self.plan()
        self.book.add_all(plan.items)
        return plan

    def faults(self) -> list[str]:
        """Return the faults of the folder, with file names instead of paths."""
        head = self.book.state().head
        with pytest.raises(ImportFaults) as caught:
            self.load()
        assert self.book.state().head == head, "a fault, and yet something was written"
        return [str(f).replace(f"{self.folder}/", "") for f in caught.value.faults]

    def by_id(self, client: str) -> Signature:
        return replace(self.by, client_id=client)

    def void(self, number: int) -> None:
        at = datetime(2026, 5, 3, tzinfo=UTC)
        by = replace(self.by, at=at, client_id=f"void {number}")
        self.book.void(number, "by mistake", by)

    def rows(self, after: int | None = None) -> dict[str, Row]:
        found = standings(self.book.state(), self.book.rules, after)
        return {row.number: row for row in found.rows}


Make = Callable[..., Event]
"""What the fixture `make` is."""


def seated(event: Event) -> Event:
    """Give an event eight players and three tables."""
    event.write_all({"players": PLAYERS, "seating": SEATING})
    event.load()
    for kind in ("players", "seating"):
        (event.folder / f"{kind}.csv").unlink()
    return event
