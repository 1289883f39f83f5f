"""From a ruling in the book back to the draft that led to it.

What was seen is kept with every ruling, so it can be judged again: with other facts,
in an amendment, or under another edition. The referee's own ruling stays his own.
"""

from collections.abc import Mapping

from ledger.core.chains import root
from ledger.core.contents import (
    Account,
    Departure,
    IncidentRuled,
    Posting,
    Settled,
)
from ledger.core.desk import Draft, DraftIncident, seats_of
from ledger.core.event import Entry, EventState
from ledger.core.lines import read_result, read_table
from ledger.core.terms import SEATS, Seat, Stage


def draft_of(state: EventState, entry: Entry) -> Draft:
    """Return the draft that leads to a ruling of the book again.

    Players are those who bear it now; a ruling that was confirmed waits no longer.

    Raises:
        IncidentError: the ruling's table is in no form that can be judged.
    """
    content = entry.effective
    assert isinstance(content, IncidentRuled), "only rulings were drafts"
    seats = seats_of(state, entry.place)
    players = {seat: number for number, seat in seats.items()}
    stated = dict(content.table)
    result = read_result(stated.pop("result", None))
    table = read_table(stated)
    incidents = tuple(
        DraftIncident(
            offender=None
            if one.offender is None
            else state.moved_to(entry, one.offender),
            situation=one.situation,
            facts=one.facts,
            choice=one.choice,
            evidence=one.evidence,
        )
        for one in content.incidents
    )
    return Draft(
        place=entry.place,
        incidents=incidents,
        carried=table.carried,
        riichi=tuple(players[seat] for seat in table.riichi if seat in players),
        dead={players[s]: how for s, how in table.dead.items() if s in players},
        scores={players[s]: n for s, n in (table.scores or {}).items() if s in players},
        last_discard=table.last_discard,
        draw_possible=table.draw_possible,
        hands_left=table.hands_left,
        result=result,
        departure=_departure(state, entry, content, players),
        settled=_settled(content.postings),
        note=content.note,
        pending=state.is_pending(entry.number),
        at=state.entries[root(state, entry.number) - 1].signature.at,
    )


def _departure(
    state: EventState, entry: Entry, content: IncidentRuled, players: Mapping[Seat, str]
) -> Departure | None:
    """Return what the referee ruled otherwise than was suggested.

    A class of his own takes its amounts with it: those that belong to another class
    must not come to his under other facts or another edition.
    """
    if not content.departed:
        return None
    suggested = content.ruling
    own_class = content.class_.value != suggested.get("class")

    def own(stage: Stage, key: str) -> dict[str, int] | None:
        booked = _booked(state, entry, content, stage)
        is_own = own_class or booked != _named(suggested, key, players)
        return booked if is_own else None

    is_own_hand = own_class or content.hand != suggested.get("hand")
    return Departure(
        class_=content.class_ if own_class else None,
        points=own(Stage.TABLE, "points"),
        before_placing=own(Stage.BEFORE_PLACING, "before_placing"),
        tournament=own(Stage.AFTER_UMA, "tournament"),
        hand=content.hand if is_own_hand else None,
    )


def _named(
    suggested: Mapping[str, object], key: str, players: Mapping[Seat, str]
) -> dict[str, int]:
    """Return suggested amounts by player; nothing where they have no form of ours."""
    amounts = suggested.get(key)
    if not isinstance(amounts, Mapping):
        return {}
    return {
        players[seat]: amounts[seat]
        for seat in SEATS
        if seat in players and amounts.get(seat)
    }


def _booked(
    state: EventState, entry: Entry, content: IncidentRuled, stage: Stage
) -> dict[str, int]:
    """Return what was booked on players in a stage."""
    booked: dict[str, int] = {}
    for posting in content.postings:
        if posting.stage is stage and posting.account is Account.PLAYER:
            assert posting.player is not None
            player = state.moved_to(entry, posting.player)
            booked[player] = booked.get(player, 0) + posting.points
    return booked


def _settled(postings: tuple[Posting, ...]) -> Settled | None:
    """Return who settles, if it is not as it goes without saying."""
    for posting in postings:
        usual = "table" if posting.stage is Stage.TABLE else "ledger"
        if posting.settled != usual:
            return posting.settled
    return None
