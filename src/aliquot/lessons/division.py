"""Boards and exercises that the lessons about division share."""

from random import Random

from aliquot.arithmetic import factorise, product
from aliquot.games.division import DivisionGame
from aliquot.lessons.step import Board, Question


def at(duel: type[DivisionGame], number: int) -> Board:
    """Return the board of one number in a division duel."""
    game = duel(number)
    return game, game.start()


def factored(number: int) -> str:
    """Return a number with its prime factors.

    >>> factored(84)
    '84 = 2·2·3·7'
    """
    return f"{number} = {product(factorise(number))}"


def draw_number(duel: type[DivisionGame], generator: Random, question: Question, largest: int) -> Board:
    """Draw a number to move on, or one to judge whose last digit does not show that it is not prime."""
    if question is Question.WIN:
        return at(duel, generator.randint(12, largest))
    return at(duel, generator.choice([number for number in range(21, largest + 1) if number % 2 and number % 5]))
