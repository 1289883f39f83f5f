"""`riichi-ledger rules`: list, show, diff, check and new."""

import json
from pathlib import Path

import pytest

from ledger.core import editions
from ledger.resources import resource_folder
from tests.cli.commands import Cli

BAD = Path(__file__).parents[1] / "rulesets" / "bad"


def test_list_as_text_and_json(cli: Cli) -> None:
    text = cli("rules", "list")
    rows = json.loads(cli("rules", "list", "--format", "json").out)
    assert (text.code, text.err) == (0, "")
    assert [row["id"] for row in rows] == list(editions.shipped())
    for row in rows:
        assert any(line.startswith(f"{row['id']} ") for line in text.out.splitlines())


def test_show_narrowed_by_a_word(cli: Cli) -> None:
    done = cli("rules", "show", "ema-2025", "--search", "ふりてん")
    assert done.code == 0
    assert done.out.startswith("furiten-ron: ron while furiten")
    assert "kuikae" not in done.out


def test_show_under_an_option_as_json(cli: Cli) -> None:
    done = cli(
        *("rules", "show", "ema-2025", "--option", "venue=social", "--format", "json")
    )
    found = json.loads(done.out)
    assert found["options"] == {"venue": "social"}
    (chombo,) = (each for each in found["outcomes"] if each["name"] == "chombo")
    assert chombo["words"].startswith("chombo, a mangan to the others")


def test_diff_as_text_and_json(cli: Cli) -> None:
    text = cli("rules", "diff", "wrc-2014", "wrc-2015")
    found = json.loads(
        cli("rules", "diff", "wrc-2014", "wrc-2015", "--format", "json").out
    )
    assert (text.code, text.err) == (0, "")
    assert "    beside a valid win: stands → void\n" in text.out
    (group,) = (each for each in found["resettled"] if each["ruling"] == "chombo")
    assert group["parts"] == [
        {"part": "beside a valid win", "before": "stands", "after": "void"}
    ]


def test_diff_gives_an_option_to_the_edition_that_has_it(cli: Cli) -> None:
    arguments = ("rules", "diff", "ema-2025", "wrc-2025", "--option", "venue=social")
    lines = cli(*arguments).out.splitlines()
    assert lines[0].startswith("EMA 2025 [ema-2025, venue = social] → WRC 2025 [")
    done = cli("rules", "diff", "reach", "wrc-2025", "--option", "venue=social")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("options.venue: unknown option of reach")


def test_check_of_a_good_file(cli: Cli) -> None:
    path = resource_folder("configs") / "rulesets" / "ema-2025.toml"
    done = cli("rules", "check", path)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"OK: {path}: ema-2025, ")
    assert done.out.endswith(" proved under venue = tournament; venue = social\n")


def test_check_of_a_bad_file(cli: Cli) -> None:
    path = BAD / "uma-two-first-places.toml"
    done = cli("rules", "check", path)
    told = "scoring.uma: has two first places with 10,000 each, expected one"
    assert (done.code, done.out, done.err) == (1, f"{path}:5:1: {told}\n", "")


@pytest.mark.parametrize("name", ["none.toml", "."])
def test_check_of_what_cannot_be_read(cli: Cli, tmp_path: Path, name: str) -> None:
    done = cli("rules", "check", tmp_path / name)
    assert (done.code, done.out) == (2, "")
    assert "cannot be read: " in done.err
    assert done.err.count("\n") == 1


def test_control_characters_of_a_file_are_shown_harmless(
    cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        'id = "club"\nextends = "wrc-2025"\n"\\u001b[2J\\n\\u202e" = 1\n'
        '[scoring]\nties = "\\u001b]0;x\\u0007"\n'
        '[outcomes."\\u009b31m"]\nclass = "x"\n',
        "utf-8",
    )
    done = cli("rules", "check", path)
    assert done.code == 1
    assert len(done.out.splitlines()) == 3
    assert not set(done.out) & {"\x1b", "\x07", "\u202e", "\x9b"}
    assert '"␛[2J␊\N{REPLACEMENT CHARACTER}": unknown key' in done.out


def test_an_event_is_not_run_by_a_bad_file(cli: Cli, tmp_path: Path) -> None:
    ruleset = BAD / "gap.toml"
    done = cli("new", tmp_path / "e.db", "--ruleset", ruleset, "--name", "Spring")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"{ruleset}:4:26: situations.furiten-ron.cases: no case")
    assert not (tmp_path / "e.db").exists()


def test_new_writes_a_file_that_passes(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    made = cli("rules", "new", path, "--extends", "ema-2025")
    assert (made.code, made.err) == (0, "")
    assert made.out.startswith(f"{path}: written, extends ema-2025")
    assert cli("rules", "check", path).code == 0
    assert cli("rules", "diff", "ema-2025", path).out.endswith("No difference.\n")

    again = cli("rules", "new", path, "--extends", "wrc-2025")
    assert (again.code, again.out) == (2, "")
    assert again.err == f"{path}: exists already, nothing was written\n"


def test_an_unknown_format(cli: Cli) -> None:
    done = cli("rules", "show", "reach", "--format", "yaml")
    assert (done.code, done.out) == (2, "")
    assert done.err == "--format 'yaml' is unknown, expected one of: text, json\n"
