"""An evening at a real terminal: computers, hints, take-backs, clocks, leaving and coming back, and the review."""

import os
import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import Record
from aliquot.saves.archive import load

if TYPE_CHECKING:
    from tests.conftest import Command
    from tests.terminal.conftest import Open, Terminal

OFFER = "Review this game? (y/N): "
SUBTRACT = "Enter the divisor to subtract: "
DIVIDE = "Enter your chosen divisor: "


class Lounge:
    """Terminals that share a data folder."""

    def __init__(self, terminal: "Open", home: Path) -> None:
        self._terminal = terminal
        self.data = home / "data"

    def __call__(self, *arguments: str) -> "Terminal":
        return self._terminal(*arguments, XDG_DATA_HOME=str(self.data))

    def record(self) -> Record:
        """The one game that has been saved."""
        (path,) = (self.data / "aliquot" / "games").glob("*.duel")
        return load(path)


@pytest.fixture
def lounge(terminal: "Open", command: "Command") -> Lounge:
    return Lounge(terminal, command.home)


def moves(record: Record) -> list[str]:
    return [move.text for move in record.moves]


def test_a_game_against_the_computer_says_what_it_did_and_ends_with_the_offer_of_a_review(lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel", "--two", "perfect", "--seed", "3")
    screen.expect(DIVIDE)
    screen.type("2")
    told = screen.expect("perfect wins!")
    said = re.search(r"perfect chooses (\d+), which leaves (\d+)\.", told)
    assert said
    assert int(said[1]) * int(said[2]) == 30
    screen.expect(OFFER)
    screen.type("y")
    screen.expect("1. Player 1: 60/2?? (blunder)")
    screen.expect("Winning moves: 60/12, 60/20 and 60/30.")
    screen.expect("The turning point was move 1: Player 1 played 60/2, but")
    screen.expect("Player 1 kept the win in 0 of 1 positions where it could be lost (0%).")
    screen.expect("perfect kept the win in 1 of 1 positions where it could be lost (100%).")
    assert screen.finish() == 0
    assert lounge.record().kinds == ("human", "perfect")
    assert all(len(line) <= 80 for line in screen.text.splitlines())


@pytest.mark.parametrize("answer", ["", "n", "what?"])
def test_a_review_that_is_not_wanted_is_not_shown(answer: str, lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel")
    screen.expect(DIVIDE)
    screen.type("30")
    screen.expect(OFFER)
    screen.type(answer)
    assert screen.finish() == 0
    assert "turning point" not in screen.text
    assert "(best)" not in screen.text


def test_closing_the_input_at_the_offer_does_not_make_a_finished_game_unfinished(lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel")
    screen.expect(DIVIDE)
    screen.type("30")
    screen.expect(OFFER)
    screen.press(b"\x04")
    assert screen.finish() == 0
    assert "unfinished" not in screen.text
    assert lounge.record().outcome == Outcome(1, Ending.NO_MOVES)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", ["perfect", "random", "greedy", "skill:0.5"])
def test_every_level_takes_either_seat(level: str, lounge: Lounge) -> None:
    for seat, rival in (("--one", "Player 2"), ("--two", "Player 1")):
        screen = lounge("play", "divisor-duel-subtract", "--start", "90", seat, level, "--no-save")
        if seat == "--two":
            screen.expect(SUBTRACT)
            screen.type("2")
        told = screen.expect(SUBTRACT)
        assert re.search(rf"{re.escape(level)} chooses \d+, which leaves \d+\.", told)
        screen.type("resign")
        screen.expect(f"{rival} resigns.")
        screen.expect(f"{level} wins the game.")
        screen.expect(OFFER)
        screen.type("")
        assert screen.finish() == 0


def test_two_computers_play_to_the_end_by_themselves_and_nobody_is_asked_anything(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--one", "greedy", "--two", "random", "--pace", "0.01")
    screen.expect("wins the game.")
    assert screen.finish() == 0
    assert OFFER not in screen.text
    assert lounge.record().outcome is not None


def test_hints_come_step_by_step_and_are_counted(lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel", "--two", "random")
    for line in ("One of your moves leaves a prime.", "60/12 wins.", "so you can divide it down to a prime"):
        screen.expect(DIVIDE)
        screen.type("hint")
        screen.expect(line)
    screen.expect(DIVIDE)
    screen.type("12")
    screen.expect("Player 1 wins!")
    screen.expect(OFFER)
    assert lounge.record().hints == (3, 0)


def test_a_move_against_a_computer_is_taken_back_at_once(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--start", "90", "--two", "greedy")
    screen.expect(SUBTRACT)
    screen.type("undo")
    screen.expect("There is no move to take back yet.")
    screen.expect(SUBTRACT)
    screen.type("2")
    screen.expect("greedy chooses")
    screen.expect(SUBTRACT)
    assert moves(lounge.record())[0] == "90-2"
    screen.type("undo")
    screen.expect("Taken back.")
    screen.expect("Available divisors of 90:")
    screen.expect(SUBTRACT)
    assert moves(lounge.record()) == []
    screen.type("3")
    screen.expect("greedy chooses")
    screen.expect(SUBTRACT)
    assert moves(lounge.record())[0] == "90-3"
    assert len(lounge.record().moves) == 2


def test_between_two_people_a_take_back_needs_the_others_consent(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--start", "90", "--names", "Ada,Emmy")
    for move in ("2", "2"):
        screen.expect(SUBTRACT)
        screen.type(move)
    for answer, reaction, left in (("n", "Ada does not agree.", ["90-2", "88-2"]), ("y", "Taken back.", ["90-2"])):
        screen.expect(SUBTRACT)
        screen.type("undo")
        screen.expect("Ada, may Emmy take back that last move? (y/n): ")
        screen.type(answer)
        screen.expect(reaction)
        screen.expect("Emmy's Turn" if answer == "y" else SUBTRACT)
        if answer == "y":
            screen.expect(SUBTRACT)
        else:
            screen.type("hint")
        assert moves(lounge.record()) == left


def test_resigning_loses_and_the_record_says_so(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--two", "perfect")
    screen.expect(SUBTRACT)
    screen.type("8")
    screen.expect(SUBTRACT)
    screen.type("resign")
    screen.expect("Player 1 resigns.")
    screen.expect("perfect wins the game.")
    screen.expect(OFFER)
    assert lounge.record().outcome == Outcome(2, Ending.RESIGNED)


def test_time_runs_out_at_the_prompt_itself_without_a_key_press(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--clock", "1", "--names", "Ada,Emmy")
    screen.expect("Time left: Ada 0:01.0, Emmy 0:01.0")
    screen.expect(SUBTRACT)
    screen.expect("Ada has run out of time.")
    screen.expect("Emmy wins the game.")
    assert screen.finish() == 0
    record = lounge.record()
    assert record.outcome == Outcome(2, Ending.OUT_OF_TIME)
    assert record.remaining[0] is not None
    assert record.remaining[0].total_seconds() == 0
    assert record.moves == ()


def test_half_a_line_does_not_stop_the_clock(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--clock", "1")
    screen.expect(SUBTRACT)
    screen.press(b"8")
    screen.expect("Player 1 has run out of time.")
    assert screen.finish() == 0


def test_a_move_adds_the_increment_and_starts_the_others_clock(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--start", "90", "--clock", "500+300")
    screen.expect("Time left: Player 1 8:20, Player 2 8:20")
    screen.expect(SUBTRACT)
    screen.type("2")
    told = screen.expect(SUBTRACT)
    left = re.search(r"Time left: Player 1 (\d+):\d\d, Player 2 8:20", told)
    assert left
    assert 8 < int(left[1]) <= 13
    screen.type("quit")
    screen.expect("unfinished")
    assert screen.finish() == 0
    one, two = lounge.record().remaining
    assert one is not None
    assert two is not None
    assert one.total_seconds() > 500
    assert two.total_seconds() < 500, "the clock of the player who left had been running"
    again = lounge("resume")
    told = again.expect(SUBTRACT)
    shown = re.search(r"Time left: Player 1 (\d+):(\d\d), Player 2 (\d+):(\d\d)", told)
    assert shown
    minutes_one, seconds_one, minutes_two, seconds_two = map(int, shown.groups())
    assert minutes_one * 60 + seconds_one == round(one.total_seconds())
    assert minutes_two * 60 + seconds_two == round(two.total_seconds())


def test_time_that_is_nearly_up_runs_out_after_a_resume(lounge: Lounge) -> None:
    games = lounge.data / "aliquot" / "games"
    games.mkdir(parents=True)
    (games / "x-aa11.duel").write_text(
        '[Game "divisor-duel-subtract(start=90)"] [Clock "600+5"] [RemainingOne "300"] [RemainingTwo "0.3"] 90-2 *'
    )
    screen = lounge("resume")
    screen.expect("Resumed after move 1.")
    screen.expect("Time left: Player 1 5:00, Player 2 0:00.3")
    screen.expect("Player 2 has run out of time.")
    screen.expect(OFFER)
    assert lounge.record().outcome == Outcome(1, Ending.OUT_OF_TIME)
    assert str(lounge.record().remaining[0]) == "0:05:00"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("keys", "code"), [(b"\x03", 130), (b"4\x03", 130), (b"\x04", 1), (b"quit\n", 0)], ids=ascii)
def test_a_game_that_is_left_in_whatever_way_goes_on_where_it_was(keys: bytes, code: int, lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract", "--names", "Ada,Emmy")
    screen.expect(SUBTRACT)
    screen.type("8")
    screen.expect(SUBTRACT)
    screen.type("hint")
    screen.expect(SUBTRACT)
    screen.press(keys)
    assert screen.finish() == code
    assert "Traceback" not in screen.text
    again = lounge("resume")
    again.expect("Resumed after move 1.")
    again.expect("Emmy's Turn")
    again.expect(SUBTRACT)
    assert lounge.record().hints == (0, 1)
    again.type("4")
    again.expect(SUBTRACT)
    again.type("2")
    again.expect("Ada wins the game.")
    again.expect(OFFER)
    again.type("y")
    again.expect("No move gave the win away: Ada was winning from the start.")
    assert again.finish() == 0
    assert moves(lounge.record()) == ["16-8", "8-4", "4-2"]


def test_a_laptop_lid_kill_loses_nothing_that_was_acknowledged(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-pool", "--two", "greedy", "--seed", "9")
    screen.expect("Player 1 selects: ")
    screen.type("12")
    screen.expect("greedy chooses")
    screen.expect("Player 1 selects: ")
    screen.send(signal.SIGKILL)
    assert screen.finish() == -signal.SIGKILL
    again = lounge("resume")
    again.expect("Resumed after move 2.")
    again.expect("Player 1 selects: ")
    assert moves(lounge.record())[0] == "12"


def test_a_terminal_that_is_closed_leaves_a_game_that_can_be_resumed(lounge: Lounge) -> None:
    screen = lounge("play", "divisor-duel-subtract")
    screen.expect(SUBTRACT)
    screen.type("8")
    screen.expect(SUBTRACT)
    screen.send(signal.SIGHUP)
    assert screen.finish() != 0
    lounge("resume").expect("Resumed after move 1.")


def test_replay_waits_for_a_key_before_each_move(lounge: Lounge) -> None:
    games = lounge.data / "aliquot" / "games"
    games.mkdir(parents=True)
    (games / "x-aa11.duel").write_text('[Game "dividers-duel(start=60)"] 60/2 30/5 6/3 1-0')
    screen = lounge("replay", "aa11")
    screen.expect("Start: 60")
    for line in ("1. Player 1: 60/2", "2. Player 2: 30/5"):
        screen.type("")
        screen.expect(line)
    assert "6/3" not in screen.text
    screen.type("q")
    assert screen.finish() == 0
    assert "6/3" not in screen.text


def test_the_help_names_everything_that_can_be_typed(lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel", "--no-save")
    screen.expect(DIVIDE)
    screen.type("?")
    told = screen.expect(DIVIDE)
    for word in ("hint", "undo", "where", "moves", "resign", "quit", "?"):
        assert re.search(rf"^\s+{re.escape(word)}\s", told, re.MULTILINE), word


def test_nothing_outside_the_given_folder_is_touched(lounge: Lounge, command: "Command") -> None:
    screen = lounge("play", "dividers-duel")
    screen.expect(DIVIDE)
    screen.type("2")
    screen.expect(DIVIDE)
    screen.type("quit")
    assert screen.finish() == 0
    assert os.listdir(command.home) == ["data"]


def win_at_once(screen: "Terminal") -> None:
    screen.expect(DIVIDE)
    screen.type("30")
    screen.expect(OFFER)
    screen.type("")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("moment", ["before its first move", "after a move"])
def test_a_series_killed_in_its_third_game_comes_back_there_and_names_its_champion(moment: str, lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel", "--best-of", "3", "--names", "Ada,Emmy")
    for _ in range(2):
        win_at_once(screen)
    screen.expect("Score: Ada 1, Emmy 1.")
    screen.expect("Game 3 of at most 3: Ada moves first.")
    screen.expect(DIVIDE)
    if moment == "after a move":
        screen.type("2")
        screen.expect(DIVIDE)
    screen.send(signal.SIGKILL)
    again = lounge("resume")
    again.expect("Game 3 of at most 3: Ada moves first.")
    again.expect(DIVIDE)
    again.type("15" if moment == "after a move" else "30")
    again.expect(OFFER)
    again.type("")
    if moment == "after a move":
        again.expect("Score: Ada 1, Emmy 2.")
        again.expect("Emmy wins the series 2 to 1.")
    else:
        again.expect("Score: Ada 2, Emmy 1.")
        again.expect("Ada wins the series 2 to 1.")
    assert again.finish() == 0


def test_after_a_flag_falls_the_next_clock_waits_for_its_player(lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel", "--best-of", "3", "--names", "Ada,Emmy", "--clock", "0.2")
    screen.expect("Ada has run out of time.")
    screen.expect("Score: Ada 0, Emmy 1.")
    screen.expect("Emmy, are you ready? Enter starts the clock: ")
    screen.type("")
    screen.expect("Emmy has run out of time.")
    screen.expect("Score: Ada 1, Emmy 1.")
    screen.expect("Ada, are you ready? Enter starts the clock: ")


def test_two_people_take_back_a_slip_before_it_is_answered(lounge: Lounge) -> None:
    screen = lounge("play", "dividers-duel", "--names", "Ada,Emmy")
    screen.expect(DIVIDE)
    screen.type("2")
    screen.expect(DIVIDE)
    screen.type("u")
    screen.expect("Emmy, may Ada take back that last move? (y/n): ")
    screen.type("y")
    screen.expect("Taken back.")
    screen.expect("Ada's turn.")
    screen.expect("Current Number: 60")


def test_a_blind_player_hears_only_what_has_changed(lounge: Lounge) -> None:
    screen = lounge("play", "pool", "--plain", "--two", "perfect", "--seed", "1")
    screen.expect("Player 1: pick any number, from 2 to 50.\n")
    screen.expect("Player 1 selects: ")
    screen.type("48")
    told = screen.expect("Player 1 selects: ")
    assert "Player 1 picks 48.\n" in told
    assert "perfect chooses" in told
    assert re.search(r"Player 1: pick a divisor or a multiple of \d+\. There are \d+: ", told)
    assert "Available Numbers" not in screen.text
    assert "\x1b[" not in screen.raw
    screen.type("where")
    screen.expect("The last pick is ")
    screen.type("hnit")
    screen.expect("Did you mean hint?")
