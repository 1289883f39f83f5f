"""WRC 2025, 2015 and 2014 and Toronto 2026: every clause with its ruling."""

from typing import Any

import pytest

from ledger.core.lines import judge_line
from ledger.core.rules import rules
from ledger.core.score_lines import score_line
from tests.core.rulesets.clause_rows import Row, Told, case, check, judged, row, told
from tests.core.rulesets.wrc_2025_rows import FOULS, MAIN_BOOK, PRINCIPLES

RON = {"result": {"ron": [{"winner": "N", "loser": "W", "points": 5200}]}}
DRAW = {"result": {"draw": {"tenpai": ["E"]}}}
DEAD = {"table": {"dead": {"S": "undeclared"}}}

TORONTO: tuple[Row, ...] = (
    row(
        "Revealed tiles", "1-3 free, then a warning, then 5 P; 4-6 dead; 7 chonbo",
        case("exposed-tiles", "none", count=0, occurrence=4),
        case("exposed-tiles", "none", count=3),
        case("exposed-tiles", "warning", count=1, occurrence=2),
        case("exposed-tiles", "point-penalty 5P", count=3, occurrence=3),
        case("exposed-tiles", "dead-hand", count=4),
        case("exposed-tiles", "dead-hand", count=6, occurrence=3),
        case("exposed-tiles", "chombo 30P", count=7),
        case("wall-disruption", "chombo 30P", recoverable=False),
        case("wall-disruption", "asks outcome", recoverable=True),
    ),
    row(
        "Sheets", "8 P and 2 P",
        case("score-sheet", "point-penalty 8P", kind="all-last", offenders=["S"]),
        case("score-sheet", "point-penalty 2P", kind="unfixable", offenders=["S"]),
        case("score-sheet", "none", kind="all-last", impacted=False),
        case("score-sheet", "asks outcome: none warning", kind="unsigned"),
    ),
    row("Base", "all else as WRC 2025", case("win-no-yaku", "chombo 30P")),
)  # fmt: skip

