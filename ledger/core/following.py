"""What may be booked at a table that is followed live: it has to fit what is played.

The scores there are the ledger's own, so what is paid at the table is settled at the
table, a ruling in the hand in play starts from that hand as it stands, and nothing is
taken back on which later hands rest.
"""

from collections.abc import Iterator

from ledger.core.contents import HandPlayed, IncidentRuled
from ledger.core.event import Entry, EventState, HanchanKey, Place
from ledger.core.lines import table_object
from ledger.core.live import Followed, followed, is_followed, started
from ledger.core.replay_lines import played
from ledger.core.rules import Rules
from ledger.core.table import Hanchan
from ledger.core.terms import Stage
from ledger.errors import BookError, LedgerError

COMPARED = ("honba", "carried", "riichi", "dead", "hands_left")
"""What a ruling and the table it is made at must agree on."""


def check_step(state: EventState, rules: Rules, hand: HandPlayed, place: Place) -> None:
    """Check that a step may follow at a seated table.

    Raises:
        BookError: the rules forbid it, it is of a hand that is no longer in play, or a
            ruling there is left to the ledger.
    """
    key = _key(place)
    assert key is not None, "a step has its table"
    where = _where(key)
    if not is_followed(state, key):
        for entry, ruled in state.rulings():
            if _key(entry.place) == key and _left_to_the_ledger(ruled):
                raise BookError(
                    f"{where}: entry {entry.number} is settled by the ledger, but the"
                    " scores of a followed table hold all that is paid there: amend"
                    " it first"
                )
    now = started(state, rules, key).hanchan
    if not now.over and now.is_past(place.hand, place.honba):
        raise BookError(f"{where}: another hand is in play by now, {_hand(now)}")
    try:
        played(now, hand.step)
    except LedgerError as error:
        raise BookError(f"{where}: {error}") from error


def check_ruling(
    state: EventState,
    rules: Rules,
    ruled: IncidentRuled,
    place: Place,
    replaces: int | None = None,
) -> None:
    """Check that a ruling fits the table, if that is followed.

    Args:
        state: The event so far.
        rules: Its pinned ruleset.
        ruled: What is to be booked.
        place: Where.
        replaces: The ruling that it takes the place of.

    Raises:
        BookError: it contradicts the table; what and how is named.
    """
    key = _key(place)
    if replaces is not None and _key(state.entries[replaces - 1].place) != key:
        check_taken_back(state, rules, state.entries[replaces - 1])
        replaces = None
    table = None if key is None else followed(state, rules, key, whole=True)
    if key is None or table is None:
        return
    where = _where(key)
    if key not in state.sheets and _left_to_the_ledger(ruled):
        raise BookError(
            f"{where}: is followed live, so what is paid there is settled at the table"
        )
    entry = Entry(
        number=state.head + 1,
        kind="incident",
        signature=state.entries[-1].signature,
        place=place,
        content=ruled,
    )
    try:
        if replaces is not None:
            table.instead(replaces, ruled, entry, state)
        else:
            _check_agrees(table, ruled, place, where)
            table.then(entry, state)
    except LedgerError as error:
        told = str(error)
        raise BookError(told if where in told else f"{where}: {told}") from error


def check_taken_back(state: EventState, rules: Rules, entry: Entry) -> None:
    """Check that a step or ruling may be taken back.

    Raises:
        BookError: later hands or the sheet rest on it; what has to go first is named.
    """
    key = _key(entry.place)
    table = None if key is None else followed(state, rules, key, whole=True)
    if key is None or table is None:
        return
    if key in state.sheets and isinstance(entry.effective, HandPlayed):
        number = state.sheets[key].number
        raise BookError(f"entry {number} is the sheet of this table: void that first")
    try:
        table.without(entry.number, state.head + 1)
    except LedgerError as error:
        raise BookError(f"entry {entry.number}: {error}") from error


def _check_agrees(
    table: Followed, ruled: IncidentRuled, place: Place, where: str
) -> None:
    """Check that a ruling in the hand in play was made at the table as it stands."""
    now = table.hanchan
    if place.hand is None:
        if ruled.hand != "continue" or ruled.dead or ruled.returned:
            raise BookError(
                f"{where}: is followed live: name the hand, {_hand(now)} is in play"
            )
        return
    if now.is_past(place.hand, place.honba):
        return
    told = list(_disagreements(now, ruled))
    if told:
        raise BookError(
            f"{where}: is followed live and stands at {_hand(now)}, but the ruling was"
            f" made with {'; '.join(told)}"
        )


def _disagreements(now: Hanchan, ruled: IncidentRuled) -> Iterator[str]:
    stands = table_object(now.table_state())
    for name in COMPARED:
        stated, expected = ruled.table.get(name), stands[name]
        if isinstance(expected, list | dict):
            # The order of the sticks is nothing, nor how a hand came to be dead; and
            # a referee may know of one that nobody has recorded.
            assert isinstance(stated, list | tuple | dict)
            known = set(stated) & set(expected) if name == "dead" else set(stated)
            stated, expected = sorted(known), sorted(expected)
        if stated != expected:
            yield f"{name} {_shown(stated)} in place of {_shown(expected)}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " ".join(value) or "nobody"
    return "none" if value is None else str(value)


def _left_to_the_ledger(ruled: IncidentRuled) -> bool:
    return any(
        posting.stage is Stage.TABLE and posting.settled == "ledger"
        for posting in ruled.postings
    )


def _hand(now: Hanchan) -> str:
    return f"{now.label}, {now.honba} honba"


def _where(key: HanchanKey) -> str:
    return f"round {key[0]}, table {key[1]}"


def _key(place: Place) -> HanchanKey | None:
    if place.round is None or place.table is None:
        return None
    return place.round, place.table
