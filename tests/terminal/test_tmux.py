"""Games in a real terminal multiplexer, seen as its user sees them."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.effort import PATIENCE
from tests.sentences import question

if TYPE_CHECKING:
    from tests.terminal.conftest import Tmux

Wait = Callable[..., str]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_a_game_is_played_in_tmux_from_the_first_screen_to_the_prompt_of_the_shell(
    columns: int, rows: int, tmux: "Tmux", shown: Wait
) -> None:
    play = f"{sys.executable} -m aliquot play dividers-duel; echo ended with $?; exec cat"
    tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), f"bash -c {play!r}")
    first = shown("Enter your chosen divisor:")
    assert "An illegal choice loses the game at once." in first
    assert "  Proper Divisors: 2, 3, 4, 5, 6, 10, 12, 15, 20, 30\n" in first
    for turn, (choice, told) in enumerate((("2", "60 divided by 2 is 30."), ("5", "30 divided by 5 is 6.")), 2):
        tmux("send-keys", choice, "Enter")
        assert told in shown("Enter your chosen divisor:", times=turn)
    tmux("send-keys", "3", "Enter")
    assert "6 divided by 3 is 2." in shown("Review this game? (y/N):")
    tmux("send-keys", "Enter")
    last = shown("ended with")
    assert "  Player 2 cannot make a move. Player 1 wins!\n" in last
    assert "ended with 0\n" in last
    assert "\x1b" not in last
    assert "[0m" not in last


def wait_until_it_waits(tmux: "Tmux") -> None:
    """Waits until the command waits for input: Python can lose a signal that comes just before."""
    shell, deadline = int(tmux("display-message", "-p", "#{pane_pid}")), time.monotonic() + PATIENCE
    (child,) = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    while Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < deadline, "the command never waits for input"
        time.sleep(0.005)


def test_ctrl_c_in_tmux_leaves_a_working_terminal(tmux: "Tmux", shown: Wait) -> None:
    play = f"{sys.executable} -m aliquot play factor-duel; echo ended with $?; read line; echo read $line; exec cat"
    tmux("new-session", "-d", "-x", "80", "-y", "24", f"bash -c {play!r}")
    shown("Enter your chosen factor:")
    wait_until_it_waits(tmux)
    tmux("send-keys", "C-c")
    assert "Interrupted." in shown("ended with 130")
    tmux("send-keys", "hello", "Enter")
    shown("read hello")


def test_the_full_screen_is_played_in_tmux_from_home_to_the_prompt_of_the_shell(tmux: "Tmux", shown: Wait) -> None:
    play = f"{sys.executable} -m aliquot; echo ended with $?; read line; echo read $line; exec cat"
    tmux("new-session", "-d", "-x", "80", "-y", "24", f"bash -c {play!r}")
    shown("five duels with divisors")
    shown("Juniper Green")  # A window may show the screen while it is being drawn.
    tmux("send-keys", "Enter")
    shown("the best move 6 times in 10")
    for _ in range(3):
        tmux("send-keys", "Left")
    shown("●─○─○─○─○─○  a person", times=2)
    tmux("send-keys", "Enter")
    shown("Enter plays 60/2, which leaves 30")
    shown("2·2·3·5")
    shown(question(60, "Player 1"))
    tmux("send-keys", "2")
    shown("Enter plays 60/2, which leaves 30")
    tmux("send-keys", "Enter")
    shown(question(30, "Player 2"))
    tmux("resize-window", "-x", "40", "-y", "10")
    shown("A little more room, please.")
    tmux("resize-window", "-x", "130", "-y", "40")
    shown("60/2 → 30")
    tmux("send-keys", "15", "Enter")
    shown("30/15! → 2")
    shown("60/2?? → 30")
    shown("2 is prime: Player 1 cannot move. Player 2 wins!")
    tmux("send-keys", "Escape")
    shown("Player 1 – Player 2:")
    shown("Divider's Duel 60")
    tmux("send-keys", "q")
    shown("ended with 0")
    tmux("send-keys", "hello", "Enter")
    shown("read hello")
