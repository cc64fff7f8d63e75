"""Several servers on one PostgreSQL: durable moves by the processor time they take, what notifications cost, memory."""

import asyncio
import gc
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import uvloop

from aliquot.web.live.auth import new_id
from benchmarks.harness import Row
from benchmarks.web import SECONDS, TAKE, Load, Server, address_of
from benchmarks.websocket import LoadSocket, open_socket
from tests.web.conftest import Postgres, postgres_programs

TITLE = "Several servers on one PostgreSQL"
GAMES = 48
"""Games for each server."""
_COMMITS = 300
"""Transactions of each of the four writers, to see what notifications cost."""
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """What a load took, per move where it says so."""

    rate: float
    """Moves a second."""
    p99: float
    """The 99th percentile of their latency, in milliseconds."""
    loop: float
    """Microseconds of processor time per move in the event loops."""
    writer: float
    """The same in the other threads of the servers, above all those that write to the database."""
    database: float
    """The same in PostgreSQL."""
    batch: float
    """Moves in one transaction."""

    def __str__(self) -> str:
        return (
            f"{self.rate:,.0f} moves/s, p99 {self.p99:.0f} ms; per move {self.loop:.0f} µs event loop, "
            f"{self.writer:.0f} µs writing, {self.database:.0f} µs PostgreSQL; {self.batch:.1f} moves a transaction"
        )


@contextmanager
def _postgres() -> Iterator[Postgres]:
    programs = postgres_programs()
    if programs is None:
        raise FileNotFoundError("PostgreSQL is missing")
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        running = Postgres(programs, folder)
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _servers(database: str, count: int) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        servers = []
        for _ in range(count):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            servers.append(Server(folder, database))
            stack.callback(servers[-1].stop)
        yield servers


def _ticks(stat: Path) -> int:
    """Processor time in a line of the system's about a process or a thread."""
    try:
        fields = stat.read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def _times(servers: list[Server], postmaster: int) -> tuple[float, float, float]:
    """Seconds of processor time of the event loops, of the servers' other threads, and of PostgreSQL."""
    loops = [_ticks(Path(f"/proc/{one.process.pid}/task/{one.process.pid}/stat")) for one in servers]
    whole = [_ticks(Path(f"/proc/{one.process.pid}/stat")) for one in servers]
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    database = sum(_ticks(Path(f"/proc/{process}/stat")) for process in children)
    return sum(loops) / _TICKS, (sum(whole) - sum(loops)) / _TICKS, database / _TICKS


def _transactions(servers: list[Server]) -> float:
    found = 0.0
    for one in servers:
        text = httpx.get(f"http://127.0.0.1:{one.port}/metrics").text
        (line,) = [line for line in text.splitlines() if line.startswith("aliquot_transactions_total ")]
        found += float(line.split()[1])
    return found


async def _play(servers: list[Server], postmaster: int, *, apart: bool) -> Usage:
    """Plays games, the two players of each at the same server or at different ones."""
    load = Load()
    sockets: list[LoadSocket] = []
    for number in range(GAMES * len(servers)):
        home = servers[number % len(servers)]
        away = servers[(number + 1) % len(servers)] if apart else home
        game, tokens = await asyncio.to_thread(home.game, TAKE, address_of(number))
        for seat, (server, token) in enumerate(zip((home, away), tokens, strict=True), 1):
            socket = await open_socket(server.port, game, load.heard, address_of(number))
            socket.extra = seat
            socket.hello(token)
            sockets.append(socket)
    await asyncio.sleep(1)
    load.latencies.clear()
    times, stored, begun = _times(servers, postmaster), _transactions(servers), time.perf_counter()
    await asyncio.sleep(SECONDS)
    moves, took = len(load.latencies), time.perf_counter() - begun
    spent = [(after - before) / moves * 1e6 for before, after in zip(times, _times(servers, postmaster), strict=True)]
    batch = moves / (_transactions(servers) - stored)
    p99 = sorted(load.latencies)[int(moves * 0.99)] * 1000
    for socket in sockets:
        socket.transport.abort()
    return Usage(moves / took, p99, spent[0], spent[1], spent[2], batch)


