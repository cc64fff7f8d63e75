"""What an environment may tell a learner of the truth, if it is asked to."""

import numpy as np

from aliquot.core.errors import IllegalMove
from aliquot.core.text import quote
from aliquot.envs.encoding_base import Bits, Encoding, Walk
from aliquot.oracle import solve


class Truth:
    """The value of the position a match has come to, its optimal actions, and the regret of an action there."""

    def __init__(self, encoding: Encoding) -> None:
        """Makes sure that there is a truth to tell.

        Raises:
            Unsolved: The game has no theory and is too large to search.
        """
        _ = solve(encoding.game).wins

    def optimal(self, walk: Walk) -> Bits:
        """1 for every action that keeps the value: those that win, or all in a lost position."""
        verdict = solve(walk.encoding.game, walk.position())
        if not verdict.wins:
            return walk.mask()
        optimal = np.zeros(len(walk.encoding.actions), np.int8)
        optimal[[walk.encoding.index(move) for move in verdict.winning_moves]] = 1
        return optimal

    def regret(self, walk: Walk, action: int) -> int:
        """What an action gives away, in the unit of rewards: 2 if it turns a win into a loss, or else 0."""
        won = solve(walk.encoding.game, walk.position()).wins
        return 2 if won and not self.optimal(walk)[action] else 0


def objection(walk: Walk, action: int) -> str:
    """Why an action is illegal, in the words of the rules."""
    move = walk.encoding.actions[action]
    try:
        walk.encoding.game.play(walk.position(), move)
    except IllegalMove as error:
        return str(error)
    return f"{quote(move)} is not legal here."
