"""Exercises: boards drawn at random until they make a fair question, each with an exact answer."""

from collections.abc import Callable
from random import Random

from aliquot.core.errors import InvalidParameter
from aliquot.lessons import feedback
from aliquot.lessons.step import Board, Question, Step
from aliquot.oracle import solve

Draw = Callable[[Random, Question], Board]

MOST = 20
"""The most exercises in one set."""
_TRIES = 10_000


def compose(draw: Draw, generator: Random, count: int) -> tuple[Step, ...]:
    """A set of different exercises, half of them moves to find and half positions to judge.

    Raises:
        InvalidParameter: So many are not to be had.
    """
    if not 0 <= count <= MOST:
        raise InvalidParameter(f"A set has from 0 to {MOST} exercises, not {count}.")
    kinds = [Question.WIN, Question.JUDGE]
    generator.shuffle(kinds)
    questions = [kinds[place % 2] for place in range(count)]
    generator.shuffle(questions)
    found: dict[object, Step] = {}
    for question in questions:
        # A fair coin, so that won and lost are as likely, whatever is more common.
        fits = _is_contest if question is Question.WIN else _is_won if generator.random() < 0.5 else _is_lost
        for _ in range(_TRIES):
            game, position = board = draw(generator, question)
            key = game.id, game.key(position)
            if key not in found and fits(board):
                found[key] = _ask(board, question)
                break
        else:
            raise InvalidParameter("There are not that many different exercises.")
    return tuple(found.values())


def _ask(board: Board, question: Question) -> Step:
    asked = "Find a move that wins." if question is Question.WIN else "Is that won or lost for you?"
    return Step(f"{feedback.faced(*board)} {asked}", *board, question)


def _is_contest(board: Board) -> bool:
    """Whether some of the moves win and some do not."""
    game, position = board
    return 0 < len(solve(game, position).winning_moves) < len(game.legal_moves(position))


def _is_won(board: Board) -> bool:
    return solve(*board).wins


def _is_lost(board: Board) -> bool:
    return not solve(*board).wins
