"""How a review names things: players, situations, rulings, reasons."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.contents import IncidentRuled
from ledger.core.event import Entry, EventState
from ledger.core.review_cases import Case
from ledger.core.review_findings import Ground
from ledger.core.rules import Rules
from ledger.core.situations import FactValue
from ledger.core.terms import Class
from ledger.core.wording import class_words, place_words
from ledger.files.penalties_export import facts_text

LINES_MAX: Final = 60
"""Lines of a table of a review; what is beyond is counted under it."""
GROUNDS: Final[Mapping[Ground, str]] = {
    "departure": "the referee’s own ruling",
    "choice": "what the book leaves to the referee",
    "repeated": "how often the player had done it before",
    "dealer": "whether the player was the dealer",
    "table": "how the table stood or how the hand ended",
    "ruleset": "the ruleset in force",
}


@dataclass(frozen=True, slots=True)
class Words:
    """Names things of one event."""

    state: EventState
    rules: Rules

    def player(self, number: str | None) -> str:
        """Return a player's name; a dash for nobody, the number without a name."""
        if number is None:
            return "–"
        player = self.state.players.get(number)
        return (player.name or number) if player else number

    def situation(self, name: str) -> str:
        """Return what a situation is called."""
        situation = self.rules.situations.get(name)
        return situation.title if situation else name

    def what(self, case: Case) -> str:
        """Return what was seen, with its facts."""
        return self.facts(case.own.situation, case.own.facts)

    def facts(self, situation: str, facts: Mapping[str, FactValue]) -> str:
        """Return a situation with facts: `ron while furiten (shown yes, by ron)`."""
        title = self.situation(situation)
        told = facts_text(facts).replace(";", ", ").replace("=", " ")
        return f"{title} ({told})" if told else title

    def entries(self, *numbers: int) -> str:
        """Return entries by number: `#6, #9`."""
        return ", ".join(f"#{number}" for number in numbers)

    def suggested(self, ruled: IncidentRuled) -> str:
        """Return what the rulebook made of an incident by itself."""
        class_ = ruled.ruling.get("class")
        if not isinstance(class_, str):
            return "asks the referee"
        return class_words(Class(class_), str(ruled.ruling.get("label") or ""))

    def incidents(self, entry: Entry) -> str:
        """Return the incidents of a ruling with their offenders."""
        ruled = entry.effective
        assert isinstance(ruled, IncidentRuled)
        told = []
        for own in ruled.incidents:
            bearer = self.state.moved_to(entry, own.offender) if own.offender else None
            who = f"{self.player(bearer)}: " if bearer else ""
            ruling = class_words(own.class_, own.label)
            told.append(f"{who}{self.situation(own.situation)} → {ruling}")
        return "; ".join(told)


def where(entry: Entry) -> str:
    """Return where something happened: `R3 T7 E4·1`; a dash outside everything."""
    return place_words(entry.place) or "–"


def ruling(case: Case) -> str:
    """Return what an incident was ruled."""
    return class_words(case.class_, case.own.label)


def counted(number: int, one: str) -> str:
    """Return a number with what it counts.

    >>> counted(1, "incident"), counted(0, "incident")
    ('1 incident', '0 incidents')
    """
    return f"{number:,} {one}" if number == 1 else f"{number:,} {one}s"


def beyond(number: int, what: str) -> tuple[str, ...]:
    """Return the sentence under a table that shows only so many of its lines."""
    rest = number - LINES_MAX
    return (f"and {counted(rest, what)} more",) if rest > 0 else ()
