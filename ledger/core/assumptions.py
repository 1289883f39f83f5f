"""Where a ruling takes a stand on which the rulebook is silent.

A ruleset file gives the reason beside each such part of an outcome or a case; only the
parts that this ruling uses are told. A reason is written as "silence; stand".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.core.found import Finding

STICKS_AT_END = "sticks_at_end"
"""In a file: the sticks where a re-deal is ruled and no hand is left for it."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """A part of the settlement on which the rulebook is silent."""

    part: str
    as_: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a settlement came to, as far as it decides which parts it used."""

    has_win: bool
    has_draw: bool
    last_discard: bool
    has_sticks: bool
    """Sticks of this hand lay on the table."""
    has_signal: bool
    """The time signal had been given."""
    game_ends: bool
    """No hand is left to deal again."""


def taken(
    findings: Iterable[Finding],
    standing: Sequence[Finding],
    replaying: Sequence[Finding],
    used: Used,
) -> dict[str, Assumption]:
    """Return the assumptions of a settlement by part, the first finding's first.

    Args:
        findings: all of them, voided ones too.
        standing: those that were not voided.
        replaying: those that have the hand dealt again.
        used: what the settlement came to.
    """
    found: dict[str, Assumption] = {}
    for finding in findings:
        assert finding.outcome is not None
        again, stands = finding in replaying, finding in standing
        in_use = {
            "amount": stands,
            "payment": stands,
            "hand": again,
            "honba": again,
            "dealer": again,
            "sticks": again and used.has_sticks,
            "with_win": used.has_win,
            "with_draw": used.has_draw,
            "last_discard": used.last_discard and not used.has_win,
            "uses_hand": again and used.has_signal,
            STICKS_AT_END: again and used.has_sticks and used.game_ends,
        }
        for part, why in (*finding.outcome.assumed.items(), *finding.assumed):
            if in_use.get(part, stands):
                name = "sticks" if part == STICKS_AT_END else part
                stand = _spelt(finding, name, why)
                found.setdefault(name, Assumption(name, stand, why))
    return found


def _spelt(finding: Finding, part: str, why: str) -> str:
    """Return the stand that the ruleset takes on a part, in words."""
    assert finding.outcome is not None
    if part == "amount" and any(finding.amounts):
        return " + ".join(f"{amount:,}" for amount in finding.amounts)
    if part == "own_stick":
        return "returned" if finding.own_stick_returned else "stays"
    value = getattr(finding.outcome, part, None)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int):
        return str(value)
    return why.rpartition("; ")[2].rstrip(".")
