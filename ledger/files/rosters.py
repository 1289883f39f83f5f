"""Players and seating of an import: what is new, and what the book has otherwise.

Neither can be voided, so a row that contradicts the book is a fault that says so. Seats
that were corrected are known as they were first listed and as they are now.
"""

from collections.abc import Iterable

from ledger.core.contents import Player, PlayersAdded, Seating, SeatingAdded
from ledger.core.event import Place
from ledger.files.known_rows import client_id
from ledger.files.records import WINDS, read_player, read_seating
from ledger.files.tables import Row, shown
from ledger.files.trial import Trial


def plan_players(trial: Trial, rows: Iterable[Row]) -> None:
    """Plan the players that are new, as one entry."""
    new: dict[str, Player] = {}
    for row in rows:
        player = read_player(row)
        number = row.text("number")
        if number in new:
            row.fault("number", f"player {shown(number)} is listed twice")
        elif player is None:
            trial.doubtful_players.add(number)
        elif not _is_listed(trial, row, player):
            new[number] = player
    if new:
        trial.added["players"] += len(new)
        content = PlayersAdded(players=tuple(new.values()))
        client = client_id("players", list(new))
        trial.add(content, Place(), trial.signed(client))


def _is_listed(trial: Trial, row: Row, player: Player) -> bool:
    old = trial.state.players.get(player.number)
    if old is None:
        return False
    if old == player:
        trial.known["players"] += 1
    else:
        row.fault(
            "number",
            f"player {shown(player.number)} is in the book with other data (name"
            f" {shown(old.name)}), which an import does not change: make the row"
            " equal, or give another number",
        )
    return True


def plan_seating(trial: Trial, rows: Iterable[Row]) -> None:
    """Plan the tables that are new, as one entry."""
    new: dict[tuple[int, int], Seating] = {}
    sits = {
        (key[0], number): key[1]
        for key in trial.state.seatings
        for number in trial.state.seated(key) or ()
    }
    for row in rows:
        seating = read_seating(row)
        if seating is None:
            _doubt(trial, row)
            continue
        key = (seating.round, seating.table)
        if key in new or key in trial.doubtful_tables:
            row.fault("table", f"table {key[1]} of round {key[0]} is listed twice")
        elif not _is_seated(trial, row, seating):
            _check_seats(trial, row, seating, sits)
            if row.is_faulty:
                trial.doubtful_tables.add(key)
            else:
                new[key] = seating
    if new:
        trial.added["seating"] += len(new)
        content = SeatingAdded(seatings=tuple(new.values()))
        trial.add(content, Place(), trial.signed(client_id("seating", list(new))))


def _doubt(trial: Trial, row: Row) -> None:
    """Remember the table of a faulty row, if it can be told."""
    round_, table = row.text("round"), row.text("table")
    if round_.isdecimal() and table.isdecimal():
        trial.doubtful_tables.add((int(round_), int(table)))


def _is_seated(trial: Trial, row: Row, seating: Seating) -> bool:
    old = trial.state.seatings.get((seating.round, seating.table))
    if old is None:
        return False
    now = trial.state.seated((seating.round, seating.table)) or ()
    if seating.players in (old.players, now):
        trial.known["seating"] += 1
    else:
        row.fault(
            "table",
            f"table {old.table} of round {old.round} is in the book with other players"
            f" ({', '.join(map(shown, now))}), which an import does not change: make"
            " the row equal, or correct the table with reseat, which moves its scores"
            " and penalties",
        )
    return True


def _check_seats(
    trial: Trial, row: Row, seating: Seating, sits: dict[tuple[int, str], int]
) -> None:
    """Note who is unknown or sits elsewhere in the round; `sits` grows by the table."""
    for wind, number in zip(WINDS, seating.players, strict=True):
        trial.knows(row, wind, number)
        other = sits.setdefault((seating.round, number), seating.table)
        if other != seating.table:
            row.fault(
                wind,
                f"player {shown(number)} sits at table {other} in round"
                f" {seating.round} too, expected one table a round",
            )
