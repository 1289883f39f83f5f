"""A form filled with a ruling of the book, so that another can take its place.

Whatever was told then stands where one would have told it: answers among the answers,
tiles in the tile pane, the table in its fields. What stays untouched stays as it was.
"""

from collections.abc import Mapping

from ledger.core.contents import IncidentRuled
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Entry, EventState
from ledger.core.floor import TableNow
from ledger.core.redrafting import draft_of
from ledger.core.rules import Rules
from ledger.core.situations import UNSET, FactKind
from ledger.core.tile_words import tile_texts
from ledger.tui.answers import CHOSEN, WINDS, Answers, Form, Replacing


def filled_form(
    state: EventState,
    rules: Rules,
    entry: Entry,
    reason: str,
    appeal: int | None = None,
) -> Form:
    """Return a form with the ruling of an entry, to be changed.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        entry: The ruling.
        reason: Why another takes its place.
        appeal: The appeal that is decided so; None: the ruling is amended.

    Raises:
        IncidentError: the ruling's table is in no form that can be judged.
    """
    assert isinstance(entry.effective, IncidentRuled)
    draft = draft_of(state, entry)
    place = draft.place
    key = None
    if place.round is not None and place.table is not None:
        key = (place.round, place.table)
    form = Form(
        key=key,
        round=place.round,
        now=_table(draft, entry),
        incidents=[_answers(rules, draft, each) for each in draft.incidents],
        last_discard=draft.last_discard,
        draw_possible=draft.draw_possible,
        hands_left=draft.hands_left,
        result=draft.result,
        at=draft.at,
        note=draft.note,
        departure=draft.departure,
        settled=draft.settled,
        pending=draft.pending,
    )
    before = form.draft()
    assert before is not None, "what was booked can be judged"
    form.replacing = Replacing(
        target=entry.number, reason=reason, appeal=appeal, before=before
    )
    return form


def _table(draft: Draft, entry: Entry) -> TableNow:
    return TableNow(
        hand=draft.place.hand,
        honba=draft.place.honba or 0,
        carried=draft.carried,
        riichi=draft.riichi,
        dead=draft.dead,
        scores=draft.scores,
        as_of=entry.number,
    )


def _answers(rules: Rules, draft: Draft, incident: DraftIncident) -> Answers:
    """Return one incident's answers, each where Record keeps it."""
    answers = Answers(
        offender=incident.offender,
        is_nobody=incident.offender is None,
        situation=incident.situation,
    )
    assert incident.situation is not None, "a ruling names its situation"
    known = rules.situation(incident.situation).facts
    for name, value in incident.facts.items():
        fact = known.get(name)
        is_usual = (
            fact is not None
            and fact.default is not UNSET
            and fact.kind in (FactKind.YES_NO, FactKind.CHOICE)
        )
        (answers.changed_facts if is_usual else answers.given)[name] = value
        answers.tell("changed_facts" if is_usual else "given", name)
    for name, chosen in incident.choice.items():
        if name in CHOSEN:
            answers.given[name] = chosen
            answers.tell("given", name)
        else:
            answers.changed[name] = str(chosen)
            answers.tell("changed", name)
    if incident.evidence is not None:
        _lay_tiles(answers, incident.evidence, is_known=draft.place.hand is not None)
    return answers


def _lay_tiles(
    answers: Answers, evidence: Mapping[str, object], *, is_known: bool
) -> None:
    """Lay the tiles down again; in a hand that is not known the winds were answers."""
    answers.evidence = dict(evidence)
    answers.tiles = tile_texts(evidence)
    for wind in WINDS:
        if not is_known and wind in evidence:
            answers.given[wind] = str(evidence[wind])
            answers.tell("given", wind)
