"""The oracle and the computers' players, in processes of their own, so that nobody's question delays anybody's move."""

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from threading import Thread
from typing import Any, TypeVar

from aliquot.web.errors import Busy, WorkerTimeout
from aliquot.web.limits import ORACLE_SECONDS, ORACLE_WAITING, WAITING_SECONDS

T = TypeVar("T")


class Workers:
    """A few processes that think, and a queue that is never long."""

    def __init__(self, workers: int = 0) -> None:
        """Starts nothing before there is something to think about."""
        self._workers = workers or max(1, min(2, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self.waiting = 0
        """How many questions are being asked."""

    async def ask(self, work: Callable[..., T], *arguments: Any, seconds: float = ORACLE_SECONDS) -> T:
        """Has something worked out elsewhere.

        Args:
            work: What, a function that can be sent to another process.
            arguments: What it is given.
            seconds: How long it may take once it has begun; then it is stopped.

        Raises:
            Busy: There is too much to think about already, or it took too long.
            AliquotError: What the work itself refuses.
        """
        if self.waiting >= ORACLE_WAITING:
            raise Busy("Too many questions are being asked at once; ask again in a while.")
        self.waiting += 1
        try:
            return await asyncio.wait_for(self._run(partial(_within, seconds, work, *arguments)), WAITING_SECONDS)
        except TimeoutError:
            raise Busy("That took too long to work out; ask again in a while.") from None
        finally:
            self.waiting -= 1

    async def _run(self, work: Callable[[], T]) -> T:
        for _ in range(2):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self._workers, context, _watch_parent)
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work)
            except BrokenProcessPool:
                # A worker was killed, by a person or for want of memory: others take its place.
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)
        raise Busy("That could not be worked out just now; ask again in a while.")

    def close(self) -> None:
        """Ends the processes, whatever they are thinking about."""
        if self._pool is not None:
            running = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            self._pool = None


class _TimeIsUp(BaseException):
    """Nothing that is being worked out catches it."""


def _within(seconds: float, work: Callable[..., T], *arguments: Any) -> T:
    """Works something out, and stops when that takes too long, where the system has an alarm clock for it."""
    import signal

    def stop(number: int, frame: object) -> None:
        raise _TimeIsUp

    if sys.platform == "win32":
        return work(*arguments)
    signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return work(*arguments)
    except _TimeIsUp:
        raise WorkerTimeout("That takes too long to work out.") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _watch_parent() -> None:
    """Ends this process with the server, however that ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    Thread(target=wait, daemon=True).start()


# --- what is worked out there: plain functions of plain data --------------------------------------------


def check_level(game: str, kinds: tuple[str, str]) -> None:
    """Refuses a computer that would have to know what nobody knows."""
    from aliquot.games import create
    from aliquot.play.setup import check_solvable

    check_solvable(create(game), kinds)
