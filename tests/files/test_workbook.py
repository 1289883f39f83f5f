"""A workbook holds typed numbers, harmless text, and is ready to be printed."""

import io
import zipfile
from typing import Any

import pytest

from ledger.files.page_size import SIZES
from ledger.files.standings_report import standings_report
from ledger.files.workbook import workbook
from tests.files.events import INCIDENTS, PLAYERS, SCORES, SEATING, Event, Make
from tests.files.hard_names import HARD, MORE, hard_event
from tests.files.paper_readers import opened, sheet_rows


def filled(event: Event, **more: str) -> Event:
    event.write_all(
        {"players": PLAYERS, "seating": SEATING, "scores": SCORES} | dict(more)
    )
    event.load()
    return event


def made(event: Event, raw: str = "points", paper: str = "a4") -> bytes:
    report = standings_report(
        event.book.state(),
        event.book.rules,
        raw_unit="hundreds" if raw == "hundreds" else "points",
    )
    return workbook(report.document, SIZES[paper])


def by_name(book: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401
    return {row["Player"]: row for row in sheet_rows(book["Players"])}


def test_numbers_are_numbers_and_only_shown_as_the_field_writes_them(
    make: Make,
) -> None:
    sheet = opened(made(filled(make())))["Players"]
    titles = [cell.value for cell in sheet[2]]
    first = dict(zip(titles, sheet[3], strict=True))
    assert first["Total"].value == 26_000
    assert first["Total"].data_type == "n"
    assert first["Total"].number_format == '+#,##0.0##,;"−"#,##0.0##,;0.0'
    assert first["Raw"].value == 11_000
    assert first["Raw"].number_format == '+#,##0;"−"#,##0;0'
    assert first["Place"].value == 1
    assert first["No."].data_type == "s"
    assert first["Total"].font.bold


def test_a_shared_place_is_a_number_that_is_shown_with_its_sign(make: Make) -> None:
    event = make()
    event.write_all({"players": PLAYERS, "seating": SEATING})
    scores = "round,table,east,south,west,north\n1,1,40000,40000,20000,20000\n"
    event.write("scores", scores)
    event.load()
    sheet = opened(made(event))["Players"]
    places = [sheet.cell(row, 1) for row in range(3, 11)]
    assert [cell.value for cell in places[:3]] == [1, 1, 3]
    assert places[0].number_format == '0"="'


def test_raw_scores_in_hundreds_are_numbers_too(make: Make) -> None:
    sheet = opened(made(filled(make()), "hundreds"))["Players"]
    titles = [cell.value for cell in sheet[2]]
    raw = sheet.cell(3, titles.index("Raw, 100s") + 1)
    assert (raw.value, raw.number_format) == (110, '+#,##0;"−"#,##0;0')


def test_the_header_is_frozen_and_printed_on_every_sheet(make: Make) -> None:
    event = filled(make())
    for paper, size in (("a4", "9"), ("letter", "1")):
        book = opened(made(event, paper=paper))
        sheet = book["Players"]
        assert sheet.freeze_panes == "A3"
        assert sheet.print_title_rows == "$1:$2"
        assert str(sheet.page_setup.paperSize) == size
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToWidth in (None, 1)
        assert int(sheet.page_setup.fitToHeight) == 0
        assert sheet.auto_filter.ref == "A2:H10"
        footer = sheet.oddFooter
        assert "as of #4" in footer.left.text
        assert "&P" in footer.right.text or "Page" in footer.right.text


def test_penalties_stand_on_a_sheet_of_their_own(make: Make) -> None:
    incident = INCIDENTS + "1,1,E1,0,3,furiten-ron,shown=yes,,,,,,,,\n"
    book = opened(made(filled(make(), incidents=incident)))
    assert book.sheetnames == ["Players", "Penalties", "About"]
    (row,) = sheet_rows(book["Penalties"])
    assert (row["Player"], row["Points"]) == ("Cay", -20_000)
    assert by_name(book)["Cay"]["Penalties"] == -20_000


def test_a_name_is_never_a_formula_and_looks_unchanged(make: Make) -> None:
    # Bug B57: names such as =1+1 run as formulas; a fix then spoilt negative numbers.
    content = made(hard_event(make()))
    book = opened(content)
    cells = [cell for row in book["Players"].iter_rows(min_row=3) for cell in row]
    named = {cell.value: cell for cell in cells if isinstance(cell.value, str)}
    for name in (*HARD, *MORE):
        assert named[name].data_type == "s", name
        assert named[name].quotePrefix is name.startswith(("=", "+", "-", "@"))
    assert {cell.data_type for cell in cells if isinstance(cell.value, int)} == {"n"}
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        for part in parts.namelist():
            assert b"<f>" not in parts.read(part), part


def test_what_a_cell_cannot_hold_is_cut_and_nothing_else(make: Make) -> None:
    event = make()
    event.write("players", "number,name\n1,Ann\n")
    event.load()
    name = "&" * 300
    report = standings_report(event.book.state(), event.book.rules)
    document = report.document
    renamed = type(document)(
        event=name,
        title=document.title,
        proof=document.proof,
        stamp=name,
        blocks=document.blocks,
        at=document.at,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledger.files.workbook.TEXT_MAX", 100)
        book = opened(workbook(renamed, SIZES["a4"]))
    assert book["Players"]["A1"].value == "&" * 99 + "…"


def test_the_book_says_when_it_was_made_from(make: Make) -> None:
    event = filled(make())
    book = opened(made(event))
    at = event.book.state().entries[-1].signature.at
    assert book.properties.created == at.replace(tzinfo=None)
    assert event.book.state().head_hash in book.properties.description
