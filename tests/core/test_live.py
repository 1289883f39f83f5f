"""A table followed live: what may be booked there, and random events that add up.

The state machine books random hands, rulings, voids, amendments, corrected seats and
sheets into an event, and holds the event against itself after each.
"""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ledger.core.contents import (
    Amended,
    Confirmed,
    Content,
    Departure,
    Explained,
    HandPlayed,
    Reseated,
    SheetEntered,
    StatusChanged,
    Voided,
)
from ledger.core.desk import Draft
from ledger.core.event import Entry, HanchanKey, Place
from ledger.core.incidents import Draw, Ron, Win
from ledger.core.live import followed, is_followed, live, live_draft_context
from ledger.core.reconciling import off_live, sheet_of
from ledger.core.scoring import Ending, score
from ledger.core.standings import standings
from ledger.core.terms import SEATS, STICK, Class, Seat, Stage
from ledger.errors import BookError, LedgerError
from tests.core.live_events import KEYS, NUMBERS, LiveEvent

KEY = (1, 1)
AT = Place(round=1, table=1)


def _step(event: LiveEvent, kind: str, **step: object) -> int:
    return event.add(HandPlayed(step={"event": kind, **step}), AT)


def _book(event: LiveEvent, draft: Draft) -> int:
    content = event.ruled(draft)
    assert content is not None
    return event.add(content, draft.place)


def _scores(event: LiveEvent, key: HanchanKey = KEY) -> list[int]:
    now = live_draft_context(event.state, event.rules, key)
    assert now is not None
    players = event.state.seated(key)
    assert players is not None
    return [now.scores[player] for player in players]


def test_a_table_that_nobody_follows_is_not_known() -> None:
    event = LiveEvent("ema-2025")

    assert live(event.state, event.rules, KEY) is None
    assert live_draft_context(event.state, event.rules, (9, 9)) is None
    with pytest.raises(BookError, match="no hand was entered"):
        sheet_of(event.state, event.rules, KEY)


def test_a_draft_at_a_followed_table_starts_from_the_hand_in_play() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "draw", tenpai=["1", "2"])
    _step(event, "riichi", player="3")
    _step(event, "time-signal")
    _book(event, event.draft(KEY, "2", "wrong-tile-count", tiles=12, expected=13))

    now = live_draft_context(event.state, event.rules, KEY)

    assert now is not None
    assert (now.hand, now.honba, now.hands_left) == ("E1", 1, 2)
    assert (now.carried, now.riichi, now.pot) == (0, ("3",), 1000)
    assert now.dead == {"2": "declared"}
    assert now.scores == {"1": 31500, "2": 31500, "3": 27500, "4": 28500}
    assert now.as_of == event.state.head


def test_what_the_rules_forbid_is_refused_and_changes_nothing() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "riichi", player="3")
    _book(event, event.draft(KEY, "2", "wrong-tile-count", tiles=12, expected=13))
    before = event.numbers()
    for step, told in (
        ({"event": "riichi", "player": "2"}, "dead hand"),
        ({"event": "tsumo", "winner": "2", "points": [500, 1000]}, "dead hand"),
        ({"event": "draw", "tenpai": ["2", "3"]}, "dead hand"),
        ({"event": "draw", "tenpai": []}, "record the incident"),
        ({"event": "call", "player": "2", "kind": "pon"}, "dead hand"),
        ({"event": "ron", "wins": [{"winner": "9", "points": 1}], "loser": "1"}, "9"),
        ({"event": "end"}, "not one of"),
    ):
        with pytest.raises(BookError, match=f"round 1, table 1: .*{told}"):
            event.add(HandPlayed(step=step), AT)
    assert event.numbers() == before


def test_a_ruling_made_at_another_table_state_is_refused_by_name() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "draw", tenpai=[])
    _step(event, "riichi", player="3")
    draft = event.draft(KEY, "2", "furiten-ron", shown=True)
    content = event.ruled(replace(draft, riichi=(), carried=1000))
    assert content is not None

    with pytest.raises(BookError) as told:
        event.add(content, draft.place)

    assert str(told.value) == (
        "round 1, table 1: is followed live and stands at E2, 1 honba, but the ruling"
        " was made with carried 1000 in place of 0; riichi nobody in place of S"
    )


