"""Random and damaged inputs of every kind: no traceback, no hang.

    python -m tests.fuzz_inputs                  a million, about half an hour
    python -m tests.fuzz_inputs --count 1000 --kind csv --seed 7

Each input is made from the seed, the kind and its number alone, so that a finding is
made again by naming them. What is told in one line (`LedgerError`) is an answer; any
other exception, and an input that takes longer than ten seconds, is a finding. A short
form runs with the other tests; what was found stands there as a test of its own.
"""

import argparse
import io
import json
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import ClassVar

from ledger.book import Book
from ledger.book.dump import Dump
from ledger.core.event import EventState
from ledger.core.examination import waits_answer
from ledger.core.lines import judge_line, read_rules
from ledger.core.replay_lines import Replay
from ledger.core.rules import Rules
from ledger.core.ruleset_check import check_file
from ledger.core.score_lines import score_line
from ledger.core.statements import tile_rules
from ledger.core.tiles import parse_hand, parse_tiles
from ledger.core.waits import shanten, waits
from ledger.core.wire import parse_object
from ledger.errors import LedgerError
from ledger.files.demo import demo
from ledger.files.foreign.importing import LAYOUTS, plan_foreign
from ledger.files.foreign.sources import Source
from ledger.files.imports import plan_import
from ledger.files.records import COLUMNS
from ledger.resources import resource_folder
from tests.book import samples

