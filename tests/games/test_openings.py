"""Openings: what the first pick of a pool may be."""

from collections.abc import Callable

import pytest

import aliquot
from aliquot.core.errors import IllegalMove, InvalidParameter, InvalidPosition
from aliquot.games.divisor_duel_pool import OPENINGS, Opening, PoolDuel, PoolPosition

ALLOWED: dict[str, Callable[[int], bool]] = {
    "any": lambda n: True,
    "even": lambda n: n % 2 == 0,
    "even-below-50": lambda n: n % 2 == 0 and n < 50,
}


def test_every_opening_is_tested_here() -> None:
    assert list(OPENINGS) == list(ALLOWED)


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_first_pick_is_an_allowed_one_and_everything_after_it_as_ever(opening: Opening) -> None:
    for low, high in ((1, 9), (2, 9), (3, 10), (1, 100), (2, 50), (40, 60), (49, 50), (48, 49)):
        allowed = [n for n in range(low, high + 1) if ALLOWED[opening](n)]
        if not allowed:
            continue
        game, plain = PoolDuel(low, high, opening), PoolDuel(low, high)
        assert list(game.legal_moves(game.start())) == allowed
        assert [n for n in range(low - 2, high + 3) if game.is_legal(game.start(), n)] == allowed
        for first in allowed:
            p = game.play(game.start(), first)
            assert game.legal_moves(p) == plain.legal_moves(p)
            assert game.position(game.text(p)) == p


@pytest.mark.parametrize(
    ("opening", "pick", "why"),
    [
        ("even", 7, "7 is not allowed: the first pick must be an even number."),
        ("even", 101, "101 is not in the pool 1-100."),
        ("even-below-50", 50, "50 is not allowed: the first pick must be an even number below 50."),
        ("even-below-50", 7, "7 is not allowed: the first pick must be an even number below 50."),
    ],
)
def test_another_first_pick_is_refused_saying_why(opening: str, pick: int, why: str) -> None:
    game = aliquot.game("divisor-duel-pool", pool="1-100", opening=opening)
    with pytest.raises(IllegalMove) as refused:
        game.play(game.start(), pick)
    assert str(refused.value) == why
    with pytest.raises(InvalidPosition):
        game.position(f"1-100/{pick}")


@pytest.mark.parametrize(
    ("pool", "opening", "why"),
    [
        ("7-7", "even", "The pool 7-7 has nothing to open with: the first pick must be an even number."),
        (
            "50-90",
            "even-below-50",
            "The pool 50-90 has nothing to open with: the first pick must be an even number below 50.",
        ),
        (
            "49-60",
            "even-below-50",
            "The pool 49-60 has nothing to open with: the first pick must be an even number below 50.",
        ),
        ("1-9", "odd", "An opening is any, even or even-below-50, not 'odd'."),
        ("1-9", "", "An opening is any, even or even-below-50, not ''."),
        ("1-9", "EVEN", "An opening is any, even or even-below-50, not 'EVEN'."),
        ("1-9", 2, "An opening is any, even or even-below-50, not 2."),
    ],
)
def test_an_opening_that_cannot_be_is_refused(pool: str, opening: object, why: str) -> None:
    with pytest.raises(InvalidParameter) as refused:
        aliquot.game("divisor-duel-pool", pool=pool, opening=opening)
    assert str(refused.value) == why


def test_an_opening_is_of_the_pool_only() -> None:
    for slug in ("dividers-duel", "divide-and-conquer", "factor-duel", "divisor-duel-subtract"):
        for start in ("60", "60,84"):
            with pytest.raises(InvalidParameter, match="takes the parameter 'start', not 'opening'"):
                aliquot.game(slug, start=start, opening="even")


def test_the_opening_is_part_of_the_game_and_of_its_id() -> None:
    even, anything = PoolDuel(1, 9, "even"), PoolDuel(1, 9)
    assert even != anything
    assert (even.id, anything.id) == ("divisor-duel-pool(pool=1-9,opening=even)", "divisor-duel-pool(pool=1-9)")
    assert aliquot.game("divisor-duel-pool(pool=1-9,opening=any)") == anything


def test_a_preset_may_be_played_on_another_pool_or_with_another_opening() -> None:
    assert aliquot.game("juniper-green", pool="1-40") == PoolDuel(1, 40, "even")
    assert aliquot.game("factors-and-multiples", opening="any") == PoolDuel(1, 100)
    assert aliquot.game("juniper-green").start() == PoolPosition()