def test_a_ruling_without_a_hand_may_not_end_the_hand_in_play() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "riichi", player="3")
    nowhere = Place(round=1, table=1)
    draft = replace(event.draft(KEY, "2", "furiten-ron", shown=True), place=nowhere)
    content = event.ruled(draft)
    assert content is not None

    with pytest.raises(BookError, match="name the hand, E1, 0 honba is in play"):
        event.add(content, nowhere)
    _book(event, replace(event.draft(KEY, "2", "late", seconds=61), place=nowhere))


def test_what_is_paid_at_a_followed_table_is_settled_there() -> None:
    """The running scores hold it: the ledger must not add it a second time."""
    event = LiveEvent("riichi-wiki")
    draft = event.draft(KEY, "2", "win-no-yaku", shown=True, by="ron")
    number = _book(event, replace(draft, settled="ledger"))
    with pytest.raises(BookError, match=f"entry {number} is settled by the ledger"):
        _step(event, "draw", tenpai=[])
    event.add(Voided(target=number, reason="settled at the table"), draft.place)
    _step(event, "draw", tenpai=[])
    draft = event.draft(KEY, "2", "win-no-yaku", shown=True, by="ron")

    with pytest.raises(BookError, match="settled at the table"):
        _book(event, replace(draft, settled="ledger"))
    _book(event, draft)


def test_a_chombo_after_the_signal_uses_up_a_hand_at_a_followed_table() -> None:
    """EMA 2025 7.4: the book's ruling counts like the one that was judged."""
    event = LiveEvent("ema-2025")
    _step(event, "time-signal")
    _book(event, event.draft(KEY, "2", "furiten-ron", shown=True))

    now = live_draft_context(event.state, event.rules, KEY)

    assert now is not None
    assert (now.hands_left, now.over) == (1, False)
    _book(event, event.draft(KEY, "2", "furiten-ron", shown=True))
    over = live_draft_context(event.state, event.rules, KEY)
    assert over is not None
    assert over.over


def test_a_ruling_on_an_earlier_hand_moves_points_and_deals_nothing_anew() -> None:
    event = LiveEvent("riichi-wiki")
    for _ in range(2):
        _step(event, "draw", tenpai=[])
    _step(event, "riichi", player="1")
    draft = event.draft(KEY, "2", "win-no-yaku", shown=True, by="ron")
    earlier = replace(
        draft, place=replace(draft.place, hand="E1", honba=0), riichi=(), carried=0
    )
    _book(event, earlier)

    now = live_draft_context(event.state, event.rules, KEY)

    assert now is not None
    assert (now.hand, now.honba, now.riichi) == ("E3", 2, ("1",))
    assert _scores(event) == [28000, 17000, 27000, 27000]


def test_an_amended_ruling_takes_the_place_of_the_old_one() -> None:
    """In the hand in play as if it had been ruled at once; later points alone."""
    event = LiveEvent("ema-2025")
    _step(event, "riichi", player="3")
    draft = event.draft(KEY, "2", "wrong-tile-count", tiles=12, expected=13)
    first = _book(event, draft)
    other = event.ruled(
        event.draft(KEY, "4", "wrong-tile-count", tiles=14, expected=13)
    )
    assert other is not None
    event.add(Amended(target=first, reason="it was North", content=other), draft.place)

    now = live_draft_context(event.state, event.rules, KEY)

    assert now is not None
    assert (list(now.dead), now.riichi) == (["4"], ("3",))


def test_an_amended_deposit_may_change_its_payer_after_it_was_won() -> None:
    event = LiveEvent("student-league")
    _step(event, "draw", tenpai=[])
    draft = event.draft(KEY, "2", "withdrawn-call", call="pon", shown=False)
    number = _book(event, draft)
    other = event.ruled(
        event.draft(KEY, "3", "withdrawn-call", call="pon", shown=False)
    )
    assert other is not None
    _step(event, "tsumo", winner="4", points=[500, 1000])
    won = _scores(event)
    with pytest.raises(BookError, match="void that win first"):
        event.add(Voided(target=number, reason="no call"), draft.place)

    event.add(Amended(target=number, reason="was West", content=other), draft.place)

    assert _scores(event) == [won[0], won[1] + 1000, won[2] - 1000, won[3]]
    own = Departure(class_=Class.NONE, points={})
    nothing = event.ruled(replace(draft, departure=own, note="no call at all"))
    assert nothing is not None
    none = Amended(target=event.state.head, reason="no call", content=nothing)
    with pytest.raises(BookError, match="a later win has taken what lay"):
        event.add(none, draft.place)
    # Nor is it taken out of another deposit.
    _book(event, event.draft(KEY, "1", "withdrawn-call", call="pon", shown=False))
    with pytest.raises(BookError, match="a later win has taken it"):
        event.add(none, draft.place)


