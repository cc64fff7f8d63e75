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
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.text import quote
from aliquot.envs.batch import Batch
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Bits, Encoding, check_labels, check_penalty
from aliquot.envs.labels import Labels, label
from aliquot.games import create

Step = tuple[Bits, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class DuelVectorEnv(VectorEnv[Any, Any, Any]):
    """Matches side by side."""

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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
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
            autoreset_mode: What happens to a match that is over. `NEXT_STEP`: it starts anew at the next step, whatever
                the action. `SAME_STEP`: it starts anew at once, and `final_obs` and `final_info` in the infos have its
                end, as torchrl expects. `DISABLED`: `reset` must be called, with `reset_mask` in its options for
                some of the matches.
            parameters: The parameters of the named game.

        Raises:
            UnknownGame: There is no such game.
            InvalidParameter: A parameter is invalid.
            Unsolved: Labels are requested, and the game has no theory and is too large to search.
        """
        if opponent is not None:
            raise InvalidParameter("A batch plays both seats; for opponents use vectorization_mode='sync'.")
        check_penalty(illegal)
        self.metadata = {"autoreset_mode": _autoreset_mode(autoreset_mode), "render_modes": []}
        self.encoding = _encode_starts(game, starts, parameters)
        self.batch = Batch.of(self.encoding, num_envs, penalty=illegal, compiled=compiled)
        self.num_envs = num_envs
        self._deal = np.arange(num_envs) % len(self.encoding.games)
        self._wants_labels = labels
        if labels:
            check_labels(self.encoding)
        self._labels: Labels | None = None
        self._has_begun = False
        self._make_spaces()

    def _make_spaces(self) -> None:
        self.single_observation_space = spaces.Box(0, 1, self.encoding.shape, np.int8)
        self.single_action_space = spaces.Discrete(len(self.encoding.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bits, dict[str, Any]]:
        """Go to the starts.

        Args:
            seed: Seeds the generator; a duel has no chance in it.
            options: `starts` assigns new starts, as indices; `reset_mask` has True for the matches to be reset.
        """
        super().reset(seed=seed)
        options = options or {}
        if (mask := options.get("reset_mask")) is not None:
            self.batch.restart(self._checked_mask(mask))
        else:
            self.batch.reset(options.get("starts", None if self._has_begun else self._deal))
            self._has_begun = True
        return self.batch.observe(), self._infos()

    def _checked_mask(self, mask: Any) -> NDArray[np.bool_]:
        array = np.asarray(mask)
        if array.shape != (self.num_envs,) or array.dtype != np.bool_ or not array.any() or not self._has_begun:
            raise InvalidParameter(
                f"A reset_mask has {self.num_envs} truth values, one of them True, and comes after a whole reset."
            )
        return array

    def step(self, actions: Any) -> Step:
        """Make an action in every match."""
        try:
            checked = self.batch.check(actions)
        except InvalidParameter as error:
            raise InvalidAction(str(error)) from None
        mode = self.metadata["autoreset_mode"]
        fresh = self.batch.over == 1
        if mode is AutoresetMode.DISABLED and fresh.any():
            raise ResetNeeded("Matches are over: call reset() with a reset_mask before the next step().")
        regret = None if self._labels is None else np.where(fresh, 0, self._labels.regret(checked))
        rewards, ended, illegal = self.batch.step(checked)
        is_over = ended.astype(bool)
        infos = self._infos()
        if mode is AutoresetMode.SAME_STEP and is_over.any():
            final = {name: value for name, value in infos.items() if not name.startswith("_")}
            final |= {f"_{name}": is_over.copy() for name in final}
            end = {"final_obs": self.batch.observe(), "final_info": final}
            self.batch.restart(is_over)
            infos = self._infos() | end | {f"_{name}": is_over.copy() for name in end}
        if illegal.any():
            infos["illegal"], infos["_illegal"] = illegal == 1, np.ones(self.num_envs, bool)
        if regret is not None:
            infos["regret"], infos["_regret"] = regret.astype(np.int8), ~fresh
        truncated = np.zeros(self.num_envs, bool)
        return self.batch.observe(), rewards.astype(np.float64), is_over, truncated, infos

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


def _encode_starts(game: AnyGame | str, starts: Sequence[object] | None, parameters: dict[str, object]) -> Encoding:
    """Return the encoding of one game, or of several starts of it."""
    if starts is None:
        return encode(game, **parameters)
    if not isinstance(game, str) or not len(starts):
        raise InvalidParameter("Several starts are given with the name of a game, and at least one.")
    return encode(*(create(game, start=start, **parameters) for start in starts))


def _autoreset_mode(mode: object) -> AutoresetMode:
    """Return a mode by itself or by its name."""
    for each in AutoresetMode:
        if mode is each or (isinstance(mode, str) and mode.upper() in (each.name, each.value.upper())):
            return each
    names = ", ".join(each.name for each in AutoresetMode)
    raise InvalidParameter(f"autoreset_mode is one of {names}, not {quote(mode)}.")
