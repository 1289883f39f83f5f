"""Score sheets and published results of an import: what is new, and what contradicts.

A sheet that does not add up is let in with a warning that names the difference. For one
player and round there are either raw scores or a result, never both.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from ledger.core.contents import PlayerResult, ResultsEntered, SheetEntered
from ledger.core.event import Entry, HanchanKey, Place
from ledger.core.scoring import Check, expected_total
from ledger.core.sheet_entry import units_of
from ledger.core.wording import score
from ledger.files.known_rows import client_id
from ledger.files.records import WINDS, Scored, read_result, read_scores
from ledger.files.tables import Row, shown
from ledger.files.trial import Trial


def plan_scores(trial: Trial, rows: Iterable[Row]) -> None:
    """Plan the score sheets that are new, one entry each."""
    listed: set[HanchanKey] = set()
    for row in rows:
        scored = read_scores(row)
        if scored is None:
            continue
        key = (scored.round, scored.table)
        if key in listed:
            row.fault("table", f"table {key[1]} of round {key[0]} is listed twice")
        elif not trial.is_doubtful(key):
            _plan_sheet(trial, row, scored)
        listed.add(key)


def _plan_sheet(trial: Trial, row: Row, scored: Scored) -> None:
    key = (scored.round, scored.table)
    _check_table(trial, row, scored)
    if row.is_faulty or _has_sheet(trial, row, scored):
        return
    if _reads_as_hundreds(trial, scored):
        row.fault(
            WINDS[0],
            f"round {key[0]} table {key[1]}: {scored.sheet.raw[0]} and the others read"
            " as hundreds, expected points: 31200, not 312",
        )
        return
    _check_sum(trial, row, scored)
    source = row.text("source")
    if source:
        client, voided = trial.in_book.sheet(source, scored.sheet)
    else:
        client = client_id("scores", key, scored.sheet.raw, scored.sheet.leftover)
        voided = trial.in_book.entry(client)
    if voided is not None:
        trial.skip_voided("scores", row, voided)
        return
    trial.added["scores"] += 1
    content = SheetEntered(sheet=scored.sheet)
    signature = trial.signed(client)
    if row.text("time"):
        played = datetime.fromisoformat(row.text("time"))
        signature = replace(signature, at=played)
    trial.add(content, Place(round=key[0], table=key[1]), signature)


def _check_table(trial: Trial, row: Row, scored: Scored) -> None:
    players = trial.state.seated((scored.round, scored.table))
    if players is None:
        row.fault(
            "table",
            f"table {scored.table} is not seated in round {scored.round},"
            " expected its seating in the book or in this import",
        )
        return
    for number in players:
        if (scored.round, number) in trial.state.results:
            row.fault(
                "table",
                f"player {shown(number)} of this table has a published result of"
                f" round {scored.round}, expected scores or results, not both",
            )


def _has_sheet(trial: Trial, row: Row, scored: Scored) -> bool:
    entry = trial.state.sheets.get((scored.round, scored.table))
    if entry is None:
        return False
    assert isinstance(entry.effective, SheetEntered)
    old = entry.effective.sheet
    if old == scored.sheet:
        trial.known["scores"] += 1
    else:
        row.fault(
            "table",
            f"the sheet of round {scored.round} table {scored.table} is in the book"
            f" with other figures ({'; '.join(map(score, old.raw))}; leftover"
            f" {score(old.leftover)}): void entry {entry.number} first if this row"
            " is right",
        )
    return True


def _reads_as_hundreds(trial: Trial, scored: Scored) -> bool:
    """Whether scores can hardly be meant in points: that is asked, not guessed."""
    expected = expected_total(trial.rules.ruleset.scoring)
    raw, leftover = scored.sheet.raw, scored.sheet.leftover
    units = units_of(raw, leftover, expected)
    lacks_most = 2 * (sum(raw) + leftover) < expected
    return units == ("hundreds",) or ("hundreds" in units and lacks_most)


def _check_sum(trial: Trial, row: Row, scored: Scored) -> None:
    expected = expected_total(trial.rules.ruleset.scoring)
    check = Check(sum(scored.sheet.raw), scored.sheet.leftover, expected)
    if check.missing:
        what = "lacking" if check.missing > 0 else "too many"
        row.warn(
            "",
            f"round {scored.round} table {scored.table} comes to"
            f" {score(check.raw + check.leftover)} of {score(expected)},"
            f" {score(abs(check.missing))} {what}",
        )


def plan_results(trial: Trial, rows: Iterable[Row]) -> None:
    """Plan the published results that are new, one entry a round."""
    new: dict[int, dict[str, PlayerResult]] = {}
    first: dict[int, Row] = {}
    sheets = _sheets_by_player(trial)
    for row in rows:
        result = read_result(row)
        if result is None or not trial.knows(row, "number", result.number):
            continue
        sheet = sheets.get((result.round, result.number))
        if sheet is not None:
            row.fault(
                "number",
                f"player {shown(result.number)} has a score sheet of round"
                f" {result.round} (table {sheet.place.table}), expected scores or"
                " results, not both",
            )
        elif result.number in new.get(result.round, {}):
            row.fault(
                "number",
                f"player {shown(result.number)} has two results of round"
                f" {result.round}, expected one",
            )
        elif not _has_result(trial, row, result):
            first.setdefault(result.round, row)
            new.setdefault(result.round, {})[result.number] = result
    for round_, results in new.items():
        _plan_round(trial, first[round_], round_, tuple(results.values()))


def _plan_round(
    trial: Trial, row: Row, round_: int, results: tuple[PlayerResult, ...]
) -> None:
    client = results_id(round_, results, row.text("source"))
    voided = trial.in_book.entry(client)
    if voided is not None:
        trial.skip_voided("results", row, voided)
        return
    trial.added["results"] += len(results)
    content = ResultsEntered(results=results)
    trial.add(content, Place(round=round_), trial.signed(client))


def results_id(round_: int, results: Iterable[PlayerResult], source: str = "") -> str:
    """Return the client id of a round's published results.

    Args:
        round_: The round.
        results: In the order in which they are booked.
        source: The program they come from, if they were not in the contract's file.
    """
    stated = [(r.number, r.result, r.table) for r in results]
    return client_id("results", round_, stated, *([source] if source else []))


def _sheets_by_player(trial: Trial) -> dict[tuple[int, str], Entry]:
    return {
        (key[0], number): entry
        for key, entry in trial.state.sheets.items()
        for number in trial.state.seated(key) or ()
    }


def _has_result(trial: Trial, row: Row, result: PlayerResult) -> bool:
    old = trial.state.results.get((result.round, result.number))
    if old is None:
        return False
    if old == result:
        trial.known["results"] += 1
    else:
        row.fault(
            "result",
            f"player {shown(result.number)} has another result of round"
            f" {result.round} in the book ({score(old.result)}): void its entry"
            " first if this row is right",
        )
    return True
