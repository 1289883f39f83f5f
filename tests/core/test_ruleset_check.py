"""`rules check`: each bad file has the one fault that it is named for, at its place."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import reduce
from itertools import islice
from operator import getitem
from pathlib import Path
from random import Random

import pytest

from ledger.core import editions
from ledger.core.incidents import Incident, TableState
from ledger.core.rules import Rules, examined, rules
from ledger.core.ruleset_check import check_file
from ledger.core.rulings import judge
from ledger.core.terms import Seat
from ledger.errors import RulesetError, RulesetUnreadable
from ledger.files.starting_point import toml_value
from ledger.resources import resource_folder

FOLDER = Path(__file__).parents[1] / "rulesets"
HEAD = 'id = "club"\nextends = "wrc-2025"\ncite_as = "Club"\n'
CASE = '[[situations.kuikae.cases]]\noutcome = "dead-hand"\ncite = ["12.2"]\n'

EXPECTED = dict(
    line.split(" > ", 1)
    for line in (FOLDER / "faults.txt").read_text("utf-8").splitlines()
)
"""By the file's name the line that is told; `[...]` stands for what may change."""


def _checked(tmp_path: Path, text: str, name: str = "club.toml") -> tuple[str, ...]:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return tuple(
        fault.removeprefix(f"{tmp_path}/") for fault in check_file(path).lines()
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_a_bad_file_has_its_one_fault(name: str) -> None:
    faults = check_file(FOLDER / "bad" / f"{name}.toml").faults

    assert len(faults) == 1
    told = faults[0].replace(f"{FOLDER / 'bad'}/", "")
    pattern = re.escape(EXPECTED[name]).replace(re.escape("[...]"), ".+")
    assert re.fullmatch(pattern, told), told


def test_the_table_names_every_bad_file() -> None:
    assert set(EXPECTED) == {p.stem for p in (FOLDER / "bad").glob("*.toml")}
    assert len(EXPECTED) >= 25


def _load_all(path: Path) -> None:
    for options in ({}, *editions.read_edition(path).variants()):
        rules(str(path), options)


@pytest.mark.parametrize("name", sorted(EXPECTED.keys() - {"too-many-options"}))
def test_a_bad_file_is_refused_with_the_same_place(name: str) -> None:
    """What `rules check` finds keeps an event from being run by the file."""
    with pytest.raises(RulesetError) as caught:
        _load_all(FOLDER / "bad" / f"{name}.toml")
    assert EXPECTED[name].split(": ")[0].rpartition("/")[2] in str(caught.value)


@pytest.mark.parametrize("name", editions.shipped())
def test_every_shipped_file_passes_under_every_option(name: str) -> None:
    report = check_file(resource_folder("configs") / "rulesets" / f"{name}.toml")

    assert report.is_good, report.faults
    assert list(report.proved) == list(editions.find(name).variants())
    assert report.combinations > report.situations > 0
    assert report.lines()[0].startswith("OK: ")


def test_all_faults_are_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = f"""{HEAD}nmae = "Club"
[scoring]
uma = [15000, 5000, -5000]
[outcomes.chombo]
payments = [{{ kind = "fien", amount = "30" }}]
last_discard = "nothing"
[situations.furiten-ron]
cases = [
  {{ when = {{ shown = "yes", bye = "ron" }}, outcome = "chombo", cite = ["12.9"] }},
  {{ when = {{ by = 1.5 }}, outcome = "chonbo" }},
]
[situations.kuikae]
cases = [{{ when = {{ kind = "suji" }}, outcome = "chombo" }}]
"""
    told = [line.split(": ")[:2] for line in _checked(tmp_path, text)]

    assert told == [
        ["club.toml:4:1", "nmae"],
        ["club.toml:6:1", "scoring.uma"],
        ["club.toml:8:15", "outcomes.chombo.payments.0.kind"],
        ["club.toml:8:30", "outcomes.chombo.payments.0.amount"],
        ["club.toml:9:1", "outcomes.chombo.last_discard"],
        ["club.toml:12:14", "situations.furiten-ron.cases.0.when.shown"],
        ["club.toml:12:29", "situations.furiten-ron.cases.0.when.bye"],
        ["club.toml:12:72", "situations.furiten-ron.cases.0.cite.0"],
        ["club.toml:13:14", "situations.furiten-ron.cases.1.when.by"],
        ["club.toml:13:26", "situations.furiten-ron.cases.1.outcome"],
        ["club.toml:16:1", "situations.kuikae.cases"],
    ]


def test_a_fault_of_two_places_is_told_once_for_all_options(tmp_path: Path) -> None:
    options = "".join(
        f'[options.venue.choices.{name}]\ntitle = "{name}"\n' for name in "abc"
    )
    text = f'{HEAD}[options.venue]\ntitle = "Venue"\n{options}[scoring]\noka = "0"\n'
    faults = _checked(tmp_path, text)

    assert faults == ('club.toml:13:1: scoring.oka: "0" is not a whole number',)


def test_a_gap_names_what_is_lacking_and_how_much(tmp_path: Path) -> None:
    text = f"""{HEAD}[situations.exposed-tiles]
cases = [
  {{ when = {{ count = {{ max = 3 }}, whose = ["own", "wall"] }}, outcome = "none" }},
  {{ when = {{ count = {{ min = 4 }} }}, outcome = "chombo" }},
]
"""
    (fault,) = _checked(tmp_path, text.replace('"none" ', '"none", cite = ["12.2"] '))

    assert fault == (
        "club.toml:5:1: situations.exposed-tiles.cases: no case for:"
        " count ≤ 3, whose = opponent or dead-wall (4 of 12 combinations),"
        " expected a last case without when"
    )


def test_a_fault_of_a_parent_is_found_in_the_parents_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(f"{HEAD}[play]\nnagashi = 1\n", "utf-8")
    child = 'id = "child"\nextends = "base"\n[play]\nhonba_rom = 300\n'
    faults = _checked(tmp_path, child, "child.toml")

    assert [fault.split(": ")[0] for fault in faults] == [
        "child.toml:4:1",
        "base.toml:5:1",
    ]


def test_a_file_does_not_go_by_the_id_of_what_it_extends(tmp_path: Path) -> None:
    """Every paper of an event under it would name the edition that it is not."""
    changed = HEAD.replace("club", "wrc-2025")
    assert [fault.partition(":")[2] for fault in _checked(tmp_path, changed)] == [
        '1:1: id: "wrc-2025" is what it extends, expected an id of its own'
    ]


def test_a_childs_list_hides_the_parents_place(tmp_path: Path) -> None:
    """A list replaces a list, so a shorter one never points into the parent."""
    (tmp_path / "base.toml").write_text(HEAD + CASE, "utf-8")
    child = 'id = "child"\nextends = "base"\n[[situations.kuikae.cases]]\ncite = []\n'
    faults = _checked(tmp_path, child, "child.toml")

    assert [fault.split(": ")[:2] for fault in faults] == [
        ["child.toml:3:21", "situations.kuikae.cases.0.outcome"]
    ]


def test_a_good_file_tells_what_was_proved(tmp_path: Path) -> None:
    (told,) = _checked(tmp_path, HEAD + CASE)

    assert re.fullmatch(
        r"OK: .*club\.toml: club, \d+ situations, [\d,]+ combinations of facts proved"
        r" under ranking = shared; ranking = recommended",
        told,
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("a = " + "[" * 400 + "]" * 400, "nested too deeply"),
        ("a = " + "{ a = " * 60 + "1" + "}" * 60, "nested too deeply"),
        (f"a = {'9' * 5000}", "is not TOML"),
        ("a = nan\n", "a: unknown key"),
        ("\x00", "is not TOML"),
        ("", "club.toml:1:1: id: is missing"),
        (f"{HEAD}summary = 1979-05-27\n", "summary: 1979-05-27 is a date"),
        (f"{HEAD}[scoring]\nstart = inf\n", "scoring.start: inf is not a whole"),
        (f"{HEAD}[scoring]\nstart = {10**30}\n", "scoring.start: 1000000"),
        (f"{HEAD}situations = 3\n", "situations: 3 is not a table"),
        (f"{HEAD}outcomes = []\n", "outcomes: [] is not a table"),
        (f"{HEAD}options = [1]\n", "options: [1] is not a table"),
        (f'{HEAD}options.a = "b"\n', 'options.a: "b" is not a table'),
        (f'{HEAD}options.a.choices = ["b"]\n', "options.a.choices"),
        (f'{HEAD}options.a = {{ title = "", choices.b = 3 }}\n', "choices.b: 3 is"),
        (
            f'{HEAD}options.a = {{ title = "", choices.b.set = 3 }}',
            "options.a.choices.b.set: 3 is not a table",
        ),
        (f"{HEAD}situations.kuikae.cases = [3]\n", "cases.0: 3 is not a table"),
        (f"{HEAD}notes = [[1]]\n", "notes.0: [1] is not a text"),
    ],
    ids=range(19),
)
def test_absurd_files_are_told_and_never_crash(
    tmp_path: Path, text: str, told: str
) -> None:
    faults = _checked(tmp_path, text)
    assert any(told in fault for fault in faults), faults


