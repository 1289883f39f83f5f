"""PDF pages: sizes, headers, page numbers, wrapping, and letters that no font has."""

import io
import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from ledger.errors import ExportError
from ledger.files import fonts
from ledger.files.fonts import BOX, fonts_for
from ledger.files.page_size import SIZES
from ledger.files.pdf_pages import pdf_pages
from ledger.files.penalties_report import penalties_report
from ledger.files.right_to_left import joined, visual
from ledger.files.standings_report import standings_report
from tests.files.events import INCIDENTS, PLAYERS, SCORES, SEATING, Event, Make
from tests.files.hard_names import WIDE, hard_event
from tests.files.paper_readers import pdf_lines


def wall(event: Event, paper: str = "a4") -> tuple[bytes, tuple[str, ...]]:
    report = standings_report(event.book.state(), event.book.rules)
    return pdf_pages(report.document, SIZES[paper])


def crowd(make: Make, count: int) -> Event:
    event = make()
    rows = "".join(f"{number},Player {number}\n" for number in range(1, count + 1))
    event.write("players", f"number,name\n{rows}")
    event.load()
    return event


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))]
)
def test_a_page_has_the_size_of_its_paper(
    make: Make, paper: str, size: tuple[int, int]
) -> None:
    content, _ = wall(crowd(make, 4), paper)
    box = pypdf.PdfReader(io.BytesIO(content)).pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == size


def test_header_proof_and_number_stand_on_every_page(make: Make) -> None:
    event = crowd(make, 130)
    content, _ = wall(event)
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    assert len(pages) >= 3
    head = event.book.state().head_hash
    players = 0
    for at, page in enumerate(pages, start=1):
        text = page.extract_text()
        assert f"page {at} of {len(pages)}" in text
        assert f"as of #{event.book.state().head} · head {head[:12]}" in text
        rows = len(re.findall(r"Player \d+", text))
        assert rows == 0 or "Place" in text
        players += rows
    assert players == 130


def test_japanese_and_european_names_need_no_warning(make: Make) -> None:
    event = make()
    names = ("佐藤 翔太", "髙橋 𠮷野", "Łukasz Őrsi", "Ελένη", "Иван", "Đặng Thị")
    rows = "".join(f"{at},{name}\n" for at, name in enumerate(names))
    event.write("players", f"number,name\n{rows}")
    event.load()
    content, warnings = wall(event)
    assert warnings == ()
    text = " ".join(pdf_lines(content)).replace(" ", "")
    for name in names:
        assert name.replace(" ", "") in text


def test_a_letter_that_no_font_has_is_replaced_visibly_and_named(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_of_machine", lambda: iter(()))
    event = make()
    event.write("players", "number,name\n1,a👍b\n2,שלום\n")
    event.load()
    content, warnings = wall(event)
    assert f"no font has U+1F44D THUMBS UP SIGN: printed as {BOX}" in warnings
    assert len(warnings) == 1 + 4
    assert f"a{BOX}b" in " ".join(pdf_lines(content)).replace(" ", "")


def test_the_machines_fonts_are_looked_through_for_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sans = fonts_for("a").fonts[0].path
    japanese = ("pylopdf_fonts_jp", "NotoSansJP-Regular.otf")
    monkeypatch.setattr(fonts, "_BUNDLED", (japanese,))
    monkeypatch.setattr(fonts, "_of_machine", lambda: iter((Path("none.ttf"), sans)))
    found = fonts_for("aŁ佐")
    assert not found.missing
    assert found.fonts[1].path == sans


def test_a_bundled_font_that_is_gone_is_an_error_of_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fonts, "_BUNDLED", (("no_such_package", "x.ttf"),))
    with pytest.raises(ExportError, match="PDF needs the package no_such_package"):
        fonts_for("a")


def test_what_only_steers_letters_is_never_missing() -> None:
    assert not fonts_for("a\u200b\u200d\u202e\ufe0f").missing


def test_long_and_hard_names_stay_inside_the_page(make: Make) -> None:
    content, _ = wall(hard_event(make()))
    reader = pypdf.PdfReader(io.BytesIO(content))
    seen: list[tuple[float, str]] = []
    for page in reader.pages:
        page.extract_text(
            visitor_text=lambda text, _, matrix, *__: seen.append((matrix[4], text))
        )
        right = float(page.mediabox.width)
        assert all(0 <= x <= right for x, text in seen if text.strip())
    letters = "".join(pdf_lines(content)).replace(" ", "")
    assert letters.count("佐") == len(WIDE), "wrapped, not cut"
    assert "=1+1" in letters
    assert "<b>&amp;\"'</b>" in letters


def test_a_name_from_right_to_left_is_set_in_its_own_order(make: Make) -> None:
    event = make()
    event.write("players", "number,name\n1,שלום\n")
    event.load()
    content, warnings = wall(event)
    if warnings:
        pytest.skip("this machine has no font with Hebrew letters")
    assert "שלום" in "".join(pdf_lines(content)), "as pypdf turns it back"
    assert visual("שלום") == "םולש", "set from the left"
    assert visual("佐藤 (1)") == "佐藤 (1)"
    assert visual("שלום (1)") == "(1) םולש"


def test_arabic_letters_take_the_form_of_their_place() -> None:
    # Salam: seen begins, lam and alef are one and end, meem stands alone.
    names = [unicodedata.name(letter) for letter in joined("سلام")]
    assert names == [
        "ARABIC LETTER SEEN INITIAL FORM",
        "ARABIC LIGATURE LAM WITH ALEF FINAL FORM",
        "ARABIC LETTER MEEM ISOLATED FORM",
    ]
    assert joined("بِب") == "ﺑِﺐ", "a mark between two letters parts nothing"
    assert joined("Łukasz 佐藤") == "Łukasz 佐藤"


def test_a_wide_table_is_turned_across_the_sheet(make: Make) -> None:
    event = make()
    event.write_all({"players": PLAYERS, "seating": SEATING, "scores": SCORES})
    note = "the whole story of it told at length so that nobody has to ask again"
    event.write(
        "incidents",
        f"{INCIDENTS}1,1,E3,1,2,phone,severity=minor,warning,,,,,,Kim,{note}\n",
    )
    event.load()
    report = penalties_report(event.book.state(), event.book.rules)
    content, _ = pdf_pages(report.document, SIZES["a4"])
    box = pypdf.PdfReader(io.BytesIO(content)).pages[0].mediabox
    assert box.width > box.height
    words = " ".join(pdf_lines(content)).split()
    assert " ".join(words).count("told at length") == 1


def test_the_file_names_its_event_and_state(make: Make) -> None:
    event = crowd(make, 4)
    about = pypdf.PdfReader(io.BytesIO(wall(event)[0])).metadata
    assert about is not None
    assert about.title == "Standings · Spring"
    assert event.book.state().head_hash in (about.subject or "")
    at = event.book.state().entries[-1].signature.at
    assert about.creation_date == at


def test_what_would_act_on_a_terminal_is_visible_in_the_title_too(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    event = make()
    report = standings_report(event.book.state(), event.book.rules)
    document = replace(report.document, event="Open\x1b[31m\x07")
    content, warnings = pdf_pages(document, SIZES["a4"])
    reader = pypdf.PdfReader(io.BytesIO(content))
    assert reader.metadata is not None
    assert reader.metadata.title == f"{document.title} · Open␛[31m␇"
    assert pdf_lines(content)[0] == f"Open{BOX}[31m{BOX}"
    assert [warning.split(" has ")[1][:6] for warning in warnings] == [
        "U+2407",
        "U+241B",
    ]
    assert caplog.messages == []
