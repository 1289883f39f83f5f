"""What a scorer types for a hand: a few keys become a step, with words beside them."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.hand_entry import FIELDS, HandEntry, hand_entry
from ledger.core.incidents import Draw, Incident
from ledger.core.replay_lines import played
from ledger.core.rules import rules
from ledger.core.table import Hanchan
from ledger.core.terms import Seat

NAMES = {"1": "Rossi", "2": "Ito", "3": "Smith", "4": "林"}


def _start(edition: str = "ema-2025") -> Hanchan:
    return Hanchan.start(rules(edition), ("1", "2", "3", "4"))


def _typed(kind: str, hanchan: Hanchan | None = None, **texts: str) -> HandEntry:
    return hand_entry(hanchan or _start(), kind, texts, NAMES)


def test_the_sketch_of_a_ron() -> None:
    """screens.md: winner w Smith, from s Ito, 3 han 40 fu, with a stick in the pot."""
    hanchan = _start().declare_riichi("1")
    entry = _typed("ron", hanchan, winner="w", loser="s", value="3 40")

    assert entry.step == {
        "event": "ron", "wins": [{"winner": "3", "han": 3, "fu": 40}], "loser": "2",
    }  # fmt: skip
    assert entry.words == (
        "3 han 40 fu = 5,200",
        "Ito −5,200 · Smith +6,200",
        "then East 2, 0 honba, Ito deals",
        "pot 0",
    )
    assert entry.after is not None
    assert entry.after == played(hanchan, entry.step)


def test_winds_are_those_of_the_hand_in_play() -> None:
    later = _start().end_hand(Draw())
    assert later.label == "E2"
    entry = _typed("ron", later, winner="e", loser="n", value="m")

    assert entry.step == {
        "event": "ron", "wins": [{"winner": "2", "points": 12000}], "loser": "1",
    }  # fmt: skip
    assert entry.words[0] == "mangan = 12,000"
    assert entry.words[1] == "Rossi −12,300 · Ito +12,300"


def test_two_winners_have_two_values() -> None:
    entry = _typed("ron", winner="w n", loser="s", value="3 40, 1000")

    assert entry.step is not None
    assert entry.step["wins"] == [
        {"winner": "3", "han": 3, "fu": 40}, {"winner": "4", "points": 1000},
    ]  # fmt: skip
    assert entry.words[:2] == ("3 han 40 fu = 5,200", "1,000")
    short = _typed("ron", winner="w n", loser="s", value="3 40")
    assert short.faults == {
        "value": "1 values for 2 winners, expected one for each, with commas between"
    }


@pytest.mark.parametrize(
    ("winner", "value", "stated", "words"),
    [
        ("e", "2 30", {"han": 2, "fu": 30}, "2 han 30 fu = 1,000 each"),
        ("s", "2 30", {"han": 2, "fu": 30}, "2 han 30 fu = 500/1,000"),
        ("s", "1300 2600", {"points": [1300, 2600]}, "1,300/2,600"),
        ("e", "2600", {"points": [2600]}, "2,600 each"),
        ("s", "hane", {"points": [3000, 6000]}, "haneman = 3,000/6,000"),
        ("s", "y liable n", {"points": [8000, 16000], "liable": "4"},
         "yakuman = 8,000/16,000, North liable"),
        ("s", "6", {"han": 6}, "6 han = 3,000/6,000"),
        ("s", "3HAN 40FU", {"han": 3, "fu": 40}, "3 han 40 fu = 1,300/2,600"),
        ("s", "100 300", {"points": [100, 300]}, "100/300 (no hand is worth that)"),
    ],
)  # fmt: skip
def test_the_value_of_a_tsumo(
    winner: str, value: str, stated: Mapping[str, object], words: str
) -> None:
    entry = _typed("tsumo", winner=winner, value=value)
    player = {"e": "1", "s": "2"}[winner]

    assert entry.step == {"event": "tsumo", "winner": player, **stated}
    assert entry.words[0] == words


def test_a_ronned_riichi_tile_and_a_liable_seat_are_said_after_the_value() -> None:
    hanchan = _start("wrc-2025").declare_riichi("2")
    entry = _typed("ron", hanchan, winner="w", loser="s", value="2000 tile")
    liable = _typed("ron", winner="w", loser="s", value="32000 pao e")

    assert entry.step is not None
    assert entry.step["wins"] == [
        {"winner": "3", "points": 2000, "riichi_tile": True}
    ]  # fmt: skip
    assert entry.words[1] == "Ito −1,000 · Smith +2,000"
    assert liable.words[:2] == (
        "32,000, East liable", "Rossi −16,000 · Ito −16,000 · Smith +32,000",
    )  # fmt: skip


def test_draws_riichi_and_the_rest_take_letters() -> None:
    steps = [
        _typed("draw", tenpai="e w").step,
        _typed("draw", tenpai="-").step,
        _typed("riichi", who="n").step,
        _typed("time-signal").step,
        hand_entry(_start(), "call", {"who": "s", "kind": "closed-kan"}, NAMES).step,
        hand_entry(_start("riichi-wiki"), "abort", {"kind": "nine tiles"}, NAMES).step,
        _typed("nagashi", _start("riichi-wiki"), winner="s").step,
    ]

    assert steps == [
        {"event": "draw", "tenpai": ["1", "3"]},
        {"event": "draw", "tenpai": []},
        {"event": "riichi", "player": "4"},
        {"event": "time-signal"},
        {"event": "call", "player": "2", "kind": "closed-kan"},
        {"event": "abort", "kind": "nine-tiles"},
        {"event": "nagashi", "players": ["2"]},
    ]


def test_what_is_still_blank_is_asked_in_order() -> None:
    assert _typed("ron").asks == "winner"
    assert _typed("ron", winner="w").asks == "loser"
    assert _typed("ron", winner="w", loser="s").asks == "value"
    half = _typed("ron", winner="w", value="mangan")
    assert (half.asks, half.step, half.words) == ("loser", None, ("mangan = 8,000",))
    assert _typed("draw").asks == "tenpai"


@pytest.mark.parametrize(
    ("kind", "texts", "field", "told"),
    [
        ("ron", {"winner": "x"}, "winner", "'x' is not a seat"),
        ("ron", {"winner": "ww"}, "winner", "names a seat twice"),
        ("ron", {"winner": "-"}, "winner", "a ron has a winner"),
        ("ron", {"winner": "w", "loser": "w"}, "loser", "West wins"),
        ("ron", {"loser": "w s"}, "loser", "'w s' is not one seat"),
        ("tsumo", {"winner": "-"}, "winner", "'-' is not one seat"),
        ("tsumo", {"winner": "s", "value": "40 3"}, "value", "neither han and fu nor"),
        ("tsumo", {"winner": "s", "value": "340"}, "value", "neither han and fu nor"),
        ("tsumo", {"winner": "s", "value": "2600"}, "value", "expected two"),
        ("tsumo", {"winner": "e", "value": "500 1000"}, "value", "expected one number"),
        ("tsumo", {"winner": "s", "value": "lots"}, "value", "'lots' is not one of"),
        ("tsumo", {"winner": "s", "value": "3 4O"}, "value", "is no value"),
        ("tsumo", {"winner": "s", "value": "3"}, "value", "need their fu"),
        ("tsumo", {"winner": "s", "value": "13"}, "value", "give points"),
        ("tsumo", {"winner": "s", "value": "y liable"}, "value", "is no value"),
        ("tsumo", {"winner": "s", "value": "m liable x"}, "value", "is not a seat"),
        ("call", {"who": "s", "kind": "kong"}, "kind", "'kong' is not one of"),
        ("abort", {"kind": "nine"}, "kind", "'nine' is not one of"),
    ],
)
def test_what_cannot_be_read_is_a_fault_of_its_field(
    kind: str, texts: dict[str, str], field: str, told: str
) -> None:
    entry = hand_entry(_start(), kind, texts, NAMES)

    assert told in entry.faults[field]
    assert entry.step is None


def test_what_the_rules_forbid_is_told_before_it_is_booked() -> None:
    incident = Incident(offender=Seat.S, situation="wrong-tile-count",
                        facts={"tiles": 12, "expected": 13})  # fmt: skip
    dead, _ = _start().record((incident,))
    entry = _typed("tsumo", dead, winner="s", value="2 30")

    assert "dead hand" in entry.faults[""]
    assert (entry.step, entry.after) == (None, None)
    assert entry.words == ("2 han 30 fu = 500/1,000",)


def test_an_edition_that_is_silent_on_rounding_wants_points() -> None:
    entry = _typed("ron", _start("ema-2012"), winner="w", loser="s", value="4 30")

    assert "give points" in entry.faults["value"]


def test_the_last_hand_says_that_the_hanchan_is_over() -> None:
    hanchan = _start().signal().end_hand(Draw())
    entry = _typed("draw", hanchan, tenpai="-")

    assert entry.words == ("the hanchan is over",)


@given(
    kind=st.sampled_from(sorted(FIELDS)),
    texts=st.dictionaries(
        st.sampled_from(["who", "winner", "loser", "value", "tenpai", "kind"]),
        st.text(alphabet="eswn -,0123456789mhyktpaolib\u3000é", max_size=12),
    ),
)
def test_any_typing_gives_a_step_that_can_be_played_or_says_why_not(
    kind: str, texts: dict[str, str]
) -> None:
    hanchan = _start("riichi-wiki").declare_riichi("2")
    entry = hand_entry(hanchan, kind, texts, NAMES)

    if entry.step is not None:
        assert entry.after == played(hanchan, entry.step)
    else:
        assert entry.asks or entry.faults
