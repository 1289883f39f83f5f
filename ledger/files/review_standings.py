"""What penalties did to the places, and the way of the first players, as tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ledger.core.review import Places
from ledger.core.review_places import Course, CutLine, Moved
from ledger.core.wording import MINUS
from ledger.files.document import Column, Kind, Line, Place, Table, Value
from ledger.files.review_words import LINES_MAX, Words, beyond, counted, ruling

ROUNDS_MAX: Final = 10
"""Rounds that have a column; of more the last ones are shown."""
SAME: Final = "same"
GIVEN_BACK: Final = (
    "Without penalties: the same sheets, with everything given back that rulings moved;"
    " what else would have been played nobody can know."
)


def places_blocks(places: Places, words: Words) -> Iterator[Table]:
    """Yield players, teams and lines of cuts, each with penalties and without."""
    effect = places.effect
    moved = [each for each in effect.players if each.gained] + [
        each for each in effect.players if not each.gained
    ]
    shown = moved[:LINES_MAX]
    yield Table(
        title="Places with and without penalties",
        columns=_columns("No.", "Player"),
        lines=tuple(
            Line((*_places(each), each.key, words.player(each.key), *_points(each)))
            for each in effect.players
            if each in shown
        ),
        empty="penalties changed nobody’s total",
        foot=(
            *((_sum(effect.players), GIVEN_BACK) if effect.players else ()),
            *beyond(len(moved), "player"),
        ),
    )
    if effect.teams:
        yield Table(
            title="Teams with and without penalties",
            columns=_columns("Team"),
            lines=tuple(
                Line((*_places(each), each.key, *_points(each)))
                for each in effect.teams[:LINES_MAX]
            ),
            foot=beyond(len(effect.teams), "team"),
        )
    if effect.lines:
        yield Table(
            title="Lines of the cuts with and without penalties",
            columns=(
                Column("After round", Kind.COUNT),
                Column("Division"),
                Column("Places", Kind.COUNT),
                Column("Over the line only by penalties"),
                Column("Below it only by penalties"),
            ),
            lines=tuple(Line(_line(each, words)) for each in effect.lines),
        )


def _columns(*who: str) -> tuple[Column, ...]:
    return (
        Column("Place", Kind.PLACE, is_strong=True),
        Column("Place without", Kind.PLACE),
        Column("Moved"),
        *map(Column, who),
        Column("Total", Kind.TOURNAMENT, is_strong=True),
        Column("Total without", Kind.TOURNAMENT),
        Column("Penalties", Kind.TOURNAMENT),
    )


def _places(each: Moved) -> tuple[Value, ...]:
    return (
        Place(each.rank, is_shared=each.is_shared),
        Place(each.rank_without, is_shared=each.is_shared_without),
        moved_words(each.gained),
    )


def moved_words(gained: int) -> str:
    """Return how many places somebody gained or lost, in words and a sign.

    >>> moved_words(2), moved_words(0)
    ('▲ 2 gained', 'same')
    """
    if not gained:
        return SAME
    return f"▲ {gained} gained" if gained > 0 else f"▼ {-gained} lost"


def _points(each: Moved) -> tuple[Value, ...]:
    return each.total, each.total_without, each.total - each.total_without


def _sum(moved: Sequence[Moved]) -> str:
    signs = Counter((each.gained > 0) - (each.gained < 0) for each in moved)
    return f"{signs[1]} gained places by penalties, {signs[-1]} lost places."


def _line(line: CutLine, words: Words) -> tuple[Value, ...]:
    def named(numbers: Sequence[str]) -> str:
        return ", ".join(map(words.player, numbers)) or "nobody"

    return (
        line.after_round,
        line.division,
        line.places,
        named(line.gained),
        named(line.lost),
    )


def course_table(places: Places, words: Words) -> Table:
    """Return the totals of the first players after each round, with incidents."""
    courses = places.courses
    rounds = courses.rounds[-ROUNDS_MAX:]
    skipped = len(courses.rounds) - len(rounds)
    foot = [f"{counted(skipped, 'round')} before are left out."] if skipped else []
    return Table(
        title=f"The first {len(courses.players)} round by round"
        if courses.players
        else "Round by round",
        columns=(
            Column("Place", Kind.PLACE, is_strong=True),
            Column("No."),
            Column("Player"),
            *(Column(f"R{round_}", Kind.TOURNAMENT) for round_ in rounds),
            Column("Incidents"),
        ),
        lines=tuple(
            Line(
                (
                    Place(course.rank),
                    course.number,
                    words.player(course.number),
                    *course.totals[skipped:],
                    marks_words(course),
                )
            )
            for course in courses.players
        )
        if rounds
        else (),
        empty="no sheet is in yet",
        foot=tuple(foot),
    )


def marks_words(course: Course) -> str:
    """Return a player's incidents: `R3 #26 chombo −20`, with what each cost."""
    return "; ".join(
        f"R{round_} #{case.entry.number} {ruling(case)}{_cost(case.fines)}"
        for round_, cases in sorted(course.marks.items())
        for case in cases
    )


def _cost(fines: int) -> str:
    return f" {MINUS}{-fines / 1000:g}" if fines < 0 else ""
