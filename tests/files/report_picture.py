"""The README's picture of a review: two drawings of the demo's report.

    python -m tests.files.report_picture

writes it anew; a test holds it to what the program draws.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.book import Book
from ledger.files.demo import demo
from ledger.files.review_pictures import review_pictures
from ledger.files.review_report import review_report

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "review.svg"
SHOWN = ("situations", "courses")
INKS = {"--ink": "#141414", "--soft": "#5c5c5c", "--rule": "#b9b9b9", "--paper": "#fff"}
GAP = 14
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'


def report_picture() -> str:
    """Return the picture, black on white, as it is printed."""
    plan = demo()
    with TemporaryDirectory() as folder:
        location = Path(folder) / "demo.db"
        by = plan.signature("event")
        with Book.create(
            location, name=plan.name, ruleset=plan.ruleset, options=plan.options, by=by
        ) as book:
            plan.fill(book)
            drawn = review_pictures(review_report(book.state(), book.rules), "svg")
    parts, below, width = [], float(GAP), 0.0
    for name in SHOWN:
        svg = drawn.pictures[name].svg  # type: ignore[index]
        box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
        assert box is not None
        width, height = float(box[1]), float(box[2])
        place = f'<svg y="{below:g}" width="{width:g}" height="{height:g}" '
        parts.append(svg.replace("<svg ", place, 1))
        below += height + GAP
    text = "\n".join(
        [
            HEAD.format(width=width, height=below),
            '<rect width="100%" height="100%" fill="#fff"/>',
            *parts,
            "</svg>\n",
        ]
    )
    for name, ink in INKS.items():
        text = text.replace(f"var({name})", ink)
    return text


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    sys.stdout.write(f"{PICTURE.write_text(report_picture(), 'utf-8'):,} signs\n")
