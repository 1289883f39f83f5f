"""How values read on a screen and on paper: points, hands, places, entries, names.

One place for it, so that an entry reads the same in the journal, under `why` and in a
report. Points carry a real minus sign (U+2212). Texts that came from outside go through
`literal`, because a name may hold anything, terminal escapes included.
"""

from collections.abc import Mapping
from functools import partial

from ledger.core.contents import (
    Account,
    Created,
    HandPlayed,
    IncidentRuled,
    PinSet,
    Plain,
    PlayersAdded,
    PolicySet,
    Posting,
    ResultsEntered,
    SeatingAdded,
    SheetEntered,
    StaffAdded,
)
from ledger.core.entry_words import about_words, step_words, wrapper_words
from ledger.core.event import Entry, EventState, Place
from ledger.core.situations import Situation
from ledger.core.spelling import MINUS, literal, score
from ledger.core.terms import SEAT_NAMES, Class, Seat, Stage

__all__ = [
    "GRADE_WORDS",
    "MINUS",
    "ORDINALS",
    "STAGE_WORDS",
    "class_words",
    "entry_words",
    "hand_words",
    "literal",
    "name_of",
    "offenders_points",
    "ordinal",
    "place_words",
    "points",
    "posting_words",
    "score",
]

GRADE_WORDS: Mapping[str, str] = {
    "A": "text read at first hand",
    "B": "full transcription of the text",
    "C": "second-hand source (part of the text)",
    "D": "second-hand source",
}

STAGE_WORDS: Mapping[Stage, str] = {
    Stage.TABLE: "at the table",
    Stage.BEFORE_PLACING: "before placing",
    Stage.AFTER_UMA: "after uma",
}

ORDINALS = ("", "1st", "2nd", "3rd", "4th")


def points(amount: int) -> str:
    """Return points that move: `+8,000`, `−8,000`, `0`.

    >>> points(8000), points(0)
    ('+8,000', '0')
    """
    return f"{amount:+,}".replace("-", MINUS) if amount else "0"


def ordinal(place: int) -> str:
    """Return a place at the table, such as `2nd`."""
    return ORDINALS[place]


def hand_words(hand: str | None) -> str:
    """Return a hand in words: `East 4`; empty where it is not known.

    >>> hand_words("E4")
    'East 4'
    """
    return f"{SEAT_NAMES[Seat(hand[0])]} {hand[1:]}" if hand else ""


def place_words(place: Place) -> str:
    """Return a place in short: `R3 T7 E4·1`; empty outside everything.

    >>> place_words(Place(round=3, table=7, hand="E4", honba=1))
    'R3 T7 E4·1'
    """
    parts = []
    if place.round is not None:
        parts.append(f"R{place.round}")
    if place.table is not None:
        parts.append(f"T{place.table}")
    if place.hand is not None:
        honba = f"·{place.honba}" if place.honba else ""
        parts.append(f"{place.hand}{honba}")
    return " ".join(parts)


def name_of(state: EventState, number: str | None) -> str:
    """Return a player's name as it may be shown; the number where none is listed."""
    if number is None:
        return "nobody"
    player = state.players.get(number)
    return literal(player.name or number) if player else literal(number)


def class_words(class_: Class, label: str) -> str:
    """Return what a ruling is called: the ruleset's label, the class beside it."""
    if class_ is Class.NONE:
        return "not punished" if label in ("", Class.NONE.value) else label
    plain = class_.value.replace("-", " ")
    return plain if not label or label.replace("-", " ") == plain else label


def entry_words(
    entry: Entry, state: EventState, situations: Mapping[str, Situation]
) -> str:
    """Return what an entry says in one line, without its place and points."""
    content = entry.effective
    words = "" if content is None else _content_words(content, state, situations)
    if isinstance(content, IncidentRuled) and content.pending:
        is_confirmed = entry.number in state.confirmations
        words = f"{'confirmed' if is_confirmed else 'pending'}: {words}"
    around = wrapper_words(entry.content)
    return " · ".join(part for part in (words, around) if part)


def _content_words(
    content: Plain, state: EventState, situations: Mapping[str, Situation]
) -> str:
    match content:
        case IncidentRuled():
            return _incident_words(content, state, situations)
        case SheetEntered(sheet=sheet):
            raw = " ".join(score(each) for each in sheet.raw)
            rest = f", {score(sheet.leftover)} left over" if sheet.leftover else ""
            return f"sheet: {raw}{rest}"
        case StaffAdded() | PinSet() | PolicySet():
            return _staff_words(content)
        case Created() | PlayersAdded() | SeatingAdded() | ResultsEntered():
            return _list_words(content)
        case HandPlayed(step=step):
            return step_words(step, partial(name_of, state))
        case _:
            return about_words(content, partial(name_of, state))


def _staff_words(content: StaffAdded | PinSet | PolicySet) -> str:
    match content:
        case StaffAdded(name=name, role=role):
            return f"staff: {literal(name)} ({literal(role)})"
        case PinSet(name=name):
            return f"new PIN for {literal(name)}"
        case PolicySet(confirm=confirm):
            until = "wait for a head referee" if confirm else "count at once"
            return f"rulings {until} from now on"


def _list_words(
    content: Created | PlayersAdded | SeatingAdded | ResultsEntered,
) -> str:
    match content:
        case Created(name=name, ruleset=ruleset):
            return f"event made: {literal(name)} under {ruleset}"
        case PlayersAdded(players=players):
            return f"{len(players)} player{'s' * (len(players) != 1)} listed"
        case SeatingAdded(seatings=seatings):
            rounds = sorted({seating.round for seating in seatings})
            return f"{len(seatings)} tables seated, round {_spans(rounds)}"
        case ResultsEntered(results=results):
            return f"{len(results)} published results"


def _incident_words(
    content: IncidentRuled, state: EventState, situations: Mapping[str, Situation]
) -> str:
    parts = []
    for each in content.incidents:
        situation = situations.get(each.situation)
        title = situation.title if situation else each.situation
        who = f"{name_of(state, each.offender)}: " if each.offender else ""
        parts.append(f"{who}{title} → {class_words(each.class_, literal(each.label))}")
    own = " (referee's own)" if content.departed else ""
    return "; ".join(parts) + own


def _spans(numbers: list[int]) -> str:
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


def posting_words(posting: Posting, state: EventState) -> str:
    """Return one movement of points: `Ito −20,000 after uma (ledger)`."""
    who = (
        name_of(state, posting.player)
        if posting.account is Account.PLAYER
        else posting.account.value
    )
    return (
        f"{who} {points(posting.points)} {STAGE_WORDS[posting.stage]}"
        f" ({posting.settled})"
    )


def offenders_points(entry: Entry) -> str:
    """Return what an entry costs its offenders, `✦` after what is taken after uma."""
    content = entry.effective
    if not isinstance(content, IncidentRuled):
        return ""
    offenders = {each.offender for each in content.incidents}
    by_stage: dict[Stage, int] = {}
    for posting in content.postings:
        if posting.player in offenders and posting.account is Account.PLAYER:
            total = by_stage.get(posting.stage, 0) + posting.points
            by_stage[posting.stage] = total
    marks = {Stage.TABLE: "", Stage.BEFORE_PLACING: " ◇", Stage.AFTER_UMA: " ✦"}
    return " ".join(
        f"{points(amount)}{marks[stage]}" for stage, amount in by_stage.items()
    )
