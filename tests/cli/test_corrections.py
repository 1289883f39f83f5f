"""Void, amend, appeal, decide, confirm, finalise from the command line."""

import json
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.contents import Departure, IncidentRuled
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.terms import Class
from tests.book.samples import signatures
from tests.cli.commands import Cli, Done

# The event of conftest: players, seating, the sheet, and a chombo of player 3.
SHEET, RULING = 4, 5
HAND = Place(round=1, table=1, hand="E2", honba=0)


def good(done: Done) -> str:
    assert (done.code, done.err) == (0, "")
    return done.out


def totals(cli: Cli, event: Path) -> dict[str, int]:
    rows = json.loads(cli("standings", event, "--format", "json").out)["rows"]
    return {row["number"]: row["total"] for row in rows}


def ruling(event: Path, number: int) -> IncidentRuled:
    with Book.open(event) as book:
        content = book.state().entries[number - 1].effective
    assert isinstance(content, IncidentRuled)
    return content


def record(event: Path, draft: Draft) -> int:
    with Book.open(event) as book:
        return book.record(draft, next(signatures(f"x{book.state().head}-"))).number


def chombo(offender: str = "2", **facts: object) -> DraftIncident:
    return DraftIncident(
        offender=offender,
        situation="furiten-ron",
        facts=facts or {"shown": True},  # type: ignore[arg-type]
    )


# Void -----------------------------------------------------------------------------


def test_a_void_is_told_and_counts(cli: Cli, event: Path) -> None:
    assert totals(cli, event)["3"] == -5000 - 1000 - 20000
    told = good(cli("void", event, RULING, "--reason", "it was West's tile"))
    assert told == "#6 R1 T1 E1: void of #5: it was West's tile\n"
    assert totals(cli, event)["3"] == -5000 - 1000


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([RULING], "Missing option '--reason'"),
        ([RULING, "--reason", " "], "the reason of a void is empty"),
        ([99, "--reason", "x"], "entry 99 does not exist, the last is 5"),
        ([2, "--reason", "x"], "entry 2 (players) cannot be voided"),
        (["five", "--reason", "x"], "Input should be a valid integer"),
        ([RULING, "--reason", "x", "--late", "y"], "the event is not finalised"),
    ],
)
def test_what_cannot_be_voided_is_one_line(
    cli: Cli, event: Path, arguments: list[object], fault: str
) -> None:
    done = cli("void", event, *arguments)
    assert (done.code, done.out) == (2, "")
    assert fault in done.err
    assert done.err.count("\n") == 1


def test_sticks_that_were_moved_are_not_moved_back_by_a_void(
    cli: Cli, event: Path
) -> None:
    own = Departure(class_=Class.MINOR_FOUL, points={"2": -1000, "1": 1000})
    number = record(
        event, Draft(place=HAND, incidents=(chombo(),), departure=own, note="paid")
    )
    done = cli("void", event, number, "--reason", "x")
    assert done.code == 0
    assert done.err == (
        f"note: for entry {number} the players moved Ben −1,000, Ann +1,000"
        " themselves; a sheet that is in still holds it\n"
    )


# Amend ----------------------------------------------------------------------------


def test_an_amended_sheet(cli: Cli, event: Path) -> None:
    told = good(
        cli("amend", event, SHEET, "--scores", "190 410 290 310", "--reason", "swapped")
    )
    assert told == (
        "#6 R1 T1: sheet: 19,000 41,000 29,000 31,000 · in place of #4 (swapped)\n"
    )
    assert totals(cli, event)["2"] == 11000 + 15000


def test_new_facts_make_another_ruling(cli: Cli, event: Path) -> None:
    told = good(
        cli("amend", event, RULING, "--fact", "shown=no", "--reason", "the video")
    )
    assert told.startswith("#6 R1 T1 E1: Cay: ron while furiten → dead hand")
    assert "in place of #5 (the video)" in told
    assert ruling(event, 6).incidents[0].facts == {"shown": False}


