"""WRC 2025 row by row: the penalties paper (12) and what the main book adds to it."""

from tests.core.rulesets.clause_rows import Row, case, row

DRAW = {"result": {"draw": {"tenpai": ["E", "S"]}}}
RON = {"result": {"ron": [{"winner": "N", "loser": "W", "points": 5200}]}}
DEAD = {"table": {"dead": {"S": "declared"}}}
IN_RIICHI = {"table": {"riichi": ["S"]}}

PRINCIPLES: tuple[Row, ...] = (
    row(
        "12.1", "the offender alone answers, in proportion; a referee may adapt",
        no_case="a principle; `other` takes the referee's own ruling",
    ),
    row("12.1", "a foul on purpose is cheating", case("cheating", "disqualification")),
    row(
        "12.1", "after one's discard nothing is cancelled or corrected",
        case("withdrawn-riichi", "asks outcome: none dead-hand", discarded=True),
        case("missed-draw", "asks outcome: none chombo", restored=True),
    ),
    row(
        "12.1", "a claimed tile may be taken until the own next draw",
        case("called-tile-not-taken", "none", corrected=True),
    ),
    row(
        "12.1", "at a problem all four stop and a referee is called",
        no_case="a duty; to play on is obstruction (12.3.8)",
    ),
    row(
        "12.2", "a warning; repeated, obstruction at the referee's discretion",
        case("riichi-form", "warning", missing="word", occurrence=1),
        case(
            "riichi-form", "asks outcome: warning point-penalty disqualification",
            missing="word", occurrence=2,
        ),
    ),
    row(
        "12.2", "a point penalty changes no table score",
        case("act-with-dead-hand", "point-penalty 30P", action="pon", aware=True),
    ),
    row("12.2", "a dead hand", case("withdrawn-call", "dead-hand", call="pon")),
    row(
        "12.2", "a chonbo beside a win is void, the win is scored",
        case("empty-win-call", "none scored", RON, shown=True, by="ron"),
    ),
    row(
        "12.2", "a chonbo beside an exhaustive draw cancels the draw",
        case("empty-win-call", "chombo 30P", DRAW, shown=True, by="ron"),
        case(
            "empty-win-call", "chombo 30P", {"table": {"last_discard": True}},
            shown=True, by="ron",
        ),
    ),
    row(
        "12.2", "several chonbo at once: 30 P each, one new deal",
        case(
            "win-no-yaku", "chombo 30P",
            {"also": [{"offender": "N", "situation": "win-not-tenpai"}]},
        ),
    ),
    row(
        "12.2", "disqualified: out of the ranking",
        case("cheating", "disqualification"),
    ),
)  # fmt: skip

DISCRETION = "asks outcome: none warning point-penalty disqualification"

