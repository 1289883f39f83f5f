"""The review as a paper: a published event worked out by hand, and every format."""

import csv
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.core.contents import AppealLodged, Sheet, SheetEntered, Voided
from ledger.core.event import Place
from ledger.files.demo import demo
from ledger.files.document import Table
from ledger.files.page_size import SIZES
from ledger.files.papers import Paper, paper
from ledger.files.review_pictures import review_pictures
from ledger.files.review_report import ReviewReport, review_report
from tests.browser import asked_for, chromium
from tests.core.journals import Journal
from tests.core.test_review import draft, warned
from tests.files.events import Event, Make
from tests.files.paper_readers import (
    POPPLER,
    content,
    data,
    html_tables,
    markdown_tables,
    needs_chromium,
    needs_poppler,
    opened,
    pdf_lines,
    sheet_rows,
)
from tests.files.test_real_events import DATA, load


def report_of(event: Event) -> ReviewReport:
    return review_report(event.book.state(), event.book.rules)


@pytest.fixture
def convention(make: Make) -> ReviewReport:
    """D1: 28 players, three rounds of seven tables, three chombo of 20.0."""
    event = make("wrc-2025")
    load(event, DATA / "D1")
    return report_of(event)


@pytest.fixture
def invented(make: Make) -> ReviewReport:
    plan = demo()
    event = make(plan.ruleset, **plan.options)
    plan.fill(event.book)
    return report_of(event)


def written(report: ReviewReport, form: str) -> Paper:
    pictures = {}
    if form in ("html", "pdf"):
        shown = review_pictures(report, "svg" if form == "html" else "png")
        pictures = dict(shown.pictures)
    return paper(report.document(pictures), form, SIZES["a4"])


def table(report: ReviewReport, title: str) -> Table:
    (found,) = [t for t in report.document({}).tables if t.title == title]
    return found


def cells(report: ReviewReport, title: str) -> list[tuple[object, ...]]:
    return [line.cells for line in table(report, title).lines]


# A published event -------------------------------------------------------------------


def test_the_convention_counts_as_its_organiser_has_it(
    convention: ReviewReport,
) -> None:
    """Three chombo in 21 hanchan: 14.3 per 100; one in round 1, two in round 2.

    All three state their own amounts, for the rules of that day took 20.0.
    """
    assert cells(convention, "By class") == [("chombo", 3, 3, -60_000, 21, 143)]
    assert cells(convention, "By round") == [
        ("1", 1, 1, -20_000, 7, 143),
        ("2", 2, 2, -40_000, 7, 286),
        ("3", 0, 0, 0, 7, 0),
    ]
    assert [row[:2] for row in cells(convention, "By table")] == [
        ("2", 1),
        ("6", 1),
        ("7", 1),
    ]
    assert [row[1] for row in cells(convention, "By situation")] == [1, 1, 1]
    assert cells(convention, "By hand") == [("not known", 3, 3, -60_000)]


