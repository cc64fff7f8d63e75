"""Connections that send without end: the server's memory stays flat, and others notice nothing."""

import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import pytest

from tests.effort import PATIENCE
from tests.web.attacks.client import (
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    TRIALS,
    Delay,
    assert_small_delays,
    frame,
    idle_round_trips,
    memory_at_rest,
    new_pair,
    open_connection,
    peak_memory,
    playing,
    push,
    request,
    upgrade,
)
from tests.web.conftest import Served, address_of
from tests.web.server.test_middleware import metrics

MEGABYTE = 1 << 20
FLAT = 30.0
"""Megabytes by which a server's memory may grow during an attack."""
INCOMPLETE = 16
"""Megabytes of requests from one address that have not arrived completely, as docs/protocol.md says."""
UNREAD = 64
"""Megabytes that may wait for the clients at one address, as docs/protocol.md says."""


@pytest.mark.alone
def test_a_hundred_megabytes_of_requests_take_no_memory(serve: Callable[..., Served]) -> None:
    served = serve()
    pair = new_pair(served)
    block = request("GET", f"/api/matches/{pair.match}") * 200
    before = memory_at_rest(served)

    def measure() -> list[Delay]:
        idle = idle_round_trips(pair)
        with playing(pair) as busy, open_connection(served.url, receive_buffer=4096) as deaf:
            taken = push(deaf, block, 100 * MEGABYTE // len(block), 5.0)
        assert taken < 8 * MEGABYTE, "nothing more is read while an answer waits"
        return [Delay(idle, busy)]

    assert_small_delays(measure)
    assert peak_memory(served) - before < FLAT


def socket_to(
    served: Served, match: str, *, hello: bool, receive_buffer: int | None = None, source: str | None = None
) -> socket.socket:
    """Open a WebSocket, with or without a hello."""
    live = open_connection(served.url, receive_buffer=receive_buffer, source=source)
    assert upgrade(live, f"/api/matches/{match}/live").startswith(b"HTTP/1.1 101")
    if hello:
        live.sendall(frame(TEXT, b'{"type": "hello"}'))
    return live


def close_code(live: socket.socket) -> int | None:
    """Read until the server closes; return the code of its close frame."""
    received = b""
    live.settimeout(10)
    try:
        while data := live.recv(1 << 16):
            received += data
    except (ConnectionError, TimeoutError):
        pass
    place, code = 0, None
    while place + 2 <= len(received):
        opcode, size = received[place] & 15, received[place + 1] & 127
        start = place + (2 if size < 126 else 4 if size == 126 else 10)
        size = int.from_bytes(received[place + 2 : start], "big") if size > 125 else size
        if opcode == CLOSE:
            code = int.from_bytes(received[start : start + 2], "big")
        place = start + size
    return code


@pytest.mark.alone
@pytest.mark.parametrize("hello", [True, False], ids=["after-hello", "before-hello"])
@pytest.mark.parametrize("is_read", [True, False], ids=["read", "unread"])
def test_a_flood_of_pings_is_cut(serve: Callable[..., Served], *, hello: bool, is_read: bool) -> None:
    served = serve()
    pair = new_pair(served)
    block = frame(PING, b"x" * 125) * 500
    before = memory_at_rest(served)

    def flood(source: str) -> None:
        buffer = None if is_read else 4096
        with socket_to(served, pair.match, hello=hello, receive_buffer=buffer, source=source) as live:
            if is_read:
                threading.Thread(target=close_code, args=(live,), daemon=True).start()
            assert push(live, block, 300 * MEGABYTE // len(block), 0.5) < 300 * MEGABYTE

    def measure() -> list[Delay]:
        idle = idle_round_trips(pair)
        with playing(pair) as busy:
            deadline = time.monotonic() + 2
            for place in count():
                flood(f"127.0.3.{1 + place % 200}")
                time.sleep(0.02)
                if time.monotonic() > deadline:
                    break
        return [Delay(idle, busy)]

    assert_small_delays(measure)
    assert peak_memory(served) - before < FLAT


@pytest.mark.parametrize("opcode", [PING, PONG, CONTINUATION, TEXT])
@pytest.mark.parametrize("hello", [True, False], ids=["after-hello", "before-hello"])
def test_too_many_frames_of_any_kind_close_the_socket(server: Served, opcode: int, *, hello: bool) -> None:
    match = server.visitor().create("dividers-duel", start="60")
    data = {TEXT: b'{"type": "ping", "id": "p"}', CONTINUATION: b""}.get(opcode, b"x")
    first = frame(TEXT, b"", fin=False) if opcode == CONTINUATION else b""
    frames = frame(opcode, data, fin=opcode != CONTINUATION)
    with socket_to(server, match, hello=hello) as live:
        live.sendall(first + frames * 400)
        assert close_code(live) == 4400


@pytest.mark.alone
@pytest.mark.parametrize("kind", ["requests", "streams", "sockets"])
def test_answers_that_one_address_does_not_read_are_bounded(serve: Callable[..., Served], kind: str) -> None:
    served = serve()
    pair, visitor = new_pair(served), served.visitor()
    large = visitor.create("dividers-duel", start=",".join(["897612484786617600"] * 8), opponent="device")
    before = memory_at_rest(served)

    statuses: Counter[bytes] = Counter()

    def is_limited() -> bool:
        return statuses[b"429"] > 0 or metrics(served)["aliquot_readers_dropped_total"] > 0

    def measure() -> list[Delay]:
        idle = idle_round_trips(pair)
        deadline = time.monotonic() + PATIENCE
        with playing(pair) as busy, ExitStack() as deaf:
            for _ in range(200):
                line = deaf.enter_context(open_connection(served.url, receive_buffer=4096, source="127.0.0.9"))
                if kind != "sockets":
                    path = f"/api/matches/{large}" + ("/stream" if kind == "streams" else "")
                    line.sendall(request("GET", path) * 8)
                    continue
                status = upgrade(line, f"/api/matches/{large}/live")[9:12]
                statuses[status] += 1
                if status == b"101":
                    line.sendall(frame(TEXT, b'{"type": "hello"}'))
            time.sleep(3)
            assert visitor.state(large)["ply"] == 0, "others can read it"
            while kind == "sockets" and not is_limited():
                assert time.monotonic() < deadline, "it has asked for too much"
                time.sleep(0.1)
        return [Delay(idle, busy)]

    assert_small_delays(measure)
    assert peak_memory(served) - before < UNREAD + FLAT
    if kind == "sockets":
        assert statuses.keys() <= {b"101", b"429"}


@pytest.mark.deep
def test_an_address_whose_sockets_flood_gets_no_new_ones(serve: Callable[..., Served]) -> None:
    served = serve()
    match = served.visitor().create("dividers-duel", start="60")
    statuses: Counter[bytes] = Counter()
    deadline = time.monotonic() + PATIENCE
    while not statuses[b"429"]:
        assert time.monotonic() < deadline
        with open_connection(served.url, source="127.0.0.9") as live:
            statuses[upgrade(live, f"/api/matches/{match}/live")[9:12]] += 1
            with suppress(ConnectionError):
                live.sendall(frame(PING) * 400)
            close_code(live)
    assert statuses[b"101"] < 1_000, "it may open a thousand at once that do no harm"
    with socket_to(served, match, hello=True), open_connection(served.url, source="127.0.0.9") as plain:
        plain.sendall(request("GET", f"/api/matches/{match}", connection="close"))
        assert plain.recv(64).startswith(b"HTTP/1.1 200"), "everything else goes on"


@pytest.mark.alone
@pytest.mark.parametrize("kind", ["headers", "bodies"])
def test_requests_that_never_arrive_completely_are_bounded(serve: Callable[..., Served], kind: str) -> None:
    served = serve()
    visitor, before = served.visitor(), memory_at_rest(served)
    match = visitor.create(opponent="device")
    start = request("POST", "/api/review", b"x" * 65_000)[:-1]
    if kind == "headers":
        start = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n" + (b"x-long: " + b"y" * 1_000 + b"\r\n") * 31
    most = INCOMPLETE * MEGABYTE // len(start) + 1
    assert min(waiting_lines(served, start, 800, most) for _ in range(TRIALS)) <= most
    assert visitor.move(match, 0, "2")["result"] == "accepted"
    assert peak_memory(served) - before < 2 * INCOMPLETE + FLAT


def waiting_lines(served: Served, start: bytes, count: int, most: int) -> int:
    """Begin so many requests, wait until at most so many are not cut, and return how many still wait."""
    # After 10 s they would be cut in any case.
    deadline = time.monotonic() + 8
    with ExitStack() as lines, selectors.DefaultSelector() as selector:
        for _ in range(count):
            line = lines.enter_context(open_connection(served.url, source="127.0.0.9"))
            line.sendall(start)
            selector.register(line, selectors.EVENT_READ)
        waiting = count
        while time.monotonic() < deadline and (waiting := count - len(selector.select(0))) > most:
            time.sleep(0.1)
        return waiting if time.monotonic() < deadline else count


@pytest.mark.deep
def test_idle_connections_of_one_address_lock_nobody_out(tmp_path: Path) -> None:
    files = 400
    with Served(address_of(tmp_path), files=files) as served, ExitStack() as idle:
        for _ in range(2 * files):
            idle.enter_context(open_connection(served.url, source="127.0.0.9"))
        visitor = served.visitor()
        match = visitor.create(opponent="device")
        with visitor.live(match) as live:
            assert live.ask("move", "m", ply=0, move="2")["kind"] == "moved"
