"""The tree of errors and the lines they show."""

import re

from ledger import errors


def test_the_drawn_tree_is_the_tree() -> None:
    assert errors.__doc__ is not None
    drawn = re.findall(r"^ {4}[|` -]*(\w+)", errors.__doc__, re.MULTILINE)
    public = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type)
        and issubclass(value, errors.LedgerError)
        and not name.startswith("_")
    }
    assert sorted(drawn) == sorted(public)


def test_a_place_is_told_before_the_fault() -> None:
    error = errors.RulesetError("ema.toml:3:1", "unknown key, expected one of: id")
    assert str(error) == "ema.toml:3:1: unknown key, expected one of: id"


def test_without_a_place_the_fault_stands_alone() -> None:
    assert str(errors.IncidentError("", "no offender")) == "no offender"


def test_all_faults_of_an_import_are_shown_a_line_each() -> None:
    faults = [
        errors.ImportFault("games.csv:2:1", "unknown player"),
        errors.ImportFault("games.csv:5:3", "not a number"),
    ]
    assert str(errors.ImportFaults(faults)).splitlines() == [
        "games.csv:2:1: unknown player",
        "games.csv:5:3: not a number",
    ]
