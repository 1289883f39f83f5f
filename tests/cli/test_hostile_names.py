"""Names that would steer a terminal, a spreadsheet, a browser or a database."""

import csv
import io
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pytest

from ledger.book import Book
from ledger.core.contents import (
    AppealLodged,
    Player,
    PlayersAdded,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
    StaffAdded,
    TeamFined,
    Voided,
)
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.core.wishes import Wish
from tests.book.samples import signatures
from tests.cli.commands import Cli

STEERING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
NASTY = (
    "\x1b[31m\x1b[2J\x07 red",
    "a\r\n2,0,0,0\tb",
    "c1 \x9b2J",
    "\u202eevil\u202c",
    '=HYPERLINK("http://x";"y")',
    "+1+1",
    "@SUM(A1)",
    "-2+3",
    "\uff1d1+1",
    "\t=1+1",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a | b `c` [d](http://e) **f**",
    'Robert"); DROP TABLE entry;--',
    "x' OR '1'='1",
    "../../etc/passwd",
    "%s %(x)s {0} {x}",
    "line\u2028separator",
    "\U0001f004 \U00020bb7 é",
    "a" * 300,
)
TABLE = Place(round=1, table=1)


def wishes() -> Iterator[tuple[Wish, Place, str]]:
    """Yield an event in which everything has a nasty name, and who signs for it."""
    players = tuple(
        Player(number=f"{number}", name=nasty, team=nasty, country=nasty,
               ema_number=nasty, club=nasty)
        for number, nasty in enumerate(NASTY, start=1)
    )  # fmt: skip
    for nasty in NASTY:
        yield StaffAdded(name=nasty), Place(), nasty
    yield PlayersAdded(players=players), Place(), NASTY[0]
    numbers = [player.number for player in players]
    tables = range(1, len(NASTY) // 4 + 1)
    yield (
        SeatingAdded(
            seatings=tuple(
                Seating(round=1, table=n, players=tuple(numbers[4 * n - 4 : 4 * n]))  # type: ignore[arg-type]
                for n in tables
            )
        ),
        Place(),
        NASTY[0],
    )
    for number, nasty in zip(numbers, NASTY, strict=True):
        table = (int(number) + 3) // 4
        hand = Place(round=1, table=table, hand="E1", honba=0)
        fault = DraftIncident(
            offender=number, situation="furiten-ron", facts={"shown": True}
        )
        yield Draft(place=hand, incidents=(fault,), note=nasty), hand, nasty
        yield TeamFined(team=nasty, points=-1000, reason=nasty), Place(), nasty
    first = len(NASTY) + 4
    for at, nasty in enumerate(NASTY):
        target = first + 2 * at
        if at % 2:
            yield AppealLodged(target=target, by=nasty, reason=nasty), Place(), nasty
        else:
            yield Voided(target=target, reason=nasty), Place(), nasty
    for n in tables:
        sheet = SheetEntered(sheet=Sheet(raw=(30000, 29000, 31000, 29000)))
        yield sheet, Place(round=1, table=n), NASTY[n]


NAMES = (NASTY[0], NASTY[4], NASTY[10], NASTY[3])
"""Of events: a terminal's, a spreadsheet's, a browser's, one that turns lines round."""
RULING = len(NASTY) + 6
"""The second of the rulings: one with an appeal."""


@pytest.fixture(scope="module", params=NAMES, ids=range(len(NAMES)))
def template(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    path = tmp_path_factory.mktemp("nasty") / "event.db"
    sign = signatures("x-")
    name = str(request.param)
    with Book.create(path, name=name, ruleset="ema-2025", by=next(sign)) as book:
        book.add_all(
            (wish, place, replace(next(sign), staff=staff))
            for wish, place, staff in wishes()
        )
    return path


@pytest.fixture
def event(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(template, tmp_path / "event.db"))


TEXTS = [
    ("standings",), ("standings", "--teams"), ("penalties",), ("check",), ("verify",),
    ("staff",), ("rescore", "--under", "reach"),
    *(("slip", str(RULING - 2 + 2 * at)) for at in range(len(NASTY))),
    *(("why", str(at + 1)) for at in range(len(NASTY))),
]  # fmt: skip


def test_no_name_steers_a_terminal(cli: Cli, event: Path) -> None:
    for command, *options in TEXTS:
        done = cli(command, event, *options)
        assert done.code in (0, 1), done.err
        assert done.out
        for text in (done.out, done.err):
            assert not STEERING.search(text), command
    for call in (
        ("void", 9, "--reason", "x"),
        ("void", RULING, "--reason", "x"),
        ("merge", event),
    ):
        done = cli(call[0], event, *call[1:])
        assert done.out + done.err
        assert not STEERING.search(done.out + done.err)


def test_no_name_steers_a_terminal_out_of_json(cli: Cli, event: Path) -> None:
    commands: tuple[tuple[str | Path, ...], ...] = (
        ("standings", event), ("penalties", event), ("why", event, "1"),
        ("rescore", event, "--under", "reach"),
    )  # fmt: skip
    for command in commands:
        done = cli(*command, "--format", "json")
        assert done.code == 0, done.err
        assert not STEERING.search(done.out)
        if command[0] == "standings":
            told = json.loads(done.out)
            assert told["event"] in NAMES
            assert {row["name"] for row in told["rows"]} == set(NASTY)
    dump = cli("dump", event).out
    assert not STEERING.search(dump)
    assert json.loads(dump.splitlines()[0])["name"] in NAMES


def test_no_name_is_a_formula(cli: Cli, event: Path, tmp_path: Path) -> None:
    for command in (("standings",), ("standings", "--teams"), ("penalties",)):
        done = cli(command[0], event, *command[1:], "--format", "csv")
        assert done.code == 0, done.err
        assert not STEERING.search(done.out)
        rows = list(csv.reader(io.StringIO(done.out)))
        assert {len(row) for row in rows} == {len(rows[0])}
        for cell in (cell for row in rows for cell in row):
            if not re.fullmatch(r"-?[0-9]+", cell):
                assert not cell.startswith(
                    ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff20")
                )
    for paper in ("standings", "penalties"):
        path = tmp_path / f"{paper}.xlsx"
        assert cli(paper, event, "-o", path).code == 0
        for sheet in openpyxl.load_workbook(path):
            for cell in (cell for row in sheet.iter_rows() for cell in row):
                assert cell.data_type != "f", cell.value
                assert cell.hyperlink is None


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.handlers: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}


def test_no_name_is_markup(cli: Cli, event: Path) -> None:
    for command, *options in (("standings",), ("penalties",), ("slip", str(RULING))):
        page = cli(command, event, *options, "--format", "html")
        assert page.code == 0, page.err
        tags = Tags()
        tags.feed(page.out)
        assert tags.handlers == set()
        assert not tags.found & {"script", "img", "a", "b", "iframe"}
        assert not CONTROLS.search(page.out)  # what turns a line is isolated there
    for command in ("standings", "penalties"):
        page = cli(command, event, "--format", "md")
        assert page.code == 0, page.err
        assert not re.search(r"(?<!\\)(<(script|img)|\[d\]|`c`)", page.out)
        assert not CONTROLS.search(page.out)
        tables = [line for line in page.out.splitlines() if line.startswith("|")]
        cells = {len(re.split(r"(?<!\\)\|", line)) for line in tables}
        assert len(cells) <= 3, "a bar in a name makes no column"


def test_papers_are_printed(cli: Cli, event: Path, tmp_path: Path) -> None:
    for command, *options in (("standings",), ("penalties",), ("slip", str(RULING))):
        path = tmp_path / f"{command}.pdf"
        done = cli(command, event, *options, "-o", path)
        assert done.code == 0, done.err
        assert path.read_bytes().startswith(b"%PDF")
        assert not STEERING.search(done.out + done.err)


def test_the_book_is_as_it_was(cli: Cli, event: Path) -> None:
    assert cli("verify", event).code == 0
    with closing(sqlite3.connect(event)) as connection:
        found = connection.execute("SELECT name FROM player ORDER BY entry, position")
        assert [name for (name,) in found] == list(NASTY)
        appeals = connection.execute("SELECT entry FROM appeal").fetchall()
    for (appeal,) in appeals:
        assert cli("decide", event, appeal, "dismissed", "--reason", "x").code == 0
    files = {file.name for file in event.parent.iterdir()}
    assert cli("finalise", event).code == 0
    assert {file.name for file in event.parent.iterdir()} - files == {"event.final.db"}
