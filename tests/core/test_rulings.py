"""Where incidents, results and the table meet: the cases between the clauses.

Each test is a pair of facts that a table can show at one moment and that a rulebook
treats in two places: an invalid win beside a valid one, a dead hand that wins, a noten
riichi noticed in mid-hand when the hand is drawn, the referee's own ruling.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from ledger.core.lines import judge_line
from ledger.core.replay_lines import Replay
from ledger.core.score_lines import score_line
from ledger.errors import IncidentError, LedgerError

ALL = ("ema-2025", "ema-2016", "ema-2012", "wrc-2015", "m-league", "riichi-wiki")
NORTH_WINS = {"ron": [{"winner": "N", "loser": "W", "points": 3900}]}
FALSE_RON = {"shown": True, "by": "ron"}
HIDDEN_RON = {"shown": False, "by": "ron"}
TENPAI = "234m567m55p23s678s"
"""Waits on 1s and 4s; tanyao only with 4s."""
NOTEN = "234m567m55p24s679s"


def judged(
    ruleset: str,
    situation: str | None,
    facts: Mapping[str, object],
    *,
    evidence: Mapping[str, object] | None = None,
    choice: Mapping[str, object] | None = None,
    **line: object,
) -> dict[str, Any]:
    """Return the answer about an incident of South."""
    incident: dict[str, object] = {"offender": "S", "facts": facts}
    if situation is not None:
        incident["situation"] = situation
    if evidence is not None:
        incident["evidence"] = evidence
    if choice is not None:
        incident["choice"] = choice
    return judge_line({"ruleset": ruleset, "incident": incident, **line})


# The contract's own example


def test_the_contracts_example_is_answered_to_the_letter() -> None:
    """West in riichi, honba 2, 1,000 carried: South's furiten ron, shown."""
    table = {
        "honba": 2, "carried": 1000, "riichi": ["W"], "dead": {},
        "scores": {"E": 30000, "S": 30000, "W": 30000, "N": 30000},
        "last_discard": False, "draw_possible": True, "hands_left": None,
    }  # fmt: skip
    answer = judged(
        "ema-2025", "furiten-ron", {"shown": True}, table=table, id="x1", also=[],
        result=None,
        history=[{"offender": "S", "situation": "withdrawn-call", "class": "warning"}],
    )  # fmt: skip
    nothing = {"E": 0, "S": 0, "W": 0, "N": 0}
    expected = {
        "id": "x1", "class": "chombo", "label": "chombo", "dead_hands": [],
        "points": {**nothing, "W": 1000}, "pot": -1000, "before_placing": nothing,
        "tournament": {**nothing, "S": -20000}, "riichi_returned": ["W"],
        "hand": "replay", "honba": 2, "dealer": "E", "pot_after": 1000,
        "citations": ["EMA 2025 3.4.6", "EMA 2025 6.8"], "assumed": [],
        "source_grade": "A", "ask": [],
    }  # fmt: skip

    assert {name: answer[name] for name in expected} == expected


# A win at the same moment ----------------------------------------------------------


@pytest.mark.parametrize("ruleset", ALL)
def test_a_win_on_the_last_discard_voids_a_chombo(ruleset: str) -> None:
    """Beside a win no draw is left that the last discard could soften (EMA 3.4.6)."""
    answer = judged(
        ruleset, "win-no-yaku", FALSE_RON, table={"last_discard": True},
        result=NORTH_WINS,
    )  # fmt: skip

    assert answer["class"] == "none"
    assert answer["hand"] == "scored"
    assert answer["points"] == {"E": 0, "S": 0, "W": -3900, "N": 3900}
    assert not answer["ask"]


def test_nagashi_that_is_a_win_voids_a_chombo_after_the_last_discard() -> None:
    """EMA 2012: nagashi counts as a win (R66)."""
    answer = judged("ema-2012", "win-no-yaku", FALSE_RON, result={"nagashi": ["N"]})

    assert answer["class"] == "none"
    assert answer["points"] == {"E": -4000, "S": -2000, "W": -2000, "N": 8000}


def test_an_invalid_last_win_leaves_the_last_discard_to_soften_it() -> None:
    """EMA 2025: the only win is the offender's own, so the draw can be settled."""
    answer = judged(
        "ema-2025", "win-no-yaku", FALSE_RON, table={"last_discard": True},
        result={"ron": [{"winner": "S", "loser": "W", "points": 1000}]},
    )  # fmt: skip

    assert answer["class"] == "dead-hand"
    assert answer["hand"] == "continue"
    assert answer["dead_hands"] == ["S"]
    assert answer["notes"] == ["The win of South does not count."]


