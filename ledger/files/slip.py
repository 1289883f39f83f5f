"""One ruling on a slip: what it was, by which clause, what it costs, who signs.

For the player to take along, and for the file: made for the roll of a till printer as
well as for a sheet.
"""

from collections.abc import Iterator, Mapping

from ledger.core.contents import Account, IncidentRuled, Recorded
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.core.ruleset import Clause
from ledger.core.terms import SEAT_NAMES, Stage
from ledger.core.wording import (
    GRADE_WORDS,
    STAGE_WORDS,
    class_words,
    hand_words,
    points,
)
from ledger.errors import ExportError
from ledger.files.document import Block, Document, Paragraphs, Signatures, tournament
from ledger.files.fate import fate_of
from ledger.files.penalties_export import bearer_of, facts_text
from ledger.files.penalties_report import suggested
from ledger.files.proof import proof_of

ACCOUNT_WORDS: Mapping[Account, str] = {
    Account.POT: "onto the table",
    Account.FINES: "to nobody",
    Account.DROPPED: "dropped",
}


def slip(state: EventState, rules: Rules, number: int) -> Document:
    """Return the slip of one ruling.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        number: The ruling's entry.

    Raises:
        ExportError: there is no such entry, or it is no ruling.
    """
    if not 1 <= number <= state.head:
        raise ExportError(
            "", f"entry {number} is not in the book, expected 1 to {state.head}"
        )
    entry = state.entries[number - 1]
    ruled = entry.effective
    if not isinstance(ruled, IncidentRuled):
        raise ExportError(
            "", f"entry {number} is of the kind {entry.kind}, expected a ruling"
        )
    proof = proof_of(state, rules)
    return Document(
        event=proof.event,
        title=f"Ruling #{number}",
        proof=(*proof.facts, (f"Hash of #{number}", entry.hash)),
        stamp=proof.stamp,
        blocks=tuple(_blocks(state, rules, entry, ruled)),
        at=proof.at,
    )


def _blocks(
    state: EventState, rules: Rules, entry: Entry, ruled: IncidentRuled
) -> Iterator[Block]:
    fate = fate_of(state, entry.number)
    if fate.words:
        yield Paragraphs(fate.words, is_strong=True)
    yield Paragraphs((*_where(entry), f"{_moment(entry)}, {entry.signature.staff}"))
    for own in ruled.incidents:
        yield from _incident(state, rules, own, bearer_of(state, entry, own))
    yield Paragraphs(("Points", *_postings(state, entry, ruled)))
    yield Paragraphs(tuple(_clauses(rules, ruled)))
    if ruled.departed or ruled.note:
        yield Paragraphs(tuple(_notes(ruled)))
    yield Signatures(_signing(state, entry, ruled))


def _moment(entry: Entry) -> str:
    return f"{entry.signature.at:%Y-%m-%d %H:%M} UTC"


def _where(entry: Entry) -> Iterator[str]:
    place = entry.place
    parts = []
    if place.round is not None:
        parts.append(f"Round {place.round}")
    if place.table is not None:
        parts.append(f"Table {place.table}")
    if place.hand is not None:
        parts.append(hand_words(place.hand))
    if place.honba is not None and place.hand is not None:
        parts.append(f"{place.honba} honba")
    if parts:
        yield " · ".join(parts)


def _incident(
    state: EventState, rules: Rules, own: Recorded, bearer: str | None
) -> Iterator[Block]:
    player = state.players.get(bearer) if bearer else None
    name = player.name if player else ""
    seat = f", {SEAT_NAMES[own.seat]}" if own.seat else ""
    who = f"{bearer} {name}".strip() + seat if bearer else "Nobody’s fault"
    situation = rules.situations.get(own.situation)
    what = situation.title if situation else own.situation
    facts = facts_text(own.facts).replace(";", ", ").replace("=", ": ")
    yield Paragraphs((who, f"{what[:1].upper()}{what[1:]}"), is_strong=True)
    if facts:
        yield Paragraphs((facts.replace("-", " ").replace("_", " "),))
    ruling = class_words(own.class_, own.label)
    yield Paragraphs((f"Ruling: {ruling}",), is_strong=True)


def _postings(state: EventState, entry: Entry, ruled: IncidentRuled) -> Iterator[str]:
    for posting in ruled.postings:
        stage = STAGE_WORDS[posting.stage]
        is_tournament = posting.stage is Stage.AFTER_UMA
        amount = (tournament if is_tournament else points)(posting.points)
        number = state.moved_to(entry, posting.player or "")
        player = state.players.get(number)
        who = player.name if player else number
        whom = ACCOUNT_WORDS.get(posting.account, who)
        yield f"{amount} {whom}, {stage}"
    if not ruled.postings:
        yield "none"


def _clauses(rules: Rules, ruled: IncidentRuled) -> Iterator[str]:
    """Yield each clause with its text in the words of the ruleset's file."""
    by_citation: dict[str, Clause] = {
        rules.citation(name): clause for name, clause in rules.ruleset.clauses.items()
    }
    for citation in ruled.citations:
        clause = by_citation.get(citation)
        yield f"{citation}: {clause.text}" if clause else citation
    if not ruled.citations:
        yield "No clause is cited"
    yield f"Source: {GRADE_WORDS.get(ruled.source_grade, ruled.source_grade)}"


def _notes(ruled: IncidentRuled) -> Iterator[str]:
    if ruled.departed:
        yield f"The referee’s own ruling; the rulebook: {suggested(ruled)}"
    if ruled.note:
        yield f"Reason: {ruled.note}"


def _signing(state: EventState, entry: Entry, ruled: IncidentRuled) -> tuple[str, ...]:
    bearers = (bearer_of(state, entry, own) for own in ruled.incidents)
    numbers = dict.fromkeys(number for number in bearers if number)
    players = (
        state.players[number].name if number in state.players else number
        for number in numbers
    )
    return (
        *(f"Player: {name}" for name in players),
        f"Referee: {entry.signature.staff}",
    )
