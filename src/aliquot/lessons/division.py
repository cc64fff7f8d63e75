"""What the lessons of the three division duels share: their boards, and the numbers of their exercises."""

from random import Random

from aliquot.arithmetic import factorise, product
from aliquot.games.division import DivisionGame
from aliquot.lessons.step import Board, Question


def at(duel: type[DivisionGame], number: int) -> Board:
    """One number of a division duel, with the learner to move."""
    game = duel(number)
    return game, game.start()


def factored(number: int) -> str:
    """A number with its prime factors.

    >>> factored(84)
    '84 = 2·2·3·7'
    """
    return f"{number} = {product(factorise(number))}"


def draw_number(duel: type[DivisionGame], generator: Random, question: Question, largest: int) -> Board:
    """A number to move on; or one to judge, whose last digit does not tell that it is not prime."""
    if question is Question.WIN:
        return at(duel, generator.randint(12, largest))
    return at(duel, generator.choice([number for number in range(21, largest + 1) if number % 2 and number % 5]))
