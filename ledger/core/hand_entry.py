"""A hand as a scorer types it: a few letters and numbers, and what they would do.

    ron      winner w    from s    value 3 40        two winners: w n and 3 40, 5200
    tsumo    winner e    value 2 30, or 1300 2600, or mangan
    draw     tenpai e s, or - for nobody
    riichi   who w

Winds are those of the hand in play. A value is han and fu, a limit's name, or points
without honba and sticks. Nothing is booked here: what is typed becomes a step of the
contract's `replay`, with the words to show while one types.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from ledger.core.hand_value import FU, base_points, ron_points, tsumo_points
from ledger.core.hand_value import LIMITS as LIMIT_HAN
from ledger.core.replay_lines import played
from ledger.core.result_words import read_seats
from ledger.core.situations import nearest
from ledger.core.spelling import score
from ledger.core.table import CALLS, Hanchan
from ledger.core.terms import ABORTS, SEAT_NAMES, Seat
from ledger.core.wording import hand_words, points
from ledger.errors import IncidentError, LedgerError

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "riichi": ("who",),
    "ron": ("winner", "loser", "value"),
    "tsumo": ("winner", "value"),
    "draw": ("tenpai",),
    "nagashi": ("winner",),
    "abort": ("kind",),
    "call": ("who", "kind"),
    "time-signal": (),
}
"""What is typed for each kind of step, in this order."""

LIMITS: Final[Mapping[str, int]] = {
    "mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000,
    "yakuman": 8000,
}  # fmt: skip
"""Base points by name; the first letters will do."""

NOBODY: Final = "-"
HAN_MAX: Final = 13
POINTS_MIN: Final = 100
"""Less is no points of a hand, and points come in these: `340` is `3` and `40`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntry:
    """What the fields come to so far."""

    step: Mapping[str, object] | None = None
    """A line of `replay`, players by number; None while something lacks or is wrong."""
    asks: str = ""
    """The first field that is still blank."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """What is wrong, by field; under a blank name what the table forbids."""
    words: tuple[str, ...] = ()
    """What it is worth, who pays whom, and what comes next."""
    after: Hanchan | None = None
    """The table once it is booked."""


def hand_entry(
    hanchan: Hanchan, kind: str, texts: Mapping[str, str], names: Mapping[str, str]
) -> HandEntry:
    """Return what typed fields come to at a table.

    Args:
        hanchan: The table as it stands.
        kind: One of `FIELDS`.
        texts: What is typed, by field.
        names: Names to show, by player number.
    """
    blank = [name for name in FIELDS[kind] if not texts.get(name, "").strip()]
    reading = _Reading(hanchan, texts)
    step = STEPS[kind](reading)
    if reading.faults or blank:
        return HandEntry(
            asks=blank[0] if blank else "",
            faults=reading.faults,
            words=tuple(reading.words),
        )
    try:
        after = played(hanchan, step)
    except LedgerError as error:
        told = error.message if isinstance(error, IncidentError) else str(error)
        return HandEntry(faults={"": told}, words=tuple(reading.words))
    words = (*reading.words, *_consequences(hanchan, after, names))
    return HandEntry(step=step, faults={}, words=words, after=after)


class _Reading:
    """The fields of one entry as they are read; what is wrong is gathered."""

    def __init__(self, hanchan: Hanchan, texts: Mapping[str, str]) -> None:
        self.hanchan = hanchan
        self.texts = texts
        self.faults: dict[str, str] = {}
        self.words: list[str] = []

    def text(self, field: str) -> str:
        return self.texts.get(field, "").strip()

    def seats(self, field: str) -> tuple[Seat, ...]:
        """Return the winds of a field; none after a fault."""
        text = self.text(field)
        if text == NOBODY:
            return ()
        try:
            return read_seats(text)
        except IncidentError as error:
            self.faults[field] = error.message
            return ()

    def seat(self, field: str) -> Seat | None:
        """Return the one wind of a field; None after a fault or where it is blank."""
        found = self.seats(field)
        if len(found) > 1 or (self.text(field) == NOBODY):
            self.faults[field] = f"{self.text(field)!r} is not one seat"
            return None
        return found[0] if found else None

    def players(self, field: str) -> list[str]:
        return [self.hanchan.player(seat) for seat in self.seats(field)]

    def player(self, field: str) -> str:
        seat = self.seat(field)
        return "" if seat is None else self.hanchan.player(seat)

    def values(self, winners: Sequence[Seat], *, by_tsumo: bool) -> list["_Value"]:
        """Return what each winner's hand is worth; none after a fault."""
        text = self.text("value")
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if not text or not winners:
            return []
        if len(parts) != len(winners):
            count = len(winners)
            self.faults["value"] = (
                f"{len(parts)} values for {count} winners, expected one for each, with"
                " commas between"
            )
            return []
        try:
            found = [
                _value(part, self.hanchan, is_dealer=seat is Seat.E, by_tsumo=by_tsumo)
                for part, seat in zip(parts, winners, strict=True)
            ]
        except IncidentError as error:
            self.faults["value"] = error.message
            return []
        self.words += [value.words for value in found]
        return found


