"""A book out to a file that a person can read, and back: the same, or nothing."""

import io
import json
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.book.cells import INTEGER_MAX
from ledger.book.dump import LINE_MAX, Dump, cells_of, line_of, restore
from ledger.book.entries import hash_of
from ledger.core.contents import Player, PlayersAdded
from ledger.core.event import Place, Signature
from ledger.errors import BookDamaged, BookError
from tests.book import samples


def dumped(location: str | Path) -> list[str]:
    with Book.open(location) as book:
        return list(book.dump())


def put_back(lines: list[str], location: str | Path) -> None:
    text = "".join(f"{line}\n" for line in lines)
    restore(io.BytesIO(text.encode()), "event.jsonl", location)


@pytest.fixture(scope="module")
def lines(full_template: Path) -> list[str]:
    return dumped(full_template)


# There and back -------------------------------------------------------------------


def test_a_dump_is_read_by_people(lines: list[str]) -> None:
    told = [json.loads(line) for line in lines]
    head, first, *_ = told
    assert head == {
        "format": "riichi-ledger dump",
        "version": 1,
        "event": head["event"],
        "name": "Spring",
        "entries": 28,
        "head": told[-1]["hash"],
    }
    assert first["kind"] == "event"
    assert first["rows"]["event"] == [{"name": "Spring", "rounds": 3}]
    assert first["rows"]["ruleset"][0]["pinned"]["ruleset"]["id"] == "house"
    (ruled,) = told[7]["rows"]["ruling"]
    assert ruled["citations"] == ["House 1", "House 2"]
    assert told[7]["rows"]["incident"][0]["facts"]["shown"] is True
    assert any("佐藤" in line for line in lines), "names stand there as they are"
    assert not any("\x1b" in line for line in lines), "but no terminal escapes"


