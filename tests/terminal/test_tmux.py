"""One game in a real terminal multiplexer, seen as its user sees it."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Command

PATIENCE = 30.0

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


def screen(tmux: Tmux, text: str, times: int = 1) -> str:
    """What was shown once a text has appeared, what has scrolled out of the window included."""
    deadline = time.monotonic() + PATIENCE
    while (shown := tmux("capture-pane", "-p", "-S", "-")).count(text) < times:
        assert time.monotonic() < deadline, f"{text!r} never appeared; the window shows:\n{shown}"
        time.sleep(0.05)
    return shown


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_a_game_is_played_in_tmux_from_the_first_screen_to_the_prompt_of_the_shell(
    columns: int, rows: int, tmux: Tmux
) -> None:
    play = f"{sys.executable} -m aliquot play dividers-duel; echo ended with $?; exec cat"
    tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), f"bash -c {play!r}")
    first = screen(tmux, "Enter your chosen divisor:")
    assert "An illegal choice loses the game at once." in first
    assert "  Proper Divisors: 2, 3, 4, 5, 6, 10, 12, 15, 20, 30\n" in first
    for turn, (choice, told) in enumerate((("2", "60 divided by 2 is 30."), ("5", "30 divided by 5 is 6.")), 2):
        tmux("send-keys", choice, "Enter")
        assert told in screen(tmux, "Enter your chosen divisor:", times=turn)
    tmux("send-keys", "3", "Enter")
    assert "6 divided by 3 is 2." in screen(tmux, "Review this game? (y/N):")
    tmux("send-keys", "Enter")
    last = screen(tmux, "ended with")
    assert "  Player 2 cannot make a move. Player 1 wins!\n" in last
    assert "ended with 0\n" in last
    assert "\x1b" not in last
    assert "[0m" not in last


def test_ctrl_c_in_tmux_leaves_a_working_terminal(tmux: Tmux) -> None:
    play = f"{sys.executable} -m aliquot play factor-duel; echo ended with $?; read line; echo read $line; exec cat"
    tmux("new-session", "-d", "-x", "80", "-y", "24", f"bash -c {play!r}")
    screen(tmux, "Enter your chosen factor:")
    time.sleep(0.2)
    tmux("send-keys", "C-c")
    assert "Interrupted." in screen(tmux, "ended with 130")
    tmux("send-keys", "hello", "Enter")
    screen(tmux, "read hello")
