"""What the Record screen has been told so far: one value that the screen only edits.

    who -> what -> facts that are asked -> the answer, which Enter books

No widget holds a part of a draft; whatever happens to the screen, this is kept. Which
question comes next is not decided here: `rule` says what is missing.
"""

from dataclasses import dataclass, field, replace
from uuid import uuid4

from ledger.core.desk import Draft, DraftIncident, Ruled
from ledger.core.event import Departure, HanchanKey, Place, Settled
from ledger.core.floor import TableNow
from ledger.core.incidents import Dead, Result
from ledger.core.questions import Question
from ledger.core.situations import FactValue

CHOSEN = ("outcome", "amount")
"""Questions that the referee answers for a silent book, not facts."""

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

    def choose(self, situation: str) -> None:
        """Take a situation; what was answered about another one is dropped."""
        if situation != self.situation:
            self.given.clear()
            self.changed.clear()
            self.changed_facts.clear()
        self.situation = situation

    def incident(self) -> DraftIncident:
        """Return the incident; the situation must be chosen."""
        assert self.situation is not None
        facts = {
            name: value
            for name, value in self.given.items()
            if name not in (*CHOSEN, "dead")
        }
        choice = {
            name: value
            for name, value in self.given.items()
            if name in CHOSEN and isinstance(value, str | int)
        }
        return DraftIncident(
            offender=self.offender,
            situation=self.situation,
            facts={**facts, **self.changed_facts},
            choice={**choice, **self.changed},
        )


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
        """Return the draft, or None while an incident still lacks its situation."""
        if any(each.situation is None for each in self.incidents):
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
            last_discard=self.last_discard,
            draw_possible=self.draw_possible,
            hands_left=self.hands_left,
            result=self.result,
            departure=self.departure,
            settled=self.settled,
            note=self.note.strip(),
        )

    def is_touched(self) -> bool:
        """Whether anything was told that would be lost."""
        return (
            len(self.incidents) > 1
            or self.current.situation is not None
            or bool(self.note)
            or self.departure is not None
        )

    def step_settled(self) -> None:
        """Go on to the next way of settling: usual, at the table, by the ledger."""
        index = SETTLED.index(self.settled)
        self.settled = SETTLED[(index + 1) % len(SETTLED)]

    def asked(self, ruled: Ruled) -> tuple[int, Question] | None:
        """Return the incident that is asked about, by index, and the question."""
        if not ruled.ruling.ask:
            return None
        index = next(
            place
            for place, own in enumerate(ruled.ruling.rulings)
            if own.class_ is None
        )
        return index, ruled.ruling.ask[0]

    def answer(self, index: int, question: str, value: FactValue) -> None:
        """Take the answer to a question about one of the incidents.

        What was changed in an earlier answer need not be open in the new one.
        """
        self.incidents[index].given[question] = value
        self.incidents[index].changed.clear()

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
