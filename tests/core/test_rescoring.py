"""An event held against other rules, and rulings turned back into drafts."""

from dataclasses import replace

import pytest

from ledger.core.contents import (
    Account,
    Confirmed,
    Departure,
    IncidentRuled,
    Posting,
    Reseated,
    Sheet,
    SheetEntered,
)
from ledger.core.desk import Draft, DraftIncident, rule
from ledger.core.event import Entry, Place
from ledger.core.redrafting import draft_of
from ledger.core.rescoring import Rescored, judged_anew, rescored
from ledger.core.rules import rules
from ledger.core.terms import Class, Stage
from ledger.core.wishes import AmendRuling
from tests.core.journals import EDITIONS, Journal, journals

HAND = Place(round=1, table=1, hand="E1", honba=0)
TABLE = Place(round=1, table=1)


def chombo(offender: str = "2", **changes: object) -> Draft:
    fault = DraftIncident(
        offender=offender, situation="furiten-ron", facts={"shown": True, "by": "ron"}
    )
    return replace(Draft(place=HAND, incidents=(fault,)), **changes)  # type: ignore[arg-type]


def ruling_of(entry: Entry) -> IncidentRuled:
    content = entry.effective
    assert isinstance(content, IncidentRuled)
    return content


def held_against(journal: Journal, edition: str) -> Rescored:
    return rescored(journal.state, journal.rules, rules(edition))


def even(journal: Journal) -> None:
    start = journal.rules.ruleset.scoring.start
    journal.write(SheetEntered(sheet=Sheet(raw=(start,) * 4)), TABLE)


# The same rules -------------------------------------------------------------------


def test_under_its_own_rules_every_ruling_comes_out_as_it_was_booked() -> None:
    """Departures, amended and changed rulings, moved seats and history included."""
    seen = 0
    for journal in journals(120):
        anew = judged_anew(journal.state, journal.rules)
        assert anew.undecided == {}
        for number, other in anew.rulings.items():
            assert other == ruling_of(journal.state.entries[number - 1])
            seen += 1
        found = rescored(journal.state, journal.rules, journal.rules)
        assert found == Rescored(rulings=(), totals=())
    assert seen > 150


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_journal_can_be_held_against_any_edition(edition: str) -> None:
    for journal in journals(len(EDITIONS) * 2):
        found = rescored(journal.state, journal.rules, rules(edition))
        for each in found.rulings:
            assert (each.other is None) == bool(each.why)
            assert each.entry in journal.state.incidents


# Other rules ----------------------------------------------------------------------


def test_a_fine_after_uma_becomes_a_payment_at_the_table() -> None:
    journal = Journal("ema-2025")
    entry = journal.write(chombo(), HAND)
    even(journal)
    found = held_against(journal, "riichi-wiki")
    (ruling,) = found.rulings
    assert ruling.entry == entry.number
    assert ruling.other is not None
    moved = {p.player: p.points for p in ruling.other.postings if p.player}
    assert moved == {"1": 4000, "2": -8000, "3": 2000, "4": 2000}
    totals = {total.player: total for total in found.totals}
    # 30,000 on the sheet, return 30,000: riichi-wiki shares its uma and oka, so only
    # the fine is left as booked; judged anew player 2 is last, the others share.
    assert totals["2"].now == -20000
    assert totals["2"].as_booked == -20000 + 5000
    assert totals["2"].judged_anew == -8000 - 15000


def test_sticks_that_were_moved_stay_in_the_sheet() -> None:
    """Under the other edition the payment goes back and the fine comes instead."""
    journal = Journal("riichi-wiki")
    journal.write(chombo(), HAND)
    paid = Sheet(raw=(29000, 17000, 27000, 27000))
    journal.write(SheetEntered(sheet=paid), TABLE)
    anew = judged_anew(journal.state, rules("ema-2025"))
    (ruled,) = (ruling_of(entry) for entry, _ in anew.state.rulings())
    at_table = [p for p in ruled.postings if p.stage is Stage.TABLE]
    assert sum(p.points for p in at_table if p.player == "2") == 0
    assert {(p.points, p.settled) for p in at_table if p.player == "2"} == {
        (-8000, "table"),
        (8000, "ledger"),
    }
    assert (
        Posting(
            account=Account.PLAYER,
            player="2",
            points=-20000,
            stage=Stage.AFTER_UMA,
            settled="ledger",
        )
        in ruled.postings
    )


