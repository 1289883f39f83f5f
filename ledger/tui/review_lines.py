"""The sections of a review as a terminal shows them: a chart, then the tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ledger.core.review import Places, Review, places, review
from ledger.core.spelling import literal
from ledger.files.document import Block, Paragraphs, Picture, Signatures, Table, shown
from ledger.files.review_report import (
    Section,
    count_sections,
    place_sections,
    story_sections,
)
from ledger.files.review_words import Words
from ledger.tui.review_charts import (
    course_chart,
    round_bars,
    situation_bars,
    table_grid,
)
from ledger.tui.terminal import View

SECTIONS = (
    "Overview",
    "Situations",
    "Rounds",
    "Tables",
    "Hands, staff, teams",
    "Places",
    "Round by round",
    "Escalations and like facts",
    "Departures and appeals",
    "Not counted",
)
"""Names of the sections, in order."""
SLOW = frozenset({"Places", "Round by round"})
"""Sections that need the standings, which take a moment in a large event."""


@dataclass(slots=True)
class ReviewOf:
    """The review of one view, each half made when it is first wanted."""

    view: View
    quick: Review
    slow: Places | None = field(default=None)

    @classmethod
    def of(cls, view: View) -> "ReviewOf":
        """Return the review of a view, without the places."""
        return cls(view, review(view.state, view.rules))

    @property
    def words(self) -> Words:
        """What names things of the event."""
        return Words(self.view.state, self.view.rules)

    def is_ready(self, name: str) -> bool:
        """Whether a section can be shown at once."""
        return name not in SLOW or self.slow is not None

    def reckon(self) -> None:
        """Make the slow half."""
        if self.slow is None:
            view = self.view
            self.slow = places(view.state, view.rules, self.quick.cases)

    def section(self, name: str) -> Section:
        """Return a section by its name; its half is made already."""
        made: Sequence[Section]
        if name in SLOW:
            assert self.slow is not None
            made = place_sections(self.slow, self.words)
        else:
            made = (
                *count_sections(self.quick, self.words),
                *story_sections(self.quick, self.words),
            )
        return next(section for section in made if section.name == name)

    def shown(self, name: str, width: int) -> RenderableType:
        """Return what a terminal of a width shows of a section."""
        chart = self._chart(name, width)
        parts: list[RenderableType] = [*chart, *([Text()] if chart else [])]
        for block in self.section(name).blocks:
            parts += [*_block(block), Text()]
        return Group(*parts)

    def _chart(self, name: str, width: int) -> list[Text]:
        match name:
            case "Situations":
                return situation_bars(self.quick, self.words, width)
            case "Rounds":
                return round_bars(self.quick, width)
            case "Tables":
                return table_grid(self.quick, width)
            case "Round by round":
                assert self.slow is not None
                return course_chart(self.slow, self.words, width)
            case _:
                return []


def _block(block: Block) -> Iterator[RenderableType]:
    match block:
        case Paragraphs(lines=lines):
            for line in lines:
                yield Text(literal(line), overflow="fold")
        case Table():
            yield Text(literal(block.title), "bold")
            yield _grid(block) if block.lines else Text(literal(block.empty))
            for sentence in block.foot:
                yield Text(literal(sentence), "dim", overflow="fold")
        case Picture() | Signatures():
            return  # the charts here are our own, and nobody signs a screen


def _grid(table: Table) -> Grid:
    """Return a table whose text wraps; no cell is ever read as markup."""
    grid = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
    for column in table.columns:
        is_number = column.kind.is_number
        grid.add_column(
            Text(column.title),
            justify="right" if is_number else "left",
            no_wrap=is_number,
            overflow="fold",
            style="bold" if column.is_strong else "",
        )
    for line in table.lines:
        grid.add_row(
            *(
                Text(literal(shown(column.kind, value)))
                for column, value in zip(table.columns, line.cells, strict=True)
            )
        )
    return grid
