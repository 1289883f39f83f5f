"""One hanchan in play, as pure state: `applied` gives the next state or refuses.

    scores + pot + fines before placing is constant after every event

A state is never changed; each holds what every event so far has moved, so that a void
takes back exactly that. Undoing the latest event is the state before it; a void of an
older one takes its points back while the hands played since stand. The pot tells this
hand's sticks from what was carried into the hand and from deposits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ledger.core.hands import check_result
from ledger.core.incidents import (
    Dead,
    Draw,
    Earlier,
    Incident,
    Result,
    TableState,
)
from ledger.core.moves import Happened, Moved, summed
from ledger.core.rules import Rules
from ledger.core.rulings import Ruling, judge
from ledger.core.scoring import Ending, Score, score
from ledger.core.terms import SEATS, STICK, Seat
from ledger.errors import IncidentError

HANDS = ("E1", "E2", "E3", "E4", "S1", "S2", "S3", "S4")
SIGNAL_HANDS = 2
"""Hands still to play at the time signal: the one in play and one more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanchan:
    """A hanchan after some events. Players are named by their ids all the way."""

    rules: Rules
    players: tuple[str, str, str, str]
    """In starting order E S W N."""
    scores: Mapping[str, int]
    hand: int = 0
    """Index into `HANDS`."""
    honba: int = 0
    carried: int = 0
    """On the table from earlier hands, and deposits of this one."""
    deposits: int = 0
    """How much of `carried` are deposits."""
    riichi: tuple[str, ...] = ()
    dead: Mapping[str, Dead] = field(default_factory=dict)
    hands_left: int | None = None
    over: bool = False
    ended: bool = False
    deal: int = 0
    moved: tuple[Moved | None, ...] = ()
    """By event, from the first after the start; None: it moves nothing."""
    voided: frozenset[int] = frozenset()
    happened: tuple[Happened, ...] = ()
    before_placing: Mapping[str, int] = field(default_factory=dict)
    tournament: Mapping[str, int] = field(default_factory=dict)
    before: "Hanchan | None" = None
    """The state before the latest event."""

    @classmethod
    def start(cls, rules: Rules, players: Sequence[str]) -> "Hanchan":
        """Return a hanchan before its first hand.

        Raises:
            IncidentError: not four different players.
        """
        if len(players) != len(SEATS) or len(set(players)) != len(SEATS):
            raise IncidentError("players", "expected four different players")
        east, south, west, north = players
        return cls(
            rules=rules,
            players=(east, south, west, north),
            scores=dict.fromkeys(players, rules.ruleset.scoring.start),
        )

    @property
    def pot(self) -> int:
        """Everything lying on the table."""
        return self.carried + STICK * len(self.riichi)

    @property
    def label(self) -> str:
        """The hand in play, such as `E2`; after the last hand the label stays."""
        return HANDS[self.hand]

    def seat(self, player: str, place: str = "player") -> Seat:
        """Return a player's wind in the hand in play.

        Raises:
            IncidentError: nobody of that id sits here.
        """
        if player not in self.players:
            told = ", ".join(self.players)
            raise IncidentError(place, f"{player!r} is not one of: {told}")
        return SEATS[(self.players.index(player) - self.hand) % 4]

    def player(self, seat: Seat) -> str:
        """Return who sits at a wind in the hand in play."""
        return self.players[(SEATS.index(seat) + self.hand) % 4]

    def _check_going(self) -> None:
        if self.ended or self.over:
            raise IncidentError("event", "the hanchan is over")

    def _next(self, moved: Moved | None, **changes: object) -> "Hanchan":
        """Return the next state; `moved` is remembered for a void."""
        return replace(
            self,
            before=self,
            moved=(*self.moved, moved),
            **changes,  # type: ignore[arg-type]
        )

    def declare_riichi(self, player: str) -> "Hanchan":
        """Return the state after a riichi.

        Raises:
            IncidentError: the hand is dead or in riichi already, or the points do not
                suffice where they must.
        """
        self._check_going()
        self.seat(player)
        if player in self.dead:
            raise IncidentError("player", f"{player} has a dead hand")
        if player in self.riichi:
            raise IncidentError("player", f"{player} is in riichi already")
        minimum = self.rules.ruleset.play.riichi_minimum
        if self.scores[player] < STICK and minimum == "refused":
            raise IncidentError("player", f"{player} has less than {STICK:,} points")
        moved = self._moved("riichi", {player: -STICK}, STICK)
        return self._next(
            moved,
            scores={**self.scores, player: self.scores[player] - STICK},
            riichi=(*self.riichi, player),
        )

    def _moved(
        self, kind: str, scores: Mapping[str, int], pot: int, **more: object
    ) -> Moved:
        return Moved(
            kind=kind,
            scores=scores,
            pot=pot,
            deal=self.deal,
            **{"deposits": 0, **more},  # type: ignore[arg-type]
        )

    def end_hand(self, result: Result) -> "Hanchan":
        """Return the state after a hand's ordinary end.

        Raises:
            IncidentError: the result is impossible, or a dead hand wins or is tenpai.
        """
        self._check_going()
        check_result(result)
        self._check_riichi_shown(result)
        return self.settled(judge(self.rules, self.table_state(), (), result), "hand")

    def _check_riichi_shown(self, result: Result) -> None:
        """Refuse a draw at which a live riichi hand is noten: that is an incident."""
        if not isinstance(result, Draw):
            return
        for player in self.riichi:
            if player not in self.dead and self.seat(player) not in result.tenpai:
                raise IncidentError(
                    "tenpai",
                    f"{player} is in riichi and not tenpai: record the incident",
                )

    def table_state(self, **stated: bool) -> TableState:
        """Return the table as `judge` wants it."""
        return TableState(
            honba=self.honba,
            carried=self.carried,
            riichi=tuple(self.seat(player) for player in self.riichi),
            dead={self.seat(player): how for player, how in self.dead.items()},
            scores={self.seat(player): self.scores[player] for player in self.players},
            hands_left=self.hands_left,
            **stated,
        )

    def record(
        self,
        incidents: Sequence[Incident],
        result: Result | None = None,
        *,
        last_discard: bool = False,
        draw_possible: bool = True,
    ) -> "tuple[Hanchan, Ruling]":
        """Return the state after incidents of one moment, and the ruling.

        Raises:
            IncidentError: the rulebook asks for a fact, or the input is wrong.
        """
        if self.ended:
            raise IncidentError("event", "the hanchan is over")
        if result is not None:
            self._check_going()
        table = self.table_state(last_discard=last_discard, draw_possible=draw_possible)
        ruling = judge(self.rules, table, incidents, result, self._history(incidents))
        if ruling.ask:
            question = ruling.ask[0]
            choices = ", ".join(str(choice) for choice in question.choices)
            raise IncidentError(
                f"facts.{question.fact}", f"is asked: {question.why} [{choices}]"
            )
        if self.over and ruling.hand != "continue":
            raise IncidentError("event", "the hanchan is over, no hand is in play")
        after = self.settled(ruling, "incident")
        happened = tuple(
            Happened(
                event=len(self.moved),
                player=self.player(own.offender),
                situation=own.situation,
                class_=own.class_,
                deal=self.deal,
            )
            for own in ruling.rulings
            if own.offender is not None
            and own.class_ is not None
            and own.situation is not None
        )
        return replace(after, happened=(*after.happened, *happened)), ruling

    def _history(self, incidents: Sequence[Incident]) -> tuple[Earlier, ...]:
        wanted = {i.offender for i in incidents if i.offender is not None}
        return tuple(
            Earlier(
                offender=self.seat(one.player),
                situation=one.situation,
                class_=one.class_,
            )
            for one in self.happened
            if one.event not in self.voided
            and self.seat(one.player) in wanted
            and (self.rules.window(one.situation) != "hand" or one.deal == self.deal)
        )

    def settled(self, ruling: Ruling, kind: str) -> "Hanchan":
        """Return the state after a ruling or a result, whatever it says."""
        by_player = {
            self.player(seat): points for seat, points in ruling.points.items()
        }
        returned = len(ruling.riichi_returned)
        # What a ruling adds to the pot beyond sticks that went back is a deposit.
        deposit = (
            max(0, ruling.pot + STICK * returned) if ruling.hand != "scored" else 0
        )
        already = set(self.dead)
        dead = {self.player(seat) for seat in ruling.dead_hands} - already
        moved = self._moved(
            kind,
            by_player,
            ruling.pot,
            deposits=deposit,
            before_placing=self._by_player(ruling.before_placing),
            tournament=self._by_player(ruling.tournament),
            dead=tuple(dead),
            returned=tuple(self.player(seat) for seat in ruling.riichi_returned),
        )
        scores = {p: self.scores[p] + by_player[p] for p in self.players}
        back = {self.player(seat) for seat in ruling.riichi_returned}
        after = self._next(
            moved,
            scores=scores,
            riichi=tuple(player for player in self.riichi if player not in back),
            carried=ruling.pot_after
            - STICK * len([p for p in self.riichi if p not in back]),
            deposits=self.deposits + deposit,
            before_placing=summed(self.before_placing, moved.before_placing),
            tournament=summed(self.tournament, moved.tournament),
            dead={**self.dead, **dict.fromkeys(dead, "declared")},
        )
        if ruling.hand == "continue":
            return after
        return _dealt(self, after, ruling)

    def _by_player(self, points: Mapping[Seat, int]) -> dict[str, int]:
        return {self.player(seat): amount for seat, amount in points.items() if amount}

    def _check_stick_there(self, player: str, deal: int) -> None:
        """Refuse to take back a stick that has gone back to its owner already."""
        for number, moved in enumerate(self.moved):
            if (
                moved is not None
                and number not in self.voided
                and moved.deal == deal
                and player in moved.returned
            ):
                raise IncidentError(
                    "of", f"names a riichi whose stick went back to {player} already"
                )

    def signal(self) -> "Hanchan":
        """Return the state after the time signal.

        Raises:
            IncidentError: it has been given already.
        """
        self._check_going()
        if self.hands_left is not None:
            raise IncidentError("event", "the time signal has been given already")
        return self._next(None, hands_left=SIGNAL_HANDS)

    def void(self, event: int, reason: str) -> "Hanchan":
        """Return the state after event number `event` (from 0) is taken back.

        Raises:
            IncidentError: no reason, no such event, one that is void already, or one
                whose points have gone on to others.
        """
        if self.ended:
            raise IncidentError("event", "the hanchan has ended")
        if not reason.strip():
            raise IncidentError("reason", "is missing, a void needs a reason")
        if not 0 <= event < len(self.moved) or self.moved[event] is None:
            raise IncidentError("of", "names no event that can be voided")
        if event in self.voided:
            raise IncidentError("of", "names an event that is void already")
        voided = self.voided | {event}
        if event == len(self.moved) - 1 and self.before is not None:
            return replace(
                self.before,
                before=self,
                moved=(*self.moved, None),
                voided=voided,
                happened=self.happened,
            )
        moved = self.moved[event]
        assert moved is not None
        return self._taken_back(moved, voided)

    def _taken_back(self, moved: Moved, voided: frozenset[int]) -> "Hanchan":
        in_this_hand = moved.deal == self.deal
        riichi = self.riichi
        if moved.kind == "riichi":
            self._check_stick_there(next(iter(moved.scores)), moved.deal)
        carried = self.carried - moved.pot
        if moved.kind == "riichi" and in_this_hand:
            player = next(iter(moved.scores))
            riichi = tuple(other for other in riichi if other != player)
            carried = self.carried
        if carried < 0:
            raise IncidentError(
                "of", "names points that a later win has taken: void that win first"
            )
        dead = dict(self.dead)
        if in_this_hand:
            for player in moved.dead:
                dead.pop(player, None)
        return self._next(
            None,
            scores=summed(self.scores, moved.scores, sign=-1),
            carried=carried,
            deposits=min(carried, max(0, self.deposits - moved.deposits)),
            riichi=riichi,
            dead=dead,
            before_placing=summed(self.before_placing, moved.before_placing, sign=-1),
            tournament=summed(self.tournament, moved.tournament, sign=-1),
            voided=voided,
        )

    def end(self) -> "tuple[Hanchan, Score]":
        """Return the ended hanchan and how it is scored, by starting wind.

        Raises:
            IncidentError: it has ended already.
        """
        if self.ended:
            raise IncidentError("event", "the hanchan has ended")
        by_seat = dict(zip(SEATS, self.players, strict=True))
        ending = Ending(
            raw={seat: self.scores[p] for seat, p in by_seat.items()},
            leftover=self.pot,
            before_placing={
                s: self.before_placing.get(p, 0) for s, p in by_seat.items()
            },
            penalties={s: self.tournament.get(p, 0) for s, p in by_seat.items()},
        )
        scored = score(self.rules.ruleset, ending)
        return self._next(None, over=True, ended=True), scored


