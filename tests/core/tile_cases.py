"""Hands, editions and short ways to write evidence, shared by the tile tests."""

from collections.abc import Mapping

from hypothesis import strategies as st

from ledger.core.evidence import read_evidence
from ledger.core.examination import examine
from ledger.core.furiten import TileRules
from ledger.core.terms import Seat
from ledger.core.tile_facts import Found
from ledger.core.tiles import KIND_OF

EMA_2025 = TileRules(closed_kan_robbed_by_orphans=True)
EMA_2012 = TileRules(
    temporary_furiten_ends="any-call", closed_kan_robbed_by_orphans=True
)
WRC_2025 = TileRules(kan_strict_fifth=True)
WIKI = TileRules(temporary_furiten_ends="own-discard")
REACH = TileRules(temporary_furiten_ends="own-turn", selective_ron=True)

TWO_SIDED = "234m567m55p23s678s"
THREE_SIDED = "234m55p678s34567s"
OPEN_TWO_SIDED = {"tiles": "456p78s22m", "melds": ["chii:123m", "pon:999s"]}
ORPHANS = "19m19p19s1234567z"

Stated = Mapping[str, object]


def ron(tile: str, **more: object) -> dict[str, object]:
    """A ron declared on a tile, on the two-sided hand."""
    return {
        "tiles": TWO_SIDED,
        "win": {"tile": tile, "by": "ron", "from": "W"},
        "declares": "ron",
        "round_wind": "E",
        "seat_wind": "S",
        **more,
    }


def tsumo(tile: str, **more: object) -> dict[str, object]:
    return ron(tile, **more) | {
        "win": {"tile": tile, "by": "tsumo"},
        "declares": "tsumo",
    }


def passed(*tiles: str, kind: str = "discard", called: bool = False) -> list[object]:
    return [
        {"seat": "N", "tile": tile, "kind": kind, "called": called} for tile in tiles
    ]


def found_in(evidence: Stated, rules: TileRules = EMA_2025) -> Found:
    return examine(read_evidence(evidence), rules, seat=Seat.S)


RULES = st.builds(
    TileRules,
    temporary_furiten_ends=st.sampled_from(
        ["own-discard", "own-draw-or-call", "own-turn", "any-call"]
    ),
    closed_kan_robbed_by_orphans=st.booleans(),
    selective_ron=st.booleans(),
    kan_strict_fifth=st.booleans(),
)
TILE = st.sampled_from(sorted(KIND_OF))
