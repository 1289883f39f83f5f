"""Reading evidence: what is accepted, and every slip refused at its place."""

import pytest

from ledger.core.evidence import Win, read_evidence
from ledger.core.furiten import Passed, PassKind
from ledger.core.terms import Seat
from ledger.errors import IncidentError

FULL: dict[str, object] = {
    "tiles": "234m678m5p",
    "drawn": "9p",
    "melds": ["chii:123m", "closed-kan:5555z"],
    "win": {"tile": "4s", "by": "ron", "from": "W"},
    "discards": ["1m", "9p"],
    "since_discard": [{"seat": "N", "tile": "4s", "kind": "added-kan", "called": True}],
    "declares": "ron",
    "round_wind": "E",
    "seat_wind": "S",
    "called_tile": "3m",
    "discarded": "3m",
}


def test_every_part_is_read() -> None:
    evidence = read_evidence(FULL)
    assert evidence.tiles == ("2m", "3m", "4m", "6m", "7m", "8m", "5p")
    assert [str(meld) for meld in evidence.melds] == ["chii:123m", "closed-kan:5555z"]
    assert evidence.win == Win("4s", "ron", Seat.W)
    assert evidence.since_discard == (
        Passed("4s", Seat.N, PassKind.ADDED_KAN, called=True),
    )
    assert evidence.discards == ("1m", "9p")
    assert (evidence.round_wind, evidence.seat_wind) == (Seat.E, Seat.S)
    assert (evidence.called_tile, evidence.discarded) == ("3m", "3m")


def test_everything_may_be_left_out_and_null_is_not_stated() -> None:
    assert read_evidence({}) == read_evidence(dict.fromkeys(FULL))


def test_how_a_win_was_declared_may_stand_in_either_place() -> None:
    assert read_evidence({"declares": "tsumo"}).win_word == "tsumo"
    assert read_evidence({"win": {"tile": "1m", "by": "ron"}}).win_word == "ron"
    said = {"declares": "tsumo", "win": {"tile": "1m"}}
    assert read_evidence(said).win == Win("1m", "tsumo")
    assert read_evidence({"declares": "riichi"}).win_word is None


def test_a_declared_kan_may_name_its_tiles() -> None:
    evidence = read_evidence({"declares": "closed-kan:0555p"})
    assert (evidence.declares, evidence.kan) == ("closed-kan", "5p")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"tile": "1m"}, "evidence: unknown key 'tile'; nearest known: tiles"),
        ({"discard": []}, "evidence: unknown key 'discard'; nearest known: discard"),
        ({"xyz": 1}, "evidence: unknown key 'xyz'; known: tiles, drawn, melds"),
        ({"tiles": "234m6"}, "evidence.tiles: position 5: no suit after '6'"),
        ({"tiles": ["2m"]}, "evidence.tiles: ['2m'] is not tiles"),
        ({"tiles": "123456789m12p"}, "evidence.tiles: 17 tiles (a set counts three)"),
        ({"melds": "chii:123m"}, "evidence.melds: 'chii:123m' is no list of sets"),
        ({"melds": ["chii:891m"]}, "evidence.melds[0]: 'chii:891m' is not three"),
        ({"melds": ["chii:123m", "pon:1z"]}, "evidence.melds[1]: 1 tiles in 'pon:1z'"),
        ({"tiles": "11111m"}, "evidence.tiles: 6 of 1m over tiles and sets"),
        (
            {"drawn": "5p", "tiles": "234m5555p"},
            "evidence.tiles, with the tile drawn, won on or discarded: 5 of 5p",
        ),
        (
            {"win": {"tile": "0p", "by": "ron"}, "tiles": "234m5555p"},
            "evidence.tiles, with the tile drawn, won on or discarded: 5 of 5p",
        ),
        (
            {"win": {"tile": "0p", "by": "tsumo"}, "tiles": "234m5555p"},
            "evidence.tiles, with the tile drawn, won on or discarded: 5 of 5p",
        ),
        ({"drawn": "45p"}, "evidence.drawn: 2 tiles in '45p', expected one"),
        ({"drawn": 5}, "evidence.drawn: 5 is not tiles"),
        ({"win": "4s"}, "evidence.win: '4s' is no object with tile, by, from, kind"),
        ({"win": {"by": "ron"}}, "evidence.win: no tile, expected one such as 4s"),
        ({"win": {"tile": "4s", "by": "pon"}}, "evidence.win.by: 'pon' is not ron or"),
        ({"win": {"tile": "4s", "by": True}}, "evidence.win.by: True is not ron or"),
        (
            {"win": {"tile": "4s"}, "declares": "kan"},
            "evidence.win.by: 'kan' is not ron or tsumo",
        ),
        (
            {"win": {"tile": "4s", "by": "ron", "form": "W"}},
            "evidence.win: unknown key 'form'; nearest known: from",
        ),
        (
            {"win": {"tile": "4s", "by": "ron", "from": "X"}},
            "evidence.win.from: 'X' is no seat, expected E, S, W or N",
        ),
        (
            {"win": {"tile": "4s", "by": "ron", "kind": "kan"}},
            "evidence.win.kind: unknown kind 'kan'; nearest known: added-kan",
        ),
        ({"discards": "1m"}, "evidence.discards: '1m' is no list like"),
        (
            {"discards": ["1m", "8z"]},
            "evidence.discards[1]: position 1: there is no 8z",
        ),
        ({"riichi_at": "0"}, "evidence.riichi_at: '0' is no index of a discard"),
        ({"riichi_at": 0}, "evidence.riichi_at: riichi with the called set chii:123m"),
        (
            {"since_riichi": [{"tile": "1m"}]},
            "evidence.since_riichi: tiles passed since a riichi, but riichi_at is",
        ),
        ({"declares": "rom"}, "evidence.declares: unknown declaration 'rom'; nearest"),
        ({"declares": "pon:555z"}, "evidence.declares: unknown declaration 'pon:555z'"),
        ({"declares": "kan:555z"}, "evidence.declares: 3 tiles in 'kan:555z', a kan"),
        ({"declares": 7}, "evidence.declares: unknown declaration 7"),
        ({"round_wind": "east"}, "evidence.round_wind: 'east' is no seat"),
        ({"seat_wind": 1}, "evidence.seat_wind: 1 is no seat"),
        (
            {"called_tile": "9m"},
            "evidence.called_tile: 9m is in no called set, expected it in one of melds",
        ),
        (
            {"called_tile": "5z"},  # a closed kan was not called
            "evidence.called_tile: 5z is in no called set",
        ),
    ],
)
def test_a_slip_is_refused_at_its_place(change: dict[str, object], fault: str) -> None:
    with pytest.raises(IncidentError) as caught:
        read_evidence(FULL | change)
    assert str(caught.value).startswith(fault)


@pytest.mark.parametrize("value", [None, [], "234m", 7])
def test_evidence_is_an_object(value: object) -> None:
    with pytest.raises(IncidentError, match=r"^evidence: .* is no object with tiles,"):
        read_evidence(value)


@pytest.mark.parametrize("situation", ["open-riichi", "riichi-call"])
def test_called_sets_in_riichi_are_what_these_are_about(situation: str) -> None:
    evidence = read_evidence(FULL | {"riichi_at": 1}, situation=situation)
    assert evidence.riichi_at == 1
