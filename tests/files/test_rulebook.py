"""The readable page of an edition says everything that its file says."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from ledger.core import editions
from ledger.core.rules import Rules, rules
from ledger.errors import RulesetError
from ledger.files.layout import as_json
from ledger.files.rulebook import WIDTH, editions_list, editions_rows, page
from ledger.files.rulebook_object import page_object

VARIANTS = [
    (name, options)
    for name in editions.shipped()
    for options in editions.find(name).variants()
]


@pytest.fixture(scope="module")
def ema() -> Rules:
    return rules("ema-2025")


def test_every_edition_is_listed_with_its_options() -> None:
    lines = editions_list().splitlines()
    assert len(lines) == len(editions.shipped()) + 1
    (ema,) = (line for line in lines if line.startswith("ema-2025 "))
    assert "A " in ema
    assert "venue = tournament | social" in ema


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_the_page_holds_every_situation_clause_and_outcome(
    name: str, options: dict[str, str]
) -> None:
    edition = rules(name, options)
    text = page(edition)
    flat = " ".join(text.split())
    for situation in edition.situations.values():
        assert situation.id in flat
    for clause in edition.ruleset.clauses.values():
        assert " ".join(clause.text.split()) in flat
    for outcome in edition.ruleset.outcomes:
        assert f"\n{outcome}: " in text
    for part in edition.ruleset.situations.values():
        for case in part.cases:
            for words in (case.note, case.why, *case.assumed.values()):
                assert " ".join(words.split()) in flat
    assert edition.digest in text


def test_lines_fit_a_page_unless_a_word_is_longer(ema: Rules) -> None:
    long = [line for line in page(ema).splitlines() if cell_len(line) > WIDTH]
    assert [line for line in long if "http" not in line] == []


def test_a_word_narrows_the_page(ema: Rules) -> None:
    text = page(ema, "フリテン")
    assert "furiten-ron: ron while furiten" in text
    assert "kuikae" not in text
    assert page(ema, "FURITEN-RON").startswith("furiten-ron")


def test_a_word_that_nothing_mentions_names_the_nearest(ema: Rules) -> None:
    with pytest.raises(RulesetError, match="'furitn'; nearest known: furiten"):
        page(ema, "furitn")


def test_each_case_is_a_sentence_with_its_clauses_and_their_text(ema: Rules) -> None:
    flat = " ".join(page(ema, "furiten-ron").split())
    assert "If shown = no: dead hand [EMA 2025 3.3.9, 6.5.2, 3.3.14]" in flat
    assert "Otherwise: chombo, 20,000 after uma [EMA 2025 " in flat
    assert "EMA 2025 6.8 (A): Showing a hand that does not win" in flat


def test_assumptions_and_silences_are_told() -> None:
    told = " ".join(page(rules("reach")).split())
    assert "Assumed: " in told
    assert "SILENCES Not mentioned, so the referee decides: " in told


def test_all_words_must_be_mentioned(ema: Rules) -> None:
    found = page(ema, "ﾌﾘﾃﾝ tsumo")
    assert "furiten-ron: " in found
    assert "selective-ron: " in found
    with pytest.raises(RulesetError):
        page(ema, "フリテン phone")


def test_a_silent_situation_is_found_with_what_is_asked(ema: Rules) -> None:
    text = page(ema, "take-back")
    assert text.startswith("Not mentioned, so the referee decides: no penalty; ")
    assert "· take-back: discard taken back" in text
    assert "objects-on-table" not in text


def test_control_characters_of_a_users_file_are_shown_harmless(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        'id = "club"\nextends = "wrc-2025"\nname = "Club \\u001b[2J\\u202e"\n'
        '[situations.kuikae]\ntitle = "swap\\u0007\\nped"\n',
        "utf-8",
    )
    for text in (page(rules(str(path))), as_json(page_object(rules(str(path))))):
        assert not set(text) & {"\x1b", "\x07", "\u202e"}
    assert "Club ␛[2J" in page(rules(str(path)))


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_json_holds_every_situation_clause_and_outcome(
    name: str, options: dict[str, str]
) -> None:
    edition = rules(name, options)
    found = json.loads(as_json(page_object(edition)))
    assert found["options"] == edition.options
    situations = {each["id"]: each for each in found["situations"]}
    assert list(situations) == list(edition.ruleset.situations)
    silent = set(edition.situations) - set(situations) - {"other"}
    assert set(found["silences"]["situations"]) == silent
    assert [each["name"] for each in found["outcomes"]] == list(
        edition.ruleset.outcomes
    )
    assert len(found["clauses"]) == len(edition.ruleset.clauses)
    for each in situations.values():
        assert len(each["cases"]) == len(edition.ruleset.situations[each["id"]].cases)
        for case in each["cases"]:
            assert case["words"]
            assert case["grade"] in "ABCD"
            assert (case["class"] is None) == bool(case["choices"])


def test_json_is_narrowed_by_a_word(ema: Rules) -> None:
    found = json.loads(as_json(page_object(ema, "furiten-ron")))
    assert [each["id"] for each in found["situations"]] == ["furiten-ron"]
    case = found["situations"][0]["cases"][2]
    assert case["when"] == ["shown = no"]
    assert case["class"] == "dead-hand"
    assert case["clauses"] == ["EMA 2025 3.3.9", "EMA 2025 6.5.2", "EMA 2025 3.3.14"]


def test_editions_as_rows() -> None:
    rows = {row["id"]: row for row in editions_rows()}
    assert list(rows) == list(editions.shipped())
    assert rows["ema-2025"]["options"] == {"venue": ["tournament", "social"]}
    assert rows["ema-2025"]["grade"] == "A"
    assert str(rows["toronto-2026"]["source"]).startswith("Toronto Riichi Open")
