"""M.League: every row known of its rules, and the rulings that the press told."""

from typing import Any

import pytest

from ledger.core.lines import judge_line
from ledger.core.rules import rules
from ledger.core.score_lines import score_line
from tests.core.rulesets.clause_rows import Row, Told, case, check, judged, row, told

RON = {"result": {"ron": [{"winner": "N", "loser": "W", "points": 5200}]}}
DRAW = {"result": {"draw": {"tenpai": ["W"]}}}
CARDS = "asks outcome: none yellow-card red-card"

ROWS: tuple[Row, ...] = (
    row(
        "ch. 1 art. 7(1)", "to keep the rules and play fairly; a breach is a card",
        case("etiquette", "warning", severity="serious"),
        case("etiquette", "point-penalty 20P", severity="serious", occurrence=2),
        case("information", "warning", severity="serious"),
        case("information", "point-penalty 20P", severity="serious", occurrence=2),
    ),
    row(
        "ch. 4 art. 8(6)", "a riichi once said cannot be withdrawn",
        case("withdrawn-riichi", "none"),
        case("withdrawn-riichi", "none", discarded=True),
    ),
    row(
        "ch. 7", "four penalties",
        case("cheating", "asks outcome: none yellow-card red-card dead-hand chombo"),
        case("obstruction", "asks outcome", severity="minor", repeat=False),
    ),
    row("ch. 7", "chombo: 20 points, hand played again",
        case("win-no-yaku", "chombo 20P", shown=True)),
    row("ch. 7", "dead hand: no call, riichi or win",
        case("win-no-yaku", "dead-hand", shown=False),
        case("act-with-dead-hand", "asks outcome", action="pon", aware=True)),
    row(
        "ch. 7 art. 4-2(5)", "wall broken so that play cannot go on",
        case("wall-disruption", "chombo 20P", recoverable=False),
        case("wall-disruption", "none", recoverable=True),
    ),
    row(
        "ch. 7 art. 5", "the second card of a day is red: 20 points, no replay",
        case("late-call", "point-penalty 20P", occurrence=2),
        case("late-call", "point-penalty 20P", occurrence=3),
    ),
    row(
        "ch. 7 art. 5(1)", "acting in silence or before speaking",
        case("unclear-call", "warning", severity="minor"),
        case("unclear-call", "point-penalty 20P", severity="minor", occurrence=2),
        case("late-call", "warning", severity="minor"),
        case("riichi-form", "warning", missing="word"),
        case("riichi-form", "point-penalty 20P", missing="order", occurrence=2),
        case("riichi-form", CARDS, missing="turn"),
        case("riichi-form", CARDS, missing="deposit", occurrence=2),
    ),
    row(
        "ch. 7 art. 5(2)", "two or more tiles shown; one is nothing",
        case("exposed-tiles", "none", count=0),
        case("exposed-tiles", "none", count=1, occurrence=2),
        case("exposed-tiles", "warning", count=2),
        case("exposed-tiles", "warning", count=8, whose="own"),
        case("exposed-tiles", "point-penalty 20P", count=2, occurrence=2),
        case("exposed-tiles", CARDS, count=5, before_deal=True),
        case("exposed-tiles", "asks count"),
    ),
    row(
        "ch. 7 art. 5(3)", "hard discards, long thought, again and again",
        case("slow-play", "none"),
        case("slow-play", "none", occurrence=1),
        case("slow-play", "warning", occurrence=2),
        case("slow-play", "point-penalty 20P", occurrence=3),
        case("etiquette", "none", severity="minor"),
        case("etiquette", "warning", severity="minor", occurrence=2),
    ),
    row("ch. 7 art. 5(4)", "slow or theatrical draws, again and again",
        case("slow-play", "warning", occurrence=2)),
    row(
        "ch. 7 art. 5(5)", "flicking tiles, taking the drawn tile in, again and again",
        case("tile-inserted", "none"),
        case("tile-inserted", "warning", occurrence=2),
        case("tile-inserted", "point-penalty 20P", occurrence=3),
        case("etiquette", "point-penalty 20P", severity="minor", occurrence=3),
    ),
    row(
        "ch. 7 art. 5(6)", "draws so early that the tile is known, again and again",
        case("early-draw", "none", mixed=False, seen=False),
        case("early-draw", "none", mixed=False, seen=True, claimed=False),
        case("early-draw", "none", mixed=False, seen=True, claimed=True),
        case("early-draw", "warning", mixed=False, seen=True, claimed=True,
             occurrence=2),
        case("early-draw", "point-penalty 20P", mixed=False, seen=True, claimed=True,
             occurrence=3),
        case("early-draw", "asks outcome", mixed=True),
        case("fast-play", "none", wanted="none"),
        case("fast-play", "none", did="discard", wanted="pon-kan"),
        case("fast-play", "warning", did="discard", wanted="pon-kan", occurrence=2),
        case("fast-play", "point-penalty 20P", did="kan", wanted="pon-kan",
             occurrence=3),
        case("fast-play", CARDS, wanted="ron"),
        case("fast-play", CARDS, did="set", wanted="pon-kan"),
    ),
    row(
        "ch. 7 art. 5(7)", "sighs and grumbling that may mislead, again and again",
        case("information", "none", severity="minor"),
        case("information", "warning", severity="minor", occurrence=2),
        case("information", "point-penalty 20P", severity="minor", occurrence=3),
    ),
)  # fmt: skip

