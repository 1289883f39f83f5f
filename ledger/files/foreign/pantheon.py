"""Pantheon: the rating as CSV, penalties and players as JSON, and the seating text.

    Place, Player ID, Player name, [Team,] [Chips,] Rating points, Average place,
    Average points, Games played        in the user's language, so by position
    {"penalties": [{id, who, amount, reason, …}], "referees": [{id, title, …}]}
    {"players": [{id, title, local_id, team_name, …}]}
    1-2-3-4                             a table of local ids, E S W N; a blank line
                                        between rounds

A rating is net of penalties. With a penalty booked beside it the result that is booked
is the rating without that penalty, so that our total is Pantheon's rating. A penalty
that comes in later and is older than the rating in the book is inside it: it is booked
as settled already. A player whom the book knows by this name alone under another number
is that one. Keys are read as the API spells them, with capitals or with underscores.
"""

import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from ledger.core.contents import ResultsEntered
from ledger.core.roles import MAY, Act, is_enforced, role_of
from ledger.files.foreign.pantheon_seating import fits as is_seating
from ledger.files.foreign.pantheon_seating import seating_rows
from ledger.files.foreign.penalties import booked, penalty_cells
from ledger.files.foreign.people import Records, is_listed, spelt_alike
from ledger.files.foreign.sources import (
    At,
    Cells,
    ForeignRow,
    JsonText,
    Line,
    Path,
    Source,
    cell_text,
    is_wide_enough,
    lines_of,
)
from ledger.files.tables import shown
from ledger.files.tallies import results_id
from ledger.files.trial import Trial

RATING_WIDTHS: Final = (7, 8, 9)
"""Columns of a rating: neither, one or both of team and chips."""
TAIL: Final = 4
"""Columns from the rating on."""
PENALTY: Final = (
    "id", "who", "amount", "reason", "assigned_by", "created_at", "is_cancelled",
    "cancellation_reason",
)  # fmt: skip
PLAYER: Final = (
    "id", "title", "local_id", "team_name", "tenhou_id", "ignore_seating",
    "replaced_by", "has_avatar", "last_update",
)  # fmt: skip
TOP: Final = ("penalties", "referees", "players")
AMOUNT_MAX: Final = 1_000_000
NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-][0-9]+)?")
PROGRAM: Final = "pantheon"
ROUND: Final = 1
"""The round of a rating: it is one result for all games together."""
Cell = tuple[str, At]
_Rating = tuple[str, Line, Cell]
"""A player's number, the record, and the rating."""


def fits(source: Source) -> bool:
    """Whether a file looks like one of Pantheon's."""
    if source.text.lstrip()[:1] in ("{", "["):
        is_answer = any(f'"{key}"' in source.text for key in ("penalties", "who"))
        is_people = '"title"' in source.text and '"games"' not in source.text
        return is_answer or is_people
    return is_seating(source) or _is_rating(source)


def _is_rating(source: Source) -> bool:
    """Whether the first player is a place, an id, a name, and so on to the games."""
    lines = [*source.text.lstrip().splitlines()[:2], "", ""]
    try:
        header, first = (next(csv.reader([line]), []) for line in lines[:2])
    except csv.Error:
        return False
    if not first:
        return [name.lower() for name in header[:2]] == ["place", "player id"]
    is_placed = all(cell.strip().isdecimal() for cell in first[:2])
    is_rated = all(NUMBER.fullmatch(cell.strip()) for cell in first[-TAIL:])
    is_named = any(cell and not NUMBER.fullmatch(cell) for cell in first[2:-TAIL])
    return len(header) in RATING_WIDTHS and is_placed and is_named and is_rated


def read(trial: Trial, sources: Sequence[Source]) -> Records:
    """Return players, seats, results and penalties of the files."""
    files = _Files(trial)
    texts = []
    for source in sources:
        if source.text.lstrip()[:1] in ("{", "["):
            files.read_json(JsonText(source, trial.notes))
        elif is_seating(source):
            texts.append(source)
        else:
            files.read_rating(source)
    for source in texts:
        files.rows["seating"] += seating_rows(trial.notes, source, files.numbers)
    files.finish()
    return files.rows


