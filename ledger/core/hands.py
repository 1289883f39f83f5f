"""How a hand that ends in the ordinary way is settled: wins, draws, aborts.

Points move between the four seats and the pot only, so every settlement sums to zero
with the pot. Values of wins come without honba and sticks; both are added here as the
edition says.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ledger.core.incidents import Abort, Draw, Nagashi, Result, Ron, Tsumo, Win
from ledger.core.ruleset import Play
from ledger.core.terms import ABORTS, SEATS, STICK, Seat, turns_after
from ledger.errors import IncidentError


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnd:
    """What a result moves, and how the next deal begins. Units: points."""

    points: Mapping[Seat, int]
    pot: int
    """Change of the pot; sums to zero with `points`."""
    honba: int
    dealer: Seat
    """The seat of this hand that deals next."""
    returned: tuple[Seat, ...] = ()
    """Seats whose stick went back because their riichi never took effect."""
    assumed: tuple[tuple[str, str, str], ...] = ()
    """Part, value and reason where the edition is silent."""


def winners(result: Result | None) -> tuple[Seat, ...]:
    """Return who wins by `result`; nobody at a draw."""
    match result:
        case Ron(wins=wins):
            return tuple(win.winner for win in wins)
        case Tsumo(winner=winner):
            return (winner,)
        case _:
            return ()


def is_won(result: Result | None, play: Play) -> bool:
    """Whether the result is a win, or a nagashi that the edition treats as one."""
    if isinstance(result, Nagashi):
        return play.nagashi == "win"
    return bool(winners(result))


def without(result: Result | None, seats: Iterable[Seat]) -> Result | None:
    """Return `result` less the wins of `seats`; None if no win is left."""
    gone = set(seats)
    match result:
        case Ron(wins=wins):
            left = tuple(win for win in wins if win.winner not in gone)
            return Ron(wins=left) if left else None
        case Tsumo(winner=winner):
            return None if winner in gone else result
        case _:
            return result


def check_result(result: Result) -> None:
    """Raise unless the result is one that a hand can have.

    Raises:
        IncidentError: naming the part of the result that is wrong.
    """
    match result:
        case Ron(wins=wins):
            _check_ron(wins)
        case Tsumo():
            _check_tsumo(result)
        case Draw(tenpai=seats) | Nagashi(seats=seats):
            if len(set(seats)) != len(seats):
                raise IncidentError("result", "names a seat twice, expected each once")
            if isinstance(result, Nagashi) and not seats:
                raise IncidentError("result.nagashi", "names nobody, expected a seat")
        case Abort(kind=kind):
            if kind not in ABORTS:
                raise IncidentError(
                    "result.abort", f"{kind!r} is not one of: {', '.join(ABORTS)}"
                )


def _check_tsumo(win: Tsumo) -> None:
    is_dealer = win.winner is Seat.E
    shape = "[each]" if is_dealer else "[non-dealer pays, dealer pays]"
    if len(win.points) != (1 if is_dealer else 2) or min(win.points) <= 0:
        raise IncidentError("result.tsumo.points", f"expected {shape}, above 0")
    if win.liable is win.winner:
        raise IncidentError("result.tsumo.liable", "the winner cannot be liable")


def _check_ron(wins: tuple[Win, ...]) -> None:
    if not wins:
        raise IncidentError("result.ron", "has no winner")
    if len({win.winner for win in wins}) != len(wins):
        raise IncidentError("result.ron", "names a winner twice, expected each once")
    if len({win.loser for win in wins}) != 1:
        raise IncidentError("result.ron", "has two losers, expected one discarder")
    for index, win in enumerate(wins):
        if win.winner is win.loser:
            raise IncidentError(
                f"result.ron.{index}", "winner and loser are the same seat"
            )
        if win.points <= 0:
            raise IncidentError(f"result.ron.{index}.points", "expected points above 0")
        if win.liable is win.winner:
            raise IncidentError(
                f"result.ron.{index}.liable", "the winner cannot be liable"
            )


def settle(
    result: Result, play: Play, *, honba: int, pot: int, riichi: tuple[Seat, ...]
) -> HandEnd:
    """Return what the result of a hand moves under an edition.

    Args:
        result: A checked result.
        play: The edition's rules of ordinary hands.
        honba: Honba of the hand.
        pot: Everything lying on the table, this hand's sticks included.
        riichi: Seats whose stick of this hand is in the pot.
    """
    end = _settled(result, play, honba, pot, riichi)
    assumed = (*end.assumed, *_assumed(result, play, honba, riichi))
    # Where a counter is worth nothing there are none (Mu, 10).
    has_counters = play.honba_ron or play.honba_tsumo
    return replace(end, honba=end.honba if has_counters else 0, assumed=assumed)


def _assumed(
    result: Result, play: Play, honba: int, riichi: tuple[Seat, ...]
) -> Iterator[tuple[str, str, str]]:
    """Yield part, value and reason of what the edition's file assumes for this end."""
    is_multiple = isinstance(result, Ron) and len(result.wins) > 1
    has_noten = isinstance(result, Draw) and 0 < len(result.tenpai) < len(SEATS)
    used = {
        "honba_ron": honba > 0 and isinstance(result, Ron | Tsumo),
        "multiple_ron": is_multiple,
        "own_sticks": is_multiple and bool(riichi),
        "tenpai_points": has_noten,
        "dealer_stays": True,
    }
    for part, why in play.assumed.items():
        if used.get(part, False):
            value = getattr(play, part)
            told = ", ".join(value) if isinstance(value, tuple) else str(value)
            yield part, told, why


