"""Tile evidence as a referee types it, line by line, into the contract's object.

tiles      234m678m5p678s
sets       pon:555z 123m              a bare run is a chii, a bare triplet a pon
discards   1m 9p r0p 7z*              r: riichi with this one; *: called away
passed     w5p n3s* e7p+ s1z#         * called, + added kan, # closed kan; 5p: by whom
                                      is not known
said       ron 5p w · tsumo 5p · riichi · closed-kan:3333m
called     3m>6m                      took 3m, discarded 6m
"""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.core.evidence import DECLARATIONS
from ledger.core.result_words import read_seats
from ledger.core.situations import nearest
from ledger.core.terms import Seat
from ledger.core.tiles import format_tiles, is_run, parse_tile, parse_tiles
from ledger.errors import IncidentError

Words = Mapping[str, str]
"""What was typed, by field."""

FIELDS = ("tiles", "sets", "drawn", "said", "discards", "passed", "riichi", "called")
"""`passed` since the own last discard, `riichi` since the own riichi."""

RUN = 3
PASS_KINDS = {"+": "added-kan", "#": "closed-kan"}


def read_tile_words(
    words: Words, *, seat: Seat | None = None, hand: str | None = None
) -> dict[str, object] | None:
    """Return the evidence that was typed; None if every field is blank.

    Args:
        words: The texts by field; a field that is left out is blank.
        seat: The player's wind, if the hand is known.
        hand: The hand, such as `E2`, which gives the round wind.

    Raises:
        IncidentError: a text cannot be read; the field is named.
    """
    evidence: dict[str, object] = {}
    for field in FIELDS:
        text = words.get(field, "").strip()
        if text:
            evidence.update(READERS[field](text))
    if not evidence:
        return None
    if hand is not None:
        evidence["round_wind"] = hand[0]
        if seat is not None:
            evidence["seat_wind"] = seat.value
    return evidence


def _tiles(text: str) -> dict[str, object]:
    return {"tiles": "".join(parse_tiles(text, "tiles"))}


def _sets(text: str) -> dict[str, object]:
    return {"melds": [_set(each) for each in text.split()]}


def _set(text: str) -> str:
    """Return a set with its kind before it, told from its tiles where left out."""
    if ":" in text:
        return text
    tiles = parse_tiles(text, "sets")
    if len(tiles) != RUN:
        return f"kan:{text}"
    return f"chii:{text}" if is_run(tiles) else f"pon:{text}"


def _drawn(text: str) -> dict[str, object]:
    return {"drawn": parse_tile(text, "drawn")}


def _said(text: str) -> dict[str, object]:
    word, *rest = text.split()
    word = word.lower()
    if word not in ("ron", "tsumo") or not rest:
        if word.partition(":")[0] not in DECLARATIONS:
            known = ", ".join(DECLARATIONS)
            raise IncidentError(
                "said", f"{word!r} is not one of: {known}" + nearest(word, DECLARATIONS)
            )
        return {"declares": word}
    win: dict[str, object] = {"tile": parse_tile(rest[0], "said"), "by": word}
    for extra in rest[1:]:
        if extra in PASS_KINDS.values():
            win["kind"] = extra
        else:
            (win["from"],) = (seat.value for seat in _one_seat(extra))
    return {"win": win}


def _one_seat(text: str) -> tuple[Seat]:
    seats = read_seats(text)
    if len(seats) != 1:
        raise IncidentError("said", f"{text!r} is not one seat")
    return (seats[0],)


def _discards(text: str) -> dict[str, object]:
    discards: list[str] = []
    riichi: int | None = None
    for token in text.split():
        plain = token.rstrip("*")
        if plain.startswith("r"):
            plain = plain[1:]
            if riichi is not None:
                raise IncidentError("discards", "riichi is marked twice")
            riichi = len(discards)
        discards.extend(parse_tiles(plain, "discards"))
    told: dict[str, object] = {"discards": discards}
    return told if riichi is None else {**told, "riichi_at": riichi}


def _passed(text: str) -> list[dict[str, object]]:
    passed: list[dict[str, object]] = []
    for token in text.split():
        told: dict[str, object] = {}
        tile = token
        if not token[0].isdecimal():
            told["seat"] = _one_seat(token[0])[0].value
            tile = token[1:].lstrip(":")
        told["tile"] = parse_tile(tile.rstrip("*+#"), "passed")
        for mark, kind in PASS_KINDS.items():
            if mark in token:
                told["kind"] = kind
        if "*" in token:
            told["called"] = True
        passed.append(told)
    return passed


def _since_discard(text: str) -> dict[str, object]:
    return {"since_discard": _passed(text)}


def _since_riichi(text: str) -> dict[str, object]:
    return {"since_riichi": _passed(text)}


def _called(text: str) -> dict[str, object]:
    took, arrow, discarded = text.partition(">")
    told: dict[str, object] = {"called_tile": parse_tile(took.strip(), "called")}
    if arrow:
        told["discarded"] = parse_tile(discarded.strip(), "called")
    return told


READERS: Mapping[str, Callable[[str], dict[str, object]]] = {
    "tiles": _tiles,
    "sets": _sets,
    "drawn": _drawn,
    "said": _said,
    "discards": _discards,
    "passed": _since_discard,
    "riichi": _since_riichi,
    "called": _called,
}


# And back ---------------------------------------------------------------------------


def tile_texts(evidence: Mapping[str, Any]) -> dict[str, str]:
    """Return evidence of the contract's form as one types it, by field, all of them.

    The winds are no field: they come with the hand.
    """
    called, discarded = evidence.get("called_tile", ""), evidence.get("discarded", "")
    tiles = evidence.get("tiles", "")
    return {
        "tiles": format_tiles(parse_tiles(tiles, "tiles")) if tiles else "",
        "sets": " ".join(map(_written_set, evidence.get("melds", ()))),
        "drawn": evidence.get("drawn", ""),
        "said": _written_word(evidence),
        "discards": _written_discards(evidence),
        "passed": " ".join(map(_written_pass, evidence.get("since_discard", ()))),
        "riichi": " ".join(map(_written_pass, evidence.get("since_riichi", ()))),
        "called": f"{called}>{discarded}" if discarded else called,
    }


def _written_set(text: str) -> str:
    """Return a set without its kind where its tiles tell it."""
    kind, colon, tiles = text.partition(":")
    return tiles if colon and _set(tiles) == f"{kind}:{tiles}" else text


def _written_word(evidence: Mapping[str, Any]) -> str:
    win = evidence.get("win")
    declared = evidence.get("declares", "")
    if win is None:
        return str(declared)
    parts = [win.get("by", declared), win["tile"]]
    parts += [win["from"].lower()] if win.get("from") else []
    parts += [win["kind"]] if win.get("kind") in PASS_KINDS.values() else []
    return " ".join(parts)


def _written_discards(evidence: Mapping[str, Any]) -> str:
    riichi = evidence.get("riichi_at")
    return " ".join(
        f"r{tile}" if place == riichi else tile
        for place, tile in enumerate(evidence.get("discards", ()))
    )


def _written_pass(passed: Mapping[str, Any]) -> str:
    marks = {kind: mark for mark, kind in PASS_KINDS.items()}
    mark = marks.get(passed.get("kind", ""), "*" if passed.get("called") else "")
    return f"{(passed.get('seat') or '').lower()}{passed['tile']}{mark}"
