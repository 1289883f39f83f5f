"""What a screen can do with a book, on a real file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from ledger.book import Book
from ledger.core.contents import (
    Content,
    Created,
    IncidentRuled,
    Player,
    PlayersAdded,
    SheetEntered,
    StaffAdded,
    Voided,
)
from ledger.core.desk import DraftIncident, rule
from ledger.core.event import Place, Signature
from ledger.core.rules import rules
from ledger.core.terms import Class
from ledger.errors import (
    BookDamaged,
    BookError,
    IncidentError,
    LedgerError,
    RulesetError,
    RulingChanged,
)
from tests.book import samples

Signatures = Iterator[Signature]


def class_of(content: Content) -> Class:
    assert isinstance(content, IncidentRuled)
    return content.class_


# Creating -------------------------------------------------------------------------


def test_a_new_event_pins_its_ruleset(tmp_path: Path, sign: Signatures) -> None:
    by = next(sign)
    with Book.create(
        tmp_path / "new event.db",
        name="林杯 'Spring'",
        ruleset=str(samples.HOUSE),
        options={"chombo": "mangan"},
        rounds=5,
        by=by,
    ) as book:
        state = book.state()
        (first,) = state.entries
        assert first.number == 1
        assert first.signature == by
        assert first.previous_hash == ""
        created = first.content
        assert isinstance(created, Created)
        assert (created.name, created.ruleset, created.rounds) == (
            "林杯 'Spring'",
            "house",
            5,
        )
        assert book.rules.options == {"chombo": "mangan"}
        assert book.rules.digest == created.digest
        assert book.verify() == []
        assert book.check() == []
    assert [file.name for file in tmp_path.iterdir()] == ["new event.db"]


def test_the_pinned_rules_hold_even_if_the_file_changes(
    tmp_path: Path, sign: Signatures
) -> None:
    house = tmp_path / "house.toml"
    house.write_text(samples.HOUSE.read_text("utf-8"), "utf-8")
    path = tmp_path / "event.db"
    Book.create(path, name="Spring", ruleset=str(house), by=next(sign)).close()
    house.write_text("nonsense")
    with Book.open(path) as book:
        assert book.rules.digest == rules(str(samples.HOUSE)).digest


@pytest.mark.parametrize("name", ["", "  "])
def test_an_event_needs_a_name(tmp_path: Path, sign: Signatures, name: str) -> None:
    with pytest.raises(BookError, match="the event's name is empty"):
        Book.create(
            tmp_path / "x.db", name=name, ruleset=str(samples.HOUSE), by=next(sign)
        )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("ruleset", "options", "fault"),
    [
        ("no-such", None, "ruleset 'no-such': unknown"),
        (str(samples.HOUSE), {"venue": "hall"}, "options.venue: unknown option"),
        (str(samples.HOUSE), {"chombo": "death"}, "is not one of: fine, mangan"),
    ],
)
def test_an_unknown_ruleset_makes_no_file(
    tmp_path: Path,
    sign: Signatures,
    ruleset: str,
    options: dict[str, str] | None,
    fault: str,
) -> None:
    with pytest.raises(RulesetError, match=fault):
        Book.create(
            tmp_path / "x.db", name="x", ruleset=ruleset, options=options, by=next(sign)
        )
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_never_replaced(path: Path, sign: Signatures) -> None:
    before = path.read_bytes()
    with pytest.raises(BookError, match="is there already"):
        Book.create(path, name="x", ruleset=str(samples.HOUSE), by=next(sign))
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_is_no_event(name: str) -> None:
    with pytest.raises(BookError, match="empty name, expected a file or a URL"):
        Book.open(name)


def test_a_url_opens_the_same_book(path: Path) -> None:
    with Book.open(f"sqlite:///{path}") as book:
        assert book.state().head == 4


# Recording ------------------------------------------------------------------------


def test_an_incident_is_judged_booked_and_read_back(
    book: Book, location: str, sign: Signatures
) -> None:
    draft = samples.furiten_ron(note="seen by all")
    shown = rule(book.state(), book.rules, draft)
    by = next(sign)
    entry = book.record(draft, by, shown.fingerprint)
    assert entry.number == 5
    assert entry.kind == "incident"
    assert entry.signature == by
    assert entry.place == samples.TABLE
    assert entry.content == shown.content
    assert class_of(entry.content) is Class.CHOMBO
    assert book.state().entries[-1] == entry
    with Book.open(location) as other:
        assert other.state().entries == book.state().entries


def test_recording_needs_no_look_at_the_state_before(
    location: str, sign: Signatures
) -> None:
    with Book.open(location) as book:
        assert book.record(samples.furiten_ron(), next(sign)).number == 5


def test_the_second_time_is_ruled_otherwise(book: Book, sign: Signatures) -> None:
    first = book.record(samples.wrong_count(), next(sign))
    second = book.record(samples.wrong_count(), next(sign))
    other = book.record(samples.wrong_count("3"), next(sign))
    found = [class_of(entry.content) for entry in (first, second, other)]
    assert found == [Class.DEAD_HAND, Class.CHOMBO, Class.DEAD_HAND]


def test_a_voided_ruling_no_longer_counts_as_the_first(
    book: Book, sign: Signatures
) -> None:
    first = book.record(samples.wrong_count(), next(sign))
    book.void(first.number, "miscounted", next(sign))
    again = book.record(samples.wrong_count(), next(sign))
    assert class_of(again.content) is Class.DEAD_HAND


def test_a_ruling_that_others_have_changed_is_not_booked(
    book: Book, location: str, sign: Signatures
) -> None:
    shown = rule(book.state(), book.rules, samples.wrong_count()).fingerprint
    others = samples.signatures("other-")
    with Book.open(location) as other:
        other.record(samples.furiten_ron("3"), next(others))
        same = book.record(
            samples.wrong_count("4"), next(sign)
        )  # nothing to do with it
        assert same.number == 6
        other.record(samples.wrong_count(), next(others))
    with pytest.raises(RulingChanged, match="look again"):
        book.record(samples.wrong_count(), next(sign), shown)
    assert book.state().head == 7
    now = rule(book.state(), book.rules, samples.wrong_count()).fingerprint
    assert now != shown
    assert book.record(samples.wrong_count(), next(sign), now).number == 8


@pytest.mark.parametrize(
    ("situation", "fault"),
    [
        ("changed-call", "outcome: has to be answered first: the house rules do not"),
        ("tile-contact", "situation 'tile-contact': unknown"),
    ],
)
def test_a_question_is_not_booked(
    book: Book, sign: Signatures, situation: str, fault: str
) -> None:
    incident = DraftIncident(offender="2", situation=situation)
    draft = replace(samples.furiten_ron(), incidents=(incident,))
    with pytest.raises(IncidentError, match=fault):
        book.record(draft, next(sign))
    assert book.state().head == 4
    answered = replace(incident, choice={"outcome": "nothing"})
    if situation == "changed-call":
        entry = book.record(replace(draft, incidents=(answered,)), next(sign))
        assert class_of(entry.content) is Class.NONE


@pytest.mark.parametrize("offender", ["99", "5"])
def test_an_offender_who_is_not_at_the_table_is_refused(
    book: Book, sign: Signatures, offender: str
) -> None:
    with pytest.raises(IncidentError, match="offender"):
        book.record(samples.furiten_ron(offender), next(sign))
    assert book.state().head == 4


# Pressed twice --------------------------------------------------------------------


def test_pressing_twice_books_once(book: Book, sign: Signatures) -> None:
    """The second time the fault would be ruled as a repetition of itself."""
    by = next(sign)
    shown = rule(book.state(), book.rules, samples.wrong_count()).fingerprint
    first = book.record(samples.wrong_count(), by, shown)
    later = replace(by, at=by.at + timedelta(seconds=1))
    assert book.record(samples.wrong_count(), later, shown) == first
    assert book.state().head == 5
    book.record(samples.furiten_ron("3"), next(sign))
    book.void(first.number, "wrong", next(sign))
    assert book.record(samples.wrong_count(), by) == first
    assert book.state().head == 7


def test_pressing_twice_at_another_connection_books_once(
    book: Book, location: str, sign: Signatures
) -> None:
    by = next(sign)
    first = book.record(samples.furiten_ron(), by)
    with Book.open(location) as other:
        assert other.record(samples.furiten_ron(), by) == first
        assert other.state().head == 5


def test_every_way_of_adding_books_once(book: Book, sign: Signatures) -> None:
    table, sheet, by = Place(round=1, table=1), samples.sheet(), next(sign)
    first = book.add(sheet, table, by)
    assert book.add(sheet, table, by) == first
    assert book.add_all([(sheet, table, by), (sheet, table, by)]) == [first, first]
    void = next(sign)
    assert book.void(first.number, "typo", void) == book.void(
        first.number, "typo", void
    )
    assert book.state().head == 6


def test_the_same_client_id_with_other_content_is_refused(
    book: Book, sign: Signatures
) -> None:
    by = next(sign)
    book.record(samples.furiten_ron(), by)
    for other in (
        samples.furiten_ron("3"),
        samples.furiten_ron(note="x"),
        replace(samples.furiten_ron(), carried=1000),
        replace(samples.furiten_ron(), place=replace(samples.TABLE, honba=2)),
        samples.wrong_count(),
    ):
        with pytest.raises(BookError, match="'c1' was used for entry 5, which holds"):
            book.record(other, by)
    with pytest.raises(BookError, match="was used for entry 5"):
        book.add(samples.sheet(), Place(round=1, table=1), by)
    assert book.state().head == 5


# Adding ---------------------------------------------------------------------------


def test_what_is_added_is_kept_as_it_is(book: Book) -> None:
    players = book.state().players
    assert [player.name for player in players.values()] == list(samples.NAMES)
    assert tuple(players.values()) == samples.players().players


def test_a_clock_set_back_does_not_break_the_chain(
    book: Book, location: str, sign: Signatures
) -> None:
    early = replace(next(sign), at=samples.NOON - timedelta(days=400))
    late = replace(next(sign), at=samples.NOON + timedelta(days=400))
    again = replace(next(sign), at=early.at)
    for by in (early, late, again):
        book.record(samples.furiten_ron(), by)
    with Book.open(location) as other:
        entries = other.state().entries[4:]
    assert [entry.number for entry in entries] == [5, 6, 7]
    assert [entry.signature.at for entry in entries] == [early.at, late.at, again.at]
    for before, entry in pairwise(entries):
        assert entry.previous_hash == before.hash


def test_what_does_not_fit_is_refused_and_nothing_is_booked(
    book: Book, sign: Signatures
) -> None:
    """The rules of admission have tests of their own; this one is about the book."""
    bad: list[tuple[Content, Place, str]] = [
        (samples.players(), Place(), "player 1 is listed already"),
        (samples.seatings(), Place(), "round 1, table 1: is seated already"),
        (samples.sheet(), Place(round=9, table=1), "round 9, table 1: is not seated"),
        (
            StaffAdded(name="Mori", role="head-referee"),
            Place(),
            "'Mori' is on the staff already",
        ),
        (
            Voided(target=3, reason="x"),
            Place(),
            r"entry 3 \(players\) cannot be voided",
        ),
        (samples.ruled(), Place(round=1, hand="E9"), "'E9' is not a hand"),
        (replace(samples.ruled(), note="\ud83c"), samples.TABLE, "is no character"),
        (replace(samples.ruled(), note="a\0"), samples.TABLE, "NUL"),
    ]
    for content, place, fault in bad:
        with pytest.raises(BookError, match=fault):
            book.add(content, place, next(sign))
    assert book.state().head == 4


def test_a_sheet_that_does_not_add_up_is_taken(book: Book, sign: Signatures) -> None:
    entry = book.add(
        samples.sheet(41000, 19000, 29000, 30000), Place(round=1, table=1), next(sign)
    )
    (found,) = book.check(["sheets"])
    assert found.entry == entry.number
    assert "119,000 of 120,000, 1,000 lacking" in found.message


# Voiding --------------------------------------------------------------------------


def test_a_void_takes_back_and_keeps(
    book: Book, location: str, sign: Signatures
) -> None:
    table = Place(round=1, table=1)
    sheet = book.add(samples.sheet(), table, next(sign))
    void = book.void(sheet.number, "hundreds swapped", next(sign))
    assert void.content == Voided(target=sheet.number, reason="hundreds swapped")
    assert void.place == table
    again = book.add(samples.sheet(30000, 30000, 30000, 30000), table, next(sign))
    with Book.open(location) as other:
        state = other.state()
        assert state.voids == {sheet.number: void.number}
        assert state.sheets == {(1, 1): again}
        assert state.entries[sheet.number - 1].content == samples.sheet()


@pytest.mark.parametrize(
    ("number", "reason", "fault"),
    [
        (5, "", "the reason of a void is empty"),
        (5, " \t", "the reason of a void is empty"),
        (0, "x", "entry 0 does not exist, the last is 7"),
        (-1, "x", "entry -1 does not exist, the last is 7"),
        (8, "x", "entry 8 does not exist, the last is 7"),
        (10**12, "x", "entry 1000000000000 does not exist"),
        (6, "x", "entry 6 is void already, by entry 7"),
        (7, "x", r"entry 7 \(void\) cannot be voided"),
        (1, "x", r"entry 1 \(event\) cannot be voided"),
    ],
)
def test_what_cannot_be_voided(
    book: Book, sign: Signatures, number: int, reason: str, fault: str
) -> None:
    book.record(samples.furiten_ron(), next(sign))
    book.record(samples.furiten_ron(), next(sign))
    book.void(6, "twice", next(sign))
    with pytest.raises(BookError, match=fault):
        book.void(number, reason, next(sign))
    assert book.state().head == 7


def test_recording_and_voiding_leaves_every_total_as_it_was(
    book: Book, sign: Signatures
) -> None:
    state = book.state()
    book.record(samples.wrong_count(), next(sign))
    before = (dict(state.incidents), dict(state.sheets), dict(state.results))
    for draft in (samples.furiten_ron(), samples.wrong_count()):
        entry = book.record(draft, next(sign))
        book.void(entry.number, "undone", next(sign))
    sheet = book.add(samples.sheet(), Place(round=1, table=1), next(sign))
    book.void(sheet.number, "undone", next(sign))
    results = book.add(samples.results(), Place(), next(sign))
    book.void(results.number, "undone", next(sign))
    assert (state.incidents, state.sheets, state.results) == before
    assert state.incidents_by_player == {"2": [5]}


# Many at once ---------------------------------------------------------------------


def everything(sign: Signatures) -> list[tuple[Content, Place, Signature]]:
    tables = [Place(round=r, table=t) for r in (1, 2) for t in (1, 2)]
    return [(samples.sheet(), place, next(sign)) for place in tables]


def test_many_entries_in_one_transaction(
    book: Book, location: str, sign: Signatures
) -> None:
    told: list[int] = []
    items = [*everything(sign), (samples.furiten_ron(), Place(), next(sign))]
    entries = book.add_all(items, told.append)
    assert [entry.number for entry in entries] == [5, 6, 7, 8, 9]
    assert entries[-1].place == samples.TABLE  # a draft knows its place
    assert book.state().entries[4:] == entries
    with Book.open(location) as other:
        assert other.state().entries == book.state().entries


def test_progress_is_told_now_and_then(book: Book, sign: Signatures) -> None:
    told: list[int] = []
    book.add_all(
        (
            (
                PlayersAdded(players=(Player(number=f"x{n}", name="X"),)),
                Place(),
                next(sign),
            )
            for n in range(250)
        ),
        told.append,
    )
    assert told == [100, 200, 250]


def test_later_entries_rest_on_earlier_ones(book: Book, sign: Signatures) -> None:
    first, second = (
        class_of(entry.content)
        for entry in book.add_all(
            (samples.wrong_count(), Place(), next(sign)) for _ in range(2)
        )
    )
    assert (first, second) == (Class.DEAD_HAND, Class.CHOMBO)


def test_one_bad_entry_and_none_is_booked(
    book: Book, location: str, sign: Signatures
) -> None:
    state = book.state()
    bad = (samples.sheet(), Place(round=7, table=1), next(sign))
    with pytest.raises(BookError, match="round 7, table 1: is not seated"):
        book.add_all([*everything(sign), bad])
    with pytest.raises(LedgerError):
        book.add_all(
            [*everything(sign), (samples.furiten_ron("99"), Place(), next(sign))]
        )
    assert state.head == 4
    assert state.sheets == {}
    assert book.state() is state
    with Book.open(location) as other:
        assert other.state().head == 4
    assert len(book.add_all(everything(sign))) == 4


def test_a_failing_source_books_nothing(book: Book, sign: Signatures) -> None:
    def items() -> Iterator[tuple[SheetEntered, Place, Signature]]:
        yield samples.sheet(), Place(round=1, table=1), next(sign)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        book.add_all(items())
    assert book.state().head == 4
    assert book.add(samples.sheet(), Place(round=1, table=1), next(sign)).number == 5


# Others ---------------------------------------------------------------------------


def test_the_state_grows_by_what_others_wrote(
    book: Book, location: str, sign: Signatures
) -> None:
    state = book.state()
    assert not book.changed()
    with Book.open(location) as other:
        entry = other.record(samples.furiten_ron(), next(sign))
        assert not other.changed()
        assert state.head == 4
        assert book.changed()
        assert book.state() is state
        assert state.entries[-1] == entry
        assert not book.changed()
        book.record(samples.furiten_ron(), next(sign))
        assert not book.changed()
        assert other.changed()
    assert state.head == 6


def test_nothing_new_costs_no_query_and_one_entry_costs_its_own(
    book: Book, location: str, engine: str, sign: Signatures
) -> None:
    asked: list[str] = []

    def remember(_: object, __: object, statement: str, *rest: object) -> None:
        asked.append(f"{statement} {rest[0]}")

    book.add_all(everything(sign))
    event.listen(Engine, "before_cursor_execute", remember)
    try:
        book.state()
        # A server may have something new that nobody has heard of yet.
        looks = {"sqlite": ["BEGIN"], "postgres": ["BEGIN", "SELECT"]}
        assert [statement.split()[0] for statement in asked] == looks[engine]
        with Book.open(location) as other:
            other.record(samples.furiten_ron(), next(samples.signatures("other-")))
        asked.clear()
        book.state()
    finally:
        event.remove(Engine, "before_cursor_execute", remember)
    queries = [statement for statement in asked if statement.startswith("SELECT")]
    assert len(queries) == 4  # entry, ruling, incident, posting
    since = [query.rpartition(" ")[2].rstrip(")}") for query in queries]
    assert since == ["8", "9", "9", "9"]


def test_entries_of_others_are_counted_in_before_recording(
    book: Book, location: str, sign: Signatures
) -> None:
    book.state()
    with Book.open(location) as other:
        other.record(samples.wrong_count(), next(sign))
    entry = book.record(samples.wrong_count(), next(sign))
    assert entry.number == 6
    assert class_of(entry.content) is Class.CHOMBO


def test_a_book_swapped_under_an_open_one_is_noticed(
    path: Path, full_path: Path, sign: Signatures
) -> None:
    """An older copy put back into the file must not be built upon."""
    with Book.open(full_path) as book:
        book.state()
        with (
            closing(sqlite3.connect(path)) as older,
            closing(sqlite3.connect(full_path)) as file,
        ):
            older.backup(file)
        with pytest.raises(BookDamaged, match="entry 28 is no longer what it was"):
            book.record(samples.furiten_ron(), next(sign))
