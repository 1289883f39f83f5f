"""80×24 is enough: nothing that is needed is cut, on any screen."""

from pathlib import Path

import pytest
from textual.widget import Widget

from ledger.tui.widgets.keybar import KeyBar
from tests.tui.conftest import Launch
from tests.tui.driver import Driver

SIZES = [(80, 24), (120, 36)]
CHOMBO = ("r", "s", "f", "u", "enter", "y", "enter")
SCREENS = {
    "floor": (),
    "record": ("r",),
    "searching": ("r", "s", "f"),
    "asking": ("r", "s", "f", "u", "enter"),
    "ruling": ("r", "s", "f", "u", "enter", "y"),
    "table line": ("r", "s", "f", "u", "enter", "y", "ctrl+l"),
    "tiles": ("r", "s", "f", "u", "enter", "y", "ctrl+t"),
    "note": ("r", "s", "f", "u", "enter", "y", "ctrl+n"),
    "own ruling": ("r", "s", "f", "u", "enter", "y", "ctrl+d"),
    "no table": ("R",),
    "journal": ("j",),
    "ruling in the journal": (*CHOMBO, "j"),
    "amending": (*CHOMBO, "j", "a", "x", "enter"),
    "appeal": (*CHOMBO, "j", "p"),
    "decide": (*CHOMBO, "j", "p", "x", "enter", "d"),
    "finalise": ("j", "F"),
    "standings": ("t",),
    "why": ("t", "enter"),
    "export": ("e",),
    "rulebook": ("b",),
    "sheet": ("s",),
    "find": ("slash",),
    "keys": ("question_mark",),
    "sign in": ("f2",),
    "staff": ("W",),
    "new on the staff": ("W", "a"),
    "new PIN": ("W", "p"),
    "who may what": ("W", "m"),
}
KEYS = {
    "floor": ("Record", "Sheet", "Journal", "Standings", "Export", "Rulebook",
              "Find player", "No table", "Round", "Who am I", "Keys", "All", "Quit"),
    "ruling": ("Book", "Second offender", "Table", "Note", "Rule otherwise", "Settled",
               "Close", "All", "Quit"),
    "journal": ("Details", "Filter", "Back"),
    "ruling in the journal": ("Details", "Void", "Amend", "Appeal", "Filter", "Back"),
    "amending": ("Book", "Pending", "Close"),
    "standings": ("Why", "Round", "Export", "Find player", "Back"),
}  # fmt: skip


def needed(desk: Driver) -> list[Widget]:
    """Return what must be seen: everything that can have the cursor, and the keys."""
    shown = [w for w in desk.screen.walk_children(Widget) if w.display and w.region]
    return [w for w in shown if w.focusable or isinstance(w, KeyBar)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
async def test_everything_that_takes_keys_is_on_the_screen(
    name: str, size: tuple[int, int], event: Path, launch: Launch
) -> None:
    async with launch(event, size=size) as desk:
        await desk.press(*SCREENS[name])
        widgets = needed(desk)

        assert widgets
        cut = [w for w in widgets if not desk.is_whole(w)]
        assert cut == []
        (bar,) = (w for w in widgets if isinstance(w, KeyBar))
        assert bar.region.bottom == size[1]
        text = " ".join(desk.text().split())
        for key in KEYS.get(name, ()):
            assert key in text


async def test_a_full_ruling_fits(event: Path, launch: Launch) -> None:
    """Riichi, honba, earlier rulings, a note: the lines before `usual` are in view."""
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "n", "enter")
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+l")
        for text in ("e2", "1", "2000", "w n"):
            await desk.type(text)
            await desk.press("tab")
        await desk.press("enter")
        labels = [line[:14].strip() for line in desk.lines()]

        for label in ("ruling", "by", "at the table", "after uma", "the hand", "say"):
            assert label in labels
        assert "before" in labels


async def test_growing_and_shrinking_loses_nothing(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter")
        for size in ((120, 36), (60, 20), (80, 24)):
            await desk.pilot.resize_terminal(*size)
            await desk.pilot.pause()
        await desk.press("y", "enter")

        assert len(desk.entries) == 5
