"""What other rules would make of an event: rulings and totals, as text or JSON."""

from collections.abc import Mapping, Sequence

from ledger.core.contents import Account, IncidentRuled
from ledger.core.event import EventState
from ledger.core.rescoring import Rescored, RulingDifference
from ledger.core.rules import Rules
from ledger.core.spelling import literal, score
from ledger.core.terms import Stage
from ledger.core.wording import class_words, name_of, place_words, points
from ledger.files.layout import table

STAGES: Mapping[Stage, str] = {
    Stage.TABLE: "points",
    Stage.BEFORE_PLACING: "before_placing",
    Stage.AFTER_UMA: "tournament",
}
"""By the names of the contract."""
MARKS: Mapping[Stage, str] = {
    Stage.TABLE: "",
    Stage.BEFORE_PLACING: " before placing",
    Stage.AFTER_UMA: " after uma",
}


def rescore_text(state: EventState, now: Rules, other: Rules, found: Rescored) -> str:
    """Return the differences as text: a table of rulings, one of totals."""
    lines = [f"{_title(now)}  →  {_title(other)}\n"]
    decided = [each for each in found.rulings if each.other is not None]
    open_ = [each for each in found.rulings if each.other is None]
    if not (found.rulings or found.totals):
        return "".join((*lines, "nothing would differ\n"))
    if decided:
        lines.append(f"\nrulings that would be others: {len(decided)}\n")
        lines.append(_rulings_table(state, now, other, decided))
    if open_:
        lines.append(
            f"\nrulings left as they are, for want of an answer: {len(open_)}\n"
        )
        lines += [
            f"#{each.entry} {place_words(state.entries[each.entry - 1].place)}"
            f" {_incidents(state, now, each)}: {literal(each.why)}\n"
            for each in open_
        ]
    if found.totals:
        lines.append(f"\ntotals that would be others: {len(found.totals)}\n")
        lines.append(_totals_table(state, found))
    return "".join(lines)


def _title(rules: Rules) -> str:
    return " ".join((rules.ruleset.cite_as, *rules.options.values()))


def _rulings_table(
    state: EventState, now: Rules, other: Rules, rulings: Sequence[RulingDifference]
) -> str:
    rows = []
    for each in rulings:
        assert each.other is not None
        rows.append(
            (
                f"#{each.entry}",
                place_words(state.entries[each.entry - 1].place),
                _incidents(state, now, each),
                _verdict(state, each.booked),
                _verdict(state, each.other),
            )
        )
    titles = ("entry", "where", "what", _title(now), _title(other))
    return table(titles, rows, frozenset())


def _incidents(state: EventState, rules: Rules, each: RulingDifference) -> str:
    told = []
    for one in each.booked.incidents:
        situation = rules.situations.get(one.situation)
        title = situation.title if situation else literal(one.situation)
        told.append(f"{name_of(state, one.offender)}: {title}")
    return "; ".join(told)


def _verdict(state: EventState, ruled: IncidentRuled) -> str:
    """Return a ruling in short: its class, and what each player pays or gets."""
    parts = [class_words(ruled.class_, literal(ruled.label))]
    for stage, amounts in moved(ruled).items():
        parts += [
            f"{name_of(state, number)} {points(amount)}{MARKS[stage]}"
            for number, amount in amounts.items()
        ]
    return ", ".join(parts)


def moved(ruled: IncidentRuled) -> dict[Stage, dict[str, int]]:
    """Return what a ruling moves, by stage and player; stages without any left out."""
    found: dict[Stage, dict[str, int]] = {}
    for posting in ruled.postings:
        if posting.account is Account.PLAYER:
            assert posting.player is not None
            amounts = found.setdefault(posting.stage, {})
            total = amounts.get(posting.player, 0) + posting.points
            amounts[posting.player] = total
    return found


def _totals_table(state: EventState, found: Rescored) -> str:
    rows = [
        (
            literal(each.player),
            name_of(state, each.player),
            score(each.now),
            f"{score(each.as_booked)} ({points(each.as_booked - each.now)})",
            f"{score(each.judged_anew)} ({points(each.judged_anew - each.now)})",
        )
        for each in found.totals
    ]
    titles = ("number", "name", "now", "rulings as booked", "rulings judged anew")
    return table(titles, rows, frozenset({2, 3, 4}))


def rescore_object(
    state: EventState, now: Rules, other: Rules, found: Rescored
) -> dict[str, object]:
    """Return the differences as JSON values."""
    assert state.created is not None, "entry 1 makes the event"
    return {
        "event": state.created.name,
        "ruleset": _rules_object(now),
        "other": _rules_object(other),
        "as_of": state.head,
        "hash": state.head_hash,
        "rulings": [_ruling_object(state, each) for each in found.rulings],
        "totals": [
            {
                "number": each.player,
                "name": state.players[each.player].name,
                "now": each.now,
                "as_booked": each.as_booked,
                "judged_anew": each.judged_anew,
            }
            for each in found.totals
        ],
    }


def _rules_object(rules: Rules) -> dict[str, object]:
    return {"id": rules.id, "options": dict(rules.options), "digest": rules.digest}


def _ruling_object(state: EventState, each: RulingDifference) -> dict[str, object]:
    place = state.entries[each.entry - 1].place
    return {
        "entry": each.entry,
        "round": place.round,
        "table": place.table,
        "hand": place.hand,
        "incidents": [
            {"offender": one.offender, "situation": one.situation}
            for one in each.booked.incidents
        ],
        "booked": _verdict_object(each.booked),
        "other": None if each.other is None else _verdict_object(each.other),
        "why": each.why,
    }


def _verdict_object(ruled: IncidentRuled) -> dict[str, object]:
    amounts = moved(ruled)
    return {
        "class": ruled.class_.value,
        "label": ruled.label,
        "hand": ruled.hand,
        "citations": list(ruled.citations),
        **{name: amounts.get(stage, {}) for stage, name in STAGES.items()},
    }
