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

CHOSEN = ("outcome", "amount")
"""Questions that the referee answers for a silent book, not facts."""

WINDS = ("round_wind", "seat_wind")
"""Questions about the tiles, for yaku that depend on the wind."""

SETTLED: tuple[Settled | None, ...] = (None, "table", "ledger")


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

    def answer(self, question: str, value: FactValue) -> None:
        """Take an answer; what was changed before need not be open any more.

        Where tiles and statement differ, saying the same again sets the tiles aside.
        """
        told = self.situation if question == "situation" else self.given.get(question)
        if self.evidence is not None and value is not None and value == told:
            self.evidence = None
        else:
            self.given[question] = value
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
    at: datetime | None = None
    """When it happened, in the venue's own time."""
    note: str = ""
    departure: Departure | None = None
    settled: Settled | None = None
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
            at=self.at,
        )

    def is_touched(self) -> bool:
        """Whether anything was told that would be lost."""
        return (
            len(self.incidents) > 1
            or self.current.is_told
            or bool(self.note)
            or self.departure is not None
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
        given = self.current.given
        if not given:
            return False
        given.popitem()
        self.current.changed.clear()
        return True


def with_now(form: Form, **changes: object) -> None:
    """Change parts of the table as it lies."""
    form.now = replace(form.now, **changes)  # type: ignore[arg-type]
