"""The four arguments that every referee has heard, settled from the tiles.

Furiten on another side of a three-sided wait; furiten by a tile that would have had no
yaku; the discard that was called away; the noten riichi that only the draw reveals.
Each under several editions, because what follows is not the same in all of them.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from ledger.core.lines import judge_line

# Class if the hand is shown, class if only the word was said, what the offender loses
# at the table and on the tournament score.
FALSE_RON: Mapping[str, tuple[str, str, int, int]] = {
    "ema-2025": ("chombo", "dead-hand", 0, -20000),
    "ema-2016": ("chombo", "dead-hand", 0, -20000),
    "wrc-2015": ("chombo", "dead-hand", 0, -20000),
    "wrc-2025": ("chombo", "chombo", 0, -30000),
    "m-league": ("chombo", "dead-hand", 0, -20000),
    "riichi-wiki": ("chombo", "dead-hand", -8000, 0),
}


def judged(
    ruleset: str,
    facts: Mapping[str, object],
    evidence: Mapping[str, object],
    **line: object,
) -> dict[str, Any]:
    """Return what the tiles of South amount to; the situation is left to them."""
    incident = {"offender": "S", "facts": facts, "evidence": evidence}
    return judge_line({"ruleset": ruleset, "incident": incident, **line})


def assert_false_ron(
    ruleset: str, evidence: Mapping[str, object], situation: str = "furiten-ron"
) -> dict[str, Any]:
    """Assert what the edition does with a ron in furiten, shown and only said."""
    shown_class, said_class, at_table, after_uma = FALSE_RON[ruleset]
    shown = judged(ruleset, {"shown": True}, evidence)
    said = judged(ruleset, {"shown": False}, evidence)

    assert shown["found"]["situation"] == situation
    assert shown["class"] == shown_class
    assert said["class"] == said_class
    assert shown["points"]["S"] == at_table
    assert shown["tournament"]["S"] == after_uma
    assert shown["hand"] == "replay"
    return shown


# 1. Another side of a three-sided wait

THREE_SIDED = "23456m567p345s88p"
"""Waits on 1, 4 and 7 of characters; pinfu whichever of them comes."""


@pytest.mark.parametrize("ruleset", FALSE_RON)
@pytest.mark.parametrize("discarded", ["1m", "4m", "7m"])
@pytest.mark.parametrize("won_on", ["1m", "4m", "7m"])
def test_any_side_of_the_wait_bars_ron_on_every_side(
    ruleset: str, discarded: str, won_on: str
) -> None:
    answer = assert_false_ron(
        ruleset,
        {
            "tiles": THREE_SIDED,
            "discards": ["9s", discarded, "1z"],
            "win": {"tile": won_on, "by": "ron", "from": "N"},
        },
    )

    assert answer["found"]["waits"] == ["1m", "4m", "7m"]
    assert answer["found"]["furiten"] == "own-discard"
    assert answer["found"]["furiten_tiles"] == [discarded]


@pytest.mark.parametrize("ruleset", FALSE_RON)
def test_the_same_hand_may_win_by_tsumo(ruleset: str) -> None:
    evidence = {
        "tiles": THREE_SIDED, "discards": ["9s", "1m"], "drawn": "7m",
        "win": {"tile": "7m", "by": "tsumo"},
    }  # fmt: skip
    answer = judged(ruleset, {"shown": True}, evidence)

    assert answer["class"] == "none"
    assert answer["found"]["furiten"] == "own-discard"


# 2. A tile that would have had no yaku

OPEN: Mapping[str, object] = {
    "tiles": "23s55p678s", "melds": ["chii:234m", "chii:567m"], "round_wind": "E",
    "seat_wind": "S",
}  # fmt: skip
"""4s makes tanyao; 1s completes the hand without any yaku."""


@pytest.mark.parametrize("ruleset", FALSE_RON)
def test_a_tile_without_yaku_makes_furiten_all_the_same(ruleset: str) -> None:
    won = {"tile": "4s", "by": "ron", "from": "N"}
    answer = assert_false_ron(ruleset, {**OPEN, "discards": ["9p", "1s"], "win": won})
    assert answer["found"]["furiten_tiles"] == ["1s"]
    assert answer["found"]["yaku"] == ["tanyao"]

    passed = [{"seat": "W", "tile": "1s"}]
    answer = assert_false_ron(
        ruleset, {**OPEN, "discards": ["9p"], "since_discard": passed, "win": won}
    )
    assert answer["found"]["furiten"] == "temporary"

    sound = judged(ruleset, {"shown": True}, {**OPEN, "discards": ["9p"], "win": won})
    assert sound["class"] == "none"


@pytest.mark.parametrize("ruleset", FALSE_RON)
def test_without_furiten_the_tile_that_has_no_yaku_is_another_fault(
    ruleset: str,
) -> None:
    won = {"tile": "1s", "by": "ron", "from": "N"}

    assert_false_ron(ruleset, {**OPEN, "discards": ["9p"], "win": won}, "win-no-yaku")


# 3. The discard that was called away

CLOSED = "234m567m55p23s678s"
"""Waits on 1s and 4s."""


@pytest.mark.parametrize("ruleset", FALSE_RON)
def test_a_discard_called_away_still_makes_furiten(ruleset: str) -> None:
    """It no longer lies in the pond but turned in another player's set."""
    won = {"tile": "4s", "by": "ron", "from": "W"}
    pond = ["9p", "7z"]
    in_the_pond = judged(
        ruleset, {"shown": True}, {"tiles": CLOSED, "discards": pond, "win": won}
    )
    assert in_the_pond["class"] == "none"

    all_of_them = ["9p", "1s", "7z"]
    assert_false_ron(ruleset, {"tiles": CLOSED, "discards": all_of_them, "win": won})


