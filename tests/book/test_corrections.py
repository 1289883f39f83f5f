"""Void, amend, appeal, decide, confirm, finalise: entries that speak of entries."""

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.chains import root, standing, story
from ledger.core.contents import (
    Amended,
    AppealDecided,
    Departure,
    IncidentRuled,
    LateAdjusted,
    Sheet,
    SheetEntered,
    StaffAdded,
)
from ledger.core.desk import Draft, rule
from ledger.core.event import Entry, Place, Signature
from ledger.core.roles import Role
from ledger.core.standings import standings
from ledger.core.terms import Class
from ledger.errors import BookError, IncidentError, RulingChanged
from tests.book import samples

Signatures = Iterator[Signature]
TABLE = Place(round=1, table=1)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a server's event is copied to where one works


def class_of(entry: Entry) -> Class:
    content = entry.effective
    assert isinstance(content, IncidentRuled)
    return content.class_


def totals(book: Book) -> dict[str, int]:
    found = standings(book.state(), book.rules)
    return {row.number: row.total for row in found.rows}


# Amend ----------------------------------------------------------------------------


def test_an_amended_sheet_counts_in_place_of_the_first(
    book: Book, sign: Signatures
) -> None:
    first = book.add(samples.sheet(), TABLE, next(sign))
    other = Sheet(raw=(19000, 41000, 29000, 31000))
    entry = book.amend(first.number, "two swapped", other, next(sign))
    assert entry.place == TABLE
    assert entry.content == Amended(
        target=first.number, reason="two swapped", content=SheetEntered(sheet=other)
    )
    state = book.state()
    assert state.sheets == {(1, 1): entry}
    assert state.voids == {first.number: entry.number}
    assert state.sheet((1, 1)) == other


def test_an_amended_ruling_is_judged_anew(book: Book, sign: Signatures) -> None:
    first = book.record(samples.wrong_count("2"), next(sign))
    other = samples.furiten_ron("3", note="it was West")
    entry = book.amend(first.number, "wrong player", other, next(sign))
    state = book.state()
    assert class_of(entry) is Class.CHOMBO
    assert list(state.incidents) == [entry.number]
    assert state.incidents_by_player == {"2": [], "3": [entry.number]}
    assert totals(book)["3"] == -20000


def test_an_amended_ruling_has_the_history_of_the_one_it_replaces(
    book: Book, sign: Signatures
) -> None:
    """The second fault is a chombo; mending the first must not make it the third."""
    first = book.record(samples.wrong_count(), next(sign))
    second = book.record(samples.wrong_count(), next(sign))
    assert [class_of(first), class_of(second)] == [Class.DEAD_HAND, Class.CHOMBO]
    draft = replace(samples.wrong_count(), note="thirteen after all")
    mended = book.amend(first.number, "note", draft, next(sign))
    assert class_of(mended) is Class.DEAD_HAND
    again = book.amend(mended.number, "note", draft, next(sign))
    assert class_of(again) is Class.DEAD_HAND
    other = book.amend(second.number, "note", draft, next(sign))
    assert class_of(other) is Class.CHOMBO
    assert root(book.state(), again.number) == first.number


def test_an_amendment_that_others_have_overtaken_is_refused(
    book: Book, location: str, sign: Signatures
) -> None:
    first = book.record(samples.wrong_count("3"), next(sign))
    target = book.record(samples.wrong_count("2"), next(sign))
    draft = samples.wrong_count("3")
    shown = rule(book.state(), book.rules, draft, target.number).fingerprint
    with Book.open(location) as other:
        other.void(first.number, "nothing happened", replace(next(sign)))
    with pytest.raises(RulingChanged, match="look again"):
        book.amend(target.number, "wrong player", draft, next(sign), shown=shown)
    assert target.number in book.state().incidents


def test_pressing_twice_amends_once(book: Book, sign: Signatures) -> None:
    first = book.record(samples.wrong_count(), next(sign))
    by = next(sign)
    draft = samples.furiten_ron()
    entry = book.amend(first.number, "it was a ron", draft, by)
    assert book.amend(first.number, "it was a ron", draft, by) == entry
    with pytest.raises(BookError, match="holds something else"):
        book.amend(first.number, "it was a tsumo", draft, by)
    with pytest.raises(BookError, match="holds something else"):
        book.amend(first.number, "it was a ron", samples.furiten_ron("3"), by)


