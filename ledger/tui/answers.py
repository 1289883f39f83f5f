"""What the Record screen has been told so far: one value that the screen only edits.

    who -> what -> facts that are asked -> the answer, which Enter books

No widget holds a part of a draft; whatever happens to the screen, this is kept. Which
question comes next is not decided here: `rule` says what is missing.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import uuid4

from ledger.core.contents import Departure, Settled
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import HanchanKey, Place
from ledger.core.floor import TableNow
from ledger.core.incidents import Dead, Result
from ledger.core.rules import Rules
from ledger.core.situations import FactValue, Situation
from ledger.core.terms import Seat
from ledger.core.wishes import AmendRuling, ChangeRuling

CHOSEN = ("outcome", "amount")
"""Questions that the referee answers for a silent book, not facts."""

WINDS = ("round_wind", "seat_wind")
"""Questions about the tiles, for yaku that depend on the wind."""

SETTLED: tuple[Settled | None, ...] = (None, "table", "ledger")


RulingWish = Draft | AmendRuling | ChangeRuling
"""What the Record screen can ask to be booked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacing:
    """The ruling that a form is to take the place of, and why."""

    target: int
    reason: str
    appeal: int | None = None
    """The appeal that is decided so; None: the ruling is amended."""
    before: Draft
    """What led to that ruling."""


@dataclass(slots=True)
class Answers:
    """One offender's incident, as far as it is told."""

    offender: str | None = None
    is_nobody: bool = False
    """Nobody is to blame; without it a missing offender is still to be named."""
    situation: str | None = None
    given: dict[str, FactValue] = field(default_factory=dict)
    """Answers by question, in the order they were given."""
    changed: dict[str, str] = field(default_factory=dict)
    """Assumed parts that the referee decided otherwise."""
    changed_facts: dict[str, FactValue] = field(default_factory=dict)
    """Facts whose usual value does not hold here."""
    tiles: dict[str, str] = field(default_factory=dict)
    """The fields of the tile pane as they were typed."""
    evidence: dict[str, object] | None = None
    """What the tile pane holds; it may name the situation."""
    tile_fault: str = ""
    """Why the tile pane cannot be read; nothing is booked over it."""
    told: list[tuple[str, str]] = field(default_factory=list)
    """What was told, in order: in which of the three answers stand, and its name."""

    def choose(self, situation: Situation, before: Situation | None = None) -> None:
        """Take a situation; answers that mean nothing about it are dropped.

        Args:
            situation: What it is.
            before: What it was until now.
        """
        if situation.id != self.situation:
            known = before.facts if before else {}
            same = {n for n, fact in situation.facts.items() if known.get(n) == fact}
            self.given = {n: v for n, v in self.given.items() if n in same}
            self.changed.clear()
            self.changed_facts.clear()
        self.situation = situation.id

    @property
    def is_told(self) -> bool:
        """Whether there is something to judge: a situation, or tiles that name it."""
        return self.situation is not None or bool(self.evidence or self.tile_fault)

    def incident(self) -> DraftIncident:
        """Return the incident as it is told."""
        apart = (*CHOSEN, *WINDS, "dead")
        facts = {k: v for k, v in self.given.items() if k not in apart}
        choice = {
            name: value
            for name, value in self.given.items()
            if name in CHOSEN and isinstance(value, str | int)
        }
        winds = {wind: self.given[wind] for wind in WINDS if wind in self.given}
        return DraftIncident(
            offender=self.offender,
            situation=self.situation,
            facts={**facts, **self.changed_facts},
            choice={**choice, **self.changed},
            evidence=None if self.evidence is None else {**self.evidence, **winds},
        )

    def tell(self, where: str, name: str) -> None:
        """Note that something was told just now, so that it is taken back first."""
        if (where, name) in self.told:
            self.told.remove((where, name))
        self.told.append((where, name))

    def take_back(self) -> bool:
        """Forget what was told last; False if there is nothing to forget."""
        kinds: dict[str, dict[str, FactValue] | dict[str, str]] = {
            "given": self.given,
            "changed": self.changed,
            "changed_facts": self.changed_facts,
        }
        while self.told:
            where, name = self.told.pop()
            if name in kinds[where]:
                del kinds[where][name]
                if where == "given":
                    self.changed.clear()
                return True
        if self.given:  # a ruling of the referee's own is told all at once
            self.given.popitem()
            return True
        return False

    def turn(self, hand: str | None, seat: Seat | None) -> None:
        """Let the winds of the tiles be those of the hand, told since they were laid.

        Args:
            hand: The hand, such as `E2`; None: not known, the winds are asked for.
            seat: The offender's wind in it.
        """
        if self.evidence is None:
            return
        winds: dict[str, object] = {}
        if hand is not None and seat is not None:
            winds = {"round_wind": hand[0], "seat_wind": seat.value}
            for wind in WINDS:
                self.given.pop(wind, None)
        laid = {k: v for k, v in self.evidence.items() if k not in WINDS}
        self.evidence = {**laid, **winds}

    def answer(self, question: str, value: FactValue) -> None:
        """Take an answer; what was changed before need not be open any more.

        Where tiles and statement differ, saying the same again sets the tiles aside.
        """
        told = self.situation if question == "situation" else self.given.get(question)
        if self.evidence is not None and value is not None and value == told:
            self.evidence = None
        else:
            self.given[question] = value
            self.tell("given", question)
        self.changed.clear()


