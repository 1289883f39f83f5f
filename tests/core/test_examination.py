"""What tiles prove, case by case: a referee can proof-read this table.

Each case is an `evidence` object as the contract writes it and the part of `found` that
must come out. Unless a case says otherwise the hand is a two-sided wait on 1s and 4s.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.furiten import TileRules
from ledger.core.tiles import KINDS
from ledger.errors import IncidentError
from tests.core.tile_cases import (
    EMA_2025,
    OPEN_TWO_SIDED,
    ORPHANS,
    REACH,
    RULES,
    TWO_SIDED,
    WRC_2025,
    Stated,
    found_in,
    passed,
    ron,
    tsumo,
)

# Wins ----------------------------------------------------------------------------

WINS = [
    # what, evidence, rules, situation
    ("sound ron", ron("4s"), EMA_2025, None),
    ("sound tsumo", tsumo("4s"), EMA_2025, None),
    ("the tile drawn may be stated as well", tsumo("4s", drawn="4s"), EMA_2025, None),
    ("wrong tile", ron("5s"), EMA_2025, "win-wrong-tile"),
    ("wrong tile, and furiten", ron("5s", discards=["4s"]), EMA_2025, "win-wrong-tile"),
    ("not tenpai", ron("4s", tiles="147m258p369s1234z"), EMA_2025, "win-not-tenpai"),
    ("furiten", ron("4s", discards=["4s"]), EMA_2025, "furiten-ron"),
    ("furiten leaves tsumo free", tsumo("4s", discards=["4s"]), EMA_2025, None),
    (
        "temporary furiten has its own name in Reach",
        ron("4s", since_discard=passed("1s")),
        REACH,
        "selective-ron",
    ),
    (
        "own-discard furiten has not, not even there",
        ron("4s", since_discard=passed("1s"), discards=["1s"]),
        REACH,
        "furiten-ron",
    ),
    ("no yaku", ron("6s", **OPEN_TWO_SIDED), EMA_2025, "win-no-yaku"),
    ("no yaku by tsumo either", tsumo("6s", **OPEN_TWO_SIDED), EMA_2025, "win-no-yaku"),
    (
        "furiten comes before a lacking yaku",
        ron("6s", **OPEN_TWO_SIDED, discards=["9s"]),
        EMA_2025,
        "furiten-ron",
    ),
    (
        "closed tsumo is a yaku by itself",
        tsumo("9s", tiles="234m456p78s22m999p"),
        EMA_2025,
        None,
    ),
    (
        "the same by ron is none",
        ron("9s", tiles="234m456p78s22m999p"),
        EMA_2025,
        "win-no-yaku",
    ),
    (
        "riichi is a yaku",
        ron("9s", tiles="234m456p78s22m999p", riichi_at=3),
        EMA_2025,
        None,
    ),
    (
        "a red five is dora, and dora is no yaku",
        ron("6s", **(OPEN_TWO_SIDED | {"tiles": "406p78s22m"})),
        EMA_2025,
        "win-no-yaku",
    ),
    (
        "open tanyao, where it counts",
        ron("4s", tiles="234m55p23s678s", melds=["chii:567m"]),
        EMA_2025,
        None,
    ),
    (
        "open tanyao, where it does not",
        ron("4s", tiles="234m55p23s678s", melds=["chii:567m"]),
        replace(EMA_2025, open_tanyao=False),
        "win-no-yaku",
    ),
    (
        "one tile short comes before all else",
        ron("4s", tiles="234m567m55p23s67s"),
        EMA_2025,
        "wrong-tile-count",
    ),
    (
        "robbing an added kan is a yaku",
        ron("6s", **OPEN_TWO_SIDED)
        | {"win": {"tile": "6s", "by": "ron", "kind": "added-kan"}},
        EMA_2025,
        None,
    ),
    (
        "a closed kan cannot be robbed with a common hand",
        ron("4s") | {"win": {"tile": "4s", "by": "ron", "kind": "closed-kan"}},
        EMA_2025,
        "win-wrong-tile",
    ),
    (
        "but with thirteen orphans, where the edition allows it (R54)",
        ron("6z", tiles=ORPHANS)
        | {"win": {"tile": "6z", "by": "ron", "kind": "closed-kan"}},
        EMA_2025,
        None,
    ),
    (
        "and not where it does not (R54)",
        ron("6z", tiles=ORPHANS)
        | {"win": {"tile": "6z", "by": "ron", "kind": "closed-kan"}},
        WRC_2025,
        "win-wrong-tile",
    ),
    (
        "the wrong word for a sound win",
        ron("4s", declares="tsumo"),
        EMA_2025,
        "ron-tsumo-confusion",
    ),
    (
        "the wrong word is the lesser fault",
        ron("5s", declares="tsumo"),
        EMA_2025,
        "win-wrong-tile",
    ),
    (
        "five-sided wait, one side discarded (R3)",
        ron("3m", tiles="3334455556m678p", discards=["9s", "6m", "1z"], riichi_at=2),
        EMA_2025,
        "furiten-ron",
    ),
    (
        "ron on the old wait (R5)",
        ron("7s", tiles="234m567m345s888p6p"),
        EMA_2025,
        "win-wrong-tile",
    ),
    (
        "3-6-9m with 9m discarded (R46)",
        ron("3m", tiles="45678m123p999s11z", discards=["9m"], riichi_at=0),
        EMA_2025,
        "furiten-ron",
    ),
]


@pytest.mark.parametrize(
    ("evidence", "rules", "situation"),
    [pytest.param(*case[1:], id=case[0]) for case in WINS],
)
def test_declared_win(
    evidence: Stated, rules: TileRules, situation: str | None
) -> None:
    found = found_in(evidence, rules)
    assert found.situation == situation
    assert found.missing == ()
    assert found.contradictions == ()
    if situation in ("win-not-tenpai", "win-wrong-tile", "furiten-ron", "win-no-yaku"):
        assert found.facts == {"by": found.by}


def test_a_win_without_its_tile_is_judged_as_far_as_it_goes() -> None:
    said = {"tiles": TWO_SIDED, "declares": "ron"}
    found = found_in(said)
    assert (found.situation, [each.fact for each in found.missing]) == (None, ["win"])
    furiten = found_in(said | {"discards": ["1s"]})
    assert (furiten.situation, furiten.missing) == ("furiten-ron", ())
    noten = found_in(said | {"tiles": "147m258p369s1234z"})
    assert (noten.situation, noten.missing) == ("win-not-tenpai", ())


def test_a_win_without_the_hand_cannot_be_called_sound() -> None:
    found = found_in({"win": {"tile": "4s", "by": "ron"}})
    assert (found.count, found.tenpai, found.situation) == (None, None, None)
    assert [each.fact for each in found.missing] == ["tiles"]


# Tile counts ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("evidence", "count", "expected", "situation"),
    [
        ({"tiles": TWO_SIDED}, 13, 13, None),
        ({"tiles": TWO_SIDED, "drawn": "9m"}, 13, 13, None),
        ({"tiles": "234m567m55p23s67s"}, 12, 13, "wrong-tile-count"),
        ({"tiles": "234m567m55p23s6789s"}, 14, 13, "wrong-tile-count"),
        (
            {"tiles": "234m56s9p", "melds": ["closed-kan:1111p", "pon:555z"]},
            12,
            13,
            "wrong-tile-count",  # hidden by the fourth tile of a kan
        ),
        (
            {"tiles": "234p678s55z11m", "melds": ["chii:345m"], "called_tile": "3m"},
            13,
            13,
            None,
        ),
        (
            {"tiles": "234p678s55z112m", "melds": ["chii:345m"], "called_tile": "3m"},
            14,
            14,  # the discard after the call is still to come
            None,
        ),
    ],
)
def test_count(
    evidence: Stated, count: int, expected: int, situation: str | None
) -> None:
    found = found_in(evidence)
    assert (found.count, found.expected) == (count, expected)
    assert found.situation == situation


def test_a_wrong_count_fills_its_facts() -> None:
    short = {"tiles": "234m567m55p23s67s"}
    assert found_in(short).facts == {"tiles": 12, "expected": 13}
    assert found_in(ron("4s", **short)).facts == {
        "tiles": 12,
        "expected": 13,
        "found": "own-win",
    }


# Kuikae --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "called", "discarded", "kind"),
    [
        ("chii:345m", "3m", "3m", "same-tile"),
        ("chii:345m", "3m", "6m", "suji"),
        ("chii:345m", "5m", "2m", "suji"),
        ("chii:345m", "4m", "4m", "same-tile"),
        ("chii:345m", "4m", "1m", None),
        ("chii:345m", "3m", "9m", None),
        ("chii:340m", "4m", "4m", "same-tile"),
        ("pon:555p", "5p", "0p", "same-tile"),
    ],
)
def test_kuikae(meld: str, called: str, discarded: str, kind: str | None) -> None:
    found = found_in(
        {
            "tiles": "234p678s55z11s",
            "melds": [meld],
            "called_tile": called,
            "discarded": discarded,
        }
    )
    assert found.kuikae == kind
    assert found.situation == ("kuikae" if kind else None)
    assert found.facts == ({"kind": kind} if kind else {})


def test_kuikae_needs_no_hand() -> None:
    call = {"melds": ["chii:345m"], "called_tile": "3m", "discarded": "6m"}
    assert found_in(call).situation == "kuikae"


def test_a_call_that_leaves_only_swap_calling_is_noted() -> None:
    """B45: 6 is called with 45 from 3456; 3 and 6 are all that is left."""
    call = {
        "tiles": "36m",
        "melds": ["pon:111z", "pon:222z", "pon:333z", "chii:456m"],
        "called_tile": "6m",
    }
    assert found_in(call).notes[0] == "every discard left would be swap-calling"
    assert not found_in(call | {"tiles": "37m"}).notes


# Riichi --------------------------------------------------------------------------


R33 = {"tiles": "3578899m234p789p", "drawn": "6m", "declares": "riichi"}
FAR_AWAY = "147m258p369s1234z"


@pytest.mark.parametrize(
    ("evidence", "situation"),
    [
        ({"tiles": TWO_SIDED, "riichi_at": 0}, None),
        ({"tiles": FAR_AWAY, "riichi_at": 0}, "noten-riichi"),
        ({"tiles": "457p234m678m55s99s", "riichi_at": 5}, "noten-riichi"),  # R48
        # On the own turn riichi needs one discard that leaves tenpai.
        (R33, None),
        (R33 | {"tiles": FAR_AWAY}, "noten-riichi"),
        # R33: cutting 3m or 8m is sound; R1: the wrong tile was cut.
        (R33 | {"discarded": "3m"}, None),
        (R33 | {"discarded": "8m"}, None),
        (R33 | {"discarded": "2p"}, "noten-riichi"),
        # A riichi hand has no choice of discard: the drawn tile cannot mend it.
        (
            {"tiles": "457p234m678m55s99s", "riichi_at": 5, "drawn": "6p"},
            "noten-riichi",
        ),
    ],
)
def test_noten_riichi(evidence: Stated, situation: str | None) -> None:
    found = found_in(evidence)
    assert found.situation == situation
    assert found.tenpai == (situation is None)


@pytest.mark.parametrize(
    ("evidence", "rules", "fault"),
    [
        ({"drawn": "4m"}, EMA_2025, "waits"),  # R35
        ({"drawn": "3z"}, EMA_2025, None),  # R35
        ({"tiles": "3333555666777m", "drawn": "6m"}, EMA_2025, None),
        ({"tiles": "3333555666777m", "drawn": "6m"}, WRC_2025, "shape"),
        (
            {"tiles": "333345m678p78s22z", "drawn": "6m"},  # R37
            EMA_2025,
            "not-drawn",
        ),
    ],
)
def test_kan_in_riichi(evidence: Stated, rules: TileRules, fault: str | None) -> None:
    base = {"tiles": "3444m778899s333z", "riichi_at": 0, "declares": "kan"}
    found = found_in({**base, **evidence}, rules)
    assert found.riichi_kan == fault
    assert found.situation == ("illegal-riichi-kan" if fault else None)


def test_the_kan_may_be_named() -> None:
    hand = {"tiles": "333345m678p78s22z", "riichi_at": 0, "drawn": "3z"}
    named = hand | {"declares": "closed-kan:3333m"}
    assert found_in(named).riichi_kan == "not-drawn"
    with pytest.raises(IncidentError, match=r"^closed kan: 1 of 3z, a closed"):
        found_in(hand | {"declares": "closed-kan:3333z"})


def test_a_kan_without_four_of_a_kind_is_not_judged() -> None:
    kan = {"tiles": TWO_SIDED, "riichi_at": 0, "drawn": "9m", "declares": "kan"}
    found = found_in(kan)
    assert (found.riichi_kan, found.situation) == (None, None)
    assert found.notes == ("four of a kind are not held, so no kan was judged",)


def test_a_kan_already_made_is_judged_but_not_named() -> None:
    """Whether it was made before the riichi, tiles do not tell (R35, after the kan)."""
    after = {"tiles": "3m778899s333z", "melds": ["closed-kan:4444m"], "riichi_at": 0}
    found = found_in(after)
    assert (found.riichi_kan, found.situation) == ("waits", None)
    assert found.holds["illegal-riichi-kan"]
    sound = {"tiles": "3444m778899s", "melds": ["closed-kan:3333z"], "riichi_at": 0}
    assert "illegal-riichi-kan" not in found_in(sound).holds


def test_a_drawn_tile_that_wins() -> None:
    assert found_in({"tiles": TWO_SIDED, "drawn": "4s"}).wins is True
    assert found_in({"tiles": TWO_SIDED, "drawn": "5s"}).wins is False
    assert found_in({"tiles": TWO_SIDED}).wins is None


def test_tenpai_on_the_own_turn() -> None:
    """EMA 2025 3.3.8: some discard must leave tenpai; the waits are those before."""
    found = found_in({"tiles": "3578899m234p789p", "drawn": "6m"})
    assert (found.tenpai, found.waits, found.shanten) == (True, (), 1)
    assert found_in({"tiles": FAR_AWAY, "drawn": "6m"}).tenpai is False


# The answer ----------------------------------------------------------------------


def test_the_json_has_the_contract_s_fields() -> None:
    found = found_in(ron("4s", discards=["9p", "1s"]))
    assert found.as_json() == {
        "count": 13,
        "expected": 13,
        "tenpai": True,
        "waits": ["1s", "4s"],
        "furiten": "own-discard",
        "furiten_tiles": ["1s"],
        "yaku": ["pinfu", "tanyao"],
        "kuikae": None,
        "situation": "furiten-ron",
    }


def test_a_fifth_copy_among_the_discards_is_noted() -> None:
    found = found_in({"tiles": TWO_SIDED, "discards": ["5p", "0p", "5p"]})
    assert found.notes == ("5 of 5p among the own tiles, sets and discards",)


# Properties ----------------------------------------------------------------------


@given(
    st.permutations([kind for kind in KINDS for _ in range(4)]),
    st.integers(10, 14),
    RULES,
    st.sampled_from(["ron", "tsumo"]),
)
def test_any_hand_gives_an_answer(
    wall: list[str], number: int, rules: TileRules, by: str
) -> None:
    evidence = {
        "tiles": "".join(wall[:number]),
        "win": {"tile": wall[number], "by": by},
        "discards": wall[number + 1 : number + 8],
        "since_discard": [{"tile": tile} for tile in wall[-3:]],
        "round_wind": "E",
    }
    found = found_in(evidence, rules)
    assert found.situation is not None or (found.yaku and found.count == 13)
    assert found == found_in(evidence, rules)
