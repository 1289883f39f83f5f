"""`why`: the entries behind a total add up to it."""

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ledger.core.contents import (
    Content,
    Departure,
    DivisionSet,
    Reseated,
    Substituted,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import KINDS, Place
from ledger.core.explanation import reasons
from ledger.core.standings import standings
from ledger.core.terms import Class
from tests.core.events import TABLE, Event


def test_every_share_is_named_with_its_entry() -> None:
    event = Event("ema-2025")
    chombo = DraftIncident(offender="2", situation="furiten-ron", facts={"shown": True})
    event.book(Draft(place=TABLE, incidents=(chombo,)))
    event.sheet(1, (41000, 29000, 25000, 25000))
    found = reasons(event.state, event.rules, standings(event.state, event.rules), "2")

    assert [(each.entry, each.points) for each in found] == [(5, 4000), (4, -20000)]
    assert found[0].what == "2nd: 29,000 less 30,000, uma +5,000"
    assert found[1].what == "P2: ron while furiten → chombo"


def test_a_cut_a_fixed_line_and_a_correction_of_seats_are_named() -> None:
    event = Event("ema-2025")
    late = DraftIncident(offender="2", situation="late", facts={"seconds": 61})
    event.book(Draft(place=TABLE, incidents=(late,)))
    event.sheet(1, (41000, 29000, 25000, 25000))
    for name in ("reseat", "substitute", "halve"):
        content, place = LATER[name]
        event.add(KIND_OF[type(content)], content, place)
    shown = standings(event.state, event.rules, 1)

    first = reasons(event.state, event.rules, shown, "1")
    second = reasons(event.state, event.rules, shown, "2")

    assert [(each.entry, each.points, each.sum) for each in first] == [
        (5, 4000, 4000), (4, -2000, 2000), (8, -1000, 1000),
    ]  # fmt: skip
    assert first[-1].what == "division A: 2,000 halved"
    assert second[0].what == (
        "1st: 15,000 less 30,000, uma −15,000 (a spectator sat in, #7)"
    )
    assert second[0].points == -30000


LATER: Mapping[str, tuple[Content, Place]] = {
    "reseat": (
        Reseated(players=("2", "1", "3", "4"), reason="swapped"),
        Place(round=1, table=1),
    ),
    "substitute": (
        Substituted(
            player="2", substitute="a spectator", when="before-start", reason="ill"
        ),
        Place(round=1, table=1),
    ),
    "halve": (
        DivisionSet(
            name="A", order=1, after_round=1, players=("1", "2"), carry="halved"
        ),
        Place(),
    ),
    "reset": (
        DivisionSet(
            name="B", order=2, after_round=2, players=("1", "3"), carry="reset"
        ),
        Place(),
    ),
}
KIND_OF = {kind: name for name, kind in KINDS.items()}

amounts = st.integers(-20, 20).map(lambda n: n * 1000)


@given(
    own=st.dictionaries(st.sampled_from("1234"), amounts, max_size=4),
    fine=amounts,
    before=amounts,
    settled=st.sampled_from([None, "table", "ledger"]),
    raw=st.tuples(*[st.integers(-100, 900).map(lambda n: n * 100)] * 4),
    leftover=st.sampled_from([0, 1000, 3000]),
    after=st.sampled_from([None, 1, 2]),
    later=st.sets(st.sampled_from(sorted(LATER))),
)
def test_the_reasons_sum_to_the_total(
    own: dict[str, int],
    fine: int,
    before: int,
    settled: str | None,
    raw: tuple[int, int, int, int],
    leftover: int,
    after: int | None,
    later: set[str],
) -> None:
    event = Event("ema-2025")
    incident = DraftIncident(
        offender="3", situation="furiten-ron", facts={"shown": True}
    )
    departure = Departure(
        class_=Class.CHOMBO,
        points=own,
        before_placing={"3": before},
        tournament={"3": fine},
    )
    draft = Draft(
        place=TABLE,
        incidents=(incident,),
        departure=departure,
        settled=settled,  # type: ignore[arg-type]
        note="to try every account",
    )
    event.book(draft)
    event.book(replace(draft, place=Place(round=2, table=1)))
    event.book(replace(draft, pending=True))
    event.sheet(1, raw, leftover)
    for name in sorted(later):
        content, place = LATER[name]
        event.add(KIND_OF[type(content)], content, place)
    shown = standings(event.state, event.rules, after)

    for row in shown.rows:
        found = reasons(event.state, event.rules, shown, row.number)
        assert sum(each.points for each in found) == row.total
        assert [each.sum for each in found][-1:] == [row.total][: len(found)]
    assert shown.check.points == 0
