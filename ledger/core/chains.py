"""Which entries belong to one story: a ruling, its appeal, what took its place.

    57 ruling <- 60 appeal <- 62 decision, changed to a ruling of its own
                                 ^- 70 amendment, another ruling again

All of these have the root 57. A void, an amendment and a decided appeal name what they
take back; nothing is ever changed in place.
"""

import re
from collections.abc import Mapping
from typing import Final

from ledger.core.contents import (
    Account,
    Amended,
    AppealDecided,
    AppealLodged,
    IncidentRuled,
    LateAdjusted,
)
from ledger.core.event import Entry, EventState
from ledger.core.terms import Stage
from ledger.errors import BookError

HASH_SHOWN_MIN: Final = 8
"""So many signs of a hash tell entries apart."""
HASH: Final = re.compile(f"[0-9a-f]{{{HASH_SHOWN_MIN},64}}")


def replaces(state: EventState, entry: Entry) -> int | None:
    """Return the number of the entry whose place this one takes; None if of none."""
    content = entry.content
    if isinstance(content, LateAdjusted):
        content = content.content
    match content:
        case Amended(target=target):
            return target
        case AppealDecided(target=appeal, content=IncidentRuled()):
            lodged = state.entries[appeal - 1].effective
            assert isinstance(lodged, AppealLodged)
            return lodged.target
        case _:
            return None


def root(state: EventState, number: int) -> int:
    """Return the number of the entry with which a chain of replacements began."""
    before = replaces(state, state.entries[number - 1])
    return number if before is None else root(state, before)


def story(state: EventState, number: int) -> tuple[int, ...]:
    """Return the entries of one story by number, whichever of them is asked for.

    The ruling or sheet as it was first, everything said about it, and what took its
    place; an entry that stands alone is a story of one.
    """
    about = (state.voids, state.appeals, state.decisions, state.confirmations)
    found: set[int] = set()
    waiting = [root(state, _spoken_of(state, number))]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += [links[each] for links in about if each in links]
    return tuple(sorted(found))


def _spoken_of(state: EventState, number: int) -> int:
    """Return the entry that one is about, if it says something about another."""
    for links in (state.voids, state.appeals, state.decisions, state.confirmations):
        for target, by in links.items():
            if by == number:
                return target if target == number else _spoken_of(state, target)
    return number


def standing(state: EventState, number: int) -> Entry | None:
    """Return the entry of a story that counts now; None if it was taken back."""
    entries = [state.entries[each - 1] for each in story(state, number)]
    kind = type(entries[0].effective)
    for entry in reversed(entries):
        if entry.number not in state.voids and type(entry.effective) is kind:
            return entry
    return None


def moved_at_table(entry: Entry) -> Mapping[str, int]:
    """Return the points that players moved themselves for a ruling, by number.

    They stay in the sheet when the ruling is taken back: no entry can move sticks.
    """
    content = entry.effective
    if not isinstance(content, IncidentRuled):
        return {}
    moved: dict[str, int] = {}
    for posting in content.postings:
        if posting.account is Account.PLAYER and posting.stage is Stage.TABLE:
            assert posting.player is not None
            if posting.settled == "table":
                moved[posting.player] = moved.get(posting.player, 0) + posting.points
    return moved


def entry_of_hash(state: EventState, text: str) -> Entry | None:
    """Return the entry of a hash, or of its beginning as papers have it.

    Raises:
        BookError: it is too short to mean one entry, or is no hash.
    """
    told = text.strip().lower()
    if not HASH.fullmatch(told):
        raise BookError(
            f"{text!r} is no head hash, expected its first {HASH_SHOWN_MIN} to 64 signs"
        )
    found = [entry for entry in state.entries if entry.hash.startswith(told)]
    if len(found) > 1:
        raise BookError(f"{len(found)} entries have a hash that begins with {text}")
    return found[0] if found else None
