"""A cable between a terminal and its server that can be cut at a chosen message."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 1 << 16
ANSWER_SECONDS = 0.3


class Proxy:
    """Passes everything on to a port, until told to lose a message."""

    def __init__(self, port: int) -> None:
        """Listen on a port of its own."""
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._at: bytes | None = None
        self._delivers = False
        self._hangs = False
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listener.close()

    def cut(self, at: bytes, *, delivers: bool) -> None:
        """Break the line once, at the terminal's next message that holds some bytes.

        Args:
            at: The bytes.
            delivers: Whether the server still gets it; its answer is lost.
        """
        self._at, self._delivers, self._hangs = at, delivers, False

    def forget(self, at: bytes) -> None:
        """Lose a message and tell the terminal, but not the server."""
        self._at, self._delivers, self._hangs = at, False, True

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                terminal, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                sides = (terminal, server, threading.Event(), threading.Event())
                for pump in (self._ask, self._answer):
                    threading.Thread(target=pump, args=sides, daemon=True).start()

    def _ask(
        self,
        terminal: socket.socket,
        server: socket.socket,
        lost: threading.Event,
        answered: threading.Event,
    ) -> None:
        with suppress(OSError):
            while message := terminal.recv(CHUNK):
                if self._at is not None and self._at in message:
                    self._at = None
                    lost.set()
                    if self._delivers:
                        server.sendall(message)
                        answered.wait(ANSWER_SECONDS)  # not each is answered alone
                    break
                server.sendall(message)
        _hang_up(terminal)
        if not (lost.is_set() and self._hangs):
            _hang_up(server)

    def _answer(
        self,
        terminal: socket.socket,
        server: socket.socket,
        lost: threading.Event,
        answered: threading.Event,
    ) -> None:
        with suppress(OSError):
            while answer := server.recv(CHUNK):
                if lost.is_set():
                    answered.set()
                    break
                terminal.sendall(answer)
        _hang_up(terminal)
        _hang_up(server)


def _hang_up(side: socket.socket) -> None:
    with suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
    side.close()