def test_a_restored_book_is_the_same_book(
    lines: list[str], full_path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "back.db"
    text = "\n".join(lines).encode()
    told = restore(io.BytesIO(text), "event.jsonl", copy)
    with Book.open(copy) as book, Book.open(full_path) as original:
        assert book.verify() == []
        assert book.state().entries == original.state().entries
        assert book.event_id == original.event_id == told.event_id
        assert (told.name, told.entries) == ("Spring", 28)
        assert told.head == original.state().head_hash
    assert dumped(copy) == lines


def test_a_byte_order_mark_and_blank_lines_do_no_harm(
    lines: list[str], tmp_path: Path
) -> None:
    text = "\ufeff" + "\r\n\n".join(lines) + "\n\n"
    restore(io.BytesIO(text.encode()), "x", tmp_path / "back.db")
    assert dumped(tmp_path / "back.db") == lines


@pytest.mark.postgres
def test_a_book_goes_from_a_file_to_a_server_and_back(
    lines: list[str], empty_url: str, tmp_path: Path
) -> None:
    put_back(lines, empty_url)
    assert dumped(empty_url) == lines
    with Book.open(empty_url) as book:
        assert book.verify() == []
        book.backup(tmp_path / "backup.db")
    put_back(dumped(empty_url), tmp_path / "back.db")
    for copy in ("backup.db", "back.db"):
        assert dumped(tmp_path / copy) == lines


@pytest.mark.postgres
def test_a_server_s_book_goes_to_a_file_and_to_another_database(
    full_url: str, empty_url: str, tmp_path: Path
) -> None:
    lines = dumped(full_url)
    put_back(lines, tmp_path / "back.db")
    assert dumped(tmp_path / "back.db") == lines
    put_back(dumped(tmp_path / "back.db"), empty_url)
    assert dumped(empty_url) == lines
    with pytest.raises(BookError, match="the event 'Spring' is there already"):
        put_back(lines, empty_url)


def test_a_restored_book_goes_on(
    lines: list[str], tmp_path: Path, sign: Iterator[Signature]
) -> None:
    put_back(lines, tmp_path / "back.db")
    with Book.open(tmp_path / "back.db") as book:
        entry = book.add(samples.sheet(), Place(round=2, table=1), next(sign), "found")
        assert entry.number == 29
        assert book.verify() == []


def test_a_restore_never_takes_a_name_that_is_taken(
    lines: list[str], path: Path, tmp_path: Path
) -> None:
    before = path.read_bytes()
    with pytest.raises(BookError, match="is there already"):
        put_back(lines, path)
    assert path.read_bytes() == before
    with pytest.raises(BookError, match="cannot be made: No such file"):
        put_back(lines, tmp_path / "none" / "x.db")


def test_odd_cells_come_back_the_same(
    path: Path, tmp_path: Path, sign: Iterator[Signature]
) -> None:
    """A name that looks like JSON is a name."""
    names = ['{"a":1}', "[]", '"x"', "null", " x ", "a\u2028b", "\x7f\x01"]
    players = tuple(
        Player(number=f"x{at}", name=name, team=name) for at, name in enumerate(names)
    )
    with Book.open(path) as book:
        book.add(PlayersAdded(players=players), Place(), next(sign))
    lines = dumped(path)
    put_back(lines, tmp_path / "back.db")
    with Book.open(tmp_path / "back.db") as book:
        found = [p.name for p in book.state().players.values()]
    assert found[-len(names) :] == names


def test_a_damaged_book_is_not_dumped(full_path: Path) -> None:
    connection = sqlite3.connect(full_path)
    connection.execute("DROP TRIGGER sheet_no_update")
    connection.execute("UPDATE sheet SET east = 1 WHERE entry = 5")
    connection.commit()
    connection.close()
    with pytest.raises(BookDamaged, match="is not dumped: schema: the trigger"):
        dumped(full_path)


# Every line counts ----------------------------------------------------------------


def refused(lines: list[str]) -> str:
    """Return what is wrong with a dump, told in one line."""
    text = "".join(f"{line}\n" for line in lines)
    with pytest.raises(BookDamaged) as caught:
        list(Dump(io.BytesIO(text.encode()), "event.jsonl"))
    told = str(caught.value)
    assert "\n" not in told
    return told


def test_a_wrong_line_leaves_nothing_behind(lines: list[str], tmp_path: Path) -> None:
    for wrong in (lines[1:], lines[:-1], [*lines, lines[-1]], lines[:9] + lines[10:]):
        told = refused(wrong)
        with pytest.raises(BookDamaged) as caught:
            put_back(wrong, tmp_path / "back.db")
        assert str(caught.value) == told
        assert list(tmp_path.iterdir()) == []


def test_a_forged_chain_meets_the_proof(lines: list[str], tmp_path: Path) -> None:
    """Somebody who makes all hashes anew has to keep to what the book lets in."""
    told = Dump(io.BytesIO(lines[0].encode()), "x").told
    forged, before = [], ""
    for line in lines[1:]:
        head, rows = cells_of(json.loads(line))
        if head["number"] == 5:
            rows["sheet"][0]["east"] += 1000
        if head["number"] == 7:
            rows["posting"] = rows["posting"][:-1]
        head["previous_hash"] = before
        before = head["hash"] = hash_of(told.event_id, head, rows)
        forged.append(json.dumps(line_of(head, rows)))
    whole = [json.dumps({**json.loads(lines[0]), "head": before}), *forged]
    assert len(list(Dump(io.BytesIO("\n".join(whole).encode()), "x"))) == 28
    with pytest.raises(
        BookDamaged, match=r"event.jsonl: does not prove: contents: ent"
    ):
        put_back(whole, tmp_path / "back.db")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_line_is_noticed(lines: list[str]) -> None:
    for at in range(len(lines)):
        told = refused(lines[:at] + lines[at + 1 :])
        if at == 0:
            assert told.startswith("event.jsonl:1:1: is not a dump")
        elif at < 28:
            assert told.startswith(f"event.jsonl:{at + 1}:1: expected entry {at}, not")
        else:
            assert told == "event.jsonl:29:1: ends after 27 of 28 entries"


def test_a_doubled_line_is_noticed(lines: list[str]) -> None:
    for at in range(len(lines)):
        told = refused(lines[: at + 1] + lines[at:])
        assert told.startswith(f"event.jsonl:{at + 2}:1: ")


def test_swapped_lines_are_noticed(lines: list[str]) -> None:
    for at in range(len(lines) - 1):
        swapped = [*lines]
        swapped[at : at + 2] = lines[at + 1], lines[at]
        refused(swapped)


def cells(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield where every leaf of a line is."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from cells(inner, (*path, name))
    elif isinstance(value, list) and value:
        for at, inner in enumerate(value):
            yield from cells(inner, (*path, at))
    else:
        yield path


def with_cell(line: str, path: tuple[object, ...], change: Callable[[object], object]
              ) -> str:  # fmt: skip
    whole = json.loads(line)
    holder = whole
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = change(holder[path[-1]])
    return json.dumps(whole, ensure_ascii=False)


def other(value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + 1000
        case str():
            return value + "x"
        case _:
            return 1


def test_any_changed_cell_of_a_line_is_noticed(lines: list[str]) -> None:
    """Of the pinned ruleset, which is long, a sample will do."""
    sample = random.Random(5)
    tried = 0
    for at, line in enumerate(lines):
        for path in cells(json.loads(line)):
            if "pinned" in path and sample.random() > 0.05:
                continue
            changed = [*lines]
            changed[at] = with_cell(line, path, other)
            refused(changed)
            tried += 1
    assert tried > 300


def test_a_removed_cell_and_an_added_one_are_noticed(lines: list[str]) -> None:
    for at, line in enumerate(lines):
        whole = json.loads(line)
        for name in whole:
            rest = {k: v for k, v in whole.items() if k != name}
            changed = [*lines]
            changed[at] = json.dumps(rest)
            refused(changed)
        changed = [*lines]
        changed[at] = json.dumps({**whole, "hidden": 1})
        if at:
            assert f"event.jsonl:{at + 1}:1: unknown key" in refused(changed)


def test_a_forged_head_is_noticed(lines: list[str]) -> None:
    """The last line taken away, and the first one made to fit: only the hash tells."""
    head = json.loads(lines[0])
    shorter = [json.dumps({**head, "entries": 27}), *lines[1:-1]]
    assert "is not the one that the first line names" in refused(shorter)


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        ("", "is not a dump"),
        ("[]", "event.jsonl:1:1: line: .* is not an object"),
        ("{", "event.jsonl:1:1: is not JSON"),
        ("nonsense", "event.jsonl:1:1: is not JSON"),
        ("{}", "event.jsonl:1:1: is not a dump, expected a first line with"),
        ('{"format": "other"}', "is not a dump"),
        ('{"format": "riichi-ledger dump", "version": 9}', "of version 9, this progr"),
        ('{"format": "riichi-ledger dump", "version": 1}', "lacks the event"),
        ("[" * 100_000, "event.jsonl:1:1: is not JSON"),
        ('{"format": "riichi-ledger dump", "version": 1' + ", " * 9, "is not JSON"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_dump(lines: list[str], first: str, fault: str) -> None:
    assert re.search(fault, refused([first, *lines[1:]] if first else []))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "event.jsonl:6:1: is not JSON"),
        ('{"number": 5}', "entry.kind: None is not a text"),
        ('{"number": 5.0}', "expected entry 5|is not a whole number"),
        ('{"number": true}', "expected entry 5, not true"),
        ('{"number": NaN}', "is not JSON: NaN is no number"),
        ('{"number": ' + "9" * 5000 + "}", "is not JSON"),
        (f'{{"number": {INTEGER_MAX + 1}}}', "expected entry 5, not 2147483648"),
    ],
)
def test_a_line_that_is_no_entry(lines: list[str], line: str, fault: str) -> None:
    changed = [*lines]
    changed[5] = line
    assert re.search(fault, refused(changed))


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (None, "rows are missing"),
        ([], "rows are missing"),
        ({"sheet": {}}, "is no table, or no list of rows"),
        ({"entry": []}, "is no table"),
        ({"sqlite_master": []}, "is no table"),
        ({"sheet": [1]}, "rows.sheet: 1 is not a row"),
        ({"sheet": [{}]}, "sheet.east: None is not a whole number"),
        ({"sheet": [{"east": "1"}]}, "sheet.east: '1' is not a whole number"),
        ({"sheet": [{"east": True}]}, "sheet.east: True is not a whole number"),
        ({"sheet": [{"east": 1e3}]}, "sheet.east: 1000.0 is not a whole number"),
        ({"sheet": [{"entry": 4}]}, 'rows.sheet: unknown column "entry"'),
        ({"sheet": [{"x; DROP TABLE": 4}]}, "unknown column"),
        ({"staff": [{"name": "a\0", "role": "x"}]}, "holds a NUL character"),
        ({"staff": [{"name": "\ud800", "role": "x"}]}, "is no character"),
        ({"step": [{"step": {"x": [[]] * 3}}]}, "does not give its hash"),
    ],
)
def test_rows_that_are_none(lines: list[str], rows: object, fault: str) -> None:
    whole = json.loads(lines[5])
    changed = [*lines]
    changed[5] = json.dumps({**whole, "rows": rows})
    assert fault in refused(changed)


def test_a_line_without_end_is_not_read_to_its_end(
    lines: list[str], tmp_path: Path
) -> None:
    endless = io.BytesIO((lines[0] + "\n").encode() + b" " * (LINE_MAX + 10))
    with pytest.raises(BookDamaged, match="is longer than 16,777,216 bytes"):
        restore(endless, "event.jsonl", tmp_path / "back.db")
    assert endless.tell() < LINE_MAX * 2
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_text_is_named(lines: list[str], tmp_path: Path) -> None:
    data = "\n".join(lines).encode().replace("佐".encode(), b"\xff\xfe", 1)
    with pytest.raises(
        BookDamaged, match=r"event.jsonl:.*: is not UTF-8 text, at byte"
    ):
        restore(io.BytesIO(data), "event.jsonl", tmp_path / "back.db")


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_dump(lines: list[str], tmp_path: Path, share: float) -> None:
    data = "\n".join(lines).encode()
    cut = data[: int(len(data) * share)]
    with pytest.raises(BookDamaged):
        restore(io.BytesIO(cut), "event.jsonl", tmp_path / "back.db")
    assert list(tmp_path.iterdir()) == []
