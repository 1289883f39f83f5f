"""Players over all hanchan: totals, ranks, what is settled where, and the check."""

from ledger.core.contents import (
    Player,
    PlayerResult,
    PlayersAdded,
    ResultsEntered,
    Settled,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.standings import Row, Standings, natural, standings
from tests.core.events import TABLE, Event


def _standings(event: Event, after: int | None = None) -> Standings:
    return standings(event.state, event.rules, after)


def _rows(event: Event, after: int | None = None) -> dict[str, Row]:
    return {row.number: row for row in _standings(event, after).rows}


def _book(
    event: Event,
    situation: str,
    offender: str,
    settled: Settled | None = None,
    **facts: object,
) -> None:
    incident = DraftIncident(offender=offender, situation=situation, facts=facts)  # type: ignore[arg-type]
    event.book(Draft(place=TABLE, incidents=(incident,), settled=settled))


def test_totals_are_net_of_the_return_with_uma_and_fines() -> None:
    event = Event("ema-2025")
    event.sheet(1, (42000, 31000, 28000, 19000))
    _book(event, "furiten-ron", "1", shown=True)

    rows = _rows(event)

    assert (rows["1"].raw, rows["1"].uma, rows["1"].penalties) == (12000, 15000, -20000)
    assert [rows[n].total for n in "1234"] == [7000, 6000, -7000, -26000]
    assert [rows[n].places for n in "1234"] == [(1,), (2,), (3,), (4,)]


def test_a_chombo_settled_at_the_table_is_not_taken_twice() -> None:
    """The sheet already holds what the players moved; the ledger must not add it."""
    at_table, by_ledger = Event("riichi-wiki"), Event("riichi-wiki")
    _book(at_table, "win-no-yaku", "2", shown=True, by="ron")
    _book(by_ledger, "win-no-yaku", "2", "ledger", shown=True, by="ron")
    at_table.sheet(1, (29000, 17000, 27000, 27000))
    by_ledger.sheet(1, (25000, 25000, 25000, 25000))

    first, second = _rows(at_table), _rows(by_ledger)

    assert [first[n].total for n in "1234"] == [second[n].total for n in "1234"]


def test_a_voided_ruling_counts_no_longer() -> None:
    event = Event("ema-2025")
    event.sheet(1, (30000, 30000, 30000, 30000))
    before = _standings(event)
    _book(event, "late", "3", seconds=61)
    booked = event.state.head
    assert _rows(event)["3"].penalties == -2000
    event.add("void", Voided(target=booked, reason="wrong player"), TABLE)

    assert _standings(event) == before


def test_equal_totals_share_a_rank_and_the_next_rank_skips() -> None:
    """Bug B9."""
    event = Event("ema-2025")
    event.sheet(1, (40000, 30000, 30000, 20000))

    assert [row.rank for row in _standings(event).rows] == [1, 2, 2, 4]
    assert [row.number for row in _standings(event).rows] == ["1", "2", "3", "4"]


def test_substitutes_are_not_ranked_and_take_no_rank() -> None:
    """Bug B19: the last of four players is 4th of 4 although a substitute is below."""
    event = Event("ema-2025")
    sub = Player(number="9", name="Sub", substitute=True)
    event.add("players", PlayersAdded(players=(sub,)), Place())
    event.sheet(1, (40000, 30000, 29000, 21000))

    rows = _standings(event).rows

    assert [(row.number, row.rank) for row in rows] == [
        ("1", 1), ("2", 2), ("3", 3), ("4", 4), ("9", None),
    ]  # fmt: skip


def test_after_a_round_later_rounds_do_not_count() -> None:
    event = Event("ema-2025")
    event.sheet(1, (40000, 30000, 29000, 21000))
    event.sheet(2, (10000, 20000, 40000, 50000))

    assert _rows(event, after=1)["1"].total == 25000
    assert _rows(event)["1"].games == 2
    assert _standings(event, after=1).after_round == 1


def test_a_fine_before_placing_changes_places() -> None:
    event = Event("naro-2015")
    event.sheet(1, (35000, 34000, 31000, 20000))
    _book(event, "furiten-ron", "1", shown=True)

    rows = _rows(event)

    assert rows["1"].places == (3,)
    assert rows["1"].penalties == -10000


def test_the_check_names_fines_lost_sticks_and_what_is_unexplained() -> None:
    event = Event("wrc-2025")
    event.sheet(1, (40000, 30000, 29000, 20000), leftover=1000)
    event.sheet(2, (30000, 30000, 30000, 28000))
    _book(event, "late", "2", seconds=60)

    result = _standings(event)

    assert result.check.points == 0
    assert result.check.fines == -1000
    assert result.check.sticks == -1000
    assert result.check.unexplained == -2000
    assert sum(row.total for row in result.rows) == -4000
    assert [hanchan.key for hanchan in result.differences] == [(2, 1)]


def test_a_deposit_that_staff_must_add_is_named_with_the_sticks() -> None:
    event = Event("reach", withdrawn_call="deposit")
    event.sheet(1, (25000, 25000, 25000, 25000))
    _book(event, "withdrawn-call", "2", "ledger", call="pon", shown=False)

    result = _standings(event)

    assert _rows(event)["2"].raw == _rows(event)["1"].raw - 1000
    assert (result.check.points, result.check.sticks) == (0, -1000)


def test_results_without_raw_scores_count_as_they_were_published() -> None:
    event = Event("ema-2025")
    published = tuple(
        PlayerResult(round=3, number=n, result=r)
        for n, r in zip("1234", (50000, 10000, -15000, -45000), strict=True)
    )
    event.add("results", ResultsEntered(results=published), Place())

    result = _standings(event)

    assert [row.total for row in result.rows] == [50000, 10000, -15000, -45000]
    assert result.check.points == 0
    assert result.after_round == 3


def test_a_seated_table_without_a_sheet_is_open() -> None:
    event = Event("ema-2025")
    event.sheet(1, (30000, 30000, 30000, 30000))

    assert _standings(event).open_tables == ((2, 1),)
    assert _standings(event, after=1).open_tables == ()


def test_numbers_sort_as_people_count() -> None:
    assert sorted(["10", "9", "A2", "A10"], key=natural) == ["A2", "A10", "9", "10"]
