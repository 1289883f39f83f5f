"""The commands about one table: seats, substitutes, hands, sheets, differences."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ledger.book.book import Book
from ledger.core.standings import standings
from tests.cli.commands import Cli

PLAYERS = "number,name,substitute\n" + "".join(
    f"{n},{name},{'yes' if n == 9 else ''}\n"
    for n, name in enumerate(
        ["Ann", "Ben", "Cay", "Dee", "Eve", "Fay", "Gil", "Hal", "Sub"], 1
    )
)
SEATING = (
    "round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,1,2,3,4\n"
    "2,2,5,6,7,8\n"
)


@pytest.fixture
def event(cli: Cli, tmp_path: Path) -> Path:
    """Two rounds of two tables, nothing played yet."""
    path = tmp_path / "event.db"
    (tmp_path / "players.csv").write_text(PLAYERS)
    (tmp_path / "seating.csv").write_text(SEATING)
    assert cli("new", path, "--ruleset", "ema-2025", "--name", "Spring").code == 0
    assert cli("import", path, tmp_path).code == 0
    return path


def _hand(cli: Cli, event: Path, *steps: dict[str, object]) -> list[dict[str, object]]:
    lines = "".join(json.dumps(step) + "\n" for step in steps)
    done = cli("hand", event, "1", "1", "-", "--staff", "Mori", stdin=lines.encode())
    return [json.loads(line) for line in done.out.splitlines()]


def _raw(event: Path) -> dict[str, int]:
    with Book.open(event) as book:
        found = standings(book.state(), book.rules)
    return {row.number: row.raw for row in found.rows}


# Sheets ----------------------------------------------------------------------------


def test_a_sheet_is_entered_in_hundreds_or_in_points(cli: Cli, event: Path) -> None:
    done = cli("sheet", event, "1", "1", "412", "188", "290", "300", "--leftover", "1")
    assert (done.code, done.err) == (0, "")
    assert done.out == "#4 R1 T1: sheet: 41,200 18,800 29,000 30,000, 1,000 left over\n"
    done = cli("sheet", event, "1", "2", "50,000", "40000", "31000", "-1000")
    assert (done.code, done.err) == (0, "")
    assert _raw(event)["8"] == -31000


def test_figures_that_can_be_read_both_ways_are_asked_not_guessed(
    cli: Cli, event: Path
) -> None:
    scores = ("300", "200", "300", "200")
    done = cli("sheet", event, "1", "1", *scores)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "300 200 300 200 can be hundreds or points: say --unit hundreds or --unit"
        " points\n"
    )
    assert cli("sheet", event, "1", "1", *scores, "--unit", "hundreds").code == 0
    assert _raw(event)["1"] == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["1", "1", "412", "188", "290"], "3 scores, expected four, by starting wind"),
        (["1", "1"], "0 scores, expected four, by starting wind: none given"),
        (["1", "1", "412", "x", "290", "300"], "'x' is not a whole number"),
        (["1", "1", "412", "188", "290", "300", "--leftover", "1500"],
         "1500 is no number of sticks, nor their points"),
        (["1", "1", "412", "188", "290", "310", "--unit", "stones"],
         "--unit 'stones' is none of: hundreds, points"),
        (["1", "9", "412", "188", "290", "310"], "round 1, table 9: is not seated"),
        (["2", "1", "412", "188", "290", "310"],
         "round 2 has not begun: no sheet of round 1 is in"),
        (["1", "1", "412", "188", "290", "310", "--reason", "typo"],
         "round 1 table 1 has no sheet to correct"),
        (["1", "1", "--live"], "round 1, table 1: no hand was entered here"),
        (["1", "1", "--live", "--leftover", "1"], "--live takes the sheet from"),
        (["0", "1", "412", "188", "290", "310"], "ROUND"),
    ],
)  # fmt: skip
def test_what_is_no_sheet_is_refused(
    cli: Cli, event: Path, arguments: Sequence[str], error: str
) -> None:
    done = cli("sheet", event, *arguments)
    assert (done.code, done.out) == (2, "")
    assert error in done.err
    assert done.err.count("\n") == 1
    with Book.open(event) as book:
        assert book.state().head == 3


def test_a_second_sheet_is_a_correction_with_its_reason(cli: Cli, event: Path) -> None:
    cli("sheet", event, "1", "1", "412", "188", "290", "310")
    done = cli("sheet", event, "1", "1", "402", "198", "290", "310")
    assert done.err == ("round 1 table 1 has a sheet, entry 4; --reason corrects it\n")
    done = cli("sheet", event, "1", "1", "402", "198", "290", "310",
               "--reason", "misread")  # fmt: skip
    assert done.out == (
        "#5 R1 T1: sheet: 40,200 19,800 29,000 31,000 · in place of #4 (misread)\n"
    )
    assert _raw(event)["2"] == -10200
    assert cli("verify", event).code == 0


def test_a_round_that_has_not_begun_is_entered_only_on_request(
    cli: Cli, event: Path
) -> None:
    sheet = ("412", "188", "290", "310")
    assert cli("sheet", event, "2", "1", *sheet, "--early").code == 0
    assert cli("sheet", event, "2", "2", *sheet).code == 0


# Differences -----------------------------------------------------------------------


def test_a_difference_is_told_with_what_the_journal_knows(
    cli: Cli, event: Path, tmp_path: Path
) -> None:
    (tmp_path / "incidents.csv").write_text(
        "round,table,hand,offender,situation,class,points,note\n"
        "1,1,E1,2,etiquette,minor-foul,-1000,a deposit as agreed\n"
    )
    assert cli("import", event, tmp_path / "incidents.csv").code == 0
    done = cli("sheet", event, "1", "1", "412", "178", "290", "310")
    assert done.code == 0
    assert done.err == (
        "warning: round 1 table 1: 119,000 of 120,000, 1,000 lacking\n"
        "#4 knows: deposit of 1,000 by Ben, perhaps not won by anybody\n"
    )
    assert cli("check", event, "sheets").code == 1
    done = cli("explain", event, "1", "1", "1000", "--reason", "it lay on the floor")
    assert done.out == "#6 R1 T1: 1,000 missing accounted for: it lay on the floor\n"
    assert cli("check", event, "sheets").code == 0


@pytest.mark.parametrize(
    ("points", "error"),
    [
        ("-500", "−500 cannot account for a difference of 1,000"),
        ("2000", "2,000 cannot account for a difference of 1,000"),
        ("some", "valid integer"),
    ],
)
def test_an_explanation_has_to_fit(
    cli: Cli, event: Path, points: str, error: str
) -> None:
    cli("sheet", event, "1", "1", "412", "178", "290", "310")
    done = cli("explain", event, "1", "1", points, "--reason", "who knows")
    assert done.code == 2
    assert error in done.err


# Seats -----------------------------------------------------------------------------


def test_corrected_seats_move_scores_and_penalties(
    cli: Cli, event: Path, tmp_path: Path
) -> None:
    (tmp_path / "incidents.csv").write_text(
        "round,table,hand,offender,situation,facts\n1,1,E1,2,late,seconds=61\n"
    )
    cli("import", event, tmp_path / "incidents.csv")
    cli("sheet", event, "1", "1", "412", "188", "290", "310")
    done = cli("reseat", event, "1", "1", "2", "1", "3", "4", "--reason", "swapped")
    assert done.out == "#6 R1 T1: seats corrected to 2, 1, 3, 4: swapped\n"
    answer = json.loads(cli("standings", event, "--format", "json").out)
    rows = {row["number"]: row for row in answer["rows"]}
    assert (rows["2"]["raw"], rows["2"]["penalties"]) == (11200, 0)
    assert (rows["1"]["raw"], rows["1"]["penalties"]) == (-11200, -2000)
    assert cli("check", event).code == 0


@pytest.mark.parametrize(
    ("seats", "error"),
    [
        (["1", "1", "3", "4"], "expected four different players, 1 twice"),
        (["5", "2", "3", "4"], "player 5 sits at table 2 in this round"),
        (["1", "2", "3", "99"], "player '99' is unknown"),
        (["1", "2", "3", "4"], "is seated like that already"),
        (["1", "2", "3"], "3 players, expected four, by starting wind"),
    ],
)
def test_seats_that_cannot_be_are_refused(
    cli: Cli, event: Path, seats: list[str], error: str
) -> None:
    done = cli("reseat", event, "1", "1", *seats, "--reason", "swapped")
    assert done.code == 2
    assert error in done.err


def test_a_substitute_sits_in_and_the_edition_says_what_that_costs(
    cli: Cli, event: Path
) -> None:
    """EMA 2025 7.3: −15,000 and −15,000 uma for whoever was replaced."""
    cli("sheet", event, "1", "1", "412", "188", "290", "310")
    done = cli("substitute", event, "1", "1", "2", "--by", "Sub",
               "--when", "before-start", "--reason", "ill")  # fmt: skip
    assert done.out == "#5 R1 T1: 9 sits in for 2 (before-start): ill\n"
    text = cli("why", event, "2").out
    assert "not ranked" not in text
    assert "15,000 less 30,000, uma −15,000 (9 sat in, #5)" in text
    assert "total −30,000" in text


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["2", "--by", "Zoe"], "--by 'Zoe' is nobody of the list; --unlisted"),
        (["2", "--by", "99", "--unlisted"], "player '99' is unknown"),
        (["2", "--by", "5"], "5 sits at table 2 in this round already"),
        (["2", "--by", "3"], "3 sits here already"),
        (["7", "--by", "9"], "player 7 does not sit here"),
    ],
)
def test_a_substitution_that_cannot_be_is_refused(
    cli: Cli, event: Path, arguments: list[str], error: str
) -> None:
    more = ("--when", "before-start", "--reason", "ill")
    done = cli("substitute", event, "1", "1", *arguments, *more)
    assert done.code == 2
    assert error in done.err


def test_a_name_that_is_not_listed_or_listed_twice_is_asked_about(
    cli: Cli, event: Path, tmp_path: Path
) -> None:
    (tmp_path / "players.csv").write_text("number,name\n21,Kim\n22,Kim\n")
    cli("import", event, tmp_path / "players.csv")
    more = ("--when", "after-start", "--reason", "ill")
    done = cli("substitute", event, "1", "1", "2", "--by", "Kim", *more)
    assert done.err == "'Kim' is the name of 21, 22: give the number\n"
    done = cli("substitute", event, "1", "1", "2", "--by", "Zoe", "--unlisted", *more)
    assert done.out == "#5 R1 T1: Zoe sits in for 2 (after-start): ill\n"
    wrong = cli("substitute", event, "1", "1", "3", "--by", "9", "--when", "later",
                "--reason", "ill")  # fmt: skip
    assert "--when 'later' is none of: before-start, after-start" in wrong.err


# Hands -----------------------------------------------------------------------------


def test_a_table_is_followed_line_by_line_to_its_sheet(cli: Cli, event: Path) -> None:
    answers = _hand(
        cli, event,
        {"event": "riichi", "player": "3"},
        {"event": "ron", "wins": [{"winner": "2", "han": 3, "fu": 40}], "loser": "3"},
        {"event": "incident", "offender": "4", "situation": "furiten-ron",
         "facts": {"shown": True}},
        {"event": "riichi", "player": "2"},
        {"event": "void", "of": 4, "reason": "was the other table"},
        {"event": "end"},
    )  # fmt: skip
    assert [answer["entry"] for answer in answers] == [4, 5, 6, 7, 8, 9]
    assert answers[1] == {
        "n": 2, "entry": 5, "hand": "E2", "honba": 0, "pot": 0,
        "scores": {"1": 30000, "2": 36200, "3": 23800, "4": 30000},
        "dead": [], "over": False,
    }  # fmt: skip
    assert answers[4]["pot"] == 0
    assert _raw(event) | {"9": 0} == {
        "1": 0, "2": 6200, "3": -6200, "4": 0, "5": 0, "6": 0, "7": 0, "8": 0, "9": 0,
    }  # fmt: skip
    assert cli("check", event).out == ""
    assert cli("verify", event).code == 0


def test_what_the_rules_forbid_is_answered_in_its_place_and_books_nothing(
    cli: Cli, event: Path
) -> None:
    lines = (
        b'{"event":"incident","offender":"2","situation":"wrong-tile-count",'
        b'"facts":{"tiles":12,"expected":13}}\n'
        b'{"event":"tsumo","winner":"2","points":[500,1000]}\n'
        b"{bad\n"
        b'{"event":"incident","offender":"3","situation":"furiten-ron"}\n'
        b'{"event":"start","ruleset":"ema-2025"}\n'
        b'{"event":"void","of":2,"reason":"x"}\n'
        b'{"event":"draw","tenpai":["1"]}\n'
    )
    done = cli("hand", event, "1", "1", "-", stdin=lines)
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 2
    assert [answer["n"] for answer in answers] == [1, 2, 3, 4, 5, 6, 7]
    assert [answer.get("entry") for answer in answers] == [
        4, None, None, None, None, None, 5,
    ]  # fmt: skip
    for answer, error in zip(
        answers[1:6],
        ("dead hand", "is not JSON", "shown: has to be answered", "is not one of",
         "line 2 has booked nothing"),
        strict=True,
    ):  # fmt: skip
        assert error in answer["error"]


def test_a_followed_table_needs_a_seat_and_the_sheet_says_where_it_is_off(
    cli: Cli, event: Path
) -> None:
    done = cli("hand", event, "7", "1", "-", stdin=b'{"event":"draw"}\n')
    assert "round 7, table 1: is not seated" in done.out
    _hand(cli, event, {"event": "riichi", "player": "3"})
    done = cli("sheet", event, "1", "1", "310", "300", "290", "300")
    assert done.err == (
        "warning: round 1 table 1: off the followed table by E +1,000, left over"
        " −1,000\n"
        "the table knows: Ann: 31,000 on the sheet, 30,000 at the followed table (not"
        " all of it)\n"
        "the table knows: 0 left over on the sheet, 1,000 at the followed table (not"
        " all of it)\n"
    )
    assert cli("check", event, "sheets").code == 1
    done = cli("sheet", event, "1", "1", "--live", "--reason", "as it was played")
    assert (done.code, done.err) == (0, "")
    assert cli("check", event, "sheets").code == 0


def test_a_closed_event_takes_a_late_adjustment_only(cli: Cli, event: Path) -> None:
    from datetime import UTC, datetime

    from ledger.core.contents import Finalised
    from ledger.core.event import Place, Signature

    with Book.open(event) as book:
        at = datetime(2026, 5, 3, tzinfo=UTC)
        by = Signature(staff="Mori", at=at, terminal="t", client_id="f")
        book.add(Finalised(), Place(), by)
    sheet = ("sheet", event, "1", "1", "412", "188", "290", "310")
    assert "late adjustment" in cli(*sheet).err
    done = cli(*sheet, "--late", "found in the box")
    assert done.out == (
        "#5 R1 T1: sheet: 41,200 18,800 29,000 31,000 · late adjustment (found in the"
        " box)\n"
    )