SECONDS_MAX = 10
"""An input that takes longer hangs the program."""
VECTORS = Path(__file__).parent / "vectors"
ODD: tuple[bytes, ...] = (
    b"", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\n", b"\x1b[2J",
    b"\xe2\x88\x92", b"\xef\xbc\x99", b"\xe4\xbd\x90", b"\xe2\x80\xae", b"-1",
    b"0", b"1e999", b"9" * 25, b"99999999999", b"NaN", b"true", b"null", b'"', b"'",
    b"[[[[[[[[", b"{", b"}", b"]", b",", b";", b":", b"=", b"\\", b"\\ud800",
    b"\\u0000", b"../", b"%s",
    b"<b>", b"0m", b"5z", b"8z", b"111111m", b"E", b"=1+1",
)  # fmt: skip
"""What is put into an input somewhere."""


class Hang(Exception):
    """An input took too long."""


def mutated(data: bytes, chance: random.Random, corpus: bytes = b"") -> bytes:
    """Return bytes with one or several small damages."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(found) + 1)
        until = min(at + chance.choice((1, 1, 2, 4, 16, 64)), len(found))
        match chance.randrange(7):
            case 0:
                found[at:until] = b""
            case 1:
                found[at:at] = found[at:until] * chance.choice((1, 2, 50))
            case 2:
                found[at:until] = chance.choice(ODD)
            case 3:
                found[at:at] = chance.choice(ODD)
            case 4:
                found[at:until] = chance.randbytes(until - at)
            case 5:
                there = chance.randrange(len(corpus) + 1)
                found[at:until] = corpus[there : there + (until - at)]
            case _:
                del found[at + chance.randrange(1, 2000) :]
    return bytes(found)


class Kind(ABC):
    """One kind of input."""

    name: ClassVar[str]
    share: ClassVar[int]
    """Of a thousand inputs, so many are of this kind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def make(self, chance: random.Random) -> bytes:
        """Return an input."""

    @abstractmethod
    def take(self, data: bytes) -> None:
        """Let the program have it; `LedgerError` is an answer."""


class Tiles(Kind):
    """Tile notation, alone and as a hand with its waits."""

    name, share = "tiles", 580

    def make(self, chance: random.Random) -> bytes:
        if chance.random() < 0.5:
            hand = "".join(
                "".join(chance.choices("0123456789", k=chance.randint(0, 9))) + suit
                for suit in chance.choices("mpsz", k=chance.randint(1, 5))
            )
            return hand.encode()
        start = chance.choice((b"123m0p7z", b"19m19p19s1234567z", b"1112345678999m"))
        return mutated(start, chance)

    def take(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        tiles = parse_tiles(text, "tiles")
        assert all(len(tile) == 2 for tile in tiles)
        hand = parse_hand(text, [])
        found = waits(hand)
        assert len(set(found)) == len(found)
        if len(hand.tiles) % 3 == 1 and len(hand.tiles) <= 13:
            distance = shanten(hand)
            assert distance is None or 0 <= distance <= 8
            assert not (found and distance), "a hand with waits is tenpai"


class Lines(Kind):
    """JSON lines of `judge`, `score`, `waits` and `replay`."""

    name, share = "lines", 245

    @cached_property
    def corpus(self) -> list[tuple[str, bytes]]:
        found = []
        for name in ("judge", "score", "waits"):
            for text in (VECTORS / f"{name}.jsonl").read_bytes().splitlines():
                vector = json.loads(text)
                line = json.dumps(vector["in"], ensure_ascii=False)
                found.append((name, line.encode()))
        for text in (VECTORS / "replay.jsonl").read_bytes().splitlines():
            steps = json.loads(text)["in"]["events"]
            line = "\n".join(json.dumps(step, ensure_ascii=False) for step in steps)
            found.append(("replay", line.encode()))
        return found

    @cached_property
    def everything(self) -> bytes:
        return b"".join(line for _, line in self.corpus)

    @cached_property
    def pool(self) -> Mapping[str, list[object]]:
        """What the vectors say under each key; a value is exchanged for another."""
        found: dict[str, list[object]] = {}
        for _, lines in self.corpus:
            for line in lines.splitlines():
                _harvest(json.loads(line), found)
        return found

    def make(self, chance: random.Random) -> bytes:
        name, line = chance.choice(self.corpus)
        if chance.random() < 0.75:
            shaken = (
                _shaken(json.loads(each), chance, self.pool)
                for each in line.splitlines()
            )
            line = b"\n".join(json.dumps(each).encode() for each in shaken)
        elif chance.random() < 0.9:
            line = mutated(line, chance, self.everything)
        return name.encode() + b"\n" + line

    def take(self, data: bytes) -> None:
        name, _, lines = data.partition(b"\n")
        answer: Mapping[bytes, Callable[[dict[str, object]], dict[str, object]]] = {
            b"judge": judge_line,
            b"score": score_line,
            b"waits": lambda line: waits_answer(line, tile_rules(read_rules(line))),
            b"replay": Replay().answer,
        }
        for line in lines.split(b"\n")[:200]:
            try:
                told = answer[name](dict(parse_object(line.decode())))
            except (LedgerError, UnicodeDecodeError):
                continue
            json.dumps(told, ensure_ascii=False, allow_nan=False)


def _harvest(value: object, found: dict[str, list[object]]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            found.setdefault(key, []).append(inner)
            _harvest(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _harvest(inner, found)


def _shaken(
    value: object, chance: random.Random, pool: Mapping[str, list[object]] | None = None
) -> object:
    """Return JSON in which some values are others, of another type, or gone."""
    if chance.random() < 0.03:
        return chance.choice(
            (None, True, 0, -1, 10**9, 10**30, 1.5, "", "x", "E", "S", [], {}, ["E"],
             {"E": 1}, "123m", [[]], "\ud800")
        )  # fmt: skip
    if isinstance(value, dict):
        shaken = {}
        for key, inner in value.items():
            others = (pool or {}).get(key)
            if others and chance.random() < 0.1:
                shaken[key] = chance.choice(others)
            elif chance.random() > 0.03:
                shaken[key] = _shaken(inner, chance, pool)
        if pool and chance.random() < 0.05:
            key = chance.choice(tuple(pool))
            shaken[key] = chance.choice(pool[key])
        return shaken
    if isinstance(value, list):
        often = (2 if chance.random() < 0.05 else 1 for _ in value)
        return [
            _shaken(inner, chance, pool)
            for inner, times in zip(value, often, strict=True)
            for _ in range(times)
        ]
    return value


class Csv(Kind):
    """The files of an import into an event that has something in it."""

    name, share = "csv", 80

    @cached_property
    def corpus(self) -> dict[str, bytes]:
        folder = resource_folder("configs") / "demo"
        found = {}
        for kind in COLUMNS:
            file = folder / f"{kind}.csv"
            text = file.read_bytes() if file.is_file() else _results()
            found[kind] = b"".join(text.splitlines(keepends=True)[:9])
        return found

    @cached_property
    def event(self) -> tuple[EventState, Rules]:
        path = self.folder / "csv.db"
        invented = demo()
        with Book.create(
            path,
            name="x",
            ruleset=invented.ruleset,
            options=invented.options,
            by=invented.signature("x"),
        ) as book:
            invented.fill(book)
            return book.state(), book.rules

    def make(self, chance: random.Random) -> bytes:
        kind = chance.choice(tuple(COLUMNS))
        text = self.corpus[kind]
        if chance.random() < 0.2:
            text = text.replace(b",", b";")
        if chance.random() < 0.6:
            text = self.exchanged(text, chance)
        else:
            text = mutated(text, chance, b"".join(self.corpus.values()))
        return kind.encode() + b"\n" + text

    def exchanged(self, text: bytes, chance: random.Random) -> bytes:
        """Return a file in which some cells are others."""
        sign = b";" if b";" in text.partition(b"\n")[0] else b","
        rows = [line.split(sign) for line in text.splitlines()]
        for _ in range(chance.choice((1, 1, 2, 6))):
            row, other = chance.choice(rows), chance.choice(rows)
            at, there = chance.randrange(len(row)), chance.randrange(len(other))
            row[at] = chance.choice((other[there], chance.choice(ODD), b"2", b"E2"))
        return b"".join(sign.join(row) + b"\n" for row in rows)

    def take(self, data: bytes) -> None:
        kind, _, text = data.partition(b"\n")
        path = self.folder / "fuzz.csv"
        path.write_bytes(text)
        state, rules = self.event
        by = next(samples.signatures("fuzz-"))
        plan = plan_import({kind.decode(): path}, state, rules, by)
        for warning in plan.warnings:
            assert "\n" not in warning


class Foreign(Csv):
    """The files of other programs, one after the other as of either program."""

    name, share = "foreign", 40

    @cached_property
    def corpus(self) -> dict[str, bytes]:
        folder = Path(__file__).parent / "data" / "foreign"
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

    def make(self, chance: random.Random) -> bytes:
        name = chance.choice(tuple(self.corpus))
        damaged = mutated(self.corpus[name], chance, b"".join(self.corpus.values()))
        program = chance.choice(tuple(LAYOUTS))
        for layout in LAYOUTS.values():
            if chance.random() < 0.8 and layout.fits(Source("", _text(damaged))):
                program = layout.name
        return program.encode() + b"\n" + damaged

    def take(self, data: bytes) -> None:
        program, _, text = data.partition(b"\n")
        path = self.folder / "foreign"
        path.write_bytes(text)
        state, rules = self.event
        by = next(samples.signatures("fuzz-"))
        layout = LAYOUTS[program.decode()]
        plan = plan_foreign(layout, [path], state, rules, by)
        for warning in plan.warnings:
            assert "\n" not in warning


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig", "replace")


def _results() -> bytes:
    return b"round,table,number,result\n4,,1,25300\n4,2,7,-25300\n5,1,12,0\n"


class Dumps(Kind):
    """Dumps of a book with every kind of entry."""

    name, share = "dumps", 45

    @cached_property
    def dump(self) -> bytes:
        from tests.book.conftest import make_full

        path = self.folder / "full.db"
        make_full(path)
        with Book.open(path) as book:
            return "".join(f"{line}\n" for line in book.dump()).encode()

    def make(self, chance: random.Random) -> bytes:
        lines = self.dump.splitlines(keepends=True)
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                shaken = _shaken(json.loads(lines[at]), chance)
                lines[at] = (json.dumps(shaken) + "\n").encode()
            case _:
                lines[at] = mutated(lines[at], chance, self.dump)
        return b"".join(lines)

    def take(self, data: bytes) -> None:
        entries = list(Dump(io.BytesIO(data), "fuzz.jsonl"))
        # What is let through is the same book, whatever its white space.
        assert entries == list(Dump(io.BytesIO(self.dump), "x"))


class Rulesets(Kind):
    """Ruleset files, checked with all their options."""

    name, share = "rulesets", 5

    @cached_property
    def corpus(self) -> list[bytes]:
        folder = resource_folder("configs") / "rulesets"
        return [path.read_bytes() for path in sorted(folder.glob("*.toml"))]

    def make(self, chance: random.Random) -> bytes:
        return mutated(chance.choice(self.corpus), chance, b"".join(self.corpus))

    def take(self, data: bytes) -> None:
        path = self.folder / "fuzz.toml"
        path.write_bytes(data)
        report = check_file(path)
        assert report.is_good or list(report.lines())


class Books(Kind):
    """Files of events with damaged bytes, opened, proved and added up."""

    name, share = "books", 5

    @cached_property
    def book(self) -> bytes:
        from tests.book.conftest import make_busy

        path = self.folder / "busy.db"
        make_busy(path)
        return path.read_bytes()

    def make(self, chance: random.Random) -> bytes:
        data = bytearray(self.book)
        if chance.random() < 0.2:
            return bytes(data[: chance.randrange(len(data))])
        for _ in range(chance.choice((1, 1, 4, 64))):
            at = chance.randrange(len(data))
            part = chance.randbytes(chance.choice((1, 1, 8)))
            data[at : at + len(part)] = part
        return bytes(data[: len(self.book)])

    def take(self, data: bytes) -> None:
        folder = self.folder / "books"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        path = folder / "fuzz.db"
        path.write_bytes(data)
        with Book.open(path) as book:
            found = book.verify()
            for finding in found:
                assert "\n" not in str(finding)
            if not found:
                assert book.check() is not None


KINDS: tuple[type[Kind], ...] = (
    Tiles,
    Lines,
    Csv,
    Foreign,
    Dumps,
    Rulesets,
    Books,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """An input that the program does not stand."""

    kind: str
    seed: int
    number: int
    data: bytes
    trace: str


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `Hang` in what takes longer."""

    def ring(_: int, __: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def made(kind: Kind, seed: int, number: int) -> bytes:
    """Return an input again by what it was made from."""
    return kind.make(random.Random(f"{seed}:{kind.name}:{number}"))


def fuzzed(kind: Kind, seed: int, count: int) -> Iterator[Finding]:
    """Let the program have so many inputs, and yield what it does not stand."""
    for number in range(count):
        data = made(kind, seed, number)
        try:
            with limited(SECONDS_MAX):
                kind.take(data)
        except LedgerError:
            continue
        except Exception:  # noqa: BLE001 - any other exception is what is looked for
            yield Finding(kind.name, seed, number, data, traceback.format_exc())


def main() -> int:
    """Run from the command line; the exit code is 1 if something was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[kind.name for kind in KINDS])
    asked = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for of_kind in KINDS:
            if asked.kind not in (None, of_kind.name):
                continue
            share = 1000 if asked.kind else of_kind.share
            count = -(-asked.count * share // 1000)
            before = time.monotonic()
            for finding in fuzzed(of_kind(Path(folder)), asked.seed, count):
                found += 1
                print(f"{finding.kind} seed {finding.seed} number {finding.number}")  # noqa: T201
                print(f"{finding.data[:2000]!r}\n{finding.trace}", flush=True)  # noqa: T201
            gone = time.monotonic() - before
            print(f"{of_kind.name}: {count:,} inputs in {gone:.0f} s", flush=True)  # noqa: T201
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
