"""Variants at the command line: played, solved, reviewed and resumed as a user does it."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from aliquot import game as set_up
from aliquot import solve
from aliquot.core.text import listing
from aliquot.oracle.verify import verify_text
from tests.sentences import refusal

if TYPE_CHECKING:
    from tests.conftest import Command, Finished


@pytest.fixture
def aliquot(command: "Command") -> Any:
    """The command, its data in a folder of its own."""
    data = Path(command.home) / "data"

    def run(*arguments: str, typed: str = "") -> "Finished":
        done = command(*arguments, typed=typed, XDG_DATA_HOME=str(data))
        assert "Traceback" not in done.err
        return done

    return run


def newest(aliquot: Any) -> Any:
    return json.loads(aliquot("history", "--json").out)[0]


def test_a_sum_is_played_to_its_end(aliquot: Any) -> None:
    done = aliquot("play", "dividers-duel", "--start", "12,18", typed="12/2\n18/3\n6/3\n6/3\n")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "Welcome to Divider's Duel with 2 numbers!\n"
        "Starting numbers: 12, 18\n"
        "\n"
        "Player 1's turn.\n"
        "12: 2, 3, 4, 6\n"
        "18: 2, 3, 6, 9\n"
        "Enter the number to divide and a divisor, as in 12/2: 12/2\n"
        "12/2 leaves 6, 18.\n"
        "\n"
        "Player 2's turn.\n"
        "6: 2, 3\n"
        "18: 2, 3, 6, 9\n"
        "Enter the number to divide and a divisor, as in 6/2: 18/3\n"
        "18/3 leaves 6, 6.\n"
        "\n"
        "Player 1's turn.\n"
        "6: 2, 3\n"
        "6: 2, 3\n"
        "Enter the number to divide and a divisor, as in 6/2: 6/3\n"
        "6/3 leaves 2, 6.\n"
        "\n"
        "Player 2's turn.\n"
        "2: none\n"
        "6: 2, 3\n"
        "Enter the number to divide and a divisor, as in 6/2: 6/3\n"
        "6/3 leaves 2, 2.\n"
        "\n"
        "Player 1's turn.\n"
        "No number has a proper divisor left: 2, 2.\n"
        "Player 1 cannot make a move. Player 2 wins!\n"
    )


def test_a_divisor_alone_is_enough_where_one_number_takes_it_and_asked_about_where_several_do(aliquot: Any) -> None:
    done = aliquot("play", "dividers-duel", "--start", "60,84,90", typed="2\n7\nresign\n")
    assert "2 is a divisor of 60, 84 and 90; type the number too, as in 60/2. Type one of the moves" in done.out
    assert "84/7 leaves 60, 12, 90.\n" in done.out
    assert "Player 2 resigns.\n" in done.out


def test_a_number_that_is_not_there_is_asked_again_and_a_bad_divisor_explained(aliquot: Any) -> None:
    done = aliquot("play", "divisor-duel-subtract", "--start", "7,16", typed="99-3\n7-2\n16-3\n16-8\nresign\n")
    assert refusal("99-3", "divisor-duel-subtract(start=7+16)") in done.out
    assert refusal("7-2", "divisor-duel-subtract(start=7+16)") + " Type one" in done.out
    assert refusal("16-3", "divisor-duel-subtract(start=7+16)") + " Type one" in done.out
    assert "16-8 leaves 7, 8.\n" in done.out


def test_a_misere_game_is_won_by_whoever_cannot_move(aliquot: Any) -> None:
    done = aliquot("play", "factor-duel", "--misere", typed="6\n")
    assert done.out.endswith("Player 2's turn.\nNo move is left. The last move loses: Player 2 wins!\n")
    at_once = aliquot("play", "factor-duel", "--misere", "--start", "7")
    assert "7 is prime: Player 1 has no move and wins at once.\n" in at_once.out
    several = aliquot("play", "factor-duel", "--misere", "--swap", "--start", "7,5")
    assert "None of the numbers has a proper divisor left: Player 1 has no move and wins at once.\n" in several.out
    assert at_once.code == several.code == 0


def test_a_swap_changes_the_seats(aliquot: Any) -> None:
    done = aliquot("play", "divisor-duel-subtract", "--swap", typed="8\nswap\n4\n2\n")
    assert done.code == 0
    assert "Or type swap: the last move becomes yours, and your opponent moves next.\n" in done.out
    assert done.out.count("Or type swap") == 1
    assert "Player 2 takes the last move over.\n\nPlayer 1's Turn\nAvailable divisors of 8: [2, 4]\n" in done.out
    assert done.out.endswith("Player 1's Turn\nNo valid moves available. You lose!\nPlayer 2 wins the game.\n")


@pytest.mark.parametrize("typed", ["swap\n8\nswap\n4\nresign\n", "8\n4\nswap\nresign\n"])
def test_a_swap_at_the_wrong_time_is_refused(typed: str, aliquot: Any) -> None:
    done = aliquot("play", "divisor-duel-subtract", "--swap", typed=typed)
    assert done.out.count("Only the second turn of the game can be a swap. Type one of the divisors listed") == 1
    assert "resigns" in done.out


def test_a_swap_without_the_pie_rule_and_a_nought_with_it_are_no_swaps(aliquot: Any) -> None:
    done = aliquot("play", "divisor-duel-subtract", typed="8\nswap\nresign\n")
    assert refusal("swap", "divisor-duel-subtract", "8") in done.out
    done = aliquot("play", "divisor-duel-subtract", "--swap", typed="8\n0\nresign\n")
    assert refusal("0", "divisor-duel-subtract", "8") in done.out
    assert "takes the last move over" not in done.out


def test_a_computer_swaps_where_that_wins(aliquot: Any) -> None:
    done = aliquot("play", "dividers-duel", "--swap", "--two", "perfect", typed="30\n")
    assert "perfect chooses swap.\n" in done.out
    assert done.out.endswith("Player 1 cannot make a move. perfect wins!\n")


def test_an_opening_is_kept_to(aliquot: Any) -> None:
    flags = ("play", "divisor-duel-pool", "--pool", "1-8", "--opening", "even")
    done = aliquot(*flags, typed="7\n4\nresign\n")
    assert refusal("7", "divisor-duel-pool(pool=1-8,opening=even)") + " Type one of the numbers listed" in done.out
    assert "[Turn 2] Player 2, select a divisor or multiple of 4:" in done.out


@pytest.mark.parametrize(
    ("preset", "refused", "taken"), [("juniper-green", "97", "98"), ("factors-and-multiples", "98", "48")]
)
def test_a_preset_is_played_by_its_name(preset: str, refused: str, taken: str, aliquot: Any) -> None:
    done = aliquot("play", preset, typed=f"{refused}\n{taken}\nresign\n")
    assert refusal(refused, preset) in done.out
    assert f"select a divisor or multiple of {taken}:" in done.out
    assert newest(aliquot)["game"] == set_up(preset).id


def test_perfect_wins_juniper_green(aliquot: Any) -> None:
    done = aliquot("play", "juniper-green", "--one", "perfect", "--two", "random", "--seed", "3")
    assert done.code == 0
    assert done.out.endswith("perfect wins!\n")


# --- starts left to chance ------------------------------------------------------------------------


def drawn(aliquot: Any, start: str, seed: int, *flags: str) -> str:
    """The start that was drawn, as the record has it."""
    aliquot("play", "dividers-duel", "--start", start, "--seed", str(seed), *flags, typed="resign\n")
    written = re.fullmatch(r"dividers-duel\(start=([0-9+]+)[a-z,]*\)", newest(aliquot)["game"])
    assert written
    return written[1]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("start", ["random", "random:4-9", "balanced", "balanced:3"])
def test_the_same_seed_draws_the_same_start(start: str, aliquot: Any) -> None:
    first = [drawn(aliquot, start, seed) for seed in range(4)]
    assert [drawn(aliquot, start, seed) for seed in range(4)] == first
    assert len(set(first)) > 1
    if start == "random:4-9":
        assert set(first) <= {"4", "6", "8", "9"}
    assert all(number.count("+") == (2 if start == "balanced:3" else 0) for number in first)


def test_a_coin_decides_who_wins_a_balanced_sum(aliquot: Any) -> None:
    sides = {solve(set_up("dividers-duel", start=drawn(aliquot, "balanced:3", seed))).wins for seed in range(8)}
    assert sides == {True, False}


def test_a_balanced_misere_start_is_balanced_for_misere(aliquot: Any) -> None:
    number = drawn(aliquot, "balanced", 1, "--misere")
    assert 0 < len(solve(set_up("dividers-duel", start=number, misere=True)).winning_moves) <= 6


# --- what is refused ------------------------------------------------------------------------------

TAKERS = "dividers-duel, divide-and-conquer, factor-duel, divisor-duel-subtract"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("play", "dividers-duel", "--start", "60,2"),
            "Number 2 of the sum, '2': The start of Divider's Duel must be a whole number greater than 2 and at most "
            "10^18, not 2.",
        ),
        (
            ("play", "dividers-duel", "--start", "60,,84"),
            "Number 2 of the sum, '': The start of Divider's Duel must be a whole number greater than 2 and at most "
            "10^18, not ''.",
        ),
        (("play", "dividers-duel", "--start", ",".join(["60"] * 33)), "A sum has from 2 to 32 numbers, not 33."),
        (("solve", "dividers-duel", "+".join(["60"] * 33)), "A sum has from 2 to 32 numbers, not 33."),
        (
            ("play", "divisor-duel-pool", "--start", "60,84"),
            f"--start is for {TAKERS}; divisor-duel-pool takes --pool.",
        ),
        (("play", "juniper-green", "--start", "60"), f"--start is for {TAKERS}; juniper-green takes --pool."),
        (
            ("play", "factor-duel", "--opening", "even"),
            "--opening is for divisor-duel-pool; factor-duel takes --start.",
        ),
        (("solve", "factor-duel", "--opening", "even"), "Factor Duel takes the parameter 'start', not 'opening'."),
        (
            ("play", "divisor-duel-pool", "--opening", "odd"),
            "An opening is any, even or even-below-50, not 'odd'.",
        ),
        (
            ("play", "divisor-duel-subtract", "--start", "720720000000,720720", "--misere", "--two", "perfect"),
            "There is no perfect player for this game: "
            "Divisor Duel: Subtraction with 2 numbers, misère is too large to search from here: "
            "more than 50,000 positions can follow.",
        ),
        (
            (
                "play",
                "divisor-duel-subtract",
                "--start",
                "720720000000,720720",
                "--misere",
                "--one",
                "skill:0.5",
                "--swap",
            ),
            "There is no perfect player for this game: "
            "Divisor Duel: Subtraction with 2 numbers, misère is too large to search from here: "
            "more than 50,000 positions can follow.",
        ),
        (("play", "factor-duel", "--start", "balanced:99"), "A balanced sum has from 2 to 32 numbers, not 99."),
        (
            ("play", "factor-duel", "--start", "random:7-7"),
            "There is no start with a legal move in 'random:7-7'.",
        ),
        (
            ("play", "factor-duel", "--start", "balanced:few"),
            "A random start is written random, random:LO-HI, balanced or balanced:K, not 'balanced:few'.",
        ),
        (
            ("solve", "divisor-duel-pool", "2-12/12,6~", "--swap"),
            "The swap is open after one pick and no other time, not at '2-12/12,6~'.",
        ),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_it_is_refused_in_one_sentence(arguments: tuple[str, ...], sentence: str, aliquot: Any) -> None:
    assert aliquot(*arguments).refusal() == f"aliquot: {sentence}"


def test_where_nobody_knows_others_play_and_hints_say_so(aliquot: Any) -> None:
    flags = ("play", "divisor-duel-subtract", "--start", "720720000000,720720", "--misere")
    assert aliquot(*flags, "--two", "random", "--seed", "1", typed="720720-360360\nresign\n").code == 0
    done = aliquot(*flags, typed="hint\nresign\n")
    assert "Subtraction with 2 numbers, misère is too large to search" in done.out
    unknown = aliquot("solve", "divisor-duel-subtract", "720720000000,720720", "--misere")
    assert unknown.code != 0
    assert unknown.out == ""
    assert unknown.err.startswith("aliquot: Divisor Duel: Subtraction with 2 numbers, misère is too large to search")
    assert unknown.err.endswith(" positions can follow. --seconds 60 searches for that long.\n")


# --- solved ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "wins", "moves"),
    [
        (("dividers-duel", "12+18"), False, []),
        (("dividers-duel", "12+7"), True, [[12, 4], [12, 6]]),
        (("dividers-duel", "12", "--misere"), True, [2, 3]),
        (("dividers-duel", "7", "--misere"), True, []),
        (("dividers-duel", "4+9", "--misere"), True, [[4, 2], [9, 3]]),
        (("dividers-duel", "12", "--swap"), False, []),
        (("dividers-duel", "7", "--swap"), False, []),
        (("dividers-duel", "3~", "--swap"), True, ["swap"]),
        (("dividers-duel", "12~", "--swap"), True, [4, 6]),
        (("dividers-duel", "12+18~", "--swap"), True, ["swap"]),
        (("divisor-duel-pool", "1-8/", "--opening", "even"), True, [2, 4, 8]),
        (("divisor-duel-pool", "1-8/4~", "--swap", "--opening", "even"), True, ["swap"]),
        (("divisor-duel-pool", "1-2/", "--opening", "even"), False, []),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_variant_is_solved_and_proved(arguments: tuple[str, ...], wins: bool, moves: list[Any], aliquot: Any) -> None:
    done = aliquot("solve", *arguments, "--json")
    assert done.code == 0
    answer = json.loads(done.out)
    assert (answer["wins"], answer["winning_moves"]) == (wins, moves)
    assert verify_text(done.out).certificate == answer["certificate"]
    checked = aliquot("verify", "-", typed=done.out)
    assert checked.code == 0
    by = f", by {listing([*map(str, moves)])} and no other move" if moves else ", without a move" if wins else ""
    told = f"{answer['certificate']['game']} {arguments[1]} is {'won' if wins else 'lost'} for the player to move{by}"
    assert checked.out.splitlines()[0] == f"valid: {told}"


def test_a_person_is_told_the_moves_as_they_are_typed(aliquot: Any) -> None:
    assert aliquot("solve", "dividers-duel", "12+7").out == (
        "Divider's Duel with 2 numbers at 12+7, player 1 to move\n"
        "\n"
        "The player to move wins.\n"
        "Counting prime factors less one, 12 and 7 are worth 2 and 0. Counted over all "
        "the numbers, 2 occurs an odd number of times. By 12/4 or 12/6 you leave your opponent no move.\n"
        "\n"
        "Winning moves: 12/4, 12/6\n"
        "Grundy value: 2\n"
        "Moves to the end: 1\n"
    )
    assert "Winning moves: swap\n" in aliquot("solve", "dividers-duel", "3~", "--swap").out


def test_a_move_of_a_variant_is_explained(aliquot: Any) -> None:
    done = aliquot("solve", "dividers-duel", "3~", "--swap", "--move", "swap", "--json")
    assert json.loads(done.out) == {
        "move": "swap",
        "wins": True,
        "replies": [],
        "reason": "swap wins. 3 is prime and has no proper divisor. Nobody can move, so you have won.",
    }
    first = json.loads(aliquot("solve", "dividers-duel", "12", "--swap", "--move", "4", "--json").out)
    assert (first["move"], first["wins"], first["replies"]) == (4, False, ["swap"])
    in_sum = json.loads(aliquot("solve", "dividers-duel", "12+7", "--move", "12/2", "--json").out)
    assert (in_sum["move"], in_sum["wins"], in_sum["replies"]) == ([12, 2], False, [[6, 2], [6, 3]])


# --- hints, reviews and resuming ------------------------------------------------------------------


def test_a_hint_for_a_sum_teaches_in_three_steps(aliquot: Any) -> None:
    done = aliquot("play", "dividers-duel", "--start", "12,7", typed="hint\nhint\nhint\nresign\n")
    told = [line for line in done.out.splitlines() if not line.startswith(("Enter", "Player"))]
    assert "Write what each number is worth as powers of two. Which powers occur an odd number of times?" in told
    assert "12/4 wins." in told
    assert any(line.startswith("Counting prime factors less one, 12 and 7 are worth 2 and 0.") for line in told)


def test_a_sum_lost_to_a_computer_is_reviewed_with_the_reasons(aliquot: Any) -> None:
    done = aliquot("play", "dividers-duel", "--start", "12,7", "--two", "skill:1", "--seed", "1", typed="12/2\n")
    assert done.out.endswith("wins!\n")
    saved = newest(aliquot)["id"]
    told = aliquot("review", saved)
    assert (told.code, told.err) == (0, "")
    assert "  1. Player 1: 12/2?? (blunder)\n" in told.out
    assert "Winning moves: 12/4 and 12/6.\n" in told.out
    assert "Counting prime factors less one, 6 and 7 are worth 1 and 0." in told.out
    assert "The turning point was move 1: Player 1 played 12/2, but 12/4 or 12/6 would have won.\n" in told.out
    found = json.loads(aliquot("review", saved, "--json").out)
    assert found["turning_point"] == 1
    assert found["turns"][0]["better"] == ["12/4", "12/6"]
    assert [turn["mark"] for turn in found["turns"]] == ["blunder", "best"]


def test_a_game_with_a_swap_is_reviewed(aliquot: Any) -> None:
    aliquot("play", "dividers-duel", "--swap", "--start", "12", typed="2\nswap\n2\n")
    told = aliquot("review", newest(aliquot)["id"])
    assert told.code == 0
    assert "  2. Player 2: swap?? (blunder)\n" in told.out
    assert "Winning moves: 6/2 and 6/3.\n" in told.out


@pytest.mark.parametrize(
    ("flags", "first", "then"),
    [
        (("--start", "12,18", "--misere"), "12/2\nquit\n", "18/9\n6/2\n"),
        (("--start", "12,18", "--swap"), "18/3\nquit\n", "swap\n12/2\n6/2\n6/2\n"),
        (("--start", "60", "--misere", "--swap"), "2\nswap\nquit\n", "2\n3\n"),
    ],
    ids=["misère sum", "sum before the swap", "after the swap"],
)
def test_a_variant_left_unfinished_is_resumed(flags: tuple[str, ...], first: str, then: str, aliquot: Any) -> None:
    assert aliquot("play", "dividers-duel", *flags, typed=first).code == 0
    before = newest(aliquot)
    assert before["game"].endswith(("misere)", "swap)"))
    assert before["result"] is None
    done = aliquot("resume", typed=then)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Resumed after move ")
    after = newest(aliquot)
    assert (after["id"], after["game"]) == (before["id"], before["game"])
    assert after["result"] in (1, 2)
    assert aliquot("replay", after["id"]).code == 0
