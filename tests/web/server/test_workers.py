"""The worker processes: whose turn it is, what is stopped, and what happens when a process dies."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.games import create
from aliquot.web.errors import Busy, TooManyRequests, WorkerTimeout
from aliquot.web.limits import (
    ORACLE_SECONDS,
    QUESTIONS_PER_ADDRESS,
    QUESTIONS_PER_VISITOR,
    QUESTIONS_WAITING,
    QUICK_SECONDS,
)
from aliquot.web.server.processes import TOO_SLOW, WorkerProcess
from aliquot.web.server.workers import Asker, FairQueue, Job, Workers
from tests.effort import PATIENCE

ADA, EMMY = Asker("10.0.0.1", "ada"), Asker("10.0.0.2", "emmy")
FOREVER = 60.0


def spin(seconds: float) -> tuple[Any, ...]:
    """Return a call that takes so much processor time."""
    return exec, f"import time\nend = time.process_time() + {seconds}\nwhile time.process_time() < end: pass"


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test with an event loop."""

    async def work() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(work())


def with_workers(test: Callable[[Workers], Awaitable[None]]) -> None:
    """Run a test with workers, and stop them."""

    async def work() -> None:
        workers = Workers()
        try:
            await test(workers)
        finally:
            await workers.close()

    run(work)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let calls wait longer than people would: on a busy machine the nicest processes hardly run."""
    monkeypatch.setattr("aliquot.web.server.workers.WAITING_SECONDS", PATIENCE)


# --- whose turn it is -----------------------------------------------------------------------------------


async def names(queue: FairQueue, jobs: list[Job]) -> list[str]:
    """Add jobs, run them one after the other, and return their askers in order."""
    for job in jobs:
        queue.add(job)
    order = []
    while (first := queue.take()) is not None:
        order.append(first.asker.visitor)
        queue.finish(first)
    assert len(queue) == 0
    return order


def job(address: str, visitor: str) -> Job:
    return Job(Asker(address, visitor), 1.0, os.getpid, asyncio.get_running_loop().create_future())


def test_addresses_are_served_in_turn_and_the_visitors_of_each_too() -> None:
    async def test() -> None:
        jobs = [job("school", "a") for _ in range(4)] + [job("school", "b") for _ in range(2)] + [job("home", "c")]
        assert await names(FairQueue(is_bounded=True), jobs) == ["a", "c", "b", "a", "b", "a", "a"]

    run(test)


def test_a_visitor_has_one_running_job() -> None:
    async def test() -> None:
        queue = FairQueue(is_bounded=True)
        for one in (job("school", "a"), job("school", "a"), job("school", "b")):
            queue.add(one)
        first, second = queue.take(), queue.take()
        assert first is not None
        assert second is not None
        assert (first.asker.visitor, second.asker.visitor) == ("a", "b")
        assert queue.take() is None
        assert len(queue) == 3
        queue.finish(first)
        third = queue.take()
        assert third is not None
        assert third.asker.visitor == "a"

    run(test)


def test_each_visitor_and_each_address_may_wait_so_often() -> None:
    async def test() -> None:
        queue = FairQueue(is_bounded=True)
        for _ in range(QUESTIONS_PER_VISITOR):
            queue.add(job("school", "a"))
        with pytest.raises(TooManyRequests):
            queue.add(job("school", "a"))
        queue.add(job("home", "a"))
        for _ in range(QUESTIONS_PER_ADDRESS - QUESTIONS_PER_VISITOR):
            queue.add(job("school", ""))
        with pytest.raises(TooManyRequests):
            queue.add(job("school", "b"))
        unbounded = FairQueue(is_bounded=False)
        for _ in range(QUESTIONS_WAITING * 2):
            unbounded.add(job("school", "a"))

    run(test)


def test_a_full_queue_refuses_those_who_ask_most() -> None:
    async def test() -> None:
        queue = FairQueue(is_bounded=True)
        flood = [job(f"flood {place}", "") for place in range(8) for _ in range(QUESTIONS_WAITING // 8)]
        for one in flood:
            queue.add(one)
        queue.add(job("home", "c"))
        refused = [one for one in flood if one.answer.done()]
        assert len(refused) == 1
        assert isinstance(refused[0].answer.exception(), Busy)
        for _ in range(QUESTIONS_WAITING // 8 - 1):
            with pytest.raises((Busy, TooManyRequests)):
                queue.add(job("flood 3", ""))
        assert len(queue) == QUESTIONS_WAITING

    run(test)


# --- processes ------------------------------------------------------------------------------------------


def test_what_is_returned_or_raised_comes_back() -> None:
    async def test(workers: Workers) -> None:
        assert await workers.ask(ADA, os.getpid) != os.getpid()
        assert len(await workers.ask(ADA, bytes, 3_000_000)) == 3_000_000
        with pytest.raises(InvalidParameter) as refused:
            await workers.ask(ADA, create, "dividers-duel(start=0)")
        assert refused.value.code
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            await workers.ask(ADA, divmod, 1, 0)
        await workers.ask(ADA, print, "not an answer")
        niceness = partial(os.getpriority, os.PRIO_PROCESS, 0)
        turn, question = await workers.play(ADA, niceness), await workers.ask(ADA, niceness)
        assert niceness() < turn < question

    with_workers(test)


@pytest.mark.deep
def test_a_short_question_and_a_turn_wait_for_no_long_question() -> None:
    async def test(workers: Workers) -> None:
        await asyncio.gather(workers.ask(EMMY, os.getpid), workers.play(EMMY, os.getpid))
        long = asyncio.ensure_future(workers.ask(ADA, *spin(ORACLE_SECONDS / 3)))
        more = [asyncio.ensure_future(workers.ask(ADA, *spin(ORACLE_SECONDS / 3))) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert workers.waiting == {"turns": 0, "questions": 4}
        await workers.play(EMMY, os.getpid)
        await workers.ask(EMMY, os.getpid)
        assert not long.done()
        for question in more:
            question.cancel()
        await long

    with_workers(test)


def test_a_question_stops_at_its_time_limit() -> None:
    async def test(workers: Workers) -> None:
        with pytest.raises(WorkerTimeout, match=TOO_SLOW):
            await workers.ask(ADA, *spin(FOREVER), seconds=0.5)
        assert await workers.ask(ADA, abs, -1) == 1

    with_workers(test)


def test_a_question_that_is_given_up_ends_at_once() -> None:
    async def test() -> None:
        process = WorkerProcess(0)
        number = await process.run(1.0, os.getpid)
        long = asyncio.ensure_future(process.run(FOREVER, partial(exec, "while True: pass")))
        await asyncio.sleep(0.01)
        process.interrupt()
        with pytest.raises(WorkerTimeout):
            await long
        assert await process.run(1.0, os.getpid) == number
        await process.close()

    run(test)


def test_a_question_given_up_leaves_the_queue_and_the_process() -> None:
    async def test(workers: Workers) -> None:
        await workers.ask(ADA, os.getpid)
        questions = [asyncio.ensure_future(workers.ask(ADA, *spin(FOREVER), seconds=FOREVER)) for _ in range(5)]
        await asyncio.sleep(QUICK_SECONDS * 1.2)
        assert workers.waiting["questions"] == 5
        for question in questions:
            question.cancel()
        await workers.ask(ADA, *spin(QUICK_SECONDS * 1.2))  # It runs where the first of them did.
        assert workers.waiting["questions"] == 0

    with_workers(test)


@pytest.mark.deep
def test_a_process_that_is_killed_is_replaced() -> None:
    async def test(workers: Workers) -> None:
        first = await workers.ask(ADA, os.getpid)
        os.kill(first, signal.SIGKILL)
        assert await workers.ask(ADA, os.getpid) != first
        with pytest.raises(Busy):
            await workers.ask(ADA, os._exit, 1)
        assert await workers.ask(ADA, abs, -1) == 1

    with_workers(test)


@pytest.mark.deep
def test_a_process_ends_with_the_server_even_in_the_middle_of_a_calculation() -> None:
    program = """
import asyncio, os, time
from aliquot.web.server.processes import WorkerProcess
async def main():
    process = WorkerProcess(0)
    print(await process.run(1.0, os.getpid), flush=True)
    await process.run(60.0, __import__("functools").partial(time.sleep, 60))
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        number = int(server.stdout.readline())
        server.kill()
    deadline = time.monotonic() + PATIENCE
    while _is_running(number):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _is_running(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.deep
def test_a_worker_imports_nothing_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.chdir(tmp_path)

    async def test(workers: Workers) -> None:
        assert await workers.ask(ADA, abs, -1) == 1

    with_workers(test)
