"""Waits and distance: the contract's vectors, and two libraries as oracles.

`mahjong` knows only whether 14 tiles are complete, so it is tried with every kind;
`xiangting` computes waits itself but sees the concealed tiles alone, so a fifth copy in
a set is taken out of its answer here.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import xiangting
from hypothesis import given
from hypothesis import strategies as st
from mahjong.agari import Agari

from ledger.core.examination import waits_answer
from ledger.core.furiten import TileRules
from ledger.core.tiles import (
    COPIES,
    EXPECTED,
    KIND_COUNT,
    KINDS,
    Hand,
    Meld,
    MeldKind,
    count_kinds,
    parse_hand,
)
from ledger.core.waits import (
    Block,
    discards_to_tenpai,
    fifth_waits,
    readings,
    shanten,
    waits,
    without,
)
from ledger.errors import IncidentError

VECTORS = Path(__file__).parents[1] / "vectors" / "waits.jsonl"
EDITIONS = {
    "ema-2012": TileRules(temporary_furiten_ends="any-call"),
    "ema-2025": TileRules(),
    "reach": TileRules(temporary_furiten_ends="own-turn", selective_ron=True),
    "riichi-wiki": TileRules(temporary_furiten_ends="own-discard"),
}


def hand(tiles: str, *melds: str) -> Hand:
    return parse_hand(tiles, list(melds))


# The contract's vectors ----------------------------------------------------------


def vectors() -> Iterator[object]:
    for line in VECTORS.read_text("utf-8").splitlines():
        vector = json.loads(line)
        yield pytest.param(vector["in"], vector["out"], id=vector["id"])


@pytest.mark.parametrize(("given_line", "expected"), vectors())
def test_vector(given_line: dict[str, object], expected: dict[str, object]) -> None:
    rules = EDITIONS[str(given_line["ruleset"])]
    if "error" in expected:
        with pytest.raises(IncidentError):
            waits_answer(given_line, rules)
        return
    answer = waits_answer(given_line, rules)
    assert {key: answer[key] for key in expected} == expected


def test_an_answer_has_the_contract_s_fields() -> None:
    line: dict[str, object] = {
        "id": ["any", "json"],
        "tiles": "234m55p678s34567s",
        "discards": ["8s", "9m", "2s"],
    }
    assert waits_answer(line, TileRules()) == {
        "id": ["any", "json"],
        "count": 13,
        "shanten": 0,
        "waits": ["2s", "5s", "8s"],
        "furiten": "own-discard",
        "furiten_tiles": ["2s", "8s"],
    }


def test_a_wrong_count_waits_on_nothing() -> None:
    line: dict[str, object] = {"tiles": "234m567m55p23s67s", "discards": ["1s"]}
    assert waits_answer(line, TileRules()) == {
        "id": None,
        "count": 12,
        "shanten": None,
        "waits": [],
        "furiten": "none",
        "furiten_tiles": [],
    }


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({}, "tiles: missing, expected some like 123m0p7z"),
        ({"tiles": None}, "tiles: missing"),
        ({"tiles": "1x"}, "tiles: position 2: 'x' is no tile"),
        ({"tiles": "1m", "meld": []}, "unknown key 'meld'; nearest known: melds"),
        ({"tiles": "1m", "discards": "1m"}, "discards: '1m' is no list like"),
        ({"tiles": "1m", "discards": ["12m"]}, "discards[0]: 2 tiles in '12m'"),
        ({"tiles": "1m", "riichi_at": True}, "riichi_at: True is no index"),
        ({"tiles": "1m", "riichi_at": -1}, "riichi_at: -1 is no index"),
        ({"tiles": "1m", "riichi_at": 1.0}, "riichi_at: 1.0 is no index"),
        (
            {"tiles": "1m", "melds": ["pon:555z"], "riichi_at": 0},
            "riichi_at: riichi with the called set pon:555z, expected closed kans only",
        ),
        (
            {"tiles": "1m", "since_riichi": [{"tile": "1m"}]},
            "since_riichi: tiles passed since a riichi, but riichi_at is missing",
        ),
        (
            {"tiles": "1m", "since_discard": [{"seat": "N"}]},
            "since_discard[0]: no tile, expected one such as 4s",
        ),
        (
            {"tiles": "1m", "since_discard": [{"tile": "1m", "seat": "north"}]},
            "since_discard[0].seat: 'north' is no seat, expected E, S, W or N",
        ),
        (
            {"tiles": "1m", "since_discard": [{"tile": "1m", "kind": "add-kan"}]},
            "since_discard[0].kind: unknown kind 'add-kan'; nearest known: added-kan",
        ),
        (
            {"tiles": "1m", "since_discard": [{"tile": "1m", "called": 1}]},
            "since_discard[0].called: 1 is not true or false",
        ),
        (
            {"tiles": "1m", "since_discard": ["1m"]},
            "since_discard[0]: '1m' is no object with seat, tile, kind, called",
        ),
    ],
)
def test_a_bad_line_is_refused(line: dict[str, object], fault: str) -> None:
    with pytest.raises(IncidentError) as caught:
        waits_answer(line, TileRules())
    assert str(caught.value).startswith(fault)


# Shapes a referee meets ----------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("123456789m1111p", [], ""),  # B21: only a fifth 1p would do
        ("12s444666s88p", ["closed-kan:3333s"], ""),  # R31
        ("23m567p678s55s", ["closed-kan:1111m"], "4m"),
        ("7z", ["pon:777z", "pon:222z", "pon:333z", "kan:4444z"], ""),
        ("1111m22p33p44p55s6z", [], ""),  # B23: four of a kind is one pair
        ("1122m33p44p55s66z7z", [], "7z"),
        ("19m19p19s1234567z", [], "1m9m1p9p1s9s1z2z3z4z5z6z7z"),
        ("19m19p199s123456z", [], "7z"),
        ("3344556677889s", [], "3s6s9s"),  # seven pairs and sequences at once
        ("2233445566778m", [], "2m5m8m"),
    ],
)
def test_waits(tiles: str, melds: list[str], expected: str) -> None:
    pairs = [expected[at : at + 2] for at in range(0, len(expected), 2)]
    assert list(waits(hand(tiles, *melds))) == pairs


def test_the_wait_that_is_none_is_told() -> None:
    assert fifth_waits(hand("123456789m1111p")) == ("1p",)
    assert fifth_waits(hand("23m567p678s55s", "closed-kan:1111m")) == ("1m",)
    assert fifth_waits(hand("234m567m55p23s678s")) == ()
    assert fifth_waits(hand("123456789m111p")) == ()


def test_on_the_own_turn_the_discards_that_leave_tenpai_are_told() -> None:
    """R33: 3578899m 234p 789p draws 6m; cutting 3m or 8m are both sound."""
    own_turn = hand("35678899m234p789p")
    assert {"3m", "8m"} <= set(discards_to_tenpai(own_turn))
    after = {
        tile: waits(Hand(without(own_turn.tiles, tile))) for tile in ("3m", "8m", "2p")
    }
    assert after == {"3m": ("8m", "9m"), "8m": ("4m",), "2p": ()}


def test_readings_are_all_ways_to_see_complete_tiles() -> None:
    triplets = (Block("triplet", 0), Block("triplet", 1), Block("triplet", 2))
    complete = count_kinds(hand("111222333m55p").tiles)
    assert set(readings(complete)) == {
        (*triplets, Block("pair", 13)),
        (*[Block("run", 0)] * 3, Block("pair", 13)),
    }
    assert list(readings(count_kinds(hand("123m").tiles))) == []
    assert list(readings(count_kinds(hand("89m1p22z").tiles))) == []


# Oracles -------------------------------------------------------------------------


def random_melds(random: Random, number: int, held: list[int]) -> tuple[Meld, ...]:
    """Make sets out of tiles that are left, and take them."""
    melds: list[Meld] = []
    while len(melds) < number:
        kind = random.choice(list(MeldKind))
        first = random.randrange(KIND_COUNT)
        if kind is MeldKind.CHII:
            if first >= 27 or first % 9 > 6:
                continue
            kinds = [first, first + 1, first + 2]
        else:
            kinds = [first] * (3 if kind is MeldKind.PON else 4)
        if any(held[each] + kinds.count(each) > COPIES for each in kinds):
            continue
        for each in kinds:
            held[each] += 1
        melds.append(Meld(kind, tuple(KINDS[each] for each in kinds)))
    return tuple(melds)


def from_the_wall(random: Random) -> Hand:
    """Deal a hand from a whole wall, or from few kinds so that shapes interlock."""
    held = [0] * KIND_COUNT
    melds = random_melds(random, random.choice([0, 0, 0, 1, 2, 3, 4]), held)
    narrow = random.choice([None, range(9), range(9, 18), range(20, 34)])
    wall = [
        kind
        for kind in range(KIND_COUNT)
        for _ in range(COPIES - held[kind])
        if narrow is None or kind in narrow or random.random() < 0.03
    ]
    tiles = random.sample(wall, EXPECTED - 3 * len(melds))
    return Hand(tuple(KINDS[kind] for kind in tiles), melds)


def one_short(random: Random) -> Hand:
    """Build a complete hand out of sets and a pair, and take one tile away."""
    held = [0] * KIND_COUNT
    melds = random_melds(random, random.choice([0, 0, 1, 2, 3]), held)
    narrow = random.choice([34, 34, 12])
    while True:
        kinds: list[int] = [random.randrange(narrow)] * 2
        while len(kinds) < EXPECTED + 1 - 3 * len(melds):
            first = random.randrange(narrow)
            is_low = first < 27 and first % 9 < 7
            run = [first, first + 1, first + 2]
            kinds += run if is_low and random.random() < 0.7 else [first] * 3
        if all(held[kind] + kinds.count(kind) <= COPIES for kind in kinds):
            break
    kinds.remove(random.choice(kinds))
    return Hand(tuple(KINDS[kind] for kind in kinds), melds)


def odd_shape(random: Random) -> Hand:
    """Deal near seven pairs or near thirteen orphans."""
    if random.random() < 0.5:
        kinds = random.sample(range(KIND_COUNT), 7)
        tiles = [kind for kind in kinds for _ in range(2)][:EXPECTED]
    else:
        orphans = [
            kind for kind in range(KIND_COUNT) if kind >= 27 or kind % 9 in (0, 8)
        ]
        tiles = [*orphans[:-1], random.choice(orphans)]
        random.shuffle(tiles)
    if random.random() < 0.5:
        tiles[0] = random.choice(
            [k for k in range(KIND_COUNT) if tiles.count(k) < COPIES]
        )
    if any(tiles.count(kind) > COPIES for kind in tiles):
        tiles[0] = 13
    return Hand(tuple(KINDS[kind] for kind in tiles))


DEALERS = [(from_the_wall, 3000), (one_short, 2000), (odd_shape, 500)]


def by_brute_force(hand_: Hand) -> tuple[str, ...]:
    """Try every kind that is not used up with the `mahjong` library."""
    concealed, held = hand_.concealed(), hand_.held()
    found: list[str] = []
    for kind in range(KIND_COUNT):
        if held[kind] < COPIES:
            concealed[kind] += 1
            # With sets on the table, the odd shapes have too few concealed tiles.
            if Agari.is_agari(concealed):
                found.append(KINDS[kind])
            concealed[kind] -= 1
    return tuple(found)


def by_xiangting(hand_: Hand) -> tuple[str, ...]:
    replacements, flags = xiangting.calculate_necessary_tiles(
        hand_.concealed(), xiangting.PlayerCount.FOUR
    )
    held = hand_.held()
    return tuple(
        KINDS[kind]
        for kind in range(KIND_COUNT)
        if replacements == 1 and flags >> kind & 1 and held[kind] < COPIES
    )


@pytest.mark.parametrize(("deal", "number"), DEALERS)
def test_waits_agree_with_two_libraries(
    deal: Callable[[Random], Hand], number: int
) -> None:
    random = Random(20251129)
    tenpai = 0
    for _ in range(number):
        dealt = deal(random)
        found = waits(dealt)
        assert found == by_brute_force(dealt), dealt
        assert found == by_xiangting(dealt), dealt
        tenpai += bool(found)
    assert tenpai > number // 20, "too few hands in tenpai to prove anything"


@pytest.mark.parametrize(("deal", "number"), DEALERS)
def test_shanten_agrees_with_xiangting_for_hands_without_sets(
    deal: Callable[[Random], Hand], number: int
) -> None:
    random = Random(7)
    for _ in range(number):
        dealt = deal(random)
        if dealt.melds:
            continue
        replacements = xiangting.calculate_replacement_number(
            dealt.concealed(), xiangting.PlayerCount.FOUR
        )
        assert shanten(dealt) == replacements - 1, dealt


def exchanges(hand_: Hand) -> Iterator[Hand]:
    """Yield every hand that drawing one tile and discarding another leaves."""
    held = hand_.held()
    for kind in range(KIND_COUNT):
        if held[kind] < COPIES:
            for tile in dict.fromkeys(hand_.tiles):
                yield Hand((*without(hand_.tiles, tile), KINDS[kind]), hand_.melds)


def test_shanten_counts_exchanges_with_sets_on_the_table_too() -> None:
    """By definition: 0 where there is a wait, else one more than the best exchange."""
    random = Random(3)
    for _ in range(60):
        dealt = from_the_wall(random)
        distance = shanten(dealt)
        assert distance is not None
        assert (distance == 0) == bool(waits(dealt)), dealt
        if distance:
            assert min(shanten(each) or 0 for each in exchanges(dealt)) == distance - 1


# Properties ----------------------------------------------------------------------

SEEDS = st.integers(0, 2**32).map(Random)
HANDS = st.one_of(SEEDS.map(from_the_wall), SEEDS.map(one_short), SEEDS.map(odd_shape))


@given(HANDS)
def test_a_hand_that_waits_on_fifth_copies_alone_is_one_away(dealt: Hand) -> None:
    if waits(dealt):
        assert shanten(dealt) == 0
    elif fifth_waits(dealt):
        assert shanten(dealt) == 1


@given(HANDS, st.randoms(use_true_random=False))
def test_the_order_of_tiles_does_not_matter(dealt: Hand, random: Random) -> None:
    tiles = list(dealt.tiles)
    random.shuffle(tiles)
    mixed = Hand(tuple(tiles), dealt.melds)
    assert (waits(mixed), shanten(mixed)) == (waits(dealt), shanten(dealt))


def mirrored(tile: str) -> str:
    """Return the tile with the suits moved round and the numbers turned about."""
    if tile[1] == "z":
        return tile
    return f"{10 - int(tile[0])}{'psm'['mps'.index(tile[1])]}"


@given(HANDS)
def test_suits_and_directions_are_alike(dealt: Hand) -> None:
    other = Hand(
        tuple(map(mirrored, dealt.tiles)),
        tuple(
            Meld(each.kind, tuple(map(mirrored, each.tiles))) for each in dealt.melds
        ),
    )
    assert sorted(map(mirrored, waits(dealt))) == sorted(waits(other))
    assert shanten(dealt) == shanten(other)


@given(HANDS)
def test_a_wait_completes_and_is_never_a_fifth_copy(dealt: Hand) -> None:
    for wait in waits(dealt):
        after = Hand((*dealt.tiles, wait), dealt.melds)
        assert max(after.held()) <= COPIES
        assert wait in waits(Hand(without(after.tiles, wait), dealt.melds))
        assert wait not in fifth_waits(dealt)


@given(HANDS)
def test_with_another_count_there_are_no_waits(dealt: Hand) -> None:
    short = Hand(dealt.tiles[1:], dealt.melds)
    assert (waits(short), shanten(short)) == ((), None)