@pytest.mark.parametrize(
    ("number", "instead", "reason", "fault"),
    [
        (5, samples.sheet().sheet, " ", "the reason of an amendment is empty"),
        (77, samples.sheet().sheet, "x", "entry 77 does not exist, the last is 6"),
        (77, samples.furiten_ron(), "x", "entry 77 does not exist, the last is 6"),
        (
            6,
            samples.sheet().sheet,
            "x",
            "entry 6 is a ruling and is amended only by",
        ),
        (
            5,
            samples.furiten_ron(),
            "x",
            "entry 5 is a sheet and is amended only by another",
        ),
        (3, samples.sheet().sheet, "x", r"entry 3 \(players\) cannot be voided"),
    ],
)
def test_what_cannot_be_amended(
    book: Book,
    sign: Signatures,
    number: int,
    instead: Sheet | Draft,
    reason: str,
    fault: str,
) -> None:
    book.add(samples.sheet(), TABLE, next(sign))
    book.record(samples.furiten_ron(), next(sign))
    with pytest.raises(BookError, match=fault):
        book.amend(number, reason, instead, next(sign))
    assert book.state().head == 6


def test_an_amendment_that_asks_is_not_booked(book: Book, sign: Signatures) -> None:
    first = book.record(samples.furiten_ron(), next(sign))
    incident = replace(
        samples.furiten_ron().incidents[0], situation="changed-call", facts={}
    )
    draft = replace(samples.furiten_ron(), incidents=(incident,))
    with pytest.raises(IncidentError, match="has to be answered first"):
        book.amend(first.number, "x", draft, next(sign))
    own = replace(draft, departure=Departure(class_=Class.WARNING), note="my own")
    assert class_of(book.amend(first.number, "x", own, next(sign))) is Class.WARNING


# Appeal and decide ----------------------------------------------------------------


@pytest.fixture
def appealed(book: Book, sign: Signatures) -> int:
    """Book a chombo of player 2 as entry 5 and the appeal as entry 6."""
    ruling = book.record(samples.furiten_ron(), next(sign))
    entry = book.appeal(ruling.number, "2", "the tile was not mine", next(sign))
    assert entry.place == samples.TABLE
    return entry.number


def test_a_dismissed_appeal_leaves_the_ruling(
    book: Book, sign: Signatures, appealed: int
) -> None:
    before = totals(book)
    entry = book.decide(appealed, "dismissed", "seen by two", next(sign))
    state = book.state()
    assert state.decisions == {appealed: entry.number}
    assert state.voids == {}
    assert totals(book) == before
    assert entry.effective is None


def test_an_upheld_appeal_takes_the_ruling_back(
    book: Book, sign: Signatures, appealed: int
) -> None:
    entry = book.decide(appealed, "upheld", "the video", next(sign))
    assert book.state().voids == {5: entry.number}
    assert totals(book) == dict.fromkeys("12345678", 0)


def test_a_changed_ruling_takes_the_place_of_the_first(
    book: Book, sign: Signatures, appealed: int
) -> None:
    draft = samples.wrong_count("2")
    entry = book.decide(appealed, draft, "twelve tiles, no ron", next(sign))
    content = entry.content
    assert isinstance(content, AppealDecided)
    assert content.decision == "changed"
    assert class_of(entry) is Class.DEAD_HAND
    assert list(book.state().incidents) == [entry.number]
    again = book.amend(entry.number, "a note", draft, next(sign))
    state = book.state()
    assert story(state, 5) == (5, 6, 7, 8)
    assert {story(state, number) for number in range(5, 9)} == {(5, 6, 7, 8)}
    assert root(state, again.number) == 5
    assert standing(state, 5) == again
    book.void(again.number, "nothing at all", next(sign))
    assert standing(book.state(), 5) is None
    assert story(book.state(), 9) == (5, 6, 7, 8, 9)


def test_an_entry_alone_is_a_story_of_one(book: Book) -> None:
    assert [story(book.state(), n) for n in (1, 3)] == [(1,), (3,)]


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        (lambda b, by: b.appeal(5, "2", "again", by), "5 is under appeal already"),
        (lambda b, by: b.appeal(3, "2", "x", by), r"3 \(players\) is no ruling"),
        (lambda b, by: b.appeal(9, "2", "x", by), "entry 9 does not exist"),
        (lambda b, by: b.appeal(5, " ", "x", by), "who appeals is empty"),
        (lambda b, by: b.appeal(5, "2", "", by), "the reason of the appeal is empty"),
        (lambda b, by: b.decide(5, "upheld", "x", by), r"5 \(incident\) is no appeal"),
        (lambda b, by: b.decide(6, "upheld", "", by), "of the decision is empty"),
        (lambda b, by: b.decide(5, samples.furiten_ron(), "x", by), "is no appeal"),
        (lambda b, by: b.decide(9, samples.furiten_ron(), "x", by), "does not exist"),
        (lambda b, by: b.confirm(5, by), "does not wait for a confirmation"),
        (lambda b, by: b.confirm(6, by), r"6 \(appeal\) is no ruling to confirm"),
        (lambda b, by: b.finalise("", by).entry, "appeal 6 is not decided yet"),
    ],
)
def test_what_is_said_out_of_turn_is_refused(
    book: Book,
    sign: Signatures,
    appealed: int,
    act: Callable[[Book, Signature], Entry],
    fault: str,
) -> None:
    with pytest.raises(BookError, match=fault):
        act(book, next(sign))
    assert book.state().head == appealed


