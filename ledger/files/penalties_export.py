"""Every ruling of the event, voided ones too, as a table, CSV or JSON.

One row an incident: several offenders of one moment share the entry's number. The three
amounts are what the row's own offender pays or gets, so that a column can be summed;
`postings` says who else is moved.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from ledger.core.contents import Account, IncidentRuled, Posting, Recorded
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.core.situations import FactValue
from ledger.core.terms import Class, Stage
from ledger.core.wording import class_words, literal, place_words, points
from ledger.errors import ExportError
from ledger.files.cells import cut
from ledger.files.fate import fate_of
from ledger.files.layout import Cell, as_json, comma_separated, table
from ledger.files.penalty_filter import ALL, Wanted
from ledger.files.standings_export import (
    FORMATS,
    digests,
    standing_of,
    title_of,
    unknown_format,
)

COLUMNS: Final = (
    "entry", "time", "round", "table", "hand", "honba", "offender", "name", "situation",
    "facts", "class", "label", "points", "before_placing", "tournament", "settled",
    "clause", "grade", "staff", "departed", "note", "voided_by", "void_reason",
    "appeal", "pending", "postings",
)  # fmt: skip
PROOF_COLUMNS: Final = ("ruleset", "ruleset_digest", "as_of", "hash")
"""What a CSV file rests on, the same in every row."""
AMOUNTS: Final = {
    "points": Stage.TABLE,
    "before_placing": Stage.BEFORE_PLACING,
    "tournament": Stage.AFTER_UMA,
}
WHERE: Final = "where"
"""Round, table and hand in one, for the table only."""
FATE: Final = "fate"
"""What became of it in words, for the table only."""
NAME_CELLS: Final = 20
NOTE_CELLS: Final = 40
FATE_CELLS: Final = 60


def export_penalties(
    state: EventState,
    rules: Rules,
    *,
    form: str,
    wanted: Wanted = ALL,
    separator: str = ",",
) -> str:
    """Return the wanted rulings in one of `FORMATS`.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        form: The format's name.
        wanted: Which rulings.
        separator: What stands between two cells of a CSV file.

    Raises:
        ExportError: the format does not exist.
    """
    if form not in FORMATS:
        raise ExportError("", unknown_format(form, FORMATS))
    rows = list(penalty_rows(state, wanted))
    if form == "csv":
        proof = {"ruleset": rules.id, **standing_of(state, rules)}
        columns = (*COLUMNS, *PROOF_COLUMNS)
        return comma_separated([row | proof for row in rows], columns, separator)
    return _json(rows, state, rules) if form == "json" else _table(rows, state, rules)


def penalty_rows(state: EventState, wanted: Wanted = ALL) -> Iterator[dict[str, Cell]]:
    """Yield a row for each wanted incident, in order of entries, cells by `COLUMNS`."""
    for entry in state.entries:
        ruled = entry.effective
        if not isinstance(ruled, IncidentRuled):
            continue
        told: set[str | None] = set()
        for own in ruled.incidents:
            if not wanted.fits(entry, own, bearer_of(state, entry, own)):
                continue
            # Two incidents of one offender share his postings: told once.
            postings = () if own.offender in told else ruled.postings
            told.add(own.offender)
            yield _row(state, entry, ruled, own, postings)


def _row(
    state: EventState,
    entry: Entry,
    ruled: IncidentRuled,
    own: Recorded,
    postings: tuple[Posting, ...],
) -> dict[str, Cell]:
    bearer = bearer_of(state, entry, own)
    player = state.players.get(bearer) if bearer else None
    fate = fate_of(state, entry.number)
    return {
        WHERE: place_words(entry.place) or "–",
        "entry": entry.number,
        "time": entry.signature.at.isoformat(timespec="seconds"),
        "round": entry.place.round,
        "table": entry.place.table,
        "hand": entry.place.hand,
        "honba": entry.place.honba,
        "offender": bearer,
        "name": player.name if player else None,
        "situation": own.situation,
        "facts": facts_text(own.facts),
        "class": own.class_.value,
        "label": own.label,
        **{name: _sum(postings, stage, own) for name, stage in AMOUNTS.items()},
        "settled": "+".join(sorted({posting.settled for posting in postings})),
        "clause": "; ".join(ruled.citations),
        "grade": ruled.source_grade,
        "staff": entry.signature.staff,
        "departed": ruled.departed,
        "note": ruled.note,
        "voided_by": fate.taken_back_by,
        "void_reason": fate.why or None,
        "appeal": fate.appeal or None,
        "pending": fate.is_pending,
        "postings": "; ".join(_posting_text(state, entry, p) for p in postings),
        FATE: "; ".join(fate.words),
    }


def bearer_of(state: EventState, entry: Entry, own: Recorded) -> str | None:
    """Return the offender's number, with every correction of the seats."""
    return state.moved_to(entry, own.offender) if own.offender else None