@pytest.mark.parametrize("ruleset", ["ema-2025", "wrc-2014", "m-league", "riichi-wiki"])
def test_a_hand_that_dies_by_its_own_win_call_is_not_paid(ruleset: str) -> None:
    answer = judged(
        ruleset, "win-no-yaku", HIDDEN_RON, table={"riichi": ["E"], "carried": 1000},
        result={"ron": [{"winner": "S", "loser": "W", "points": 3900}]},
    )  # fmt: skip

    assert answer["class"] == "dead-hand"
    assert answer["hand"] == "continue"
    assert not any(answer["points"].values())
    assert answer["pot_after"] == 2000


def test_of_two_wins_only_the_valid_one_is_paid_beside_a_dead_hand() -> None:
    wins = [
        {"winner": "S", "loser": "W", "points": 3900},
        {"winner": "N", "loser": "W", "points": 2000},
    ]
    answer = judged(
        "ema-2025", "furiten-ron", HIDDEN_RON, table={"riichi": ["S"], "honba": 1},
        result={"ron": wins},
    )  # fmt: skip

    assert answer["class"] == "dead-hand"
    assert answer["points"] == {"E": 0, "S": 0, "W": -2300, "N": 3300}


# The draw --------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["ema-2025", "wrc-2025", "m-league", "reach"])
@pytest.mark.parametrize("found", ["mid-hand", "draw", None])
def test_a_noten_riichi_is_punished_at_the_draw_whenever_it_was_noticed(
    ruleset: str, found: str | None
) -> None:
    facts = {} if found is None else {"found": found}
    answer = judged(
        ruleset, "noten-riichi", facts, table={"riichi": ["S"]},
        result={"draw": {"tenpai": ["E"]}},
    )  # fmt: skip

    assert answer["class"] in ("chombo", "full-foul")
    assert answer["riichi_returned"] == ["S"]


def test_an_own_win_answers_when_a_noten_riichi_was_found() -> None:
    answer = judged(
        "wrc-2025", "noten-riichi", {}, table={"riichi": ["S"]},
        result={"tsumo": {"winner": "S", "points": [1000, 2000]}},
    )  # fmt: skip

    assert answer["class"] == "chombo"
    assert answer["hand"] == "replay"


@pytest.mark.parametrize("ruleset", ["ema-2025", "wrc-2025", "reach", "riichi-wiki"])
def test_a_dead_riichi_hand_is_asked_whether_it_was_sound(ruleset: str) -> None:
    table = {"riichi": ["S"], "dead": {"S": "declared"}}
    draw = {"draw": {"tenpai": ["E"]}}
    answer = judged(
        ruleset, "noten-riichi", {"found": "draw"}, table=table, result=draw
    )

    assert [question["fact"] for question in answer["ask"]] == ["because_dead"]
    assert answer["citations"] is not None


def test_the_tiles_of_a_dead_riichi_hand_answer_whether_it_was_sound() -> None:
    table = {"riichi": ["S"], "dead": {"S": "declared"}}
    draw = {"draw": {"tenpai": ["E"]}}
    for tiles, class_ in ((TENPAI, "none"), (NOTEN, "chombo")):
        answer = judged(
            "ema-2025", "noten-riichi", {"found": "draw"}, table=table, result=draw,
            evidence={"tiles": tiles, "riichi_at": 0, "discards": ["9p"]},
        )  # fmt: skip

        assert answer["class"] == class_


def test_a_riichi_hand_that_died_pays_as_noten_even_if_called_tenpai() -> None:
    answer = judged(
        "ema-2025", "noten-riichi", {"found": "draw", "because_dead": True},
        table={"riichi": ["S"]}, result={"draw": {"tenpai": ["E", "S"]}},
    )  # fmt: skip

    assert answer["class"] == "none"
    assert answer["points"] == {"E": 3000, "S": -1000, "W": -1000, "N": -1000}
    assert answer["pot_after"] == 1000


