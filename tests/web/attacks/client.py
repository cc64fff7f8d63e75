"""Clients that mean harm, and the instruments that show whether anybody else notices.

They are written against docs/protocol.md and plain sockets: nothing here knows the server's modules.
"""

import base64
import json
import multiprocessing
import os
import socket
import statistics
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.sync.client import connect

from tests.effort import PATIENCE
from tests.web.conftest import Served

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 0x1, 0x2, 0x8, 0x9, 0xA, 0x0
LONG = {"game": "divisor-duel-subtract", "start": "1000000"}
"""A game that lasts: subtracting 2 goes on for half a million moves."""
SLACK = 0.1
"""Seconds that a p99 may be longer than three times the idle one: the attackers run on the same two cores."""
COMPUTER_SLACK = 0.5
"""The same for a computer's answer: its process gives way to everything else that runs on the machine."""
TRIALS = 3
"""Trials of a comparison, of which one has to keep its bounds: whatever else the machine does only adds time."""


# --- connections ----------------------------------------------------------------------------------------


def open_connection(url: str, *, receive_buffer: int | None = None, source: str | None = None) -> socket.socket:
    """Connect to a server.

    Args:
        url: Its address.
        receive_buffer: Bytes the system may receive for us before we read; small for a client that does not read.
            What it may hold of that we send is bounded then, too: some systems take many megabytes.
        source: The address of this machine to connect from, such as 127.0.0.9.
    """
    parts = urlsplit(url)
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if receive_buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 18)
    if source is not None:
        connection.bind((source, 0))
    connection.settimeout(PATIENCE)
    connection.connect((parts.hostname, parts.port))
    return connection


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """Return an HTTP request; underscores in the names of headers stand for hyphens."""
    lines = [f"{method} {path} HTTP/1.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in {"host": "127.0.0.1", **headers}.items()]
    if body:
        lines.append(f"content-length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """Return a WebSocket frame as a client sends it, with a mask of zeros."""
    head = bytes([opcode | (0x80 if fin else 0)])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack("!H", len(data))
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", len(data))
    return head + bytes(4) + data


def upgrade(connection: socket.socket, path: str, **headers: str) -> bytes:
    """Open a WebSocket on a connection; return the answer's status line and headers."""
    key = base64.b64encode(os.urandom(16)).decode()
    fields = {"upgrade": "websocket", "connection": "Upgrade", "sec_websocket_version": "13", **headers}
    connection.sendall(request("GET", path, b"", **{"sec_websocket_key": key, **fields}))
    answer = b""
    while b"\r\n\r\n" not in answer and (data := connection.recv(4096)):
        answer += data
    return answer.partition(b"\r\n\r\n")[0]


def push(connection: socket.socket, data: bytes, times: int, seconds: float) -> int:
    """Send the same bytes many times, as fast as the server takes them.

    Returns:
        The number of bytes it took before it closed the connection or the time was up.
    """
    deadline, count = time.monotonic() + seconds, 0
    connection.settimeout(0.2)
    view = memoryview(data)
    with suppress(ConnectionError, BrokenPipeError):
        for _ in range(times):
            place = 0
            while place < len(data):
                if time.monotonic() > deadline:
                    return count + place
                with suppress(TimeoutError):
                    place += connection.send(view[place:])
            count += len(data)
    return count


# --- instruments ----------------------------------------------------------------------------------------


def wait_for_rest(served: Served) -> None:
    """Wait until a server has prepared its pages in the background, which takes 25 MB and some seconds."""
    deadline, before = time.monotonic() + PATIENCE, -1
    while (now := _processor_ticks(served)) != before:
        assert time.monotonic() < deadline
        before = now
        time.sleep(0.5)


def _processor_ticks(served: Served) -> int:
    """Return the processor time of a server's own process, in hundredths of a second."""
    fields = Path(f"/proc/{served.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 100 // os.sysconf("SC_CLK_TCK")


def memory_at_rest(served: Served) -> float:
    """Return the megabytes a server's own process has in memory when it has prepared everything."""
    wait_for_rest(served)
    return memory(served)


def memory(served: Served) -> float:
    """Return the megabytes a server's own process has in memory now."""
    return _status(served, "VmRSS")


def peak_memory(served: Served) -> float:
    """Return the most megabytes a server's own process has ever had in memory."""
    return _status(served, "VmHWM")


def _status(served: Served, field: str) -> float:
    for line in Path(f"/proc/{served.process.pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 1024
    raise AssertionError(f"no {field}")


@dataclass
class Pair:
    """Two people who play a long game against each other."""

    url: str
    match: str
    tokens: tuple[str, str]


def new_pair(served: Served, **settings: Any) -> Pair:
    """Start a long game between two people."""
    ada, emmy = served.visitor(), served.visitor()
    match = ada.create(name="Ada", **{**LONG, **settings})
    emmy.join(match, name="Emmy")
    return Pair(served.url, match, (ada.tokens[match], emmy.tokens[match]))


@dataclass
class RoundTrips:
    """The seconds from sending a move until it is acknowledged or answered."""

    seconds: list[float]

    @property
    def median(self) -> float:
        """The median."""
        return statistics.median(self.seconds)

    @property
    def p99(self) -> float:
        """The time that 99 of 100 keep."""
        return sorted(self.seconds)[int(len(self.seconds) * 0.99)]

    def __str__(self) -> str:
        return f"{len(self.seconds)} moves, median {self.median * 1e3:.1f} ms, p99 {self.p99 * 1e3:.1f} ms"


def _play(pair: Pair, stop: Pipe, pause: float) -> None:
    """Move in turn until asked to stop, then report every round trip."""
    address = f"{pair.url.replace('http', 'ws', 1)}/api/matches/{pair.match}/live"
    seconds: list[float] = []
    with connect(address, open_timeout=PATIENCE) as first, connect(address, open_timeout=PATIENCE) as second:
        live = (first, second)
        state: dict[str, Any] = {}
        for player, token in zip(live, pair.tokens, strict=True):
            player.send(json.dumps({"type": "hello", "token": token}))
            state = json.loads(player.recv(PATIENCE))
        stop.send("ready")
        ply = state["ply"]
        while not stop.poll(pause):
            seat = ply % 2
            start, name = time.perf_counter(), f"p{ply}"
            live[seat].send(json.dumps({"type": "move", "id": name, "ply": ply, "move": "2"}))
            while (answer := json.loads(live[seat].recv(PATIENCE))).get("id") != name:
                pass
            assert answer["result"] == "accepted", answer
            seconds.append(time.perf_counter() - start)
            while json.loads(live[1 - seat].recv(PATIENCE)).get("id") != name:
                pass
            ply += 1
    stop.send(seconds)


@contextmanager
def playing(pair: Pair, pause: float = 0.01) -> Iterator[RoundTrips]:
    """Let two people play on, in a process of their own, while something else happens.

    Yields:
        Their round trips, filled in at the end.
    """
    ours, theirs = multiprocessing.get_context("fork").Pipe()
    player = multiprocessing.get_context("fork").Process(target=_play, args=(pair, theirs, pause), daemon=True)
    player.start()
    round_trips = RoundTrips([])
    try:
        assert ours.poll(PATIENCE)
        assert ours.recv() == "ready"
        yield round_trips
        ours.send("stop")
        assert ours.poll(PATIENCE), "the players are stuck"
        round_trips.seconds = ours.recv()
        assert round_trips.seconds, "nobody could move"
    finally:
        player.kill()
        player.join()


def idle_round_trips(pair: Pair, seconds: float = 2.0) -> RoundTrips:
    """Measure round trips while nothing else happens, to compare with."""
    with playing(pair) as round_trips:
        time.sleep(seconds)
    return round_trips


class Delay(NamedTuple):
    """Round trips at rest and during an attack, measured one after the other."""

    idle: RoundTrips
    busy: RoundTrips
    slack: float = SLACK

    @property
    def is_small(self) -> bool:
        """True if hardly anybody notices the attack: p99 is at most three times the idle one, and a little."""
        return self.busy.p99 <= 3 * self.idle.p99 + self.slack

    def __str__(self) -> str:
        return f"idle: {self.idle}; busy: {self.busy}"


def assert_small_delays(measure: Callable[[], list[Delay]]) -> None:
    """Check that an attack delays nobody.

    Args:
        measure: Measures at rest and attacks, anew for each trial.
    """
    trials: list[str] = []
    for _ in range(TRIALS):
        delays = measure()
        if all(delay.is_small for delay in delays):
            return
        trials.append(" | ".join(map(str, delays)))
    raise AssertionError("\n".join(trials))
