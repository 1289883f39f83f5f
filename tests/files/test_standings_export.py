"""Standings as a table, CSV and JSON: complete, aligned, and harmless."""

import csv
import io
import json

import pytest
from rich.cells import cell_len

from ledger.errors import ExportError
from ledger.files.standings_export import COLUMNS, PROOF_COLUMNS, export_standings
from tests.files.events import INCIDENTS, PLAYERS, RESULTS, SCORES, SEATING, Event, Make


def filled(event: Event, players: str = PLAYERS, **more: str) -> Event:
    files = {"players": players, "seating": SEATING, "scores": SCORES, **more}
    event.write_all(files)
    event.load()
    return event


def export(event: Event, form: str, after: int | None = None) -> str:
    state, rules = event.book.state(), event.book.rules
    return export_standings(state, rules, after=after, form=form)


def records(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_json_is_as_the_contract_writes_it(make: Make) -> None:
    players = PLAYERS.replace("number,name", "number,name,team,substitute")
    players = players.replace("1,Ann", "1,Ann,Red,").replace("8,Hal", "8,Hal,,yes")
    event = filled(
        make(),
        players,
        incidents=INCIDENTS + "1,1,E1,0,3,furiten-ron,shown=yes,,,,,,,,\n",
    )
    answer = json.loads(export(event, "json"))
    assert answer["event"] == "Spring"
    assert answer["ruleset"] == "ema-2025"
    assert answer["after_round"] == 1
    assert answer["as_of"] == event.book.state().head
    assert answer["hash"] == event.book.state().head_hash
    assert answer["check"] == {
        "points": 0,
        "fines": -20000,
        "sticks": 0,
        "unexplained": 0,
    }
    rows = {row["number"]: row for row in answer["rows"]}
    assert rows["1"] == {
        "rank": 1,
        "number": "1",
        "name": "Ann",
        "team": "Red",
        "games": 1,
        "raw": 11000,
        "sticks": 0,
        "uma": 15000,
        "oka": 0,
        "penalties": 0,
        "results": 0,
        "adjusted": 0,
        "total": 26000,
        "substitute": False,
        "status": "ok",
        "division": "",
    }
    assert rows["2"]["team"] is None
    assert rows["3"]["penalties"] == -20000
    assert rows["8"]["rank"] is None
    assert rows["8"]["substitute"] is True


def test_substitutes_are_not_ranked_and_equal_totals_share_a_rank(make: Make) -> None:
    # Bugs B9 and B19: 18 of 18, not 20; equal totals share, the next rank skips.
    players = PLAYERS.replace("name", "name,substitute").replace("2,Ben", "2,Ben,yes")
    event = make()
    event.write_all(
        {
            "players": players,
            "seating": SEATING,
            "results": RESULTS + "1,1,12300\n1,3,12300\n1,2,50000\n1,4,-3000\n",
        }
    )
    event.load()
    ranks = {row["number"]: row["rank"] for row in records(export(event, "csv"))}
    assert {number: ranks[number] for number in "1234"} == {
        "1": "1",
        "3": "1",
        "2": "",
        "4": "7",
    }
    assert "1=  1  Ann" in export(event, "table").replace("    ", "  ")


def test_every_row_adds_up_in_every_format(make: Make) -> None:
    event = filled(
        make("m-league"),
        scores="round,table,east,south,west,north,leftover\n1,1,40000,19000,20000,20000,1000\n",
    )
    for row in records(export(event, "csv")):
        parts = ("raw", "sticks", "uma", "oka", "penalties", "results")
        assert sum(int(row[part]) for part in parts) == int(row["total"])
    # Bug B11: every view shows the leftover stick.
    by_number = {row["number"]: row for row in records(export(event, "csv"))}
    assert by_number["1"]["sticks"] == "1000"
    assert json.loads(export(event, "json"))["rows"][0]["sticks"] == 1000
    assert "+1,000" in export(event, "table").split("Ann")[1].split("\n")[0]


def test_csv_holds_the_columns_and_a_row_a_player(make: Make) -> None:
    rows = records(export(filled(make()), "csv"))
    assert len(rows) == 8
    assert tuple(rows[0]) == (*COLUMNS, *PROOF_COLUMNS)
    assert rows[0]["substitute"] == "no"


FORMULAS = ["=1+1", "+A", "-B", "@C", "\uff1dSUM(A1)"]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_is_no_formula_and_a_number_stays_one(make: Make, name: str) -> None:
    # Bug B57: the name is made harmless, the negative total is not touched.
    event = filled(make(), PLAYERS.replace("Ben", name))
    row = next(r for r in records(export(event, "csv")) if r["number"] == "2")
    assert row["name"] == f"'{name}"
    assert row["total"] == "-26000"
    names = [row["name"] for row in json.loads(export(event, "json"))["rows"]]
    assert name in names


def test_columns_line_up_under_wide_names(make: Make) -> None:
    # Bug B61: widths 3, 6, 10, 4.
    players = PLAYERS.replace("Ann", "中文字").replace("Ben", "日本語です")
    players = players.replace("Cay", "👍👍").replace("Dee", "abc")
    lines = export(filled(make(), players), "table").split("\n\n")[1].splitlines()
    assert len({cell_len(line) for line in lines}) == 1


def test_a_long_name_is_cut_between_characters(make: Make) -> None:
    text = export(filled(make(), PLAYERS.replace("Ann", "長" * 40)), "table")
    assert "長" * 13 + "…" in text
    assert "長" * 14 not in text


def test_control_characters_are_shown_not_sent(make: Make) -> None:
    event = filled(make(), PLAYERS.replace("Ann", "\x1b[31mA\u202enn\x9b2J"))
    for form in ("table", "csv", "json"):
        text = export(event, form)
        assert not {"\x1b", "\u202e", "\x9b"} & set(text)
    assert "␛[31mA�nn�2J" in export(event, "table")
    names = [row["name"] for row in json.loads(export(event, "json"))["rows"]]
    assert "\x1b[31mA\u202enn\x9b2J" in names


def test_brackets_are_text(make: Make) -> None:
    event = filled(make(), PLAYERS.replace("Ann", "[/b][RMBR] Fox"))
    assert "[/b][RMBR] Fox" in export(event, "table")


def test_the_foot_names_what_does_not_add_up(make: Make) -> None:
    event = filled(make(), scores=SCORES.replace("41000", "40000"))
    foot = export(event, "table").split("\n\n")[-1].splitlines()
    assert foot == [
        "points 0 · fines 0 · sticks 0 · unexplained −1,000 = adds up but for these",
        "round 1 table 1: 119,000 of 120,000, 1,000 lacking",
        "round 1: no sheet yet of table 2",
        f"ruleset {event.book.rules.digest}",
        f"head    {event.book.state().head_hash}",
    ]


def test_a_round_that_is_not_there_is_refused(make: Make) -> None:
    event = filled(make())
    assert json.loads(export(event, "json", after=2))["after_round"] == 2
    for after in (0, 3, -1):
        with pytest.raises(ExportError, match=r"is not in the event, expected 1 to 2"):
            export(event, "json", after=after)
    with pytest.raises(ExportError, match=r"expected none yet, no round is seated"):
        export(make(), "json", after=1)


def test_an_event_without_players_has_empty_standings(make: Make) -> None:
    event = make()
    assert json.loads(export(event, "json"))["rows"] == []
    assert "as of #1" in export(event, "table")
    assert records(export(event, "csv")) == []


@pytest.mark.parametrize("form", ["", "ods", "\x1b"])
def test_an_unknown_format_is_refused(make: Make, form: str) -> None:
    with pytest.raises(ExportError) as caught:
        export(make(), form)
    assert str(caught.value).isprintable()
    assert "expected table" in str(caught.value)
