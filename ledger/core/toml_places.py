r"""Where each key of a TOML text stands, as line and column.

tomllib gives values without their places, and the TOML libraries that keep a file's
style do not tell them either. This reads a text that tomllib has accepted already, so
it only has to recognise strings, brackets and keys, never to judge them. It runs only
when there is a fault to point at.
"""

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress
from typing import Final

KeyPath = tuple[str | int, ...]
"""Keys and list indices from the top of a document; lists count from 0."""

Place = tuple[int, int]
"""Line and column, both from 1; columns count characters."""

BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
SPACE: Final = re.compile(r"[ \t]*")
BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
SCALAR: Final = re.compile(r"[^,\]}#\n]*")
STRINGS: Final = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


def places(text: str) -> dict[KeyPath, Place]:
    r"""Return the place of every key, table and list element of a valid TOML text.

    >>> places('[a]\nb = [1, { c = 2 }]')[("a", "b", 1, "c")]
    (2, 11)
    """
    scanner = _Scanner(text)
    with suppress(RecursionError):  # nested absurdly deep: what was found still serves
        scanner.document()
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    return {
        path: (line := bisect_right(starts, offset), offset - starts[line - 1] + 1)
        for path, offset in scanner.found.items()
    }


class _Scanner:
    """Walks over a text once and notes the offset of each key."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[KeyPath, int] = {}
        self.last: dict[KeyPath, int] = {}
        """Index of the last element of each array of tables."""

    def document(self) -> None:
        table: KeyPath = ()
        while self._skip(BLANK) < len(self.text):
            if self._peek("["):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> KeyPath:
        """Read `[a.b]` or `[[a.b]]` and return the path of the table it opens."""
        is_array = self._peek("[[")
        self.at += 1 + is_array
        path: KeyPath = ()
        keys = self._keys()
        for number, (key, offset) in enumerate(keys, 1):
            path = (*path, key)
            self.found.setdefault(path, offset)
            if number == len(keys) and is_array:
                self.last[path] = self.last.get(path, -1) + 1
            if path in self.last:
                path = (*path, self.last[path])
                self.found.setdefault(path, offset)
        self._skip(SPACE)
        self.at += 1 + is_array
        return path

    def _pair(self, table: KeyPath) -> None:
        path = table
        for key, offset in self._keys():
            path = (*path, key)
            self.found.setdefault(path, offset)
        self._skip(SPACE)
        self.at += 1  # the equals sign
        self._value(path)

    def _keys(self) -> list[tuple[str, int]]:
        """Read a dotted key: each part with the offset where it stands."""
        parts = []
        while True:
            self._skip(SPACE)
            start = self.at
            raw = self._string() or self._match(BARE_KEY)
            quoted = raw[:1] in ("'", '"')
            key = str(tomllib.loads(f"k={raw}")["k"]) if quoted else raw
            parts.append((key, start))
            self._skip(SPACE)
            if not self._peek("."):
                return parts
            self.at += 1

    def _value(self, path: KeyPath) -> None:
        self._skip(SPACE)
        if self._peek("["):
            self._list(path)
        elif self._peek("{"):
            self._inline_table(path)
        elif not self._string():
            self._skip(SCALAR)

    def _list(self, path: KeyPath) -> None:
        self.at += 1
        index = 0
        while self._skip(BLANK) < len(self.text) and not self._peek("]"):
            element = (*path, index)
            self.found[element] = self.at
            self._value(element)
            index += 1
            self._comma()
        self.at += 1

    def _inline_table(self, path: KeyPath) -> None:
        self.at += 1
        while self._skip(BLANK) < len(self.text) and not self._peek("}"):
            self._pair(path)
            self._comma()
        self.at += 1

    def _comma(self) -> None:
        self._skip(BLANK)
        self.at += self._peek(",")

    def _peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def _string(self) -> str:
        for pattern in STRINGS:
            raw = self._match(pattern)
            if raw:
                return raw
        return ""

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def _skip(self, pattern: re.Pattern[str]) -> int:
        self._match(pattern)
        return self.at
