"""The lesson about the longest chain: look ahead, keep numbers with few links for the ends, see why there is a limit.

The board is that of the pool, where each pick divides the one before it or is divided by it: so the picks are a chain
that grows at one end. Nobody answers.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import listing
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.longest_chain import AIM, RIGHT, TAGLINE, TASK, TITLE, Chain
from aliquot.lessons.step import Board, Question, Reply, Step
from aliquot.oracle.chain import ceiling
from aliquot.oracle.chain_barrier import barrier

_LIMITS = (8, 10, 10, 12, 12)
"""The largest numbers of the exercises."""
_MOST_PICKS = 4
ChainBoard = tuple[PoolDuel, PoolPosition]
_MOST_EXERCISES = 20
_TRIES = 10_000


def at(high: int, *numbers: int) -> ChainBoard:
    """Return the board of a chain of 1 to a number."""
    game = PoolDuel(1, high)
    position = game.start()
    for number in numbers:
        position = game.play(position, number)
    return game, position


@lru_cache(maxsize=65_536)
def longest(limit: int, numbers: tuple[int, ...]) -> int:
    """Return the most numbers a chain of 1 to a limit can have that begins like this and grows at its right end."""
    choices = Chain(limit, numbers).extensions(RIGHT)
    return max((longest(limit, (*numbers, number)) for number in choices), default=len(numbers))


@dataclass(frozen=True, slots=True)
class ChainStep(Step):
    """A step in which numbers are added to the right end of a chain."""

    is_whole: bool = False
    """True if the chain is written until it cannot grow."""

    @property
    def title(self) -> str:
        """The name of the game."""
        return TITLE

    @property
    def goal(self) -> str:
        """The task and the aim, in one line."""
        return f"{TASK} {AIM}"

    @property
    def tagline(self) -> str:
        """One line that says what the game is."""
        return TAGLINE

    @property
    def right_moves(self) -> tuple[int, ...]:
        """The numbers after which the chain can still become as long as possible."""
        limit, numbers = self._chain(self.position)
        most = longest(limit, numbers)
        choices = Chain(limit, numbers).extensions(RIGHT)
        return tuple(number for number in choices if longest(limit, (*numbers, number)) == most)

    def _chain(self, position: Any) -> tuple[int, tuple[int, ...]]:
        """Return the largest number and the chain of a position."""
        return self.game.max_length, tuple(position.picks)

    def solution(self) -> str:
        """Return the right answer."""
        numbers = listing([*map(str, self.right_moves)])
        return f"{numbers}. The chain can have {longest(*self._chain(self.position))} numbers."

    def _move(self, move: Any, after: Any) -> Reply:
        most, possible = longest(*self._chain(self.position)), longest(*self._chain(after))
        if self.question is Question.LONGEST and possible < most:
            return self._refuse(
                f"After {move} the chain can have at most {possible} numbers. Another number allows {most}."
            )
        count, choices = len(after.picks), self.game.legal_moves(after)
        if not self.is_whole:
            return self._accept(f"Right: after {move} the chain can still have {most} numbers.", after, move)
        if choices:
            question = replace(self, text=f"After {move} you may add {listing([*map(str, choices)])}.", position=after)
            return Reply(True, f"{_numbers(count)} so far.", after, question, (move,))
        best = ceiling(self.game.max_length).length
        text = f"Nothing can follow {move}. The chain has {_numbers(count)}; the longest of all has {best}."
        return self._accept(text, after, move)


def _numbers(count: int) -> str:
    return "1 number" if count == 1 else f"{count} numbers"


def _choices(board: Board) -> str:
    game, position = board
    return listing([*map(str, game.legal_moves(position))])


def _ask(board: Board, text: str, moral: str = "") -> ChainStep:
    """Make a step that asks for the number that allows the longest chain."""
    return ChainStep(text, *board, Question.LONGEST, moral=moral)


def _tell(board: Board, text: str) -> ChainStep:
    """Make a step to read."""
    return ChainStep(text, *board)


def steps() -> tuple[Step, ...]:
    """Return the steps from the rules to a longest chain, and why none is longer."""
    return (*_rules(), *_ahead(), *_limits())


def _rules() -> tuple[Step, ...]:
    return (
        _tell(
            at(10, 6, 3, 9),
            "A chain of the numbers 1 to 10: 6, 3, 9. Of two neighbours, one divides the other, and no number comes "
            "twice. The aim is the longest chain you can write. Here you add numbers at the right end; in the puzzle "
            "itself both ends grow.",
        ),
        ChainStep(
            f"The numbers 1 to 10, and a chain that begins with 6. You may add {_choices(at(10, 6))}. Add numbers "
            "until nothing fits. Any way will do.",
            *at(10, 6),
            Question.MOVE,
            is_whole=True,
        ),
    )


def _ahead() -> tuple[Step, ...]:
    return (
        _ask(
            at(6, 4),
            f"Now look ahead. The numbers 1 to 6, and the chain 4. After {_choices(at(6, 4))}: which allows the longer "
            "chain?",
        ),
        _ask(at(8, 5, 1), f"The numbers 1 to 8, and the chain 5, 1. You may add {_choices(at(8, 5, 1))}."),
        _tell(
            at(10, 7),
            "7 has one link only, to 1: its double, 14, is too large. Every prime above half of the largest number is "
            "like that. Such a number can only stand at an end of the chain, or beside 1.",
        ),
        _ask(
            at(10, 7, 1),
            "The numbers 1 to 10, and the chain 7, 1. Almost everything fits. Which number allows the longest chain? "
            "You may try as often as you like.",
        ),
        ChainStep(
            "The numbers 1 to 10, and the chain 8, 4. Write a chain of 9 numbers: there is one. You are told when a "
            "number spoils it.",
            *at(10, 8, 4),
            Question.LONGEST,
            is_whole=True,
        ),
    )


def _limits() -> tuple[Step, ...]:
    why = barrier(10, ceiling(10).length)
    return (
        _tell(at(10), f"Why are there no 10? {'' if why is None else why.story}"),
        _tell(
            at(10),
            "Look for such a barrier when you are stuck: a few small numbers are the only ways from piece to piece, so "
            "do not spend them early.",
        ),
        ChainStep(
            f"The numbers 1 to 12: the longest chain has {ceiling(12).length} numbers. Begin with a number that "
            "allows it.",
            *at(12),
            Question.LONGEST,
            is_whole=True,
        ),
        _tell(
            at(30),
            f"For 1 to 30 the longest chain has {ceiling(30).length} numbers, for 1 to 100 it has "
            f"{ceiling(100).length}, and both are proved. Classes have written 50, 61 and 74. How far do you get?",
        ),
    )


def exercises(generator: Random, count: int) -> tuple[Step, ...]:
    """Draw different exercises: the number to find that allows the longest chain.

    Raises:
        InvalidParameter: There are not that many.
    """
    if not 0 <= count <= _MOST_EXERCISES:
        raise InvalidParameter(f"A set has from 0 to {_MOST_EXERCISES} exercises, not {count}.")
    drawn: dict[tuple[int, ...], Step] = {}
    for _ in range(_TRIES):
        if len(drawn) == count:
            return tuple(drawn.values())
        game, position = board = draw(generator, Question.LONGEST)
        numbers = tuple(position.picks)
        step = _ask(
            board,
            f"The numbers 1 to {game.high}, and the chain {', '.join(map(str, numbers))}. You may add "
            f"{_choices(board)}. Which number allows the longest chain?",
        )
        if 0 < len(step.right_moves) < len(game.legal_moves(position)):
            drawn[(game.high, *numbers)] = step
    raise InvalidParameter("There are not that many different exercises.")


def draw(generator: Random, question: Question) -> ChainBoard:
    """Draw a chain of a few numbers."""
    game = PoolDuel(1, generator.choice(_LIMITS))
    position = game.start()
    for _ in range(generator.randint(1, _MOST_PICKS)):
        if numbers := game.legal_moves(position):
            position = game.child(position, generator.choice(numbers))
    return game, position
