"""Files of other programs: what comes into the book, twice, and what is refused."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ledger.core.contents import (
    Content,
    Created,
    IncidentRuled,
    PlayersAdded,
    Reseated,
    StaffAdded,
    Substituted,
)
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.rules import Rules, rules
from ledger.core.terms import Class
from ledger.errors import ImportFaults, LedgerError
from ledger.files.foreign.importing import LAYOUTS, layout_of, plan_foreign
from ledger.files.foreign.pantheon_seating import seating_text
from ledger.files.imports import Plan
from tests.files.events import PLAYERS, SCORES, SEATING, Event, Make
from tests.files.hard_names import WIDE

DATA = Path(__file__).parents[1] / "data" / "foreign"
FILES = {
    "ema": ("ema_players.csv", "portal_export.csv"),
    "riichinomi": ("riichinomi_hanchan.csv", "riichinomi_players.csv"),
    "az-riichi": ("az_riichi.csv",),
    "marttinen": ("marttinen.json",),
    "pantheon": (
        "pantheon_rating.csv",
        "pantheon_penalties.json",
        "pantheon_players.json",
    ),
}


def text_of(name: str) -> str:
    return (DATA / name).read_bytes().decode("utf-8-sig")


def plan(event: Event, program: str, *paths: Path) -> Plan:
    book = event.book
    layout = layout_of(program)
    return plan_foreign(layout, paths, book.state(), book.rules, event.by)


def load(event: Event, program: str, *paths: Path | str) -> Plan:
    """Import files by path, or those of the data by name."""
    found = plan(event, program, *(DATA / path for path in paths))
    event.book.add_all(found.items)
    return found


@dataclass
class Desk:
    """An event without a book, for files that are refused."""

    folder: Path
    state: EventState
    by: Signature
    rules: Rules

    def know(self, program: str, *names: str) -> None:
        """Take in players."""
        paths = [DATA / name for name in names]
        found = plan_foreign(layout_of(program), paths, self.state, self.rules, self.by)
        for content, place, by in found.items:
            assert isinstance(content, PlayersAdded)
            self._add("players", content, place, by)

    def _add(self, kind: str, content: Content, place: Place, by: Signature) -> None:
        number = self.state.head + 1
        entry = Entry(
            number=number, kind=kind, signature=by, place=place, content=content
        )
        self.state.apply(entry)

    def create(self) -> None:
        made = self.rules.ruleset.id
        content = Created(name="Spring", ruleset=made, pinned="", digest="")
        self._add("event", content, Place(), self.by)


@pytest.fixture
def desk(tmp_path: Path, by: Signature) -> Desk:
    made = Desk(tmp_path, EventState(), by, rules("ema-2025"))
    made.create()
    return made


def write(event: Event | Desk, name: str, content: str | bytes) -> Path:
    path = event.folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def faults(event: Event | Desk, program: str, *paths: Path) -> list[str]:
    if isinstance(event, Event):
        state, edition = event.book.state(), event.book.rules
    else:
        state, edition = event.state, event.rules
    with pytest.raises(ImportFaults) as caught:
        plan_foreign(layout_of(program), paths, state, edition, event.by)
    return [str(f).replace(f"{event.folder}/", "") for f in caught.value.faults]


def totals(event: Event) -> dict[str, int]:
    return {number: row.total for number, row in event.rows().items()}


def incidents(event: Event) -> list[IncidentRuled]:
    return [content for _, content in event.book.state().rulings()]


# Every layout -----------------------------------------------------------------------


@pytest.mark.parametrize("program", FILES)
def test_a_second_import_adds_nothing(make: Make, program: str) -> None:
    event = make()
    assert load(event, program, *FILES[program]).items
    head = event.book.state().head_hash
    again = load(event, program, *FILES[program])
    assert again.items == ()
    assert sum(again.known.values()) > 0
    assert event.book.state().head_hash == head
    assert event.book.verify() == []


@pytest.mark.parametrize("program", FILES)
@pytest.mark.parametrize("change", ["bom", "crlf", "semicolon"])
def test_marks_line_ends_and_separators_change_nothing(
    make: Make, program: str, change: str
) -> None:
    plain, changed = make(), make()
    load(plain, program, *FILES[program])
    paths = []
    for name in FILES[program]:
        text = text_of(name).replace("\r\n", "\n")
        if change == "crlf":
            text = text.replace("\n", "\r\n")
        elif change == "bom":
            text = f"\N{ZERO WIDTH NO-BREAK SPACE}{text}"
        elif name.endswith(".csv") and '"' not in text:
            text = text.replace(",", ";")
        paths.append(write(changed, name, text))
    load(changed, program, *paths)
    assert totals(changed) == totals(plain)
    assert changed.book.state().players == plain.book.state().players


@pytest.mark.parametrize("program", FILES)
def test_hard_names_come_in_whole(make: Make, program: str) -> None:
    event = make()
    load(event, program, *FILES[program])
    names = {player.name for player in event.book.state().players.values()}
    assert any("翔太" in name for name in names)
    assert any(name.startswith("=") or " =" in name for name in names)
    if program != "az-riichi":
        assert WIDE in names


@pytest.mark.parametrize("program", FILES)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfeI\0D\0", ":1:1: is UTF-16, expected text"),
        ("ID,Name\n1,佐藤\n".encode("cp932"), ":2:2: is not UTF-8 text (byte 0x8D)"),
        (b"PK\x03\x04...", ":1:1: is xlsx"),
        (b"a,b\n1,\0\n", ":2:2: holds a NUL"),
        (b"", ":1:1: is empty, expected"),
        (b"  \n\n", ":1:1: is empty, expected"),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(
    desk: Desk, program: str, content: bytes, told: str
) -> None:
    (fault,) = faults(desk, program, write(desk, "f", content))
    assert fault.startswith(f"f{told}")


@pytest.mark.parametrize("program", FILES)
@pytest.mark.parametrize("other", FILES)
def test_a_wrongly_named_program_is_guessed_at(
    desk: Desk, program: str, other: str
) -> None:
    if program == other:
        return
    for name in FILES[other]:
        (fault,) = faults(desk, program, write(desk, name, text_of(name)))
        title = LAYOUTS[other].title
        assert fault.startswith(f"{name}:1:1: is not of {LAYOUTS[program].title}")
        assert fault.endswith(f"looks like {title}: --from {other}")


@pytest.mark.parametrize("program", FILES)
@pytest.mark.parametrize("kind", [PLAYERS, SEATING, SCORES])
def test_our_own_files_are_guessed_too(desk: Desk, program: str, kind: str) -> None:
    (fault,) = faults(desk, program, write(desk, "own", kind))
    assert "looks like our own" in fault
    assert "leave --from out" in fault


@pytest.mark.parametrize(
    "text", ["\x0c\n", ",,,,\n" * 3, "9" * 200_000, '"', "{", "[1]"]
)
def test_what_looks_like_nothing_is_only_refused(desk: Desk, text: str) -> None:
    for program in LAYOUTS:
        (fault,) = faults(desk, program, write(desk, "f", text))
        assert fault.startswith("f:")


def test_nothing_unknown_or_missing_is_taken(desk: Desk) -> None:
    assert "cannot be read" in faults(desk, "pantheon", desk.folder / "none")[0]
    assert "nothing to import" in faults(desk, "pantheon")[0]
    with pytest.raises(LedgerError, match="nearest known: pantheon"):
        layout_of("panteon")


# Players of the portal --------------------------------------------------------------


def test_the_list_for_the_ema_gives_free_numbers(make: Make) -> None:
    event = make()
    load(event, "ema", "ema_players.csv")
    players = event.book.state().players
    assert list(players) == ["1", "2", "3", "4"]
    rossi = players["1"]
    assert (rossi.name, rossi.ema_number) == ("Anna ROSSI", "04090012")
    assert rossi.country == "ITA"
    assert players["2"].name == "Jean Luc D'ARCY-O\"NEIL"


def test_a_longer_list_in_another_order_adds_who_is_new(make: Make) -> None:
    event = make()
    load(event, "ema", "ema_players.csv")
    header, *lines = text_of("ema_players.csv").splitlines()
    new = "10300079,NOVÁK,JAN,CZE"
    path = write(event, "longer.csv", "\n".join([header, new, *reversed(lines)]))
    found = load(event, "ema", path)
    assert (found.added["players"], found.known["players"]) == (1, 4)
    assert event.book.state().players["5"].name == "Jan NOVÁK"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "4090012,A,B,ITA",
            "p.csv:2:1: EMA number '4090012' is none, expected 8 digits; a",
        ),
        ("x,A,B,ITA", "p.csv:2:1: EMA number 'x' is none"),
        (",A,B,Italy", "p.csv:2:4: country 'Italy' is not understood"),
        (",,,ITA", "p.csv:2:2: name is blank"),
        (",A,B,ITA,x", "p.csv:2:1: has 5 cells, expected 2 to 4: a name with a sep"),
    ],
)
def test_what_is_wrong_with_a_listed_player(desk: Desk, line: str, told: str) -> None:
    header = text_of("ema_players.csv").splitlines()[0]
    (fault,) = faults(desk, "ema", write(desk, "p.csv", f"{header}\n{line}\n"))
    assert fault.startswith(told)


# Pantheon ---------------------------------------------------------------------------

RATING = {
    "11": 61300, "12": 41000, "13": 5200, "14": -1000,
    "15": -3500, "16": -21000, "17": -30000, "18": -82000,
}  # fmt: skip


def test_rating_and_penalties_together_come_to_the_rating(make: Make) -> None:
    event = make()
    load(event, "pantheon", "pantheon_rating.csv", "pantheon_penalties.json")
    assert totals(event) == RATING
    assert event.rows()["18"].penalties == -40_000
    assert event.rows()["18"].team == "Team, West"
    assert event.book.check() == []


RATED = "pantheon_rating.csv"
FINED = "pantheon_penalties.json"
MORNING = datetime(2026, 5, 2, 9, tzinfo=UTC)
EVENING = datetime(2026, 5, 2, 20, tzinfo=UTC)


def at(event: Event, time: datetime) -> Event:
    """Let what is imported next come in at a time."""
    return replace(event, by=replace(event.by, at=time))


@pytest.mark.parametrize("order", [(RATED, FINED), (FINED, RATED)])
def test_one_after_the_other_counts_no_penalty_twice(
    make: Make, order: tuple[str, str]
) -> None:
    event = at(make(), EVENING)
    load(event, "pantheon", "pantheon_players.json")
    for _ in range(2):
        for name in order:
            load(event, "pantheon", name)
    assert totals(event) == RATING
    assert event.book.check() == []
    is_net = order[0] == RATED
    settled = {p.settled for each in incidents(event) for p in each.postings}
    assert settled == {"table" if is_net else "ledger"}
    assert load(event, "pantheon", *order).items == ()


def test_a_penalty_inside_the_rating_is_told_of(make: Make) -> None:
    event = at(make(), EVENING)
    load(event, "pantheon", RATED)
    (warning,) = load(event, "pantheon", FINED).warnings
    assert "3 new penalties are older than the rating in the book" in warning


def test_a_penalty_after_the_rating_counts_and_a_later_rating_agrees(
    make: Make,
) -> None:
    event = at(make(), MORNING)
    load(event, "pantheon", RATED)
    found = load(event, "pantheon", FINED)
    assert found.warnings == ()
    assert totals(event)["18"] == RATING["18"] - 40_000
    text = text_of(RATED).replace("-82000", "-122000").replace("-21000", "-22000")
    later = write(event, "later.csv", text)
    assert load(at(event, EVENING), "pantheon", later).items == ()
    assert event.book.check() == []


def test_a_player_of_another_number_is_known_by_name(make: Make) -> None:
    event = at(make(), EVENING)
    event.write("players", "number,name\n1,hal\n2,Łukasz  Nowak\n3,Zoe\n")
    event.load()
    names = ("pantheon_players.json", RATED, FINED, "pantheon_seating.txt")
    warnings = load(event, "pantheon", *names).warnings
    assert any("player '18' is taken for player '1' of" in told for told in warnings)
    assert event.rows()["1"].penalties == -40_000
    assert totals(event)["2"] == RATING["16"]
    assert "18" not in event.book.state().players
    assert event.book.state().seated((2, 1)) == ("1", "11", "2", "13")
    assert load(event, "pantheon", *names).items == ()


def test_a_penalty_is_an_entry_of_the_referees_own_with_its_source(make: Make) -> None:
    event = make()
    load(event, "pantheon", "pantheon_players.json", "pantheon_penalties.json")
    first, second, notice, bare = incidents(event)
    assert first.class_ is Class.POINT_PENALTY
    assert first.departed
    assert first.note == "遅刻; second time [pantheon:57]"
    assert first.incidents[0].facts["note"] == "pantheon:57"
    assert second.incidents[0].facts["note"] == "pantheon:58"
    assert (notice.class_, notice.postings) == (Class.WARNING, ())
    assert bare.note == "no reason given [pantheon:61]"
    entry = event.book.state().entries[2]
    assert entry.signature.at.isoformat() == "2026-05-02T10:24:00+00:00"
    assert entry.signature.staff == "森 Mori"
    assert entry.place == Place()


def test_who_may_not_sign_here_does_not(make: Make) -> None:
    event = make()
    for name, role in (("Mori", "organiser"), ("Kim", "referee")):
        event.book.add(StaffAdded(name=name, role=role), Place(), event.by_id(name))
    load(event, "pantheon", "pantheon_players.json", "pantheon_penalties.json")
    entries = event.book.state().incidents.values()
    assert [entry.signature.staff for entry in entries] == [
        "Mori",
        "Mori",
        "Kim",
        "Mori",
    ]


def changed(event: Event | Desk, change: Callable[[Any], None]) -> Path:
    """Write the penalties with a change."""
    told = json.loads(text_of("pantheon_penalties.json"))
    change(told)
    return write(event, "changed.json", json.dumps(told, indent=1))


def test_a_cancelled_penalty_stays_out_and_one_in_the_book_is_named(
    make: Make,
) -> None:
    event = make()
    load(event, "pantheon", "pantheon_players.json", "pantheon_penalties.json")
    sources = [each.incidents[0].facts["note"] for each in incidents(event)]
    assert "pantheon:60" not in sources
    path = changed(event, lambda t: t["penalties"][0].update(is_cancelled=True))
    found = load(event, "pantheon", path)
    assert found.items == ()
    (warning,) = found.warnings
    assert "stands in the book as entry 3: void it if that is right" in warning


def test_a_voided_penalty_is_not_brought_back(make: Make) -> None:
    event = make()
    load(event, "pantheon", "pantheon_players.json", "pantheon_penalties.json")
    event.void(3)
    found = load(event, "pantheon", "pantheon_penalties.json")
    assert found.items == ()
    assert "which entry 7 took back" in found.warnings[0]


def test_a_changed_amount_is_a_fault_that_names_the_entry(make: Make) -> None:
    event = make()
    load(event, "pantheon", "pantheon_players.json", "pantheon_penalties.json")
    path = changed(event, lambda t: t["penalties"][0].update(amount=5000))
    (fault,) = faults(event, "pantheon", path)
    assert "is in the book as entry 3 with another ruling" in fault


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda t: t["penalties"][1].update(who=99),
            "changed.json:13:11: player '99' is",
        ),
        (
            lambda t: t["penalties"][0].update(amount="x"),
            "changed.json:5:14: tournament 'x",
        ),
        (
            lambda t: t["penalties"][0].update(amount=-5),
            "changed.json:5:14: tournament '-5",
        ),
        (
            lambda t: t["penalties"][0].update(amount=True),
            "changed.json:5:14: tournament",
        ),
        (
            lambda t: t["penalties"][0].update(clause="x"),
            "changed.json:11:14: unknown key",
        ),
        (
            lambda t: t["penalties"][0].pop("who"),
            "changed.json:3:3: penalties.0 lacks who",
        ),
        (
            lambda t: t.update(penalties=7),
            "changed.json:2:15: penalties is '7', expected a",
        ),
        (
            lambda t: t.update(version=2),
            "changed.json:56:13: unknown key 'version': a newer",
        ),
        (
            lambda t: t["penalties"][0].update(id=58),
            "changed.json:12:3: penalty '58' stands",
        ),
        (
            lambda t: t["penalties"][0].update(reason="a\0"),
            "changed.json:6:14: holds a NUL",
        ),
        (
            lambda t: t["penalties"][0].update(created_at="noon"),
            "changed.json:8:18: time",
        ),
        (
            lambda t: t["penalties"].insert(0, []),
            "changed.json:3:3: penalties.0 is '[]', e",
        ),
    ],
)
def test_what_is_wrong_with_a_penalty(
    desk: Desk, change: Callable[[Any], None], told: str
) -> None:
    desk.know("pantheon", "pantheon_players.json")
    found = faults(desk, "pantheon", changed(desk, change))
    assert found[0].startswith(told)


def test_what_is_no_json_is_told_where_it_breaks(desk: Desk) -> None:
    text = text_of("pantheon_penalties.json")
    path = write(desk, "p.json", text.replace('"amount": 20000,', '"amount": 20000', 1))
    (fault,) = faults(desk, "pantheon", path)
    assert fault.startswith("p.json:6:7: is not JSON from here on")
    for word, told in (("NaN", "NaN is no number"), ("1e400", "1e400 is too large")):
        path = write(desk, "p.json", text.replace("20000", word, 1))
        assert told in faults(desk, "pantheon", path)[0]
    path = write(desk, "p.json", '{"penalties":' + "[" * 100_000)
    assert faults(desk, "pantheon", path)[0].endswith("can be read: too deep")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"id": 12', '"id": 11.5', "id '11.5' is none, expected a whole number"),
        ('"id": 12', '"id": -12', "id '-12' is none, expected a whole number"),
        ('"id": 12', '"id": 11', "id '11' is of '佐藤 翔太' and of 'Smith, \"Jo\"'"),
    ],
)
def test_an_id_that_cannot_be_one_player(
    desk: Desk, old: str, new: str, told: str
) -> None:
    text = text_of("pantheon_players.json")
    assert text.count(old) == 1
    path = write(desk, "p.json", text.replace(old, new))
    (fault,) = faults(desk, "pantheon", path)
    assert fault.startswith("p.json:12:")
    assert told in fault


def test_the_api_may_spell_keys_with_capitals_or_give_a_bare_list(make: Make) -> None:
    event = make()
    load(event, "pantheon", "pantheon_players.json")
    told = json.loads(text_of("pantheon_penalties.json"))["penalties"]
    words = {
        "assigned_by": "assignedBy",
        "created_at": "createdAt",
        "is_cancelled": "isCancelled",
        "cancellation_reason": "cancellationReason",
    }
    spelt = [{words.get(key, key): v for key, v in item.items()} for item in told]
    load(event, "pantheon", write(event, "list.json", json.dumps(spelt)))
    assert event.rows()["18"].penalties == -40_000
    assert event.rows()["12"].penalties == 0
    assert load(event, "pantheon", "pantheon_penalties.json").known["incidents"] == 4


def test_a_rating_of_another_width_or_with_parts_of_points_is_refused(
    desk: Desk,
) -> None:
    path = write(desk, "r.csv", "Place,Player ID,A,B,C,D,E,F,G,H\n")
    (fault,) = faults(desk, "pantheon", path)
    assert fault.startswith("r.csv:1:10: the header has 10 columns, expected 7 to 9")
    text = text_of("pantheon_rating.csv").replace("41000", "41.3", 1)
    (fault,) = faults(desk, "pantheon", write(desk, "r.csv", text))
    assert fault.startswith("r.csv:3:5: result '41.3' is not a whole number")


def test_chips_are_not_taken_for_teams(make: Make) -> None:
    event = make()
    head = "Platz,ID,Name,Jetons,Punkte,Platz,Punkte,Spiele"
    load(event, "pantheon", write(event, "r.csv", f"{head}\n1,7,Ann,-3,12000,1,1,1\n"))
    assert event.book.state().players["7"].team == ""
    assert totals(event) == {"7": 12000}


def test_seating_goes_by_local_ids_and_comes_out_again(make: Make) -> None:
    event = make()
    names = ("pantheon_players.json", "pantheon_seating.txt")
    found = load(event, "pantheon", *names)
    assert found.added == {"players": 8, "seating": 4}
    state = event.book.state()
    assert state.seated((2, 1)) == ("18", "11", "16", "13")
    assert load(event, "pantheon", *names).items == ()
    path = write(event, "out.txt", seating_text(state))
    assert path.read_text() == "11-12-13-14\n15-16-17-18\n\n18-11-16-13\n12-14-15-17\n"
    assert load(event, "pantheon", path).items == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1-2-3-4\n1-2-3\n", "s.txt:2:1: '1-2-3' is no table, expected four local ids"),
        ("1-2-3-9\n", "s.txt:1:4: player '9' is unknown"),
        ("1-2-3-3\n", "s.txt:1:4: player '3' sits at this table twice"),
        ("1-2-3-4\n5-6-7-1\n", "s.txt:2:4: player '1' sits at table 1 in round 1 too"),
    ],
)
def test_what_is_wrong_with_a_seating(make: Make, text: str, told: str) -> None:
    event = make()
    event.write("players", PLAYERS)
    event.load()
    found = faults(event, "pantheon", write(event, "s.txt", text))
    assert found[0].startswith(told)


# RiichiNomi -------------------------------------------------------------------------


def test_riichinomi_comes_in_with_winds_penalties_and_a_named_difference(
    make: Make,
) -> None:
    event = make()
    found = load(event, "riichinomi", *FILES["riichinomi"])
    state = event.book.state()
    assert state.seated((1, 1)) == ("2", "1", "4", "3")
    assert state.seated((2, 1)) == ("1", "5", "2", "6")
    assert list(state.sheets) == [(1, 1), (1, 2)]
    assert event.rows()["2"].penalties == -20_000
    assert event.rows()["0"].substitute
    assert state.players["1"].club == "東風荘"
    assert any("1,000 lacking" in warning for warning in found.warnings)
    assert any("Shuugi is not read" in warning for warning in found.warnings)


def test_a_table_that_was_seated_before_it_was_played_gets_its_winds(
    make: Make,
) -> None:
    event = make()
    load(event, "riichinomi", *FILES["riichinomi"])
    text = text_of("riichinomi_hanchan.csv").split("2,1,1,")[0] + (
        "2,1,1,3,30000,0,5\n2,1,5,2,30000,1,5\n2,1,2,1,30000,0,5\n2,1,6,0,30000,0,5\n"
    )
    path = write(event, "later.csv", text)
    found = load(event, "riichinomi", path)
    assert found.added == {"seating": 0, "scores": 1, "incidents": 1}
    state = event.book.state()
    assert state.seated((2, 1)) == ("6", "2", "5", "1")
    assert [c.players for _, c in state.standing(Reseated)] == [("6", "2", "5", "1")]
    assert load(event, "riichinomi", path).items == ()
    assert event.rows()["5"].penalties == -1000


def test_two_who_sit_in_in_one_round_are_two_people(make: Make) -> None:
    event = make()
    rows = "".join(f"1,{t},{p},{w},30000,0\n" for t, p, w in (
        (1, 0, 0), (1, 1, 1), (1, 2, 2), (1, 3, 3),
        (2, 0, 3), (2, 4, 1), (2, 5, 2), (2, 6, 0),
    ))  # fmt: skip
    head = text_of("riichinomi_hanchan.csv").splitlines()[0].removesuffix(",Shuugi")
    path = write(event, "h.csv", f"{head}\n{rows}")
    players = DATA / "riichinomi_players.csv"
    load(event, "riichinomi", path, players)
    substitutes = [n for n, p in event.book.state().players.items() if p.substitute]
    assert substitutes == ["0", "0-2"]
    assert event.book.state().seated((1, 2)) == ("6", "4", "5", "0-2")
    assert not list(event.book.state().standing(Substituted))
    assert load(event, "riichinomi", path, players).items == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1,1,2,0,19000,20,5\n", "", "h.csv:2:1: table '1' of round '1' has 3 players"),
        (
            "1,1,2,0",
            "1,1,2,1",
            "h.csv:2:1: table '1' of round '1' has the seat winds 1, 1",
        ),
        ("19000,20,", "19000,20000,", "h.csv:3:6: tournament '20000' is out of range"),
        ("19000,20,", "19000,-2,", "h.csv:3:6: tournament '-2' is out of range"),
        ("19000,20", "19.0,20", "h.csv:3:5: east '19.0' is not a whole number"),
        (
            "1,1,2,0,19000,20,5",
            "1,1,2",
            "h.csv:2:1: table '1' of round '1' is played by",
        ),
        ("1,1,2,0", "1,1,9,0", "h.csv:3:3: player '9' is unknown"),
        ("Shuugi", "Chips", "h.csv:1:7: column 7 is 'Chips', expected Shuugi"),
        (
            "Shuugi",
            "Shuugi,Time",
            "h.csv:1:8: column 'Time' is unknown: a newer layout?",
        ),
        ("Points", "Score", "h.csv:1:5: column 5 is 'Score', expected Points"),
        ("\n1,1,", "\n0,1,", "h.csv:2:1: table '1' of round '0' stands outside"),
    ],
)
def test_what_is_wrong_with_riichinomis_hanchan(
    desk: Desk, old: str, new: str, told: str
) -> None:
    desk.know("riichinomi", "riichinomi_players.csv")
    text = text_of("riichinomi_hanchan.csv")
    assert old in text
    found = faults(desk, "riichinomi", write(desk, "h.csv", text.replace(old, new)))
    assert any(fault.startswith(told) for fault in found), found


def test_a_name_with_a_comma_needs_quotes(desk: Desk) -> None:
    path = write(desk, "p.csv", "ID,Name,Affiliation\n1,Smith, Jo,Club\n")
    (fault,) = faults(desk, "riichinomi", path)
    assert fault.startswith("p.csv:2:1: has 4 cells, expected 2 to 3: a name with")


# Marttinen's engine -----------------------------------------------------------------


def test_the_engines_scores_are_above_and_below_the_start(make: Make) -> None:
    event = make()
    assert load(event, "marttinen", "marttinen.json").warnings == ()
    sheet = event.book.state().sheet((1, 1))
    assert sheet is not None
    assert sheet.raw == (41_000, 19_000, 29_000, 31_000)
    assert totals(event) == {"1": 26_000, "2": -46_000, "3": -6_000, "4": 6_000}
    assert event.rows()["2"].penalties == -20_000
    assert event.rows()["4"].substitute
    assert event.book.state().seated((2, 1)) == ("4", "3", "2", "1")


def test_another_uma_than_the_editions_is_told(make: Make) -> None:
    event = make("m-league")
    (warning,) = load(event, "marttinen", "marttinen.json").warnings
    assert "1 game has another uma than m-league gives" in warning
    assert "15,000 there, 30,000 here" in warning


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda t: t["meta"].update(dataFormatVersion=4), "'4' is not known: a newer"),
        (lambda t: t["meta"].update(dataFormatVersion=True), "'true' is not known"),
        (lambda t: t.pop("info"), "the file lacks info"),
        (lambda t: t.update(sanma=False), "unknown key 'sanma': a newer layout?"),
        (lambda t: t["games"][0].update(round="one"), "number 'one' is not a whole"),
        (lambda t: t["games"][0].update(round=-3), "round '-2' is out of range"),
        (lambda t: t["games"][0].update(participants=[]), "has 0 participants"),
        (lambda t: t["games"][0].update(participants=7), "expected a list"),
        (lambda t: _seat(t).update(playerId=44), "player '45' is unknown"),
        (lambda t: _seat(t)["score"].update(raw=10.5), "number '10.5' is not a whole"),
        (lambda t: _seat(t)["score"].update(penalty=20000), "'20000' is out of range"),
        (lambda t: _seat(t)["score"].update(bonus=1), "unknown key 'bonus'"),
        (lambda t: t["playerList"][0].update(name=""), "name is blank"),
    ],
)
def test_what_is_wrong_with_a_save_file(
    desk: Desk, change: Callable[[Any], None], told: str
) -> None:
    saved = json.loads(text_of("marttinen.json"))
    change(saved)
    path = write(desk, "m.json", json.dumps(saved, indent=1))
    found = faults(desk, "marttinen", path)
    assert told in found[0]
    assert found[0].startswith("m.json:")


def _seat(saved: Any) -> Any:  # noqa: ANN401 - parsed JSON
    return saved["games"][0]["participants"][1]


# AZ Riichi --------------------------------------------------------------------------


def test_the_league_sheet_counts_sticks_and_points_outside(make: Make) -> None:
    event = make()
    load(event, "az-riichi", "az_riichi.csv")
    state = event.book.state()
    assert [state.sheet(key).leftover for key in sorted(state.sheets)] == [  # type: ignore[union-attr]
        1000, 0, 1000, 0,
    ]  # fmt: skip
    assert sorted(state.sheets) == [(1, 1), (1, 2), (2, 1), (3, 2)]
    assert state.players["2"].name == "O'Brien, Mae"
    assert state.sheets[3, 2].signature.at.isoformat() == "2026-02-11T12:00:00+00:00"


def test_a_later_league_sheet_goes_on_after_the_rounds_of_the_book(make: Make) -> None:
    event = make()
    load(event, "az-riichi", "az_riichi.csv")
    head, *rows = text_of("az_riichi.csv").splitlines()
    new = "2/18/2026,1,A,Gil,Hal,Eve,Zoe,30000,30000,30000,30000,0"
    path = write(event, "az.csv", "\n".join((head, new, rows[3])))
    found = load(event, "az-riichi", path)
    assert found.added == {"players": 1, "seating": 1, "scores": 1}
    assert event.book.state().seated((4, 1)) == ("7", "8", "5", "9")


def test_who_plays_at_both_tables_of_a_game_plays_two_rounds(make: Make) -> None:
    event = make()
    head = text_of("az_riichi.csv").splitlines()[0]
    score = "30000,30000,30000,30000,0"
    rows = (f"2/4/2026,1,A,A,B,C,D,{score}", f"2026-2-4,1,M,E,F,G,A,{score}")
    path = write(event, "az.csv", "\n".join((head, *rows)))
    load(event, "az-riichi", path)
    assert sorted(event.book.state().sheets) == [(1, 1), (2, 2)]
    assert load(event, "az-riichi", path).items == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "2/4/2026,1,A",
            "4.2.2026,1,A",
            "az.csv:2:1: date '4.2.2026' is not understood",
        ),
        ("2/4/2026,1,A", "13/40/2026,1,A", "az.csv:2:1: date"),
        ("2/4/2026,1,A", "2/4/\uff12026,1,A", "az.csv:2:1: date"),
        ("2/4/2026,1,A", "2/4/2026,1,B", "az.csv:2:3: Tbl 'B' is unknown"),
        ("2/4/2026,1,A", "2/4/2026,0,A", "az.csv:2:2: game '0' is out of range"),
        ("2/4/2026,1,M", "2/4/2026,1,A", "az.csv:3:2: this game stands twice, first"),
        (
            "Eve,Fay,Gil",
            "Eve,Eve,Gil",
            "az.csv:3:5: player '5' sits at this table twice",
        ),
        ("Eve,Fay,Gil", "Eve,,Gil", "az.csv:3:5: the player is blank"),
        ("Ex", "Sticks", "az.csv:1:12: column 12 is 'Sticks', expected Ex"),
        ("19000,29000", "19k,29000", "az.csv:2:9: south '19k' is not a whole number"),
    ],
)
def test_what_is_wrong_with_a_league_sheet(
    desk: Desk, old: str, new: str, told: str
) -> None:
    text = text_of("az_riichi.csv")
    path = write(desk, "az.csv", text.replace(old, new, 1))
    found = faults(desk, "az-riichi", path)
    assert found[0].startswith(told), found


def test_a_first_name_of_two_players_is_ambiguous(make: Make) -> None:
    event = make()
    event.write("players", "number,name\n1,Dee North\n2,Dee West\n3,Eve\n")
    event.load()
    path = write(event, "az.csv", text_of("az_riichi.csv"))
    found = faults(event, "az-riichi", path)
    assert found[0] == (
        "az.csv:2:7: 'Dee' may be players 1, 2, expected one player's name"
    )