def test_a_chombo_amended_in_a_later_hand_deals_nothing_anew() -> None:
    event = LiveEvent("riichi-wiki")
    draft = event.draft(KEY, "2", "win-no-yaku", shown=True, by="ron")
    number = _book(event, draft)
    _step(event, "draw", tenpai=[])
    _step(event, "riichi", player="1")
    other = event.ruled(
        replace(draft, incidents=(replace(draft.incidents[0], offender="3"),))
    )
    assert other is not None

    event.add(Amended(target=number, reason="it was West", content=other), draft.place)

    now = live_draft_context(event.state, event.rules, KEY)
    assert now is not None
    assert (now.hand, now.honba, now.riichi) == ("E2", 1, ("1",))
    assert _scores(event) == [28000, 27000, 17000, 27000]


def test_what_staff_add_after_the_sheet_is_no_difference_from_the_table() -> None:
    event = LiveEvent("riichi-wiki")
    _step(event, "draw", tenpai=[])
    own = sheet_of(event.state, event.rules, KEY)
    event.add(SheetEntered(sheet=own), AT)
    draft = event.draft(KEY, "2", "win-no-yaku", shown=True, by="ron")
    found_late = replace(draft, place=replace(draft.place, hand="E1", honba=0))

    _book(event, replace(found_late, settled="ledger"))

    assert _scores(event) == [29000, 17000, 27000, 27000]
    assert sheet_of(event.state, event.rules, KEY) == own
    found = standings(event.state, event.rules)
    assert found.differences == ()
    assert {row.number: row.raw for row in found.rows}["2"] == 17000 - 30000


def test_a_void_names_the_sheet_or_the_win_that_has_to_go_first() -> None:
    event = LiveEvent("ema-2025")
    stick = _step(event, "riichi", player="3")
    win = _step(event, "tsumo", winner="1", points=[500])
    with pytest.raises(BookError, match="void that win first"):
        event.add(Voided(target=stick, reason="no riichi"), AT)
    event.add(SheetEntered(sheet=sheet_of(event.state, event.rules, KEY)), AT)
    with pytest.raises(BookError, match=f"entry {event.state.head} is the sheet"):
        event.add(Voided(target=win, reason="wrong table"), AT)


def test_a_void_of_a_void_and_a_second_void_are_refused() -> None:
    event = LiveEvent("ema-2025")
    number = _step(event, "draw", tenpai=[])
    void = event.add(Voided(target=number, reason="slip"), AT)

    with pytest.raises(BookError, match=f"void already, by entry {void}"):
        event.add(Voided(target=number, reason="again"), AT)
    with pytest.raises(BookError, match="cannot be voided"):
        event.add(Voided(target=void, reason="it stood"), AT)


def test_corrected_seats_move_the_hands_already_played() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "ron", wins=[{"winner": "2", "points": 8000}], loser="1")
    event.add(Reseated(players=("3", "1", "2", "4"), reason="sat wrong"), AT)
    _step(event, "riichi", player="1")

    now = live_draft_context(event.state, event.rules, KEY)

    assert now is not None
    assert now.scores == {"3": 22000, "1": 37000, "2": 30000, "4": 30000}


def test_a_closed_table_forgets_its_steps_and_knows_them_again_when_opened() -> None:
    event = LiveEvent("ema-2025")
    number = _step(event, "tsumo", winner="2", han=2, fu=30)
    own = sheet_of(event.state, event.rules, KEY)
    closed = event.add(SheetEntered(sheet=own), AT)
    assert standings(event.state, event.rules).differences == ()
    table = followed(event.state, event.rules, KEY)
    assert table is not None
    assert table.is_trimmed

    event.add(Voided(target=closed, reason="one hand more"), AT)
    event.add(Voided(target=number, reason="wrong table"), AT)

    now = live_draft_context(event.state, event.rules, KEY)
    assert now is not None
    assert (now.hand, set(now.scores.values())) == ("E1", {30000})