def test_other_columns_of_the_contract(cli: Cli, event: Path) -> None:
    good(
        cli(
            "amend", event, RULING, "--set", "offender=4", "--set", "hand=E3",
            "--set", "honba=2", "--set", "note=seen by two", "--reason", "wrong seat",
        )
    )  # fmt: skip
    with Book.open(event) as book:
        entry = book.state().entries[5]
    assert entry.place == Place(round=1, table=1, hand="E3", honba=2)
    content = ruling(event, 6)
    assert content.incidents[0].offender == "4"
    assert content.note == "seen by two"
    assert not content.departed


def test_the_referees_own_amounts(cli: Cli, event: Path) -> None:
    good(
        cli(
            "amend", event, RULING, "--reason", "mercy", "--set", "class=warning",
            "--set", "tournament=-500", "--set", "note=a child",
        )
    )  # fmt: skip
    content = ruling(event, 6)
    assert (content.class_, content.departed) == (Class.WARNING, True)
    assert totals(cli, event)["3"] == -6000 - 500
    done = cli("amend", event, 6, "--fact", "shown=no", "--reason", "x")
    assert (done.code, done.out) == (2, "")
    assert "the referee's own (warning): say what it is now, as suggested" in done.err
    good(
        cli("amend", event, 6, "--fact", "shown=no", "--as-suggested", "--reason", "x")
    )
    assert ruling(event, 7).class_ is Class.DEAD_HAND
    good(
        cli(
            "amend", event, 7, "--set", "points=E=-1000;S=1000", "--set", "note=paid",
            "--set", "settled=ledger", "--reason", "x",
        )
    )  # fmt: skip
    moved = {p.player: (p.points, p.settled) for p in ruling(event, 8).postings}
    assert moved == {"1": (-1000, "ledger"), "2": (1000, "ledger")}


def test_another_situation_starts_without_facts(cli: Cli, event: Path) -> None:
    done = cli(
        "amend", event, RULING, "--set", "situation=withdrawn-call", "--reason", "x"
    )
    assert done.code == 2
    assert "has to be answered first" in done.err
    good(
        cli(
            "amend", event, RULING, "--set", "situation=withdrawn-call",
            "--fact", "call=pon", "--fact", "shown=no", "--reason", "x",
        )
    )  # fmt: skip
    assert ruling(event, 6).incidents[0].facts == {"call": "pon", "shown": False}


def test_what_the_rulebook_leaves_open_is_chosen(cli: Cli, event: Path) -> None:
    phone = DraftIncident(
        offender="2", situation="phone", facts={"severity": "minor"},
        choice={"outcome": "none"},
    )  # fmt: skip
    number = record(event, Draft(place=HAND, incidents=(phone,)))
    assert ruling(event, number).class_ is Class.NONE
    good(
        cli(
            "amend", event, number, "--choose", "outcome=discretionary-fine",
            "--choose", "amount=3000", "--reason", "it rang again",
        )
    )  # fmt: skip
    assert totals(cli, event)["2"] == -11000 - 15000 - 3000
    done = cli("amend", event, number + 1, "--choose", "outcome=x", "--reason", "x")
    assert "'x' is not one of: none, discretionary-fine" in done.err


