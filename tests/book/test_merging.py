"""A terminal that worked offline brings its entries home."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.book.merging import Merge, MergeConflict, merge
from ledger.core.contents import (
    Amended,
    AppealLodged,
    Finalised,
    IncidentRuled,
    LateAdjusted,
    StaffAdded,
    Voided,
)
from ledger.core.event import Entry, Place, Signature
from ledger.core.terms import Class
from ledger.errors import BookDamaged, BookError
from tests.book import samples

Signatures = Iterator[Signature]
ONE, TWO = Place(round=1, table=1), Place(round=1, table=2)


@pytest.fixture
def home(path: Path) -> Iterator[Book]:
    with Book.open(path) as opened:
        yield opened
        assert opened.verify() == []


@pytest.fixture
def away(path: Path, tmp_path: Path) -> Iterator[Book]:
    """Open a copy that was taken before anything else was written: entries 1 to 4."""
    copy = tmp_path / "away.db"
    shutil.copy(path, copy)
    with Book.open(copy) as opened:
        yield opened


@pytest.fixture
def here() -> Signatures:
    return samples.signatures("here-")


@pytest.fixture
def there() -> Signatures:
    return samples.signatures("there-", staff="Kim")


def merged(home: Book, away: Book, **how: object) -> Merge:
    by = next(samples.signatures("merge-"))
    return merge(home, away, by, **how)  # type: ignore[arg-type]


def whys(found: Merge) -> list[str]:
    return [conflict.why for conflict in found.conflicts]


def same(one: Entry, other: Entry) -> bool:
    return (one.content, one.place, one.signature) == (
        other.content,
        other.place,
        other.signature,
    )


def test_what_was_written_away_comes_home_behind_the_rest(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    home.add(samples.sheet(), ONE, next(here))
    first = away.record(samples.furiten_ron("3"), next(there))
    second = away.add(samples.sheet(), TWO, next(there))
    found = merged(home, away)
    assert (found.common, found.known, found.conflicts) == (4, 0, ())
    assert [entry.number for entry in found.brought] == [6, 7]
    assert all(map(same, found.brought, (first, second)))
    assert found.brought[0].hash != first.hash, "it follows another entry here"
    assert home.state().head == 7
    assert away.state().head == 6, "the copy is not changed"


def test_merging_again_brings_nothing(
    home: Book, away: Book, there: Signatures
) -> None:
    away.record(samples.furiten_ron("3"), next(there))
    merged(home, away)
    head = home.state().head_hash
    assert merged(home, away).brought == ()
    away.add(samples.sheet(), TWO, next(there))
    home.add(samples.sheet(), ONE, next(samples.signatures("x-")))
    found = merged(home, away)
    assert (found.known, len(found.brought)) == (0, 1)
    found = merged(home, away)
    assert (found.known, found.brought, found.conflicts) == (1, (), ())
    assert home.state().entries[4].hash == head


def test_a_copy_that_has_nothing_new_brings_nothing(
    home: Book, away: Book, here: Signatures
) -> None:
    home.add(samples.sheet(), ONE, next(here))
    found = merged(home, away)
    assert (found.common, found.brought, found.conflicts) == (4, (), ())


def test_voids_and_the_like_follow_their_entries_to_new_numbers(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    for _ in range(3):
        home.record(samples.furiten_ron("4"), next(here))  # 5 to 7
    away.record(samples.furiten_ron("2"), next(there))  # 5 there
    away.add(samples.sheet(), ONE, next(there))  # 6
    away.appeal(5, "2", "not mine", next(there))  # 7
    away.amend(6, "swapped", samples.sheet(1, 2, 3, 4).sheet, next(there))  # 8
    away.decide(7, "upheld", "the video", next(there))  # 9
    found = merged(home, away)
    assert found.conflicts == ()
    state = home.state()
    assert state.voids == {8: 12, 9: 11}
    assert state.appeals == {8: 10}
    assert state.decisions == {10: 12}
    assert isinstance(found.brought[2].content, AppealLodged)
    assert isinstance(found.brought[3].content, Amended)


CONFLICTS: dict[str, tuple[
    Callable[[Book, Signature], Entry], Callable[[Book, Signature], Entry], str
]] = {
    "second sheet": (
        lambda b, by: b.add(samples.sheet(), ONE, by),
        lambda b, by: b.add(samples.sheet(1, 2, 3, 4), ONE, by),
        "round 1, table 1: has a sheet already, entry 6; void it first",
    ),
    "void of what is void": (
        lambda b, by: b.void(5, "here", by),
        lambda b, by: b.void(5, "there", by),
        "entry 5 is void already, by entry 6",
    ),
    "appeal against what is void": (
        lambda b, by: b.void(5, "here", by),
        lambda b, by: b.appeal(5, "2", "x", by),
        "entry 5 is void, by entry 6",
    ),
    "two amendments": (
        lambda b, by: b.amend(5, "here", samples.wrong_count(), by),
        lambda b, by: b.amend(5, "there", samples.wrong_count("3"), by),
        "entry 5 is void already, by entry 6",
    ),
    "same client id": (
        lambda b, by: b.record(samples.furiten_ron("3"), replace(by, client_id="z")),
        lambda b, by: b.record(samples.furiten_ron("4"), replace(by, client_id="z")),
        "client id 'z' was used for entry 6, which holds something else",
    ),
    "same person": (
        lambda b, by: b.add(StaffAdded(name="Kim"), Place(), by),
        lambda b, by: b.add(StaffAdded(name="Kim", role="viewer"), Place(), by),
        "'Kim' is on the staff already",
    ),
    "closed": (
        lambda b, by: b.add(Finalised(), Place(), by),
        lambda b, by: b.add(samples.sheet(), ONE, by),
        "finalised by entry 6; what comes now is a late adjustment",
    ),
    "other role": (
        lambda b, by: b.add(StaffAdded(name="Mori II", role="organiser"), Place(), by),
        lambda b, by: b.add(samples.sheet(), ONE, by),
        "'Kim' is not on the staff",
    ),
}  # fmt: skip


@pytest.fixture
def ruled(home: Book, tmp_path: Path, here: Signatures) -> Iterator[Book]:
    """Book a ruling as entry 5, and open a copy that has it too."""
    home.record(samples.furiten_ron(), next(here))
    copy = tmp_path / "ruled.db"
    home.backup(copy)
    with Book.open(copy) as opened:
        yield opened


@pytest.mark.parametrize(("at_home", "away_", "why"), CONFLICTS.values(), ids=CONFLICTS)
def test_what_no_longer_fits_is_a_conflict(
    home: Book,
    ruled: Book,
    here: Signatures,
    there: Signatures,
    at_home: Callable[[Book, Signature], Entry],
    away_: Callable[[Book, Signature], Entry],
    why: str,
) -> None:
    away_(ruled, next(there))
    at_home(home, next(here))
    head = home.state().head_hash
    found = merged(home, ruled)
    assert found.common == 5
    (conflict,) = found.conflicts
    assert why in conflict.why
    assert conflict.entry.number == 6
    assert str(conflict).startswith("entry 6 (")
    assert found.brought == ()
    assert home.state().head_hash == head


def test_one_conflict_and_nothing_is_written(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    home.add(samples.sheet(), ONE, next(here))
    away.record(samples.furiten_ron("3"), next(there))
    away.add(samples.sheet(1, 2, 3, 4), ONE, next(there))
    found = merged(home, away)
    assert len(found.conflicts) == 1
    assert home.state().head == 5


def test_conflicts_are_kept_aside_before_the_rest_is_written(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    home.add(samples.sheet(), ONE, next(here))
    away.add(samples.sheet(1, 2, 3, 4), ONE, next(there))  # 5
    away.amend(5, "swapped", samples.sheet(4, 3, 2, 1).sheet, next(there))  # 6
    away.record(samples.furiten_ron("3"), next(there))  # 7
    kept: list[MergeConflict] = []

    def aside(conflicts: Sequence[MergeConflict]) -> None:
        assert home.state().head == 5, "nothing is written yet"
        kept.extend(conflicts)

    found = merged(home, away, aside=aside)
    assert whys(found) == [
        "round 1, table 1: has a sheet already, entry 5; void it first",
        "rests on entry 5 there, which is in conflict",
    ]
    assert [conflict.entry.number for conflict in kept] == [5, 6]
    line = json.loads(kept[0].line())
    assert line["conflict"] == found.conflicts[0].why
    assert line["rows"] == {
        "sheet": [{"east": 1, "south": 2, "west": 3, "north": 4, "leftover": 0}]
    }
    assert (line["client_id"], line["staff"]) == ("there-1", "Kim")
    (brought,) = found.brought
    assert isinstance(brought.content, IncidentRuled)
    assert home.state().head == 6


def test_a_fault_in_keeping_aside_stops_the_merge(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    home.add(samples.sheet(), ONE, next(here))
    away.add(samples.sheet(1, 2, 3, 4), ONE, next(there))
    away.record(samples.furiten_ron("3"), next(there))

    def full(_: Sequence[MergeConflict]) -> None:
        raise BookError("the disk is full")

    with pytest.raises(BookError, match="the disk is full"):
        merged(home, away, aside=full)
    assert home.state().head == 5


def test_a_ruling_made_without_the_others_is_named(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    """Here it was the second time, but nobody could know that there."""
    home.record(samples.wrong_count("2"), next(here))
    away.record(samples.wrong_count("2"), next(there))
    away.record(samples.wrong_count("3"), next(there))
    found = merged(home, away)
    assert found.reruled == (6,)
    content = home.state().entries[5].content
    assert isinstance(content, IncidentRuled)
    assert content.class_ is Class.DEAD_HAND, "it is brought as it was made"


def test_after_the_end_what_comes_is_a_late_adjustment(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    away.add(samples.sheet(), ONE, next(there))
    away.set_pin("Mori", samples.PIN.hash, next(there))
    home.finalise("", next(here))
    found = merged(home, away, late="the sheet of the far hall")
    late, pin = found.brought
    assert isinstance(late.content, LateAdjusted)
    assert late.content.reason == "the sheet of the far hall"
    assert pin.kind == "pin"


def test_a_reason_for_being_late_does_no_harm_in_time(
    home: Book, away: Book, there: Signatures
) -> None:
    away.add(samples.sheet(), ONE, next(there))
    (entry,) = merged(home, away, late="x").brought
    assert entry.kind == "sheet"


def test_another_event_is_refused(
    home: Book, tmp_path: Path, there: Signatures
) -> None:
    other = tmp_path / "other.db"
    with (
        Book.create(
            other, name="Spring", ruleset=str(samples.HOUSE), by=next(there)
        ) as book,
        pytest.raises(BookError, match=r"other.db: is the book of another event"),
    ):
        merged(home, book)


def test_a_damaged_copy_is_refused(
    home: Book, away: Book, tmp_path: Path, there: Signatures
) -> None:
    away.add(samples.sheet(), ONE, next(there))
    connection = sqlite3.connect(tmp_path / "away.db")
    connection.execute("DROP TRIGGER sheet_no_update")
    connection.execute("UPDATE sheet SET east = 1")
    connection.commit()
    connection.close()
    with pytest.raises(BookDamaged, match=r"away.db: does not prove: schema: the trig"):
        merged(home, away)
    assert home.state().head == 4


def test_who_may_not_arrange_may_not_merge(
    home: Book, away: Book, here: Signatures, there: Signatures
) -> None:
    away.add(samples.sheet(), ONE, next(there))
    home.add(StaffAdded(name="boss", role="organiser"), Place(), next(here))
    by = next(samples.signatures("x-", staff="Kim"))
    with pytest.raises(BookError, match="'Kim' is not on the staff"):
        merge(home, away, by)


def test_somebody_who_writes_meanwhile_is_not_overrun(
    home: Book, away: Book, path: Path, there: Signatures, here: Signatures,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The plan has numbers in it: it is made anew when the book has grown."""
    away.record(samples.furiten_ron("2"), next(there))  # 5 there
    away.void(5, "nothing", next(there))
    real = Book.add_all
    calls = 0

    def busy(self: Book, *args: object, **kwargs: object) -> list[Entry]:
        nonlocal calls
        calls += 1
        if calls == 1:
            with Book.open(path) as other:
                other.record(samples.furiten_ron("3"), next(here))
        return real(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Book, "add_all", busy)
    found = merged(home, away)
    assert calls == 2
    assert home.state().voids == {6: 7}
    assert isinstance(found.brought[1].content, Voided)


@pytest.mark.postgres
def test_a_laptop_that_worked_offline_merges_into_the_server(
    url: str, tmp_path: Path, here: Signatures, there: Signatures
) -> None:
    with Book.open(url) as home:
        home.backup(tmp_path / "laptop.db")
        home.add(samples.sheet(), ONE, next(here))
        with Book.open(tmp_path / "laptop.db") as away:
            away.add(samples.sheet(), TWO, next(there))
            found = merged(home, away)
        assert [entry.number for entry in found.brought] == [6]
        assert home.verify() == []
