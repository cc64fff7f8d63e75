"""HTTP connections: requests sent before the answers to earlier ones, long headers, clients that do not read."""

import json
import socket
from contextlib import suppress
from itertools import pairwise

import pytest

from aliquot.web.server.ratelimit import Backlogs
from tests.web.attacks.client import TEXT, frame, open_connection, request, upgrade
from tests.web.conftest import Served


def read_all(connection: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    received = b""
    with suppress(ConnectionError):
        while data := connection.recv(1 << 16):
            received += data
    return received


def read_until(connection: socket.socket, end: bytes) -> bytes:
    """Read until some bytes have come."""
    received = b""
    while end not in received:
        data = connection.recv(1 << 16)
        assert data, received
        received += data
    return received


def requests(match: str) -> list[bytes]:
    """Requests of every shape; the last one closes the connection."""
    body = json.dumps({"name": "Ada\r\n\r\n"}).encode()
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    return [
        request("GET", "/healthz"),
        request("PUT", "/api/me", body),
        request("GET", f"/api/matches/{match}/events?wait=0.05&since=9"),
        request("PUT", "/api/me", b"", transfer_encoding="chunked") + chunked,
        request("HEAD", "/healthz"),
        request("GET", "/nowhere"),
        request("GET", "/api/games", connection="close"),
    ]


@pytest.mark.parametrize("size", [None, 1, 7, 100], ids=["whole", "bytes", "sevens", "hundreds"])
def test_requests_sent_ahead_are_answered_in_order(server: Served, size: int | None) -> None:
    match = server.visitor().create("dividers-duel", start="60")
    stream = b"".join(requests(match))
    places = [*range(0, len(stream), size or len(stream)), len(stream)]
    with open_connection(server.url) as connection:
        for start, end in pairwise(places):
            connection.sendall(stream[start:end])
        received = read_all(connection)
    statuses = [part[:3] for part in received.split(b"HTTP/1.1 ")[1:]]
    # The name is refused, since no name has a line break.
    assert statuses == [b"200", b"422", b"200", b"422", b"200", b"404", b"200"]
    assert b'"presets"' in received.rpartition(b"HTTP/1.1")[2]


def test_a_socket_may_follow_requests_on_the_same_connection(server: Served) -> None:
    match = server.visitor().create("dividers-duel", start="60")
    with open_connection(server.url) as connection:
        connection.sendall(request("GET", "/healthz"))
        read_until(connection, b"ok\n")
        assert upgrade(connection, f"/api/matches/{match}/live").startswith(b"HTTP/1.1 101")
        connection.sendall(frame(TEXT, b'{"type": "hello"}'))
        read_until(connection, b'"type":"state"')


def test_headers_that_are_too_long_end_the_connection(server: Served) -> None:
    with open_connection(server.url) as connection, suppress(ConnectionError):
        connection.sendall(request("GET", "/healthz", long="x" * 20_000))
        assert read_until(connection, b"ok\n").startswith(b"HTTP/1.1 200")
        connection.sendall(request("GET", "/healthz", long="x" * 40_000))
        assert read_all(connection) == b""


def test_a_request_behind_a_long_poll_waits_for_it(server: Served) -> None:
    visitor = server.visitor()
    match = visitor.create("dividers-duel", start="60", opponent="device")
    with open_connection(server.url) as connection:
        connection.sendall(request("GET", f"/api/matches/{match}/events?since=0&wait=20"))
        connection.sendall(request("GET", "/healthz", connection="close"))
        visitor.move(match, 0, "60/2")
        received = read_all(connection)
    poll, _, health = received.rpartition(b"HTTP/1.1 200")
    assert b'"kind":"moved"' in poll
    assert health.endswith(b"ok\n")


class Reader:
    """A connection that notes that it was cut."""

    is_cut = False

    def cut(self) -> None:
        """Note it."""
        self.is_cut = True


def test_clients_that_wait_longest_are_cut_off_if_too_much_waits_at_their_address() -> None:
    backlogs = Backlogs(10)
    one, two, three, other = Reader(), Reader(), Reader(), Reader()
    for reader in (one, two):
        backlogs.add("here", reader, 4)
    backlogs.add("there", other, 9)
    backlogs.add("here", two, 6)
    backlogs.add("here", three, 4)
    assert [reader.is_cut for reader in (one, two, three, other)] == [True, False, False, False]
    backlogs.remove("here", one)
    backlogs.remove("here", two)
    backlogs.add("here", one, 6)
    assert not three.is_cut
    backlogs.add("here", two, 11)
    assert two.is_cut
