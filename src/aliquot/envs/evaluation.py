"""The distance of a policy from perfect play, measured exactly on positions drawn from matches, with intervals.

>>> from aliquot.envs import evaluate
>>> evaluate(lambda observations, masks: masks.argmax(axis=1), "dividers-duel", count=500)
Evaluation(decisions=500, won=500, winning=137, illegal=0)
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote
from aliquot.envs.batch import Batch
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Bits, Encoding, check_labels
from aliquot.envs.labels import label
from aliquot.envs.sampling import Sampler
from aliquot.reports.scale import Estimate, regret_of, wilson

Policy = Callable[[Bits, Bits], ArrayLike]
"""Returns one action for each position, from their observations and action masks."""
_AT_ONCE = 4096
"""The number of positions shown to a policy at once."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The decisions of a policy, counted."""

    decisions: int
    """The number of positions."""
    won: int
    """Those that are won for the player to move: only there can a move give anything away."""
    winning: int
    """Those of them in which the policy's move wins."""
    illegal: int
    """The number of illegal moves; in a won position each counts as losing."""

    def optimality(self, confidence: float = 0.95) -> Estimate:
        """Return the share of won positions in which the move wins, with Wilson's interval; 1 if none is won."""
        return wilson(self.winning, self.won, confidence)

    def regret(self, confidence: float = 0.95) -> Estimate:
        """Return the average loss of value per move, 2 for a win turned into a loss, with Wilson's interval."""
        return regret_of(self.won - self.winning, self.decisions, confidence)


def evaluate(policy: Policy, env: Any, *, count: int = 2_000, scheme: str = "random", seed: int = 0) -> Evaluation:
    """Measure a policy against exact labels.

    Args:
        policy: A function of observations and action masks, one line for each position, that returns an action for
            each.
        env: An environment of this package, an encoding, a game, or the name of one.
        count: The number of positions, each drawn from a match of its own, so that the decisions are independent.
        scheme: The play the positions come from: `random`, `uniform` or `skill:S`.
        seed: The seed of every choice: the same seed gives the same positions.

    Raises:
        InvalidParameter: A parameter is invalid, or the policy returns no action in range for a position.
        Unsolved: The game has no theory and is too large to search.
    """
    if type(count) is not int or count < 1:
        raise InvalidParameter(f"An evaluation takes at least one position, not {quote(count)}.")
    encoding = _encoding_of(env)
    check_labels(encoding)
    sampler, generator = Sampler(encoding, scheme, seed), Random(f"{seed}/evaluation")
    won = winning = illegal = 0
    for start in range(0, count, _AT_ONCE):
        drawn = sampler.draw(min(_AT_ONCE, count - start), generator)
        batch = Batch.at(encoding, [position for position, _ in drawn])
        labels, masks = label(batch), batch.masks()
        actions = batch.check(policy(batch.observe(), masks.copy()))
        is_won = labels.values > 0
        won += int(is_won.sum())
        winning += int((is_won & (labels.regret(actions) == 0)).sum())
        illegal += int((masks[np.arange(len(actions)), actions] == 0).sum())
    return Evaluation(count, won, winning, illegal)


def _encoding_of(source: Any) -> Encoding:
    """Return the encoding of an environment, a game, or its name."""
    if isinstance(source, Encoding):
        return source
    encoding = getattr(getattr(source, "unwrapped", source), "encoding", None)
    return encoding if isinstance(encoding, Encoding) else encode(source)
