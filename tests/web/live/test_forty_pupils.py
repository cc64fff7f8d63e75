"""A lesson with forty pupils over real sockets, some cut off, the server killed twice: every pick counts once."""

import json
import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.effort import PATIENCE

from ..conftest import Postgres, Served
from .test_classes import POOL, Teacher, wait_for

pytestmark = pytest.mark.deep
PUPILS, CUT, STEPS = 40, 10, 4


class ScriptedPupil(threading.Thread):
    """A pupil who follows the class, and answers every question once; whatever fails is tried again."""

    def __init__(self, url: str, code: str, number: int) -> None:
        """Joins from an address that all pupils share."""
        super().__init__(daemon=True)
        self.url, self.path = url, f"/api/classes/{code}"
        self.streams = number % 2 == 0
        self.generator = random.Random(number)
        self.http = self._browser()
        self.joined = self.http.post(f"{self.path}/join", json={}).json()
        self.acknowledged: dict[int, str] = {}
        """The move that was accepted, by step."""
        self.seats: set[tuple[int, str]] = set()
        self.stops = False
        self.cut = threading.Event()

    def _browser(self, cookies: httpx.Cookies | None = None) -> httpx.Client:
        # Nothing is encrypted on this machine, so no certificates need to be read.
        line = httpx.HTTPTransport(verify=False)
        return httpx.Client(base_url=self.url, timeout=PATIENCE, transport=line, cookies=cookies)

    def run(self) -> None:
        """Follows until it is told to stop."""
        while not self.stops:
            try:
                (self._stream if self.streams else self._poll)()
            except (httpx.HTTPError, ValueError):
                time.sleep(0.1)
        self.http.close()

    def _stream(self) -> None:
        with self.http.stream("GET", f"{self.path}/stream") as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    self._see(json.loads(line.removeprefix("data: ")))
                if self.stops or self.cut.is_set():
                    self.cut.clear()
                    return

    def _poll(self) -> None:
        version = ""
        while not self.stops:
            wait = 2 if version else 0
            answer = self.http.get(self.path, params={"since": version, "wait": wait})
            answer.raise_for_status()
            version = answer.json()["version"]
            self._see(answer.json())
            if self.cut.is_set():
                self.cut.clear()
                self.http.close()
                self.http = self._browser(self.http.cookies)

    def _see(self, state: dict[str, Any]) -> None:
        self.seats.add((state["pupil"], state["name"]))
        task = state["task"]
        if task is None or task["kind"] != "position" or task["stage"] != "asking":
            return
        step = task["step"]
        if step in self.acknowledged or not task["board"]["view"]["options"]:
            return
        move = self.generator.choice(task["board"]["view"]["options"])["notation"]
        body = {"id": f"s{step}", "activity": task["activity"], "step": step, "move": move}
        while not self.stops:
            try:
                answer = self.http.post(f"{self.path}/picks", json=body)
            except httpx.HTTPError:
                time.sleep(0.05)
                continue
            if answer.status_code == 200:
                self.acknowledged[step] = move
                return
            if answer.status_code != 503:
                return


def lead(teacher: Teacher, pupils: list[ScriptedPupil], between: Callable[[int], None]) -> None:
    """Ask about a position again and again: the class plays, steps back and plays."""
    retried(partial(teacher.does, "start_position", game=POOL, position="1-40/20"))
    for step in range(1, STEPS + 1):
        between(step)
        wait_for(partial(answered, teacher, step), lambda count: count == PUPILS)
        wait_for(partial(acknowledged, pupils, step), lambda count: count == PUPILS)
        retried(partial(teacher.does, "reveal", stage="bars"))
        kind, more = ("play_on", {"move": "10"}) if step % 2 else ("step_back", {})
        retried(partial(teacher.does, kind, step=step, **more))


def acknowledged(pupils: list[ScriptedPupil], step: int) -> int:
    """How many know that their answer has arrived."""
    return sum(step in pupil.acknowledged for pupil in pupils)


def answered(teacher: Teacher, step: int) -> int:
    """How many have answered a question."""
    task = retried(teacher.state)["task"]
    return int(task["answered"]) if task["step"] == step else -1


