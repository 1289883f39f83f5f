"""One hanchan in play: what is refused, what a void takes back, how it ends.

The state machine plays random hanchan with riichi, wins, draws, incidents, voids and
the signal, and after every event holds the books against each other.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ledger.core.incidents import Abort, Draw, Incident, Nagashi, Ron, Tsumo, Win
from ledger.core.replay_lines import Replay
from ledger.core.rules import rules
from ledger.core.scoring import Ending, score
from ledger.core.table import Hanchan
from ledger.core.terms import SEATS, Seat
from ledger.errors import IncidentError, LedgerError
from tests.core.test_vectors import differences

E, S, W, N = SEATS
PLAYERS = ("a", "b", "c", "d")
VECTORS = Path(__file__).parents[1] / "vectors" / "replay.jsonl"


def _vectors() -> list[dict[str, Any]]:
    return [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("vector", _vectors(), ids=lambda v: str(v["id"]))
def test_replay_answers_the_vector(vector: dict[str, Any]) -> None:
    replay = Replay()

    answers = [replay.answer(event) for event in vector["in"]["events"]]

    assert list(differences(vector["out"]["answers"], answers)) == []


def _start(edition: str = "ema-2025", **options: str) -> Hanchan:
    return Hanchan.start(rules(edition, options), PLAYERS)


def _dead(hanchan: Hanchan, player: str) -> Hanchan:
    incident = Incident(
        offender=hanchan.seat(player), situation="wrong-tile-count",
        facts={"tiles": 12, "expected": 13},
    )  # fmt: skip
    return hanchan.record((incident,))[0]


def _ron(winner: Seat, loser: Seat, points: int = 1000) -> Ron:
    return Ron(wins=(Win(winner=winner, loser=loser, points=points),))


def test_a_dead_hand_neither_wins_nor_is_tenpai_nor_declares_riichi() -> None:
    hanchan = _dead(_start(), "b")

    with pytest.raises(IncidentError, match="dead hand"):
        hanchan.end_hand(_ron(S, W))
    with pytest.raises(IncidentError, match="dead hand"):
        hanchan.end_hand(Draw(tenpai=(S,)))
    with pytest.raises(IncidentError, match="dead hand"):
        hanchan.declare_riichi("b")


def test_the_next_deal_is_alive_again() -> None:
    hanchan = _dead(_start(), "b").end_hand(Draw())

    assert hanchan.dead == {}
    assert hanchan.label == "E2"


def test_riichi_twice_and_riichi_of_a_stranger_are_refused() -> None:
    hanchan = _start().declare_riichi("a")

    with pytest.raises(IncidentError, match="in riichi already"):
        hanchan.declare_riichi("a")
    with pytest.raises(IncidentError, match="not one of"):
        hanchan.declare_riichi("x")


def test_riichi_below_a_stick_is_refused_where_busting_ends_the_hanchan() -> None:
    """Contract: refused where busting ends the game, allowed in m-league."""
    poor = {"a": 900, "b": 40000, "c": 40000, "d": 39100}
    allowed = replace(_start("wrc-2025"), scores=poor)
    ruleset = allowed.rules.ruleset
    play = ruleset.play.model_copy(update={"riichi_minimum": "refused"})
    strict = replace(
        allowed,
        rules=replace(allowed.rules, ruleset=ruleset.model_copy(update={"play": play})),
    )

    assert allowed.declare_riichi("a").scores["a"] == -100
    with pytest.raises(IncidentError, match="less than 1,000"):
        strict.declare_riichi("a")


def test_a_live_riichi_hand_cannot_be_noten_without_its_incident() -> None:
    """Bug B31: a noten riichi must not be paid as an ordinary draw."""
    hanchan = _start().declare_riichi("a")

    with pytest.raises(IncidentError, match="record the incident"):
        hanchan.end_hand(Draw(tenpai=(S,)))


def test_the_dealer_counts_honba_on_every_win() -> None:
    """Bug B39: 25,000 start, dealer mangan tsumo twice: 49,300 and 16,900 each."""
    hanchan = _start("m-league")
    for _ in range(2):
        hanchan = hanchan.end_hand(Tsumo(winner=E, points=(4000,)))

    assert hanchan.scores == {"a": 49300, "b": 16900, "c": 16900, "d": 16900}
    assert (hanchan.label, hanchan.honba) == ("E1", 2)


def test_four_tenpai_pay_nothing_and_the_next_draw_neither() -> None:
    """Bugs B13 and B47: all tenpai, then nobody: 0 each time."""
    hanchan = _start().end_hand(Draw(tenpai=SEATS)).end_hand(Draw())

    assert set(hanchan.scores.values()) == {30000}
    assert (hanchan.label, hanchan.honba) == ("E2", 2)


def test_a_ronned_riichi_tile_gives_the_stick_back() -> None:
    """Bug B43: the 1000 is not paid when the riichi discard deals in."""
    hanchan = _start().declare_riichi("b")
    win = Win(winner=W, loser=S, points=2000, riichi_tile=True)

    hanchan = hanchan.end_hand(Ron(wins=(win,)))

    assert hanchan.scores == {"a": 30000, "b": 28000, "c": 32000, "d": 30000}
    assert hanchan.pot == 0


def test_the_hanchan_ends_after_south_four_and_takes_no_further_win() -> None:
    hanchan = _start()
    for _ in range(8):
        hanchan = hanchan.end_hand(_ron(S, W))

    assert hanchan.over
    assert hanchan.label == "S4"
    with pytest.raises(IncidentError, match="over"):
        hanchan.end_hand(_ron(S, W))


def test_a_dealer_who_wins_the_last_hand_plays_on() -> None:
    """EMA 2025 3.5: the first East would have to be East for the third time."""
    hanchan = _start()
    for _ in range(7):
        hanchan = hanchan.end_hand(_ron(S, W))
    hanchan = hanchan.end_hand(_ron(E, W))

    assert not hanchan.over
    assert (hanchan.label, hanchan.honba) == ("S4", 1)


@pytest.mark.parametrize(
    ("edition", "over_after"),
    [("ema-2025", True), ("ema-2016", False), ("wrc-2025", False)],
)
def test_a_chombo_after_the_signal_uses_up_a_hand_or_not(
    edition: str, *, over_after: bool
) -> None:
    """EMA 2025 7.4 against EMA 2016 5.9 and WRC 2025 10.1."""
    hanchan = _start(edition).signal().end_hand(_ron(S, W))
    assert hanchan.hands_left == 1
    chombo = Incident(
        offender=E, situation="win-not-tenpai", facts={"shown": True, "by": "ron"}
    )

    hanchan, ruling = hanchan.record((chombo,))

    assert hanchan.over is over_after
    assert ruling.hand == ("game-ends" if over_after else "replay")


def test_two_hands_are_played_after_the_signal() -> None:
    hanchan = _start().signal().end_hand(_ron(S, W))
    assert not hanchan.over
    assert hanchan.end_hand(_ron(S, W)).over
    with pytest.raises(IncidentError, match="already"):
        hanchan.signal()


def test_a_missing_fact_refuses_the_event_and_changes_nothing() -> None:
    replay = Replay()
    replay.answer({"event": "start", "ruleset": "ema-2025", "players": list(PLAYERS)})
    answer = replay.answer(
        {"event": "incident", "offender": "a", "situation": "furiten-ron", "facts": {}}
    )
    after = replay.answer({"event": "draw", "tenpai": []})

    assert "shown" in str(answer["error"])
    assert after["n"] == 3
    assert after["hand"] == "E2"


@pytest.mark.parametrize(
    ("event", "place"),
    [
        ({"event": "rain"}, "event"),
        ({"event": "riichi", "player": "z"}, "player"),
        ({"event": "riichi", "playr": "a"}, "playr"),
        ({"event": "ron", "wins": [], "loser": "a"}, "result.ron"),
        ({"event": "ron", "wins": [{"winner": "a", "points": 1}], "loser": "a"}, "ron"),
        ({"event": "ron", "wins": [{"winner": "a"}], "loser": "b"}, "wins.0"),
        ({"event": "tsumo", "winner": "a", "points": [1, 2]}, "result.tsumo"),
        ({"event": "tsumo", "winner": "a", "han": 0, "fu": 30}, "han"),
        ({"event": "tsumo", "winner": "a", "han": 1, "fu": 25}, "fu"),
        ({"event": "draw", "tenpai": ["a", "a"]}, "result"),
        ({"event": "void", "of": 99, "reason": "x"}, "of"),
        ({"event": "void", "of": 1, "reason": "x"}, "of"),
        ({"event": "void", "of": "1"}, "of"),
    ],
)
def test_a_bad_event_names_its_place(event: dict[str, object], place: str) -> None:
    replay = Replay()
    replay.answer({"event": "start", "ruleset": "ema-2025", "players": list(PLAYERS)})

    answer = replay.answer(event)

    assert place in str(answer["error"])
    assert replay.answer({"event": "draw"})["hand"] == "E2"


def test_a_void_whose_points_a_win_has_taken_is_refused_by_name() -> None:
    replay = Replay()
    for event in (
        {"event": "start", "ruleset": "student-league", "players": list(PLAYERS)},
        {"event": "incident", "offender": "b", "situation": "withdrawn-call",
         "facts": {"call": "chii", "shown": False}},
        {"event": "tsumo", "winner": "c", "points": [500, 1000]},
    ):  # fmt: skip
        assert "error" not in replay.answer(event)

    answer = replay.answer({"event": "void", "of": 2, "reason": "it was fine"})

    assert "void that win first" in str(answer["error"])


def test_a_dead_hand_calls_nothing() -> None:
    hanchan = _dead(_start(), "b")

    with pytest.raises(IncidentError, match="dead hand"):
        hanchan.call("b", "pon")
    assert hanchan.call("c", "pon").scores == hanchan.scores


def test_a_fifth_kan_of_the_hand_is_refused_and_the_next_hand_has_four_again() -> None:
    """Bug B37; WRC 2025 8.7: a fifth quad is impossible."""
    hanchan = _start("wrc-2025")
    for player, kind in zip("abca", ("kan", "closed-kan", "kan", "kan"), strict=True):
        hanchan = hanchan.call(player, kind)

    with pytest.raises(IncidentError, match="fifth kan"):
        hanchan.call("d", "closed-kan")
    assert hanchan.call("d", "pon").kans == hanchan.kans
    assert hanchan.void(3, "was a pon").call("d", "kan").kans == ("a", "b", "c", "d")
    later = hanchan.call("d", "pon").void(1, "no kan")
    assert later.kans == ("a", "c", "a")
    assert hanchan.end_hand(Draw()).call("d", "closed-kan").kans == ("d",)


def test_a_riichi_hand_calls_no_discard_but_may_declare_a_closed_kan() -> None:
    hanchan = _start().declare_riichi("b")

    with pytest.raises(IncidentError, match="is an incident"):
        hanchan.call("b", "chii")
    assert hanchan.call("b", "closed-kan").kans == ("b",)
    with pytest.raises(IncidentError, match="not one of"):
        hanchan.call("c", "ron")


@pytest.mark.parametrize(
    "edition", ["m-league", "wrc-2015", "wrc-2025", "ema-2016", "mu", "jpml-a"]
)
def test_an_edition_without_abortive_draws_refuses_them(edition: str) -> None:
    with pytest.raises(IncidentError, match="not in use"):
        _start(edition).end_hand(Abort(kind="nine-tiles"))


def test_an_abortive_draw_is_a_counter_and_the_same_deal() -> None:
    hanchan = _start("ema-2012").declare_riichi("b").end_hand(Abort(kind="four-winds"))

    assert (hanchan.label, hanchan.honba, hanchan.carried) == ("E1", 1, 1000)


def test_nagashi_of_a_dead_hand_or_where_it_is_unknown_is_refused() -> None:
    with pytest.raises(IncidentError, match="not in use"):
        _start("wrc-2025").end_hand(Nagashi(seats=(S,)))
    incident = Incident(offender=S, situation="wrong-tile-count",
                        facts={"tiles": 12, "expected": 13})  # fmt: skip
    dead = _start("riichi-wiki").record((incident,))[0]
    with pytest.raises(IncidentError, match="dead hand"):
        dead.end_hand(Nagashi(seats=(S,)))


def test_only_the_first_in_turn_is_paid_where_heads_bump() -> None:
    """WRC 2025 9.1: the bumped player does not get the stick back either."""
    wins = tuple(Win(winner=w, loser=E, points=2000) for w in (N, S))
    hanchan = _start("wrc-2025").declare_riichi("d").end_hand(Ron(wins=wins))

    assert hanchan.scores == {"a": 28000, "b": 33000, "c": 30000, "d": 29000}


def test_a_liable_player_pays_half_of_a_ron_and_all_of_a_tsumo() -> None:
    """WRC 2025 9.1.1: half each at a ron, the discarder the counters."""
    ron = Win(winner=S, loser=W, points=32000, liable=N)
    start = _start("wrc-2025").end_hand(Draw(tenpai=(E,)))
    won = start.end_hand(Ron(wins=(ron,)))
    drawn = start.end_hand(Tsumo(winner=S, points=(8000, 16000), liable=N))

    assert _changes(start, won) == {"a": 0, "b": 32300, "c": -16300, "d": -16000}
    assert _changes(start, drawn) == {"a": 0, "b": 32300, "c": 0, "d": -32300}


def _changes(before: Hanchan, after: Hanchan) -> dict[str, int]:
    return {player: after.scores[player] - before.scores[player] for player in PLAYERS}


def test_undoing_goes_back_step_by_step() -> None:
    """What stands last is undone as if it had never been, again and again."""
    start = _start()
    first = start.end_hand(_ron(S, W))
    second = first.declare_riichi("c")
    once = second.void(1, "slip")
    twice = once.void(0, "slip")

    assert _numbers(once) == _numbers(first)
    assert _numbers(twice) == _numbers(start)
    assert twice.label == "E1"


def test_undoing_a_hand_keeps_what_was_taken_back_in_between() -> None:
    late = Incident(offender=W, situation="late", facts={"seconds": 61})
    hanchan = _start().record((late,))[0].end_hand(_ron(S, W))
    hanchan = hanchan.void(0, "the clock was wrong")
    assert hanchan.label == "E2"

    undone = hanchan.void(1, "wrong table")

    assert undone.label == "E1"
    assert undone.tournament.get("c", 0) == 0
    assert set(undone.scores.values()) == {30000}


def test_a_void_in_a_hand_long_past_leaves_the_hands_played_since() -> None:
    hanchan = _start()
    for _ in range(3):
        hanchan = hanchan.end_hand(_ron(S, W))

    after = hanchan.void(0, "seen on the video")

    assert (after.label, after.honba) == ("E4", 0)
    assert after.scores == {"a": 29000, "b": 30000, "c": 31000, "d": 30000}


def test_a_hand_killed_twice_is_dead_until_both_rulings_are_void() -> None:
    hanchan = _dead(_dead(_start(), "b"), "b")

    first = hanchan.void(0, "it was thirteen")

    assert first.dead == {"b": "declared"}
    assert first.void(1, "it was thirteen").dead == {}


def test_a_stick_that_went_back_lies_there_again_after_the_void() -> None:
    """It is a stick of this hand, which a chombo gives back again."""
    void_riichi = Incident(offender=S, situation="open-riichi")
    hanchan = _start().declare_riichi("b").record((void_riichi,))[0]
    assert hanchan.pot == 0
    late = Incident(offender=W, situation="late", facts={"seconds": 61})
    hanchan = hanchan.record((late,))[0].void(1, "the hand was closed")

    assert (hanchan.riichi, hanchan.carried, hanchan.pot) == (("b",), 0, 1000)
    assert hanchan.dead == {}


def test_a_time_signal_given_too_soon_is_taken_back() -> None:
    hanchan = _start().signal().declare_riichi("b").void(0, "ten minutes early")
    assert hanchan.hands_left is None
    over = _start().signal().end_hand(_ron(S, W)).end_hand(_ron(S, W))
    with pytest.raises(IncidentError, match="void that hand first"):
        over.void(0, "ten minutes early")
    assert over.void(2, "slip").void(1, "slip").void(0, "early").hands_left is None


def _deposit(hanchan: Hanchan, player: str) -> Hanchan:
    incident = Incident(
        offender=hanchan.seat(player), situation="withdrawn-call",
        facts={"call": "chii", "shown": False},
    )  # fmt: skip
    return hanchan.record((incident,))[0]


def test_deposits_are_told_apart_until_somebody_wins_them() -> None:
    hanchan = _deposit(_start("student-league").declare_riichi("c"), "b")
    assert (hanchan.pot, hanchan.deposits) == (2000, 1000)

    drawn = hanchan.end_hand(Draw(tenpai=(W,)))
    won = drawn.end_hand(_ron(S, W))

    assert (drawn.carried, drawn.deposits) == (2000, 1000)
    assert (won.carried, won.deposits) == (0, 0)
    assert won.declare_riichi("a").void(3, "slip").deposits == 1000


def test_what_is_left_is_asked_where_the_edition_does_not_say_whose_it_is() -> None:
    """Reach Mahjong: a deposit that nobody wins any more."""
    replay = Replay()
    options = {"withdrawn_call": "deposit"}
    replay.answer({"event": "start", "ruleset": "reach", "players": list(PLAYERS),
                   "options": options})  # fmt: skip
    replay.answer({"event": "incident", "offender": "b", "situation": "withdrawn-call",
                   "facts": {"call": "pon", "shown": False}})  # fmt: skip
    asked = replay.answer({"event": "end"})
    hanchan = _deposit(_start("reach", **options), "b")

    assert asked["ask"] == [
        {"fact": "leftover", "choices": ["a", "b", "c", "d", None],
         "why": "the text does not say who gets the sticks that are left on the table"}
    ]  # fmt: skip
    assert hanchan.end(N)[1].sticks == {E: 0, S: 0, W: 0, N: 1000}
    assert not hanchan.end("nobody")[1].ask


def test_the_answer_to_whose_the_deposit_is_comes_with_the_end() -> None:
    replay = Replay()
    for event in (
        {"event": "start", "ruleset": "reach", "players": list(PLAYERS)},
        {"event": "riichi", "player": "c"},
    ):
        replay.answer(event)
    bad = replay.answer({"event": "end", "choice": {"leftover": "x"}})
    good = replay.answer({"event": "end", "choice": {"leftover": "d"}})

    assert "choice.leftover" in str(bad["error"])
    assert "ask" not in good
    final = good["final"]
    assert isinstance(final, dict)
    assert [final[player]["sticks"] for player in PLAYERS] == [0, 0, 0, 1000]


def test_a_ruleset_may_ask_about_deposits_alone() -> None:
    ruleset = rules("student-league").ruleset
    play = ruleset.play.model_copy(update={"deposit_end": "ask"})
    ending = Ending(
        raw={E: 27000, S: 24000, W: 24000, N: 23000}, leftover=2000, deposits=1000
    )
    scored = score(ruleset.model_copy(update={"play": play}), ending)

    assert scored.sticks[E] == 1000
    assert scored.unclaimed == 1000
    assert [question.fact for question in scored.ask] == ["leftover"]


def test_a_call_is_told_in_a_replay_and_refused_there() -> None:
    replay = Replay()
    replay.answer({"event": "start", "ruleset": "ema-2025", "players": list(PLAYERS)})
    for _ in range(4):
        answer = replay.answer({"event": "call", "player": "a", "kind": "closed-kan"})
        assert "error" not in answer
    refused = replay.answer({"event": "call", "player": "b", "kind": "kan"})

    assert "fifth kan" in str(refused["error"])
    assert "error" not in replay.answer({"event": "draw", "tenpai": ["a"]})


def test_a_stick_that_was_won_is_not_taken_from_a_later_deposit() -> None:
    hanchan = _start("student-league").declare_riichi("a").end_hand(_ron(S, W))
    hanchan = _deposit(hanchan, "b")
    assert hanchan.pot == 1000

    with pytest.raises(IncidentError, match="void that win first"):
        hanchan.void(0, "no riichi after all")
    assert hanchan.void(1, "no win").void(0, "no riichi after all").pot == 1000


FOULS: tuple[tuple[str, dict[str, object]], ...] = (
    ("furiten-ron", {"shown": True, "by": "ron"}),
    ("furiten-ron", {"shown": False, "by": "ron"}),
    ("wrong-tile-count", {"tiles": 14, "expected": 13}),
    ("riichi-form", {"missing": "turn"}),
    ("late", {"seconds": 120}),
    ("win-no-yaku", {"shown": True, "by": "tsumo"}),
    ("withdrawn-call", {"call": "pon", "shown": False}),
    ("open-riichi", {}),
)
EDITIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("ema-2025", {}), ("ema-2012", {}), ("wrc-2025", {}), ("wrc-2014", {}),
    ("m-league", {}), ("riichi-wiki", {}), ("student-league", {}), ("naro-2015", {}),
    ("reach", {"withdrawn_call": "deposit"}),
)  # fmt: skip


class HanchanMachine(RuleBasedStateMachine):
    """Random hanchan under random editions."""

    def __init__(self) -> None:
        super().__init__()
        self.hanchan = _start()
        self.total = 120000
        self.fresh = True

    @precondition(lambda self: self.fresh)
    @rule(edition=st.sampled_from(EDITIONS))
    def choose(self, edition: tuple[str, dict[str, str]]) -> None:
        self.hanchan = _start(edition[0], **edition[1])
        self.total = sum(self.hanchan.scores.values())
        self.fresh = False

    def _try(self, step: Callable[[Hanchan], Hanchan]) -> None:
        before = self.hanchan
        try:
            after = step(before)
        except LedgerError:
            assert self.hanchan is before
            return
        undone = _undo(after)
        if undone is not None:
            assert _numbers(undone) == _numbers(before)
        self.hanchan = after

    @precondition(lambda self: not self.hanchan.over)
    @rule(player=st.sampled_from(PLAYERS))
    def riichi(self, player: str) -> None:
        self._try(lambda h: h.declare_riichi(player))

    @precondition(lambda self: not self.hanchan.over)
    @rule(pair=st.permutations(SEATS), points=st.sampled_from((1000, 3900, 12000)))
    def ron(self, pair: list[Seat], points: int) -> None:
        self._try(lambda h: h.end_hand(_ron(pair[0], pair[1], points)))

    @precondition(lambda self: not self.hanchan.over)
    @rule(trio=st.permutations(SEATS), points=st.sampled_from((1300, 8000)))
    def double_ron(self, trio: list[Seat], points: int) -> None:
        wins = tuple(Win(winner=w, loser=trio[0], points=points) for w in trio[1:3])
        self._try(lambda h: h.end_hand(Ron(wins=wins)))

    @precondition(lambda self: not self.hanchan.over)
    @rule(seat=st.sampled_from(SEATS))
    def tsumo(self, seat: Seat) -> None:
        points = (2000,) if seat is E else (1000, 2000)
        self._try(lambda h: h.end_hand(Tsumo(winner=seat, points=points)))

    @precondition(lambda self: not self.hanchan.over)
    @rule(tenpai=st.sets(st.sampled_from(PLAYERS)))
    def draw(self, tenpai: set[str]) -> None:
        def step(hanchan: Hanchan) -> Hanchan:
            players = (tenpai | set(hanchan.riichi)) - set(hanchan.dead)
            return hanchan.end_hand(Draw(tenpai=tuple(map(hanchan.seat, players))))

        self._try(step)

    @precondition(lambda self: not self.hanchan.over)
    @rule(
        player=st.sampled_from(PLAYERS),
        kind=st.sampled_from(("pon", "kan", "closed-kan")),
    )
    def call(self, player: str, kind: str) -> None:
        self._try(lambda h: h.call(player, kind))

    @precondition(lambda self: not self.hanchan.over)
    @rule()
    def abort(self) -> None:
        self._try(lambda h: h.end_hand(Abort(kind="nine-tiles")))

    @rule()
    def undo_everything(self) -> None:
        """Undone one by one, the last first, the start is left."""
        hanchan = self.hanchan
        for event in reversed(range(len(hanchan.moved))):
            if hanchan.moved[event] is not None and event not in hanchan.voided:
                hanchan = hanchan.void(event, "all of it")
        fresh = Hanchan.start(hanchan.rules, PLAYERS)
        assert _numbers(hanchan) == _numbers(fresh)

    @rule(player=st.sampled_from(PLAYERS), foul=st.sampled_from(FOULS))
    def incident(self, player: str, foul: tuple[str, dict[str, object]]) -> None:
        def step(hanchan: Hanchan) -> Hanchan:
            incident = Incident(
                offender=hanchan.seat(player),
                situation=foul[0],
                facts=foul[1],  # type: ignore[arg-type]
            )
            return hanchan.record((incident,))[0]

        self._try(step)

    @rule(event=st.integers(0, 30))
    def void(self, event: int) -> None:
        before = self.hanchan
        try:
            self.hanchan = before.void(event, "seen on the video")
        except LedgerError:
            assert self.hanchan is before

    @precondition(lambda self: not self.hanchan.over)
    @rule()
    def signal(self) -> None:
        self._try(lambda h: h.signal())

    @invariant()
    def adds_up(self) -> None:
        hanchan = self.hanchan
        assert sum(hanchan.scores.values()) + hanchan.pot == self.total
        assert hanchan.pot >= 0
        assert 0 <= hanchan.deposits <= hanchan.carried
        assert set(hanchan.dead) <= set(PLAYERS)
        fines = sum(hanchan.tournament.values())
        standing = sum(
            sum(moved.tournament.values())
            for number, moved in enumerate(hanchan.moved)
            if moved is not None and number not in hanchan.voided
        )
        assert fines == standing <= 0

    @invariant()
    def live_and_sheet_agree(self) -> None:
        """The sheet of the same table, entered at the end, gives the same result."""
        hanchan = self.hanchan
        _, live = hanchan.end()
        by_seat = dict(zip(SEATS, PLAYERS, strict=True))
        sheet = score(
            hanchan.rules.ruleset,
            Ending(
                raw={seat: hanchan.scores[player] for seat, player in by_seat.items()},
                leftover=hanchan.pot,
                deposits=hanchan.deposits,
                before_placing={
                    s: hanchan.before_placing.get(p, 0) for s, p in by_seat.items()
                },
                penalties={s: hanchan.tournament.get(p, 0) for s, p in by_seat.items()},
            ),
        )
        assert sheet == live
        assert live.check.missing == 0 or hanchan.rules.id == "ema-2012"


def _undo(hanchan: Hanchan) -> Hanchan | None:
    last = len(hanchan.moved) - 1
    if last < 0 or hanchan.moved[last] is None:
        return None
    return hanchan.void(last, "a slip")


def _numbers(hanchan: Hanchan) -> tuple[object, ...]:
    return (
        dict(hanchan.scores), hanchan.hand, hanchan.honba, hanchan.carried,
        hanchan.deposits, hanchan.riichi, dict(hanchan.dead), hanchan.hands_left,
        hanchan.kans,
        hanchan.over, hanchan.deal,
        {p: n for p, n in hanchan.tournament.items() if n},
        {p: n for p, n in hanchan.before_placing.items() if n},
    )  # fmt: skip


HanchanMachine.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None
)
TestHanchan = HanchanMachine.TestCase
