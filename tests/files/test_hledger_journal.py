"""The journal for auditors, as hledger itself reads it: an independent sum."""

import csv
import io
import re
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.book import Book
from ledger.core.contents import (
    AppealDecided,
    AppealLodged,
    Content,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    Reseated,
    Sheet,
    SheetEntered,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.event import EventState, Place, Signature
from ledger.core.rules import Rules, pinned_rules
from ledger.core.standings import standings
from ledger.files.demo import demo
from ledger.files.hledger_journal import journal
from tests.book.conftest import make_full
from tests.core.journals import EDITIONS, Journal
from tests.core.live_events import LiveEvent
from tests.files.events import INCIDENTS, SCORES, SEATING, Event, Make, seated
from tests.files.hard_names import hard_event
from tests.files.test_real_events import DATA, EVENTS, load

HLEDGER = shutil.which("hledger")
needs_hledger = pytest.mark.skipif(
    HLEDGER is None, reason="hledger (Debian: hledger) is not installed"
)
TEAMS = "number,name,team\n" + "".join(
    f"{number},{name},{'Red: (A)' if number % 2 else 'Blue'}\n"
    for number, name in enumerate("ABCDEFGH", start=1)
)
POSTING = re.compile(r"^    (\S.*?)  (-?[0-9]+) pts$", re.MULTILINE)
CODED = re.compile(r"^[0-9]{4}-[0-9]{2}-[0-9]{2} \(#[0-9]+\) ", re.MULTILINE)


def hledger(text: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    assert HLEDGER
    return subprocess.run(
        [HLEDGER, "-f", "-", *arguments],
        input=text.encode(),
        capture_output=True,
        check=False,
        timeout=120,
        env={"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"},
    )


def balances(text: str) -> Mapping[str, int]:
    """Return the balance of each account as hledger reckons it."""
    done = hledger(text, "balance", "--flat", "--empty", "-N", "-O", "csv")
    assert done.returncode == 0, done.stderr.decode()
    rows = list(csv.reader(io.StringIO(done.stdout.decode())))[1:]
    return {name: int(amount.split()[0]) for name, amount in rows}


def prove(state: EventState, rules: Rules) -> str:
    """Check a journal with hledger and hold its balances against ours."""
    text = journal(state, rules)
    done = hledger(text, "check", "--strict")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    found = balances(text)
    players = {
        name.removeprefix("players:").partition(" ")[0]: amount
        for name, amount in found.items()
        if name.startswith("players:")
    }
    total = standings(state, rules)
    assert players == {row.number: row.total for row in total.rows}
    assert sum(found.values()) == 0
    assert len(CODED.findall(text)) == state.head
    assert journal(state, rules) == text
    return text


# Events -----------------------------------------------------------------------------


@needs_hledger
@pytest.mark.parametrize("name", EVENTS)
def test_published_events(make: Make, name: str) -> None:
    event = make(EVENTS[name][0])
    load(event, DATA / name.partition(" ")[0])
    prove(event.book.state(), event.book.rules)


@needs_hledger
def test_the_demo(tmp_path: Path) -> None:
    event = demo()
    with Book.create(
        tmp_path / "demo.db",
        name=event.name,
        ruleset=event.ruleset,
        options=event.options,
        rounds=event.rounds,
        by=event.signature("made"),
    ) as book:
        event.fill(book)
        head = book.state().head_hash
        text = prove(book.state(), book.rules)
    assert text.startswith("; Spring Open 2026 (demo)\n")
    assert f"; head hash: {head}\n" in text
    fine = "    players:2 伊藤 健  {}20000 pts\n    fines  {}20000 pts\n"
    assert fine.format("-", "") in text
    assert fine.format("", "-") in text, "a void moves the points back"


@needs_hledger
@pytest.mark.parametrize("edition", EDITIONS)
def test_any_journal(edition: str) -> None:
    grown = Journal(edition, seed=7)
    grown.grow(120)
    prove(grown.state, grown.rules)


@needs_hledger
def test_every_kind_of_entry(tmp_path: Path) -> None:
    make_full(tmp_path / "full.db")
    with Book.open(tmp_path / "full.db") as book:
        prove(book.state(), book.rules)


def played(event: Event) -> Event:
    """Give an event two teams, three sheets and three rulings."""
    event.write_all(
        {
            "players": TEAMS,
            "seating": SEATING,
            "scores": "round,table,east,south,west,north\n1,1,41000,19000,29000,31000\n"
            "1,2,30000,30000,30000,29000\n2,1,25000,25000,35000,35000\n",
            "incidents": f"{INCIDENTS}1,1,E1,0,3,furiten-ron,shown=yes,,,,,,,,\n"
            "1,1,E2,0,1,furiten-ron,shown=yes,,,,,,,,\n"
            "2,1,,,5,late,seconds=400,,,,,,,,\n",
        }
    )
    event.load()
    return event


@needs_hledger
def test_what_was_corrected_cut_replaced_and_adjusted_late(make: Make) -> None:
    event = played(make())
    state = event.book.state()
    sheet = next(iter(state.sheets.values())).number
    chombo, other, _ = state.incidents
    first, second = Place(round=1, table=1), Place(round=2, table=1)
    contents: tuple[tuple[Content, Place], ...] = (
        (Explained(points=1000, reason="a stick"), Place(round=1, table=2)),
        (AppealLodged(target=chombo, by="3", reason="no"), Place()),
        (
            AppealDecided(target=state.head + 2, decision="upheld", reason="so"),
            Place(),
        ),
        (Voided(target=other, reason="twice"), Place()),
        (Reseated(players=("2", "1", "3", "4"), reason="so"), first),
        (
            Substituted(player="5", substitute="X", when="after-start", reason="ill"),
            second,
        ),
        (TeamFined(team="Red: (A)", points=-9000, reason="late"), Place()),
        (
            DivisionSet(
                name="A",
                order=1,
                after_round=1,
                players=("1", "2", "5"),
                carry="halved",
            ),
            Place(),
        ),
        (Finalised(), Place()),
    )
    for at, (content, place) in enumerate(contents):
        event.book.add(content, place, event.by_id(f"c{at}"))
        prove(event.book.state(), event.book.rules)
    late = Voided(target=sheet, reason="wrong table")
    event.book.add(late, Place(), event.by_id("late"), "found at home")
    text = prove(event.book.state(), event.book.rules)
    assert "    cuts  " in text
    assert "    teams:Red. (A)  -9000 pts\n" in text


@needs_hledger
def test_a_hanchan_that_was_followed_hand_by_hand() -> None:
    event = LiveEvent("ema-2025")
    table = Place(round=1, table=1)
    tsumo = {"event": "tsumo", "winner": "2", "points": [2000, 4000]}
    event.add(HandPlayed(step={"event": "riichi", "player": "2"}), table)
    event.add(HandPlayed(step=tsumo), table)
    draft = event.draft((1, 1), "3", "win-not-tenpai", shown=True, by="ron")
    ruled = event.ruled(draft)
    assert ruled is not None
    event.add(ruled, draft.place)
    event.add(SheetEntered(sheet=Sheet(raw=(26000, 38000, 28000, 28000))), table)
    text = prove(event.state, pinned_rules(event.state.pinned))
    assert "    players:3 P3  -20000 pts\n" in text


@needs_hledger
def test_what_players_moved_themselves_is_told_and_not_counted_twice(
    make: Make,
) -> None:
    event = seated(make("riichi-wiki"))
    moved = SCORES.replace("41000,19000,29000,31000", "13000,29000,29000,29000")
    event.write("scores", moved)
    event.write("incidents", f"{INCIDENTS}1,1,E1,0,1,furiten-ron,shown=yes,,,,,,,,\n")
    event.load()
    text = prove(event.book.state(), event.book.rules)
    told = "    ; moved at the table, in the sheet already: players:1 Ann -12000\n"
    assert told in text


# Names and changes ------------------------------------------------------------------


@needs_hledger
def test_names_that_break_tables_are_read_whole(make: Make) -> None:
    event = hard_event(make())
    prove(event.book.state(), event.book.rules)


@needs_hledger
@pytest.mark.parametrize(
    "name",
    [
        "A  B",
        "A;B",
        "A:B",
        "(A)",
        "[A]",
        "* A",
        "! A",
        "A = 5",
        "A @ 2 pts",
        '"A"',
        "A\u3000\u3000B",
        "A\xa0 B",
        "5 pts",
        "players:1 X",
        "~ daily",
        "A | B",
        "# A",
        "A\u2028B",
        "@@",
        "-5",
        "{A}",
        "include x",
        "é" * 60,
        "\u200b",
    ],
)
def test_names_in_hledgers_own_signs_are_harmless(name: str) -> None:
    grown = Journal("ema-2025", seed=3)
    grown.grow(30)
    for number, player in grown.state.players.items():
        renamed = type(player)(number=number, name=name, team=name)
        grown.state.players[number] = renamed
    text = journal(grown.state, grown.rules)
    done = hledger(text, "check", "--strict")
    assert (done.returncode, done.stderr) == (0, b"")
    assert sum(each.startswith("players:") for each in balances(text)) == 8


def small(make: Make) -> str:
    event = seated(make())
    event.write("scores", SCORES)
    event.write("incidents", f"{INCIDENTS}1,1,E1,0,3,furiten-ron,shown=yes,,,,,,,,\n")
    event.load()
    return prove(event.book.state(), event.book.rules)


@needs_hledger
def test_a_changed_number_is_found(make: Make) -> None:
    text = small(make)
    found = list(POSTING.finditer(text))
    assert len(found) > 5
    for match in found:
        amount = str(int(match[2]) + 100)
        changed = text[: match.start(2)] + amount + text[match.end(2) :]
        assert hledger(changed, "check").returncode == 1, match[0]


@needs_hledger
def test_points_moved_from_one_player_to_another_are_found(make: Make) -> None:
    lines = small(make).splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith("    players:"))
    lines[at:at] = ["    players:1 Ann  100 pts\n", "    players:2 Ben  -100 pts\n"]
    done = hledger("".join(lines), "check")
    assert done.returncode == 1
    assert b"balance assertion" in done.stderr


@needs_hledger
def test_an_account_nobody_declared_is_found(make: Make) -> None:
    text = small(make).replace("account fines\n", "")
    assert hledger(text, "check", "--strict").returncode == 1
    assert hledger(text, "check").returncode == 0


def test_an_empty_event_is_a_journal_too(tmp_path: Path) -> None:
    at = datetime(2026, 5, 2, tzinfo=UTC)
    by = Signature(staff="Mori; x", at=at, terminal="desk", client_id="made")
    with Book.create(
        tmp_path / "e.db", name="Open ;  :include x", ruleset="reach", by=by
    ) as book:
        text = journal(book.state(), book.rules)
    assert "2026-05-02 (#1) " in text
    assert "    ; staff:Mori, x, time:" in text
    if HLEDGER:
        assert hledger(text, "check", "--strict").returncode == 0


def test_the_same_book_gives_the_same_bytes(make: Make) -> None:
    event = seated(make())
    first = journal(event.book.state(), event.book.rules)
    with Book.open(event.folder / "event.db") as again:
        assert journal(again.state(), again.rules) == first
