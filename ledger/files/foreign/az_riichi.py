"""The league sheet of AZ Riichi, saved as CSV: one hanchan a row, players by name.

    Date,Game,Tbl,E Player,S Player,W Player,N Player,E Pts,S Pts,W Pts,N Pts,Ex

A game of a day is a round of ours, its automatic table (A) table 1 and its manual one
(M) table 2; the table of somebody who plays at both is a round of its own. A row is
known by date, game and table, so a longer sheet adds what is new. A name is a player's
whole name or first name; an ambiguous one is a fault, an unknown one a new player. `Ex`
is what lay outside the scores: points, or sticks if it is less than 100. There are no
penalties in this sheet.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from ledger.core.contents import Player
from ledger.core.terms import STICK
from ledger.files.foreign.people import Records, by_name, free_numbers, spelt_alike
from ledger.files.foreign.sources import (
    At,
    ForeignRow,
    Line,
    Source,
    has_columns,
    header_of,
    is_wide_enough,
    lines_of,
)
from ledger.files.records import WINDS
from ledger.files.tables import shown
from ledger.files.trial import Trial

COLUMNS: Final = (
    "Date", "Game", "Tbl", "E Player", "S Player", "W Player", "N Player",
    "E Pts", "S Pts", "W Pts", "N Pts", "Ex",
)  # fmt: skip
KNOWN: Final = tuple(name.lower() for name in COLUMNS)
TABLES: Final = {"A": 1, "M": 2}
PLAYER_AT, POINTS_AT, EXTRA_AT = 3, 7, 11
LEAST_POINTS: Final = 100
"""Less than this is a number of sticks: no score has it."""
Cell = tuple[str, At]


def fits(source: Source) -> bool:
    """Whether a file begins as the league sheet."""
    return header_of(source, KNOWN)[:4] == list(KNOWN[:4])


def read(trial: Trial, sources: Sequence[Source]) -> Records:
    """Return the new players, the seats and the scores of the sheets."""
    sheet = _Sheet(trial)
    for source in sources:
        lines = lines_of(source, KNOWN, trial.notes)
        if not lines or not has_columns(lines[0], COLUMNS, trial.notes):
            continue
        for line in lines[1:]:
            if is_wide_enough(line, len(COLUMNS) - 1, len(COLUMNS), trial.notes):
                sheet.read(line)
    return sheet.rows


class _Sheet:
    """What has been read so far: names, and which game is which round."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.rows: dict[str, list[ForeignRow]] = {
            kind: [] for kind in ("players", "seating", "scores")
        }
        self._names = by_name(trial.state.players.values())
        self._free = free_numbers(trial.state.players)
        self._rounds: dict[tuple[str, str], int] = {}
        self._last = max(trial.state.rounds(), default=0)
        self._sits: set[tuple[int, str]] = set()
        self._seen: dict[str, str] = {}

    def read(self, line: Line) -> None:
        """Add the rows of one hanchan."""
        row = ForeignRow(self.trial.notes, line.whole, _named(line))
        day = _day(row)
        game, table = row.count("game"), _table(row)
        players = [self._number(row, line.cell(PLAYER_AT + at)) for at in range(4)]
        leftover = _leftover(row)
        if row.is_faulty:
            return
        source = f"az-riichi:{day}-{game}-{row.text('table').upper()}"
        if source in self._seen:
            row.fault("game", f"this game stands twice, first at {self._seen[source]}")
            return
        self._seen[source] = line.whole
        numbers = [number[0] for number in players]
        round_, table = self._place(source, (str(day), str(game)), table, numbers)
        place = {
            "round": (str(round_), line.cell(1)[1]),
            "table": (str(table), line.cell(2)[1]),
        }
        winds = dict(zip(WINDS, players, strict=True))
        points = {
            wind: _points(line.cell(POINTS_AT + at)) for at, wind in enumerate(WINDS)
        }
        whole = line.whole
        seating = ForeignRow(self.trial.notes, whole, place | winds)
        self.rows["seating"].append(seating)
        known = {
            "leftover": (str(leftover), line.cell(EXTRA_AT)[1]),
            "source": (source, whole),
            "time": (f"{day}T12:00+00:00", line.cell(0)[1]),
        }
        scores = ForeignRow(self.trial.notes, whole, place | points | known)
        self.rows["scores"].append(scores)

    def _number(self, row: ForeignRow, cell: Cell) -> Cell:
        """Return whom a name means, by number; a new player gets one."""
        name, at = cell
        found = self._names.get(spelt_alike(name), [])
        if len(found) > 1:
            self._fault(row, at, f"{shown(name)} may be players {', '.join(found)}")
        elif not name:
            self._fault(row, at, "the player is blank")
        elif not found:
            number = next(self._free)
            player = Player(number=number, name=" ".join(name.split()))
            for spelling, numbers in by_name([player]).items():
                self._names.setdefault(spelling, []).extend(numbers)
            cells = {"number": (number, at), "name": (player.name, at)}
            new = ForeignRow(self.trial.notes, at, cells)
            self.rows["players"].append(new)
            return number, at
        return (found[0] if found else ""), at

    def _fault(self, row: ForeignRow, at: At, told: str) -> None:
        row.is_faulty = True
        place = at if isinstance(at, str) else at()
        self.trial.notes.fault(place, f"{told}, expected one player's name")

    def _place(
        self, source: str, game: tuple[str, str], table: int, numbers: Sequence[str]
    ) -> tuple[int, int]:
        """Return round and table of a game: the book's, or new ones."""
        known = self.trial.in_book.place_of(source)
        if known is not None and known.round is not None and known.table is not None:
            self._rounds.setdefault(game, known.round)
            return known.round, known.table
        round_ = self._rounds.get(game)
        sits_twice = any((round_ or 0, number) in self._sits for number in numbers)
        if round_ is not None:
            tables = (self.trial.state.seated((round_, t)) for t in TABLES.values())
            sits_twice |= any(set(players or ()) & set(numbers) for players in tables)
        if round_ is None or sits_twice:
            self._last += 1
            round_ = self._last
            self._rounds.setdefault(game, round_)
        self._sits |= {(round_, number) for number in numbers}
        return round_, table


