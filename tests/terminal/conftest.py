"""A terminal to play in: the command behind a real pseudo-terminal, driven by what it prints."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import pytest

from tests.effort import PATIENCE

if TYPE_CHECKING:
    from tests.conftest import Command


_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


class Terminal:
    """The command running on a pseudo-terminal of a given size."""

    def __init__(
        self,
        arguments: tuple[str, ...],
        environment: dict[str, str],
        directory: str,
        size: tuple[int, int],
        program: str = sys.executable,
        controls: bool = True,
    ):
        """Starts the command.

        Args:
            arguments: What follows `python`.
            environment: The variables it sees.
            directory: Where it runs.
            size: Columns and rows.
            program: The `python` to run.
            controls: Whether Ctrl-C comes from this terminal, and a hang-up when it is closed.
        """
        self.columns, rows = size
        self._keyboard, self._screen = pty.openpty()
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, self.columns, 0, 0))
        self.settings = termios.tcgetattr(self._screen)
        self._raw = b""
        self._read_up_to = 0
        self._process = subprocess.Popen(
            [program, *arguments],
            stdin=self._screen,
            stdout=self._screen,
            stderr=self._screen,
            cwd=directory,
            env=environment,
            start_new_session=True,
            preexec_fn=_take_terminal if controls else None,
        )

    def __enter__(self) -> Self:
        """The terminal, to be closed."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends whatever still runs."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._close()

    def _close(self) -> None:
        for end in (self._keyboard, self._screen):
            with suppress(OSError):  # The window may have been closed already.
                os.close(end)

    @property
    def raw(self) -> str:
        """Everything printed so far, escape codes included."""
        return self._raw.decode(errors="replace")

    @property
    def text(self) -> str:
        """Everything printed so far, without escape codes and carriage returns."""
        return _ESCAPE.sub("", self.raw).replace("\r", "")

    def expect(self, text: str) -> str:
        """Reads until a text has been printed after what was expected last; returns what came up to its end."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.text.find(text, self._read_up_to)) < 0:
            assert self._wait(deadline), f"{text!r} never came; there was:\n{self.text[self._read_up_to :]}"
        start, self._read_up_to = self._read_up_to, found + len(text)
        return self.text[start : self._read_up_to]

    def type(self, line: str | bytes) -> None:
        """Types a line and Enter."""
        self.press((line.encode() if isinstance(line, str) else line) + b"\n")

    def press(self, keys: bytes) -> None:
        """Presses keys."""
        self._settle()
        os.write(self._keyboard, keys)

    def send(self, number: signal.Signals) -> None:
        """Sends a signal."""
        self._settle()
        self._process.send_signal(number)

    def _settle(self) -> None:
        """Waits until the command waits for input, as a person does.

        Python loses a signal that comes in the few microseconds between its last look and its wait.
        """
        deadline = time.monotonic() + PATIENCE
        status = Path(f"/proc/{self._process.pid}/stat")
        while status.exists() and status.read_text().rpartition(")")[2].split()[0] not in "SZ":
            assert time.monotonic() < deadline, "the command never waits for input"
            time.sleep(0.005)

    def resize(self, columns: int, rows: int) -> None:
        """Changes the size of the window."""
        self.columns = max(self.columns, columns)
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def finish(self) -> int:
        """Reads until the command has ended; returns its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            assert time.monotonic() < deadline, f"the command does not end; there was:\n{self.text}"
            self._read(0.05)
        while self._read(0):
            pass
        assert termios.tcgetattr(self._screen) == self.settings, "the terminal is left as it was found"
        return self._process.returncode

    def close_window(self) -> int:
        """Closes the window, as a mouse does; returns the exit code of the command, which has to end by itself."""
        self._close()
        return self._process.wait(PATIENCE)

    @property
    def is_stopped(self) -> bool:
        """Whether the command has been stopped, as Ctrl-Z does."""
        return Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"

    def stops(self) -> None:
        """Waits until the command has been stopped; what is expected next comes after that."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_stopped:
            assert time.monotonic() < deadline, f"the command goes on; there was:\n{self.text}"
            self._read(0.05)
        while self._read(0):
            pass
        self._read_up_to = len(self.text)

    def _wait(self, deadline: float) -> bool:
        """Reads more, or says that there will be no more."""
        while time.monotonic() < deadline:
            ended = self._process.poll() is not None
            if self._read(0 if ended else 0.2):
                return True
            if ended:
                return False
        return False

    def _read(self, seconds: float) -> bool:
        if not select.select([self._keyboard], [], [], seconds)[0]:
            return False
        self._raw += os.read(self._keyboard, 65536)
        return True


def _take_terminal() -> None:
    """Makes standard input the terminal that Ctrl-C comes from."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(command: "Command") -> Iterator[Open]:
    """Opens terminals: `terminal("play", "factor-duel", size=(80, 24), NO_COLOR="1")`."""
    opened: list[Terminal] = []

    def open_terminal(
        *arguments: str, size: tuple[int, int] = (80, 24), script: str = "", controls: bool = True, **extra: str
    ) -> Terminal:
        program = ("-c", script) if script else ("-m", "aliquot")
        environment = command.environment(**extra)
        opened.append(Terminal((*program, *arguments), environment, str(command.home), size, controls=controls))
        return opened[-1]

    yield open_terminal
    for one in opened:
        with one:
            pass


Tmux = Callable[..., str]


@pytest.fixture
def tmux(command: "Command") -> Iterator[Tmux]:
    """Runs tmux commands against a server of our own."""
    if shutil.which("tmux") is None:
        if os.environ.get("ALIQUOT_REQUIRE_ALL") == "1":
            pytest.fail("tmux is missing, and ALIQUOT_REQUIRE_ALL=1 lets nothing be skipped")
        pytest.skip("tmux is missing")
    with tempfile.TemporaryDirectory() as sockets:  # short: the path of a socket must not be long

        def run(*arguments: str, check: bool = True) -> str:
            return subprocess.run(
                ["tmux", "-S", f"{sockets}/s", "-f", "/dev/null", *arguments],
                env=command.environment(),
                cwd=command.home,
                capture_output=True,
                text=True,
                check=check,
                timeout=PATIENCE,
            ).stdout

        yield run
        run("kill-server", check=False)


@pytest.fixture
def shown(tmux: Tmux) -> Callable[..., str]:
    """Waits until a text is shown, and returns all that is, what has scrolled out of the window included."""

    def wait(text: str, times: int = 1) -> str:
        deadline = time.monotonic() + PATIENCE
        while (seen := tmux("capture-pane", "-p", "-S", "-")).count(text) < times:
            assert time.monotonic() < deadline, f"{text!r} never appeared; the window shows:\n{seen}"
            time.sleep(0.05)
        return seen

    return wait
