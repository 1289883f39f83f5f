"""The pure commands: every line answered in its place, bad ones too."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Cli

FURITEN = {
    "id": "x1",
    "ruleset": "ema-2025",
    "table": {"honba": 2, "carried": 1000, "riichi": ["W"]},
    "incident": {
        "offender": "S",
        "situation": "furiten-ron",
        "facts": {"shown": True},
    },
}


def lines(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def replies(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_contracts_example_is_answered_as_written(cli: Cli) -> None:
    done = cli("judge", "-", stdin=lines(FURITEN))
    assert (done.code, done.err) == (0, "")
    (answer,) = replies(done.out)
    expected = {
        "id": "x1",
        "class": "chombo",
        "label": "chombo",
        "dead_hands": [],
        "points": {"E": 0, "S": 0, "W": 1000, "N": 0},
        "pot": -1000,
        "before_placing": {"E": 0, "S": 0, "W": 0, "N": 0},
        "tournament": {"E": 0, "S": -20000, "W": 0, "N": 0},
        "riichi_returned": ["W"],
        "hand": "replay",
        "honba": 2,
        "dealer": "E",
        "pot_after": 1000,
        "source_grade": "A",
        "ask": [],
    }
    assert expected.items() <= answer.items()
    assert {"EMA 2025 3.4.6", "EMA 2025 6.8"} <= set(answer["citations"])


@pytest.mark.parametrize(
    ("command", "line", "key"),
    [
        (
            "score",
            {"ruleset": "ema-2025", "raw": {"E": 1, "S": 2, "W": 3, "N": 4}},
            "uma",
        ),
        ("waits", {"ruleset": "ema-2025", "tiles": "234m678m5p678s999p"}, "waits"),
        (
            "replay",
            {
                "event": "start",
                "ruleset": "ema-2025",
                "players": ["a", "b", "c", "d"],
                "options": {},
            },
            "scores",
        ),
    ],
)
def test_the_other_pure_commands_answer(
    cli: Cli, command: str, line: dict[str, object], key: str
) -> None:
    done = cli(command, "-", stdin=lines(line))
    assert done.code == 0
    assert key in replies(done.out)[0]


BAD = [
    (b"not json\n", None, "line 2: is not JSON"),
    (b"[1]\n", None, "line 2: line: [1] is not an object"),
    (b'{"id": "\xff"}\n', None, "line 2: is not UTF-8 text, at byte 8"),
    (b'{"id": 7}\n', 7, "ruleset: is missing"),
    (b'{"id": 7, "ruleset": "ema-2020"}\n', 7, "nearest known: ema-2025"),
    (b'{"id": [1], "ruleset": "reach", "incident": 5}\n', [1], "incident: 5 is not"),
    (b'{"ruleset": NaN}\n', None, "line 2: is not JSON"),
    (b'{"id": 1e400}\n', None, "line 2: is not JSON: 1e400 is too large"),
    (b"[" * 100_000 + b"\n", None, "line 2: is not JSON"),
    (b'{"id": ' + b"9" * 5000 + b"}\n", None, "line 2: is not JSON"),
]


@pytest.mark.parametrize(("bad", "id_", "error"), BAD, ids=range(len(BAD)))
def test_a_bad_line_is_answered_in_its_place(
    cli: Cli, bad: bytes, id_: object, error: str
) -> None:
    good = lines(FURITEN)
    done = cli("judge", "-", stdin=good + bad + good)
    assert (done.code, done.err) == (2, "")
    first, second, third = replies(done.out)
    assert (first["class"], third["class"]) == ("chombo", "chombo")
    assert second["id"] == id_
    assert set(second) == {"id", "error"}
    assert error in second["error"]


def test_a_bad_line_of_a_replay_is_numbered(cli: Cli) -> None:
    start = {"event": "start", "ruleset": "ema-2025", "players": list("abcd")}
    done = cli("replay", "-", stdin=lines(start) + b"oops\n" + lines({"event": "x"}))
    assert done.code == 2
    first, second, third = replies(done.out)
    assert (first["n"], second["n"], third["n"]) == (1, 2, 3)
    assert set(second) == {"n", "error"}
    assert set(third) == {"n", "error"}


def test_blank_lines_get_no_answer_but_count_as_lines(cli: Cli) -> None:
    done = cli("judge", "-", stdin=b"\n  \n" + lines(FURITEN) + b"x\n")
    answer, error = replies(done.out)
    assert answer["id"] == "x1"
    assert error["error"].startswith("line 4: ")


def test_nothing_in_is_nothing_out(cli: Cli) -> None:
    done = cli("judge", "-", stdin=b"")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_a_byte_order_mark_and_a_missing_last_line_end_do_no_harm(cli: Cli) -> None:
    done = cli("judge", "-", stdin=b"\xef\xbb\xbf" + lines(FURITEN).rstrip())
    assert done.code == 0


def test_ids_come_back_as_they_were(cli: Cli) -> None:
    ids = ["佐藤", 3, None, {"a": [1]}, "\ud800", "\x1b[0m"]
    done = cli("judge", "-", stdin=lines(*({**FURITEN, "id": id_} for id_ in ids)))
    assert done.code == 0
    assert [answer["id"] for answer in replies(done.out)] == ids


def test_a_file_may_be_named(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(lines(FURITEN, FURITEN))
    assert len(replies(cli("judge", path).out)) == 2


def test_a_file_that_cannot_be_read_is_an_error(cli: Cli, tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path, "a\0b"):
        done = cli("judge", path)
        assert (done.code, done.out) == (2, "")
        assert "cannot be read" in done.err
        assert done.err.count("\n") == 1


def test_a_line_without_end_is_answered_and_the_rest_too(cli: Cli) -> None:
    good = b'{"id": "a", "tiles": "123m"}\n'
    long = b'{"id": "' + b"x" * 3_000_000 + b'"}\n'
    done = cli("waits", "-", stdin=good + long + good)
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 2
    assert len(answers) == 3
    assert answers[1] == {
        "id": None,
        "error": "line 2: is longer than 1,000,000 bytes",
    }
    assert answers[0] == answers[2]


def test_an_answer_cannot_steer_a_terminal(cli: Cli) -> None:
    line = json.dumps({"id": "\x9b2J\u202e\ud800", "tiles": "x"}).encode()
    done = cli("waits", "-", stdin=line)
    assert done.out.isascii()
    assert json.loads(done.out)["id"] == "\x9b2J\u202e\ud800"
