"""Players over all hanchan: totals, ranks, what is settled where, and the check."""

from ledger.core.contents import (
    Confirmed,
    DivisionSet,
    Explained,
    Player,
    PlayerResult,
    PlayersAdded,
    ResultsEntered,
    Settled,
    StatusChanged,
    TeamFined,
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


def _result(event: Event, round_: int, *results: int) -> None:
    published = tuple(
        PlayerResult(round=round_, number=n, result=r)
        for n, r in zip("1234", results, strict=True)
    )
    event.add("results", ResultsEntered(results=published), Place(round=round_))


def test_a_pending_ruling_counts_once_it_is_confirmed() -> None:
    event = Event("ema-2025")
    late = DraftIncident(offender="2", situation="late", facts={"seconds": 61})
    event.book(Draft(place=TABLE, incidents=(late,), pending=True))
    waiting = _standings(event)
    event.add("confirm", Confirmed(target=event.state.head), TABLE)
    confirmed = _standings(event)

    assert [row.penalties for row in waiting.rows] == [0, 0, 0, 0]
    assert waiting.pending == 1
    assert (_rows(event)["2"].penalties, confirmed.pending) == (-2000, 0)


def test_who_withdraws_or_is_disqualified_keeps_the_games_and_has_no_rank() -> None:
    event = Event("ema-2025")
    event.sheet(1, (40000, 32000, 28000, 20000))
    for number, status in (("1", "withdrawn"), ("2", "disqualified")):
        changed = StatusChanged(player=number, status=status, reason="told")  # type: ignore[arg-type]
        event.add("status", changed, Place())

    rows = _standings(event).rows

    assert [(row.number, row.rank, row.total) for row in rows] == [
        ("3", 1, -7000), ("4", 2, -25000), ("1", None, 25000), ("2", None, 7000),
    ]  # fmt: skip
    assert _standings(event).check.points == 0


def test_a_player_who_is_back_is_ranked_again() -> None:
    event = Event("ema-2025")
    event.sheet(1, (40000, 32000, 28000, 20000))
    for status in ("withdrawn", "ok"):
        changed = StatusChanged(player="1", status=status, reason="ill")
        event.add("status", changed, Place())

    assert [row.rank for row in _standings(event).rows] == [1, 2, 3, 4]


def test_the_disqualified_stand_last_where_the_edition_ranks_them() -> None:
    """EMA 2016 5.8."""
    event = Event("ema-2016")
    event.sheet(1, (40000, 32000, 28000, 20000))
    changed = StatusChanged(player="1", status="disqualified", reason="cheated")
    event.add("status", changed, Place())

    assert [(r.number, r.rank) for r in _standings(event).rows] == [
        ("2", 1), ("3", 2), ("4", 3), ("1", 4),
    ]  # fmt: skip


def test_tie_breakers_tell_equal_totals_apart_where_the_event_wants_them() -> None:
    """WRC 2025 5: most first places, fewest fourth places, highest hanchan."""
    shared, told = Event("wrc-2025"), Event("wrc-2025", ranking="recommended")
    for event in (shared, told):
        # 1 and 4 change seats in round 2: 1st and 3rd against two second places.
        event.sheet(1, (45000, 25000, 15000, 35000))
        event.sheet(2, (35000, 50000, 10000, 25000))

    rows = _standings(told).rows

    assert _rows(told)["1"].total == _rows(told)["4"].total == 20000
    assert [(r.number, r.rank) for r in _standings(shared).rows][:2] == [
        ("1", 1), ("4", 1),
    ]  # fmt: skip
    assert [(r.number, r.rank) for r in rows][:2] == [("1", 1), ("4", 2)]


def test_a_cut_ranks_by_division_and_takes_what_it_says() -> None:
    event = Event("ema-2025")
    _result(event, 1, 40001, 20000, -20000, -40001)
    for name, order, carry, players in (
        ("A", 1, "halved", ("3", "4")), ("B", 2, "carried", ("1",)),
        ("C", 3, "reset", ("2",)),
    ):  # fmt: skip
        cut = DivisionSet(
            name=name, order=order, after_round=1, players=players, carry=carry  # type: ignore[arg-type]
        )  # fmt: skip
        event.add("division", cut, Place())

    found = _standings(event)

    assert [(r.number, r.rank, r.division, r.total) for r in found.rows] == [
        ("3", 1, "A", -10000), ("4", 2, "A", -20000),
        ("1", 3, "B", 40001), ("2", 4, "C", 0),
    ]  # fmt: skip
    assert found.check.points == 0
    assert [row.adjusted for row in found.rows] == [10000, 20001, 0, -20000]


def test_teams_have_fines_of_their_own() -> None:
    event = Event("ema-2025")
    team = (Player(number="8", name="P8", team="Reds"),
            Player(number="9", name="P9", team="Reds"))  # fmt: skip
    event.add("players", PlayersAdded(players=team), Place())
    results = tuple(
        PlayerResult(round=1, number=n, result=r) for n, r in (("8", 5000), ("9", 7000))
    )
    event.add("results", ResultsEntered(results=results), Place())
    fine = TeamFined(team="Reds", points=-3000, reason="late line-up")
    event.add("team-fine", fine, Place())

    (row,) = _standings(event).teams

    assert (row.points, row.fines, row.total) == (12000, -3000, 9000)


def test_a_difference_is_named_until_an_entry_accounts_for_it() -> None:
    event = Event("ema-2025")
    event.sheet(1, (40000, 30000, 29000, 20000))
    first = _standings(event)
    found = Explained(points=600, reason="a stick under the table")
    event.add("explain", found, Place(round=1, table=1))
    second = _standings(event)
    rest = Explained(points=400, reason="and four small ones")
    event.add("explain", rest, Place(round=1, table=1))
    third = _standings(event)

    assert [len(each.differences) for each in (first, second, third)] == [1, 1, 0]
    assert second.differences[0].unexplained == 400
    assert [each.check.unexplained for each in (first, second, third)] == [
        -1000, -400, 0,
    ]  # fmt: skip
    assert third.check.explained == -1000
    assert third.check.points == 0


def test_numbers_sort_as_people_count() -> None:
    assert sorted(["10", "9", "A2", "A10"], key=natural) == ["A2", "A10", "9", "10"]
