"""The contract's JSON for `score`: one table's end, a line in, a line out."""

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
    choice = wire.mapping(line.get("choice") or {}, "choice")
    wire.keys(choice, ("leftover",), "choice")
    to = choice.get("leftover")
    ending = Ending(
        raw=wire.by_seat(line["raw"], "raw"),
        leftover=wire.whole(line.get("leftover", 0), "leftover", low=0),
        before_placing=wire.by_seat(
            line.get("before_placing") or {}, "before_placing", default=0
        ),
        penalties=wire.by_seat(line.get("penalties") or {}, "penalties", default=0),
        substitutes=_substitutes(line.get("substitutes") or {}),
        leftover_to=None if to is None else wire.seat(to, "choice.leftover"),
    )
    return {"id": line.get("id"), **score_object(score(edition.ruleset, ending))}


def _substitutes(value: object) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for name, when in wire.mapping(value, "substitutes").items():
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
