"""Random journals: events that grow by whatever the book would let in."""

import random
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from ledger.core.admission import admit
from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Created,
    Departure,
    DivisionSet,
    Explained,
    HandPlayed,
    Player,
    PlayerResult,
    PlayersAdded,
    Reseated,
    ResultsEntered,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.editions import find
from ledger.core.event import KINDS, Entry, EventState, Place, Signature
from ledger.core.live import live
from ledger.core.rules import Rules, pinned_rules
from ledger.core.standings import standings
from ledger.core.tally import hanchan_of
from ledger.core.terms import Class
from ledger.core.wishes import AmendRuling, ChangeRuling, Wish, decided, place_of
from ledger.errors import LedgerError

NUMBERS = tuple("12345678")
KIND_OF = {content: kind for kind, content in KINDS.items()}
EDITIONS = ("ema-2025", "wrc-2025", "m-league", "reach", "riichi-wiki", "jpml-a")
SITUATIONS: tuple[tuple[str, dict[str, object]], ...] = (
    ("furiten-ron", {"shown": True, "by": "ron"}),
    ("win-not-tenpai", {"shown": True, "by": "tsumo"}),
    ("withdrawn-call", {"call": "pon", "shown": False}),
    ("exposed-tiles", {"count": 1, "whose": "wall"}),
    ("wrong-tile-count", {"tiles": 12, "expected": 13}),
    ("phone", {"severity": "minor"}),
    ("late", {"seconds": 400}),
)