WRC_2015: tuple[Row, ...] = (
    row("5.6", "winning tile mixed in", case("win-tile-mixed", "none", where="hand"),
        case("win-tile-mixed", "asks outcome", where="discards")),
    row("5.7", "two ends, no abortive draws", no_case="settled by play, below"),
    row("5.7.6", "one winner", no_case="settled by play, below"),
    row("5.7.7", "counters and East", no_case="settled by play, below"),
    row(
        "7.1", "not penalized; repeated, obstruction",
        case("withdrawn-call", "none", call="pon"),
        case("withdrawn-call", "asks outcome", call="pon", occurrence=2),
        case("obstruction", "asks outcome", severity="minor", repeat=False),
    ),
    row("7.1", "point penalty",
        case("act-with-dead-hand", "point-penalty 20P", action="pon")),
    row("7.1", "dead hand", case("kuikae", "dead-hand", kind="suji")),
    row("7.1", "chonbo: 20 P, dealt again",
        case("win-no-yaku", "chombo 20P", shown=True)),
    row("7.1", "with a win: void",
        case("win-no-yaku", "none scored", RON, shown=True, by="ron")),
    row("7.1", "with an exhaustive draw: no payments",
        case("win-no-yaku", "chombo 20P", DRAW, shown=True, by="ron")),
    row("7.1", "disqualification", no_case="the acts that lead to it were not found"),
    row(
        "7.1", "a call with a dead hand, worked example",
        case("act-with-dead-hand", "point-penalty 20P", action="riichi", aware=True),
        case("act-with-dead-hand", "asks outcome: point-penalty dead-hand chombo",
             action="ron"),
        case("kuikae", "point-penalty 20P", DEAD, kind="suji"),
        case("false-meld", "point-penalty 20P", DEAD, corrected=False),
        case("withdrawn-call", "asks outcome: point-penalty minor-error", DEAD),
    ),
    row(
        "7.2", "empty set, concealed kong, riichi: free",
        case("withdrawn-call", "none", call="closed-kan"),
        case("withdrawn-riichi", "none"),
        case("withdrawn-riichi", "asks outcome", discarded=True),
    ),
    row(
        "7.2", "empty win, hidden or shown",
        case("empty-win-call", "dead-hand", shown=False),
        case("empty-win-call", "chombo 20P", shown=True),
        *(
            case(name, expected, shown=shown)
            for name in ("win-no-yaku", "win-wrong-tile", "win-not-tenpai")
            for shown, expected in ((False, "dead-hand"), (True, "chombo 20P"))
        ),
        case("furiten-ron", "dead-hand", shown=False),
        case("furiten-ron", "chombo 20P", shown=True),
        case("furiten-ron", "none", by="tsumo"),
        case("selective-ron", "chombo 20P", shown=True),
        case("selective-ron", "dead-hand", shown=False),
        case("selective-ron", "none", by="tsumo"),
        case("selective-ron", "asks shown"),
    ),
    row(
        "7.2", "wrong word quickly corrected, but not ron by a later pung",
        case("changed-call", "none", quick=True, **{"from": "ron"}),
        case("changed-call", "none", quick=False, completed=True),
        case("changed-call", "dead-hand", quick=False, completed=False, shown=False,
             **{"from": "ron", "to": "pon"}),
        case("changed-call", "chombo 20P", quick=False, completed=False, shown=True,
             **{"from": "tsumo"}),
        case("changed-call", "asks outcome: minor-error dead-hand", quick=False,
             completed=False, **{"from": "pon"}),
    ),
    row(
        "7.2", "false set, swap-calling, claimed tile not taken",
        case("false-meld", "dead-hand", corrected=False, kan=True),
        case("false-meld", "none", corrected=True),
        case("kuikae", "dead-hand", kind="same-tile"),
        case("called-tile-not-taken", "dead-hand", corrected=False),
    ),
    row("5.4", "claimed tile taken in time",
        case("called-tile-not-taken", "none", corrected=True)),
    row("7.1", "the deal, of which no clause was found",
        case("deal-error", "none", redeal=False),
        case("deal-error", "asks outcome: redeal chombo", redeal=True),
        case("no-fault-redeal", "none", redeal=False),
        case("no-fault-redeal", "none replay", redeal=True)),
    row("7.2", "exposure, riichi, lateness, sheets: no clause was found",
        *(case(name, "asks outcome") for name in (
            "exposed-tiles", "noten-riichi", "late", "score-sheet",
        ))),
    row("ruling 2018 (wall)", "a wall broken beyond repair: chonbo (R17)",
        case("wall-disruption", "chombo 20P", recoverable=False),
        case("wall-disruption", "asks outcome", recoverable=True)),
    row("short hand", "too few tiles: dead, unless put right at once (R25)",
        case("missed-draw", "none", restored=True),
        case("missed-draw", "dead-hand", restored=False),
        case("wrong-tile-count", "dead-hand", tiles=12, expected=13),
        case("wrong-tile-count", "dead-hand", tiles=13, expected=14),
        case("wrong-tile-count", "asks outcome", tiles=14, expected=13),
        case("wrong-tile-count", "asks outcome: dead-hand chombo",
             tiles=12, expected=13, found="own-win")),
)  # fmt: skip

WRC_2014: tuple[Row, ...] = (
    row("7.1", "beside a win the fine stands and the win is scored",
        case("win-no-yaku", "chombo 20P scored", RON, shown=True, by="ron")),
    row("7.1", "beside a draw no payments",
        case("win-no-yaku", "chombo 20P", DRAW, shown=True, by="ron")),
    row("7.1", "a call with a dead hand, worked example",
        case("act-with-dead-hand", "point-penalty 20P", action="pon", aware=True)),
    row("errata", "swap-calling", case("kuikae", "dead-hand", kind="suji")),
    row("7.1", "swap-calling with a dead hand is a call with one",
        case("kuikae", "point-penalty 20P", DEAD, kind="suji")),
    row("errata", "a score is put right while the hand lies there",
        case("scoring-error", "none", agreed=True)),
    row("errata", "renho is cumulative", no_case="how a hand is scored"),
    row("foreign terms", "fines of 1,000 are reported",
        case("odd-win-word", "asks outcome: minor-error point-penalty", shown=True),
        case("unclear-call", "asks outcome")),
)  # fmt: skip


