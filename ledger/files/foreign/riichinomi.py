"""RiichiNomi's CSV: players, and hanchan seat by seat.

    ID,Name,Affiliation
    Round ID,Table ID,Player ID,Seat Wind,Points,Penalties[,Shuugi]

Seat winds are 0 to 3. A table that is not played yet has rows that end after the
player; it is seated in file order, as RiichiNomi offers the winds, and reseated when
the winds as played come in. Penalties are whole thousands, taken off after uma, one
number a hanchan without a reason. Sticks left over are not in the file: RiichiNomi
takes whatever is missing for them, this program names the difference instead. Player 0
is somebody sitting in: a substitute here, the second one of a round `0-2`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.core.contents import Reseated
from ledger.core.event import Place
from ledger.files.foreign.penalties import penalty_cells
from ledger.files.foreign.people import Records, is_listed
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
from ledger.files.known_rows import client_id
from ledger.files.records import WINDS
from ledger.files.tables import shown
from ledger.files.trial import Trial

PLAYERS: Final = ("ID", "Name", "Affiliation")
HANCHAN: Final = (
    "Round ID", "Table ID", "Player ID", "Seat Wind", "Points", "Penalties", "Shuugi",
)  # fmt: skip
KNOWN: Final = tuple(name.lower() for name in (*PLAYERS, *HANCHAN))
UNPLAYED: Final = 3
"""Cells of a seat that has not played yet."""
SEATED: Final = len(WINDS)
PENALTY_MAX: Final = 1000
SUBSTITUTE: Final = "0"
Cell = tuple[str, At]
_Tables = dict[tuple[str, str], list[Line]]


def fits(source: Source) -> bool:
    """Whether a file begins as one of RiichiNomi's."""
    begins = header_of(source, KNOWN)[:3]
    return begins == ["id", "name", "affiliation"] or begins[:2] == [
        "round id",
        "table id",
    ]


def read(trial: Trial, sources: Sequence[Source]) -> Records:
    """Return players, seats, scores and penalties of the files."""
    rows: dict[str, list[ForeignRow]] = {
        kind: [] for kind in ("players", "seating", "scores", "incidents")
    }
    people: dict[str, list[Line]] = {}
    tables: _Tables = {}
    for source in sources:
        lines = lines_of(source, KNOWN, trial.notes)
        if header_of(source, KNOWN)[0] == "id":
            rows["players"] += _players(trial, lines, people)
        else:
            _gather(trial, lines, tables)
    seats_of_substitutes: Counter[str] = Counter()
    for (round_, table), lines in tables.items():
        if not _is_whole(trial, round_, table, lines):
            continue
        numbers = [_number(line, seats_of_substitutes) for line in lines]
        _read_table(trial, rows, lines, numbers)
    used = {row.text(wind) for row in rows["seating"] for wind in WINDS}
    substitutes = sorted(n for n in used if n.partition("-")[0] == SUBSTITUTE)
    rows["players"] += [
        ForeignRow(trial.notes, "", _substitute(number))
        for number in substitutes
        if number not in trial.state.players
    ]
    return rows


def _players(
    trial: Trial, lines: list[Line], people: dict[str, list[Line]]
) -> Iterator[ForeignRow]:
    if not lines or not has_columns(lines[0], PLAYERS, trial.notes):
        return
    for line in lines[1:]:
        if not is_wide_enough(line, 2, len(PLAYERS), trial.notes):
            continue
        number, name, club = (line.cell(at) for at in range(len(PLAYERS)))
        people.setdefault(number[0], []).append(line)
        cells = {"number": number, "name": name, "club": club}
        if len(people[number[0]]) > 1 or not is_listed(trial, cells):
            yield ForeignRow(trial.notes, line.whole, cells)


def _substitute(number: str) -> Mapping[str, Cell]:
    texts = {"number": number, "name": "Substitute Player", "substitute": "yes"}
    return {column: (text, "") for column, text in texts.items()}