FOULS: tuple[Row, ...] = (
    row(
        "12.3.1", "small trouble in the deal",
        case("deal-error", "none", redeal=False),
        case("no-fault-redeal", "none", redeal=False),
    ),
    row(
        "12.3.1", "trouble in the deal too big to overlook",
        case("deal-error", "none replay", redeal=True),
        case("no-fault-redeal", "none replay", redeal=True),
    ),
    row(
        "12.3.1", "East discards too early, found at once",
        case("discard-before-deal", "warning", found="at-once"),
    ),
    row(
        "12.3.1", "the same, South has drawn or called",
        case("discard-before-deal", "chombo 30P", found="after-draw"),
    ),
    row(
        "12.3.1", "wrong number of tiles",
        case("wrong-tile-count", "chombo 30P", tiles=12, expected=13),
        case("wrong-tile-count", "chombo 30P", tiles=15, expected=14, found="draw"),
        case("missed-draw", "chombo 30P", restored=False),
    ),
    row(
        "12.3.1", "claimed tile not taken before the next draw",
        case("called-tile-not-taken", "chombo 30P", corrected=False),
    ),
    row(
        "12.3.1", "drawn from the wrong place or out of turn: put back",
        case("wrong-wall-draw", "none", source="wall", mixed=False),
        case("wrong-wall-draw", "none", source="dead-wall", mixed=False, seen=True),
        case("early-draw", "none", mixed=False),
        case("draw-out-of-turn", "none", mixed=False),
    ),
    row(
        "12.3.1", "the same, mixed into the hand",
        case("wrong-wall-draw", "chombo 30P", source="wall", mixed=True),
        case("wrong-wall-draw", "chombo 30P", source="dead-wall", mixed=True),
        case("early-draw", "chombo 30P", mixed=True),
        case("draw-out-of-turn", "chombo 30P", mixed=True),
        case("wrong-wall-draw", "asks outcome", source="opponent", mixed=True),
        case(
            "wrong-wall-draw", "asks outcome",
            source="wall", mixed=False, restored=False, discarded=True,
        ),
    ),
    row(
        "12.3.1", "tiles knocked over in the deal",
        case("exposed-tiles", "none", count=9, before_deal=True),
    ),
    row(
        "12.3.1", "1-2 tiles: warning, 5 P when repeated",
        case("exposed-tiles", "none", count=0),
        case("exposed-tiles", "warning", count=1),
        case("exposed-tiles", "warning", count=2),
        case("exposed-tiles", "point-penalty 5P", count=1, occurrence=2),
        case("exposed-tiles", "point-penalty 5P", count=2, occurrence=5),
    ),
    row(
        "12.3.1", "3-6 tiles: dead hand",
        case("exposed-tiles", "dead-hand", count=3),
        case("exposed-tiles", "dead-hand", count=6, occurrence=2),
    ),
    row(
        "12.3.1", "7 or more: chonbo",
        case("exposed-tiles", "chombo 30P", count=7),
        case("wall-disruption", "chombo 30P", recoverable=False),
        case(
            "wall-disruption", "asks outcome: none warning dead-hand chombo",
            recoverable=True,
        ),
    ),
    row(
        "12.3.2", "drawn too fast: reminder, the draw stands",
        case("fast-play", "none", did="discard", wanted="pon-kan"),
        case("fast-play", "asks outcome: reminder warning", occurrence=2),
    ),
    row(
        "12.3.2", "called too fast: wins may follow",
        case("fast-play", "none", did="set"),
    ),
    row(
        "12.3.3", "a call changed: warning, and the first is completed or empty",
        case("changed-call", "warning", completed=True),
        case("changed-call", "dead-hand", completed=False, **{"from": "pon"}),
        case("changed-call", "chombo 30P", completed=False, **{"from": "tsumo"}),
        case("changed-call", "asks completed", quick=True, **{"from": "pon"}),
    ),
    row(
        "12.3.3", "empty call for a set, concealed quad or riichi",
        case("withdrawn-call", "dead-hand", call="chii", shown=False),
        case("withdrawn-call", "dead-hand", call="closed-kan", shown=True),
        case("withdrawn-riichi", "dead-hand"),
    ),
    row(
        "12.3.3", "empty win, shown or not",
        case("empty-win-call", "chombo 30P", shown=False),
        case("win-no-yaku", "chombo 30P", shown=False),
        case("win-wrong-tile", "chombo 30P", shown=True),
        case("win-not-tenpai", "chombo 30P"),
        case("furiten-ron", "chombo 30P", shown=False),
        case("selective-ron", "chombo 30P", shown=False),
    ),
    row(
        "12.3.3", "foreign or unclear words with the right tiles",
        case("odd-win-word", "warning", shown=True),
        case("odd-win-word", "warning", shown=False, corrected=True),
        case("odd-win-word", "asks outcome: warning chombo", shown=False),
        case("ron-tsumo-confusion", "warning", shown=True),
        case("ron-tsumo-confusion", "warning", shown=False, corrected=True),
        case("ron-tsumo-confusion", "asks outcome: warning chombo", shown=False),
    ),
    row(
        "12.3.3", "pon or ron unclear: what is shown decides",
        case("unclear-call", "warning", severity="minor"),
        case(
            "unclear-call", "asks outcome: warning point-penalty disqualification",
            severity="serious",
        ),
    ),
    row(
        "12.3.3", "a call with a dead hand, known to be dead",
        case("act-with-dead-hand", "point-penalty 30P", action="chii", aware=True),
        case("act-with-dead-hand", "point-penalty 30P", action="riichi", aware=True),
        case("act-with-dead-hand", "asks aware", action="kan"),
    ),
    row(
        "12.3.3", "the same, not known",
        case("act-with-dead-hand", "warning", action="pon", aware=False),
        *(
            case(name, "asks outcome: point-penalty warning", DEAD)
            for name in (
                "withdrawn-call", "changed-call", "false-meld", "withdrawn-riichi",
                "open-riichi",
            )
        ),
    ),
    row(
        "12.3.3", "a win declared with a dead hand, known or not",
        case("act-with-dead-hand", "chombo 30P", action="ron", aware=False),
        case("act-with-dead-hand", "chombo 30P", action="tsumo"),
    ),
    row(
        "12.3.4", "false set put right before the discard",
        case("false-meld", "none", corrected=True),
    ),
    row(
        "12.3.4", "false set after the discard",
        case("false-meld", "dead-hand", corrected=False, kan=False),
    ),
    row(
        "12.3.4", "false quad after the discard",
        case("false-meld", "chombo 30P", corrected=False, kan=True),
    ),
    row(
        "12.3.4", "swap-calling",
        case("kuikae", "dead-hand", kind="suji"),
        case("kuikae", "dead-hand", kind="same-tile"),
    ),
    row(
        "12.3.4", "swap-calling with a dead hand is a call with a dead hand",
        case("kuikae", "asks outcome: point-penalty warning", DEAD, kind="suji"),
    ),
    row(
        "12.3.4", "claimed tile turned wrongly",
        case("wrong-pointing", "none", found="at-once"),
        case("wrong-pointing", "asks outcome: none warning", found="at-win"),
    ),
    row(
        "12.3.5", "riichi is made by word, sideways discard or deposit",
        case("riichi-form", "asks outcome: none warning dead-hand", missing="order"),
    ),
    row(
        "12.3.5", "word or deposit forgotten",
        case("riichi-form", "warning", missing="word"),
        case("riichi-form", "warning", missing="deposit"),
    ),
    row(
        "12.3.5", "discard not turned",
        case("riichi-form", "warning", missing="turn"),
    ),
    row(
        "12.3.5", "noten riichi at the own win or an exhaustive draw",
        case("noten-riichi", "chombo 30P", found="own-win"),
        case("noten-riichi", "chombo 30P", DRAW, found="draw"),
        case("noten-riichi", "none", found="mid-hand"),
        case("noten-riichi", "none scored", RON, found="draw"),
    ),
    row(
        "12.3.5", "noten only through a later dead hand",
        case("noten-riichi", "none", found="draw", because_dead=True),
    ),
    row(
        "12.3.5", "riichi with an open hand",
        case("open-riichi", "dead-hand", IN_RIICHI),
    ),
    row(
        "12.3.5", "a set called after riichi",
        case("riichi-call", "dead-hand", completed=False),
        case("riichi-call", "asks outcome: dead-hand chombo", completed=True),
    ),
    row(
        "12.3.5", "a tile discarded from the hand after riichi",
        case("riichi-hand-changed", "dead-hand", found="mid-hand"),
    ),
    row(
        "12.3.5", "the same, the hand is drawn",
        case("riichi-hand-changed", "chombo 30P", DRAW, found="draw"),
        case("riichi-hand-changed", "none scored", RON, found="draw"),
    ),
    row(
        "12.3.5", "invalid concealed quad after riichi",
        case("illegal-riichi-kan", "none", found="mid-hand"),
        case("illegal-riichi-kan", "chombo 30P", DRAW, found="draw"),
        case("illegal-riichi-kan", "chombo 30P", found="own-win"),
    ),
    row(
        "12.3.6", "self-draw with the winning tile mixed in",
        case("win-tile-mixed", "warning", where="hand", shown=True),
    ),
    row(
        "12.3.6", "win declared at once with the last tile",
        no_case="an ordinary win",
    ),
    row("12.3.6", "win after tenpai was declared", case("win-after-tenpai", "none")),
    row(
        "12.3.6", "draw or call after the live wall is out",
        case("play-after-end", "warning", action="draw", mixed=False),
        case("play-after-end", "warning", action="call"),
    ),
    row(
        "12.3.6", "the same, the drawn tile is mixed in",
        case("play-after-end", "dead-hand", action="draw", mixed=True),
    ),
    row(
        "12.3.6", "calls and wins after the end are void",
        case("play-after-end", "none", action="win"),
    ),
    row(
        "12.3.6", "tenpai or noten before the end, nothing shown",
        case("tenpai-claim", "dead-hand", kind="early", shown=False, misled=False),
    ),
    row(
        "12.3.6", "the same, shown, or another was tricked",
        case("tenpai-claim", "chombo 30P", kind="early", shown=True),
        case("tenpai-claim", "chombo 30P", kind="early", shown=False, misled=True),
    ),
    row(
        "12.3.6", "declared out of order",
        case("tenpai-claim", "none", kind="out-of-order"),
    ),
    row(
        "12.3.6", "declared in silence, face up or face down",
        no_case="no fault: the tiles speak",
    ),
    row(
        "12.3.6", "tenpai declared, hand noten",
        case("tenpai-claim", "warning", kind="false"),
        case("tenpai-claim", "point-penalty 5P", kind="false", occurrence=2),
    ),
    row(
        "12.3.6", "declaration changed",
        case("tenpai-claim", "warning", kind="changed"),
    ),
    row(
        "12.3.7", "wrong all-last sheet that affected the game",
        case("score-sheet", "point-penalty 8P", kind="all-last", offenders=["S"]),
        case("score-sheet", "none", kind="all-last", impacted=False),
        case("score-sheet", "asks offenders", kind="all-last"),
    ),
    row(
        "12.3.7", "wrong report sheet, sticks reset already",
        case(
            "score-sheet", "point-penalty 2P",
            kind="unfixable", offenders=["E", "S", "W", "N"],
        ),
    ),
    row(
        "12.3.8", "obstruction: the referee",
        case(
            "obstruction", "asks outcome: warning point-penalty dead-hand chombo",
            severity="minor", repeat=False,
        ),
        case("slow-play", DISCRETION),
        case("etiquette", DISCRETION),
        case("objects-on-table", DISCRETION, count=1),
    ),
    row(
        "12.3.8", "obstruction with suspicion of cheating: up to disqualification",
        case(
            "obstruction",
            "asks outcome: warning point-penalty dead-hand chombo disqualification",
            severity="extreme", repeat=False,
        ),
        case(
            "obstruction",
            "asks outcome: warning point-penalty dead-hand chombo disqualification",
            severity="minor", repeat=True,
        ),
    ),
    row(
        "12.3.8", "phones and other devices: the referee",
        case("phone", DISCRETION, severity="minor"),
    ),
    row("12.3.8", "smart glasses", case("cheating", "disqualification")),
    row(
        "12.3.8", "passing information, right or wrong: the referee",
        case("information", "asks outcome", severity="minor"),
    ),
    row(
        "12.3.8", "cheating",
        case("cheating", "disqualification"),
        case("caused-error", "asks outcome", effect="mistaken-win"),
    ),
    row(
        "12.3.9", "1 P for each minute late",
        case("late", "none", seconds=0),
        case("late", "point-penalty 1P", seconds=60),
        case("late", "point-penalty 9P", seconds=540),
        case("late", "asks amount", seconds=61),
        case("late", "asks amount", seconds=599),
    ),
    row(
        "12.3.9", "late by ten minutes: forfeit",
        case("late", "asks outcome: point-penalty forfeit", seconds=600),
        case("late", "point-penalty 30P", seconds=601),
    ),
    row(
        "12.3.9", "forfeit: 30 P, not on top of the lateness",
        case("absent", "point-penalty 30P", sessions=1, notice=False),
        case("absent", "point-penalty 60P", sessions=2, notice=True),
        case("absent", "none", sessions=0),
    ),
    row(
        "12.3.9", "forfeited on purpose: disqualification possible",
        case("obstruction", "asks outcome", severity="serious", repeat=False),
    ),
    row(
        "12.3.9", "substitutes are scored normally and not ranked",
        no_case="players.csv marks them; nothing to rule",
    ),
    row(
        "12.3.9", "a break during a hanchan: the referee",
        no_case="no situation; `other` takes the referee's own ruling",
    ),
)  # fmt: skip

