"""Whether a win has a yaku, and what the tiles alone cannot tell of it."""

import pytest

from ledger.core.evidence import read_evidence
from ledger.core.examination import examine
from ledger.core.terms import Seat
from ledger.core.tiles import parse_hand
from ledger.core.yaku import WinCircumstances, yaku
from tests.core.tile_cases import (
    EMA_2025,
    OPEN_TWO_SIDED,
    TWO_SIDED,
    Stated,
    found_in,
    ron,
    tsumo,
)


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (ron("4s"), ["pinfu", "tanyao"]),
        (ron("1s"), ["pinfu"]),
        (tsumo("1s"), ["menzen-tsumo", "pinfu"]),
        (ron("1s", riichi_at=0), ["pinfu", "riichi"]),
        (ron("6s", **OPEN_TWO_SIDED), []),
        (
            ron("1z", tiles="11z22m456p", melds=["chii:123m", "chii:789s"]),
            ["yakuhai-round-wind-east"],
        ),
        (
            ron("2z", tiles="22z22m456p", melds=["chii:123m", "chii:789s"]),
            ["yakuhai-seat-wind-south"],
        ),
        (
            ron("5z", tiles="55z22m456p", melds=["chii:123m", "chii:789s"]),
            ["yakuhai-haku"],
        ),
        (ron("7z", tiles="1122m33p44p55s66z7z"), ["chiitoitsu"]),
        (ron("5p", tiles="234m456p78s22m9p"), None),
    ],
)  # fmt: skip
def test_yaku(evidence: Stated, expected: list[str] | None) -> None:
    found = found_in(evidence)
    assert (None if found.yaku is None else sorted(found.yaku)) == expected


def test_the_last_discard_is_a_yaku() -> None:
    evidence = read_evidence(ron("6s", **OPEN_TWO_SIDED))
    assert examine(evidence, EMA_2025).situation == "win-no-yaku"
    last = examine(evidence, EMA_2025, last_discard=True)
    assert (last.situation, last.yaku) == (None, ("houtei-raoyui",))
    by_tsumo = read_evidence(tsumo("6s", **OPEN_TWO_SIDED))
    assert examine(by_tsumo, EMA_2025, last_discard=True).yaku == ()


def test_an_unknown_wind_is_asked_for_only_if_it_decides() -> None:
    evidence = ron("2z", tiles="22z22m456p", melds=["chii:123m", "chii:789s"])
    del evidence["round_wind"], evidence["seat_wind"]
    found = examine(read_evidence(evidence), EMA_2025)
    assert [each.fact for each in found.missing] == ["round_wind", "seat_wind"]
    assert found.missing[0].choices == ("E", "S", "W", "N")
    assert (found.yaku, found.situation) == (None, None)
    wrong_word = examine(read_evidence(evidence | {"declares": "tsumo"}), EMA_2025)
    assert (wrong_word.missing, wrong_word.situation) == (found.missing, None)
    # The offender's seat is the seat wind.
    assert examine(read_evidence(evidence), EMA_2025, seat=Seat.S).missing == ()
    found = examine(read_evidence(evidence), EMA_2025, seat=Seat.W)
    assert [each.fact for each in found.missing] == ["round_wind"]
    no_wind = ron("6s", **OPEN_TWO_SIDED)
    del no_wind["round_wind"], no_wind["seat_wind"]
    found = examine(read_evidence(no_wind), EMA_2025)
    assert (found.missing, found.situation) == ((), "win-no-yaku")


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        (["closed-kan:1111z"], {"menzen-tsumo", "yakuhai-round-wind-east"}),
        (["kan:1111z"], {"yakuhai-round-wind-east"}),
        (["added-kan:1111z"], {"yakuhai-round-wind-east"}),
    ],
)
def test_only_called_sets_open_a_hand(melds: list[str], expected: set[str]) -> None:
    hand = parse_hand("234m456p78s22m", melds)
    how = WinCircumstances(by_tsumo=True, round_wind=Seat.E, seat_wind=Seat.S)
    assert set(yaku(hand, "6s", how)) == expected


def test_a_tile_that_does_not_complete_the_hand_has_no_answer() -> None:
    with pytest.raises(ValueError, match="hand_not_winning"):
        yaku(parse_hand(TWO_SIDED, []), "9m", WinCircumstances())
