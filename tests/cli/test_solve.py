"""`aliquot solve`: the oracle's answer as a person and as a program get it."""

import json
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from aliquot.games import REGISTRY
from aliquot.games.number import NumberGame
from aliquot.oracle.verify import verify_text
from aliquot.reports.study import Study
from tests.sentences import refusal

if TYPE_CHECKING:
    from tests.conftest import Command

POOL, SUBTRACTION = "divisor-duel-pool", "divisor-duel-subtract"
NUMBER_GAMES = [slug for slug, duel in REGISTRY.items() if issubclass(duel, NumberGame)]
DIVISION = [slug for slug in NUMBER_GAMES if slug != SUBTRACTION]
FIELDS = [field.name for field in fields(Study)]


def proper_divisors(number: int) -> list[int]:
    return [d for d in range(2, number) if number % d == 0]


@cache
def winning(slug: str, number: int) -> tuple[int, ...]:
    """The winning moves from a number, by trying."""
    after = {d: number - d if slug == SUBTRACTION else number // d for d in proper_divisors(number)}
    return tuple(d for d, left in after.items() if not winning(slug, left))


@cache
def winning_picks(low: int, high: int, current: int, gone: frozenset[int]) -> tuple[int, ...]:
    """The winning picks after a pick, 0 before the first, by trying."""
    free = [n for n in range(low, high + 1) if n not in gone]
    options = [n for n in free if not current or n % current == 0 or current % n == 0]
    return tuple(n for n in options if not winning_picks(low, high, n, gone | {n}))


def answer(command: "Command", *arguments: str) -> Any:
    done = command("solve", *arguments, "--json")
    assert (done.code, done.err) == (0, ""), done
    assert done.out.count("\n") == 1, "one JSON object on a line"
    return json.loads(done.out)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("slug", NUMBER_GAMES)
@pytest.mark.parametrize("number", [1, 2, 4, 7, 8, 15, 16, 20, 21, 36, 64, 210])
def test_a_dozen_numbers_of_each_game(slug: str, number: int, command: "Command") -> None:
    found = answer(command, slug, str(number))
    assert list(found) == FIELDS
    assert found["game"].startswith(f"{slug}(start=")
    assert (found["position"], found["to_move"]) == (str(number), 1)
    assert found["winning_moves"] == list(winning(slug, number))
    assert found["wins"] is bool(found["winning_moves"])
    assert type(found["grundy"]) is int
    assert (found["grundy"] > 0) is found["wins"]
    assert type(found["remoteness"]) is int
    assert found["remoteness"] % 2 == found["wins"], "the winner makes the last move"
    assert str(number) in found["reason"]
    assert verify_text(json.dumps(found)).certificate == found["certificate"]


@pytest.mark.parametrize(
    "position",
    [
        "2-12/",
        "2-12",
        "2-12/2",
        "2-12/12,6",
        "2-12/7",
        "1-10/",
        "1-10/1",
        "1-10/10,1",
        "1-2/",
        "3-3/",
        "3-3/3",
        "4-9/4,8",
    ],
)
def test_a_dozen_positions_of_the_pool(position: str, command: "Command") -> None:
    pool, _, rest = position.partition("/")
    low, high = map(int, pool.split("-"))
    picks = [int(pick) for pick in rest.split(",")] if rest else []
    found = answer(command, POOL, position)
    assert list(found) == FIELDS
    assert (found["game"], found["position"]) == (f"{POOL}(pool={pool})", f"{pool}/{rest}")
    assert found["to_move"] == 1 + len(picks) % 2
    assert found["winning_moves"] == list(winning_picks(low, high, picks[-1] if picks else 0, frozenset(picks)))
    assert found["wins"] is bool(found["winning_moves"])
    assert (found["grundy"] > 0) is found["wins"], "a small pool is searched to its end"
    assert found["remoteness"] % 2 == found["wins"], "the winner makes the last move"
    assert verify_text(json.dumps(found)).certificate == found["certificate"]


@pytest.mark.parametrize(
    ("slug", "position"),
    [
        ("dividers-duel", "60"),
        ("divide-and-conquer", "100"),
        ("factor-duel", "30"),
        (SUBTRACTION, "16"),
        (POOL, "2-50/"),
    ],
)
def test_the_position_is_by_default_the_start_of_the_rule_book(slug: str, position: str, command: "Command") -> None:
    by_default = answer(command, slug)
    assert by_default["position"] == position
    assert by_default == answer(command, slug, position)


@pytest.mark.parametrize("number", [10**18, 999_999_999_999_999_989])
@pytest.mark.parametrize("slug", ["factor-duel", SUBTRACTION])
def test_the_largest_numbers_are_answered(slug: str, number: int, command: "Command") -> None:
    found = answer(command, slug, str(number))
    assert verify_text(json.dumps(found)).certificate["position"] == str(number)


def test_a_person_gets_the_verdict_the_reason_the_moves_and_a_drawing(command: "Command") -> None:
    done = command("solve", "dividers-duel", "60")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "Divider's Duel at 60, player 1 to move\n"
        "\n"
        "The player to move wins.\n"
        "60 = 2·2·3·5 is not prime, so you can divide it down to a prime: by 12, 20 or 30.\n"
        "\n"
        "Winning moves: 12, 20, 30\n"
        "Grundy value: 3\n"
        "Moves to the end: 1\n"
        "\n"
        "         60\n"
        "  [12]  [20]  [30]\n"
        "4     6     10    15\n"
        "   2     3     5\n"
        "         1\n"
    )


