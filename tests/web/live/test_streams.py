"""Clients that are slow on purpose: headers that drip, readers that do not read."""

import asyncio
import json
import socket
import time

import pytest

from aliquot.web.limits import HEADERS_SECONDS, OUTBOX_BYTES, OUTBOX_MESSAGES
from aliquot.web.live.room import Broadcast
from aliquot.web.live.streams import EventStream, Outbox

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


def test_each_server_sent_event_has_its_own_number() -> None:
    async def work() -> None:
        outbox = Outbox()
        stream = EventStream(outbox)
        outbox.push(Broadcast(7, b'{"number":7}'))
        outbox.push(Broadcast(8, b'{"number":8}'))
        assert await stream.next() == b'id: 7\ndata: {"number":7}\n\n'
        assert await stream.next() == b'id: 8\ndata: {"number":8}\n\n'
        await stream.stop()
        assert await stream.next() is None

    asyncio.run(work())


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
