"""What may be moved or said afterwards, contradiction by contradiction."""

from dataclasses import replace

import pytest

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Created,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    IncidentRuled,
    LateAdjusted,
    PinSet,
    Reseated,
    RulesetChanged,
    Sheet,
    SheetEntered,
    StaffAdded,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.editions import find
from ledger.core.event import Place
from ledger.errors import BookError, RulesetError
from tests.core.journals import Journal

ONE, TWO = Place(round=1, table=1), Place(round=1, table=2)
NEXT, OTHER = Place(round=2, table=1), Place(round=2, table=2)
NOWHERE = Place()
HAND = Place(round=1, table=1, hand="E1", honba=0)


def draft(offender: str = "2", *, pending: bool = False) -> Draft:
    fault = DraftIncident(
        offender=offender, situation="furiten-ron", facts={"shown": True}
    )
    return Draft(place=HAND, incidents=(fault,), pending=pending)


def sheet(*raw: int) -> SheetEntered:
    east, south, west, north = raw or (30000, 30000, 30000, 30000)
    return SheetEntered(sheet=Sheet(raw=(east, south, west, north)))


def changed(edition: str) -> RulesetChanged:
    pinned, digest = find(edition).pinned({})
    return RulesetChanged(
        ruleset=edition, pinned=pinned, digest=digest, reason="as was announced"
    )


def reseated(*players: str) -> Reseated:
    return Reseated(players=players, reason="as they sat")  # type: ignore[arg-type]


def substituted(player: str = "1", substitute: str = "Sato") -> Substituted:
    return Substituted(
        player=player, substitute=substitute, when="after-start", reason="late"
    )


def division(*players: str, after: int = 1) -> DivisionSet:
    return DivisionSet(
        name="A", order=1, after_round=after, players=players, carry="halved"
    )


def riichi(player: str) -> HandPlayed:
    return HandPlayed(step={"event": "riichi", "player": player})


@pytest.fixture
def journal() -> Journal:
    """Return an event with entries 4 to 13 of which the comments tell."""
    journal = Journal("ema-2025")
    journal.write(sheet(31000, 29000, 30000, 29000), ONE)  # 4: 1,000 missing
    journal.write(Explained(points=1000, reason="a stick was lost"), ONE)  # 5
    journal.write(draft(), HAND)  # 6
    journal.write(AppealLodged(target=6, by="2", reason="not mine"), HAND)  # 7
    journal.write(draft("3", pending=True), HAND)  # 8
    journal.write(riichi("1"), NEXT)  # 9
    journal.write(substituted("5"), TWO)  # 10
    journal.write(division("1", "2"), NOWHERE)  # 11
    journal.write(draft("4"), HAND)  # 12
    journal.write(Voided(target=12, reason="not seen"), HAND)  # 13
    return journal


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (StatusChanged(player="3", status="withdrawn", reason="ill"), NOWHERE),
        (reseated("2", "1", "3", "4"), ONE),
        (substituted("1"), ONE),
        (substituted("6", "8x"), TWO),
        (division("3", "4"), NOWHERE),
        (division("1", "2", after=2), NOWHERE),
        (TeamFined(team="A", points=-1, reason="x"), NOWHERE),
        (AppealLodged(target=8, by="the captain", reason="x"), HAND),
        (AppealDecided(target=7, decision="dismissed", reason="x"), HAND),
        (AppealDecided(target=7, decision="upheld", reason="x"), HAND),
        (Confirmed(target=8), HAND),
        (riichi("3"), NEXT),
        (changed("wrc-2025"), NOWHERE),
        (Voided(target=5, reason="x"), ONE),
        (Voided(target=6, reason="x"), HAND),
        (Voided(target=9, reason="x"), NEXT),
        (Voided(target=10, reason="x"), TWO),
        (Voided(target=11, reason="x"), NOWHERE),
    ],
)
def test_what_fits_is_let_in(journal: Journal, content: Content, place: Place) -> None:
    assert journal.write(content, place).number == 14


