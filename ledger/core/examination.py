"""From tile evidence to facts: count, waits, furiten, yaku, kuikae, and the situation.

The evidence decides what it can and no more. `Found.holds` says of every situation that
tiles can prove whether its condition is met; `Found.situation` names the first that is,
in the contract's order, among the acts the evidence shows; what it would still need is
listed as missing. What contradicts itself or a statement: `contradictions`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ledger.core.calls import (
    KanFault,
    called_set,
    kuikae_tiles,
    riichi_kan_fault,
)
from ledger.core.contradictions import inner_contradictions
from ledger.core.evidence import (
    Evidence,
    Win,
    check_riichi,
    read_discards,
    read_index,
    read_object,
    read_passes,
)
from ledger.core.furiten import Furiten, History, PassKind, TileRules, furiten
from ledger.core.terms import SEATS, Seat
from ledger.core.tile_facts import WIN_FAULTS, Found, Missing
from ledger.core.tiles import (
    COPIES,
    EXPECTED,
    HAND_MAX,
    KIND_OF,
    KINDS,
    Hand,
    MeldKind,
    format_tiles,
    parse_hand,
    plain,
)
from ledger.core.waits import (
    discards_to_tenpai,
    fifth_waits,
    is_orphans_wait,
    shanten,
    waits,
    without,
)
from ledger.core.yaku import WinCircumstances, winds_that_decide, yaku
from ledger.errors import IncidentError


def examine(
    evidence: Evidence,
    rules: TileRules,
    *,
    seat: Seat | None = None,
    last_discard: bool = False,
) -> Found:
    """Work out what the evidence proves under an edition's tile rules.

    Args:
        evidence: as read by `read_evidence`.
        rules: the edition's.
        seat: the offender, whose own kans are no passed tiles.
        last_discard: the wall is out, so a ron is on the last discard (houtei).

    Raises:
        IncidentError: the discard stated is not among the tiles.
    """
    return _Inquiry(evidence, rules, seat, last_discard=last_discard).found()


class _Inquiry:
    """One evidence under examination; each method settles one question once."""

    def __init__(
        self,
        evidence: Evidence,
        rules: TileRules,
        seat: Seat | None,
        *,
        last_discard: bool,
    ) -> None:
        self.evidence = evidence
        self.rules = rules
        self.stated_seat = seat
        self.seat = seat or evidence.seat_wind
        self.last_discard = last_discard
        self.has_discarded_draw = (
            evidence.drawn is not None
            and evidence.discarded is not None
            and evidence.called_tile is None
        )
        self.hand = self._standing_hand()
        self.count = self.hand.count if self.hand else None
        is_claiming = evidence.has_called and self.count == HAND_MAX
        self.expected = HAND_MAX if is_claiming else EXPECTED
        self.waits = waits(self.hand) if self.hand else ()
        self.in_riichi = evidence.riichi_at is not None
        self.on_own_turn = evidence.has_called or (
            evidence.drawn is not None and not self.has_discarded_draw
        )
        self.furiten, self.furiten_tiles = self._furiten()
        self.yaku: tuple[str, ...] | None = None
        self.kan_fault: KanFault | None = None
        self.missing: list[Missing] = []
        self.notes: list[str] = []

    def _standing_hand(self) -> Hand | None:
        """Return the hand in question, after the discard of a drawn tile if stated."""
        tiles = self.evidence.tiles
        if tiles is None:
            return None
        drawn, discarded = self.evidence.drawn, self.evidence.discarded
        if not self.has_discarded_draw or drawn is None or discarded is None:
            return Hand(tiles, self.evidence.melds)
        if discarded not in (*tiles, drawn):
            fault = f"{discarded} is not in {format_tiles((*tiles, drawn))}"
            raise IncidentError("evidence.discarded", fault)
        return Hand(without((*tiles, drawn), discarded), self.evidence.melds)

    def _furiten(self) -> tuple[Furiten, tuple[str, ...]]:
        evidence = self.evidence
        discarded = [] if evidence.discarded is None else [evidence.discarded]
        history = History(
            discards=[*evidence.discards, *discarded],
            since_discard=evidence.since_discard,
            since_riichi=evidence.since_riichi,
            in_riichi=self.in_riichi,
            on_own_turn=self.on_own_turn,
            seat=self.seat,
        )
        is_orphans = self.hand is not None and is_orphans_wait(self.hand)
        return furiten(self.waits, history, self.rules, is_orphans=is_orphans)

    def found(self) -> Found:
        """Put the answers together."""
        kuikae = self._kuikae()
        holds = self._holds(kuikae)
        situation = self._named(holds)
        drawn = self.evidence.drawn
        is_whole = self.count == EXPECTED
        return Found(
            count=self.count,
            expected=self.expected,
            tenpai=self._tenpai(),
            waits=self.waits,
            shanten=self._shanten(),
            furiten=self.furiten,
            furiten_tiles=self.furiten_tiles,
            yaku=self.yaku,
            kuikae=kuikae,
            riichi_kan=self.kan_fault,
            by=self.evidence.win_word,
            wins=plain(drawn) in self.waits if drawn and is_whole else None,
            situation=situation,
            holds=MappingProxyType(holds),
            missing=() if situation else tuple(self.missing),
            contradictions=inner_contradictions(self.evidence, self.stated_seat),
            notes=(*self.notes, *_notes(self.hand, self.evidence)),
        )

    def _shanten(self) -> int | None:
        if self.waits:
            return 0
        return None if self.hand is None else shanten(self.hand)

    def _tenpai(self) -> bool | None:
        """On the own turn some discard must leave a wait (EMA 2025 3.3.8).

        A hand in riichi has no choice of discard, and a win is judged on the waits.
        """
        if self.hand is None:
            return None
        if self.waits:
            return True
        if not self.on_own_turn or self.in_riichi or self.evidence.win_word:
            return False
        drawn = () if self.evidence.drawn is None else (self.evidence.drawn,)
        own_turn = Hand((*self.hand.tiles, *drawn), self.hand.melds)
        return own_turn.count == HAND_MAX and bool(discards_to_tenpai(own_turn))

    def _holds(self, kuikae: str | None) -> dict[str, bool]:
        holds: dict[str, bool] = {}
        evidence = self.evidence
        if self.hand is not None:
            holds["wrong-tile-count"] = self.count != self.expected
            if self.count == EXPECTED:
                holds |= self._win_faults()
            if self.count == self.expected and (
                self.in_riichi or evidence.declares == "riichi"
            ):
                holds["noten-riichi"] = not self._tenpai()
            holds |= self._riichi_kan()
        elif evidence.win_word:
            why = "without the hand's tiles the win cannot be checked"
            self.missing.append(Missing("tiles", (), why))
        if evidence.called_tile is not None and evidence.discarded is not None:
            holds["kuikae"] = kuikae is not None
        return holds

    def _win_faults(self) -> dict[str, bool]:
        """Check the win that was declared, or one that would be."""
        evidence, by = self.evidence, self.evidence.win_word
        is_furiten = self.furiten is not Furiten.NONE
        holds = {
            "win-not-tenpai": not self.waits,
            "furiten-ron": is_furiten and by != "tsumo",
            "selective-ron": self.furiten is Furiten.TEMPORARY and by != "tsumo",
        }
        if evidence.win is None:
            if by:
                why = "the tile won on is not stated"
                self.missing.append(Missing("win", (), why))
        elif self.waits:
            is_wrong = not self._completes(evidence.win)
            holds["win-wrong-tile"] = is_wrong
            if not is_wrong:
                self._seek_yaku(evidence.win)
                if self.yaku is not None:
                    holds["win-no-yaku"] = not self.yaku
        return holds

    def _completes(self, win: Win) -> bool:
        if plain(win.tile) not in self.waits:
            return False
        if win.by != "ron" or win.kind is not PassKind.CLOSED_KAN:
            return True
        is_allowed = (
            self.hand is not None
            and is_orphans_wait(self.hand)
            and self.rules.closed_kan_robbed_by_orphans
        )
        if not is_allowed:
            self.notes.append("the tile of a closed kan cannot be taken here")
        return is_allowed

    def _seek_yaku(self, win: Win) -> None:
        if self.hand is None:
            return
        how = WinCircumstances(
            by_tsumo=win.by == "tsumo",
            riichi=self.in_riichi,
            robbed_kan=win.by == "ron" and win.kind is PassKind.ADDED_KAN,
            last_discard=self.last_discard,
            seat_wind=self.evidence.seat_wind or self.seat,
            round_wind=self.evidence.round_wind,
            open_tanyao=self.rules.open_tanyao,
        )
        self.yaku = yaku(self.hand, win.tile, how)
        if self.yaku:
            return
        winds = winds_that_decide(self.hand, win.tile, how)
        why = "whether the hand has a yaku hangs on this wind"
        self.missing += [Missing(wind, tuple(SEATS), why) for wind in winds]
        if winds:
            self.yaku = None
        else:
            self.notes.append(
                "no yaku in the tiles; a last tile, a replacement tile or a robbed kan "
                "would give one"
            )

    def _kuikae(self) -> str | None:
        evidence = self.evidence
        if evidence.called_tile is None:
            return None
        meld = called_set(evidence.melds, evidence.called_tile)
        if meld is None:
            return None
        barred = kuikae_tiles(meld, evidence.called_tile)
        if evidence.discarded is not None:
            return barred.get(plain(evidence.discarded))
        if evidence.tiles and all(plain(tile) in barred for tile in evidence.tiles):
            self.notes.append("every discard left would be swap-calling")
        return None

    def _riichi_kan(self) -> dict[str, bool]:
        """Check a closed kan in riichi: the one declared, else the last one made."""
        evidence = self.evidence
        if self.hand is None or not self.in_riichi or self.count != EXPECTED:
            return {}
        strict = self.rules.kan_strict_fifth
        is_declared = evidence.declares in ("kan", "closed-kan")
        if is_declared and not self.rules.riichi_kan:
            self.kan_fault = KanFault.BARRED
            return {"illegal-riichi-kan": True}
        if is_declared and evidence.drawn is not None:
            kan_tile = evidence.kan or _kan_tile(self.hand, evidence.drawn)
            if kan_tile is None:
                self.notes.append("four of a kind are not held, so no kan was judged")
                return {}
            self.kan_fault = riichi_kan_fault(
                self.hand, evidence.drawn, kan_tile, strict_fifth=strict
            )
            return {"illegal-riichi-kan": self.kan_fault is not None}
        made = [each for each in self.hand.melds if each.kind is MeldKind.CLOSED_KAN]
        if not made:
            return {}
        last = made[-1]
        melds = tuple(each for each in self.hand.melds if each is not last)
        before = Hand((*self.hand.tiles, *last.tiles[1:]), melds)
        self.kan_fault = riichi_kan_fault(
            before, last.tiles[0], last.tiles[0], strict_fifth=strict
        )
        # That the fourth tile was the one drawn cannot be seen, so a sound kan proves
        # nothing; and it may have been made before the riichi, so it is never named.
        return {"illegal-riichi-kan": True} if self.kan_fault else {}

    def _named(self, holds: Mapping[str, bool]) -> str | None:
        """Return the first fault, in the contract's order, that the evidence shows."""
        evidence = self.evidence
        acts = ["wrong-tile-count"]
        if evidence.win_word:
            acts += [
                fault
                for fault in WIN_FAULTS
                if fault != "selective-ron" or self.rules.selective_ron
            ]
        else:
            acts += ["kuikae"]
            acts += ["illegal-riichi-kan"] if evidence.declares else []
            acts += ["noten-riichi"]
        for fault in acts:
            if holds.get(fault):
                return fault
        is_other_word = (
            evidence.win is not None
            and evidence.declares in ("ron", "tsumo")
            and evidence.declares != evidence.win.by
        )
        return "ron-tsumo-confusion" if is_other_word and not self.missing else None


