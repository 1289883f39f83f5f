"""Corrections at the keyboard: amend, appeal, decide, and the story they make."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Input

from ledger.core.chains import standing, story
from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    IncidentRuled,
    Sheet,
    SheetEntered,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.incidents import Ron, Win
from ledger.core.story_words import story_words
from ledger.core.terms import Class, Seat
from ledger.tui.screens.appeals import AppealDialog, DecideDialog
from ledger.tui.screens.dialog import AskDialog, TextDialog
from ledger.tui.screens.journal import JournalScreen
from ledger.tui.screens.record import RecordScreen
from ledger.tui.screens.sheet import SheetDialog
from tests.tui.conftest import Launch

HAND = Place(round=1, table=1, hand="E2", honba=1)


# Amend ----------------------------------------------------------------------------


@pytest.mark.usefixtures("ruling")
async def test_a_ruling_is_amended_in_record(event: Path, launch: Launch) -> None:
    """What was told stands there; a tsumo while furiten is good (EMA 2025 3.3.9)."""
    async with launch(event) as desk:
        await desk.press("j", "a")
        assert desk.is_at(AskDialog)
        await desk.press("enter")
        assert "must not be blank" in desk.text()

        await desk.give("saw the video")
        assert desk.is_at(RecordScreen)
        assert desk.lines()[0].startswith(" Amend #5 · Round 1, table 1")
        assert "▸s Ito" in desk.text()
        assert "shown: yes" in desk.text()
        assert "in place of" in desk.text()
        assert "because        saw the video" in desk.text()
        assert desk.focused_id() == "pane"
        assert "CHOMBO" in desk.text()

        await desk.press("1", "enter")
        content = desk.booked()
        assert isinstance(content, Amended)
        assert (content.target, content.reason) == (5, "saw the video")
        assert isinstance(content.content, IncidentRuled)
        assert content.content.class_ is Class.NONE
        assert desk.is_at(JournalScreen)
        assert "now #6: Ito" in desk.row(5)
        assert "for #5: Ito" in desk.row(6)

        await desk.press("escape")
        assert "u Undo" not in desk.text()  # a void would not bring #5 back


async def test_everything_that_was_told_is_filled_in(
    event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    """Booked again as it stands, the ruling comes out as it was."""
    evidence = {
        "tiles": "234678m5p678s",
        "melds": ["pon:555z"],
        "win": {"tile": "5p", "by": "ron", "from": "W"},
        "discards": ["1m", "9p", "0p"],
        "round_wind": "E",
        "seat_wind": "E",
    }
    fault = DraftIncident(
        offender="2", situation="furiten-ron", facts={"shown": True}, evidence=evidence
    )
    other = DraftIncident(offender="3", situation="furiten-ron", facts={"by": "tsumo"})
    number = book(
        Draft(
            place=HAND,
            incidents=(other, fault),
            carried=2000,
            riichi=("4",),
            dead={"1": "declared"},
            hands_left=2,
            result=Ron(wins=(Win(winner=Seat.S, loser=Seat.N, points=2000),)),
            settled="ledger",
            note="both at once",
        )
    )
    async with launch(event, size=(120, 40)) as desk:
        await desk.press("j", "a")
        await desk.give("x")
        await desk.press("ctrl+l")
        text = desk.text()
        assert "East 2, 1 honba · pot 3,000 (riichi: 林) · dead: Rossi" in text
        assert "ron s n 2000" in text
        await desk.press("ctrl+l", "ctrl+t")
        assert "234678m5p678s" in desk.text()
        assert "1m 9p 0p" in desk.text()
        assert "ron 5p w" in desk.text()
        assert "both at once" in desk.text()
        await desk.press("ctrl+t", "enter")

        before = desk.entries[number - 1].effective
        assert desk.entries[-1].number == number + 1
        assert desk.entries[-1].effective == before
        assert desk.entries[-1].place == HAND


@pytest.mark.usefixtures("ruling")
async def test_untouched_it_closes_at_once_and_touched_it_warns(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("j", "a")
        await desk.give("x")
        await desk.press("escape")
        assert desk.is_at(JournalScreen)

        await desk.press("a")
        await desk.give("x")
        await desk.press("1", "escape")
        assert "esc again throws this away" in desk.text()
        await desk.press("escape")
        assert desk.is_at(JournalScreen)
        assert len(desk.entries) == 5


async def test_a_sheet_is_amended_as_one_act(
    event: Path, launch: Launch, book: Callable[..., int]
) -> None:
    number = book(SheetEntered(sheet=Sheet(raw=(41000, 29000, 25000, 24000))))
    async with launch(event) as desk:
        await desk.press("j", "a")
        await desk.give("1,000 for North")
        assert desk.is_at(SheetDialog)
        assert "41,000 29,000 25,000 24,000" in desk.text()
        assert "1,000 missing" in desk.text()

        await desk.press("enter", "enter", "enter")
        desk.screen.query_one("#score-3").focus()
        await desk.pilot.pause()
        await desk.type("25,000")
        assert "adds up" in desk.text()
        await desk.press("enter", "enter")

        assert desk.booked() == Amended(
            target=number,
            reason="1,000 for North",
            content=SheetEntered(sheet=Sheet(raw=(41000, 29000, 25000, 25000))),
        )
        assert "now #6: sheet" in desk.row(number)


# Appeals --------------------------------------------------------------------------


@pytest.mark.usefixtures("ruling")
async def test_an_appeal_is_lodged_by_a_player_of_the_table(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("j", "p")
        assert desk.is_at(AppealDialog)
        assert "▸s Ito" in desk.text()  # the offender, to begin with
        await desk.press("enter")
        assert "an appeal needs its reason" in desk.text()

        await desk.press("up", "w")
        await desk.give("was not his tile")

        assert desk.booked() == AppealLodged(
            target=5, by="3", reason="was not his tile"
        )
        assert "appeal by Smith against #5" in desk.row(6)
        assert "appeal #6: Ito" in desk.row(5)
        assert "p Appeal" not in desk.footer()
        assert "d Decide" in desk.footer()
        await desk.press("escape")
        assert "appeal" in next(line for line in desk.lines() if "Rossi" in line)


@pytest.mark.usefixtures("ruling")
async def test_somebody_else_may_appeal_by_name(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("j", "p", "up", "0", "enter")
        assert "who appeals? the name" in desk.text()
        await desk.give("the captain <b>")
        await desk.give("x")

        assert desk.booked() == AppealLodged(target=5, by="the captain <b>", reason="x")


@pytest.mark.parametrize(
    ("key", "decision", "counts"), [("d", "dismissed", 5), ("u", "upheld", None)]
)
async def test_an_appeal_is_decided(
    key: str,
    decision: str,
    counts: int | None,
    event: Path,
    launch: Launch,
    ruling: int,
    book: Callable[..., int],
) -> None:
    book(AppealLodged(target=ruling, by="2", reason="not mine"))
    async with launch(event) as desk:
        await desk.press("j", "d")
        assert desk.is_at(DecideDialog)
        assert "appeal by Ito against #5: not my" not in desk.text()
        assert "appeal by Ito against #5: not mine" in desk.text()
        assert "decided by Mori (referee)" in desk.text()
        await desk.press("enter")
        assert "dismissed, upheld or changed?" in desk.text()
        await desk.press(key, "enter")
        assert "a decision needs its reason" in desk.text()
        await desk.give("the tile was his")

        content = desk.booked()
        assert isinstance(content, AppealDecided)
        assert (content.target, content.decision) == (6, decision)
        assert content.reason == "the tile was his"
        assert desk.entries[-1].signature.staff == "Mori"
        assert desk.app.view is not None
        stands = standing(desk.app.view.state, ruling)
        assert (stands and stands.number) == counts
        assert "d Decide" not in desk.footer()


async def test_a_ruling_is_changed_on_appeal_through_record(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    book(AppealLodged(target=ruling, by="2", reason="not mine"))
    async with launch(event) as desk:
        await desk.press("j", "d", "c")
        assert "Record opens with the old one" in desk.text()
        await desk.give("saw the video")
        assert desk.lines()[0].startswith(" Change #5 on appeal #6")

        await desk.press("1", "enter")
        content = desk.booked()
        assert isinstance(content, AppealDecided)
        assert (content.target, content.decision) == (6, "changed")
        assert content.content is not None
        assert content.content.class_ is Class.NONE


async def test_the_details_tell_one_story(
    event: Path, launch: Launch, ruling: int, book: Callable[..., int]
) -> None:
    book(AppealLodged(target=ruling, by="2", reason="not mine"))
    book(AppealDecided(target=6, decision="upheld", reason="the video"))
    async with launch(event, size=(120, 50)) as desk:
        assert desk.app.view is not None
        state, rules = desk.app.view.state, desk.app.view.rules
        assert story(state, ruling) == (5, 6, 7)
        told = list(story_words(state, rules.situations, ruling))
        texts = []
        for down in range(3):
            await desk.press("j", *["down"] * down, "enter")
            assert desk.is_at(TextDialog)
            texts.append(desk.text())
            await desk.press("escape", "escape")

        for text in texts:
            assert text.count("this one") == 1
            for line in told[:-1]:
                assert line.split(": ", 1)[1].split(" → ")[0] in text
            assert told[-1] == "nothing of it counts"
            assert told[-1] in text
        assert "VOID" in texts[2]


async def test_what_the_referee_ruled_himself_is_amended_too(
    event: Path, launch: Launch
) -> None:
    """Something else happened, outside any table: class and points are his own."""
    async with launch(event, size=(120, 36)) as desk:
        await desk.press("R", *"smith", "enter", *"other", "enter", "p")
        await desk.type("−4,000")
        desk.screen.query_one("#own-reason").focus()
        await desk.pilot.pause()
        await desk.give("threw a tile")
        await desk.press("enter")
        first = desk.last
        assert first.class_ is Class.POINT_PENALTY
        costs = [posting.points for posting in first.postings]

        await desk.press("j", "a")
        await desk.give("half of it")
        await desk.press("ctrl+d")
        assert "−4,000" in desk.text()
        assert "threw a tile" in desk.text()
        field = next(f for f in desk.screen.query(Input) if f.value == "−4,000")
        field.focus()
        await desk.pilot.pause()
        await desk.type("−2,000")
        await desk.press("enter", "enter")

        content = desk.entries[-1].effective
        assert isinstance(content, IncidentRuled)
        assert desk.entries[-1].number == 6
        assert [posting.points * 2 for posting in content.postings] == costs
        assert content.incidents[0].offender == "3"
        assert [line for line in desk.lines() if "now #6" in line]
