"""Lines of the contract's `replay`, for a table of the book: what each would book.

riichi, call, ron, tsumo, draw, …    a step of the hanchan
incident                             a draft, judged when it is booked
void                                 takes back what an earlier line has booked
end                                  the sheet that the followed hanchan comes to
"""

from collections.abc import Mapping

from ledger.core import wire
from ledger.core.contents import Content, HandPlayed, SheetEntered, Voided
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import EventState, HanchanKey, Place
from ledger.core.live import started
from ledger.core.reconciling import sheet_of
from ledger.core.replay_lines import PLAYED, answer_of, read_moment
from ledger.core.rules import Rules
from ledger.core.table import Hanchan
from ledger.errors import BookError, IncidentError

EVENTS = (*PLAYED, "incident", "void", "end")


def wish_of(
    state: EventState,
    rules: Rules,
    key: HanchanKey,
    line: wire.Object,
    booked: Mapping[int, int],
) -> tuple[Content | Draft, Place]:
    """Return what a line would book at a table, and where.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        key: The table.
        line: As `replay` reads it, players by number.
        booked: The entry of each line before, by the line's number.

    Raises:
        LedgerError: the line is not well-formed, or names what is not there.
    """
    if state.seated(key) is None:
        raise BookError(f"round {key[0]}, table {key[1]}: is not seated")
    kind = wire.text(line.get("event"), "event")
    now = started(state, rules, key).hanchan
    place = place_of_step(now, key)
    match kind:
        case "incident":
            return _draft(now, line, place), place
        case "void":
            return _void(state, line, booked)
        case "end":
            wire.keys(line, ("event",), "")
            sheet = sheet_of(state, rules, key)
            return SheetEntered(sheet=sheet), Place(round=key[0], table=key[1])
        case _ if kind in PLAYED:
            return HandPlayed(step=line), place
        case _:
            known = ", ".join(EVENTS)
            raise IncidentError("event", f"{wire.shown(kind)} is not one of: {known}")


def place_of_step(now: Hanchan, key: HanchanKey) -> Place:
    """Return where a step of the hand in play is entered."""
    return Place(round=key[0], table=key[1], hand=now.label, honba=now.honba)


def table_answer(state: EventState, rules: Rules, key: HanchanKey) -> dict[str, object]:
    """Return a table as `replay` answers: hand, honba, pot, scores, dead, over."""
    return answer_of(started(state, rules, key).hanchan)


def _void(
    state: EventState, line: wire.Object, booked: Mapping[int, int]
) -> tuple[Voided, Place]:
    wire.keys(line, ("event", "of", "reason"), "")
    number = wire.whole(line.get("of"), "of", low=1)
    if number not in booked:
        raise IncidentError("of", f"line {number} has booked nothing")
    target = booked[number]
    void = Voided(target=target, reason=wire.text(line.get("reason", ""), "reason"))
    return void, state.entries[target - 1].place


def _draft(now: Hanchan, line: wire.Object, place: Place) -> Draft:
    """Return an incident with the table as it stands."""
    moment = read_moment(now, line)
    return Draft(
        place=place,
        incidents=tuple(
            DraftIncident(
                offender=None if one.offender is None else now.player(one.offender),
                situation=one.situation,
                facts=one.facts,
                choice=one.choice,
                evidence=one.evidence,
            )
            for one in moment.incidents
        ),
        carried=now.carried,
        riichi=now.riichi,
        dead=now.dead,
        scores=now.scores,
        last_discard=moment.last_discard,
        draw_possible=moment.draw_possible,
        hands_left=now.hands_left,
        result=moment.result,
    )
