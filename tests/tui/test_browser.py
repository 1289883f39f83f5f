"""What stands between a browser and the program behind its tab."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from aiohttp import ClientSession, WSMsgType
from aiohttp.test_utils import TestServer

from ledger.tui import browser
from ledger.tui.browser import BrowserServer

SHOWS = """
import os, sys, time
def show(text):
    data = text.encode()
    sys.stdout.buffer.write(b"D" + len(data).to_bytes(4, "big") + data)
    sys.stdout.buffer.flush()
sys.stdout.buffer.write(b"__GANGLION__\\n")
"""
"""How a program of Textual talks to its server."""
WAITS = "show('here'); sys.stdin.buffer.read(1)\n"
STUBBORN = "show(str(os.getpid())); time.sleep(60)\n"
TELLS = "show(' '.join(os.environ.get(name, '-') for name in sys.argv[1:]))\n"

Told = list[str]
Serving = Callable[..., AbstractAsyncContextManager[ClientSession]]


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def serving(told: Told) -> Serving:
    @asynccontextmanager
    async def served(program: str, *arguments: str) -> AsyncIterator[ClientSession]:
        command = [sys.executable, "-c", SHOWS + program, *arguments]
        server = BrowserServer(command, 'Spring <b>"Open"', "desk", told.append)
        async with (
            TestServer(await server.application()) as running,
            ClientSession(str(running.make_url("/"))) as session,
        ):
            yield session

    return served


async def until_closed(told: Told) -> None:
    async with asyncio.timeout(20):
        while not any("closed" in line for line in told):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_the_page_names_the_event_as_text(serving: Serving) -> None:
    async with serving(WAITS) as session:
        page = await (await session.get("/?fontsize=20")).text()
        assert "<title>Spring &lt;b&gt;&quot;Open&quot;</title>" in page
        assert 'data-font-size="20"' in page
        page = await (await session.get('/?fontsize=2"><script>')).text()
        assert 'data-font-size="16"' in page
        assert (await session.get("/static/js/textual.js")).status == 200
        assert (await session.get("/static/../server.py")).status == 404
        assert (await session.get("/download/1")).status == 404


async def test_strangers_start_no_programs_without_number(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setattr(browser, "TERMINALS_MAX", 1)
    async with serving(WAITS) as session:
        async with session.ws_connect("/ws?width=100&height=-3") as line:
            assert await line.receive_bytes() == b"here"
            assert (await session.get("/ws")).status == 503
            await line.send_str('["stdin", "q"]')
            assert (await line.receive()).type is WSMsgType.CLOSE
        await until_closed(told)
        async with session.ws_connect("/ws") as line:
            assert await line.receive_bytes() == b"here"
    assert told[:2] == ["127.0.0.1: opened, 1 open", "127.0.0.1: closed, 0 open"]


async def test_a_program_that_does_not_end_is_killed(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setattr(browser, "GRACE_SECONDS", 0.1)
    async with serving(STUBBORN) as session:
        async with session.ws_connect("/ws") as line:
            program = int(await line.receive_bytes())
        await until_closed(told)
        with pytest.raises(ProcessLookupError):
            os.kill(program, 0)


async def test_pins_of_the_environment_stay_with_the_server(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RIICHI_LEDGER_PIN", "RIICHI_LEDGER_NEW_PIN", "LEDGER_TEST"):
        monkeypatch.setenv(name, "1234")
    names = ("RIICHI_LEDGER_PIN", "RIICHI_LEDGER_NEW_PIN", "LEDGER_TEST")
    async with serving(TELLS, *names) as session, session.ws_connect("/ws") as line:
        assert await line.receive_bytes() == b"- - 1234"


@pytest.mark.parametrize(
    ("host", "origin", "code"),
    [
        ("127.0.0.1:80", None, 200),
        ("[::1]:80", "http://[::1]:80", 200),
        ("192.168.1.7", "https://192.168.1.7", 200),
        ("DESK:80", "http://DESK:80", 200),
        ("localhost", None, 200),
        ("localhost.evil.example", None, 403),
        ("evil.example", "http://evil.example", 403),
        ("desk", "http://evil.example", 403),
        ("desk", "null", 403),
        ("", None, 403),
        ("[::1", None, 403),
        ("desk", "http://[desk", 403),
    ],
)
async def test_only_who_means_us_is_answered(
    serving: Serving, host: str, origin: str | None, code: int
) -> None:
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    async with serving(WAITS) as session:
        assert (await session.get("/", headers=headers)).status == code