RULINGS: tuple[Row, ...] = (
    row(
        "ruling 2020 (noten riichi)", "R1: a chombo at the draw only",
        case("noten-riichi", "chombo 20P", DRAW, found="draw"),
        case("noten-riichi", "none scored", RON, found="draw"),
        case("noten-riichi", "none", found="mid-hand"),
        case("noten-riichi", "chombo 20P", found="own-win"),
    ),
    row("ch. 7", "a sound riichi that was declared dead is not noten",
        case("noten-riichi", "none", found="draw", because_dead=True)),
    row(
        "ruling 2024-25 (furiten ron)", "R3: furiten ron shown; the word alone is dead",
        case("furiten-ron", "chombo 20P", shown=True),
        case("furiten-ron", "dead-hand", shown=False),
        case("selective-ron", "chombo 20P", shown=True),
        case("selective-ron", "dead-hand", shown=False),
        case("win-wrong-tile", "chombo 20P", shown=True),
        case("win-not-tenpai", "chombo 20P", shown=True, by="ron"),
        case("empty-win-call", "chombo 20P", shown=True),
    ),
    row(
        "ruling 2023 (false ron)", "R5: ron said, hand kept closed",
        case("win-wrong-tile", "dead-hand", shown=False, by="ron"),
        case("empty-win-call", "dead-hand", shown=False),
        case("wrong-tile-count", "asks outcome: dead-hand chombo", tiles=12,
             expected=13, found="own-win"),
        case("win-not-tenpai", "dead-hand", shown=False),
    ),
    row(
        "ruling 2019 (missed draw)", "R7: the dealer forgot the first draw",
        case("missed-draw", "dead-hand", restored=False),
        case("missed-draw", "asks outcome: none dead-hand", restored=True),
        case("wrong-tile-count", "dead-hand", tiles=12, expected=13),
        case("wrong-tile-count", "dead-hand", tiles=13, expected=14, found="draw"),
        case("wrong-tile-count", "asks outcome: dead-hand chombo none", tiles=14,
             expected=13),
        case("wrong-tile-count", "asks outcome", tiles=15, expected=14),
    ),
    row("ruling 2019 (tiles shown)", "R9: wall bumped, tiles seen",
        case("exposed-tiles", "warning", count=2, whose="wall")),
    row("ruling 2024 (tiles shown)", "eight tiles seen, play possible: a card only",
        case("exposed-tiles", "warning", count=8)),
    row(
        "ruling 2025 (wrong tile lifted)", "R11: wrong tile lifted, put back unseen",
        case("wrong-wall-draw", "none", source="wall", seen=False, mixed=False),
        case("draw-out-of-turn", "none", seen=False, mixed=False),
        case("wrong-wall-draw", "asks outcome", source="wall", seen=True),
        case("wrong-wall-draw", "asks outcome", source="opponent"),
        case("draw-out-of-turn", "asks outcome", mixed=True),
    ),
    row("ruling 2020-21 (discard in the wall)", "R13: a discard put into the wall",
        case("wall-disruption", "none", recoverable=True)),
    row("ruling 2024-25 (one tile shown)", "R15: how many tiles were seen decides",
        case("exposed-tiles", "none", count=1, whose="dead-wall"),
        case("exposed-tiles", "asks count", whose="dead-wall")),
    row("ruling 2022 (sticks)", "a stick in the wrong box is put right",
        case("scoring-error", "none", agreed=False)),
    row("rules (summary)", "riichi below 1,000 and without a further draw",
        case("riichi-short-of-points", "none"), case("riichi-too-late", "none"),
        case("furiten-ron", "none", by="tsumo"),
        case("selective-ron", "none", by="tsumo")),
    row("empty calls", "second-hand only: asked",
        case("withdrawn-call", "asks outcome: dead-hand yellow-card red-card none",
             call="pon")),
    row("ch. 1 art. 8", "the referee rules on a spoilt deal",
        case("deal-error", "none", redeal=False),
        case("deal-error", "asks outcome: redeal chombo", redeal=True),
        case("no-fault-redeal", "none replay", redeal=True),
        case("no-fault-redeal", "none", redeal=False)),
    row(
        "ch. 7 art. 2-4", "the lists of chombo and dead hands were not found: asked",
        *(case(name, "asks outcome: none yellow-card red-card dead-hand chombo")
          for name in ("kuikae", "false-meld", "open-riichi", "illegal-riichi-kan",
                       "riichi-hand-changed", "tenpai-claim", "win-tile-mixed")),
    ),
    row("ranks", "ties share", no_case="scored below"),
)  # fmt: skip


