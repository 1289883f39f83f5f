"""Player lists of the mahjong portal: the one for the EMA, and its own export.

    EMA_NUMBER,LAST_NAME,FIRST_NAME,COUNTRY          RUS : Russia
    id,last_name_ru,first_name_ru,last_name_en,first_name_en,ema_id

The first has no numbers of the event: a player is known by the EMA number, or by the
name where there is none, and a new one gets the next free number. First names in
capitals are written with one, so that the family's name is told by its capitals.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ledger.files.foreign.people import Records, free_numbers, is_listed
from ledger.files.foreign.sources import (
    At,
    ForeignRow,
    Line,
    Source,
    has_columns,
    header_of,
    is_wide_enough,
    lines_of,
)
from ledger.files.tables import shown
from ledger.files.trial import Trial

EMA: Final = ("EMA_NUMBER", "LAST_NAME", "FIRST_NAME", "COUNTRY")
EXPORT: Final = (
    "id", "last_name_ru", "first_name_ru", "last_name_en", "first_name_en", "ema_id",
)  # fmt: skip
KNOWN: Final = tuple(name.lower() for name in (*EMA, *EXPORT))
EMA_NUMBER: Final = re.compile("[0-9]{8}")
COUNTRY: Final = re.compile(r"([A-Za-z]{3})(?:\s*:.*)?")
Cell = tuple[str, At]


def fits(source: Source) -> bool:
    """Whether a file begins as one of the portal's lists."""
    begins = header_of(source, KNOWN)[:2]
    return begins in (["ema_number", "last_name"], ["id", "last_name_ru"])


def read(trial: Trial, sources: Sequence[Source]) -> Records:
    """Return the players of the lists."""
    players: list[ForeignRow] = []
    for source in sources:
        lines = lines_of(source, KNOWN, trial.notes)
        is_ema = header_of(source, KNOWN)[0] == "ema_number"
        expected = EMA if is_ema else EXPORT
        if not lines or not has_columns(lines[0], expected, trial.notes):
            continue
        own = _Numbers(trial)
        for line in lines[1:]:
            if is_wide_enough(line, 2, len(expected), trial.notes):
                row = _ema_row(own, line) if is_ema else _export_row(trial, line)
                if row is not None:
                    players.append(row)
    return {"players": players}


class _Numbers:
    """The event's number of each player of a list that has none of its own."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        players = trial.state.players.values()
        self._by_ema = {p.ema_number: p.number for p in players if p.ema_number}
        self._by_name = {p.name: p.number for p in players if not p.ema_number}
        self._free: Iterator[str] = free_numbers(trial.state.players)

    def of(self, ema_number: str, name: str) -> str:
        """Return the number of a player, a new one for a new player."""
        known = self._by_ema if ema_number else self._by_name
        key = ema_number or name
        if key not in known:
            known[key] = next(self._free)
        return known[key]


def _ema_row(own: _Numbers, line: Line) -> ForeignRow | None:
    ema_number, last, first, country = (line.cell(at) for at in range(len(EMA)))
    name = (_name(first[0], last[0]), last[1])
    number = (own.of(ema_number[0], name[0]), ema_number[1])
    match = COUNTRY.fullmatch(country[0])
    cells = {
        "number": number,
        "name": name,
        "ema_number": ema_number,
        "country": (match[1].upper() if match else "", country[1]),
    }
    row = ForeignRow(own.trial.notes, line.whole, cells)
    _check_number(row, ema_number[0])
    if country[0] and match is None:
        told = f"country {shown(country[0])} is not understood"
        row.fault("country", f"{told}, expected such as RUS : Russia")
    if not row.is_faulty and is_listed(own.trial, cells):
        return None
    return row


def _export_row(trial: Trial, line: Line) -> ForeignRow | None:
    number, last_ru, first_ru, last_en, first_en, ema_number = (
        line.cell(at) for at in range(len(EXPORT))
    )
    last, first = (last_en, first_en) if last_en[0] else (last_ru, first_ru)
    name = (_name(first[0], last[0]), last[1])
    cells = {"number": number, "name": name, "ema_number": ema_number}
    row = ForeignRow(trial.notes, line.whole, cells)
    _check_number(row, ema_number[0])
    if not row.is_faulty and is_listed(trial, cells):
        return None
    return row


def _name(first: str, last: str) -> str:
    plain = first.title() if first.isupper() else first
    return f"{plain} {last.upper()}".strip()


def _check_number(row: ForeignRow, ema_number: str) -> None:
    if ema_number and not EMA_NUMBER.fullmatch(ema_number):
        hint = "; a spreadsheet drops the zero in front" if len(ema_number) < 8 else ""  # noqa: PLR2004 - digits of an EMA number
        row.fault(
            "ema_number",
            f"EMA number {shown(ema_number)} is none, expected 8 digits{hint}",
        )
