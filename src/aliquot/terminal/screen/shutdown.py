"""How the screen ends when it is told to from outside, or when its terminal is gone: soon, whatever else goes on.

Every move is on disk the moment it is made, so there is nothing to wait for but good order. Good order gets a moment;
then the program ends without it. A thread of its own sees to that, because whatever hangs may be the main one: the
library writes to the terminal through a queue, and waits for room in it for ever if nobody reads.
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
"""Seconds for good order."""
_TOLD = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK") if hasattr(signal, name)
)
"""The signals that end a program, where there are such signals."""
_HUNG_UP = 129
"""The exit code after a terminal is gone."""
_LEAVE = b"\x1b[<u\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""What gives a terminal back as it was."""


class ShutdownWatcher:
    """Watches for the end, from before the terminal is taken until it is given back."""

    def __init__(self) -> None:
        """Looks at the terminal as it is."""
        self.code: int | None = None
        """The exit code, once the end has come from outside."""
        self._over = Event()
        # What a parent has decided to ignore, as nohup does, stays ignored.
        self._before = {n: was for n in _TOLD if (was := signal.getsignal(n)) is not signal.SIG_IGN}
        self._told, self._tell = os.pipe()
        self._terminal = _terminal()
        self._settings = _settings(self._terminal)

    def listen(self, leave: Callable[[int], object]) -> None:
        """Begins to watch.

        Args:
            leave: Asks the app to end in good order, with an exit code; called in a thread of its own.
        """
        for number in self._before:
            signal.signal(number, self._hear)
        Thread(target=self._watch, args=(leave,), daemon=True, name="ending").start()

    def _hear(self, number: int, frame: FrameType | None) -> None:
        """Takes a signal, whatever it interrupts: nothing here waits for anything."""
        if self.code is None:
            self.code = 128 + number
        os.write(self._tell, b"!")

    def _watch(self, leave: Callable[[int], object]) -> None:
        """Waits for a signal or for the terminal to go, and then for the end."""
        if not self._wait():
            return
        if self.code is None:
            self.code = _HUNG_UP
        with suppress(RuntimeError):  # The app may be past that.
            leave(self.code)
        if not self._over.wait(MOMENT):
            self._give_back()
            os._exit(self.code)

    def _wait(self) -> bool:
        """Whether there was a signal or the terminal is gone; not, if all is over without either."""
        if sys.platform == "win32" or self._terminal is None or not hasattr(select, "poll"):
            return os.read(self._told, 1) == b"!"
        poll = select.poll()
        poll.register(self._told, select.POLLIN)
        poll.register(self._terminal, 0)  # Only what nobody asks for is told: that it is gone.
        ready = dict(poll.poll())
        if self._told not in ready and not ready[self._terminal] & (select.POLLHUP | select.POLLERR):
            poll.unregister(self._terminal)  # Some systems cannot look at a terminal like this.
            poll.poll()
            ready = {self._told: select.POLLIN}
        return self._told not in ready or os.read(self._told, 1) == b"!"

    def _give_back(self) -> None:
        """Leaves the terminal as it was, as far as it takes anything."""
        if sys.platform == "win32" or self._terminal is None or self._settings is None:
            return
        import termios

        with suppress(termios.error, OSError, ValueError):
            termios.tcsetattr(self._terminal, termios.TCSANOW, self._settings)
            if select.select([], [self._terminal], [], 0)[1]:
                os.write(self._terminal, _LEAVE)

    def finish(self) -> None:
        """Ends the program where the end came from outside, and else the watching."""
        self._over.set()
        if self.code is None and _is_gone(self._terminal):
            self.code = _HUNG_UP
        if self.code is not None:
            # At once: the interpreter would wait for whoever is writing to a terminal that takes nothing.
            os._exit(self.code)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.write(self._tell, b".")


def _terminal() -> int | None:
    """The terminal, if there is one."""
    with suppress(AttributeError, OSError, ValueError):
        if sys.__stdin__ is not None and sys.__stdin__.isatty():
            return sys.__stdin__.fileno()
    return None


def _is_gone(terminal: int | None) -> bool:
    """Whether nobody is at the other end of a terminal any more."""
    if sys.platform == "win32" or terminal is None or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(terminal, 0)
    return any(what & select.POLLHUP for _, what in poll.poll(0))


def _settings(terminal: int | None) -> list[Any] | None:
    """How a terminal is set, where such a thing can be known."""
    if sys.platform == "win32" or terminal is None:
        return None
    import termios

    with suppress(termios.error):
        return termios.tcgetattr(terminal)
    return None
