"""From the command to the first prompt, and to the first paint of the full screen."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable, Iterator
from statistics import median

from benchmarks.harness import Row, best, within

TITLE = "Start-up"

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("five duels")

Bare().run()
"""
"""The least a Textual app can be."""
_RUNS, _PATIENCE = 15, 30.0


def _first_prompt() -> None:
    command = [sys.executable, "-m", "aliquot", "play", "dividers-duel"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as game:
        if game.stdin is None or game.stdout is None:
            raise RuntimeError("no pipes")
        text = b""
        while not text.endswith(b"Enter your chosen divisor: "):
            text += game.stdout.read1()  # type: ignore[attr-defined]
        game.kill()


def _first_paint(*arguments: str) -> None:
    """Runs Python on a terminal until it shows the words both screens have."""
    keyboard, screen = pty.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "TERM": "xterm-256color", "HOME": home}
        with subprocess.Popen(
            [sys.executable, *arguments],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env=environment,
            start_new_session=True,
        ) as running:
            shown = b""
            while b"five duels" not in shown:
                if not select.select([keyboard], [], [], _PATIENCE)[0]:
                    raise RuntimeError("nothing was painted")
                shown += os.read(keyboard, 65536)
            running.kill()
    os.close(keyboard)
    os.close(screen)


def _alternate(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """The median times of both, taken in turn so that both meet the same disturbances."""
    times = [(best(ours, 0, 1), best(theirs, 0, 1)) for _ in range(_RUNS)]
    return median(ours for ours, _ in times), median(theirs for _, theirs in times)


def rows() -> Iterator[Row]:
    """The time to the first prompt against that of Python itself, and to the first paint against a bare app."""
    bare = [sys.executable, "-c", "pass"]
    ours, theirs = _alternate(_first_prompt, lambda: subprocess.run(bare, check=True))
    yield within("first prompt of dividers-duel", ours, "python -c pass", theirs, 12)
    ours, theirs = _alternate(lambda: _first_paint("-m", "aliquot"), lambda: _first_paint("-c", BARE))
    yield within("first paint of the full screen", ours, "a bare Textual app", theirs, 1.5)
