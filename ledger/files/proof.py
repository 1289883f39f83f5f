"""What a paper rests on: the event, its ruleset, and the book up to which entry.

Printed on everything that leaves the house, so that a paper on a wall can be held
against the book later.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from ledger.core.event import EventState
from ledger.core.rules import Rules

SHORT: Final = 12
"""Letters of a hash that stand where the whole of it does not fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The state of a book that a paper was made from."""

    event: str
    edition: str
    """As it is cited, with the options in force."""
    ruleset: str
    """The edition's id."""
    digest: str
    """SHA-256 of the pinned ruleset, in hex."""
    as_of: int
    """The number of the last entry."""
    head: str
    """The hash of the last entry, in hex."""
    at: datetime
    """When the last entry was written."""

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The proof as names and values, in full."""
        return (
            ("Ruleset", f"{self.edition} · {self.ruleset}"),
            ("Ruleset digest", self.digest),
            ("As of", f"entry {self.as_of}, {self.moment}"),
            ("Head hash", self.head),
        )

    @property
    def moment(self) -> str:
        """When the last entry was written, in words."""
        return f"{self.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"

    @property
    def stamp(self) -> str:
        """The proof in one short line."""
        return (
            f"{self.edition} {self.digest[:SHORT]} · as of #{self.as_of}"
            f" · head {self.head[:SHORT]}"
        )


def proof_of(state: EventState, rules: Rules) -> Proof:
    """Return what a paper made from this state rests on."""
    assert state.created is not None, "entry 1 makes the event"
    options = (
        f"{name.replace('_', ' ')}: {choice}" for name, choice in rules.options.items()
    )
    return Proof(
        event=state.created.name,
        edition=", ".join((rules.ruleset.cite_as, *options)),
        ruleset=rules.id,
        digest=rules.digest,
        as_of=state.head,
        head=state.head_hash,
        at=state.entries[-1].signature.at,
    )
