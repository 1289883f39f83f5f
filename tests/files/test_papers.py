"""Every format tells the same standings, as readers that we did not write read them."""

import csv
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from ledger.errors import ExportError
from ledger.files.page_size import SHEETS, SIZES, page_size
from ledger.files.papers import Paper, known_form, paper
from ledger.files.penalties_report import penalties_report
from ledger.files.standings_export import export_standings
from ledger.files.standings_report import standings_report
from tests.files.events import INCIDENTS, PLAYERS, SCORES, SEATING, Event, Make
from tests.files.paper_readers import (
    READERS,
    Told,
    by_office,
    content,
    data,
    from_pdf,
    html_tables,
    in_points,
    markdown_tables,
    needs_office,
    needs_poppler,
    opened,
    pdf_lines,
    sheet_rows,
    told,
)

DATA = Path(__file__).resolve().parents[1] / "data"
EVENTS = {"D1": "wrc-2025", "D4": "m-league", "D5": "m-league"}


@cache
def expected(name: str, after: int) -> tuple[Told, ...]:
    path = DATA / name / "expected_standings.csv"
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(
            Told(int(r["rank"]), r["number"], int(r["penalties"]), int(r["total"]))
            for r in csv.DictReader(file)
            if int(r["after_round"]) == after
        )


def rounds(name: str) -> list[int]:
    path = DATA / name / "expected_standings.csv"
    with path.open(newline="", encoding="utf-8") as file:
        return sorted({int(row["after_round"]) for row in csv.DictReader(file)})


def event_of(make: Make, name: str) -> Event:
    event = make(EVENTS[name])
    for source in (DATA / name).glob("*.csv"):
        (event.folder / source.name).write_bytes(source.read_bytes())
    event.load()
    return event


def written(event: Event, form: str, after: int | None = None) -> Paper:
    state, rules = event.book.state(), event.book.rules
    if form in ("csv", "json"):
        return Paper(export_standings(state, rules, after=after, form=form))
    report = standings_report(state, rules, after=after)
    return paper(report.document, form, SIZES["a4"])


def by_rank(rows: list[Told] | tuple[Told, ...]) -> list[Told]:
    return sorted(rows, key=lambda row: (row.rank, row.number))


@pytest.mark.parametrize("name", EVENTS)
def test_every_format_tells_the_published_standings(make: Make, name: str) -> None:
    event = event_of(make, name)
    for after in rounds(name):
        want = by_rank(expected(name, after))
        for form, read in READERS.items():
            assert by_rank(read(written(event, form, after))) == want, (form, after)


@pytest.mark.parametrize("form", ["html", "md", "xlsx", "pdf"])
def test_every_format_says_what_it_rests_on(make: Make, form: str) -> None:
    event = event_of(make, "D1")
    made = written(event, form)
    if form == "xlsx":
        sheet = opened(data(made))["About"]
        text = " ".join(str(c.value) for row in sheet.iter_rows() for c in row)
    elif form == "pdf":
        text = " ".join(pdf_lines(data(made)))
    else:
        text = content(made)
    clean = re.sub(r"\\|<[^>]*>", "", text).replace("\n", " ")
    assert event.book.rules.digest in clean
    assert event.book.state().head_hash in clean
    assert f"entry {event.book.state().head}" in clean
    assert "wrc-2025" in clean
    assert "Standings after round 3" in clean
    sums = (
        "all totals −63.0 + fines to nobody +60.0 + sticks that nobody got +3.0"
        " + unexplained 0.0 = 0.0: adds up"
    )
    assert sums in clean.replace("  ", " ")


@pytest.mark.parametrize("form", ["html", "md", "xlsx", "pdf"])
def test_every_format_lists_the_fines_one_by_one(make: Make, form: str) -> None:
    made = written(event_of(make, "D1"), form)
    if form == "pdf":
        lines = " ".join(pdf_lines(data(made)))
        assert lines.count("−20.0") >= 3 + 3, "the players' and the entries'"
        assert "together −60.0" in lines
        return
    if form == "xlsx":
        rows = list(sheet_rows(opened(data(made))["Penalties"]))
    else:
        tables = html_tables if form == "html" else markdown_tables
        rows = [dict(row) for row in tables(content(made))[-1]]
    assert [(str(row["No."]), row["Where"]) for row in rows] == [
        ("21", "R1 T7"),
        ("1", "R2 T2"),
        ("23", "R2 T6"),
    ]
    amounts = [row["Points"] for row in rows]
    assert amounts == ([-20_000] * 3 if form == "xlsx" else ["−20.0"] * 3)
    assert all("chonbo" in row["Ruling"] for row in rows)


def test_the_same_book_gives_the_same_bytes(make: Make) -> None:
    event = event_of(make, "D1")
    for form in ("html", "md", "xlsx", "pdf"):
        assert written(event, form) == written(event, form), form


@needs_office
@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_an_office_program_shows_the_same_standings(
    make: Make, tmp_path: Path, form: str
) -> None:
    made = written(event_of(make, "D1"), form)
    raw = made.content.encode() if isinstance(made.content, str) else made.content
    cells = by_office(raw, f".{form}", tmp_path)
    if form == "csv":
        titles = cells[0]
        rows = [dict(zip(titles, row, strict=True)) for row in cells[1:]]
        got = [
            Told(int(r["rank"]), r["number"], int(r["penalties"]), int(r["total"]))
            for r in rows
        ]
    else:
        assert cells[0][0] == "Spring · Standings after round 3"
        titles = cells[1]
        rows = [dict(zip(titles, row, strict=True)) for row in cells[2:30]]
        got = [told(row) for row in rows]
        assert rows[0]["Raw"].startswith("+")
    assert by_rank(got) == by_rank(expected("D1", 3))