BY_TILES = "the tiles decide: core/waits, core/furiten and core/examination have it"
BY_PLAY = "how an ordinary hand is settled: test_wrc.py has it below"

MAIN_BOOK: tuple[Row, ...] = (
    row("3.3", "what tenpai is", no_case=BY_TILES),
    row(
        "7.6", "East waits for the deal",
        case("discard-before-deal", "warning", found="at-once"),
    ),
    row("3.5", "tournament score less point penalties", no_case=BY_PLAY),
    row(
        "9.3", "only referees lend sticks",
        case("stick-lending", DISCRETION),
    ),
    row("4.4.3", "all-last sheet", no_case="its fault is 12.3.7"),
    row(
        "4.4.4", "report sheet signed by all",
        case("score-sheet", "asks outcome: none warning", kind="unsigned"),
    ),
    row("5", "ties in the ranking", no_case="the option `ranking`, tested below"),
    row("6", "dice before the signal", no_case="allowed, nothing to rule"),
    row("7.1", "wilful slow play", case("slow-play", DISCRETION, severity="serious")),
    row(
        "8", "14 tiles in the turn, drawn tile apart",
        case("wrong-tile-count", "chombo 30P", tiles=14, expected=13),
        case("tile-inserted", "asks outcome: none warning"),
    ),
    row(
        "8.1", "a discard is not taken back",
        case("take-back", "none", by_accident=True),
        case("take-back", "asks outcome: none warning dead-hand", by_accident=False),
        case("win-tile-mixed", "asks outcome: none warning chombo", where="discards"),
    ),
    row(
        "8.1", "claim until the next draw",
        case("late-call", "none", severity="minor"),
    ),
    row(
        "8.2", "precedence; late call in fairness",
        case("late-call", "none", severity="minor"),
        case(
            "late-call", "asks outcome: none warning point-penalty",
            severity="serious",
        ),
    ),
    row("8.3", "swap-calling forbidden", case("kuikae", "dead-hand", kind="same-tile")),
    row(
        "8.4", "nothing but wins with an empty wall",
        case("riichi-too-late", "none"),
        case(
            "illegal-kan", "asks outcome: none warning dead-hand chombo",
            reason="last-tile",
        ),
    ),
    row(
        "8.7", "no fifth quad, no quad without a draw",
        case(
            "illegal-kan", "asks outcome: none warning dead-hand chombo",
            reason="fifth",
        ),
        case("illegal-kan", "asks outcome", reason="after-claim"),
    ),
    row(
        "8.9", "riichi below 1,000 and on the last tile",
        case("riichi-short-of-points", "none"),
        case("riichi-too-late", "none"),
    ),
    row("8.9", "riichi discard ronned: deposit back", no_case=BY_PLAY),
    row(
        "8.9.1", "concealed quad after riichi",
        case("illegal-riichi-kan", "chombo 30P", found="own-win"),
    ),
    row("8.10", "winning tile apart", case("win-tile-mixed", "warning", where="hand")),
    row("8.11", "the ron tile stays", case("etiquette", DISCRETION)),
    row("8.11.1", "concealed quads are not robbed", no_case=BY_TILES),
    row(
        "8.11.2", "furiten bars ron, not self-draw",
        case("furiten-ron", "none", by="tsumo"),
        case("selective-ron", "none", by="tsumo"),
        case("furiten-ron", "chombo 30P"),
    ),
    row("8.12", "called tiles point", case("wrong-pointing", "none", found="at-once")),
    row("9", "a chonbo resets the hand", no_case=BY_PLAY),
    row("9.1", "one winner takes all deposits", no_case=BY_PLAY),
    row("9.1.1", "liability", no_case=BY_PLAY),
    row(
        "9.2", "tenpai may be called noten, but not in riichi",
        case(
            "tenpai-claim", "asks outcome: none warning chombo",
            kind="noten-in-riichi",
        ),
        case("tenpai-claim", "warning", kind="changed"),
        case("hand-not-shown", "chombo 30P", DRAW, tenpai=False),
        case("hand-not-shown", "asks outcome: none warning chombo", DRAW, tenpai=None),
    ),
    row("9.4", "draw payments, counters", no_case=BY_PLAY),
    row("9.5", "East stays", no_case=BY_PLAY),
    row("10", "no end by East's lead", no_case="the table follows it"),
    row("10.1", "the gong", no_case="how many hands are left is the table's"),
    row("10.1", "a chonbo after the gong uses no hand", no_case=BY_PLAY),
    row("10.2", "deposits left go to nobody", no_case=BY_PLAY),
    row("10.3", "uma, ties, check", no_case=BY_PLAY),
    row("11", "scoring errors", case("scoring-error", "none", agreed=False)),
    row("12", "other levels by event", no_case="toronto-2026 is such an event"),
)  # fmt: skip
