"""The table as it lies just before a ruling, read from and written into small fields.

Every field may be blank, because a referee is often told less than he would like. What
cannot be read is a fault of that field and changes nothing.
"""

from collections.abc import Callable, Mapping

from ledger.core.desk import HAND
from ledger.core.event import EventState
from ledger.core.result_words import read_seats, read_words, written
from ledger.core.terms import SEATS, STICK, Seat
from ledger.core.wording import hand_words, name_of, score
from ledger.errors import IncidentError
from ledger.tui.answers import Form, with_now
from ledger.tui.widgets.fields import Field

NUMBER_MAX = 1_000_000

ROWS = (
    (
        Field("hand", "hand", 3, "such as E4; blank: not known"),
        Field("honba", "honba", 3, "counters"),
        Field("carried", "pot", 7, "points from earlier hands, not this hand's sticks"),
        Field("riichi", "riichi", 6, "whose stick of this hand lies there: s w"),
        Field("dead", "dead", 6, "hands that were declared dead: n"),
    ),
    (
        Field("last_discard", "last discard", 3, "y right after the last discard"),
        Field("draw_possible", "draw possible", 3, "n: the act spoilt the draw itself"),
        Field("hands_left", "hands left", 3, "after the time signal, this one too"),
    ),
    (
        Field("result", "result", 30,
              "ron w s 5200 · tsumo e 2600 · draw e s · nagashi s · abort nine-tiles"),
    ),
)  # fmt: skip
"""The fields as they stand on the screen."""


def table_texts(form: Form, seats: Mapping[str, Seat]) -> dict[str, str]:
    """Return the fields' texts for a form."""
    return {
        "hand": form.now.hand or "",
        "honba": str(form.now.honba or ""),
        "carried": str(form.now.carried or ""),
        "riichi": " ".join(seats[n].lower() for n in form.now.riichi if n in seats),
        "dead": " ".join(seats[n].lower() for n in form.now.dead if n in seats),
        "last_discard": "y" if form.last_discard else "",
        "draw_possible": "" if form.draw_possible else "n",
        "hands_left": "" if form.hands_left is None else str(form.hands_left),
        "result": written(form.result),
    }


def form_title(form: Form, state: EventState) -> str:
    """Return where the screen is: the table as it lies, or who it is about."""
    what = title_word(form)
    if form.key is not None:
        round_, table = form.key
        where = f"Round {round_}, table {table}"
        return f"{what} · {where} · {table_summary(form, state)}"
    where = f"round {form.round}" if form.round else "outside a round"
    offender = form.current.offender
    who = f"{name_of(state, offender)} · " if offender else ""
    return f"{what} · {who}no table · {where}"


def title_word(form: Form) -> str:
    """Return what the screen is for: to record, or to put one in another's place."""
    replacing = form.replacing
    if replacing is None:
        return "Record"
    if replacing.appeal is not None:
        return f"Change #{replacing.target} on appeal #{replacing.appeal}"
    return f"Amend #{replacing.target}"


def table_summary(form: Form, state: EventState) -> str:
    """Return the table in one line: `East 4, 1 honba · pot 2,000 (Smith riichi)`."""
    now = form.now
    hand = (
        f"{hand_words(now.hand)}, {now.honba} honba" if now.hand else "hand not known"
    )
    names = ", ".join(name_of(state, number) for number in now.riichi)
    sticks = f"riichi: {names}" if names else ""
    pot = f"pot {score(now.carried + STICK * len(now.riichi))}"
    parts = [hand, f"{pot} ({sticks})" if sticks else pot]
    if now.dead:
        parts.append("dead: " + ", ".join(name_of(state, n) for n in now.dead))
    if form.last_discard:
        parts.append("after the last discard")
    if form.hands_left is not None:
        parts.append(f"{form.hands_left} left")
    if form.result is not None:
        parts.append(type(form.result).__name__.lower())
    if now.as_of is not None and now.as_of != form.instead_of:
        parts.append(f"as of #{now.as_of}")
    return " · ".join(parts)


def apply(form: Form, name: str, text: str, seats: Mapping[str, Seat]) -> None:
    """Take one field's text into the form.

    Raises:
        IncidentError: the text cannot be read; the form stays as it was.
    """
    APPLY[name](form, text.strip(), seats)


def _hand(form: Form, text: str, _: Mapping[str, Seat]) -> None:
    hand = text.upper() or None
    if hand is not None and not HAND.fullmatch(hand):
        raise IncidentError("hand", f"{text!r} is not a hand such as E2 or S4")
    with_now(form, hand=hand, as_of=None)


def _honba(form: Form, text: str, _: Mapping[str, Seat]) -> None:
    with_now(form, honba=_whole("honba", text) or 0)


def _carried(form: Form, text: str, _: Mapping[str, Seat]) -> None:
    with_now(form, carried=_whole("pot", text) or 0)


def _riichi(form: Form, text: str, seats: Mapping[str, Seat]) -> None:
    with_now(form, riichi=_players(text, seats))


def _dead(form: Form, text: str, seats: Mapping[str, Seat]) -> None:
    with_now(form, dead=dict.fromkeys(_players(text, seats), "declared"))


def _last_discard(form: Form, text: str, _: Mapping[str, Seat]) -> None:
    form.last_discard = _yes("last discard", text, usual=False)


def _draw_possible(form: Form, text: str, _: Mapping[str, Seat]) -> None:
    form.draw_possible = _yes("draw possible", text, usual=True)


def _hands_left(form: Form, text: str, _: Mapping[str, Seat]) -> None:
    form.hands_left = _whole("hands left", text)


def _result(form: Form, text: str, _: Mapping[str, Seat]) -> None:
    form.result = read_words(text)


APPLY: Mapping[str, Callable[[Form, str, Mapping[str, Seat]], None]] = {
    "hand": _hand,
    "honba": _honba,
    "carried": _carried,
    "riichi": _riichi,
    "dead": _dead,
    "last_discard": _last_discard,
    "draw_possible": _draw_possible,
    "hands_left": _hands_left,
    "result": _result,
}


def _whole(name: str, text: str) -> int | None:
    plain = text.replace(",", "")
    if not plain:
        return None
    if not (plain.isascii() and plain.isdecimal()) or int(plain) > NUMBER_MAX:
        raise IncidentError(name, f"{text!r} is not a whole number from 0")
    return int(plain)


def _yes(name: str, text: str, *, usual: bool) -> bool:
    match text.lower():
        case "":
            return usual
        case "y" | "yes":
            return True
        case "n" | "no":
            return False
        case _:
            raise IncidentError(name, f"{text!r} is not y or n")


def _players(text: str, seats: Mapping[str, Seat]) -> tuple[str, ...]:
    named = read_seats(text)
    return tuple(
        n for seat in SEATS for n, s in seats.items() if s in named and s is seat
    )
