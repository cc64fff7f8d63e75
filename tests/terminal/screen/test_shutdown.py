"""How the screen ends: on any signal, at the end of its terminal, and whatever it is doing just then."""

import os
import signal
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from aliquot.saves.archive import load
from aliquot.saves.match_file import resume
from tests.effort import PATIENCE
from tests.sentences import question

if TYPE_CHECKING:
    from tests.conftest import Command
    from tests.terminal.conftest import Open

PLAY = ("play", "dividers-duel", "--screen", "--names", "Ada,Emmy")
AGAINST = ("play", "dividers-duel", "--screen", "--names", "Ada,slow", "--two", "random")
SLOW = """
from aliquot import players

class Slow:
    def choose(self, game, position, limit):
        while True:
            pass

players.create_player = lambda kind, generator: None if kind == "human" else Slow()
"""
"""A computer that thinks for ever, and does nothing else."""
DEAF = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
"""
"""A parent that ignores the end of a terminal, as nohup does."""
RUN = """
from aliquot.cli import main
main()
"""


@pytest.fixture
def saved(command: "Command") -> Path:
    """Where the games go."""
    return command.home / ".local" / "share" / "aliquot" / "games"


def is_free(folder: Path) -> bool:
    """Whether the newest game has the first move in it, and can be taken up."""
    path = max(folder.glob("*.duel"), key=lambda path: path.stat().st_mtime_ns)
    resume(path).close()
    return [move.text for move in load(path).moves] == ["60/2"]


TRIES = [pytest.param(range(5), id="5"), pytest.param(range(50), id="50", marks=pytest.mark.deep)]


@pytest.mark.deep
@pytest.mark.parametrize("tries", TRIES)
def test_a_closed_window_ends_it_whatever_it_does(tries: range, terminal: "Open", saved: Path) -> None:
    for number in tries:
        thinks, deaf = number % 2 == 1, number % 3 == 2
        script = (SLOW if thinks else "") + (DEAF if deaf else "") + RUN
        screen = terminal(*(AGAINST if thinks else PLAY), script=script)
        screen.expect(question(60))
        screen.press(b"2\r")
        screen.expect("slow is thinking" if thinks else "Enter plays 30/2")
        for _ in range(number % 4):
            os.write(screen._keyboard, b"t?\x1b")  # Something is being drawn while the window is closed.
        assert screen.close_window() == 129
        assert is_free(saved)


CLOSED_WHILE_LOADING = """
import select, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            print("loading", flush=True)
            hang_up = select.poll()
            hang_up.register(0, 0)
            hang_up.poll()

sys.meta_path.insert(0, Finder())
"""
"""The command, which waits for its window to be closed when it is about to load a module."""


@pytest.mark.parametrize("module", ["aliquot.terminal.screen.shutdown", "aliquot.terminal.screen.app"])
def test_a_window_closed_while_it_loads_ends_it_without_a_signal(module: str, terminal: "Open") -> None:
    screen = terminal(*PLAY, script=CLOSED_WHILE_LOADING.format(module=module) + RUN, controls=False)
    screen.expect("loading")
    assert screen.close_window() == 129


@pytest.mark.deep
def test_no_window_closed_in_its_first_second_leaves_a_process(terminal: "Open") -> None:
    together = 4  # More than there are processors, so that each moment of the start is long enough to be hit.
    for number in range(0, 100, together):
        screens = [terminal(*PLAY, controls=False) for _ in range(together)]
        for screen in screens:
            time.sleep(1.6 / together * (number + together) / 100)
            screen._close()
        for screen in screens:
            assert screen._process.wait(PATIENCE) != 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT], ids=lambda number: number.name
)
def test_a_signal_ends_it_and_the_terminal_is_as_it_was(number: signal.Signals, terminal: "Open", saved: Path) -> None:
    screen = terminal(*AGAINST, script=SLOW + RUN)
    screen.expect(question(60))
    screen.press(b"2\r")
    screen.expect("slow is thinking")
    screen._process.send_signal(number)
    assert screen.finish() == 128 + number
    for on, off in (("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?25l", "\x1b[?25h"), ("\x1b[?1003h", "\x1b[?1003l")):
        assert screen.raw.rindex(off) > screen.raw.rindex(on), "the screen from before is back"
    assert is_free(saved)


@pytest.mark.deep
def test_a_terminal_that_takes_nothing_any_more_keeps_nobody_from_ending(terminal: "Open", saved: Path) -> None:
    screen = terminal(*PLAY)
    screen.expect(question(60))
    screen.press(b"2\r")
    screen.expect("Enter plays 30/2")
    for _ in range(100):  # Nobody reads what this draws, until there is no room for more of it.
        os.write(screen._keyboard, b"ttt")
    screen._settle()
    screen._process.send_signal(signal.SIGTERM)
    assert screen._process.wait(PATIENCE) == 143
    assert termios.tcgetattr(screen._screen) == screen.settings
    assert is_free(saved)


def test_ctrl_z_leaves_it_for_a_while(terminal: "Open") -> None:
    screen = terminal(*PLAY)
    screen.expect(question(60))
    screen.press(b"\x1a")
    screen.stops()
    assert termios.tcgetattr(screen._screen) == screen.settings
    screen._process.send_signal(signal.SIGCONT)
    screen.expect(question(60))
    screen.press(b"30\r")
    screen.expect("Ada wins!")
    screen.press(b"\x11")
    assert screen.finish() == 0


WITHOUT_POSIX = """
import select, signal, sys
for name in ("SIGHUP", "SIGQUIT"):
    delattr(signal, name)
del select.poll
sys.modules["fcntl"] = None
"""
"""What Windows has not, as far as the library that draws can do without it here."""


def test_it_opens_plays_and_ends_where_there_is_little_of_posix(terminal: "Open", saved: Path) -> None:
    screen = terminal(*PLAY, script=WITHOUT_POSIX + RUN)
    screen.expect(question(60))
    screen.press(b"2\r")
    screen.expect("Enter plays 30/2")
    screen.send(signal.SIGTERM)
    assert screen.finish() == 143
    assert is_free(saved)
