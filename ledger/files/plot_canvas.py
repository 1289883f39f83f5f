"""Pictures for papers: matplotlib set up so that they fit a page of ours.

Drawn for a web page a picture takes its inks from the page, light or dark, and carries
its letters with it as outlines; for pages of paper it is points, black on white. The
fonts are those of every other paper. Colours are told apart by the colour-blind too
(after Okabe and Ito) and never alone: each has a hatching or a mark of its own. The
same numbers make the same bytes.
"""

import io
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ledger.files.document import Picture
from ledger.files.fonts import Fonts, fonts_for
from ledger.files.pdf_pages import PICTURE

INCH: Final = 25.4
WIDTH: Final = PICTURE / INCH
"""Of every picture, in inches."""
DOTS: Final = 220
"""Of a picture for paper, per inch."""
LETTERS: Final = 8.5
"""Size of letters, in points."""
INK: Final = "#010203"
SOFT: Final = "#040506"
RULE: Final = "#070809"
PAPER: Final = "#0a0b0c"
"""Stand for the inks of the page, until these are known."""
_ON_PAGE: Final[Mapping[str, str]] = {
    INK: "var(--ink)",
    SOFT: "var(--soft)",
    RULE: "var(--rule)",
    PAPER: "var(--paper)",
}
_PRINTED: Final[Mapping[str, str]] = {
    INK: "#141414",
    SOFT: "#5c5c5c",
    RULE: "#b9b9b9",
    PAPER: "#ffffff",
}
ORANGE: Final = "#e69f00"
SKY: Final = "#56b4e9"
GREEN: Final = "#009e73"
YELLOW: Final = "#f0e442"
BLUE: Final = "#0072b2"
RED: Final = "#d55e00"
PINK: Final = "#cc79a7"
GREY: Final = "#9a9a9a"
Form = Literal["svg", "png"]
"""A drawing for the web page, or points for paper."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Draws the pictures of one paper."""

    form: Form
    fonts: Fonts

    @classmethod
    def of(cls, form: Form, texts: Collection[str]) -> "Canvas":
        """Return what draws in a form, with fonts for these texts."""
        letters = {letter for text in texts for letter in text}
        return cls(form, fonts_for(letters | set("0123456789abc ,.+−▲")))

    def ink(self, name: str) -> str:
        """Return an ink as this form takes it."""
        return name if self.form == "svg" else _PRINTED.get(name, name)

    def text(self, text: str) -> str:
        """Return a text of which every letter can be drawn."""
        return self.fonts.printable(text)

    def draw(
        self,
        title: str,
        words: str,
        height: float,
        paint: Callable[[Axes], None],
        *,
        name: str,
    ) -> Picture:
        """Return a picture.

        Args:
            title: What it is called on the paper.
            words: What it shows, for those who do not see it.
            height: How high it is, in inches.
            paint: Paints it.
            name: Tells its parts from those of other pictures on the same page.
        """
        with mpl.rc_context():
            for group, settings in self._settings(name).items():
                mpl.rc(group, **settings)  # type: ignore[arg-type]
            figure = Figure(figsize=(WIDTH, height), layout="constrained")
            paint(figure.add_subplot())
            held = io.BytesIO()
            if self.form == "png":
                figure.savefig(held, format="png", dpi=DOTS)
            else:
                plain = {"Date": None, "Creator": None, "Format": None, "Type": None}
                figure.savefig(held, format="svg", metadata=plain)
        ratio = height / WIDTH
        if self.form == "png":
            return Picture(title=title, words=words, ratio=ratio, png=held.getvalue())
        svg = _inline(held.getvalue().decode(), name)
        return Picture(title=title, words=words, ratio=ratio, svg=svg)

    def _settings(self, name: str) -> Mapping[str, dict[str, object]]:
        """Return how everything is drawn, in the groups that matplotlib has."""
        ink, rule = self.ink(INK), self.ink(RULE)
        ticks: dict[str, object] = {"color": rule, "labelcolor": ink}
        return {
            "font": {"family": _families(self.fonts), "size": LETTERS},
            "text": {"color": ink, "parse_math": False},
            "axes": {
                "labelcolor": ink,
                "edgecolor": rule,
                "facecolor": "none",
                "spines.top": False,
                "spines.right": False,
                "axisbelow": True,
            },
            "figure": {"facecolor": "none" if self.form == "svg" else self.ink(PAPER)},
            "grid": {"color": rule, "linewidth": 0.5},
            "hatch": {"linewidth": 0.6},
            "legend": {"frameon": False},
            "xtick": ticks,
            "ytick": ticks,
            "svg": {"fonttype": "path", "hashsalt": name},
        }


def _families(fonts: Fonts) -> list[str]:
    """Return the names of the fonts, having made them known."""
    known = {entry.fname: entry.name for entry in font_manager.fontManager.ttflist}
    names = []
    for font in fonts.fonts:
        path = str(font.path)
        if path not in known:
            font_manager.fontManager.addfont(path)
            known[path] = font_manager.fontManager.ttflist[-1].name
        names.append(known[path])
    return names


def _inline(svg: str, name: str) -> str:
    """Return a drawing as a part of a page: its inks the page's, its ids its own."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'^<svg ([^>]*?)width="[^"]*" height="[^"]*" ', r"<svg \1", svg)
    svg = svg.replace("<svg ", '<svg style="stroke-linejoin: round" ', 1)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = re.sub(r"url\(#", f"url(#{name}-", svg)
    for stand_in, ink in _ON_PAGE.items():
        svg = svg.replace(stand_in, ink)
    return re.sub(r"\s*\n\s*", "\n", svg).strip()