@pytest.mark.parametrize("ruleset", FALSE_RON)
def test_a_passed_tile_that_was_called_still_makes_furiten(ruleset: str) -> None:
    answer = assert_false_ron(
        ruleset,
        {
            "tiles": CLOSED, "discards": ["9p"],
            "since_discard": [{"seat": "W", "tile": "1s", "called": True}],
            "win": {"tile": "4s", "by": "ron", "from": "N"},
        },
    )  # fmt: skip
    assert answer["found"]["furiten"] == "temporary"


def test_ema_2012_forgets_a_passed_tile_at_anybodys_call() -> None:
    """The one edition in which the call lifts it, the called tile included."""
    evidence = {
        "tiles": CLOSED, "discards": ["9p"],
        "since_discard": [{"seat": "W", "tile": "1s", "called": True}],
        "win": {"tile": "4s", "by": "ron", "from": "N"},
    }  # fmt: skip

    assert judged("ema-2012", {"shown": True}, evidence)["class"] == "none"
    own = {**evidence, "discards": ["9p", "1s"], "since_discard": []}
    assert judged("ema-2012", {"shown": True}, own)["class"] == "chombo"


# 4. The noten riichi that only the draw reveals

NOTEN_RIICHI: Mapping[str, object] = {
    "tiles": "234m678m99s57p", "melds": ["closed-kan:6666p"], "riichi_at": 0,
    "discards": ["1z"],
}  # fmt: skip
"""Its only wait is the fifth 6p, and the four lie in its own kan."""

AT_THE_DRAW = {
    "ema-2025": ("chombo", 0, -20000),
    "wrc-2025": ("chombo", 0, -30000),
    "m-league": ("chombo", 0, -20000),
    "riichi-wiki": ("chombo", -8000, 0),
    "reach": ("full-foul", -8000, 0),
}


@pytest.mark.parametrize("ruleset", AT_THE_DRAW)
def test_nothing_follows_before_the_hand_has_to_be_shown(ruleset: str) -> None:
    table = {"riichi": ["S"]}
    noticed = judged(ruleset, {"found": "mid-hand"}, NOTEN_RIICHI, table=table)

    assert noticed["found"]["situation"] == "noten-riichi"
    assert noticed["class"] == "none"
    assert noticed["hand"] == "continue"
    assert noticed["dead_hands"] == []


@pytest.mark.parametrize("ruleset", AT_THE_DRAW)
def test_nothing_follows_if_somebody_else_wins(ruleset: str) -> None:
    table = {"riichi": ["S"], "honba": 1}
    win = {"ron": [{"winner": "N", "loser": "S", "points": 3900}]}
    answer = judged(ruleset, {"found": "draw"}, NOTEN_RIICHI, table=table, result=win)

    assert answer["class"] == "none"
    assert answer["points"] == {"E": 0, "S": -4200, "W": 0, "N": 5200}
    assert not any(answer["tournament"].values())


@pytest.mark.parametrize("ruleset", AT_THE_DRAW)
@pytest.mark.parametrize("found", ["draw", None])
def test_the_draw_reveals_it_and_is_not_paid(ruleset: str, found: str | None) -> None:
    class_, at_table, after_uma = AT_THE_DRAW[ruleset]
    facts = {} if found is None else {"found": found}
    answer = judged(
        ruleset, facts, NOTEN_RIICHI, table={"riichi": ["S", "W"], "honba": 1},
        result={"draw": {"tenpai": ["W"]}},
    )  # fmt: skip

    assert answer["found"]["tenpai"] is False
    assert answer["class"] == class_
    assert answer["points"]["S"] == at_table + 1000
    assert answer["tournament"]["S"] == after_uma
    assert sorted(answer["riichi_returned"]) == ["S", "W"]
    assert (answer["hand"], answer["honba"], answer["dealer"]) == ("replay", 1, "E")


@pytest.mark.parametrize("ruleset", AT_THE_DRAW)
def test_a_riichi_that_only_died_pays_as_noten_and_no_more(ruleset: str) -> None:
    sound = {"tiles": CLOSED, "riichi_at": 0, "discards": ["9p"]}
    incident = {
        "offender": "S", "situation": "noten-riichi", "facts": {"found": "draw"},
        "evidence": sound,
    }  # fmt: skip
    answer = judge_line(
        {
            "ruleset": ruleset, "incident": incident,
            "table": {"riichi": ["S"], "dead": {"S": "declared"}},
            "result": {"draw": {"tenpai": ["W"]}},
        }
    )  # fmt: skip

    assert answer["class"] == "none"
    assert answer["points"] == {"E": -1000, "S": -1000, "W": 3000, "N": -1000}
    assert answer["pot_after"] == 1000
