"""The readable page of an edition says everything that its file says."""

import pytest
from rich.cells import cell_len

from ledger.core import editions
from ledger.core.rules import Rules, rules
from ledger.errors import RulesetError
from ledger.files.rulebook import WIDTH, amount_words, editions_list, page

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
        assert f"  {outcome}" in text
    for part in edition.ruleset.situations.values():
        for case in part.cases:
            for words in (case.note, case.why):
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


def test_amounts_in_words(ema: Rules) -> None:
    cases = [case for part in ema.ruleset.situations.values() for case in part.cases]
    told = {amount_words(case.amount) for case in cases if case.amount is not None}
    assert "1,000 for each 60 seconds begun" in told
