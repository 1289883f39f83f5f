"""`rules diff` as text and JSON."""

import json

import pytest
from rich.cells import cell_len

from ledger.core import editions
from ledger.core.differences import differences
from ledger.core.rules import rules
from ledger.files.layout import as_json
from ledger.files.ruleset_diff import WIDTH, diff_object, diff_text

WRC = differences(rules("wrc-2015"), rules("wrc-2025"))


def test_the_text_names_both_editions_and_what_a_chombo_costs() -> None:
    lines = diff_text(WRC).splitlines()
    assert lines[0].startswith("WRC 2015 [wrc-2015] → WRC 2025 [wrc-2025, ")
    at = lines.index("THE SAME RULING, SETTLED OTHERWISE")
    assert lines[at + 1 : at + 3] == [
        "  chombo",
        "    costs: 20,000 after uma → 30,000 after uma",
    ]
    assert lines[at + 3].startswith("    wherever both come to it, in ")


def test_a_change_is_told_with_its_condition_and_clauses() -> None:
    flat = " ".join(diff_text(WRC).split())
    told = "shown = no, by = ron: dead hand → chonbo, 30,000 after uma"
    assert (
        f"ron while furiten (フリテンロン) [furiten-ron] {told}"
        " [WRC 2015 7.2, 7.1 → WRC 2025 8.11.2, 12.3.3, 12.2]"
    ) in flat


def test_what_is_left_to_the_referee_is_told_once() -> None:
    flat = " ".join(diff_text(WRC).split())
    assert "Where WRC 2015 does not mention a situation the referee decides: " in flat
    assert "not mentioned →" in flat


@pytest.mark.parametrize("name", editions.shipped())
def test_lines_fit_the_page(name: str) -> None:
    text = diff_text(differences(rules("ema-2025"), rules(name)))
    assert [line for line in text.splitlines() if cell_len(line) > WIDTH] == []


def test_derived_facts_are_explained_where_they_are_named() -> None:
    assert "In conditions, occurrence: which time it is; dead: " in diff_text(WRC)
    same = differences(rules("wrc-2014"), rules("wrc-2015"))
    assert "In conditions" not in diff_text(same)


def test_equal_editions_have_no_difference() -> None:
    text = diff_text(differences(rules("reach"), rules("reach")))
    assert text.endswith("No difference.\n")


def test_json_holds_all_that_the_text_holds() -> None:
    found = json.loads(as_json(diff_object(WRC)))
    assert found["before"]["id"] == "wrc-2015"
    assert found["after"]["options"]["ranking"] == "shared"
    chombo = next(each for each in found["resettled"] if each["ruling"] == "chombo")
    assert chombo["parts"] == [
        {
            "part": "costs",
            "before": "20,000 after uma",
            "after": "30,000 after uma",
        }
    ]
    assert chombo["everywhere"]
    assert {"win-no-yaku", "furiten-ron"} <= {e["situation"] for e in chombo["where"]}
    furiten = next(e for e in found["situations"] if e["situation"] == "furiten-ron")
    (change,) = furiten["changes"]
    assert change["condition"] == "shown = no, by = ron"
    assert change["before"]["class"] == "dead-hand"
    assert change["after"]["class"] == "chombo"
    assert change["after"]["costs"] == "30,000 after uma"
    assert "WRC 2025 12.3.3" in change["after"]["clauses"]
