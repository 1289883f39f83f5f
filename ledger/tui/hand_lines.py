"""What the Hands screen says of a table, line by line; nothing here is drawn."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from ledger.core.contents import Sheet
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.hand_entry import FIELDS
from ledger.core.incidents import Dead
from ledger.core.reconciling import Candidate
from ledger.core.table import CALLS, Hanchan
from ledger.core.terms import ABORTS, SEAT_NAMES, SEATS, Seat
from ledger.core.wording import hand_words, score
from ledger.tui.text import fitted, padded
from ledger.tui.widgets.fields import Field

DEAD_WORDS: Final[Mapping[Dead, str]] = {
    "declared": "dead hand",
    "undeclared": "dead hand, not declared",
}
SEAT_CELLS = 7
SCORE_CELLS = 9
STATE_CELLS = 32
NAME_CELLS = 40
CANDIDATES_MAX = 3
"""How many explanations are shown while one types, so that the dialog stays whole."""

ONE_SEAT = "e s w n"
LABELS: Final[Mapping[str, str]] = {
    "who": "who",
    "winner": "winner",
    "loser": "from",
    "value": "value",
    "tenpai": "tenpai",
    "kind": "kind",
}
HINTS: Final[Mapping[tuple[str, str], str]] = {
    ("ron", "winner"): f"{ONE_SEAT}",
    ("ron", "loser"): f"{ONE_SEAT} · + one more winner",
    ("ron", "value"): "3 40, mangan or 5200 · commas for more winners · liable n",
    ("tsumo", "value"): "2 30, mangan, 1300 2600 · liable n",
    ("draw", "tenpai"): "the seats, such as e s · - nobody",
    ("nagashi", "winner"): "the seats, such as e s",
    ("abort", "kind"): ", ".join(ABORTS),
    ("call", "kind"): ", ".join(CALLS),
}
CELLS: Final[Mapping[str, int]] = {"value": 26, "kind": 14, "tenpai": 8}
SEAT_FIELD_CELLS = 6


def fields_of(kind: str) -> tuple[Field, ...]:
    """Return the fields of one kind of step, in the order in which they are typed."""
    return tuple(
        Field(
            name,
            LABELS[name],
            CELLS.get(name, SEAT_FIELD_CELLS),
            HINTS.get((kind, name), ONE_SEAT),
        )
        for name in FIELDS[kind]
    )


def completed(kind: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Return typed fields with the first letters of a kind made the whole word."""
    known = {"abort": ABORTS, "call": CALLS}.get(kind, ())
    typed = texts.get("kind", "").strip().lower()
    found = [word for word in known if typed and word.startswith(typed)]
    exact = typed in found
    return {**texts, "kind": found[0]} if len(found) == 1 and not exact else dict(texts)


def named(told: str, now: Hanchan, names: Mapping[str, str]) -> str:
    """Return a refusal, which begins with a player's number or wind, by his name."""
    who, _, rest = told.partition(" ")
    number = now.player(Seat(who)) if who in SEATS and who not in names else who
    return f"{names[number]} {rest}" if number in names else told


def now_words(now: Hanchan) -> str:
    """Return hand, honba, pot and what is left: `East 4, 0 honba · pot 1,000`."""
    if now.over:
        parts = ["the hanchan is over"]
    else:
        parts = [f"{hand_words(now.label)}, {now.honba} honba"]
    pot = f"pot {score(now.pot)}"
    if now.deposits:
        pot += f", {score(now.deposits)} of it deposits"
    parts.append(pot)
    if now.hands_left is not None and not now.over:
        hands = "the last hand" if now.hands_left == 1 else f"{now.hands_left} hands"
        parts.append(f"time signal given: {hands} left, this one included")
    return " · ".join(parts)


def sum_words(now: Hanchan) -> str:
    """Return what scores and pot come to."""
    scores = sum(now.scores.values())
    return f"{score(scores)} + {score(now.pot)} pot = {score(scores + now.pot)}"


def seat_lines(now: Hanchan, names: Mapping[str, str], width: int) -> list[Text]:
    """Return the seats of the hand in play: wind, name, score, riichi, dead hand."""
    cells = min(width - SEAT_CELLS - SCORE_CELLS - STATE_CELLS - 2, NAME_CELLS)
    lines = []
    for seat in SEATS:
        player = now.player(seat)
        line = Text(f" {SEAT_NAMES[seat]:<{SEAT_CELLS - 1}}", no_wrap=True)
        line.append_text(padded(names[player], cells))
        line.append(f"{score(now.scores[player]):>{SCORE_CELLS}}", style="bold")
        state = ["riichi"] if player in now.riichi else []
        if player in now.dead:
            state.append(DEAD_WORDS[now.dead[player]])
        line.append("  ")
        line.append_text(fitted(" · ".join(state), STATE_CELLS))
        lines.append(line)
    return lines


def sheet_words(sheet: Sheet, now: Hanchan, names: Mapping[str, str]) -> list[str]:
    """Return the sheet that a followed table comes to, and whether it is early."""
    players = zip(now.players, sheet.raw, strict=True)
    total = score(sum(sheet.raw) + sheet.leftover)
    lines = [
        " · ".join(f"{names[player]} {score(raw)}" for player, raw in players),
        f"left over {score(sheet.leftover)} · makes {total}",
    ]
    if not now.over:
        lines.append(
            f"NOT OVER: {hand_words(now.label)}, {now.honba} honba is in play;"
            " enter makes the sheet early"
        )
    return lines


def candidate_words(found: Sequence[Candidate]) -> list[str]:
    """Return what could explain a difference, the best first, each in one line."""
    lines = []
    for each in found[:CANDIDATES_MAX]:
        by = "the table" if each.entry is None else f"#{each.entry}"
        mark = "" if each.fits else " (not all of it)"
        lines.append(f"{by} knows: {each.what}{mark}")
    if len(found) > CANDIDATES_MAX:
        lines.append(f"and {len(found) - CANDIDATES_MAX} more in the journal")
    return lines


def last_step(state: EventState, key: HanchanKey) -> Entry | None:
    """Return the latest step or ruling of a table that stands; None without one."""
    standing = [e for e in state.steps(key) if e.number not in state.voids]
    return max(standing, key=lambda entry: entry.number, default=None)
