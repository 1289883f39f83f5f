"""The story of an entry in lines: who did what to it and when, and what counts now.

One source for the command that tells it and for the journal, so that a player who asks
twice is told the same.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from ledger.core.chains import moved_at_table, standing, story
from ledger.core.event import Entry, EventState
from ledger.core.situations import Situation
from ledger.core.wording import entry_words, literal, name_of, place_words, points


def utc_words(at: datetime) -> str:
    """Return a moment as it is told on paper."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


def numbered_words(
    entry: Entry, state: EventState, situations: Mapping[str, Situation]
) -> str:
    """Return an entry in one line with its number and place: `#57 R1 T1: ...`."""
    place = place_words(entry.place)
    where = f"{place}: " if place else ""
    return f"#{entry.number} {where}{entry_words(entry, state, situations)}"


def story_words(
    state: EventState,
    situations: Mapping[str, Situation],
    number: int,
    time: Callable[[datetime], str] = utc_words,
) -> Iterator[str]:
    """Yield a line for every entry of the story of one, and last what counts of it."""
    for each in story(state, number):
        entry = state.entries[each - 1]
        sign = entry.signature
        told = literal(f"{sign.staff}, {time(sign.at)}, {sign.terminal}")
        yield f"{told}: {numbered_words(entry, state, situations)}"
    yield counts_words(state, number)


def counts_words(state: EventState, number: int) -> str:
    """Return what of a story counts now."""
    last = standing(state, number)
    return f"what counts: #{last.number}" if last else "nothing of it counts"


def sticks_words(state: EventState, number: int) -> str:
    """Return what no entry can move: the sticks that players moved for a ruling.

    Empty if they moved none.
    """
    moved = moved_at_table(state.entries[number - 1])
    if not moved:
        return ""
    told = ", ".join(
        f"{name_of(state, who)} {points(much)}" for who, much in moved.items()
    )
    return (
        f"for entry {number} the players moved {told} themselves; a sheet that is in"
        " still holds it"
    )
