"""Each named check is silent when good and names what it finds."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ledger.core.audits import AUDITS, Finding, audit, pin_faults
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
    RulesetChanged,
    Seating,
    SeatingAdded,
    Settled,
    Sheet,
    SheetEntered,
    Voided,
)
from ledger.core.editions import find
from ledger.core.event import KINDS, Entry, EventState, Place, Signature
from ledger.core.rules import Rules, pinned_rules, rules
from ledger.core.terms import Class, Stage

HOUSE = str(Path(__file__).parents[1] / "book" / "house.toml")
TABLE = Place(round=1, table=1)
HAND = Place(round=1, table=1, hand="E2", honba=0)
KIND_OF = {content: kind for kind, content in KINDS.items()}
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Event:
    """A small event, grown without asking whether it makes sense."""

    def __init__(self) -> None:
        self.rules: Rules = rules(HOUSE)
        self.state = EventState()
        pinned, digest = find(HOUSE).pinned()
        self.created = Created(
            name="Spring", ruleset="house", pinned=pinned, digest=digest
        )
        self.add(self.created)
        players = tuple(Player(number=n, name=n) for n in "12345678")
        self.add(PlayersAdded(players=players))
        first = Seating(round=1, table=1, players=("1", "2", "3", "4"))
        second = Seating(round=1, table=2, players=("5", "6", "7", "8"))
        self.add(SeatingAdded(seatings=(first, second)))

    def add(self, content: Content, place: Place = TABLE, minute: int = 0) -> int:
        number = self.state.head + 1
        signature = Signature(
            staff="Mori",
            at=NOON + timedelta(minutes=minute),
            terminal="desk",
            client_id=f"c{number}",
        )
        entry = Entry(
            number=number,
            kind=KIND_OF[type(content)],
            signature=signature,
            place=place,
            content=content,
        )
        self.state.apply(entry)
        return number

    def sheet(self, *raw: int, leftover: int = 0) -> int:
        east, south, west, north = raw
        sheet = Sheet(raw=(east, south, west, north), leftover=leftover)
        return self.add(SheetEntered(sheet=sheet))

    def found(self, *names: str) -> list[Finding]:
        return audit(names or AUDITS, self.state, self.rules)


@pytest.fixture
def event() -> Event:
    return Event()


def moved(
    player: str,
    account: Account,
    stage: Stage,
    points: int = 1000,
    settled: Settled = "table",
) -> tuple[Posting, ...]:
    """Return points that a player gives to an account."""
    taken = Posting(
        account=Account.PLAYER,
        player=player,
        points=-points,
        stage=stage,
        settled=settled,
    )
    return taken, replace(taken, account=account, player=None, points=points)


def ruled(
    *postings: Posting, offender: str | None = "2", situation: str = "furiten-ron"
) -> IncidentRuled:
    facts = {"shown": True}
    return IncidentRuled(
        incidents=(
            Recorded(offender=offender, seat=None, situation=situation, facts=facts),
        ),
        table={},
        ruling={},
        class_=Class.CHOMBO,
        label="",
        citations=(),
        source_grade="A",
        dead=(),
        departed=False,
        note="",
        postings=postings,
    )


def test_a_good_event_is_silent(event: Event) -> None:
    event.sheet(41000, 19000, 29000, 30000, leftover=1000)
    event.add(ruled(*moved("2", Account.POT, Stage.TABLE)), HAND)
    fine = moved("3", Account.FINES, Stage.AFTER_UMA, 20000, "ledger")
    event.add(ruled(*fine, offender="3"), HAND)
    results = tuple(PlayerResult(round=2, number=n, result=0) for n in "12")
    event.add(ResultsEntered(results=results))
    assert event.found() == []


@pytest.mark.parametrize(
    ("north", "leftover", "fault"),
    [
        (30000, 0, "119,000 of 120,000, 1,000 lacking"),
        (32000, 1000, "122,000 of 120,000, 2,000 too many"),
    ],
)
def test_a_sheet_that_does_not_add_up(
    event: Event, north: int, leftover: int, fault: str
) -> None:
    number = event.sheet(41000, 19000, 29000, north, leftover=leftover)
    (found,) = event.found("sheets")
    assert found == Finding(
        check="sheets",
        entry=number,
        message=f"round 1 table 1: {fault}",
    )
    assert str(found).startswith(f"sheets: entry {number}: round 1 table 1: ")
    event.add(Voided(target=number, reason="typo"))
    assert event.found() == []


def test_a_missing_deposit_is_explained_until_it_is_won(event: Event) -> None:
    number = event.sheet(41000, 19000, 29000, 30000)
    (found,) = event.found("unexplained")
    assert str(found) == (
        f"unexplained: entry {number}: 1,000 points missing at table 1 in round 1, "
        "and no entry says why"
    )
    event.add(ruled(*moved("2", Account.POT, Stage.TABLE)), HAND)
    assert event.found("unexplained") == []
    assert [found.check for found in event.found()] == ["sheets"]


def test_a_deposit_explains_no_more_than_itself(event: Event) -> None:
    event.sheet(41000, 19000, 29000, 28500)
    event.add(ruled(*moved("2", Account.POT, Stage.TABLE)), HAND)
    (found,) = event.found("unexplained")
    assert found.message.startswith("1,500 points missing at table 1")


def test_too_many_points_are_never_explained_by_a_deposit(event: Event) -> None:
    event.sheet(41000, 19000, 29000, 31500)
    event.add(ruled(*moved("2", Account.POT, Stage.TABLE)), HAND)
    (found,) = event.found("unexplained")
    assert found.message.startswith("500 points too many at table 1")


def test_a_fine_taken_off_the_sticks_has_to_be_missing(event: Event) -> None:
    event.add(ruled(*moved("2", Account.FINES, Stage.BEFORE_PLACING)), HAND)
    number = event.sheet(41000, 19000, 29000, 31000)
    (found,) = event.found("unexplained")
    assert found.message.startswith("1,000 points too many at table 1")
    event.add(Voided(target=number, reason="x"))
    event.sheet(41000, 19000, 29000, 30000)
    assert event.found("unexplained") == []


@pytest.mark.parametrize(("leftover", "told"), [(500, "500"), (-1000, "−1,000")])
def test_half_a_stick_is_left(event: Event, leftover: int, told: str) -> None:
    number = event.sheet(30000, 30000, 30000, 30000 - leftover, leftover=leftover)
    (found,) = event.found()
    assert (found.check, found.entry) == ("sticks", number)
    assert f"{told} are left at table 1 in round 1" in found.message


def test_somebody_named_who_does_not_sit_there(event: Event) -> None:
    number = event.add(ruled(offender="5"), HAND)
    other = event.add(ruled(*moved("6", Account.POT, Stage.TABLE)), HAND)
    event.add(ruled(offender="7"), Place())
    event.add(ruled(offender="8"), Place(round=1))
    assert [(f.entry, f.message) for f in event.found("seats")] == [
        (number, "player 5 does not sit at table 1 in round 1"),
        (other, "player 6 does not sit at table 1 in round 1"),
    ]


def test_a_result_of_a_table_where_he_does_not_sit(event: Event) -> None:
    right = PlayerResult(round=1, number="1", result=0, table=1)
    wrong = PlayerResult(round=1, number="5", result=0, table=1)
    event.add(ResultsEntered(results=(right, wrong)))
    (found,) = event.found("seats")
    assert (
        found.message
        == "player 5 has a result of table 1 in round 1, but sits elsewhere"
    )


def test_the_same_fault_at_the_same_moment(event: Event) -> None:
    first = event.add(ruled(), HAND)
    event.add(ruled(), replace(HAND, honba=1))
    event.add(ruled(offender="3"), HAND)
    event.add(ruled(situation="withdrawn-call"), HAND)
    assert event.found("duplicates") == []
    again = event.add(ruled(), HAND, minute=1)
    (found,) = event.found("duplicates")
    assert found.entry == again
    assert found.message == f"is the same as entry {first} (furiten-ron)"
    event.add(Voided(target=first, reason="twice"))
    assert event.found("duplicates") == []


def test_outside_a_hand_only_the_time_tells_two_apart(event: Event) -> None:
    event.add(ruled(), Place(round=1), minute=1)
    event.add(ruled(), Place(round=1), minute=2)
    assert event.found("duplicates") == []
    event.add(ruled(), Place(round=1), minute=2)
    assert len(event.found("duplicates")) == 1


def test_tournament_points_cannot_be_paid_at_the_table(event: Event) -> None:
    number = event.add(ruled(*moved("2", Account.FINES, Stage.AFTER_UMA, 20000)), HAND)
    (found,) = event.found("settled")
    assert found.entry == number
    assert found.message == "−20,000 after uma are marked as settled at the table"


def test_postings_that_do_not_balance(event: Event) -> None:
    fine, _ = moved("2", Account.FINES, Stage.AFTER_UMA, 20000, "ledger")
    number = event.add(ruled(fine), HAND)
    found = event.found("balance")
    assert found[0].entry == number
    assert found[0].message == "postings after-uma sum to −20,000, expected 0"


def test_another_ruleset_than_the_pinned_one(event: Event) -> None:
    assert event.found("ruleset") == []
    event.rules = rules(HOUSE, {"chombo": "mangan"})
    (found,) = event.found("ruleset")
    assert (found.entry, found.message) == (
        1,
        "the rules in use are not the pinned ones",
    )


def test_a_situation_that_the_ruleset_does_not_have(event: Event) -> None:
    number = event.add(ruled(situation="loud-tie"), HAND)
    (found,) = event.found("ruleset")
    assert (found.entry, found.message) == (number, "the ruleset has no 'loud-tie'")


def test_a_pin_that_does_not_give_its_digest(event: Event) -> None:
    pin = event.created
    assert list(pin_faults(pin.pinned, pin.digest)) == []
    assert list(pin_faults(pin.pinned + " ", pin.digest)) == [
        "the pinned ruleset does not give its digest"
    ]


def test_a_changed_ruleset_is_the_pinned_one_from_then_on(event: Event) -> None:
    edition = find(HOUSE)
    pinned, digest = edition.pinned({"chombo": "mangan"})
    changed = RulesetChanged(
        ruleset="house", pinned=pinned, digest=digest, reason="as was announced"
    )
    number = event.add(changed, Place())
    (found,) = event.found("ruleset")
    assert (found.entry, found.message) == (
        number, "the rules in use are not the pinned ones",
    )  # fmt: skip
    event.rules = pinned_rules(pinned)
    assert event.found("ruleset") == []


def test_a_changed_ruleset_that_is_none_is_told(event: Event) -> None:
    broken = RulesetChanged(ruleset="x", pinned="x", digest="0" * 64, reason="x")
    number = event.add(broken, Place())
    messages = [found.message for found in event.found("ruleset")]
    assert [found.entry for found in event.found("ruleset")] == [number] * 3
    assert messages[0] == "the pinned ruleset does not give its digest"
    assert messages[1].startswith("pinned ruleset: is damaged")
