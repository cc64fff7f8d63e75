"""Classes under load: 1,000 pupils in 25 classes on one process, each choosing a move every four seconds."""

import asyncio
import json
import random
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.harness import Row
from benchmarks.web import Server, measured

TITLE = "Classes"
CLASSES, PUPILS, SECONDS, PAUSE = 25, 40, 15.0, 4.0


class Browser:
    """One connection that keeps its cookie: as little of a browser as the load needs."""

    def __init__(self, port: int, address: str, cookie: str = "") -> None:
        """Come from an address of this machine."""
        self.port, self.address, self.cookie = port, address, cookie
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return the JSON of the answer."""
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        reader, writer = self._line
        data = b"" if body is None else json.dumps(body).encode()
        writer.write(self._head(method, path, len(data)) + data)
        head = await reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in head.decode().split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        answer: dict[str, Any] = json.loads(await reader.readexactly(length))
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
            raise RuntimeError(f"{path}: {answer}")
        return answer

    def _head(self, method: str, path: str, length: int) -> bytes:
        fields = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", f"content-length: {length}"]
        fields += ["content-type: application/json"] if length else []
        fields += [f"cookie: {self.cookie}"] if self.cookie else []
        return ("\r\n".join(fields) + "\r\n\r\n").encode()

    async def follow(self, path: str, see: Any = None) -> None:
        """Read a stream of server-sent events until it is cancelled."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=2**22
        )
        writer.write(self._head("GET", path, 0))
        while line := await reader.readline():
            if see is not None and line.startswith(b"data: "):
                see(line[len(b"data: ") :])


@dataclass
class Lesson:
    """A class and what was measured in it."""

    code: str
    teacher: Browser
    pupils: list[Browser]
    picks: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    waiting: dict[int, float] = field(default_factory=dict)
    """When each pick was sent, by the number of its event, until the teacher's board shows it."""

    def see(self, data: bytes) -> None:
        """Note which picks the teacher's board shows by now."""
        now = time.perf_counter()
        number = int(json.loads(data)["version"].partition(".")[0])
        for shown in [one for one in self.waiting if one <= number]:
            self.boards.append(now - self.waiting.pop(shown))


async def _open(server: Server, place: int) -> tuple[Lesson, float]:
    """A class with its pupils, and the seconds in which they joined."""
    address = f"127.0.2.{place + 1}"
    teacher = Browser(server.port, address)
    code = (await teacher.ask("POST", "/api/classes", {}))["code"]
    pupils = [Browser(server.port, address) for _ in range(PUPILS)]
    begun = time.perf_counter()
    await asyncio.gather(*(pupil.ask("POST", f"/api/classes/{code}/join", {}) for pupil in pupils))
    return Lesson(code, teacher, pupils), time.perf_counter() - begun


async def _choose(lesson: Lesson, pupil: Browser, until: float) -> None:
    """Choose a move now and then."""
    count = 0
    await asyncio.sleep(random.random() * PAUSE)
    while time.perf_counter() < until:
        count += 1
        body = {"id": f"p{count}", "activity": 1, "step": 1, "move": ("10", "40")[count % 2]}
        sent = time.perf_counter()
        number = (await pupil.ask("POST", f"/api/classes/{lesson.code}/picks", body))["number"]
        lesson.picks.append(time.perf_counter() - sent)
        lesson.waiting.setdefault(number, sent)
        await asyncio.sleep(PAUSE * (0.5 + random.random()))


async def _teach(server: Server) -> tuple[float, float, float, float, float]:
    """Seconds in which forty join, picks a second, the 99th percentiles of a pick and of the board, and memory."""
    opened = [await _open(server, place) for place in range(CLASSES)]
    lessons, joining = [lesson for lesson, _ in opened], median(seconds for _, seconds in opened)
    followers = []
    for lesson in lessons:
        start = {"id": "s", "type": "start_position", "position": "1-40/20"}
        start["game"] = "divisor-duel-pool(pool=1-40,opening=even)"
        await lesson.teacher.ask("POST", f"/api/classes/{lesson.code}/teacher", start)
        path = f"/api/classes/{lesson.code}/stream"
        followers.append(asyncio.ensure_future(lesson.teacher.follow(f"{path}?role=teacher", lesson.see)))
        followers += [asyncio.ensure_future(pupil.follow(path)) for pupil in lesson.pupils]
    await asyncio.sleep(3)
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(_choose(lesson, pupil, until) for lesson in lessons for pupil in lesson.pupils))
    await asyncio.sleep(1)
    memory = server.megabytes()
    for follower in followers:
        follower.cancel()
    picks = sorted(seconds for lesson in lessons for seconds in lesson.picks)
    boards = sorted(seconds for lesson in lessons for seconds in lesson.boards)
    rate = len(picks) / SECONDS
    return joining, rate, picks[int(len(picks) * 0.99)], boards[int(len(boards) * 0.99)], memory


def rows() -> Iterator[Row]:
    """Joining, picks, the teacher's board, and memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    joining, rate, pick, board, memory = measured(_teach)
    yield Row(f"{PUPILS} pupils join at once", f"{joining:.2f} s", "–", "–", "≤ 1 s", joining <= 1)
    work = f"{CLASSES * PUPILS:,} pupils in {CLASSES} classes"
    ours = f"{rate:,.0f} picks/s, p99 {pick * 1000:.0f} ms, {memory:.0f} MB"
    yield Row(f"{work}: a pick", ours, "–", "–", "p99 ≤ 50 ms", pick <= 0.05)
    yield Row(
        f"{work}: the teacher's board shows it",
        f"p99 {board * 1000:.0f} ms",
        "–",
        "–",
        "p99 ≤ 250 ms",
        board <= 0.25,
    )
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
