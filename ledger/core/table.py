"""One hanchan in play, as pure state: `applied` gives the next state or refuses.

    scores + pot + fines before placing is constant after every event

A state is never changed; each holds what every event so far has moved, so that a void
takes back exactly that. Undoing the latest event that stands is the state before it; a
void of an older one takes its points back while the hands played since stand. The pot
tells this hand's sticks from what was carried into the hand and from deposits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ledger.core.deals import HANDS, SIGNAL_HANDS, next_deal
from ledger.core.hands import check_result
from ledger.core.incidents import (
    Abort,
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
from ledger.core.scoring import Ending, LeftoverTo, Score, score
from ledger.core.taking_back import is_taken_since, without
from ledger.core.terms import SEATS, STICK, Class, Seat
from ledger.errors import IncidentError

CALLS = ("pon", "chii", "kan", "closed-kan")
KANS_MAX = 4


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
    kans: tuple[str, ...] = ()
    """Who declared a kan in this hand, as far as calls are told."""
    hands_left: int | None = None
    over: bool = False
    ended: bool = False
    deal: int = 0
    moved: tuple[Moved | None, ...] = ()
    """By event, from the first after the start; None: it moves nothing."""
    voided: Mapping[int, int] = field(default_factory=dict)
    """The event that took it back, by the event that was taken back."""
    happened: tuple[Happened, ...] = ()
    before_placing: Mapping[str, int] = field(default_factory=dict)
    tournament: Mapping[str, int] = field(default_factory=dict)
    before: "Hanchan | None" = field(default=None, compare=False, repr=False)
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

    def followed(self, moved: Moved | None, **changes: object) -> "Hanchan":
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
        return self.followed(
            moved,
            scores={**self.scores, player: self.scores[player] - STICK},
            riichi=(*self.riichi, player),
        )

    def call(self, player: str, kind: str) -> "Hanchan":
        """Return the state after a set is called; it moves nothing, but may be refused.

        Raises:
            IncidentError: a dead hand calls, a riichi hand takes a discard, or it is
                the fifth kan of the hand.
        """
        self._check_going()
        self.seat(player)
        if kind not in CALLS:
            raise IncidentError("kind", f"{kind!r} is not one of: {', '.join(CALLS)}")
        if player in self.dead:
            raise IncidentError("player", f"{player} has a dead hand, which calls none")
        if player in self.riichi and kind != "closed-kan":
            raise IncidentError(
                "player",
                f"{player} is in riichi and calls no {kind}: it is an incident",
            )
        is_kan = kind.endswith("kan")
        if is_kan and len(self.kans) == KANS_MAX:
            raise IncidentError(
                "kind", "a fifth kan is not possible: it is an incident"
            )
        kans = (*self.kans, player) if is_kan else self.kans
        return self.followed(self._moved(kind, {player: 0}, 0), kans=kans)

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
        if isinstance(result, Abort) and not self.rules.ruleset.play.aborts:
            raise IncidentError(
                "abort",
                "abortive draws are not in use in this edition; a hand that has to be"
                " dealt again is an incident",
            )
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
        back = {self.player(seat) for seat in ruling.riichi_returned}
        riichi = tuple(player for player in self.riichi if player not in back)
        carried = self.pot + ruling.pot - STICK * len(riichi)
        # What a ruling adds to the pot beyond sticks that went back is a deposit.
        added = max(0, ruling.pot + STICK * len(back))
        deposits = min(max(0, carried), self.deposits + added)
        dead = {self.player(seat) for seat in ruling.dead_hands} - set(self.dead)
        moved = self._moved(
            kind,
            by_player,
            ruling.pot,
            deposits=deposits - self.deposits,
            before_placing=self._by_player(ruling.before_placing),
            tournament=self._by_player(ruling.tournament),
            dead=tuple(dead | self._died(ruling)),
            returned=tuple(self.player(seat) for seat in ruling.riichi_returned),
        )
        after = self.followed(
            moved,
            scores=summed(self.scores, by_player),
            riichi=riichi,
            carried=carried,
            deposits=deposits,
            before_placing=summed(self.before_placing, moved.before_placing),
            tournament=summed(self.tournament, moved.tournament),
            dead={**self.dead, **dict.fromkeys(dead, "declared")},
        )
        return after if ruling.hand == "continue" else _dealt(self, after, ruling)

    def _died(self, ruling: Ruling) -> set[str]:
        """Return whose hands this ruling alone would make dead, dead already or not."""
        return {
            self.player(own.offender)
            for own in ruling.rulings
            if own.offender in ruling.dead_hands and own.class_ is Class.DEAD_HAND
        }

    def adjusted(self, ruling: Ruling, since: int | None = None) -> "Hanchan":
        """Return the state after a ruling on an earlier hand: it moves points alone.

        Args:
            ruling: What it moves.
            since: The event in whose place it stands.

        Raises:
            IncidentError: it takes points off the table that are no longer there.
        """
        if self.carried + ruling.pot < 0:
            raise IncidentError(
                "pot", "is no longer there: a later win has taken what lay on the table"
            )
        moved = self._moved(
            "adjustment",
            self._by_player(ruling.points),
            ruling.pot,
            deposits=max(0, ruling.pot),
            since=since,
            before_placing=self._by_player(ruling.before_placing),
            tournament=self._by_player(ruling.tournament),
        )
        return self.followed(
            moved,
            scores=summed(self.scores, moved.scores),
            carried=self.carried + ruling.pot,
            deposits=min(self.carried + ruling.pot, self.deposits + moved.deposits),
            before_placing=summed(self.before_placing, moved.before_placing),
            tournament=summed(self.tournament, moved.tournament),
        )

    def _by_player(self, points: Mapping[Seat, int]) -> dict[str, int]:
        return {self.player(seat): amount for seat, amount in points.items() if amount}

    def signal(self) -> "Hanchan":
        """Return the state after the time signal.

        Raises:
            IncidentError: it has been given already.
        """
        self._check_going()
        if self.hands_left is not None:
            raise IncidentError("event", "the time signal has been given already")
        moved = self._moved("signal", {}, 0)
        return self.followed(moved, hands_left=SIGNAL_HANDS)

    def void(self, event: int, reason: str) -> "Hanchan":
        """Return the state after event number `event` (from 0) is taken back.

        Raises:
            IncidentError: no reason, no such event, one that is void already, or one
                whose points have gone on to others.
        """
        after = without(self, event, reason)
        moved = self.moved[event]
        assert moved is not None, "it was taken back just now"
        if moved.pot > 0 and is_taken_since(self, event):
            raise IncidentError(
                "of", "names points that a later win has taken: void that win first"
            )
        return after

    def is_past(self, hand: str | None, honba: int | None) -> bool:
        """Whether a hand, as far as it is told, is no longer the one in play."""
        is_other = hand is not None and hand != self.label
        return self.over or is_other or honba not in (None, self.honba)

    def end(self, leftover_to: LeftoverTo = None) -> "tuple[Hanchan, Score]":
        """Return the ended hanchan and how it is scored, by starting wind.

        Args:
            leftover_to: Who gets what is left, where the edition asks for it.

        Raises:
            IncidentError: it has ended already.
        """
        if self.ended:
            raise IncidentError("event", "the hanchan has ended")
        by_seat = dict(zip(SEATS, self.players, strict=True))
        ending = Ending(
            raw={seat: self.scores[p] for seat, p in by_seat.items()},
            leftover=self.pot,
            deposits=self.deposits,
            leftover_to=leftover_to,
            before_placing={
                s: self.before_placing.get(p, 0) for s, p in by_seat.items()
            },
            penalties={s: self.tournament.get(p, 0) for s, p in by_seat.items()},
        )
        scored = score(self.rules.ruleset, ending)
        return self.followed(None, over=True, ended=True), scored


def _dealt(before: Hanchan, after: Hanchan, ruling: Ruling) -> Hanchan:
    """Return the state at the next deal, or at the end of the hanchan."""
    deal = next_deal(
        before.rules.ruleset, ruling, before.hand, before.hands_left, after.scores
    )
    return replace(
        after,
        hand=deal.hand,
        honba=before.honba if ruling.honba is None else ruling.honba,
        carried=after.carried + STICK * len(after.riichi),
        riichi=(),
        dead={},
        kans=(),
        hands_left=deal.hands_left,
        over=deal.over,
        deal=before.deal + 1,
    )