def test_a_byte_order_mark_and_windows_lines_change_no_place(tmp_path: Path) -> None:
    text = f"\ufeff{HEAD}oka = 3\n".replace("\n", "\r\n")
    path = tmp_path / "club.toml"
    path.write_bytes(text.encode())
    (fault,) = check_file(path).faults

    assert fault.startswith(f"{path}:4:1: oka: unknown key")


@pytest.mark.parametrize("name", ["nobody.toml", ".", "bad\0name.toml", "latin.toml"])
def test_what_cannot_be_read_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "latin.toml").write_bytes("name = 'Café'".encode("latin-1"))
    with pytest.raises(RulesetUnreadable):
        check_file(tmp_path / name)


def test_a_bad_file_is_refused_with_its_first_fault_and_their_number() -> None:
    path = FOLDER / "bad" / "uma-not-zero.toml"
    with pytest.raises(RulesetError) as caught:
        rules(str(path))
    assert str(caught.value).startswith(f"{path}:5:1: scoring.uma: sums to 5,000")


def test_all_faults_of_an_edition_are_found_without_raising() -> None:
    edition = editions.read_edition(FOLDER / "bad" / "gap.toml")
    found = examined(edition, edition.options())

    assert not isinstance(found, Rules)
    assert [fault.path for fault in found] == [("situations", "furiten-ron", "cases")]


