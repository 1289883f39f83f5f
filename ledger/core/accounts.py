"""An event as double entry: what each entry of the book moves between accounts.

What a hanchan, a fine or a cut comes to is worked out anew whenever an entry touches
it, and the entry moves the difference to what was held before. So a void moves the same
points back, a late sheet brings uma with it, and the accounts at the end are the sum of
what single entries moved: another way to the totals than that of `standings`, by which
an auditor can prove them. The moves of one entry sum to zero.

    players, teams       what each has
    uma, oka             the other side of what each was given by place
    fines, team fines    what was fined and is paid to nobody
    pots                 points that staff moved between players and the table's pot
    stakes               what start and return leave open, which the oka fills
    leftover             sticks left on the table, less those handed out
    unexplained          what sheets lack, and `explained` where an entry says why
    fixed                lines of replaced players that the edition fixes
    results              the other side of published results
    cuts                 what cuts gave or took
    dropped              rounded away by a ruling
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ledger.core.contents import (
    Account,
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Created,
    DivisionSet,
    Explained,
    IncidentRuled,
    LateAdjusted,
    Posting,
    Reseated,
    ResultsEntered,
    RulesetChanged,
    SeatingAdded,
    SheetEntered,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.rules import Rules, pinned_rules
from ledger.core.scoring import Ending, Score, score
from ledger.core.tally import carried, cuts_until, hanchan_of
from ledger.core.terms import SEATS, Stage

AccountKey = tuple[str, str]
"""The kind of an account, and the player's number or the team's name."""
Moves = Mapping[AccountKey, int]
"""Points by account; they sum to zero."""

PLAYERS: Final = "players"
TEAMS: Final = "teams"
UMA: Final = "uma"
OKA: Final = "oka"
_Cell = tuple[str, object]
"""What is held at once: a hanchan, a ruling's fines, a list of results, …"""
_ACCOUNT: Final = {
    Account.POT: "pots",
    Account.FINES: "fines",
    Account.DROPPED: "dropped",
}


@dataclass(frozen=True, slots=True)
class Transaction:
    """What one entry moves."""

    entry: Entry
    moves: Moves


def transactions(state: EventState) -> Iterator[Transaction]:
    """Yield what each entry of an event moves, in order; most move nothing."""
    books = _Books()
    for entry in state.entries:
        yield Transaction(entry, books.take(entry))


