"""The tile pane: waits and furiten as one types, and what the tiles prove."""

from pathlib import Path

from ledger.core.terms import Class
from tests.tui.conftest import Launch
from tests.tui.driver import Driver

HAND = {"tiles": "234678m5p678s", "sets": "555z"}
"""Waits on 5p alone."""


async def lay(desk: Driver, **words: str) -> None:
    """Type into the open tile pane."""
    for name, text in words.items():
        field = desk.screen.query_one(f"#tiles-{name}")
        field.focus()
        await desk.pilot.pause()
        await desk.type(text)


async def test_waits_and_furiten_appear_as_one_types(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "ctrl+t")
        await lay(desk, tiles="234678m5p678s")
        assert "waits" not in desk.text()

        await lay(desk, sets="555z")
        assert "13 of 13 · tenpai · waits 5p · not furiten" in desk.text()

        await lay(desk, discards="1m 0p*")
        assert "furiten by own discard (5p)" in desk.text()


async def test_the_tiles_name_the_situation_and_the_facts(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "ctrl+t")
        await lay(desk, **HAND, said="ron 5p w", discards="1m 9p 0p*")
        assert "→ ron while furiten" in desk.text()

        await desk.press("enter")
        assert "Were the tiles shown?" in desk.text()
        await desk.press("y")
        assert "CHOMBO" in desk.text()
        assert "by: ron" not in desk.text()  # the tiles said so, it is not assumed
        await desk.press("enter")

        incident = desk.last.incidents[0]
        assert incident.situation == "furiten-ron"
        assert incident.evidence is not None
        assert incident.evidence["discards"] == ["1m", "9p", "0p"]
        assert desk.last.class_ is Class.CHOMBO


async def test_a_contradiction_is_asked_and_never_overruled(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+t")
        await lay(desk, **HAND, said="ron 6p w")
        await desk.press("enter")
        assert "Tiles and statement differ" in desk.text()
        assert "none of the waits 5p was discarded or" in desk.text()

        await desk.press("w")
        assert "win on a wrong tile · shown: yes" in desk.text()
        await desk.press("enter")
        assert desk.last.incidents[0].situation == "win-wrong-tile"


async def test_saying_it_again_sets_the_tiles_aside(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+t")
        await lay(desk, **HAND, said="ron 6p w")
        await desk.press("enter", "f", "enter")

        assert desk.last.incidents[0].situation == "furiten-ron"
        assert desk.last.incidents[0].evidence is None


async def test_a_sound_hand_leaves_nothing_to_book(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "ctrl+t")
        await lay(desk, **HAND, said="ron 5p w")
        await desk.press("enter")
        assert "THE TILES SHOW NOTHING WRONG" in desk.text()

        await desk.press("enter")
        assert len(desk.entries) == 4


async def test_impossible_tiles_are_said_beside_the_fields(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "ctrl+t")
        await lay(desk, tiles="11111m")
        assert "only 4 exist" in desk.text()
        assert desk.record.form.current.tiles["tiles"] == "11111m"

        await desk.press("enter")
        assert "cannot be" in desk.text()
        assert not desk.record.recording.can_book


async def test_a_wind_that_is_not_known_is_asked(event: Path, launch: Launch) -> None:
    """Whether a pair or set of winds is worth a yaku depends on the winds."""
    async with launch(event) as desk:
        await desk.press("r", "s", "ctrl+t")
        await lay(desk, tiles="234678m5p678s", sets="111z", said="ron 5p w")
        await desk.press("enter")
        while desk.record.recording.asked is not None:
            asked = desk.record.recording.asked
            assert asked.question.fact in ("round_wind", "seat_wind")
            await desk.press("s" if asked.question.fact == "seat_wind" else "e")

        assert "THE TILES SHOW NOTHING WRONG" in desk.text()  # East is the round's


async def test_another_offender_has_tiles_of_his_own(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "ctrl+t")
        await lay(desk, **HAND, said="ron 5p w", discards="0p")
        await desk.press("enter", "y", "plus", "n", *"kuikae", "enter", "ctrl+t")
        assert desk.record.form.current.tiles == {}

        field = desk.record.query_one("#tiles-tiles")
        assert field.value == ""  # type: ignore[attr-defined]


async def test_what_cannot_be_read_is_not_booked_over(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+t")
        await lay(desk, **HAND, said="ron 5q")
        await desk.press("enter", "enter")

        assert len(desk.entries) == 4
        assert "cannot be" in desk.text()
