"""The review on the screen: sections, charts, and what it is worth in a large event."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import pytest
from rich.cells import cell_len
from rich.console import Console

from ledger.core.contents import Departure, Sheet, SheetEntered
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.terms import Class
from ledger.tui.review_lines import SECTIONS, ReviewOf
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.review import RECKONING, ReviewScreen
from ledger.tui.terminal import View
from tests.bench.bench_exports import event as large_event
from tests.core.journals import Journal
from tests.core.test_review import draft, warned
from tests.tui.conftest import Launch
from tests.tui.driver import Driver

CHOMBO = ("r", "s", "f", "u", "enter", "y", "enter")


async def looked_back(desk: Driver) -> None:
    """Let table 1 end, with a chombo of Ito, and open the review."""
    await desk.press(*CHOMBO)
    assert desk.app.desk is not None
    sheet = SheetEntered(sheet=Sheet(raw=(41000, 29000, 25000, 25000)))
    desk.app.desk.terminal.add(sheet, Place(round=1, table=1), "sheet")
    desk.app.desk.refresh()
    desk.app.clear_notifications()
    await desk.press("v")
    assert isinstance(desk.screen, ReviewScreen)


async def go_to(desk: Driver, name: str) -> None:
    await desk.press(*["left"] * len(SECTIONS))
    await desk.press(*["right"] * SECTIONS.index(name))
    await desk.pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_every_section_can_be_stepped_to(
    event: Path, launch: Launch, size: tuple[int, int]
) -> None:
    async with launch(event, size) as desk:
        await looked_back(desk)
        for number, name in enumerate(SECTIONS, start=1):
            await desk.pilot.pause()
            lines = desk.lines()
            assert f"{number} of {len(SECTIONS)}" in lines[1]
            assert name in lines[1]
            assert RECKONING not in desk.text()
            assert any(line.strip() for line in lines[2:8])
            await desk.press("right")
        assert f"{len(SECTIONS)} of" in desk.lines()[1], "there is none after the last"

        await desk.press("escape")
        assert isinstance(desk.screen, FloorScreen)


async def test_charts_and_tables_tell_the_same(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await looked_back(desk)
        text = desk.text()
        assert "1 incident in 1 ruling that count" in text
        assert "Rates are per 100 hanchan, of which 1 are played" in text

        await go_to(desk, "Situations")
        bar, *_ = [line for line in desk.lines() if "█" in line]
        assert bar.split()[:3] == ["ron", "while", "furiten"]
        assert bar.endswith(" 1")
        assert "██ chombo" in desk.text()

        await go_to(desk, "Rounds")
        assert any(line.endswith("100.0") and "█" in line for line in desk.lines())


async def test_places_with_and_without_penalties(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await looked_back(desk)
        await go_to(desk, "Places")
        rows = [" ".join(line.split()) for line in desk.lines()]
        # 29,000 less 30,000 with 5,000 uma: +4.0, and −16.0 with the chombo.
        assert "8 2 ▼ 6 lost 2 Ito −16.0 +4.0 −20.0" in rows

        await go_to(desk, "Round by round")
        assert "x: an incident" in desk.text()


async def test_an_entry_of_another_terminal_is_in_it_at_once(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await looked_back(desk)
        assert desk.app.desk is not None
        own = Departure(class_=Class.WARNING, tournament={})
        one = DraftIncident(
            offender="3", situation="furiten-ron", facts={"shown": True}
        )
        place = Place(round=1, table=1, hand="E2", honba=0)
        made = Draft(place=place, incidents=(one,), departure=own, note="first time")
        terminal = desk.app.desk.terminal
        terminal.book.record(made, terminal.sign("other"))
        desk.app.desk.refresh()
        await desk.pilot.pause()
        assert "2 incidents in 2 rulings" in desk.text()

        await go_to(desk, "Escalations and like facts")
        assert "Like facts 1, ruled differently" in desk.text()
        assert "the referee’s own ruling" in " ".join(desk.text().split())


async def test_long_sections_scroll(event: Path, launch: Launch) -> None:
    async with launch(event, (80, 16)) as desk:
        await looked_back(desk)
        await go_to(desk, "Hands, staff, teams")
        assert "By hand" in desk.lines()[2]
        await desk.press("down")
        assert "By hand" not in desk.lines()[2]
        await desk.press("up")
        assert "By hand" in desk.lines()[2]
        await desk.press("pagedown")
        assert "By staff" in desk.text()
        await desk.press("right", "left")
        assert "By hand" in desk.lines()[2], "a section begins at its top"


async def test_an_empty_event(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("v")
        assert "0 incidents" in desk.text()
        for name in SECTIONS:
            await go_to(desk, name)
            assert name in desk.lines()[1]


# The sections by themselves -----------------------------------------------------------


def view_of(journal: Journal) -> View:
    return View(
        state=journal.state,
        rules=journal.rules,
        head=journal.state.head,
        staff="Mori",
        role="",
        clock=lambda: datetime(2026, 5, 1, tzinfo=UTC),
    )


def lines_of(found: ReviewOf, name: str, width: int = 78) -> list[str]:
    found.reckon()
    console = Console(width=width, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(found.shown(name, width))
    return capture.get().splitlines()


def test_no_name_acts_on_the_terminal_or_breaks_a_line() -> None:
    journal = Journal("ema-2025")
    hard = ("\x1b[31mred", "[b]bold[/b]", "佐" * 60, "שלום\u202e")
    for number, name in zip("1234", hard, strict=True):
        player = journal.state.players[number]
        journal.state.players[number] = replace(player, name=name, team=name)
    for number in "1234":
        journal.write(draft(number, note="\x1b[2J [red]"), Place())
        journal.write(warned(number, note="\x1b[2J [red]"), Place())
    sheet = SheetEntered(sheet=Sheet(raw=(42000, 31000, 28000, 19000)))
    journal.write(sheet, Place(round=1, table=1))
    found = ReviewOf.of(view_of(journal))

    for name in SECTIONS:
        lines = lines_of(found, name)
        assert not any("\x1b" in line or "\u202e" in line for line in lines)
        assert max(map(cell_len, lines)) <= 78
    assert "[b]bold[/b]" in "\n".join(lines_of(found, "Round by round"))
    assert "[red]" in "\n".join(lines_of(found, "Departures and appeals", 200))


def test_the_signs_of_a_bar_are_as_many_as_its_incidents_by_measure() -> None:
    journal = Journal("ema-2025")
    for number in "123":
        journal.write(draft(number), Place())
    journal.write(warned("4"), Place())
    found = ReviewOf.of(view_of(journal))

    bar = lines_of(found, "Situations")[0]
    # 78 cells less 30 for the name and 7 for the number: 41, in quarters.
    assert (bar.count("█"), bar.count("░")) == (31, 10)
    assert bar.endswith(" 4")


def test_the_chart_of_courses_has_each_player_in_each_round() -> None:
    journal = Journal("ema-2025")
    for round_ in (1, 2):
        for table in (1, 2):
            sheet = SheetEntered(sheet=Sheet(raw=(42000, 31000, 28000, 19000)))
            journal.write(sheet, Place(round=round_, table=table))
    found = ReviewOf.of(view_of(journal))
    chart = "".join(
        line.partition("│")[2] for line in lines_of(found, "Round by round")
    )

    for place in "12345678":
        assert chart.count(place) == 2


@pytest.mark.parametrize("width", [1, 5, 12, 20, 40])
def test_a_narrow_terminal_is_no_fault(width: int) -> None:
    journal = Journal("ema-2025")
    for table in (1, 2):
        sheet = SheetEntered(sheet=Sheet(raw=(42000, 31000, 28000, 19000)))
        journal.write(sheet, Place(round=1, table=table))
    journal.write(draft("1"), Place())
    journal.write(warned("2"), Place())
    found = ReviewOf.of(view_of(journal))

    for name in SECTIONS:
        assert lines_of(found, name, width)


def test_a_thousand_tables_open_within_a_blink() -> None:
    """What is painted first, beside the standings that every other screen reckons."""
    state, rules = large_event(4000, 5)
    view = View(
        state=state, rules=rules, head=state.head, staff="Mori", role="",
        clock=lambda: datetime(2026, 5, 1, tzinfo=UTC),
    )  # fmt: skip
    times = []
    for _ in range(3):
        start = perf_counter()
        found = ReviewOf.of(view)
        found.shown("Overview", 78)
        times.append(perf_counter() - start)
        assert found.quick.counts.total.incidents == 100
        assert not found.is_ready("Places")

    assert min(times) < 0.2
