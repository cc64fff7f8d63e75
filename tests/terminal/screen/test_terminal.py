"""The full screen on a real terminal: how it opens, how it ends, and what mishaps leave behind."""

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from aliquot.saves.archive import Archive, load
from aliquot.terminal.screen import texts
from tests.sentences import question

if TYPE_CHECKING:
    from tests.conftest import Command
    from tests.terminal.conftest import Open

PLAY = ("play", "dividers-duel", "--screen", "--names", "Ada,Emmy")
FAULTY = """
import sys
from aliquot.terminal.screen.boards.number import NumberBoard

show = NumberBoard.show

def stumble(self, scene):
    if scene.view.summary == "30":
        raise ZeroDivisionError("on purpose")
    show(self, scene)

NumberBoard.show = stumble
from aliquot.cli import main
main()
"""
"""The command with a board that cannot show 30."""


@pytest.fixture
def saved(command: "Command") -> Path:
    """Where the games go."""
    return command.home / ".local" / "share" / "aliquot" / "games"


def only(folder: Path) -> Path:
    (path,) = folder.glob("*.duel")
    return path


def test_the_command_alone_opens_the_full_screen(terminal: "Open") -> None:
    screen = terminal()
    screen.expect("five duels with divisors")
    screen.press(b"q")
    assert screen.finish() == 0


def test_a_terminal_that_can_show_nothing_gets_the_menu_at_the_prompt(terminal: "Open") -> None:
    screen = terminal(TERM="dumb")
    screen.expect("Which one?")
    screen.type("q")
    assert screen.finish() == 0


def test_a_pipe_gets_line_mode_whatever_was_asked_for(command: "Command") -> None:
    plain = command("play", "dividers-duel", typed="30\n")
    assert plain.code == 0
    assert command("play", "dividers-duel", "--screen", typed="30\n") == plain


@pytest.mark.parametrize("arguments", [("play", "dividers-duel"), ("resume",)])
def test_line_and_screen_exclude_each_other(arguments: tuple[str, ...], command: "Command") -> None:
    told = command(*arguments, "--line", "--screen").refusal()
    assert told == "aliquot: Give either --line or --screen, not both."


def test_ctrl_c_ends_with_the_code_of_an_interruption_and_keeps_the_game(terminal: "Open", saved: Path) -> None:
    screen = terminal(*PLAY)
    screen.expect(question(60))
    screen.press(b"2\r")
    screen.expect("Enter plays 30/2")
    screen.press(b"\x03")
    assert screen.finish() == 130
    assert [move.text for move in load(only(saved)).moves] == ["60/2"]


@pytest.mark.deep
@pytest.mark.sampled(1)
@pytest.mark.parametrize(("keys", "code"), [(b"\x1b", 0), (b"\x03", 130)], ids=["Esc", "Ctrl-C"])
def test_the_study_of_a_million_numbers_can_be_left_while_the_oracle_thinks(
    keys: bytes, code: int, terminal: "Open"
) -> None:
    screen = terminal("play", "divisor-duel-pool", "--pool", "1-1000000", "--screen", "--names", "Ada,Emmy")
    screen.expect("pick any number")
    screen.press(b"s")
    screen.expect(texts.ANALYSING)
    screen.press(keys)
    if not code:
        screen.expect("five duels with divisors")
        screen.press(b"q")
    assert screen.finish() == code
    assert "wins from here" not in screen.text


def test_a_closed_window_loses_nothing_and_leaves_the_terminal_as_it_was(terminal: "Open", saved: Path) -> None:
    screen = terminal(*PLAY)
    screen.expect(question(60))
    screen.press(b"2\r")
    screen.expect("Enter plays 30/2")
    screen.send(signal.SIGHUP)
    assert screen.finish() == 129
    again = terminal("resume", "--screen")
    again.expect(question(30))
    again.press(b"15\r")
    again.expect("2 is prime")
    again.press(b"\x11")
    assert again.finish() == 0
    record = load(only(saved))
    assert [move.text for move in record.moves] == ["60/2", "30/15"]
    assert record.outcome is not None


def test_a_game_survives_being_killed(terminal: "Open", saved: Path) -> None:
    screen = terminal(*PLAY)
    screen.expect(question(60))
    screen.press(b"2\r")
    screen.expect("Enter plays 30/2")
    screen.send(signal.SIGKILL)
    again = terminal("resume", "--screen")
    again.expect(question(30))
    again.press(b"\x11")
    assert again.finish() == 0
    assert [move.text for move in load(only(saved)).moves] == ["60/2"]


@pytest.mark.deep
def test_a_series_killed_in_its_third_game_goes_on_there_and_names_its_champion(terminal: "Open") -> None:
    screen = terminal(*PLAY, "--best-of", "3")
    for first in ("Ada", "Emmy"):
        screen.expect(question(60, first))
        screen.press(b"12\r")
        screen.expect("Next game")
        screen.press(b"n")
    screen.expect(question(60, "Ada"))
    screen.press(b"2\r")
    screen.expect("Enter plays 30/2")
    screen.send(signal.SIGKILL)
    again = terminal("resume", "--screen")
    again.expect("Game 3 of at most 3   Ada 1 : 1 Emmy")
    again.expect(question(30))
    again.press(b"15\r")
    again.expect("Emmy wins the series 2 to 1.")
    again.press(b"\x11")
    assert again.finish() == 0


@pytest.mark.deep
def test_a_fault_of_our_own_is_told_in_a_sentence_and_the_game_can_be_resumed(
    terminal: "Open", saved: Path, command: "Command"
) -> None:
    screen = terminal(*PLAY, script=FAULTY)
    screen.expect(question(60))
    screen.press(b"2\r")
    assert screen.finish() == 1
    told = " ".join(screen.text.split())
    assert "aliquot: Aliquot crashed: ZeroDivisionError: on purpose. Your game is saved: run 'aliquot resume'." in told
    assert "Traceback" not in told
    (story,) = (command.home / ".local" / "state" / "aliquot" / "log").iterdir()
    assert "ZeroDivisionError: on purpose" in story.read_text(encoding="utf-8")
    again = terminal("resume", "--screen")
    again.expect(question(30))
    again.press(b"\x11")
    assert again.finish() == 0
    assert len(list(Archive(saved).entries())) == 1


@pytest.mark.deep
def test_a_game_that_is_being_played_is_not_taken_up_twice(terminal: "Open", command: "Command") -> None:
    screen = terminal(*PLAY)
    screen.expect(question(60))
    screen.press(b"2\r")
    screen.expect("Enter plays 30/2")
    assert "being played" in command("resume").refusal()
    other = terminal()
    other.expect("unfinished after 1 move")
    other.press(b"r")
    other.expect("another window")
    other.press(b"q")
    assert other.finish() == 0
