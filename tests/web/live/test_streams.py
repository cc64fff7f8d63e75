"""Events without sockets: server-sent events, long polls; clients that are slow on purpose or hang up."""

import asyncio
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from typing import Any

import httpx
import pytest

from aliquot.web.limits import HEADERS_SECONDS, OUTBOX_BYTES, OUTBOX_MESSAGES, POLL_SECONDS, WATCHERS_PER_GAME
from aliquot.web.live.messages import Broadcast
from aliquot.web.live.streams import Outbox
from tests.effort import PATIENCE
from tests.web.attacks.client import open_connection, request

from ..conftest import Served, client
from ..server.test_middleware import metrics
from .test_api import pair


def test_an_outbox_gives_what_it_took_in_order_and_drops_once() -> None:
    async def work() -> None:
        drops: list[int] = []
        outbox = Outbox(lambda: drops.append(1))
        sent = [Broadcast(number, b"{}") for number in range(OUTBOX_MESSAGES)]
        for message in sent:
            outbox.push(message)
        assert [await outbox.get() for _ in sent] == sent
        assert drops == []
        for number in range(OUTBOX_MESSAGES + 9):
            outbox.push(Broadcast(number, b"{}"))
        assert drops == [1]
        assert await outbox.get() is None
        large = Outbox(lambda: drops.append(2))
        large.push(Broadcast(1, b"x" * OUTBOX_BYTES * 2))
        assert drops == [1], "one message is always taken, however large"
        large.push(Broadcast(2, b"x"))
        assert drops == [1, 2]

    asyncio.run(work())


def read_stream(response: httpx.Response, count: int) -> list[tuple[int | None, dict[str, Any]]]:
    """Read so many server-sent events: the id of each, if it has one, and its data."""
    found: list[tuple[int | None, dict[str, Any]]] = []
    number: int | None = None
    for line in response.iter_lines():
        if line.startswith("id: "):
            number = int(line.removeprefix("id: "))
        elif line.startswith("data: "):
            found.append((number, json.loads(line.removeprefix("data: "))))
            number = None
            if len(found) == count:
                break
    return found


def stream_of(server: Served, match: str, last: object = None) -> AbstractContextManager[httpx.Response]:
    """Open a stream of server-sent events, as a browser does that has lost its connection after an event."""
    headers = {} if last is None else {"last-event-id": str(last)}
    return client(server.url).stream("GET", f"/api/matches/{match}/stream", headers=headers)


def test_a_stream_goes_on_after_the_last_event_id_with_each_event_once(server: Served) -> None:
    ada = server.visitor()
    match = ada.create("divisor-duel-subtract", start="1000", opponent="device")
    with stream_of(server, match) as response:
        ((number, state),) = read_stream(response, 1)
        assert (number, state["type"], state["number"]) == (0, "state", 0)
    for ply in range(5):
        ada.move(match, ply, "2")
    with stream_of(server, match, 2) as response:
        missed = read_stream(response, 3)
        assert [number for number, _ in missed] == [3, 4, 5]
        assert [[event["number"] for event in data["events"]] for _, data in missed] == [[3], [4], [5]]
        assert [data["position"] is not None for _, data in missed] == [False, False, True]
        position = missed[-1][1]["position"]
        assert position == {key: ada.state(match)[key] for key in position}
    with stream_of(server, match, 5) as response:
        ada.move(match, 5, "2")
        ((number, event),) = read_stream(response, 1)
        assert (number, event["type"], event["number"]) == (6, "event", 6)


@pytest.mark.parametrize("last", [7, "999999999999", "x", "-1", "²"])
def test_a_stream_begins_with_the_state_if_the_last_event_id_means_nothing(server: Served, last: object) -> None:
    match = server.visitor().create("dividers-duel", start="60", opponent="device")
    headers = {b"last-event-id": str(last).encode()}
    with client(server.url).stream("GET", f"/api/matches/{match}/stream", headers=headers) as response:
        ((number, state),) = read_stream(response, 1)
    assert (number, state["type"]) == (0, "state")


