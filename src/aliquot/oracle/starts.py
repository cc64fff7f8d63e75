"""Random starts: any number, or one that is balanced between the players."""

import re
from collections.abc import Sequence
from random import Random

from aliquot.core.errors import InvalidParameter, Unsolved
from aliquot.core.text import LARGEST, plain_dashes, quote
from aliquot.games.number import NumberGame
from aliquot.games.registry import apply_variants
from aliquot.games.sum import MOST, Sum
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget

RANGE = range(30, 301)
"""The default range of a random start."""
PART_RANGE = range(12, 121)
"""The range of the numbers of a balanced sum."""

_DRAWS, _POSITIONS = 1_000, 20_000
"""The most sums that are drawn, and the largest search for one: fewer positions than the players can search."""
_FEWEST, _MOST_FAILURES = 12, 16
"""The numbers of `PART_RANGE` from which sums are drawn at the least, and the most sums that are too large."""

_RANDOM = re.compile(r"random(?::([0-9]{1,19})-([0-9]{1,19}))?")
_BALANCED = re.compile(r"balanced(?::([0-9]{1,2}))?")


def choose_start(duel: type[NumberGame], text: str, generator: Random, variants: Sequence[str] = ()) -> str:
    """Turn `random`, `random:LO-HI`, `balanced` or `balanced:K` into a start; any other text is returned as it is.

    A random start always has a move. A balanced one leaves few winning moves among many; a balanced sum of K
    numbers is won or lost for the first player with equal chances. The variants are those the game is played with,
    without the pie rule: with that one the second player always wins.

    Raises:
        InvalidParameter: The text is malformed, or there is no such start.
    """
    if match := _RANDOM.fullmatch(plain_dashes(text)):
        low, high = int(match[1] or RANGE.start), int(match[2] or RANGE[-1])
        return str(_any_start(duel, range(low, high + 1), generator, variants, text))
    if match := _BALANCED.fullmatch(text):
        count = int(match[1] or 1)
        if not 1 <= count <= MOST:
            raise InvalidParameter(f"A balanced sum has from 2 to {MOST} numbers, not {count}.")
        try:
            if count == 1:
                return _balanced(duel, generator, variants)
            return _balanced_sum(duel, count, generator, variants)
        except Unsolved as problem:
            raise InvalidParameter(f"Cannot draw a balanced start. {problem}") from None
    if text.startswith(("random", "balanced")):
        raise InvalidParameter(
            f"A random start is written random, random:LO-HI, balanced or balanced:K, not {quote(text)}."
        )
    return text


def _any_start(duel: type[NumberGame], numbers: range, generator: Random, variants: Sequence[str], text: str) -> int:
    low, high = max(numbers.start, duel.smallest), numbers.stop - 1
    if low <= high <= LARGEST:
        for _ in range(10_000):
            number = generator.randint(low, high)
            game = apply_variants(duel(number), variants)
            if game.outcome(game.start()) is None:
                return number
    raise InvalidParameter(f"There is no start with a legal move in {quote(text)}.")


def _balanced(duel: type[NumberGame], generator: Random, variants: Sequence[str]) -> str:
    """A number with at least one winning move among many losing ones."""
    shares = []
    for number in RANGE:
        game = apply_variants(duel(number), variants)
        winning = len(solve(game).winning_moves)
        if winning:
            shares.append((winning / len(game.legal_moves(game.start())), number))
    shares.sort()
    if not shares:
        raise InvalidParameter(f"No start of {duel.title} from {RANGE.start} to {RANGE[-1]} is won.")
    return str(generator.choice(shares[: max(1, len(shares) // 10)])[1])


def _balanced_sum(duel: type[NumberGame], count: int, generator: Random, variants: Sequence[str]) -> str:
    """Numbers that the first player wins or loses with equal chances.

    Raises:
        Unsolved: Even sums of small numbers are too large to search.
    """
    wins, choices, failures = generator.random() < 0.5, PART_RANGE, 0
    for _ in range(_DRAWS):
        numbers = [_any_start(duel, choices, generator, (), "balanced") for _ in range(count)]
        try:
            if solve(apply_variants(Sum.of(duel, numbers), variants), budget=Budget(_POSITIONS)).wins == wins:
                return ",".join(map(str, numbers))
        except Unsolved:
            failures += 1
            if failures == _MOST_FAILURES:
                raise
            # They are too large to search together: draw smaller ones.
            choices = choices[: max(_FEWEST, len(choices) * 3 // 4)]
    raise InvalidParameter(f"No balanced start of {count} numbers was found; try another seed.")
