"""Where the rule books are silent or slip, a ruling decides. Each has a test that names it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.games import REGISTRY, create, defaults

if TYPE_CHECKING:
    from tests.conftest import Command

DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
NUMBER = (*DIVISION, "divisor-duel-subtract")
TRANSCRIPTS = {
    "dividers-duel": ((), "2 5 3"),
    "divide-and-conquer": (("--start", "36"), "2 9"),
    "factor-duel": ((), "5 2"),
    "divisor-duel-subtract": ((), "8 4 2"),
    "divisor-duel-pool": (("--pool", "2-10"), "4 8 2 10 5"),
}
"""For each transcript, the flags and the choices that lead to it."""


def lines(choices: str) -> str:
    return "".join(f"{choice}\n" for choice in choices.split())


# R1: two books are both titled "Divisor Duel"


def test_r01_the_two_divisor_duels_have_names_of_their_own() -> None:
    assert {slug: duel.title for slug, duel in REGISTRY.items()} == {
        "dividers-duel": "Divider's Duel",
        "divide-and-conquer": "Divide and Conquer",
        "factor-duel": "Factor Duel",
        "divisor-duel-subtract": "Divisor Duel: Subtraction",
        "divisor-duel-pool": "Divisor Duel: Pool",
    }


def test_r01_their_common_title_alone_names_neither(command: "Command") -> None:
    refusal = command("rules", "divisor-duel").refusal()
    assert "'divisor-duel' is ambiguous: it could be divisor-duel-subtract or divisor-duel-pool." in refusal


# R2: default and smallest start


@pytest.mark.parametrize(
    ("slug", "default", "smallest"),
    [
        ("dividers-duel", 60, 3),
        ("divide-and-conquer", 100, 2),
        ("divisor-duel-subtract", 16, 2),
        ("factor-duel", 30, 3),
    ],
)
def test_r02_each_number_game_has_its_default_and_its_bounds(slug: str, default: int, smallest: int) -> None:
    assert create(slug).id == f"{slug}(start={default})"
    assert create(slug, start=smallest).id == f"{slug}(start={smallest})"
    assert create(slug, start=10**18).id == f"{slug}(start={10**18})"
    for start in (smallest - 1, 10**18 + 1):
        with pytest.raises(InvalidParameter, match=rf"greater than {smallest - 1} and at most 10\^18"):
            create(slug, start=start)


def test_r02_the_pool_is_2_to_50_unless_agreed_otherwise() -> None:
    assert create("divisor-duel-pool").id == "divisor-duel-pool(pool=2-50)"
    assert create("divisor-duel-pool", pool=(1, 1)).id == "divisor-duel-pool(pool=1-1)"
    with pytest.raises(InvalidParameter, match="1 ≤ LO ≤ HI"):
        create("divisor-duel-pool", pool=(0, 5))


def test_r02_a_pool_holds_at_most_a_million_numbers_up_to_ten_to_the_eighteen() -> None:
    assert create("divisor-duel-pool", pool=(1, 1_000_000)).max_length == 1_000_000
    assert create("divisor-duel-pool", pool=(10**18 - 999_999, 10**18)).max_length == 1_000_000
    with pytest.raises(InvalidParameter, match="at most 1,000,000 numbers"):
        create("divisor-duel-pool", pool=(1, 1_000_001))
    with pytest.raises(InvalidParameter, match=r"10\^18"):
        create("divisor-duel-pool", pool=(10**18, 10**18 + 1))


# R3: a prime start


@pytest.mark.parametrize("slug", NUMBER)
@pytest.mark.parametrize("prime", [3, 7, 999_999_999_999_999_989])
def test_r03_a_prime_start_is_allowed_and_lost_for_player_1(slug: str, prime: int) -> None:
    assert Match(create(slug, start=prime)).outcome == Outcome(2, Ending.NO_MOVES)


@pytest.mark.parametrize("slug", NUMBER)
def test_r03_a_prime_start_is_announced_before_the_game_begins(slug: str, command: "Command") -> None:
    done = command("play", slug, "--start", "7")
    assert done.code == 0
    printed = done.out.splitlines()
    warning = printed.index("7 is prime: Player 1 has no move and loses at once.")
    first_turn = next(i for i, line in enumerate(printed) if line.startswith("Player 1's"))
    assert warning < first_turn
    assert "Player 2" in printed[-1]


# R4: an illegal choice


@pytest.mark.parametrize("slug", DIVISION)
@pytest.mark.parametrize("choice", [1, "N", 7, 0, 10**18])
def test_r04_in_the_division_games_an_illegal_choice_loses_at_once(slug: str, choice: int | str) -> None:
    game = create(slug, start=60)
    assert game.penalty == "forfeit"
    match: Match[Any, Any] = Match(game)
    match.play(60 if choice == "N" else int(choice))
    assert match.outcome == Outcome(2, Ending.ILLEGAL_MOVE)


@pytest.mark.parametrize(
    ("slug", "before", "choice"),
    [
        *(("divisor-duel-subtract", (), choice) for choice in (1, 16, 3, 0, 10**18)),
        *(("divisor-duel-pool", (12,), choice) for choice in (12, 8, 1, 60, 10**18)),
    ],
)
def test_r04_in_subtraction_and_pool_an_illegal_choice_is_asked_again(
    slug: str, before: tuple[int, ...], choice: int
) -> None:
    game = create(slug)
    assert game.penalty == "retry"
    match: Match[Any, Any] = Match(game)
    for move in before:
        match.play(move)
    with pytest.raises(IllegalMove):
        match.play(choice)
    assert match.outcome is None
    assert match.moves == before


@pytest.mark.parametrize("slug", DIVISION)
def test_r04_at_the_prompt_a_forfeit_says_why_and_ends_the_game(slug: str, command: "Command") -> None:
    done = command("play", slug, "--start", "60", typed="7\n")
    assert done.code == 0
    assert "7 does not divide 60: it leaves a remainder of 4.\n" in done.out
    assert "Player 1 made an illegal choice and loses.\n" in done.out
    assert "Player 2" in done.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("slug", "typed", "why"),
    [
        ("divisor-duel-subtract", "3 resign", "3 does not divide 16: it leaves a remainder of 1."),
        ("divisor-duel-pool", "12 8 resign", "8 is neither a divisor nor a multiple of 12."),
    ],
)
def test_r04_at_the_prompt_a_retry_says_why_and_asks_again(slug: str, typed: str, why: str, command: "Command") -> None:
    done = command("play", slug, typed=lines(typed))
    assert done.code == 0
    assert f"{why} Type one of the " in done.out
    assert "illegal" not in done.out
    assert "resigns." in done.out


@pytest.mark.parametrize("slug", REGISTRY)
def test_r04_the_flags_override_either(slug: str, command: "Command") -> None:
    lenient = command("play", slug, "--retry", typed=lines("999 resign"))
    assert "Player 1 resigns." in lenient.out
    strict = command("play", slug, "--forfeit", typed=lines("999 resign"))
    assert "Player 1 made an illegal choice and loses." in strict.out


# R5: text that is not a whole number

NOT_WHOLE = ["abc", "2.5", "-3", "+2", "", "2 3", "pass", "9" * 20]


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
@pytest.mark.parametrize("text", NOT_WHOLE)
def test_r05_text_that_is_no_whole_number_is_no_choice_in_any_game(game: AnyGame, text: str) -> None:
    with pytest.raises(InvalidMove):
        game.parse(game.start(), text)


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
def test_r05_nineteen_digits_are_still_a_choice(game: AnyGame) -> None:
    assert game.parse(game.start(), "9" * 19) == 10**19 - 1


@pytest.mark.parametrize("slug", REGISTRY)
@pytest.mark.parametrize("flag", ["--retry", "--forfeit"])
def test_r05_it_is_asked_again_and_never_lost_under_either_penalty(slug: str, flag: str, command: "Command") -> None:
    done = command("play", slug, flag, typed="".join(f"{text}\n" for text in NOT_WHOLE) + "resign\n")
    assert done.code == 0
    assert done.out.count("Type one of the ") == len(NOT_WHOLE)
    assert "illegal" not in done.out
    assert "Player 1 resigns." in done.out


# R6: "reduce N to exactly 1"


def test_r06_a_position_at_1_is_lost_for_the_player_to_move() -> None:
    game = create("divide-and-conquer")
    assert _any(game).outcome(_any(game).position("1")) == Outcome(2, Ending.NO_MOVES)


def test_r06_1_is_never_reached_by_legal_moves() -> None:
    game = _any(create("divide-and-conquer", start=720))
    waiting, seen = [game.start()], set()
    while waiting:
        p = waiting.pop()
        seen.add(game.text(p))
        waiting += [game.play(p, move) for move in game.legal_moves(p)]
    assert "1" not in seen
    assert {"2", "3", "5"} < seen


def test_r06_the_rules_say_why_it_never_happens(command: "Command") -> None:
    told = " ".join(command("rules", "divide-and-conquer").out.split())
    assert "reaching exactly 1" in told
    assert "It never happens" in told


# R7: "Victory by Prime"


def test_r07_the_game_is_over_the_moment_the_number_becomes_prime() -> None:
    match: Match[Any, Any] = Match(create("factor-duel"))
    match.play(15)
    assert match.outcome == Outcome(1, Ending.NO_MOVES)


def test_r07_the_losers_turn_is_still_announced(command: "Command") -> None:
    done = command("play", "factor-duel", typed="15\n")
    assert done.out.endswith(
        "N is now 2.\n\nPlayer 2's turn.\nCurrent N: 2\nNo valid factors available. 2 is a prime number.\n"
        "Player 2 has no valid moves.\nCongratulations, Player 1! You win the game!\n"
    )


# R8: "a prime greater than 2"


def test_r08_in_subtraction_2_loses_like_any_other_prime() -> None:
    for prime in (2, 3, 5, 7, 11, 13):
        game = _any(create("divisor-duel-subtract"))
        assert game.outcome(game.position(str(prime))) == Outcome(2, Ending.NO_MOVES)
    assert Match(create("divisor-duel-subtract", start=2)).outcome == Outcome(2, Ending.NO_MOVES)


# R9: the worked example of the pool


def test_r09_after_12_the_choices_are_those_of_the_rule_and_not_those_of_the_slip() -> None:
    game = _any(create("divisor-duel-pool"))
    p = game.play(game.start(), 12)
    assert list(game.legal_moves(p)) == [2, 3, 4, 6, 24, 36, 48]
    for slip in (8, 16, 18, 20, 30, 40):
        with pytest.raises(IllegalMove, match=f"{slip} is neither a divisor nor a multiple of 12"):
            game.play(p, slip)


def test_r09_nothing_outside_the_pool_is_ever_a_choice() -> None:
    game = _any(create("divisor-duel-pool"))
    p = game.position("2-50/12,6,18")
    assert list(game.legal_moves(p)) == [2, 3, 9, 36]
    for outside in (1, 54, 72):
        with pytest.raises(IllegalMove, match="is not in the pool 2-50"):
            game.play(p, outside)


# R10: who is Player 1


@pytest.mark.parametrize("slug", REGISTRY)
def test_r10_player_1_moves_first_in_the_order_of_the_names(slug: str, command: "Command") -> None:
    done = command("play", slug, "--names", "Emmy,Ada", typed="resign\n")
    assert "Emmy resigns." in done.out
    assert "Player" not in done.out


def test_r10_a_coin_may_decide_instead(command: "Command") -> None:
    first = set()
    for seed in range(6):
        done = command("play", "factor-duel", "--names", "Emmy,Ada", "--toss", "--seed", str(seed), typed="resign\n")
        told = done.out.splitlines()[0]
        name = "Emmy" if told.endswith("Emmy moves first.") else "Ada"
        assert told.endswith(f"{name} moves first.")
        assert f"{name} resigns." in done.out
        first.add(name)
    assert first == {"Emmy", "Ada"}


# R11: match play


@pytest.mark.parametrize("slug", REGISTRY)
def test_r11_every_game_is_offered_as_a_series_with_alternating_first_seats(slug: str, command: "Command") -> None:
    done = command("play", slug, "--names", "Ada,Emmy", "--best-of", "3", typed="resign\n" * 3)
    assert done.code == 0
    marks = ("of at most", "Score: ", "wins the series")
    assert [line for line in done.out.splitlines() if any(mark in line for mark in marks)] == [
        "Game 1 of at most 3: Ada moves first.",
        "Score: Ada 0, Emmy 1.",
        "Game 2 of at most 3: Emmy moves first.",
        "Score: Ada 1, Emmy 1.",
        "Game 3 of at most 3: Ada moves first.",
        "Score: Ada 1, Emmy 2.",
        "Emmy wins the series 2 to 1.",
    ]


# R12: passing


@pytest.mark.parametrize("slug", REGISTRY)
def test_r12_nobody_passes(slug: str, command: "Command") -> None:
    done = command("play", slug, "--retry", typed="\npass\nskip\n0\nresign\n")
    assert done.out.count("Type one of the ") == 4
    assert "Player 1 resigns." in done.out, "the turn has not moved on"


def test_r12_no_position_with_a_move_is_over() -> None:
    for game in map(_any, defaults()):
        p = game.start()
        while moves := game.legal_moves(p):
            assert game.outcome(p) is None
            p = game.play(p, moves[0])
        assert game.outcome(p) is not None


# R13: the wording at the prompt


def test_r13_there_is_a_transcript_of_every_game(golden: Path) -> None:
    assert sorted(path.stem for path in (golden / "transcripts").iterdir()) == sorted(REGISTRY) == sorted(TRANSCRIPTS)


@pytest.mark.parametrize("slug", TRANSCRIPTS)
def test_r13_a_piped_game_reproduces_the_books_sample_byte_for_byte(
    slug: str, command: "Command", golden: Path
) -> None:
    flags, choices = TRANSCRIPTS[slug]
    done = command("play", slug, *flags, typed=lines(choices))
    assert done.out.encode() == (golden / "transcripts" / f"{slug}.txt").read_bytes()
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("slug", TRANSCRIPTS)
def test_r13_the_flag_for_line_mode_changes_nothing(slug: str, command: "Command", golden: Path) -> None:
    flags, choices = TRANSCRIPTS[slug]
    done = command("play", slug, *flags, "--line", typed=lines(choices))
    assert done.out.encode() == (golden / "transcripts" / f"{slug}.txt").read_bytes()


# R14: piped input


def test_r14_what_is_piped_in_is_echoed_after_the_prompt(command: "Command") -> None:
    done = command("play", "dividers-duel", typed="2\nabc\nresign\n")
    prompts = [line for line in done.out.splitlines() if line.startswith("Enter your chosen divisor: ")]
    assert prompts == [
        "Enter your chosen divisor: 2",
        "Enter your chosen divisor: abc",
        "Enter your chosen divisor: resign",
    ]


def test_r14_the_last_line_needs_no_newline(command: "Command", golden: Path) -> None:
    done = command("play", "dividers-duel", typed="2\n5\n3")
    assert done.out.encode() == (golden / "transcripts" / "dividers-duel.txt").read_bytes()


def _any(game: AnyGame) -> AnyGame:
    """Any duel, its kind of position forgotten."""
    return game