Step = dict[str, object]


def _riichi(reading: _Reading) -> Step:
    return {"event": "riichi", "player": reading.player("who")}


def _call(reading: _Reading) -> Step:
    kind = reading.text("kind").lower()
    if kind and kind not in CALLS:
        known = ", ".join(CALLS)
        reading.faults["kind"] = f"{kind!r} is not one of: {known}"
    return {"event": "call", "player": reading.player("who"), "kind": kind}


def _ron(reading: _Reading) -> Step:
    winners, loser = reading.seats("winner"), reading.seat("loser")
    if reading.text("winner") == NOBODY:
        reading.faults["winner"] = "a ron has a winner"
    if loser is not None and loser in winners:
        reading.faults["loser"] = f"{SEAT_NAMES[loser]} wins, and cannot pay as well"
    values = reading.values(winners, by_tsumo=False)
    player = reading.hanchan.player
    return {
        "event": "ron",
        "wins": [
            {"winner": player(seat), **value.stated}
            for seat, value in zip(winners, values, strict=False)
        ],
        "loser": "" if loser is None else player(loser),
    }


def _tsumo(reading: _Reading) -> Step:
    winner = reading.seat("winner")
    values = reading.values([] if winner is None else [winner], by_tsumo=True)
    stated = values[0].stated if values else {}
    return {"event": "tsumo", "winner": reading.player("winner"), **stated}


def _draw(reading: _Reading) -> Step:
    return {"event": "draw", "tenpai": reading.players("tenpai")}


def _nagashi(reading: _Reading) -> Step:
    return {"event": "nagashi", "players": reading.players("winner")}


def _abort(reading: _Reading) -> Step:
    kind = reading.text("kind").lower().replace(" ", "-")
    if kind and kind not in ABORTS:
        reading.faults["kind"] = (
            f"{kind!r} is not one of: {', '.join(ABORTS)}" + nearest(kind, ABORTS)
        )
    return {"event": "abort", "kind": kind}


def _signal(_: _Reading) -> Step:
    return {"event": "time-signal"}


STEPS: Final[Mapping[str, Callable[[_Reading], Step]]] = {
    "riichi": _riichi,
    "ron": _ron,
    "tsumo": _tsumo,
    "draw": _draw,
    "nagashi": _nagashi,
    "abort": _abort,
    "call": _call,
    "time-signal": _signal,
}


@dataclass(frozen=True, slots=True)
class _Value:
    """What a hand is worth: the parts of the step, and the words for it."""

    stated: Mapping[str, object]
    words: str


def _value(text: str, hanchan: Hanchan, *, is_dealer: bool, by_tsumo: bool) -> _Value:
    """Return what a typed value means.

    Raises:
        IncidentError: it is no value, or the edition does not decide it.
    """
    stated: dict[str, object] = {}
    words = text.lower().replace("+", " ").split()
    liable = ""
    if len(words) > 1 and words[-2] in ("liable", "pao"):
        (seat,) = read_seats(words[-1])[:1] or (None,)
        if seat is None:
            raise IncidentError("value", f"{words[-1]!r} is no liable seat")
        stated["liable"] = hanchan.player(seat)
        liable = f", {SEAT_NAMES[seat]} liable"
        words = words[:-2]
    if words and words[-1] in ("tile", "riichi-tile") and not by_tsumo:
        stated["riichi_tile"] = True
        words = words[:-1]
    if len(words) == 1 and words[0].isalpha():
        amount, told = _limit(words[0], is_dealer=is_dealer, by_tsumo=by_tsumo)
    else:
        amount, told = _numbers(
            words, text, hanchan, is_dealer=is_dealer, by_tsumo=by_tsumo
        )
    return _Value({**amount, **stated}, told + liable)


