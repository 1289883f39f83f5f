"""The contract's JSON for `replay`: a whole hanchan, event by event.

Players are named by their ids all the way; the wire form is turned into seats here and
`table` does the rest. An event that the rules forbid is answered with an error and
changes nothing. Beyond the contract, `call` tells of a set (`kind` pon, chii, kan or
closed-kan), so that a dead hand's call or a fifth kan can be refused, and `end` takes a
`choice` of who gets what is left where the edition asks for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.core import wire
from ledger.core.hand_value import base_points, ron_points, tsumo_points
from ledger.core.incidents import (
    Abort,
    Draw,
    Incident,
    Nagashi,
    Result,
    Ron,
    Tsumo,
    Win,
)
from ledger.core.lines import INCIDENT_KEYS, read_incident, read_rules
from ledger.core.scoring import LeftoverTo, Score
from ledger.core.situations import FactKind
from ledger.core.table import Hanchan
from ledger.core.terms import SEATS, Seat
from ledger.errors import IncidentError, LedgerError

PLAYED = (
    "riichi", "call", "ron", "tsumo", "draw", "abort", "nagashi", "time-signal",
)  # fmt: skip
"""Events of play itself; the book keeps each as an entry of its own."""

EVENTS = ("start", *PLAYED, "incident", "void", "end")


class Replay:
    """One run over the lines of a file; `start` begins a new hanchan."""

    def __init__(self) -> None:
        self._lines = 0
        self._hanchan: Hanchan | None = None
        self._event_of_line: dict[int, int] = {}
        """The event's place in the hanchan, by line, of those that took effect."""

    def answer(self, line: wire.Object) -> dict[str, object]:
        """Return the answer to the next line; an error answer changes nothing."""
        self._lines += 1
        try:
            final = self._apply(line)
        except LedgerError as error:
            return {"n": self._lines, "error": str(error)}
        hanchan = self._going()
        answer = {"n": self._lines, **answer_of(hanchan)}
        if final is not None:
            answer["final"] = _final(hanchan, final)
            if final.ask:
                answer["ask"] = _asked(hanchan, final)
        return answer

    def fault(self, message: str) -> dict[str, object]:
        """Return the answer to a line that could not be read at all."""
        self._lines += 1
        return {"n": self._lines, "error": message}

    def _going(self) -> Hanchan:
        if self._hanchan is None:
            raise IncidentError("event", "comes before start")
        return self._hanchan

    def _apply(self, line: wire.Object) -> Score | None:
        kind = line.get("event")
        if kind not in EVENTS:
            raise IncidentError(
                "event", f"{wire.shown(kind)} is not one of: {', '.join(EVENTS)}"
            )
        if kind == "start":
            wire.keys(line, ("event", "ruleset", "players", "options"), "")
            names = wire.items(line.get("players"), "players")
            players = [wire.text(name, "players") for name in names]
            self._hanchan = Hanchan.start(read_rules(line), players)
            self._event_of_line = {}
            return None
        hanchan = self._going()
        if kind == "end":
            wire.keys(line, ("event", "choice"), "")
            self._hanchan, final = hanchan.end(_leftover_to(hanchan, line))
            return final
        if kind == "incident":
            self._hanchan = _incident(hanchan, line)
        elif kind == "void":
            self._hanchan = self._void(hanchan, line)
        else:
            self._hanchan = played(hanchan, line)
        self._event_of_line[self._lines] = len(self._hanchan.moved) - 1
        return None

    def _void(self, hanchan: Hanchan, line: wire.Object) -> Hanchan:
        wire.keys(line, ("event", "of", "reason"), "")
        number = wire.whole(line.get("of"), "of", low=1)
        event = self._event_of_line.get(number)
        if event is None:
            raise IncidentError("of", f"line {number} is no event that can be voided")
        return hanchan.void(event, wire.text(line.get("reason", ""), "reason"))


def answer_of(hanchan: Hanchan) -> dict[str, object]:
    """Return a hanchan as it stands, in the contract's form."""
    return {
        "hand": hanchan.label,
        "honba": hanchan.honba,
        "pot": hanchan.pot,
        "scores": dict(hanchan.scores),
        "dead": [player for player in hanchan.players if player in hanchan.dead],
        "over": hanchan.over,
    }


def played(hanchan: Hanchan, line: wire.Object) -> Hanchan:
    """Return the hanchan after a riichi, the end of a hand, or the time signal.

    Raises:
        LedgerError: the line is not well-formed, or the rules forbid it.
    """
    kind = wire.text(line.get("event"), "event")
    if kind not in PLAYED:
        raise IncidentError("event", f"{kind!r} is not one of: {', '.join(PLAYED)}")
    if kind == "riichi":
        return _riichi(hanchan, line)
    if kind == "call":
        return _call(hanchan, line)
    if kind == "time-signal":
        return _signal(hanchan, line)
    return hanchan.end_hand(_result(hanchan, kind, line))


def _riichi(hanchan: Hanchan, line: wire.Object) -> Hanchan:
    wire.keys(line, ("event", "player"), "")
    return hanchan.declare_riichi(wire.text(line.get("player"), "player"))


