"""The pictures of a review: incidents by situation, round and table; the courses."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from ledger.core.review_places import Course, Courses
from ledger.core.terms import Class
from ledger.files.cells import cut
from ledger.files.document import POINT, Picture, readable, tournament
from ledger.files.plot_canvas import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PAPER,
    PINK,
    RED,
    RULE,
    SKY,
    SOFT,
    YELLOW,
    Canvas,
    Form,
)
from ledger.files.review_report import PictureName, ReviewReport
from ledger.files.review_tables import class_title, per
from ledger.files.review_words import ruling

SITUATIONS_MAX: Final = 12
TABLES_MAX: Final = 30
ROUNDS_MAX: Final = 30
NAME_CELLS: Final = 22
LEFT: Final = "\N{LEFT-TO-RIGHT MARK}"
"""Keeps what stands beside a name in its place, whatever way the name is written."""
TOLD_MAX: Final = 6
"""Marks that are named in words; of more only the entries are."""
TITLE_CELLS: Final = 34
"""Terminal cells of a name and of a situation's title; longer ones are cut."""
LOOKS: Final[Mapping[Class, tuple[str, str]]] = {
    Class.DISQUALIFICATION: (PINK, "xxxx"),
    Class.CHOMBO: (RED, ""),
    Class.FULL_FOUL: (YELLOW, "++"),
    Class.DEAD_HAND: (GREEN, "\\\\\\\\"),
    Class.POINT_PENALTY: (ORANGE, "////"),
    Class.MINOR_FOUL: (BLUE, "...."),
    Class.WARNING: (SKY, "----"),
    Class.NONE: (GREY, "||||"),
}
"""Colour and hatching of each class, the gravest first."""
LINES: Final = (
    (BLUE, "-", "o"), (RED, "--", "s"), (GREEN, "-.", "^"), (PINK, ":", "D"),
    (ORANGE, "-", "v"), (SKY, "--", "P"), (GREY, "-.", "<"), (INK, ":", ">"),
)  # fmt: skip
"""Colour, dashes and mark of each player's line, in order of places."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of a paper, and a warning for each letter that was replaced."""

    pictures: Mapping[PictureName, Picture]
    warnings: tuple[str, ...]


def review_pictures(report: ReviewReport, form: Form) -> Pictures:
    """Return the pictures of a review; none of what there is nothing to show.

    Raises:
        ExportError: a font that comes with the program is missing or damaged.
    """
    words = report.words
    canvas = Canvas.of(form, list(_texts(report)))
    found: dict[PictureName, Picture] = {}
    if report.review.cases:
        found["situations"] = _situations(report, canvas)
    if any(count.key is not None for count in report.review.counts.rounds):
        found["rounds"] = _rounds(report, canvas)
    if report.review.counts.grid:
        found["tables"] = _tables(report, canvas)
    if report.places.courses.rounds:
        labels = [
            _short(words.player(course.number), NAME_CELLS)
            for course in report.places.courses.players
        ]
        found["courses"] = _courses(report.places.courses, labels, canvas)
    return Pictures(found, canvas.fonts.warnings)


def _texts(report: ReviewReport) -> Iterator[str]:
    words = report.words
    for case in report.review.cases:
        yield _short(words.situation(case.own.situation), TITLE_CELLS)
        yield ruling(case)
    for course in report.places.courses.players:
        yield _short(words.player(course.number), NAME_CELLS)


def _short(text: str, cells: int) -> str:
    return cut(readable(text), cells)


# Situations ---------------------------------------------------------------------------


def _situations(report: ReviewReport, canvas: Canvas) -> Picture:
    cases = report.review.cases
    order = [count.key for count in report.review.counts.situations]
    kept, others = order[:SITUATIONS_MAX], order[SITUATIONS_MAX:]
    bars: dict[str, Counter[Class]] = {name: Counter() for name in kept}
    if others:
        bars[""] = Counter()
    for case in cases:
        name = case.own.situation
        bars[name if name in bars else ""][case.class_] += 1
    titles = [
        canvas.text(_short(report.words.situation(name), TITLE_CELLS))
        if name
        else f"{len(others)} other situations"
        for name in bars
    ]
    seen = {case.class_ for case in cases}
    classes = [class_ for class_ in LOOKS if class_ in seen]

    def paint(axes: Axes) -> None:
        _paint_bars(axes, canvas, titles, list(bars.values()), classes)

    return canvas.draw(
        "Incidents by situation and class",
        f"Bars of {len(cases)} incidents by situation, divided by class.",
        0.75 + 0.3 * len(bars),
        paint,
        name="situations",
    )


