"""The public page tells what the organiser allows, and the numbers of every paper."""

import os
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.core.contents import AppealLodged, Confirmed, Finalised
from ledger.core.desk import Draft, DraftIncident
from ledger.core.event import Place
from ledger.errors import ExportError
from ledger.files.page_size import SIZES
from ledger.files.papers import Paper
from ledger.files.public_page import public_page
from ledger.files.public_report import RULINGS_MAX, Allowed, public_report
from ledger.files.publishing import PAGE, make_folder, publish
from ledger.files.standings_export import export_standings
from tests.files.events import INCIDENTS, PLAYERS, SCORES, SEATING, Event, Make
from tests.files.hard_names import HARD, MORE, hard_event
from tests.files.page_picture import PICTURES, demo_book
from tests.files.paper_readers import READERS, from_csv, html_tables

WRONG = "1,1,E1,0,3,furiten-ron,shown=yes,,,,,,,Kim,\n"
HARMLESS = "1,2,E1,0,5,slow-play,severity=minor,none,,,,,,Kim,he apologised\n"
PHONE = "2,1,,,1,phone,severity=minor,warning,,,,,,Lee,called his mother\n"


def filled(event: Event, incidents: str = WRONG) -> Event:
    event.write_all(
        {
            "players": PLAYERS,
            "seating": SEATING,
            "scores": SCORES,
            "incidents": INCIDENTS + incidents,
        }
    )
    event.load()
    return event


def page(event: Event, *, size: str = "a4", **allowed: bool) -> str:
    report = public_report(event.book.state(), event.book.rules, Allowed(**allowed))
    return public_page(report, SIZES[size])


def rulings(text: str) -> list[dict[str, str]]:
    return html_tables(text)[-1]


def ruling_of(event: Event) -> int:
    return next(iter(event.book.state().incidents))


def test_it_has_the_numbers_of_every_other_paper(make: Make) -> None:
    event = filled(make())
    text = export_standings(
        event.book.state(), event.book.rules, after=None, form="csv"
    )
    assert READERS["html"](Paper(page(event))) == from_csv(text)


def test_it_says_what_it_rests_on(make: Make) -> None:
    event = filled(make())
    text, state = page(event), event.book.state()
    assert "Standings after round 1" in text
    assert f"entry {state.head}, 2026-05-02 09:00 UTC" in text
    assert state.head_hash in text
    assert event.book.rules.digest in text
    assert "fines to nobody +20.0" in text
    event.book.add(Finalised(note=""), Place(), event.by_id("final"))
    assert "<p>Final standings</p>" in page(event)


def test_reasons_and_staff_stay_in_the_house(make: Make) -> None:
    event = filled(make(), WRONG + PHONE)
    text = page(event)
    assert rulings(text) == [
        {
            "Where": "R2 T1",
            "Player": "Ann",
            "Ruling": "phone or device → warning",
            "After uma": "",
            "Clause": "EMA 2025 7.1",
        },
        {
            "Where": "R1 T1 E1",
            "Player": "Cay",
            "Ruling": "ron while furiten → chombo",
            "After uma": "−20.0",
            "Clause": "EMA 2025 3.4.6; EMA 2025 6.8",
        },
    ]
    assert "Kim" not in text
    assert "mother" not in text
    open_ = rulings(page(event, reasons=True, staff=True))
    assert [row["Staff"] for row in open_] == ["Lee", "Kim"]
    assert [row["Remarks"] for row in open_] == ["called his mother", ""]


def test_what_had_no_consequence_is_not_told(make: Make) -> None:
    text = page(filled(make(), WRONG + HARMLESS), reasons=True)
    assert [row["Player"] for row in rulings(text)] == ["Cay"]
    assert "apologised" not in text


def test_a_ruling_that_is_taken_back_is_struck(make: Make) -> None:
    event = filled(make())
    event.book.void(ruling_of(event), "the wrong player", event.by_id("void"))
    assert "<s>ron while furiten → chombo</s>" in page(event).replace(
        "<bdi>", ""
    ).replace("</bdi>", "")
    assert rulings(page(event))[0]["Remarks"] == "taken back"
    told = rulings(page(event, reasons=True))[0]["Remarks"]
    assert told == "taken back; the wrong player"


def test_an_appeal_is_told_without_its_words(make: Make) -> None:
    event = filled(make())
    appeal = AppealLodged(target=ruling_of(event), by="3", reason="it was not mine")
    event.book.add(appeal, Place(), event.by_id("appeal"))
    assert rulings(page(event))[0]["Remarks"] == "under appeal"
    assert "not mine" not in page(event)


def test_a_pending_ruling_is_told_once_it_counts(make: Make) -> None:
    event = filled(make(), "")
    fault = DraftIncident(
        offender="3", situation="furiten-ron", facts={"shown": True, "by": "ron"}
    )
    place = Place(round=1, table=1, hand="E1", honba=0)
    draft = Draft(place=place, incidents=(fault,), pending=True)
    entry = event.book.record(draft, event.by_id("chombo"))
    assert "no ruling yet" in page(event)
    event.book.add(Confirmed(target=entry.number), Place(), event.by_id("yes"))
    assert rulings(page(event))[0]["Player"] == "Cay"


