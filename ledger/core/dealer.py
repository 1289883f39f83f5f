"""Whether who deals changes what a ruling moves at the table.

Where the hand is not known, the winds at the start stand in. That is harmless for a
fine after uma and wrong for a reverse mangan, so booking asks here first.
"""

from dataclasses import replace

from ledger.core.contents import IncidentRuled, Posting
from ledger.core.desk import Draft, rule
from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.core.terms import SEATS, Stage


def needs_hand(
    state: EventState, rules: Rules, draft: Draft, content: IncidentRuled
) -> bool:
    """Whether a draft without a hand would be paid otherwise in some hand.

    Args:
        state: The event.
        rules: Its ruleset.
        draft: What was stated.
        content: What it would book, with the winds at the start.
    """
    place = draft.place
    if place.hand is not None or place.table is None or not _moved(content):
        return False
    for deal in range(1, len(SEATS) + 1):
        named = replace(draft, place=replace(place, hand=f"E{deal}"))
        other = rule(state, rules, named).content
        if other is None or _moved(other) != _moved(content):
            return True
    return False


def _moved(content: IncidentRuled) -> set[Posting]:
    return {each for each in content.postings if each.stage is Stage.TABLE}
