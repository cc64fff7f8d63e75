"""Worker processes for the oracle and the computer players, so that no calculation delays a move.

Computers' turns and questions to the oracle have processes and queues of their own. Each calculation starts in a
process for short ones; if it is not done there in a moment, it starts again in a process for long ones, so that nothing
short waits for something long. A queue serves addresses in turn, and the visitors at each address in turn: one who asks
a lot delays only themselves.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from aliquot.web.errors import Busy, TooManyRequests, WorkerTimeout
from aliquot.web.limits import (
    ORACLE_SECONDS,
    QUESTIONS_PER_ADDRESS,
    QUESTIONS_PER_VISITOR,
    QUESTIONS_WAITING,
    QUICK_SECONDS,
    WAITING_SECONDS,
)
from aliquot.web.server.processes import WorkerProcess

T = TypeVar("T")

BUSY = "The server is busy. Try again in a moment."
TOO_MANY = "You have asked too many questions at once. Wait for an answer, then ask again."
_TURN_NICENESS, _QUESTION_NICENESS = (2, 5), (10, 19)
"""How nice the processes for short and long calculations are: the server comes first, then computers."""


class Asker(NamedTuple):
    """Somebody with a share of the workers' time."""

    address: str
    visitor: str = ""
    """Empty for those without a cookie, who share a place."""


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A call that waits or runs."""

    asker: Asker
    seconds: float
    work: Callable[[], Any]
    answer: "asyncio.Future[Any]"


class FairQueue:
    """Jobs that wait or run. Those who ask are served in turn, each with one running job."""

    def __init__(self, *, is_bounded: bool) -> None:
        """Start empty.

        Args:
            is_bounded: Whether the limits of questions hold.
        """
        self._is_bounded = is_bounded
        self._waiting: dict[str, dict[str, deque[Job]]] = {}
        """Jobs by address and visitor; those whose turn is next come first."""
        self._running: set[Asker] = set()
        self._count = 0

    def __len__(self) -> int:
        """Return the number of jobs that wait or run."""
        return self._count + len(self._running)

    def add(self, job: Job) -> None:
        """Add a job.

        Raises:
            TooManyRequests: Too many jobs of the same visitor or address wait already.
            Busy: Too many jobs wait.
        """
        address, visitor = job.asker
        visitors = self._waiting.get(address, {})
        if self._is_bounded:
            own = len(visitors.get(visitor, ())) if visitor else 0
            if own >= QUESTIONS_PER_VISITOR or _size(visitors) >= QUESTIONS_PER_ADDRESS:
                raise TooManyRequests(TOO_MANY, code="too-many-questions")
            if self._count >= QUESTIONS_WAITING:
                self._make_room(_size(visitors))
        self._waiting.setdefault(address, {}).setdefault(visitor, deque()).append(job)
        self._count += 1

    def _make_room(self, size: int) -> None:
        """Refuse the last job of the address with the most, if that is more than the newcomer's."""
        longest = max(self._waiting.values(), key=_size)
        if _size(longest) <= size:
            raise Busy(BUSY)
        job = max(longest.values(), key=len)[-1]
        self.remove(job)
        job.answer.set_exception(Busy(BUSY))

    def take(self) -> Job | None:
        """Return the next job, which runs from now on; None if there is none or everyone who waits has one."""
        for address, visitors in self._waiting.items():
            for visitor, jobs in visitors.items():
                asker = Asker(address, visitor)
                if asker in self._running:
                    continue
                job = jobs[0]
                self.remove(job)
                if jobs:
                    visitors[visitor] = visitors.pop(visitor)
                if visitors:
                    self._waiting[address] = self._waiting.pop(address)
                self._running.add(asker)
                return job
        return None

    def finish(self, job: Job) -> None:
        """Forget a job that has run."""
        self._running.discard(job.asker)

    def remove(self, job: Job) -> None:
        """Remove a job that waits, if it still does."""
        address, visitor = job.asker
        visitors = self._waiting.get(address, {})
        jobs = visitors.get(visitor, deque())
        if job in jobs:
            jobs.remove(job)
            self._count -= 1
            if not jobs:
                del visitors[visitor]
            if not visitors:
                del self._waiting[address]