def test_a_person_is_told_that_a_position_is_lost(command: "Command") -> None:
    done = command("solve", SUBTRACTION, "15")
    assert "The player to move loses.\n15 is odd, and so are its divisors: whatever you subtract" in done.out
    assert "Winning moves" not in done.out
    assert "Grundy value: 0\n" in done.out


def test_a_person_sees_the_pairs_of_a_pool(command: "Command") -> None:
    done = command("solve", POOL, "2-12/12")
    assert done.out == (
        "Divisor Duel: Pool at 2-12/12, player 2 to move\n"
        "\n"
        "The player to move loses.\n"
        "Pair the numbers that are left like this: 2–6, 3–9, 4–8, 5–10. Every number you can reach has a free partner, "
        "and your opponent answers with it.\n"
        "\n"
        "Grundy value: 0\n"
        "Moves to the end: 6\n"
        "\n"
        "Partners:\n"
        "  2–6    3–9    4–8    5–10\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("dividers-duel", "60", "--move", "2"),
            "60/2 loses. 30 = 2·3·5 is not prime, so your opponent can divide it down to a prime: by 6, 10 or 15.\n",
        ),
        (
            ("dividers-duel", "--move", "60/30"),
            "60/30 wins. 2 is prime and has no proper divisor. Nobody can move, so you have won.\n",
        ),
        (
            (POOL, "2-50", "--move", "29"),
            "29 wins. No divisor and no multiple of 29 is left. Nobody can move, so you have won.\n",
        ),
    ],
)
def test_a_move_is_explained(arguments: tuple[str, ...], told: str, command: "Command") -> None:
    done = command("solve", *arguments)
    assert (done.code, done.out, done.err) == (0, told, "")
    found = answer(command, *arguments)
    assert list(found) == ["move", "wins", "replies", "reason"]
    assert found["wins"] is ("wins." in told)
    assert bool(found["replies"]) is not found["wins"]
    assert found["reason"] + "\n" == told


@pytest.mark.parametrize(
    ("slug", "position", "why"),
    [
        *(
            (POOL, position, f"'{position}' is not a position: {refusal(entered, POOL, *moves)}")
            for position, entered, moves in [
                ("2-50/12,7", "7", ["12"]),
                ("2-50/12,12", "12", ["12"]),
                ("2-50/12,6,12", "12", ["12", "6"]),
                ("2-50/60", "60", []),
                ("2-50/12,60", "60", ["12"]),
                ("2-50/12,", "", ["12"]),
                ("2-50/x", "x", []),
            ]
        ),
        (POOL, "50-2/", "LO is larger than HI."),
        (POOL, "0-5/", "not a bound of 0."),
        (POOL, "60", "not '60'."),
        (POOL, "", "not ''."),
        (POOL, "2-2000000/", "with 1,999,999 numbers."),
        ("dividers-duel", "60+", "not '60+'."),
        ("dividers-duel", "0", "not '0'."),
        (SUBTRACTION, str(10**19), f"not '{10**19}'."),
        ("factor-duel", str(10**18 + 1), f"not '{10**18 + 1}'."),
        ("dividers-duel", "2-50/", "not '2-50/'."),
        ("dividers-duel", "", "not ''."),
        ("divide-and-conquer", "６０", "not '６０'."),
        ("divide-and-conquer", "9" * 50_000, "not '99999999999999999999999…'."),
        ("chess", "60", "There is no game called 'chess'."),
        ("dividers-dual", "60", "Did you mean 'dividers-duel'?"),
    ],
    ids=lambda value: value[:24],
)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(
    slug: str, position: str, why: str, command: "Command"
) -> None:
    assert why in command("solve", slug, position, "--json").refusal()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("dividers-duel", "60", "--move", "7"), refusal("7", "dividers-duel")),
        (("dividers-duel", "60", "--move", "1"), refusal("1", "dividers-duel")),
        (("dividers-duel", "60", "--move", "x"), refusal("x", "dividers-duel")),
        (("dividers-duel", "7", "--move", "7"), refusal("7", "dividers-duel(start=7)")),
        ((POOL, "2-50/12", "--move", "7"), refusal("7", POOL, "12")),
        (("dividers-duel", "60", "61"), "(See 'aliquot solve --help'.)"),
        ((), "(See 'aliquot solve --help'.)"),
    ],
)
def test_a_move_that_cannot_be_is_refused_in_one_sentence(
    arguments: tuple[str, ...], why: str, command: "Command"
) -> None:
    assert why in command("solve", *arguments).refusal()
