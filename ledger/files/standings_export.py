"""Standings as a table, CSV or JSON: the same rows as every other consumer's.

    total = raw + sticks + uma + oka + penalties + results

`raw` is net of the return points and without the sticks that were left on the table;
`results` are published values after uma, where nothing else is known of a hanchan.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from ledger.core.event import EventState
from ledger.core.reconciling import difference_words
from ledger.core.rules import Rules
from ledger.core.standings import Row, Standings, TeamRow, standings
from ledger.core.wording import literal, points
from ledger.errors import ExportError
from ledger.files.cells import cut
from ledger.files.layout import Cell, as_json, comma_separated, table

COLUMNS: Final = (
    "rank", "number", "name", "team", "games", "raw", "sticks", "uma", "oka",
    "penalties", "results", "adjusted", "total", "substitute", "status", "division",
)  # fmt: skip
TEAM_COLUMNS: Final = ("rank", "team", "players", "points", "fines", "total")
PROOF_COLUMNS: Final = (
    "after_round", "ruleset", "ruleset_digest", "as_of", "hash", "check_points",
    "check_fines", "check_sticks", "check_unexplained", "check_explained",
)  # fmt: skip
"""What a CSV file rests on, in every row: a comment would break its readers."""
NAME_CELLS: Final = 28
FORMATS: Final = ("table", "csv", "json")


def export_standings(
    state: EventState,
    rules: Rules,
    *,
    after: int | None,
    form: str,
    teams: bool = False,
    separator: str = ",",
) -> str:
    """Return the standings after a round in one of `FORMATS`.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        after: Count rounds up to this one; None: everything that is in.
        form: The format's name.
        teams: Whether a table or CSV file lists teams in place of players.
        separator: What stands between two cells of a CSV file.

    Raises:
        ExportError: the round or the format does not exist.
    """
    if form not in FORMATS:
        raise ExportError("", unknown_format(form, FORMATS))
    found = standings_after(state, rules, after)
    if form == "csv":
        return _csv(found, state, rules, teams=teams, separator=separator)
    if form == "json":
        return _json(found, state, rules)
    return _table(found, state, rules, teams=teams)


def standings_after(state: EventState, rules: Rules, after: int | None) -> Standings:
    """Return the standings after a round, named for the last one that was played.

    Raises:
        ExportError: the round does not exist.
    """
    known = state.rounds()
    if after is not None and after not in known:
        told = f"1 to {known[-1]}" if known else "none yet, no round is seated"
        raise ExportError("", f"round {after} is not in the event, expected {told}")
    found = standings(state, rules, after)
    return found if after else replace(found, after_round=_last_played(state))


def _last_played(state: EventState) -> int | None:
    """Return the last round of which anything is in; later ones are only seated."""
    played = {round_ for round_, _ in (*state.sheets, *state.results)}
    return max(played, default=None)


def unknown_format(form: str, known: Collection[str]) -> str:
    """Return what is wrong with a format's name."""
    return f"format {literal(form)!r} is unknown, expected {' or '.join(known)}"


def standing_of(state: EventState, rules: Rules) -> dict[str, Cell]:
    """Return what an export rests on: the last entry and the ruleset's digest."""
    return {
        "as_of": state.head,
        "hash": state.head_hash,
        "ruleset_digest": rules.digest,
    }


def title_of(state: EventState, rules: Rules) -> str:
    """Return event and edition, as the head of a table names them."""
    assert state.created is not None, "entry 1 makes the event"
    edition = " ".join((rules.ruleset.cite_as, *rules.options.values()))
    return f"{literal(state.created.name)} · {literal(edition)}"


def _cells(row: Row) -> dict[str, Cell]:
    return {column: getattr(row, column) for column in COLUMNS}


def _team_cells(row: TeamRow) -> dict[str, Cell]:
    return {
        column: len(row.players) if column == "players" else getattr(row, column)
        for column in TEAM_COLUMNS
    }


def _csv(
    found: Standings, state: EventState, rules: Rules, *, teams: bool, separator: str
) -> str:
    check = found.check
    proof: dict[str, Cell] = {
        "after_round": found.after_round,
        "ruleset": rules.id,
        **standing_of(state, rules),
        "check_points": check.points,
        "check_fines": check.fines,
        "check_sticks": check.sticks,
        "check_unexplained": check.unexplained,
        "check_explained": check.explained,
    }
    if teams:
        rows = [_team_cells(row) for row in found.teams]
    else:
        rows = [_cells(row) for row in found.rows]
    columns = (*(TEAM_COLUMNS if teams else COLUMNS), *PROOF_COLUMNS)
    return comma_separated([row | proof for row in rows], columns, separator)


