"""Between the contents of entries and the detail rows that hold them.

One writer and one reader a kind; the order of rows is that of the content, and
`position` keeps it where an entry has several rows in a table. Cells are checked here
as they are made, because neither table models nor the driver do it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.book.cells import (
    COLUMNS,
    Row,
    Rows,
    check_cells,
    json_text,
    mapping,
    texts,
)
from ledger.book.later_rows import READERS, WRITERS
from ledger.core.contents import (
    Account,
    Amended,
    AppealDecided,
    Content,
    Created,
    IncidentRuled,
    LateAdjusted,
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
)
from ledger.core.event import KINDS
from ledger.core.situations import FactValue
from ledger.core.terms import SEATS, Class, Seat, Stage
from ledger.errors import BookDamaged

KIND_OF: Final = {content: kind for kind, content in KINDS.items()}
"""The word of each kind of content."""

# Contents to rows -----------------------------------------------------------------


def rows_of(content: Content) -> Rows:
    """Return the detail rows of a content.

    Raises:
        BookError: a value is of the wrong type, or cannot be stored on every engine.
    """
    rows = _plain_rows(content)
    for table, lines in rows.items():
        columns = COLUMNS[table]
        for position, line in enumerate(lines):
            if "position" in columns:
                line["position"] = position
            check_cells(table, line)
    return rows


def _plain_rows(content: Content) -> Rows:
    """Return the rows of a content and of what is inside it."""
    match content:
        case Amended(target=target, reason=reason, content=inner):
            row = {"target": target, "kind": KIND_OF[type(inner)], "reason": reason}
            return {"amendment": [row], **_plain_rows(inner)}
        case LateAdjusted(reason=reason, content=inner):
            row = {"kind": KIND_OF[type(inner)], "reason": reason}
            return {"lateness": [row], **_plain_rows(inner)}
        case AppealDecided():
            row = {
                "target": content.target,
                "decision": content.decision,
                "reason": content.reason,
            }
            other = {} if content.content is None else _plain_rows(content.content)
            return {"decision": [row], **other}
        case _:
            return _WRITERS[type(content)](content)


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
        "table_state": json_text(ruled.table),
        "suggestion": json_text(ruled.ruling),
        "class": str(ruled.class_),
        "label": ruled.label,
        "citations": json_text(ruled.citations),
        "source_grade": ruled.source_grade,
        "dead": json_text(ruled.dead),
        "hand": ruled.hand,
        "honba": ruled.honba,
        "dealer": ruled.dealer,
        "returned": json_text(ruled.returned),
        "departed": int(ruled.departed),
        "pending": int(ruled.pending),
        "note": ruled.note,
    }


def _incident_row(one: Recorded) -> Row:
    return {
        "offender": one.offender,
        "seat": None if one.seat is None else str(one.seat),
        "situation": one.situation,
        "facts": json_text(one.facts),
        "choice": json_text(one.choice),
        "evidence": None if one.evidence is None else json_text(one.evidence),
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


_WRITERS: Final[Mapping[type[Content], Callable[[Any], Rows]]] = {
    Created: _created_rows,
    StaffAdded: _staff_rows,
    PlayersAdded: _players_rows,
    SeatingAdded: _seating_rows,
    SheetEntered: _sheet_rows,
    ResultsEntered: _results_rows,
    IncidentRuled: _incident_rows,
    **WRITERS,
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
        table=mapping(ruling["table_state"]),
        ruling=mapping(ruling["suggestion"]),
        class_=Class(ruling["class"]),
        label=ruling["label"],
        citations=texts(ruling["citations"]),
        source_grade=ruling["source_grade"],
        dead=texts(ruling["dead"]),
        hand=ruling["hand"],
        honba=ruling["honba"],
        dealer=ruling["dealer"],
        returned=texts(ruling["returned"]),
        departed=bool(ruling["departed"]),
        pending=bool(ruling["pending"]),
        note=ruling["note"],
        postings=tuple(_posting(row) for row in rows.get("posting", ())),
    )


def _recorded(row: Row) -> Recorded:
    facts = mapping(row["facts"])
    return Recorded(
        offender=row["offender"],
        seat=None if row["seat"] is None else Seat(row["seat"]),
        situation=row["situation"],
        facts={name: _fact(value) for name, value in facts.items()},
        choice=mapping(row["choice"]),
        evidence=None if row["evidence"] is None else mapping(row["evidence"]),
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


def _amended(rows: Mapping[str, list[Row]]) -> Amended:
    (row,) = rows["amendment"]
    inner = content_of(row["kind"], rows)
    return Amended(target=row["target"], reason=row["reason"], content=inner)  # type: ignore[arg-type]


def _late(rows: Mapping[str, list[Row]]) -> LateAdjusted:
    (row,) = rows["lateness"]
    inner = content_of(row["kind"], rows)
    return LateAdjusted(reason=row["reason"], content=inner)  # type: ignore[arg-type]


def _decided(rows: Mapping[str, list[Row]]) -> AppealDecided:
    (row,) = rows["decision"]
    other = _incident(rows) if rows.get("ruling") else None
    return AppealDecided(
        target=row["target"],
        decision=row["decision"],
        reason=row["reason"],
        content=other,
    )


_READERS: Final[Mapping[str, Callable[[Mapping[str, list[Row]]], Content]]] = {
    "event": _created,
    "staff": _staff,
    "players": _players,
    "seating": _seating,
    "sheet": _sheet,
    "results": _results,
    "incident": _incident,
    "amend": _amended,
    "late": _late,
    "decide": _decided,
    **READERS,
}
