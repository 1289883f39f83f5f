"""The contract's JSON for `judge`: a line in, a line out.

The wire form lives here alone; `judge` itself works on values. What the book keeps of a
ruling is the same form, so that an answer on paper and one in the book look alike.
"""

from collections.abc import Mapping

from ledger.core import wire
from ledger.core.incidents import (
    Abort,
    Dead,
    Draw,
    Earlier,
    Incident,
    Nagashi,
    Result,
    Ron,
    TableState,
    Tsumo,
    Win,
)
from ledger.core.questions import Question
from ledger.core.rules import Rules, rules
from ledger.core.rulings import Ruling, judge
from ledger.core.situations import FactValue, nearest
from ledger.core.terms import SEATS, Class, Seat
from ledger.errors import IncidentError

JUDGE_KEYS = (
    "id", "ruleset", "options", "table", "incident", "also", "result", "history",
)  # fmt: skip
TABLE_KEYS = (
    "honba", "carried", "riichi", "dead", "scores", "last_discard", "draw_possible",
    "hands_left",
)  # fmt: skip
INCIDENT_KEYS = ("offender", "situation", "facts", "evidence", "choice")


def judge_line(line: wire.Object) -> dict[str, object]:
    """Answer one line of `judge`.

    Raises:
        LedgerError: the line is not well-formed; the place in it is named.
    """
    wire.keys(line, JUDGE_KEYS, "")
    edition = read_rules(line)
    table = read_table(wire.optional_mapping(line.get("table"), "table"))
    if "incident" not in line:
        raise IncidentError("incident", "is missing, expected an incident or null")
    incidents = []
    if line["incident"] is not None:
        incidents.append(read_incident(line["incident"], "incident"))
    for index, item in enumerate(wire.optional_items(line.get("also"), "also")):
        incidents.append(read_incident(item, f"also.{index}"))
    result = read_result(line.get("result"))
    history = tuple(
        read_earlier(item, f"history.{index}", edition)
        for index, item in enumerate(
            wire.optional_items(line.get("history"), "history")
        )
    )
    ruling = judge(edition, table, incidents, result, history)
    answer = {"id": line.get("id"), **ruling_object(ruling)}
    if ruling.rulings and ruling.rulings[0].found is not None:
        answer["found"] = ruling.rulings[0].found.as_json()
    return answer


def read_rules(line: wire.Object) -> Rules:
    """Return the edition that a line names, under its options."""
    if "ruleset" not in line:
        raise IncidentError("ruleset", "is missing, expected an edition's id")
    options = wire.optional_mapping(line.get("options"), "options")
    return rules(
        wire.text(line["ruleset"], "ruleset"),
        {name: wire.text(value, f"options.{name}") for name, value in options.items()},
    )


def read_table(table: wire.Object) -> TableState:
    """Return the table state of a line; what is left out has the contract's default."""
    wire.keys(table, TABLE_KEYS, "table")
    left = table.get("hands_left")
    scores = table.get("scores")
    return TableState(
        honba=wire.whole(table.get("honba", 0), "table.honba", low=0),
        carried=wire.whole(table.get("carried", 0), "table.carried", low=0),
        riichi=wire.seats(table.get("riichi", []), "table.riichi"),
        dead=_read_dead(table.get("dead", {})),
        scores=None if scores is None else wire.by_seat(scores, "table.scores"),
        last_discard=wire.yes_no(
            table.get("last_discard", False), "table.last_discard"
        ),
        draw_possible=wire.yes_no(
            table.get("draw_possible", True), "table.draw_possible"
        ),
        hands_left=None
        if left is None
        else wire.whole(left, "table.hands_left", low=0),
    )


