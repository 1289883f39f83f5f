"""What may be moved or said afterwards: the second half of what the book lets in.

Seats, status, divisions and differences; live steps; voids, amendments, appeals and
their decisions. Each check names what stands in the way and what would have to go
first.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.core.contents import (
    VOIDABLE,
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    IncidentRuled,
    Reseated,
    RulesetChanged,
    SheetEntered,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.event import Entry, EventState, HanchanKey, Place
from ledger.core.following import check_step, check_taken_back
from ledger.core.reconciling import missing, off_live
from ledger.core.rules import Rules, pinned_rules
from ledger.core.spelling import score as spelt
from ledger.core.tally import hanchan_of
from ledger.core.terms import SEATS
from ledger.errors import BookError

AMENDABLE: Final[Mapping[type, str]] = {SheetEntered: "sheet", IncidentRuled: "ruling"}
"""What can be replaced as one act; all else is voided and entered anew."""


def filled(what: str, text: str) -> None:
    """Check that a text says something.

    Raises:
        BookError: it is empty.
    """
    if not text.strip():
        raise BookError(f"{what} is empty")


def known_player(state: EventState, number: str, where: str) -> None:
    """Check that a player is listed.

    Raises:
        BookError: nobody has this number.
    """
    if number not in state.players:
        raise BookError(f"{where}: player {number!r} is unknown")


def _table_of(state: EventState, place: Place, what: str) -> HanchanKey:
    """Return the seated table of an entry."""
    if place.round is None or place.table is None:
        raise BookError(f"{what} needs its round and its table")
    key = (place.round, place.table)
    if key not in state.seatings:
        raise BookError(f"round {key[0]}, table {key[1]}: is not seated")
    return key


def _check_hand(
    state: EventState, rules: Rules, hand: HandPlayed, place: Place
) -> None:
    key = _table_of(state, place, "a hand")
    where = f"round {key[0]}, table {key[1]}"
    if key in state.sheets:
        number = state.sheets[key].number
        raise BookError(f"{where}: the sheet is in already, entry {number}")
    check_step(state, rules, hand, place)


def _check_status(
    state: EventState, _: Rules, changed: StatusChanged, __: Place
) -> None:
    known_player(state, changed.player, "status")
    filled("the reason of the status", changed.reason)
    if state.statuses().get(changed.player, "ok") == changed.status:
        raise BookError(f"player {changed.player} is {changed.status} already")


def _check_reseated(
    state: EventState, _: Rules, reseated: Reseated, place: Place
) -> None:
    key = _table_of(state, place, "a correction of seats")
    where = f"round {key[0]}, table {key[1]}"
    filled("the reason of the correction", reseated.reason)
    for number in reseated.players:
        known_player(state, number, where)
    number, count = Counter(reseated.players).most_common(1)[0]
    if count > 1 or len(reseated.players) != len(SEATS):
        raise BookError(f"{where}: expected four different players, {number} twice")
    for other in state.seatings:
        if other[0] != key[0] or other == key:
            continue
        seated = state.seated(other) or ()
        for number in reseated.players:
            if number in seated:
                raise BookError(
                    f"{where}: player {number} sits at table {other[1]} in this round;"
                    " correct that table first"
                )
    if state.seated(key) == reseated.players:
        raise BookError(f"{where}: is seated like that already")


def _check_substituted(
    state: EventState, _: Rules, substituted: Substituted, place: Place
) -> None:
    key = _table_of(state, place, "a substitution")
    where = f"round {key[0]}, table {key[1]}"
    filled("the reason of the substitution", substituted.reason)
    filled("the substitute", substituted.substitute)
    if substituted.player not in (state.seated(key) or ()):
        raise BookError(f"{where}: player {substituted.player} does not sit here")
    by = substituted.substitute
    if by.isdecimal():
        known_player(state, by, where)
    for other in state.seatings:
        if other[0] == key[0] and by in (state.seated(other) or ()):
            at = "here" if other == key else f"at table {other[1]} in this round"
            raise BookError(f"{where}: {by} sits {at} already")
    for entry, content in state.standing(Substituted):
        if hanchan_of(entry) == key and content.player == substituted.player:
            raise BookError(
                f"{where}: player {content.player} is replaced already,"
                f" entry {entry.number}"
            )


def _check_division(state: EventState, _: Rules, cut: DivisionSet, __: Place) -> None:
    filled("the division's name", cut.name)
    if cut.order < 1 or cut.after_round < 1:
        raise BookError("a division's order and round are counted from 1")
    if not cut.players:
        raise BookError(f"division {cut.name} has no players")
    for number in cut.players:
        known_player(state, number, f"division {cut.name}")
    if len(set(cut.players)) != len(cut.players):
        raise BookError(f"division {cut.name}: a player is listed twice")
    for entry, other in state.standing(DivisionSet):
        if other.after_round != cut.after_round:
            continue
        both = set(other.players) & set(cut.players)
        if both:
            raise BookError(
                f"player {min(both)} is in division {other.name} after round"
                f" {cut.after_round} already, entry {entry.number}"
            )


def _check_team_fine(state: EventState, _: Rules, fined: TeamFined, __: Place) -> None:
    filled("the reason of the fine", fined.reason)
    teams = sorted({player.team for player in state.players.values() if player.team})
    if fined.team not in teams:
        raise BookError(
            f"team {fined.team!r} is unknown, there are: {', '.join(teams)}"
        )
    if fined.points >= 0:
        raise BookError(f"a fine of {fined.points:,} takes nothing, expected below 0")


def _check_explained(
    state: EventState, rules: Rules, explained: Explained, place: Place
) -> None:
    key = _table_of(state, place, "an explanation")
    where = f"round {key[0]}, table {key[1]}"
    filled("the reason of the difference", explained.reason)
    if key not in state.sheets:
        raise BookError(f"{where}: has no sheet yet")
    if explained.points == 0 and off_live(state, rules, key):
        return  # what is accounted for is how the sheet is off the followed table
    lacks = missing(state, rules, key)
    if not 0 < explained.points <= lacks and not lacks <= explained.points < 0:
        raise BookError(
            f"{where}: {spelt(explained.points)} cannot account for a difference of"
            f" {spelt(lacks)}"
        )


def _ruling(state: EventState, target: int, what: str) -> Entry:
    """Return the ruling that an entry speaks of."""
    entry = existing(state, target)
    if target in state.voids:
        raise BookError(f"entry {target} is void, by entry {state.voids[target]}")
    if not isinstance(entry.effective, IncidentRuled):
        raise BookError(f"entry {target} ({entry.kind}) is no ruling to {what}")
    return entry


def existing(state: EventState, target: int) -> Entry:
    """Return an entry by its number.

    Raises:
        BookError: there is none.
    """
    if not 1 <= target <= state.head:
        raise BookError(f"entry {target} does not exist, the last is {state.head}")
    return state.entries[target - 1]


def _check_appeal(state: EventState, _: Rules, appeal: AppealLodged, __: Place) -> None:
    _ruling(state, appeal.target, "appeal against")
    filled("who appeals", appeal.by)
    filled("the reason of the appeal", appeal.reason)
    if appeal.target in state.appeals:
        raise BookError(
            f"entry {appeal.target} is under appeal already,"
            f" entry {state.appeals[appeal.target]}"
        )


def _check_decision(
    state: EventState, rules: Rules, decided: AppealDecided, __: Place
) -> None:
    entry = existing(state, decided.target)
    appeal = entry.effective
    if not isinstance(appeal, AppealLodged):
        raise BookError(f"entry {decided.target} ({entry.kind}) is no appeal")
    if decided.target in state.decisions:
        raise BookError(
            f"appeal {decided.target} is decided already,"
            f" entry {state.decisions[decided.target]}"
        )
    filled("the reason of the decision", decided.reason)
    if (decided.content is not None) != (decided.decision == "changed"):
        raise BookError(
            "another ruling goes with the decision 'changed', and only there"
        )
    if decided.decision != "dismissed":
        ruling = _check_stands(state, appeal.target)
        if decided.decision == "upheld":
            check_taken_back(state, rules, ruling)


def _check_confirmed(
    state: EventState, _: Rules, confirmed: Confirmed, __: Place
) -> None:
    _ruling(state, confirmed.target, "confirm")
    if not state.is_pending(confirmed.target):
        raise BookError(f"entry {confirmed.target} does not wait for a confirmation")


def _check_finalised(state: EventState, _: Rules, __: Finalised, ___: Place) -> None:
    if state.finalised is not None:
        raise BookError(f"the event is finalised already, entry {state.finalised}")
    for ruling, appeal in state.appeals.items():
        if appeal not in state.decisions and ruling not in state.voids:
            raise BookError(f"appeal {appeal} is not decided yet")
    for number in state.incidents:
        if state.is_pending(number):
            raise BookError(f"ruling {number} waits for its confirmation")


def _check_ruleset(
    state: EventState, _: Rules, changed: RulesetChanged, __: Place
) -> None:
    filled("the reason of the change", changed.reason)
    if changed.pinned == state.pinned:
        raise BookError("this ruleset with these options is pinned already")
    pinned_rules(changed.pinned)


def _check_stands(state: EventState, target: int) -> Entry:
    """Return an entry that can be taken back and still stands."""
    entry = existing(state, target)
    if target in state.voids:
        raise BookError(
            f"entry {target} is void already, by entry {state.voids[target]}"
        )
    if not isinstance(entry.effective, VOIDABLE):
        raise BookError(
            f"entry {target} ({entry.kind}) cannot be voided; what can are sheets,"
            " results, rulings, hands, seats, substitutions, status, divisions, fines"
            " and explanations"
        )
    return entry


def _check_void(state: EventState, rules: Rules, void: Voided, _: Place) -> None:
    filled("the reason of a void", void.reason)
    entry = _check_stands(state, void.target)
    _check_nothing_rests_on(state, rules, entry)


def _check_nothing_rests_on(state: EventState, rules: Rules, entry: Entry) -> None:
    """Refuse while other entries depend on this one, naming what must go first."""
    content = entry.effective
    if isinstance(content, SheetEntered):
        for other, _ in state.standing(Explained):
            if hanchan_of(other) == hanchan_of(entry):
                raise BookError(
                    f"entry {other.number} explains this sheet: void that first"
                )
    elif isinstance(content, HandPlayed | IncidentRuled) and entry.place.table:
        check_taken_back(state, rules, entry)


def _check_amended(
    state: EventState, rules: Rules, amended: Amended, place: Place
) -> None:
    filled("the reason of an amendment", amended.reason)
    entry = _check_stands(state, amended.target)
    old = entry.effective
    if type(old) not in AMENDABLE:
        raise BookError(
            f"entry {amended.target} ({entry.kind}) is voided and entered anew,"
            " only sheets and rulings are amended"
        )
    if type(old) is not type(amended.content):
        raise BookError(
            f"entry {amended.target} is a {AMENDABLE[type(old)]} and is amended only by"
            " another"
        )
    if isinstance(old, SheetEntered) and (place.round, place.table) != hanchan_of(
        entry
    ):
        raise BookError("an amended sheet stays at its table")
    if isinstance(old, SheetEntered):
        _check_nothing_rests_on(state, rules, entry)


LATER: Final[
    Mapping[type[Content], Callable[[EventState, Rules, Any, Place], None]]
] = {
    HandPlayed: _check_hand,
    StatusChanged: _check_status,
    Reseated: _check_reseated,
    Substituted: _check_substituted,
    DivisionSet: _check_division,
    TeamFined: _check_team_fine,
    Explained: _check_explained,
    AppealLodged: _check_appeal,
    AppealDecided: _check_decision,
    Confirmed: _check_confirmed,
    Finalised: _check_finalised,
    RulesetChanged: _check_ruleset,
    Voided: _check_void,
    Amended: _check_amended,
}
"""The check of each kind of content; `admission` knows the others."""