@pytest.mark.parametrize("one", told("wrc-2025", PRINCIPLES, FOULS, MAIN_BOOK), ids=str)
def test_wrc_2025_rules_as_the_clause_says(one: Told) -> None:
    check(one, "WRC 2025")


@pytest.mark.parametrize("one", told("toronto-2026", TORONTO), ids=str)
def test_toronto_rules_as_its_announcement_says(one: Told) -> None:
    check(one, "Toronto 2026")


@pytest.mark.parametrize("one", told("wrc-2015", WRC_2015), ids=str)
def test_wrc_2015_rules_as_the_clause_says(one: Told) -> None:
    check(one, "WRC 2015")


@pytest.mark.parametrize("one", told("wrc-2014", WRC_2014), ids=str)
def test_wrc_2014_rules_as_the_clause_says(one: Told) -> None:
    check(one, "WRC 2014")


def test_no_clause_is_left_without_a_case_or_a_reason() -> None:
    tables = (PRINCIPLES, FOULS, MAIN_BOOK, TORONTO, WRC_2015, WRC_2014)
    assert [len(table) for table in tables] == [12, 64, 37, 3, 21, 8]
    for each in (each for table in tables for each in table):
        assert bool(each.cases) != bool(each.no_case), each


@pytest.mark.parametrize("edition", ["wrc-2025", "wrc-2015", "wrc-2014"])
def test_every_clause_of_the_file_is_cited(edition: str) -> None:
    ruleset = rules(edition).ruleset
    cited = {
        clause
        for part in (ruleset.scoring, ruleset.play, ruleset.tiles, ruleset.silence)
        for clause in part.cite
    }
    for outcome in ruleset.outcomes.values():
        cited.update(outcome.cite, outcome.repeated.cite if outcome.repeated else ())
    for situation in ruleset.situations.values():
        cited.update(clause for each in situation.cases for clause in each.cite)
    assert set(ruleset.clauses) == cited


# Settlement ---------------------------------------------------------------------


def line(ruleset: str, **more: object) -> dict[str, Any]:
    return judge_line({"ruleset": ruleset, **more})


def chombo(ruleset: str, **more: object) -> dict[str, Any]:
    return judged(ruleset, case("win-not-tenpai", "", shown=True, by="ron"), **more)


@pytest.mark.parametrize(
    ("ruleset", "fine"),
    [
        ("wrc-2025", 30000),
        ("toronto-2026", 30000),
        ("wrc-2015", 20000),
        ("wrc-2014", 20000),
    ],
)
def test_a_chonbo_is_dealt_again_with_the_same_counters(
    ruleset: str, fine: int
) -> None:
    table = {"honba": 3, "carried": 2000, "riichi": ["E", "W"]}
    answer = chombo(ruleset, table=table)
    assert answer["tournament"] == {"E": 0, "S": -fine, "W": 0, "N": 0}
    assert answer["points"] == {"E": 1000, "S": 0, "W": 1000, "N": 0}
    assert answer["riichi_returned"] == ["E", "W"]
    assert (answer["hand"], answer["honba"], answer["dealer"]) == ("replay", 3, "E")
    assert answer["pot_after"] == 2000


def test_a_chonbo_after_the_gong_uses_up_no_hand() -> None:
    assert chombo("wrc-2025", table={"hands_left": 1})["hand"] == "replay"


