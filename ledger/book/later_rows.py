"""Rows of what is followed live, moved afterwards, and said about other entries.

The second half of `rows`, kind by kind in the same way.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.book.cells import Row, Rows, json_text, mapping
from ledger.core.contents import (
    AppealLodged,
    Confirmed,
    Content,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    PinSet,
    PolicySet,
    Reseated,
    RulesetChanged,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)

WINDS: Final = ("east", "south", "west", "north")


def _reseat_rows(reseated: Reseated) -> Rows:
    seats = dict(zip(WINDS, reseated.players, strict=True))
    return {"reseat": [{**seats, "reason": reseated.reason}]}


def _substitution_rows(substituted: Substituted) -> Rows:
    row = {
        "player": substituted.player,
        "substitute": substituted.substitute,
        "replaced": substituted.when,
        "reason": substituted.reason,
    }
    return {"substitution": [row]}


def _division_rows(cut: DivisionSet) -> Rows:
    row = {
        "name": cut.name,
        "rank": cut.order,
        "after_round": cut.after_round,
        "carry": cut.carry,
    }
    players = [{"player": player} for player in cut.players]
    return {"division": [row], "division_player": players}


def _status_rows(changed: StatusChanged) -> Rows:
    row = {
        "player": changed.player,
        "status": changed.status,
        "reason": changed.reason,
    }
    return {"status": [row]}


def _team_fine_rows(fined: TeamFined) -> Rows:
    row = {"team": fined.team, "points": fined.points, "reason": fined.reason}
    return {"team_fine": [row]}


def _appeal_rows(appeal: AppealLodged) -> Rows:
    row = {"target": appeal.target, "appellant": appeal.by, "reason": appeal.reason}
    return {"appeal": [row]}


def _ruleset_rows(changed: RulesetChanged) -> Rows:
    pin = {
        "ruleset": changed.ruleset,
        "pinned": changed.pinned,
        "digest": changed.digest,
    }
    return {"ruleset_change": [{"reason": changed.reason}], "ruleset": [pin]}


WRITERS: Final[Mapping[type[Content], Callable[[Any], Rows]]] = {
    PinSet: lambda pin: {"pin": [{"name": pin.name, "hash": pin.hash}]},
    PolicySet: lambda policy: {"policy": [{"confirm": int(policy.confirm)}]},
    HandPlayed: lambda hand: {"step": [{"step": json_text(hand.step)}]},
    StatusChanged: _status_rows,
    Reseated: _reseat_rows,
    Substituted: _substitution_rows,
    DivisionSet: _division_rows,
    TeamFined: _team_fine_rows,
    Explained: lambda said: {
        "explanation": [{"points": said.points, "reason": said.reason}]
    },
    AppealLodged: _appeal_rows,
    Confirmed: lambda confirmed: {"confirmation": [{"target": confirmed.target}]},
    Finalised: lambda closed: {"closing": [{"note": closed.note}]},
    RulesetChanged: _ruleset_rows,
    Voided: lambda void: {"void": [{"target": void.target, "reason": void.reason}]},
}


def _one(rows: Mapping[str, list[Row]], table: str) -> Row:
    (row,) = rows[table]
    return row


def _reseat(rows: Mapping[str, list[Row]]) -> Reseated:
    row = _one(rows, "reseat")
    east, south, west, north = (row[wind] for wind in WINDS)
    return Reseated(players=(east, south, west, north), reason=row["reason"])


def _substitution(rows: Mapping[str, list[Row]]) -> Substituted:
    row = _one(rows, "substitution")
    return Substituted(
        player=row["player"],
        substitute=row["substitute"],
        when=row["replaced"],
        reason=row["reason"],
    )


def _division(rows: Mapping[str, list[Row]]) -> DivisionSet:
    row = _one(rows, "division")
    return DivisionSet(
        name=row["name"],
        order=row["rank"],
        after_round=row["after_round"],
        players=tuple(player["player"] for player in rows["division_player"]),
        carry=row["carry"],
    )


def _appeal(rows: Mapping[str, list[Row]]) -> AppealLodged:
    row = _one(rows, "appeal")
    return AppealLodged(target=row["target"], by=row["appellant"], reason=row["reason"])


def _ruleset(rows: Mapping[str, list[Row]]) -> RulesetChanged:
    return RulesetChanged(
        **_one(rows, "ruleset"), reason=_one(rows, "ruleset_change")["reason"]
    )


READERS: Final[Mapping[str, Callable[[Mapping[str, list[Row]]], Content]]] = {
    "pin": lambda rows: PinSet(**_one(rows, "pin")),
    "policy": lambda rows: PolicySet(confirm=bool(_one(rows, "policy")["confirm"])),
    "hand": lambda rows: HandPlayed(step=mapping(_one(rows, "step")["step"])),
    "status": lambda rows: StatusChanged(**_one(rows, "status")),
    "reseat": _reseat,
    "substitute": _substitution,
    "division": _division,
    "team-fine": lambda rows: TeamFined(**_one(rows, "team_fine")),
    "explain": lambda rows: Explained(**_one(rows, "explanation")),
    "appeal": _appeal,
    "confirm": lambda rows: Confirmed(**_one(rows, "confirmation")),
    "finalise": lambda rows: Finalised(**_one(rows, "closing")),
    "ruleset": _ruleset,
    "void": lambda rows: Voided(**_one(rows, "void")),
}
