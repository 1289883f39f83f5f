"""`rules new`: a file that passes as written and changes nothing until one wants."""

import re
from pathlib import Path

import pytest

from ledger.core import editions
from ledger.core.differences import differences
from ledger.core.rules import rules
from ledger.core.ruleset_check import check_file
from ledger.errors import ExportError, RulesetError
from ledger.files.starting_point import create


def _uncommented(text: str) -> str:
    """Return the file with every example in force."""
    return re.sub(r"^#(?=[^ \n])", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", editions.shipped())
def test_a_new_file_passes_and_changes_nothing(name: str, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    create(path, name)

    report = check_file(path)
    assert report.is_good, report.faults
    assert len(report.proved) == len(list(editions.find(name).variants()))
    made = rules(str(path))
    assert made.id == "club"
    assert made.ruleset.cite_as == "club"
    assert not differences(rules(name), made)


@pytest.mark.parametrize("name", editions.shipped())
def test_its_examples_say_what_the_parent_says(name: str, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    create(path, name)
    written = path.read_text("utf-8")
    path.write_text(_uncommented(written), "utf-8")

    report = check_file(path)
    assert report.is_good, report.faults
    for options in report.proved:
        made = rules(str(path), options)
        assert not differences(rules(name, options), made)
        assert "house-1" in made.ruleset.clauses
    assert written.count("\n#[outcomes.") > 3
    assert "\n#[situations." in written


def test_an_example_can_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    create(path, "ema-2025")
    text = path.read_text("utf-8")
    example = "#[outcomes.chombo]"
    start = text.index(example)
    end = text.index("\n\n", start)
    mine = _uncommented(text[start:end]).replace("20000", "12000")
    path.write_text(text[:start] + mine + text[end:], "utf-8")

    found = differences(rules("ema-2025"), rules(str(path)))
    (group,) = found.resettled
    assert group.parts == (("costs", "20,000 after uma", "12,000 after uma"),)
    assert group.is_everywhere


def test_it_can_extend_a_users_own_file(tmp_path: Path) -> None:
    create(tmp_path / "league.toml", "wrc-2025")
    create(tmp_path / "final.toml", str(tmp_path / "league.toml"))

    assert 'extends = "league.toml"' in (tmp_path / "final.toml").read_text("utf-8")
    assert check_file(tmp_path / "final.toml").is_good
    folder = tmp_path / "spring"
    folder.mkdir()
    create(folder / "cup.toml", str(tmp_path / "league.toml"))
    assert check_file(folder / "cup.toml").is_good


def test_a_file_beside_it_comes_before_a_shipped_edition(tmp_path: Path) -> None:
    """As `extends` reads it: the examples are those of the file that is meant."""
    create(tmp_path / "house.toml", "reach")
    create(tmp_path / "club.toml", "house")

    assert (
        "built on Reach" in (tmp_path / "club.toml").read_text("utf-8").split("\n")[0]
    )
    assert not differences(rules("reach"), rules(str(tmp_path / "club.toml")))


def test_an_existing_file_is_never_touched(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text("mine", "utf-8")
    with pytest.raises(ExportError, match=r"club\.toml: exists already"):
        create(path, "ema-2025")
    assert path.read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["club", "club.txt", "ema-2025.toml"])
def test_a_name_that_will_not_do(name: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="a name of your own"):
        create(tmp_path / name, "ema-2025")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("parent", "told"),
    [("ema-2020", "nearest known: ema-2025"), ("none.toml", "cannot be read")],
)
def test_an_unknown_parent(parent: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=told):
        create(tmp_path / "club.toml", parent)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="cannot be written: No such file"):
        create(tmp_path / "nowhere" / "club.toml", "ema-2025")


def test_odd_names_cannot_leave_their_place(tmp_path: Path) -> None:
    """A name with quotes, escapes and lines is quoted, in comments made harmless."""
    parent = tmp_path / "odd.toml"
    parent.write_text(
        'id = "odd"\nextends = "wrc-2025"\ncite_as = "O"\n'
        'name = "a \\"b\\" \\\\ \\u001b[2J\\nid = 3"\n'
        'summary = "tab\\tline\\nend"\n',
        "utf-8",
    )
    path = tmp_path / 'c"l\\ub.toml'
    create(path, str(parent))

    assert check_file(path).is_good
    made = rules(str(path))
    assert made.id == 'c"l\\ub'
    assert made.ruleset.summary == "tab\tline\nend"
    assert "\x1b" not in path.read_text("utf-8")
