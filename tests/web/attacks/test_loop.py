"""The largest matches that are allowed: whatever is asked about them, no callback holds the event loop for long."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.web.attacks.client import open_connection, request, wait_for_rest
from tests.web.attacks.loop_watch import LoopWatch
from tests.web.attacks.test_memory import MOVES, long_record
from tests.web.conftest import Served, Visitor

LARGE = "897612484786617600"
"""The largest number with the most divisors: 103,680."""
TURNS = 16
_TRIES = 3
Step = tuple[str, Callable[[], object]]
"""A request and its name."""


def most_seconds() -> float:
    """Return the time for counting to a million, some 25 ms: a bound that grows with the slowness of the machine."""
    readings = [time.thread_time()]
    for _ in range(5):
        for _ in range(1_000_000):
            pass
        readings.append(time.thread_time())
    return max(0.025, min(later - earlier for earlier, later in pairwise(readings)))


def resume_stream(visitor: Visitor, match: str) -> None:
    """Open a stream that has missed as many events as it may, and read the first."""
    after = max(0, visitor.state(match)["number"] - 1_000)
    with open_connection(visitor.url) as line:
        line.sendall(request("GET", f"/api/matches/{match}/stream", last_event_id=str(after)))
        received = b""
        while b"\ndata: " not in received:
            data = line.recv(1 << 16)
            assert data, received
            received += data


def say_hello(visitor: Visitor, match: str) -> None:
    """Open a socket and read the state with every event."""
    with visitor.live(match, since=0):
        pass


def reading(visitor: Visitor, match: str) -> Iterator[Step]:
    """Ask everything that can be asked about a match."""
    path = f"/api/matches/{match}"
    yield "state", lambda: visitor.state(match)
    yield "stale", lambda: visitor.http.post(f"{path}/moves", json={"id": "late", "ply": 0, "move": "2"})
    yield "hello", lambda: say_hello(visitor, match)
    yield "events", lambda: visitor.get(f"{path}/events")
    yield "stream", lambda: resume_stream(visitor, match)
    yield "page", lambda: visitor.http.get(f"/g/{match}")
    yield "record.json", lambda: visitor.http.get(f"{path}/record.json")
    yield "record.duel", lambda: visitor.http.get(f"{path}/record.duel")


def play_on(visitor: Visitor, match: str) -> None:
    """Make the first moves of a match, each the one at another place of the list."""
    state = visitor.state(match)
    for ply in range(state["ply"], TURNS):
        options = state["view"]["options"]
        assert visitor.move(match, ply, options[ply % 5]["notation"])["result"] == "accepted"
        state = visitor.state(match)


def large_match(visitor: Visitor, game: str, size: int) -> Iterator[Step]:
    """Play with several large numbers."""
    settings: dict[str, Any] = {"game": game, "start": ",".join([LARGE] * size), "opponent": "device"}
    matches: list[str] = []

    def refuse(status: int, **more: Any) -> None:
        answer = visitor.http.post("/api/matches", json=settings | more)
        assert answer.status_code == status, answer.text

    yield "create", lambda: matches.append(visitor.create(**settings))
    yield "moves", lambda: play_on(visitor, matches[0])
    yield from reading(visitor, matches[0])
    yield "too many numbers", lambda: refuse(422, start=",".join([LARGE] * 9))
    yield "an illegal first move", lambda: refuse(422, moves=[f"{LARGE}/2", "7"])
    yield "no such opponent", lambda: refuse(422, opponent="nobody")


def long_matches(visitor: Visitor) -> Iterator[Step]:
    """Begin after a thousand moves, and send a record of five thousand."""
    matches: list[str] = []
    record = long_record().encode()

    def keep() -> None:
        answer = visitor.http.post("/api/review?keep=true", content=record)
        assert answer.status_code == 200, answer.text[:300]
        matches.append(answer.json()["stored"]["match"])

    first = {"start": "1000000", "opponent": "device", "moves": ["2"] * 1_000}
    yield "create", lambda: matches.append(visitor.create("divisor-duel-subtract", **first))
    yield "move", lambda: visitor.move(matches[0], 1_000, "2")
    yield from reading(visitor, matches[0])
    yield "upload", keep
    yield from reading(visitor, matches[1])
    for path in ("/review", "/review/record.json", "/review/record.duel"):
        yield path, partial(visitor.http.post, path, data={"text": record.decode()})
    yield "review board", lambda: visitor.http.post(f"/api/review/board?ply={MOVES - 1}", content=record)
    yield "review", lambda: visitor.get(f"/api/matches/{matches[1]}/review")
    yield "review page", lambda: visitor.http.get(f"/g/{matches[1]}/review")


@pytest.mark.alone
@pytest.mark.parametrize("case", ["2", "8", "long"])
def test_no_callback_holds_the_loop(serve: Callable[..., Served], tmp_path: Path, case: str) -> None:
    folder = tmp_path / "watch"
    folder.mkdir()
    watch = LoopWatch(serve, folder)
    wait_for_rest(watch.served)
    visitor = watch.served.visitor()
    least: dict[str, tuple[float, str]] = {}
    # The machine and the garbage collector interrupt a callback now and then, its own work makes it long each time.
    for _ in range(_TRIES):
        for name, found in longest_callbacks(watch, visitor, case).items():
            least[name] = min(found, least.get(name, found))
        bound = most_seconds()
        assert max(least.values())[0] > 0, "something is measured"
        if not (wrong := [(name, *found) for name, found in least.items() if found[0] > bound]):
            break
    assert wrong == [], bound
    assert watch.served.faults() == []


def longest_callbacks(watch: LoopWatch, visitor: Visitor, case: str) -> dict[str, tuple[float, str]]:
    """Return the seconds of the longest callback of each step, and where it waits."""
    if case == "long":
        steps = long_matches(visitor)
    else:
        games = ("dividers-duel", "divisor-duel-subtract", "factor-duel")
        steps = (step for game in games for step in large_match(visitor, game, int(case)))
    longest: dict[str, tuple[float, str]] = {}
    watch.worst()
    for name, ask in steps:
        ask()
        visitor.http.get("/healthz")  # It is answered only when the callback that answered before is over.
        longest[name] = max(longest.get(name, (0.0, "")), watch.worst())
    return longest
