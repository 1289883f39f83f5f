"""Who is to blame and who is noten: between the clauses again.

A player led into an error beside the one who led him, a hand that nobody has declared
dead at a draw, tenpai that is none, a count that is right, the bets of a last hand.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from ledger.core.lines import judge_line
from ledger.core.replay_lines import Replay
from ledger.errors import LedgerError

FALSE_RON = {"shown": True, "by": "ron"}
DRAW = {"draw": {"tenpai": ["E", "S"]}}


def judged(
    ruleset: str,
    situation: str | None,
    facts: Mapping[str, object] | None = None,
    **line: object,
) -> dict[str, Any]:
    """Return the answer about an incident of South, or about a result alone."""
    incident = None
    if situation is not None:
        incident = {"offender": "S", "situation": situation, "facts": facts or {}}
    return judge_line({"ruleset": ruleset, "incident": incident, **line})


def led_astray(ruleset: str, effect: str, situation: str) -> dict[str, Any]:
    """Return the answer where South's error made North declare a win."""
    facts = {"seconds": 60} if situation == "late" else FALSE_RON
    north = {"offender": "N", "situation": situation, "facts": facts}
    return judged(
        ruleset, "caused-error", facts={"victim": "N", "effect": effect}, also=[north]
    )


@pytest.mark.parametrize("situation", ["win-wrong-tile", "furiten-ron"])
def test_who_was_led_into_a_win_is_not_punished(situation: str) -> None:
    """EMA 2025 6.1.3 makes the cause chombo, and only the cause."""
    answer = led_astray("ema-2025", "mistaken-win", situation)

    assert [each["class"] for each in answer["rulings"]] == ["chombo", "none"]
    assert answer["tournament"] == {"E": 0, "S": -20000, "W": 0, "N": 0}
    assert answer["hand"] == "replay"


def test_being_led_into_a_win_excuses_nothing_else() -> None:
    late = led_astray("ema-2025", "mistaken-win", "late")
    spoilt = led_astray("ema-2025", "hand-lost", "win-wrong-tile")

    assert late["tournament"] == {"E": 0, "S": -20000, "W": 0, "N": -1000}
    assert spoilt["tournament"] == {"E": 0, "S": -20000, "W": 0, "N": -20000}


def test_a_referees_choice_excuses_nobody() -> None:
    """WRC 2025 12.1: whoever errs answers for it alone, both are fined."""
    win = {"offender": "N", "situation": "win-wrong-tile", "facts": FALSE_RON}
    cause = {
        "offender": "S", "situation": "caused-error",
        "facts": {"victim": "N", "effect": "mistaken-win"},
        "choice": {"outcome": "chombo"},
    }  # fmt: skip
    answer = judge_line({"ruleset": "wrc-2025", "incident": cause, "also": [win]})

    assert answer["tournament"] == {"E": 0, "S": -30000, "W": 0, "N": -30000}


def test_a_hand_that_nobody_declared_dead_is_tenpai() -> None:
    """EMA 2025 3.3.14: it is dead only from the declaration on."""
    table = {"dead": {"S": "undeclared"}}
    answer = judged("ema-2025", None, table=table, result=DRAW)

    assert answer["points"] == {"E": 1500, "S": 1500, "W": -1500, "N": -1500}
    with pytest.raises(LedgerError, match="S has a dead hand"):
        judged("wrc-2025", None, table=table, result=DRAW)


def test_a_hand_declared_dead_at_its_call_is_noten_in_the_same_draw() -> None:
    """EMA 2025 6.9: the call after the last discard is cancelled, the hand dead."""
    answer = judged(
        "ema-2025", "act-with-dead-hand", facts={"action": "pon", "aware": False},
        table={"dead": {"S": "undeclared"}, "last_discard": True}, result=DRAW,
    )  # fmt: skip

    assert answer["class"] == "dead-hand"
    assert answer["points"] == {"E": 3000, "S": -1000, "W": -1000, "N": -1000}


