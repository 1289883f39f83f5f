"""Other rules, looked at and taken on, from the command line."""

import json
from pathlib import Path

import pytest

from ledger.book import Book
from tests.cli.commands import Cli

UNDER = ("--under", "riichi-wiki")


def head(event: Path) -> int:
    with Book.open(event) as book:
        return book.state().head


def totals(cli: Cli, event: Path) -> dict[str, int]:
    rows = json.loads(cli("standings", event, "--format", "json").out)["rows"]
    return {row["number"]: row["total"] for row in rows}


def test_rescoring_lists_and_changes_nothing(cli: Cli, event: Path) -> None:
    before = event.read_bytes()
    done = cli("rescore", event, *UNDER)
    assert (done.code, done.err) == (0, "")
    assert "rulings that would be others: 1" in done.out
    assert "Cay −20,000 after uma" in done.out
    assert "Cay −8,000" in done.out
    assert "totals that would be others: 4" in done.out
    assert event.read_bytes() == before


def test_rescoring_as_json(cli: Cli, event: Path) -> None:
    told = json.loads(cli("rescore", event, *UNDER, "--format", "json").out)
    assert told["ruleset"]["id"] == "ema-2025"
    assert told["other"]["id"] == "riichi-wiki"
    assert told["as_of"] == 5
    (ruling,) = told["rulings"]
    assert ruling["entry"] == 5
    assert ruling["booked"]["tournament"] == {"3": -20000}
    assert ruling["other"]["points"] == {"1": 4000, "2": 2000, "3": -8000, "4": 2000}
    assert {total["number"] for total in told["totals"]} == {"1", "2", "3", "4"}
    for total in told["totals"]:
        if total["number"] == "3":
            assert total["now"] == totals(cli, event)["3"]


def test_the_same_rules_make_no_difference(cli: Cli, event: Path) -> None:
    done = cli("rescore", event, "--under", "ema-2025")
    assert done.out.endswith("nothing would differ\n")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--under", "ema-2020"], "nearest known: ema-2025"),
        (["--under", "none.toml"], "none.toml: cannot be read"),
        (
            ["--under", "reach", "--format", "xml"],
            "--format 'xml' is none of: text",
        ),
        (["--under", "ema-2025", "--option", "venue=pub"], "not one of: tournament"),
    ],
)
def test_what_cannot_be_rescored(
    cli: Cli, event: Path, arguments: list[str], fault: str
) -> None:
    done = cli("rescore", event, *arguments)
    assert (done.code, done.out) == (2, "")
    assert fault in done.err


def test_a_change_is_shown_and_needs_a_yes(cli: Cli, event: Path) -> None:
    call = ("rules", "change", event, "riichi-wiki", "--reason", "as was announced")
    done = cli(*call)
    assert done.code == 2
    assert "rulings that would be others: 1" in done.out
    assert done.err == "nothing was changed: say --yes, or run this on a terminal\n"
    assert head(event) == 5
    told = json.loads(cli("rescore", event, *UNDER, "--format", "json").out)
    done = cli(*call, "--yes")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("#6 ruleset is now riichi-wiki: as was announced\n")
    assert head(event) == 6
    promised = {t["number"]: t["as_booked"] for t in told["totals"]}
    assert totals(cli, event) == promised
    assert cli("verify", event).code == 0
    assert cli("check", event, "ruleset", "balance").out == ""
    done = cli(*call, "--yes")
    assert "this ruleset with these options is pinned already" in done.err


def test_a_change_that_amends_keeps_what_it_promised(cli: Cli, event: Path) -> None:
    told = json.loads(cli("rescore", event, *UNDER, "--format", "json").out)
    done = cli(
        "rules", "change", event, "riichi-wiki", "--reason", "wrong edition",
        "--amend", "--yes",
    )  # fmt: skip
    assert done.code == 0
    assert done.out.splitlines()[-1].startswith("#7 R1 T1 E1: Cay: ron while furiten")
    promised = {t["number"]: t["judged_anew"] for t in told["totals"]}
    assert totals(cli, event) == promised
    assert cli("verify", event).code == 0
    done = cli("rescore", event, "--under", "riichi-wiki")
    assert done.out.endswith("nothing would differ\n")


def test_an_option_is_a_change_too(cli: Cli, event: Path) -> None:
    done = cli(
        "rules", "change", event, "ema-2025", "--option", "venue=social",
        "--reason", "the hall is a club", "--yes",
    )  # fmt: skip
    assert done.code == 0
    with Book.open(event) as book:
        assert book.rules.options == {"venue": "social"}


def test_a_change_needs_a_reason_and_the_role(cli: Cli, event: Path) -> None:
    done = cli("rules", "change", event, "reach", "--reason", " ", "--yes")
    assert "the reason of the change is empty" in done.err
    cli("staff", event, "add", "Ono", "--role", "organiser")
    cli("staff", event, "add", "Hed", "--role", "head-referee", "--staff", "Ono")
    call = ("rules", "change", event, "reach", "--reason", "x", "--yes", "--staff")
    refused = cli(*call, "Hed")
    assert "Hed is head-referee and may not change the ruleset" in refused.err
    assert refused.out == ""
    assert cli(*call, "Ono").code == 0
    again = cli(*call, "Ono")
    assert (again.code, again.out) == (2, "")
    assert "this ruleset with these options is pinned already" in again.err


def test_a_closed_event_is_told_of_before_anything_is_asked(
    cli: Cli, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ledger.cli import rescoring

    def asked(_: int, *, amend: bool) -> None:
        raise AssertionError(f"asked, amend={amend}")

    monkeypatch.setattr(rescoring, "_ask", asked)
    assert cli("finalise", event).code == 0
    done = cli("rules", "change", event, "reach", "--reason", "x")
    assert (done.code, done.out) == (2, "")
    assert "the event was finalised" in done.err


def test_somebody_who_writes_while_it_is_looked_at(
    cli: Cli, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ledger.cli import rescoring

    def slow(_: int, *, amend: bool) -> None:
        assert not amend
        cli("void", event, 5, "--reason", "x")

    monkeypatch.setattr(rescoring, "_ask", slow)
    done = cli("rules", "change", event, "reach", "--reason", "x")
    assert done.code == 2
    assert "somebody has written meanwhile: look at the differences again" in done.err
    assert head(event) == 6