SOME: tuple[object, ...] = (
    "", "chombo", "referee", "keep", "\x1b[2J", "a | b", "number", "seats",
    -1, 0, 1, 10**6, 10**12, True, False, [], ["x"], [1], {}, {"x": 1},
    {"min": 1}, {"choices": [1, 2]}, {"each": 5, "of": "count"},
)  # fmt: skip


def _paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[object, ...]]:
    inner: list[tuple[object, ...]] = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            inner += _paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            inner += _paths(item, (*path, index))
    return inner


def _at(document: object, path: Sequence[object]) -> object:
    return reduce(getitem, path, document)  # type: ignore[arg-type]


def _mutated(document: Mapping[str, object], random: Random) -> dict[str, object]:
    """Return the document with one value lost, replaced, moved or added."""
    changed = deepcopy(dict(document))
    *above, last = random.choice(_paths(changed))
    parent = _at(changed, above)
    assert isinstance(parent, dict | list)
    kind = random.randrange(4)
    if kind == 0:
        del parent[last]  # type: ignore[arg-type]
    elif kind == 1 and isinstance(parent, dict):
        key = random.choice(("", "x", "when", "cases", "facts", "set", "extends"))
        parent[key] = deepcopy(random.choice(SOME))
    else:
        moved = _at(document, random.choice(_paths(document)))
        value = moved if kind == 2 else random.choice(SOME)
        parent[last] = deepcopy(value)  # type: ignore[call-overload]
    return changed


def _toml(document: dict[str, object]) -> str:
    return "".join(
        f"{toml_value(key)} = {toml_value(value)}\n" for key, value in document.items()
    )


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_wrong_is_told_and_what_passes_can_judge(
    seed: int, tmp_path: Path
) -> None:
    random = Random(seed)
    path = tmp_path / "club.toml"
    good = 0
    for _ in range(40):
        name = random.choice(("reach", "sgriichi", "pml", "acen-2014"))
        text = _toml(_mutated(editions.find(name).layers[-1].document, random))
        path.write_text(text, "utf-8")
        report = check_file(path)
        if not report.is_good:
            assert all(line.startswith(f"{path}:") for line in report.faults)
            continue
        good += 1
        for options in report.proved:
            edition = rules(str(path), options)
            for situation in random.sample(sorted(edition.tables), 5):
                _judge_all(edition, situation)
    assert 0 < good < 40


def _judge_all(edition: Rules, name: str) -> None:
    situation = edition.situations[name]
    for facts in islice(edition.tables[name].combinations(), 10):
        stated = {fact: facts[fact] for fact in facts if fact in situation.facts}
        if stated.get("mixed") is True:
            stated.pop("restored", None)
        if "offenders" in situation.facts:
            stated["offenders"] = ("S",)
        offender = None if situation.offender == "none" else Seat.S
        incident = Incident(offender=offender, situation=name, facts=stated)
        ruling = judge(edition, TableState(riichi=(Seat.S,)), (incident,))
        assert sum(ruling.points.values()) + ruling.pot == 0
