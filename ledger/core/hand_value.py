"""What a hand of some han and fu is worth, without honba and sticks.

Standard limits; what an edition may decide otherwise (rounding up to mangan, counted
yakuman) is only answered where the edition says so, else the points must be given.
"""

from typing import Final

from ledger.errors import IncidentError

FU: Final = (20, 25, *range(30, 140, 10))
MANGAN: Final = 2000
"""Base points of a mangan: a quarter of what a non-dealer's ron is worth."""

LIMITS: Final = {
    5: 2000,
    6: 3000,
    7: 3000,
    8: 4000,
    9: 4000,
    10: 4000,
    11: 6000,
    12: 6000,
}
"""Base points by han, from mangan to sanbaiman."""

ALMOST_MANGAN: Final = 1920
"""Base points of 4 han 30 fu and 3 han 60 fu, which some editions round up."""


def base_points(han: int, fu: int | None, *, kiriage: bool | None) -> int:
    """Return the base points of a hand.

    Args:
        han: From 1 to 12.
        fu: Needed below 5 han.
        kiriage: Whether almost mangan is rounded up; None: the edition's text does not
            say.

    Raises:
        IncidentError: no such hand, or the edition does not decide its value.
    """
    if not 1 <= han <= max(LIMITS):
        raise IncidentError(
            "han", f"{han} is not a number of han from 1 to {max(LIMITS)}; give points"
        )
    if han in LIMITS:
        return LIMITS[han]
    if fu not in FU or (fu, han) == (25, 1):
        told = ", ".join(map(str, FU))
        raise IncidentError("fu", f"{fu} with {han} han is not one of: {told}")
    base = min(MANGAN, int(fu * 2 ** (han + 2)))
    if base != ALMOST_MANGAN or kiriage is False:
        return base
    if kiriage is None:
        raise IncidentError(
            "fu",
            f"the text does not say whether {han} han {fu} fu is a mangan; give points",
        )
    return MANGAN


def _up(points: int) -> int:
    """Return points rounded up to the next hundred."""
    return -(-points // 100) * 100


def ron_points(base: int, *, by_dealer: bool) -> int:
    """Return what the discarder pays."""
    return _up(base * (6 if by_dealer else 4))


def tsumo_points(base: int, *, by_dealer: bool) -> tuple[int, ...]:
    """Return what each pays the dealer, or what a non-dealer and the dealer pay."""
    return (_up(base * 2),) if by_dealer else (_up(base), _up(base * 2))
