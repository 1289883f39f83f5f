"""What a CSV file may look like, and how each fault is named with its place."""

import io
import time
from pathlib import Path

import pytest

from ledger.files import tables
from ledger.files.records import COLUMNS, NEEDED, read_scores
from ledger.files.tables import FILE_MAX, Notes, Row, read_rows, shown

HEADER = "round,table,east,south,west,north,leftover\n"
GOOD = "1,1,41000,19000,29000,31000,0\n"
MAC = HEADER.replace("\n", "\r") + GOOD.replace("\n", "\r")


def read(tmp_path: Path, text: str | bytes) -> tuple[list[Row], Notes]:
    path = tmp_path / "scores.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    notes = Notes()
    rows = list(read_rows(path, COLUMNS["scores"], NEEDED["scores"], notes))
    for row in rows:
        read_scores(row)
    return rows, notes


def faults(tmp_path: Path, text: str | bytes) -> list[str]:
    _, notes = read(tmp_path, text)
    return [str(fault).replace(f"{tmp_path}/", "") for fault in notes.faults]


# What is let in ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HEADER + GOOD, id="plain"),
        pytest.param("\ufeff" + HEADER + GOOD, id="byte-order mark"),
        pytest.param((HEADER + GOOD).replace(",", ";"), id="semicolons"),
        pytest.param((HEADER + GOOD).replace("\n", "\r\n"), id="Windows lines"),
        pytest.param(MAC, id="old Mac lines"),
        pytest.param(HEADER + GOOD.rstrip(), id="no last line end"),
        pytest.param(HEADER + "\n,,,\n" + GOOD, id="blank rows"),
        pytest.param(HEADER + GOOD.rstrip() + ",,\n", id="blank cells too many"),
        pytest.param(HEADER.upper().replace(",", " , ") + GOOD, id="loose header"),
        pytest.param(HEADER + GOOD.replace("41000", "  41000 "), id="spaces"),
        pytest.param(HEADER + GOOD.replace("41000", '"41000"'), id="quotes"),
        pytest.param(HEADER + GOOD.replace("41000", "+41000"), id="plus"),
    ],
)
def test_these_read_the_same(tmp_path: Path, text: str) -> None:
    rows, notes = read(tmp_path, text)
    assert notes == Notes()
    assert [row.number("east") for row in rows] == [41000]


def test_columns_may_stand_in_any_order_and_be_missing(tmp_path: Path) -> None:
    text = "north,west,south,east,table,round\n31000,29000,19000,41000,1,1\n"
    (row,), notes = read(tmp_path, text)
    assert notes == Notes()
    scored = read_scores(row)
    assert scored is not None
    assert scored.sheet.raw == (41000, 19000, 29000, 31000)
    assert scored.sheet.leftover == 0


def test_a_real_minus_is_a_minus(tmp_path: Path) -> None:
    (row,), notes = read(tmp_path, HEADER + GOOD.replace("19000", "−900"))
    assert notes.faults == []
    assert row.number("south") == -900


def test_an_unknown_column_is_named_in_a_warning(tmp_path: Path) -> None:
    text = HEADER.replace("leftover", "leftovr") + GOOD
    rows, notes = read(tmp_path, text)
    assert len(rows) == 1
    (warning,) = notes.warnings
    assert warning.replace(f"{tmp_path}/", "") == (
        "scores.csv:1:7: unknown column 'leftovr' is not read; nearest known: leftover"
    )


def test_a_header_alone_is_no_rows(tmp_path: Path) -> None:
    assert read(tmp_path, HEADER) == ([], Notes())


# What is not ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("31 200", "is not a whole number"),
        ("31'200", "is not a whole number"),
        ("31.200", "is not a whole number"),
        ("312OO", "is not a whole number"),
        ("\uff13\uff11\uff12\uff10\uff10", "is not a whole number"),
        ("٣١٢٠٠", "is not a whole number"),
        ("31200.0", "is not a whole number"),
        ("3.12e4", "is not a whole number"),
        ("--900", "is not a whole number"),
        ("−−900", "is not a whole number"),
        ("9-00", "is not a whole number"),
        ("1_000", "is not a whole number"),
        ("0x1F", "is not a whole number"),
        ("=1+1", "is not a whole number"),
        ("", "is blank"),
        ("99999999999999999999", "is out of range, expected -10000000 to 10000000"),
        ("1" * 1999, "is out of range"),
    ],
)
def test_a_stray_character_in_a_number_names_the_cell(
    tmp_path: Path, cell: str, why: str
) -> None:
    (fault,) = faults(tmp_path, HEADER + GOOD + GOOD.replace("29000", cell))
    assert fault.startswith("scores.csv:3:5: west ")
    assert why in fault


def test_a_comma_in_a_number_is_a_fault_even_where_it_is_quoted(
    tmp_path: Path,
) -> None:
    (fault,) = faults(tmp_path, HEADER + GOOD.replace("41000", '"41,000"'))
    assert fault == (
        "scores.csv:2:3: east '41,000' is not a whole number,"
        " expected digits only, such as 31200 or -900"
    )


@pytest.mark.parametrize(
    ("column", "cell"),
    [("round", "0"), ("round", "-1"), ("table", "0"), ("leftover", "-1000")],
)
def test_numbers_have_bounds(tmp_path: Path, column: str, cell: str) -> None:
    names = HEADER.strip().split(",")
    cells = GOOD.strip().split(",")
    cells[names.index(column)] = cell
    (fault,) = faults(tmp_path, HEADER + ",".join(cells))
    assert fault.startswith(
        f"scores.csv:2:{names.index(column) + 1}: {column} '{cell}'"
    )


