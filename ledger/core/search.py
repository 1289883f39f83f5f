"""Finding a situation by what people say at the table, in English or Japanese.

Every word typed must be found. A whole title or word beats the start of one, which
beats a place inside, which beats letters merely in order; among equals the situations
used last come first, then the order of the catalogue. Width, case and kana do not
matter: ふりてん, ﾌﾘﾃﾝ and フリテン are the same word.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from ledger.core.contents import IncidentRuled
from ledger.core.event import EventState
from ledger.core.situations import Situation

HIRAGANA = range(0x3041, 0x3097)
KANA_STEP = 0x60
"""From a hiragana to the katakana of the same sound."""

EXACT, START, WORD, INSIDE, SCATTERED, NOT = range(6)


@cache
def folded(text: str) -> str:
    """Return a text as it is compared: one width, lower case, katakana.

    >>> folded("ふりてん ﾘｰﾁ Ron") == folded("フリテン リーチ ron")
    True
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        chr(ord(char) + KANA_STEP) if ord(char) in HIRAGANA else char for char in plain
    )


def search(
    situations: Iterable[Situation], typed: str, recent: Sequence[str] = ()
) -> list[Situation]:
    """Return the situations that fit what was typed, the best first.

    Args:
        situations: All that can be recorded, in catalogue order.
        typed: Words in any order; nothing typed fits everything.
        recent: Ids used lately, the latest first.
    """
    terms = folded(typed).split()
    ranks = {name: place for place, name in enumerate(recent)}
    found = []
    for place, situation in enumerate(situations):
        fits = [_fit(situation, term) for term in terms]
        if NOT not in fits:
            rank = ranks.get(situation.id, len(ranks))
            found.append((sum(fits), rank, place, situation))
    return [situation for *_, situation in sorted(found, key=lambda hit: hit[:3])]


def recent(state: EventState, limit: int = 8) -> list[str]:
    """Return the situations that were recorded last, the latest first."""
    found: dict[str, None] = {}
    for number in sorted(state.incidents, reverse=True):
        content = state.entries[number - 1].effective
        assert isinstance(content, IncidentRuled)
        for each in content.incidents:
            found.setdefault(each.situation)
        if len(found) >= limit:
            break
    return list(found)[:limit]


def _fit(situation: Situation, term: str) -> int:
    """Return how well one typed word fits: the best over all the situation's words."""
    texts = (situation.title, situation.title_ja, *situation.words, situation.id)
    best = min(_fit_text(folded(text), term) for text in texts)
    if best == NOT and _is_scattered(term, folded(situation.title)):
        return SCATTERED
    return best


def _fit_text(text: str, term: str) -> int:
    if text.startswith(term):
        return EXACT if text == term else START
    if any(word.startswith(term) for word in _words(text)):
        return WORD
    return INSIDE if term in text else NOT


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c == "ー" else " " for c in text).split()


def _is_scattered(term: str, text: str) -> bool:
    """Whether the letters stand in the text in this order, the first at a word."""
    if not term.isascii():
        return False
    starts = [word for word in _words(text) if word[0] == term[0]]
    rest = iter(text[text.find(starts[0]) :] if starts else "")
    return bool(starts) and all(char in rest for char in term)