def _limit(
    word: str, *, is_dealer: bool, by_tsumo: bool
) -> tuple[dict[str, object], str]:
    found = [name for name in LIMITS if name.startswith(word)]
    if len(found) != 1:
        known = ", ".join(LIMITS)
        raise IncidentError("value", f"{word!r} is not one of: {known}")
    paid = _paid(LIMITS[found[0]], is_dealer=is_dealer, by_tsumo=by_tsumo)
    stated: object = list(paid) if by_tsumo else paid[0]
    return {"points": stated}, f"{found[0]} = {_spelt(paid, by_tsumo=by_tsumo)}"


def _paid(base: int, *, is_dealer: bool, by_tsumo: bool) -> tuple[int, ...]:
    if by_tsumo:
        return tsumo_points(base, by_dealer=is_dealer)
    return (ron_points(base, by_dealer=is_dealer),)


def _spelt(paid: Sequence[int], *, by_tsumo: bool) -> str:
    if not by_tsumo:
        return score(paid[0])
    return f"{score(paid[0])} each" if len(paid) == 1 else "/".join(map(score, paid))


def _numbers(
    words: Sequence[str],
    text: str,
    hanchan: Hanchan,
    *,
    is_dealer: bool,
    by_tsumo: bool,
) -> tuple[dict[str, object], str]:
    """Return han and fu, or points, with the words for them."""
    plain = [word.removesuffix("han").removesuffix("fu") for word in words]
    numbers = [int(word) for word in plain if word.isascii() and word.isdecimal()]
    if len(numbers) != len(words) or not numbers:
        raise IncidentError(
            "value", f"{text!r} is no value, expected such as 3 40, mangan or 5200"
        )
    han, *rest = numbers
    if han <= HAN_MAX and (not rest or (len(rest) == 1 and rest[0] in FU)):
        fu = rest[0] if rest else None
        if fu is None and 0 < han < min(LIMIT_HAN):
            raise IncidentError("value", f"{han} han need their fu, such as {han} 30")
        kiriage = hanchan.rules.ruleset.play.kiriage
        base = base_points(han, fu, kiriage=kiriage)
        paid = _paid(base, is_dealer=is_dealer, by_tsumo=by_tsumo)
        told = f"{han} han" if fu is None else f"{han} han {fu} fu"
        stated: dict[str, object] = (
            {"han": han} if fu is None else {"han": han, "fu": fu}
        )
        return stated, f"{told} = {_spelt(paid, by_tsumo=by_tsumo)}"
    if min(numbers) < POINTS_MIN or any(each % POINTS_MIN for each in numbers):
        raise IncidentError(
            "value", f"{text!r} is neither han and fu nor points, such as 3 40 or 5200"
        )
    shape = (1 if is_dealer else 2) if by_tsumo else 1
    if len(numbers) != shape:
        expected = {1: "one number", 2: "two: a non-dealer's and the dealer's share"}
        raise IncidentError(
            "value", f"{len(numbers)} numbers of points, expected {expected[shape]}"
        )
    usual = _usual(is_dealer=is_dealer, by_tsumo=by_tsumo)
    odd = "" if tuple(numbers) in usual else " (no hand is worth that)"
    stated = {"points": numbers if by_tsumo else numbers[0]}
    return stated, f"{_spelt(numbers, by_tsumo=by_tsumo)}{odd}"


@cache
def _usual(*, is_dealer: bool, by_tsumo: bool) -> frozenset[tuple[int, ...]]:
    """Return what hands are worth, both roundings and several yakuman included."""
    bases = {
        base_points(han, fu, kiriage=kiriage)
        for han in range(1, 5)
        for fu in FU
        for kiriage in (True, False)
        if (han, fu) != (1, 25)
    }
    bases |= set(LIMITS.values()) | {8000 * many for many in range(2, 7)}
    return frozenset(
        _paid(base, is_dealer=is_dealer, by_tsumo=by_tsumo) for base in bases
    )


def _consequences(
    before: Hanchan, after: Hanchan, names: Mapping[str, str]
) -> list[str]:
    """Return who pays whom, and what the table does next."""
    moved = {
        player: after.scores[player] - before.scores[player]
        for player in before.players
        if after.scores[player] != before.scores[player]
    }
    told = []
    if moved:
        in_order = sorted(moved, key=moved.__getitem__)
        told.append(
            " · ".join(f"{names.get(p, p)} {points(moved[p])}" for p in in_order)
        )
    if after.over:
        told.append("the hanchan is over")
    elif after.deal != before.deal:
        dealer = after.player(Seat.E)
        told.append(
            f"then {hand_words(after.label)}, {after.honba} honba,"
            f" {names.get(dealer, dealer)} deals"
        )
    if after.pot != before.pot:
        told.append(f"pot {score(after.pot)}")
    return told
