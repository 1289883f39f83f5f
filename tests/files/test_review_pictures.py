"""The pictures of a review: what is in them, that they are whole, and the README's."""

import io
import re
from dataclasses import replace

import pytest
from matplotlib.image import imread

from ledger.core.contents import Sheet, SheetEntered
from ledger.core.event import Place
from ledger.core.terms import Class
from ledger.files.plot_canvas import DOTS, WIDTH, Form
from ledger.files.review_pictures import LINES, LOOKS, review_pictures
from ledger.files.review_report import review_report
from tests.core.journals import Journal
from tests.core.test_review import draft, warned
from tests.files.report_picture import PICTURE, report_picture

EVERY = {"situations", "rounds", "tables", "courses"}


def played() -> Journal:
    journal = Journal("ema-2025")
    for table in (1, 2):
        sheet = SheetEntered(sheet=Sheet(raw=(42000, 31000, 28000, 19000)))
        journal.write(sheet, Place(round=1, table=table))
    journal.write(draft("1"), Place())
    journal.write(warned("2"), Place())
    return journal


def drawn(journal: Journal, form: Form = "svg") -> dict[str, str]:
    """Return the drawings by name."""
    found = review_pictures(review_report(journal.state, journal.rules), form)
    return {name: picture.svg for name, picture in found.pictures.items()}


def test_the_readme_shows_what_the_program_draws() -> None:
    """`python -m tests.files.report_picture` draws it anew."""
    assert PICTURE.read_text("utf-8") == report_picture()


def test_pictures_for_paper_are_whole_and_fine_enough() -> None:
    journal = played()
    found = review_pictures(review_report(journal.state, journal.rules), "png")

    assert set(found.pictures) == EVERY
    for picture in found.pictures.values():
        dots = imread(io.BytesIO(picture.png))[:, :, :3]
        height, width = dots.shape[:2]
        assert width == pytest.approx(WIDTH * DOTS, abs=2)
        assert height / width == pytest.approx(picture.ratio, abs=0.01)
        assert 0.2 < (dots == 1.0).all(axis=2).mean() < 0.99, "mostly white, not all"
        assert (dots[:, 0] == 1.0).all(), "nothing is cut off at the left"
        assert (dots[:, -1] == 1.0).all(), "nor at the right"
        assert picture.words


def test_without_anything_there_is_nothing_to_draw() -> None:
    journal = Journal("ema-2025")
    assert drawn(journal) == {}

    journal.write(draft("1"), Place())  # no sheet: nothing to rate, one fined total
    assert set(drawn(journal)) == EVERY


def test_classes_are_told_apart_without_colour() -> None:
    assert set(LOOKS) == set(Class)
    assert len({hatch for _, hatch in LOOKS.values()}) == len(Class)
    assert len({colour for colour, _ in LOOKS.values()}) == len(Class)
    assert len({mark for _, _, mark in LINES}) == len(LINES)


def test_each_class_of_a_bar_has_its_hatching() -> None:
    journal = played()
    svg = drawn(journal)["situations"]
    # A chombo is plain, a warning hatched: one pattern, used in its bar and its key.
    assert len(re.findall(r"<pattern ", svg)) == 1
    assert len(re.findall(r"fill: url\(#situations-", svg)) == 2


def test_letters_that_no_font_has_are_named() -> None:
    journal = played()
    player = journal.state.players["1"]
    journal.state.players["1"] = replace(player, name="佐藤 \U0001f9cc")
    found = review_pictures(review_report(journal.state, journal.rules), "svg")

    assert [w for w in found.warnings if "U+1F9CC" in w] == [*found.warnings]
    assert found.warnings


def test_more_situations_than_there_is_room_for_are_summed_up() -> None:
    journal = Journal("ema-2025")
    names = sorted(journal.rules.situations)[:15]
    for at, name in enumerate(names):
        own = warned("1", situation=name, facts={}, place=Place(round=1, table=1))
        journal.write(replace(own, note=f"no {at}"), Place())
    svg = drawn(journal)["situations"]
    bars = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)

    assert bars is not None
    # Twelve bars and one of three others, at 0.3 inches each, in points.
    assert float(bars[2]) == pytest.approx((0.75 + 0.3 * 13) * 72, abs=0.1)


def test_a_long_name_is_cut_and_no_formula() -> None:
    journal = played()
    player = journal.state.players["1"]
    names = ("あ" * 60, r"$\frac{1}{2}$ $", "<b>&\"'")
    for name in names:
        journal.state.players["1"] = replace(player, name=name)
        svg = drawn(journal)["courses"]
        assert "<b>" not in svg
        box = re.search(r'viewBox="0 0 ([\d.]+) ', svg)
        assert box is not None
        assert float(box[1]) == pytest.approx(WIDTH * 72, abs=0.1)
