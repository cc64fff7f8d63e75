"""The flags of `aliquot play`, through pipes."""

from typing import TYPE_CHECKING

import pytest

from aliquot.games import REGISTRY
from tests.sentences import refusal

if TYPE_CHECKING:
    from tests.conftest import Command


def test_the_start_may_be_chosen(command: "Command") -> None:
    done = command("play", "dividers-duel", "--start", "84", typed="42\n")
    assert "Starting Number: 84\n" in done.out
    assert "84 divided by 42 is 2.\n" in done.out
    assert done.code == 0


def test_the_pool_may_be_chosen(command: "Command") -> None:
    done = command("play", "divisor-duel-pool", "--pool", "1-3", typed="3\n1\n2\n")
    assert "Available Numbers: 1, 2, 3\n" in done.out
    assert done.out.endswith("[Final Turn] Player 2, no valid moves available. You lose!\nPlayer 1 wins!\n")


@pytest.mark.parametrize("slug", REGISTRY)
def test_names_replace_player_1_and_player_2_everywhere(slug: str, command: "Command") -> None:
    done = command("play", slug, "--names", "Ada, Émilie du Châtelet", typed="resign\n")
    assert "Ada resigns." in done.out
    assert "Émilie du Châtelet" in done.out.splitlines()[-1]
    assert "Player" not in done.out


@pytest.mark.parametrize("names", ["{name},{moves}", "{},{0}", "%s,%d", "'A,B'", "A\\,B", "小野,李"])
def test_names_are_printed_as_they_are(names: str, command: "Command") -> None:
    first, second = names.split(",")
    done = command("play", "dividers-duel", "--names", names, "--best-of", "3", typed="resign\nresign\nresign\n")
    assert done.code == 0
    assert f"Game 1 of at most 3: {first} moves first.\n" in done.out
    assert f"{second} wins the series 2 to 1.\n" in done.out


def tossed(command: "Command", seed: int) -> str:
    return command("play", "dividers-duel", "--names", "Ada,Emmy", "--toss", "--seed", str(seed), typed="resign\n").out


def test_the_same_seed_gives_the_same_toss(command: "Command") -> None:
    for seed in (0, 10**18):
        assert tossed(command, seed) == tossed(command, seed)


def test_both_sides_of_the_coin_occur_and_decide_who_moves_first(command: "Command") -> None:
    sides = set()
    for seed in range(6):
        told = tossed(command, seed).splitlines()
        assert told[0] in ("The coin shows heads. Ada moves first.", "The coin shows tails. Emmy moves first.")
        assert told[1] == ""
        first = "Ada" if "Ada" in told[0] else "Emmy"
        assert f"{first}'s turn." in told
        assert f"{first} resigns." in told
        sides.add(first)
    assert sides == {"Ada", "Emmy"}


def test_without_a_seed_the_coin_falls_either_way(command: "Command") -> None:
    seen: set[str] = set()
    for _ in range(60):  # all alike once in 10^17 runs of this test
        seen.add(
            command("play", "dividers-duel", "--names", "Ada,Emmy", "--toss", typed="resign\n").out.splitlines()[0]
        )
        if len(seen) == 2:
            break
    assert seen == {"The coin shows heads. Ada moves first.", "The coin shows tails. Emmy moves first."}


def test_without_names_the_toss_settles_who_is_player_1(command: "Command") -> None:
    for seed in range(3):
        done = command("play", "dividers-duel", "--toss", "--seed", str(seed), typed="resign\n")
        side = "heads" if "shows heads" in done.out else "tails"
        assert done.out.startswith(
            f"The coin shows {side}. The player who called {side} is Player 1 and moves first.\n\nWelcome"
        )
        assert "Player 1 resigns." in done.out


@pytest.mark.parametrize("seed", range(4))
def test_who_the_coin_names_moves_first_even_among_odd_names(seed: int, command: "Command") -> None:
    done = command("play", "dividers-duel", "--names", "Player 2,Ada", "--toss", "--seed", str(seed), typed="resign\n")
    first = next(line for line in done.out.splitlines() if line.endswith("'s turn.")).removesuffix("'s turn.")
    assert done.out.splitlines()[0].endswith(f"{first} moves first.")


def test_a_series_alternates_keeps_score_and_names_a_champion(command: "Command") -> None:
    done = command(
        "play",
        "divisor-duel-subtract",
        "--names",
        "Ada,Emmy",
        "--best-of",
        "5",
        typed="resign\n8\n4\n2\nresign\nresign\n",
    )
    assert done.code == 0
    marks = ("of at most", "Score: ", "wins the series")
    assert [line for line in done.out.splitlines() if any(mark in line for mark in marks)] == [
        "Game 1 of at most 5: Ada moves first.",
        "Score: Ada 0, Emmy 1.",
        "Game 2 of at most 5: Emmy moves first.",
        "Score: Ada 0, Emmy 2.",
        "Game 3 of at most 5: Ada moves first.",
        "Score: Ada 0, Emmy 3.",
        "Emmy wins the series 3 to 0.",
    ]
    assert done.out.endswith("Emmy wins the series 3 to 0.\n")


def test_a_series_ends_as_soon_as_it_is_decided(command: "Command") -> None:
    done = command("play", "dividers-duel", "--best-of", "3", typed="30\nresign\nresign\n")
    assert "Game 2 of at most 3: Player 2 moves first.\n" in done.out
    assert "Game 3" not in done.out
    assert done.out.endswith("Score: Player 1 2, Player 2 0.\nPlayer 1 wins the series 2 to 0.\n")


def test_a_series_of_one_is_a_game_like_any_other(command: "Command") -> None:
    once = command("play", "dividers-duel", "--best-of", "1", typed="30\n").out
    assert once == command("play", "dividers-duel", typed="30\n").out


def test_a_series_from_a_prime_is_played_without_any_input(command: "Command") -> None:
    done = command("play", "factor-duel", "--start", "7", "--best-of", "3")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("Score: Player 1 1, Player 2 2.\nPlayer 2 wins the series 2 to 1.\n")


def test_a_tossed_series_alternates_from_whoever_the_coin_chose(command: "Command") -> None:
    flags = ("--names", "Ada,Emmy", "--toss", "--best-of", "3", "--seed")
    outputs = [command("play", "dividers-duel", *flags, str(seed), typed="resign\n" * 3).out for seed in range(5)]
    emmys = next(out for out in outputs if out.startswith("The coin shows tails. Emmy moves first."))
    assert "Game 1 of at most 3: Emmy moves first.\n" in emmys
    assert "Game 2 of at most 3: Ada moves first.\n" in emmys
    assert "Score: Emmy 0, Ada 1.\n" in emmys


def test_retry_spares_and_forfeit_punishes_whatever_the_book_says(command: "Command") -> None:
    spared = command("play", "dividers-duel", "--retry", typed="7\n30\n")
    assert refusal("7", "dividers-duel") + " Type one of the divisors listed, or ? for help." in spared.out
    assert spared.out.endswith("Player 1 wins!\n")
    punished = command("play", "divisor-duel-pool", "--forfeit", typed="99\n")
    assert punished.out.endswith(
        f"{refusal('99', 'divisor-duel-pool')}\n\nPlayer 1 made an illegal choice and loses.\nPlayer 2 wins!\n"
    )


def test_the_second_player_can_lose_by_an_illegal_choice_too(command: "Command") -> None:
    done = command("play", "factor-duel", typed="2\n2\n")
    assert done.out.endswith(
        f"{refusal('2', 'factor-duel', '2')}\n\n"
        "Player 2 made an illegal choice and loses.\nCongratulations, Player 1! You win the game!\n"
    )
