"""What the referee says at the table after a ruling, short enough to read out.

Players are called by their winds, as at the table. What moves there is told, because
the players have to move it; a fine after uma is the office's business, unless the
ruling is nothing but that fine.
"""

from collections.abc import Mapping, Sequence

from ledger.core.rulings import OwnRuling, Ruling
from ledger.core.terms import SEAT_NAMES, SEATS, STICK, Class, Seat
from ledger.core.wording import class_words


def announcement(ruling: Ruling, names: Mapping[Seat, str] = SEAT_NAMES) -> str:
    """Return the announcement; empty while the ruling still asks.

    Args:
        ruling: The ruling as it is to be booked.
        names: What the seats are called; their winds at a table, names outside.
    """
    if ruling.ask or ruling.class_ is None:
        return ""
    parts = [_verdict(own, ruling, names) for own in ruling.rulings]
    parts += _sticks(ruling, names)
    if ruling.hand != "scored":
        parts += _moves(ruling, names)
    if ruling.dead_hands and ruling.hand == "continue":
        parts += _dead(ruling, names)
    return " ".join((*parts, *_next(ruling, names)))


def _verdict(own: OwnRuling, ruling: Ruling, names: Mapping[Seat, str]) -> str:
    who = f", {names[own.offender]}" if own.offender else ""
    class_ = own.class_ or Class.NONE
    if class_ is Class.NONE:
        return f"No penalty{who}."
    verdict = class_words(class_, own.label)
    fine = ruling.tournament[own.offender] if own.offender else 0
    if class_ is Class.POINT_PENALTY and fine < 0:
        return f"{verdict[:1].upper()}{verdict[1:]}{who}: {-fine:,} points after uma."
    return f"{verdict[:1].upper()}{verdict[1:]}{who}."


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:  # noqa: PLR2004
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _sticks(ruling: Ruling, names: Mapping[Seat, str]) -> list[str]:
    returned = ruling.riichi_returned
    if not returned:
        return []
    if ruling.hand == "continue":
        whose = _listed([f"{names[seat]}'s" for seat in returned])
        return [f"{whose} riichi bet goes back."]
    return ["Riichi bets go back."]


def _moves(ruling: Ruling, names: Mapping[Seat, str]) -> list[str]:
    """Say who pays whom, returned riichi bets left out."""
    moved = {
        seat: ruling.points[seat] - STICK * (seat in ruling.riichi_returned)
        for seat in SEATS
    }
    pot = ruling.pot + STICK * len(ruling.riichi_returned)
    payers = [seat for seat in SEATS if moved[seat] < 0]
    takers = [seat for seat in SEATS if moved[seat] > 0]
    if not payers:
        return []
    if len(payers) > 1 or (takers and pot):
        told = [
            f"{names[seat]} {'gets' if moved[seat] > 0 else 'pays'}"
            f" {abs(moved[seat]):,}"
            for seat in (*payers, *takers)
        ]
        return [f"{_listed(told)}."]
    payer = names[payers[0]]
    if not takers:
        return [f"{payer} puts {pot:,} on the table."]
    by_amount: dict[int, list[str]] = {}
    for seat in takers:
        by_amount.setdefault(moved[seat], []).append(names[seat])
    shares = [
        f"{amount:,} to {'each of ' if len(to) > 1 else ''}{_listed(to)}"
        for amount, to in sorted(by_amount.items(), reverse=True)
    ]
    return [f"{payer} pays {_listed(shares)}."]


def _dead(ruling: Ruling, names: Mapping[Seat, str]) -> list[str]:
    whose = [names[seat] for seat in ruling.dead_hands]
    verb = "may not win, call or be tenpai"
    return [f"{_listed(whose)} {verb}."]


def _next(ruling: Ruling, names: Mapping[Seat, str]) -> list[str]:
    match ruling.hand:
        case "replay":
            deals = (
                f" {names[ruling.dealer]} deals."
                if ruling.dealer not in (None, Seat.E)
                else ""
            )
            return [f"The hand is dealt again.{deals}"]
        case "scored":
            return ["The result of the hand stands."]
        case "game-ends":
            return ["The game ends."]
        case _:
            outside = ruling.class_ is Class.POINT_PENALTY and not any(
                ruling.points.values()
            )
            return [] if outside else ["Play goes on."]
