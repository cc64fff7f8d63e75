"""Games played by hand, on a real pseudo-terminal."""

import re
import signal
from typing import TYPE_CHECKING

import pytest

from aliquot.core.outcome import Ending
from aliquot.games import REGISTRY
from aliquot.reports.sentences import LOSSES
from tests.sentences import refusal

if TYPE_CHECKING:
    from tests.terminal.conftest import Open, Terminal

SIZES = [(80, 24), (120, 40)]
MATCHES = {
    "dividers-duel": ("Enter your chosen divisor: ", "2 5 3", "Player 2 cannot make a move. Player 1 wins!"),
    "divide-and-conquer": ("Enter your chosen divisor: ", "2 2 5", "Winner: Player 1"),
    "factor-duel": ("Enter your chosen factor: ", "5 2", "Congratulations, Player 2! You win the game!"),
    "divisor-duel-subtract": ("Enter the divisor to subtract: ", "8 4 2", "Player 1 wins the game."),
    "divisor-duel-pool": (" selects: ", "12 36 18 9 45 15 5 25 50 2 46 23", "Player 2 wins!"),
}
"""For each game its prompt, a match, and its last line."""


def leave(screen: "Terminal") -> int:
    """Declines the review that follows a game, and waits for the end."""
    screen.expect("Review this game? (y/N): ")
    screen.type("")
    return screen.finish()


def fits(text: str, columns: int) -> bool:
    return all(len(line) <= columns for line in text.splitlines())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("slug", MATCHES)
def test_each_game_is_played_to_the_end_by_hand(slug: str, size: tuple[int, int], terminal: "Open") -> None:
    prompt, choices, result = MATCHES[slug]
    screen = terminal("play", slug, size=size)
    for choice in choices.split():
        screen.expect(prompt)
        screen.type(choice)
    screen.expect(result)
    assert leave(screen) == 0
    assert fits(screen.text, size[0])
    assert "\x1b[" in screen.raw


def test_there_is_a_match_for_every_game() -> None:
    assert list(MATCHES) == list(REGISTRY)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", REGISTRY)
def test_the_penalty_is_told_before_the_first_move(slug: str, terminal: "Open") -> None:
    screen = terminal("play", slug)
    told = screen.expect(MATCHES[slug][0])
    loses = "An illegal choice loses the game at once." in told
    assert loses == (REGISTRY[slug].penalty == "forfeit")
    assert loses != ("An illegal choice costs nothing: you choose again." in told)
    assert "Type ? for help." in told
    screen.type("quit")
    assert screen.finish() == 0


def test_the_penalty_told_is_the_one_agreed_on(terminal: "Open") -> None:
    assert "costs nothing" in terminal("play", "dividers-duel", "--retry").expect("Enter your chosen")
    assert "loses the game at once" in terminal("play", "divisor-duel-pool", "--forfeit").expect("selects: ")


