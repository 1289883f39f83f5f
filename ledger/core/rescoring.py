"""An event under other rules: every ruling and every total that would differ.

The journal is played again, entry by entry, each ruling judged anew with what had been
ruled before it under the same rules. What the other rules cannot decide without asking
stays as it was booked and is named; so does what the referee ruled on his own.

    as booked    the rulings of the book, totals under the other rules: what a change of
                 the ruleset does by itself
    judged anew  the rulings of the other rules as well: what amending them all comes to

Sticks that players moved for a ruling lie in their sheets and stay there; what another
ruling would have moved is added to that.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ledger.core.chains import replaces
from ledger.core.contents import (
    Account,
    Amended,
    AppealDecided,
    Content,
    IncidentRuled,
    LateAdjusted,
    Posting,
)
from ledger.core.desk import rule
from ledger.core.event import Entry, EventState
from ledger.core.redrafting import draft_of
from ledger.core.rules import Rules
from ledger.core.standings import standings
from ledger.core.terms import Stage
from ledger.errors import LedgerError


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDifference:
    """One ruling that stands and would be another."""

    entry: int
    booked: IncidentRuled
    other: IncidentRuled | None
    """None: the other rules do not decide it by themselves."""
    why: str = ""
    """What stands in the way, without `other`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalDifference:
    """One player's total that would be another. Units: points."""

    player: str
    now: int
    as_booked: int
    judged_anew: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """An event held against other rules."""

    rulings: tuple[RulingDifference, ...]
    totals: tuple[TotalDifference, ...]
    """In the order of the standings as they are."""


def rescored(state: EventState, now: Rules, other: Rules) -> Rescored:
    """Return what would differ in an event under other rules.

    Args:
        state: The event.
        now: The rules that are in force.
        other: Those that it is held against.
    """
    anew = judged_anew(state, other)
    current = {row.number: row.total for row in standings(state, now).rows}
    as_booked = {row.number: row.total for row in standings(state, other).rows}
    again = {row.number: row.total for row in standings(anew.state, other).rows}
    return Rescored(
        rulings=tuple(_rulings(state, anew)),
        totals=tuple(
            TotalDifference(
                player=number,
                now=total,
                as_booked=as_booked[number],
                judged_anew=again[number],
            )
            for number, total in current.items()
            if not total == as_booked[number] == again[number]
        ),
    )


def _rulings(state: EventState, anew: "Anew") -> Iterator[RulingDifference]:
    for entry, booked in state.rulings():
        number = entry.number
        other = anew.rulings.get(number)
        if other is None or differs(booked, other):
            yield RulingDifference(
                entry=number,
                booked=booked,
                other=other,
                why=anew.undecided.get(number, ""),
            )


def amendments(state: EventState, rules: Rules, reason: str) -> list[Amended]:
    """Return what makes every ruling that stands that of other rules.

    What players moved at the table for the old ruling stays in their sheets; the ledger
    books the difference.
    """
    anew = judged_anew(state, rules)
    found = []
    for each in _rulings(state, anew):
        if each.other is not None:
            content = anew.state.entries[each.entry - 1].effective
            assert isinstance(content, IncidentRuled)
            found.append(Amended(target=each.entry, reason=reason, content=content))
    return found


def differs(one: IncidentRuled, other: IncidentRuled) -> bool:
    """Whether two rulings are not the same, whatever an edition calls them."""
    return _said(one) != _said(other)


def _said(ruled: IncidentRuled) -> tuple[object, ...]:
    """Return what a ruling comes to."""
    moved: Counter[tuple[object, ...]] = Counter()
    for posting in ruled.postings:
        moved[posting.account, posting.player, posting.stage] += posting.points
    classes = tuple(one.class_ for one in ruled.incidents)
    return classes, {k: v for k, v in moved.items() if v}, set(ruled.dead), ruled.hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Anew:
    """An event with every ruling judged anew."""

    state: EventState
    """As it would be, entry by entry with the same numbers."""
    rulings: Mapping[int, IncidentRuled]
    """The other rulings, by entry; also of those that were taken back since."""
    undecided: Mapping[int, str]
    """Why a ruling was left as it is, by entry."""


def judged_anew(state: EventState, rules: Rules) -> Anew:
    """Return the event with every ruling judged anew, and what could not be."""
    past, anew = EventState(), EventState()
    rulings: dict[int, IncidentRuled] = {}
    undecided: dict[int, str] = {}
    for entry in state.entries:
        past.apply(entry)
        booked = entry.effective
        if not isinstance(booked, IncidentRuled):
            anew.apply(entry)
            continue
        other = _judged(past, anew, rules, entry)
        if isinstance(other, str):
            undecided[entry.number] = other
            anew.apply(entry)
        else:
            rulings[entry.number] = other
            settled = replace(other, postings=_settled(booked, other))
            anew.apply(replace(entry, content=_inside(entry.content, settled)))
    return Anew(state=anew, rulings=rulings, undecided=undecided)


def _judged(
    past: EventState, anew: EventState, rules: Rules, entry: Entry
) -> IncidentRuled | str:
    """Return the other ruling on what an entry states, or what is in the way.

    Args:
        past: The event up to this entry, as it was booked.
        anew: The event before this entry, judged anew.
        rules: The other rules.
        entry: A ruling.
    """
    before = replaces(past, entry)
    try:
        draft = draft_of(past, entry)
        answer = rule(anew, rules, draft, before)
        if answer.content is None and any(each.evidence for each in draft.incidents):
            # The tiles may come to another situation under another edition.
            found = tuple(replace(each, situation=None) for each in draft.incidents)
            answer = rule(anew, rules, replace(draft, incidents=found), before)
    except LedgerError as error:
        return str(error)
    if answer.content is not None:
        return answer.content
    asked = [f"{each.fact}: {each.why}" for each in answer.ruling.ask]
    return "; ".join(asked) or "the tiles show nothing wrong"


def _inside(content: Content, ruled: IncidentRuled) -> Content:
    """Return a content with another ruling in it, in the same wrappers."""
    match content:
        case LateAdjusted(content=inner):
            within = _inside(inner, ruled)
            assert not isinstance(within, LateAdjusted)
            return replace(content, content=within)
        case Amended() | AppealDecided():
            return replace(content, content=ruled)
        case _:
            return ruled


def _settled(booked: IncidentRuled, other: IncidentRuled) -> tuple[Posting, ...]:
    """Return another ruling's postings over sheets that hold what was booked.

    What players moved at the table stays moved; the ledger adds the difference.
    """
    moved = [p for p in booked.postings if _is_in_sheet(p)]
    rest = [p for p in other.postings if p.stage is not Stage.TABLE]
    difference: Counter[tuple[Account, str | None]] = Counter()
    for posting in other.postings:
        if posting.stage is Stage.TABLE:
            difference[posting.account, posting.player] += posting.points
    for posting in moved:
        difference[posting.account, posting.player] -= posting.points
    added = [
        Posting(
            account=account,
            player=player,
            points=points,
            stage=Stage.TABLE,
            settled="ledger",
        )
        for (account, player), points in difference.items()
        if points
    ]
    return (*moved, *added, *rest)


def _is_in_sheet(posting: Posting) -> bool:
    return posting.stage is Stage.TABLE and posting.settled == "table"
