"""`riichi-ledger serve`: the screens in a browser, for those who can sign in."""

import ipaddress
import os
import socket
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import output
from ledger.cli.options import Event
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.core.event import EventState
    from ledger.tui.browser import BrowserServer

LOOPBACK = "127.0.0.1"
PORT = 8000


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)


def serve(
    event: Event,
    host: Annotated[
        str,
        typer.Option(help="Where to listen; beyond this machine only if it is named."),
    ] = LOOPBACK,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="0: any that is free.")
    ] = PORT,
    terminal: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="What these terminals are called in the book."
        ),
    ] = "browser",
) -> None:
    """Serve the screens to browsers on this machine until ctrl+c.

    Every tab is a terminal of its own. Nobody comes in without a PIN: give the staff
    theirs first (riichi-ledger staff EVENT pin NAME).

    Example: riichi-ledger serve spring.db --port 8080
    """
    from ledger.book import Book
    from ledger.files.terminal_name import terminal_name

    browser_server = _server()
    name = terminal_name(terminal)
    with Book.open(event) as book:
        title = _title(book.state(), book.location)
        location = book.location  # of a server without the password
    command = [sys.executable, "-m", "ledger", "open", "--need-pin"]
    command += ["--terminal", name, "--", event]
    with _listening(host, port) as line:
        _warn_of_strangers(line)
        server = browser_server(command, title, host, output.tell)
        output.write(f"{_address(line)}: serves {location} (ctrl+c ends)\n", flush=True)
        server.run(line)
    output.tell("ended")


def _server() -> "type[BrowserServer]":
    """Return the server.

    Raises:
        LedgerError: what it needs is not installed.
    """
    try:
        from ledger.tui.browser import BrowserServer
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("ledger"):
            raise
        raise LedgerError(
            "serve needs a web server: pip install 'riichi-ledger[serve]'"
        ) from error
    return BrowserServer


def _title(state: "EventState", location: str) -> str:
    """Return what the tabs are called.

    Raises:
        LedgerError: nobody could sign in.
    """
    from ledger.core.wording import literal

    if not state.pins:
        raise LedgerError(
            f"{location}: nobody on the staff has a PIN, so nobody could sign in;"
            " expected: riichi-ledger staff EVENT pin NAME"
        )
    assert state.created is not None, "entry 1 makes the event"
    return f"{literal(state.created.name)} · riichi-ledger"


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        LedgerError: the port is in use, or the host is not this machine's.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        return socket.create_server((address[0], port), family=family)
    except socket.gaierror as error:
        raise LedgerError(f"cannot listen at {host}: {error.strerror}") from error
    except (OSError, UnicodeError) as error:
        known = error.errno if isinstance(error, OSError) else None
        told = os.strerror(known) if known else "it is no name of a host"
        raise LedgerError(f"cannot listen at {host}, port {port}: {told}") from error


def _warn_of_strangers(line: socket.socket) -> None:
    if not ipaddress.ip_address(line.getsockname()[0]).is_loopback:
        output.tell(
            "warning: whoever reaches this machine reaches the sign-in, and PINs cross"
            " the network unencrypted; put it behind a proxy with TLS, or leave --host"
            " out and use ssh -L"
        )


def _address(line: socket.socket) -> str:
    host, port = line.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
