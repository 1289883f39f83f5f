"""Between the form and the dialog in which the referee rules otherwise."""

from collections.abc import Mapping

from ledger.core.contents import Departure
from ledger.core.desk import Ruled
from ledger.core.event import EventState
from ledger.core.rules import OTHER
from ledger.core.terms import Class, Seat
from ledger.core.wording import class_words, name_of
from ledger.tui.answers import Form
from ledger.tui.screens.own_ruling import Amounts, Own


def players_of(form: Form, state: EventState, ruled: Ruled | None) -> dict[str, str]:
    """Return the names of those who can gain or lose, the offender first."""
    offenders = [each.offender for each in form.incidents if each.offender]
    seated = list(ruled.seats) if ruled is not None else []
    if not seated and form.key is not None:
        seated = list(state.seated(form.key) or ())
    numbers = dict.fromkeys((*offenders, *seated))
    return {number: name_of(state, number) for number in numbers}


def suggestion(form: Form, ruled: Ruled | None) -> tuple[Own, str]:
    """Return what stands in the dialog to begin with, and the rulebook's words."""
    by_seat = _numbers(form, ruled)
    if ruled is None or ruled.ruling.class_ is None:
        empty = Own(class_=None, table={}, before={}, after={}, reason=form.note)
        return _with_departure(empty, form), "no answer yet"
    ruling = ruled.ruling
    own = Own(
        class_=ruling.class_,
        table=_amounts(ruling.points, by_seat),
        before=_amounts(ruling.before_placing, by_seat),
        after=_amounts(ruling.tournament, by_seat),
        reason=form.note,
    )
    words = class_words(ruling.class_ or Class.NONE, ruling.label)
    return _with_departure(own, form), words


def take(form: Form, ruled: Ruled | None, own: Own) -> None:
    """Put the dialog's answer into the form; what is as suggested stays suggested."""
    form.note = own.reason
    if form.current.situation == OTHER:
        _state(form, ruled, own)
        return
    before, form.departure = form.departure, None
    plain, _ = suggestion(form, ruled)
    form.departure = Departure(
        class_=own.class_ if own.class_ is not plain.class_ else None,
        points=own.table if own.table != plain.table else None,
        before_placing=own.before if own.before != plain.before else None,
        tournament=own.after if own.after != plain.after else None,
        hand=None if before is None else before.hand,
    )
    if form.departure == Departure():
        form.departure = None


def _state(form: Form, ruled: Ruled | None, own: Own) -> None:
    """Write the referee's own ruling as the facts of the situation `other`."""
    seats = {number: seat for seat, number in _numbers(form, ruled).items()}
    given = form.current.given
    given["note"] = own.reason
    if own.class_ is not None:
        given["class"] = own.class_.value
    for name, amounts in (
        ("points", own.table),
        ("before_placing", own.before),
        ("tournament", own.after),
    ):
        given[name] = {
            seats[number].value: amount
            for number, amount in amounts.items()
            if number in seats
        }
    given["pot"] = -sum(own.table.values())


def _with_departure(own: Own, form: Form) -> Own:
    """Show what the referee has decided already instead of the suggestion."""
    departure = form.departure
    if departure is None:
        return own
    return Own(
        class_=departure.class_ or own.class_,
        table=own.table if departure.points is None else departure.points,
        before=own.before
        if departure.before_placing is None
        else departure.before_placing,
        after=own.after if departure.tournament is None else departure.tournament,
        reason=own.reason,
    )


def _numbers(form: Form, ruled: Ruled | None) -> dict[Seat, str]:
    numbers = {seat: number for number, seat in ruled.seats.items()} if ruled else {}
    offender = form.incidents[0].offender
    if not numbers and offender is not None:
        numbers[Seat.E] = offender
    return numbers


def _amounts(by_seat: Mapping[Seat, int], numbers: Mapping[Seat, str]) -> Amounts:
    return {
        numbers[seat]: amount
        for seat, amount in by_seat.items()
        if amount and seat in numbers
    }
