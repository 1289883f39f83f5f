"""Notation: what is read, what is refused and with which words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.tiles import (
    KIND_OF,
    Hand,
    Meld,
    MeldKind,
    format_tiles,
    parse_hand,
    parse_meld,
    parse_tile,
    parse_tiles,
    plain,
)
from ledger.errors import IncidentError

TILES = st.lists(st.sampled_from(sorted(KIND_OF)), min_size=1, max_size=14)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("5p", ["5p"]),
        ("123m", ["1m", "2m", "3m"]),
        ("0p7z", ["0p", "7z"]),
        ("1m2m", ["1m", "2m"]),
        ("12m3p4m", ["1m", "2m", "3p", "4m"]),
        (" 12m  3p ", ["1m", "2m", "3p"]),
    ],
)
def test_tiles_are_read_in_the_order_written(text: str, tiles: list[str]) -> None:
    assert list(parse_tiles(text, "tiles")) == tiles


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "tiles: no tiles, expected some like 123m0p7z"),
        ("  ", "tiles: no tiles, expected some like 123m0p7z"),
        ("123", "tiles: position 1: no suit after '123', expected m, p, s or z"),
        ("1m23", "tiles: position 3: no suit after '23', expected m, p, s or z"),
        ("m", "tiles: position 1: no digit before 'm', expected one like 1m"),
        ("12mp", "tiles: position 4: no digit before 'p', expected one like 1p"),
        ("8z", "tiles: position 1: there is no 8z, honours are 1z to 7z"),
        ("1m190z", "tiles: position 4: there is no 9z, honours are 1z to 7z"),
        ("0z", "tiles: position 1: there is no 0z, honours are 1z to 7z"),
        ("12x", "tiles: position 3: 'x' is no tile, expected digits and then m, p"),
        ("12 m", "tiles: position 3: ' ' is no tile, expected digits"),
        ("1m,2p", "tiles: position 3: ',' is no tile, expected digits"),
        ("1M", "tiles: position 2: 'M', expected the plain 'm'"),
        ("\uff11m", "tiles: position 1: '\uff11', expected the plain '1'"),
        ("1\uff4d", "tiles: position 2: '\uff4d', expected the plain 'm'"),
        ("\u0661m", "tiles: position 1: '\u0661' is no tile"),
        ("東", "tiles: position 1: '東' is no tile"),
        ("1\x1b[31mm", r"tiles: position 2: '\x1b' is no tile"),
        (None, "tiles: None is not tiles, expected a text like 123m0p"),
        (123, "tiles: 123 is not tiles, expected a text like 123m0p"),
        (["1m"], "tiles: ['1m'] is not tiles, expected a text like 123m0p"),
    ],
)
def test_what_is_no_tile_is_refused_at_its_position(text: object, fault: str) -> None:
    with pytest.raises(IncidentError) as caught:
        parse_tiles(text, "tiles")
    assert str(caught.value).startswith(fault)
    assert "\x1b" not in str(caught.value)


def test_one_tile_is_asked_for_and_two_are_refused() -> None:
    assert parse_tile("0s", "win.tile") == "0s"
    with pytest.raises(IncidentError, match=r"^win\.tile: 2 tiles in '45s', expected"):
        parse_tile("45s", "win.tile")


def test_a_red_five_counts_as_a_five() -> None:
    assert plain("0p") == plain("5p") == "5p"
    assert plain("1z") == "1z"
    assert Hand(("0m", "5m")).concealed()[KIND_OF["5m"]] == 2


@given(TILES)
def test_what_is_written_out_is_read_back(tiles: list[str]) -> None:
    text = format_tiles(tiles)
    assert sorted(parse_tiles(text, "tiles")) == sorted(tiles)
    assert format_tiles(parse_tiles(text, "tiles")) == text


# Sets ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "is_open", "is_kan"),
    [
        ("chii:123m", MeldKind.CHII, True, False),
        ("chii:340s", MeldKind.CHII, True, False),
        ("chii:312p", MeldKind.CHII, True, False),
        ("pon:555z", MeldKind.PON, True, False),
        ("pon:055p", MeldKind.PON, True, False),
        ("kan:1111p", MeldKind.KAN, True, True),
        ("added-kan:0555m", MeldKind.ADDED_KAN, True, True),
        ("closed-kan:7777z", MeldKind.CLOSED_KAN, False, True),
    ],
)
def test_sets_are_read(text: str, kind: MeldKind, is_open: bool, is_kan: bool) -> None:
    meld = parse_meld(text, "melds[0]")
    assert (meld.kind, meld.is_open, meld.is_kan) == (kind, is_open, is_kan)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("chii:891m", "'chii:891m' is not three tiles of one suit in a row"),
        ("chii:89m1p", "'chii:89m1p' is not three tiles of one suit in a row"),
        ("chii:123z", "'chii:123z' is not three tiles of one suit in a row"),
        ("chii:135m", "'chii:135m' is not three tiles of one suit in a row"),
        ("chii:112m", "'chii:112m' is not three tiles of one suit in a row"),
        ("chii:1234m", "4 tiles in 'chii:1234m', a chii has 3"),
        ("pon:556p", "'pon:556p' is not 3 tiles of one kind"),
        ("pon:5555p", "4 tiles in 'pon:5555p', a pon has 3"),
        ("pon:55p5s", "'pon:55p5s' is not 3 tiles of one kind"),
        ("kan:111p", "3 tiles in 'kan:111p', a kan has 4"),
        ("closed-kan:1112p", "'closed-kan:1112p' is not 4 tiles of one kind"),
        ("pung:555p", "unknown kind of set 'pung'; nearest known: pon"),
        ("closed_kan:1111p", "unknown kind of set 'closed_kan'; nearest known: closed"),
        ("xyz:111p", "unknown kind of set 'xyz'; known: chii, pon, kan, added-kan"),
        ("555p", "'555p' is no set, expected one like chii:123m"),
        ("pon:", "no tiles, expected some like 123m0p7z"),
        ("pon:88", "position 1: no suit after '88', expected m, p, s or z"),
        (7, "7 is no set, expected one like chii:123m"),
    ],
)
def test_what_is_no_set_is_refused(text: object, fault: str) -> None:
    with pytest.raises(IncidentError) as caught:
        parse_meld(text, "melds[0]")
    assert str(caught.value).startswith(f"melds[0]: {fault}")


def test_a_set_is_written_as_it_is_read() -> None:
    assert str(parse_meld("chii:340s", "")) == "chii:340s"
    assert str(Meld(MeldKind.PON, ("5p", "0p", "5p"))) == "pon:055p"


# Hands ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "melds", "count"),
    [
        ("234m567m55p23s678s", [], 13),
        ("3m778899s333z", ["closed-kan:4444m"], 13),  # a kan counts three
        ("7z", ["pon:777z", "pon:222z", "pon:333z", "kan:4444z"], 13),
        ("234m56s9p", ["closed-kan:1111p", "pon:555z"], 12),
        ("234m567m55p23s6789s", [], 14),
        ("1m", [], 1),
    ],
)
def test_tiles_are_counted(tiles: str, melds: list[str], count: int) -> None:
    assert parse_hand(tiles, melds).count == count


@pytest.mark.parametrize(
    ("tiles", "melds", "fault"),
    [
        ("11111m234p567s22z", [], "tiles: 5 of 1m over tiles and sets, only 4 exist"),
        ("0055m5m234p567s2z", [], "tiles: 5 of 5m over tiles and sets, only 4 exist"),
        ("11m234p567s", ["pon:111m"], "tiles: 5 of 1m over tiles and sets"),
        ("3m778899s333z", ["chii:345m", "closed-kan:4444m"], "tiles: 5 of 4m over"),
        ("123456789m123456p", [], "tiles: 15 tiles (a set counts three), expected 13"),
        ("234m567m55p2s", ["pon:111z", "pon:222z"], "tiles: 15 tiles (a set counts"),
        ("1m", ["pon:111z"] * 5, "melds: 5 sets, a hand has at most 4"),
        ("1m", "pon:111z", "melds: 'pon:111z' is no list of sets"),
        ("1m", ["pon:111z", "chii:891m"], "melds[1]: 'chii:891m' is not three"),
    ],
)
def test_impossible_hands_are_refused(tiles: str, melds: object, fault: str) -> None:
    with pytest.raises(IncidentError) as caught:
        parse_hand(tiles, melds)
    assert str(caught.value).startswith(fault)


def test_the_place_of_a_fault_can_be_given_a_prefix() -> None:
    with pytest.raises(IncidentError, match=r"^evidence\.melds\[0\]: "):
        parse_hand("1m", ["chii:891m"], "evidence.")


def test_only_called_sets_open_a_hand() -> None:
    assert parse_hand("123m456p789s1z", ["closed-kan:7777z"]).is_closed
    assert not parse_hand("123m456p789s1z", ["kan:7777z"]).is_closed
