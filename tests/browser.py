"""A real Chromium, driven from the tests, that can reach nothing but this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.files.paper_readers import CHROMIUM

FLAGS = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser; while it runs, no test in the same thread may run a loop."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            yield browser
        finally:
            browser.close()


def asked_for(page: Page) -> list[str]:
    """Return a list that grows by the address of everything that a page asks for."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    return addresses


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: what goes wrong, the browser tells."""


@contextmanager
def http_server(folder: Path) -> Iterator[str]:
    """Serve a folder as Python's own web server does; give its address."""
    handler = partial(_Silent, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
