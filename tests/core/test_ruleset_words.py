"""Every word that a ruleset file can use has its phrase."""

from typing import Literal, get_args, get_origin

import pytest

from ledger.core import editions
from ledger.core.decision import DERIVED
from ledger.core.rules import of_edition
from ledger.core.ruleset import (
    Outcome,
    Part,
    Payment,
    PerUnit,
    Play,
    Range,
    Ruleset,
    Scoring,
    Tiles,
)
from ledger.core.ruleset_words import (
    DERIVED_WORDS,
    PAID,
    TITLES,
    WORDS,
    amount_words,
    condition_words,
    outcome_words,
    settings,
)

SILENT = {"cite", "assumed", "uma_unbalanced"}


def _literals(annotation: object) -> set[str]:
    if get_origin(annotation) is Literal:
        return {str(word) for word in get_args(annotation)}
    return {word for inner in get_args(annotation) for word in _literals(inner)}


@pytest.mark.parametrize("part", [Scoring, Play, Tiles, Outcome, PerUnit, Ruleset])
def test_every_word_has_a_phrase(part: type[Part]) -> None:
    told = set()
    for name, field in part.model_fields.items():
        if (part, name) in {
            (Outcome, "hand"),
            (Outcome, "own_stick"),
            (Ruleset, "grade"),
        }:
            continue  # told by what becomes of the hand and the stick
        for word in _literals(field.annotation):
            told.add((name, word))
    assert told <= WORDS.keys()
    assert told


@pytest.mark.parametrize("part", [Scoring, Play, Tiles])
def test_every_setting_has_a_title(part: type[Part]) -> None:
    keys = {field.alias or name for name, field in part.model_fields.items()}
    assert keys - SILENT <= TITLES.keys()


def test_every_derived_fact_is_explained() -> None:
    assert DERIVED_WORDS.keys() == DERIVED.keys()


def test_every_kind_of_payment_has_a_phrase() -> None:
    kinds = _literals(Payment.model_fields["kind"].annotation)
    assert kinds - {"reverse-mangan"} == PAID.keys()


@pytest.mark.parametrize("name", editions.shipped())
def test_every_setting_of_every_edition_is_told(name: str) -> None:
    ruleset = of_edition(editions.find(name)).ruleset
    told = {setting.key: setting for setting in settings(ruleset)}
    assert {"start", "return", "multiple_ron", "temporary_ends"} <= told.keys()
    assert ("uma" in told) != ("floating" in told)
    assert all(setting.value and setting.title for setting in told.values())
    for part in (ruleset.scoring, ruleset.play, ruleset.tiles):
        for key, why in part.assumed.items():
            assert key not in told or told[key].assumed == why


def test_amounts_payments_and_conditions_in_words() -> None:
    mangan = Payment.model_validate({"kind": "reverse-mangan"})
    fine = Payment.model_validate({"kind": "fine", "amount": 20000})
    both = Outcome.model_validate({"class": "chombo", "payments": (mangan, fine)})
    assert outcome_words(both) == (
        "chombo, a mangan to the others (4,000 to or by East, 2,000 else)"
        " and 20,000 after uma"
    )
    paid = Payment(kind="fine-before-placing", amount=4000, receivers="opponents")
    foul = Outcome.model_validate({"class": "chombo", "payments": (paid,)})
    assert outcome_words(foul, label="foul") == (
        "foul, 4,000 to each opponent before placing"
    )
    assert amount_words(PerUnit(each=1000, of="seconds", per=60)) == (
        "1,000 for each 60 seconds begun"
    )
    assert amount_words(PerUnit(each=30000, of="sessions")) == "30,000 for each session"
    assert condition_words("count", Range(min=1, max=3)) == "count 1–3"
    assert condition_words("count", Range(min=2, max=2)) == "count = 2"
    assert condition_words("tenpai", ("null", False)) == "tenpai = unknown or no"
