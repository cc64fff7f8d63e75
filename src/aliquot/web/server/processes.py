"""A worker process: it runs one function at a time, with a time limit, at a low priority.

The server's end is `WorkerProcess`, the other end is `main`. They exchange pickles over pipes, each with its length, so
that the server needs no thread to talk to a worker, and a worker ends when the server does, however that ends.
"""

import asyncio
import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from aliquot.core.errors import AliquotError
from aliquot.web.errors import Busy, WorkerTimeout
from aliquot.web.limits import WAITING_SECONDS

TOO_SLOW = "The analysis takes too long."
"""The message of WorkerTimeout."""
_FAILED = "The analysis failed. Try again in a moment."
_LENGTH = struct.Struct("!Q")
_KILL_SECONDS = WAITING_SECONDS + 5
"""Seconds after which a worker that has not stopped by itself is killed."""
_REPEAT = 0.1
"""Seconds after which a worker that has not stopped is told again."""
_READ = 1 << 20
_MAIN = "import sys; sys.path[:] = sys.argv[2:]; from aliquot.web.server.processes import main; main()"
"""The program of a worker. It imports from the same places as the server, and not from the current folder."""


class WorkerProcess:
    """A process that is started at the first call, and again after it was killed."""

    def __init__(self, niceness: int) -> None:
        """Start nothing yet.

        Args:
            niceness: The lower its priority, the higher: 0 is that of the server, 19 the lowest.
        """
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._call = 0
        """The number of the function that runs; 0 if none does."""
        self._calls = 0
        self._is_interrupted = False

    async def run(self, seconds: float, work: Callable[[], Any]) -> Any:
        """Run a function in the process and return its result. Never call it twice at once.

        Args:
            seconds: The processor time it may take: on a busy machine it may run for longer.
            work: A function that can be pickled.

        Raises:
            WorkerTimeout: It was stopped at its time limit, or interrupted.
            Busy: The process was killed, twice.
            Exception: Raised by the function.
        """
        request = pickle.dumps((seconds, work))
        self._calls += 1
        self._is_interrupted = False
        for _ in range(2):
            try:
                process = self._process = self._process or await self._start()
                if self._is_interrupted:
                    break
                self._call = self._calls
                async with asyncio.timeout(_KILL_SECONDS):
                    is_result, value = pickle.loads(await _exchange(process, request))
            except TimeoutError:
                await self.close()
                break
            except (EOFError, OSError):
                # It was killed, by a person or for lack of memory: start another.
                await self.close()
                continue
            finally:
                self._call = 0
            if is_result:
                return value
            raise value
        else:
            raise Busy(_FAILED)
        raise WorkerTimeout(TOO_SLOW)

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _MAIN, str(self._niceness), *sys.path),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_READ,
        )
        self._process = process
        await _read_answer(process)
        return process

    def interrupt(self) -> None:
        """Stop the function that runs as if its time were up."""
        self._is_interrupted = True
        if self._call:
            self._signal(self._call)

    def _signal(self, call: int) -> None:
        """Stop a function; repeat it, since a signal is lost if the process has not begun with the function yet."""
        if self._call == call and self._process is not None:
            with suppress(ProcessLookupError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    self._process.send_signal(signal.SIGPROF)
            asyncio.get_running_loop().call_later(_REPEAT, self._signal, call)

    async def close(self) -> None:
        """End the process at once."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _exchange(process: asyncio.subprocess.Process, request: bytes) -> bytes:
    """Send a request to a process and return its answer.

    Raises:
        EOFError: The process has ended.
        OSError: It has, before it read the request.
    """
    if process.stdin is None:
        raise ValueError("a worker has pipes")
    process.stdin.write(_LENGTH.pack(len(request)) + request)
    await process.stdin.drain()
    return await _read_answer(process)


async def _read_answer(process: asyncio.subprocess.Process) -> bytes:
    if process.stdout is None:
        raise ValueError("a worker has pipes")
    (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
    return await process.stdout.readexactly(length)


# --- in the process -------------------------------------------------------------------------------------


class _TimeLimit(BaseException):
    """Raised at the time limit; no calculation catches it."""


def main() -> None:
    """Answer requests until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        os.nice(int(sys.argv[1]))
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Whatever a game prints goes to the log, not between the answers.
    _import_oracle()
    queue: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(requests, queue), daemon=True).start()
    answer = b""  # The first answer says that the process is ready.
    while True:
        answers.write(_LENGTH.pack(len(answer)) + answer)
        answers.flush()
        answer = _answer(queue.get())


def _import_oracle() -> None:
    """Import everything that functions of the oracle import when called: no time limit may interrupt an import."""
    from importlib import import_module
    from pkgutil import iter_modules

    from aliquot.oracle.kernel import use_no_compiler

    # Numba takes 100 MB and, with a new cache, longer to compile than a worker has for an answer.
    use_no_compiler()

    for name in ("aliquot.oracle", "aliquot.lessons"):
        package = import_module(name)
        for module in iter_modules(package.__path__, f"{name}."):
            import_module(module.name)


def _read(requests: BinaryIO, queue: "SimpleQueue[bytes]") -> None:
    """Pass requests on; end the process with the server, also in the middle of a calculation."""
    while header := requests.read(_LENGTH.size):
        queue.put(requests.read(*_LENGTH.unpack(header)))
    os._exit(0)


def _answer(request: bytes) -> bytes:
    try:
        seconds, work = pickle.loads(request)
        return pickle.dumps((True, _run_limited(seconds, work)))
    except AliquotError as error:
        return pickle.dumps((False, error))
    except Exception as error:
        import traceback

        return pickle.dumps((False, RuntimeError("".join(traceback.format_exception(error)))))


def _run_limited(seconds: float, work: Callable[[], Any]) -> Any:
    """Run a function with a time limit, on systems that have timers for it."""

    def stop(number: int, frame: object) -> None:
        raise _TimeLimit

    if sys.platform == "win32":
        return work()
    try:
        try:
            signal.signal(signal.SIGPROF, stop)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            return work()
        finally:
            signal.signal(signal.SIGPROF, signal.SIG_IGN)
            signal.setitimer(signal.ITIMER_PROF, 0)
    except _TimeLimit:
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        raise WorkerTimeout(TOO_SLOW) from None
