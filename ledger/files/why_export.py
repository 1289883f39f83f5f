"""`why`: a player's total, entry by entry, with the sum after each."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from ledger.core.event import EventState
from ledger.core.explanation import Reason, reasons
from ledger.core.rules import Rules
from ledger.core.situations import nearest
from ledger.core.standings import Row
from ledger.core.wording import literal, points
from ledger.errors import ExportError
from ledger.files.layout import as_json, table
from ledger.files.standings_export import (
    digests,
    standing_of,
    standings_after,
    title_of,
    unknown_format,
)

FORMATS: Final = ("text", "json")


def export_why(
    state: EventState, rules: Rules, number: str, *, after: int | None, form: str
) -> str:
    """Return what a player's total is made of, in one of `FORMATS`.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        number: The player's number.
        after: Count rounds up to this one; None: everything that is in.
        form: The format's name.

    Raises:
        ExportError: the player, the round or the format does not exist.
    """
    if form not in FORMATS:
        raise ExportError("", unknown_format(form, FORMATS))
    found = standings_after(state, rules, after)
    row = next((row for row in found.rows if row.number == number), None)
    if row is None:
        raise ExportError(
            "",
            f"player {literal(number)!r} is unknown, expected a player's number"
            + nearest(number, state.players),
        )
    lines = reasons(state, rules, found, number)
    write = _json if form == "json" else _text
    return write(state, rules, found.after_round, row, lines)


def _json(
    state: EventState,
    rules: Rules,
    after: int | None,
    row: Row,
    lines: Sequence[Reason],
) -> str:
    assert state.created is not None, "entry 1 makes the event"
    return as_json(
        {
            "event": state.created.name,
            "ruleset": rules.id,
            "after_round": after,
            **standing_of(state, rules),
            "number": row.number,
            "name": row.name,
            "rank": row.rank,
            "total": row.total,
            "lines": [asdict(each) for each in lines],
        }
    )


def _text(
    state: EventState,
    rules: Rules,
    after: int | None,
    row: Row,
    lines: Sequence[Reason],
) -> str:
    after_words = "" if after is None else f" · after round {after}"
    head = f"{title_of(state, rules)}{after_words} · as of #{state.head}\n"
    body = table(
        ("Entry", "Where", "What", "Points", "Sum"),
        [
            (
                f"#{each.entry}",
                each.place,
                each.what,
                points(each.points),
                points(each.sum),
            )
            for each in lines
        ],
        frozenset((0, 3, 4)),
    )
    foot = "".join(f"{line}\n" for line in digests(state, rules))
    nothing = "nothing is in yet\n"
    return f"{head}{_who(row)}\n\n{body if lines else nothing}\n{foot}"


def _who(row: Row) -> str:
    rank = "not ranked" if row.rank is None else f"rank {row.rank}"
    name = literal(row.name)
    return f"{literal(row.number)} {name} · {rank} · total {points(row.total)}"
