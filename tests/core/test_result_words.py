"""A hand's own result as one types it."""

import pytest

from ledger.core.incidents import Abort, Draw, Nagashi, Result, Ron, Tsumo, Win
from ledger.core.result_words import read_seats, read_words, written
from ledger.core.terms import Seat
from ledger.errors import IncidentError

E, S, W, N = Seat


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("", None),
        ("  ", None),
        ("ron w s 5200", Ron(wins=(Win(winner=W, loser=S, points=5200),))),
        (
            "RON w s 5200, n s 2000",
            Ron(
                wins=(
                    Win(winner=W, loser=S, points=5200),
                    Win(winner=N, loser=S, points=2000),
                )
            ),
        ),
        ("tsumo e 2600", Tsumo(winner=E, points=(2600,))),
        ("tsumo s 1300 2600", Tsumo(winner=S, points=(1300, 2600))),
        ("draw", Draw(tenpai=())),
        ("draw e s", Draw(tenpai=(E, S))),
        ("nagashi s", Nagashi(seats=(S,))),
        ("abort nine-tiles", Abort(kind="nine-tiles")),
        ("abort nine tiles", Abort(kind="nine-tiles")),
    ],
)
def test_results(typed: str, result: Result | None) -> None:
    assert read_words(typed) == result
    assert read_words(written(result)) == result


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("rom w s 1000", "nearest known: ron"),
        ("ron w s", "winner, loser, points"),
        ("ron w s 5200,", "winner, loser, points"),
        ("ron x s 5200", "'x' is not a seat"),
        ("ron w s 5.2k", "is not points"),
        ("ron w s 340", "'340' is not in hundreds"),
        ("ron w s \uff15\uff12\uff10\uff10", "is not points"),
        ("tsumo e", "winner and payments"),
        ("tsumo e 1 2 3", "winner and payments"),
        ("draw e e", "names a seat twice"),
        ("nagashi", "needs a seat"),
        ("abort", "needs one of"),
        ("abort nine-tile", "nearest known: nine-tiles"),
    ],
)
def test_faults_say_what_was_expected(typed: str, told: str) -> None:
    with pytest.raises(IncidentError, match=told):
        read_words(typed)


@pytest.mark.parametrize("typed", ["sw", "s w", "S, W"])
def test_seats(typed: str) -> None:
    assert read_seats(typed) == (S, W)