def test_penalties_can_be_left_out_as_a_whole(make: Make) -> None:
    text = page(filled(make()), penalties=False)
    (table,) = html_tables(text)
    assert set(table[0]) == {"Place", "No.", "Player", "Games", "Total"}
    assert "furiten" not in text
    assert "fines" not in text
    assert "Penalties" not in text
    assert "round 1: no sheet yet of table 2" in text


def test_only_the_latest_are_told(make: Make) -> None:
    many = "".join(
        f"1,1,E1,{honba},3,furiten-ron,shown=yes,,,,,,,Kim,\n"
        for honba in range(RULINGS_MAX + 2)
    )
    text = page(filled(make(), many))
    assert len(rulings(text)) == RULINGS_MAX
    assert rulings(text)[0]["Where"] == f"R1 T1 E1·{RULINGS_MAX + 1}"
    assert "and 2 earlier" in text


def test_an_empty_event_has_a_page(make: Make) -> None:
    text = page(make())
    assert "no player is listed yet" in text
    assert "no ruling yet" in text


def test_names_are_text_whatever_they_hold(make: Make) -> None:
    text = page(hard_event(make()))
    assert {row["Player"] for row in html_tables(text)[0]} == {*HARD, *MORE}
    assert text.count("<script>") == 1
    for name in HARD[-2:]:
        assert f"<bdi>{name}</bdi>" in text


def test_it_may_load_itself_and_nothing_else(make: Make) -> None:
    text = page(make())
    match = re.search(r"<script>(.*)</script>", text, re.DOTALL)
    assert match is not None
    digest = b64encode(sha256(match[1].encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert policy[1].split("; ") == [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        f"script-src 'sha256-{digest}'",
        "connect-src 'self'",
        "frame-src 'self' file:",
    ]
    assert not re.search(r"https?://|src=|href=|url\(|@import|<link|\son\w+=", text)


def test_the_same_book_gives_the_same_page_and_another_another(make: Make) -> None:
    event = filled(make())
    version = re.compile(r'data-made="(\w+)" data-version="(\w+)"')
    first = version.findall(page(event))
    assert version.findall(page(event)) == first
    assert version.findall(page(event, penalties=False))[0][1] != first[0][1]
    event.book.void(ruling_of(event), "no", event.by_id("void"))
    ((made, new),) = version.findall(page(event))
    assert made == first[0][0]
    assert new != first[0][1]
    assert "size: 215.9mm" in page(event, size="letter")


# Writing it -----------------------------------------------------------------------


def put(event: Event, folder: Path) -> Path:
    return publish(folder, event.book.state(), event.book.rules, Allowed(), SIZES["a4"])


def test_no_two_pages_have_the_same_second(make: Make, tmp_path: Path) -> None:
    """Or a web server would say of the second one that nothing has changed."""
    event, folder = make(), tmp_path / "public"
    make_folder(folder)
    seconds = [int(put(event, folder).stat().st_mtime) for _ in range(3)]
    assert seconds == sorted(set(seconds))
    os.utime(folder / PAGE, (4e9, 4e9))  # a clock that was wrong
    assert put(event, folder).stat().st_mtime > 4e9


def test_a_page_that_cannot_be_written_leaves_the_old_one(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make()
    old = put(event, tmp_path).read_bytes()

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ExportError, match=r"No space left.* is unchanged"):
        put(filled(event), tmp_path)
    assert (tmp_path / PAGE).read_bytes() == old
    assert [path.name for path in tmp_path.glob("*.part")] == []
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_a_folder_is_made_but_not_those_above_it(tmp_path: Path) -> None:
    make_folder(tmp_path / "public")
    make_folder(tmp_path / "public")
    with pytest.raises(ExportError, match="cannot be made: No such file"):
        make_folder(tmp_path / "a" / "b")
    (tmp_path / "file").touch()
    with pytest.raises(ExportError, match="cannot be made: it is no folder"):
        make_folder(tmp_path / "file")


def test_another_page_is_not_lost_to_ours(make: Make, tmp_path: Path) -> None:
    home = tmp_path / PAGE
    home.write_text("<!DOCTYPE html>\n<html lang='en'><h1>Our club</h1>")
    with pytest.raises(ExportError, match="is another page and stays as it is"):
        make_folder(tmp_path)
    assert "Our club" in home.read_text()
    home.write_bytes(b"")
    make_folder(tmp_path)
    put(make(), tmp_path)
    make_folder(tmp_path)


def test_the_readme_shows_what_the_program_writes() -> None:
    """`python -m tests.files.page_picture` draws the pictures anew."""
    with demo_book() as book:
        for path, draw in PICTURES.items():
            assert path.read_text("utf-8") == draw(book), path.name
