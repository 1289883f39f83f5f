"""What a referee says anew about a ruling, in the words of incidents.csv.

    old ruling -> its draft -> the stated parts laid over it -> the draft of another one

A part that is not stated stays as it was. New facts do not go with a class that the
referee had ruled on his own: he has to say what becomes of that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ledger.core.contents import Departure, IncidentRuled
from ledger.core.desk import Draft, DraftIncident, seats_of
from ledger.core.event import Entry, EventState
from ledger.core.redrafting import draft_of
from ledger.core.rules import Rules
from ledger.errors import LedgerError
from ledger.files.incident_drafts import by_player
from ledger.files.incident_rows import IncidentRow, read_incident
from ledger.files.records import COLUMNS
from ledger.files.tables import Header, Notes, Row

PLACE = ("round", "table", "hand", "honba")
STATED = tuple(
    name for name in COLUMNS["incidents"] if name not in ("facts", "time", "staff")
)
"""Columns of incidents.csv that can be stated anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What is stated anew."""

    cells: Mapping[str, str] = field(default_factory=dict)
    """By column of incidents.csv, those that are stated."""
    facts: tuple[str, ...] = ()
    """Such as `shown=yes`; others stay, unless the situation is another one."""
    choice: Mapping[str, str | int] = field(default_factory=dict)
    """The referee's answers where the rulebook leaves it open, such as `outcome`."""
    incident: int | None = None
    """Which incident of the ruling, from 1; None: the only one."""
    as_suggested: bool = False
    """The rulebook's own ruling, whatever the referee had ruled."""
    without_tiles: bool = False
    """The tiles that were laid down are no evidence any more."""


def amended_draft(
    state: EventState, rules: Rules, entry: Entry, changes: Changes
) -> Draft:
    """Return the draft of the ruling that takes the place of another.

    Raises:
        LedgerError: the entry is no ruling, or what is stated is wrong.
    """
    if not isinstance(entry.effective, IncidentRuled):
        raise LedgerError(f"entry {entry.number} ({entry.kind}) is no ruling")
    draft = draft_of(state, entry)
    at = _which(draft, changes.incident, entry)
    old = draft.incidents[at]
    row = _stated(draft, old, changes, rules)
    is_same = row.situation == old.situation
    new = DraftIncident(
        offender=row.offender,
        situation=row.situation,
        facts={**(old.facts if is_same else {}), **row.facts},
        choice={**(old.choice if is_same else {}), **changes.choice},
        evidence=None if changes.without_tiles else old.evidence,
    )
    incidents = (*draft.incidents[:at], new, *draft.incidents[at + 1 :])
    draft = replace(
        draft,
        incidents=incidents,
        departure=_departure(state, draft, row, changes, is_moved=new != old),
        settled=row.settled or draft.settled,
        note=row.note,
    )
    return _placed(draft, row)


def _which(draft: Draft, number: int | None, entry: Entry) -> int:
    count = len(draft.incidents)
    if number is None and count > 1:
        raise LedgerError(
            f"entry {entry.number} holds {count} incidents: say which, 1 to {count}"
        )
    if number is not None and not 1 <= number <= count:
        raise LedgerError(f"entry {entry.number} has no incident {number}")
    return (number or 1) - 1


def _stated(
    draft: Draft, old: DraftIncident, changes: Changes, rules: Rules
) -> IncidentRow:
    """Read what is stated, with what it leaves out as it was."""
    place = draft.place
    cells = {name: _cell(getattr(place, name)) for name in PLACE}
    cells |= {
        "offender": old.offender or "",
        "situation": old.situation or "",
        "note": draft.note,
        **changes.cells,
        "facts": ";".join(changes.facts),
    }
    notes = Notes()
    columns = COLUMNS["incidents"]
    header = Header({name: at for at, name in enumerate(columns)}, len(columns), notes)
    row = Row("", 1, [cells.get(name, "").strip() for name in columns], header)
    incident = read_incident(row, rules)
    if incident is None:
        raise LedgerError("\n".join(fault.message for fault in notes.faults))
    return incident


def _cell(value: int | str | None) -> str:
    return "" if value is None else str(value)


def _departure(
    state: EventState,
    draft: Draft,
    row: IncidentRow,
    changes: Changes,
    *,
    is_moved: bool,
) -> Departure | None:
    """Return what the referee rules on his own from now on."""
    if changes.as_suggested:
        if row.is_departure:
            raise LedgerError("as suggested, or a class and amounts: not both")
        return None
    old = draft.departure
    if row.is_departure:
        seats = seats_of(state, row.place)
        kept = Departure() if row.class_ is not None or old is None else old
        points, before, tournament = (
            by_player(row, name, seats)
            for name in ("points", "before_placing", "tournament")
        )
        return Departure(
            class_=row.class_ or kept.class_,
            points=kept.points if points is None else points,
            before_placing=kept.before_placing if before is None else before,
            tournament=kept.tournament if tournament is None else tournament,
            hand=kept.hand,
        )
    if old is not None and old.class_ is not None and is_moved:
        raise LedgerError(
            f"the ruling was the referee's own ({old.class_}): say what it is now, as"
            " suggested or with a class and its amounts"
        )
    return old


def _placed(draft: Draft, row: IncidentRow) -> Draft:
    """Return a draft at the place that is stated.

    At another table nothing of the old one is known: its sticks, its dead hands, and
    what ended the hand.
    """
    old, new = draft.place, row.place
    if (old.round, old.table) == (new.round, new.table):
        return replace(draft, place=new)
    return replace(draft, place=new, carried=0, riichi=(), dead={}, result=None)