def _dealt(before: Hanchan, after: Hanchan, ruling: Ruling) -> Hanchan:
    """Return the state at the next deal, or at the end of the hanchan."""
    left = before.hands_left
    if ruling.hand == "game-ends":
        return replace(after, over=True, dead={}, riichi=(), hands_left=0)
    used = ruling.hand == "scored" or _uses_hand(before, ruling)
    if left is not None and used:
        left -= 1
    passes = ruling.dealer is Seat.S
    last = before.hand == len(HANDS) - 1 and passes
    bust = before.rules.ruleset.scoring.bust and min(after.scores.values()) < 0
    over = (left is not None and left <= 0) or last or bust
    carried = after.carried + STICK * len(after.riichi)
    assert ruling.honba is not None
    return replace(
        after,
        hand=before.hand + (passes and not over),
        honba=ruling.honba,
        carried=carried,
        riichi=(),
        dead={},
        hands_left=left,
        over=over,
        deal=before.deal + 1,
    )


def _uses_hand(before: Hanchan, ruling: Ruling) -> bool:
    """Whether a hand dealt again counts after the signal (EMA 2025 7.4)."""
    classes = {own.class_ for own in ruling.rulings}
    return any(
        outcome.hand == "replay" and outcome.uses_hand and outcome.class_ in classes
        for outcome in before.rules.ruleset.outcomes.values()
    )
