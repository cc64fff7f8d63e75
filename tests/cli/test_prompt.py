"""What may be typed at the prompt, through a pipe: decided once, never a traceback."""

import re
from typing import TYPE_CHECKING

import pytest

from aliquot.games import REGISTRY
from aliquot.terminal.line.match_loop import COMMANDS

if TYPE_CHECKING:
    from tests.conftest import Command, Finished

PROMPT = "Enter your chosen divisor: "
TOO_LONG = "is too long: a number has at most 19 digits. Type one of the divisors listed, or ? for help."
AGAIN = "is not a whole number in plain digits. Type one of the divisors listed, or ? for help."


def typed_at_the_start(command: "Command", line: bytes) -> "Finished":
    """Types one line at the first prompt of a game in which an illegal choice loses, then resigns."""
    done = command("play", "dividers-duel", typed=line + b"\nresign\n")
    assert done.code == 0
    assert done.err == ""
    assert "\x1b" not in done.out
    return done


@pytest.mark.parametrize("line", [b"2", b" 2 ", b"\t2", b"2\r", b"002", "\N{NO-BREAK SPACE}2".encode()], ids=ascii)
def test_plain_digits_are_a_choice_whatever_white_space_surrounds_them(line: bytes, command: "Command") -> None:
    done = typed_at_the_start(command, line)
    assert "60 divided by 2 is 30.\n" in done.out
    assert "Player 2 resigns." in done.out


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "line",
    [
        "２".encode(),
        b"+2",
        b"-2",
        b"2.0",
        b"2,0",
        "🙂".encode(),
        "2🙂".encode(),
        b"\0",
        b"2\0",
        b"\xff",
        b"2\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"abc",
        b"1e3",
        b"\x1b[31m2\x1b[0m",
        b"\x1b]0;hello\x07",
        b"9" * 20,
        b"9" * 100_000,
        b"abc" * 100_000,
    ],
    ids=lambda line: ascii(line[:12]),
)
def test_anything_else_is_told_so_and_asked_again_and_never_loses(line: bytes, command: "Command") -> None:
    done = typed_at_the_start(command, line)
    assert done.out.count(TOO_LONG if line == b"9" * 20 else AGAIN) == 1
    assert done.out.count(PROMPT) == 2
    assert "Player 1 resigns." in done.out
    assert len(done.out) < 1000, "what was typed is not echoed back whole"
    assert "integer string conversion" not in done.out


def test_an_empty_line_is_asked_again(command: "Command") -> None:
    done = typed_at_the_start(command, b"")
    assert f"{PROMPT}\nType one of the divisors listed, or ? for help.\n{PROMPT}resign\n" in done.out


def test_a_line_is_never_read_as_a_number_it_only_begins_with(command: "Command") -> None:
    done = typed_at_the_start(command, b"2" + b" " * 10_000 + b"3")
    assert "divided by" not in done.out
    assert "Player 1 resigns." in done.out


def test_a_move_may_be_typed_as_it_is_spelt_in_records(command: "Command") -> None:
    assert "60 divided by 2 is 30." in typed_at_the_start(command, b"60/2").out


@pytest.mark.parametrize("word", ["help", "HELP", " help ", " ? "])
def test_help_is_asked_for_in_several_ways(word: str, command: "Command") -> None:
    asked = command("play", "factor-duel", typed="?\nresign\n").out
    assert command("play", "factor-duel", typed=f"{word}\nresign\n").out.replace(word.strip(), "?") == asked.replace(
        word.strip(), "?"
    )


@pytest.mark.parametrize("slug", REGISTRY)
def test_help_shows_the_rules_in_brief_and_the_commands(slug: str, command: "Command") -> None:
    done = command("play", slug, typed="?\nresign\n")
    duel = REGISTRY[slug]
    assert f"{duel.title}. {duel.tagline}" in done.out
    for name, effect in COMMANDS.items():
        assert re.search(rf"^  {re.escape(name)} +{re.escape(effect)}$", done.out, re.MULTILINE)
    assert f"aliquot rules {slug}\n" in done.out
    loses = "An illegal choice loses the game at once."
    costs_nothing = "An illegal choice costs nothing: you choose again."
    assert (loses in done.out, costs_nothing in done.out) == (duel.penalty == "forfeit", duel.penalty == "retry")


def test_help_tells_of_the_penalty_the_players_agreed_on(command: "Command") -> None:
    assert "costs nothing" in command("play", "dividers-duel", "--retry", typed="?\nresign\n").out
    assert "loses the game at once" in command("play", "divisor-duel-pool", "--forfeit", typed="?\nresign\n").out


@pytest.mark.parametrize(("slug", "word"), [*((slug, "resign") for slug in REGISTRY), ("factor-duel", " RESIGN ")])
def test_resigning_loses(slug: str, word: str, command: "Command") -> None:
    done = command("play", slug, typed=f"{word}\n")
    assert done.code == 0
    assert "Player 1 resigns.\n" in done.out
    assert "Player 2" in done.out.splitlines()[-1]
    assert done.err == ""


@pytest.mark.parametrize("word", ["quit", "QUIT"])
def test_quitting_leaves_the_game_unfinished(word: str, command: "Command") -> None:
    done = command("play", "dividers-duel", typed=f"2\n{word}\n5\n3\n")
    assert done.code == 0
    assert done.err.startswith("The game is unfinished.")
    assert done.err.count("\n") == 1
    assert "wins" not in done.out


def test_a_large_number_of_divisors_is_written_out_in_a_pipe(command: "Command") -> None:
    done = command("play", "dividers-duel", "--start", "897612484786617600", typed="448806242393308800\n")
    assert done.code == 0
    listed = next(line for line in done.out.splitlines() if line.startswith("Proper Divisors: "))
    assert listed.count(",") == 103_680 - 2 - 1
    assert "Player 1 wins!" in done.out
