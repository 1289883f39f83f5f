"""What the referee states against what the tiles say: both are shown."""

from collections.abc import Mapping

import pytest

from ledger.core.contradictions import compare
from ledger.core.evidence import read_evidence
from ledger.core.examination import examine
from ledger.core.furiten import TileRules
from ledger.core.terms import Seat
from ledger.core.tile_facts import Contradiction, facts_for

TWO_SIDED = "234m567m55p23s678s"
NOTEN = "147m258p369s1234z"
NO_YAKU = {"tiles": "456p78s22m", "melds": ["chii:123m", "pon:999s"]}
RON = {"tiles": TWO_SIDED, "win": {"tile": "4s", "by": "ron"}, "round_wind": "E"}
FURITEN_RON = RON | {"discards": ["1s"]}
KUIKAE = {"melds": ["chii:345m"], "called_tile": "3m", "discarded": "6m"}
RIICHI = {"tiles": TWO_SIDED, "riichi_at": 0}


def compared(
    situation: str | None, facts: Mapping[str, object], evidence: Mapping[str, object]
) -> list[Contradiction]:
    found = examine(
        read_evidence(evidence, situation=situation), TileRules(), seat=Seat.S
    )
    return list(compare(situation, facts, found))


@pytest.mark.parametrize(
    ("situation", "facts", "evidence"),
    [
        (None, {"shown": True}, FURITEN_RON),
        (None, {"shown": True, "by": "ron"}, FURITEN_RON),
        ("furiten-ron", {"by": "ron"}, FURITEN_RON),
        ("win-wrong-tile", {}, FURITEN_RON | {"win": {"tile": "9p", "by": "ron"}}),
        ("win-not-tenpai", {}, RON | {"tiles": NOTEN}),
        # The evidence would name furiten first; the lacking yaku is true all the same.
        (
            "win-no-yaku",
            {},
            {**NO_YAKU, "win": {"tile": "6s", "by": "ron"}, "discards": ["9s"]}
            | {"round_wind": "E"},
        ),
        ("kuikae", {"kind": "suji"}, KUIKAE),
        ("noten-riichi", {"found": "draw"}, RIICHI | {"tiles": NOTEN}),
        ("noten-riichi", {"because_dead": True}, RIICHI),
        ("hand-not-shown", {"tenpai": True}, RIICHI),
        ("hand-not-shown", {}, RIICHI),
        (
            "wrong-tile-count",
            {"tiles": 12, "expected": 13},
            {"tiles": "123456789m123p"},
        ),
        # The same excess, counted on the own turn.
        (
            "wrong-tile-count",
            {"tiles": 13, "expected": 14},
            {"tiles": "123456789m123p"},
        ),
        # When the count was noticed is the referee's to say, whatever the tiles show.
        (
            "wrong-tile-count",
            {"found": "mid-hand"},
            RON | {"tiles": "234m567m55p23s67s"},
        ),
        ("tenpai-claim", {"kind": "false"}, {"tiles": NOTEN}),
        ("riichi-tile-touch", {"wins": True}, RIICHI | {"drawn": "4s"}),
        ("late", {"seconds": 61}, RIICHI),
        # Not enough is stated to contradict.
        ("win-wrong-tile", {}, {"tiles": TWO_SIDED, "declares": "ron"}),
        ("furiten-ron", {}, {"win": {"tile": "4s", "by": "ron"}}),
    ],
)
def test_no_contradiction(
    situation: str | None, facts: Mapping[str, object], evidence: Mapping[str, object]
) -> None:
    assert compared(situation, facts, evidence) == []


