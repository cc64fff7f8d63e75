"""Every duel as a PettingZoo environment: two agents, `seat_1` and `seat_2`, move in turn.

>>> from aliquot.envs import pettingzoo
>>> env = pettingzoo.env("divisor-duel-pool", pool="2-50")
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> int(observation["action_mask"].sum())
49
"""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.text import quote
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Bits, OracleInfo, check_penalty, objection
from aliquot.envs.render import MODES, Picture, check_mode, show

SEATS = ("seat_1", "seat_2")
"""The agents, in the order in which they move."""

Masks = Literal["both", "info"]
"""The place of masks: in observations, which are then dictionaries, and infos; or in infos only."""


class DuelEnv(AECEnv):  # type: ignore[misc]
    """One duel. It checks the order of calls and the action space itself, without PettingZoo's wrappers."""

    def __init__(
        self,
        game: AnyGame | str = "dividers-duel",
        *,
        illegal: Penalty | None = None,
        masks: Masks = "both",
        labels: bool = False,
        max_cycles: int | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
        **parameters: object,
    ) -> None:
        """Create an environment.

        Args:
            game: A game, or the name of one.
            illegal: The cost of an illegal action, `forfeit` or `retry`; by default that of the rule book.
            masks: `both` for observations that are dictionaries with `observation` and `action_mask`, and the mask in
                `info` too; `info` for observations that are arrays.
            labels: Whether infos have exact labels: `optimal`, the actions that keep the value of the position, and
                `regret`, the loss of value by the agent's last action.
            max_cycles: Truncates after that many turns of each agent.
            max_turns: Truncates after that many turns of either.
            render_mode: `human`, `ansi` or `rgb_array`.
            parameters: The parameters of the named game.

        Raises:
            UnknownGame: There is no such game.
            InvalidParameter: A parameter is invalid.
            Unsolved: Labels are requested, and the game has no theory and is too large to search.
        """
        super().__init__()
        check_mode(render_mode)
        if masks not in ("both", "info"):
            raise InvalidParameter(f"Masks are in 'both' or 'info', not {quote(masks)}.")
        check_penalty(illegal)
        self.encoding = encode(game, **parameters)
        self.penalty: Penalty = illegal or self.encoding.penalty
        self.render_mode = render_mode
        self.metadata = self._describe()
        self.possible_agents = list(SEATS)
        self._in_observation = masks == "both"
        self._oracle = OracleInfo(self.encoding) if labels else None
        self._most = max_turns if max_cycles is None else 2 * max_cycles
        self._count = len(self.encoding.actions)
        self._all, self._none = np.ones(self._count, np.int8), np.zeros(self._count, np.int8)
        # Shared by all infos, so read-only.
        self._all.flags.writeable = self._none.flags.writeable = False
        self._match = self.encoding.new_match()
        self._make_spaces()

    def _describe(self) -> dict[str, Any]:
        game = self.encoding.game
        name = f"{game.slug.replace('-', '_')}_v{game.version}"
        return {"name": name, "render_modes": list(MODES), "render_fps": 1, "is_parallelizable": False}

    def _make_spaces(self) -> None:
        planes = spaces.Box(0, 1, self.encoding.shape, np.int8)
        mask = spaces.Box(0, 1, (self._count,), np.int8)
        self.state_space = planes
        self._observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) if self._in_observation else planes
            for agent in SEATS
        }
        self._action_spaces = {agent: spaces.Discrete(self._count) for agent in SEATS}

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        """The observation space, which is the same for both agents."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action space: one action for each possible move."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Go to the start. A duel has no chance in it, so the seed changes nothing."""
        self._match.reset()
        self.agents = list(SEATS)
        self.agent_selection = SEATS[0]
        self._skip_agent_selection = None
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.turns = 0
        self._notes: dict[str, dict[str, Any]] = {}
        self._set_infos()

    def _set_infos(self, is_over: bool = False) -> None:
        """Set the infos: the mask of the mover, an empty one for the other; full masks for both at the end.

        No action follows the end, and a learner that turns the last mask into probabilities must not divide by 0.
        """
        mover = self.agent_selection
        infos: dict[str, dict[str, Any]]
        if is_over:
            infos = {agent: {"action_mask": self._all} for agent in SEATS}
        else:
            # With the mask in the observation, which is a copy, a shared one will do here.
            mask = self._match.legal() if self._in_observation else self._match.mask()
            infos = {
                mover: {"action_mask": mask},
                "seat_2" if mover == "seat_1" else "seat_1": {"action_mask": self._none},
            }
        if self._oracle is not None:
            for agent in SEATS if is_over else (mover,):
                none = np.zeros(self._count, np.int8)
                infos[agent]["optimal"] = none if is_over else self._oracle.optimal(self._match)
        for agent, notes in self._notes.items():
            infos[agent] |= notes
        self.infos = infos

    def observe(self, agent: str) -> Any:
        """The planes, with the mask of the agent unless masks are in infos only."""
        try:
            infos = self.infos
        except AttributeError:
            EnvLogger.error_observe_before_reset()
            raise
        if not self._in_observation:
            return self._match.observe()
        mask = infos[agent].get("action_mask", self._all) if agent in infos else self._all
        return {"observation": self._match.observe(), "action_mask": mask.copy()}

    def state(self) -> Bits:
        """The planes."""
        if not hasattr(self, "agents"):
            EnvLogger.error_state_before_reset()
        return self._match.observe()

    def step(self, action: Any) -> None:
        """Make the action of the agent whose turn it is."""
        try:
            agents = self.agents
        except AttributeError:
            EnvLogger.error_step_before_reset()
            raise
        if not agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not (type(action) is int and 0 <= action < self._count):
            action = self._checked(action)
        match = self._match
        if self._oracle is not None or self._notes:
            self._note(agent, action)
        self.turns += 1
        winner = 0
        if match.play(action):
            self.agent_selection = "seat_2" if agent == "seat_1" else "seat_1"
            if match.is_over:
                winner = match.winner
        else:
            self._notes.setdefault(agent, {})["illegal"] = objection(match, action)
            if self.penalty == "forfeit":
                winner = 2 if agent == "seat_1" else 1
        is_cut = not winner and self.turns == self._most
        if winner:
            self.rewards = {"seat_1": 1.0, "seat_2": -1.0} if winner == 1 else {"seat_1": -1.0, "seat_2": 1.0}
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(SEATS, True)
        elif is_cut:
            self.truncations = dict.fromkeys(SEATS, True)
        self._set_infos(is_over=bool(winner) or is_cut)
        if self.render_mode == "human":
            self.render()

    def _checked(self, action: Any) -> int:
        if not self._action_spaces["seat_1"].contains(action):
            raise AssertionError(
                f"action is not in action space: a whole number from 0 to {self._count - 1}, not {quote(action)}"
            )
        return int(action)

    def _note(self, agent: str, action: int) -> None:
        """Note the regret of an action, if there are labels, and drop the notes on illegal actions."""
        regrets = {a: {"regret": notes["regret"]} for a, notes in self._notes.items() if "regret" in notes}
        if self._oracle is not None:
            regrets[agent] = {"regret": self._oracle.regret(self._match, action)}
        self._notes = regrets

    def render(self) -> str | Picture | None:
        """Render the position in the render mode."""
        if not hasattr(self, "agents"):
            EnvLogger.error_render_before_reset()
        return show(self._match, self.render_mode)

    def close(self) -> None:
        """Do nothing; there are no resources to release."""


raw_env = DuelEnv


def env(game: AnyGame | str = "dividers-duel", **options: Any) -> DuelEnv:
    """Create a duel whose agents move one at a time; see `DuelEnv`."""
    return DuelEnv(game, **options)


def parallel_env(game: AnyGame | str = "dividers-duel", *, max_cycles: int | None = None, **options: Any) -> Any:
    """Create a duel with PettingZoo's parallel API: only the action of the agent to move counts.

    A cycle is one turn.
    """
    return turn_based_aec_to_parallel(DuelEnv(game, max_turns=max_cycles, **options))