def _read_dead(value: object) -> dict[Seat, Dead]:
    dead: dict[Seat, Dead] = {}
    for name, state in wire.mapping(value, "table.dead").items():
        if state == "declared":
            dead[wire.seat(name, "table.dead")] = "declared"
        elif state == "undeclared":
            dead[wire.seat(name, "table.dead")] = "undeclared"
        else:
            raise IncidentError(
                f"table.dead.{name}",
                f"{wire.shown(state)} is not declared or undeclared",
            )
    return dead


def read_incident(value: object, place: str) -> Incident:
    """Return one incident of a line, its facts still as stated."""
    incident = wire.mapping(value, place)
    wire.keys(incident, INCIDENT_KEYS, place)
    offender = incident.get("offender")
    situation, evidence = incident.get("situation"), incident.get("evidence")
    facts = wire.optional_mapping(incident.get("facts"), f"{place}.facts")
    choice = wire.optional_mapping(incident.get("choice"), f"{place}.choice")
    return Incident(
        offender=None if offender is None else wire.seat(offender, f"{place}.offender"),
        situation=None
        if situation is None
        else wire.text(situation, f"{place}.situation"),
        facts=facts,  # type: ignore[arg-type]
        choice={
            name: value
            if isinstance(value, int)
            else wire.text(value, f"{place}.choice.{name}")
            for name, value in choice.items()
        },
        evidence=None
        if evidence is None
        else wire.mapping(evidence, f"{place}.evidence"),
    )


def read_earlier(value: object, place: str, edition: Rules) -> Earlier:
    """Return one earlier ruling of a line's history."""
    ruling = wire.mapping(value, place)
    wire.keys(ruling, ("offender", "situation", "class"), place)
    for key in ("offender", "situation", "class"):
        if key not in ruling:
            raise IncidentError(f"{place}.{key}", "is missing")
    name = wire.text(ruling["class"], f"{place}.class")
    if name not in {class_.value for class_ in Class}:
        classes = [class_.value for class_ in Class]
        raise IncidentError(
            f"{place}.class",
            f"{name!r} is not one of: {', '.join(classes)}" + nearest(name, classes),
        )
    situation = wire.text(ruling["situation"], f"{place}.situation")
    edition.situation(situation)
    return Earlier(
        offender=wire.seat(ruling["offender"], f"{place}.offender"),
        situation=situation,
        class_=Class(name),
    )


def read_result(value: object) -> Result | None:
    """Return the result of a line, or None."""
    if value is None:
        return None
    result = wire.mapping(value, "result")
    wire.keys(result, ("ron", "tsumo", "draw", "nagashi", "abort"), "result")
    if len(result) != 1:
        raise IncidentError(
            "result", "expected one of ron, tsumo, draw, nagashi, abort"
        )
    kind, inner = next(iter(result.items()))
    place = f"result.{kind}"
    match kind:
        case "ron":
            wins = enumerate(wire.items(inner, place))
            return Ron(wins=tuple(_read_win(win, f"{place}.{n}") for n, win in wins))
        case "tsumo":
            return _read_tsumo(wire.mapping(inner, place), place)
        case "draw":
            draw = wire.mapping(inner, place)
            wire.keys(draw, ("tenpai",), place)
            return Draw(tenpai=wire.seats(draw.get("tenpai", []), f"{place}.tenpai"))
        case "nagashi":
            return Nagashi(seats=wire.seats(inner, place))
        case _:
            return Abort(kind=wire.text(inner, place))


def _read_win(value: object, place: str) -> Win:
    win = wire.mapping(value, place)
    wire.keys(win, ("winner", "loser", "points", "liable", "riichi_tile"), place)
    for key in ("winner", "loser", "points"):
        if key not in win:
            raise IncidentError(f"{place}.{key}", "is missing")
    liable = win.get("liable")
    return Win(
        winner=wire.seat(win["winner"], f"{place}.winner"),
        loser=wire.seat(win["loser"], f"{place}.loser"),
        points=wire.whole(win["points"], f"{place}.points"),
        liable=None if liable is None else wire.seat(liable, f"{place}.liable"),
        riichi_tile=wire.yes_no(win.get("riichi_tile", False), f"{place}.riichi_tile"),
    )


