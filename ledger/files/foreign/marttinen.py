"""The save file of Marttinen's tournament engine (JSON, format versions 1 to 3).

    meta{dataFormatVersion} info{title, rounds, …} playerList[{name, substitute}]
    games[{round, table, finished, participants[4]{playerId, score{raw, uma, penalty}}}]

Rounds, tables and players count from 0 there and from 1 here. `raw` is above or below
the start, so the start of the event's edition is added; `penalty` is stored negative
and taken off after uma. The uma is reckoned by the edition; where the file has another
one a warning says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.core.scoring import Ending, score
from ledger.core.terms import SEATS
from ledger.core.wording import score as points
from ledger.files.foreign.penalties import penalty_cells
from ledger.files.foreign.people import Records, is_listed
from ledger.files.foreign.sources import (
    At,
    Cells,
    ForeignRow,
    JsonText,
    Path,
    Source,
    cell_text,
)
from ledger.files.records import WINDS
from ledger.files.tables import shown
from ledger.files.trial import Trial

TOP: Final = ("meta", "info", "playerList", "games")
PLAYER: Final = ("name", "substitute")
GAME: Final = ("round", "table", "finished", "participants")
SEAT: Final = ("playerId", "score")
SCORE: Final = ("raw", "uma", "penalty")
VERSIONS: Final = (1, 2, 3)
PENALTY_MAX: Final = 1_000_000
Cell = tuple[str, At]


def fits(source: Source) -> bool:
    """Whether a file looks like a save file."""
    text = source.text
    return text.lstrip().startswith("{") and '"playerList"' in text


def read(trial: Trial, sources: Sequence[Source]) -> Records:
    """Return players, seats, scores and penalties of the files."""
    rows: dict[str, list[ForeignRow]] = {
        kind: [] for kind in ("players", "seating", "scores", "incidents")
    }
    for source in sources:
        json = JsonText(source, trial.notes)
        if json.value is None:
            continue
        top = json.object((), json.value, TOP, TOP)
        if top is None or not _is_known_version(json, top["meta"]):
            continue
        rows["players"] += _players(trial, json, top["playerList"])
        other_uma: list[str] = []
        for at, game in enumerate(json.items(("games",), top["games"], "games")):
            told = _read_game(_Game(trial, json, ("games", at)), game, rows)
            other_uma += [told] if told else []
        if other_uma:
            count = len(other_uma)
            noun = "game has" if count == 1 else "games have"
            trial.notes.warn(
                json.place(("games",)),
                f"{count} {noun} another uma than {trial.rules.id} gives, which counts"
                f" (the first: {other_uma[0]})",
            )
    return rows


def _is_known_version(json: JsonText, meta: object) -> bool:
    path: Path = ("meta", "dataFormatVersion")
    needed = ("dataFormatVersion",)
    stated = json.object(("meta",), meta, needed, needed)
    if stated is None:
        return False
    version = stated["dataFormatVersion"]
    if version in VERSIONS and not isinstance(version, bool):
        return True
    told = (
        f"dataFormatVersion {shown(cell_text(version))} is not known: a newer layout?"
    )
    json.fault(path, f"{told} Expected 1, 2 or 3")
    return False


def _players(trial: Trial, json: JsonText, listed: object) -> Iterator[ForeignRow]:
    for at, player in enumerate(json.items(("playerList",), listed, "playerList")):
        path: Path = ("playerList", at)
        stated = json.object(path, player, PLAYER, ("name",))
        if stated is None:
            trial.doubtful_players.add(str(at + 1))
            continue
        is_substitute = stated.get("substitute") is True
        cells: Cells = {
            "number": json.cell(path, at + 1),
            "name": json.cell((*path, "name"), stated["name"]),
            "substitute": json.cell(
                (*path, "substitute"), "yes" if is_substitute else ""
            ),
        }
        if not is_listed(trial, cells):
            yield ForeignRow(trial.notes, _at(json, path), cells)


class _Game:
    """One game of the file, while it is read."""

    def __init__(self, trial: Trial, json: JsonText, path: Path) -> None:
        self.trial, self.json, self.path = trial, json, path

    def row(self, cells: Cells) -> ForeignRow:
        """Return a row of the game."""
        return ForeignRow(self.trial.notes, _at(self.json, self.path), cells)

    def whole(self, path: Path, value: object) -> int | None:
        """Return a value that must be a whole number; None after a fault."""
        row = self.row({"number": self.json.cell(path, value)})
        number = row.number("number")
        return None if row.is_faulty else number


def _at(json: JsonText, path: Path) -> At:
    return lambda: json.place(path)


def _read_game(
    game: _Game, stated: object, rows: dict[str, list[ForeignRow]]
) -> str | None:
    """Add the rows of a game; return how its uma differs, if it does."""
    json, path = game.json, game.path
    fields = json.object(path, stated, GAME, GAME)
    if fields is None:
        return None
    place: dict[str, Cell] = {}
    for name in ("round", "table"):
        number = game.whole((*path, name), fields[name])
        place[name] = json.cell((*path, name), None if number is None else number + 1)
    seats = _seats(game, fields["participants"])
    if seats is None:
        return None
    winds = {
        wind: json.cell((*seat, "playerId"), number + 1)
        for wind, (seat, number, _) in zip(WINDS, seats, strict=True)
    }
    rows["seating"].append(game.row(place | winds))
    if fields["finished"] is not True:
        return None
    start = game.trial.rules.ruleset.scoring.start
    raw = [start + values["raw"] for _, _, values in seats]
    scores = {
        wind: json.cell((*seat, "score", "raw"), points_)
        for wind, (seat, _, _), points_ in zip(WINDS, seats, raw, strict=True)
    }
    rows["scores"].append(game.row(place | scores))
    for wind, (seat, _, values) in zip(WINDS, seats, strict=True):
        if values["penalty"]:
            rows["incidents"].append(_penalty(game, place, winds[wind], seat, values))
    return _other_uma(game.trial, place, raw, [values["uma"] for *_, values in seats])


_Seat = tuple[Path, int, Mapping[str, int]]
"""Where it stands, the player's index, and the score."""


