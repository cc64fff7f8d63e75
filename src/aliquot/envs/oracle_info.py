"""What an environment may tell a learner of the truth, if it is asked to."""

import numpy as np

from aliquot.core.errors import IllegalMove
from aliquot.core.text import quote
from aliquot.envs.encoding_base import Bits, EncodedMatch, Encoding
from aliquot.oracle import solve


class OracleInfo:
    """The value of the position a match has come to, its optimal actions, and the regret of an action there."""

    def __init__(self, encoding: Encoding) -> None:
        """Makes sure that there is a truth to tell.

        Raises:
            Unsolved: The game has no theory and is too large to search.
        """
        _ = solve(encoding.game).wins

    def optimal(self, match: EncodedMatch) -> Bits:
        """1 for every action that keeps the value: those that win, or all in a lost position."""
        verdict = solve(match.encoding.game, match.position())
        if not verdict.wins:
            return match.mask()
        optimal = np.zeros(len(match.encoding.actions), np.int8)
        optimal[[match.encoding.index(move) for move in verdict.winning_moves]] = 1
        return optimal

    def regret(self, match: EncodedMatch, action: int) -> int:
        """What an action gives away, in the unit of rewards: 2 if it turns a win into a loss, or else 0."""
        won = solve(match.encoding.game, match.position()).wins
        return 2 if won and not self.optimal(match)[action] else 0


def objection(match: EncodedMatch, action: int) -> str:
    """Why an action is illegal, in the words of the rules."""
    move = match.encoding.actions[action]
    try:
        match.encoding.game.play(match.position(), move)
    except IllegalMove as error:
        return str(error)
    return f"{quote(move)} is not legal here."
