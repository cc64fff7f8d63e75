from typing import TYPE_CHECKING

import pytest

from aliquot.games import REGISTRY
from tests.sentences import refusal

if TYPE_CHECKING:
    from tests.terminal.conftest import Open, Terminal

WHICH = "q to quit): "


def pick(screen: "Terminal", game: str, parameter: str = "", names: str = "") -> None:
    """Answers the menu's questions."""
    screen.expect(WHICH)
    screen.type(game)
    screen.expect("(Enter for ")
    screen.type(parameter)
    screen.expect("Against whom? (Enter for another person): ")
    screen.type("")
    screen.expect("names? (Enter for Player 1, Player 2): ")
    screen.type(names)


def test_the_menu_lists_every_game(terminal: "Open") -> None:
    screen = terminal("--line")
    told = screen.expect(WHICH)
    for number, duel in enumerate(REGISTRY.values(), 1):
        assert f"{number}  {duel.title}\n" in told
        assert duel.tagline in told
    screen.type("q")
    assert screen.finish() == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(1, 6))
def test_a_game_is_picked_by_its_number(number: int, terminal: "Open") -> None:
    screen = terminal("--line")
    pick(screen, str(number))
    duel = list(REGISTRY.values())[number - 1]
    told = screen.expect("Type ? for help.")
    assert duel.example.split("-")[-1] in told or duel.parameter == "pool"
    screen.expect(": ")
    screen.type("resign")
    screen.expect("Player 1 resigns.")
    screen.expect("Enter to play again, m for the menu, q to quit: ")
    screen.type("q")
    assert screen.finish() == 0


def test_a_game_is_picked_by_its_name_or_by_enter(terminal: "Open") -> None:
    screen = terminal("--line")
    pick(screen, "factor-duel")
    screen.expect("Welcome to Factor Duel!")
    screen = terminal("--line")
    pick(screen, "")
    screen.expect("Welcome to Divider's Duel!")


def test_the_start_and_the_names_are_agreed_on(terminal: "Open") -> None:
    screen = terminal("--line")
    pick(screen, "1", "84", "Ada, Emmy")
    screen.expect("Starting Number: 84")
    screen.expect("Ada's turn.")


def test_a_bad_answer_is_told_why_and_asked_again(terminal: "Open") -> None:
    screen = terminal("--line")
    for answer in ("0", "12", "abc", "２", "-1", "9" * 500):
        screen.expect(WHICH)
        screen.type(answer)
        screen.expect("Type a number from 1 to 11, r, l or q.")
    screen.expect(WHICH)
    screen.type("1")
    for start in ("2", "abc", "1e3"):
        screen.expect("(Enter for 60): ")
        screen.type(start)
        screen.expect("must be a whole number greater than 2")
    screen.expect("(Enter for 60): ")
    screen.type("97")
    screen.expect("97 is prime: the first player has no move and loses at once.")
    screen.expect("(Enter for 60): ")
    screen.type("84")
    screen.expect("Against whom? ")
    screen.type("nobody")
    screen.expect("Against whom? ")
    screen.type("")
    for names in ("Ada", "Ada,Ada", ","):
        screen.expect("names? (")
        screen.type(names)
        screen.expect("names")
    screen.expect("names? (")
    screen.type("Ada,Emmy")
    screen.expect("Starting Number: 84")
    screen.expect("Ada's turn.")


def test_the_same_players_play_again_or_return_to_the_menu(terminal: "Open") -> None:
    screen = terminal("--line")
    pick(screen, "3", "12", "Ada,Emmy")
    for winner in ("Ada", "Emmy"):
        screen.expect("Starting number (N) is 12.")
        screen.expect("factor: ")
        screen.type("6")
        screen.expect(f"Congratulations, {winner}!")
        screen.expect("Review this game? (y/N): ")
        screen.type("")
        screen.expect("Enter to play again, m for the menu, q to quit: ")
        screen.type("")
    screen.expect("factor: ")
    screen.type("6")
    screen.expect("Review this game? (y/N): ")
    screen.type("")
    screen.expect("q to quit: ")
    screen.type("m")
    screen.expect("five duels")
    pick(screen, "4")
    screen.expect("Game Start: N = 16")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "answers", [["q"], ["1", "q"], ["1", "", "q"], ["1", "", "", "q"], ["Q"], ["quit"], ["2", "quit"]]
)
def test_q_leaves_at_every_question(answers: list[str], terminal: "Open") -> None:
    screen = terminal("--line")
    for answer in answers:
        screen.expect("): ")
        screen.type(answer)
    assert screen.finish() == 0


