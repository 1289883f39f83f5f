"""The federation's sheet: nineteen columns in order; what does not fit is refused."""

from typing import Any

import pytest

from ledger.core.contents import AppealLodged, StatusChanged
from ledger.core.event import Place
from ledger.errors import ExportError
from ledger.files.ema_sheet import Occasion, ema_workbook, names, occasion
from ledger.files.page_size import SIZES
from tests.files.events import INCIDENTS, SCORES, SEATING, Event, Make
from tests.files.paper_readers import data, opened, sheet_rows

HEADER = (
    "Tournament name", "Number of participants", "Place", "Player's first name",
    "Player's last name", "EMA number", "Table points", "Score", "EMA member",
    "Country", "Date", "Countrycourt", "city", "mers", "shortname", "rules", "period",
    "NbDays", "Extra",
)  # fmt: skip
PLAYERS = (
    "number,name,country,ema_number,substitute\n"
    "1,Ann Lee,GBR,01230001,\n2,Ben Roe,BEL,,\n3,Cay Fox,FRA,09990003,\n"
    "4,Dee Day,,,\n5,Eve Ode,ITA,04560005,\n6,Fay Ray,,,\n7,Gil Orr,,,\n"
    "8,Hal Sub,,,yes\n"
)
HELD = Occasion(date="03.05.2026", country="BEL", city="Ghent", mers="2", days=2)


def filled(event: Event, players: str = PLAYERS, incidents: str = "") -> Event:
    event.write_all({"players": players, "seating": SEATING, "scores": SCORES})
    if incidents:
        event.write("incidents", INCIDENTS + incidents)
    event.load()
    return event


def sheets(event: Event, held: Occasion = HELD, after: int | None = None) -> Any:  # noqa: ANN401
    state, rules = event.book.state(), event.book.rules
    return opened(data(ema_workbook(state, rules, held, SIZES["a4"], after)))


def test_the_columns_stand_where_readers_by_position_look(make: Make) -> None:
    book = sheets(filled(make()))
    assert book.sheetnames == ["Results", "Penalties annex", "About"]
    assert tuple(cell.value for cell in book["Results"][1]) == HEADER
    first = dict(zip(HEADER, (c.value for c in book["Results"][2]), strict=True))
    assert first == {
        "Tournament name": "Spring",
        "Number of participants": 7,
        "Place": 1,
        "Player's first name": "Ann",
        "Player's last name": "LEE",
        "EMA number": "01230001",
        "Table points": 1,
        "Score": 26_000,
        "EMA member": "YES",
        "Country": "GBR",
        "Date": "03.05.2026",
        "Countrycourt": "BEL",
        "city": "Ghent",
        "mers": "2",
        "shortname": None,
        "rules": "Riichi",
        "period": None,
        "NbDays": 2,
        "Extra": "NO",
    }


def test_an_ema_number_is_text_with_its_leading_zero(make: Make) -> None:
    cell = sheets(filled(make()))["Results"]["F2"]
    assert (cell.value, cell.data_type) == ("01230001", "s")


def test_scores_are_net_and_substitutes_are_out(make: Make) -> None:
    chombo = "1,1,E2,0,3,furiten-ron,shown=yes,,,,,,,,\n"
    book = sheets(filled(make(), incidents=chombo))
    rows = {row["Player's first name"]: row for row in sheet_rows(book["Results"], 1)}
    assert "Hal" not in rows
    assert len(rows) == 7
    assert rows["Cay"]["Score"] == -1_000 - 5_000 - 20_000
    assert rows["Cay"]["Place"] == rows["Ben"]["Place"] == 6
    assert rows["Ben"]["EMA member"] in (None, "")


def test_equal_scores_share_a_place(make: Make) -> None:
    rows = list(sheet_rows(sheets(filled(make()))["Results"], 1))
    shared = [row["Place"] for row in rows if row["Score"] == 0]
    assert len(shared) == 3
    assert len(set(shared)) == 1


