"""What the tests of the book put into it."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ledger.core import editions
from ledger.core.contents import (
    Account,
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    IncidentRuled,
    LateAdjusted,
    PinSet,
    Player,
    PlayerResult,
    PlayersAdded,
    PolicySet,
    Posting,
    Recorded,
    Reseated,
    ResultsEntered,
    RulesetChanged,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
    StatusChanged,
    Substituted,
    TeamFined,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place, Signature
from ledger.core.situations import FactValue
from ledger.core.terms import Class, Seat, Stage

HOUSE = Path(__file__).parent / "house.toml"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
TABLE = Place(round=1, table=1, hand="E2", honba=1)

NAMES = (
    "Ann O'Brien",
    "佐藤 健",
    'Robert"); DROP TABLE entry;--',
    '=HYPERLINK("http://x")',
    "esc \x1b[31m red\r\n\ttab",
    "Ωmega 🀄",
    "<b>林</b>",
    "𠮷野",
)
"""All kinds of names; the book keeps them as they are."""


def signatures(prefix: str = "c", staff: str = "Mori") -> Iterator[Signature]:
    """Yield signatures of one terminal, a second apart."""
    for count in itertools.count(1):
        yield Signature(
            staff=staff,
            at=NOON + timedelta(seconds=count),
            terminal="desk",
            client_id=f"{prefix}{count}",
        )


def players() -> PlayersAdded:
    """Return eight players, each with every cell of his own."""
    return PlayersAdded(
        players=tuple(
            Player(
                number=str(number),
                name=name,
                team=f"team {number % 2}",
                country="FR",
                ema_number=f"0400{number}",
                club="Tenpai",
                substitute=number == 8,
            )
            for number, name in enumerate(NAMES, start=1)
        )
    )


def seatings() -> SeatingAdded:
    """Return two rounds of two tables."""
    return SeatingAdded(
        seatings=(
            Seating(round=1, table=1, players=("1", "2", "3", "4")),
            Seating(round=1, table=2, players=("5", "6", "7", "8")),
            Seating(round=2, table=1, players=("8", "2", "6", "4")),
            Seating(round=2, table=2, players=("5", "1", "7", "3")),
        )
    )


def sheet(*raw: int, leftover: int = 0) -> SheetEntered:
    """Return a sheet; one that adds up if no scores are given."""
    east, south, west, north = raw or (41000, 19000, 29000, 30000 - leftover + 1000)
    return SheetEntered(sheet=Sheet(raw=(east, south, west, north), leftover=leftover))


def results() -> ResultsEntered:
    """Return published results of a round that is not seated."""
    return ResultsEntered(
        results=(
            PlayerResult(round=3, number="1", result=25300, table=1),
            PlayerResult(round=3, number="2", result=-25300),
        )
    )


def postings(points: int = -20000) -> tuple[Posting, ...]:
    """Return a fine of player 2 after uma, and a deposit."""
    return (
        Posting(
            account=Account.PLAYER,
            player="2",
            points=-1000,
            stage=Stage.TABLE,
            settled="table",
        ),
        Posting(account=Account.POT, points=1000, stage=Stage.TABLE, settled="table"),
        Posting(
            account=Account.PLAYER,
            player="2",
            points=points,
            stage=Stage.AFTER_UMA,
            settled="ledger",
        ),
        Posting(
            account=Account.FINES,
            points=-points,
            stage=Stage.AFTER_UMA,
            settled="ledger",
        ),
    )


def ruled(points: int = -20000, note: str = "seen by all") -> IncidentRuled:
    """Return a ruling in which no cell is empty."""
    facts: dict[str, FactValue] = {
        "shown": True,
        "by": "ron",
        "claimed": None,
        "seats": ("E", "S"),
        "amounts": {"E": -8000, "S": 8000},
    }
    first = Recorded(
        offender="2",
        seat=Seat.E,
        situation="furiten-ron",
        facts=facts,
        choice={"outcome": "chombo", "amount": 20000},
        evidence={"hand": "123m", "waits": ["5p"], "at": {"n": 1}},
        class_=Class.CHOMBO,
        label="chombo",
    )
    second = Recorded(
        offender="3",
        seat=Seat.S,
        situation="withdrawn-call",
        facts={},
        evidence={},
        class_=Class.MINOR_FOUL,
        label="minor foul",
    )
    return IncidentRuled(
        incidents=(first, second),
        table={"honba": 1, "riichi": ["W"], "result": None},
        ruling={"class": "chombo", "points": {"E": 0, "S": 0}},
        class_=Class.CHOMBO,
        label="chombo",
        citations=("House 1", "House 2"),
        source_grade="A",
        dead=("3",),
        departed=True,
        note=note,
        postings=postings(points),
    )


def furiten_ron(offender: str = "2", note: str = "") -> Draft:
    """Return a draft that is always ruled a chombo."""
    incident = DraftIncident(
        offender=offender, situation="furiten-ron", facts={"shown": True, "by": "ron"}
    )
    return Draft(place=TABLE, incidents=(incident,), note=note)


def wrong_count(offender: str = "2") -> Draft:
    """Return a draft that is a dead hand first and a chombo afterwards."""
    incident = DraftIncident(
        offender=offender,
        situation="wrong-tile-count",
        facts={"tiles": 12, "expected": 13},
    )
    return Draft(place=TABLE, incidents=(incident,))


PIN = PinSet(name="Mori", hash="$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA")


def ruleset_changed() -> RulesetChanged:
    """Return the change to the other choice of the house rules."""
    edition = editions.find(str(HOUSE))
    pinned, digest = edition.pinned({"chombo": "mangan"})
    return RulesetChanged(
        ruleset=edition.id, pinned=pinned, digest=digest, reason="as was announced"
    )


def story() -> list[tuple[Content, Place]]:
    """Return entries 11 to 28 of the full book: every kind but the first ones."""
    one, two = Place(round=1, table=1), Place(round=1, table=2)
    later, last = Place(round=2, table=1), Place(round=2, table=2)
    amended = Amended(
        target=5, reason="two swapped", content=sheet(19000, 41000, 29000, 31000)
    )
    recount = Amended(
        target=22, reason="recount", content=sheet(19000, 40000, 30000, 31000)
    )
    return [
        (PIN, Place()),
        (HandPlayed(step={"event": "riichi", "player": "8"}), later),
        (StatusChanged(player="3", status="withdrawn", reason="ill"), Place()),
        (Reseated(players=("1", "5", "7", "3"), reason="as they sat"), last),
        (
            Substituted(
                player="1", substitute="佐藤", when="after-start", reason="late train"
            ),
            last,
        ),
        (
            DivisionSet(
                name="A", order=1, after_round=1, players=("1", "2"), carry="halved"
            ),
            Place(),
        ),
        (TeamFined(team="team 1", points=-20000, reason="no captain"), Place()),
        (sheet(41000, 19000, 29000, 30000), one),
        (Explained(points=1000, reason="a stick under the table"), one),
        (AppealLodged(target=7, by="2", reason="the tile was not mine"), one),
        (replace(ruled(-8000, note="to be confirmed"), pending=True), TABLE),
        (amended, two),
        (Confirmed(target=21), TABLE),
        (
            AppealDecided(
                target=20, decision="changed", reason="video", content=ruled(-4000)
            ),
            TABLE,
        ),
        (ruleset_changed(), Place()),
        (PolicySet(confirm=True), Place()),
        (Finalised(note="signed by all"), Place()),
        (LateAdjusted(reason="the recount", content=recount), two),
    ]