def test_the_words_are_those_of_the_transcript_with_a_margin(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    for choice in ("2", "5", "3"):
        screen.expect("Enter your chosen divisor: ")
        screen.type(choice)
    assert leave(screen) == 0
    lines = [line for line in screen.text.splitlines() if line.strip()]
    assert all(line.startswith("  ") for line in lines)
    words = [line[2:].rstrip() for line in lines]
    words.remove("An illegal choice loses the game at once. Type ? for help.")
    words.remove("Review this game? (y/N):")
    assert words[:6] == [
        "Welcome to Divider's Duel!",
        "Starting Number: 60",
        "Player 1's turn.",
        "Current Number: 60",
        "Proper Divisors: 2, 3, 4, 5, 6, 10, 12, 15, 20, 30",
        "Enter your chosen divisor: 2",
    ]
    assert words[-1] == "Player 2 cannot make a move. Player 1 wins!"


def test_an_illegal_choice_is_explained_and_loses_where_the_book_says_so(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.type("7")
    screen.expect(refusal("7", "dividers-duel"))
    screen.expect(LOSSES[Ending.ILLEGAL_MOVE].format(loser="Player 1"))
    screen.expect("Player 2 wins!")
    assert leave(screen) == 0


def test_an_illegal_choice_is_explained_and_asked_again_where_the_book_does_not(terminal: "Open") -> None:
    screen = terminal("play", "divisor-duel-subtract")
    screen.expect("subtract: ")
    screen.type("3")
    screen.expect(refusal("3", "divisor-duel-subtract"))
    screen.expect("subtract: ")
    screen.type("8")
    screen.expect("New N is 8.")


def test_help_and_resigning(terminal: "Open") -> None:
    screen = terminal("play", "factor-duel")
    screen.expect("factor: ")
    screen.type("?")
    told = screen.expect("factor: ")
    assert "Factor Duel. Pick a factor to divide by." in told
    for word in ("resign", "quit", "aliquot rules factor-duel"):
        assert word in told
    screen.type("resign")
    screen.expect("Player 1 resigns.")
    screen.expect("Congratulations, Player 2! You win the game!")
    assert screen.finish() == 0
    assert fits(screen.text, 80)


def test_quitting_says_that_the_game_is_unfinished(terminal: "Open") -> None:
    screen = terminal("play", "divisor-duel-pool")
    screen.expect("selects: ")
    screen.type("quit")
    screen.expect("unfinished")
    assert screen.finish() == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "line", ["abc", "", "２", "+2", "2.0", "🙂", b"\xff", "9" * 1000], ids=lambda line: ascii(line)[:12]
)
def test_text_that_is_no_number_is_asked_again(line: str | bytes, terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.type(line)
    told = " ".join(screen.expect("divisor: ").split())
    assert "Type one of the divisors listed, or ? for help." in told
    wrong = (
        "is too long: a number has at most 19 digits."
        if line == "9" * 1000
        else "is not a whole number in plain digits."
    )
    assert line == "" or wrong in told
    screen.type("30")
    screen.expect("Player 1 wins!")
    assert leave(screen) == 0
    assert "Traceback" not in screen.text


def test_ctrl_c_ends_politely(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.press(b"\x03")
    assert screen.finish() == 130
    assert screen.text.rstrip().endswith("Interrupted.")
    assert "Traceback" not in screen.text


def test_ctrl_c_in_the_middle_of_a_line_ends_politely(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.press(b"3\x03")
    assert screen.finish() == 130
    assert "divided by" not in screen.text


def test_sigterm_ends_politely(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.send(signal.SIGTERM)
    assert screen.finish() == 143
    assert screen.text.rstrip().endswith("Terminated.")
    assert "Traceback" not in screen.text


def test_ctrl_d_ends_the_input_and_says_that_the_game_is_unfinished(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.press(b"\x04")
    screen.expect("unfinished")
    assert screen.finish() == 1


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=lambda extra: next(iter(extra)))
def test_where_colour_is_unwelcome_there_is_none(extra: dict[str, str], terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel", **extra)
    screen.expect("divisor: ")
    screen.type("?")
    screen.expect("divisor: ")
    screen.type("7")
    assert leave(screen) == 0
    assert "\x1b" not in screen.raw


def test_everything_is_said_without_colour_as_with_it(terminal: "Open") -> None:
    said = []
    for extra in ({}, {"NO_COLOR": "1"}):
        screen = terminal("play", "factor-duel", **extra)
        screen.expect("factor: ")
        screen.type("15")
        leave(screen)
        said.append(screen.text)
    assert said[0] == said[1]


def test_thousands_of_divisors_are_summed_up_and_any_of_them_may_be_typed(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel", "--start", "735134400")
    told = screen.expect("divisor: ")
    summary = re.search(r"… ([\d,]+) more", told)
    assert summary
    hidden = int(summary[1].replace(",", ""))
    listed = told[told.index("Proper Divisors:") :].replace(summary[0], "")
    numbers = [int(n) for n in re.findall(r"\d+", listed)]
    assert len(numbers) + hidden == 1344 - 2
    assert numbers[0] == 2
    assert numbers[-1] == 367567200
    assert 1430 not in numbers
    screen.type("1430")
    screen.expect("735134400 divided by 1430 is 514080.")
    assert fits(screen.text, 80)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [(80, 24), (40, 24), (200, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("start", [2**59, 10**18, 897_612_484_786_617_600])
def test_the_largest_numbers_fit_any_window(start: int, size: tuple[int, int], terminal: "Open") -> None:
    screen = terminal("play", "divide-and-conquer", "--start", str(start), size=size)
    told = screen.expect("Enter your chosen divisor: ")
    assert len(told.splitlines()) <= size[1]
    assert fits(told, size[0]) or size[0] < 50
    screen.type(str(start // 2))
    screen.expect("Winner: Player 1")
    assert leave(screen) == 0


def test_a_resized_window_is_used_from_the_next_turn_on(terminal: "Open") -> None:
    screen = terminal("play", "divisor-duel-pool", size=(120, 40))
    wide = screen.expect("selects: ")
    screen.resize(60, 24)
    screen.type("12")
    narrow = screen.expect("selects: ")
    assert not fits(wide, 60)
    assert fits(narrow, 60)


def test_names_replace_the_players_on_a_terminal_too(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel", "--names", "Ada,Emmy")
    screen.expect("Ada's turn.")
    screen.expect("divisor: ")
    screen.type("30")
    screen.expect("Emmy cannot make a move. Ada wins!")
    assert leave(screen) == 0
    assert "Player" not in screen.text


def test_a_prime_start_is_told_before_the_game_begins(terminal: "Open") -> None:
    screen = terminal("play", "factor-duel", "--start", "7")
    told = screen.expect("Player 1's turn.")
    assert "7 is prime: Player 1 has no move and loses at once." in told
    assert screen.finish() == 0


def test_the_prompt_is_printed_again_after_fg(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("Enter your chosen divisor: ")
    screen._process.send_signal(signal.SIGSTOP)
    screen.stops()
    screen._process.send_signal(signal.SIGCONT)
    assert screen.expect("Enter your chosen divisor: ").strip() == "Enter your chosen divisor:"
    screen.type("12")
    screen.expect("5 is a prime number")
