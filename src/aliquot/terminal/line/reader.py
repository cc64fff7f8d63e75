"""The reader: lines from a person, a pipe or a file, whatever bytes they hold."""

import os
import queue
import select
import signal
import sys
import threading
import time
from datetime import timedelta
from typing import Protocol

_LONGEST = 4096
"""How many bytes of a line are kept: enough for any answer, however long a line is sent."""


_CHUNK = 65536
_GLANCE = 0.1
"""Seconds between two looks at whether a signal has arrived."""


class InputEnded(Exception):
    """There is nothing more to read."""


class TimeIsUp(Exception):
    """No line came in time."""


class Reader:
    """Reads lines from a file descriptor without ever waiting for more than one."""

    def __init__(self, descriptor: int) -> None:
        """Reads from a descriptor that stays the caller's."""
        self._source: _Source = _Selected(descriptor) if _can_select(descriptor) else _Threaded(descriptor)
        self._buffer = bytearray()
        self._ended = False

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
            self._buffer += self._source.read(deadline)
            self._ended = not self._buffer
        return not self._ended


class _Source(Protocol):
    """Where bytes come from."""

    def read(self, deadline: float | None) -> bytes:
        """Some bytes, or none at the end; raises TimeIsUp if there are none in time."""
        ...


def _can_select(descriptor: int) -> bool:
    """Whether the system lets one wait for this descriptor: on Windows it does for sockets only."""
    try:
        select.select([descriptor], [], [], 0)
    except (OSError, ValueError):
        return False
    return True


class _Selected:
    """Waits for input and for signals at once."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._signals = _listen_for_signals()

    def read(self, deadline: float | None) -> bytes:
        """Some bytes.

        A signal wakes it too: without that, one that arrives just before the wait begins would be noticed only
        after the next line.
        """
        waiting = [self._descriptor] if self._signals is None else [self._descriptor, self._signals]
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select(waiting, [], [], left)
            if self._descriptor in ready:
                return os.read(self._descriptor, _CHUNK)
            if not ready:
                raise TimeIsUp
            os.read(waiting[-1], 4096)


class _Threaded:
    """Lets a thread wait for input, where the system has no other way.

    It reads only when it is asked to, so that what nobody asked for stays for others. A question that was not
    answered in time stays open: the next one gets its answer.
    """

    def __init__(self, descriptor: int) -> None:
        # Opened as a file, since a console on Windows gives bytes of its code page to whoever reads the descriptor.
        self._file = open(descriptor, "rb", buffering=0, closefd=False)  # noqa: SIM115, it is read for ever
        self._questions = queue.SimpleQueue[None]()
        self._answers = queue.SimpleQueue[bytes | OSError]()
        self._is_asked = False
        # It must not keep the program from ending.
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            self._questions.get()
            try:
                self._answers.put(self._file.read(_CHUNK))
            except OSError as error:
                self._answers.put(error)

    def read(self, deadline: float | None) -> bytes:
        """Some bytes. It looks up now and then, since not every system interrupts a wait when a signal arrives."""
        if not self._is_asked:
            self._questions.put(None)
            self._is_asked = True
        while True:
            left = _GLANCE if deadline is None else min(_GLANCE, max(0.0, deadline - time.monotonic()))
            try:
                answer = self._answers.get(timeout=left)
            except queue.Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    raise TimeIsUp from None
                continue
            self._is_asked = False
            if isinstance(answer, OSError):
                raise answer
            return answer


def _listen_for_signals() -> int | None:
    """A descriptor that can be read from once a signal has arrived; None where signals go elsewhere."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return None
    listening, speaking = os.pipe()
    os.set_blocking(listening, False)
    os.set_blocking(speaking, False)
    signal.set_wakeup_fd(speaking, warn_on_full_buffer=False)
    return listening