REFUSED: list[tuple[Content, Place, str]] = [
    (riichi("2"), NEXT, "round 2, table 1: player: '2' is not one of: 1, 3"),
    (riichi("1"), NEXT, "round 2, table 1: .*riichi"),
    (riichi("1"), ONE, "round 1, table 1: the sheet is in already, entry 4"),
    (riichi("1"), Place(round=1), "a hand needs its round and its table"),
    (riichi("1"), Place(round=9, table=1), "round 9, table 1: is not seated"),
    (
        StatusChanged(player="x", status="ok", reason="x"),
        NOWHERE,
        "status: player 'x' is unknown",
    ),
    (
        StatusChanged(player="1", status="ok", reason="x"),
        NOWHERE,
        "player 1 is ok already",
    ),
    (
        StatusChanged(player="1", status="withdrawn", reason=" "),
        NOWHERE,
        "the reason of the status is empty",
    ),
    (reseated("1", "2", "3", "4"), ONE, "table 1: is seated like that already"),
    (reseated("1", "1", "3", "4"), ONE, "four different players, 1 twice"),
    (
        reseated("1", "2", "3", "5"),
        ONE,
        "player 5 sits at table 2 in this round; correct that table first",
    ),
    (reseated("1", "2", "3", "x"), ONE, "table 1: player 'x' is unknown"),
    (reseated("1", "2", "3", "4"), NOWHERE, "needs its round and its table"),
    (replace(reseated("2", "1", "3", "4"), reason=""), ONE, "the reason .* is empty"),
    (substituted("5"), ONE, "table 1: player 5 does not sit here"),
    (substituted("1", "2"), ONE, "table 1: 2 sits here already"),
    (substituted("5"), TWO, "player 5 is replaced already, entry 10"),
    (substituted("1", ""), ONE, "the substitute is empty"),
    (replace(substituted(), reason=""), ONE, "reason of the substitution is empty"),
    (division("2", "3"), NOWHERE, "player 2 is in division A after round 1 already"),
    (division("3", "3"), NOWHERE, "a player is listed twice"),
    (division(), NOWHERE, "division A has no players"),
    (division("x"), NOWHERE, "division A: player 'x' is unknown"),
    (replace(division("3"), name=""), NOWHERE, "the division's name is empty"),
    (replace(division("3"), order=0), NOWHERE, "are counted from 1"),
    (division("3", after=0), NOWHERE, "are counted from 1"),
    (TeamFined(team="E", points=-1, reason="x"), NOWHERE, "are: A, B, C, D"),
    (TeamFined(team="A", points=0, reason="x"), NOWHERE, "a fine of 0 takes nothing"),
    (TeamFined(team="A", points=5, reason="x"), NOWHERE, "a fine of 5 takes nothing"),
    (TeamFined(team="A", points=-5, reason=""), NOWHERE, "of the fine is empty"),
    (Explained(points=1000, reason="x"), ONE, "cannot account for a difference of 0"),
    (Explained(points=1000, reason="x"), NEXT, "table 1: has no sheet yet"),
    (Explained(points=1000, reason=" "), ONE, "the reason of the difference is empty"),
    (AppealLodged(target=6, by="2", reason="x"), HAND, "under appeal already, entry 7"),
    (AppealLodged(target=12, by="4", reason="x"), HAND, "12 is void, by entry 13"),
    (AppealLodged(target=4, by="4", reason="x"), HAND, r"entry 4 \(sheet\) is no rul"),
    (AppealLodged(target=8, by="", reason="x"), HAND, "who appeals is empty"),
    (AppealLodged(target=8, by="3", reason=""), HAND, "reason of the appeal is empty"),
    (AppealLodged(target=99, by="3", reason="x"), HAND, "entry 99 does not exist"),
    (
        AppealDecided(target=6, decision="upheld", reason="x"),
        HAND,
        r"entry 6 \(incident\) is no appeal",
    ),
    (
        AppealDecided(target=7, decision="upheld", reason=""),
        HAND,
        "the reason of the decision is empty",
    ),
    (
        AppealDecided(target=7, decision="changed", reason="x"),
        HAND,
        "another ruling goes with the decision 'changed'",
    ),
    (Confirmed(target=6), HAND, "entry 6 does not wait for a confirmation"),
    (Confirmed(target=4), HAND, r"entry 4 \(sheet\) is no ruling to confirm"),
    (Finalised(), NOWHERE, "appeal 7 is not decided yet"),
    (changed("ema-2025"), NOWHERE, "is pinned already"),
    (replace(changed("reach"), reason=""), NOWHERE, "reason of the change is empty"),
    (Voided(target=4, reason="x"), ONE, "entry 5 explains this sheet: void that first"),
    (Voided(target=12, reason="x"), HAND, "12 is void already, by entry 13"),
    (Voided(target=13, reason="x"), HAND, r"entry 13 \(void\) cannot be voided"),
    (Voided(target=7, reason="x"), HAND, r"entry 7 \(appeal\) cannot be voided"),
    (
        Amended(target=4, reason="x", content=sheet()),
        ONE,
        "entry 5 explains this sheet",
    ),
    (Amended(target=4, reason="", content=sheet()), ONE, "of an amendment is empty"),
    (
        Amended(target=6, reason="x", content=sheet()),
        HAND,
        "entry 6 is a ruling and is amended only by another",
    ),
    (
        Amended(target=10, reason="x", content=substituted()),
        TWO,
        "only sheets and rulings are amended",
    ),
    (LateAdjusted(reason="x", content=sheet()), TWO, "so nothing is late"),
    (PinSet(name="Kim", hash="$argon2id$"), NOWHERE, "'Kim' is not on the staff"),
    (StaffAdded(name="Kim", role="boss"), NOWHERE, "'boss' is no role, expected one"),
]


