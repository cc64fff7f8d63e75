"""The latency of moves while others ask, flood or crowd in, against the same server at rest in the same run."""

import asyncio
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Any

import uvloop

from benchmarks.harness import Row
from benchmarks.web import SUBTRACT, Load, Server, address_of, measured
from benchmarks.websocket import LoadSocket, open_socket
from tests.web.attacks.client import PING, frame, request
from tests.web.attacks.test_questions import COSTLY

TITLE = "The server under attack"
SECONDS = 4.0
GAMES, THINK = 20, 0.05
"""Games that are played, and the seconds before each move."""
AT_REST = 0.025
"""Seconds that a p99 at rest takes at most where nothing else runs; with more, a ratio says nothing."""
ASKERS, FLOODS, WATCHERS = 80, 4, 500
_PINGS = frame(PING, b"x" * 125) * 500
Attack = Callable[[int, str], Coroutine[Any, Any, None]]
"""An attack on the server at a port, with a match that nobody plays. It never ends by itself."""


async def _ask(port: int, match: str) -> None:
    """Keep so many costly questions waiting, all from one address."""

    async def ask(number: int) -> None:
        for turn in count(number):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.9", 0))
            writer.write(request("GET", COSTLY[turn % len(COSTLY)], connection="close"))
            answer = await reader.read()
            writer.close()
            if answer[9:12] in (b"429", b"503"):
                await asyncio.sleep(0.02)

    await asyncio.gather(*map(ask, range(ASKERS)))


async def _flood(port: int, match: str) -> None:
    """Send pings as fast as they are taken, and connect again when the server hangs up."""

    async def flood() -> None:
        for number in count():
            # From many addresses, since an address whose sockets flood gets no new ones.
            socket = await open_socket(port, match, _ignore, f"127.0.3.{1 + number % 200}")
            socket.hello(None)
            while not socket.transport.is_closing():
                socket.transport.write(_PINGS)
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(flood() for _ in range(FLOODS)))


async def _crowd(port: int, match: str) -> None:
    """Have so many watchers; a hundred times a second one leaves and another comes."""
    there: deque[LoadSocket] = deque()
    for number in count():
        if len(there) == WATCHERS:
            there.popleft().transport.abort()
            await asyncio.sleep(0.01)
        socket = await open_socket(port, match, _ignore, address_of(number % WATCHERS))
        socket.hello(None)
        there.append(socket)


def _ignore(socket: LoadSocket, data: bytes) -> None:
    pass


@contextmanager
def _running(attack: Attack, port: int, match: str) -> Iterator[None]:
    """Attack from a process that yields to the players', so that the server is what is measured."""

    def run() -> None:
        os.nice(10)
        uvloop.run(attack(port, match))

    process = multiprocessing.get_context("fork").Process(target=run, daemon=True)
    process.start()
    try:
        yield
        if not process.is_alive():
            raise RuntimeError("the attack has ended")
    finally:
        process.kill()
        process.join()


async def _p99(load: Load) -> float:
    """The 99th percentile of the latency of moves from now on, in seconds."""
    load.latencies.clear()
    await asyncio.sleep(SECONDS)
    return sorted(load.latencies)[int(len(load.latencies) * 0.99)]


async def _compare(attack: Attack, server: Server) -> tuple[float, float]:
    """The 99th percentile of the latency at rest and under attack, in seconds."""
    load = Load(THINK)
    match, _ = await asyncio.to_thread(server.game, SUBTRACT, address_of(0))
    for number in range(GAMES):
        game, tokens = await asyncio.to_thread(server.game, SUBTRACT, address_of(number))
        for seat, token in enumerate(tokens, 1):
            socket = await open_socket(server.port, game, load.heard, address_of(number))
            socket.extra = seat
            socket.hello(token)
    await asyncio.sleep(2)
    idle = await _p99(load)
    with _running(attack, server.port, match):
        await asyncio.sleep(3)
        return idle, await _p99(load)


def rows() -> Iterator[Row]:
    """The latency under each attack."""
    for attack, work in (
        (_ask, f"p99 of moves while {ASKERS} questions run"),
        (_flood, "p99 of moves while pings flood"),
        (_crowd, f"p99 of moves while {WATCHERS} watchers come and go"),
    ):
        # The best of each, of two runs: one in which only the rest was disturbed must not count in our favour.
        runs = [measured(partial(_compare, attack)) for _ in range(2)]
        idle, busy = (min(times) for times in zip(*runs, strict=True))
        ours, peer = f"{busy * 1000:.1f} ms", f"at rest: {idle * 1000:.1f} ms"
        if idle > AT_REST:
            yield Row(work, ours, f"not compared: {peer}, so the machine has other work", "–", "–", True)
            continue
        ratio = busy / idle
        yield Row(work, ours, peer, f"{ratio:.2f}×", "≤ 3×", ratio <= 3)
