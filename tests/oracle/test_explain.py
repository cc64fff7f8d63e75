"""Explanations of single moves: they agree with the search, and name every reply that punishes."""

from typing import TYPE_CHECKING

import pytest

from aliquot import IllegalMove, explain, solve
from aliquot.games import REGISTRY, find
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.oracle.reasons import OPPONENT, YOU

if TYPE_CHECKING:
    from tests.oracle.conftest import Heap, Naive

NUMBER_GAMES = [slug for slug, duel in REGISTRY.items() if issubclass(duel, NumberGame)]


@pytest.mark.parametrize("slug", NUMBER_GAMES)
def test_every_move_of_every_number_to_400(slug: str, naive: "Naive") -> None:
    game = find(slug).create()
    truths = naive.numbers(slug)
    sign = "-" if slug == "divisor-duel-subtract" else "/"
    for number in range(1, 401):
        p = NumberPosition(number)
        for move in naive.proper_divisors(number):
            after = number - move if sign == "-" else number // move
            told = explain(game, p, move)
            assert told.move == move
            assert told.wins is (move in truths[number].winning)
            assert tuple(told.replies) == truths[after].winning
            assert told.text.startswith(f"{number}{sign}{move} {'wins' if told.wins else 'loses'}. ")
            assert str(told) == told.text


def test_every_pick_in_every_position_of_every_pool_within_1_to_10(naive: "Naive") -> None:
    for low, high in naive.pools:
        if high > 10:
            continue
        truth = naive.pool(low, high)
        game = truth.game
        for picks in truth.reachable():
            for move in truth.options(picks):
                told = explain(game, PoolPosition(picks), move)
                assert told.wins is (move in truth.winning(picks))
                assert tuple(told.replies) == truth.winning((*picks, move))
                assert told.text.startswith(f"{move} {'wins' if told.wins else 'loses'}. ")


def test_the_reason_given_is_that_of_the_position_the_opponent_faces() -> None:
    game = PoolDuel(2, 50)
    for move in (12, 5, 29, 50):
        after = solve(game, PoolPosition((move,)))
        assert explain(game, game.start(), move).text.endswith(after.reason.tell(OPPONENT, YOU))


def test_a_game_without_a_theory_is_explained_too(heap: "type[Heap]") -> None:
    game = heap(9)
    won, lost = (explain(game, game.start(), move) for move in (1, 2))
    assert (won.wins, tuple(won.replies)) == (True, ())
    assert (lost.wins, tuple(lost.replies)) == (False, (3,))
    assert won.text == "9:1 wins. A complete search shows this: your opponent loses against best play."
    assert lost.text == "9:2 loses. A complete search shows this: your opponent wins against any play."


@pytest.mark.parametrize("slug", REGISTRY)
@pytest.mark.parametrize("move", [0, 1, -2, 61, 10**18, 2.0, "2", True, None])
def test_what_is_no_move_is_not_explained(slug: str, move: object) -> None:
    game = find(slug).create()
    with pytest.raises(IllegalMove):
        explain(game, game.start(), move)


@pytest.mark.parametrize(
    ("slug", "position", "move", "sentence"),
    [
        (
            "dividers-duel",
            "60",
            2,
            "60/2 loses. 30 = 2·3·5 is not prime, so your opponent can divide it down to a prime: by 6, 10 or 15.",
        ),
        (
            "factor-duel",
            "30",
            15,
            "30/15 wins. 2 is prime and has no proper divisor. Nobody can move, so you have won.",
        ),
        (
            "divisor-duel-subtract",
            "20",
            5,
            "20-5 wins. 15 is odd, and so are its divisors: whatever your opponent subtracts leaves an even number "
            "that has an odd divisor above 1, and by subtracting that you make it odd again.",
        ),
        (
            "divisor-duel-subtract",
            "16",
            8,
            "16-8 wins. 8 is 2^3, two to an odd power. Subtracting 4 leaves 4 = 2^2, from which you get to 2 = 2^1, an "
            "odd power again; any other move leaves an even number with an odd divisor above 1, and by subtracting "
            "that you make it odd, which is lost too.",
        ),
        (
            "divisor-duel-subtract",
            "18",
            2,
            "18-2 loses. 16 is 2^4, two to an even power: by subtracting 8 your opponent leaves 8 = 2^3, two to an odd "
            "power, which is lost.",
        ),
        (
            "divisor-duel-subtract",
            "16",
            4,
            "16-4 loses. 12 = 2·2·3 is even and has an odd divisor above 1: by subtracting 3 your opponent leaves an "
            "odd number, and an odd number is lost. Subtracting 4 (which leaves 8 = 2^3) wins too: two to an odd power "
            "is lost.",
        ),
        (
            "divisor-duel-pool",
            "2-50/",
            29,
            "29 wins. No divisor and no multiple of 29 is left. Nobody can move, so you have won.",
        ),
        (
            "divisor-duel-pool",
            "2-12/",
            12,
            "12 wins. Pair the numbers that are left like this: 2–6, 3–9, 4–8, 5–10. Every number your opponent can "
            "reach has a free partner, and you answer with it.",
        ),
        (
            "divisor-duel-pool",
            "2-9/",
            2,
            "2 loses. Pair the numbers like this: 3–9. After 6, every number you can reach has a free partner, and "
            "your opponent answers with it.",
        ),
        (
            "divisor-duel-pool",
            "2-5/",
            2,
            "2 loses. By picking 4 your opponent wins at once: no other divisor or multiple of it is left, so you have "
            "no move.",
        ),
        (
            "divisor-duel-pool",
            "1-4/",
            1,
            "1 loses. By picking 3 your opponent wins at once: no other divisor or multiple of it is left, so you have "
            "no move.",
        ),
    ],
)
def test_it_reads_well(slug: str, position: str, move: int, sentence: str) -> None:
    game = find(slug).create(pool=position.partition("/")[0]) if "/" in position else find(slug).create()
    assert explain(game, game.position(position), move).text == sentence