# Dead hands ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "class_"),
    [("ema-2025", "chombo"), ("wrc-2025", "chombo"), ("riichi-wiki", "chombo")],
)
def test_a_good_win_with_a_dead_hand_is_found_from_the_tiles(
    ruleset: str, class_: str
) -> None:
    evidence = {"tiles": TENPAI, "win": {"tile": "4s", "by": "ron", "from": "W"}}
    alive = judged(ruleset, None, {"shown": True}, evidence=evidence)
    dead = judged(
        ruleset, None, {"shown": True}, evidence=evidence,
        table={"dead": {"S": "declared"}},
    )  # fmt: skip

    assert alive["class"] == "none"
    assert dead["class"] == class_
    assert dead["found"]["situation"] == "act-with-dead-hand"


def test_a_call_of_a_dead_hand_is_found_from_its_set() -> None:
    evidence = {
        "tiles": "234p678s55z11m", "melds": ["chii:345m"], "called_tile": "3m",
        "discarded": "9m",
    }  # fmt: skip
    answer = judged(
        "wrc-2025", None, {}, evidence=evidence, table={"dead": {"S": "declared"}}
    )

    assert [question["fact"] for question in answer["ask"]] == ["aware"]
    assert answer["found"]["situation"] == "act-with-dead-hand"


@pytest.mark.parametrize("situation", ["win-no-yaku", "furiten-ron", "empty-win-call"])
def test_a_hidden_win_of_a_dead_hand_is_chombo_on_the_wiki(situation: str) -> None:
    """riichi.wiki, Agari houki: any call or win with a dead hand is chombo."""
    alive = judged("riichi-wiki", situation, HIDDEN_RON)
    dead = judged(
        "riichi-wiki", situation, HIDDEN_RON, table={"dead": {"S": "declared"}}
    )

    assert (alive["class"], dead["class"]) == ("dead-hand", "chombo")


def test_a_riichi_with_a_dead_hand_is_void_and_its_stick_goes_back() -> None:
    """WRC 2025 12.3.3: the call is void; a stick of an earlier riichi would stay."""
    table = {"dead": {"S": "declared"}, "riichi": ["S"]}
    back = {"action": "riichi", "aware": True}
    stays = {"action": "pon", "aware": True}

    assert judged(
        "wrc-2025", "act-with-dead-hand", back, table=table
    )["riichi_returned"] == ["S"]  # fmt: skip
    assert judged(
        "wrc-2025", "act-with-dead-hand", stays, table=table
    )["riichi_returned"] == []  # fmt: skip


# Evidence that shows nothing -------------------------------------------------------


@pytest.mark.parametrize("evidence", [{}, {"discards": ["1m"]}, {"seat_wind": "S"}])
def test_evidence_without_tiles_is_no_acquittal(evidence: dict[str, object]) -> None:
    answer = judged("ema-2025", None, {"shown": True}, evidence=evidence)

    assert answer["class"] is None
    assert [question["fact"] for question in answer["ask"]] == ["tiles"]


# Facts that follow from others -----------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "class_"),
    [({"mixed": True}, "dead-hand"), ({"restored": True}, "none")],
)
def test_a_tile_that_is_mixed_in_was_not_put_back(
    facts: dict[str, object], class_: str
) -> None:
    answer = judged("ema-2025", "draw-out-of-turn", {"seen": True, **facts})

    assert answer["class"] == class_


@pytest.mark.parametrize("name", ["wrc-2025", "ema-2025", "riichi-wiki", "reach"])
def test_the_right_number_of_tiles_is_no_wrong_one(name: str) -> None:
    with pytest.raises(IncidentError, match="are both 13, expected a wrong number"):
        judged(name, "wrong-tile-count", {"tiles": 13, "expected": 13})


@pytest.mark.parametrize(
    ("facts", "history", "amounts"),
    [
        ({"occurrence": 1}, (), [8000, 12000]),
        ({"occurrence": 2}, (), [12000, 48000]),
        ({}, ("obstruction",), [12000, 48000]),
        ({"repeat": False}, ("obstruction",), [8000, 12000]),
    ],
)
def test_a_second_obstruction_is_a_repeated_one(
    facts: dict[str, object], history: tuple[str, ...], amounts: list[int]
) -> None:
    """EMA 2025 6.12: 8,000 or 12,000; repeated 12,000 to 48,000."""
    earlier = [
        {"offender": "S", "situation": situation, "class": "point-penalty"}
        for situation in history
    ]
    answer = judged(
        "ema-2025", "obstruction", {"severity": "minor", **facts}, history=earlier
    )

    (question,) = answer["ask"]
    assert question["fact"] == "amount"
    assert [question["choices"][0], question["choices"][-1]] == amounts
    unknown = judged("ema-2025", "obstruction", {"severity": "minor"})
    assert [question["fact"] for question in unknown["ask"]] == ["repeat"]


