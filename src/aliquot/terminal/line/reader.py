"""The reader: lines from a person, a pipe or a file, whatever bytes they hold."""

import os
import select
import signal
import threading
import time
from datetime import timedelta

_LONGEST = 4096
"""How many bytes of a line are kept: enough for any answer, however long a line is sent."""


class InputEnded(Exception):
    """There is nothing more to read."""


class TimeIsUp(Exception):
    """No line came in time."""


class Reader:
    """Reads lines from a file descriptor without ever waiting for more than one."""

    def __init__(self, descriptor: int) -> None:
        """Reads from a descriptor that stays the caller's."""
        self._descriptor = descriptor
        self._buffer = bytearray()
        self._ended = False
        self._signals = _listen_for_signals()

    def line(self, limit: timedelta | None = None) -> str:
        """The next line, without its end and without surrounding white space.

        Bytes that are not UTF-8 become replacement characters, which no game reads as a move.

        Args:
            limit: How long to wait for the whole line; for ever unless given.

        Raises:
            InputEnded: There is none.
            TimeIsUp: It did not come in time.
        """
        deadline = None if limit is None else time.monotonic() + limit.total_seconds()
        kept, cut = bytearray(), False
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            cut = cut or len(kept) + len(line) > _LONGEST
            kept += line[: _LONGEST - len(kept)]
            if newline:
                self._buffer = rest
                break
            self._buffer.clear()
            if not self._fill(deadline):
                if not kept:
                    raise InputEnded
                break
        text = kept.decode("utf-8", errors="replace").strip()
        # What was cut off must not leave something behind that reads as an answer.
        return f"{text}…" if cut else text

    def _fill(self, deadline: float | None) -> bool:
        if not self._ended:
            self._wait(deadline)
            self._buffer += os.read(self._descriptor, 65536)
            self._ended = not self._buffer
        return not self._ended

    def _wait(self, deadline: float | None) -> None:
        """Waits until something can be read, or raises TimeIsUp.

        A signal wakes it too: without that, one that arrives just before the wait begins would be noticed only
        after the next line.
        """
        waiting = [self._descriptor] if self._signals is None else [self._descriptor, self._signals]
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select(waiting, [], [], left)
            if self._descriptor in ready:
                return
            if not ready:
                raise TimeIsUp
            os.read(waiting[-1], 4096)


def _listen_for_signals() -> int | None:
    """A descriptor that can be read from once a signal has arrived; None where signals go elsewhere."""
    if threading.current_thread() is not threading.main_thread():
        return None
    listening, speaking = os.pipe()
    os.set_blocking(listening, False)
    os.set_blocking(speaking, False)
    signal.set_wakeup_fd(speaking, warn_on_full_buffer=False)
    return listening
