"""The worth of a number: its Grundy value, by a theorem where there is one, otherwise by a search."""

from aliquot.arithmetic import omega
from aliquot.core.errors import Unsolved
from aliquot.games.division import DivisionGame
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum
from aliquot.oracle import follows
from aliquot.oracle.budget import Budget
from aliquot.oracle.search import search
from aliquot.oracle.subtraction_table import grundy


def worth(member: NumberGame, number: int, budget: Budget | None = None) -> int:
    """Return the Grundy value of a number under its own rule, by a theorem or by a search.

    Raises:
        Unsolved: There is no theorem, and the budget is too small for a search.
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


def is_sum(game: Sum) -> bool:
    """Return whether every number can be moved on independently of the others.

    A move names a number and a divisor, so two equal numbers are told apart only where one is subtracted from and the
    other is not.
    """
    rules: dict[bool, set[object]] = {}
    for member in game.members:
        rules.setdefault(member.sign == "-" and not game.is_uniform, set()).add(_rule(member))
    return all(len(group) == 1 for group in rules.values())


def _rule(member: NumberGame) -> object:
    """Return what identifies the rule of a number."""
    return next((kind for kind in (DivisionGame, SubtractionDuel) if follows(member, kind)), type(member))
