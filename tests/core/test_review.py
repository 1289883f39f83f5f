"""What a committee is told afterwards, held against small events worked out by hand."""

from collections.abc import Mapping

import pytest

from ledger.core.contents import (
    AppealDecided,
    AppealLodged,
    Departure,
    DivisionSet,
    HandPlayed,
    IncidentRuled,
    Sheet,
    SheetEntered,
    StatusChanged,
    TeamFined,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Entry, Place
from ledger.core.reconciling import sheet_of
from ledger.core.review import Places, Review, places, review
from ledger.core.review_places import Moved, without_penalties
from ledger.core.standings import standings
from ledger.core.terms import Class
from ledger.core.wishes import AmendRuling, ChangeRuling
from tests.core.events import TABLE, Event
from tests.core.journals import EDITIONS, Journal
from tests.core.live_events import LiveEvent

CHOMBO = {"shown": True, "by": "ron"}
EVEN = (30000, 30000, 30000, 30000)


def draft(
    offender: str | None,
    situation: str = "furiten-ron",
    facts: Mapping[str, object] = CHOMBO,
    place: Place = TABLE,
    **more: object,
) -> Draft:
    one = DraftIncident(offender=offender, situation=situation, facts=facts)  # type: ignore[arg-type]
    return Draft(place=place, incidents=(one,), **more)  # type: ignore[arg-type]


def warned(offender: str, note: str = "first time", **more: object) -> Draft:
    own = Departure(class_=Class.WARNING, tournament={})
    return draft(offender, departure=own, note=note, **more)  # type: ignore[arg-type]


def sheet(
    journal: Journal,
    round_: int,
    table: int,
    raw: tuple[int, int, int, int] = EVEN,
) -> None:
    content = SheetEntered(sheet=Sheet(raw=raw))
    journal.write(content, Place(round=round_, table=table))


def reviewed(journal: Journal | Event) -> Review:
    return review(journal.state, journal.rules)


def placed(journal: Journal | Event, top: int = 8) -> Places:
    seen = reviewed(journal)
    return places(journal.state, journal.rules, seen.cases, top)


def at(round_: int, table: int, hand: str = "E1") -> Place:
    return Place(round=round_, table=table, hand=hand, honba=0)


# What counts --------------------------------------------------------------------------


def test_an_event_that_has_not_begun_has_an_empty_review() -> None:
    journal = Journal("ema-2025")
    seen, come = reviewed(journal), placed(journal)

    assert not (seen.cases)
    assert not (seen.left_out)
    assert not (seen.unlike)
    assert not (seen.appeals)
    assert seen.counts.total.incidents == 0
    assert seen.counts.total.rate is None
    assert seen.counts.situations == ()
    assert come.effect.players == ()
    assert come.courses.rounds == ()


def test_rates_are_over_the_played_hanchan_and_the_incidents_at_them() -> None:
    journal = Journal("ema-2025")
    for round_, table in ((1, 1), (1, 2), (2, 1)):
        sheet(journal, round_, table)
    journal.write(draft("1"), Place())
    journal.write(draft("3", place=at(2, 1, "S2")), Place())
    late = draft("2", "late", {"seconds": 300}, Place(round=2, table=2))
    journal.write(late, Place())  # its sheet is not in
    counts = reviewed(journal).counts

    assert counts.basis.unit == "hanchan"
    total = counts.total
    assert (total.incidents, total.inside, total.of) == (3, 2, 3)
    assert total.rate == pytest.approx(66.67, abs=0.01)
    assert total.fines == -45_000
    assert [(c.key, c.incidents, c.of) for c in counts.rounds] == [(1, 1, 2), (2, 2, 1)]
    assert [(c.key, c.incidents, c.of) for c in counts.tables] == [(1, 2, 2), (2, 1, 1)]
    assert [(c.key, c.incidents, c.rate) for c in counts.hands] == [
        ("E1", 1, None),
        ("S2", 1, None),
        (None, 1, None),
    ]
    assert [(c.key, c.incidents) for c in counts.situations] == [
        ("furiten-ron", 2),
        ("late", 1),
    ]
    assert [(c.key, c.fines) for c in counts.classes] == [
        (Class.CHOMBO, -40_000),
        (Class.POINT_PENALTY, -5000),
    ]
    assert counts.grid == {(1, 1): 1, (2, 1): 1, (2, 2): 1}
    # Players 1 and 5 are team B: one seat in each of rounds 1.1 and 1.2, two in 2.1.
    assert ("B", 1, 4) in [(c.key, c.inside, c.of) for c in counts.teams]


def test_a_quiet_round_is_told_too() -> None:
    journal = Journal("ema-2025")
    sheet(journal, 1, 1)
    (only,) = reviewed(journal).counts.rounds

    assert (only.key, only.incidents, only.of, only.rate) == (1, 0, 1, 0.0)


def followed(event: LiveEvent, *steps: dict[str, object]) -> Place:
    """Let table 1 be followed, with a chombo at the end, and its sheet come in."""
    place = Place(round=1, table=1)
    for step in steps:
        event.add(HandPlayed(step=step), place)
    made = event.draft((1, 1), "2", "furiten-ron", **CHOMBO)
    ruled = event.ruled(made)
    assert ruled is not None
    event.add(ruled, made.place)
    event.add(SheetEntered(sheet=sheet_of(event.state, event.rules, (1, 1))), place)
    return place


def test_where_every_hanchan_was_followed_rates_are_per_hand() -> None:
    event = LiveEvent("ema-2025")
    nobody: dict[str, object] = {"event": "draw", "tenpai": []}
    riichi: dict[str, object] = {"event": "riichi", "player": "1"}
    followed(event, nobody, nobody, riichi)
    basis = review(event.state, event.rules).counts.basis

    assert basis.unit == "hands"
    assert basis.total == 3, "two draws, and the hand that the chombo ended"

    event.add(SheetEntered(sheet=Sheet(raw=EVEN)), Place(round=1, table=2))
    basis = review(event.state, event.rules).counts.basis
    assert (basis.unit, basis.total) == ("hanchan", 2), "nobody followed table 2"


def test_a_followed_table_whose_sheet_differs_tells_no_number_of_hands() -> None:
    event = LiveEvent("ema-2025")
    place = followed(event, {"event": "draw", "tenpai": []})
    assert review(event.state, event.rules).counts.basis.unit == "hands"

    event.add(Voided(target=event.state.head, reason="other sheet"), place)
    other = SheetEntered(sheet=Sheet(raw=(31000, 29000, 30000, 30000)))
    event.add(other, place)
    assert review(event.state, event.rules).counts.basis.unit == "hanchan"


def test_void_replaced_and_pending_rulings_are_named_and_not_counted() -> None:
    journal = Journal("ema-2025")
    taken = journal.write(draft("1"), Place())
    journal.write(Voided(target=taken.number, reason="wrong seat"), Place())
    amended = journal.write(draft("2"), Place())
    journal.write(
        AmendRuling(target=amended.number, reason="no chombo", draft=warned("2")),
        Place(),
    )
    waits = journal.write(draft("3", pending=True), Place())
    seen = reviewed(journal)

    assert [(each.entry.number, each.why) for each in seen.left_out] == [
        (taken.number, "taken back"),
        (amended.number, "replaced"),
        (waits.number, "pending"),
    ]
    (case,) = seen.cases
    assert (case.offender, case.class_, case.began) == (
        "2",
        Class.WARNING,
        amended.number,
    )
    assert seen.counts.total.departures == 1
    assert placed(journal).effect.players == ()


# What is compared ---------------------------------------------------------------------


def test_a_caution_that_led_to_more_is_told_with_what_followed() -> None:
    journal = Journal("ema-2025")
    first = journal.write(warned("1"), Place())
    journal.write(draft("2", place=at(1, 1, "E2")), Place())
    late = draft("1", "late", {"seconds": 300}, Place(round=2, table=1))
    graver = journal.write(late, Place())
    journal.write(draft("1", place=at(2, 1)), Place())
    (led,) = reviewed(journal).led_to_more

    assert (led.mild.entry, led.graver.entry) == (first, graver)
    assert not led.is_same


def test_two_acts_of_one_moment_did_not_lead_to_each_other() -> None:
    journal = Journal("ema-2025")
    both = Draft(
        place=TABLE,
        incidents=(
            DraftIncident(offender="1", situation="late", facts={"seconds": 300}),
            DraftIncident(offender="1", situation="furiten-ron", facts=dict(CHOMBO)),  # type: ignore[arg-type]
        ),
    )
    journal.write(both, Place())
    seen = reviewed(journal)

    assert len(seen.cases) == 2
    assert seen.led_to_more == ()
    assert seen.counts.total.fines == -25_000


def test_the_same_facts_ruled_differently_stand_side_by_side() -> None:
    journal = Journal("ema-2025")
    strict = journal.write(draft("2"), Place())
    journal.write(draft("3", facts={"shown": False, "by": "ron"}), Place())
    mild = journal.write(warned("4"), Place())
    (pair,) = reviewed(journal).unlike

    assert [case.entry for case in pair.cases] == [strict, mild]
    assert pair.facts == CHOMBO
    assert pair.grounds == ("departure",)


def test_what_tells_like_facts_apart_is_named() -> None:
    """A dealer pays 12,000, another 8,000: other points, and the book says why."""
    event = Event("riichi-wiki")
    event.book(draft("1", "win-no-yaku"))
    event.book(draft("2", "win-no-yaku"))
    (pair,) = reviewed(event).unlike

    assert {case.table for case in pair.cases} == {-12_000, -8000}
    assert "dealer" in pair.grounds
    assert "departure" not in pair.grounds


def test_the_same_ruling_on_the_same_facts_is_no_finding() -> None:
    journal = Journal("ema-2025")
    journal.write(draft("2"), Place())
    journal.write(draft("3", place=at(1, 1, "E2")), Place())

    assert reviewed(journal).unlike == ()


def test_appeals_are_told_with_how_they_ended() -> None:
    journal = Journal("ema-2025")
    rulings = [journal.write(draft(player), Place()) for player in "1234"]

    def appealed(ruling: Entry) -> int:
        lodged = AppealLodged(target=ruling.number, by="2", reason="too hard")
        return journal.write(lodged, Place()).number

    numbers = [appealed(ruling) for ruling in rulings]
    for number, decision in zip(numbers, ("dismissed", "upheld"), strict=False):
        journal.write(
            AppealDecided(target=number, decision=decision, reason="so"),  # type: ignore[arg-type]
            Place(),
        )
    journal.write(
        ChangeRuling(target=numbers[2], reason="milder", draft=warned("3")), Place()
    )
    seen = reviewed(journal)

    endings = ["dismissed", "upheld", "changed", "open"]
    assert [appeal.ending for appeal in seen.appeals] == endings
    assert [appeal.why for appeal in seen.appeals] == ["so", "so", "milder", ""]
    assert [each.why for each in seen.left_out] == ["taken back", "replaced"]
    assert len(seen.cases) == 3

    journal.write(Voided(target=rulings[3].number, reason="wrong seat"), Place())
    assert reviewed(journal).appeals[3].ending == "moot"


# Places -------------------------------------------------------------------------------


def test_places_with_and_without_penalties() -> None:
    """42,000 31,000 28,000 19,000 less 30,000 with uma 15/5: 27 6 −7 −26 thousand."""
    event = Event("ema-2025")
    event.sheet(1, (42000, 31000, 28000, 19000))
    event.book(draft("1"))
    event.book(draft("1"))
    moved = placed(event).effect.players

    assert [(m.key, m.rank, m.rank_without, m.gained) for m in moved] == [
        ("2", 1, 2, 1),
        ("3", 2, 3, 1),
        ("1", 3, 1, -2),
    ]
    assert (moved[2].total, moved[2].total_without) == (-13_000, 27_000)


def test_a_shared_place_says_so() -> None:
    """Two tables alike: whoever is fined leaves a place that he shared."""
    journal = Journal("ema-2025")
    for table in (1, 2):
        sheet(journal, 1, table, (42000, 31000, 28000, 19000))
    journal.write(draft("2"), Place())
    moved = {m.key: m for m in placed(journal).effect.players}

    # 2 and 6 had 6.0 each; with the chombo 2 has −14.0 and stands before 4 and 8.
    two = moved["2"]
    assert (two.rank, two.is_shared) == (6, False)
    assert (two.rank_without, two.is_shared_without) == (3, True)
    assert (moved["3"].rank, moved["3"].is_shared, moved["3"].gained) == (4, True, 1)


@pytest.mark.parametrize(
    ("settled", "raw"),
    [("table", (29000, 17000, 27000, 27000)), ("ledger", (25000,) * 4)],
)
def test_what_was_paid_at_the_table_is_given_back(
    settled: str, raw: tuple[int, int, int, int]
) -> None:
    """A chombo of South at 25,000 each: 4,000 to the dealer, 2,000 to the others."""
    event = Event("riichi-wiki")
    event.book(draft("2", "win-no-yaku", settled=settled))
    event.sheet(1, raw)
    found = standings(event.state, event.rules)
    clean = standings(without_penalties(event.state), event.rules)

    (hanchan,) = found.hanchan
    assert hanchan.raw == (29000, 17000, 27000, 27000)
    (hanchan,) = clean.hanchan
    assert hanchan.raw == (25000, 25000, 25000, 25000)


@pytest.mark.parametrize("settled", ["table", "ledger"])
def test_a_riichi_stick_that_went_back_is_no_penalty(settled: str) -> None:
    event = Event("ema-2025")
    ruled = event.book(draft("2", riichi=("3",), settled=settled))
    assert ruled.returned == ("3",)
    event.sheet(1, EVEN)
    found = standings(event.state, event.rules)
    clean = standings(without_penalties(event.state), event.rules)

    assert found.hanchan[0].raw == clean.hanchan[0].raw


def test_fines_before_placing_are_given_back_too() -> None:
    event = Event("ema-2025")
    own = Departure(
        class_=Class.POINT_PENALTY, before_placing={"1": -15_000}, tournament={}
    )
    event.book(draft("1", departure=own, note="as agreed"))
    event.sheet(1, (40000, 30000, 28000, 22000))
    (moved,) = [m for m in placed(event).effect.players if m.key == "1"]

    # Third with 25,000 and 5,000 less uma; else first with 10,000 and 15,000.
    assert moved.total_without == 25_000
    assert (moved.rank, moved.rank_without) == (3, 1)


def test_teams_and_their_own_fines() -> None:
    journal = Journal("ema-2025")
    sheet(journal, 1, 1, (42000, 31000, 28000, 19000))
    journal.write(TeamFined(team="B", points=-40_000, reason="coaching"), Place())
    journal.write(draft("2"), Place())
    teams = {moved.key: moved for moved in placed(journal).effect.teams}

    # 1 and 5: B, 2 and 6: C, 3 and 7: D, 4 and 8: A, and only table 1 was played.
    assert teams["B"] == Moved(
        key="B", rank=2, rank_without=1, total=-13_000, total_without=27_000
    )
    assert teams["C"].total_without - teams["C"].total == 20_000
    assert (teams["D"].rank, teams["D"].rank_without) == (1, 3)


def test_the_line_of_a_cut_tells_who_is_over_it_by_penalties_alone() -> None:
    journal = Journal("ema-2025")
    sheet(journal, 1, 1, (42000, 31000, 28000, 19000))
    sheet(journal, 1, 2, (41000, 32000, 27000, 20000))
    journal.write(draft("1"), Place())
    # 1: 27 − 20 = 7, 2: 6, 3: −7; 5: 26, 6: 7, 7: −8: without the chombo 1 is first.
    first = DivisionSet(
        name="A", order=1, after_round=1, players=("5", "1"), carry="reset"
    )
    rest = DivisionSet(
        name="B", order=2, after_round=1, players=("6", "2"), carry="carried"
    )
    journal.write(draft("1", "late", {"seconds": 300}, at(1, 1)), Place())
    journal.write(first, Place())
    journal.write(rest, Place())
    lines = placed(journal).effect.lines

    assert [(x.division, x.places, x.gained, x.lost) for x in lines] == [
        ("A", 2, ("6",), ("1",)),
        ("B", 4, (), ()),
    ]


def test_who_is_disqualified_has_no_place_in_either() -> None:
    journal = Journal("ema-2025")
    sheet(journal, 1, 1)
    journal.write(draft("1"), Place())
    out = StatusChanged(player="1", status="disqualified", reason="conduct")
    journal.write(out, Place())
    (moved,) = [m for m in placed(journal).effect.players if m.key == "1"]

    assert (moved.rank, moved.rank_without, moved.gained) == (None, None, 0)


@pytest.mark.parametrize("seed", range(24))
def test_places_without_penalties_are_those_of_the_event_scored_anew(
    seed: int,
) -> None:
    """What no ruling has touched is not scored again, and comes to the same."""
    journal = Journal(EDITIONS[seed % len(EDITIONS)], seed)
    journal.grow(60)
    rows = standings(journal.state, journal.rules).rows
    clean = standings(without_penalties(journal.state), journal.rules).rows
    anew = {row.number: (row.rank, row.total) for row in clean}

    assert {
        m.key: (m.rank_without, m.total_without) for m in placed(journal).effect.players
    } == {
        row.number: anew[row.number]
        for row in rows
        if (row.rank, row.total) != anew[row.number]
    }


# Round by round -----------------------------------------------------------------------


def test_totals_by_round_with_the_incidents_marked() -> None:
    event = Event("ema-2025")
    event.sheet(1, (42000, 31000, 28000, 19000))
    event.sheet(2, (42000, 31000, 28000, 19000))  # 4, 3, 2, 1 sit there
    event.book(draft("1"))
    outside = draft("4", "late", {"seconds": 300}, Place())
    event.book(outside)
    courses = placed(event, top=2).courses

    assert courses.rounds == (1, 2)
    by_number = {course.number: course for course in courses.players}
    assert {n: c.totals for n, c in by_number.items()} == {
        "2": (6000, -1000),
        "3": (-7000, -1000),
    }
    course = placed(event).courses.players
    marks = {c.number: {r: len(m) for r, m in c.marks.items()} for c in course}
    assert marks == {"1": {1: 1}, "2": {}, "3": {}, "4": {1: 1}}
    (four,) = [c for c in course if c.number == "4"]
    assert four.totals == (-31_000, -4000)


@pytest.mark.parametrize("seed", range(24))
def test_totals_by_round_are_those_of_the_standings(seed: int) -> None:
    journal = Journal(EDITIONS[seed % len(EDITIONS)], seed)
    journal.grow(60)
    courses = placed(journal).courses

    for at_, round_ in enumerate(courses.rounds):
        rows = standings(journal.state, journal.rules, round_).rows
        totals = {row.number: row.total for row in rows}
        for course in courses.players:
            assert course.totals[at_] == totals[course.number], (round_, course)


@pytest.mark.parametrize("seed", range(12))
def test_counts_of_any_event_come_to_the_same_sum(seed: int) -> None:
    journal = Journal(EDITIONS[seed % len(EDITIONS)], seed)
    journal.grow(80)
    seen = reviewed(journal)
    counts = seen.counts

    for group in (
        counts.classes, counts.situations, counts.rounds, counts.tables, counts.hands,
        counts.staff,
    ):  # fmt: skip
        assert sum(c.incidents for c in group) == len(seen.cases)
        assert sum(c.fines for c in group) == counts.total.fines
    counted = {case.entry.number for case in seen.cases}
    apart = {each.entry.number for each in seen.left_out}
    assert counted.isdisjoint(apart)
    assert counted | apart == {
        entry.number
        for entry in journal.state.entries
        if isinstance(entry.effective, IncidentRuled)
    }
