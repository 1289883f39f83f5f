"""Japanese bodies, Reach Mahjong, riichi.wiki and the clubs, clause row by clause row.

The rows stand in `rows/japan_and_clubs.toml`, each with its answer or the reason why no
case holds it. Here they are driven, with the scoring of these editions and with what
their texts leave open.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ledger.core.lines import judge_line
from ledger.core.rules import rules
from ledger.errors import LedgerError

TABLES = tomllib.loads(
    (Path(__file__).parent / "rows" / "japan_and_clubs.toml").read_text("utf-8")
)
ROWS = [(name, row) for name, rows in TABLES["rows"].items() for row in rows]
SHOWN = {"shown": True, "by": "ron"}
NORTH_WINS = {"ron": [{"winner": "N", "loser": "W", "points": 2000}]}


def judged(
    name: str,
    situation: str,
    facts: Mapping[str, object],
    *,
    offender: str = "S",
    choice: Mapping[str, str] | None = None,
    **more: object,
) -> dict[str, Any]:
    incident = {"offender": offender, "situation": situation, "facts": facts}
    if choice:
        incident["choice"] = choice
    return judge_line({"ruleset": name, "incident": incident, **more})


def parts(answer: Mapping[str, Any]) -> set[str]:
    return {assumption["part"] for assumption in answer["assumed"]}


@pytest.mark.parametrize(
    ("name", "row"), ROWS, ids=[f"{r['section']}-{r['situation']}" for _, r in ROWS]
)
def test_each_row_is_answered_as_the_table_says(
    name: str, row: Mapping[str, Any]
) -> None:
    more = {
        key: row[key]
        for key in ("offender", "options", "table", "result")
        if key in row
    }
    answer = judged(name, row["situation"], row.get("facts", {}), **more)
    if "asks" in row:
        assert answer["class"] is None
        assert row["asks"] in [question["fact"] for question in answer["ask"]]
        assert not any(answer["points"].values())
        return
    expected = row["answer"]
    if isinstance(expected, str):
        expected = TABLES["answers"][expected]
    assert {key: answer[key] for key in expected} == expected
    assert answer["citations"]
    assert sum(answer["points"].values()) + answer["pot"] == 0


def test_a_row_without_a_case_says_why() -> None:
    assert all(len(reason.split()) > 3 for reason in TABLES["no_case"].values())


SCORING: Mapping[str, tuple[object, ...]] = {
    # start, return, uma, oka in thousands; ties; leftover; which of them are assumed
    "reach": (25, 30, (0, 0), 0, "shared", "ask", "start return uma oka ties"),
    "riichi-wiki": (25, 30, (15, 5), 20, "shared", "first", "uma ties leftover"),
    "jpml-a": (30, 30, None, 0, "shared", "nobody", ""),
    "saikouisen": (
        30, 30, (30, 10), 0, "shared", "first", "start return uma ties leftover",
    ),
    "mu": (30, 30, (12, 4), 0, "shared", "nobody", "start return leftover"),
    "naro-2015": (30, 30, (15, 5), 0, "shared", "nobody", ""),
    "pml": (25, 30, (25, 10), 0, "shared", "first", "return ties leftover"),
    "acen-2014": (25, 30, (20, 10), 0, "shared", "first", "ties leftover"),
    "sgriichi": (25, 30, (30, 10), 20, "shared", "first", "leftover"),
    "student-league": (25, 30, (20, 10), 20, "seat", "last-dealer-noten-first", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", SCORING)
def test_scoring_is_the_contracts(name: str) -> None:
    start, return_, uma, oka, ties, leftover, assumed = SCORING[name]
    scoring = rules(name).ruleset.scoring
    own = None if scoring.uma is None else tuple(p // 1000 for p in scoring.uma[:2])
    assert (scoring.start // 1000, scoring.return_ // 1000) == (start, return_)
    assert (own, scoring.oka // 1000, scoring.ties) == (uma, oka, ties)
    assert scoring.leftover == leftover
    assert set(scoring.assumed) == set(str(assumed).split())


def test_the_jpml_floats_at_exactly_the_line() -> None:
    floating = rules("jpml-a").ruleset.scoring.floating
    assert floating is not None
    assert floating.line == 30000
    assert floating.uma["1"] == (12000, -1000, -3000, -8000)
    assert floating.uma["2"] == (8000, 4000, -4000, -8000)
    assert floating.uma["3"] == (8000, 3000, 1000, -12000)
    assert not any(floating.uma["0"] + floating.uma["4"])


def test_busting_and_low_riichi_go_together() -> None:
    naro = rules("naro-2015").ruleset
    assert (naro.scoring.bust, naro.play.riichi_minimum) == (True, "refused")
    others = [rules(name).ruleset for name in SCORING if name != "naro-2015"]
    assert {each.play.riichi_minimum for each in others} == {"assumed"}


# What the texts leave open ------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "situation", "facts", "expected"),
    [
        ("reach", "win-wrong-tile", SHOWN, {"hand", "honba", "dealer"}),
        ("reach", "non-disclosure", {}, {"hand", "honba", "dealer", "payment"}),
        ("riichi-wiki", "win-wrong-tile", SHOWN, {"honba"}),
        ("jpml-a", "noten-riichi", {"found": "draw"}, {"hand", "honba", "dealer"}),
        ("mu", "win-wrong-tile", SHOWN, set()),
        ("naro-2015", "win-wrong-tile", SHOWN, {"hand", "honba", "dealer"}),
        ("naro-2015", "objects-on-table", {"count": 1}, {"payment"}),
        ("pml", "win-wrong-tile", SHOWN, {"hand", "honba", "dealer"}),
        ("acen-2014", "win-wrong-tile", SHOWN, {"hand", "honba"}),
        ("sgriichi", "win-wrong-tile", SHOWN, set()),
    ],
)
def test_what_a_text_leaves_open_is_told_as_assumed(
    name: str, situation: str, facts: Mapping[str, object], expected: set[str]
) -> None:
    answer = judged(name, situation, facts)
    assert parts(answer) == expected
    assert all(assumption["why"] for assumption in answer["assumed"])


@pytest.mark.parametrize("name", ["reach", "riichi-wiki", "jpml-a", "mu", "sgriichi"])
def test_a_win_of_the_same_moment_voids_the_chombo_as_assumed(name: str) -> None:
    situation = "noten-riichi" if name == "jpml-a" else "win-wrong-tile"
    facts = {"found": "draw"} if name == "jpml-a" else SHOWN
    answer = judged(name, situation, facts, result=NORTH_WINS)
    assert (answer["class"], answer["hand"]) == ("none", "scored")
    assert answer["points"] == {"E": 0, "S": 0, "W": -2000, "N": 2000}
    assert "with_win" in parts(answer)


def test_naro_lets_a_win_and_a_chombo_stand_side_by_side() -> None:
    answer = judged("naro-2015", "win-wrong-tile", SHOWN, result=NORTH_WINS)
    assert (answer["class"], answer["hand"]) == ("chombo", "scored")
    assert answer["before_placing"]["S"] == -10000
    assert "with_win" in parts(answer)


def test_the_stick_of_a_dead_noten_riichi_goes_back_as_assumed() -> None:
    table = {"riichi": ["S"], "dead": {"S": "declared"}}
    result: dict[str, object] = {"draw": {"tenpai": []}}
    facts: dict[str, object] = {"found": "draw", "because_dead": False}
    answer = judged("riichi-wiki", "noten-riichi", facts, table=table, result=result)
    assert answer["riichi_returned"] == ["S"]
    assert "sticks" in parts(answer)
    sound = judged("riichi-wiki", "noten-riichi", facts, result=result)
    assert "sticks" not in parts(sound)


@pytest.mark.parametrize("drawn", ["3z", "4m", "9p"])
@pytest.mark.parametrize("declares", ["kan", "closed-kan"])
def test_mu_bars_even_a_sound_kan_in_riichi(drawn: str, declares: str) -> None:
    """3z leaves the waits as they are; with 9p there is no kan, only the word."""
    tiles = {"tiles": "3444m778899s333z", "riichi_at": 0, "discards": ["1p"]}
    incident = {
        "offender": "S",
        "facts": {"found": "mid-hand"},
        "evidence": {**tiles, "drawn": drawn, "declares": declares},
    }
    answer: dict[str, Any] = judge_line({"ruleset": "mu", "incident": incident})
    assert answer["found"]["situation"] == "illegal-riichi-kan"
    assert (answer["class"], answer["dead_hands"]) == ("dead-hand", ["S"])
    assert answer["citations"] == ["Mu 7"]


def test_acen_pays_two_ron_and_calls_three_an_abortive_draw() -> None:
    wins = [
        {"winner": winner, "loser": "W", "points": points}
        for winner, points in (("N", 5200), ("E", 1500), ("S", 1300))
    ]
    asked = {"ruleset": "acen-2014", "incident": None, "table": {"riichi": ["E"]}}
    two = judge_line({**asked, "result": {"ron": wins[:2]}})
    assert two["points"] == {"E": 1500, "S": 0, "W": -6700, "N": 6200}
    three: dict[str, Any] = judge_line({**asked, "result": {"ron": wins}})
    assert not any(three["points"].values())
    assert (three["honba"], three["dealer"], three["pot_after"]) == (1, "E", 1000)


def test_league_points_are_named_and_not_booked() -> None:
    league = {"play": "league"}
    answer = judged("sgriichi", "win-no-yaku", SHOWN, options=league)
    assert parts(answer) == {"league_points"}
    assert not any(answer["tournament"].values())
    assert "SgRiichi chombo: league points" in answer["citations"]


def test_reach_gives_a_deposit_to_the_next_winner() -> None:
    options = {"withdrawn_call": "deposit"}
    facts = {"call": "pon"}
    answer = judged(
        "reach", "withdrawn-call", facts, options=options, result=NORTH_WINS
    )
    assert answer["points"] == {"E": 0, "S": -1000, "W": -2000, "N": 3000}
    assert rules("reach").ruleset.play.deposit_end == "ask"


@pytest.mark.parametrize(
    ("outcome", "hand"),
    [("small-chombo", "continue"), ("small-chombo-redealt", "replay")],
)
def test_a_small_chombo_is_offered_and_booked_when_chosen(
    outcome: str, hand: str
) -> None:
    choice = {"outcome": outcome}
    answer = judged("saikouisen", "win-not-tenpai", SHOWN, choice=choice)
    assert (answer["class"], answer["hand"]) == ("point-penalty", hand)
    assert answer["tournament"] == {"E": 0, "S": -10000, "W": 0, "N": 0}


@pytest.mark.parametrize(
    ("name", "option", "choice"),
    [("reach", "withdrawn_call", "fine"), ("pml", "play", "club"), ("mu", "play", "x")],
)
def test_unknown_options_are_refused(name: str, option: str, choice: str) -> None:
    with pytest.raises(LedgerError, match=r"options\."):
        rules(name, {option: choice})
