"""The tile pane: what is typed, and what the tiles say, in words."""

from ledger.core.furiten import Furiten
from ledger.core.situations import Situation
from ledger.core.tile_facts import Found
from ledger.tui.widgets.fields import Field

ROWS = (
    (
        Field("tiles", "tiles", 28, "concealed, without the drawn tile: 234m0p55z"),
        Field("sets", "sets", 24, "123m 555z closed-kan:1111p added-kan:2222s"),
    ),
    (
        Field("said", "said", 16, "ron 5p w · tsumo 5p · riichi · closed-kan:3333m"),
        Field("drawn", "drawn", 3, "the tile just drawn, on the own turn"),
        Field("called", "called", 7, "claimed and then discarded: 3m>6m"),
    ),
    (
        Field("discards", "discards", 60,
              "in order: 1m 9p r0p 7z* (r riichi, * called away)"),
    ),
    (
        Field("passed", "since discard", 22, "passed: w5p n3s* e7p+ s1z#"
              " (* called, + added kan, # closed kan)"),
        Field("riichi", "since riichi", 22, "passed since riichi: w5p n3s"),
    ),
)  # fmt: skip
"""The fields as they stand on the screen."""

FURITEN_WORDS = {
    Furiten.OWN_DISCARD: "furiten by own discard",
    Furiten.RIICHI: "furiten in riichi, to the end of the hand",
    Furiten.TEMPORARY: "temporary furiten",
    Furiten.NONE: "not furiten",
}


def found_words(found: Found, situation: Situation | None) -> str:
    """Return what the tiles say, in two lines at most.

    Args:
        found: What was worked out.
        situation: What it is, if it is something.
    """
    parts = []
    if found.count is not None:
        parts.append(f"{found.count} of {found.expected}")
    if found.tenpai is not None:
        parts.append("tenpai" if found.tenpai else "noten")
    if found.waits:
        parts.append(f"waits {' '.join(found.waits)}")
        tiles = f" ({' '.join(found.furiten_tiles)})" if found.furiten_tiles else ""
        parts.append(f"{FURITEN_WORDS[found.furiten]}{tiles}")
    if found.yaku is not None:
        parts.append(f"yaku {' '.join(found.yaku) or 'none'}")
    if found.kuikae is not None:
        parts.append(f"swap-calling: {found.kuikae.replace('-', ' ')}")
    told = " · ".join(parts)
    return f"{told}\n→ {situation.title}" if situation else told