def test_tenpai_claimed_falsely_is_noten() -> None:
    """WRC 2025 12.3.6."""
    false = {"kind": "false", "shown": True, "misled": False}
    other = {**false, "kind": "out-of-order"}

    told = judged("wrc-2025", "tenpai-claim", facts=false, result=DRAW)
    sound = judged("wrc-2025", "tenpai-claim", facts=other, result=DRAW)

    assert told["points"] == {"E": 3000, "S": -1000, "W": -1000, "N": -1000}
    assert sound["points"] == {"E": 1500, "S": 1500, "W": -1500, "N": -1500}


@pytest.mark.parametrize(
    ("ruleset", "class_"), [("wrc-2025", "chombo"), ("ema-2025", "dead-hand")]
)
def test_a_changed_riichi_hand_is_looked_at_again_at_the_draw(
    ruleset: str, class_: str
) -> None:
    """WRC 2025 12.3.5: dead, and chombo once drawn. EMA 2025 softens what came last."""
    told = {"found": "mid-hand"}
    table = {"riichi": ["S"], "last_discard": True}
    drawn = judged(
        ruleset, "riichi-hand-changed", told, table=table,
        result={"draw": {"tenpai": ["E"]}},
    )  # fmt: skip
    open_ = judged(ruleset, "riichi-hand-changed", told, table=table)

    assert (drawn["class"], open_["class"]) == (class_, "dead-hand")


@pytest.mark.parametrize("situation", ["noten-riichi", "illegal-riichi-kan"])
@pytest.mark.parametrize("ruleset", ["ema-2025", "ema-2016", "ema-2012", "wrc-2025"])
def test_what_was_noticed_in_mid_hand_bars_the_own_win(
    ruleset: str, situation: str
) -> None:
    """EMA 2025 6.7.1, 6.8; WRC 2025 12.3.5: a chombo at the own win."""
    answer = judged(
        ruleset, situation, {"found": "mid-hand"}, table={"riichi": ["S"]},
        result={"tsumo": {"winner": "S", "points": [1000, 2000]}},
    )  # fmt: skip

    assert (answer["class"], answer["hand"]) == ("chombo", "replay")
    assert answer["riichi_returned"] == ["S"]


@pytest.mark.parametrize(
    ("left", "riichi", "parts"),
    [(1, ["W"], ["sticks"]), (1, [], []), (2, ["W"], []), (None, ["W"], [])],
)
def test_the_bets_of_a_hand_that_is_not_dealt_again_are_assumed_to_go_back(
    left: int | None, riichi: list[str], parts: list[str]
) -> None:
    """EMA 2025 7.4 lets a chombo use up the last hand and is silent about its bets."""
    answer = judged(
        "ema-2025", "win-no-yaku", facts=FALSE_RON,
        table={"hands_left": left, "riichi": riichi},
    )  # fmt: skip

    assert [each["part"] for each in answer["assumed"]] == parts
    assert answer["riichi_returned"] == riichi


@pytest.mark.parametrize(
    ("ruleset", "points"), [("ema-2025", 8000), ("ema-2016", 7700), ("wrc-2015", None)]
)
def test_rounding_up_to_mangan_came_with_the_2025_edition(
    ruleset: str, points: int | None
) -> None:
    """EMA 2025 lists it among its changes to 2016; WRC 2015's clause was not found."""
    replay = Replay()
    start = {"event": "start", "ruleset": ruleset, "players": ["a", "b", "c", "d"]}
    replay.answer(start)
    wins = [{"winner": "b", "han": 4, "fu": 30}]
    answer = replay.answer({"event": "ron", "wins": wins, "loser": "c"})

    if points is None:
        assert "give points" in str(answer["error"])
        return
    assert answer["scores"] == {
        "a": 30000, "b": 30000 + points, "c": 30000 - points, "d": 30000
    }  # fmt: skip


@pytest.mark.parametrize("ruleset", ["ema-2025", "ema-2016", "wrc-2025"])
def test_a_hand_does_not_end_by_an_abortive_draw(ruleset: str) -> None:
    """EMA 2025 3.1: a win or an exhaustive draw, nothing else."""
    replay = Replay()
    start = {"event": "start", "ruleset": ruleset, "players": ["a", "b", "c", "d"]}
    replay.answer(start)

    assert "error" in replay.answer({"event": "abort"})
