"""The commands about those who play: status, divisions, team fines, `why`."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import Cli

PLAYERS = "number,name,team\n1,Ann,Reds\n2,Ben,Reds\n3,Cay,Blues\n4,Dee,Blues\n"


@pytest.fixture
def league(cli: Cli, folder: Path) -> Path:
    """One table played under EMA 2025, a chombo of player 3 in it."""
    path = folder / "league.db"
    (folder / "players.csv").write_text(PLAYERS)
    cli("new", path, "--ruleset", "ema-2025", "--name", "League")
    assert cli("import", path, folder).code == 0
    return path


def _rows(cli: Cli, event: Path) -> dict[str, dict[str, object]]:
    answer = json.loads(cli("standings", event, "--format", "json").out)
    return {row["number"]: row for row in answer["rows"]}


def test_who_withdraws_keeps_the_games_and_may_come_back(
    cli: Cli, league: Path
) -> None:
    done = cli("status", league, "1", "withdrawn", "--reason", "taken ill")
    assert done.out == "#6 player 1 withdrawn: taken ill\n"
    row = _rows(cli, league)["1"]
    assert (row["rank"], row["status"], row["games"]) == (None, "withdrawn", 1)
    cli("status", league, "1", "ok", "--reason", "well again")
    assert _rows(cli, league)["1"]["rank"] == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["1", "gone"], "STATUS 'gone' is none of: withdrawn, disqualified, ok"),
        (["1", "withdrwan"], "nearest known: withdrawn"),
        (["9", "withdrawn"], "status: player '9' is unknown"),
        (["1", "ok"], "player 1 is ok already"),
    ],
)
def test_a_status_that_makes_no_sense_is_refused(
    cli: Cli, league: Path, arguments: list[str], error: str
) -> None:
    done = cli("status", league, *arguments, "--reason", "told")
    assert done.code == 2
    assert error in done.err


def test_one_player_is_no_players(cli: Cli, league: Path) -> None:
    done = cli("division", league, "A", "--order", "1", "--after", "1",
               "--carry", "reset", "--players", "4")  # fmt: skip
    assert done.out == "#6 division A after round 1: 1 player, scores reset\n"


def test_an_act_needs_its_reason(cli: Cli, league: Path) -> None:
    assert "--reason" in cli("status", league, "1", "withdrawn").err
    done = cli("status", league, "1", "withdrawn", "--reason", " ")
    assert done.err == "the reason of the status is empty\n"


def test_a_division_goes_on_with_halved_scores(cli: Cli, league: Path) -> None:
    done = cli("division", league, "A", "--order", "1", "--after", "1",
               "--carry", "halved", "--players", "2, 3", "--players", "4")  # fmt: skip
    assert done.out == "#6 division A after round 1: 3 players, scores halved\n"
    rows = _rows(cli, league)
    assert rows["4"]["division"] == "A"
    assert rows["4"]["total"] == 3000
    again = cli("division", league, "B", "--order", "2", "--after", "1",
                "--carry", "carried", "--players", "2")  # fmt: skip
    assert "player 2 is in division A after round 1 already" in again.err
    wrong = cli("division", league, "B", "--order", "2", "--after", "1",
                "--carry", "doubled", "--players", "1")  # fmt: skip
    assert "--carry 'doubled' is none of: carried, halved, reset" in wrong.err


def test_a_team_is_fined_apart_from_its_players(cli: Cli, league: Path) -> None:
    done = cli("team-fine", league, "Reds", "10000", "--reason", "late line-up")
    assert done.out == "#6 team Reds −10,000: late line-up\n"
    teams = json.loads(cli("standings", league, "--format", "json").out)["teams"]
    assert {team["team"]: team["fines"] for team in teams} == {
        "Reds": -10000, "Blues": 0,
    }  # fmt: skip
    assert "team 'Greens' is unknown, there are: Blues, Reds" in cli(
        "team-fine", league, "Greens", "1", "--reason", "x"
    ).err  # fmt: skip
    assert cli("team-fine", league, "Reds", "0", "--reason", "x").code == 2


def test_why_tells_a_total_entry_by_entry_with_the_sum(cli: Cli, league: Path) -> None:
    text = cli("why", league, "3").out
    lines = text.splitlines()
    assert lines[1] == "3 Cay · rank 3 · total −26,000"
    assert [line.split() for line in lines[3:6]] == [
        ["Entry", "Where", "What", "Points", "Sum"],
        ["#4", "R1", "T1", "3rd:", "29,000", "less", "30,000,", "uma", "−5,000",
         "−6,000", "−6,000"],
        ["#5", "R1", "T1", "E1", "Cay:", "ron", "while", "furiten", "→", "chombo",
         "−20,000", "−26,000"],
    ]  # fmt: skip
    answer = json.loads(cli("why", league, "3", "--format", "json").out)
    assert answer["total"] == sum(line["points"] for line in answer["lines"])
    assert [line["sum"] for line in answer["lines"]] == [-6000, -26000]
    assert [line["entry"] for line in answer["lines"]] == [4, 5]


def test_why_is_written_to_a_file_and_names_what_it_does_not_know(
    cli: Cli, league: Path, tmp_path: Path
) -> None:
    target = tmp_path / "why.txt"
    done = cli("why", league, "3", "-o", target, "--after", "1")
    assert done.out == f"{target}: why 3, as of entry 5\n"
    assert "after round 1" in target.read_text("utf-8")
    for arguments, error in (
        (("why", league, "8"), "player '8' is unknown, expected a player's number"),
        (("why", league, "3", "--after", "7"), "round 7 is not in the event"),
        (("why", league, "3", "--format", "pdf"), "format 'pdf' is unknown"),
    ):
        done = cli(*arguments)
        assert done.code == 2
        assert error in done.err


def test_why_of_somebody_who_has_not_played_says_so(cli: Cli, folder: Path) -> None:
    path = folder / "empty.db"
    cli("new", path, "--ruleset", "ema-2025", "--name", "Empty")
    cli("import", path, folder / "players.csv")
    assert "nothing is in yet" in cli("why", path, "1").out
