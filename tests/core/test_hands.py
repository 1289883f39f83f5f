"""Wins, draws and aborts: who pays whom, the pot, honba and the next dealer."""

import pytest

from ledger.core.hands import check_result, settle
from ledger.core.incidents import Abort, Draw, Nagashi, Result, Ron, Tsumo, Win
from ledger.core.ruleset import Play
from ledger.core.terms import SEATS, Seat
from ledger.errors import IncidentError

E, S, W, N = SEATS
ALL = Play()
TWO = Play(multiple_ron="two", own_sticks=False)
HEAD_BUMP = Play(multiple_ron="head-bump", own_sticks=False)


def _ron(winner: Seat, points: int, loser: Seat, **extra: object) -> Win:
    return Win(winner=winner, loser=loser, points=points, **extra)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("result", "play", "honba", "pot", "riichi", "points", "next_hand"),
    [
        # A plain ron: the winner takes the pot.
        (Ron(wins=(_ron(N, 3900, W),)), ALL, 2, 3000, (S, N),
         (0, 0, -4500, 7500), (0, S)),
        # The dealer wins: a counter more, the deal stays.
        (Ron(wins=(_ron(E, 5800, S),)), ALL, 0, 0, (), (5800, -5800, 0, 0), (1, E)),
        # Two winners: each own stick back, the rest to the first after the discarder.
        (Ron(wins=(_ron(S, 3900, N), _ron(E, 2000, N))), ALL, 1, 3000, (S, N),
         (2000 + 300 + 2000, 3900 + 300 + 1000, 0, -6500), (2, E)),
        # Two are paid (ACen 2014), the sticks to the first; three end the hand.
        (Ron(wins=(_ron(S, 3900, N), _ron(E, 2000, N))), TWO, 0, 2000, (S, W),
         (4000, 3900, 0, -5900), (1, E)),
        (Ron(wins=(_ron(S, 3900, N), _ron(E, 2000, N), _ron(W, 1300, N))), TWO, 1,
         2000, (S, W), (0, 0, 0, 0), (2, E)),
        # Head bump: the first in turn after the discarder is paid alone.
        (Ron(wins=(_ron(S, 3900, N), _ron(W, 8000, N))), HEAD_BUMP, 0, 2000, (S, W),
         (0, 5900, 0, -3900), (0, S)),
        # The riichi tile itself was ronned: the stick goes back to its owner.
        (Ron(wins=(_ron(E, 2900, S, riichi_tile=True),)), ALL, 0, 1000, (S,),
         (2900, -1900, 0, 0), (1, E)),
        # Liability: half each on a ron, the counters by the discarder.
        (Ron(wins=(_ron(W, 32000, S, liable=N),)), ALL, 2, 0, (),
         (0, -16600, 32600, -16000), (0, S)),
        # Tsumo by a non-dealer and by the dealer.
        (Tsumo(winner=S, points=(1300, 2600)), ALL, 1, 1000, (W,),
         (-2700, 6500, -1400, -1400), (0, S)),
        (Tsumo(winner=E, points=(4000,)), ALL, 1, 0, (),
         (12300, -4100, -4100, -4100), (2, E)),
        # Liability on a tsumo: one pays for all.
        (Tsumo(winner=N, points=(8000, 16000), liable=W), ALL, 1, 0, (),
         (0, 0, -32300, 32300), (0, S)),
        # Draws: one, two, three tenpai; nobody and everybody pay nothing.
        (Draw(tenpai=(S,)), ALL, 0, 1000, (S,), (-1000, 3000, -1000, -1000), (1, S)),
        (Draw(tenpai=(E, W)), ALL, 1, 0, (), (1500, -1500, 1500, -1500), (2, E)),
        (Draw(tenpai=(S, W, N)), ALL, 0, 0, (), (-3000, 1000, 1000, 1000), (1, S)),
        (Draw(), ALL, 0, 0, (), (0, 0, 0, 0), (1, S)),
        (Draw(tenpai=SEATS), ALL, 0, 0, (), (0, 0, 0, 0), (1, E)),
        (Abort(kind="nine-tiles"), ALL, 3, 1000, (S,), (0, 0, 0, 0), (4, E)),
        # Nagashi as good as a win takes counters and the pot (EMA 2012).
        (Nagashi(seats=(S,)), Play(nagashi="win"), 1, 1000, (W,),
         (-4100, 8300 + 1000, -2100, -2100), (0, S)),
        (Nagashi(seats=(S,)), Play(nagashi="draw"), 1, 1000, (W,),
         (-4000, 8000, -2000, -2000), (2, S)),
    ],
)  # fmt: skip
def test_a_result_is_settled(
    result: Result,
    play: Play,
    honba: int,
    pot: int,
    riichi: tuple[Seat, ...],
    points: tuple[int, int, int, int],
    next_hand: tuple[int, Seat],
) -> None:
    check_result(result)

    end = settle(result, play, honba=honba, pot=pot, riichi=riichi)

    assert tuple(end.points[seat] for seat in SEATS) == points
    assert sum(points) + end.pot == 0
    assert (end.honba, end.dealer) == next_hand


@pytest.mark.parametrize(
    ("result", "place"),
    [
        (Ron(wins=()), "result.ron"),
        (Ron(wins=(_ron(S, 1000, S),)), "result.ron.0"),
        (Ron(wins=(_ron(S, 0, E),)), "result.ron.0.points"),
        (Ron(wins=(_ron(S, 1000, E), _ron(S, 2000, E))), "result.ron"),
        (Ron(wins=(_ron(S, 1000, E), _ron(W, 2000, N))), "result.ron"),
        (Ron(wins=(_ron(S, 1000, E, liable=S),)), "result.ron.0.liable"),
        (Tsumo(winner=E, points=(1000, 2000)), "result.tsumo.points"),
        (Tsumo(winner=S, points=(1000,)), "result.tsumo.points"),
        (Tsumo(winner=S, points=()), "result.tsumo.points"),
        (Tsumo(winner=S, points=(1000, 2000), liable=S), "result.tsumo.liable"),
        (Draw(tenpai=(S, S)), "result"),
        (Abort(kind="rain"), "result.abort"),
    ],
)
def test_an_impossible_result_is_named(result: Result, place: str) -> None:
    with pytest.raises(IncidentError) as caught:
        check_result(result)

    assert caught.value.place == place


def test_nagashi_is_refused_where_it_is_not_in_use() -> None:
    with pytest.raises(IncidentError, match="not in use"):
        settle(Nagashi(seats=(S,)), Play(), honba=0, pot=0, riichi=())