def _read_tsumo(win: wire.Object, place: str) -> Tsumo:
    wire.keys(win, ("winner", "points", "liable"), place)
    for key in ("winner", "points"):
        if key not in win:
            raise IncidentError(f"{place}.{key}", "is missing")
    liable = win.get("liable")
    return Tsumo(
        winner=wire.seat(win["winner"], f"{place}.winner"),
        points=tuple(
            wire.whole(points, f"{place}.points")
            for points in wire.items(win["points"], f"{place}.points")
        ),
        liable=None if liable is None else wire.seat(liable, f"{place}.liable"),
    )


def result_object(result: Result | None) -> dict[str, object] | None:
    """Return a result in the contract's form; the inverse of `read_result`."""
    match result:
        case None:
            return None
        case Ron(wins=wins):
            return {"ron": [_win_object(win) for win in wins]}
        case Tsumo(winner=winner, points=points, liable=liable):
            extra = {} if liable is None else {"liable": liable.value}
            return {"tsumo": {"winner": winner.value, "points": list(points), **extra}}
        case Draw(tenpai=tenpai):
            return {"draw": {"tenpai": [seat.value for seat in tenpai]}}
        case Nagashi(seats=seats):
            return {"nagashi": [seat.value for seat in seats]}
        case Abort(kind=kind):
            return {"abort": kind}


def _win_object(win: Win) -> dict[str, object]:
    value: dict[str, object] = {
        "winner": win.winner.value,
        "loser": win.loser.value,
        "points": win.points,
    }
    if win.liable is not None:
        value["liable"] = win.liable.value
    if win.riichi_tile:
        value["riichi_tile"] = True
    return value


def table_object(table: TableState) -> dict[str, object]:
    """Return a table state in the contract's form; the inverse of `read_table`."""
    value: dict[str, object] = {
        "honba": table.honba,
        "carried": table.carried,
        "riichi": [seat.value for seat in table.riichi],
        "dead": {seat.value: state for seat, state in table.dead.items()},
        "last_discard": table.last_discard,
        "draw_possible": table.draw_possible,
        "hands_left": table.hands_left,
    }
    if table.scores is not None:
        value["scores"] = _seats_object(table.scores)
    return value


def ruling_object(ruling: Ruling) -> dict[str, object]:
    """Return a ruling in the contract's form."""
    return {
        "class": None if ruling.class_ is None else ruling.class_.value,
        "label": ruling.label,
        "dead_hands": [seat.value for seat in ruling.dead_hands],
        "points": _seats_object(ruling.points),
        "pot": ruling.pot,
        "before_placing": _seats_object(ruling.before_placing),
        "tournament": _seats_object(ruling.tournament),
        "riichi_returned": [seat.value for seat in ruling.riichi_returned],
        "hand": ruling.hand,
        "honba": ruling.honba,
        "dealer": None if ruling.dealer is None else ruling.dealer.value,
        "pot_after": ruling.pot_after,
        "citations": list(ruling.citations),
        "assumed": [
            {"part": item.part, "as": item.as_, "why": item.why}
            for item in ruling.assumed
        ],
        "source_grade": ruling.source_grade,
        "ask": [_question_object(question) for question in ruling.ask],
        "rulings": [
            {
                "offender": None if own.offender is None else own.offender.value,
                "class": None if own.class_ is None else own.class_.value,
                "label": own.label,
                "situation": own.situation,
            }
            for own in ruling.rulings
        ],
        "notes": list(ruling.notes),
    }


def _question_object(question: Question) -> dict[str, object]:
    return {
        "fact": question.fact,
        "choices": [_plain(choice) for choice in question.choices],
        "why": question.why,
    }


def _plain(value: FactValue) -> object:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Class):
        return value.value
    return value


def _seats_object(points: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: points[seat] for seat in SEATS}
