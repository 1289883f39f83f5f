"""Whom a foreign file means: players by number or by name."""

from collections.abc import Iterable, Iterator, Mapping

from ledger.core.contents import Player
from ledger.files.foreign.sources import Cells, ForeignRow
from ledger.files.trial import Trial

Records = Mapping[str, list[ForeignRow]]
"""Rows by kind of the contract's files."""


def is_listed(trial: Trial, cells: Cells) -> bool:
    """Whether the book has a player of this number and name; it is counted as known.

    The book may know more of the player than another program does.
    """
    player = trial.state.players.get(cells["number"][0])
    if player is None or player.name != cells["name"][0].strip():
        return False
    stated = (cells[column][0] for column in ("team",) if column in cells)
    if any(text and text != player.team for text in stated):
        return False
    trial.known["players"] += 1
    return True


def free_numbers(players: Iterable[str]) -> Iterator[str]:
    """Yield the numbers after the highest one that is taken."""
    taken = (int(n) for n in players if n.isascii() and n.isdecimal() and len(n) < 10)  # noqa: PLR2004 - no event has a thousand million players
    number = max(taken, default=0)
    while True:
        number += 1
        yield str(number)


def spelt_alike(name: str) -> str:
    """Return a name as names are compared: without case, with single spaces."""
    return " ".join(name.casefold().split())


def by_name(players: Iterable[Player]) -> dict[str, list[str]]:
    """Return the numbers of players by name, and by first name where it differs."""
    found: dict[str, list[str]] = {}
    for player in players:
        whole = spelt_alike(player.name)
        first = whole.partition(" ")[0]
        for name in {whole, first}:
            found.setdefault(name, []).append(player.number)
    return found
