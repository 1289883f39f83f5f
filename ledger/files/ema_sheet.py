"""The results sheet of the European federation: nineteen columns, and an annex.

There is no official template in the open; the layout is the one that three independent
programs write or read by position: header in the first row, one row a ranked player,
the EMA number as text of eight digits, the score in whole points net of penalties,
shared places with the same number, substitutes left out and not counted. As the sheet
has no column for penalties, an annex lists every ruling. What the book does not know
about the event (city, dates, weight) is given by the caller or stays blank; what does
not fit a column is refused with the column's limit.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from ledger.core.contents import Player
from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.core.situations import nearest
from ledger.core.standings import Row
from ledger.core.wording import literal
from ledger.errors import ExportError
from ledger.files.document import Column, Document, Kind, Line, Table, Value
from ledger.files.page_size import PageSize
from ledger.files.papers import Paper
from ledger.files.penalties_report import Penalty, penalties_report
from ledger.files.proof import proof_of
from ledger.files.standings_report import StandingsReport, standings_report
from ledger.files.workbook import workbook

EMA_NUMBER: Final = re.compile(r"[0-9]{8}")
COUNTRY: Final = re.compile(r"[A-Z]{3}")
NAME_MAX: Final = 255
"""Letters of a name; a cell takes more, but no list of players does."""
DAYS_MAX: Final = 99
_COLUMNS: Final = (
    Column("Tournament name"),
    Column("Number of participants", Kind.COUNT),
    Column("Place", Kind.COUNT),
    Column("Player's first name"),
    Column("Player's last name"),
    Column("EMA number"),
    Column("Table points", Kind.COUNT),
    Column("Score", Kind.COUNT),
    Column("EMA member"),
    Column("Country"),
    Column("Date"),
    Column("Countrycourt"),
    Column("city"),
    Column("mers"),
    Column("shortname"),
    Column("rules"),
    Column("period"),
    Column("NbDays", Kind.COUNT),
    Column("Extra"),
)
_ANNEX: Final = (
    Column("Entry", Kind.COUNT),
    Column("Player"),
    Column("EMA number"),
    Column("Hanchan"),
    Column("Table"),
    Column("Hand"),
    Column("Clause"),
    Column("Class"),
    Column("Points", Kind.COUNT),
    Column("Staff"),
    Column("Void or appeal", is_remark=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What the sheet says about the event and the book does not know."""

    name: str = ""
    """As the federation lists it; the event's name where blank."""
    date: str = ""
    """The last day, dd.mm.yyyy."""
    country: str = ""
    """Where it was held, three letters."""
    city: str = ""
    mers: str = ""
    """Its weight in the ranking."""
    shortname: str = ""
    period: str = ""
    """Its days, in free words."""
    days: int | None = None

    @property
    def blanks(self) -> tuple[str, ...]:
        """The parts that are not given."""
        parts: Mapping[str, object] = {
            "date": self.date,
            "country": self.country,
            "city": self.city,
            "mers": self.mers,
            "shortname": self.shortname,
            "period": self.period,
            "days": self.days,
        }
        return tuple(name for name, value in parts.items() if value in ("", None))


def _as_date(text: str) -> str:
    match = re.fullmatch(r"(\d\d)\.(\d\d)\.(\d{4})", text)
    parts = match and (match[3], match[2], match[1])
    if parts is None and (found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text)):
        parts = (found[1], found[2], found[3])
    try:
        day = date(*map(int, parts or ()))
    except (ValueError, TypeError) as error:
        raise _misfit("date", text, "dd.mm.yyyy, such as 03.05.2026") from error
    return f"{day:%d.%m.%Y}"


def _as_country(text: str) -> str:
    if not COUNTRY.fullmatch(text):
        raise _misfit("country", text, "three capital letters, such as BEL")
    return text


def _as_weight(text: str) -> str:
    if not re.fullmatch(r"[0-9]{1,2}([.,][0-9]{1,2})?", text):
        raise _misfit("mers", text, "a weight such as 2 or 2.5")
    return text


def _as_days(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text) or not 1 <= int(text) <= DAYS_MAX:
        raise _misfit("days", text, f"1 to {DAYS_MAX}")
    return int(text)


def _as_words(text: str) -> str:
    if len(text) > NAME_MAX:
        raise _misfit("a text", text, f"at most {NAME_MAX} letters")
    return text


_READERS: Final[Mapping[str, Callable[[str], str | int]]] = {
    "name": _as_words,
    "date": _as_date,
    "country": _as_country,
    "city": _as_words,
    "mers": _as_weight,
    "shortname": _as_words,
    "period": _as_words,
    "days": _as_days,
}


def occasion(pairs: Iterable[str]) -> Occasion:
    """Return what the sheet says about the event, from texts such as `city=Ghent`.

    Raises:
        ExportError: a part is unknown, stands twice, or does not fit its column.
    """
    given: dict[str, str | int] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        reader = _READERS.get(name)
        if not equals or reader is None:
            raise ExportError(
                "",
                f"{literal(pair)!r} is not understood, expected NAME=VALUE with a name"
                f" of {', '.join(_READERS)}" + nearest(name, _READERS),
            )
        if name in given:
            raise ExportError("", f"{name} stands twice, expected once")
        given[name] = reader(text.strip())
    return Occasion(**given)  # type: ignore[arg-type]  # each reader gives its own type