def retried(work: Callable[[], Any]) -> Any:
    """Does something again until the server is there."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except httpx.HTTPError:
            assert time.monotonic() < end
            time.sleep(0.1)


def picks(events: list[dict[str, Any]]) -> tuple[dict[tuple[int, int], str], Counter[tuple[int, str]]]:
    """The last move of each pupil at each step, and how often each command was stored."""
    made = [event for event in events if event["kind"] == "picked"]
    last = {(event["pupil"], event["step"]): event["move"] for event in made}
    return last, Counter((event["pupil"], event["id"]) for event in made)


def check(pupils: list[ScriptedPupil], events: list[dict[str, Any]]) -> None:
    last, stored = picks(events)
    assert set(stored.values()) == {1}, "every pick is stored once"
    for pupil in pupils:
        number = pupil.joined["pupil"]
        assert pupil.seats == {(number, pupil.joined["name"])}, "every seat is back"
        assert pupil.acknowledged == {step: last[number, step] for step in pupil.acknowledged}
        assert len(pupil.acknowledged) >= STEPS


def stop(teacher: Teacher, pupils: list[ScriptedPupil]) -> None:
    """Ends the class, which wakes everybody."""
    for pupil in pupils:
        pupil.stops = True
    retried(lambda: teacher.does("end"))
    for pupil in pupils:
        pupil.join(PATIENCE)
        assert not pupil.is_alive()


def test_forty_pupils_ten_cut_and_the_server_killed_twice(serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve()
    teacher = Teacher(served)
    pupils = [ScriptedPupil(served.url, teacher.code, number) for number in range(PUPILS)]
    names = {pupil.joined["name"] for pupil in pupils}
    assert len(names) == PUPILS
    for pupil in pupils:
        pupil.start()

    def trouble(step: int) -> None:
        nonlocal served
        if step in (2, 4):
            served.kill()
            served = serve(served.database, port=served.port)
        if step == 3:
            for pupil in pupils[:CUT]:
                pupil.cut.set()

    try:
        lead(teacher, pupils, trouble)
    finally:
        stop(teacher, pupils)
    results = retried(lambda: teacher.visitor.get(f"{teacher.path}/results"))
    assert {row[0] for row in results["rows"]} == names
    assert served.stop() == 0
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        rows = database.execute("SELECT body FROM class_events ORDER BY number").fetchall()
    check(pupils, [json.loads(body) for (body,) in rows])


def test_a_pause_holds_at_a_server_that_nobody_of_the_class_has_been_to(
    serve: Callable[..., Served], postgres: Postgres
) -> None:
    url = postgres.database()
    one, two = serve(url), serve(url)
    teacher = Teacher(one)
    pupil = teacher.pupil()
    teacher.does("start_pairs", setup={"game": "dividers-duel", "start": "60", "opponent": "beginner"})
    teacher.does("pair")
    teacher.does("switch", paused=True)
    task = pupil.task
    stranger = two.visitor()
    stranger.http.headers["authorization"] = f"Bearer {task['token']}"
    ply = stranger.get(f"/api/matches/{task['match']}")["ply"]
    answer = stranger.post(f"/api/matches/{task['match']}/moves", id="a", ply=ply, move="2")
    assert answer["code"] == "paused"


def test_forty_pupils_at_two_servers_with_one_database(serve: Callable[..., Served], postgres: Postgres) -> None:
    import psycopg

    url = postgres.database()
    one, two = serve(url), serve(url)
    teacher = Teacher(one)
    pupils = [ScriptedPupil((one, two)[number % 2].url, teacher.code, number // 2) for number in range(PUPILS)]
    for pupil in pupils:
        pupil.start()
    try:
        lead(teacher, pupils, lambda step: None)
    finally:
        stop(teacher, pupils)
    assert one.faults() == two.faults() == []
    with psycopg.connect(url) as database:
        rows = database.execute("SELECT body FROM class_events ORDER BY number").fetchall()
    check(pupils, [json.loads(body) for (body,) in rows])
