"""The input of line mode: lines from a terminal, a pipe or a file, whatever bytes they contain."""

import os
import queue
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

_LONGEST = 4096
"""The most bytes of a line that are used: enough for any answer, however long the line is."""
_CHUNK = 65536
_CONTINUE: int = getattr(signal, "SIGCONT", -1)
"""The signal that continues a program; Windows has none."""
_CHECK_EVERY = 0.1
"""Seconds between two checks for a signal."""


class InputEnded(Exception):
    """There is no more input."""


class TimeIsUp(Exception):
    """No line arrived in time."""


class Reader:
    """Lines from a file descriptor. Never waits for more input than one line."""

    def __init__(self, descriptor: int, on_continue: Callable[[], object] = lambda: None) -> None:
        """Set up the input.

        Args:
            descriptor: The descriptor to read from, which the caller still has to close.
            on_continue: Called when the program continues after it was stopped while it waited, as by Ctrl-Z and `fg`.
        """
        can_select = _can_select(descriptor)
        self._source: _Source = _Selected(descriptor, on_continue) if can_select else _Threaded(descriptor)
        self._buffer = bytearray()
        self._ended = False

    def line(self, limit: timedelta | None = None) -> str:
        """Return the next line without surrounding white space.

        Bytes that are not UTF-8 become replacement characters, which no game reads as a move.

        Args:
            limit: The time to wait for the whole line; by default unlimited.

        Raises:
            InputEnded: There is none.
            TimeIsUp: It did not arrive in time.
        """
        deadline = None if limit is None else time.monotonic() + limit.total_seconds()
        content, is_cut = bytearray(), False
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            is_cut = is_cut or len(content) + len(line) > _LONGEST
            content += line[: _LONGEST - len(content)]
            if newline:
                self._buffer = rest
                break
            self._buffer.clear()
            if not self._fill(deadline):
                if not content:
                    raise InputEnded
                break
        text = content.decode("utf-8", errors="replace").strip()
        # A line that was cut off must not read as an answer.
        return f"{text}…" if is_cut else text

    def _fill(self, deadline: float | None) -> bool:
        if not self._ended:
            self._buffer += self._source.read(deadline)
            self._ended = not self._buffer
        return not self._ended


class _Source(Protocol):
    """A source of bytes."""

    def read(self, deadline: float | None) -> bytes:
        """Return some bytes, or none at the end; raise TimeIsUp if none arrive in time."""
        ...


def _can_select(descriptor: int) -> bool:
    """Return whether select supports this descriptor: on Windows only sockets are supported."""
    try:
        select.select([descriptor], [], [], 0)
    except (OSError, ValueError):
        return False
    return True


class _Selected:
    """A source that waits for input and for signals at once."""

    def __init__(self, descriptor: int, on_continue: Callable[[], object]) -> None:
        self._descriptor, self._on_continue = descriptor, on_continue
        self._signals = _listen_for_signals()

    def read(self, deadline: float | None) -> bytes:
        """Return some bytes.

        A signal ends the wait too: otherwise one that arrives just before it would be noticed only after the next line.
        """
        waiting = [self._descriptor] if self._signals is None else [self._descriptor, self._signals]
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select(waiting, [], [], left)
            if self._descriptor in ready:
                return os.read(self._descriptor, _CHUNK)
            if not ready:
                raise TimeIsUp
            if _CONTINUE in os.read(waiting[-1], 4096):
                self._on_continue()


class _Threaded:
    """A source that waits for input in a thread, where the system has no other way.

    The thread reads only on request, so that the rest of the input stays for other programs. A request that was not
    answered in time stays open: the next one gets its answer.
    """

    def __init__(self, descriptor: int) -> None:
        # Opened as a file, since on Windows a console's descriptor yields bytes of its code page.
        self._file = open(descriptor, "rb", buffering=0, closefd=False)  # noqa: SIM115, it is read until the program ends
        self._requests = queue.SimpleQueue[None]()
        self._answers = queue.SimpleQueue[bytes | OSError]()
        self._is_waiting = False
        # A daemon does not keep the program from ending.
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            self._requests.get()
            try:
                self._answers.put(self._file.read(_CHUNK))
            except OSError as error:
                self._answers.put(error)

    def read(self, deadline: float | None) -> bytes:
        """Return some bytes. Wakes up regularly, since not every system interrupts a wait when a signal arrives."""
        if not self._is_waiting:
            self._requests.put(None)
            self._is_waiting = True
        while True:
            left = _CHECK_EVERY if deadline is None else min(_CHECK_EVERY, max(0.0, deadline - time.monotonic()))
            try:
                answer = self._answers.get(timeout=left)
            except queue.Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    raise TimeIsUp from None
                continue
            self._is_waiting = False
            if isinstance(answer, OSError):
                raise answer
            return answer


def _listen_for_signals() -> int | None:
    """Return a descriptor that becomes readable when a signal arrives; None where this thread gets no signals."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return None
    listening, speaking = os.pipe()
    os.set_blocking(listening, False)
    os.set_blocking(speaking, False)
    signal.set_wakeup_fd(speaking, warn_on_full_buffer=False)
    signal.signal(_CONTINUE, lambda number, frame: None)  # Only signals with a handler are announced.
    return listening
