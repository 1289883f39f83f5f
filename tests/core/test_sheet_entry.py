"""Sheets as they are typed: hundreds or points, asked where it is not clear."""

import pytest

from ledger.core.contents import Sheet
from ledger.core.sheet_entry import read_sheet


def test_hundreds_that_add_up() -> None:
    reading = read_sheet(["312", "287", "301", "300"], "", 120_000)

    assert reading.sheet == Sheet(raw=(31200, 28700, 30100, 30000), leftover=0)
    assert (reading.units, reading.missing) == (("hundreds",), 0)


def test_points_that_add_up_with_a_stick_left() -> None:
    reading = read_sheet(["31,200", "28700", "30100", "29000"], "1", 120_000)

    assert reading.sheet == Sheet(raw=(31200, 28700, 30100, 29000), leftover=1000)
    assert reading.missing == 0


def test_sticks_may_be_told_in_points() -> None:
    assert read_sheet(["300"] * 4, "2000", 122_000).missing == 0


@pytest.mark.parametrize(
    ("scores", "missing"),
    [(["312", "287", "301", "290"], 1000), (["312", "287", "301", "310"], -1000)],
)
def test_a_difference_is_told_and_not_mended(scores: list[str], missing: int) -> None:
    """312 and 287 are no whole hundreds of points, so only hundreds can be meant."""
    reading = read_sheet(scores, "", 120_000)

    assert reading.missing == missing
    assert reading.sheet is not None


def test_what_can_be_read_both_ways_is_asked() -> None:
    reading = read_sheet(["300", "200", "400", "200"], "", 120_000)

    assert reading.units == ("hundreds", "points")
    assert reading.sheet is None


@pytest.mark.parametrize(("unit", "first"), [("hundreds", 30000), ("points", 300)])
def test_the_answer_decides(unit: str, first: int) -> None:
    reading = read_sheet(
        ["300", "200", "400", "200"],
        "",
        120_000,
        unit,  # type: ignore[arg-type]
    )

    assert reading.sheet is not None
    assert reading.sheet.raw[0] == first


def test_an_answer_about_other_figures_does_not_count() -> None:
    """Figures that can only be points stay points, whatever was answered before."""
    reading = read_sheet(["31200", "28700", "30100", "20000"], "", 120_000, "hundreds")

    assert reading.sheet is not None
    assert reading.sheet.raw[0] == 31200


@pytest.mark.parametrize("minus", ["-", "−"])
def test_negative_scores(minus: str) -> None:
    reading = read_sheet([f"{minus}52", "552", "400", "300"], "", 120_000)

    assert reading.sheet == Sheet(raw=(-5200, 55200, 40000, 30000), leftover=0)


def test_zero_on_paper() -> None:
    """EMA 2012 counts from zero, and all four zero are the same in both units."""
    assert read_sheet(["0"] * 4, "", 0).sheet == Sheet(raw=(0, 0, 0, 0))
    assert read_sheet(["12", "-5", "-7", "0"], "", 0).missing == 0
    both = read_sheet(["100", "-100", "200", "-200"], "", 0)
    assert both.units == ("hundreds", "points")


@pytest.mark.parametrize(
    ("scores", "sticks", "field"),
    [
        (["x", "1", "1", "1"], "", 0),
        (["300", "30O", "1", "1"], "", 1),
        (["300", "300", "\uff13\uff10\uff10", "1"], "", None),
        (["300", "300", "300", "1e3"], "", 3),
        (["300", "300", "300", "300"], "1.5", 4),
        (["300", "300", "300", "300"], "-1", 4),
        (["300", "300", "300", "300"], "500", 4),
    ],
)
def test_what_is_no_number_is_named_with_its_field(
    scores: list[str], sticks: str, field: int | None
) -> None:
    reading = read_sheet(scores, sticks, 120_000)

    if field is None:
        assert not reading.faults
    else:
        assert reading.faults[0][0] == field
        assert reading.sheet is None


def test_blank_fields_are_no_fault() -> None:
    reading = read_sheet(["300", "", "", ""], "", 120_000)

    assert (reading.sheet, reading.faults) == (None, ())


def test_figures_that_make_no_sense_are_refused() -> None:
    assert read_sheet(["999999", "1", "1", "1"], "", 120_000).faults
