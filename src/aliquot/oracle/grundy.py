"""What a number is worth: its Grundy value, by a theorem where there is one and by a search where there is none."""

from typing import Any

from aliquot.arithmetic import omega
from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.games.division import DivisionGame
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum
from aliquot.oracle import follows
from aliquot.oracle.budget import Budget
from aliquot.oracle.search import search
from aliquot.oracle.subtraction_table import grundy


def worth(member: NumberGame, number: int, budget: Budget | None = None) -> int:
    """The Grundy value of a number under its own rule: by a theorem, or by a search where there is none.

    Raises:
        Unsolved: There is none, and the budget does not suffice to search it.
    """
    if follows(member, DivisionGame):
        return max(0, omega(number) - 1)
    if follows(member, SubtractionDuel):
        return grundy(number)
    position = NumberPosition(number)
    value = search(member, position, budget).value(position)
    if value is None or value.grundy is None:
        raise Unsolved(f"A number of {member.title} has no Grundy value.")
    return value.grundy


def worths(game: AnyGame, position: Any, budget: Budget | None = None) -> list[int] | None:
    """What each of several numbers is worth; None where a position is not the sum of its numbers.

    Raises:
        Unsolved: The budget does not suffice to search a number for which there is no theorem.
    """
    if not isinstance(game, Sum) or not is_sum(game):
        return None
    return [worth(member, number, budget) for member, number in zip(game.members, position.numbers, strict=True)]


def is_sum(game: Sum) -> bool:
    """Whether every number can be moved on whatever else lies there.

    A move names a number and a divisor, so two equal numbers are told apart only where one is subtracted from and the
    other is not.
    """
    rules: dict[bool, set[object]] = {}
    for member in game.members:
        rules.setdefault(member.sign == "-" and not game.is_uniform, set()).add(_rule(member))
    return all(len(found) == 1 for found in rules.values())


def _rule(member: NumberGame) -> object:
    """What decides how a number is moved on."""
    return next((proved for proved in (DivisionGame, SubtractionDuel) if follows(member, proved)), type(member))