# What is asked and assumed ---------------------------------------------------------


def test_a_question_names_its_clause_and_the_source_grade() -> None:
    answer = judged("reach", "illegal-riichi-kan", {"found": "own-win"})

    assert answer["ask"]
    assert answer["citations"] == ["Reach Mahjong VII Kan"]
    assert answer["source_grade"] == "C"


@pytest.mark.parametrize(
    ("ruleset", "situation", "facts", "part", "stand"),
    [
        ("ema-2012", "win-no-yaku", FALSE_RON, "amount", "none are added"),
        ("toronto-2026", "win-no-yaku", FALSE_RON, "amount", "30,000"),
        ("reach", "non-disclosure", {}, "payment", "it is not"),
        ("mu", "withdrawn-riichi", {}, "own_stick", "returned"),
        ("naro-2015", "objects-on-table", {"count": 1}, "payment",
         "like the chombo, before places are given"),
    ],
)  # fmt: skip
def test_an_assumption_says_what_it_assumes(
    ruleset: str, situation: str, facts: dict[str, object], part: str, stand: str
) -> None:
    answer = judged(ruleset, situation, facts)

    assumed = {each["part"]: each["as"] for each in answer["assumed"]}
    assert assumed[part] == stand


@pytest.mark.parametrize(
    ("result", "honba", "parts"),
    [
        (NORTH_WINS, 0, {"dealer_stays"}),
        (NORTH_WINS, 2, {"dealer_stays", "honba_ron"}),
        ({"draw": {"tenpai": ["E"]}}, 2, {"dealer_stays", "tenpai_points"}),
        ({"draw": {"tenpai": []}}, 0, {"dealer_stays"}),
        (
            {
                "ron": [
                    {"winner": "N", "loser": "W", "points": 1000},
                    {"winner": "S", "loser": "W", "points": 1000},
                ]
            },
            0,
            {"dealer_stays", "multiple_ron"},
        ),
    ],
)
def test_an_ordinary_hand_tells_what_a_silent_edition_assumes(
    result: dict[str, object], honba: int, parts: set[str]
) -> None:
    """Reach Mahjong's pages name no counters, draw payments or double wins."""
    line: dict[str, object] = {
        "incident": None, "result": result, "table": {"honba": honba},
    }  # fmt: skip
    silent = judge_line({"ruleset": "reach", **line})["assumed"]
    known = judge_line({"ruleset": "ema-2025", **line})["assumed"]

    assert isinstance(silent, list)
    assert {each["part"] for each in silent} == parts
    assert all(each["as"] and each["why"] for each in silent)
    assert known == []


# The referee's own ruling ----------------------------------------------------------


def test_the_referees_own_ruling_is_not_voided_by_a_win_beside_it() -> None:
    facts = {"class": "chombo", "tournament": {"S": -20000}, "note": "spoilt the hand"}
    answer = judged("ema-2025", "other", facts, result=NORTH_WINS)

    assert answer["class"] == "chombo"
    assert answer["tournament"]["S"] == -20000
    assert answer["hand"] == "scored"


def test_a_chombo_in_an_edition_without_one_is_dealt_again_as_assumed() -> None:
    answer = judged(
        "student-league", "other", {"class": "chombo", "note": "false ron"},
        table={"riichi": ["N"], "honba": 1},
    )  # fmt: skip

    assert (answer["hand"], answer["honba"], answer["dealer"]) == ("replay", 1, "E")
    assert answer["riichi_returned"] == ["N"]
    parts = {each["part"] for each in answer["assumed"]}
    assert parts == {"hand", "honba", "dealer", "sticks"}


def test_the_referees_own_ruling_may_say_what_the_hand_does_but_in_known_words() -> (
    None
):
    facts = {"class": "none", "note": "two walls"}
    answer = judged("ema-2025", "other", facts, choice={"hand": "replay"})

    assert answer["hand"] == "replay"
    with pytest.raises(IncidentError, match="continue, replay"):
        judged("ema-2025", "other", facts, choice={"hand": "again"})
    with pytest.raises(IncidentError, match="hand, dealer, honba, sticks"):
        judged("ema-2025", "other", facts, choice={"with_win": "stands"})


