from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.terminal.conftest import Open


def test_a_series_at_the_terminal_alternates_and_names_a_champion(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel", "--names", "Ada,Emmy", "--best-of", "3")
    screen.expect("Game 1 of at most 3: Ada moves first.")
    screen.expect("divisor: ")
    screen.type("30")
    screen.expect("Review this game? (y/N): ")
    screen.type("")
    screen.expect("Score: Ada 1, Emmy 0.")
    screen.expect("Game 2 of at most 3: Emmy moves first.")
    screen.expect("divisor: ")
    screen.type("resign")
    screen.expect("Score: Ada 2, Emmy 0.")
    screen.expect("Ada wins the series 2 to 0.")
    assert screen.finish() == 0


def test_a_player_keeps_one_colour_in_either_seat(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel", "--names", "Ada,Emmy", "--best-of", "3")
    for _ in range(2):
        screen.expect("divisor: ")
        screen.type("30")
        screen.expect("Review this game? (y/N): ")
        screen.type("")
    screen.expect("Game 3")
    colours = {
        part.split("Ada")[0].rsplit("\x1b[", 1)[-1] for part in screen.raw.split("\x1b[0m") if part.endswith("Ada")
    }
    others = {
        part.split("Emmy")[0].rsplit("\x1b[", 1)[-1] for part in screen.raw.split("\x1b[0m") if part.endswith("Emmy")
    }
    assert len(colours) == len(others) == 1
    assert colours != others


def test_a_finished_game_may_be_reviewed(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.type("2")
    screen.expect("divisor: ")
    screen.type("15")
    screen.expect("Review this game? (y/N): ")
    screen.type("y")
    assert screen.finish() == 0
    review = screen.text.partition("Review this game?")[2]
    assert "Player 1" in review
    assert "Player 2" in review


def test_the_end_of_input_after_the_game_leaves_nothing_unfinished(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel")
    screen.expect("divisor: ")
    screen.type("30")
    screen.expect("Review this game? (y/N): ")
    screen.press(b"\x04")
    assert screen.finish() == 0
    assert "unfinished" not in screen.text


def test_the_coin_is_tossed_in_sight(terminal: "Open") -> None:
    screen = terminal("play", "dividers-duel", "--names", "Ada,Emmy", "--toss", "--seed", "1")
    told = screen.expect("moves first.")
    assert "The coin shows " in told
    first = "Ada" if "Ada moves" in told else "Emmy"
    screen.expect(f"{first}'s turn.")