def _settled(
    result: Result, play: Play, honba: int, pot: int, riichi: tuple[Seat, ...]
) -> HandEnd:
    if isinstance(result, Ron) and play.multiple_ron == "two":
        result = Abort(kind="triple-ron") if result.wins[2:] else result
    match result:
        case Ron(wins=wins):
            return _settle_ron(wins, play, honba, pot, riichi)
        case Tsumo():
            return _settle_tsumo(result, play, honba, pot)
        case Draw(tenpai=tenpai):
            stays = Seat.E in tenpai and "tenpai" in play.dealer_stays
            return HandEnd(
                points=_tenpai_payments(tenpai, play.tenpai_points),
                pot=0,
                honba=honba + play.draw_honba,
                dealer=Seat.E if stays else Seat.S,
            )
        case Nagashi(seats=seats):
            return _settle_nagashi(seats, play, honba, pot)
        case Abort():
            return HandEnd(
                points=dict.fromkeys(SEATS, 0), pot=0, honba=honba + 1, dealer=Seat.E
            )


def _settle_ron(
    wins: tuple[Win, ...], play: Play, honba: int, pot: int, riichi: tuple[Seat, ...]
) -> HandEnd:
    loser = wins[0].loser
    in_turn = sorted(wins, key=lambda win: turns_after(loser, win.winner))
    paid = in_turn[:1] if play.multiple_ron == "head-bump" else in_turn
    points = dict.fromkeys(SEATS, 0)
    returned: tuple[Seat, ...] = ()
    if loser in riichi and any(win.riichi_tile for win in wins):
        points[loser] += STICK
        pot -= STICK
        returned = (loser,)
    for win in paid:
        counters = honba * play.honba_ron
        points[win.winner] += win.points + counters
        if win.liable is None or win.liable is loser:
            points[loser] -= win.points + counters
            continue
        half = win.points // 2
        points[win.liable] -= half
        points[loser] -= win.points - half
        points[loser if play.liable_honba == "discarder" else win.liable] -= counters
    taken = pot
    if len(paid) > 1 and play.own_sticks:
        for win in paid[1:]:
            if win.winner in riichi:
                points[win.winner] += STICK
                pot -= STICK
    points[paid[0].winner] += pot
    next_honba, dealer = _after_win(tuple(win.winner for win in paid), play, honba)
    return HandEnd(
        points=points,
        pot=-taken - STICK * len(returned),
        honba=next_honba,
        dealer=dealer,
        returned=returned,
    )


def _settle_tsumo(win: Tsumo, play: Play, honba: int, pot: int) -> HandEnd:
    points = dict.fromkeys(SEATS, 0)
    each, from_dealer = win.points[0], win.points[-1]
    for seat in SEATS:
        if seat is win.winner:
            continue
        share = (from_dealer if seat is Seat.E else each) + honba * play.honba_tsumo
        # A liable player alone pays what the three would have paid together.
        points[win.liable or seat] -= share
        points[win.winner] += share
    points[win.winner] += pot
    next_honba, dealer = _after_win((win.winner,), play, honba)
    return HandEnd(points=points, pot=-pot, honba=next_honba, dealer=dealer)


def _after_win(won: tuple[Seat, ...], play: Play, honba: int) -> tuple[int, Seat]:
    """Return honba and dealer of the next deal."""
    if Seat.E not in won:
        return 0, Seat.S
    return honba + 1, Seat.E if "win" in play.dealer_stays else Seat.S


def _tenpai_payments(tenpai: tuple[Seat, ...], total: int) -> dict[Seat, int]:
    if len(tenpai) in (0, len(SEATS)):
        return dict.fromkeys(SEATS, 0)
    gain, loss = total // len(tenpai), total // (len(SEATS) - len(tenpai))
    return {seat: gain if seat in tenpai else -loss for seat in SEATS}


def _settle_nagashi(
    seats: tuple[Seat, ...], play: Play, honba: int, pot: int
) -> HandEnd:
    if play.nagashi == "none":
        raise IncidentError(
            "result.nagashi", "nagashi mangan is not in use in this edition"
        )
    points = dict.fromkeys(SEATS, 0)
    as_win = play.nagashi == "win"
    counters = honba * play.honba_tsumo if as_win else 0
    each, from_dealer = play.nagashi_points
    for winner in seats:
        for seat in SEATS:
            if seat is winner:
                continue
            mangan = from_dealer if Seat.E in (seat, winner) else each
            points[seat] -= mangan + counters
            points[winner] += mangan + counters
    if as_win:
        first = min(seats, key=SEATS.index)
        points[first] += pot
        next_honba, dealer = _after_win(seats, play, honba)
        return HandEnd(points=points, pot=-pot, honba=next_honba, dealer=dealer)
    dealer = Seat.E if Seat.E in seats else Seat.S
    why = "whether the dealer was tenpai is not told with a nagashi mangan"
    return HandEnd(
        points=points,
        pot=0,
        honba=honba + play.draw_honba,
        dealer=dealer,
        assumed=(("dealer", dealer, why),),
    )