def test_the_disqualified_are_neither_ranked_nor_counted(make: Make) -> None:
    event = filled(make())
    out = StatusChanged(player="2", status="disqualified", reason="cheating")
    event.book.add(out, Place(), event.by_id("out"))
    rows = list(sheet_rows(sheets(event)["Results"], 1))
    assert "Ben" not in {row["Player's first name"] for row in rows}
    assert {row["Number of participants"] for row in rows} == {6}


def test_the_annex_tells_every_ruling_and_its_fate(make: Make) -> None:
    event = filled(
        make(),
        incidents="1,1,E2,0,3,furiten-ron,shown=yes,,,,,,,Kim,\n"
        "1,1,E3,0,1,furiten-ron,shown=yes,,,,,,,Kim,\n",
    )
    first, second = event.book.state().incidents
    event.void(first)
    lodged = AppealLodged(target=second, by="1", reason="it was my tile")
    event.book.add(lodged, Place(), event.by_id("appeal"))
    one, two = sheet_rows(sheets(event)["Penalties annex"], 1)
    assert one["Void or appeal"] == "VOID by #7 (Mori): by mistake"
    assert two["Void or appeal"].startswith("appeal #8 by Ann Lee: it was my tile")
    assert two | {"Void or appeal": ""} == {
        "Entry": second,
        "Player": "Ann Lee",
        "EMA number": "01230001",
        "Hanchan": "1",
        "Table": "1",
        "Hand": "E3",
        "Clause": two["Clause"],
        "Class": "chombo",
        "Points": -20_000,
        "Staff": "Kim",
        "Void or appeal": "",
    }
    assert "EMA 2025 6.8" in two["Clause"]


def test_what_the_book_does_not_know_is_blank_and_named(make: Make) -> None:
    event = filled(make())
    made = ema_workbook(
        event.book.state(), event.book.rules, Occasion(city="Ghent"), SIZES["a4"]
    )
    (warning,) = made.warnings
    assert warning == (
        "left blank: date, country, mers, shortname, period, days; give them with"
        " --set NAME=VALUE"
    )


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (
            "1,Ann,GBR,1230001,",
            "'1230001' does not fit the EMA sheet, expected 8 digits; this has 7",
        ),
        ("1,Ann,Belgium,,", "country of player 1 'Belgium' does not fit"),
        ("1,Ann,be,,", "expected three capital letters, such as BEL"),
        (f"1,{'x' * 256},,,", "expected at most 255 letters"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_its_limit(
    make: Make, row: str, told: str
) -> None:
    event = make()
    event.write("players", f"number,name,country,ema_number,substitute\n{row}\n")
    event.load()
    with pytest.raises(ExportError) as caught:
        sheets(event)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("date=2026-13-01", "expected dd.mm.yyyy, such as 03.05.2026"),
        ("date=3 May", "expected dd.mm.yyyy"),
        ("country=Belgium", "expected three capital letters"),
        ("mers=heavy", "expected a weight such as 2 or 2.5"),
        ("days=0", "expected 1 to 99"),
        ("days=100", "expected 1 to 99"),
        ("town=Ghent", "expected NAME=VALUE with a name of name, date"),
        ("city", "expected NAME=VALUE"),
        (f"city={'x' * 256}", "expected at most 255 letters"),
    ],
)
def test_a_part_that_does_not_fit_its_column_is_refused(pair: str, told: str) -> None:
    with pytest.raises(ExportError) as caught:
        occasion([pair])
    assert told in str(caught.value)


def test_the_parts_are_read_as_the_columns_want_them() -> None:
    held = occasion(["date=2026-05-03", "country=BEL", "days=2", "mers=2.5"])
    assert held == Occasion(date="03.05.2026", country="BEL", days=2, mers="2.5")
    with pytest.raises(ExportError, match="city stands twice"):
        occasion(["city=Ghent", "city=Gent"])


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Jan van der Berg", ("Jan", "VAN DER BERG")),
        ("NOWAK Jan", ("Jan", "NOWAK")),
        ("J. R. Smith", ("J. R.", "SMITH")),
        ("山田", ("", "山田")),
        ("", ("", "")),
        ("de Vries", ("de", "VRIES")),
    ],
)
def test_first_and_last_names(name: str, parts: tuple[str, str]) -> None:
    assert names(name) == parts