def test_an_appeal_is_decided_once(book: Book, sign: Signatures, appealed: int) -> None:
    book.decide(appealed, "dismissed", "no", next(sign))
    for verdict in ("upheld", "dismissed", samples.wrong_count()):
        with pytest.raises(BookError, match="appeal 6 is decided already, entry 7"):
            book.decide(appealed, verdict, "again", next(sign))


# Confirm, finalise, late ----------------------------------------------------------


def test_a_pending_ruling_counts_when_it_is_confirmed(
    book: Book, sign: Signatures
) -> None:
    entry = book.record(replace(samples.furiten_ron(), pending=True), next(sign))
    assert totals(book)["2"] == 0
    with pytest.raises(BookError, match="ruling 5 waits for its confirmation"):
        book.finalise("", next(sign))
    book.confirm(entry.number, next(sign))
    assert totals(book)["2"] == -20000
    with pytest.raises(BookError, match="does not wait"):
        book.confirm(entry.number, next(sign))
    assert story(book.state(), entry.number) == (5, 6)


def test_after_the_end_everything_is_a_late_adjustment(
    book: Book, sign: Signatures
) -> None:
    ruling = book.record(samples.furiten_ron(), next(sign))
    closed = book.finalise("signed by all", next(sign)).entry
    assert book.state().finalised == closed.number
    acts: list[Callable[[str | None], Entry]] = [
        lambda late: book.add(samples.sheet(), TABLE, next(sign), late),
        lambda late: book.record(samples.furiten_ron("3"), next(sign), late=late),
        lambda late: book.amend(
            ruling.number, "x", samples.wrong_count(), next(sign), late=late
        ),
        lambda late: book.appeal(9, "2", "x", next(sign), late),
        lambda late: book.decide(10, "upheld", "x", next(sign), late=late),
        lambda late: book.void(7, "x", next(sign), late),
    ]
    for act in acts:
        with pytest.raises(BookError, match="is a late adjustment and needs a reason"):
            act(None)
        with pytest.raises(BookError, match="reason of a late adjustment is empty"):
            act(" ")
        entry = act("the committee")
        assert isinstance(entry.content, LateAdjusted)
        assert entry.content.reason == "the committee"
    assert book.state().voids == {5: 9, 9: 11, 7: 12}
    assert totals(book)["3"] == -20000
    with pytest.raises(BookError, match="is finalised already"):
        book.add(closed.content, Place(), next(sign), "again")
    assert book.set_pin("Mori", samples.PIN.hash, next(sign)).kind == "pin"


def test_a_finalised_event_is_copied_and_the_copy_is_whole(
    book: Book, sign: Signatures, tmp_path: Path
) -> None:
    is_file = "://" not in book.location
    closing = book.finalise("", next(sign))
    assert closing.backup is not None
    assert closing.fault == ""
    assert closing.backup.name == ("event.final.db" if is_file else "spring.final.db")
    assert closing.backup.resolve().parent == tmp_path
    with Book.open(closing.backup) as copy:
        assert copy.verify() == []
        assert copy.state().head_hash == closing.entry.hash


def test_a_copy_that_fails_does_not_undo_the_end(
    book: Book, sign: Signatures, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Book, path: Path) -> None:
        raise BookError(f"{path}: the disk is full")

    monkeypatch.setattr(Book, "backup", full)
    closing = book.finalise("", next(sign))
    assert closing.backup is None
    assert closing.fault.endswith(".final.db: the disk is full")
    assert book.state().finalised == closing.entry.number


def test_nothing_is_late_before_the_end(book: Book, sign: Signatures) -> None:
    with pytest.raises(BookError, match="the event is not finalised"):
        book.record(samples.furiten_ron(), next(sign), late="x")


