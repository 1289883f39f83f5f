"""The referee's answers to what the book leaves open: an outcome, an amount, a part.

They come with the incident, as its `choice`. Each function returns what was chosen, or
the question if nothing was; a choice that is not open is an error that names those that
are.
"""

from collections.abc import Iterable, Mapping

from ledger.core.incidents import Incident
from ledger.core.questions import Question
from ledger.core.ruleset import Amount, Between, Choice, OneOf, Outcome, PerUnit
from ledger.core.situations import FactValue, nearest
from ledger.errors import IncidentError

PARTS: Mapping[str, tuple[str, ...]] = {
    "hand": ("continue", "replay"),
    "dealer": ("stays", "passes", "passes-if-offender"),
    "honba": ("same", "add", "clear"),
    "sticks": ("returned", "stay"),
    "with_win": ("void", "stands"),
    "with_draw": ("cancels", "scored"),
}
"""Parts of a settlement that the referee may change where they are assumed."""


def outcome_chosen(
    incident: Incident, choices: tuple[Choice, ...], why: str
) -> Choice | Question:
    """Return the referee's choice among outcomes, or the question.

    Raises:
        IncidentError: the choice is not among those offered.
    """
    names = tuple(dict.fromkeys(choice.outcome for choice in choices))
    chosen = incident.choice.get("outcome")
    if chosen is None:
        return Question("outcome", names, why)
    for choice in choices:
        if choice.outcome == chosen:
            return choice
    raise IncidentError(
        "choice.outcome",
        f"{chosen!r} is not one of: {', '.join(names)}" + nearest(str(chosen), names),
    )


def parts_chosen(
    incident: Incident, outcome: Outcome, open_parts: Iterable[str]
) -> Outcome:
    """Return the outcome with those parts changed that the referee decided otherwise.

    Raises:
        IncidentError: a part is not open, or has no such value.
    """
    free = tuple(part for part in PARTS if part in open_parts)
    changes: dict[str, str | int] = {}
    for part, value in incident.choice.items():
        if part in ("outcome", "amount"):
            continue
        if part not in free:
            told = ", ".join(("outcome", "amount", *free))
            raise IncidentError(
                f"choice.{part}",
                f"is not left open here, can be: {told}" + nearest(part, free),
            )
        if value not in PARTS[part]:
            raise IncidentError(
                f"choice.{part}", f"{value!r} is not one of: {', '.join(PARTS[part])}"
            )
        changes[part] = value
    return outcome.model_copy(update=changes) if changes else outcome


def amount_due(
    incident: Incident, amount: Amount, known: Mapping[str, FactValue]
) -> int | Question:
    """Return points, or the question that decides them.

    Raises:
        IncidentError: the amount chosen is not among those offered.
    """
    match amount:
        case PerUnit():
            return _counted(incident, amount, known)
        case OneOf(choices=choices):
            why = "the book leaves the amount to the referee"
        case Between():
            choices = tuple(range(amount.min, amount.max + 1, amount.step))
            why = f"the book allows {amount.min:,} to {amount.max:,}"
        case _:
            return amount
    return _amount_chosen(incident, choices, why)


def _counted(
    incident: Incident, amount: PerUnit, known: Mapping[str, FactValue]
) -> int | Question:
    count = known.get(amount.of)
    if count is None:
        return Question(amount.of, (), f"the amount depends on {amount.of}")
    assert isinstance(count, int)
    whole, rest = divmod(count, amount.per)
    if not rest:
        return whole * amount.each
    if amount.round == "ask":
        why = f"the book does not say whether begun {amount.per} {amount.of} count"
        return _amount_chosen(
            incident, (whole * amount.each, (whole + 1) * amount.each), why
        )
    return (whole + (amount.round == "up")) * amount.each


def _amount_chosen(
    incident: Incident, choices: tuple[int, ...], why: str
) -> int | Question:
    chosen = incident.choice.get("amount")
    if chosen is None:
        return Question("amount", choices, why)
    if isinstance(chosen, int) and not isinstance(chosen, bool) and chosen in choices:
        return chosen
    told = ", ".join(f"{choice:,}" for choice in choices)
    raise IncidentError("choice.amount", f"{chosen!r} is not one of: {told}")