def _seats(game: _Game, participants: object) -> list[_Seat] | None:
    """Return the four seats of a game, or None after a fault."""
    path = (*game.path, "participants")
    listed = game.json.items(path, participants, "participants")
    if len(listed) != len(WINDS):
        if isinstance(participants, list):
            game.json.fault(path, f"has {len(listed)} participants, expected 4")
        return None
    seats: list[_Seat] = []
    for at, participant in enumerate(listed):
        here = (*path, at)
        seat = game.json.object(here, participant, SEAT, SEAT)
        stated = None
        if seat is not None:
            stated = game.json.object((*here, "score"), seat["score"], SCORE, SCORE)
        if seat is None or stated is None:
            return None
        player = game.whole((*here, "playerId"), seat["playerId"])
        values = {
            name: game.whole((*here, "score", name), stated[name]) for name in SCORE
        }
        known = {name: value for name, value in values.items() if value is not None}
        if player is None or len(known) < len(SCORE):
            return None
        seats.append((here, player, known))
    return seats


def _penalty(
    game: _Game,
    place: Mapping[str, Cell],
    player: Cell,
    seat: Path,
    values: Mapping[str, int],
) -> ForeignRow:
    amount = game.json.cell((*seat, "score", "penalty"), values["penalty"])
    row = game.row({"tournament": amount})
    row.read_whole("tournament", amount[0], low=-PENALTY_MAX, high=0)
    if row.is_faulty:
        return row
    source = "marttinen:" + "-".join(cell[0] for cell in (*place.values(), player))
    cells = penalty_cells(source, player, amount, ("", amount[1]))
    return game.row({**cells, **place})


def _other_uma(
    trial: Trial, place: Mapping[str, Cell], raw: Sequence[int], stated: Sequence[int]
) -> str | None:
    """Return how the uma of a game differs from the edition's, if it does."""
    ending = Ending(raw=dict(zip(SEATS, raw, strict=True)))
    ours = score(trial.rules.ruleset, ending).uma
    for seat, theirs in zip(SEATS, stated, strict=True):
        if ours[seat] != theirs:
            where = f"round {place['round'][0]} table {place['table'][0]}"
            told = f"{where}, {seat}: {points(theirs)} there"
            return f"{told}, {points(ours[seat])} here"
    return None
