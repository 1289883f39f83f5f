"""Final tables of which no games are published: divisions, absence, equal totals."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

from ledger.core.contents import (
    Content,
    DivisionSet,
    PlayerResult,
    ResultsEntered,
    Status,
    StatusChanged,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.standings import Row, standings
from ledger.files.standings_export import export_standings
from tests.files.events import Event, Make
from tests.files.test_real_events import load

DATA = Path(__file__).resolve().parents[1] / "data"


def _read(*parts: str) -> list[dict[str, str]]:
    with DATA.joinpath(*parts).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _add(event: Event, *contents: Content) -> None:
    for content in contents:
        client = f"{event.book.state().head + 1}"
        event.book.add(content, Place(), event.by_id(client))


def _result(round_: int, number: str, points: int) -> PlayerResult:
    return PlayerResult(round=round_, number=number, result=points)


# D9 --------------------------------------------------------------------------------

OUT: dict[str, Status] = {"WD": "withdrawn", "DQ": "disqualified"}


def _points(published: str) -> int | None:
    """Return a published score in points; None where it is a word."""
    plain = published.strip("()")
    return None if plain.isalpha() else round(float(plain) * 1000)


def _open_tournament(make: Make) -> Event:
    """The open of 2024: before the cut the best eight had twice what they ended on."""
    event = make("wrc-2025")
    rows = _read("D9", "standings.csv")
    event.write(
        "players",
        "number,name,substitute\n"
        + "".join(
            f"{row['player']},{row['player']},"
            f"{'yes' if row['kind'] == 'substitute' else 'no'}\n"
            for row in rows
        ),
    )
    event.load()
    results = [
        _result(6, row["player"], points * (2 if row["division"] == "A" else 1))
        for row in rows
        if (points := _points(row["published_score_or_status"])) is not None
    ]
    _add(event, ResultsEntered(results=tuple(results)))
    for order, name, carry in ((1, "A", "halved"), (2, "B", "carried")):
        numbers = tuple(row["player"] for row in rows if row["division"] == name)
        cut = DivisionSet(
            name=name, order=order, after_round=6, players=numbers, carry=carry  # type: ignore[arg-type]
        )  # fmt: skip
        _add(event, cut)
    for row in rows:
        status = OUT.get(row["published_score_or_status"])
        if status is not None:
            told = StatusChanged(player=row["player"], status=status, reason="told")
            _add(event, told)
    return event


def test_a_halved_division_stands_first_whatever_the_others_have(make: Make) -> None:
    """D9: rank 9 has more than rank 1; sorting by score alone is wrong."""
    event = _open_tournament(make)
    found = standings(event.book.state(), event.book.rules)
    published = _read("D9", "standings.csv")

    assert [(row.number, row.rank) for row in found.rows] == [
        (row["player"], int(row["published_rank"]) if row["published_rank"] else None)
        for row in published
    ]
    totals = {row.number: row.total for row in found.rows}
    for row in published:
        points = _points(row["published_score_or_status"])
        assert totals[row["player"]] == (points or 0)
    assert totals["Q09"] > totals["Q01"]
    assert found.check.points == 0


def test_the_unranked_stand_below_with_their_games_and_their_status(make: Make) -> None:
    """D9: a substitute with a score in brackets, one who did not finish, WD and DQ."""
    event = _open_tournament(make)
    state, rules = event.book.state(), event.book.rules
    answer = json.loads(export_standings(state, rules, after=None, form="json"))
    rows = {row["number"]: row for row in answer["rows"]}

    assert (rows["SUB1"]["rank"], rows["SUB1"]["total"]) == (None, 87300)
    assert (rows["SUB2"]["rank"], rows["SUB2"]["games"]) == (None, 0)
    assert [n for n, row in rows.items() if row["status"] == "withdrawn"] == [
        f"Q{number}" for number in range(54, 60)
    ]
    assert rows["Q60"]["status"] == "disqualified"
    assert [row["rank"] for row in answer["rows"][-9:]] == [None] * 9
    text = export_standings(state, rules, after=None, form="table")
    (line,) = (line for line in text.splitlines() if "SUB1" in line)
    assert line.split()[:4] == ["–", "SUB1", "SUB1", "(substitute)"]
    lines = export_standings(state, rules, after=None, form="csv").splitlines()
    assert lines[-1].startswith(",Q60,Q60,")


# D12 -------------------------------------------------------------------------------

ABSENT = "114"


def _steps() -> Iterator[tuple[int, str, int]]:
    """Yield after which hanchan, who, and what the hanchan since the last came to."""
    before: dict[str, int] = {}
    for row in _read("D12", "cumulative.csv"):
        number, total = row["number"], int(row["total"])
        yield int(row["after_round"]), number, total - before.get(number, 0)
        before[number] = total


def _championship(make: Make, *, absent_as_fine: bool) -> Event:
    event = make("wrc-2025")
    event.write("players", (DATA / "D12" / "players.csv").read_bytes())
    lines = ["round,number,result"]
    for round_, number, points in _steps():
        if number == ABSENT and absent_as_fine:
            lines.append(f"{round_},{number},0")
        else:
            lines.append(f"{round_},{number},{points}")
    event.write("results", "\n".join(lines) + "\n")
    event.load()
    return event


def _ranked(event: Event, after: int | None = None) -> dict[str, Row]:
    return event.rows(after)


def test_the_totals_after_every_second_hanchan_come_out(make: Make) -> None:
    """D12: what is published are running totals; the sums over all are not zero."""
    event = _championship(make, absent_as_fine=False)
    for after in (2, 4, 6, 8):
        rows = _ranked(event, after)
        published = {
            row["number"]: int(row["total"])
            for row in _read("D12", "cumulative.csv")
            if row["after_round"] == str(after)
        }
        assert {n: rows[n].total for n in published} == published
        assert sum(published.values()) != 0
        assert standings(event.book.state(), event.book.rules, after).check.points == 0


def test_equal_totals_share_the_place_that_was_published_once(make: Make) -> None:
    """D12: −104.0 twice has places 108 and 109; both are 108th here, none is 109th."""
    event = _championship(make, absent_as_fine=False)
    _add(event, StatusChanged(player=ABSENT, status="withdrawn", reason="absent"))
    rows = _ranked(event, 8)
    places = _read("D12", "published_places.csv")

    for row in places:
        if row["number"] not in ("75", ABSENT):
            assert rows[row["number"]].rank == int(row["place"])
    assert rows["72"].total == rows["75"].total == -104_000
    assert (rows["72"].rank, rows["75"].rank) == (108, 108)
    assert 109 not in {row.rank for row in rows.values()}


def test_who_stays_away_is_charged_a_game_and_stands_last(make: Make) -> None:
    """D12: 30.0 a game, −120.0 after four; WRC 2025 12.3.9 has the same charge."""
    event = _championship(make, absent_as_fine=True)
    for round_ in (2, 4):
        away = DraftIncident(offender=ABSENT, situation="absent",
                             facts={"sessions": 2, "notice": False})  # fmt: skip
        draft = Draft(place=Place(round=round_), incidents=(away,))
        event.book.record(draft, event.by_id(f"away {round_}"))
    _add(event, StatusChanged(player=ABSENT, status="withdrawn", reason="absent"))
    published = {
        row["after_round"]: int(row["total"])
        for row in _read("D12", "cumulative.csv")
        if row["number"] == ABSENT
    }

    assert published == {"2": -60_000, "4": -120_000}
    assert _ranked(event, 2)[ABSENT].total == -60_000
    assert _ranked(event, 4)[ABSENT].total == -120_000
    last = standings(event.book.state(), event.book.rules, 8).rows[-1]
    assert (last.number, last.rank, last.penalties) == (ABSENT, None, -120_000)


# D13 -------------------------------------------------------------------------------


def test_each_game_of_the_small_final_adds_up_to_nothing(make: Make) -> None:
    """D13: a clean control; the five rows that are published are in its own test."""
    event = make("m-league")
    load(event, DATA / "D13")
    for after in range(1, 6):
        rows = event.rows(after).values()
        assert sum(row.total for row in rows) == 0
        assert {row.games for row in rows} == {after}
    assert event.book.check() == []