def test_one_of_several_incidents(cli: Cli, event: Path) -> None:
    both = (chombo("2"), chombo("4"))
    number = record(event, Draft(place=HAND, incidents=both))
    done = cli("amend", event, number, "--fact", "shown=no", "--reason", "x")
    assert f"entry {number} holds 2 incidents: say which, 1 to 2" in done.err
    good(
        cli(
            "amend", event, number, "--incident", 2, "--fact", "shown=no",
            "--reason", "x",
        )
    )  # fmt: skip
    classes = [one.class_ for one in ruling(event, number + 1).incidents]
    assert classes == [Class.CHOMBO, Class.DEAD_HAND]
    done = cli("amend", event, number + 1, "--incident", 3, "--reason", "x")
    assert "has no incident 3" in done.err


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([SHEET, "--reason", "x"], "entry 4 is a sheet: give its --scores"),
        ([SHEET, "--reason", "x", "--scores", "1 2 3"], "3 scores, expected four"),
        ([SHEET, "--reason", "x", "--leftover", "1"], "go with --scores"),
        (
            [RULING, "--reason", "x", "--scores", "300 300 300 300"],
            "entry 5 is a ruling and is amended only by another",
        ),
        ([2, "--reason", "x"], "entry 2 (players) is no ruling"),
        ([9, "--reason", "x"], "entry 9 does not exist"),
        ([RULING, "--reason", " "], "the reason of an amendment is empty"),
        ([RULING, "--reason", "x", "--set", "colour=red"], "--set 'colour' is none of"),
        ([RULING, "--reason", "x", "--set", "offender"], "expected such as offender"),
        ([RULING, "--reason", "x", "--set", "offender=99"], "player '99' is unknown"),
        ([RULING, "--reason", "x", "--set", "offender="], "expected such as offender"),
        ([RULING, "--reason", "x", "--set", "hand=E9"], "'E9' is not a hand"),
        ([RULING, "--reason", "x", "--set", "class=death"], "'death' is unknown"),
        ([RULING, "--reason", "x", "--set", "points=lots"], "is not a whole number"),
        ([RULING, "--reason", "x", "--set", "class=warning"], "note is blank"),
        ([RULING, "--reason", "x", "--set", "situation=x"], "'x' is unknown, expected"),
        ([RULING, "--reason", "x", "--fact", "shown"], "'shown' is no fact, expected"),
        ([RULING, "--reason", "x", "--fact", "shown=maybe"], "expected shown=yes or"),
        ([RULING, "--reason", "x", "--fact", "showm=yes"], "nearest known: shown"),
        (
            [RULING, "--reason", "x", "--as-suggested", "--set", "class=warning",
             "--set", "note=x"],
            "not both",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_amended_is_told_and_changes_nothing(
    cli: Cli, event: Path, arguments: list[object], fault: str
) -> None:
    done = cli("amend", event, *arguments)
    assert (done.code, done.out) == (2, "")
    assert fault in done.err
    with Book.open(event) as book:
        assert book.state().head == 5


# Appeals --------------------------------------------------------------------------


def test_an_appeal_from_beginning_to_end(cli: Cli, event: Path) -> None:
    stranger = cli("appeal", event, RULING, "--by", "303", "--reason", "x")
    assert (stranger.code, stranger.out) == (2, "")
    assert stranger.err.startswith("--by '303': no player has this number")
    told = good(cli("appeal", event, RULING, "--by", "3", "--reason", "not my tile"))
    assert told == "#6 R1 T1 E1: appeal by Cay against #5: not my tile\n"
    done = cli("decide", event, 6, "maybe", "--reason", "x")
    assert "VERDICT 'maybe' is none of: dismissed, upheld, changed" in done.err
    told = good(
        cli("decide", event, 6, "changed", "--fact", "shown=no", "--reason", "video")
    )
    assert "dead hand" in told
    assert "appeal #6 changed (video)" in told
    assert totals(cli, event)["3"] == -6000
    done = cli("decide", event, 6, "dismissed", "--reason", "x")
    assert "appeal 6 is decided already, entry 7" in done.err


@pytest.mark.parametrize(
    ("verdict", "total"), [("dismissed", -26000), ("upheld", -6000)]
)
def test_a_verdict_without_another_ruling(
    cli: Cli, event: Path, verdict: str, total: int
) -> None:
    good(cli("appeal", event, RULING, "--by", "3", "--reason", "x"))
    done = cli("decide", event, 6, verdict, "--fact", "shown=no", "--reason", "x")
    assert f"{verdict} states no other ruling; that is: changed" in done.err
    assert f"appeal #6 {verdict}" in good(
        cli("decide", event, 6, verdict, "--reason", "x")
    )
    assert totals(cli, event)["3"] == total


def test_a_pending_ruling_is_confirmed(cli: Cli, event: Path) -> None:
    number = record(event, Draft(place=HAND, incidents=(chombo(),), pending=True))
    assert totals(cli, event)["2"] == -11000 - 15000
    assert good(cli("confirm", event, number)) == f"#7 R1 T1 E2: #{number} confirmed\n"
    assert totals(cli, event)["2"] == -11000 - 15000 - 20000
    assert "does not wait" in cli("confirm", event, number).err


# The end --------------------------------------------------------------------------


def test_the_end_and_what_comes_late(cli: Cli, event: Path) -> None:
    told = good(cli("finalise", event, "--note", "signed by all"))
    first, head, copy = told.splitlines()
    assert first == "#6 event finalised: signed by all"
    assert head.startswith("head ")
    backup = event.with_name("event.final.db")
    assert copy == f"{backup}: a copy of it"
    assert cli("verify", backup).code == 0
    done = cli("void", event, RULING, "--reason", "x")
    assert "is a late adjustment and needs a reason" in done.err
    told = good(cli("void", event, RULING, "--reason", "x", "--late", "the committee"))
    assert "late adjustment (the committee)" in told
    for command in (
        ["sheet", event, 1, 1, "300", "300", "300", "300", "--reason", "recount"],
        ["status", event, "2", "withdrawn", "--reason", "x"],
        ["team-fine", event, "Reds", 1000, "--reason", "x"],
    ):
        done = cli(*command)
        assert "is a late adjustment and needs a reason" in done.err
    assert good(
        cli("sheet", event, 1, 1, "300", "300", "300", "300", "--reason", "recount",
            "--late", "the committee")
    )  # fmt: skip
    assert "is a late adjustment" in cli("finalise", event).err


def test_a_late_import(cli: Cli, event: Path) -> None:
    good(cli("finalise", event))
    (event.parent / "players.csv").write_text("number,name\n9,Zoe\n", "utf-8")
    done = cli("import", event, event.parent / "players.csv")
    assert "is a late adjustment and needs a reason" in done.err
    good(cli("import", event, event.parent / "players.csv", "--late", "forgotten"))
    with Book.open(event) as book:
        assert book.state().entries[-1].kind == "late"
        assert "9" in book.state().players


# Who signs ------------------------------------------------------------------------


def test_every_writing_command_takes_staff(cli: Cli, event: Path) -> None:
    good(cli("void", event, RULING, "--reason", "x", "--staff", " Kim Ito "))
    with Book.open(event) as book:
        assert book.state().entries[-1].signature.staff == "Kim Ito"
    for command in (
        "new", "import", "sheet", "hand", "explain", "reseat", "substitute", "status",
        "division", "team-fine", "void", "amend", "appeal", "decide", "confirm",
        "finalise", "staff", "merge",
    ):  # fmt: skip
        assert "--staff" in cli(command, "--help").out
    for command in (
        "import", "sheet", "explain", "reseat", "substitute", "status", "division",
        "team-fine", "void", "amend", "appeal", "decide", "confirm", "merge",
    ):  # fmt: skip
        assert "--late" in cli(command, "--help").out
    for part in ("--staff", "--late"):
        assert part in cli("rules", "change", "--help").out


# Policy and stories ---------------------------------------------------------------


def test_an_event_may_want_its_rulings_confirmed(cli: Cli, event: Path) -> None:
    told = good(cli("policy", event, "confirm"))
    assert told == "#6 rulings wait for a head referee from now on\n"
    assert "already" in cli("policy", event, "confirm").err
    rows = event.parent / "incidents.csv"
    rows.write_text(
        "round,table,hand,honba,offender,situation,facts\n"
        "1,1,E4,0,2,furiten-ron,shown=yes\n",
        "utf-8",
    )
    good(cli("import", event, rows))
    assert ruling(event, 7).pending
    assert totals(cli, event)["2"] == -11000 - 15000
    good(cli("confirm", event, 7))
    assert totals(cli, event)["2"] == -11000 - 15000 - 20000
    assert "count at once" in good(cli("policy", event, "at-once"))
    assert "policy 'later' is none of" in cli("policy", event, "later").err


def test_a_story_is_told_from_any_of_its_entries(cli: Cli, event: Path) -> None:
    good(cli("appeal", event, RULING, "--by", "3", "--reason", "not mine"))
    good(cli("decide", event, 6, "changed", "--fact", "shown=no", "--reason", "video"))
    good(cli("void", event, 7, "--reason", "withdrawn", "--staff", "Kim\x1b"))
    stories = {good(cli("story", event, number)) for number in (5, 6, 7, 8)}
    (story,) = stories
    lines = story.splitlines()
    assert [line.split("#")[1].split()[0] for line in lines[:-1]] == list("5678")
    assert lines[3].startswith("Kim␛, 20")
    assert lines[4] == "nothing of it counts"
    assert good(cli("story", event, SHEET)).endswith("what counts: #4\n")
    assert "entry 99 does not exist" in cli("story", event, 99).err
