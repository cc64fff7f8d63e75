"""The instruments of the attacks work: an idle server answers, and its memory is read."""

from collections.abc import Callable

import pytest

from tests.web.attacks.client import (
    TEXT,
    frame,
    idle_round_trips,
    memory,
    new_pair,
    open_connection,
    peak_memory,
    request,
    upgrade,
)
from tests.web.conftest import Served


@pytest.mark.alone
def test_an_idle_server_answers_at_once(serve: Callable[..., Served]) -> None:
    served = serve()
    pair = new_pair(served)
    round_trips = idle_round_trips(pair, 1.0)
    assert 0 < round_trips.median < 1, round_trips
    assert 20 < memory(served) <= peak_memory(served) < 400


@pytest.mark.deep
def test_the_raw_clients_speak_the_protocol(serve: Callable[..., Served]) -> None:
    served = serve()
    pair = new_pair(served)
    with open_connection(served.url) as plain:
        plain.sendall(request("GET", f"/api/matches/{pair.match}", connection="close"))
        assert plain.recv(64).startswith(b"HTTP/1.1 200")
    with open_connection(served.url) as live:
        assert upgrade(live, f"/api/matches/{pair.match}/live").startswith(b"HTTP/1.1 101")
        live.sendall(frame(TEXT, b'{"type": "hello"}'))
        assert live.recv(2)[0] == 0x81