@pytest.mark.parametrize(
    ("ruleset", "class_", "fine"),
    [("wrc-2014", "chombo", -20000), ("wrc-2015", "none", 0), ("wrc-2025", "none", 0)],
)
def test_beside_a_win_only_2014_keeps_the_fine(
    ruleset: str, class_: str, fine: int
) -> None:
    answer = chombo(ruleset, table={"honba": 2}, **RON)
    assert (answer["class"], answer["tournament"]["S"]) == (class_, fine)
    assert answer["points"] == {"E": 0, "S": 0, "W": -5800, "N": 5800}
    assert (answer["hand"], answer["honba"], answer["dealer"]) == ("scored", 0, "S")


@pytest.mark.parametrize("ruleset", ["wrc-2025", "wrc-2015", "wrc-2014"])
def test_beside_a_draw_nobody_pays_noten(ruleset: str) -> None:
    answer = chombo(ruleset, table={"honba": 1}, **DRAW)
    assert set(answer["points"].values()) == {0}
    assert (answer["hand"], answer["honba"]) == ("replay", 1)
    assumed = [each["part"] for each in answer["assumed"]]
    assert assumed == (["with_draw"] if ruleset == "wrc-2014" else [])


def test_several_chonbo_are_one_new_deal() -> None:
    also = [{"offender": "N", "situation": "empty-win-call", "facts": {"shown": False}}]
    answer = chombo("wrc-2025", also=also)
    assert answer["tournament"] == {"E": 0, "S": -30000, "W": 0, "N": -30000}
    assert (answer["hand"], answer["honba"]) == ("replay", 0)


def test_an_open_riichi_pays_no_deposit_but_a_dead_riichi_keeps_its_own() -> None:
    table = {"riichi": ["S"]}
    void = judged("wrc-2025", case("open-riichi", ""), table=table)
    assert (void["points"]["S"], void["riichi_returned"]) == (1000, ["S"])
    kept = judged(
        "wrc-2025", case("riichi-hand-changed", "", found="mid-hand"), table=table
    )
    assert (kept["points"]["S"], kept["pot_after"]) == (0, 1000)


def test_a_repeated_warning_asks_the_referee_what_it_costs() -> None:
    history = [{"offender": "S", "situation": "odd-win-word", "class": "warning"}]
    answer = judged("wrc-2025", case("odd-win-word", "", shown=True), history=history)
    assert answer["class"] is None
    assert [each["fact"] for each in answer["ask"]] == ["outcome"]


def test_each_listed_player_pays_for_the_report_sheet() -> None:
    seats = ["E", "S", "W", "N"]
    sheet = case("score-sheet", "", kind="unfixable", offenders=seats)
    for edition in ("wrc-2025", "toronto-2026"):
        assert judged(edition, sheet)["tournament"] == dict.fromkeys(seats, -2000)


def test_toronto_says_which_amounts_it_lacks() -> None:
    def assumed(one: dict[str, Any]) -> list[tuple[str, str]]:
        return [(each["part"], each["as"]) for each in one["assumed"]]

    dead = case("act-with-dead-hand", "", action="pon", aware=True)
    assert assumed(chombo("toronto-2026")) == [("amount", "30,000")]
    assert assumed(judged("toronto-2026", dead)) == [("amount", "30,000")]
    own = case("exposed-tiles", "", count=2, occurrence=3)
    assert assumed(judged("toronto-2026", own)) == []
    assert assumed(chombo("wrc-2025")) == []


def test_toronto_keeps_the_deal_free_as_in_wrc() -> None:
    knocked = case("exposed-tiles", "", count=9, before_deal=True, occurrence=2)
    answer = judged("toronto-2026", knocked)
    assert (answer["class"], answer["hand"]) == ("none", "continue")
    assert answer["citations"] == ["WRC 2025 12.3.1"]


def test_an_inherited_clause_is_cited_as_the_book_it_stands_in() -> None:
    cited = judged("toronto-2026", case("kuikae", "", kind="suji"))["citations"]
    assert cited == ["WRC 2025 12.2", "WRC 2025 8.3", "WRC 2025 12.3.4"]
    cited = judged("wrc-2014", case("withdrawn-call", "", call="pon"))["citations"]
    assert cited == ["WRC 2014 7.1", "WRC 2015 7.2"]