@pytest.mark.parametrize("one", told("m-league", ROWS, RULINGS), ids=str)
def test_m_league_rules_as_its_text_or_its_referees(one: Told) -> None:
    check(one, "M.League")


def test_no_row_is_left_without_a_case_or_a_reason() -> None:
    assert [len(ROWS), len(RULINGS)] == [14, 16]
    for each in (*ROWS, *RULINGS):
        assert bool(each.cases) != bool(each.no_case), each


def test_every_clause_of_the_file_has_its_row() -> None:
    told_of = {each.clause for each in (*ROWS, *RULINGS)}
    assert set(rules("m-league").ruleset.clauses) <= told_of


# Cards --------------------------------------------------------------------------


def card(
    situation: str, class_: str = "warning", offender: str = "S"
) -> dict[str, str]:
    return {"offender": offender, "situation": situation, "class": class_}


def late(*history: dict[str, str]) -> dict[str, Any]:
    return judged("m-league", case("late-call", ""), history=list(history))


def test_any_card_of_the_day_makes_the_next_one_red() -> None:
    first, second = late(), late(card("exposed-tiles"))
    assert (first["class"], first["label"]) == ("warning", "yellow card")
    assert set(first["tournament"].values()) == {0}
    assert (second["class"], second["label"]) == ("point-penalty", "red card")
    assert second["tournament"] == {"E": 0, "S": -20000, "W": 0, "N": 0}
    assert (second["hand"], second["points"]["S"]) == ("continue", 0)


def test_what_was_no_card_and_the_cards_of_others_do_not_count() -> None:
    assert late(card("slow-play", "none"))["label"] == "yellow card"
    assert late(card("late-call", offender="N"))["label"] == "yellow card"
    assert late(card("win-no-yaku", "dead-hand"))["label"] == "yellow card"


def test_a_repeated_act_is_a_first_card_unless_another_was_shown() -> None:
    slow = case("slow-play", "")
    once = card("slow-play", "none")
    assert judged("m-league", slow)["class"] == "none"
    assert judged("m-league", slow, history=[once])["label"] == "yellow card"
    before = [once, card("unclear-call")]
    assert judged("m-league", slow, history=before)["label"] == "red card"
    only_card = [card("unclear-call")]
    assert judged("m-league", slow, history=only_card)["class"] == "none"


def test_cards_count_for_the_day() -> None:
    edition = rules("m-league")
    assert edition.window("exposed-tiles") == "day"
    assert edition.counts_cards("exposed-tiles")


# Settlement ---------------------------------------------------------------------


def test_a_chombo_is_played_again_with_honba_and_deal_as_they_were() -> None:
    wrong = case("furiten-ron", "", shown=True)
    table = {"honba": 1, "carried": 1000, "riichi": ["S", "N"]}
    answer = judged("m-league", wrong, table=table)
    assert answer["tournament"] == {"E": 0, "S": -20000, "W": 0, "N": 0}
    assert answer["points"] == {"E": 0, "S": 1000, "W": 0, "N": 1000}
    assert (answer["hand"], answer["honba"], answer["dealer"]) == ("replay", 1, "E")
    assert answer["pot_after"] == 1000
    assert answer["source_grade"] == "D"


def test_a_win_goes_before_a_chombo_of_the_same_moment() -> None:
    answer = judged("m-league", case("win-no-yaku", "", shown=True), **RON)
    assert (answer["class"], answer["hand"]) == ("none", "scored")
    assert answer["points"] == {"E": 0, "S": 0, "W": -5200, "N": 5200}
    assert [each["part"] for each in answer["assumed"]] == ["with_win"]


def test_a_noten_riichi_at_the_draw_cancels_the_payments() -> None:
    drawn = {"draw": {"tenpai": ["E", "N"]}}
    noten = case("noten-riichi", "", found="draw")
    answer = judged("m-league", noten, table={"riichi": ["S"]}, result=drawn)
    assert answer["points"] == {"E": 0, "S": 1000, "W": 0, "N": 0}
    assert (answer["hand"], answer["honba"]) == ("replay", 0)


def test_one_winner_on_a_discard() -> None:
    wins = [
        {"winner": "N", "loser": "E", "points": 8000},
        {"winner": "W", "loser": "E", "points": 1000},
    ]
    line = {"ruleset": "m-league", "incident": None, "result": {"ron": wins}}
    assert judge_line(line)["points"] == {"E": -1000, "S": 0, "W": 1000, "N": 0}


def test_ranks_count_30_10_with_an_oka_that_ties_share() -> None:
    raw = {"E": 35000, "S": 35000, "W": 19000, "N": 10000}
    answer: dict[str, Any] = score_line(
        {"ruleset": "m-league", "raw": raw, "leftover": 1000}
    )
    assert answer["uma"] == {"E": 20000, "S": 20000, "W": -10000, "N": -30000}
    assert answer["oka"] == {"E": 10000, "S": 10000, "W": 0, "N": 0}
    assert answer["sticks"] == {"E": 500, "S": 500, "W": 0, "N": 0}
    assert rules("m-league").ruleset.scoring.assumed.keys() == {"leftover"}
