"""`why`: the entries behind a total add up to it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ledger.core.contents import Departure
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
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


amounts = st.integers(-20, 20).map(lambda n: n * 1000)


@given(
    own=st.dictionaries(st.sampled_from("1234"), amounts, max_size=4),
    fine=amounts,
    before=amounts,
    settled=st.sampled_from([None, "table", "ledger"]),
    raw=st.tuples(*[st.integers(-100, 900).map(lambda n: n * 100)] * 4),
    leftover=st.sampled_from([0, 1000, 3000]),
    after=st.sampled_from([None, 1, 2]),
)
def test_the_reasons_sum_to_the_total(
    own: dict[str, int],
    fine: int,
    before: int,
    settled: str | None,
    raw: tuple[int, int, int, int],
    leftover: int,
    after: int | None,
) -> None:
    event = Event("riichi-wiki")
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
    event.sheet(1, raw, leftover)
    shown = standings(event.state, event.rules, after)

    for row in shown.rows:
        found = reasons(event.state, event.rules, shown, row.number)
        assert sum(each.points for each in found) == row.total
