"""Tiles as people write them: `123m0p7z`, sets such as `pon:555z`, and a hand of both.

A tile stays the two characters it is written with ("5p", "0p" the red one), because
referees read them back; arithmetic runs on its kind, 0 to 33 in the order of `KINDS`,
where the red five is a five. Everything that is not tiles is refused here, with the
place and what was expected, so that the rest of the core may trust what it gets.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from ledger.core.situations import nearest
from ledger.errors import IncidentError

SUITS: Final = "mpsz"
SUIT_LENGTH: Final = 9
HONOURS_FIRST: Final = 27
"""Kind of `1z`; suits start at 0 (m), 9 (p) and 18 (s)."""
HONOUR_MAX: Final = 7
KIND_COUNT: Final = 34
COPIES: Final = 4
"""How many tiles of one kind exist."""
EXPECTED: Final = 13
"""Tiles of a hand outside its own turn; every set counts three, a kan too."""
HAND_MAX: Final = EXPECTED + 1
MELDS_MAX: Final = 4

KINDS: Final[tuple[str, ...]] = (
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *(f"{number}z" for number in range(1, HONOUR_MAX + 1)),
)
KIND_OF: Final[Mapping[str, int]] = MappingProxyType(
    {name: kind for kind, name in enumerate(KINDS)}
    | {f"0{suit}": KINDS.index(f"5{suit}") for suit in "mps"}
)
ORPHANS: Final = tuple(
    kind
    for kind in range(KIND_COUNT)
    if kind >= HONOURS_FIRST or kind % SUIT_LENGTH in (0, SUIT_LENGTH - 1)
)
"""Terminals and honours, the thirteen kinds of the thirteen orphans."""


class MeldKind(StrEnum):
    """How a set was made; all but the closed kan open the hand."""

    CHII = "chii"
    PON = "pon"
    KAN = "kan"
    ADDED_KAN = "added-kan"
    CLOSED_KAN = "closed-kan"


KANS: Final = (MeldKind.KAN, MeldKind.ADDED_KAN, MeldKind.CLOSED_KAN)


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: three tiles, or the four of a kan."""

    kind: MeldKind
    tiles: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """Whether the set was called, so that riichi is barred."""
        return self.kind is not MeldKind.CLOSED_KAN

    @property
    def is_kan(self) -> bool:
        """Whether it is a set of four."""
        return self.kind in KANS

    def __str__(self) -> str:
        return f"{self.kind}:{format_tiles(self.tiles)}"


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player holds: the concealed tiles and the sets on the table."""

    tiles: tuple[str, ...]
    melds: tuple[Meld, ...] = ()

    @property
    def count(self) -> int:
        """Number of tiles, a kan counted as three."""
        return len(self.tiles) + 3 * len(self.melds)

    @property
    def is_closed(self) -> bool:
        """Whether no set was called; closed kans leave the hand closed."""
        return not any(meld.is_open for meld in self.melds)

    def concealed(self) -> list[int]:
        """Return how many of each kind are concealed."""
        return count_kinds(self.tiles)

    def held(self) -> list[int]:
        """Return how many of each kind are in the tiles and the sets, kans whole."""
        counts = self.concealed()
        for meld in self.melds:
            for tile in meld.tiles:
                counts[KIND_OF[tile]] += 1
        return counts


def count_kinds(tiles: Iterable[str]) -> list[int]:
    """Return how many of each of the 34 kinds there are."""
    counts = [0] * KIND_COUNT
    for tile in tiles:
        counts[KIND_OF[tile]] += 1
    return counts


def plain(tile: str) -> str:
    """Return the tile's kind as written: the five for a red five.

    >>> plain("0p")
    '5p'
    """
    return KINDS[KIND_OF[tile]]


def format_tiles(tiles: Iterable[str]) -> str:
    """Return tiles in one string, sorted by kind, a red five before the others.

    >>> format_tiles(["7z", "6p", "0p", "5p", "1m"])
    '1m056p7z'
    """
    ordered = sorted(tiles, key=lambda tile: (KIND_OF[tile], tile))
    parts: list[str] = []
    for at, tile in enumerate(ordered):
        is_last = at + 1 == len(ordered) or ordered[at + 1][1] != tile[1]
        parts.append(tile if is_last else tile[0])
    return "".join(parts)


def parse_tiles(text: object, place: str) -> tuple[str, ...]:
    """Read tiles such as `123m0p7z`; blanks between the groups are allowed.

    >>> parse_tiles("12m 0p", "tiles")
    ('1m', '2m', '0p')

    Raises:
        IncidentError: the text holds something else; the position, counted from 1,
            is named.
    """
    if not isinstance(text, str):
        raise IncidentError(
            place, f"{text!r} is not tiles, expected a text like 123m0p"
        )
    tiles = tuple(_each_tile(text, place))
    if not tiles:
        raise IncidentError(place, "no tiles, expected some like 123m0p7z")
    return tiles


def _each_tile(text: str, place: str) -> Iterator[str]:
    waiting: list[tuple[int, str]] = []
    for position, character in enumerate(text, start=1):
        if character.isascii() and character.isdigit():
            waiting.append((position, character))
        elif character in SUITS:
            if not waiting:
                fault = f"no digit before {character!r}, expected one like 1{character}"
                raise _fault(place, position, fault)
            for at, digit in waiting:
                yield _tile(digit + character, place, at)
            waiting = []
        elif character != " " or waiting:
            raise _fault(place, position, _stray(character))
    if waiting:
        digits = "".join(digit for _, digit in waiting)
        fault = f"no suit after {digits!r}, expected m, p, s or z"
        raise _fault(place, waiting[0][0], fault)


def _tile(tile: str, place: str, position: int) -> str:
    if tile not in KIND_OF:
        fault = f"there is no {tile}, honours are 1z to {HONOUR_MAX}z"
        raise _fault(place, position, fault)
    return tile


def _stray(character: str) -> str:
    meant = normalize("NFKC", character).lower()
    if meant != character and meant in set("0123456789" + SUITS):
        return f"{character!r}, expected the plain {meant!r}"
    return f"{character!r} is no tile, expected digits and then m, p, s or z"


def _fault(place: str, position: int, message: str) -> IncidentError:
    return IncidentError(place, f"position {position}: {message}")


def parse_tile(text: object, place: str) -> str:
    """Read exactly one tile such as `5p`.

    Raises:
        IncidentError: it is none, or more than one.
    """
    tiles = parse_tiles(text, place)
    if len(tiles) > 1:
        raise IncidentError(place, f"{len(tiles)} tiles in {text!r}, expected one")
    return tiles[0]


def parse_meld(text: object, place: str) -> Meld:
    """Read a set such as `chii:340m` or `closed-kan:1111p`.

    Raises:
        IncidentError: the kind is unknown, or the tiles do not make such a set.
    """
    if not isinstance(text, str) or ":" not in text:
        raise IncidentError(place, f"{text!r} is no set, expected one like chii:123m")
    word, _, notation = text.partition(":")
    if word not in list(MeldKind):
        hint = nearest(word, MeldKind) or f"; known: {', '.join(MeldKind)}"
        raise IncidentError(place, f"unknown kind of set {word!r}{hint}")
    meld = Meld(MeldKind(word), parse_tiles(notation, place))
    needed = COPIES if meld.is_kan else 3
    if len(meld.tiles) != needed:
        fault = f"{len(meld.tiles)} tiles in {text!r}, a {word} has {needed}"
        raise IncidentError(place, fault)
    if meld.kind is MeldKind.CHII:
        if not is_run(meld.tiles):
            raise IncidentError(
                place, f"{text!r} is not three tiles of one suit in a row"
            )
    elif len({plain(tile) for tile in meld.tiles}) > 1:
        raise IncidentError(place, f"{text!r} is not {needed} tiles of one kind")
    return meld


def is_run(tiles: Sequence[str]) -> bool:
    """Whether three tiles are consecutive in one suit, in whatever order.

    >>> is_run(("0m", "4m", "3m")), is_run(("8m", "9m", "1m"))
    (True, False)
    """
    low, middle, high = sorted(KIND_OF[tile] for tile in tiles)
    return (
        (middle, high) == (low + 1, low + 2)
        and high < HONOURS_FIRST
        and low // SUIT_LENGTH == high // SUIT_LENGTH
    )


def parse_melds(value: object, place: str) -> tuple[Meld, ...]:
    """Read a list of sets.

    Raises:
        IncidentError: it is no list, longer than a hand can have, or one is no set.
    """
    if not isinstance(value, list):
        raise IncidentError(place, f'{value!r} is no list of sets like ["pon:555z"]')
    if len(value) > MELDS_MAX:
        raise IncidentError(place, f"{len(value)} sets, a hand has at most {MELDS_MAX}")
    return tuple(parse_meld(each, f"{place}[{at}]") for at, each in enumerate(value))


def parse_hand(tiles: object, melds: object, prefix: str = "") -> Hand:
    """Read the concealed tiles and the sets of one player.

    Any count up to 14 is a hand (a wrong count is for the rules to judge); more cannot
    be told from a slip of the pen and is refused.

    Raises:
        IncidentError: not tiles, too many of them, or five of a kind.
    """
    place = f"{prefix}tiles"
    hand = Hand(parse_tiles(tiles, place), parse_melds(melds, f"{prefix}melds"))
    check_copies(hand, (), place)
    if hand.count > HAND_MAX:
        fault = (
            f"{hand.count} tiles (a set counts three), expected {EXPECTED}; more than "
            f"{HAND_MAX} can only be stated as wrong-tile-count"
        )
        raise IncidentError(place, fault)
    return hand


def check_copies(hand: Hand, others: Iterable[str], place: str) -> None:
    """Refuse a hand that, with `others`, holds more than the four tiles of a kind.

    Raises:
        IncidentError: five of a kind.
    """
    kinds = Counter(map(plain, [*hand.tiles, *others]))
    for meld in hand.melds:
        kinds.update(map(plain, meld.tiles))
    for kind, number in kinds.items():
        if number > COPIES:
            fault = f"{number} of {kind} over tiles and sets, only {COPIES} exist"
            raise IncidentError(place, fault)
