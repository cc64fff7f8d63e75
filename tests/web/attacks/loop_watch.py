"""A server that measures itself: how much processor time every callback takes from its event loop."""

from collections.abc import Callable
from pathlib import Path

from tests.web.conftest import Served

_START_UP = '''\
"""Imported by Python at its start: measures every callback of the standard event loop, and leaves no other loop."""
import asyncio.events
import os
import sys
import time

sys.modules["uvloop"] = None  # Nothing can be measured inside of it; importing it now fails as if it were missing.
file = None
run = asyncio.events.Handle._run


def innermost(callback):
    """Return where a callback's coroutine waits now, if it has one."""
    task = getattr(callback, "__self__", None)
    found = getattr(task, "get_coro", lambda: None)()
    while (waits_for := getattr(found, "cr_await", None)) is not None and hasattr(waits_for, "__qualname__"):
        found = waits_for
    return getattr(found, "__qualname__", repr(callback)[:80])


def measure(handle):
    global file
    callback, start = handle._callback, time.thread_time_ns()
    run(handle)
    taken = time.thread_time_ns() - start
    if taken > 1_000_000:
        file = file or open(__file__ + f".{os.getpid()}", "a", buffering=1)
        file.write(f"{taken} {innermost(callback)}\\n")


asyncio.events.Handle._run = measure
'''


class LoopWatch:
    """The callbacks of a server that take more than a millisecond of processor time."""

    def __init__(self, serve: Callable[..., Served], folder: Path) -> None:
        """Start the server.

        Args:
            serve: Starts a server.
            folder: An empty folder.
        """
        program = folder / "sitecustomize.py"
        program.write_text(_START_UP, encoding="utf-8")
        self.served = serve(path=folder)
        self._log = program.with_name(f"{program.name}.{self.served.process.pid}")
        self._seen = 0

    def worst(self) -> tuple[float, str]:
        """Return the seconds of the longest callback since the last call, and where it waits; zero if none was long."""
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        lines, self._seen = lines[self._seen :], len(lines)
        found = [line.partition(" ") for line in lines]
        return max(((int(taken) / 1e9, place) for taken, _, place in found), default=(0.0, ""))
