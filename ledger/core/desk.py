"""The referee's desk: from an incident at a table of the event to what is booked.

A draft names players and a hand ("E2"); `judge` knows seats. This module seats the
players, gathers the offender's earlier rulings in the window, judges, and turns the
ruling into postings by player. The screen's live answer and the booking both come from
`rule`, so they can only differ if the event itself has changed in between.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ledger.core import wire
from ledger.core.chains import root
from ledger.core.contents import (
    Account,
    Departure,
    IncidentRuled,
    Posting,
    Recorded,
    Settled,
)
from ledger.core.event import Entry, EventState, Place
from ledger.core.incidents import Dead, Earlier, Incident, Result, TableState
from ledger.core.lines import result_object, ruling_object, table_object
from ledger.core.rules import OTHER, Rules
from ledger.core.ruleset import Window
from ledger.core.rulings import Ruling, judge
from ledger.core.situations import FactValue
from ledger.core.terms import GRAVITY, SEATS, Class, Seat, Stage
from ledger.errors import IncidentError

HAND = re.compile(r"([ESWN])([1-4])")


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftIncident:
    """One incident as the referee states it; the offender is a player's number."""

    offender: str | None
    situation: str | None
    """None: the evidence names it."""
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    choice: Mapping[str, str | int] = field(default_factory=dict)
    evidence: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the referee's screen holds just before it is booked."""

    place: Place
    incidents: tuple[DraftIncident, ...]
    carried: int = 0
    riichi: tuple[str, ...] = ()
    """Numbers of the players whose stick of this hand lies on the table."""
    dead: Mapping[str, Dead] = field(default_factory=dict)
    """Players whose hands are dead already."""
    scores: Mapping[str, int] = field(default_factory=dict)
    """By player number, where the table is followed; kept with the ruling."""
    last_discard: bool = False
    draw_possible: bool = True
    hands_left: int | None = None
    result: Result | None = None
    departure: Departure | None = None
    settled: Settled | None = None
    """None: at the table what is paid there, by the ledger all else."""
    note: str = ""
    pending: bool = False
    """Wait for a head referee's confirmation."""
    at: datetime | None = None
    """When it happened, in the venue's own time: the day on which cards count. None:
    the time of the book's latest entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The answer to a draft."""

    ruling: Ruling
    """What the rulebook says; with questions while something is missing."""
    content: IncidentRuled | None
    """What would be booked; None while something is asked, or if the tiles show nothing
    wrong: there is nothing to book then, unless the referee rules alone."""
    seats: Mapping[str, Seat]
    """The winds of the table's players in the hand, by number."""

    @property
    def fingerprint(self) -> str:
        """A digest of what would be booked, to notice that the answer has changed."""
        if self.content is None:
            return ""
        shown = {
            "ruling": self.content.ruling,
            "class": self.content.class_,
            "postings": [
                (p.account, p.player, p.points, p.stage, p.settled)
                for p in self.content.postings
            ],
        }
        return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def seats_of(state: EventState, place: Place) -> dict[str, Seat]:
    """Return the winds of a table's players in the hand of `place`, by number.

    Without a hand the starting winds are returned; empty where no table is named.

    Raises:
        IncidentError: the table is not seated, or the hand is no hand.
    """
    if place.table is None:
        return {}
    if place.round is None:
        raise IncidentError("table", "is named without a round")
    players = state.seated((place.round, place.table))
    if players is None:
        raise IncidentError(
            "table", f"{place.table} is not seated in round {place.round}"
        )
    return dict(zip(players, _winds(place.hand), strict=True))


def _winds(hand: str | None) -> list[Seat]:
    """Return the winds in a hand by starting seat: in E2 the starting South deals."""
    dealer = 0
    if hand is not None:
        match = HAND.fullmatch(hand)
        if match is None:
            raise IncidentError("hand", f"{hand!r} is not a hand such as E2 or S4")
        dealer = int(match[2]) - 1
    return [SEATS[(index - dealer) % 4] for index in range(4)]


