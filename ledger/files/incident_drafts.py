"""Incidents of an import as drafts, judged on trial; an open question is a fault.

A row that departs from the rulebook needs no complete facts. Without a class of its
own such a row is a point penalty, which its amounts say, and a warning tells so. A hand
that is not named is a fault only where it changes who pays what.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC

from ledger.core.contents import Departure, IncidentRuled
from ledger.core.dealer import needs_hand
from ledger.core.desk import Draft, DraftIncident, Ruled, rule, seats_of
from ledger.core.questions import Question
from ledger.core.situations import Fact
from ledger.core.terms import SEATS, Class, Seat
from ledger.errors import IncidentError
from ledger.files.incident_rows import IncidentRow, expected, read_incident
from ledger.files.known_rows import Identity, identity, says_the_same
from ledger.files.tables import Row
from ledger.files.trial import Trial

COLUMN_OF = {
    "offender": "offender", "table": "table", "hand": "hand",
    "facts": "facts", "note": "note", "situation": "situation",
}  # fmt: skip
"""The column that a fault of the desk lies in, by the first word of its place."""
OPEN_CHOICES = ("outcome", "amount")
"""What `judge` asks where the rulebook leaves the ruling to the referee."""


def plan_incidents(trial: Trial, rows: Iterable[Row]) -> None:
    """Plan the incidents that are new, one entry each, judged in file order."""
    for row in rows:
        incident = read_incident(row, trial.rules)
        if incident is None:
            continue
        number = incident.offender
        if number is not None and not trial.knows(row, "offender", number):
            continue
        if trial.is_doubtful((incident.place.round, incident.place.table)):
            continue
        judged = _judged(trial, row, incident)
        if judged is not None:
            _plan(trial, row, incident, *judged)


def _plan(
    trial: Trial, row: Row, incident: IncidentRow, draft: Draft, content: IncidentRuled
) -> None:
    time = incident.time.astimezone(UTC) if incident.time else None
    known_by: Identity = ("source", incident.source)
    if not incident.source:
        known_by = identity(
            incident.place,
            incident.offender,
            incident.situation,
            incident.facts,
            time.isoformat() if time else "",
        )
    client, entry = trial.in_book.incident(known_by, draft)
    if entry is None:
        trial.added["incidents"] += 1
        signature = replace(
            trial.signed(client),
            staff=incident.staff or trial.by.staff,
            at=time or trial.by.at,
        )
        trial.add(content, incident.place, signature, draft)
    elif trial.in_book.is_void(entry):
        trial.skip_voided("incidents", row, entry)
    elif says_the_same(entry, draft):
        trial.known["incidents"] += 1
    else:
        row.fault(
            "situation",
            f"is in the book as entry {entry.number} with another ruling or note:"
            f" void entry {entry.number} first if this row is right",
        )


def _judged(
    trial: Trial, row: Row, incident: IncidentRow
) -> tuple[Draft, IncidentRuled] | None:
    """Return the draft of a row and what it would book, or None after a fault."""
    try:
        draft = _draft(trial, incident)
        ruled = rule(trial.state, trial.rules, draft)
        if ruled.content is None and incident.is_departure:
            draft = _as_point_penalty(row, draft)
            ruled = rule(trial.state, trial.rules, draft)
        if ruled.content is None:
            _ask(trial, row, incident, ruled)
            return None
        if ruled.ruling.ask and not incident.amounts:
            row.warn(
                "class",
                f"{incident.class_} without amounts and without the facts that would"
                " settle them: no points are booked",
            )
        _check_dealer(trial, row, draft, ruled.content)
    except IncidentError as error:
        first = error.place.partition(" ")[0].partition(".")[0]
        row.fault(COLUMN_OF.get(first, ""), str(error))
        return None
    return None if row.is_faulty else (draft, ruled.content)


def _draft(trial: Trial, incident: IncidentRow) -> Draft:
    seats = seats_of(trial.state, incident.place)
    own = DraftIncident(
        offender=incident.offender,
        situation=incident.situation,
        facts=incident.facts,
    )
    departure = None
    if incident.is_departure:
        departure = Departure(
            class_=incident.class_,
            points=by_player(incident, "points", seats),
            before_placing=by_player(incident, "before_placing", seats),
            tournament=by_player(incident, "tournament", seats),
        )
    return Draft(
        place=incident.place,
        incidents=(own,),
        departure=departure,
        settled=incident.settled,
        at=incident.time,
        note=incident.note,
    )


def by_player(
    incident: IncidentRow, column: str, seats: Mapping[str, Seat]
) -> dict[str, int] | None:
    """Return the amounts of a column by player; None if it states none.

    Raises:
        IncidentError: they are by seat, and no table is named.
    """
    amount = incident.amounts.get(column)
    if amount is None:
        return None
    if isinstance(amount, int):
        assert incident.offender is not None, "checked where the row is read"
        return {incident.offender: amount}
    if not seats:
        raise IncidentError("table", "is blank, expected one for amounts by seat")
    numbers = {seat: number for number, seat in seats.items()}
    return {numbers[seat]: amount[seat] for seat in SEATS if seat in amount}


def _as_point_penalty(row: Row, draft: Draft) -> Draft:
    """Return the draft with the class that amounts alone amount to."""
    assert draft.departure is not None
    row.warn(
        "class",
        f"class is blank and the facts do not settle it: booked as a"
        f" {Class.POINT_PENALTY}",
    )
    departure = replace(draft.departure, class_=Class.POINT_PENALTY)
    return replace(draft, departure=departure)


def _ask(trial: Trial, row: Row, incident: IncidentRow, ruled: Ruled) -> None:
    """Note each question of the ruling as a fault that says how to answer it."""
    facts = trial.rules.situation(incident.situation).facts
    for question in ruled.ruling.ask:
        fact = facts.get(question.fact)
        if fact is None or question.fact in OPEN_CHOICES:
            _ask_choice(trial, row, question)
        else:
            _ask_fact(trial, row, incident, fact)


def _ask_choice(trial: Trial, row: Row, question: Question) -> None:
    choices = ", ".join(map(str, question.choices[:9]))
    why = question.why.strip().rstrip(".")
    row.fault(
        "class",
        f"{trial.rules.id} leaves the {question.fact} to the referee ({why}), expected"
        " his class, amounts and a note"
        + (f"; he may choose among {choices}" if choices else ""),
    )


def _ask_fact(trial: Trial, row: Row, incident: IncidentRow, fact: Fact) -> None:
    row.fault(
        "facts",
        f"{incident.situation} under {trial.rules.id} needs the fact {fact.name}"
        f" ({fact.question}), expected {expected(fact)},"
        " or the referee's own class and a note",
    )


def _check_dealer(trial: Trial, row: Row, draft: Draft, content: IncidentRuled) -> None:
    """Note a missing hand if who deals changes who pays what."""
    if needs_hand(trial.state, trial.rules, draft, content):
        row.fault(
            "hand",
            "hand is blank, expected such as E2: who deals changes what is paid",
        )
