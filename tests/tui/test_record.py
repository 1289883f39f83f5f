"""Recording an incident by keyboard, as it happens at a table."""

from pathlib import Path

import pytest

from ledger.core.event import Place
from ledger.core.terms import Class, Stage
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.record import RecordScreen
from ledger.tui.widgets.facts import FactsLine
from ledger.tui.widgets.picker import Picker
from tests.tui.conftest import Launch


def moved(driver_last: object, stage: Stage) -> dict[str, int]:
    postings = driver_last.postings  # type: ignore[attr-defined]
    return {
        each.player or each.account: each.points
        for each in postings
        if each.stage is stage
    }


async def test_a_common_incident_takes_six_keys(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r")
        await desk.press("s", "f", "u", "enter", "y", "enter")

        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 5
        assert desk.last.incidents[0].offender == "2"
        assert desk.last.incidents[0].situation == "furiten-ron"
        assert desk.last.class_ is Class.CHOMBO
        assert moved(desk.last, Stage.AFTER_UMA) == {"2": -20000, "fines": 20000}
        assert desk.toasts() == [
            "#5 booked: Ito: ron while furiten → chombo · u undoes it"
        ]
        assert desk.entries[-1].signature.staff == "Mori"
        assert desk.entries[-1].place == Place(round=1, table=1)


async def test_the_cursor_goes_where_the_answer_is_wanted(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r")
        assert desk.focused_id() == "who"

        await desk.press("w")
        assert desk.focused_id() == "what"

        await desk.press("f", "u", "enter")
        assert desk.focused_id() == "question"

        await desk.press("n")
        assert desk.focused_id() == "pane"


async def test_a_missing_fact_is_a_question_not_an_error(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "e", *"kuikae", "enter")

        assert "DEAD HAND" in desk.text()  # EMA 2025 6.5.6 needs no fact

        await desk.press("backspace", *"false", "space", *"set", "enter")
        assert "Corrected at once?   y yes   n no" in desk.text()
        assert "DEAD HAND" not in desk.text()

        await desk.press("enter")
        assert len(desk.entries) == 4

        await desk.press("n")
        assert "DEAD HAND" in desk.text()
        assert "6.5.5" in desk.text()


@pytest.mark.parametrize("event", [("wrc-2025", {})], indirect=True)
async def test_backspace_goes_back_answer_by_answer(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", *"play", "space", *"after", "enter", "d", "y")
        assert "action: draw · mixed: yes" in desk.text()
        assert desk.focused_id() == "pane"

        await desk.press("backspace")
        assert "action: draw" in desk.text()
        assert "mixed:" not in desk.text()

        await desk.press("backspace", "backspace")
        assert desk.focused_id() == "what"
        assert desk.record.query_one("#what", Picker).input.value == "play after"

        await desk.press("backspace", "backspace")
        assert desk.focused_id() == "who"


async def test_a_number_that_is_none_is_said_beside_the_field(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", *"late", "enter")
        await desk.type("1x")
        await desk.press("enter")

        assert "'1x' is not a whole number" in desk.text()
        assert desk.record.query_one(FactsLine).field.value == "1x"

        await desk.press("backspace", "backspace", "backspace")
        assert desk.focused_id() == "what"


@pytest.mark.parametrize("event", [("reach", {})], indirect=True)
async def test_where_the_book_is_silent_the_referee_chooses(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "n", *"phone", "enter")
        assert "does not name: phone or device" in desk.text()
        assert "THE RULEBOOK LEAVES THIS OPEN" in desk.text()
        key = next(
            key
            for key, value in desk.record.query_one(FactsLine).prompt.choices.items()
            if value == "none"
        )

        await desk.press(key, "enter")
        assert desk.last.class_ is Class.NONE
        assert desk.last.incidents[0].choice == {"outcome": "none"}


@pytest.mark.parametrize("event", [("reach", {})], indirect=True)
async def test_what_is_assumed_is_marked_and_can_be_changed(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "ctrl+l", "e", "1", "enter")
        await desk.press("s", *"furiten", "enter", "y")
        lines = [line for line in desk.lines() if line.startswith(" assumed")]
        honba = next(line for line in lines if "honba: same" in line)
        number = honba.split("[")[1][0]

        await desk.press(number)
        assert any("honba: add" in line for line in desk.lines())

        await desk.press("enter")
        assert desk.last.incidents[0].choice == {"honba": "add"}
        assert desk.last.ruling["honba"] == 1


async def test_a_usual_fact_can_be_another_one(event: Path, launch: Launch) -> None:
    """A tsumo while furiten is a good win (EMA 2025 3.3.9)."""
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        assert "CHOMBO" in desk.text()
        assert "[1] by: ron" in desk.text()

        await desk.press("1")
        assert "CHOMBO" not in desk.text()
        assert "[1] by: tsumo" in desk.text()


async def test_the_table_line_changes_winds_pot_and_ruling(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+l")
        for text in ("e2", "1", "2000", "w n"):
            await desk.type(text)
            await desk.press("tab")
        assert "East 2, 1 honba · pot 4,000 (riichi: 林, Rossi)" in desk.lines()[0]
        assert "▸e Ito" in desk.text()

        await desk.press("enter")
        assert "林 +1,000 (riichi stick back)" in desk.text()
        assert "Chombo, East. Riichi bets go back." in desk.text()

        await desk.press("enter")
        assert desk.entries[-1].place == Place(round=1, table=1, hand="E2", honba=1)
        assert moved(desk.last, Stage.TABLE) == {"4": 1000, "1": 1000, "pot": -2000}
        assert any("E2·1 pot 2,000" in line for line in desk.lines())


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["x9"], "'x9' is not a hand"),
        (["", "-1"], "'-1' is not a whole number"),
        (["", "", "", "q"], "'q' is not a seat"),
    ],
)
async def test_a_table_field_that_cannot_be_read_says_so(
    typed: list[str], told: str, event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "ctrl+l")
        for text in typed:
            await desk.press(*(["tab"] if text == "" else []))
            await desk.type(text)

        assert told in desk.text()
        assert desk.record.form.now.hand is None


@pytest.mark.parametrize("event", [("ema-2025", {"venue": "social"})], indirect=True)
async def test_a_hand_is_needed_where_the_dealer_changes_what_is_paid(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        assert "who deals changes what is paid" in desk.text()
        await desk.press("enter")
        assert len(desk.entries) == 4

        await desk.press("ctrl+l")
        await desk.type("e2")
        await desk.press("enter")
        assert "Ito −12,000 · Smith +4,000 · 林 +4,000 · Rossi +4,000" in desk.text()
        await desk.press("enter")
        assert len(desk.entries) == 5


async def test_a_win_of_the_same_moment_voids_the_chombo(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+l", "e", "1")
        desk.record.query_one("#table-result").focus()
        await desk.type("ron n w 5200")
        await desk.press("enter")

        assert "The result of the hand stands." in desk.text()

        await desk.press("enter")
        assert desk.last.class_ is Class.NONE
        assert desk.last.table["result"] == {
            "ron": [{"winner": "N", "loser": "W", "points": 5200}]
        }


async def test_two_offenders_of_the_same_moment(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y")
        await desk.press("plus", "n", *"kuikae", "enter")
        assert "Chombo, Ito. Dead hand, 林." in desk.text()

        await desk.press("enter")
        assert [each.offender for each in desk.last.incidents] == ["2", "4"]
        assert len(desk.entries) == 5


async def test_a_second_offender_can_be_taken_back(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "plus", "backspace")
        assert desk.focused_id() == "pane"

        await desk.press("enter")
        assert len(desk.last.incidents) == 1


async def test_nobody_to_blame(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "0", *"accident", "enter", "y", "enter")

        assert desk.last.incidents[0].offender is None
        assert desk.last.incidents[0].situation == "no-fault-redeal"


async def test_a_dead_hand_has_to_be_declared(event: Path, launch: Launch) -> None:
    """Whether it was declared decides under EMA 2025 6.9, so it is asked first."""
    async with launch(event) as desk:
        await desk.press("r", "e", *"dead", "space", *"hand", "enter")
        assert "Was the hand declared dead before?" in desk.text()

        await desk.press("d")
        while not desk.record.recording.can_book:
            choices = desk.record.query_one(FactsLine).prompt.choices
            await desk.press(next(iter(choices)))
        await desk.press("enter")
        assert desk.last.table["dead"] == {"E": "declared"}


async def test_a_note_is_kept(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+n")
        await desk.type("seen by two")
        await desk.press("enter", "enter")

        assert desk.last.note == "seen by two"
        assert not desk.last.departed


async def test_settled_by_the_table_or_the_ledger(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "y", "ctrl+k", "ctrl+k")
        assert "all by the ledger" in desk.text()

        await desk.press("ctrl+k", "ctrl+k", "enter")
        assert {posting.settled for posting in desk.last.postings} == {"table"}


async def test_escape_asks_before_anything_is_thrown_away(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "escape")
        assert isinstance(desk.screen, RecordScreen)
        assert "esc again throws this away" in desk.text()

        await desk.press("r")
        assert "esc again" not in desk.text()
        assert desk.record.query_one("#what", Picker).input.value == "fur"

        await desk.press("escape", "escape")
        assert isinstance(desk.screen, FloorScreen)
        assert len(desk.entries) == 4


async def test_nothing_told_closes_at_once(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r", "escape")

        assert isinstance(desk.screen, FloorScreen)


@pytest.mark.parametrize(
    ("typed", "situation"),
    [
        ("フリテン", "ron while furiten"),
        ("ふりてん", "ron while furiten"),
        ("多牌", "wrong number of tiles"),
        ("空ポン", "call withdrawn"),
    ],
)
async def test_japanese_finds_it(
    typed: str, situation: str, event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "e")
        await desk.type(typed)
        await desk.press("enter")

        assert situation in desk.text()


async def test_outside_the_tables_a_player_is_looked_for(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("R", *"smi", "enter", *"late", "enter")
        await desk.type("125")
        await desk.press("enter")
        assert "Smith −3,000" in desk.text()
        assert "Point penalty, Smith" not in desk.text()  # nobody sits at a table

        await desk.press("enter")
        assert desk.entries[-1].place == Place(round=1)
        assert moved(desk.last, Stage.AFTER_UMA) == {"3": -3000, "fines": 3000}


async def test_earlier_rulings_of_the_offender_are_shown(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", "f", "u", "enter", "n", "enter")
        await desk.press("r", "s", "f", "u", "enter")

        before = [line for line in desk.lines() if line.startswith(" before")]
        assert before
        assert "#5 R1 T1: Ito: ron while furiten" in before[0]


async def test_the_referees_own_situation_opens_its_form(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r", "s", *"own", "space", *"ruling", "enter")
        await desk.press("p", "shift+tab")
        await desk.press("tab", "tab", "tab")
        after = desk.screen.query_one("#own-after-0")
        after.focus()
        await desk.type("-5000")
        desk.screen.query_one("#own-reason").focus()
        await desk.type("spat on the tiles")
        await desk.press("enter")
        assert "by             the referee; no clause is cited" in desk.text()
        await desk.press("enter")

        assert desk.last.class_ is Class.POINT_PENALTY
        assert moved(desk.last, Stage.AFTER_UMA) == {"2": -5000, "fines": 5000}
        assert not desk.last.departed


async def test_letters_that_fit_nothing_say_so_and_pick_nothing(
    event: Path, launch: Launch
) -> None:
    async with launch(event) as desk:
        await desk.press("r")
        await desk.press("s", *"qqq", "down", "enter")

        picker = desk.screen.query_one("#what", Picker)
        assert picker.found is None
        assert picker.list.get_option_at_index(0).prompt == Picker.NOTHING
        assert desk.focused_id() == "what"

        await desk.press("backspace", "backspace", "backspace", "f", "u")
        assert picker.found == "furiten-ron"


async def test_the_title_names_the_round(event: Path, launch: Launch) -> None:
    async with launch(event) as desk:
        await desk.press("r")

        assert "Round 1, table 1" in desk.text()