class _Files:
    """What has been read of the files so far."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.rows: dict[str, list[ForeignRow]] = {
            kind: [] for kind in ("players", "seating", "results", "incidents")
        }
        self.numbers: dict[str, str] = {}
        """Players' numbers by local id, where a list of players says them."""
        self._penalties: dict[str, tuple[At, Cells]] = {}
        """Where each stands and the cells of its row, by source."""
        self._ratings: list[_Rating] = []
        self._told: list[tuple[JsonText, Path, object]] = []
        """Penalties as stated, to be read when all players are known."""
        self._listed: dict[str, str] = {}
        """Names by id, as first read."""
        self._renamed: dict[str, str] = {}
        """The book's number of players who have another one there, by their id."""
        self._inside = 0
        self._booked = booked(trial.state, PROGRAM)
        self._referees: dict[str, str] = {}

    # JSON

    def read_json(self, json: JsonText) -> None:
        """Read penalties or players out of an answer of the API."""
        top = json.value
        if isinstance(top, list):
            keys = {key for item in top if isinstance(item, dict) for key in item}
            for at, item in enumerate(top):
                if "who" in keys:
                    self._told.append((json, (at,), item))
                else:
                    self._player(json, (at,), item)
            return
        answer = json.object((), top, TOP, ()) if top is not None else None
        named = {k: json.items((k,), v, k) for k, v in (answer or {}).items()}
        for person in named.get("referees", ()):
            if isinstance(person, dict):
                name = cell_text(person.get("title"))
                self._referees[cell_text(person.get("id"))] = name
        for at, item in enumerate(named.get("players", ())):
            self._player(json, ("players", at), item)
        for at, item in enumerate(named.get("penalties", ())):
            self._told.append((json, ("penalties", at), item))

    def _player(self, json: JsonText, path: Path, item: object) -> None:
        stated = _fields(json, path, item, PLAYER, ("id", "title"))
        if stated is None:
            return
        if stated["id"][0] and not stated["id"][0].isdecimal():
            told = f"id {shown(stated['id'][0])} is none, expected a whole number"
            json.fault((*path, "id"), told)
            return
        cells = {
            "number": stated["id"],
            "name": stated["title"],
            "team": stated.get("team_name", ("", stated["id"][1])),
        }
        local = stated.get("local_id", ("", ""))[0]
        if local and local != "0":
            self.numbers[local] = stated["id"][0]
        self._list(json.place(path), cells)
        if local in self.numbers:
            self.numbers[local] = self._number(stated["id"][0])

    def _penalty(self, json: JsonText, path: Path, item: object) -> None:
        stated = _fields(json, path, item, PENALTY, ("id", "who"))
        if stated is None:
            return
        source = f"{PROGRAM}:{stated['id'][0]}"
        if source in self._penalties:
            json.fault(path, f"penalty {shown(stated['id'][0])} stands twice")
            return
        zero = ("0", stated["id"][1])
        amount = stated.get("amount", zero)
        row = ForeignRow(self.trial.notes, json.place(path), {"tournament": amount})
        points = row.read_whole("tournament", amount[0], low=0, high=AMOUNT_MAX)
        if row.is_faulty or self._is_cancelled(json, path, stated, source):
            return
        who = (self._number(stated["who"][0]), stated["who"][1])
        old = self._booked.get(source)
        if old is not None:
            inside = points != 0 and old.counted == 0
        else:
            inside = self._is_inside(who[0], stated.get("created_at", ("", ""))[0])
            self._inside += inside and points != 0
        reason = stated.get("reason", ("", zero[1]))
        taken = (str(-points), amount[1])
        cells = dict(penalty_cells(source, who, taken, reason, inside=inside))
        if "created_at" in stated:
            cells["time"] = stated["created_at"]
        cells["staff"] = (
            self._staff(stated.get("assigned_by", zero)[0]),
            json.place(path),
        )
        self._penalties[source] = (json.place(path), cells)

    def _staff(self, referee: str) -> str:
        """Return who gave a penalty, if he may sign here; blank: who imports signs."""
        name = self._referees.get(referee, "").strip()
        state = self.trial.state
        may_sign = not is_enforced(state) or role_of(state, name) in MAY[Act.RECORD]
        return name if may_sign else ""

    def _is_cancelled(
        self, json: JsonText, path: Path, stated: Mapping[str, Cell], source: str
    ) -> bool:
        """Whether a penalty was cancelled there; what the book has of it is named."""
        if stated.get("is_cancelled", ("", ""))[0] != "true":
            return False
        if source in self._booked:
            number = self._booked[source].entry.number
            why = stated.get("cancellation_reason", ("", ""))[0].strip()
            self.trial.notes.warn(
                json.place(path),
                f"was cancelled in Pantheon ({why or 'no reason given'}) and stands in"
                f" the book as entry {number}: void it if that is right",
            )
        return True

    def _is_inside(self, player: str, created: str) -> bool:
        """Whether the player's rating in the book is net of a penalty: it is later."""
        rated = self._rated.get(player)
        try:
            time = datetime.fromisoformat(created)
        except ValueError:  # none is stated; one that is odd is a fault of its row
            return rated is not None
        aware = time if time.tzinfo else time.replace(tzinfo=UTC)
        return rated is not None and aware <= rated

    @cached_property
    def _rated(self) -> Mapping[str, datetime]:
        """When the rating came in that is a player's result in the book."""
        return {
            result.number: entry.signature.at
            for entry, content in self.trial.state.standing(ResultsEntered)
            if entry.signature.client_id == results_id(ROUND, content.results, PROGRAM)
            for result in content.results
        }

    # Rating

    def read_rating(self, source: Source) -> None:
        """Read players and ratings."""
        lines = lines_of(source, ("place", "player id"), self.trial.notes)
        if not lines:
            return
        width = len(lines[0].cells)
        if width not in RATING_WIDTHS:
            self.trial.notes.fault(
                source.at(lines[0].number, min(width, RATING_WIDTHS[-1] + 1)),
                f"the header has {width} columns, expected 7 to 9: Place, Player ID,"
                " Player name, Team and Chips if the event has them, Rating points,"
                " Average place, Average points, Games played; a newer layout?",
            )
            return
        has_team = _has_team(lines, width)
        for line in lines[1:]:
            if is_wide_enough(line, width, width, self.trial.notes):
                number, name = line.cell(1), line.cell(2)
                cells = {"number": number, "name": name}
                if has_team:
                    cells["team"] = line.cell(3)
                self._list(line.whole, cells)
                rating = line.cell(width - TAIL)
                self._ratings.append((number[0], line, rating))

    def _list(self, whole: str, cells: Cells) -> None:
        """Add a player, once: the rating and the list of players may name both."""
        (number, at), (name, _) = cells["number"], cells["name"]
        place = at if isinstance(at, str) else at()
        if number in self._listed:
            first = self._listed[number]
            if spelt_alike(first) != spelt_alike(name):
                told = f"id {shown(number)} is of {shown(first)} and of {shown(name)}"
                self.trial.notes.fault(place, f"{told}, expected one player")
            return
        self._listed[number] = name
        found = self._by_name.get(spelt_alike(name), [])
        if number not in self.trial.state.players and len(found) == 1:
            self._renamed[number] = found[0]
            self.trial.known["players"] += 1
            told = f"player {shown(number)} is taken for player {shown(found[0])}"
            self.trial.notes.warn(place, f"{told} of the book, {shown(name)}")
        elif not is_listed(self.trial, cells):
            self.rows["players"].append(ForeignRow(self.trial.notes, whole, cells))

    def _number(self, player: str) -> str:
        """Return the book's number of a player by the id there."""
        return self._renamed.get(player, player)

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for player in self.trial.state.players.values():
            found.setdefault(spelt_alike(player.name), []).append(player.number)
        return found

    def finish(self) -> None:
        """Make the rows of penalties, and those of ratings in the light of them."""
        taken = self._penalty_rows()
        for old in self._booked.values():
            taken[old.player] += old.counted
        for player, line, (text, at) in self._ratings:
            number = self._number(player)
            row = ForeignRow(self.trial.notes, line.whole, {"result": (text, at)})
            rating = row.read_whole("result", text.removesuffix(".0"), low=-(10**7))
            if row.is_faulty:
                continue
            cells = {
                "round": (str(ROUND), line.whole),
                "number": (number, line.cell(1)[1]),
                "result": (str(rating - taken[number]), at),
                "source": (PROGRAM, at),
            }
            row = ForeignRow(self.trial.notes, line.whole, cells)
            self.rows["results"].append(row)
        if self._ratings:
            self.trial.notes.warn(
                self._ratings[0][1].whole,
                f"a rating is one result for all games: it is booked as round {ROUND}",
            )

    def _penalty_rows(self) -> Counter[str]:
        """Make the rows of penalties; return what new ones take off each total."""
        taken: Counter[str] = Counter()
        for json, path, item in self._told:
            self._penalty(json, path, item)
        for source, (whole, cells) in self._penalties.items():
            self.rows["incidents"].append(ForeignRow(self.trial.notes, whole, cells))
            if source not in self._booked and "tournament" in cells:
                taken[cells["offender"][0]] += int(cells["tournament"][0])
        if self._inside:
            are = "penalty is" if self._inside == 1 else "penalties are"
            self.trial.notes.warn(
                self._told[0][0].place(()),
                f"{self._inside} new {are} older than the rating in the book, which is"
                " net of that: booked as settled, no total changes",
            )
        return taken


def _has_team(lines: Sequence[Line], width: int) -> bool:
    """Whether the fourth column holds teams; with eight columns it may hold chips."""
    if width != 8:  # noqa: PLR2004 - with nine columns it does, with seven there is none
        return width > 8  # noqa: PLR2004
    title = lines[0].cells[3].lower()
    if title in ("team", "chips"):
        return title == "team"
    texts = (line.cell(3)[0].lstrip("-") for line in lines[1:])
    return not all(text.isdecimal() for text in texts)


def _fields(
    json: JsonText,
    path: Path,
    item: object,
    known: Sequence[str],
    needed: Sequence[str],
) -> Mapping[str, Cell] | None:
    """Return an object's values by key, spelt with underscores; None after a fault."""
    spellings = {_camel(key): key for key in known} | {key: key for key in known}
    stated = json.object(path, item, tuple(spellings), needed)
    if stated is None:
        return None
    return {
        spellings[key]: json.cell((*path, key), value) for key, value in stated.items()
    }


def _camel(key: str) -> str:
    first, *others = key.split("_")
    return first + "".join(word.title() for word in others)
