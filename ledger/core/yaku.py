"""Has a complete hand a yaku? Asked of the `mahjong` library.

Dora is no yaku and is not even shown to the library; red fives are passed as plain
ones. What the tiles cannot tell is not assumed: ippatsu (riichi is a yaku by itself),
the last wall tile, a replacement tile, the first go-round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from ledger.core.terms import SEATS, Seat
from ledger.core.tiles import COPIES, HONOURS_FIRST, KIND_OF, Hand, MeldKind

if TYPE_CHECKING:
    from mahjong.meld import Meld as LibraryMeld


@dataclass(frozen=True, slots=True, kw_only=True)
class WinCircumstances:
    """How a hand was won, as far as a yaku can hang on it."""

    by_tsumo: bool = False
    riichi: bool = False
    robbed_kan: bool = False
    """The tile was added to another player's pon (chankan)."""
    last_discard: bool = False
    """The tile is the last discard of the hand (houtei)."""
    seat_wind: Seat | None = None
    round_wind: Seat | None = None
    open_tanyao: bool = True


def yaku(hand: Hand, tile: str, how: WinCircumstances) -> tuple[str, ...]:
    """Return the yaku of the hand completed by `tile`, in romaji with hyphens.

    Winds that are not known give no yaku. Where a hand can be read in several ways, the
    dearest reading's.

    Raises:
        ValueError: the tile does not complete the hand.
    """
    # The library takes 60 ms to import, and only a declared win needs it.
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import (  # noqa: PLC0415
        HandConfig,
        OptionalRules,
    )

    ids, melds = _library_tiles(hand, tile)
    config = HandConfig(
        is_tsumo=how.by_tsumo,
        is_riichi=how.riichi and hand.is_closed,
        is_chankan=how.robbed_kan and not how.by_tsumo,
        is_houtei=how.last_discard and not how.by_tsumo and not how.robbed_kan,
        player_wind=_wind(how.seat_wind),
        round_wind=_wind(how.round_wind),
        options=OptionalRules(has_open_tanyao=how.open_tanyao),
    )
    answer = HandCalculator.estimate_hand_value(ids, ids[-1], melds, config=config)
    if answer.error == HandCalculator.ERR_NO_YAKU:
        return ()
    if answer.error or answer.yaku is None:
        raise ValueError(answer.error)
    return tuple(_name(str(each.name)) for each in answer.yaku)


def winds_that_decide(hand: Hand, tile: str, how: WinCircumstances) -> tuple[str, ...]:
    """Return which unknown winds (`round_wind`, `seat_wind`) could still give a yaku.

    Asked where `yaku` found none; nothing if no wind can help.
    """
    undecided: list[str] = []
    if how.round_wind is None and any(
        yaku(hand, tile, replace(how, round_wind=wind)) for wind in SEATS
    ):
        undecided.append("round_wind")
    if how.seat_wind is None and any(
        yaku(hand, tile, replace(how, seat_wind=wind)) for wind in SEATS
    ):
        undecided.append("seat_wind")
    return tuple(undecided)


def _library_tiles(hand: Hand, tile: str) -> tuple[list[int], "Sequence[LibraryMeld]"]:
    """Return the library's tile numbers, the winning tile last, and its sets."""
    from mahjong.meld import Meld as LibraryMeld  # noqa: PLC0415

    used: dict[int, int] = {}

    def number(name: str) -> int:
        kind = KIND_OF[name]
        copy = used.get(kind, 0)
        used[kind] = copy + 1
        return kind * COPIES + copy

    kinds = {
        MeldKind.CHII: LibraryMeld.CHI,
        MeldKind.PON: LibraryMeld.PON,
        MeldKind.KAN: LibraryMeld.KAN,
        MeldKind.ADDED_KAN: LibraryMeld.SHOUMINKAN,
        MeldKind.CLOSED_KAN: LibraryMeld.KAN,
    }
    melds = [
        LibraryMeld(
            kinds[meld.kind],
            sorted(number(each) for each in meld.tiles),
            opened=meld.is_open,
        )
        for meld in hand.melds
    ]
    ids = [each for meld in melds for each in meld.tiles]
    ids += [number(each) for each in hand.tiles]
    return [*ids, number(tile)], melds


def _wind(seat: Seat | None) -> int | None:
    return None if seat is None else HONOURS_FIRST + SEATS.index(seat)


@cache
def _name(name: str) -> str:
    """Return the library's name in the contract's spelling.

    >>> _name("Yakuhai (seat wind south)")
    'yakuhai-seat-wind-south'
    """
    return "-".join(name.lower().replace("(", " ").replace(")", " ").split())
