"""The end of a hanchan: ties, oka, leftovers, fines before placing, substitutes."""

import pytest

from ledger.core.rules import rules
from ledger.core.ruleset import Floating, Ruleset, Scoring
from ledger.core.scoring import Ending, score
from ledger.core.terms import SEATS, Seat

E, S, W, N = SEATS


def _ending(*raw: int, **more: object) -> Ending:
    return Ending(raw=dict(zip(SEATS, raw, strict=True)), **more)  # type: ignore[arg-type]


def _ruleset(**changes: object) -> Ruleset:
    """Return WRC 2025 with another scoring."""
    ruleset = rules("wrc-2025").ruleset
    return ruleset.model_copy(
        update={"scoring": ruleset.scoring.model_copy(update=changes)}
    )


def _row(points: object) -> tuple[int, ...]:
    assert isinstance(points, dict)
    return tuple(points[seat] for seat in SEATS)


def test_oka_is_net_of_the_own_stake_and_sums_to_zero() -> None:
    """Bug B7: 25,000 start, oka 20,000, 40/30/20/10."""
    scored = score(rules("m-league").ruleset, _ending(40000, 30000, 20000, 10000))

    assert _row(scored.total) == (60000, 10000, -20000, -50000)
    assert sum(scored.total.values()) == 0


def test_a_tie_goes_to_the_upper_seat_where_the_edition_says_so() -> None:
    """Bug B33, as far as seats go: equal scores, the earlier seat is placed higher."""
    ruleset = _ruleset(ties="seat", start=25000, return_=25000)
    scored = score(ruleset, _ending(32000, 18000, 32000, 18000))

    assert _row(scored.place) == (1, 3, 2, 4)


def test_a_stick_that_does_not_split_is_dropped_by_name() -> None:
    """EMA 2025 3.7: three tied for first and one stick, 333 each, 1 dropped."""
    scored = score(
        rules("ema-2025").ruleset, _ending(33000, 33000, 33000, 20000, leftover=1000)
    )

    assert _row(scored.sticks) == (333, 333, 333, 0)
    assert scored.dropped == 1
    assert scored.check.missing == 0


def test_sticks_never_change_a_place() -> None:
    scored = score(
        rules("ema-2025").ruleset, _ending(30000, 29500, 29500, 29000, leftover=2000)
    )

    assert _row(scored.place) == (1, 2, 2, 4)
    assert _row(scored.sticks) == (2000, 0, 0, 0)


def test_leftover_to_nobody_is_told() -> None:
    scored = score(
        rules("wrc-2025").ruleset, _ending(40000, 30000, 29000, 20000, leftover=1000)
    )

    assert sum(scored.sticks.values()) == 0
    assert scored.unclaimed == 1000


def test_an_edition_without_a_word_on_the_leftover_asks() -> None:
    ending = _ending(40000, 25000, 20000, 14000, leftover=1000)
    scored = score(rules("reach").ruleset, ending)
    answered = score(
        rules("reach").ruleset,
        _ending(40000, 25000, 20000, 14000, leftover=1000, leftover_to=S),
    )

    assert [question.fact for question in scored.ask] == ["leftover"]
    assert not answered.ask
    assert answered.sticks[S] == 1000


def test_a_fine_before_placing_moves_the_place_and_one_after_uma_does_not() -> None:
    before = score(
        rules("wrc-2025").ruleset,
        _ending(35000, 34000, 31000, 20000, before_placing={E: -10000}),
    )
    after = score(
        rules("wrc-2025").ruleset,
        _ending(35000, 34000, 31000, 20000, penalties={E: -10000}),
    )

    assert _row(before.place) == (3, 1, 2, 4)
    assert _row(after.place) == (1, 2, 3, 4)
    assert after.total[E] == 35000 - 30000 + 15000 - 10000


def test_what_staff_must_add_counts_but_leaves_the_check_on_the_sheet() -> None:
    added = {E: -8000, S: 4000, W: 2000, N: 2000}
    scored = score(
        rules("wrc-2025").ruleset, _ending(40000, 30000, 30000, 20000, added=added)
    )

    assert _row(scored.place) == (2, 1, 2, 4)
    assert scored.check.raw == 120000
    assert scored.check.missing == 0


@pytest.mark.parametrize(
    ("when", "totals"),
    [
        # Before the start: the others keep the uma of their real places.
        ("before-start", (25000, -30000, -7000, -26000)),
        # After the start: the others share 15, 5, -5.
        ("after-start", (25000, -30000, 3000, -16000)),
    ],
)
def test_a_replaced_player_has_a_fixed_line(when: str, totals: tuple[int, ...]) -> None:
    """EMA 2025 7.3: -15,000 and -15,000 uma; the others' uma depends on the start."""
    ending = _ending(40000, 33000, 28000, 19000, substitutes={S: when})
    scored = score(rules("ema-2025").ruleset, ending)

    assert _row(scored.total) == totals


def test_floating_uma_counts_exactly_the_line_as_floating() -> None:
    floating = Floating(
        line=30000,
        uma={
            "0": (0, 0, 0, 0),
            "1": (12000, -1000, -3000, -8000),
            "2": (8000, 4000, -4000, -8000),
            "3": (8000, 3000, 1000, -12000),
            "4": (0, 0, 0, 0),
        },
    )
    ruleset = _ruleset(uma=None, floating=floating)

    assert _row(score(ruleset, _ending(30000, 29900, 30200, 29900)).uma) == (
        4000, -6000, 8000, -6000,
    )  # fmt: skip
    assert _row(score(ruleset, _ending(30000, 30000, 30000, 30000)).uma) == (0,) * 4


def test_a_table_that_does_not_add_up_is_scored_and_told() -> None:
    scored = score(rules("ema-2025").ruleset, _ending(40000, 30000, 28000, 20000))

    assert scored.check.missing == 2000
    assert scored.total[Seat.E] == 25000


def test_uneven_uma_shares_round_toward_zero() -> None:
    ruleset = _ruleset(uma=(15000, 5000, -4999, -15001))
    scored = score(ruleset, _ending(45000, 25000, 25000, 25000))

    assert _row(scored.uma) == (15000, -5000, -5000, -5000)
    odd = score(
        _ruleset(uma=(10001, 0, 0, -10001)), _ending(30000, 30000, 30000, 30000)
    )
    assert _row(odd.uma) == (0, 0, 0, 0)
    three = score(
        _ruleset(uma=(10000, 0, 0, -10000)), _ending(32000, 32000, 32000, 24000)
    )
    assert _row(three.uma) == (3333, 3333, 3333, -10000)
    assert three.dropped == 1


def test_the_scoring_model_needs_no_more_than_start_return_and_uma() -> None:
    scoring = Scoring(start=25000, return_=30000, uma=(1, 0, 0, -1))

    assert scoring.ties == "shared"