def _paint_bars(
    axes: Axes,
    canvas: Canvas,
    titles: Sequence[str],
    bars: Sequence[Counter[Class]],
    classes: Sequence[Class],
) -> None:
    places = range(len(titles))
    ink = canvas.ink(INK)
    left = [0] * len(titles)
    for class_ in classes:
        colour, hatch = LOOKS[class_]
        numbers = [bar[class_] for bar in bars]
        axes.barh(
            places, numbers, left=left, height=0.66, color=colour, hatch=hatch,
            edgecolor=ink, linewidth=0.6,
        )  # fmt: skip
        left = [was + number for was, number in zip(left, numbers, strict=True)]
    for place, total in zip(places, left, strict=True):
        axes.annotate(
            str(total), (total, place), (4, 0), textcoords="offset points", va="center"
        )
    axes.set_yticks(list(places), list(titles))
    axes.tick_params(axis="y", length=0)
    axes.invert_yaxis()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(0, max(left) * 1.08)
    axes.grid(axis="x")
    handles = [
        Patch(
            facecolor=LOOKS[class_][0],
            hatch=LOOKS[class_][1],
            edgecolor=ink,
            linewidth=0.6,
            label=class_title(class_),
        )
        for class_ in classes
    ]
    axes.figure.legend(
        handles=handles, loc="outside lower center", ncols=min(len(handles), 6)
    )


# Rounds and tables --------------------------------------------------------------------


def _rounds(report: ReviewReport, canvas: Canvas) -> Picture:
    counts = [each for each in report.review.counts.rounds if each.key is not None]
    basis = report.review.counts.basis
    has_rates = any(each.rate is not None for each in counts)
    numbers = [
        (each.key or 0, each.rate if has_rates else each.incidents) for each in counts
    ]
    known = [(round_, number) for round_, number in numbers if number is not None]
    measure = f"Incidents {per(basis)}" if has_rates else "Incidents"

    def paint(axes: Axes) -> None:
        rounds = [round_ for round_, _ in known]
        axes.plot(
            rounds, [number for _, number in known], color=canvas.ink(INK), marker="o"
        )
        for round_, number in known:
            axes.annotate(
                f"{number:.1f}" if has_rates else f"{number:g}", (round_, number),
                (0, 6), textcoords="offset points", ha="center",
            )  # fmt: skip
        axes.set_ylim(0, max(number for _, number in known) * 1.2 or 1)
        axes.set_xlim(rounds[0] - 0.5, rounds[-1] + 0.5)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(5, integer=not has_rates))
        axes.set_xlabel("Round")
        axes.set_ylabel(measure)
        axes.grid(axis="y")

    title = f"{measure} by round"
    return canvas.draw(title, f"A line of {measure}.", 2.1, paint, name="rounds")


def _tables(report: ReviewReport, canvas: Canvas) -> Picture:
    grid = report.review.counts.grid
    by_table: Counter[int] = Counter()
    for (_, table), number in grid.items():
        by_table[table] += number
    most = [table for table, _ in by_table.most_common(TABLES_MAX)]
    tables = sorted(most)
    begun = {round_ for round_, _ in (*grid, *report.review.counts.basis.by_hanchan)}
    rounds = sorted(begun)[-ROUNDS_MAX:]
    worst = max(grid.values())

    def paint(axes: Axes) -> None:
        for down, round_ in enumerate(rounds):
            for at, table in enumerate(tables):
                number = grid.get((round_, table), 0)
                axes.add_patch(
                    Rectangle(
                        (at - 0.5, down - 0.5), 1, 1,
                        facecolor=SKY if number else "none",
                        alpha=None if not number else 0.25 + 0.75 * number / worst,
                        linewidth=0,
                    )
                )  # fmt: skip
                told = str(number) if number else "·"
                ink = canvas.ink(INK if number else SOFT)
                axes.text(at, down, told, ha="center", va="center", color=ink)
        axes.set_xticks(range(len(tables)), [str(table) for table in tables])
        axes.set_yticks(range(len(rounds)), [f"R{round_}" for round_ in rounds])
        axes.set_xlim(-0.5, max(len(tables), 8) - 0.5)
        axes.set_ylim(len(rounds) - 0.5, -0.5)
        axes.set_xlabel("Table (those with an incident)")
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)

    return canvas.draw(
        "Incidents by table and round",
        f"A grid of {sum(grid.values())} incidents, tables across, rounds down.",
        0.75 + 0.24 * len(rounds),
        paint,
        name="tables",
    )