def _measure(postgres: Postgres, count: int, *, apart: bool = False) -> Usage:
    """The load on so many fresh servers: the better of two runs, which was disturbed less."""
    postmaster = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    found = []
    gc.disable()
    try:
        for _ in range(2):
            with _servers(postgres.database(), count) as servers:
                found.append(uvloop.run(_play(servers, postmaster, apart=apart)))
    finally:
        gc.enable()
    return max(found, key=lambda usage: usage.rate)


def _commits(url: str, *, notify: bool) -> float:
    """Seconds for one transaction of one move, of four writers that work at once."""
    from aliquot.web.store.database import Database
    from aliquot.web.store.writer import News, Write, Writer

    async def work() -> float:
        databases = [Database(url) for _ in range(4)]
        writers = [Writer(database, f"server{number}") for number, database in enumerate(databases)]

        async def store(writer: Writer) -> None:
            match = Write(match={"id": new_id(), "settings": "{}", "created": 0})
            await writer.store(match)
            news = (News("+", match.key),) if notify else ()
            for number in range(1, _COMMITS + 1):
                row = {"match": match.key, "number": number, "at": 0, "message_id": "m", "body": "{}"}
                await writer.store(Write(event=row, key=match.key, news=news))

        begun = time.perf_counter()
        await asyncio.gather(*map(store, writers))
        took = time.perf_counter() - begun
        for writer, database in zip(writers, databases, strict=True):
            writer.close()
            database.close()
        return took / _COMMITS / len(writers)

    return asyncio.run(work())


async def _memory(server: Server, games: int) -> tuple[float, float]:
    """Kilobytes for each match in memory, and for each socket of its players."""
    for number in range(20):
        await asyncio.to_thread(server.game, TAKE, address_of(number))
    before = server.megabytes()
    made = [await asyncio.to_thread(server.game, TAKE, address_of(number)) for number in range(games)]
    matches = server.megabytes()
    sockets = []
    for number, (game, tokens) in enumerate(made):
        for token in tokens:
            socket = await open_socket(server.port, game, lambda socket, data: None, address_of(number))
            socket.hello(token)
            sockets.append(socket)
    await asyncio.sleep(1)
    after = server.megabytes()
    for socket in sockets:
        socket.transport.abort()
    return (matches - before) * 1024 / games, (after - matches) * 1024 / len(sockets)


def rows() -> Iterator[Row]:
    """Throughput with 1, 2 and 4 servers, the cost of notifications, memory."""
    try:
        with _postgres() as postgres:
            yield from _rows(postgres)
    except FileNotFoundError as missing:
        yield Row("several servers", f"not measured: {missing}", "–", "–", "–", True)


def _rows(postgres: Postgres) -> Iterator[Row]:
    alone = {}
    for count in (1, 2, 4):
        usage = alone[count] = _measure(postgres, count)
        work = f"durable moves, {GAMES * count} games, {count} server{'s' if count > 1 else ''}"
        first = alone[1]
        ratio = (first.loop + first.writer) / (usage.loop + usage.writer)
        aim = "–" if count == 1 else "≥ 0.67×"
        per_core = f"{1e6 / (usage.loop + usage.writer):,.0f} moves/s per core of servers"
        yield Row(work, str(usage), per_core, f"{ratio:.2f}× one server's", aim, count == 1 or ratio >= 0.67)
    usage = _measure(postgres, 2, apart=True)
    yield Row(
        "the same, 2 servers, the players of each game at different ones",
        str(usage),
        f"at the same one: {alone[2].database:.0f} µs PostgreSQL, {alone[2].loop + alone[2].writer:.0f} µs servers",
        f"{usage.database / alone[2].database:.2f}× PostgreSQL, "
        f"{(usage.loop + usage.writer) / (alone[2].loop + alone[2].writer):.2f}× servers",
        "–",
        True,
    )
    silent, loud = (min(_commits(postgres.database(), notify=notify) for _ in range(2)) for notify in (False, True))
    work = "a transaction of one move, four writers at once, with a notification"
    against = f"without: {silent * 1e6:.0f} µs"
    yield Row(work, f"{loud * 1e6:.0f} µs", against, f"{loud / silent:.2f}×", "–", True)
    with _servers(postgres.database(), 1) as (server,):
        match, socket = uvloop.run(_memory(server, 1000))
    met = match <= 60 and socket <= 40
    yield Row("memory", f"{match:.1f} kB a match, {socket:.1f} kB a socket", "–", "–", "≤ 60 kB, ≤ 40 kB", met)
