"""The screens in a browser: each tab a terminal of its own, by textual-serve.

textual-serve runs the program once for every web socket and passes keys and frames on.
What is ours is the door: its own page loads a font from elsewhere and is not used; a
web site that happens to be open in the same browser must not get at a socket on this
machine (the address and the origin of every request are looked at); strangers must not
start programs without number; and no program outlives its tab.
"""

import asyncio
import ipaddress
import logging
import shlex
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import textual_serve
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager
from textual_serve.server import Server

TERMINALS_MAX: Final = 32
"""Tabs that may be open at once."""
GRACE_SECONDS: Final = 5.0
"""How long a program may take to end before it is killed."""
HEARTBEAT_SECONDS: Final = 15.0
SECRETS: Final = ("RIICHI_LEDGER_PIN", "RIICHI_LEDGER_NEW_PIN")
"""Of the environment: not for whoever sits at a browser."""

_FOLDER: Final = Path(__file__).parent
_STATIC: Final = Path(textual_serve.__file__).parent / "static"
_PAGE: Final = (_FOLDER / "browser.html").read_text("utf-8")
_SCRIPT: Final = (_FOLDER / "browser.js").read_text("utf-8")
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src"
    " 'self'; font-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
"""For every answer: nothing is loaded from elsewhere, nobody frames it."""

_LOCAL_NAMES: Final = ("localhost",)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Program(AppService):
    """The program behind one tab."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        environment = super()._build_environment(width, height)
        return {key: told for key, told in environment.items() if key not in SECRETS}

    async def run(self) -> None:
        """Pass frames on; the tab hears when the program ends by itself."""
        await super().run()
        await self.remote_close()

    async def end(self) -> bool:
        """Ask the program to end, and kill it if it does not; False: none was run."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stop(), GRACE_SECONDS)
        process = self._process
        if process is None:
            return False
        try:
            await asyncio.wait_for(process.wait(), GRACE_SECONDS)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        return True


class BrowserServer(Server):
    """Serves the program to browsers until it is told to end."""

    def __init__(
        self, command: Sequence[str], title: str, host: str, tell: Callable[[str], None]
    ) -> None:
        """Prepare to serve.

        Args:
            command: The program and its arguments.
            title: What the tabs are called.
            host: The name under which it is reached, beside numbers and localhost.
            tell: Is told of tabs that open and close.
        """
        # A shell reads the command; `exec` puts the program in the shell's place, so
        # that what is killed is the program.
        super().__init__(f"exec {shlex.join(command)}", title=title)
        self._names = {*_LOCAL_NAMES, host.lower(), socket.gethostname().lower()}
        self._open: set[web.WebSocketResponse] = set()
        self._endings: set[asyncio.Task[None]] = set()
        self._tell = tell

    def run(self, listening: socket.socket) -> None:
        """Serve on a socket until ctrl+c or SIGTERM."""
        # Its own log says what the browser is told anyway.
        logging.getLogger("textual-serve").addHandler(logging.NullHandler())
        web.run_app(
            self.application(),
            sock=listening,
            print=None,
            access_log=None,
            shutdown_timeout=GRACE_SECONDS,
        )

    async def application(self) -> web.Application:
        """Return what answers requests."""
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/browser.js", self._script),
                web.get("/ws", self.handle_websocket),
                web.static("/static", _STATIC),
            ]
        )
        app.on_shutdown.append(self.on_shutdown)
        app.on_cleanup.append(self._on_cleanup)
        return app

    async def on_shutdown(self, _: web.Application) -> None:
        """Close every tab's line; its program ends with it."""
        for line in tuple(self._open):
            await line.close()

    async def _on_cleanup(self, _: web.Application) -> None:
        """Wait for the last programs."""
        await asyncio.gather(*self._endings)

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Handler
    ) -> web.StreamResponse:
        """Refuse what was addressed to another machine or comes from another site."""
        origin = request.headers.get("Origin")
        is_own = origin is None or origin.partition("://")[2] == request.host
        if not is_own or not self._is_ours(request.host):
            raise web.HTTPForbidden(text="not for this address\n", headers=_HEADERS)
        answer = await handler(request)
        if not answer.prepared:
            answer.headers.update(_HEADERS)
        return answer

    def _is_ours(self, host: str) -> bool:
        """Whether a request names us: by number or by a name that is ours.

        A name that merely leads here is somebody else's web site (DNS rebinding).
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        with suppress(ValueError):
            ipaddress.ip_address(name)
            return True
        return name in self._names

    async def _index(self, request: web.Request) -> web.Response:
        size = request.query.get("fontsize", "")
        text = _PAGE.replace("TITLE", escape(self.title)).replace(
            "FONT_SIZE",
            size if size.isdecimal() and len(size) < 3 else "16",  # noqa: PLR2004
        )
        return web.Response(text=text, content_type="text/html")

    async def _script(self, _: web.Request) -> web.Response:
        return web.Response(text=_SCRIPT, content_type="text/javascript")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the program for as long as a tab is open."""
        if len(self._open) >= TERMINALS_MAX:
            raise web.HTTPServiceUnavailable(text="too many terminals are open\n")
        line = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS)
        self._open.add(line)

        async def close() -> None:
            await line.close()

        program = _Program(
            self.command,
            write_bytes=line.send_bytes,
            write_str=line.send_str,
            close=close,
            download_manager=DownloadManager(),
        )
        try:
            await line.prepare(request)
            size = (request.query.get(name, "") for name in ("width", "height"))
            await program.start(*map(_cells, size, (80, 24)))
            self._tell(f"{request.remote}: opened, {len(self._open)} open")
            await self._process_messages(line, program)
        finally:
            ending = asyncio.create_task(self._end(line, program, request.remote))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
            await asyncio.shield(ending)  # aiohttp may cancel whose browser is gone
        return line

    async def _end(
        self, line: web.WebSocketResponse, program: _Program, who: str | None
    ) -> None:
        self._open.discard(line)
        if await program.end():
            self._tell(f"{who}: closed, {len(self._open)} open")


def _cells(text: str, otherwise: int) -> int:
    """Return a width or height in cells, as a browser tells it."""
    return int(text) if text.isdecimal() and 0 < int(text[:5]) < 1000 else otherwise  # noqa: PLR2004