@pytest.mark.parametrize(("content", "place", "fault"), REFUSED)
def test_what_contradicts_the_book_is_refused(
    journal: Journal, content: Content, place: Place, fault: str
) -> None:
    with pytest.raises(BookError, match=fault):
        journal.write(content, place)
    assert journal.state.head == 13


def test_a_pin_is_let_in_only_as_a_hash(journal: Journal) -> None:
    journal.write(StaffAdded(name="Kim"), NOWHERE)
    with pytest.raises(BookError, match="the PIN of Kim is not hashed"):
        journal.write(PinSet(name="Kim", hash="1234"), NOWHERE)


def test_a_ruleset_that_is_none_is_refused(journal: Journal) -> None:
    with pytest.raises(RulesetError, match="is damaged"):
        journal.write(replace(changed("reach"), pinned="x"), NOWHERE)


def test_an_amended_sheet_stays_at_its_table(journal: Journal) -> None:
    journal.write(Voided(target=5, reason="x"), ONE)
    with pytest.raises(BookError, match="an amended sheet stays at its table"):
        journal.write(Amended(target=4, reason="x", content=sheet()), TWO)


@pytest.mark.parametrize("wrapper", ["amended", "changed"])
def test_what_takes_the_place_of_a_ruling_must_be_sound(
    journal: Journal, wrapper: str
) -> None:
    ruled = journal.state.entries[5].effective
    assert isinstance(ruled, IncidentRuled)
    broken: list[tuple[IncidentRuled, str]] = [
        (replace(ruled, postings=ruled.postings[:1]), "sum to −20,000, expected 0"),
        (replace(ruled, incidents=()), "no incident is named"),
        (
            replace(ruled, incidents=(replace(ruled.incidents[0], offender="x"),)),
            "offender: player 'x' is unknown",
        ),
    ]
    for other, fault in broken:
        content: Content = (
            Amended(target=6, reason="x", content=other)
            if wrapper == "amended"
            else AppealDecided(target=7, decision="changed", reason="x", content=other)
        )
        with pytest.raises(BookError, match=fault):
            journal.write(content, HAND)


def test_a_ruling_taken_back_is_taken_back_by_an_appeal_no_more(
    journal: Journal,
) -> None:
    journal.write(Voided(target=6, reason="x"), HAND)
    upheld = AppealDecided(target=7, decision="upheld", reason="x")
    with pytest.raises(BookError, match="entry 6 is void already"):
        journal.write(upheld, HAND)
    journal.write(replace(upheld, decision="dismissed"), HAND)


def test_an_event_is_closed_once_nothing_is_open(journal: Journal) -> None:
    journal.write(AppealDecided(target=7, decision="dismissed", reason="x"), HAND)
    with pytest.raises(BookError, match="ruling 8 waits for its confirmation"):
        journal.write(Finalised(), NOWHERE)
    journal.write(Confirmed(target=8), HAND)
    journal.write(Finalised(), NOWHERE)
    for content, fault in (
        (Finalised(), "what comes now is a late adjustment"),
        (sheet(), "what comes now is a late adjustment"),
        (LateAdjusted(reason=" ", content=sheet()), "late adjustment is empty"),
        (LateAdjusted(reason="x", content=Finalised()), "is finalised already"),
        (
            LateAdjusted(
                reason="x",
                content=Created(name="x", ruleset="x", pinned="x", digest="x"),
            ),
            "is never a late adjustment",
        ),
        (
            LateAdjusted(
                reason="x",
                content=LateAdjusted(reason="x", content=sheet()),  # type: ignore[arg-type]
            ),
            "is never a late adjustment",
        ),
    ):
        with pytest.raises(BookError, match=fault):
            journal.write(content, TWO)
    journal.write(LateAdjusted(reason="the recount", content=sheet()), TWO)
    assert journal.state.sheet((1, 2)) == sheet().sheet
