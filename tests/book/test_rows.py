"""Contents become rows and come back the same; what does not fit is refused."""

import json
from dataclasses import replace

import pytest

from ledger.book.cells import INTEGER_MAX, Row, Rows, canonical
from ledger.book.metadata import DETAILS, TABLES
from ledger.book.rows import content_of, rows_of
from ledger.core import editions
from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Created,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    LateAdjusted,
    Player,
    PlayersAdded,
    PolicySet,
    Reseated,
    RulesetChanged,
    Sheet,
    SheetEntered,
    StaffAdded,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.event import KINDS
from ledger.errors import BookDamaged, BookError
from tests.book import samples

CONTENTS: dict[str, Content] = {
    "event": Created(name="Spring", ruleset="house", pinned="{}", digest="0" * 64),
    "staff": StaffAdded(name="Mori", role="referee"),
    "pin": samples.PIN,
    "policy": PolicySet(confirm=True),
    "players": samples.players(),
    "seating": samples.seatings(),
    "sheet": samples.sheet(41000, -19000, 29000, 30000, leftover=1000),
    "results": samples.results(),
    "incident": samples.ruled(),
    "void": Voided(target=7, reason="wrong table"),
    "hand": HandPlayed(step={"event": "riichi", "player": "2"}),
    "status": StatusChanged(player="3", status="withdrawn", reason="ill"),
    "reseat": Reseated(players=("2", "1", "3", "4"), reason="swapped"),
    "substitute": Substituted(
        player="1", substitute="佐藤", when="after-start", reason="late train"
    ),
    "division": DivisionSet(
        name="A", order=1, after_round=2, players=("1", "2"), carry="halved"
    ),
    "team-fine": TeamFined(team="Foxes", points=-20000, reason="no captain"),
    "explain": Explained(points=1000, reason="a stick under the table"),
    "appeal": AppealLodged(target=7, by="2", reason="the tile was not mine"),
    "confirm": Confirmed(target=7),
    "finalise": Finalised(note="signed by all"),
    "ruleset": RulesetChanged(
        ruleset="wrc-2025", pinned="{}", digest="f" * 64, reason="wrong edition"
    ),
    "amend": Amended(
        target=7, reason="two seats swapped", content=samples.sheet(1, 2, 3, 4)
    ),
    "decide": AppealDecided(
        target=8, decision="changed", reason="video", content=samples.ruled()
    ),
    "late": LateAdjusted(
        reason="the recount",
        content=Amended(target=7, reason="recount", content=samples.ruled()),
    ),
}
INSIDE = {
    "amend": ("sheet",),
    "decide": ("ruling", "incident", "posting"),
    "late": ("amendment", "ruling", "incident", "posting"),
}
"""Tables of what is inside an entry, besides its own."""


def test_every_kind_has_a_sample_and_tables() -> None:
    assert CONTENTS.keys() == KINDS.keys() == DETAILS.keys()
    detail_tables = {table for tables in DETAILS.values() for table in tables}
    assert sorted([*detail_tables, "entry"]) == sorted(TABLES)


@pytest.mark.parametrize("kind", CONTENTS)
def test_a_content_comes_back_the_same(kind: str) -> None:
    rows = rows_of(CONTENTS[kind])
    assert content_of(kind, rows) == CONTENTS[kind]
    assert tuple(rows) == DETAILS[kind] + INSIDE.get(kind, ())


@pytest.mark.parametrize("kind", CONTENTS)
def test_a_content_fills_every_column_but_the_keys(kind: str) -> None:
    for table, rows in rows_of(CONTENTS[kind]).items():
        expected = set(TABLES[table].columns.keys()) - {"event_id", "entry"}
        assert [set(row) for row in rows] == [expected] * len(rows)


def test_names_are_kept_as_they_are() -> None:
    assert [row["name"] for row in rows_of(samples.players())["player"]] == list(
        samples.NAMES
    )


def test_json_is_the_same_text_as_that_of_pinned_rulesets() -> None:
    value = {"b": [1, None, True], "a": {"ü": "佐藤\u0000\x1b"}}
    assert canonical(value) == editions.canonical(value)
    assert json.loads(canonical(value)) == value


@pytest.mark.parametrize(
    ("score", "fault"),
    [
        ("abc", "sheet.east: 'abc' is not a whole number"),
        ("30000", "sheet.east: '30000' is not a whole number"),
        (True, "sheet.east: True is not a whole number"),
        (30000.0, "sheet.east: 30000.0 is not a whole number"),
        (None, "sheet.east: None is not a whole number"),
        (INTEGER_MAX + 1, "sheet.east: 2147483648 is too large to be stored"),
        (-(10**30), f"sheet.east: {-(10**30)} is too large to be stored"),
    ],
)
def test_a_score_that_is_no_score_is_refused(score: object, fault: str) -> None:
    raw = (score, 30000, 30000, 30000)
    with pytest.raises(BookError) as caught:
        rows_of(SheetEntered(sheet=Sheet(raw=raw)))  # type: ignore[arg-type]
    assert str(caught.value) == fault


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        (5, "player.name: 5 is not a text"),
        (None, "player.name: None is not a text"),
        ("a\0b", "player.name: 'a\\x00b' holds a NUL character"),
    ],
)
def test_a_name_that_is_no_text_is_refused(name: object, fault: str) -> None:
    player = Player(number="1", name=name)  # type: ignore[arg-type]
    with pytest.raises(BookError) as caught:
        rows_of(PlayersAdded(players=(player,)))
    assert str(caught.value) == fault


def test_evidence_that_is_no_number_is_refused() -> None:
    first, second = samples.ruled().incidents
    content = replace(
        samples.ruled(),
        incidents=(replace(first, evidence={"n": float("nan")}), second),
    )
    with pytest.raises(BookError, match="not JSON compliant"):
        rows_of(content)


def changed(kind: str, table: str, cells: Row) -> Rows:
    rows = rows_of(CONTENTS[kind])
    rows[table][0] |= cells
    return rows


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("sheet", {}),
        ("sheet", {"sheet": []}),
        ("void", {"void": [{"target": 1, "reason": "x"}] * 2}),
        ("event", {"event": [{"name": "x", "rounds": None}], "ruleset": []}),
        ("seating", {"seat": rows_of(CONTENTS["seating"])["seat"][:3]}),
        ("seating", {"seat": rows_of(CONTENTS["seating"])["seat"][1:]}),
        ("seating", changed("seating", "seat", {"wind": "S"})),
        ("seating", changed("seating", "seat", {"round": 2})),
        ("incident", changed("incident", "ruling", {"class": "death"})),
        ("incident", changed("incident", "ruling", {"citations": "[1"})),
        ("incident", changed("incident", "ruling", {"dead": '"x"'})),
        ("incident", changed("incident", "incident", {"facts": "[]"})),
        ("incident", changed("incident", "incident", {"seat": "X"})),
        ("incident", changed("incident", "posting", {"stage": "never"})),
        ("nonsense", {}),
    ],
)
def test_rows_that_do_not_fit_are_damage(kind: str, rows: Rows) -> None:
    with pytest.raises(BookDamaged):
        content_of(kind, rows)