def _gather(trial: Trial, lines: list[Line], tables: _Tables) -> None:
    """Add the seats of a file to their tables."""
    if not lines:
        return
    has_shuugi = len(lines[0].cells) >= len(HANCHAN)
    expected = HANCHAN if has_shuugi else HANCHAN[:-1]
    if not has_columns(lines[0], expected, trial.notes):
        return
    if has_shuugi and any(line.cell(6)[0] not in ("", "0") for line in lines[1:]):
        place = lines[0].source.at(lines[0].number, len(HANCHAN))
        trial.notes.warn(place, "Shuugi is not read: the book keeps no chips")
    for line in lines[1:]:
        if is_wide_enough(line, UNPLAYED, len(HANCHAN), trial.notes):
            tables.setdefault((line.cells[0], line.cells[1]), []).append(line)


def _is_whole(trial: Trial, round_: str, table: str, lines: list[Line]) -> bool:
    """Whether a table has four seats, all played or none; a fault is noted if not."""
    where = f"table {shown(table)} of round {shown(round_)}"
    if round_ == SUBSTITUTE:
        told = f"{where} stands outside the rounds, expected a round from 1"
    elif len(lines) != SEATED:
        told = f"{where} has {len(lines)} players, expected {SEATED}"
    elif len({_is_played(line) for line in lines}) > 1:
        told = f"{where} is played by some of its players only, expected all or none"
    else:
        winds = sorted(line.cell(3)[0] for line in lines if _is_played(line))
        if winds in ([], ["0", "1", "2", "3"]):
            return True
        told = f"{where} has the seat winds {', '.join(winds)}, expected 0, 1, 2 and 3"
    trial.notes.fault(lines[0].whole, told)
    return False


def _is_played(line: Line) -> bool:
    return any(line.cells[UNPLAYED:])


def _number(line: Line, substitutes: Counter[str]) -> Cell:
    number, at = line.cell(2)
    if number != SUBSTITUTE:
        return number, at
    substitutes[line.cells[0]] += 1
    count = substitutes[line.cells[0]]
    return (number if count == 1 else f"{number}-{count}"), at


def _read_table(
    trial: Trial,
    rows: dict[str, list[ForeignRow]],
    lines: list[Line],
    numbers: list[Cell],
) -> None:
    """Add the rows of a table that is whole."""
    is_played = _is_played(lines[0])
    seats = list(zip(lines, numbers, strict=True))
    if is_played:
        seats.sort(key=lambda seat: seat[0].cell(3)[0])
    place = {"round": lines[0].cell(0), "table": lines[0].cell(1)}
    whole = lines[0].whole
    winds = {wind: number for wind, (_, number) in zip(WINDS, seats, strict=True)}
    seating = ForeignRow(trial.notes, whole, place | winds)
    if not _reseat(trial, seating, is_played=is_played):
        rows["seating"].append(seating)
    if not is_played:
        return
    raw = {w: line.cell(4) for w, (line, _) in zip(WINDS, seats, strict=True)}
    rows["scores"].append(ForeignRow(trial.notes, whole, place | raw))
    for line, number in seats:
        penalty = _penalty(trial, line, number, place)
        if penalty is not None:
            rows["incidents"].append(penalty)


def _reseat(trial: Trial, row: ForeignRow, *, is_played: bool) -> bool:
    """Whether the four sit there already; in other winds it is planned to move them."""
    if not (row.text("round").isdecimal() and row.text("table").isdecimal()):
        return False
    key = int(row.text("round")), int(row.text("table"))
    now = trial.state.seated(key)
    east, south, west, north = (row.text(wind) for wind in WINDS)
    winds = (east, south, west, north)
    is_other = now is not None and now != winds and set(now) == set(winds)
    if not is_other or not is_played or key in trial.state.sheets:
        return False
    trial.known["seating"] += 1
    content = Reseated(players=winds, reason="winds as played (riichinomi)")
    client = client_id("riichinomi winds", key, winds)
    trial.add(content, Place(round=key[0], table=key[1]), trial.signed(client))
    return True


def _penalty(
    trial: Trial, line: Line, number: Cell, place: Mapping[str, Cell]
) -> ForeignRow | None:
    text, at = line.cell(5)
    row = ForeignRow(trial.notes, line.whole, {"tournament": (text, at)})
    thousands = row.read_whole("tournament", text or "0", low=0, high=PENALTY_MAX)
    if row.is_faulty or not thousands:
        return None
    source = "riichinomi:" + "-".join(cell[0] for cell in (*place.values(), number))
    amount = (str(-1000 * thousands), at)
    cells = penalty_cells(source, number, amount, ("", at))
    return ForeignRow(trial.notes, line.whole, {**cells, **place})