def test_a_computer_is_picked_as_the_opponent_and_may_move_first(terminal: "Open") -> None:
    screen = terminal("--line")
    screen.expect(WHICH)
    screen.type("1")
    screen.expect("(Enter for 60): ")
    screen.type("")
    screen.expect("Against whom? ")
    screen.type("perfect")
    screen.expect("Do you move first? (Y/n): ")
    screen.type("n")
    screen.expect("perfect's turn.")
    screen.expect("Player 2 cannot make a move. perfect wins!")


def test_quitting_a_game_leaves_the_menu_too(terminal: "Open") -> None:
    screen = terminal("--line")
    pick(screen, "1")
    screen.expect("divisor: ")
    screen.type("quit")
    assert screen.finish() == 0


def test_ctrl_c_and_ctrl_d_end_the_menu_politely(terminal: "Open") -> None:
    for key, code in ((b"\x03", 130), (b"\x04", 1)):
        screen = terminal("--line")
        screen.expect(WHICH)
        screen.press(key)
        assert screen.finish() == code
        assert "Traceback" not in screen.text


def test_variants_are_offered_and_set_up(terminal: "Open") -> None:
    screen = terminal("--line")
    told = screen.expect(WHICH)
    assert "More games" in told
    screen.type("juniper-green")
    screen.expect("Pool (Enter for 1-100): ")
    screen.type("1-40")
    screen.expect("Against whom?")
    screen.type("easy")
    screen.expect("Do you move first? (Y/n): ")
    screen.type("")
    assert "Valid Choices: \n" not in screen.expect("Player 1 selects: ")
    screen.type("7")
    screen.expect(refusal("7", "juniper-green"))
    screen.expect("selects: ")
    screen.type("2")
    screen.expect("easy chooses")


def test_a_game_left_in_the_menu_is_resumed_from_it(terminal: "Open") -> None:
    screen = terminal("--line")
    screen.expect(WHICH)
    screen.type("r")
    screen.expect("There is no unfinished game to resume.")
    pick(screen, "dividers-duel")
    screen.expect("divisor: ")
    screen.type("2")
    screen.expect("divisor: ")
    screen.type("quit")
    assert screen.finish() == 0
    again = terminal("--line")
    again.expect(WHICH)
    again.type("r")
    again.expect("Resumed after move 1.")
    again.expect("Current Number: 30")


def test_lessons_are_taken_from_the_menu_and_left_for_it(terminal: "Open") -> None:
    screen = terminal("--line")
    screen.expect(WHICH)
    screen.type("l")
    screen.expect("Which lesson? (1-")
    screen.type("1")
    screen.expect("step 1 of")
    screen.expect("Press Enter to continue. ")
    screen.type("q")
    screen.expect(WHICH)
    screen.type("q")
    assert screen.finish() == 0


def test_a_rematch_is_never_over_before_one_has_moved(terminal: "Open") -> None:
    screen = terminal("--line")
    screen.expect(WHICH)
    screen.type("1")
    screen.expect("(Enter for 60): ")
    screen.type("")
    screen.expect("Against whom?")
    screen.type("perfect")
    screen.expect("Do you move first? (Y/n): ")
    screen.type("")
    screen.expect("divisor: ")
    screen.type("30")
    screen.expect("Review this game? (y/N): ")
    screen.type("")
    screen.expect("For more depth: several numbers")
    screen.expect("Enter to play again")
    screen.type("")
    screen.expect("Three numbers this time: with one, the first move can end the game.")
    screen.expect("perfect chooses")
    screen.expect("Enter the number to divide and a divisor")
