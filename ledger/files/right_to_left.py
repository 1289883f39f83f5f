"""Text from right to left as a page sets it, letter by letter from the left.

A PDF page knows no direction: the order is turned here, brackets are mirrored, and
Arabic letters take the form that they have at the beginning, the middle or the end of
a word. The forms come from Unicode's own table of them.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from fpdf.bidi import BidiParagraph

from ledger.files.document import is_right_to_left

_FORMS: Final = range(0xFE80, 0xFEFD)
"""Code points of the forms of Arabic letters, and of lam with alef as one."""
_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")


@lru_cache
def _forms() -> Mapping[str, Mapping[str, str]]:
    """Return the forms by letter, or by two letters that are written as one."""
    forms: dict[str, dict[str, str]] = {}
    for code in _FORMS:
        tag, *letters = unicodedata.decomposition(chr(code)).split()
        base = "".join(chr(int(letter, 16)) for letter in letters)
        forms.setdefault(base, {})[tag.strip("<>")] = chr(code)
    return forms


def joined(text: str) -> str:
    """Return a text with Arabic letters in the forms that they have in their word.

    >>> [unicodedata.name(letter).split()[-2] for letter in joined("بب")]
    ['INITIAL', 'FINAL']
    """
    if not any("\u0600" <= letter <= "\u06ff" for letter in text):
        return text
    signs = list(_signs(text))
    return "".join(_formed(signs, at) for at in range(len(signs)))


def _signs(text: str) -> Iterator[str]:
    """Yield letters, and lam with the alef that follows as one."""
    at = 0
    while at < len(text):
        size = 2 if text[at : at + 2] in _forms() else 1
        yield text[at : at + size]
        at += size


def _formed(signs: list[str], at: int) -> str:
    forms = _forms().get(signs[at])
    if forms is None:
        return signs[at]
    before, after = _neighbour(signs, at, -1), _neighbour(signs, at, +1)
    has_before = "initial" in before and "final" in forms
    has_after = "initial" in forms and "final" in after
    match has_before, has_after:
        case True, True:
            form = "medial"
        case True, False:
            form = "final"
        case False, True:
            form = "initial"
        case _:
            form = "isolated"
    return forms.get(form, signs[at])


def _neighbour(signs: list[str], at: int, step: int) -> Mapping[str, str]:
    """Return the forms of the next letter in a direction, past marks above it."""
    at += step
    while 0 <= at < len(signs) and unicodedata.category(signs[at][0]) == "Mn":
        at += step
    return _forms().get(signs[at], {}) if 0 <= at < len(signs) else {}


def visual(line: str) -> str:
    """Return a line in the order in which its letters are set from the left.

    >>> visual("Ito (1)"), visual("שלום (1)")
    ('Ito (1)', '(1) םולש')
    """
    if not is_right_to_left(line):
        return line
    return "".join(
        character.character.translate(_MIRRORED)
        if character.embedding_level % 2
        else character.character
        for character in BidiParagraph(line).get_reordered_characters()
    )
