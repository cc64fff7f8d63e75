"""Starts left to chance: repeatable by seed, within their range, and balanced as they promise."""

from random import Random

import pytest

from aliquot import solve
from aliquot.core.errors import InvalidParameter
from aliquot.games import REGISTRY, create
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberGame
from aliquot.oracle.starts import PART_RANGE, RANGE, choose_start

DUELS = [duel for duel in REGISTRY.values() if issubclass(duel, NumberGame)]
EVERY_DUEL = pytest.mark.parametrize("duel", DUELS, ids=lambda duel: str(duel.slug))


def has_a_move(number: int) -> bool:
    return any(number % d == 0 for d in range(2, number))


def shares(duel: type[NumberGame], misere: bool) -> dict[int, float]:
    """What share of the moves from each number wins."""
    found = {}
    for number in RANGE:
        game = create(duel.slug, start=number, misere=misere)
        if moves := game.legal_moves(game.start()):
            found[number] = len(solve(game).winning_moves) / len(moves)
    return found


@EVERY_DUEL
@pytest.mark.parametrize("text", ["random", "random:4-9", "balanced", "balanced:3"])
def test_the_same_seed_gives_the_same_start_and_others_give_others(duel: type[NumberGame], text: str) -> None:
    drawn = [choose_start(duel, text, Random(seed)) for seed in range(6)]
    assert drawn == [choose_start(duel, text, Random(seed)) for seed in range(6)]
    assert len(set(drawn)) > 1


@EVERY_DUEL
def test_a_random_start_has_a_move_and_is_in_the_range(duel: type[NumberGame]) -> None:
    drawn = {int(choose_start(duel, "random", Random(seed))) for seed in range(300)}
    assert drawn <= {n for n in RANGE if has_a_move(n)}
    assert len(drawn) > 100
    assert {int(choose_start(duel, "random:2-10", Random(seed))) for seed in range(200)} == {4, 6, 8, 9, 10}
    assert choose_start(duel, f"random:{10**18}-{10**18}", Random(0)) == str(10**18)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@EVERY_DUEL
def test_a_balanced_start_is_won_by_few_of_its_moves(duel: type[NumberGame], misere: bool) -> None:
    share = shares(duel, misere)
    won = sorted(value for value in share.values() if value)
    for seed in range(12):
        number = int(choose_start(duel, "balanced", Random(seed), ("misere",) * misere))
        assert number in RANGE
        assert 0 < share[number] <= won[len(won) // 10], "among the tenth with the smallest share"


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize("duel", DUELS[:1], ids=lambda duel: str(duel.slug))
def test_who_wins_a_balanced_sum_is_decided_by_the_coin(duel: type[NumberGame], count: int, misere: bool) -> None:
    sides = []
    for seed in range(60):
        numbers = choose_start(duel, f"balanced:{count}", Random(seed), ("misere",) * misere).split(",")
        assert len(numbers) == count
        assert all(int(number) in PART_RANGE and has_a_move(int(number)) for number in numbers)
        wins = solve(create(duel.slug, start=numbers, misere=misere)).wins
        assert wins is (Random(seed).random() < 0.5), "the first thing drawn is the coin"
        sides.append(wins)
    assert 15 < sum(sides) < 45, "both sides occur"


def test_balanced_sums_of_subtraction_numbers_fall_either_way_too() -> None:
    duel = create("divisor-duel-subtract").__class__
    assert issubclass(duel, NumberGame)
    drawn = [choose_start(duel, "balanced:3", Random(seed)) for seed in range(20)]
    assert {solve(create(duel.slug, start=start)).wins for start in drawn} == {True, False}


@pytest.mark.parametrize(("count", "seed"), [(3, 1), (3, 4), (4, 0)])
def test_numbers_that_are_too_large_to_search_together_are_drawn_again(count: int, seed: int) -> None:
    """Subtraction numbers where the last move loses: who wins is found by a search."""
    start = choose_start(SubtractionDuel, f"balanced:{count}", Random(seed), ("misere",))
    assert start.count(",") == count - 1
    assert solve(create("divisor-duel-subtract", start=start, misere=True)).wins in (True, False)


def test_sums_that_are_always_too_large_to_search_are_refused() -> None:
    with pytest.raises(InvalidParameter, match=r"Cannot draw a balanced start\. .* too large to search"):
        choose_start(SubtractionDuel, "balanced:20", Random(1), ("misere",))


@EVERY_DUEL
@pytest.mark.parametrize("text", ["60", "60,84", "", "x", " random", "Random"])
def test_any_other_text_is_left_as_it_is(duel: type[NumberGame], text: str) -> None:
    assert choose_start(duel, text, Random(0)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("random:", "A random start is written random, random:LO-HI, balanced or balanced:K, not 'random:'."),
        ("random:5", "A random start is written random, random:LO-HI, balanced or balanced:K, not 'random:5'."),
        ("randomly", "A random start is written random, random:LO-HI, balanced or balanced:K, not 'randomly'."),
        ("balanced:x", "A random start is written random, random:LO-HI, balanced or balanced:K, not 'balanced:x'."),
        ("balanced:-1", "A random start is written random, random:LO-HI, balanced or balanced:K, not 'balanced:-1'."),
        ("balanced:0", "A balanced sum has from 2 to 32 numbers, not 0."),
        ("balanced:33", "A balanced sum has from 2 to 32 numbers, not 33."),
        ("random:9-4", "There is no start with a legal move in 'random:9-4'."),
        ("random:7-7", "There is no start with a legal move in 'random:7-7'."),
        ("random:0-3", "There is no start with a legal move in 'random:0-3'."),
        (f"random:4-{10**18 + 1}", "There is no start with a legal move in 'random:4-10000000000000…'."),
    ],
)
def test_what_cannot_be_drawn_is_refused(text: str, why: str) -> None:
    with pytest.raises(InvalidParameter) as refused:
        choose_start(DUELS[0], text, Random(0))
    assert str(refused.value) == why


def test_a_balanced_sum_of_one_is_a_balanced_start() -> None:
    for duel in DUELS:
        assert choose_start(duel, "balanced:1", Random(3)) == choose_start(duel, "balanced", Random(3))
