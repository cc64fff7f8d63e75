"""Listing and making moves."""

from collections.abc import Iterator
from functools import partial
from math import isqrt

import aliquot
from aliquot.arithmetic import divisors, factorise
from benchmarks.harness import Row, faster, per_call

TITLE = "Rules"


def _trial(number: int) -> list[int]:
    """The proper divisors of a number, by trying every candidate up to its square root."""
    small = [d for d in range(2, isqrt(number) + 1) if number % d == 0]
    return small + [number // d for d in reversed(small) if d * d != number]


def rows() -> Iterator[Row]:
    """Listing the moves, and making one, against a plain loop over every candidate divisor."""
    for number in (60, 5040, 963_761_198_400):
        game = aliquot.game("dividers-duel", start=number)
        p, move = game.start(), game.legal_moves(game.start())[-1]

        def list_moves(game: aliquot.AnyGame = game, p: object = p) -> None:
            factorise.cache_clear()
            divisors.cache_clear()
            game.legal_moves(p)

        loop = per_call(partial(_trial, number))
        yield faster(f"list the moves of {number:,}, nothing cached", per_call(list_moves), "plain loop", loop)
        yield faster(f"check and make a move at {number:,}", per_call(partial(game.play, p, move)), "plain loop", loop)