def ema_sheet(
    state: EventState, rules: Rules, held: Occasion, after: int | None = None
) -> Document:
    """Return the sheet, its annex of penalties and what both rest on.

    Raises:
        ExportError: the round does not exist, or a value does not fit the layout.
    """
    report = standings_report(state, rules, after=after)
    proof = proof_of(state, rules)
    return Document(
        event=proof.event,
        title=f"EMA results, {report.title[:1].lower()}{report.title[1:]}",
        proof=proof.facts,
        stamp=proof.stamp,
        blocks=(_results(state, report, held), _annex(state, rules, after)),
        at=proof.at,
    )


def ema_workbook(
    state: EventState,
    rules: Rules,
    held: Occasion,
    size: PageSize,
    after: int | None = None,
) -> Paper:
    """Return the sheet as a workbook, and a warning for what is left blank.

    Raises:
        ExportError: the round does not exist, or a value does not fit the layout.
    """
    document = ema_sheet(state, rules, held, after)
    blank = ", ".join(held.blanks)
    told = (f"left blank: {blank}; give them with --set NAME=VALUE",) if blank else ()
    return Paper(workbook(document, size, titled=False), told)


def _results(state: EventState, report: StandingsReport, held: Occasion) -> Table:
    ranked = [row for row in report.rows if row.rank is not None]
    name = held.name or _as_words(report.proof.event)
    return Table(
        title="Results",
        columns=_COLUMNS,
        lines=tuple(
            Line((name, len(ranked), *_player_cells(state, row), *_held_cells(held)))
            for row in ranked
        ),
        foot=(report.sum_line,),
    )


def _player_cells(state: EventState, row: Row) -> tuple[Value, ...]:
    player = state.players[row.number]
    first, last = names(player.name)
    number = _ema_number(player)
    return (
        row.rank,
        first,
        last,
        number,
        1,
        row.total,
        "YES" if number else "",
        _country(player),
    )


def _held_cells(held: Occasion) -> tuple[Value, ...]:
    return (
        held.date,
        held.country,
        held.city,
        held.mers,
        held.shortname,
        "Riichi",
        held.period,
        held.days,
        "NO",
    )


def _annex(state: EventState, rules: Rules, after: int | None) -> Table:
    found = penalties_report(state, rules)
    return Table(
        title="Penalties annex",
        columns=_ANNEX,
        lines=tuple(
            Line(_annex_cells(state, penalty), is_struck=penalty.is_void)
            for penalty in found.penalties
            if _counts(state, penalty, after)
        ),
        empty="no incident is recorded",
    )


def _counts(state: EventState, penalty: Penalty, after: int | None) -> bool:
    round_ = state.entries[penalty.entry - 1].place.round
    return after is None or round_ is None or round_ <= after


def _annex_cells(state: EventState, penalty: Penalty) -> tuple[Value, ...]:
    place = state.entries[penalty.entry - 1].place
    player = state.players.get(penalty.number)
    return (
        penalty.entry,
        penalty.name,
        _ema_number(player) if player else "",
        "" if place.round is None else str(place.round),
        "" if place.table is None else str(place.table),
        place.hand or "",
        penalty.clause,
        penalty.ruling,
        penalty.before_placing + penalty.tournament,
        penalty.staff,
        penalty.remarks,
    )


def names(name: str) -> tuple[str, str]:
    """Return first and last name, the last in capitals.

    `Last, First` says which is which, and so do capitals; otherwise the last word is
    the family's name, with a `de` or `van der` before it, or the first one where names
    are written in Chinese characters.

    >>> names("Smith, Jo"), names("Anna ROSSI"), names("Jan Nowak")
    (('Jo', 'SMITH'), ('Anna', 'ROSSI'), ('Jan', 'NOWAK'))
    >>> names("佐藤 翔太"), names("Fox"), names("Pieter de Vries")
    (('翔太', '佐藤'), ('', 'FOX'), ('Pieter', 'DE VRIES'))
    """
    if len(name) > NAME_MAX:
        raise _misfit("name", name, f"at most {NAME_MAX} letters")
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma and first:
        return first, last.upper()
    words = name.split()
    capitals = [word for word in words if word.isupper() and not _is_initial(word)]
    if capitals and len(capitals) < len(words):
        others = [word for word in words if word not in capitals]
        return " ".join(others), " ".join(capitals)
    if not words:
        return "", ""
    if _is_chinese(words[0]):
        return " ".join(words[1:]), words[0]
    at = len(words) - 1
    while at > 1 and words[at - 1].islower():
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:]).upper()


def _is_initial(word: str) -> bool:
    return sum(letter.isalpha() for letter in word) <= 1


def _is_chinese(word: str) -> bool:
    return unicodedata.name(word[0], "").startswith("CJK")


def _ema_number(player: Player) -> str:
    number = player.ema_number
    if number and not EMA_NUMBER.fullmatch(number):
        raise _misfit(
            f"EMA number of player {literal(player.number)}",
            number,
            f"8 digits; this has {len(number)} characters",
        )
    return number


def _country(player: Player) -> str:
    if player.country and not COUNTRY.fullmatch(player.country):
        raise _misfit(
            f"country of player {literal(player.number)}",
            player.country,
            "three capital letters, such as BEL",
        )
    return player.country


def _misfit(what: str, text: str, limit: str) -> ExportError:
    return ExportError(
        "",
        f"{what} {literal(text)[:60]!r} does not fit the EMA sheet, expected {limit}",
    )
