"""The standings as a paper: the line that adds up to zero, teams, divisions."""

import pytest

from ledger.core.contents import (
    Confirmed,
    DivisionSet,
    Explained,
    Reseated,
    TeamFined,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.files.document import Column, Kind
from ledger.files.document import Place as Rank
from ledger.files.standings_report import StandingsReport, standings_report
from tests.files.events import (
    INCIDENTS,
    PLAYERS,
    RESULTS,
    SCORES,
    SEATING,
    Event,
    Make,
)

CHOMBO = "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,,Kim,\n"


def filled(event: Event, incidents: str = "", **more: str) -> Event:
    files = {"players": PLAYERS, "seating": SEATING, "scores": SCORES} | dict(more)
    if incidents:
        files["incidents"] = INCIDENTS + incidents
    event.write_all(files)
    event.load()
    return event


def report(event: Event, after: int | None = None) -> StandingsReport:
    return standings_report(event.book.state(), event.book.rules, after=after)


def test_fines_balance_the_totals(make: Make) -> None:
    found = report(filled(make(), CHOMBO))
    assert found.sum_line == (
        "all totals −20.0 + fines to nobody +20.0 + sticks that nobody got 0.0"
        " + unexplained 0.0 = 0.0: adds up"
    )
    assert found.rest == 0
    (fine,) = found.fines
    assert (fine.number, fine.points, fine.staff) == ("3", -20_000, "Kim")
    assert fine.ruling == "ron while furiten → chombo"


def test_missing_points_are_named_until_somebody_accounts_for_them(make: Make) -> None:
    event = filled(make(), scores=SCORES.replace("41000", "40000"))
    found = report(event)
    assert found.sum_line.endswith("= 0.0: adds up only with +1.0 unexplained")
    assert found.notes[0] == "round 1 table 1: 119,000 of 120,000, 1,000 lacking"
    story = Explained(points=1000, reason="a stick under the table")
    event.book.add(story, Place(round=1, table=1), event.by_id("story"))
    told = report(event).sum_line
    assert "unexplained 0.0" in told
    assert "explained +1.0" in told
    assert told.endswith("= 0.0: adds up")


def test_published_results_are_a_part_of_their_own(make: Make) -> None:
    event = make()
    event.write("players", PLAYERS)
    event.write("results", RESULTS + "1,1,30000\n1,2,-10000\n")
    event.load()
    told = report(event).sum_line
    assert "published results −20.0" in told
    assert told.endswith("= 0.0: adds up")


def test_a_start_below_the_return_is_named(make: Make) -> None:
    scores = "round,table,east,south,west,north\n1,1,40000,25000,20000,15000\n"
    event = filled(make("pml"), scores=scores)
    found = report(event)
    assert "uneven by the edition +20.0" in found.sum_line
    assert found.sum_line.endswith("= 0.0: adds up")


def test_only_what_counts_is_listed(make: Make) -> None:
    event = filled(make(), CHOMBO + "2,1,E2,0,1,furiten-ron,shown=yes,,,,,,,Kim,\n")
    assert [fine.number for fine in report(event).fines] == ["3", "1"]
    assert [fine.number for fine in report(event, after=1).fines] == ["3"]
    event.void(next(iter(event.book.state().incidents)))
    assert [fine.number for fine in report(event).fines] == ["1"]


def test_a_pending_ruling_is_told_and_not_counted(make: Make) -> None:
    event = filled(make())
    draft = Draft(
        place=Place(round=1, table=1, hand="E1", honba=0),
        incidents=(
            DraftIncident(
                offender="3",
                situation="furiten-ron",
                facts={"shown": True, "by": "ron"},
            ),
        ),
        pending=True,
    )
    entry = event.book.record(draft, event.by_id("chombo"))
    found = report(event)
    assert found.fines == ()
    assert "1 ruling waits for confirmation and is not counted" in found.notes
    event.book.add(Confirmed(target=entry.number), Place(), event.by_id("yes"))
    assert [fine.points for fine in report(event).fines] == [-20_000]


def test_teams_stand_with_their_own_fines(make: Make) -> None:
    players = PLAYERS.replace("number,name", "number,name,team")
    for name in ("Ann", "Ben", "Cay", "Dee"):
        players = players.replace(name, f"{name},Red")
    for name in ("Eve", "Fay", "Gil", "Hal"):
        players = players.replace(name, f"{name},Blue")
    event = filled(make(), CHOMBO, players=players)
    fined = TeamFined(team="Red", points=-3000, reason="late")
    event.book.add(fined, Place(), event.by_id("late"))
    found = report(event)
    blue, red = found.teams
    assert (red.rank, red.points, red.fines, red.total) == (2, -20_000, -3_000, -23_000)
    assert (blue.rank, blue.total) == (1, 0)
    titles = [table.title for table in found.document.tables]
    assert titles == ["Players", "Teams", "Penalties"]
    assert found.document.tables[1].lines[1].cells == (
        Rank(2), "Red", 4, -20_000, -3_000, -23_000,
    )  # fmt: skip


def test_each_division_has_a_table_of_its_own(make: Make) -> None:
    event = filled(make())
    first = DivisionSet(
        name="A", order=1, after_round=1, players=("1", "4"), carry="carried"
    )
    rest = DivisionSet(
        name="B", order=2, after_round=1, players=("2", "3"), carry="reset"
    )
    for cut in (first, rest):
        event.book.add(cut, Place(), event.by_id(cut.name))
    found = report(event)
    tables = found.document.tables
    titles = {table.title for table in tables}
    assert {"Division A", "Division B", "Penalties"} <= titles
    division = next(table for table in tables if table.title == "Division A")
    assert [line.cells[2] for line in division.lines] == ["Ann", "Dee"]
    assert sum(found.sum_line in table.foot for table in tables) == 1
    assert "changed by cuts" in found.sum_line
    assert found.sum_line.endswith("= 0.0: adds up")
    reset = next(table for table in tables if table.title == "Division B")
    titles_of = [column.title for column in reset.columns]
    assert "Adjusted" in titles_of
    assert {line.cells[titles_of.index("Total")] for line in reset.lines} == {0}


def test_corrected_seats_move_the_fine(make: Make) -> None:
    event = filled(make(), CHOMBO)
    right = Reseated(players=("1", "3", "2", "4"), reason="they had changed seats")
    event.book.add(right, Place(round=1, table=1), event.by_id("seats"))
    found = report(event)
    assert [fine.number for fine in found.fines] == ["2"]
    rows = {row.number: row for row in found.rows}
    assert (rows["2"].penalties, rows["3"].penalties) == (-20_000, 0)


def test_raw_scores_can_be_written_in_hundreds(make: Make) -> None:
    event = filled(make())
    found = standings_report(event.book.state(), event.book.rules, raw_unit="hundreds")
    assert Column("Raw, 100s", Kind.HUNDREDS) in found.document.tables[0].columns
    assert Column("Raw", Kind.POINTS) in report(event).document.tables[0].columns


@pytest.mark.parametrize("edition", ["ema-2025", "wrc-2025", "m-league"])
def test_the_digest_is_that_of_the_rules_in_force(make: Make, edition: str) -> None:
    event = filled(make(edition))
    proof = report(event).proof
    created = event.book.state().created
    assert created is not None
    assert proof.digest == created.digest == event.book.rules.digest
    assert proof.head == event.book.state().head_hash