def _call(hanchan: Hanchan, line: wire.Object) -> Hanchan:
    wire.keys(line, ("event", "player", "kind"), "")
    player = wire.text(line.get("player"), "player")
    return hanchan.call(player, wire.text(line.get("kind"), "kind"))


def _signal(hanchan: Hanchan, line: wire.Object) -> Hanchan:
    wire.keys(line, ("event",), "")
    return hanchan.signal()


def _player(hanchan: Hanchan, value: object, place: str) -> Seat:
    return hanchan.seat(wire.text(value, place), place)


def _players(hanchan: Hanchan, value: object, place: str) -> tuple[Seat, ...]:
    return tuple(
        _player(hanchan, item, f"{place}.{index}")
        for index, item in enumerate(wire.items(value, place))
    )


def _result(hanchan: Hanchan, kind: str, line: wire.Object) -> Result:
    match kind:
        case "ron":
            wire.keys(line, ("event", "wins", "loser"), "")
            return _ron(hanchan, line.get("wins"), line.get("loser"))
        case "tsumo":
            wire.keys(line, ("event", "winner", "points", "han", "fu", "liable"), "")
            return _tsumo(hanchan, line)
        case "draw":
            wire.keys(line, ("event", "tenpai"), "")
            return Draw(tenpai=_players(hanchan, line.get("tenpai", []), "tenpai"))
        case "nagashi":
            wire.keys(line, ("event", "players"), "")
            return Nagashi(seats=_players(hanchan, line.get("players"), "players"))
        case _:
            wire.keys(line, ("event", "kind"), "")
            return Abort(kind=wire.text(line.get("kind", "nine-tiles"), "kind"))


def _ron(hanchan: Hanchan, wins: object, loser: object) -> Ron:
    discarder = _player(hanchan, loser, "loser")
    found = []
    for index, item in enumerate(wire.items(wins, "wins")):
        place = f"wins.{index}"
        win = wire.mapping(item, place)
        known = ("winner", "points", "han", "fu", "liable", "riichi_tile", "loser")
        wire.keys(win, known, place)
        winner = _player(hanchan, win.get("winner"), f"{place}.winner")
        found.append(
            Win(
                winner=winner,
                loser=discarder,
                points=_ron_points(hanchan, win, winner, place),
                liable=_liable(hanchan, win, place),
                riichi_tile=wire.yes_no(
                    win.get("riichi_tile", False), f"{place}.riichi_tile"
                ),
            )
        )
    return Ron(wins=tuple(found))


def _liable(hanchan: Hanchan, win: wire.Object, place: str) -> Seat | None:
    liable = win.get("liable")
    return None if liable is None else _player(hanchan, liable, f"{place}.liable")


def _base(hanchan: Hanchan, win: wire.Object, place: str) -> int:
    fu = win.get("fu")
    return base_points(
        wire.whole(win.get("han"), f"{place}.han"),
        None if fu is None else wire.whole(fu, f"{place}.fu"),
        kiriage=hanchan.rules.ruleset.play.kiriage,
    )


def _ron_points(hanchan: Hanchan, win: wire.Object, winner: Seat, place: str) -> int:
    if ("points" in win) == ("han" in win):
        raise IncidentError(place, "expected either points, or han and fu")
    if "points" in win:
        return wire.whole(win["points"], f"{place}.points")
    return ron_points(_base(hanchan, win, place), by_dealer=winner is Seat.E)


