"""The counts of a review as tables, and what was counted in words."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from ledger.core.review import Review
from ledger.core.review_counts import RATE, Basis, Count
from ledger.core.terms import Class
from ledger.core.wording import hand_words
from ledger.files.document import TENTH, Column, Kind, Line, Paragraphs, Table, Value
from ledger.files.review_words import LINES_MAX, Words, beyond, counted

UNKNOWN: Final = "not known"
_K = TypeVar("_K")


def per(basis: Basis) -> str:
    """Return what a rate is counted against: `per 100 hanchan`."""
    return f"per {RATE} {basis.unit}"


def why_per(basis: Basis) -> str:
    """Return what rates are made over, and why."""
    total = f"{basis.total:,}"
    if not basis.by_hanchan:
        return "No sheet is in yet, so nothing is known to have been played: no rates."
    if basis.unit == "hands":
        return (
            f"Rates are per {RATE} hands: every played hanchan was followed hand by"
            f" hand, {total} hands in all."
        )
    return (
        f"Rates are per {RATE} hanchan, of which {total} are played: how many hands"
        " were dealt is known only of tables that were followed hand by hand."
    )


def summary(review: Review) -> Paragraphs:
    """Return what was counted, what was not, and what the rates rest on."""
    cases = review.cases
    rulings = len({case.entry.number for case in cases})
    counts = review.counts
    told = f"{counted(len(cases), 'incident')} in {counted(rulings, 'ruling')}"
    own = len(review.departures)
    lines = [f"{told} that count; {own or 'none'} ruled otherwise than the rulebook."]
    for why in ("taken back", "replaced", "pending"):
        number = sum(each.why == why for each in review.left_out)
        if number:
            lines.append(
                f"{counted(number, 'ruling')} {why}: not counted, named at the end."
            )
    lines.append(why_per(counts.basis))
    outside = len(cases) - counts.total.inside
    if outside and counts.basis.by_hanchan:
        lines.append(
            f"{counted(outside, 'incident')} outside the tables or at one whose sheet"
            " is not in: counted, but in no rate."
        )
    return Paragraphs(tuple(lines))


def count_tables(review: Review, words: Words) -> tuple[Table, ...]:
    """Return every count as a table of its own, in the order of the report."""
    counts = review.counts
    basis = counts.basis
    seats = f"The offender’s team; rates {per(basis)} of its players."
    no_rate = "How often this could have happened is not in the book: no rate."
    signed = f"By who signed the ruling that counts. {no_rate}"
    return (
        _table("By situation", "Situation", counts.situations, words.situation, basis),
        _table("By class", "Class", counts.classes, class_title, basis),
        _table("By round", "Round", counts.rounds, _number, basis),
        _table("By table", "Table", counts.tables, _number, basis),
        _table("By hand", "Hand", counts.hands, _hand, None, (no_rate,)),
        _table("By staff", "Staff", counts.staff, str, None, (signed,)),
        _table("By team", "Team", counts.teams, str, basis, (seats,)),
    )


def _table(
    title: str,
    head: str,
    counts: Sequence[Count[_K]],
    name: Callable[[_K], str],
    basis: Basis | None,
    foot: tuple[str, ...] = (),
) -> Table:
    shown = sorted(counts, key=lambda c: -c.incidents)[:LINES_MAX]
    lines = [count for count in counts if count in shown]
    has_rates = basis is not None and bool(basis.by_hanchan)
    columns = [
        Column(head),
        Column("Incidents", Kind.COUNT, is_strong=True),
        Column("Departures", Kind.COUNT),
        Column("Fines", Kind.TOURNAMENT),
    ]
    if has_rates and basis is not None:
        columns += [
            Column(basis.unit.capitalize(), Kind.COUNT),
            Column(per(basis).capitalize(), Kind.RATE),
        ]
    return Table(
        title=title,
        columns=tuple(columns),
        lines=tuple(
            Line(_cells(name(count.key), count, has_rates=has_rates)) for count in lines
        ),
        empty="no incident is recorded",
        foot=(*(foot if lines else ()), *beyond(len(counts), "line")),
    )


def _cells(name: str, count: Count[_K], *, has_rates: bool) -> tuple[Value, ...]:
    cells: tuple[Value, ...] = (name, count.incidents, count.departures, count.fines)
    if not has_rates:
        return cells
    rate = None if count.rate is None else round(count.rate * TENTH)
    return (*cells, count.of or None, rate)


def class_title(class_: Class) -> str:
    """Return what a class is called in any edition."""
    return "not punished" if class_ is Class.NONE else class_.value.replace("-", " ")


def _number(key: int | None) -> str:
    return "–" if key is None else str(key)


def _hand(key: str | None) -> str:
    return hand_words(key) or UNKNOWN