@dataclass(slots=True)
class Form:
    """Everything that one booking is made of."""

    key: HanchanKey | None
    """Round and table; None outside the tables."""
    round: int | None = None
    now: TableNow = field(default_factory=TableNow)
    incidents: list[Answers] = field(default_factory=lambda: [Answers()])
    last_discard: bool = False
    draw_possible: bool = True
    hands_left: int | None = None
    result: Result | None = None
    table_faults: dict[str, str] = field(default_factory=dict)
    """Why fields of the table cannot be read; nothing is booked over them."""
    is_table_told: bool = False
    """Whether anything was typed into those fields."""
    at: datetime | None = None
    """When it happened, in the venue's own time."""
    note: str = ""
    departure: Departure | None = None
    settled: Settled | None = None
    pending: bool = False
    """Wait for a head referee, as the referee wants it."""
    must_wait: bool = False
    """Wait for a head referee, as the event wants it of who signs."""
    replacing: Replacing | None = None
    """None: a ruling of its own."""
    client_id: str = field(default_factory=lambda: uuid4().hex)

    @property
    def current(self) -> Answers:
        """The incident that is being told."""
        return self.incidents[-1]

    @property
    def place(self) -> Place:
        """Where it happened."""
        if self.key is None:
            return Place(round=self.round)
        hand = self.now.hand
        return Place(
            round=self.key[0],
            table=self.key[1],
            hand=hand,
            honba=self.now.honba if hand else None,
        )

    def draft(self) -> Draft | None:
        """Return the draft, or None while there is nothing to judge of an incident."""
        if not all(each.is_told for each in self.incidents):
            return None
        dead: dict[str, Dead] = dict(self.now.dead)
        for each in self.incidents:
            how = each.given.get("dead")
            if each.offender and how in ("declared", "undeclared"):
                dead[each.offender] = "declared" if how == "declared" else "undeclared"
        return Draft(
            place=self.place,
            incidents=tuple(each.incident() for each in self.incidents),
            carried=self.now.carried,
            riichi=self.now.riichi,
            dead=dead,
            scores=self.now.scores if self.now.as_of is not None else {},
            last_discard=self.last_discard,
            draw_possible=self.draw_possible,
            hands_left=self.hands_left,
            result=self.result,
            departure=self.departure,
            settled=self.settled,
            note=self.note.strip(),
            pending=self.pending or self.must_wait,
            at=self.at,
        )

    def wish(self) -> RulingWish | None:
        """Return what is to be booked; None while there is nothing to judge."""
        draft, replacing = self.draft(), self.replacing
        if draft is None or replacing is None:
            return draft
        if replacing.appeal is not None:
            return ChangeRuling(
                target=replacing.appeal, reason=replacing.reason, draft=draft
            )
        return AmendRuling(
            target=replacing.target, reason=replacing.reason, draft=draft
        )

    @property
    def instead_of(self) -> int | None:
        """The ruling that this one takes the place of."""
        return None if self.replacing is None else self.replacing.target

    def is_touched(self) -> bool:
        """Whether anything was told that would be lost."""
        if self.table_faults:
            return True
        if self.replacing is not None:
            draft = self.draft()
            return draft is None or replace(draft, pending=False) != replace(
                self.replacing.before, pending=False
            )
        return (
            len(self.incidents) > 1
            or self.current.is_told
            or bool(self.note)
            or self.departure is not None
            or self.is_table_told
        )

    def step_settled(self) -> None:
        """Go on to the next way of settling: usual, at the table, by the ledger."""
        index = SETTLED.index(self.settled)
        self.settled = SETTLED[(index + 1) % len(SETTLED)]

    def choose(self, index: int, name: str, rules: Rules) -> Situation:
        """Say what one of the incidents is; return the situation."""
        answers = self.incidents[index]
        before = rules.situation(answers.situation) if answers.situation else None
        answers.choose(rules.situation(name), before)
        return rules.situation(name)

    def answer(self, index: int, question: str, value: FactValue) -> None:
        """Take the answer to a question about one of the incidents."""
        self.incidents[index].answer(question, value)

    def take_back(self) -> bool:
        """Forget the last answer; False if there is none to forget."""
        return self.current.take_back()


def with_now(form: Form, **changes: object) -> None:
    """Change parts of the table as it lies."""
    form.now = replace(form.now, **changes)  # type: ignore[arg-type]
