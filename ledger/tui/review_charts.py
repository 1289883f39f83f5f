"""Charts of a review in a terminal: bars, a grid, the courses of the first players.

Drawn with letters of our own: every class has a sign as well as a colour, names are
fitted by terminal cells, and nothing is wider than it is told.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from rich.text import Text

from ledger.core.review import Places, Review
from ledger.core.review_counts import Count
from ledger.core.spelling import literal
from ledger.core.terms import Class
from ledger.files.document import POINT, tournament
from ledger.files.review_tables import class_title, per
from ledger.files.review_words import Words
from ledger.tui.text import padded

SIGNS: Final[Mapping[Class, tuple[str, str]]] = {
    Class.DISQUALIFICATION: ("◆", "magenta"),
    Class.CHOMBO: ("█", "red"),
    Class.FULL_FOUL: ("▞", "bright_red"),
    Class.DEAD_HAND: ("▓", "green"),
    Class.POINT_PENALTY: ("▒", "yellow"),
    Class.MINOR_FOUL: ("▚", "blue"),
    Class.WARNING: ("░", "cyan"),
    Class.NONE: ("·", "dim"),
}
"""Sign and colour of each class, the gravest first."""
LABEL_CELLS: Final = 30
NUMBER_CELLS: Final = 7
CELL: Final = 4
"""Cells of a table in the grid."""
SITUATIONS_MAX: Final = 40
HEIGHT: Final = 13
"""Lines of the chart of courses."""
AXIS_CELLS: Final = 9
BESIDE: Final = "\N{NO-BREAK SPACE}"


def situation_bars(review: Review, words: Words, width: int) -> list[Text]:
    """Return a bar for each situation, divided by class, and what the signs mean."""
    by_class: dict[str, Counter[Class]] = {}
    for case in review.cases:
        by_class.setdefault(case.own.situation, Counter())[case.class_] += 1
    most = max((count.incidents for count in review.counts.situations), default=0)
    room = width - LABEL_CELLS - NUMBER_CELLS
    lines = []
    for count in review.counts.situations[:SITUATIONS_MAX]:
        line = padded(literal(words.situation(count.key)), LABEL_CELLS - 1)
        line.append(" ")
        left = 0
        done = 0
        for class_, (sign, style) in SIGNS.items():
            left += by_class[count.key][class_]
            until = _cells(left, most, room)
            line.append(sign * (until - done), style)
            done = until
        line.append(f" {count.incidents}", "bold")
        lines.append(line)
    if lines:
        lines += [Text(), _legend({case.class_ for case in review.cases})]
    return lines


def _cells(number: int, most: int, room: int) -> int:
    """Return how many cells a number takes of the room of the largest one."""
    return round(number * room / most) if most else 0


def _legend(classes: set[Class]) -> Text:
    line = Text()
    for class_, (sign, style) in SIGNS.items():
        if class_ in classes:
            line.append(f"{sign * 2} ", style)
            line.append(f"{class_title(class_)}   ")
    return line


def round_bars(review: Review, width: int) -> list[Text]:
    """Return a bar for each round: its rate, or its incidents where there is none."""
    counts = [count for count in review.counts.rounds if count.key is not None]
    has_rates = any(count.rate is not None for count in counts)
    numbers = [(c.rate or 0.0) if has_rates else float(c.incidents) for c in counts]
    most = max(numbers, default=0.0)
    what = f"Incidents {per(review.counts.basis)}" if has_rates else "Incidents"
    lines = [Text(what, "dim")] if counts else []
    for count, number in zip(counts, numbers, strict=True):
        line = padded(f"R{count.key}", 6)
        bar = round(number * (width - 16) / most) if most else 0
        line.append("█" * bar, "cyan")
        line.append(_number(count, number, has_rates=has_rates), "bold")
        lines.append(line)
    return lines


def _number(count: Count[int | None], number: float, *, has_rates: bool) -> str:
    if not has_rates:
        return f" {count.incidents}"
    return " –" if count.rate is None else f" {number:.1f}"


def table_grid(review: Review, width: int) -> list[Text]:
    """Return rounds down and tables across, those with most incidents first kept."""
    grid = review.counts.grid
    by_table: Counter[int] = Counter()
    for (_, table), number in grid.items():
        by_table[table] += number
    room = max((width - 6) // CELL, 1)
    tables = sorted(table for table, _ in by_table.most_common(room))
    if not tables:
        return []
    played = {round_ for round_, _ in (*grid, *review.counts.basis.by_hanchan)}
    worst = max(grid.values())
    lines = [padded("", 6).append("".join(f"T{t:<{CELL - 1}}" for t in tables), "dim")]
    for round_ in sorted(played):
        line = padded(f"R{round_}", 6)
        for table in tables:
            number = grid.get((round_, table), 0)
            line.append(f"{number or '·'}".ljust(CELL), _heat(number, worst))
        lines.append(line)
    hidden = len(by_table) - len(tables)
    if hidden:
        lines.append(Text(f"{hidden} more tables with fewer incidents", "dim"))
    return lines


def _heat(number: int, worst: int) -> str:
    if not number:
        return "dim"
    return "bold reverse" if number == worst and worst > 1 else "bold"


def course_chart(places: Places, words: Words, width: int) -> list[Text]:
    """Return the totals of the first players over the rounds, each as his place.

    A player stands beside the column of a round where another has taken his cell; `x`
    after him marks an incident in that round.
    """
    courses = places.courses
    if not courses.rounds:
        return []
    totals = [total for course in courses.players for total in course.totals]
    low, high = min(0, *totals), max(0, *totals)
    room = width - AXIS_CELLS - 4
    rounds = courses.rounds[-max(room // 6, 1) :]
    skipped = len(courses.rounds) - len(rounds)
    step = min(room // len(rounds), 24)
    rows = [[" "] * (width - AXIS_CELLS) for _ in range(HEIGHT)]
    for at, course in enumerate(courses.players):
        for column, round_ in enumerate(rounds):
            total = course.totals[skipped + column]
            row = rows[_height(total, low, high)]
            told = _letter(at) + ("x" if round_ in course.marks else "")
            _put(row, column * step, told)
    lines = []
    for down, row in enumerate(rows):
        is_told = down % 3 == 0
        value = high - (high - low) * down / (HEIGHT - 1)
        label = tournament(round(value / POINT) * POINT) if is_told else ""
        line = Text(f"{label:>{AXIS_CELLS - 2}} │", "dim")
        lines.append(line.append("".join(row).rstrip(), "not dim bold"))
    foot = "".join(f"R{round_}".ljust(step) for round_ in rounds)
    lines.append(Text(" " * AXIS_CELLS + foot.rstrip(), "dim"))
    names = (
        f"{_letter(at)} {literal(words.player(course.number))}".replace(" ", BESIDE)
        for at, course in enumerate(courses.players)
    )
    return [*lines, Text(), Text("  ".join(names)), Text("x: an incident", "dim")]


def _height(total: int, low: int, high: int) -> int:
    """Return the line of a total, counted from above."""
    return round((high - total) * (HEIGHT - 1) / (high - low)) if high > low else 0


def _letter(at: int) -> str:
    """Return what stands for a player: the order in which he is listed."""
    return "123456789abcdefg"[at]


def _put(row: list[str], column: int, told: str) -> None:
    """Write into the first free cells from a column on."""
    while column + len(told) <= len(row):
        if all(row[at] == " " for at in range(column, column + len(told))):
            row[column : column + len(told)] = list(told)
            return
        column += 1
