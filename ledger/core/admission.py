"""What may enter the book: an entry has to fit what the entries before it amount to.

The book asks before it writes, inside its transaction; an import asks to preview; and
`verify` asks again, entry by entry, for what is there. A sheet that does not add up is
let in: its difference is shown, never refused.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Content,
    Created,
    IncidentRuled,
    LateAdjusted,
    PinSet,
    PlayerResult,
    PlayersAdded,
    PolicySet,
    Posting,
    ResultsEntered,
    Seating,
    SeatingAdded,
    SheetEntered,
    StaffAdded,
    unwrapped,
)
from ledger.core.corrections import LATER, filled, known_player
from ledger.core.event import EventState, Place
from ledger.core.following import check_ruling
from ledger.core.roles import Role, check_content
from ledger.core.rules import Rules
from ledger.core.situations import nearest
from ledger.core.terms import SEATS, Stage
from ledger.errors import BookError

HAND: Final = re.compile("[ESWN][1-4]")
"""Such as E2: the prevailing wind and the number of the deal."""

PIN_HASH: Final = "$argon2id$"
"""What the hash of a PIN begins with; never let a PIN itself into the book."""


def admit(
    state: EventState,
    content: Content,
    place: Place,
    rules: Rules | None = None,
    staff: str = "",
) -> None:
    """Check that an entry may follow the entries of `state`.

    Args:
        state: What the entries so far amount to.
        content: What is to be booked.
        place: Where it happened.
        rules: The pinned ruleset; None for the first entry, which pins it.
        staff: Who signs; nobody by default, who may do nothing once roles count.

    Raises:
        BookError: it contradicts them or itself, or is not for this person to write;
            what and where is named.
    """
    if isinstance(content, Created) != (state.head == 0):
        raise BookError("the first entry, and no other, makes the event")
    _check_place(place)
    check_content(state, staff, content)
    content = _timely(state, content)
    later = LATER.get(type(content))
    if later is not None:
        assert rules is not None
        later(state, rules, content, place)
    else:
        _CHECKS[type(content)](state, content, place)
    inner = unwrapped(content)
    if isinstance(inner, IncidentRuled):
        assert rules is not None
        if inner is not content:
            # What takes the place of an entry has to be sound in itself as well.
            _check_ruled(state, inner, place)
        check_ruling(state, rules, inner, place, _replaced(state, content))


def _replaced(state: EventState, content: Content) -> int | None:
    """Return the ruling that a content puts another in the place of."""
    match content:
        case Amended(target=target):
            return target
        case AppealDecided(target=target):
            appeal = state.entries[target - 1].effective
            assert isinstance(appeal, AppealLodged), "checked before"
            return appeal.target
        case _:
            return None


def _timely(state: EventState, content: Content) -> Content:
    """Return what is booked, out of a late adjustment that is one."""
    if not isinstance(content, LateAdjusted):
        if state.finalised is None or isinstance(content, PinSet):
            return content  # who may sign in is no part of the result
        raise BookError(
            f"the event was finalised by entry {state.finalised}; what comes now is a"
            " late adjustment and needs a reason"
        )
    filled("the reason of a late adjustment", content.reason)
    if state.finalised is None:
        raise BookError("the event is not finalised, so nothing is late")
    if isinstance(content.content, Created | LateAdjusted):
        raise BookError("this kind of entry is never a late adjustment")
    return content.content


def _check_place(place: Place) -> None:
    for name, number in (("round", place.round), ("table", place.table)):
        if number is not None and number < 1:
            raise BookError(f"{name} {number} does not exist, expected 1 or more")
    if place.hand is not None and not HAND.fullmatch(place.hand):
        raise BookError(f"{place.hand!r} is not a hand, expected one such as E2")
    if place.honba is not None and place.honba < 0:
        raise BookError(f"honba {place.honba} does not exist, expected 0 or more")


def _check_created(_: EventState, created: Created, __: Place) -> None:
    filled("the event's name", created.name)
    if created.rounds is not None and created.rounds < 1:
        raise BookError(f"{created.rounds} rounds are planned, expected 1 or more")


def _check_staff(state: EventState, added: StaffAdded, _: Place) -> None:
    filled("the name of a person of the staff", added.name)
    filled(f"the role of {added.name}", added.role)
    if added.role not in set(Role):
        raise BookError(
            f"{added.role!r} is no role, expected one of: {', '.join(Role)}"
        )
    known = state.staff.get(added.name)
    if known is None:
        return
    if known.role == added.role:
        raise BookError(f"{added.name!r} is on the staff already")
    others = [n for n, p in state.staff.items() if p.role == Role.ORGANISER]
    if others == [added.name]:
        raise BookError(
            f"{added.name} is the only organiser, without whom roles would no longer"
            " count; name another one first"
        )


def _check_pin(state: EventState, pin: PinSet, _: Place) -> None:
    if pin.name not in state.staff:
        raise BookError(
            f"{pin.name!r} is not on the staff" + nearest(pin.name, state.staff)
        )
    if not pin.hash.startswith(PIN_HASH):
        raise BookError(f"the PIN of {pin.name} is not hashed as expected ({PIN_HASH})")


def _check_policy(state: EventState, policy: PolicySet, _: Place) -> None:
    if policy.confirm == state.wants_confirmation:
        how = "wait" if policy.confirm else "do not wait"
        raise BookError(f"rulings {how} for a confirmation already")


def _check_players(state: EventState, added: PlayersAdded, _: Place) -> None:
    if not added.players:
        raise BookError("no player is named")
    for player in added.players:
        filled("a player's number", player.number)
        filled(f"the name of player {player.number}", player.name)
        if player.number in state.players:
            raise BookError(f"player {player.number} is listed already")
    _check_once(
        "player {} is listed twice", (player.number for player in added.players)
    )


def _check_once(fault: str, keys: Iterable[object]) -> None:
    key, count = next(iter(Counter(keys).most_common(1)))
    if count > 1:
        raise BookError(fault.format(key))


def _check_seating(state: EventState, added: SeatingAdded, _: Place) -> None:
    if not added.seatings:
        raise BookError("no table is named")
    seated: dict[int, dict[str, int]] = defaultdict(dict)
    for old in state.seatings.values():
        players = state.seated((old.round, old.table)) or ()
        seated[old.round].update(dict.fromkeys(players, old.table))
    new: set[tuple[int, int]] = set()
    for seating in added.seatings:
        where = f"round {seating.round}, table {seating.table}"
        _check_table(state, seating, where)
        key = (seating.round, seating.table)
        if key in state.seatings or key in new:
            raise BookError(f"{where}: is seated already")
        new.add(key)
        for number in seating.players:
            other = seated[seating.round].setdefault(number, seating.table)
            if other != seating.table:
                raise BookError(
                    f"{where}: player {number} sits at table {other} in this round"
                )


def _check_table(state: EventState, seating: Seating, where: str) -> None:
    if seating.round < 1 or seating.table < 1:
        raise BookError(f"{where}: does not exist, expected 1 or more")
    if len(seating.players) != len(SEATS):
        raise BookError(f"{where}: {len(seating.players)} players, expected 4")
    for number in seating.players:
        known_player(state, number, where)
    _check_once(f"{where}: player {{}} is seated twice", seating.players)


def _check_sheet(state: EventState, _: SheetEntered, place: Place) -> None:
    if place.round is None or place.table is None:
        raise BookError("a sheet needs its round and its table")
    where = f"round {place.round}, table {place.table}"
    seating = state.seatings.get((place.round, place.table))
    if seating is None:
        raise BookError(f"{where}: is not seated")
    old = state.sheets.get((place.round, place.table))
    if old is not None:
        raise BookError(
            f"{where}: has a sheet already, entry {old.number}; void it first"
        )
    for number in state.seated((place.round, place.table)) or ():
        if (place.round, number) in state.results:
            raise BookError(f"{where}: player {number} has a published result")


def _check_results(state: EventState, entered: ResultsEntered, _: Place) -> None:
    if not entered.results:
        raise BookError("no result is named")
    scored = {
        (round_, number)
        for round_, table in state.sheets
        for number in state.seated((round_, table)) or ()
    }
    for result in entered.results:
        where = _check_result(state, result)
        if (result.round, result.number) in state.results:
            raise BookError(f"{where}: has a result already")
        if (result.round, result.number) in scored:
            raise BookError(f"{where}: has a score sheet already")
    _check_once(
        "{}: is listed twice",
        (f"round {r.round}, player {r.number}" for r in entered.results),
    )


def _check_result(state: EventState, result: PlayerResult) -> str:
    where = f"round {result.round}, player {result.number}"
    if result.round < 1 or (result.table is not None and result.table < 1):
        raise BookError(f"{where}: round and table are counted from 1")
    known_player(state, result.number, f"round {result.round}")
    return where


def _check_ruled(state: EventState, ruled: IncidentRuled, _: Place) -> None:
    if not ruled.incidents:
        raise BookError("no incident is named")
    for incident in ruled.incidents:
        filled("the situation", incident.situation)
        if incident.offender is not None:
            known_player(state, incident.offender, "offender")
    for posting in ruled.postings:
        if posting.player is not None:
            known_player(state, posting.player, "posting")
    for stage, points in imbalances(ruled.postings):
        raise BookError(f"the postings {stage} sum to {spelt(points)}, expected 0")


def spelt(points: int) -> str:
    """Return points as people read them, with a real minus sign."""
    return f"{points:,}".replace("-", "−")


def imbalances(postings: Iterable[Posting]) -> list[tuple[Stage, int]]:
    """Return the stages whose postings do not sum to zero, with what they sum to."""
    sums: dict[Stage, int] = dict.fromkeys(Stage, 0)
    for posting in postings:
        sums[posting.stage] += posting.points
    return [(stage, points) for stage, points in sums.items() if points]


_CHECKS: Final[Mapping[type[Content], Callable[[EventState, Any, Place], None]]] = {
    Created: _check_created,
    StaffAdded: _check_staff,
    PinSet: _check_pin,
    PolicySet: _check_policy,
    PlayersAdded: _check_players,
    SeatingAdded: _check_seating,
    SheetEntered: _check_sheet,
    ResultsEntered: _check_results,
    IncidentRuled: _check_ruled,
}
