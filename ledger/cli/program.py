"""The program as a whole: its commands, what a bare file name means, and its errors.

Exit codes: 0 done; 1 a check found something; 2 the input or the call is wrong, told on
standard error, one line each. Any other exception is a fault of the program and keeps
its traceback.
"""

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from ledger import __version__
from ledger.cli import (
    corrections,
    events,
    exports,
    imports,
    keeping,
    output,
    players,
    publishing,
    rescoring,
    serving,
    staff,
    streams,
    tables,
)
from ledger.cli.rulebooks import rulebooks
from ledger.errors import LedgerError
from ledger.files.paths import found

NAME = "riichi-ledger"
COMMANDS = (
    "new", "open", "demo", "import", "standings", "why", "penalties", "slip", "review",
    "publish", "serve",
    "check",
    "verify", "sheet", "hand", "explain", "reseat", "substitute", "status", "division",
    "team-fine", "void", "amend", "appeal", "decide", "confirm", "finalise", "policy",
    "story", "staff",
    "backup", "dump", "restore", "merge", "roles", "rescore", "rules", "judge", "score",
    "waits", "replay",
)  # fmt: skip


def program() -> typer.Typer:
    """Return the command line with every command."""
    app = typer.Typer(
        name=NAME,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(start)
    events.register(app)
    imports.register(app)
    exports.register(app)
    publishing.register(app)
    serving.register(app)
    tables.register(app)
    players.register(app)
    corrections.register(app)
    staff.register(app)
    keeping.register(app)
    rescoring.register(app, rulebooks)
    app.add_typer(rulebooks)
    streams.register(app)
    return app


def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.")
    ] = False,
) -> None:
    """The referee's desk of a riichi tournament: rulings, penalties, standings.

    Alone it opens the first screen; with an event's file it opens the event.

    Example: riichi-ledger spring.db
    """
    if version:
        output.write(f"{NAME} {__version__}\n")
    elif context.invoked_subcommand is None:
        events.screens(None)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code."""
    output.prepare()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        output.flush()
    except output.ReaderGone:
        code = output.reader_gone()
    except LedgerError as error:
        code = _wrong(str(error))
    except KeyboardInterrupt:
        code = output.INTERRUPTED
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    try:
        code = program()(
            _with_command(arguments), prog_name=NAME, standalone_mode=False
        )
    except LedgerError as error:
        return _wrong(str(error))
    except typer.TyperException as error:
        return _wrong(error.format_message())
    except typer.Abort:
        return output.INTERRUPTED
    except SystemExit:  # how typer ends when the reader of its help has gone
        return output.reader_gone()
    except OSError as error:
        if error.errno not in output.UNWRITABLE or error.filename is not None:
            raise
        return _wrong(str(output.unwritable(error)))
    return code if isinstance(code, int) else 0


def _wrong(message: str) -> int:
    from ledger.core.wording import literal

    for line in message.split("\n"):
        output.tell(literal(line))
    return 2


def _with_command(arguments: list[str]) -> list[str]:
    """Return the arguments with `open` before a bare event.

    Raises:
        LedgerError: the first argument is neither a command nor an event.
    """
    if not arguments or arguments[0].startswith("-") or arguments[0] in COMMANDS:
        return arguments
    first = arguments[0]
    if "://" in first or Path(first).suffix or found(Path(first)):
        return ["open", *arguments]
    close = difflib.get_close_matches(first, COMMANDS, n=3, cutoff=0.5)
    near = f"; nearest known: {', '.join(close)}" if close else ""
    raise LedgerError(
        f"{first!r} is neither a command nor an event's file, expected one of:"
        f" {', '.join(COMMANDS)}{near}"
    )
