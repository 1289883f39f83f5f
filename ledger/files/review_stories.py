"""What a committee asks about, as tables: escalations, uneven rulings, appeals.

Like facts that were ruled differently are a table each: a line for each way in which
they were ruled, with the entries, so that the ways stand side by side.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.core.review import Review
from ledger.core.review_cases import Case
from ledger.core.review_findings import Ending, Unlike
from ledger.core.terms import GRAVITY, Class
from ledger.files.document import Column, Kind, Line, Paragraphs, Table, Value
from ledger.files.fate import fate_of, signed
from ledger.files.review_words import (
    GROUNDS,
    LINES_MAX,
    Words,
    beyond,
    ruling,
    where,
)

ENDINGS: Final[Mapping[Ending, str]] = {
    "open": "not decided yet",
    "moot": "not decided: the ruling was taken back",
}
"""How an appeal ended, where the word alone would not tell."""
ENTRIES_MAX: Final = 12
"""Entries of one way of ruling that are named; the others are counted."""


def led_to_more_table(review: Review, words: Words) -> Table:
    """Return the cautions after which the player did something graver."""
    return Table(
        title="Cautions that led to more",
        columns=(
            Column("Player"),
            Column("Caution"),
            Column("Where"),
            Column("What was seen"),
            Column("Ruling"),
            Column("Then"),
            Column("Then where"),
            Column("Then seen"),
            Column("Then ruled", is_strong=True),
        ),
        lines=tuple(
            Line(
                (
                    words.player(each.mild.offender),
                    *_act(each.mild, words),
                    *_act(each.graver, words),
                )
            )
            for each in review.led_to_more[:LINES_MAX]
        ),
        empty="nobody did something graver after a caution or a minor foul",
        foot=beyond(len(review.led_to_more), "caution"),
    )


def _act(case: Case, words: Words) -> tuple[Value, ...]:
    number = case.entry.number
    return f"#{number}", where(case.entry), words.what(case), ruling(case)


def unlike_blocks(review: Review, words: Words) -> Iterator[Table | Paragraphs]:
    """Yield a table for each group of like facts that were ruled in several ways."""
    if not review.unlike:
        yield Table(
            title="Like facts",
            columns=(),
            lines=(),
            empty="the same facts were ruled the same way each time",
        )
    for number, group in enumerate(review.unlike[:LINES_MAX], start=1):
        told = words.facts(group.situation, group.facts)
        yield Table(
            title=f"Like facts {number}, ruled differently: {told}",
            columns=(
                Column("Ruling", is_strong=True),
                Column("At table", Kind.POINTS),
                Column("Fines", Kind.TOURNAMENT),
                Column("Times", Kind.COUNT),
                Column("Entries"),
                Column("Staff"),
                Column("Players"),
                Column("Remarks"),
            ),
            lines=tuple(Line(cells) for cells in _ways(group, words)),
            foot=(_told_apart(group),),
        )
    if len(review.unlike) > LINES_MAX:
        yield Paragraphs(beyond(len(review.unlike), "group"))


def _ways(group: Unlike, words: Words) -> Iterator[tuple[Value, ...]]:
    """Yield a line for each way in which a group was ruled, the gravest first."""
    ways: dict[tuple[Class, str, int, int, bool], list[Case]] = {}
    for case in group.cases:
        is_own = case.ruled.departed
        way = (case.class_, ruling(case), case.table, case.fines, is_own)
        ways.setdefault(way, []).append(case)
    ordered = sorted(
        ways.items(), key=lambda item: (-GRAVITY[item[0][0]], item[1][0].began)
    )
    for (_, told, table, fines, is_own), cases in ordered:
        yield (
            told,
            table,
            fines,
            len(cases),
            _some([f"#{case.entry.number}" for case in cases]),
            _some(sorted({case.entry.signature.staff for case in cases})),
            _some(list(dict.fromkeys(words.player(c.offender) for c in cases))),
            _remarks(cases, words) if is_own else "",
        )


def _some(names: Sequence[str]) -> str:
    more = len(names) - ENTRIES_MAX
    told = ", ".join(names[:ENTRIES_MAX])
    return f"{told} and {more} more" if more > 0 else told


def _remarks(cases: Sequence[Case], words: Words) -> str:
    book = dict.fromkeys(words.suggested(case.ruled) for case in cases)
    notes = dict.fromkeys(case.ruled.note for case in cases if case.ruled.note)
    told = f"the referee’s own; the rulebook: {' or '.join(book)}"
    return f"{told}; {_some(list(notes))}" if notes else told


def _told_apart(group: Unlike) -> str:
    if not group.grounds:
        return "Nothing in the book tells them apart."
    return f"What also differs: {'; '.join(GROUNDS[each] for each in group.grounds)}."


def departures_table(review: Review, words: Words) -> Table:
    """Return the rulings that the referee made otherwise than the rulebook."""
    return Table(
        title="Departures from the suggestion",
        columns=(
            Column("Entry", Kind.COUNT),
            Column("Where"),
            Column("Player"),
            Column("What was seen"),
            Column("Rulebook"),
            Column("Ruled", is_strong=True),
            Column("Fines", Kind.TOURNAMENT),
            Column("Staff"),
            Column("Reason"),
        ),
        lines=tuple(
            Line(
                (
                    case.entry.number,
                    where(case.entry),
                    words.player(case.offender),
                    words.what(case),
                    words.suggested(case.ruled),
                    ruling(case),
                    case.fines,
                    case.entry.signature.staff,
                    case.ruled.note,
                )
            )
            for case in review.departures[:LINES_MAX]
        ),
        empty="every ruling that counts is the one of the rulebook",
        foot=beyond(len(review.departures), "departure"),
    )


def appeals_table(review: Review, words: Words) -> Table:
    """Return the appeals with how they ended."""
    return Table(
        title="Appeals",
        columns=(
            Column("Entry", Kind.COUNT),
            Column("Against"),
            Column("Ruling"),
            Column("By"),
            Column("Reason"),
            Column("Ended", is_strong=True),
            Column("Decision"),
            Column("Why"),
        ),
        lines=tuple(
            Line(
                (
                    each.entry.number,
                    f"#{each.target}",
                    words.incidents(words.state.entries[each.target - 1]),
                    words.player(each.by),
                    each.reason,
                    ENDINGS.get(each.ending, each.ending),
                    signed(each.decision) if each.decision else "",
                    each.why,
                )
            )
            for each in review.appeals[:LINES_MAX]
        ),
        empty="nobody has appealed",
        foot=beyond(len(review.appeals), "appeal"),
    )


def left_out_table(review: Review, words: Words) -> Table:
    """Return the rulings that no count holds, with what became of them."""
    return Table(
        title="Rulings that are not counted",
        columns=(
            Column("Entry", Kind.COUNT),
            Column("Where"),
            Column("Ruling"),
            Column("Staff"),
            Column("Why not"),
        ),
        lines=tuple(
            Line(
                (
                    each.entry.number,
                    where(each.entry),
                    words.incidents(each.entry),
                    each.entry.signature.staff,
                    "; ".join(fate_of(words.state, each.entry.number).words),
                )
            )
            for each in review.left_out[:LINES_MAX]
        ),
        empty="every ruling counts",
        foot=beyond(len(review.left_out), "ruling"),
    )
