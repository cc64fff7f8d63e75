"""Many costly questions to the oracle: people, computers and everybody else's questions go on as if nobody asked."""

import json
import re
import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import pytest

from tests.effort import PATIENCE
from tests.web.attacks.client import (
    COMPUTER_SLACK,
    Delay,
    RoundTrips,
    assert_small_delays,
    idle_round_trips,
    new_pair,
    open_connection,
    playing,
    request,
)
from tests.web.conftest import Served, Visitor

LARGE = "897612484786617600"
COSTLY = (
    f"/api/explore?game=factor-duel(start={LARGE},misere)",
    f"/api/explore?game=dividers-duel(start={LARGE}%2B{LARGE},misere)",
    f"/explore/dividers-duel/{LARGE}",
    f"/explore/divisor-duel-subtract/{LARGE},720?misere=1",
)
"""Questions that take a second or more, and a page that is long."""


class Crowd:
    """Connections from one address that each ask a costly question, and the next one as soon as it is answered."""

    def __init__(self, served: Served, size: int, source: str = "127.0.0.9") -> None:
        """Ask with so many connections at once."""
        self._served, self._source = served, source
        self._selector = selectors.DefaultSelector()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._asked = 0
        self.answers: list[bytes] = []
        for _ in range(size):
            self._ask()

    def _ask(self) -> None:
        connection = open_connection(self._served.url, source=self._source)
        path = COSTLY[self._asked % len(COSTLY)]
        self._asked += 1
        connection.sendall(request("GET", path, connection="close", accept_encoding="gzip"))
        self._selector.register(connection, selectors.EVENT_READ, bytearray())

    def _run(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.05):
                connection, received = key.fileobj, key.data
                assert isinstance(connection, socket.socket)
                if data := connection.recv(1 << 16):
                    received += data
                    continue
                self._hang_up(connection)
                self.answers.append(bytes(received))
                if b" 429 " in received[:20] or b" 503 " in received[:20]:
                    self._stop.wait(0.02)
                self._ask()

    def _hang_up(self, connection: socket.socket) -> None:
        self._selector.unregister(connection)
        connection.close()

    @property
    def statuses(self) -> Counter[str]:
        """How often each status was received."""
        return Counter(answer[9:12].decode() for answer in self.answers)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(PATIENCE)
        for key in list(self._selector.get_map().values()):
            with suppress(OSError):
                assert isinstance(key.fileobj, socket.socket)
                self._hang_up(key.fileobj)


def computer_round_trips(visitor: Visitor, seconds: float) -> RoundTrips:
    """Play against a computer for a while; return how long it took to answer each move."""
    state: dict[str, Any] = {"outcome": "none yet"}
    taken = []
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if state["outcome"]:
            match = visitor.create("divisor-duel-subtract", start="100000", opponent="easy")
            state, number = visitor.state(match), 0
        start = time.monotonic()
        visitor.move(match, state["ply"], state["view"]["options"][0]["notation"])
        while True:
            events = visitor.get(f"/api/matches/{match}/events?since={number}&wait=20")
            number, position = events["last"], events["position"]
            if position is not None and (position["outcome"] or position["view"]["to_move"] == 1):
                break
        state = position
        taken.append(time.monotonic() - start)
        time.sleep(0.01)
    return RoundTrips(taken)


def waiting(visitor: Visitor) -> dict[str, int]:
    """Return how many calls the workers have, by kind."""
    text = visitor.http.get("/metrics").text
    return {kind: int(float(count)) for kind, count in re.findall(r'oracle_waiting\{kind="(\w+)"\} (\S+)', text)}


def wait_for_questions(visitor: Visitor, count: int) -> None:
    """Wait until the workers have so many questions."""
    deadline = time.monotonic() + PATIENCE
    while (found := waiting(visitor)["questions"]) < count:
        assert time.monotonic() < deadline, found
        time.sleep(0.01)


def start_workers(served: Served) -> None:
    """Ask until every worker has been started."""
    visitor = served.visitor()
    for path in COSTLY:
        visitor.http.get(path)


@pytest.mark.alone
@pytest.mark.parametrize("size", [8, 80])
def test_questions_delay_neither_people_nor_computers(serve: Callable[..., Served], size: int) -> None:
    served = serve()
    pair = new_pair(served)
    start_workers(served)

    def measure() -> list[Delay]:
        people, computers = idle_round_trips(pair, 1.5), computer_round_trips(served.visitor(), 1.5)
        with Crowd(served, size) as crowd:
            wait_for_questions(served.visitor(), min(size, 8))
            with playing(pair) as busy_people:
                busy_computers = computer_round_trips(served.visitor(), 3.0)
            wait_for_questions(served.visitor(), min(size, 8))  # Those who ask have not stopped.
        assert set(crowd.statuses) <= {"200", "429", "503"}
        return [Delay(people, busy_people), Delay(computers, busy_computers, COMPUTER_SLACK)]

    assert_small_delays(measure)
    assert served.faults() == [line for line in served.faults() if '"status": 503' in line]


@pytest.mark.deep
def test_one_who_asks_too_much_is_refused_and_others_are_answered(serve: Callable[..., Served]) -> None:
    served = serve()
    start_workers(served)
    visitor = served.visitor()
    with Crowd(served, 80) as crowd:
        deadline = time.monotonic() + PATIENCE
        while not (refused := [answer for answer in crowd.answers if answer.startswith(b"HTTP/1.1 429")]):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        # They come from another address, and one of them asks something that takes long.
        answer = visitor.http.get("/api/explore?game=dividers-duel&position=60")
        assert answer.status_code == 200, answer.text
        assert answer.json()["wins"] is True
        assert visitor.http.get(COSTLY[0]).status_code == 200
    head, _, body = refused[0].partition(b"\r\n\r\n")
    assert b"retry-after:" in head.lower()
    if body.startswith(b"{"):
        refusal: dict[str, Any] = json.loads(body)
        assert refusal["code"] == "too-many-questions"
        assert refusal["reason"].count(".") == 2


@pytest.mark.alone
def test_questions_of_clients_that_hung_up_are_dropped(serve: Callable[..., Served]) -> None:
    served = serve()
    visitor = served.visitor()
    crowd = Crowd(served, 40, "127.0.0.1")
    wait_for_questions(visitor, 40)
    with crowd:
        pass  # All of them hang up.
    deadline = time.monotonic() + 10  # Answering them would take 40 seconds or more.
    while waiting(visitor)["questions"]:
        assert time.monotonic() < deadline, waiting(visitor)
        time.sleep(0.01)
    assert visitor.http.get("/api/explore?game=dividers-duel&position=60").status_code == 200
    assert served.faults() == []
