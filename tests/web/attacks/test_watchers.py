"""Crowds that watch: the players get in and play on, whoever else comes, goes or hangs up."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest

from tests.effort import PATIENCE
from tests.web.attacks.client import (
    TEXT,
    Delay,
    assert_small_delays,
    frame,
    idle_round_trips,
    memory,
    new_pair,
    open_connection,
    peak_memory,
    playing,
    request,
    upgrade,
    wait_for_rest,
)
from tests.web.conftest import Served

WATCHERS = 500
"""Watchers that a match admits, as docs/protocol.md says."""


def watch(served: Served, match: str, kind: str, place: int) -> socket.socket:
    """Follow a match without a seat, from one of a few addresses, and do not wait for the answer."""
    line = open_connection(served.url, source=f"127.0.1.{1 + place % 4}")
    if kind == "socket":
        upgrade(line, f"/api/matches/{match}/live")
        line.sendall(frame(TEXT, b'{"type": "hello"}'))
    else:
        path = {"poll": "events?since=1000000&wait=25", "stream": "stream"}[kind]
        line.sendall(request("GET", f"/api/matches/{match}/{path}"))
    return line


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["socket", "stream", "poll"])
def test_players_get_in_whoever_watches(serve: Callable[..., Served], kind: str) -> None:
    served = serve()
    pair = new_pair(served)
    lines = [watch(served, pair.match, kind, place) for place in range(WATCHERS + 20)]
    try:
        visitor = served.visitor()
        deadline = time.monotonic() + PATIENCE
        while visitor.http.get(f"/api/matches/{pair.match}/events?since=1000000&wait=0.01").status_code != 429:
            assert time.monotonic() < deadline, "all places of watchers are taken in the end"
        # Both play by sockets that they open only now.
        idle_round_trips(pair, 0.5)
        answer = visitor.http.get(
            f"/api/matches/{pair.match}/events?since=1000000&wait=0.1",
            headers={"authorization": f"Bearer {pair.tokens[0]}"},
        )
        assert answer.status_code == 200
    finally:
        for line in lines:
            line.close()


@pytest.mark.deep
def test_a_free_seat_can_be_taken_whoever_watches(serve: Callable[..., Served]) -> None:
    served = serve()
    ada, emmy = served.visitor(), served.visitor()
    match = ada.create("divisor-duel-subtract", start="1000")
    lines = [watch(served, match, "socket", place) for place in range(WATCHERS + 20)]
    try:
        with emmy.live(match) as live:
            assert live.state["you"] == []
            assert emmy.join(match) == [2]
        with emmy.live(match) as live:
            assert live.state["you"] == [2]
    finally:
        for line in lines:
            line.close()


@contextmanager
def coming_and_going(served: Served, match: str, kinds: tuple[str, ...], size: int = WATCHERS) -> Iterator[list[int]]:
    """Let a crowd follow a match: once everybody is there, the longest there hang up and others come.

    Yields:
        A list to which each arrival is added.
    """
    stop, ready, arrivals = threading.Event(), threading.Event(), list[int]()
    lines: list[socket.socket] = []

    def run() -> None:
        for place in count():
            if stop.is_set():
                break
            lines.append(watch(served, match, kinds[place % len(kinds)], place))
            if len(lines) > size:
                lines.pop(0).close()
                arrivals.append(place)
                ready.set()
                stop.wait(0.01)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield arrivals
    finally:
        stop.set()
        thread.join(PATIENCE)
        for line in lines:
            line.close()


@pytest.mark.alone
def test_watchers_that_come_and_go_delay_nobody(serve: Callable[..., Served]) -> None:
    served = serve()
    pair, watched = new_pair(served), new_pair(served)
    wait_for_rest(served)
    growth = [0.0]

    def measure() -> list[Delay]:
        idle = idle_round_trips(pair)
        with coming_and_going(served, watched.match, ("socket", "stream", "poll")) as arrivals:
            before = memory(served)
            with playing(pair) as busy:
                start = time.monotonic()
                while time.monotonic() - start < 3 or len(arrivals) <= 20:
                    assert time.monotonic() - start < PATIENCE, arrivals
                    time.sleep(0.05)
            growth.append(peak_memory(served) - before)
        return [Delay(idle, busy)]

    assert_small_delays(measure)
    assert max(growth) < 30
    assert served.faults() == []
