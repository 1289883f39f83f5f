"""What became of a ruling: taken back, replaced, appealed against, still pending.

The words say which entry did it, who signed it and why, so that a paper can strike a
ruling through and still tell its story.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    LateAdjusted,
    Voided,
)
from ledger.core.entry_words import wrapper_words
from ledger.core.event import Entry, EventState


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """The end of a ruling, or what may still end it."""

    taken_back_by: int | None = None
    """The entry that took it back; its points no longer count."""
    why: str = ""
    """The reason of that entry."""
    how: str = ""
    """That entry in words; empty while the ruling stands."""
    appeal: str = ""
    """An appeal against it and what was decided, in words."""
    is_pending: bool = False
    """Waits for its confirmation and is not counted yet."""
    origin: str = ""
    """What it was put in place of, in words."""

    @property
    def words(self) -> tuple[str, ...]:
        """Everything of it that must be known, the gravest first."""
        pending = "PENDING: not counted until confirmed" if self.is_pending else ""
        return tuple(filter(None, (self.how, pending, self.appeal, self.origin)))


def fate_of(state: EventState, number: int) -> Fate:
    """Return what became of the ruling of an entry."""
    by = state.voids.get(number)
    how, why = _taken_back(state.entries[by - 1]) if by is not None else ("", "")
    return Fate(
        taken_back_by=by,
        why=why,
        how=how,
        appeal="; ".join(_appeal(state, number, by)),
        is_pending=by is None and state.is_pending(number),
        origin=wrapper_words(state.entries[number - 1].content),
    )


def _taken_back(by: Entry) -> tuple[str, str]:
    """Return how an entry takes another one back, in words, and its reason."""
    content = by.content
    late = ""
    if isinstance(content, LateAdjusted):
        late, content = f"; late: {content.reason}", content.content
    match content:
        case Voided(reason=reason):
            how = "VOID by"
        case Amended(reason=reason):
            how = "REPLACED by"
        case AppealDecided(decision="changed", reason=reason):
            how = "CHANGED ON APPEAL by"
        case AppealDecided(reason=reason):
            how = "VOID ON APPEAL by"
        case _:
            raise AssertionError(f"entry {by.number} takes nothing back")
    why = f"{reason}{late}"
    return f"{how} {signed(by)}: {why}", why


def _appeal(state: EventState, number: int, taken_back_by: int | None) -> Iterator[str]:
    appeal = state.appeals.get(number)
    if appeal is None:
        return
    lodged = state.entries[appeal - 1].effective
    assert isinstance(lodged, AppealLodged)
    player = state.players.get(lodged.by)
    who = player.name if player else lodged.by
    yield f"appeal #{appeal} by {who}: {lodged.reason}"
    decision = state.decisions.get(appeal)
    if decision is None:
        yield "not decided yet"
    elif decision != taken_back_by:
        entry = state.entries[decision - 1]
        content = entry.content
        if isinstance(content, LateAdjusted):
            content = content.content
        assert isinstance(content, AppealDecided)
        yield f"{content.decision} by {signed(entry)}: {content.reason}"


def signed(entry: Entry) -> str:
    """Return an entry's number with who signed it."""
    return f"#{entry.number} ({entry.signature.staff})"