def test_the_conventions_places_without_its_three_chombo(
    convention: ReviewReport,
) -> None:
    """The published totals, 20.0 given back to players 1, 21 and 23, ranked again."""
    with (DATA / "D1" / "expected_standings.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["after_round"] == "3"]
    total = {row["number"]: int(row["total"]) for row in rows}
    clean = {row["number"]: int(row["total"]) - int(row["penalties"]) for row in rows}
    assert {n for n in total if total[n] != clean[n]} == {"1", "21", "23"}

    def rank(totals: dict[str, int], number: str) -> int:
        return 1 + sum(other > totals[number] for other in totals.values())

    expected = {
        n: (rank(total, n), rank(clean, n), total[n], clean[n])
        for n in total
        if (rank(total, n), total[n]) != (rank(clean, n), clean[n])
    }
    effect = convention.places.effect
    assert {
        m.key: (m.rank, m.rank_without, m.total, m.total_without)
        for m in effect.players
    } == expected
    by_number = {m.key: m for m in effect.players}
    assert by_number["21"].gained < 0
    assert all(m.gained >= 0 for n, m in by_number.items() if total[n] == clean[n])


def test_an_event_without_penalties_moves_nobody(make: Make) -> None:
    event = make("m-league")
    load(event, DATA / "D5")
    report = report_of(event)

    assert report.places.effect.players == ()
    assert table(report, "Places with and without penalties").lines == ()
    assert len(report.places.courses.rounds) == 106
    # 106 rounds: the last ten have a column, and the line under says so.
    course = table(report, "The first 8 round by round")
    assert [c.title for c in course.columns][3:-1] == [f"R{r}" for r in range(97, 107)]
    assert course.foot == ("96 rounds before are left out.",)


# Every format ------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["html", "md"])
def test_text_formats_hold_every_table(invented: ReviewReport, form: str) -> None:
    text = content(written(invented, form))
    tables = html_tables(text) if form == "html" else markdown_tables(text)
    named = [t for t in invented.document({}).tables if t.lines]

    assert [len(rows) for rows in tables] == [len(t.lines) for t in named]
    classes = {row["Class"]: row for row in tables[0]}
    assert classes["chombo"]["Incidents"] == "1"
    assert classes["chombo"]["Fines"] == "−20.0"
    assert classes["chombo"]["Per 100 hanchan"] == "4.2"


def test_a_workbook_has_a_sheet_for_each_table(invented: ReviewReport) -> None:
    book = opened(data(written(invented, "xlsx")))
    (row, *_) = sheet_rows(book["By class"])

    assert (row["Class"], row["Incidents"], row["Fines"]) == ("chombo", 1, -20_000)
    assert row["Per 100 hanchan"] == pytest.approx(4.2)
    assert book.sheetnames[-1] == "About"


@pytest.mark.parametrize("form", ["html", "md", "pdf"])
def test_a_paper_says_what_it_rests_on(invented: ReviewReport, form: str) -> None:
    made = written(invented, form)
    proof = invented.proof
    text = "\n".join(pdf_lines(data(made))) if form == "pdf" else content(made)

    assert "EMA 2025" in text
    assert proof.digest in text
    assert f"entry {proof.as_of}" in text
    assert proof.head in text


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_the_same_book_makes_the_same_paper(invented: ReviewReport, form: str) -> None:
    assert written(invented, form).content == written(invented, form).content


@needs_poppler
def test_pdf_read_by_a_stranger(invented: ReviewReport, tmp_path: Path) -> None:
    path = tmp_path / "review.pdf"
    path.write_bytes(data(written(invented, "pdf")))
    assert POPPLER
    text = subprocess.run(
        [POPPLER, "-layout", str(path), "-"],
        capture_output=True, check=True, text=True, timeout=60,
    ).stdout  # fmt: skip
    lines = [" ".join(line.split()) for line in text.splitlines()]

    assert "chombo 1 0 −20.0 24 4.2" in lines
    assert "32 30 ▼ 2 lost 31 Nadia Benali −74.3 −54.3 −20.0" in lines
    assert "7 7 佐藤 翔太 +27.6 +20.9 +30.0" in lines
    assert any("VOID by #36 (Kim)" in line for line in lines)
    images = Path(POPPLER).with_name("pdfimages")
    listed = subprocess.run(
        [str(images), "-list", str(path)],
        capture_output=True, check=True, text=True, timeout=60,
    ).stdout  # fmt: skip
    assert len(re.findall(r"^ +\d+ +\d+ image ", listed, re.MULTILINE)) == 4


@needs_chromium
def test_html_opens_alone_in_a_browser(invented: ReviewReport, tmp_path: Path) -> None:
    """Every drawing is there in the inks of the page, and nothing is asked for."""
    path = tmp_path / "review.html"
    path.write_text(content(written(invented, "html")), "utf-8")
    inks = {}
    with chromium() as browser:
        page = browser.new_page()
        asked = asked_for(page)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto(path.as_uri())
            boxes = page.locator("figure svg").all()
            assert len(boxes) == 4
            for box in boxes:
                size = box.bounding_box()
                assert size is not None
                assert size["width"] > 600
                assert size["height"] > 80
            letter = (
                "getComputedStyle(document.querySelector('#courses-text_1 g')).fill"
            )
            inks[scheme] = page.evaluate(letter)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert asked == [path.as_uri()] * 2
    assert inks == {"light": "rgb(27, 30, 35)", "dark": "rgb(231, 234, 238)"}


def test_every_part_of_a_drawing_has_an_id_of_its_own(invented: ReviewReport) -> None:
    text = content(written(invented, "html"))
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', text)
    assert used
    assert set(used) <= set(ids)
    assert not re.search(r'(?:href|src)="(?!#)', text)
    assert "http:" not in re.sub(r'xmlns(?::xlink)?="[^"]*"', "", text)


def test_drawings_take_their_inks_from_the_page(invented: ReviewReport) -> None:
    text = content(written(invented, "html"))
    drawn = "".join(re.findall(r"<svg .*?</svg>", text, re.DOTALL))

    assert "var(--ink)" in drawn
    assert not re.search("#01020[0-9a-f]|#04050|#07080|#0a0b0", drawn)
    assert "<style" not in drawn, "a style in a drawing would hold for the whole page"


# What may stand in an event ----------------------------------------------------------


def from_journal(journal: Journal) -> ReviewReport:
    return review_report(journal.state, journal.rules)


@pytest.mark.parametrize("form", ["md", "html", "pdf", "xlsx"])
def test_an_event_that_has_not_begun(form: str) -> None:
    made = written(from_journal(Journal("ema-2025")), form)
    assert made.content
    if form == "md":
        text = content(made)
        assert "0 incidents in 0 rulings" in text
        assert "no rates" in text
        assert "nobody has appealed" in text
    if form == "html":
        assert "<svg" not in content(made)


def full(names: tuple[str, ...] = ()) -> Journal:
    """An event with something in every table."""
    journal = Journal("ema-2025")
    for number, name in zip("12345678", names, strict=False):
        player = journal.state.players[number]
        journal.state.players[number] = replace(player, name=name, team=name)
    journal.write(warned("1", note="his first"), Place())
    for number in "123":
        journal.write(draft(number), Place())
    taken = journal.write(draft("4"), Place())
    journal.write(Voided(target=taken.number, reason="wrong seat"), Place())
    journal.write(draft("3", pending=True), Place())
    journal.write(
        AppealLodged(target=taken.number - 1, by="3", reason="not furiten"), Place()
    )
    for table_ in (1, 2):
        sheet = SheetEntered(sheet=Sheet(raw=(42000, 31000, 28000, 19000)))
        journal.write(sheet, Place(round=1, table=table_))
    return journal


HARD = (
    "=1+1", "<b>&amp;\"'</b>", "a|b*c_d`e[f](g)", "שלום עולם", "مرحبا", "$x^2$ \\frac",
    "\x1b[31mred\n佐", "佐" * 60,
)  # fmt: skip


@pytest.mark.parametrize("form", ["md", "html", "pdf", "xlsx"])
def test_names_that_were_meant_to_do_harm(form: str) -> None:
    made = written(from_journal(full(HARD)), form)

    if form == "html":
        text = content(made)
        assert "<b>&amp;amp;" not in text.replace("&lt;b&gt;", "")
        assert "&lt;b&gt;&amp;amp;&quot;&#x27;&lt;/b&gt;" in text
        assert "\x1b" not in text
        (rows, *_) = [t for t in html_tables(text) if t and "Caution" in t[0]]
        assert rows[0]["Player"] == "=1+1"
    if form == "md":
        assert r"a\|b\*c\_d\`e\[f\](g)" in content(made)
    if form == "xlsx":
        sheet = opened(data(made))["By team"]
        values = {row["Team"] for row in sheet_rows(sheet)}
        assert "=1+1" in values


def test_what_is_not_counted_is_named_with_its_fate() -> None:
    rows = cells(from_journal(full()), "Rulings that are not counted")

    assert [row[0] for row in rows] == [8, 10]
    assert "VOID by #9 (Mori): wrong seat" in str(rows[0][-1])
    assert "PENDING" in str(rows[1][-1])


def test_like_facts_stand_side_by_side() -> None:
    report = from_journal(full())
    (found,) = [
        t for t in report.document({}).tables if t.title.startswith("Like facts 1")
    ]
    chombo, warning = (line.cells for line in found.lines)

    assert found.title.endswith("ron while furiten (shown yes, by ron)")
    assert chombo[:5] == ("chombo", 0, -20_000, 3, "#5, #6, #7")
    assert warning[:5] == ("warning", 0, 0, 1, "#4")
    assert str(warning[-1]).endswith("the rulebook: chombo; his first")
    assert "the referee’s own ruling" in found.foot[0]


def test_a_long_table_says_how_much_is_left_out() -> None:
    journal = Journal("ema-2025")
    for at in range(70):
        hand = "ES"[at % 2] + str(1 + at % 4)
        journal.write(
            warned("1234"[at % 4], place=Place(round=1, table=1, hand=hand, honba=at)),
            Place(),
        )
    found = table(from_journal(journal), "Departures from the suggestion")

    assert len(found.lines) == 60
    assert found.foot == ("and 10 departures more",)


def test_two_tables_of_a_workbook_never_have_one_name() -> None:
    """Sheets are named by the first 31 letters; alike ones would be refused."""
    journal = Journal("ema-2025")
    for facts in ({"shown": True, "by": "ron"}, {"shown": True, "by": "tsumo"}):
        for number in "12":
            made = draft(number, "win-not-tenpai", facts)
            journal.write(made, Place())
        own = warned("3", situation="win-not-tenpai", facts=facts)
        journal.write(own, Place())
    book = opened(data(written(from_journal(journal), "xlsx")))

    assert len([name for name in book.sheetnames if "Like facts" in name]) == 2
