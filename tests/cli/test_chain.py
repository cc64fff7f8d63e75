"""`aliquot chain`, and `solve` and `verify` of the longest chain: as a person and as a program get them."""

import json
from typing import TYPE_CHECKING

import pytest

from aliquot.oracle.chain import ceiling

if TYPE_CHECKING:
    from tests.conftest import Command


def test_a_chain_is_written_and_continued_the_next_time(command: "Command") -> None:
    done = command("chain", "30", typed="6\n12\n<24\n9\nx\nh\nq\n")
    assert (done.code, done.err) == (0, "")
    for line in (
        "The longest chain has 26 numbers. Choose any number from 1 to 30 to begin.",
        "24 added on the left.",
        "Chain: 24 – 6 – 12",
        "Neither of 24 and 9 divides the other.",
        "'x' is not a whole number in plain digits. Type a number to add, <12 to add 12 on the left, 12> on the right.",
    ):
        assert f"{line}\n" in done.out
    again = command("chain", "30", typed="u\ns\ne\nr\nu\n?\nq\n")
    assert again.code == 0
    assert "Chain: 24 – 6 – 12\n" in again.out
    assert "There is no step to undo." in again.out
    assert "12 taken back." in again.out
    assert "The left end grows next." in again.out


def test_the_input_may_end_at_any_time(command: "Command") -> None:
    done = command("chain", "--no-save", typed="50\n25\n")
    assert done.code == 0
    assert "Chain: 50 – 25" in done.out


@pytest.mark.parametrize("limit", ["1", "1001", "x", "9" * 30])
def test_a_wrong_limit_is_one_sentence(command: "Command", limit: str) -> None:
    done = command("chain", limit)
    assert (done.code, done.out) == (2, "")
    assert "from 2 to 1000" in done.err


def test_the_longest_chain_is_solved_and_verified(command: "Command") -> None:
    answer = command("solve", "longest-chain", "100", "--json")
    document = json.loads(answer.out)
    assert (document["ceiling"], document["proved"], len(document["certificate"]["chain"])) == (77, True, 77)
    checked = command("verify", "-", typed=answer.out)
    assert checked.code == 0
    assert checked.out.startswith("valid: the longest chain of 1–100 has 77 numbers\nnot checked: position, ")
    wrong = command("verify", "-", typed=answer.out.replace('"ceiling": 77', '"ceiling": 78'))
    assert (wrong.code, wrong.out) == (1, "not valid: the certificate does not prove the field ceiling\n")


def test_the_answer_for_people_tells_the_story_and_a_chain(command: "Command") -> None:
    done = command("solve", "longest-chain", "10")
    assert "Take 1 and 2 away." in done.out
    assert ", ".join(map(str, ceiling(10).chain)) in done.out
    assert "The Longest Chain at 1-10/5,10\n" in command("solve", "longest-chain", "10/5,10").out


@pytest.mark.parametrize("arguments", [("10", "--misere"), ("10", "--move", "5"), ("10/4,6",), ("2-10/4",), ("",)])
def test_what_the_longest_chain_does_not_take_is_refused(command: "Command", arguments: tuple[str, ...]) -> None:
    done = command("solve", "longest-chain", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("aliquot: ")


def test_play_says_where_it_is(command: "Command") -> None:
    done = command("play", "longest-chain")
    assert (done.code, done.out) == (2, "")
    assert done.err == "aliquot: The Longest Chain is for one player: run 'aliquot chain'.\n"


def test_games_and_rules_name_it(command: "Command") -> None:
    assert "longest-chain           The Longest Chain (for one: aliquot chain 100)" in command("games").out
    assert "After 12 the choices are" in command("rules", "longest-chain").out