def _named(line: Line) -> Mapping[str, Cell]:
    return {
        "date": line.cell(0),
        "game": line.cell(1),
        "table": line.cell(2),
        "leftover": line.cell(EXTRA_AT),
    }


def _points(cell: Cell) -> Cell:
    """Return a score without the commas between its thousands."""
    return cell[0].replace(",", ""), cell[1]


def _day(row: ForeignRow) -> date | None:
    """Return the day of a row written M/D/YYYY or YYYY-M-D; None after a fault."""
    text = row.text("date")
    parts = text.split("/")
    ordered = [parts[2], *parts[:2]] if len(parts) == 3 else text.split("-")  # noqa: PLR2004 - month, day, year
    try:
        if not all(part.isascii() and part.isdecimal() for part in ordered):
            raise ValueError  # noqa: TRY301 - full-width digits, signs, spaces
        year, month, day = map(int, ordered)
        return date(year, month, day)
    except (ValueError, OverflowError):
        told = f"date {shown(text)} is not understood, expected such as 2/14/2026"
        row.fault("date", told)
        return None


def _table(row: ForeignRow) -> int:
    text = row.text("table").upper()
    if text not in TABLES:
        row.fault("table", f"Tbl {shown(text)} is unknown, expected A or M")
    return TABLES.get(text, 0)


def _leftover(row: ForeignRow) -> int:
    """Return the points that lay outside the scores."""
    text = row.text("leftover").replace(",", "")
    extra = row.read_whole("leftover", text or "0", low=0)
    return extra * STICK if extra < LEAST_POINTS else extra
