"""Tile evidence: what was on the table, read from the contract's `evidence` object.

Reading is strict, because a key misspelt by a referee in a hurry must not silently
weaken a case: unknown keys, wrong types and impossible tiles are refused with their
place. What follows from the evidence is worked out in `findings`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.calls import called_set
from ledger.core.furiten import Passed, PassKind
from ledger.core.situations import nearest
from ledger.core.terms import SEATS, Seat
from ledger.core.tiles import (
    Hand,
    Meld,
    check_copies,
    parse_hand,
    parse_meld,
    parse_melds,
    parse_tile,
    plain,
)
from ledger.errors import IncidentError

KEYS: Final = (
    "tiles", "drawn", "melds", "win", "discards", "riichi_at", "since_discard",
    "since_riichi", "declares", "round_wind", "seat_wind", "called_tile", "discarded",
)  # fmt: skip
WIN_KEYS: Final = ("tile", "by", "from", "kind")
PASS_KEYS: Final = ("seat", "tile", "kind", "called")
WIN_WORDS: Final = ("ron", "tsumo")
DECLARATIONS: Final = (
    *WIN_WORDS, "riichi", "chii", "pon", "kan", "added-kan", "closed-kan",
)  # fmt: skip
OPEN_RIICHI: Final = ("open-riichi", "riichi-call")
"""Situations that are about called sets in riichi; elsewhere they are a slip."""


@dataclass(frozen=True, slots=True)
class Win:
    """The win that was declared."""

    tile: str
    by: str
    """`ron` or `tsumo`."""
    loser: Seat | None = None
    kind: PassKind = PassKind.DISCARD
    """Of a ron: whether the tile was discarded or part of a kan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The tiles and the history of one player, as stated; None or () is not stated."""

    tiles: tuple[str, ...] | None = None
    """The concealed tiles, without the tile drawn or won on."""
    melds: tuple[Meld, ...] = ()
    drawn: str | None = None
    win: Win | None = None
    discards: tuple[str, ...] = ()
    riichi_at: int | None = None
    """Index of the own discard at which riichi was declared."""
    since_discard: tuple[Passed, ...] = ()
    since_riichi: tuple[Passed, ...] = ()
    declares: str | None = None
    """The word said: one of `DECLARATIONS`."""
    kan: str | None = None
    """Kind of the kan that is declared, where it is named (`closed-kan:3333m`)."""
    round_wind: Seat | None = None
    seat_wind: Seat | None = None
    called_tile: str | None = None
    discarded: str | None = None

    @property
    def win_word(self) -> str | None:
        """How a win was declared, `ron` or `tsumo`; None if none was."""
        if self.win is not None:
            return self.win.by
        return self.declares if self.declares in WIN_WORDS else None

    @property
    def has_called(self) -> bool:
        """Whether a tile was claimed and the discard after it is still to come."""
        return self.called_tile is not None and self.discarded is None


def read_evidence(
    value: object, *, situation: str | None = None, place: str = "evidence"
) -> Evidence:
    """Read the contract's `evidence` object.

    Args:
        value: parsed JSON.
        situation: the situation stated beside it; only `open-riichi` and `riichi-call`
            may come with both a riichi and called sets.
        place: how errors name the object.

    Raises:
        IncidentError: an unknown key, a wrong type, or impossible tiles.
    """
    raw = read_object(value, KEYS, place)
    at = f"{place}."
    tiles, melds = raw.get("tiles"), raw.get("melds", [])
    if tiles is None:
        hand = None
        read_melds = parse_melds(melds, f"{at}melds")
    else:
        hand = parse_hand(tiles, melds, at)
        read_melds = hand.melds
    declares, kan = _declaration(raw.get("declares"), f"{at}declares")
    evidence = Evidence(
        tiles=hand.tiles if hand else None,
        melds=read_melds,
        drawn=_tile(raw, "drawn", at),
        win=_win(raw["win"], declares, f"{at}win") if "win" in raw else None,
        discards=read_discards(raw.get("discards", []), f"{at}discards"),
        riichi_at=read_index(raw.get("riichi_at"), f"{at}riichi_at"),
        since_discard=read_passes(raw.get("since_discard", []), f"{at}since_discard"),
        since_riichi=read_passes(raw.get("since_riichi", []), f"{at}since_riichi"),
        declares=declares,
        kan=kan,
        round_wind=_seat(raw.get("round_wind"), f"{at}round_wind"),
        seat_wind=_seat(raw.get("seat_wind"), f"{at}seat_wind"),
        called_tile=_tile(raw, "called_tile", at),
        discarded=_tile(raw, "discarded", at),
    )
    _check(evidence, at)
    check_riichi(
        evidence.riichi_at,
        evidence.since_riichi,
        () if situation in OPEN_RIICHI else read_melds,
        at,
    )
    return evidence


def read_object(value: object, keys: Iterable[str], place: str) -> dict[str, object]:
    """Return the stated parts of a JSON object; null is not stated.

    Raises:
        IncidentError: it is no object, or has a key that is not among `keys`.
    """
    known = tuple(keys)
    if not isinstance(value, Mapping):
        raise IncidentError(place, f"{value!r} is no object with {', '.join(known)}")
    for key in value:
        if key not in known:
            hint = nearest(str(key), known) or f"; known: {', '.join(known)}"
            raise IncidentError(place, f"unknown key {key!r}{hint}")
    return {str(key): part for key, part in value.items() if part is not None}


def read_discards(value: object, place: str) -> tuple[str, ...]:
    """Read the own discards, a list of single tiles.

    Raises:
        IncidentError: it is no list, or an entry is not one tile.
    """
    items = _list(value, place, '["1m", "9p"]')
    return tuple(parse_tile(each, f"{place}[{at}]") for at, each in enumerate(items))


def read_passes(value: object, place: str) -> tuple[Passed, ...]:
    """Read the tiles that passed, objects with `tile`, `seat`, `kind` and `called`.

    Raises:
        IncidentError: a key, type or tile is wrong.
    """
    items = _list(value, place, '[{"seat": "N", "tile": "4s"}]')
    return tuple(_passed(each, f"{place}[{at}]") for at, each in enumerate(items))


def _passed(value: object, place: str) -> Passed:
    raw = read_object(value, PASS_KEYS, place)
    if "tile" not in raw:
        raise IncidentError(place, "no tile, expected one such as 4s")
    called = raw.get("called", False)
    if not isinstance(called, bool):
        raise IncidentError(f"{place}.called", f"{called!r} is not true or false")
    return Passed(
        tile=parse_tile(raw["tile"], f"{place}.tile"),
        seat=_seat(raw.get("seat"), f"{place}.seat"),
        kind=_pass_kind(raw.get("kind"), f"{place}.kind"),
        called=called,
    )


def read_index(value: object, place: str) -> int | None:
    """Read the index of a discard, counted from 0.

    Raises:
        IncidentError: it is no whole number, or negative.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise IncidentError(place, f"{value!r} is no index of a discard, 0 the first")
    return value


