"""What may enter the book, contradiction by contradiction."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest

from ledger.core import admission
from ledger.core.admission import imbalances
from ledger.core.contents import (
    Account,
    Content,
    Created,
    IncidentRuled,
    Player,
    PlayerResult,
    PlayersAdded,
    Posting,
    Recorded,
    ResultsEntered,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
    StaffAdded,
    Voided,
)
from ledger.core.event import KINDS, Entry, EventState, Place, Signature
from ledger.core.rules import rules
from ledger.core.terms import Class, Seat, Stage
from ledger.errors import BookError

admit = partial(admission.admit, rules=rules("ema-2025"))


CREATED = Created(name="Spring", ruleset="x", pinned="{}", digest="")
SHEET = SheetEntered(sheet=Sheet(raw=(30000, 30000, 30000, 30000)))
TABLE = Place(round=1, table=1)


def players(*numbers: str, name: str = "A") -> PlayersAdded:
    return PlayersAdded(players=tuple(Player(number=n, name=name) for n in numbers))


def seating(round_: int, table: int, *numbers: str) -> Seating:
    return Seating(round=round_, table=table, players=numbers)  # type: ignore[arg-type]


def seatings(*tables: Seating) -> SeatingAdded:
    return SeatingAdded(seatings=tables)


def results(*rows: tuple[int, str]) -> ResultsEntered:
    return ResultsEntered(
        results=tuple(PlayerResult(round=r, number=n, result=0) for r, n in rows)
    )


def fine(points: int = -20000, player: str | None = "1") -> tuple[Posting, Posting]:
    own = Posting(
        account=Account.PLAYER,
        player=player,
        points=points,
        stage=Stage.AFTER_UMA,
        settled="ledger",
    )
    return own, replace(own, account=Account.FINES, player=None, points=20000)


def ruled(offender: str | None = "1", situation: str = "furiten-ron") -> IncidentRuled:
    incident = Recorded(offender=offender, seat=Seat.E, situation=situation, facts={})
    return IncidentRuled(
        incidents=(incident,),
        table={},
        ruling={},
        class_=Class.CHOMBO,
        label="",
        citations=(),
        source_grade="A",
        dead=(),
        departed=False,
        note="",
        postings=fine(),
    )


def state_of(*contents: tuple[Content, Place]) -> EventState:
    """Return what entries amount to, each let in as the book does."""
    kinds = {content: kind for kind, content in KINDS.items()}
    state = EventState()
    for content, place in contents:
        admit(state, content, place)
        signature = Signature(
            staff="Mori",
            at=datetime(2026, 5, 1, tzinfo=UTC),
            terminal="desk",
            client_id=f"c{state.head}",
        )
        state.apply(
            Entry(
                number=state.head + 1,
                kind=kinds[type(content)],
                signature=signature,
                place=place,
                content=content,
            )
        )
    return state


@pytest.fixture
def state() -> EventState:
    """Return an event: entries 1 to 7, the sixth a sheet, the seventh a ruling."""
    return state_of(
        (CREATED, Place()),
        (StaffAdded(name="Mori"), Place()),
        (players("1", "2", "3", "4", "5", "6", "7", "8"), Place()),
        (seatings(seating(1, 1, "1", "2", "3", "4")), Place()),
        (results((2, "1"), (2, "5")), Place()),
        (SHEET, TABLE),
        (ruled(), replace(TABLE, hand="E2", honba=0)),
    )


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (StaffAdded(name="Kim", role="scorer"), Place()),
        (StaffAdded(name="Mori", role="head-referee"), Place()),
        (players("9", "10"), Place()),
        (seatings(seating(1, 2, "5", "6", "7", "8")), Place()),
        (seatings(seating(3, 1, "1", "5", "3", "4"), seating(4, 1, *"1234")), Place()),
        (results((1, "5"), (2, "2")), Place()),
        (ruled(), Place()),
        (ruled(offender=None), Place(round=9, table=9, hand="N4", honba=12)),
        (Voided(target=5, reason="wrong list"), Place()),
        (Voided(target=6, reason="wrong table"), Place()),
        (Voided(target=7, reason="wrong player"), Place()),
    ],
)
def test_what_fits_is_let_in(state: EventState, content: Content, place: Place) -> None:
    admit(state, content, place)


def test_a_sheet_that_does_not_add_up_is_let_in() -> None:
    state = state_of(
        (CREATED, Place()),
        (players(*"1234"), Place()),
        (seatings(seating(1, 1, *"1234")), Place()),
    )
    admit(state, SheetEntered(sheet=Sheet(raw=(1, 2, 3, -40000), leftover=7)), TABLE)


def test_a_voided_sheet_makes_room_for_another(state: EventState) -> None:
    void = Entry(
        number=8,
        kind="void",
        signature=state.entries[0].signature,
        place=TABLE,
        content=Voided(target=6, reason="x"),
    )
    state.apply(void)
    admit(state, SHEET, TABLE)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (CREATED, "the first entry, and no other, makes the event"),
        (StaffAdded(name=" "), "the name of a person of the staff is empty"),
        (StaffAdded(name="Kim", role=""), "the role of Kim is empty"),
        (StaffAdded(name="Mori"), "'Mori' is on the staff already"),
        (players(), "no player is named"),
        (players("9", "1"), "player 1 is listed already"),
        (players("9", "10", "9"), "player 9 is listed twice"),
        (players(" "), "a player's number is empty"),
        (players("9", name="\t"), "the name of player 9 is empty"),
        (seatings(), "no table is named"),
        (seatings(seating(1, 1, *"5678")), "round 1, table 1: is seated already"),
        (
            seatings(seating(3, 1, *"1234"), seating(3, 1, *"1234")),
            "round 3, table 1: is seated already",
        ),
        (seatings(seating(1, 2, *"567")), "round 1, table 2: 3 players, expected 4"),
        (seatings(seating(3, 2, *"5678", "1")), "table 2: 5 players, expected 4"),
        (seatings(seating(1, 2, *"5675")), "table 2: player 5 is seated twice"),
        (seatings(seating(1, 2, *"567x")), "round 1, table 2: player 'x' is unknown"),
        (
            seatings(seating(1, 2, *"5674")),
            "round 1, table 2: player 4 sits at table 1 in this round",
        ),
        (
            seatings(seating(3, 1, *"1234"), seating(3, 2, *"5614")),
            "round 3, table 2: player 1 sits at table 1 in this round",
        ),
        (seatings(seating(0, 1, *"1234")), "round 0, table 1: does not exist"),
        (seatings(seating(3, 0, *"1234")), "round 3, table 0: does not exist"),
        (results(), "no result is named"),
        (results((2, "1")), "round 2, player 1: has a result already"),
        (results((1, "2")), "round 1, player 2: has a score sheet already"),
        (results((3, "x")), "round 3: player 'x' is unknown"),
        (results((0, "2")), "round 0, player 2: round and table are counted from 1"),
        (results((3, "2"), (3, "2")), "round 3, player 2: is listed twice"),
        (ruled("x"), "offender: player 'x' is unknown"),
        (ruled(situation=""), "the situation is empty"),
        (replace(ruled(), incidents=()), "no incident is named"),
        (
            replace(ruled(), postings=fine(player="x")),
            "posting: player 'x' is unknown",
        ),
        (
            replace(ruled(), postings=fine(-2000)),
            "the postings after-uma sum to 18,000, expected 0",
        ),
        (Voided(target=7, reason=""), "the reason of a void is empty"),
        (Voided(target=0, reason="x"), "entry 0 does not exist, the last is 7"),
        (Voided(target=8, reason="x"), "entry 8 does not exist, the last is 7"),
        (Voided(target=4, reason="x"), r"entry 4 \(seating\) cannot be voided"),
    ],
)
def test_what_contradicts_the_book_is_refused(
    state: EventState, content: Content, fault: str
) -> None:
    with pytest.raises(BookError, match=fault):
        admit(state, content, Place())


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        (TABLE, "round 1, table 1: has a sheet already, entry 6; void it first"),
        (Place(round=1, table=2), "round 1, table 2: is not seated"),
        (Place(round=1), "a sheet needs its round and its table"),
        (Place(table=1), "a sheet needs its round and its table"),
        (Place(round=0, table=1), "round 0 does not exist, expected 1 or more"),
        (Place(round=1, table=-1), "table -1 does not exist, expected 1 or more"),
        (Place(hand="E5"), "'E5' is not a hand, expected one such as E2"),
        (Place(hand="e1"), "'e1' is not a hand"),
        (Place(hand="E1 "), "'E1 ' is not a hand"),
        (Place(honba=-1), "honba -1 does not exist, expected 0 or more"),
    ],
)
def test_a_place_that_does_not_fit_is_refused(
    state: EventState, place: Place, fault: str
) -> None:
    with pytest.raises(BookError, match=fault):
        admit(state, SHEET, place)


def test_a_round_with_results_takes_no_sheet(state: EventState) -> None:
    seated = Entry(
        number=8,
        kind="seating",
        signature=state.entries[0].signature,
        place=Place(),
        content=seatings(seating(2, 1, *"1234")),
    )
    state.apply(seated)
    with pytest.raises(BookError, match="table 1: player 1 has a published result"):
        admit(state, SHEET, Place(round=2, table=1))


def test_a_second_void_names_the_first(state: EventState) -> None:
    void = Entry(
        number=8,
        kind="void",
        signature=state.entries[0].signature,
        place=TABLE,
        content=Voided(target=7, reason="x"),
    )
    state.apply(void)
    with pytest.raises(BookError, match="entry 7 is void already, by entry 8"):
        admit(state, Voided(target=7, reason="again"), TABLE)
    with pytest.raises(BookError, match=r"entry 8 \(void\) cannot be voided"):
        admit(state, Voided(target=8, reason="again"), TABLE)


@pytest.mark.parametrize("content", [players("1"), StaffAdded(name="Mori")])
def test_nothing_comes_before_the_event(content: Content) -> None:
    with pytest.raises(BookError, match="the first entry, and no other"):
        admit(EventState(), content, Place())


@pytest.mark.parametrize(
    ("created", "fault"),
    [
        (replace(CREATED, name=" "), "the event's name is empty"),
        (replace(CREATED, rounds=0), "0 rounds are planned, expected 1 or more"),
    ],
)
def test_an_event_that_is_none_is_refused(created: Created, fault: str) -> None:
    with pytest.raises(BookError, match=fault):
        admit(EventState(), created, Place())


def test_each_stage_balances_by_itself() -> None:
    own, other = fine()
    assert imbalances((own, other)) == []
    moved = replace(other, stage=Stage.TABLE)
    assert imbalances((own, moved)) == [(Stage.TABLE, 20000), (Stage.AFTER_UMA, -20000)]


def test_the_last_organiser_stays_one() -> None:
    """Or roles would no longer count, and everybody might make himself one."""
    mori = StaffAdded(name="Mori", role="organiser")
    lowered = replace(mori, role="viewer")
    alone = state_of((CREATED, Place()), (mori, Place()))
    with pytest.raises(BookError, match="Mori is the only organiser"):
        admit(alone, lowered, Place(), staff="Mori")
    alone.staff["Kim"] = replace(mori, name="Kim")
    admit(alone, lowered, Place(), staff="Mori")
