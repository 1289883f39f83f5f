"""Pantheon's prescripted seating: a line a table, a blank line between rounds.

    1-2-3-4         local ids of East, South, West, North
    5-6-7-8

    1-5-2-6         the second round

It goes in and out; out only where every number is a whole one, as a local id is.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ledger.core.event import EventState
from ledger.errors import ExportError
from ledger.files.foreign.sources import ForeignRow, Source
from ledger.files.records import WINDS
from ledger.files.tables import Notes, shown

TABLE: Final = re.compile("[0-9]+(?:-[0-9]+){3}")
ID: Final = re.compile("[1-9][0-9]{0,8}")
FIRST: Final = re.compile("[0-9]+(?:-[0-9]+)+")


def fits(source: Source) -> bool:
    """Whether a file begins with numbers joined by hyphens."""
    return FIRST.fullmatch(source.first_line.strip()) is not None


def seating_rows(
    notes: Notes, source: Source, numbers: Mapping[str, str]
) -> Iterator[ForeignRow]:
    """Yield the tables of a text; `numbers` are the players' by local id."""
    round_, table, is_open = 1, 0, False
    for at, line in enumerate(source.text.splitlines(), start=1):
        text = line.strip()
        if not text:
            round_, table, is_open = round_ + is_open, 0, False
            continue
        is_open, table = True, table + 1
        if not TABLE.fullmatch(text):
            told = f"{shown(text)} is no table, expected four local ids such as 1-2-3-4"
            notes.fault(source.at(at, 1), told)
            continue
        cells = {"round": (str(round_), source.at(at, 1))}
        cells["table"] = (str(table), source.at(at, 1))
        for seat, local in enumerate(text.split("-"), start=1):
            number = numbers.get(local, local)
            cells[WINDS[seat - 1]] = (number, source.at(at, seat))
        yield ForeignRow(notes, source.at(at, 1), cells)


def seating_text(state: EventState) -> str:
    """Return the seating of all rounds, with every correction.

    Raises:
        ExportError: a number is no local id, or a round or table is missing, which the
            text could not say.
    """
    rounds: dict[int, list[str]] = {}
    for round_, table in sorted(state.seatings):
        players = state.seated((round_, table)) or ()
        for number in players:
            if not ID.fullmatch(number):
                told = f"player {shown(number)} is no local id, expected a whole number"
                raise ExportError("the seating text", told)
        lines = rounds.setdefault(round_, [])
        if table != len(lines) + 1:
            where = f"round {round_} has no table {len(lines) + 1}"
            raise ExportError("the seating text", f"{where}, tables count from 1 there")
        lines.append("-".join(players))
    if sorted(rounds) != list(range(1, len(rounds) + 1)):
        raise ExportError("the seating text", "a round is missing between others")
    return "\n".join("".join(f"{line}\n" for line in rounds[r]) for r in sorted(rounds))