# Nobody to blame -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "facts"),
    [
        ("other", {"class": "none", "note": "the lights went out"}),
        ("score-sheet", {"kind": "unfixable", "offenders": ["E", "S", "W", "N"]}),
    ],
)
def test_what_concerns_the_table_needs_no_offender(
    situation: str, facts: dict[str, object]
) -> None:
    incident = {"offender": None, "situation": situation, "facts": facts}
    answer = judge_line({"ruleset": "ema-2025", "incident": incident})

    assert not answer["ask"]
    assert answer["rulings"][0]["offender"] is None  # type: ignore[index]


# Results that cannot be, and words that nobody knows -------------------------------


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"result": {"nagashi": []}}, "result.nagashi"),
        ({"options": []}, "options"),
        ({"table": []}, "table"),
        ({"also": {}}, "also"),
        ({"history": {}}, "history"),
        ({"history": [{"offender": "S", "situation": "furitn-ron", "class": "none"}]},
         "furiten-ron"),
        ({"options": {"venue": "socal"}}, "tournament, social"),
    ],
)  # fmt: skip
def test_a_part_of_another_type_is_named(more: dict[str, object], place: str) -> None:
    incident = {"offender": "S", "situation": "furiten-ron", "facts": FALSE_RON}
    with pytest.raises(LedgerError, match=place):
        judge_line({"ruleset": "ema-2025", "incident": incident, **more})


def test_empty_facts_of_another_type_are_no_facts() -> None:
    incident = {"offender": "S", "situation": "furiten-ron", "facts": []}
    with pytest.raises(IncidentError, match=r"incident\.facts"):
        judge_line({"ruleset": "ema-2025", "incident": incident})


def test_a_class_that_is_none_is_refused_in_plain_words() -> None:
    with pytest.raises(IncidentError, match="'shame' is not 'none' or 'warning'"):
        judged("ema-2025", "other", {"class": "shame", "note": "x"})


# Ordinary hands and the end --------------------------------------------------------


def test_an_edition_without_counters_never_counts_one() -> None:
    """Mu, 10: there are no counters."""
    for result in (
        {"draw": {"tenpai": ["E"]}},
        {"tsumo": {"winner": "E", "points": [1000]}},
    ):
        answer = judge_line({"ruleset": "mu", "incident": None, "result": result})

        assert answer["honba"] == 0
        assert answer["dealer"] == "E"


def test_a_substitute_from_the_middle_ranks_behind_those_who_stay() -> None:
    """EMA 2025 7.3: the substitute's rank does not count, nor for the leftover."""
    answer = score_line(
        {
            "ruleset": "ema-2025",
            "raw": {"E": 40000, "S": 33000, "W": 27000, "N": 19000},
            "leftover": 1000,
            "substitutes": {"E": "after-start"},
        }
    )

    assert answer["place"] == {"E": 4, "S": 1, "W": 2, "N": 3}
    assert answer["sticks"] == {"E": 0, "S": 1000, "W": 0, "N": 0}
    assert answer["total"] == {"E": -30000, "S": 19000, "W": 2000, "N": -16000}


def test_the_leftover_may_be_given_to_nobody_where_it_is_asked() -> None:
    line: dict[str, object] = {
        "ruleset": "reach",
        "raw": {"E": 30000, "S": 30000, "W": 20000, "N": 19000},
        "leftover": 1000,
    }

    assert score_line(line)["ask"]
    answer = score_line({**line, "choice": {"leftover": None}})
    assert not answer["ask"]
    assert answer["unclaimed"] == 1000


def test_evidence_in_a_replay_names_players() -> None:
    replay = Replay()
    replay.answer({"event": "start", "ruleset": "ema-2025", "players": list("abcd")})
    answer = replay.answer(
        {
            "event": "incident",
            "offender": "b",
            "facts": {"shown": True},
            "evidence": {
                "tiles": TENPAI,
                "discards": ["9p"],
                "since_discard": [{"seat": "c", "tile": "1s"}],
                "win": {"tile": "4s", "by": "ron", "from": "d"},
            },
        }
    )

    assert "error" not in answer
    final = replay.answer({"event": "end"})["final"]
    assert isinstance(final, dict)
    assert final["b"]["penalty"] == -20000
