"""A slip says what was ruled, by which clause, what it costs, and who signs."""

import io

import pypdf
import pytest

from ledger.core.contents import AppealDecided, AppealLodged, Reseated
from ledger.core.event import Place
from ledger.errors import ExportError
from ledger.files.cells import width
from ledger.files.html_page import html_page
from ledger.files.page_size import SIZES
from ledger.files.papers import paper
from ledger.files.pdf_pages import pdf_pages
from ledger.files.slip import slip
from ledger.files.text_page import text_page
from tests.files.events import INCIDENTS, PLAYERS, SCORES, SEATING, Event, Make
from tests.files.paper_readers import pdf_lines

CHOMBO = 5


@pytest.fixture
def event(make: Make) -> Event:
    event = make()
    event.write_all({"players": PLAYERS, "seating": SEATING, "scores": SCORES})
    event.write(
        "incidents",
        INCIDENTS
        + "1,1,E2,1,3,furiten-ron,shown=yes;by=ron,,,,,,2026-05-02T10:00:00,Kim,\n"
        + "1,1,E3,1,2,phone,severity=minor,warning,,,,,,Kim,told twice\n",
    )
    event.load()
    return event


def lines(event: Event, number: int = CHOMBO, size: str = "a4") -> list[str]:
    document = slip(event.book.state(), event.book.rules, number)
    return text_page(document, SIZES[size]).splitlines()


def test_everything_that_a_player_asks_stands_on_it(event: Event) -> None:
    told = lines(event)
    assert told[:2] == ["Spring", "Ruling #5"]
    assert "Round 1 · Table 1 · East 2 · 1 honba" in told
    assert "2026-05-02 10:00 UTC, Kim" in told
    assert "3 Cay, South" in told
    assert "Ron while furiten" in told
    assert "shown: yes, by: ron" in told or "by: ron, shown: yes" in told
    assert "Ruling: chombo" in told
    assert "−20.0 Cay, after uma" in told
    assert "+20.0 to nobody, after uma" in told
    assert any(line.startswith("EMA 2025 6.8: ") for line in told), "with its text"
    assert "Source: text read at first hand" in told
    assert told.index("Player: Cay") < told.index("Referee: Kim")
    assert told[told.index("Player: Cay") - 1] == "_" * 80
    assert f"Head hash: {event.book.state().head_hash}" in told
    assert f"Hash of #5: {event.book.state().entries[4].hash}" in told


def test_a_departure_tells_the_reason_and_what_the_rulebook_says(event: Event) -> None:
    told = lines(event, 6)
    assert any(line.startswith("The referee’s own ruling; the") for line in told)
    assert "Reason: told twice" in told
    assert "none" in told, "no points"


def test_a_ruling_that_was_taken_back_says_so_first(event: Event) -> None:
    event.void(CHOMBO)
    told = lines(event)
    assert told[3] == "VOID by #7 (Mori): by mistake"


def test_an_appeal_is_told_with_its_decision(event: Event) -> None:
    lodged = AppealLodged(target=CHOMBO, by="3", reason="it was my tile")
    event.book.add(lodged, Place(), event.by_id("appeal"))
    assert "appeal #7 by Cay: it was my tile; not decided yet" in lines(event)
    decided = AppealDecided(target=7, decision="dismissed", reason="seen by two")
    event.book.add(decided, Place(), event.by_id("decision"))
    told = " ".join(lines(event))
    assert "appeal #7 by Cay: it was my tile; dismissed by #8 (Mori): seen by" in told


def test_corrected_seats_move_the_ruling_to_the_right_player(event: Event) -> None:
    right = Reseated(players=("1", "3", "2", "4"), reason="they had changed seats")
    event.book.add(right, Place(round=1, table=1), event.by_id("seats"))
    told = lines(event)
    assert "2 Ben, South" in told
    assert "−20.0 Ben, after uma" in told
    assert "Player: Ben" in told


@pytest.mark.parametrize("number", [0, 99, -1])
def test_an_entry_that_is_not_there_is_refused(event: Event, number: int) -> None:
    with pytest.raises(ExportError, match="not in the book, expected 1 to 6"):
        lines(event, number)


def test_what_is_no_ruling_has_no_slip(event: Event) -> None:
    with pytest.raises(ExportError, match="of the kind sheet, expected a ruling"):
        lines(event, 4)


@pytest.mark.parametrize("size", ["80mm", "a6", "a4"])
def test_no_line_is_longer_than_the_paper(event: Event, size: str) -> None:
    assert max(map(width, lines(event, size=size))) <= SIZES[size].columns


@pytest.mark.parametrize(("size", "wide"), [("80mm", 80), ("a6", 105), ("a4", 210)])
def test_a_slip_is_one_page_of_its_paper(event: Event, size: str, wide: float) -> None:
    document = slip(event.book.state(), event.book.rules, CHOMBO)
    content, warnings = pdf_pages(document, SIZES[size])
    assert warnings == ()
    (page,) = pypdf.PdfReader(io.BytesIO(content)).pages
    assert round(float(page.mediabox.width) * 25.4 / 72) == wide
    text = " ".join(pdf_lines(content))
    assert "Ruling: chombo" in text
    assert "Referee: Kim" in text


def test_a_roll_is_cut_where_the_text_ends(event: Event) -> None:
    heights = []
    for number in (CHOMBO, 6):
        document = slip(event.book.state(), event.book.rules, number)
        content, _ = pdf_pages(document, SIZES["80mm"])
        (page,) = pypdf.PdfReader(io.BytesIO(content)).pages
        heights.append(float(page.mediabox.height))
    assert 200 < heights[1] < heights[0] < 1000, "points; the chombo has more clauses"


def test_a_slip_is_a_web_page_too(event: Event) -> None:
    document = slip(event.book.state(), event.book.rules, CHOMBO)
    page = html_page(document, SIZES["80mm"])
    assert "@page { size: 80mm; margin: 4mm; }" in page
    assert (
        '<div class="sign"><div>Player: Cay</div><div>Referee: Kim</div></div>' in page
    )
    assert paper(document, "txt", SIZES["80mm"]).content
