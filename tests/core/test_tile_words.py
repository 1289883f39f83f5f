"""Tile evidence as it is typed, and that the tiles then say what they should."""

import pytest

from ledger.core.evidence import read_evidence
from ledger.core.incidents import Incident, TableState
from ledger.core.rules import rules
from ledger.core.rulings import judge
from ledger.core.terms import Class, Seat
from ledger.core.tile_words import FIELDS, read_tile_words, tile_texts
from ledger.errors import IncidentError


def test_nothing_typed_is_no_evidence() -> None:
    assert read_tile_words({}) is None
    assert read_tile_words({"tiles": "  "}, seat=Seat.S, hand="E2") is None


def test_every_field() -> None:
    words = {
        "tiles": "234m 678m5p678s",
        "sets": "pon:555z",
        "said": "ron 5p w",
        "discards": "1m 9p r0p 7z*",
        "passed": "n3s* e7p+ s:1z#",
        "riichi": "w5p",
        "called": "3m > 6m",
        "drawn": "9p",
    }

    assert read_tile_words(words, seat=Seat.S, hand="E2") == {
        "tiles": "2m3m4m6m7m8m5p6s7s8s",
        "melds": ["pon:555z"],
        "win": {"tile": "5p", "by": "ron", "from": "W"},
        "discards": ["1m", "9p", "0p", "7z"],
        "riichi_at": 2,
        "since_discard": [
            {"seat": "N", "tile": "3s", "called": True},
            {"seat": "E", "tile": "7p", "kind": "added-kan"},
            {"seat": "S", "tile": "1z", "kind": "closed-kan"},
        ],
        "since_riichi": [{"seat": "W", "tile": "5p"}],
        "called_tile": "3m",
        "discarded": "6m",
        "drawn": "9p",
        "round_wind": "E",
        "seat_wind": "S",
    }


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("123m", "chii:123m"),
        ("340m", "chii:340m"),
        ("555z", "pon:555z"),
        ("1111p", "kan:1111p"),
        ("closed-kan:1111p", "closed-kan:1111p"),
    ],
)
def test_a_set_without_its_kind(typed: str, read: str) -> None:
    assert read_tile_words({"sets": typed}) == {"melds": [read]}


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("tsumo 5p", {"win": {"tile": "5p", "by": "tsumo"}}),
        ("ron", {"declares": "ron"}),
        ("riichi", {"declares": "riichi"}),
        ("closed-kan:3333m", {"declares": "closed-kan:3333m"}),
        (
            "ron 5p n added-kan",
            {"win": {"tile": "5p", "by": "ron", "from": "N", "kind": "added-kan"}},
        ),
    ],
)
def test_what_was_said(typed: str, read: dict[str, object]) -> None:
    assert read_tile_words({"said": typed}) == read


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("tiles", "12x"),
        ("sets", "12q"),
        ("drawn", "12p"),
        ("said", "rom 5p"),
        ("said", "ron 5p x"),
        ("said", "ron 5p sw"),
        ("discards", "r1m r2m"),
        ("passed", "x5p"),
        ("passed", "w55p"),
        ("called", "3m>"),
    ],
)
def test_what_cannot_be_read_is_an_error(field: str, text: str) -> None:
    with pytest.raises(IncidentError):
        read_tile_words({field: text})


def test_typed_tiles_prove_a_furiten_ron() -> None:
    """The red five that was discarded bars a ron on any five."""
    evidence = read_tile_words(
        {
            "tiles": "234678m5p678s",
            "sets": "pon:555z",
            "said": "ron 5p w",
            "discards": "1m 9p 0p*",
        },
        seat=Seat.S,
        hand="E1",
    )
    read_evidence(evidence)
    incident = Incident(
        offender=Seat.S, situation=None, facts={"shown": True}, evidence=evidence
    )
    ruling = judge(rules("ema-2025"), TableState(), [incident])

    assert ruling.class_ is Class.CHOMBO
    assert ruling.rulings[0].situation == "furiten-ron"


@pytest.mark.parametrize(
    "typed",
    [
        {"tiles": "234678m5p678s", "sets": "555z 123m 1111p closed-kan:2222s"},
        {"said": "ron 5p w added-kan", "drawn": "9p"},
        {"said": "tsumo 0p"},
        {"said": "closed-kan:3333m"},
        {"discards": "1m 9p r0p 7z", "riichi": "w5p 5p", "passed": "n3s* e7p+ s1z#"},
        {"called": "3m>6m", "sets": "added-kan:2222s"},
        {"called": "3m"},
    ],
)
def test_what_was_typed_can_be_typed_again(typed: dict[str, str]) -> None:
    evidence = read_tile_words(typed, seat=Seat.S, hand="E2")
    assert evidence is not None

    texts = tile_texts(evidence)

    assert texts == dict.fromkeys(FIELDS, "") | typed
    assert read_tile_words(texts, seat=Seat.S, hand="E2") == evidence


def test_who_showed_a_passed_tile_may_be_unknown() -> None:
    assert read_tile_words({"passed": "5p w5p"}) == {
        "since_discard": [{"tile": "5p"}, {"seat": "W", "tile": "5p"}]
    }
