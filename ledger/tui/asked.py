"""What is asked next, with everything that is needed to put the question."""

from dataclasses import dataclass

from ledger.core.desk import Ruled
from ledger.core.questions import Question
from ledger.core.rules import Rules
from ledger.core.situations import Fact, Situation
from ledger.tui.answers import CHOSEN, WINDS, Form

TEXTS = {
    "outcome": "Which ruling?",
    "amount": "How many points?",
    "dead": "Was the hand declared dead before?",
    "situation": "What was it? Tiles and statement differ.",
    "round_wind": "Which wind is the round's?",
    "seat_wind": "Which wind is the player's?",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question about one of the incidents."""

    index: int
    question: Question
    situation: Situation | None
    """What it is, as far as that is told or the tiles name it."""
    fact: Fact | None
    """The fact that is asked for, if it is one of the situation's."""

    @property
    def text(self) -> str:
        """The question as it is put to the referee."""
        name = self.question.fact
        if name in TEXTS:
            return TEXTS[name]
        return self.fact.question if self.fact else self.question.why

    @property
    def is_about_tiles(self) -> bool:
        """Whether the answer belongs into the tile pane."""
        known = (*CHOSEN, *WINDS, "dead", "situation", "occurrence")
        return self.fact is None and self.question.fact not in known


def asked_next(form: Form, rules: Rules, ruled: Ruled) -> Asked | None:
    """Return the first question that is open; None where none is."""
    if not ruled.ruling.ask:
        return None
    own = ruled.ruling.rulings
    index = next(place for place, each in enumerate(own) if each.class_ is None)
    situation = situation_of(form, rules, ruled, index)
    question = ruled.ruling.ask[0]
    fact = situation.facts.get(question.fact) if situation else None
    return Asked(index=index, question=question, situation=situation, fact=fact)


def situation_of(
    form: Form, rules: Rules, ruled: Ruled | None, index: int
) -> Situation | None:
    """Return an incident's situation: as it was told, or as the tiles name it."""
    name = form.incidents[index].situation
    if name is None and ruled is not None:
        name = ruled.ruling.rulings[index].situation
    return rules.situation(name) if name else None
