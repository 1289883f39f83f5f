"""What is read out at the table, edition by edition."""

import pytest

from ledger.core.announcement import announcement
from ledger.core.incidents import Draw, Incident, Result, Ron, TableState, Win
from ledger.core.rules import rules
from ledger.core.rulings import judge
from ledger.core.terms import Seat


def said(
    edition: str,
    offender: str | None,
    situation: str,
    *,
    table: TableState | None = None,
    result: Result | None = None,
    options: dict[str, str] | None = None,
    **facts: object,
) -> str:
    incident = Incident(
        offender=Seat(offender) if offender else None,
        situation=situation,
        facts=facts,  # type: ignore[arg-type]
    )
    return announcement(
        judge(rules(edition, options), table or TableState(), [incident], result)
    )


RIICHI = TableState(riichi=(Seat.W,))


def test_chombo_with_a_riichi_on_the_table() -> None:
    told = said("ema-2025", "S", "furiten-ron", table=RIICHI, shown=True)

    assert told == "Chombo, South. Riichi bets go back. The hand is dealt again."


def test_nothing_is_said_while_something_is_asked() -> None:
    assert said("ema-2025", "S", "furiten-ron") == ""


def test_a_reverse_mangan_names_who_gets_what() -> None:
    options = {"venue": "social"}
    told = said("ema-2025", "S", "furiten-ron", options=options, shown=True)

    assert told == (
        "Chombo, South. South pays 4,000 to East and 2,000 to each of West and North."
        " The hand is dealt again."
    )


def test_the_dealers_reverse_mangan_is_one_amount() -> None:
    options = {"venue": "social"}
    told = said("ema-2025", "E", "furiten-ron", options=options, shown=True)

    assert "East pays 4,000 to each of South, West and North." in told


def test_a_dead_hand_says_what_it_may_not_do() -> None:
    told = said("ema-2025", "N", "wrong-tile-count", tiles=12, expected=13)

    assert told == (
        "Dead hand, North. North may not win, call or be tenpai. Play goes on."
    )


def test_a_deposit_goes_onto_the_table() -> None:
    options = {"withdrawn_call": "deposit"}
    told = said(
        "reach", "W", "withdrawn-call", options=options, call="pon", shown=False
    )

    assert "West puts 1,000 on the table." in told
    assert told.endswith("Play goes on.")


def test_a_void_riichi_gives_its_own_bet_back() -> None:
    table = TableState(riichi=(Seat.E, Seat.S))
    told = said("ema-2025", "E", "open-riichi", table=table)

    assert "East's riichi bet goes back." in told


def test_a_fine_that_is_all_of_it_is_told() -> None:
    told = said("ema-2025", "E", "late", seconds=300)

    assert told == "Point penalty, East: 5,000 points after uma."


def test_a_small_error_is_no_penalty() -> None:
    told = said("ema-2025", "S", "withdrawn-call", call="chii", shown=False)

    assert told == "No penalty, South. Play goes on."


def test_a_valid_win_leaves_only_the_result() -> None:
    win = Ron(wins=(Win(winner=Seat.N, loser=Seat.W, points=5200),))
    told = said("ema-2025", "S", "furiten-ron", result=win, shown=True)

    assert told == "No penalty, South. The result of the hand stands."


def test_the_last_discard_softens_it() -> None:
    told = said("ema-2025", "S", "furiten-ron", result=Draw(), shown=True)

    assert told.startswith("Dead hand, South.")


@pytest.mark.parametrize("left", [1, 2])
def test_after_the_time_signal_a_chombo_can_end_the_game(left: int) -> None:
    table = TableState(hands_left=left)
    told = said("ema-2025", "S", "furiten-ron", table=table, shown=True)

    assert told.endswith("The game ends." if left == 1 else "dealt again.")


def test_outside_a_table_the_player_is_called_by_name() -> None:
    incident = Incident(offender=Seat.E, situation="late", facts={"seconds": 60})
    ruling = judge(rules("ema-2025"), TableState(), [incident])

    assert announcement(ruling, {Seat.E: "Ito"}) == (
        "Point penalty, Ito: 1,000 points after uma."
    )


def test_two_offenders_are_both_named() -> None:
    both = [
        Incident(offender=Seat.S, situation="furiten-ron", facts={"shown": True}),
        Incident(offender=Seat.N, situation="kuikae", facts={"kind": "suji"}),
    ]
    told = announcement(judge(rules("ema-2025"), TableState(), both))

    assert told == "Chombo, South. Dead hand, North. The hand is dealt again."