def _kan_tile(hand: Hand, drawn: str) -> str | None:
    """Return the kind of which four are held with the drawn tile, that one first."""
    tiles = [plain(tile) for tile in (drawn, *hand.tiles)]
    return next((tile for tile in tiles if tiles.count(tile) == COPIES), None)


def _notes(hand: Hand | None, evidence: Evidence) -> tuple[str, ...]:
    """Return what a referee should know beside the facts."""
    if hand is None:
        return ()
    notes = [
        f"{kind} would complete the hand, but all four are in it"
        for kind in fifth_waits(hand)
    ]
    held = hand.held()
    for tile in evidence.discards:
        held[KIND_OF[tile]] += 1
    notes += [
        f"{number} of {KINDS[kind]} among the own tiles, sets and discards"
        for kind, number in enumerate(held)
        if number > COPIES
    ]
    return tuple(notes)


WAITS_KEYS = (
    "id", "tiles", "melds", "discards", "riichi_at", "since_discard", "since_riichi",
    "ruleset",
)  # fmt: skip


def waits_answer(line: Mapping[str, object], rules: TileRules) -> dict[str, object]:
    """Answer one line of the `waits` command.

    Args:
        line: the parsed JSON object; its `ruleset` has been resolved into `rules`.
        rules: the edition's.

    Raises:
        IncidentError: a key, a type or the tiles are wrong.
    """
    raw = read_object(line, WAITS_KEYS, "")
    if "tiles" not in raw:
        raise IncidentError("tiles", "missing, expected some like 123m0p7z")
    hand = parse_hand(raw["tiles"], raw.get("melds", []))
    riichi_at = read_index(raw.get("riichi_at"), "riichi_at")
    since_riichi = read_passes(raw.get("since_riichi", []), "since_riichi")
    check_riichi(riichi_at, since_riichi, hand.melds, "")
    history = History(
        discards=read_discards(raw.get("discards", []), "discards"),
        since_discard=read_passes(raw.get("since_discard", []), "since_discard"),
        since_riichi=since_riichi,
        in_riichi=riichi_at is not None,
    )
    found = waits(hand)
    kind, causes = furiten(found, history, rules, is_orphans=is_orphans_wait(hand))
    return {
        "id": raw.get("id"),
        "count": hand.count,
        "shanten": 0 if found else shanten(hand),
        "waits": list(found),
        "furiten": str(kind),
        "furiten_tiles": list(causes),
    }
