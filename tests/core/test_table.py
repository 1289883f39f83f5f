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

from ledger.core.incidents import Draw, Incident, Ron, Tsumo, Win
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


FOULS = (
    ("furiten-ron", {"shown": True, "by": "ron"}),
    ("furiten-ron", {"shown": False, "by": "ron"}),
    ("wrong-tile-count", {"tiles": 14, "expected": 13}),
    ("riichi-form", {"missing": "turn"}),
    ("late", {"seconds": 120}),
    ("win-no-yaku", {"shown": True, "by": "tsumo"}),
)
EDITIONS = ("ema-2025", "ema-2012", "wrc-2025", "wrc-2014", "m-league", "riichi-wiki")


class HanchanMachine(RuleBasedStateMachine):
    """Random hanchan under random editions."""

    def __init__(self) -> None:
        super().__init__()
        self.hanchan = _start()
        self.total = 120000
        self.fresh = True

    @precondition(lambda self: self.fresh)
    @rule(edition=st.sampled_from(EDITIONS))
    def choose(self, edition: str) -> None:
        self.hanchan = _start(edition)
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
        hanchan.over, hanchan.deal,
        {p: n for p, n in hanchan.tournament.items() if n},
        {p: n for p, n in hanchan.before_placing.items() if n},
    )  # fmt: skip


HanchanMachine.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None
)
TestHanchan = HanchanMachine.TestCase
