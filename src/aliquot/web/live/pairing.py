"""Pairing the pupils of a class for a round."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from aliquot.reports.classroom import Pairing

COMPUTER = 0
"""The number that stands for the computer where a pupil's is expected."""
_TRIES = 200
"""Random orders tried to keep the same two from meeting again."""


class Score(NamedTuple):
    """A pupil's results in the rounds so far."""

    won: int = 0
    played: int = 0
    last: bool | None = None
    """Whether the pupil won the last game; None without one."""


Pairs = list[tuple[int, int]]


def pair(
    pupils: Sequence[int],
    how: Pairing,
    scores: Mapping[int, Score],
    met: Mapping[frozenset[int], int],
    generator: Random,
) -> Pairs:
    """Return pairs of pupils, each with the one who moves first in front; the odd one is paired with the computer.

    Args:
        pupils: The pupils to pair.
        how: At random, by results so far, or winners of the last round with each other.
        scores: The results so far.
        met: How often two pupils have met; the computer counts as a pupil.
        generator: Makes the choice among equals.

    The same two meet again only if nothing else was found, and nobody plays the computer twice before everyone has.
    """
    order = list(pupils)
    generator.shuffle(order)
    odd: Pairs = []
    if len(order) % 2:
        # The one with the fewest games against the computer; among those the weakest so far.
        alone = min(order, key=lambda one: (met.get(frozenset((one, COMPUTER)), 0), _strength(scores, one)))
        order.remove(alone)
        odd = [(alone, COMPUTER)]
    best: Pairs = []
    fewest = None
    for _ in range(_TRIES):
        pairs = _neighbours(_sorted(order, how, scores), met)
        again = sum(met.get(frozenset(two), 0) for two in pairs)
        if fewest is None or again < fewest:
            best, fewest = pairs, again
        if not again:
            break
        generator.shuffle(order)
    return [two if generator.random() < 0.5 else two[::-1] for two in best + odd]


def _strength(scores: Mapping[int, Score], pupil: int) -> tuple[int, int]:
    score = scores.get(pupil, Score())
    return score.won, -score.played


def _sorted(order: list[int], how: Pairing, scores: Mapping[int, Score]) -> list[int]:
    """Return the pupils so that neighbours fit each other; equals stay in their order."""
    if how == "strength":
        return sorted(order, key=lambda one: _strength(scores, one), reverse=True)
    if how == "winners":
        rank = {True: 2, None: 1, False: 0}
        return sorted(order, key=lambda one: rank[scores.get(one, Score()).last], reverse=True)
    return order


def _neighbours(order: list[int], met: Mapping[frozenset[int], int]) -> Pairs:
    """Pair each pupil with the next one they have met least often."""
    waiting, pairs = list(order), []
    while waiting:
        one = waiting.pop(0)
        other = min(range(len(waiting)), key=lambda place: (met.get(frozenset((one, waiting[place])), 0), place))
        pairs.append((one, waiting.pop(other)))
    return pairs