def test_what_the_other_rules_leave_open_is_named_and_kept() -> None:
    journal = Journal("ema-2025")
    fault = DraftIncident(offender="2", situation="early-draw", facts={"seen": True,
                          "mixed": True, "restored": False})  # fmt: skip
    journal.write(Draft(place=HAND, incidents=(fault,)), HAND)
    (ruling,) = held_against(journal, "reach").rulings
    assert ruling.other is None
    assert ruling.why.startswith("outcome: ")
    assert ruling.booked == ruling_of(journal.state.entries[ruling.entry - 1])


def test_what_the_referee_ruled_on_his_own_stays_his() -> None:
    journal = Journal("ema-2025")
    own = Departure(class_=Class.WARNING, tournament={"2": -1000})
    journal.write(chombo(departure=own, note="a child"), HAND)
    for edition in ("riichi-wiki", "m-league", "reach"):
        assert held_against(journal, edition).rulings == ()


def test_history_is_that_of_the_other_rules() -> None:
    """WRC: the second exposed tile is fined; where none is a warning, none counts."""
    journal = Journal("wrc-2025")
    fault = DraftIncident(
        offender="2", situation="exposed-tiles", facts={"count": 1, "whose": "wall"}
    )
    for _ in range(2):
        journal.write(Draft(place=HAND, incidents=(fault,)), HAND)
    classes = [ruling_of(entry).class_ for entry, _ in journal.state.rulings()]
    assert classes == [Class.WARNING, Class.POINT_PENALTY]
    anew = judged_anew(journal.state, rules("wrc-2025"))
    assert [each.class_ for each in anew.rulings.values()] == classes


def test_taken_back_rulings_are_not_told() -> None:
    journal = Journal("ema-2025")
    first = journal.write(chombo(), HAND)
    journal.write(
        AmendRuling(target=first.number, reason="it was East", draft=chombo("1")), HAND
    )
    found = held_against(journal, "riichi-wiki").rulings
    assert [each.entry for each in found] == [first.number + 1]


# Back to a draft ------------------------------------------------------------------


def test_a_redrafted_ruling_names_who_bears_it_now() -> None:
    journal = Journal("ema-2025")
    entry = journal.write(chombo("2", riichi=("3",)), HAND)
    moved = Reseated(players=("1", "3", "2", "4"), reason="as they sat")
    journal.write(moved, TABLE)
    draft = draft_of(journal.state, entry)
    assert draft.incidents[0].offender == "3"
    assert draft.riichi == ("2",)
    assert draft.at == entry.signature.at


def test_a_confirmed_ruling_waits_no_longer_when_it_is_redrafted() -> None:
    journal = Journal("ema-2025")
    entry = journal.write(chombo(pending=True), HAND)
    assert draft_of(journal.state, entry).pending
    journal.write(Confirmed(target=entry.number), HAND)
    assert not draft_of(journal.state, entry).pending


def test_a_part_that_was_as_suggested_follows_new_facts() -> None:
    """Only what the referee ruled otherwise is kept when the facts are mended."""
    journal = Journal("ema-2025")
    own = Departure(hand="continue")
    entry = journal.write(chombo(departure=own, note="nobody stopped"), HAND)
    draft = draft_of(journal.state, entry)
    assert draft.departure == own
    hidden = replace(draft.incidents[0], facts={"shown": False, "by": "ron"})
    ruled = rule(
        journal.state, journal.rules, replace(draft, incidents=(hidden,)), entry.number
    ).content
    assert ruled is not None
    assert ruled.class_ is not Class.CHOMBO
