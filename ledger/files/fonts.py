"""Which fonts a paper needs for its letters, and which letters no font has.

Two fonts come with the program (Noto Sans for Latin, Greek and Cyrillic, Noto Sans JP
for Japanese), so that the same book makes the same paper everywhere. Only for letters
that neither has are the machine's own fonts looked through. What is still missing is
replaced by a box and named: a paper never drops a letter silently.
"""

import logging
import os
import sys
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Final

from fontTools.ttLib import TTFont, TTLibError

from ledger.errors import ExportError

# It warns about tables that a smaller copy of a font leaves out, which is the purpose.
logging.getLogger("fontTools").setLevel(logging.ERROR)

BOX: Final = "\N{WHITE SQUARE}"
"""Stands for a letter that no font has."""
_BUNDLED: Final = (
    ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    ("pylopdf_fonts_jp", "NotoSansJP-Regular.otf"),
)
_SUFFIXES: Final = (".ttf", ".otf", ".ttc", ".otc")
_LOOKED_AT_MAX: Final = 300
"""Fonts of the machine that are opened at most."""
_STYLES: Final = (
    "bold",
    "italic",
    "oblique",
    "mono",
    "black",
    "light",
    "thin",
    "emoji",
)
"""Words in a file's name that tell of a style that does not fit running text."""
_VARIANTS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
_PREFERRED: Final = ("noto", "dejavu", "arialuni", "unifont")


@dataclass(frozen=True, slots=True)
class Font:
    """A font file and the code points that it has letters for."""

    path: Path
    letters: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts of one paper, the main one first."""

    fonts: tuple[Font, ...]
    missing: frozenset[str]

    @property
    def warnings(self) -> tuple[str, ...]:
        """A line for each letter that no font has."""
        return tuple(
            f"no font has {_named(letter)}: printed as {BOX}"
            for letter in sorted(self.missing)
        )

    def printable(self, text: str) -> str:
        """Return a text with what no font has replaced."""
        if not self.missing:
            return text
        return "".join(BOX if letter in self.missing else letter for letter in text)


def is_ignorable(letter: str) -> bool:
    """Whether a character only steers others: joiners, directions, variants."""
    return letter in _VARIANTS or unicodedata.category(letter) == "Cf"


def fonts_for(letters: Collection[str]) -> Fonts:
    """Return the fonts that a text of these letters needs.

    Raises:
        ExportError: a font that comes with the program cannot be read.
    """
    wanted = {ord(letter) for letter in letters if not is_ignorable(letter)}
    chosen: list[Font] = []
    for package, name in _BUNDLED:
        if chosen and not wanted:
            break
        font = _bundled(package, name)
        if not chosen or wanted & font.letters:
            chosen.append(font)
            wanted -= font.letters
    for path in islice(_of_machine(), _LOOKED_AT_MAX) if wanted else ():
        if not wanted:
            break
        found = _letters(path)
        if wanted & found:
            chosen.append(Font(path, found))
            wanted -= found
    if wanted and not any(ord(BOX) in font.letters for font in chosen):
        chosen.append(_bundled(*_BUNDLED[-1]))
    return Fonts(tuple(chosen), frozenset(map(chr, wanted)))


@lru_cache
def _bundled(package: str, name: str) -> Font:
    try:
        path = Path(str(resources.files(package) / name))
    except ModuleNotFoundError as error:
        raise ExportError("", f"PDF needs the package {package}") from error
    letters = _letters(path)
    if not letters:
        raise ExportError(str(path), "cannot be read as a font; install it again")
    return Font(path, letters)


def _letters(path: Path) -> frozenset[int]:
    """Return what a font has letters for; none where it is no outline font."""
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            if not ("glyf" in font or "CFF " in font):
                return frozenset()
            return frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError, ValueError, AssertionError, KeyError):
        return frozenset()


def _of_machine() -> Iterator[Path]:
    """Yield the machine's fonts for running text, the well-covering ones first."""
    found = [
        path
        for folder in _folders()
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in _SUFFIXES
        and not any(style in path.stem.lower() for style in _STYLES)
    ]
    yield from sorted(found, key=_preference)


def _preference(path: Path) -> tuple[int, str]:
    name = path.name.lower()
    order = [at for at, start in enumerate(_PREFERRED) if name.startswith(start)]
    return (order[0] if order else len(_PREFERRED), str(path))


def _folders() -> list[Path]:
    home = Path.home()
    match sys.platform:
        case "win32":
            folders = [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"]
        case "darwin":
            folders = [
                Path("/System/Library/Fonts"),
                Path("/Library/Fonts"),
                home / "Library/Fonts",
            ]
        case _:
            folders = [
                Path("/usr/share/fonts"),
                Path("/usr/local/share/fonts"),
                home / ".local/share/fonts",
                home / ".fonts",
            ]
    return [folder for folder in folders if folder.is_dir()]


def _named(letter: str) -> str:
    name = unicodedata.name(letter, "an unnamed character")
    return f"U+{ord(letter):04X} {name}"