def test_corrected_seats_move_what_counts_as_a_repetition() -> None:
    """M.League: the second yellow card of a day is red, whoever it was taken for."""
    event = LiveEvent("m-league")
    first = event.draft(KEY, "1", "late-call", severity="minor")
    number = _book(event, first)
    event.add(Reseated(players=("2", "1", "3", "4"), reason="sat wrong"), AT)

    again = {
        player: event.ruled(event.draft(KEY, player, "late-call", severity="minor"))
        for player in ("1", "2")
    }

    assert number in event.state.incidents_by_player["2"]
    assert {player: ruled and ruled.class_ for player, ruled in again.items()} == {
        "1": Class.WARNING, "2": Class.POINT_PENALTY,
    }  # fmt: skip


def test_a_win_beside_a_chombo_is_scored_and_the_hand_is_over() -> None:
    """EMA 2025 3.4.6: void if a win is declared at the same time."""
    event = LiveEvent("ema-2025")
    _step(event, "riichi", player="3")
    win = Ron(wins=(Win(winner=Seat.N, loser=Seat.E, points=3900),))
    draft = event.draft(KEY, "2", "furiten-ron", shown=True)
    _book(event, replace(draft, result=win))

    now = live_draft_context(event.state, event.rules, KEY)

    assert now is not None
    assert (now.hand, now.honba, now.pot, now.riichi) == ("E2", 0, 0, ())
    assert now.scores == {"1": 26100, "2": 30000, "3": 29000, "4": 34900}
    rows = standings(event.state, event.rules).rows
    assert [row.penalties for row in rows] == [0] * 8


def test_a_chombo_beside_a_draw_cancels_it_and_gives_the_sticks_back() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "riichi", player="3")
    draft = event.draft(KEY, "2", "noten-riichi", found="draw", because_dead=False)
    _book(event, replace(draft, result=Draw(tenpai=(Seat.E, Seat.W))))

    now = live_draft_context(event.state, event.rules, KEY)

    assert now is not None
    assert (now.hand, now.honba, now.pot) == ("E1", 0, 0)
    assert set(now.scores.values()) == {30000}


def test_a_sheet_off_the_followed_table_is_named_until_accounted_for() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "riichi", player="3")
    own = sheet_of(event.state, event.rules, KEY)
    assert (own.raw, own.leftover) == ((30000, 30000, 29000, 30000), 1000)
    wrong = replace(own, raw=(31000, 29000, 29000, 30000))
    number = event.add(SheetEntered(sheet=wrong), AT)

    (found,) = standings(event.state, event.rules).differences

    assert found.off_live == (1000, -1000, 0, 0, 0)
    assert found.unexplained == 0
    fair = Amended(target=number, reason="as played", content=SheetEntered(sheet=own))
    other = event.again()
    event.add(fair, AT)
    assert standings(event.state, event.rules).differences == ()
    other.add(Explained(points=0, reason="the players agreed on a miscount"), AT)
    assert standings(other.state, other.rules).differences == ()


# Random events ---------------------------------------------------------------------

EDITIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("ema-2025", {}), ("student-league", {}), ("naro-2015", {}), ("m-league", {}),
    ("riichi-wiki", {}), ("reach", {"withdrawn_call": "deposit"}), ("wrc-2025", {}),
)  # fmt: skip
FOULS: tuple[tuple[str, dict[str, object]], ...] = (
    ("furiten-ron", {"shown": True, "by": "ron"}),
    ("wrong-tile-count", {"tiles": 12, "expected": 13}),
    ("withdrawn-call", {"call": "pon", "shown": False}),
    ("open-riichi", {}),
    ("late", {"seconds": 120}),
)
keys = st.sampled_from(KEYS)
seats = st.integers(0, 3)


