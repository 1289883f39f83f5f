"""Situations are found by what people say."""

import pytest

from ledger.core.desk import Draft, DraftIncident
from ledger.core.search import folded, recent, search
from ledger.core.situations import catalogue
from tests.core.events import TABLE, Event

ALL = tuple(catalogue().values())


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("fu", "furiten-ron"),
        ("furiten", "furiten-ron"),
        ("フリテン", "furiten-ron"),
        ("ふりてん", "furiten-ron"),
        ("ﾌﾘﾃﾝ", "furiten-ron"),
        ("FURITEN", "furiten-ron"),
        ("見逃し", "selective-ron"),
        ("多牌", "wrong-tile-count"),
        ("少牌", "wrong-tile-count"),
        ("空ポン", "withdrawn-call"),
        ("喰い替え", "kuikae"),
        ("先ヅモ", "early-draw"),
        ("ノーテンリーチ", "noten-riichi"),
        ("noten riichi", "noten-riichi"),
        ("riichi noten", "noten-riichi"),
        ("携帯", "phone"),
        ("late for", "late"),
        ("late", "late"),
        ("dead hand", "act-with-dead-hand"),
        ("wrn nmb", "wrong-tile-count"),
        ("その他", "other"),
    ],
)
def test_the_first_found_is_what_was_meant(typed: str, first: str) -> None:
    assert search(ALL, typed)[0].id == first


def test_false_ron_in_japanese_finds_all_its_kinds() -> None:
    found = [each.id for each in search(ALL, "誤ロン")]

    assert set(found[:3]) == {"win-wrong-tile", "win-no-yaku", "win-not-tenpai"}


def test_nothing_typed_finds_everything() -> None:
    assert [each.id for each in search(ALL, "")] == list(catalogue())
    assert [each.id for each in search(ALL, "   ")] == list(catalogue())


@pytest.mark.parametrize("typed", ["xyzzy", "furiten xyzzy", "[bold", "　漢漢漢"])
def test_what_nobody_says_finds_nothing(typed: str) -> None:
    assert search(ALL, typed) == []


def test_what_was_recorded_last_comes_first_among_equals() -> None:
    assert search(ALL, "furiten", ["selective-ron"])[0].id == "selective-ron"
    assert search(ALL, "", ["late", "phone"])[:2] == [
        catalogue()["late"],
        catalogue()["phone"],
    ]


def test_a_better_fit_beats_a_recent_one() -> None:
    assert search(ALL, "kuikae", ["furiten-ron"])[0].id == "kuikae"


def test_recent_ones_are_told_apart_and_the_latest_is_first() -> None:
    event = Event("ema-2025")
    for situation, facts in (
        ("furiten-ron", {"shown": True}),
        ("open-riichi", {}),
        ("furiten-ron", {"shown": True}),
    ):
        incident = DraftIncident(offender="2", situation=situation, facts=facts)
        event.book(Draft(place=TABLE, incidents=(incident,)))

    assert recent(event.state) == ["furiten-ron", "open-riichi"]
    assert recent(event.state, limit=1) == ["furiten-ron"]


@pytest.mark.parametrize("text", ["ヴー", "ゔー", "Straße", "\uff21\uff22\uff23", "ｶﾞﾝ"])
def test_folding_twice_changes_nothing(text: str) -> None:
    assert folded(folded(text)) == folded(text)