# Who may --------------------------------------------------------------------------


@pytest.fixture
def staffed(book: Book, sign: Signatures) -> Book:
    """Give the event one person of each role; from now on roles count."""
    book.record(samples.furiten_ron(), next(sign))  # 5
    book.record(replace(samples.furiten_ron("3"), pending=True), next(sign))  # 6
    book.appeal(5, "2", "x", next(sign))  # 7
    for role in (*reversed(Role),):
        by = replace(next(sign), staff="organiser" if "organiser" in book.state().staff
                     else "Mori")  # fmt: skip
        book.add(StaffAdded(name=role.value, role=role.value), Place(), by)
    return book


WRITING: list[tuple[str, Callable[[Book, Signature], Entry], Role]] = [
    ("sheet", lambda b, by: b.add(samples.sheet(), TABLE, by), Role.SCORER),
    ("appeal", lambda b, by: b.appeal(6, "3", "x", by), Role.SCORER),
    ("record", lambda b, by: b.record(samples.furiten_ron("4"), by), Role.REFEREE),
    ("void", lambda b, by: b.void(5, "x", by), Role.REFEREE),
    (
        "amend",
        lambda b, by: b.amend(5, "x", samples.wrong_count(), by),
        Role.REFEREE,
    ),
    ("confirm", lambda b, by: b.confirm(6, by), Role.HEAD_REFEREE),
    ("decide", lambda b, by: b.decide(7, "upheld", "x", by), Role.HEAD_REFEREE),
    (
        "ruleset",
        lambda b, by: b.add(samples.ruleset_changed(), Place(), by),
        Role.ORGANISER,
    ),
    (
        "staff",
        lambda b, by: b.add(StaffAdded(name="Kim"), Place(), by),
        Role.ORGANISER,
    ),
    (
        "pin of another",
        lambda b, by: b.set_pin("Mori", samples.PIN.hash, by),
        Role.ORGANISER,
    ),
]


@pytest.mark.parametrize(("act", "least"), [w[1:] for w in WRITING],
                         ids=[w[0] for w in WRITING])  # fmt: skip
def test_each_writing_call_asks_for_the_role(
    staffed: Book,
    sign: Signatures,
    act: Callable[[Book, Signature], Entry],
    least: Role,
) -> None:
    """Whoever calls the book directly, past every screen, meets the same table."""
    head = staffed.state().head
    for role in Role:
        if role is least:
            break
        with pytest.raises(BookError, match=f"{role} is {role} and may not"):
            act(staffed, replace(next(sign), staff=role.value))
    with pytest.raises(BookError, match="'Nobody' is not on the staff"):
        act(staffed, replace(next(sign), staff="Nobody"))
    with pytest.raises(BookError, match="'' is not on the staff"):
        act(staffed, replace(next(sign), staff=""))
    assert staffed.state().head == head
    assert act(staffed, replace(next(sign), staff=least.value)).number == head + 1


def test_a_viewer_writes_nothing_in_bulk_or_late_either(
    staffed: Book, sign: Signatures
) -> None:
    head = staffed.state().head
    by = replace(next(sign), staff="viewer")
    good = replace(next(sign), staff="referee")
    with pytest.raises(BookError, match="viewer is viewer and may not score"):
        staffed.add_all([(samples.furiten_ron(), Place(), good),
                         (samples.sheet(), TABLE, by)])  # fmt: skip
    with pytest.raises(BookError, match="may not finalise"):
        staffed.record(samples.furiten_ron(), by, late="x")
    assert staffed.state().head == head
    assert staffed.set_pin("viewer", samples.PIN.hash, by).number == head + 1


# Two terminals --------------------------------------------------------------------


def void_it(location: str, name: str, told: "multiprocessing.SimpleQueue[str]") -> None:
    with Book.open(location) as book:
        by = replace(next(samples.signatures(f"{name}-")), staff=name)
        try:
            told.put(str(book.void(5, f"by {name}", by).number))
        except BookError as error:
            told.put(str(error))


def test_two_terminals_void_the_same_entry(
    book: Book, location: str, sign: Signatures
) -> None:
    book.record(samples.furiten_ron(), next(sign))
    told: multiprocessing.SimpleQueue[str] = multiprocessing.SimpleQueue()
    both = [threading.Thread(target=void_it, args=(location, n, told)) for n in "ab"]
    for each in both:
        each.start()
    for each in both:
        each.join()
    answers = sorted([told.get(), told.get()])
    assert answers == ["6", "entry 5 is void already, by entry 6"]
    assert book.state().head == 6