class Journal:
    """An event in memory that lets in what the book would."""

    def __init__(self, edition: str, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.state = EventState()
        text, digest = find(edition).pinned({})
        self.write(
            Created(name="Spring", ruleset=edition, pinned=text, digest=digest), Place()
        )
        players = tuple(
            Player(number=n, name=f"P{n}", team="ABCD"[int(n) % 4], substitute=n == "8")
            for n in NUMBERS
        )
        self.write(PlayersAdded(players=players), Place())
        tables = ("1234", "5678"), ("1357", "2468"), ("8642", "7531")
        self.write(
            SeatingAdded(
                seatings=tuple(
                    Seating(round=r, table=t, players=tuple(numbers))  # type: ignore[arg-type]
                    for r, pair in enumerate(tables, start=1)
                    for t, numbers in enumerate(pair, start=1)
                )
            ),
            Place(),
        )

    @property
    def rules(self) -> Rules:
        return pinned_rules(self.state.pinned)

    def write(self, wish: Wish, place: Place) -> Entry:
        """Let an entry in, or raise what the book would."""
        place = place_of(wish, place)
        rules = self.rules if self.state.head else None
        if rules is None:
            assert isinstance(wish, Created)
            content: object = wish
        else:
            content = decided(self.state, rules, wish)
        admit(self.state, content, place, rules)  # type: ignore[arg-type]
        number = self.state.head + 1
        entry = Entry(
            number=number,
            kind=KIND_OF[type(content)],  # type: ignore[index]
            signature=Signature(
                staff="Mori",
                at=datetime(2026, 5, 1, 12, tzinfo=UTC) + timedelta(minutes=number),
                terminal="desk",
                client_id=f"c{number}",
            ),
            place=place,
            content=content,  # type: ignore[arg-type]
        )
        self.state.apply(entry)
        return entry

    def grow(self, count: int) -> None:
        """Try so many random acts; what the book would refuse is left out."""
        for _ in range(count):
            self.try_one(self.random.choice((*VOIDABLE, *SAID)))

    def try_one(self, act: "Act") -> Entry | None:
        """Return the entry of a random act, or None if it is refused."""
        wish, place = act(self)
        try:
            return self.write(wish, place)
        except LedgerError:
            return None

    def table(self) -> Place:
        return Place(round=self.random.randint(1, 3), table=self.random.randint(1, 2))

    def hand(self) -> Place:
        table = self.table()
        hand = self.random.choice("ES") + self.random.choice("1234")
        return Place(round=table.round, table=table.table, hand=hand, honba=0)

    def entry(self, *wanted: int) -> int:
        """Return one of the wanted entries, now and then any."""
        every = tuple(range(1, self.state.head + 1))
        likely = wanted if wanted and self.random.random() < 0.9 else every
        return self.random.choice(likely)


Act = Callable[[Journal], tuple[Wish, Place]]


def sheet_of(journal: Journal) -> Sheet:
    raw = [journal.random.randrange(-10000, 60000, 100) for _ in range(3)]
    start = journal.rules.ruleset.scoring.start
    rest = 4 * start - sum(raw) + journal.random.choice((0, 0, -1000, 1000))
    return Sheet(raw=(*raw, rest), leftover=journal.random.choice((0, 1000)))  # type: ignore[arg-type]


def sheet(journal: Journal) -> tuple[Wish, Place]:
    return SheetEntered(sheet=sheet_of(journal)), journal.table()


def results(journal: Journal) -> tuple[Wish, Place]:
    one, other = journal.random.sample(NUMBERS, 2)
    round_ = journal.random.randint(3, 4)
    found = (
        PlayerResult(round=round_, number=one, result=25000),
        PlayerResult(round=round_, number=other, result=-25000, table=1),
    )
    return ResultsEntered(results=found), Place()


def draft_of(journal: Journal) -> Draft:
    place = journal.hand()
    assert place.round is not None
    assert place.table is not None
    players = journal.state.seated((place.round, place.table)) or NUMBERS
    situation, facts = journal.random.choice(SITUATIONS)
    incident = DraftIncident(
        offender=journal.random.choice(players),
        situation=situation,
        facts=facts,  # type: ignore[arg-type]
    )
    own = Departure(
        class_=journal.random.choice((None, Class.WARNING, Class.CHOMBO)),
        tournament=journal.random.choice((None, {players[0]: -5000})),
        points=journal.random.choice((None, {players[1]: -1000})),
    )
    return Draft(
        place=place,
        incidents=(incident,),
        carried=journal.random.choice((0, 1000)),
        riichi=tuple(journal.random.sample(players, journal.random.randint(0, 1))),
        departure=journal.random.choice((None, None, own)),
        settled=journal.random.choice((None, None, "table", "ledger")),
        note="as I saw it",
        pending=journal.random.random() < 0.2,
    )


def incident(journal: Journal) -> tuple[Wish, Place]:
    return draft_of(journal), Place()


def hand(journal: Journal) -> tuple[Wish, Place]:
    place = Place(round=journal.random.randint(2, 3), table=1)
    players = journal.state.seated((place.round or 1, 1)) or NUMBERS
    one, other = journal.random.sample(players, 2)
    steps: tuple[dict[str, object], ...] = (
        {"event": "riichi", "player": one},
        {"event": "draw", "tenpai": [one, other]},
        {"event": "tsumo", "winner": one, "points": [1000, 2000]},
        {"event": "ron", "wins": [{"winner": one, "points": 3900}], "loser": other},
    )
    return HandPlayed(step=journal.random.choice(steps)), place


def status(journal: Journal) -> tuple[Wish, Place]:
    return (
        StatusChanged(
            player=journal.random.choice(NUMBERS),
            status=journal.random.choice(("ok", "withdrawn", "disqualified")),
            reason="x",
        ),
        Place(),
    )


def reseat(journal: Journal) -> tuple[Wish, Place]:
    place = journal.table()
    seated = journal.state.seated((place.round or 1, place.table or 1)) or NUMBERS
    one, two, three, four = journal.random.sample(seated, 4)
    return Reseated(players=(one, two, three, four), reason="as they sat"), place


def substitute(journal: Journal) -> tuple[Wish, Place]:
    return (
        Substituted(
            player=journal.random.choice(NUMBERS),
            substitute=journal.random.choice(("8", "Sato")),
            when=journal.random.choice(("before-start", "after-start")),
            reason="x",
        ),
        journal.table(),
    )


def division(journal: Journal) -> tuple[Wish, Place]:
    return (
        DivisionSet(
            name=journal.random.choice("AB"),
            order=journal.random.randint(1, 2),
            after_round=journal.random.randint(1, 2),
            players=tuple(journal.random.sample(NUMBERS, 3)),
            carry=journal.random.choice(("carried", "halved", "reset")),
        ),
        Place(),
    )


def team_fine(journal: Journal) -> tuple[Wish, Place]:
    return TeamFined(
        team=journal.random.choice("ABCD"), points=-9000, reason="x"
    ), Place()


def explain(journal: Journal) -> tuple[Wish, Place]:
    points = journal.random.choice((-2000, -1000, 1000, 2000))
    return Explained(points=points, reason="x"), journal.table()


VOIDABLE: tuple[Act, ...] = (
    sheet, results, incident, hand, status, reseat, substitute, division, team_fine,
    explain,
)  # fmt: skip
"""Acts that a void takes back."""


def void(journal: Journal) -> tuple[Wish, Place]:
    return Voided(target=journal.entry(), reason="x"), Place()


def appeal(journal: Journal) -> tuple[Wish, Place]:
    return AppealLodged(
        target=journal.entry(*journal.state.incidents), by="2", reason="x"
    ), Place()


def decide(journal: Journal) -> tuple[Wish, Place]:
    target = journal.entry(*journal.state.appeals.values())
    if journal.random.random() < 0.4:
        return (
            ChangeRuling(target=target, reason="x", draft=draft_of(journal)),
            Place(),
        )
    verdict = AppealDecided(
        target=target,
        decision=journal.random.choice(("dismissed", "upheld")),
        reason="x",
    )
    return verdict, Place()


def confirm(journal: Journal) -> tuple[Wish, Place]:
    pending = [n for n in journal.state.incidents if journal.state.is_pending(n)]
    return Confirmed(target=journal.entry(*pending)), Place()


def amend(journal: Journal) -> tuple[Wish, Place]:
    sheets = (entry.number for entry in journal.state.sheets.values())
    target = journal.entry(*journal.state.incidents, *sheets)
    entry = journal.state.entries[target - 1]
    if isinstance(entry.effective, SheetEntered):
        content = SheetEntered(sheet=sheet_of(journal))
        return Amended(target=target, reason="x", content=content), entry.place
    return AmendRuling(target=target, reason="x", draft=draft_of(journal)), Place()


SAID: tuple[Act, ...] = (void, void, appeal, appeal, decide, decide, confirm, amend)
"""Acts that speak of other entries."""


def numbers(state: EventState, rules: Rules) -> dict[str, object]:
    """Return everything that is derived from an event."""
    found = standings(state, rules)
    tables = sorted(state.seatings)
    return {
        "rows": [asdict(row) for row in found.rows],
        "teams": [asdict(team) for team in found.teams],
        "check": asdict(found.check),
        "open": found.open_tables,
        "pending": found.pending,
        "differences": [hanchan.key for hanchan in found.differences],
        "statuses": state.statuses(),
        "seats": [state.seated(key) for key in tables],
        "sheets": {key: entry.number for key, entry in state.sheets.items()},
        "results": dict(state.results),
        "rulings": sorted(state.incidents),
        "by player": {
            player: sorted(entry.number for entry, _ in state.rulings(player))
            for player in NUMBERS
        },
        "live": [_played(state, rules, key) for key in tables],
    }


def _played(state: EventState, rules: Rules, key: tuple[int, int]) -> object:
    if not any(hanchan_of(entry) == key for entry, _ in state.standing(HandPlayed)):
        return None  # a table whose hands are all void is as if nobody followed it
    hanchan = live(state, rules, key)
    assert hanchan is not None
    return dict(hanchan.scores), hanchan.pot, hanchan.label, hanchan.honba


def journals(count: int) -> Iterator[Journal]:
    """Yield random journals under every edition of the list."""
    for seed in range(count):
        journal = Journal(EDITIONS[seed % len(EDITIONS)], seed)
        journal.grow(40)
        yield journal
