"""The contract's JSON for `score`: one table's end, a line in, a line out."""

from typing import Literal

from ledger.core import wire
from ledger.core.lines import read_rules
from ledger.core.scoring import Ending, Score, score
from ledger.core.terms import SEATS, Seat
from ledger.errors import IncidentError

KEYS = (
    "id", "ruleset", "options", "raw", "leftover", "before_placing", "penalties",
    "substitutes", "choice",
)  # fmt: skip
SUBSTITUTES = ("before-start", "after-start")


def score_line(line: wire.Object) -> dict[str, object]:
    """Answer one line of `score`.

    Raises:
        LedgerError: the line is not well-formed; the place in it is named.
    """
    wire.keys(line, KEYS, "")
    edition = read_rules(line)
    if "raw" not in line:
        raise IncidentError("raw", "is missing, expected the raw score of each seat")
    choice = wire.optional_mapping(line.get("choice"), "choice")
    wire.keys(choice, ("leftover",), "choice")
    ending = Ending(
        raw=wire.by_seat(line["raw"], "raw"),
        leftover=wire.whole(line.get("leftover", 0), "leftover", low=0),
        before_placing=_fines(line, "before_placing"),
        penalties=_fines(line, "penalties"),
        substitutes=_substitutes(line.get("substitutes")),
        leftover_to=_leftover_to(choice),
    )
    return {"id": line.get("id"), **score_object(score(edition.ruleset, ending))}


def _fines(line: wire.Object, name: str) -> dict[Seat, int]:
    return wire.by_seat(wire.optional_mapping(line.get(name), name), name, default=0)


def _leftover_to(choice: wire.Object) -> Seat | Literal["nobody"] | None:
    """Return the answer to the question of the leftover; null gives it to nobody."""
    if "leftover" not in choice:
        return None
    to = choice["leftover"]
    return "nobody" if to is None else wire.seat(to, "choice.leftover")


def _substitutes(value: object) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for name, when in wire.optional_mapping(value, "substitutes").items():
        place = f"substitutes.{name}"
        if when not in SUBSTITUTES:
            raise IncidentError(
                place, f"{wire.shown(when)} is not one of: {', '.join(SUBSTITUTES)}"
            )
        found[wire.seat(name, place)] = str(when)
    return found


def score_object(scored: Score) -> dict[str, object]:
    """Return a scored table in the contract's form."""
    by_seat = {
        name: {seat.value: points[seat] for seat in SEATS}
        for name, points in (
            ("place", scored.place),
            ("uma", scored.uma),
            ("oka", scored.oka),
            ("sticks", scored.sticks),
            ("total", scored.total),
        )
    }
    return {
        **by_seat,
        "check": {
            "raw": scored.check.raw,
            "leftover": scored.check.leftover,
            "expected": scored.check.expected,
            "missing": scored.check.missing,
        },
        "dropped": scored.dropped,
        "unclaimed": scored.unclaimed,
        "assumed": [{"part": part, "why": why} for part, why in scored.assumed.items()],
        "ask": [
            {"fact": q.fact, "choices": list(q.choices), "why": q.why}
            for q in scored.ask
        ],
    }