def rule(
    state: EventState, rules: Rules, draft: Draft, instead_of: int | None = None
) -> Ruled:
    """Return the ruling on a draft and what it would book.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        draft: What the referee states.
        instead_of: The ruling that this one takes the place of: only what was ruled
            before that is history, and only that day.

    Raises:
        IncidentError: the draft names what does not exist or contradicts itself.
    """
    if not draft.incidents:
        raise IncidentError("incidents", "are missing, expected at least one")
    seats = seats_of(state, draft.place)
    offenders = tuple(
        _offender(state, seats, each.offender) for each in draft.incidents
    )
    table = TableState(
        honba=draft.place.honba or 0,
        carried=draft.carried,
        riichi=tuple(_seat(seats, number, "riichi") for number in draft.riichi),
        dead={_seat(seats, number, "dead"): how for number, how in draft.dead.items()},
        scores=_scores(seats, draft.scores),
        last_discard=draft.last_discard,
        draw_possible=draft.draw_possible,
        hands_left=draft.hands_left,
    )
    incidents = tuple(
        Incident(
            offender=seat,
            situation=each.situation,
            facts=each.facts,
            choice=each.choice,
            evidence=each.evidence,
        )
        for each, seat in zip(draft.incidents, offenders, strict=True)
    )
    history = _history(state, rules, draft, offenders, instead_of)
    ruling = judge(rules, table, incidents, draft.result, history)
    content = None
    if draft.departure is not None and not draft.note.strip():
        raise IncidentError(
            "note", "is missing: a departure from the rulebook needs a reason"
        )
    is_sound = any(own.situation is None for own in ruling.rulings)
    if _decides_alone(draft.departure) or not (ruling.ask or is_sound):
        content = _content(rules, draft, table, ruling, seats, offenders)
    return Ruled(ruling=ruling, content=content, seats=seats)


def _scores(
    seats: Mapping[str, Seat], scores: Mapping[str, int]
) -> dict[Seat, int] | None:
    """Return scores by seat; None unless all four are known."""
    if not seats or not seats.keys() <= scores.keys():
        return None
    return {seat: scores[number] for number, seat in seats.items()}


def _decides_alone(departure: Departure | None) -> bool:
    """Whether the referee's own ruling needs no answer of the rulebook."""
    return departure is not None and departure.class_ is not None


def _offender(
    state: EventState, seats: Mapping[str, Seat], number: str | None
) -> Seat | None:
    """Return the offender's seat; East stands in where nobody's seat matters."""
    if number is None:
        return None
    if number not in state.players:
        raise IncidentError("offender", f"player {number!r} is unknown")
    if not seats:
        return Seat.E
    return _seat(seats, number, "offender")


def _seat(seats: Mapping[str, Seat], number: str, place: str) -> Seat:
    if number not in seats:
        raise IncidentError(place, f"player {number!r} does not sit at this table")
    return seats[number]


def _history(
    state: EventState,
    rules: Rules,
    draft: Draft,
    offenders: tuple[Seat | None, ...],
    instead_of: int | None,
) -> tuple[Earlier, ...]:
    """Return the offenders' earlier rulings inside each situation's window."""
    found: list[Earlier] = []
    last = state.head + 1 if instead_of is None else root(state, instead_of)
    now = draft.at or state.entries[min(last, state.head) - 1].signature.at
    for number, seat in {
        (each.offender, seat)
        for each, seat in zip(draft.incidents, offenders, strict=True)
    }:
        if number is None or seat is None:
            continue
        for entry, ruled in state.rulings(number):
            found.extend(
                Earlier(offender=seat, situation=one.situation, class_=one.class_)
                for one in ruled.incidents
                if one.offender is not None
                and state.moved_to(entry, one.offender) == number
                and root(state, entry.number) < last
                and is_within(rules.window(one.situation), entry, draft.place, now)
            )
    return tuple(found)


def is_within(window: Window, entry: Entry, place: Place, now: datetime) -> bool:
    """Whether an earlier entry still counts for what happens at `place` and `now`."""
    then = entry.place
    match window:
        case "event":
            return True
        case "day":
            return entry.signature.at.astimezone(now.tzinfo).date() == now.date()
        case "hanchan":
            return then.round is not None and then.round == place.round
        case "hand":
            return then.round is not None and (
                then.round,
                then.table,
                then.hand,
                then.honba,
            ) == (place.round, place.table, place.hand, place.honba)


@dataclass(frozen=True, slots=True)
class _Effect:
    """What the booked ruling does to the hand; a departure may differ from the book."""

    hand: str
    dead: frozenset[Seat]
    is_suggested: bool
    """Whether the hand goes as the rulebook has it."""


def _effect(
    departure: Departure | None,
    table: TableState,
    ruling: Ruling,
    offenders: tuple[Seat | None, ...],
) -> _Effect:
    dead = frozenset(ruling.dead_hands) - frozenset(table.dead)
    if departure is None:
        return _Effect(ruling.hand, dead, is_suggested=True)
    if departure.class_ not in (None, ruling.class_):
        is_dead = departure.class_ is Class.DEAD_HAND
        killed = frozenset(seat for seat in offenders if seat is not None and is_dead)
        return _Effect(departure.hand or "continue", killed, is_suggested=False)
    hand = departure.hand or ruling.hand
    return _Effect(hand, dead, is_suggested=hand == ruling.hand)


