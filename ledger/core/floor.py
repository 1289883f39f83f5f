"""The tables of a round as the book last heard of them, for the home screen.

A table that is followed hand by hand is known as it stands. Of any other the book hears
only at an incident and at the sheet: what it knows in between is as of the last ruling
there and is marked with that entry, a default to start from and no more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from ledger.core.contents import Account, IncidentRuled, Sheet
from ledger.core.desk import seats_of
from ledger.core.event import Entry, EventState, HanchanKey, Place
from ledger.core.incidents import Dead
from ledger.core.live import live_draft_context
from ledger.core.reconciling import explained, missing, off_live
from ledger.core.rules import Rules
from ledger.core.terms import SEATS, STICK, Seat, Stage
from ledger.core.wording import points


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """A table as it lay after the last ruling there."""

    hand: str | None = None
    honba: int = 0
    carried: int = 0
    """Points on the table apart from this hand's riichi sticks."""
    riichi: tuple[str, ...] = ()
    """Numbers of the players whose stick of this hand lies there."""
    dead: Mapping[str, Dead] = field(default_factory=dict)
    """Dead hands by player number."""
    scores: Mapping[str, int] = field(default_factory=dict)
    """Running scores by player number, where the table is followed."""
    hands_left: int | None = None
    """After the time signal: hands still to play, this one included."""
    as_of: int | None = None
    """The entry that this is known from; None: nothing is known."""

    @property
    def pot(self) -> int:
        """Everything lying on the table, in points."""
        return self.carried + STICK * len(self.riichi)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table of a round."""

    key: HanchanKey
    players: tuple[str, str, str, str]
    """Numbers by starting wind."""
    now: TableNow
    sheet: Sheet | None
    words: tuple[str, ...]
    """What is to be known about it, the most urgent first."""


def tables(state: EventState, rules: Rules, round_: int) -> tuple[TableRow, ...]:
    """Return the tables of a round in order."""
    begun = any(played == round_ for played, _ in state.sheets)
    latest = _latest(state, round_)
    open_ = _open_questions(state, round_)
    rows = []
    for key in sorted(state.seatings):
        players = state.seated(key)
        if key[0] != round_ or players is None:
            continue
        sheet, now = state.sheet(key), TableNow()
        if sheet is None:
            now = _now(state, rules, key, latest.get(key[1]))
        words = _sheet_words(state, rules, key)
        if sheet is None:
            words += _dead_words(state, key, now)
            words += ("sheet due",) * begun
        rows.append(
            TableRow(
                key=key,
                players=players,
                now=now,
                sheet=sheet,
                words=(*open_.get(key[1], ()), *words),
            )
        )
    return tuple(rows)


def current_round(state: EventState) -> int | None:
    """Return the first round in which a table still has neither sheet nor results."""
    for key, seating in sorted(state.seatings.items()):
        has_results = any(
            (key[0], number) in state.results for number in seating.players
        )
        if key not in state.sheets and not has_results:
            return key[0]
    rounds = state.rounds()
    return rounds[-1] if rounds else None


def waiting_for(state: EventState, round_: int) -> int | None:
    """Return the earlier round for which a round waits; None once it can have begun.

    It has begun when something happened at one of its tables, and can have begun when
    a sheet or results of each round before it are in.
    """
    places = (entry.place for entry in state.entries)
    if any(place.round == round_ and place.table is not None for place in places):
        return None
    played = {key[0] for key in state.sheets} | {key[0] for key in state.results}
    earlier = (other for other in state.rounds() if other < round_)
    return next((other for other in earlier if other not in played), None)


def table_now(state: EventState, rules: Rules, key: HanchanKey) -> TableNow:
    """Return a table as it stands, or as the last ruling there left it."""
    if key in state.sheets:
        return TableNow()
    return _now(state, rules, key, _latest(state, key[0]).get(key[1]))


def table_entries(state: EventState, key: HanchanKey) -> list[Entry]:
    """Return the entries of one table, the latest first; voided ones too."""
    return [
        entry
        for entry in reversed(state.entries)
        if (entry.place.round, entry.place.table) == key
    ]


def _latest(state: EventState, round_: int) -> dict[int, Entry]:
    """Return the last ruling in a known hand, by table."""
    return {
        entry.place.table: entry
        for entry, _ in state.rulings()
        if entry.place.round == round_
        and entry.place.table is not None
        and entry.place.hand is not None
    }


def _open_questions(state: EventState, round_: int) -> dict[int, tuple[str, ...]]:
    """Return what waits for a referee at each table: rulings, appeals."""
    found: dict[int, tuple[str, ...]] = {}
    for entry, _ in state.rulings():
        table = entry.place.table
        if entry.place.round != round_ or table is None:
            continue
        appeal = state.appeals.get(entry.number)
        words: tuple[str, ...] = ()
        if state.is_pending(entry.number):
            words += ("ruling pending",)
        if appeal is not None and appeal not in state.decisions:
            words += ("appeal",)
        found[table] = tuple(dict.fromkeys((*found.get(table, ()), *words)))
    return found


def _now(
    state: EventState, rules: Rules, key: HanchanKey, entry: Entry | None
) -> TableNow:
    """Return a table as it is followed, or as its last ruling `entry` left it."""
    live = live_draft_context(state, rules, key)
    if live is None:
        return _after(state, entry) if entry else TableNow()
    return TableNow(
        hand=None if live.over else live.hand,
        honba=live.honba,
        carried=live.carried,
        riichi=live.riichi,
        dead=live.dead,
        scores=live.scores,
        hands_left=live.hands_left,
        as_of=live.as_of,
    )


def _after(state: EventState, entry: Entry) -> TableNow:
    """Return what an entry's ruling left on the table."""
    content, place = entry.effective, entry.place
    assert isinstance(content, IncidentRuled)
    numbers = {seat: number for number, seat in seats_of(state, place).items()}
    before = _before(content, numbers)
    honba = place.honba or 0
    before = replace(before, hand=place.hand, honba=honba, as_of=entry.number)
    ruling = content.ruling
    if content.departed or not isinstance(ruling.get("pot_after"), int):
        moved = sum(
            posting.points
            for posting in content.postings
            if posting.account is Account.POT and posting.stage is Stage.TABLE
        )
        dead = {**before.dead, **dict.fromkeys(content.dead, "declared")}
        return replace(
            before,
            carried=before.carried + moved,
            dead=cast("dict[str, Dead]", dead),
        )
    pot = cast("int", ruling["pot_after"])
    returned = {numbers[Seat(s)] for s in cast("list[str]", ruling["riichi_returned"])}
    if ruling["hand"] == "continue":
        riichi = tuple(number for number in before.riichi if number not in returned)
        dead = {**before.dead, **dict.fromkeys(content.dead, "declared")}
        return replace(
            before,
            carried=pot - STICK * len(riichi),
            riichi=riichi,
            dead=cast("dict[str, Dead]", dead),
        )
    next_honba = cast("int | None", ruling["honba"])
    hand = place.hand if ruling["dealer"] in ("E", None) else _next_hand(place)
    return TableNow(
        hand=None if ruling["hand"] == "game-ends" else hand,
        honba=next_honba or 0,
        carried=pot,
        as_of=entry.number,
    )


