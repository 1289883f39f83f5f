"""The hash of an entry: fixed for all time, and different for any other entry."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from ledger.book.cells import Row, Rows
from ledger.book.entries import entry_of, event_id_of, hash_of, head_row
from ledger.book.rows import rows_of
from ledger.core.contents import Created
from ledger.core.event import Place, Signature
from ledger.errors import BookDamaged, BookError
from tests.book import samples

BY = Signature(staff="Mori", at=samples.NOON, terminal="desk", client_id="c1")

GOLDEN = "114b96b61dff38c55b443130e93e2090ecabb917ec5cbbd8654a3194a1e89568"


def example() -> tuple[Row, Rows]:
    head = head_row(7, "incident", samples.TABLE, BY)
    return head | {"previous_hash": "a" * 64, "hash": ""}, rows_of(samples.ruled())


def test_the_hash_of_an_entry_never_changes() -> None:
    """A book must prove on every engine and under every later program."""
    head, rows = example()
    assert hash_of("event-1", head, rows) == GOLDEN


def test_a_column_of_a_later_schema_leaves_old_hashes_alone() -> None:
    head, rows = example()
    expected = hash_of("event-1", head, rows)
    rows["incident"][0]["of_a_later_schema"] = None
    assert hash_of("event-1", head, rows) == expected
    rows["incident"][0]["of_a_later_schema"] = "x"
    assert hash_of("event-1", head, rows) != expected


def test_every_cell_the_event_and_the_link_go_into_the_hash() -> None:
    head, rows = example()
    seen = {hash_of("event-1", head, rows), hash_of("event-2", head, rows)}
    count = 2
    for name in head.keys() - {"hash"}:
        seen.add(hash_of("event-1", head | {name: "other"}, rows))
        count += 1
    for table, lines in rows.items():
        for index, line in enumerate(lines):
            for name in line:
                copies = [dict(row) for row in lines]
                copies[index][name] = "other"
                seen.add(hash_of("event-1", head, rows | {table: copies}))
                count += 1
        seen.add(hash_of("event-1", head, rows | {table: lines[1:]}))
        count += 1
    assert len(seen) == count


def test_swapped_rows_change_the_hash() -> None:
    head, rows = example()
    swapped = rows | {"posting": rows["posting"][::-1]}
    assert hash_of("event-1", head, rows) != hash_of("event-1", head, swapped)


def test_times_are_utc_of_fixed_width() -> None:
    tokyo = timezone(timedelta(hours=9))
    at = datetime(2026, 5, 1, 21, 30, tzinfo=tokyo)
    by = replace(BY, at=at)
    head = head_row(1, "staff", Place(), by)
    assert head["at"] == "2026-05-01T12:30:00.000000Z"
    late = head_row(1, "staff", Place(), replace(BY, at=at + timedelta(microseconds=1)))
    assert late["at"] == "2026-05-01T12:30:00.000001Z"
    entry = entry_of(
        head | {"hash": "", "previous_hash": ""},
        {"staff": [{"name": "Mori", "role": "referee"}]},
    )
    assert entry.signature.at == at
    assert entry.signature.at.tzinfo is UTC


def test_a_time_without_zone_is_a_fault_of_the_program() -> None:
    naive = samples.NOON.replace(tzinfo=None)
    with pytest.raises(AssertionError, match="aware"):
        head_row(1, "staff", Place(), replace(BY, at=naive))


def test_half_a_character_is_refused() -> None:
    head, rows = example()
    rows["ruling"][0]["note"] = "\ud83c"
    with pytest.raises(BookError, match="is no character"):
        hash_of("event-1", head, rows)


def test_an_unreadable_time_is_damage() -> None:
    head, rows = example()
    with pytest.raises(BookDamaged, match="time is unreadable"):
        entry_of(head | {"at": "2026-13-01T12:00:00.000000Z"}, rows)


def test_an_event_is_known_by_what_made_it() -> None:
    created = Created(name="Spring", ruleset="house", pinned="{}", digest="0" * 64)
    own = event_id_of(created, BY)
    assert own == event_id_of(created, BY)
    assert len(own) == 32
    assert own != event_id_of(created, replace(BY, client_id="c2"))
    assert own != event_id_of(replace(created, name="Autumn"), BY)
