"""What a call may not do to a hand: swap-calling, and a closed kan in riichi."""

from collections.abc import Iterable
from enum import StrEnum

from ledger.core.tiles import (
    COPIES,
    KIND_OF,
    KINDS,
    SUIT_LENGTH,
    Hand,
    Meld,
    MeldKind,
    count_kinds,
    plain,
)
from ledger.core.waits import Block, fifth_waits, readings, waits
from ledger.errors import IncidentError


def called_set(melds: Iterable[Meld], tile: str) -> Meld | None:
    """Return the set that a claimed tile went into: the last called one that has it."""
    found = None
    for meld in melds:
        if meld.kind in (MeldKind.CHII, MeldKind.PON, MeldKind.KAN) and any(
            plain(each) == plain(tile) for each in meld.tiles
        ):
            found = meld
    return found


def kuikae_tiles(meld: Meld, called: str) -> dict[str, str]:
    """Return which discards after claiming `called` for `meld` are swap-calling.

    The claimed kind itself, and after a chii at one end of the run the kind beyond its
    other end (EMA 2025 3.3.2). After a kan nothing is: all four are in the set.

    >>> kuikae_tiles(Meld(MeldKind.CHII, ("3m", "4m", "5m")), "3m")
    {'3m': 'same-tile', '6m': 'suji'}
    """
    if meld.is_kan:
        return {}
    kind = KIND_OF[called]
    barred = {KINDS[kind]: "same-tile"}
    if meld.kind is MeldKind.CHII:
        low, _, high = sorted(KIND_OF[tile] for tile in meld.tiles)
        place = kind % SUIT_LENGTH
        if kind == low and place + 3 < SUIT_LENGTH:
            barred[KINDS[kind + 3]] = "suji"
        elif kind == high and place >= 3:  # noqa: PLR2004
            barred[KINDS[kind - 3]] = "suji"
    return barred


class KanFault(StrEnum):
    """Why a closed kan in riichi is not allowed."""

    BARRED = "barred"
    """The edition allows none at all, and the word alone is a fault (Mu, 7)."""
    NOT_DRAWN = "not-drawn"
    """Another tile than the one just drawn (R37)."""
    WAITS = "waits"
    SHAPE = "shape"
    """The waits stay, but the three tiles can be read as something else (R35)."""


def riichi_kan_fault(
    hand: Hand, drawn: str, kan_tile: str, *, strict_fifth: bool
) -> KanFault | None:
    """Return what is wrong with a closed kan in riichi, None if it is allowed.

    The drawn tile must be the fourth, the waits must stay, and in every hand that a
    wait completes the three must be a triplet (EMA 2025 3.3.10, WRC 2025 8.9.1). Yaku
    may change. Three consecutive triplets are also three runs, so they fall under the
    last.

    Args:
        hand: the 13 tiles before the draw.
        drawn: the tile just drawn.
        kan_tile: any tile of the kan's kind.
        strict_fifth: waits and shapes that need a fifth copy count too (WRC).

    Raises:
        IncidentError: the hand has not the tiles for such a kan.
    """
    kind, name = KIND_OF[kan_tile], plain(kan_tile)
    concealed = hand.concealed()
    is_drawn = plain(drawn) == name
    if concealed[kind] + is_drawn < COPIES:
        fault = f"{concealed[kind] + is_drawn} of {name}, a closed kan needs {COPIES}"
        raise IncidentError("closed kan", fault)
    if not is_drawn:
        return KanFault.NOT_DRAWN
    kept = tuple(tile for tile in hand.tiles if plain(tile) != name)
    after = Hand(kept, (*hand.melds, Meld(MeldKind.CLOSED_KAN, (name,) * COPIES)))
    before = waits(hand)
    if before != waits(after):
        return KanFault.WAITS
    if strict_fifth:
        before += fifth_waits(hand)
        if set(before) != {*waits(after), *fifth_waits(after)}:
            return KanFault.WAITS
    is_always_triplet = all(
        Block("triplet", kind) in reading
        for wait in before
        for reading in readings(count_kinds([*hand.tiles, wait]))
    )
    return None if is_always_triplet else KanFault.SHAPE