class EventMachine(RuleBasedStateMachine):
    """Random entries into a random event."""

    def __init__(self) -> None:
        super().__init__()
        self.event = LiveEvent("ema-2025")
        self.fresh = True

    @precondition(lambda self: self.fresh)
    @rule(edition=st.sampled_from(EDITIONS))
    def choose(self, edition: tuple[str, dict[str, str]]) -> None:
        self.event = LiveEvent(*edition)
        self.fresh = False

    def _try(self, content: Content | None, place: Place, *, undo: bool = True) -> None:
        """Book a content if it is let in; taking it back has to undo everything."""
        if content is None:
            return
        before, head = self.event.numbers(), self.event.state.head
        try:
            number = self.event.add(content, place)
        except BookError:
            assert self.event.state.head == head
            assert self.event.numbers() == before
            return
        if undo:
            other = self.event.again()
            other.add(Voided(target=number, reason="a slip"), place)
            assert other.numbers() == before

    def _player(self, key: HanchanKey, index: int) -> str:
        players = self.event.state.seated(key)
        assert players is not None
        return players[index]

    def _play(self, key: HanchanKey, kind: str, **more: object) -> None:
        step = {"event": kind, **more}
        # A table that is followed for the first time stays followed after a void.
        known = is_followed(self.event.state, key)
        self._try(HandPlayed(step=step), Place(round=1, table=key[1]), undo=known)

    @rule(key=keys, who=seats)
    def riichi(self, key: HanchanKey, who: int) -> None:
        self._play(key, "riichi", player=self._player(key, who))

    @rule(
        key=keys, pair=st.permutations(range(4)), points=st.sampled_from([1000, 8000])
    )
    def ron(self, key: HanchanKey, pair: list[int], points: int) -> None:
        win = {"winner": self._player(key, pair[0]), "points": points}
        self._play(key, "ron", wins=[win], loser=self._player(key, pair[1]))

    @rule(key=keys, who=seats, fu=st.sampled_from([30, 40]))
    def tsumo(self, key: HanchanKey, who: int, fu: int) -> None:
        self._play(key, "tsumo", winner=self._player(key, who), han=2, fu=fu)

    @rule(key=keys, who=st.sets(seats))
    def draw(self, key: HanchanKey, who: set[int]) -> None:
        now = live_draft_context(self.event.state, self.event.rules, key)
        tenpai = {self._player(key, index) for index in who}
        if now is not None:
            tenpai = (tenpai | set(now.riichi)) - set(now.dead)
        self._play(key, "draw", tenpai=sorted(tenpai))

    @rule(key=keys)
    def signal(self, key: HanchanKey) -> None:
        self._play(key, "time-signal")

    @rule(
        key=keys, who=seats, foul=st.sampled_from(FOULS), pending=st.booleans(),
        own=st.sampled_from([None, -2000]),
    )  # fmt: skip
    def incident(
        self,
        key: HanchanKey,
        who: int,
        foul: tuple[str, dict[str, object]],
        pending: bool,
        own: int | None,
    ) -> None:
        offender = self._player(key, who)
        draft = self.event.draft(key, offender, foul[0], **foul[1])
        if own is not None:
            departure = Departure(class_=Class.POINT_PENALTY, points={offender: own})
            draft = replace(draft, departure=departure, note="agreed on the spot")
        self._try(self.event.ruled(replace(draft, pending=pending)), draft.place)

    @rule(key=keys, who=seats, foul=st.sampled_from(FOULS))
    def found_later(
        self, key: HanchanKey, who: int, foul: tuple[str, dict[str, object]]
    ) -> None:
        """A ruling on a hand that is over."""
        draft = self.event.draft(key, self._player(key, who), foul[0], **foul[1])
        place = replace(draft.place, hand="E1", honba=0)
        draft = replace(draft, place=place, riichi=(), carried=0, dead={}, scores={})
        self._try(self.event.ruled(draft), place)

    @rule(pick=st.integers(0, 60))
    def confirm(self, pick: int) -> None:
        state = self.event.state
        waiting = [number for number in state.incidents if state.is_pending(number)]
        if waiting:
            target = waiting[pick % len(waiting)]
            place = state.entries[target - 1].place
            self._try(Confirmed(target=target), place, undo=False)

    @rule(pick=st.integers(0, 60))
    def void(self, pick: int) -> None:
        entries = self.event.state.entries
        target = entries[pick % len(entries)]
        void = Voided(target=target.number, reason="seen on the video")
        self._try(void, target.place, undo=False)

    @rule(pick=st.integers(0, 60), who=seats, foul=st.sampled_from(FOULS))
    def amend(self, pick: int, who: int, foul: tuple[str, dict[str, object]]) -> None:
        target = self._picked(pick)
        if target is None:
            return
        key = (1, target.place.table or 1)
        draft = self.event.draft(key, self._player(key, who), foul[0], **foul[1])
        content = self.event.ruled(replace(draft, place=target.place))
        if content is not None:
            put = Amended(target=target.number, reason="mistaken", content=content)
            self._try(put, target.place, undo=False)

    def _picked(self, pick: int) -> Entry | None:
        standing = list(self.event.state.incidents.values())
        return standing[pick % len(standing)] if standing else None

    @rule(key=keys, order=st.permutations(range(4)))
    def reseat(self, key: HanchanKey, order: list[int]) -> None:
        east, south, west, north = (self._player(key, index) for index in order)
        seats = Reseated(players=(east, south, west, north), reason="sat wrong")
        self._try(seats, Place(round=1, table=key[1]))

    @rule(key=keys, error=st.sampled_from([0, 0, 1000, -300]), place=seats)
    def close(self, key: HanchanKey, error: int, place: int) -> None:
        """The sheet of a followed table, as it was played or with a mistake."""
        if not is_followed(self.event.state, key):
            return
        sheet = sheet_of(self.event.state, self.event.rules, key)
        raw = list(sheet.raw)
        raw[place] += error
        east, south, west, north = raw
        reported = replace(sheet, raw=(east, south, west, north))
        self._try(SheetEntered(sheet=reported), Place(round=1, table=key[1]))

    @rule(key=keys, points=st.sampled_from([1000, 300, -300, 0]))
    def explain(self, key: HanchanKey, points: int) -> None:
        told = Explained(points=points, reason="found on the floor")
        self._try(told, Place(round=1, table=key[1]))

    @rule(number=st.sampled_from(NUMBERS), back=st.booleans())
    def status(self, number: str, back: bool) -> None:
        status = "ok" if back else "withdrawn"
        self._try(StatusChanged(player=number, status=status, reason="told"), Place())  # type: ignore[arg-type]

    @invariant()
    def adds_up(self) -> None:
        """Seats, pot and fines: what is taken is given, entry by entry and in all."""
        event = self.event
        for entry, ruled in event.state.rulings():
            for stage in Stage:
                moved = [p.points for p in ruled.postings if p.stage is stage]
                assert sum(moved) == 0, entry.number
        start = 4 * event.rules.ruleset.scoring.start
        for key in KEYS:
            now = live_draft_context(event.state, event.rules, key)
            if now is not None:
                assert sum(now.scores.values()) + now.pot == start
                assert now.pot >= STICK * len(now.riichi)
                assert 0 <= now.deposits <= now.carried
        assert standings(event.state, event.rules).check.points == 0

    @invariant()
    def live_and_sheet_agree(self) -> None:
        """The sheet that a followed table makes is scored as the table itself is."""
        event = self.event
        for key in KEYS:
            hanchan = live(event.state, event.rules, key)
            if hanchan is None or key in event.state.sheets:
                continue
            sheet = sheet_of(event.state, event.rules, key)
            assert (
                sum(sheet.raw) + sheet.leftover == 4 * event.rules.ruleset.scoring.start
            )
            closed = event.again()
            closed.add(SheetEntered(sheet=sheet), Place(round=1, table=key[1]))
            assert off_live(closed.state, closed.rules, key) is None
            _, ended = hanchan.end()
            by_seat = dict(zip(SEATS, sheet.raw, strict=True))
            fines = {
                seat: hanchan.before_placing.get(player, 0)
                for seat, player in zip(SEATS, hanchan.players, strict=True)
            }
            reported = score(
                event.rules.ruleset,
                Ending(
                    raw=by_seat, leftover=sheet.leftover, before_placing=fines,
                    deposits=hanchan.deposits,
                ),
            )  # fmt: skip
            assert (reported.place, reported.uma, reported.sticks) == (
                ended.place, ended.uma, ended.sticks,
            )  # fmt: skip
            assert reported.check == ended.check

    @invariant()
    def the_journal_gives_the_same_event_from_nothing(self) -> None:
        other = self.event.again()
        assert other.numbers() == self.event.numbers()
        for key in KEYS:
            grown = followed(self.event.state, self.event.rules, key)
            fresh = followed(other.state, other.rules, key)
            assert (grown and grown.hanchan) == (fresh and fresh.hanchan)


EventMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=30, deadline=None
)
TestEvent = EventMachine.TestCase


def test_a_journal_that_the_rules_forbid_is_told_with_its_entry() -> None:
    event = LiveEvent("ema-2025")
    _step(event, "riichi", player="3")
    forged = event.again()
    entry = forged.state.entries[-1]
    forged.state.apply(replace(entry, number=entry.number + 1))

    with pytest.raises(LedgerError, match=f"entry {entry.number + 1}: .*in riichi"):
        live(forged.state, forged.rules, KEY)