def test_long_polls_give_each_event_once(server: Served) -> None:
    ada = server.visitor()
    match = ada.create("divisor-duel-subtract", start="1000", opponent="device")
    seen: list[int] = []

    def follow() -> None:
        watcher, number = server.visitor(), 0
        while number < 20:
            answer = watcher.get(f"/api/matches/{match}/events?since={number}&wait=20")
            seen.extend(event["number"] for event in answer["events"])
            number = seen[-1] if seen else 0
            assert (answer["position"] is not None) == (bool(answer["events"]) and number == answer["last"])

    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(follow)
        for ply in range(20):
            ada.move(match, ply, "2")
        following.result(PATIENCE)
    assert seen == [*range(1, 21)]


@pytest.mark.parametrize("kind", ["events?since=0&wait=25", "stream"])
def test_the_place_of_a_client_that_hangs_up_is_free_at_once(server: Served, kind: str) -> None:
    visitor = server.visitor()
    match = visitor.create("dividers-duel", start="60", opponent="device")
    for _ in range(2):
        lines = [open_connection(server.url, source="127.0.0.71") for _ in range(WATCHERS_PER_GAME * 3 // 5)]
        for line in lines:
            line.sendall(request("GET", f"/api/matches/{match}/{kind}"))
        for line in lines:
            line.close()
    left = time.monotonic()
    # Watchers are refused as long as all places are taken.
    while client(server.url).get(f"/api/matches/{match}/events?since=0&wait=0.001").status_code != 200:
        assert time.monotonic() - left < POLL_SECONDS / 2
        time.sleep(0.05)


def test_a_stream_that_is_not_read_is_cut_and_counted(server: Served) -> None:
    ada = server.visitor()
    match = ada.create("divisor-duel-pool", pool="1-1000", opponent="device")
    before = dropped(server)
    with open_connection(server.url, receive_buffer=4096) as deaf:
        deaf.sendall(request("GET", f"/api/matches/{match}/stream"))
        assert deaf.recv(20).startswith(b"HTTP/1.1 200")
        deadline = time.monotonic() + PATIENCE
        number = 0
        while dropped(server) == before:
            assert time.monotonic() < deadline
            ada.move(match, 0, "1", f"m{number}")
            ada.do(match, "take-back", f"t{number}")
            number += 1
        deaf.settimeout(PATIENCE)
        with suppress(ConnectionError):
            while deaf.recv(1 << 16):
                pass


def test_a_reader_that_never_reads_is_dropped_and_others_play_on(server: Served) -> None:
    ada, emmy, made = pair(server, "divisor-duel-pool", pool="1-1000")
    line = deaf(server, made)
    try:
        with ada.live(made) as one, emmy.live(made) as two:
            for number in range(150):
                if number % 2:
                    one.ask("take_back", f"t{number}")
                    two.ask("answer", f"a{number}", agree=True)
                else:
                    one.ask("move", f"m{number}", ply=0, move="1")
                if dropped(server):
                    break
            assert dropped(server) >= 1, "whoever does not read is dropped"
    finally:
        line.close()


def deaf(server: Served, game: str) -> socket.socket:
    """A socket that says hello and then never reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(
        f"GET /api/matches/{game}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    while not line.recv(4096).endswith(b"\r\n\r\n"):
        pass
    hello = json.dumps({"type": "hello"}).encode()
    line.sendall(bytes((0x81, 0x80 | len(hello))) + b"\0\0\0\0" + hello)
    return line


def dropped(server: Served) -> int:
    """How many readers a server has dropped."""
    return int(metrics(server)["aliquot_readers_dropped_total"])


def drip(server: Served, connections: int) -> int:
    """Opens connections whose headers never end, a byte a second; returns how many the server closed in time."""
    lines = []
    for _ in range(connections):
        line = socket.create_connection(("127.0.0.1", server.port))
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-a: ")
        line.setblocking(False)
        lines.append(line)
    closed: set[int] = set()
    for _ in range(HEADERS_SECONDS + 5):
        time.sleep(1)
        assert client(server.url).get("/healthz").text == "ok\n", "others are served meanwhile"
        for number, line in enumerate(lines):
            try:
                line.send(b"a")
                if line.recv(100) == b"":
                    closed.add(number)
            except BlockingIOError:
                continue
            except OSError:
                closed.add(number)
        if len(closed) == connections:
            break
    for line in lines:
        line.close()
    return len(closed)


@pytest.mark.deep
def test_three_hundred_dripping_connections_are_closed(server: Served) -> None:
    assert drip(server, 300) == 300
