"""A pool of processes for the oracle and the computer players, so that no calculation delays a move."""

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

TOO_SLOW = "The analysis takes too long."
"""The message of WorkerTimeout."""


class Workers:
    """A few processes with a short queue."""

    def __init__(self, workers: int = 0) -> None:
        """Start no process before the first call."""
        self._workers = workers or max(1, min(2, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self.waiting = 0
        """Calls that wait or run."""

    async def ask(self, work: Callable[..., T], *arguments: Any, seconds: float = ORACLE_SECONDS) -> T:
        """Run a function in another process and return its result.

        Args:
            work: A function that can be pickled.
            arguments: Its arguments.
            seconds: The time limit, counted from its start.

        Raises:
            Busy: Too many calls wait already, or it waited too long.
            WorkerTimeout: It was stopped at its time limit.
            AliquotError: Raised by the function.
        """
        if self.waiting >= ORACLE_WAITING:
            raise Busy("The server is busy. Try again in a moment.")
        self.waiting += 1
        try:
            return await asyncio.wait_for(self._run(partial(_run_limited, seconds, work, *arguments)), WAITING_SECONDS)
        except TimeoutError:
            raise Busy("The server is busy. Try again in a moment.") from None
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
                # A worker was killed, by a person or for lack of memory: start new ones.
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)
        raise Busy("The analysis failed. Try again in a moment.")

    def close(self) -> None:
        """Stop the processes at once."""
        if self._pool is not None:
            running = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            self._pool = None


class _TimeLimit(BaseException):
    """Raised at the time limit; no calculation catches it."""


def _run_limited(seconds: float, work: Callable[..., T], *arguments: Any) -> T:
    """Run a function with a time limit, on systems that have timers for it."""
    import signal

    def stop(number: int, frame: object) -> None:
        raise _TimeLimit

    if sys.platform == "win32":
        return work(*arguments)
    signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return work(*arguments)
    except _TimeLimit:
        raise WorkerTimeout(TOO_SLOW) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _watch_parent() -> None:
    """End this process when the server ends, even if the server is killed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    Thread(target=wait, daemon=True).start()
