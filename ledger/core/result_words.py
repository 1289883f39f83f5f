"""A hand's own result as one types it beside an incident: `ron w s 5200`.

ron WINNER LOSER POINTS [, WINNER LOSER POINTS]   points without honba and sticks
tsumo WINNER EACH [FROM-DEALER]
draw [TENPAI ...]      nagashi SEAT ...      abort KIND
"""

from collections.abc import Callable, Sequence

from ledger.core.incidents import Abort, Draw, Nagashi, Result, Ron, Tsumo, Win
from ledger.core.situations import nearest
from ledger.core.terms import ABORTS, SEATS, Seat
from ledger.errors import IncidentError

PLACE = "result"
WIN_WORDS = 3


def read_words(text: str) -> Result | None:
    """Return the result that was typed; None for a blank.

    Raises:
        IncidentError: the text is no result; what was expected is named.
    """
    words = text.replace(",", " , ").split()
    if not words:
        return None
    kind, rest = words[0].lower(), words[1:]
    reader = READERS.get(kind)
    if reader is None:
        raise IncidentError(
            PLACE,
            f"{words[0]!r} is not one of: {', '.join(READERS)}"
            + nearest(kind, READERS),
        )
    return reader(rest)


def _ron(words: Sequence[str]) -> Result:
    wins = []
    for part in " ".join(words).split(","):
        fields = part.split()
        if len(fields) != WIN_WORDS:
            raise IncidentError(PLACE, "ron needs winner, loser, points: ron w s 5200")
        winner, loser, points = fields
        wins.append(
            Win(winner=_seat(winner), loser=_seat(loser), points=_points(points))
        )
    return Ron(wins=tuple(wins))


def _tsumo(words: Sequence[str]) -> Result:
    if len(words) not in (2, 3):
        raise IncidentError(
            PLACE, "tsumo needs winner and payments: tsumo e 2600 or tsumo s 1300 2600"
        )
    return Tsumo(winner=_seat(words[0]), points=tuple(_points(w) for w in words[1:]))


def _draw(words: Sequence[str]) -> Result:
    return Draw(tenpai=_seats(words))


def _nagashi(words: Sequence[str]) -> Result:
    if not words:
        raise IncidentError(PLACE, "nagashi needs a seat: nagashi s")
    return Nagashi(seats=_seats(words))


def _abort(words: Sequence[str]) -> Result:
    kind = "-".join(words).lower()
    if kind not in ABORTS:
        raise IncidentError(
            PLACE, f"abort needs one of: {', '.join(ABORTS)}" + nearest(kind, ABORTS)
        )
    return Abort(kind=kind)


READERS: dict[str, Callable[[Sequence[str]], Result]] = {
    "ron": _ron,
    "tsumo": _tsumo,
    "draw": _draw,
    "nagashi": _nagashi,
    "abort": _abort,
}


def written(result: Result | None) -> str:
    """Return a result as one types it; what cannot be typed of a win is left out.

    >>> written(Tsumo(winner=Seat.E, points=(2600,)))
    'tsumo e 2600'
    """
    match result:
        case None:
            return ""
        case Ron(wins=wins):
            return "ron " + ", ".join(
                f"{_letters(win.winner)} {_letters(win.loser)} {win.points}"
                for win in wins
            )
        case Tsumo(winner=winner, points=points):
            return " ".join(["tsumo", _letters(winner), *map(str, points)])
        case Draw(tenpai=tenpai):
            return f"draw {_letters(*tenpai)}".strip()
        case Nagashi(seats=seats):
            return f"nagashi {_letters(*seats)}"
        case Abort(kind=kind):
            return f"abort {kind}"


def _letters(*seats: Seat) -> str:
    return " ".join(seat.value.lower() for seat in seats)


def read_seats(text: str) -> tuple[Seat, ...]:
    """Return seats typed as letters, `s w` or `sw`.

    Raises:
        IncidentError: a letter is no seat, or a seat is named twice.
    """
    return _seats(list(text.replace(" ", "").replace(",", "")))


def _seats(words: Sequence[str]) -> tuple[Seat, ...]:
    seats = tuple(_seat(word) for word in words)
    if len(set(seats)) != len(seats):
        raise IncidentError(PLACE, "names a seat twice")
    return seats


def _seat(word: str) -> Seat:
    letter = word.upper()
    if letter not in SEATS:
        raise IncidentError(PLACE, f"{word!r} is not a seat, expected e, s, w or n")
    return Seat(letter)


def _points(word: str) -> int:
    if not word.isdecimal() or not word.isascii():
        raise IncidentError(PLACE, f"{word!r} is not points, expected such as 5200")
    points = int(word)
    if points % 100:
        raise IncidentError(PLACE, f"{word!r} is not in hundreds, expected 5200")
    return points