class _Books:
    """The accounts while entry after entry is taken in."""

    def __init__(self) -> None:
        self.state = EventState()
        self._rules: Rules | None = None
        self._held: dict[_Cell, Moves] = {}
        self._by_round: dict[str, Counter[int | None]] = defaultdict(Counter)
        """Players' points by round, cuts apart; what has no round is under None."""
        self._rulings: dict[int, list[int]] = defaultdict(list)
        """Rulings by round, those taken back included."""
        self._last: int | None = None
        self._cuts: dict[str, list[DivisionSet]] = {}

    def take(self, entry: Entry) -> Moves:
        """Take in the next entry and return what it moves."""
        self.state.apply(entry)
        content = entry.effective
        if isinstance(content, Created | RulesetChanged):
            self._rules = pinned_rules(self.state.pinned)
        if isinstance(content, IncidentRuled) and entry.place.round is not None:
            self._rulings[entry.place.round].append(entry.number)
        touched = list(self._touched(entry, entry.content))
        kinds = {kind for kind, _ in touched}
        if kinds & {"rounds", "results"}:
            touched += self._recounted()
            kinds.add("cut")
        moved: Counter[AccountKey] = Counter()
        for cell in dict.fromkeys(touched):
            self._hold(cell, moved)
        self._cut(moved, anew="cut" in kinds)
        return {account: points for account, points in moved.items() if points}

    def _hold(self, cell: _Cell, moved: Counter[AccountKey]) -> None:
        """Work a cell out anew and add what that moves."""
        round_, now = self._worth(cell)
        before = self._held.get(cell, {})
        if now == before:
            return
        self._held[cell] = now
        for account in now.keys() | before.keys():
            points = now.get(account, 0) - before.get(account, 0)
            moved[account] += points
            if account[0] == PLAYERS:
                self._by_round[account[1]][round_] += points

    # What an entry touches -------------------------------------------------------

    def _touched(self, entry: Entry, content: Content) -> Iterator[_Cell]:
        match content:
            case LateAdjusted(content=inner):
                yield from self._touched(entry, inner)
            case Amended(target=target, content=inner):
                yield from self._touched_by(target)
                yield from self._touched(entry, inner)
            case AppealDecided(target=target, content=replacement):
                lodged = self.state.entries[target - 1].effective
                assert isinstance(lodged, AppealLodged)
                yield from self._touched_by(lodged.target)
                if replacement is not None:
                    yield from self._touched(entry, replacement)
            case Voided(target=target) | Confirmed(target=target):
                yield from self._touched_by(target)
            case _:
                yield from self._cells(entry, content)

    def _touched_by(self, number: int) -> Iterator[_Cell]:
        entry = self.state.entries[number - 1]
        content = entry.effective
        if content is not None:
            yield from self._cells(entry, content)

    def _cells(self, entry: Entry, content: Content) -> Iterator[_Cell]:
        match content:
            case SheetEntered() | Substituted() | Explained():
                yield "hanchan", hanchan_of(entry)
            case IncidentRuled():
                yield "ruling", entry.number
                if entry.place.round is not None and entry.place.table is not None:
                    yield "hanchan", hanchan_of(entry)
            case ResultsEntered(results=results):
                for round_ in {result.round for result in results}:
                    yield "results", (entry.number, round_)
            case TeamFined():
                yield "team", entry.number
            case _:
                yield from self._wide_cells(entry, content)

    def _wide_cells(self, entry: Entry, content: Content) -> Iterator[_Cell]:
        """Yield what is touched by contents that reach further than themselves."""
        match content:
            case Reseated():
                yield "hanchan", hanchan_of(entry)
                for step in self.state.steps(hanchan_of(entry)):
                    yield "ruling", step.number
            case RulesetChanged():
                for key in self.state.sheets:
                    yield "hanchan", key
            case SeatingAdded():
                yield "rounds", None
            case DivisionSet():
                yield "cut", None
            case _:
                return

    def _recounted(self) -> Iterator[_Cell]:
        """Yield the rulings that count now and did not, or the other way round.

        What happened in a round that is not on yet does not count (`standings`).
        """
        before, rounds = self._last, self.state.rounds()
        self._last = rounds[-1] if rounds else None
        for round_, numbers in self._rulings.items():
            if _is_on(round_, before) != _is_on(round_, self._last):
                yield from (("ruling", number) for number in numbers)

    # What it comes to -------------------------------------------------------------

    def _worth(self, cell: _Cell) -> tuple[int | None, Moves]:
        """Return the round of a cell and what it comes to; nothing if taken back."""
        match cell:
            case ("hanchan", (int(round_), int(table))):
                return round_, self._hanchan((round_, table))
            case ("ruling", int(number)):
                entry = self.state.entries[number - 1]
                return entry.place.round, _sums(self._fines(entry))
            case ("results", (int(number), int(round_))):
                return round_, self._results(self.state.entries[number - 1], round_)
            case ("team", int(number)):
                return None, self._team(number)
            case _:
                return None, {}

    def _counts(self, number: int) -> bool:
        """Whether a ruling stands, and waits for nobody and for no round."""
        round_ = self.state.entries[number - 1].place.round
        stands = number in self.state.incidents and not self.state.is_pending(number)
        return stands and (round_ is None or _is_on(round_, self._last))

    def _postings(self, entry: Entry) -> Iterator[tuple[Posting, str]]:
        """Yield what staff had to add for a ruling, and who bears it now."""
        content = entry.effective
        if isinstance(content, IncidentRuled) and self._counts(entry.number):
            for posting in content.postings:
                if posting.stage is Stage.AFTER_UMA or posting.settled == "ledger":
                    player = posting.player or ""
                    yield posting, player and self.state.moved_to(entry, player)

    def _fines(self, entry: Entry) -> Iterator[tuple[AccountKey, int]]:
        for posting, player in self._postings(entry):
            if posting.stage is not Stage.TABLE:
                kind = PLAYERS if player else _ACCOUNT[posting.account]
                yield (kind, player), posting.points

    def _hanchan(self, key: HanchanKey) -> Moves:
        players, sheet = self.state.seated(key), self.state.sheet(key)
        if players is None or sheet is None:
            return {}
        assert self._rules is not None, "entry 1 makes the event"
        seats = dict(zip(players, SEATS, strict=True))
        added, before = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
        for step in self.state.steps(key):
            for posting, player in self._postings(step):
                if player in seats and posting.stage is Stage.TABLE:
                    added[seats[player]] += posting.points
                elif player in seats and posting.stage is Stage.BEFORE_PLACING:
                    before[seats[player]] += posting.points
        scored = score(
            self._rules.ruleset,
            Ending(
                raw=dict(zip(SEATS, sheet.raw, strict=True)),
                leftover=sheet.leftover,
                added=added,
                before_placing=before,
                substitutes={
                    seats[content.player]: content.when
                    for entry, content in self.state.standing(Substituted)
                    if hanchan_of(entry) == key and content.player in seats
                },
            ),
        )
        return self._scored(key, players, scored, sum(added.values()))

    def _scored(
        self, key: HanchanKey, players: tuple[str, ...], scored: Score, added: int
    ) -> Moves:
        """Return a scored hanchan account by account."""
        assert self._rules is not None
        return_ = self._rules.ruleset.scoring.return_
        known = sum(
            content.points
            for entry, content in self.state.standing(Explained)
            if hanchan_of(entry) == key
        )
        check = scored.check
        moves = {
            ("stakes", ""): len(SEATS) * return_ - check.expected,
            ("leftover", ""): check.leftover - sum(scored.sticks.values()),
            ("unexplained", ""): check.missing - known,
            ("explained", ""): known,
            ("pots", ""): -added,
            ("fixed", ""): check.raw + added - sum(scored.raw.values()),
        }
        for player, seat in zip(players, SEATS, strict=True):
            plain = scored.raw[seat] - return_ + scored.sticks[seat]
            moves[PLAYERS, player] = plain + scored.uma[seat] + scored.oka[seat]
            moves[UMA, player] = -scored.uma[seat]
            moves[OKA, player] = -scored.oka[seat]
        return {account: points for account, points in moves.items() if points}

    def _results(self, entry: Entry, round_: int) -> Moves:
        content = entry.effective
        if entry.number in self.state.voids or not isinstance(content, ResultsEntered):
            return {}
        found = [result for result in content.results if result.round == round_]
        moves = Counter({(PLAYERS, r.number): r.result for r in found})
        moves["results", ""] = -sum(moves.values())
        return moves

    def _team(self, number: int) -> Moves:
        content = self.state.entries[number - 1].effective
        if number in self.state.voids or not isinstance(content, TeamFined):
            return {}
        return {
            (TEAMS, content.team): content.points,
            ("team fines", ""): -content.points,
        }

    # Cuts ---------------------------------------------------------------------------

    def _cut(self, moved: Counter[AccountKey], *, anew: bool) -> None:
        """Work out anew what cuts gave or took from those whose points have moved."""
        if anew:
            before = set(self._cuts)
            self._cuts = {}
            for _, content in cuts_until(self.state, self._last):
                for player in content.players:
                    self._cuts.setdefault(player, []).append(content)
            touched = before | set(self._cuts)
        else:
            numbers = {name for kind, name in moved if kind == PLAYERS}
            touched = numbers & self._cuts.keys()
        for player in sorted(touched):
            adjusted = self._adjusted(player)
            held = self._held.get(("cut", player), {}).get((PLAYERS, player), 0)
            moved[PLAYERS, player] += adjusted - held
            moved["cuts", ""] -= adjusted - held
            self._held["cut", player] = {(PLAYERS, player): adjusted}

    def _adjusted(self, player: str) -> int:
        adjusted = 0
        for cut in self._cuts.get(player, ()):
            rounds = self._by_round[player].items()
            then = sum(p for r, p in rounds if r is None or r <= cut.after_round)
            total = then + adjusted
            adjusted += carried(cut, total) - total
        return adjusted


def _is_on(round_: int, last: int | None) -> bool:
    return last is None or round_ <= last


def _sums(moves: Iterator[tuple[AccountKey, int]]) -> Moves:
    summed: Counter[AccountKey] = Counter()
    for account, points in moves:
        summed[account] += points
    return {account: points for account, points in summed.items() if points}
