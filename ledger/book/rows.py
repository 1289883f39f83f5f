"""Between the contents of entries and the detail rows that hold them.

One writer and one reader a kind; the order of rows is that of the content, and
`position` keeps it where an entry has several rows in a table. Cells are checked here
as they are made, because neither table models nor the driver do it.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.book.tables import TABLES
from ledger.core.event import (
    Account,
    Content,
    Created,
    IncidentRuled,
    Player,
    PlayerResult,
    PlayersAdded,
    Posting,
    Recorded,
    ResultsEntered,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
    StaffAdded,
    Voided,
)
from ledger.core.situations import FactValue
from ledger.core.terms import SEATS, Class, Seat, Stage
from ledger.errors import BookDamaged, BookError

Row = dict[str, Any]
"""Cells by column: text, whole numbers or None."""

Rows = dict[str, list[Row]]
"""The detail rows of one entry by table, without the keys `event_id` and `entry`."""

INTEGER_MAX: Final = 2**31 - 1
"""What an INTEGER holds on every engine."""

_COLUMNS: Final = {
    name: {
        column.name: (column.type.python_type, bool(column.nullable))
        for column in table.columns
    }
    for name, table in TABLES.items()
}

canonical: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
"""JSON with sorted keys and no spaces; the same text wherever it is made."""


# Contents to rows -----------------------------------------------------------------


def rows_of(content: Content) -> Rows:
    """Return the detail rows of a content.

    Raises:
        BookError: a value is of the wrong type, or cannot be stored on every engine.
    """
    rows = _WRITERS[type(content)](content)
    for table, lines in rows.items():
        columns = _COLUMNS[table]
        for position, line in enumerate(lines):
            if "position" in columns:
                line["position"] = position
            check_cells(table, line)
    return rows


def check_cells(table: str, row: Row) -> None:
    """Check cells against their columns, as table models and the driver do not.

    Raises:
        BookError: with the column and what is wrong with the value.
    """
    columns = _COLUMNS[table]
    for name, cell in row.items():
        kind, nullable = columns[name]
        if cell is None and nullable:
            continue
        if type(cell) is not kind:
            expected = "a whole number" if kind is int else "a text"
            raise BookError(f"{table}.{name}: {cell!r} is not {expected}")
        if kind is int:
            if abs(cell) > INTEGER_MAX:
                raise BookError(f"{table}.{name}: {cell} is too large to be stored")
        elif "\0" in cell:
            raise BookError(f"{table}.{name}: {cell!r} holds a NUL character")


def _created_rows(created: Created) -> Rows:
    pin = {
        "ruleset": created.ruleset,
        "pinned": created.pinned,
        "digest": created.digest,
    }
    event = {"name": created.name, "rounds": created.rounds}
    return {"event": [event], "ruleset": [pin]}


def _staff_rows(staff: StaffAdded) -> Rows:
    return {"staff": [{"name": staff.name, "role": staff.role}]}


def _players_rows(added: PlayersAdded) -> Rows:
    return {"player": [_player_row(player) for player in added.players]}


def _player_row(player: Player) -> Row:
    return {
        "number": player.number,
        "name": player.name,
        "team": player.team,
        "country": player.country,
        "ema_number": player.ema_number,
        "club": player.club,
        "substitute": int(player.substitute),
    }


def _seating_rows(added: SeatingAdded) -> Rows:
    return {"seat": [row for one in added.seatings for row in _seat_rows(one)]}


def _seat_rows(seating: Seating) -> list[Row]:
    return [
        {
            "round": seating.round,
            "table_number": seating.table,
            "wind": wind.value,
            "player": player,
        }
        for wind, player in zip(SEATS, seating.players, strict=True)
    ]


def _sheet_rows(entered: SheetEntered) -> Rows:
    east, south, west, north = entered.sheet.raw
    scores = {"east": east, "south": south, "west": west, "north": north}
    return {"sheet": [{**scores, "leftover": entered.sheet.leftover}]}


def _results_rows(entered: ResultsEntered) -> Rows:
    return {"result": [_result_row(result) for result in entered.results]}


def _result_row(result: PlayerResult) -> Row:
    return {
        "round": result.round,
        "table_number": result.table,
        "player": result.number,
        "result": result.result,
    }


def _incident_rows(ruled: IncidentRuled) -> Rows:
    return {
        "ruling": [_ruling_row(ruled)],
        "incident": [_incident_row(one) for one in ruled.incidents],
        "posting": [_posting_row(posting) for posting in ruled.postings],
    }


def _ruling_row(ruled: IncidentRuled) -> Row:
    return {
        "table_state": _json(ruled.table),
        "suggestion": _json(ruled.ruling),
        "class": str(ruled.class_),
        "label": ruled.label,
        "citations": _json(ruled.citations),
        "source_grade": ruled.source_grade,
        "dead": _json(ruled.dead),
        "departed": int(ruled.departed),
        "note": ruled.note,
    }


def _incident_row(one: Recorded) -> Row:
    return {
        "offender": one.offender,
        "seat": None if one.seat is None else str(one.seat),
        "situation": one.situation,
        "facts": _json(one.facts),
        "choice": _json(one.choice),
        "evidence": None if one.evidence is None else _json(one.evidence),
        "class": str(one.class_),
        "label": one.label,
    }


def _posting_row(posting: Posting) -> Row:
    return {
        "account": str(posting.account),
        "player": posting.player,
        "points": posting.points,
        "stage": str(posting.stage),
        "settled": posting.settled,
    }


def _void_rows(void: Voided) -> Rows:
    return {"void": [{"target": void.target, "reason": void.reason}]}


def _json(value: object) -> str:
    try:
        return canonical(value)
    except ValueError as error:
        raise BookError(f"{value!r} cannot be stored: {error}") from error


_WRITERS: Final[Mapping[type[Content], Callable[[Any], Rows]]] = {
    Created: _created_rows,
    StaffAdded: _staff_rows,
    PlayersAdded: _players_rows,
    SeatingAdded: _seating_rows,
    SheetEntered: _sheet_rows,
    ResultsEntered: _results_rows,
    IncidentRuled: _incident_rows,
    Voided: _void_rows,
}


# Rows to contents -----------------------------------------------------------------


def content_of(kind: str, rows: Mapping[str, list[Row]]) -> Content:
    """Return the content that rows hold.

    Raises:
        BookDamaged: the rows are not those of such an entry.
    """
    reader = _READERS.get(kind)
    if reader is None:
        raise BookDamaged(f"unknown kind of entry {kind!r}")
    try:
        return reader(rows)
    except (KeyError, TypeError, ValueError) as error:
        raise BookDamaged(f"the rows are not those of kind {kind} ({error})") from error


def _created(rows: Mapping[str, list[Row]]) -> Created:
    (event,), (pin,) = rows["event"], rows["ruleset"]
    return Created(
        name=event["name"],
        ruleset=pin["ruleset"],
        pinned=pin["pinned"],
        digest=pin["digest"],
        rounds=event["rounds"],
    )


def _staff(rows: Mapping[str, list[Row]]) -> StaffAdded:
    (row,) = rows["staff"]
    return StaffAdded(name=row["name"], role=row["role"])


def _players(rows: Mapping[str, list[Row]]) -> PlayersAdded:
    return PlayersAdded(players=tuple(_player(row) for row in rows["player"]))


def _player(row: Row) -> Player:
    return Player(
        number=row["number"],
        name=row["name"],
        team=row["team"],
        country=row["country"],
        ema_number=row["ema_number"],
        club=row["club"],
        substitute=bool(row["substitute"]),
    )


def _seating(rows: Mapping[str, list[Row]]) -> SeatingAdded:
    seats = rows["seat"]
    tables = (seats[at : at + len(SEATS)] for at in range(0, len(seats), len(SEATS)))
    return SeatingAdded(seatings=tuple(_table_seating(table) for table in tables))


def _table_seating(seats: list[Row]) -> Seating:
    ((round_, table),) = {(seat["round"], seat["table_number"]) for seat in seats}
    if [seat["wind"] for seat in seats] != list(SEATS):
        raise ValueError(f"table {table} of round {round_} is not E, S, W, N")
    east, south, west, north = (seat["player"] for seat in seats)
    return Seating(round=round_, table=table, players=(east, south, west, north))


def _sheet(rows: Mapping[str, list[Row]]) -> SheetEntered:
    (row,) = rows["sheet"]
    raw = (row["east"], row["south"], row["west"], row["north"])
    return SheetEntered(sheet=Sheet(raw=raw, leftover=row["leftover"]))


def _results(rows: Mapping[str, list[Row]]) -> ResultsEntered:
    return ResultsEntered(
        results=tuple(
            PlayerResult(
                round=row["round"],
                number=row["player"],
                result=row["result"],
                table=row["table_number"],
            )
            for row in rows["result"]
        )
    )


def _incident(rows: Mapping[str, list[Row]]) -> IncidentRuled:
    (ruling,) = rows["ruling"]
    return IncidentRuled(
        incidents=tuple(_recorded(row) for row in rows["incident"]),
        table=_mapping(ruling["table_state"]),
        ruling=_mapping(ruling["suggestion"]),
        class_=Class(ruling["class"]),
        label=ruling["label"],
        citations=_texts(ruling["citations"]),
        source_grade=ruling["source_grade"],
        dead=_texts(ruling["dead"]),
        departed=bool(ruling["departed"]),
        note=ruling["note"],
        postings=tuple(_posting(row) for row in rows.get("posting", ())),
    )


def _recorded(row: Row) -> Recorded:
    facts = _mapping(row["facts"])
    return Recorded(
        offender=row["offender"],
        seat=None if row["seat"] is None else Seat(row["seat"]),
        situation=row["situation"],
        facts={name: _fact(value) for name, value in facts.items()},
        choice=_mapping(row["choice"]),
        evidence=None if row["evidence"] is None else _mapping(row["evidence"]),
        class_=Class(row["class"]),
        label=row["label"],
    )


def _fact(value: Any) -> FactValue:  # noqa: ANN401 - out of JSON
    fact: FactValue = tuple(value) if isinstance(value, list) else value
    return fact


def _posting(row: Row) -> Posting:
    return Posting(
        account=Account(row["account"]),
        player=row["player"],
        points=row["points"],
        stage=Stage(row["stage"]),
        settled=row["settled"],
    )


def _void(rows: Mapping[str, list[Row]]) -> Voided:
    (row,) = rows["void"]
    return Voided(target=row["target"], reason=row["reason"])


_READERS: Final[Mapping[str, Callable[[Mapping[str, list[Row]]], Content]]] = {
    "event": _created,
    "staff": _staff,
    "players": _players,
    "seating": _seating,
    "sheet": _sheet,
    "results": _results,
    "incident": _incident,
    "void": _void,
}


def _mapping(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError("a JSON object is expected")
    return value


def _texts(text: str) -> tuple[str, ...]:
    value = json.loads(text)
    if not isinstance(value, list):
        raise TypeError("a JSON list is expected")
    return tuple(map(str, value))