def test_every_fault_of_a_file_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, HEADER + "x,1,a,2,3,4,0\n1,,1,b,3,4,c\n")
    assert [fault.split(": ")[0] for fault in found] == [
        "scores.csv:2:3",
        "scores.csv:2:1",
        "scores.csv:3:4",
        "scores.csv:3:2",
        "scores.csv:3:7",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            b"",
            "scores.csv:1:1: the header lacks round, table, east, south, west, north,",
        ),
        (GOOD.encode(), "scores.csv:1:1: the header lacks round, table"),
        (
            HEADER.replace("west,", "").encode(),
            "scores.csv:1:1: the header lacks west, expected a first line with round,",
        ),
        (
            HEADER.replace("leftover", "east").encode(),
            "scores.csv:1:7: column 'east' stands twice, expected once",
        ),
        (
            (HEADER + GOOD).encode("utf-16"),
            "scores.csv:1:1: is UTF-16, expected CSV; save it as CSV UTF-8",
        ),
        (
            b"PK\x03\x04 and so on",
            "scores.csv:1:1: is xlsx, expected CSV; save it as CSV UTF-8",
        ),
        (
            (HEADER + GOOD + "M\xfcller").encode("latin-1"),
            "scores.csv:3:1: is not UTF-8 text (byte 0xFC), expected UTF-8",
        ),
        (
            (HEADER + GOOD.replace("19000", "19\x00000")).encode(),
            "scores.csv:2:4: holds a NUL character, expected text",
        ),
        (
            (HEADER + '1,1,"41000,1,2,3,0\n' + GOOD).encode(),
            "scores.csv:2:1: is not CSV from here on: a quote is never closed",
        ),
        (
            (HEADER + GOOD + '1,2,"4"1000,1,2,3,0\n').encode(),
            "scores.csv:3:1: is not CSV from here on: ',' expected after '\"'",
        ),
        (
            (HEADER + "1,1,41,000,19000,29000,31000,0\n").encode(),
            "scores.csv:2:1: has 8 cells, expected 7: a stray separator?",
        ),
        (
            (HEADER + GOOD.replace("0\n", "x" * 5000)).encode(),
            "scores.csv:2:7: leftover is 5,000 characters long, expected up to 2,000",
        ),
        (
            (HEADER + GOOD.replace("0\n", "x" * 200_000)).encode(),
            "scores.csv:2:1: is not CSV from here on: field larger than field limit",
        ),
    ],
    ids=range(13),
)
def test_a_file_that_is_no_such_table(
    tmp_path: Path, text: bytes, expected: str
) -> None:
    (fault,) = faults(tmp_path, text)
    assert fault.startswith(expected)


class Endless(io.RawIOBase):
    """A file that never ends; it is asked for what it has to give."""

    def __init__(self) -> None:
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        size = len(memoryview(buffer))  # type: ignore[arg-type]
        self.given += size
        memoryview(buffer)[:] = b"x" * size  # type: ignore[arg-type]
        return size


def test_a_file_of_any_size_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe says no size beforehand, and a gigabyte would be one too many."""
    endless = Endless()
    monkeypatch.setattr(Path, "open", lambda *_: io.BufferedReader(endless))
    notes = Notes()
    path = tmp_path / "scores.csv"
    assert list(read_rows(path, COLUMNS["scores"], (), notes)) == []
    (fault,) = notes.faults
    assert fault.message == "is larger than 16,000,000 bytes, expected one event"
    assert endless.given < 2 * FILE_MAX


def test_a_file_of_a_gigabyte_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    with path.open("wb") as stream:
        stream.write(HEADER.encode())
        stream.truncate(1_000_000_000)  # takes no room: it is all holes
    notes = Notes()
    before = time.monotonic()
    assert list(read_rows(path, COLUMNS["scores"], (), notes)) == []
    assert time.monotonic() - before < 5
    assert [str(fault) for fault in notes.faults] == [
        f"{path}: is larger than 16,000,000 bytes, expected one event"
    ]


def test_too_many_rows_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "ROWS_MAX", 3)
    assert faults(tmp_path, HEADER + GOOD * 3) == []
    (fault,) = faults(tmp_path, HEADER + GOOD * 4)
    assert fault == "scores.csv:5:1: has more than 3 rows, expected one event"


def test_rows_are_counted_by_lines_of_the_file(tmp_path: Path) -> None:
    text = HEADER + "\n" + '1,1,"1\n2",19000,29000,31000,0\n' + "1,2,y,2,3,4,0\n"
    assert [fault.split(": ")[0] for fault in faults(tmp_path, text)] == [
        "scores.csv:3:3",
        "scores.csv:5:3",
    ]


def test_a_missing_file_and_a_folder_are_faults(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        notes = Notes()
        assert list(read_rows(path, COLUMNS["scores"], (), notes)) == []
        (fault,) = notes.faults
        assert str(fault).startswith(f"{path}: cannot be read: ")


def test_messages_cannot_steer_a_terminal() -> None:
    assert shown("\x1b[2Jx\u202e") == "'␛[2Jx�'"
    assert shown("長" * 100) == "'" + "長" * 19 + "…'"
