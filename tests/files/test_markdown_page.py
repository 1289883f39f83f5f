"""Markdown that is aligned for the eye and lets no name act."""

from ledger.files.cells import width
from ledger.files.markdown_page import markdown_page
from ledger.files.standings_report import standings_report
from tests.files.events import Make
from tests.files.hard_names import HARD, MORE, hard_event
from tests.files.paper_readers import markdown_tables


def test_names_survive_and_nothing_acts(make: Make) -> None:
    event = hard_event(make())
    text = markdown_page(
        standings_report(event.book.state(), event.book.rules).document
    )
    (players,) = markdown_tables(text)
    isolates = "\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}"
    assert {row["Player"].strip(isolates) for row in players} == {*HARD, *MORE}
    assert r"a\|b\*c\_d\`e\[f\](g)" in text
    assert r"\<b\>\&amp;" in text
    assert "<b>" not in text


def test_columns_line_up_by_cells(make: Make) -> None:
    # Bug B61: CJK and emoji counted as one column.
    event = make()
    event.write("players", "number,name\n1,abc\n2,中文字\n3,日本語です\n4,👍👍\n")
    event.load()
    text = markdown_page(
        standings_report(event.book.state(), event.book.rules).document
    )
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len({width(line) for line in lines}) == 1
    assert len(lines) == 2 + 4


def test_a_name_from_right_to_left_is_isolated(make: Make) -> None:
    event = hard_event(make())
    text = markdown_page(
        standings_report(event.book.state(), event.book.rules).document
    )
    assert "\N{FIRST STRONG ISOLATE}שלום עולם\N{POP DIRECTIONAL ISOLATE}" in text
