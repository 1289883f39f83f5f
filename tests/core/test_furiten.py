"""Furiten, case by case: a referee can proof-read this table.

Each case says what happened in the hand and which furiten follows. Unless a case says
otherwise the hand is a two-sided wait on 1s and 4s.
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.evidence import read_evidence
from ledger.core.furiten import TileRules
from ledger.core.tile_facts import Found
from ledger.core.tiles import plain
from tests.core.tile_cases import (
    EMA_2012,
    EMA_2025,
    ORPHANS,
    REACH,
    RULES,
    THREE_SIDED,
    TILE,
    TWO_SIDED,
    WIKI,
    WRC_2025,
    Stated,
    found_in,
    passed,
    ron,
)

# The referee's four favourite arguments ------------------------------------------


def test_furiten_on_another_side_of_a_three_sided_wait() -> None:
    found = found_in(ron("2s", tiles=THREE_SIDED, discards=["8s", "1z"]))
    assert found.waits == ("2s", "5s", "8s")
    assert (found.furiten, found.furiten_tiles) == ("own-discard", ("8s",))
    assert found.situation == "furiten-ron"


def test_furiten_by_a_tile_that_would_have_had_no_yaku() -> None:
    """The 1s would not even have won, the 4s is tanyao: furiten all the same."""
    open_hand = {"tiles": "234m55p23s678s", "melds": ["chii:567m"]}
    assert found_in(ron("1s", **open_hand)).situation == "win-no-yaku"
    assert found_in(ron("4s", **open_hand)).situation is None
    found = found_in(ron("4s", **open_hand, since_discard=passed("1s")))
    assert (found.furiten, found.situation) == ("temporary", "furiten-ron")


def test_the_discard_that_was_called_away() -> None:
    """It lies in another player's set, but `discards` keeps it, so it counts."""
    found = found_in(ron("4s", discards=["9p", "1s", "7z"]))
    assert (found.furiten, found.situation) == ("own-discard", "furiten-ron")


def test_the_noten_riichi_that_only_the_draw_reveals() -> None:
    """The hand needs 6p; all four of them are in its own kan (EMA 2025 6.6.2)."""
    evidence = {
        "tiles": "234m678m99s57p",
        "melds": ["closed-kan:6666p"],
        "riichi_at": 0,
        "discards": ["1z"],
    }
    found = found_in(evidence)
    assert (found.tenpai, found.waits, found.shanten) == (False, (), 1)
    assert found.situation == "noten-riichi"
    assert found.notes == ("6p would complete the hand, but all four are in it",)


# Furiten -------------------------------------------------------------------------

FURITEN = [
    # what, history, rules, kind, tiles
    ("nothing happened", {}, EMA_2025, "none", ""),
    ("another tile discarded", {"discards": ["9p", "2m"]}, EMA_2025, "none", ""),
    ("own discard", {"discards": ["9p", "1s"]}, EMA_2025, "own-discard", "1s"),
    ("both discarded", {"discards": ["4s", "1s"]}, EMA_2025, "own-discard", "1s 4s"),
    ("passed", {"since_discard": passed("4s")}, EMA_2025, "temporary", "4s"),
    ("harmless passed", {"since_discard": passed("5s")}, EMA_2025, "none", ""),
    (
        "an added kan passed (B29)",
        {"since_discard": passed("4s", kind="added-kan")},
        EMA_2025,
        "temporary",
        "4s",
    ),
    (
        "a closed kan is nothing to a common wait",
        {"since_discard": passed("4s", kind="closed-kan")},
        EMA_2025,
        "none",
        "",
    ),
    (
        "passed, and taken by another for a set",
        {"since_discard": passed("4s", called=True)},
        EMA_2025,
        "temporary",
        "4s",
    ),
    (
        "EMA 2012: the call of that very tile wipes it out",
        {"since_discard": passed("4s", called=True)},
        EMA_2012,
        "none",
        "",
    ),
    (
        "EMA 2012: a later call wipes it out",
        {"since_discard": [*passed("4s"), *passed("7z", called=True)]},
        EMA_2012,
        "none",
        "",
    ),
    (
        "EMA 2012: passed again after the call",
        {"since_discard": [*passed("7z", called=True), *passed("4s")]},
        EMA_2012,
        "temporary",
        "4s",
    ),
    (
        "Reach: a call in between does not lift it",
        {"since_discard": [*passed("4s"), *passed("7z", called=True)]},
        REACH,
        "temporary",
        "4s",
    ),
    (
        "EMA, WRC: the own draw ends it",
        {"since_discard": passed("4s"), "drawn": "9m"},
        EMA_2025,
        "none",
        "",
    ),
    (
        "Reach: so does the own turn",
        {"since_discard": passed("4s"), "drawn": "9m"},
        REACH,
        "none",
        "",
    ),
    (
        "riichi.wiki: only the own discard ends it",
        {"since_discard": passed("4s"), "drawn": "9m"},
        WIKI,
        "temporary",
        "4s",
    ),
    (
        "the own draw does not end an own discard's furiten",
        {"discards": ["4s"], "drawn": "9m"},
        EMA_2025,
        "own-discard",
        "4s",
    ),
    (
        "riichi: what passed once bars for good",
        {"riichi_at": 0, "discards": ["9p"], "since_riichi": passed("1s", "9m")},
        EMA_2025,
        "riichi",
        "1s",
    ),
    (
        "riichi: the own draw does not lift it",
        {"riichi_at": 0, "since_riichi": passed("1s"), "drawn": "9m"},
        EMA_2025,
        "riichi",
        "1s",
    ),
    (
        "riichi: nor does a call, in any edition",
        {"riichi_at": 0, "since_riichi": passed("1s", called=True)},
        EMA_2012,
        "riichi",
        "1s",
    ),
    (
        "riichi: what passed since the last discard passed in riichi",
        {"riichi_at": 0, "since_discard": passed("4s")},
        EMA_2025,
        "riichi",
        "4s",
    ),
    (
        "riichi: a passed added kan too (B29)",
        {"riichi_at": 0, "since_riichi": passed("4s", kind="added-kan")},
        EMA_2025,
        "riichi",
        "4s",
    ),
    (
        "of several kinds the one that lasts longest, own discard, is named",
        {"riichi_at": 0, "discards": ["1s"], "since_riichi": passed("4s")},
        EMA_2025,
        "own-discard",
        "1s 4s",
    ),
    (
        "an own kan of the very tile is no pass, and shows the own turn",
        {
            "since_discard": [
                *passed("4s"),
                {"seat": "S", "tile": "9p", "kind": "added-kan"},
            ]
        },
        EMA_2025,
        "none",
        "",
    ),
    (
        "riichi.wiki: the own kan in between is no own discard",
        {
            "since_discard": [
                *passed("4s"),
                {"seat": "S", "tile": "1s", "kind": "added-kan"},
            ]
        },
        WIKI,
        "temporary",
        "4s",
    ),
]


