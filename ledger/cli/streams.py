"""The pure commands: JSON Lines in, one JSON object a line out, in order.

A bad line is answered in its place and the rest is still answered; the exit code says
that there was one. A blank line is no line: it gets no answer. Each answer is flushed,
so that another program can ask and wait.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from ledger.cli import output
from ledger.core.spelling import steerless
from ledger.errors import LedgerError

Answer = dict[str, object]
LINE_MAX = 1_000_000
"""Bytes of a line; an honest one has a few hundred."""

Source = Annotated[
    str, typer.Argument(metavar="FILE|-", help="JSON Lines; - is standard input.")
]


def register(app: typer.Typer) -> None:
    """Add the pure commands."""
    app.command()(judge)
    app.command()(score)
    app.command()(waits)
    app.command()(replay)


def judge(source: Source) -> None:
    """Say what a rulebook makes of incidents, line by line.

    Example: riichi-ledger judge incidents.jsonl
    """
    from ledger.core.lines import judge_line

    answer_all(source, judge_line)


def score(source: Source) -> None:
    """Score tables at the end of a hanchan, line by line.

    Example: riichi-ledger score tables.jsonl
    """
    from ledger.core.score_lines import score_line

    answer_all(source, score_line)


def waits(source: Source) -> None:
    """Work out waits and furiten, a hand a line.

    Example: riichi-ledger waits hands.jsonl
    """
    from ledger.core.examination import waits_answer
    from ledger.core.lines import read_rules
    from ledger.core.statements import tile_rules

    answer_all(source, lambda line: waits_answer(line, tile_rules(read_rules(line))))


def replay(source: Source) -> None:
    """Follow a hanchan, an event a line.

    Example: riichi-ledger replay events.jsonl
    """
    from ledger.core.replay_lines import Replay

    game = Replay()
    answer_all(source, game.answer, game.fault)


def _unreadable(message: str) -> Answer:
    return {"id": None, "error": message}


def answer_all(
    source: str,
    answer: Callable[[dict[str, object]], Answer],
    unreadable: Callable[[str], Answer] = _unreadable,
) -> None:
    """Answer every line of a source.

    Raises:
        LedgerError: the source cannot be read at all.
    """
    failed = False
    with opened(source) as stream:
        for number, raw in enumerate(_lines(stream), 1):
            if not raw.strip():
                continue
            reply = _answered(number, raw, answer, unreadable)
            failed |= "error" in reply
            text = steerless(json.dumps(reply, ensure_ascii=False))
            output.write(f"{text}\n", flush=True)
    if failed:
        raise typer.Exit(2)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines; of one that is too long its beginning, which is too long as well."""
    while line := stream.readline(LINE_MAX + 1):
        yield line
        rest = line
        while len(rest) > LINE_MAX and not rest.endswith(b"\n"):
            rest = stream.readline(LINE_MAX + 1)


def _answered(
    number: int,
    raw: bytes,
    answer: Callable[[dict[str, object]], Answer],
    unreadable: Callable[[str], Answer],
) -> Answer:
    from ledger.core.wire import parse_object

    if len(raw) > LINE_MAX:
        return unreadable(f"line {number}: is longer than {LINE_MAX:,} bytes")
    try:
        line = parse_object(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        return unreadable(f"line {number}: is not UTF-8 text, at byte {error.start}")
    except LedgerError as error:
        return unreadable(f"line {number}: {_one_line(error)}")
    try:
        return answer(dict(line))
    except LedgerError as error:
        return {"id": line.get("id"), "error": _one_line(error)}


def _one_line(error: LedgerError) -> str:
    return "; ".join(str(error).splitlines())


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for `-`, to read bytes.

    Raises:
        LedgerError: it cannot be read.
    """
    if source == "-":
        if sys.stdin is None:
            raise LedgerError("standard input is closed, expected JSON Lines")
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(source).open("rb"))
        except (OSError, ValueError) as error:
            told = error.strerror if isinstance(error, OSError) else error
            raise LedgerError(f"{source}: cannot be read: {told}") from error
        yield stream
