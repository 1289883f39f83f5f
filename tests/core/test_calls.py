"""Swap-calling, and closed kans in riichi."""

import pytest

from ledger.core.calls import KanFault, called_set, kuikae_tiles, riichi_kan_fault
from ledger.core.tiles import parse_hand, parse_meld
from ledger.errors import IncidentError


@pytest.mark.parametrize(
    ("meld", "called", "barred"),
    [
        ("chii:345m", "3m", {"3m": "same-tile", "6m": "suji"}),
        ("chii:345m", "4m", {"4m": "same-tile"}),
        ("chii:345m", "5m", {"5m": "same-tile", "2m": "suji"}),
        ("chii:123m", "3m", {"3m": "same-tile"}),  # nothing beyond the one
        ("chii:123m", "1m", {"1m": "same-tile", "4m": "suji"}),
        ("chii:234m", "4m", {"4m": "same-tile", "1m": "suji"}),
        ("chii:678m", "6m", {"6m": "same-tile", "9m": "suji"}),
        ("chii:789s", "7s", {"7s": "same-tile"}),  # nothing beyond the nine
        ("chii:789s", "9s", {"9s": "same-tile", "6s": "suji"}),
        ("chii:789m", "7m", {"7m": "same-tile"}),  # 1p is not beyond 9m
        ("chii:340p", "0p", {"5p": "same-tile", "2p": "suji"}),  # a red five is a five
        ("chii:067p", "5p", {"5p": "same-tile", "8p": "suji"}),
        ("pon:555p", "0p", {"5p": "same-tile"}),
        ("pon:111z", "1z", {"1z": "same-tile"}),
        ("kan:1111p", "1p", {}),
    ],
)
def test_discards_that_are_swap_calling(
    meld: str, called: str, barred: dict[str, str]
) -> None:
    assert kuikae_tiles(parse_meld(meld, ""), called) == barred


def test_the_claimed_tile_is_looked_for_in_the_last_called_set_that_has_it() -> None:
    melds = [
        parse_meld(each, "")
        for each in ("chii:345m", "chii:456m", "closed-kan:7777z", "pon:111z")
    ]
    assert called_set(melds, "0m") == melds[1]
    assert called_set(melds, "3m") == melds[0]
    assert called_set(melds, "7z") is None
    assert called_set(melds, "9p") is None


@pytest.mark.parametrize(
    ("tiles", "drawn", "kan", "ema", "wrc"),
    [
        # R35: 34 could be a run and 44 the pair, so the 4s are not only a triplet.
        ("3444m778899s333z", "4m", "4m", KanFault.WAITS, KanFault.WAITS),
        ("3444m778899s333z", "3z", "3z", None, None),
        # R37: 345 with 33 beside it; 6m is drawn and 3m "sent" into a kan.
        ("33345m678p678s22z", "3m", "3m", KanFault.WAITS, KanFault.WAITS),
        ("333345m678p78s22z", "6m", "3m", KanFault.NOT_DRAWN, KanFault.NOT_DRAWN),
        # Three triplets in a row are three runs as well.
        ("222333444m55p67s", "3m", "3m", KanFault.SHAPE, KanFault.SHAPE),
        # A triplet that stands alone.
        ("11145m456p678s22z", "1m", "1m", None, None),
        ("999m234p567p678s1z", "9m", "9m", None, None),
        # The wait itself is drawn and hidden away.
        ("44456m234p678s11z", "4m", "4m", KanFault.WAITS, KanFault.WAITS),
        ("99m111z234p567p78s", "1z", "1z", None, None),
        # Read for a fifth 3m, 567 567 567 are runs; only WRC 2025 8.9.1 minds.
        ("3333555666777m", "6m", "6m", None, KanFault.SHAPE),
    ],
)
def test_closed_kan_in_riichi(
    tiles: str, drawn: str, kan: str, ema: KanFault | None, wrc: KanFault | None
) -> None:
    hand = parse_hand(tiles, [])
    assert hand.count == 13
    assert riichi_kan_fault(hand, drawn, kan, strict_fifth=False) == ema
    assert riichi_kan_fault(hand, drawn, kan, strict_fifth=True) == wrc


def test_a_red_five_may_be_the_fourth() -> None:
    hand = parse_hand("555p123789m23s11z", [])
    assert riichi_kan_fault(hand, "0p", "5p", strict_fifth=True) is None


def test_a_kan_needs_four_of_a_kind() -> None:
    with pytest.raises(
        IncidentError, match=r"^closed kan: 3 of 3z, a closed kan needs"
    ):
        riichi_kan_fault(
            parse_hand("344m7788999s333z", []), "4m", "3z", strict_fifth=False
        )
    with pytest.raises(IncidentError, match=r"^closed kan: 2 of 9m"):
        riichi_kan_fault(
            parse_hand("9m112233p45678s1z", []), "9m", "9m", strict_fifth=False
        )
