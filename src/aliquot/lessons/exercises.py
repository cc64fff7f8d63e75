"""Exercises: boards drawn at random until they make a fair question."""

from collections.abc import Callable
from random import Random

from aliquot.core.errors import InvalidParameter
from aliquot.lessons import feedback
from aliquot.lessons.step import Board, Question, Step
from aliquot.oracle import solve

Draw = Callable[[Random, Question], Board]

MOST_EXERCISES = 20
"""The most exercises in one set."""
_TRIES = 10_000


def compose(draw: Draw, generator: Random, count: int) -> tuple[Step, ...]:
    """Draw a set of different exercises, half of them moves to find and half positions to judge.

    Raises:
        InvalidParameter: There are not that many different exercises.
    """
    if not 0 <= count <= MOST_EXERCISES:
        raise InvalidParameter(f"A set has from 0 to {MOST_EXERCISES} exercises, not {count}.")
    kinds = [Question.WIN, Question.JUDGE]
    generator.shuffle(kinds)
    questions = [kinds[place % 2] for place in range(count)]
    generator.shuffle(questions)
    exercises: dict[object, Step] = {}
    for question in questions:
        # Toss a coin, so that won and lost are equally likely.
        fits = _is_contest if question is Question.WIN else _is_won if generator.random() < 0.5 else _is_lost
        for _ in range(_TRIES):
            game, position = board = draw(generator, question)
            key = game.id, game.key(position)
            if key not in exercises and fits(board):
                exercises[key] = _ask(board, question)
                break
        else:
            raise InvalidParameter("There are not that many different exercises.")
    return tuple(exercises.values())


def _ask(board: Board, question: Question) -> Step:
    question_text = "Find a move that wins." if question is Question.WIN else "Is that won or lost for you?"
    return Step(f"{feedback.describe_position(*board)} {question_text}", *board, question)


def _is_contest(board: Board) -> bool:
    """Return whether some moves win and some do not."""
    game, position = board
    return 0 < len(solve(game, position).winning_moves) < len(game.legal_moves(position))


def _is_won(board: Board) -> bool:
    return solve(*board).wins


def _is_lost(board: Board) -> bool:
    return not solve(*board).wins