# Courses ------------------------------------------------------------------------------


def _courses(courses: Courses, labels: Sequence[str], canvas: Canvas) -> Picture:
    def paint(axes: Axes) -> None:
        axes.axhline(0, color=canvas.ink(RULE), linewidth=0.8)
        for at, course in enumerate(courses.players):
            colour, dashes, mark = LINES[at % len(LINES)]
            totals = [total / POINT for total in course.totals]
            axes.plot(
                courses.rounds, totals, color=canvas.ink(colour), linestyle=dashes,
                marker=mark, markersize=4, linewidth=1.4,
            )  # fmt: skip
            _mark(axes, canvas, courses, course)
        _name_lines(axes, canvas, courses, labels)
        axes.set_xlim(courses.rounds[0] - 0.15, courses.rounds[-1] + 0.1)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(
            FuncFormatter(lambda value, _: tournament(round(value * POINT)))
        )
        axes.set_xlabel("Round")
        axes.set_ylabel("Total")
        axes.grid(axis="y")

    count = len(courses.players)
    return canvas.draw(
        f"The first {count} round by round, with their incidents",
        f"Lines of the totals of the first {count} players after each round.",
        3.6,
        paint,
        name="courses",
    )


def _mark(axes: Axes, canvas: Canvas, courses: Courses, course: Course) -> None:
    """Mark a player's incidents on his line, each with its entry and ruling."""
    is_told = sum(len(each.marks) for each in courses.players) <= TOLD_MAX
    for round_, cases in course.marks.items():
        total = course.totals[courses.rounds.index(round_)] / POINT
        axes.plot(
            [round_], [total], linestyle="none", marker="X", markersize=9,
            markerfacecolor=canvas.ink(PAPER), markeredgecolor=canvas.ink(INK),
            markeredgewidth=1.2, zorder=5,
        )  # fmt: skip
        told = f"#{cases[0].entry.number}"
        told += f" {ruling(cases[0])}" if is_told else ""
        told += f" +{len(cases) - 1}" if len(cases) > 1 else ""
        is_last = round_ == courses.rounds[-1] and len(courses.rounds) > 1
        axes.annotate(
            canvas.text(_short(told, NAME_CELLS)), (round_, total),
            (-8, 0) if is_last else (8, 0), textcoords="offset points",
            ha="right" if is_last else "left", va="center", zorder=6,
            bbox={"facecolor": canvas.ink(PAPER), "edgecolor": "none", "pad": 1,
                  "alpha": 0.8},
        )  # fmt: skip


def _name_lines(
    axes: Axes, canvas: Canvas, courses: Courses, labels: Sequence[str]
) -> None:
    """Name each line at its end, no name over another."""
    ends = [course.totals[-1] / POINT for course in courses.players]
    low, high = axes.get_ylim()
    least = (high - low) * 0.062
    order = sorted(range(len(ends)), key=lambda at: -ends[at])
    heights: dict[int, float] = {}
    above = high + least
    for at in order:
        above = min(ends[at], above - least)
        heights[at] = above
    # Pushed below the frame: all up again by as much.
    lift = max(0.0, low - above)
    for at, label in enumerate(labels):
        colour, _, _ = LINES[at % len(LINES)]
        rank = courses.players[at].rank
        place = "–" if rank is None else str(rank)
        total = tournament(courses.players[at].totals[-1])
        told = f"{LEFT}{place}  {canvas.text(label)}{LEFT}  {total}"
        axes.annotate(
            told, (courses.rounds[-1], ends[at]), (1.03, heights[at] + lift),
            textcoords=axes.get_yaxis_transform(), va="center", annotation_clip=False,
            arrowprops={
                "arrowstyle": "-", "color": canvas.ink(colour), "linewidth": 0.8,
                "relpos": (0, 0.5), "shrinkA": 2, "shrinkB": 3,
            },
        )  # fmt: skip