def check_riichi(
    riichi_at: int | None,
    since_riichi: tuple[Passed, ...],
    melds: tuple[Meld, ...],
    prefix: str,
) -> None:
    """Refuse a riichi that cannot be: with called sets, or half stated.

    Raises:
        IncidentError: as said.
    """
    if riichi_at is None:
        if since_riichi:
            fault = "tiles passed since a riichi, but riichi_at is missing"
            raise IncidentError(f"{prefix}since_riichi", fault)
        return
    for meld in melds:
        if meld.is_open:
            fault = (
                f"riichi with the called set {meld}, expected closed kans only; "
                "a riichi declared so is the situation open-riichi"
            )
            raise IncidentError(f"{prefix}riichi_at", fault)


def _check(evidence: Evidence, prefix: str) -> None:
    """Refuse what no table can show: five of a kind, a claimed tile in no set."""
    win, drawn = evidence.win, evidence.drawn
    moving = [drawn]
    if win and not (win.by == "tsumo" and drawn and plain(drawn) == plain(win.tile)):
        moving.append(win.tile)
    if evidence.called_tile is not None:
        moving.append(evidence.discarded)
    hand = Hand(evidence.tiles or (), evidence.melds)
    others = [tile for tile in moving if tile is not None]
    check_copies(
        hand, others, f"{prefix}tiles, with the tile drawn, won on or discarded"
    )
    called = evidence.called_tile
    if called is not None and called_set(evidence.melds, called) is None:
        fault = f"{called} is in no called set, expected it in one of melds"
        raise IncidentError(f"{prefix}called_tile", fault)


def _win(value: object, declares: str | None, place: str) -> Win:
    raw = read_object(value, WIN_KEYS, place)
    if "tile" not in raw:
        raise IncidentError(place, "no tile, expected one such as 4s")
    by = raw.get("by", declares)
    if by not in WIN_WORDS:
        raise IncidentError(f"{place}.by", f"{by!r} is not ron or tsumo")
    return Win(
        tile=parse_tile(raw["tile"], f"{place}.tile"),
        by=str(by),
        loser=_seat(raw.get("from"), f"{place}.from"),
        kind=_pass_kind(raw.get("kind"), f"{place}.kind"),
    )


def _declaration(value: object, place: str) -> tuple[str | None, str | None]:
    """Return the word that was said and, of a kan named with its tiles, the kind."""
    if value is None:
        return None, None
    if isinstance(value, str):
        word, colon, _ = value.partition(":")
        if word in DECLARATIONS and not colon:
            return word, None
        if word in DECLARATIONS and word.endswith("kan"):
            return word, plain(parse_meld(value, place).tiles[0])
    hint = nearest(str(value), DECLARATIONS) or f"; known: {', '.join(DECLARATIONS)}"
    raise IncidentError(place, f"unknown declaration {value!r}{hint}")


def _tile(raw: Mapping[str, object], key: str, prefix: str) -> str | None:
    return parse_tile(raw[key], f"{prefix}{key}") if key in raw else None


def _seat(value: object, place: str) -> Seat | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in SEATS:
        raise IncidentError(place, f"{value!r} is no seat, expected E, S, W or N")
    return Seat(value)


def _pass_kind(value: object, place: str) -> PassKind:
    if value is None:
        return PassKind.DISCARD
    if not isinstance(value, str) or value not in list(PassKind):
        hint = nearest(str(value), PassKind) or f"; known: {', '.join(PassKind)}"
        raise IncidentError(place, f"unknown kind {value!r}{hint}")
    return PassKind(value)


def _list(value: object, place: str, example: str) -> list[object]:
    if not isinstance(value, list):
        raise IncidentError(place, f"{value!r} is no list like {example}")
    return value
