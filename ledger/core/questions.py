"""What a ruling may still need to know."""

from dataclasses import dataclass

from ledger.core.situations import FactValue


@dataclass(frozen=True, slots=True)
class Question:
    """A fact or choice that the referee must still give."""

    fact: str
    choices: tuple[FactValue, ...]
    """What can be answered; empty where any number or text may be."""
    why: str
