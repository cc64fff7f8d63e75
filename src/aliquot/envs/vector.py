"""Many matches of a duel at once: a native Gymnasium vector environment for self-play.

>>> from aliquot.envs.vector import DuelVectorEnv
>>> envs = DuelVectorEnv("dividers-duel", num_envs=3, starts=(60, 84, 5040))
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape, infos["action_mask"].sum(axis=1).tolist()
((3, 1, 8), [10, 10, 58])
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.envs.batch import Batch
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Bits, check_penalty
from aliquot.envs.labels import Labels, label
from aliquot.games import create

Step = tuple[Bits, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class DuelVectorEnv(VectorEnv[Any, Any, Any]):
    """Matches side by side. A match that is over starts anew at the next step, whatever the action."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012, as its base

    def __init__(
        self,
        game: AnyGame | str = "dividers-duel",
        num_envs: int = 1,
        *,
        starts: Sequence[object] | None = None,
        opponent: None = None,
        illegal: Penalty | None = None,
        labels: bool = False,
        compiled: bool | None = None,
        **parameters: object,
    ) -> None:
        """Create the environment.

        Args:
            game: A game, or the name of one.
            num_envs: The number of matches.
            starts: Several starts, assigned to the matches in turn.
            opponent: Must be None: the actions play both seats, and a reward is for the player who has just moved.
            illegal: The cost of an illegal action, `forfeit` or `retry`; by default that of the rule book.
            labels: Whether infos have exact labels: `optimal`, the actions that keep the value of each position, and
                `regret`, the loss of value by the last action of each match.
            compiled: Whether to run compiled; by default if numba is installed.
            parameters: The parameters of the named game.

        Raises:
            UnknownGame: There is no such game.
            InvalidParameter: A parameter is invalid.
        """
        if opponent is not None:
            raise InvalidParameter("A batch plays both seats; for opponents use vectorization_mode='sync'.")
        check_penalty(illegal)
        if starts is None:
            self.encoding = encode(game, **parameters)
        elif isinstance(game, str) and len(starts) > 0:
            self.encoding = encode(*(create(game, start=start, **parameters) for start in starts))
        else:
            raise InvalidParameter("Several starts are given with the name of a game, and at least one.")
        self.batch = Batch.of(self.encoding, num_envs, penalty=illegal, compiled=compiled)
        self.num_envs = num_envs
        self._deal = np.arange(num_envs) % len(self.encoding.games)
        self._wants_labels = labels
        self._labels: Labels | None = None
        self._has_begun = False
        self.single_observation_space = spaces.Box(0, 1, self.encoding.shape, np.int8)
        self.single_action_space = spaces.Discrete(len(self.encoding.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bits, dict[str, Any]]:
        """Go to the starts; `options={"starts": ...}` assigns new ones, as indices."""
        super().reset(seed=seed)
        self.batch.reset((options or {}).get("starts", None if self._has_begun else self._deal))
        self._has_begun = True
        return self.batch.observe(), self._infos()

    def step(self, actions: Any) -> Step:
        """Make an action in every match."""
        try:
            checked = self.batch.check(actions)
        except InvalidParameter as error:
            raise InvalidAction(str(error)) from None
        fresh = self.batch.over == 1
        regret = None if self._labels is None else np.where(fresh, 0, self._labels.regret(checked))
        rewards, ended, illegal = self.batch.step(checked)
        infos = self._infos()
        if illegal.any():
            infos["illegal"], infos["_illegal"] = illegal == 1, np.ones(self.num_envs, bool)
        if regret is not None:
            infos["regret"], infos["_regret"] = regret.astype(np.int8), ~fresh
        truncated = np.zeros(self.num_envs, bool)
        return self.batch.observe(), rewards.astype(np.float64), ended.astype(bool), truncated, infos

    def _infos(self) -> dict[str, Any]:
        """Masks, seats and labels if requested, each with the flags of the matches that have it."""
        everywhere = np.ones(self.num_envs, bool)
        infos = {"action_mask": self.batch.masks(), "_action_mask": everywhere}
        infos |= {"seat": self.batch.seats.copy(), "_seat": everywhere.copy()}
        if self._wants_labels:
            self._labels = label(self.batch)
            going = (self.batch.over == 0)[:, None]
            infos |= {"optimal": self._labels.optimal * going, "_optimal": everywhere.copy()}
        return infos