@pytest.mark.parametrize(
    ("situation", "facts", "evidence", "expected"),
    [
        (
            None,
            {"by": "tsumo"},
            FURITEN_RON,
            ("by", "tsumo", "ron", "the tiles say ron"),
        ),
        (
            "furiten-ron",
            {},
            RON,
            (
                "situation",
                "furiten-ron",
                None,
                "none of the waits 1s, 4s was discarded",
            ),
        ),
        (
            "furiten-ron",
            {},
            FURITEN_RON | {"win": {"tile": "4s", "by": "tsumo"}},
            ("situation", "furiten-ron", None, "the win was by tsumo, which furiten"),
        ),
        (
            "furiten-ron",
            {},
            FURITEN_RON | {"tiles": NOTEN},
            ("situation", "furiten-ron", "win-not-tenpai", "the hand waits on nothing"),
        ),
        (
            "selective-ron",
            {},
            FURITEN_RON,
            ("situation", "selective-ron", "furiten-ron", "the furiten is own-discard"),
        ),
        (
            "win-not-tenpai",
            {},
            FURITEN_RON,
            ("situation", "win-not-tenpai", "furiten-ron", "the hand waits on 1s, 4s"),
        ),
        (
            "win-wrong-tile",
            {},
            FURITEN_RON,
            ("situation", "win-wrong-tile", "furiten-ron", "the tile is one of the"),
        ),
        (
            "win-no-yaku",
            {},
            RON,
            ("situation", "win-no-yaku", None, "the hand has pinfu, tanyao"),
        ),
        (
            "win-no-yaku",
            {},
            RON | {"tiles": "123456789m123p"},
            ("situation", "win-no-yaku", "wrong-tile-count", "the tiles show another"),
        ),
        (
            "wrong-tile-count",
            {},
            RON,
            ("situation", "wrong-tile-count", None, "13 tiles, as expected"),
        ),
        (
            "wrong-tile-count",
            {"tiles": 11},
            {"tiles": "123456789m123p"},
            ("tiles", 11, 12, "the tiles say 12"),
        ),
        (
            "kuikae",
            {},
            KUIKAE | {"discarded": "9m"},
            ("situation", "kuikae", None, "the discard is neither the claimed tile"),
        ),
        ("kuikae", {"kind": "same-tile"}, KUIKAE, ("kind", "same-tile", "suji", "the")),
        (
            "noten-riichi",
            {"found": "draw"},
            RIICHI,
            (
                "situation",
                "noten-riichi",
                None,
                "the hand is tenpai, waiting on 1s, 4s",
            ),
        ),
        (
            "noten-riichi",
            {"because_dead": True},
            RIICHI | {"tiles": NOTEN},
            ("because_dead", True, False, "a hand that only died was tenpai before"),
        ),
        (
            "illegal-riichi-kan",
            {"found": "draw"},
            {"tiles": "3444m778899s333z", "riichi_at": 0, "drawn": "3z"}
            | {"declares": "kan"},
            ("situation", "illegal-riichi-kan", None, "waits and shape stay the same"),
        ),
        (
            "hand-not-shown",
            {"tenpai": False},
            RIICHI,
            ("tenpai", False, True, "the tiles say yes"),
        ),
        (
            "tenpai-claim",
            {"kind": "false"},
            {"tiles": TWO_SIDED},
            ("kind", "false", None, "the hand waits on 1s, 4s"),
        ),
        (
            "riichi-tile-touch",
            {"wins": True},
            RIICHI | {"drawn": "5s"},
            ("wins", True, False, "the tiles say no"),
        ),
        # The evidence against itself, or against the offender's seat (South).
        (None, {}, RON | {"seat_wind": "W"}, ("seat_wind", "W", "S", "a seat is the")),
        (None, {}, RON | {"drawn": "9m"}, ("drawn", "9m", None, "a ron is on another")),
        (
            None,
            {},
            RON | {"win": {"tile": "4s", "by": "ron", "from": "S"}},
            ("win.from", "S", None, "a ron is on another player's tile"),
        ),
        (
            None,
            {},
            RON | {"win": {"tile": "4s", "by": "tsumo", "from": "W"}},
            ("win.from", "W", None, "a tsumo is on the own draw"),
        ),
        (
            None,
            {},
            RON | {"win": {"tile": "4s", "by": "tsumo"}, "drawn": "1s"},
            ("drawn", "1s", "4s", "a tsumo is on the own draw"),
        ),
        (
            None,
            {},
            RON | {"since_discard": [{"seat": "S", "tile": "9p"}]},
            ("since_discard[0]", "9p", None, "the list begins after the own last"),
        ),
    ],
)
def test_a_contradiction_shows_both_sides(
    situation: str | None,
    facts: Mapping[str, object],
    evidence: Mapping[str, object],
    expected: tuple[str, object, object, str],
) -> None:
    (difference,) = compared(situation, facts, evidence)
    assert (difference.fact, difference.stated, difference.found) == expected[:3]
    assert difference.why.startswith(expected[3])


def test_tiles_fill_the_facts_of_a_stated_situation() -> None:
    touching = examine(read_evidence(RIICHI | {"drawn": "4s"}), TileRules())
    assert facts_for(touching, "riichi-tile-touch") == {"wins": True}
    assert facts_for(touching, "hand-not-shown") == {"tenpai": True}
    assert facts_for(touching, "late") == {}
    win = examine(read_evidence(FURITEN_RON), TileRules())
    assert facts_for(win, "empty-win-call") == {"by": "ron"}
    assert facts_for(win, None) == {}
