"""Every key of a TOML text has its line and column."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.toml_places import KeyPath, places
from ledger.resources import resource_folder

TRICKY = r'''
top = """
[not.a.table] # no comment
key = 1 \"""
"""
raw = QQQ"[no]' # = \n"QQQ # a comment with [brackets] and = signs
[a."b.c"]
d.e = { "f g" = [1, 2], h = { } , i = 1979-05-27 07:32:00 }
j = [ # one
  "x", # two
  ["y", { k = 'z' }],
]
[[a.list]]
m = -1.5e3
[a.list.sub]
n = true
[[a.list]]
[[a.list.deep]]
o = """"quoted""""
[[a.list.deep]]
'''.replace("QQQ", "'''")


def _paths(value: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    if path:
        yield path
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _paths(item, (*path, index))


def _check(text: str) -> None:
    found = places(text)
    lines = text.split("\n")
    assert set(found) == set(_paths(tomllib.loads(text)))
    for path, (line, column) in found.items():
        if isinstance(path[-1], str):
            at = lines[line - 1][column - 1 :]
            assert at.startswith((path[-1], f'"{path[-1]}"', f"'{path[-1]}'")), path


@pytest.mark.parametrize(
    "path",
    sorted(resource_folder("configs").glob("**/*.toml")),
    ids=lambda path: path.stem,
)
def test_every_key_of_every_shipped_file_is_found(path: Path) -> None:
    _check(path.read_text("utf-8"))


def test_what_only_looks_like_toml_is_passed_over() -> None:
    _check(TRICKY)
    found = places(TRICKY)
    assert found["a", "b.c", "d", "e", "f g", 1] == (8, 21)
    assert found["a", "b.c", "j", 1, 1, "k"] == (11, 11)
    assert found["a", "list", 1] == (17, 5)
    assert found["a", "list", 1, "deep", 0, "o"] == (19, 1)


def test_lines_may_end_as_on_windows() -> None:
    assert places("a = 1\r\n[b]\r\nc = 2\r\n")["b", "c"] == (3, 1)


KEYS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=8
)
LEAVES = st.one_of(st.integers(-9, 9), st.booleans(), KEYS)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
    ),
    max_leaves=12,
)


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            inside = (f"{_quoted(key)} = {_toml(item)}" for key, item in value.items())
            return f"{{ {', '.join(inside)} }}"
        case _:
            return _quoted(str(value))


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_key_of_any_document_is_found(document: dict[str, object]) -> None:
    text = "\n".join(f"{_quoted(key)} = {_toml(document[key])}" for key in document)
    assert tomllib.loads(text) == document
    assert set(places(text)) == set(_paths(document))