def _size(visitors: dict[str, deque[Job]]) -> int:
    return sum(map(len, visitors.values()))


class Lane:
    """A queue with its processes."""

    def __init__(self, processes: int, niceness: int, *, is_bounded: bool) -> None:
        """Start no process before the first call."""
        self._processes = [WorkerProcess(niceness) for _ in range(processes)]
        self._idle = [*self._processes]
        self._tasks: set[asyncio.Task[None]] = set()
        self.queue = FairQueue(is_bounded=is_bounded)

    async def run(self, asker: Asker, seconds: float, work: Callable[[], T]) -> T:
        """Run a function when it is its turn. Whoever cancels this frees the place in the queue or the process."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = Job(asker, seconds, work, answer)
        self.queue.add(job)
        self._start_jobs()
        try:
            return await answer
        finally:
            self.queue.remove(job)

    def _start_jobs(self) -> None:
        while self._idle and (job := self.queue.take()) is not None:
            task = asyncio.get_running_loop().create_task(self._work(self._idle.pop(), job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, process: WorkerProcess, job: Job) -> None:
        answer = job.answer
        answer.add_done_callback(lambda _: process.interrupt() if answer.cancelled() else None)
        try:
            result = await process.run(job.seconds, job.work)
            if not answer.done():
                answer.set_result(result)
        except Exception as error:
            if not answer.done():
                answer.set_exception(error)
        finally:
            self.queue.finish(job)
            self._idle.append(process)
            self._start_jobs()

    async def close(self) -> None:
        """Stop the processes at once."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*(process.close() for process in self._processes), return_exceptions=True)


class Workers:
    """The processes for computers' turns and for questions to the oracle."""

    def __init__(self) -> None:
        """Start no process before the first call."""
        several = max(1, min(2, (os.cpu_count() or 2) - 1))
        self._turns = tuple(Lane(1, niceness, is_bounded=False) for niceness in _TURN_NICENESS)
        short, long = _QUESTION_NICENESS
        self._questions = Lane(1, short, is_bounded=True), Lane(several, long, is_bounded=True)

    @property
    def waiting(self) -> dict[str, int]:
        """The numbers of turns and of questions that wait or run."""
        lanes = {"turns": self._turns, "questions": self._questions}
        return {name: sum(len(lane.queue) for lane in pair) for name, pair in lanes.items()}

    async def ask(self, asker: Asker, work: Callable[..., T], *arguments: Any, seconds: float = ORACLE_SECONDS) -> T:
        """Run a function for somebody in another process and return its result.

        Args:
            asker: Whose share of the time it takes.
            work: A function that can be pickled.
            arguments: Its arguments.
            seconds: The processor time it may take.

        Raises:
            TooManyRequests: The asker has too many questions waiting already.
            Busy: Too many questions wait already, or it waited too long.
            WorkerTimeout: It was stopped at its time limit.
            AliquotError: Raised by the function.
        """
        return await self._run(self._questions, asker, seconds, partial(work, *arguments))

    async def play(self, asker: Asker, work: Callable[..., T], *arguments: Any, seconds: float = ORACLE_SECONDS) -> T:
        """Run a function of a computer player, which waits for no question. Everything else is as with `ask`."""
        return await self._run(self._turns, asker, seconds, partial(work, *arguments))

    async def _run(self, lanes: tuple[Lane, ...], asker: Asker, seconds: float, work: Callable[[], T]) -> T:
        short, long = lanes
        try:
            async with asyncio.timeout(WAITING_SECONDS):
                try:
                    return await short.run(asker, min(seconds, QUICK_SECONDS), work)
                except WorkerTimeout:
                    return await long.run(asker, seconds, work)
        except TimeoutError:
            raise Busy(BUSY) from None

    async def close(self) -> None:
        """Stop the processes at once."""
        await asyncio.gather(*(lane.close() for lane in (*self._turns, *self._questions)))