# The ordinary hand and the end ----------------------------------------------------


@pytest.mark.parametrize(
    "ruleset", ["wrc-2025", "wrc-2015", "wrc-2014", "toronto-2026"]
)
def test_one_winner_takes_all_deposits(ruleset: str) -> None:
    wins = [
        {"winner": "S", "loser": "E", "points": 1000},
        {"winner": "N", "loser": "E", "points": 8000},
    ]
    table = {"honba": 1, "carried": 1000, "riichi": ["N"]}
    answer = line(ruleset, incident=None, table=table, result={"ron": wins})
    assert answer["points"] == {"E": -1300, "S": 3300, "W": 0, "N": 0}
    assert answer["riichi_returned"] == []
    assert (answer["pot_after"], answer["honba"], answer["dealer"]) == (0, 0, "S")


def test_a_ronned_riichi_discard_takes_its_deposit_back() -> None:
    wins = [{"winner": "W", "loser": "S", "points": 2000, "riichi_tile": True}]
    table = {"riichi": ["S"]}
    answer = line("wrc-2025", incident=None, table=table, result={"ron": wins})
    assert answer["points"] == {"E": 0, "S": -1000, "W": 2000, "N": 0}


def test_a_liable_player_pays_a_self_draw_alone_and_shares_a_ron() -> None:
    won = {"winner": "S", "points": [8000, 16000], "liable": "W"}
    drawn = line("wrc-2025", incident=None, table={"honba": 1}, result={"tsumo": won})
    assert drawn["points"] == {"E": 0, "S": 32300, "W": -32300, "N": 0}
    ron = [{"winner": "S", "loser": "N", "points": 32000, "liable": "W"}]
    shared = line("wrc-2025", incident=None, table={"honba": 1}, result={"ron": ron})
    assert shared["points"] == {"E": 0, "S": 32300, "W": -16000, "N": -16300}


def test_a_draw_pays_3000_adds_a_counter_and_keeps_a_tenpai_dealer() -> None:
    drawn = {"draw": {"tenpai": ["E", "W"]}}
    answer = line("wrc-2025", incident=None, table={"riichi": ["W"]}, result=drawn)
    assert answer["points"] == {"E": 1500, "S": -1500, "W": 1500, "N": -1500}
    assert (answer["honba"], answer["dealer"], answer["pot_after"]) == (1, "E", 1000)
    noten = {"draw": {"tenpai": ["W"]}}
    assert line("wrc-2025", incident=None, result=noten)["dealer"] == "S"


@pytest.mark.parametrize(
    "ruleset", ["wrc-2025", "wrc-2015", "wrc-2014", "toronto-2026"]
)
def test_leftover_deposits_go_to_nobody_and_ties_share(ruleset: str) -> None:
    raw = {"E": 39000, "S": 30000, "W": 30000, "N": 20000}
    answer: dict[str, Any] = score_line(
        {"ruleset": ruleset, "raw": raw, "leftover": 1000}
    )
    assert answer["place"] == {"E": 1, "S": 2, "W": 2, "N": 4}
    assert answer["uma"] == {"E": 15000, "S": 0, "W": 0, "N": -15000}
    assert set(answer["sticks"].values()) == {0}
    assert answer["check"]["missing"] == 0


def test_the_recommended_tie_breakers_are_an_option() -> None:
    assert rules("wrc-2025").ruleset.scoring.tie_breakers == ()
    chosen = rules("wrc-2025", {"ranking": "recommended"}).ruleset.scoring
    assert chosen.tie_breakers == ("firsts", "fourths", "best")


def test_riichi_below_1000_is_allowed_and_where_silent_assumed() -> None:
    stands = {
        name: rules(name).ruleset.play.riichi_minimum
        for name in ("wrc-2025", "toronto-2026", "wrc-2015", "wrc-2014")
    }
    assert list(stands.values()) == ["allowed", "allowed", "assumed", "assumed"]