def _before(content: IncidentRuled, numbers: Mapping[Seat, str]) -> TableNow:
    """Return the table state that an entry judged, by player number."""
    table = content.table
    dead = cast("Mapping[str, Dead]", table.get("dead", {}))
    return TableNow(
        carried=cast("int", table.get("carried", 0)),
        riichi=tuple(
            numbers[Seat(seat)] for seat in cast("list[str]", table.get("riichi", []))
        ),
        dead={numbers[Seat(seat)]: how for seat, how in dead.items()},
    )


def _next_hand(place: Place) -> str | None:
    """Return the hand that follows when the deal passes; None where it is not known."""
    if place.hand is None:
        return None
    wind, number = Seat(place.hand[0]), int(place.hand[1])
    if number < len(SEATS):
        return f"{wind}{number + 1}"
    after = SEATS.index(wind) + 1
    return f"{SEATS[after]}1" if after < len(SEATS) else None


def _sheet_words(state: EventState, rules: Rules, key: HanchanKey) -> tuple[str, ...]:
    if key not in state.sheets:
        return ()
    lacks = missing(state, rules, key)
    words: tuple[str, ...] = ()
    if lacks:
        words = (f"{points(-lacks)} unexplained",)
    if key not in explained(state) and off_live(state, rules, key):
        words += ("not as followed",)
    return words or ("done",)


def _dead_words(state: EventState, key: HanchanKey, now: TableNow) -> tuple[str, ...]:
    if not now.dead or now.hand is None:
        return ()
    seats = seats_of(state, Place(round=key[0], table=key[1], hand=now.hand))
    dead = {seats[number] for number in now.dead if number in seats}
    return tuple(f"{seat.value} dead" for seat in SEATS if seat in dead)
