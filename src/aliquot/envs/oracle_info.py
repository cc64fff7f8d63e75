"""Exact labels of one match for the infos of an environment, and the reason why an action is illegal."""

import numpy as np

from aliquot.core.errors import IllegalMove
from aliquot.core.text import quote
from aliquot.envs.encoding_base import Bits, EncodedMatch, Encoding
from aliquot.oracle import solve


class OracleInfo:
    """The optimal actions of a match's position, and the regret of an action there, by the oracle."""

    def __init__(self, encoding: Encoding) -> None:
        """Check that the oracle can decide the game.

        Raises:
            Unsolved: The game has no theory and is too large to search.
        """
        _ = solve(encoding.game).wins

    def optimal(self, match: EncodedMatch) -> Bits:
        """1 for every action that keeps the value: those that win, or all legal ones in a lost position."""
        verdict = solve(match.encoding.game, match.position())
        if not verdict.wins:
            return match.mask()
        optimal = np.zeros(len(match.encoding.actions), np.int8)
        optimal[[match.encoding.index(move) for move in verdict.winning_moves]] = 1
        return optimal

    def regret(self, match: EncodedMatch, action: int) -> int:
        """The loss of value by an action: 2 if it turns a win into a loss, otherwise 0."""
        won = solve(match.encoding.game, match.position()).wins
        return 2 if won and not self.optimal(match)[action] else 0


def objection(match: EncodedMatch, action: int) -> str:
    """The reason why an action is illegal, as the rules give it."""
    move = match.encoding.actions[action]
    try:
        match.encoding.game.play(match.position(), move)
    except IllegalMove as error:
        return str(error)
    return f"{quote(move)} is not legal here."
