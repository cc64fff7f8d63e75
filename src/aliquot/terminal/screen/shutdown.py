"""Shutdown after a signal or a hang-up: the program ends soon, even if the application does not react.

Every move is on disk as soon as it is made, so nothing is lost. The application gets a moment to exit in good order;
then the process ends without it. A separate thread does this, because the main thread may hang: Textual writes to the
terminal through a queue and blocks for ever when nobody reads it.
"""

import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from types import FrameType
from typing import Any

MOMENT = 0.7
"""Seconds the application gets to exit."""
_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK") if hasattr(signal, name)
)
"""The signals that end a program, as far as the system has them."""
_HUNG_UP = 129
"""The exit code after the terminal was closed."""
_LEAVE = b"\x1b[<u\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""The escape sequences that restore the terminal."""


class ShutdownWatcher:
    """Watches for signals and hang-ups while the application runs."""

    def __init__(self) -> None:
        """Note the terminal's settings and the signal handlers."""
        self.code: int | None = None
        """The exit code, once a signal or a hang-up has come."""
        self.leave: Callable[[int], object] | None = None
        """Called with an exit code, in another thread, to make the application exit; None if there is none yet."""
        self._over = Event()
        # Signals the parent ignores, as nohup does, stay ignored.
        self._handlers = {n: handler for n in _SIGNALS if (handler := signal.getsignal(n)) is not signal.SIG_IGN}
        self._read_end, self._write_end = os.pipe()
        self._terminal = _terminal()
        self._settings = _settings(self._terminal)

    def start(self) -> None:
        """Start watching."""
        for number in self._handlers:
            signal.signal(number, self._on_signal)
        Thread(target=self._watch, daemon=True, name="shutdown").start()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Note a signal; nothing here blocks, because it may interrupt anything."""
        if self.code is None:
            self.code = 128 + number
        os.write(self._write_end, b"!")

    def _watch(self) -> None:
        """Wait for a signal or a hang-up, then end the application, and the process if that takes too long."""
        if not self._wait():
            return
        if self.code is None:
            self.code = _HUNG_UP
        if self.leave is not None:
            with suppress(RuntimeError):  # The application may have ended already.
                self.leave(self.code)
        if self.leave is None or not self._over.wait(MOMENT):
            self._restore_terminal()
            os._exit(self.code)

    def _wait(self) -> bool:
        """Wait; return True after a signal or a hang-up, False after `finish`."""
        if sys.platform == "win32" or self._terminal is None or not hasattr(select, "poll"):
            return os.read(self._read_end, 1) == b"!"
        poll = select.poll()
        poll.register(self._read_end, select.POLLIN)
        poll.register(self._terminal, 0)  # Errors and hang-ups are always reported.
        ready = dict(poll.poll())
        if self._read_end not in ready and not ready[self._terminal] & (select.POLLHUP | select.POLLERR):
            poll.unregister(self._terminal)  # Some systems cannot poll a terminal.
            poll.poll()
            ready = {self._read_end: select.POLLIN}
        return self._read_end not in ready or os.read(self._read_end, 1) == b"!"

    def _restore_terminal(self) -> None:
        """Restore the terminal, as far as it accepts anything."""
        if sys.platform == "win32" or self._terminal is None or self._settings is None:
            return
        import termios

        with suppress(termios.error, OSError, ValueError):
            termios.tcsetattr(self._terminal, termios.TCSANOW, self._settings)
            if select.select([], [self._terminal], [], 0)[1]:
                os.write(self._terminal, _LEAVE)

    def finish(self) -> None:
        """Stop watching; end the process if there was a signal or a hang-up."""
        self._over.set()
        if self.code is None and _is_gone(self._terminal):
            self.code = _HUNG_UP
        if self.code is not None:
            # At once: the interpreter would wait for the thread that writes to a blocked terminal.
            os._exit(self.code)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        os.write(self._write_end, b".")


def _terminal() -> int | None:
    """Return the file descriptor of the terminal, if there is one.

    Standard input is not asked whether it is a terminal: it is not any more once the window is closed.
    """
    with suppress(AttributeError, OSError, ValueError):
        if sys.__stdin__ is not None:
            return sys.__stdin__.fileno()
    return None


def _is_gone(terminal: int | None) -> bool:
    """Return whether a terminal was closed."""
    if sys.platform == "win32" or terminal is None or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(terminal, 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


def _settings(terminal: int | None) -> list[Any] | None:
    """Return the settings of a terminal, where the system has them."""
    if sys.platform == "win32" or terminal is None:
        return None
    import termios

    with suppress(termios.error):
        return termios.tcgetattr(terminal)
    return None
