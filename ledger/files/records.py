"""The rows of players, seating, scores and results as values of the event.

Only what one row says by itself is looked at here; how it fits the event and the other
files is `imports`' matter. A row with a fault gives None, its faults being noted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.contents import Player, PlayerResult, Seating, Sheet
from ledger.files.tables import Row, shown

WINDS: Final = ("east", "south", "west", "north")
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "players": (
        "number", "name", "team", "country", "ema_number", "club", "substitute",
    ),
    "seating": ("round", "table", *WINDS),
    "scores": ("round", "table", *WINDS, "leftover"),
    "results": ("round", "table", "number", "result"),
    "incidents": (
        "round", "table", "hand", "honba", "offender", "situation", "facts", "class",
        "points", "before_placing", "tournament", "settled", "time", "staff", "note",
    ),
}  # fmt: skip
"""The files that can be imported, in the order in which they build on each other."""
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "players": ("number", "name"),
    "seating": ("round", "table", *WINDS),
    "scores": ("round", "table", *WINDS),
    "results": ("round", "number", "result"),
    "incidents": ("offender", "situation"),
}
"""Columns that a file cannot do without."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A score sheet with the hanchan it belongs to."""

    round: int
    table: int
    sheet: Sheet


def read_player(row: Row) -> Player | None:
    """Return the player of a row."""
    player = Player(
        number=read_number(row, "number"),
        name=row.needed("name"),
        team=row.text("team"),
        country=row.text("country"),
        ema_number=row.text("ema_number"),
        club=row.text("club"),
        substitute=row.yes_no("substitute"),
    )
    return None if row.is_faulty else player


def read_number(row: Row, column: str) -> str:
    """Return a player's number: a name, but printable and with plain digits."""
    text = row.needed(column)
    odd = any(letter.isdecimal() and not letter.isascii() for letter in text)
    if odd or not text.isprintable():
        what = "other digits than 0 to 9" if odd else "characters that do not print"
        row.fault(
            column,
            f"{column} {shown(text)} has {what}, expected a player's number such as 12",
        )
    return text


def read_seating(row: Row) -> Seating | None:
    """Return the table of a row; that the four differ is checked here too."""
    east, south, west, north = (read_number(row, wind) for wind in WINDS)
    players = (east, south, west, north)
    for at, wind in enumerate(WINDS):
        if players[at] and players[at] in players[:at]:
            row.fault(
                wind,
                f"player {shown(players[at])} sits at this table twice,"
                " expected four players",
            )
    seating = Seating(
        round=row.count("round"), table=row.count("table"), players=players
    )
    return None if row.is_faulty else seating


def read_scores(row: Row) -> Scored | None:
    """Return the score sheet of a row; a blank leftover is none."""
    east, south, west, north = (row.number(wind) for wind in WINDS)
    leftover = row.text("leftover")
    scored = Scored(
        row.count("round"),
        row.count("table"),
        Sheet(
            raw=(east, south, west, north),
            leftover=row.read_whole("leftover", leftover, low=0) if leftover else 0,
        ),
    )
    return None if row.is_faulty else scored


def read_result(row: Row) -> PlayerResult | None:
    """Return the published result of a row; its table may be blank."""
    result = PlayerResult(
        round=row.count("round"),
        number=read_number(row, "number"),
        result=row.number("result"),
        table=row.optional("table", low=1),
    )
    return None if row.is_faulty else result