def _tsumo(hanchan: Hanchan, line: wire.Object) -> Tsumo:
    winner = _player(hanchan, line.get("winner"), "winner")
    if ("points" in line) == ("han" in line):
        raise IncidentError("tsumo", "expected either points, or han and fu")
    if "points" in line:
        points = tuple(
            wire.whole(each, "points") for each in wire.items(line["points"], "points")
        )
    else:
        points = tsumo_points(_base(hanchan, line, "tsumo"), by_dealer=winner is Seat.E)
    return Tsumo(winner=winner, points=points, liable=_liable(hanchan, line, "tsumo"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Incidents of one moment by seat, and what else ended the hand."""

    incidents: tuple[Incident, ...]
    result: Result | None
    last_discard: bool
    draw_possible: bool


def read_moment(hanchan: Hanchan, line: wire.Object) -> Moment:
    """Return the incidents of a line, with seats in place of players.

    Raises:
        LedgerError: the line is not well-formed.
    """
    table = ("last_discard", "draw_possible")
    wire.keys(line, ("event", *INCIDENT_KEYS, "also", "result", *table), "")
    first = {key: line[key] for key in INCIDENT_KEYS if key in line}
    others = enumerate(wire.optional_items(line.get("also"), "also"))
    incidents = [
        _one_incident(hanchan, first, "incident"),
        *(_one_incident(hanchan, item, f"also.{index}") for index, item in others),
    ]
    return Moment(
        incidents=tuple(incidents),
        result=_incident_result(hanchan, line.get("result")),
        last_discard=wire.yes_no(line.get("last_discard", False), "last_discard"),
        draw_possible=wire.yes_no(line.get("draw_possible", True), "draw_possible"),
    )


def _incident(hanchan: Hanchan, line: wire.Object) -> Hanchan:
    moment = read_moment(hanchan, line)
    after, _ = hanchan.record(
        moment.incidents,
        moment.result,
        last_discard=moment.last_discard,
        draw_possible=moment.draw_possible,
    )
    return after


def _one_incident(hanchan: Hanchan, value: object, place: str) -> Incident:
    """Return an incident that names players, with their seats instead."""
    raw = dict(wire.mapping(value, place))
    if raw.get("offender") is not None:
        raw["offender"] = _player(hanchan, raw["offender"], f"{place}.offender")
    evidence = raw.get("evidence")
    if isinstance(evidence, Mapping):
        raw["evidence"] = _seated_evidence(hanchan, evidence)
    situation, facts = raw.get("situation"), raw.get("facts")
    if isinstance(situation, str) and isinstance(facts, Mapping):
        known = hanchan.rules.situation(situation).facts.values()
        kinds = {fact.name: fact.kind for fact in known}
        raw["facts"] = {
            name: _seated(hanchan, kinds[name], stated, name)
            if name in kinds
            else stated
            for name, stated in facts.items()
        }
    return read_incident(raw, place)


def _seated_evidence(hanchan: Hanchan, evidence: wire.Object) -> wire.Object:
    """Return evidence that names players with their seats instead; winds stay."""
    seated = dict(evidence)
    win = evidence.get("win")
    if isinstance(win, Mapping) and win.get("from") is not None:
        seated["win"] = {**win, "from": _player(hanchan, win["from"], "win.from")}
    for name in ("since_discard", "since_riichi"):
        passes = evidence.get(name)
        if isinstance(passes, list):
            seated[name] = [
                {**each, "seat": _player(hanchan, each["seat"], f"{name}.{index}")}
                if isinstance(each, Mapping) and each.get("seat") is not None
                else each
                for index, each in enumerate(passes)
            ]
    return seated


def _seated(hanchan: Hanchan, kind: FactKind, value: object, name: str) -> object:
    """Return a fact that names players with their seats instead."""
    match kind:
        case FactKind.SEAT:
            return _player(hanchan, value, f"facts.{name}")
        case FactKind.SEATS:
            return list(_players(hanchan, value, f"facts.{name}"))
        case FactKind.AMOUNTS:
            amounts = wire.mapping(value, f"facts.{name}")
            return {
                _player(hanchan, player, f"facts.{name}"): points
                for player, points in amounts.items()
            }
        case _:
            return value


def _incident_result(hanchan: Hanchan, value: object) -> Result | None:
    """Return the result that came with an incident; players stand for seats."""
    if value is None:
        return None
    result = wire.mapping(value, "result")
    kinds = ("ron", "tsumo", "draw", "nagashi", "abort")
    wire.keys(result, kinds, "result")
    if len(result) != 1:
        raise IncidentError("result", f"expected one of: {', '.join(kinds)}")
    kind, inner = next(iter(result.items()))
    if kind == "ron":
        wins = wire.items(inner, "result.ron")
        losers = {str(wire.mapping(win, "result.ron").get("loser")) for win in wins}
        if len(losers) != 1:
            raise IncidentError("result.ron", "expected one discarder")
        return _ron(hanchan, inner, losers.pop())
    # The other kinds are written as their own events are.
    line = {"nagashi": {"players": inner}, "abort": {"kind": inner}}.get(kind, inner)
    return _result(hanchan, kind, {**wire.mapping(line, "result"), "event": kind})


def _leftover_to(hanchan: Hanchan, line: wire.Object) -> LeftoverTo:
    """Return who gets what is left, by starting wind; null gives it to nobody."""
    choice = wire.optional_mapping(line.get("choice"), "choice")
    wire.keys(choice, ("leftover",), "choice")
    if "leftover" not in choice:
        return None
    to = choice["leftover"]
    if to is None:
        return "nobody"
    player = wire.text(to, "choice.leftover")
    hanchan.seat(player, "choice.leftover")
    return SEATS[hanchan.players.index(player)]


def _asked(hanchan: Hanchan, scored: Score) -> list[dict[str, object]]:
    """Return the questions of a score, with players in place of starting winds."""
    players: dict[object, str] = dict(zip(SEATS, hanchan.players, strict=True))
    return [
        {
            "fact": question.fact,
            "choices": [players.get(choice) for choice in question.choices],
            "why": question.why,
        }
        for question in scored.ask
    ]


def _final(hanchan: Hanchan, scored: Score) -> dict[str, object]:
    return {
        player: {
            "raw": hanchan.scores[player],
            "place": scored.place[seat],
            "uma": scored.uma[seat],
            "oka": scored.oka[seat],
            "sticks": scored.sticks[seat],
            "before_placing": hanchan.before_placing.get(player, 0),
            "penalty": hanchan.tournament.get(player, 0),
            "total": scored.total[seat],
        }
        for player, seat in zip(hanchan.players, SEATS, strict=True)
    }
