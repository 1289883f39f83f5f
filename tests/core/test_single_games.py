"""Single tables with known results: every tie (D8), settings of a file (D14)."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from ledger.core.rules import rules
from ledger.core.ruleset import Ruleset
from ledger.core.scoring import Ending, score
from ledger.core.terms import SEATS

DATA = Path(__file__).resolve().parents[1] / "data"
EDITIONS = {"EMA": "ema-2025", "JPML": "jpml-a"}
NOBODY_FLOATS = {(26000, 27000, 24000, 28000), (24000, 29000, 24000, 28000)}
"""There the software that D8 is taken from pays 8/4/−4/−8; the league pays nothing."""


def _rows() -> list[dict[str, str]]:
    with (DATA / "D8" / "uma_vectors.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _raw(row: dict[str, str]) -> tuple[int, int, int, int]:
    a, b, c, d = (int(row[f"score_{letter}"]) for letter in "abcd")
    return a, b, c, d


@pytest.mark.parametrize("row", _rows(), ids=lambda row: str(_raw(row)))
def test_the_bonus_of_every_kind_of_tie(row: dict[str, str]) -> None:
    """D8: scores in seat order, the bonus in order of place; some do not add up."""
    raw = _raw(row)
    ruleset = rules(EDITIONS[row["ruleset"].split()[0]]).ruleset
    scored = score(ruleset, Ending(raw=dict(zip(SEATS, raw, strict=True))))
    by_place = sorted(SEATS, key=lambda seat: (scored.place[seat], -scored.uma[seat]))
    expected = [int(row[f"uma_{place}"]) for place in ("1st", "2nd", "3rd", "4th")]
    if raw in NOBODY_FLOATS:
        assert expected[0] == 8000
        expected = [0, 0, 0, 0]

    assert [scored.uma[seat] for seat in by_place] == expected
    assert scored.check.missing == 120000 - sum(raw)
    assert sum(scored.uma.values()) == 0


def test_the_file_of_ties_holds_both_traps() -> None:
    found = {_raw(row) for row in _rows()}
    assert found >= NOBODY_FLOATS
    assert sum(sum(raw) != 120000 for raw in found) >= 2
    assert len(_rows()) == 12


def _settings(game: dict[str, Any]) -> Ruleset:
    """Return a ruleset with the settings that D14 writes beside the expectation."""
    base = rules("wrc-2025").ruleset
    start, oka = game["start"], game["oka"]
    scoring = base.scoring.model_copy(
        update={
            "start": start,
            "return_": start + oka // len(SEATS),
            "uma": tuple(game["uma"]),
            "oka": oka,
            "ties": "shared" if game["split_ties"] else "seat",
        }
    )
    return base.model_copy(update={"scoring": scoring})


GAMES: list[dict[str, Any]] = json.loads(
    (DATA / "D14" / "single_game.json").read_text("utf-8")
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game["id"]))
def test_the_single_games(game: dict[str, Any]) -> None:
    """D14: everyone level, ties by seat, one chombo after uma."""
    raw = dict(zip(SEATS, game["scores"], strict=True))
    offender = game.get("chombo_by_place")
    fines = {SEATS[offender - 1]: -20000} if offender else {}
    scored = score(_settings(game), Ending(raw=raw, penalties=fines))
    by_place = sorted(SEATS, key=scored.place.__getitem__)

    assert [scored.place[seat] for seat in SEATS] == [1, 2, 3, 4]
    if offender:
        seat = by_place[offender - 1]
        assert scored.raw[seat] == game["expected_score"]
        assert scored.total[seat] == game["expected_result"]
    else:
        assert scored.total[by_place[0]] == game["expected_result_place1"]
        assert scored.total[by_place[1]] == game["expected_result_place2"]
    assert sum(scored.total.values()) == sum(fines.values())