def _content(
    rules: Rules,
    draft: Draft,
    table: TableState,
    ruling: Ruling,
    seats: Mapping[str, Seat],
    offenders: tuple[Seat | None, ...],
) -> IncidentRuled:
    recorded = _recorded(rules, draft, ruling, seats, offenders)
    gravest = max(recorded, key=lambda one: GRAVITY[one.class_])
    players = {seat: number for number, seat in seats.items()}
    if not players and draft.incidents[0].offender is not None:
        players = {Seat.E: draft.incidents[0].offender}
    effect = _effect(draft.departure, table, ruling, offenders)
    goes_by_book = effect.is_suggested
    back = ruling.riichi_returned if goes_by_book else ()
    return IncidentRuled(
        incidents=recorded,
        table={**table_object(table), "result": result_object(draft.result)},
        ruling=ruling_object(ruling),
        class_=gravest.class_,
        label=gravest.label,
        citations=ruling.citations,
        source_grade=ruling.source_grade,
        dead=tuple(players[s] for s in SEATS if s in effect.dead and s in players),
        hand=effect.hand,
        honba=ruling.honba if goes_by_book else table.honba,
        dealer=players.get(ruling.dealer) if goes_by_book and ruling.dealer else None,
        returned=tuple(players[seat] for seat in back if seat in players),
        departed=draft.departure is not None,
        note=draft.note,
        postings=_postings(draft, ruling, players),
        pending=draft.pending,
    )


def _recorded(
    rules: Rules,
    draft: Draft,
    ruling: Ruling,
    seats: Mapping[str, Seat],
    offenders: tuple[Seat | None, ...],
) -> tuple[Recorded, ...]:
    """Return the incidents as they were stated, each with its class as booked."""
    own_class = draft.departure.class_ if draft.departure else None
    return tuple(
        Recorded(
            offender=each.offender,
            seat=seat if seats and draft.place.hand else None,
            situation=own.situation or OTHER,
            facts=each.facts,
            choice=each.choice,
            evidence=each.evidence,
            class_=own_class or own.class_ or Class.NONE,
            label=_label(rules, draft.departure, own.label),
        )
        for each, seat, own in zip(
            draft.incidents, offenders, ruling.rulings, strict=True
        )
    )


def _label(rules: Rules, departure: Departure | None, suggested: str) -> str:
    if departure is None or departure.class_ is None:
        return suggested
    for outcome in rules.ruleset.outcomes.values():
        if outcome.class_ is departure.class_ and outcome.label:
            return outcome.label
    return departure.class_.value


def _postings(
    draft: Draft, ruling: Ruling, players: Mapping[Seat, str]
) -> tuple[Posting, ...]:
    """Return the movements by player, each stage summing to zero."""
    departure = draft.departure or Departure()
    stages = (
        (Stage.TABLE, ruling.points, departure.points, Account.POT),
        (
            Stage.BEFORE_PLACING,
            ruling.before_placing,
            departure.before_placing,
            Account.FINES,
        ),
        (Stage.AFTER_UMA, ruling.tournament, departure.tournament, Account.FINES),
    )
    postings: list[Posting] = []
    for stage, suggested, own, other in stages:
        amounts = _by_player(suggested, players) if own is None else dict(own)
        settled: Settled = draft.settled or (
            "table" if stage is Stage.TABLE else "ledger"
        )
        if stage is not Stage.TABLE:
            settled = "ledger" if draft.settled is None else draft.settled
        postings.extend(
            Posting(
                account=Account.PLAYER,
                player=number,
                points=points,
                stage=stage,
                settled=settled,
            )
            for number, points in amounts.items()
            if points
        )
        rest = -sum(amounts.values())
        if rest:
            postings.append(
                Posting(account=other, points=rest, stage=stage, settled=settled)
            )
    return tuple(postings)


def _by_player(
    points: Mapping[Seat, int], players: Mapping[Seat, str]
) -> dict[str, int]:
    moved = {seat: amount for seat, amount in points.items() if amount}
    for seat in moved:
        if seat not in players:
            raise IncidentError(
                "table", "is missing: the ruling moves points of others at the table"
            )
    return {players[seat]: moved[seat] for seat in SEATS if seat in moved}


def amounts_by_player(
    value: object, seats: Mapping[str, Seat], place: str
) -> dict[str, int]:
    """Return amounts by seat as amounts by player number."""
    by_seat = wire.by_seat(value, place, default=0)
    numbers = {seat: number for number, seat in seats.items()}
    return {
        numbers[s]: points for s, points in by_seat.items() if points and s in numbers
    }