@pytest.mark.parametrize(
    ("history", "rules", "kind", "tiles"),
    [pytest.param(*case[1:], id=case[0]) for case in FURITEN],
)
def test_furiten(history: Stated, rules: TileRules, kind: str, tiles: str) -> None:
    found = found_in({"tiles": TWO_SIDED, **history}, rules)
    assert (found.furiten, " ".join(found.furiten_tiles)) == (kind, tiles)
    assert found.situation is None, "no win was declared"


def test_a_closed_kan_counts_against_thirteen_orphans_where_it_can_be_robbed() -> None:
    evidence = {
        "tiles": ORPHANS,
        "since_discard": passed("6z", kind="closed-kan"),
    }
    assert found_in(evidence, EMA_2025).furiten == "temporary"
    assert found_in(evidence, WRC_2025).furiten == "none"


def test_red_and_plain_fives_are_one_tile() -> None:
    hand = {"tiles": "234m678m46p88p678s"}
    assert found_in(ron("0p", **hand, discards=["5p"])).furiten == "own-discard"
    assert found_in(ron("5p", **hand, discards=["0p"])).furiten == "own-discard"
    assert found_in(ron("0p", **hand)).waits == ("5p",)


def test_the_discard_after_a_call_is_an_own_discard() -> None:
    call = {"melds": ["chii:567m"], "called_tile": "5m", "discarded": "4s"}
    found = found_in({"tiles": "234m55p23s678s", **call})
    assert (found.furiten, found.furiten_tiles) == ("own-discard", ("4s",))


def test_without_waits_there_is_no_furiten() -> None:
    found = found_in({"tiles": "147m258p369s1234z", "discards": ["1m"]})
    assert (found.furiten, found.furiten_tiles) == ("none", ())


# Properties ----------------------------------------------------------------------

PASSES = st.lists(
    st.fixed_dictionaries(
        {
            "seat": st.sampled_from("EWN"),
            "tile": TILE,
            "kind": st.sampled_from(["discard", "added-kan", "closed-kan"]),
            "called": st.booleans(),
        }
    ),
    max_size=6,
)
HANDS = st.sampled_from([TWO_SIDED, THREE_SIDED, ORPHANS, "1112345678999m", "3m"])
HISTORY = st.fixed_dictionaries(
    {"tiles": HANDS, "discards": st.lists(TILE, max_size=6), "since_discard": PASSES},
    optional={"drawn": TILE, "riichi_at": st.integers(0, 5)},
)


@given(HISTORY, RULES, TILE)
def test_one_more_discard_never_lifts_furiten(
    history: dict[str, object], rules: TileRules, tile: str
) -> None:
    before = furiten_of(history, rules)
    discards = [*history["discards"], tile]  # type: ignore[misc]
    after = furiten_of(history | {"discards": discards}, rules)
    assert set(before.furiten_tiles) <= set(after.furiten_tiles)
    if plain(tile) in after.waits:
        assert after.furiten == "own-discard"


@given(HISTORY, RULES)
def test_editions_order_by_how_long_temporary_furiten_lasts(
    history: dict[str, object], rules: TileRules
) -> None:
    """Whatever any-call leaves, own-turn leaves; whatever that leaves, own-discard."""
    tiles = [
        set(
            furiten_of(
                history, replace(rules, temporary_furiten_ends=ends)
            ).furiten_tiles
        )
        for ends in ("any-call", "own-turn", "own-discard")
    ]
    assert tiles[0] <= tiles[1] <= tiles[2]


@given(HISTORY, RULES)
def test_furiten_is_named_exactly_when_a_wait_causes_it(
    history: dict[str, object], rules: TileRules
) -> None:
    found = furiten_of(history, rules)
    assert (found.furiten == "none") == (not found.furiten_tiles)
    assert set(found.furiten_tiles) <= set(found.waits)
    assert ("riichi_at" in history) or found.furiten != "riichi"
    assert ("riichi_at" not in history) or found.furiten != "temporary"


def furiten_of(history: Mapping[str, object], rules: TileRules) -> Found:
    """Examine a history whose drawn tile may be one too many of its kind."""
    hand = dict(history)
    if hand.get("drawn"):
        tiles = read_evidence({"tiles": hand["tiles"]}).tiles or ()
        drawn = str(hand["drawn"])
        if [plain(tile) for tile in tiles].count(plain(drawn)) > 3:
            hand["drawn"] = "2z"
    return found_in(hand, rules)