def facts_text(facts: Mapping[str, FactValue]) -> str:
    """Return facts as `incidents.csv` writes them.

    >>> facts_text({"shown": True, "tenpai": None, "offenders": ("E", "S")})
    'shown=yes;tenpai=?;offenders=E+S'
    """
    return ";".join(f"{name}={_fact_text(value)}" for name, value in facts.items())


def _fact_text(value: FactValue) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "?"
        case int() | str():
            return str(value)
        case Mapping():
            return ",".join(f"{seat}:{points}" for seat, points in value.items())
        case _:
            return "+".join(value)


def _sum(postings: tuple[Posting, ...], stage: Stage, own: Recorded) -> int:
    return sum(
        posting.points
        for posting in postings
        if posting.stage is stage
        and posting.account is Account.PLAYER
        and posting.player == own.offender
    )


def _posting_text(state: EventState, entry: Entry, posting: Posting) -> str:
    who = posting.account.value
    if posting.player is not None:
        who = state.moved_to(entry, posting.player)
    return f"{who} {posting.points:+d} {posting.stage.value} {posting.settled}"


def _json(rows: list[dict[str, Cell]], state: EventState, rules: Rules) -> str:
    assert state.created is not None
    return as_json(
        {
            "event": state.created.name,
            "ruleset": rules.id,
            "options": dict(rules.options),
            **standing_of(state, rules),
            "rows": [{column: row[column] for column in COLUMNS} for row in rows],
        }
    )


def _table(rows: list[dict[str, Cell]], state: EventState, rules: Rules) -> str:
    head = f"{title_of(state, rules)} · as of #{state.head}\n\n"
    foot = "\n" + "".join(f"{line}\n" for line in digests(state, rules))
    if not rows:
        return head + "no incident is recorded\n" + foot
    titles = (
        "#", "Time (UTC)", "Where", "No.", "Player", "What", "Ruling", "At table",
        "Before", "After uma", "Clause", "Staff", "Remarks",
    )  # fmt: skip
    lines = [_line(row, rules) for row in rows]
    return head + table(titles, lines, frozenset({0, 3, 7, 8, 9})) + foot


def _line(row: Mapping[str, Cell], rules: Rules) -> list[str]:
    situation = rules.situations.get(str(row["situation"]))
    what = situation.title if situation else str(row["situation"])
    return [
        str(row["entry"]),
        str(row["time"])[:16].replace("T", " "),
        str(row[WHERE]),
        literal(str(row["offender"] or "–")),
        cut(literal(str(row["name"] or "–")), NAME_CELLS),
        literal(what),
        literal(class_words(Class(str(row["class"])), str(row["label"]))),
        *(points(_whole(row[name])) for name in AMOUNTS),
        literal(str(row["clause"])),
        cut(literal(str(row["staff"])), NAME_CELLS),
        _remarks(row),
    ]


def _whole(value: Cell) -> int:
    assert isinstance(value, int)
    return value


def _remarks(row: Mapping[str, Cell]) -> str:
    words = []
    if row[FATE]:
        words.append(cut(literal(str(row[FATE])), FATE_CELLS))
    if row["departed"]:
        words.append("departs from the rulebook")
    if row["note"]:
        words.append(cut(literal(str(row["note"])), NOTE_CELLS))
    return " · ".join(words)
