"""Which rulings somebody wants to see: by player, round, class, staff, situation.

Within one of these any of the given values will do; together all must fit. A value that
nothing in the event can have is refused with the nearest known one, so that a slip of
the finger is no empty report.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from ledger.core.contents import IncidentRuled, Recorded
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.core.situations import nearest
from ledger.core.terms import Class
from ledger.core.wording import literal
from ledger.errors import ExportError


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a ruling must be to be wanted; an empty part wants all."""

    players: frozenset[str] = field(default=frozenset())
    """Numbers."""
    rounds: frozenset[int] = field(default=frozenset())
    classes: frozenset[str] = field(default=frozenset())
    staff: frozenset[str] = field(default=frozenset())
    situations: frozenset[str] = field(default=frozenset())

    def fits(self, entry: Entry, own: Recorded, bearer: str | None) -> bool:
        """Whether one incident of an entry is wanted; `bearer` is who it is on."""
        parts: tuple[tuple[frozenset[str] | frozenset[int], str | int | None], ...] = (
            (self.players, bearer),
            (self.rounds, entry.place.round),
            (self.classes, own.class_.value),
            (self.staff, entry.signature.staff),
            (self.situations, own.situation),
        )
        return all(not values or value in values for values, value in parts)

    @property
    def words(self) -> str:
        """What is wanted, in words; empty if all is."""
        parts = (
            ("player", sorted(self.players)),
            ("round", [str(round_) for round_ in sorted(self.rounds)]),
            ("class", sorted(self.classes)),
            ("staff", sorted(self.staff)),
            ("situation", sorted(self.situations)),
        )
        return "; ".join(
            f"{name} {' or '.join(values)}" for name, values in parts if values
        )


ALL = Wanted()
"""Every ruling."""


def wanted(  # noqa: PLR0913 - one argument a filter, all by name
    state: EventState,
    rules: Rules,
    *,
    players: Iterable[str] = (),
    rounds: Iterable[int] = (),
    classes: Iterable[str] = (),
    staff: Iterable[str] = (),
    situations: Iterable[str] = (),
) -> Wanted:
    """Return a filter made of what somebody typed.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        players: Numbers, or names in any case.
        rounds: Numbers of rounds.
        classes: Classes of the contract.
        staff: Names as they signed, in any case.
        situations: Ids of situations.

    Raises:
        ExportError: a value is unknown in this event; the nearest ones are named.
    """
    names = [class_.value for class_ in Class]
    signed = {
        entry.signature.staff
        for entry in state.entries
        if isinstance(entry.effective, IncidentRuled)
    }
    return Wanted(
        players=frozenset(_player(state, player) for player in players),
        rounds=frozenset(_round(state, round_) for round_ in rounds),
        classes=frozenset(_known("class", c, names) for c in classes),
        staff=frozenset(_known("staff", s, signed | set(state.staff)) for s in staff),
        situations=frozenset(
            _known("situation", s, rules.situations) for s in situations
        ),
    )


def _player(state: EventState, text: str) -> str:
    if text in state.players:
        return text
    named = [
        player.number
        for player in state.players.values()
        if player.name.casefold() == text.casefold()
    ]
    if len(named) > 1:
        raise ExportError(
            "", f"player {literal(text)!r} is {' and '.join(named)}, expected a number"
        )
    if named:
        return named[0]
    known = {p.name for p in state.players.values()} | set(state.players)
    raise ExportError(
        "",
        f"player {literal(text)!r} is unknown, expected a number or a name"
        + nearest(text, known),
    )


def _round(state: EventState, round_: int) -> int:
    known = set(state.rounds())
    known |= {e.place.round for e in state.entries if e.place.round is not None}
    if round_ in known:
        return round_
    told = ", ".join(map(str, sorted(known))) or "none yet"
    raise ExportError("", f"round {round_} is not in the event, expected {told}")


def _known(what: str, text: str, known: Collection[str]) -> str:
    for word in known:
        if word.casefold() == text.casefold():
            return word
    told = ", ".join(sorted(map(literal, known))) or "none yet"
    if len(known) > len(Class):
        told = f"one of {len(known)}"
    raise ExportError(
        "",
        f"{what} {literal(text)!r} is unknown, expected {told}" + nearest(text, known),
    )