@needs_poppler
def test_another_reader_finds_the_same_standings_in_the_pdf(
    make: Make, tmp_path: Path
) -> None:
    path = tmp_path / "wall.pdf"
    path.write_bytes(data(written(event_of(make, "D1"), "pdf")))
    done = subprocess.run(
        ["pdftotext", "-layout", path, "-"], check=True, capture_output=True, timeout=60
    )
    got = from_pdf(done.stdout.decode().splitlines())
    assert by_rank(got) == by_rank(expected("D1", 3))


def test_penalties_tell_the_same_in_every_format(make: Make) -> None:
    event = make()
    event.write_all({"players": PLAYERS, "seating": SEATING, "scores": SCORES})
    event.write(
        "incidents",
        INCIDENTS
        + "1,1,E2,0,3,furiten-ron,shown=yes;by=ron,,,,,,,Kim,\n"
        + "1,1,E3,1,2,phone,severity=minor,warning,,,,,,Kim,told twice\n",
    )
    event.load()
    chombo = next(iter(event.book.state().incidents))
    event.void(chombo)
    report = penalties_report(event.book.state(), event.book.rules)
    made = {
        form: paper(report.document, form, SIZES["a4"])
        for form in ("html", "md", "xlsx", "pdf")
    }
    (html,) = html_tables(content(made["html"]))
    (md,) = markdown_tables(content(made["md"]))
    xlsx = list(sheet_rows(opened(data(made["xlsx"]))["Penalties"]))
    assert [row["Player"] for row in html] == ["Cay", "Ben"]
    assert [row["Player"].strip("~") for row in md] == ["Cay", "Ben"]
    assert [row["Player"] for row in xlsx] == ["Cay", "Ben"]
    assert [in_points(row["After uma"].strip("~")) for row in md] == [-20_000, 0]
    assert [row["After uma"] for row in xlsx] == [-20_000, 0]
    void = f"VOID by #{event.book.state().head} (Mori): by mistake"
    assert html[0]["Remarks"] == md[0]["Remarks"] == xlsx[0]["Remarks"] == void
    assert "the referee’s own ruling" in html[1]["Remarks"]
    assert html[1]["Remarks"].endswith("told twice")
    text = re.sub(r"\s+", " ", " ".join(pdf_lines(data(made["pdf"]))))
    assert "VOID by" in text
    assert "2 incidents, 1 of them void" in text


def test_only_the_story_of_a_struck_ruling_is_not_struck(make: Make) -> None:
    event = make()
    event.write_all({"players": PLAYERS, "seating": SEATING, "scores": SCORES})
    event.write("incidents", INCIDENTS + "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,,,\n")
    event.load()
    event.void(next(iter(event.book.state().incidents)))
    report = penalties_report(event.book.state(), event.book.rules)
    html = content(paper(report.document, "html", SIZES["a4"]))
    assert "<s>Cay</s>" in html
    assert "<s>chombo</s>" in html
    assert "<s>VOID" not in html
    assert "VOID by" in html
    (row,) = markdown_tables(content(paper(report.document, "md", SIZES["a4"])))[0]
    assert row["Player"] == "~~Cay~~"
    assert row["Remarks"].startswith("VOID by")
    sheet = opened(data(paper(report.document, "xlsx", SIZES["a4"])))["Penalties"]
    struck = {cell.value: bool(cell.font.strike) for cell in sheet[3]}
    assert struck["Cay"]
    assert not struck[row["Remarks"]]


def test_a_format_and_a_size_are_known_by_name_or_refused() -> None:
    assert known_form("PDF", ("html", "pdf")) == "pdf"
    with pytest.raises(ExportError, match="'pfd' is unknown, expected html or pdf"):
        known_form("pfd", ("html", "pdf"))
    assert page_size("A4", SHEETS).width == 210
    with pytest.raises(ExportError, match="'a5' is unknown, expected a4 or letter"):
        page_size("a5", SHEETS)
    with pytest.raises(ExportError, match="expected a4 or letter"):
        page_size("80mm", SHEETS)


def test_an_empty_event_is_a_paper_too(make: Make) -> None:
    event = make()
    for form in ("html", "md", "xlsx", "pdf"):
        made = written(event, form)
        if form == "pdf":
            assert "no player is listed yet" in pdf_lines(data(made))
        elif form == "xlsx":
            assert (
                opened(data(made))["Players"]["A3"].value == "no player is listed yet"
            )
        else:
            assert "no player is listed yet" in content(made)
    report = penalties_report(event.book.state(), event.book.rules)
    for form in ("html", "md"):
        text = content(paper(report.document, form, SIZES["a4"]))
        assert "no incident is recorded" in text


def test_four_thousand_players_fit_every_format(make: Make) -> None:
    event = make()
    rows = "".join(f"{number},選手 {number}\n" for number in range(1, 4001))
    event.write("players", f"number,name\n{rows}")
    event.load()
    assert len(html_tables(content(written(event, "html")))[0]) == 4000
    assert len(markdown_tables(content(written(event, "md")))[0]) == 4000
    sheet = opened(data(written(event, "xlsx")))["Players"]
    assert len(list(sheet_rows(sheet))) == 4000
    assert len(from_pdf(pdf_lines(data(written(event, "pdf"))))) == 4000
