"""Furiten: which waits a player may no longer ron, and why.

Three kinds, by how long they last (riichi.wiki Furiten; EMA 2025 3.3.9; WRC 2025
8.11.2): one's own discard, a tile passed since the riichi, a tile passed since one's
own last turn. Any one wait among those tiles bars ron on all of them, whether or not
that tile would have given a yaku. Editions part ways on when the third kind ends, and
on whether a closed kan can be robbed at all: `TileRules`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from ledger.core.terms import Seat
from ledger.core.tiles import plain

TemporaryEnds = Literal["own-discard", "own-draw-or-call", "own-turn", "any-call"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TileRules:
    """What an edition says about tiles, as far as editions differ.

    The list of passed tiles begins after the own last discard. So an end of temporary
    furiten that lies before that discard needs no rule; what can still end it is the
    own turn that has begun, or somebody's call.
    """

    temporary_furiten_ends: TemporaryEnds = "own-draw-or-call"
    """When a passed tile stops counting.

    `own-discard`: only at the own next discard, so every tile passed since the last
    one counts, even on the own turn (riichi.wiki). `own-draw-or-call`: as soon as the
    player draws or claims (EMA 2016 and 2025, WRC 2025 8.11.2). `own-turn`: the same
    moment in Reach Mahjong's words, which also say that calls by others never lift it.
    `any-call`: at anybody's call too, which wipes out the passes before it and the
    called tile itself (EMA 2012).
    """
    closed_kan_robbed_by_orphans: bool = False
    """Whether thirteen orphans may take the tile of a closed kan (EMA 3.3.13; R54)."""
    selective_ron: bool = False
    """Whether a ron in temporary furiten has a name of its own (Reach Mahjong)."""
    kan_strict_fifth: bool = False
    """Whether a kan in riichi must also keep the waits and shapes that would need a
    fifth copy (WRC 2025 8.9.1)."""
    riichi_kan: bool = True
    """Whether a closed kan in riichi is allowed at all (Mu, 7)."""
    open_tanyao: bool = True
    """Whether tanyao counts with called sets."""


class PassKind(StrEnum):
    """How another player showed a tile that could have been won on."""

    DISCARD = "discard"
    ADDED_KAN = "added-kan"
    CLOSED_KAN = "closed-kan"


class Furiten(StrEnum):
    """Why ron is barred; of several reasons the one that lasts longest."""

    OWN_DISCARD = "own-discard"
    RIICHI = "riichi"
    TEMPORARY = "temporary"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Passed:
    """One tile that passed without being won on."""

    tile: str
    seat: Seat | None = None
    """Who showed it; None: not stated, some other player."""
    kind: PassKind = PassKind.DISCARD
    called: bool = False
    """Whether somebody took it for a set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What happened in the hand, as far as it bears on furiten."""

    discards: Sequence[str] = ()
    """The player's own discards, those called by others included."""
    since_discard: Sequence[Passed] = ()
    """What passed since the own last discard, in order."""
    since_riichi: Sequence[Passed] = ()
    """What passed since the own riichi; holds `since_discard` too."""
    in_riichi: bool = False
    on_own_turn: bool = False
    """Whether the player has drawn or claimed since and not yet discarded."""
    seat: Seat | None = None
    """The player's own seat: kans of one's own are no passes."""


def furiten(
    waits: Sequence[str], history: History, rules: TileRules, *, is_orphans: bool
) -> tuple[Furiten, tuple[str, ...]]:
    """Return the furiten that holds and the waits that cause it, for any reason.

    Args:
        waits: the hand's waits as plain kinds, in order; without any there is none.
        history: the discards and passed tiles.
        rules: the edition's.
        is_orphans: the waits are on thirteen orphans.
    """
    counts_closed_kan = is_orphans and rules.closed_kan_robbed_by_orphans
    own = {plain(tile) for tile in history.discards}
    passes = still_counting(history, rules)
    passed = {
        plain(each.tile)
        for each in passes
        if each.seat is None or each.seat != history.seat
        if each.kind is not PassKind.CLOSED_KAN or counts_closed_kan
    }
    causes = tuple(wait for wait in waits if wait in own | passed)
    if not causes:
        return Furiten.NONE, ()
    if own.intersection(waits):
        return Furiten.OWN_DISCARD, causes
    return (Furiten.RIICHI if history.in_riichi else Furiten.TEMPORARY), causes


def still_counting(history: History, rules: TileRules) -> Sequence[Passed]:
    """Return the passes that the edition has not yet forgotten; in riichi, all.

    A kan of one's own in the list shows that the own turn came in between.
    """
    if history.in_riichi:
        return (*history.since_riichi, *history.since_discard)
    ends = rules.temporary_furiten_ends
    ends_on_turn = ends != "own-discard"
    if ends_on_turn and history.on_own_turn:
        return ()
    first = 0
    for at, each in enumerate(history.since_discard):
        is_own = each.seat is not None and each.seat == history.seat
        if (ends_on_turn and is_own) or (ends == "any-call" and each.called):
            first = at + 1
    return history.since_discard[first:]