def _json(found: Standings, state: EventState, rules: Rules) -> str:
    assert state.created is not None
    rows = [_cells(row) | {"team": row.team or None} for row in found.rows]
    check = found.check
    return as_json(
        {
            "event": state.created.name,
            "ruleset": rules.id,
            "options": dict(rules.options),
            "after_round": found.after_round,
            **standing_of(state, rules),
            "rows": rows,
            "teams": [_team_cells(row) for row in found.teams],
            "check": {
                "points": check.points,
                "fines": check.fines,
                "sticks": check.sticks,
                "unexplained": check.unexplained,
            },
        }
    )


def _table(found: Standings, state: EventState, rules: Rules, *, teams: bool) -> str:
    after = "" if found.after_round is None else f" · after round {found.after_round}"
    head = f"{title_of(state, rules)}{after} · as of #{state.head}\n\n"
    body = _team_table(found) if teams else _player_table(found)
    foot = [*_foot(found), *digests(state, rules)]
    return head + body + "\n" + "".join(f"{line}\n" for line in foot)


def digests(state: EventState, rules: Rules) -> list[str]:
    """Return the lines by which a printed table can be held against the book."""
    standing = standing_of(state, rules)
    return [f"ruleset {standing['ruleset_digest']}", f"head    {standing['hash']}"]


def _team_table(found: Standings) -> str:
    rows = found.teams
    counts = Counter(row.rank for row in rows)
    titles = ("Rank", "Team", "Players", "Points", "Fines", "Total")
    lines = [
        [
            f"{row.rank}=" if counts[row.rank] > 1 else str(row.rank),
            cut(literal(row.team), NAME_CELLS),
            str(len(row.players)),
            *map(points, (row.points, row.fines, row.total)),
        ]
        for row in rows
    ]
    return table(titles, lines, frozenset(range(2, len(titles))) | {0})


def _player_table(found: Standings) -> str:
    counts = Counter(row.rank for row in found.rows)
    has = {
        column: any(getattr(row, column) for row in found.rows)
        for column in ("division", "team", "sticks", "oka", "results", "adjusted")
    }
    columns = [
        (title, show, is_number)
        for title, show, is_number, needed in (
            ("Rank", lambda row: _rank(row, counts), True, True),
            ("No.", lambda row: literal(row.number), True, True),
            ("Player", _name, False, True),
            ("Division", lambda row: literal(row.division), False, "division"),
            ("Team", lambda row: cut(literal(row.team), NAME_CELLS), False, "team"),
            ("Games", lambda row: str(row.games), True, True),
            ("Raw", lambda row: points(row.raw), True, True),
            ("Sticks", lambda row: points(row.sticks), True, "sticks"),
            ("Uma", lambda row: points(row.uma), True, True),
            ("Oka", lambda row: points(row.oka), True, "oka"),
            ("Fines", lambda row: points(row.penalties), True, True),
            ("Results", lambda row: points(row.results), True, "results"),
            ("Adjusted", lambda row: points(row.adjusted), True, "adjusted"),
            ("Total", lambda row: points(row.total), True, True),
        )
        if needed is True or has[str(needed)]
    ]
    return table(
        [title for title, _, _ in columns],
        [[show(row) for _, show, _ in columns] for row in found.rows],
        frozenset(at for at, column in enumerate(columns) if column[2]),
    )


def _rank(row: Row, counts: Mapping[int | None, int]) -> str:
    if row.rank is None:
        return "–"
    return f"{row.rank}=" if counts[row.rank] > 1 else str(row.rank)


def _name(row: Row) -> str:
    words = [cut(literal(row.name), NAME_CELLS)]
    if row.substitute:
        words.append("(substitute)")
    if row.status != "ok":
        words.append(f"({row.status})")
    return " ".join(words)


def _foot(found: Standings) -> list[str]:
    """Return the check and whatever keeps the totals from adding up, by name."""
    check = found.check
    if check.points:
        verdict = "does not add up"
    elif check.unexplained:
        verdict = "adds up but for these"
    else:
        verdict = "adds up"
    explained = f" · explained {points(check.explained)}" if check.explained else ""
    lines = [
        f"points {points(check.points)} · fines {points(check.fines)} · sticks"
        f" {points(check.sticks)} · unexplained {points(check.unexplained)}"
        + explained
        + f" = {verdict}"
    ]
    return [*lines, *shortcomings(found)]


def shortcomings(found: Standings) -> list[str]:
    """Return the sheets that do not add up and those that are not in, one a line."""
    lines = [difference_words(hanchan) for hanchan in found.differences]
    if found.pending:
        rulings = "ruling waits" if found.pending == 1 else "rulings wait"
        lines.append(
            f"{found.pending} {rulings} for confirmation and is not counted"
            if found.pending == 1
            else f"{found.pending} {rulings} for confirmation and are not counted"
        )
    waiting: dict[int, list[str]] = {}
    for round_, number in found.open_tables:
        if found.after_round is None or round_ > found.after_round:
            continue  # has not begun
        waiting.setdefault(round_, []).append(str(number))
    lines += [
        f"round {round_}: no sheet yet of table {', '.join(tables)}"
        for round_, tables in waiting.items()
    ]
    return lines
