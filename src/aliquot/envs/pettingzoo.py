"""Every duel as a PettingZoo environment: two agents, `seat_1` and `seat_2`, who move in turn.

>>> from aliquot.envs import pettingzoo
>>> env = pettingzoo.env("divisor-duel-pool", pool="2-50")
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> int(observation["action_mask"].sum())
49
"""

import sys
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.numerals import quote
from aliquot.envs.encoding import encode
from aliquot.envs.form import Bits, check_penalty
from aliquot.envs.render import MODES, Picture, check_mode, picture_of, text_of
from aliquot.envs.truth import Truth, objection

SEATS = ("seat_1", "seat_2")
"""The agents, in the order in which they move."""

Masks = Literal["both", "info"]
"""Where masks are: in observations, which are dictionaries then, and infos; or in infos alone."""


class DuelEnv(AECEnv):  # type: ignore[misc]
    """One duel. It keeps to the order of calls, and to the action space, without any wrapper."""

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
        """Sets up a duel.

        Args:
            game: A game, or the name of one.
            illegal: What an illegal action costs, `forfeit` or `retry`; what the rule book says unless given.
            masks: `both` for observations that are dictionaries with `observation` and `action_mask`, and the mask in
                `info` too; `info` for observations that are arrays.
            labels: Whether infos tell the truth: `optimal`, the actions that keep the value of the position, and
                `regret`, what the agent's last action gave away.
            max_cycles: Truncates after that many turns of each agent.
            max_turns: Truncates after that many turns of either.
            render_mode: `human`, `ansi` or `rgb_array`.
            parameters: What the named game is set up with.

        Raises:
            UnknownGame: There is no such game.
            InvalidParameter: It cannot be set up like that.
            Unsolved: Labels are wanted of a game whose truth is not known.
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
        self._truth = Truth(self.encoding) if labels else None
        self._most = max_turns if max_cycles is None else 2 * max_cycles
        self._count = len(self.encoding.actions)
        self._all, self._none = np.ones(self._count, np.int8), np.zeros(self._count, np.int8)
        # Handed out in infos again and again, so nobody may write on them.
        self._all.flags.writeable = self._none.flags.writeable = False
        self._walk = self.encoding.walk()
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
        """The same for both agents."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """One action for each move there can be."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Goes to the start. Nothing in a duel is left to chance, so the seed changes nothing."""
        self._walk.reset()
        self.turns = 0
        self._regrets: dict[str, int] = {}
        self.agents = ["seat_1", "seat_2"]
        self.agent_selection = "seat_1"
        # Written out, because matches are short and this is done for each.
        self.rewards = {"seat_1": 0.0, "seat_2": 0.0}
        self._cumulative_rewards = {"seat_1": 0.0, "seat_2": 0.0}
        self.terminations = {"seat_1": False, "seat_2": False}
        self.truncations = {"seat_1": False, "seat_2": False}
        self._look()

    def _look(self) -> None:
        """Takes down the masks: the mover's, nothing for the other, and all actions for both once it is over.

        No action follows the end, and a learner that turns the last mask into chances must not divide by nothing.
        """
        if self.terminations["seat_1"] or self.truncations["seat_1"]:
            mine = theirs = self._all
        else:
            mine, theirs = self._walk.mask(), self._none
        mover = self.agent_selection
        self._mask, self._other_mask = mine, theirs
        self.infos: dict[str, dict[str, Any]]
        if mover == "seat_1":
            self.infos = {"seat_1": {"action_mask": mine}, "seat_2": {"action_mask": theirs}}
        else:
            self.infos = {"seat_1": {"action_mask": theirs}, "seat_2": {"action_mask": mine}}
        if self._truth is not None:
            over = self.terminations[mover] or self.truncations[mover]
            self.infos[mover]["optimal"] = np.zeros(self._count, np.int8) if over else self._truth.optimal(self._walk)
            for agent, regret in self._regrets.items():
                self.infos[agent]["regret"] = regret

    def observe(self, agent: str) -> Any:
        """What an agent sees: the planes, and what it may do."""
        try:
            mask = self._mask if agent == self.agent_selection else self._other_mask
        except AttributeError:
            EnvLogger.error_observe_before_reset()
            raise
        if not self._in_observation:
            return self._walk.observe()
        return {"observation": self._walk.observe(), "action_mask": mask.copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees, and has earned since its last turn."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _was_dead_step(self, action: Any) -> None:
        """Takes an agent out whose match is over; both are over together."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for facts in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del facts[agent]
        self.agents.remove(agent)
        for other in self.agents:
            self.agent_selection = other
            self.rewards[other] = 0.0

    def state(self) -> Bits:
        """The planes."""
        if not hasattr(self, "agents"):
            EnvLogger.error_state_before_reset()
        return self._walk.observe()

    def step(self, action: Any) -> None:
        """Makes the action of the agent whose turn it is."""
        if not getattr(self, "agents", None):
            if not hasattr(self, "agents"):
                EnvLogger.error_step_before_reset()
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not (type(action) is int and 0 <= action < self._count):
            if not self._action_spaces[agent].contains(action):
                raise AssertionError(
                    f"action is not in action space: a whole number from 0 to {self._count - 1}, not {quote(action)}"
                )
            action = int(action)
        self._cumulative_rewards[agent] = 0.0
        walk = self._walk
        if self._truth is not None:
            self._regrets[agent] = self._truth.regret(walk, action)
        self.turns += 1
        reason = ""
        if walk.is_legal(action):
            walk.play(action)
            self.agent_selection = "seat_2" if agent == "seat_1" else "seat_1"
            if walk.is_over:
                self._end(walk.winner)
        else:
            reason = objection(walk, action)
            if self.penalty == "forfeit":
                self._end(2 if agent == "seat_1" else 1)
        if self.turns == self._most and not self.terminations[agent]:
            self.truncations = dict.fromkeys(SEATS, True)
        self._look()
        if reason:
            self.infos[agent]["illegal"] = reason
        if self.render_mode == "human":
            self.render()

    def _end(self, winner: Literal[1, 2]) -> None:
        self.terminations = {"seat_1": True, "seat_2": True}
        self.rewards = {"seat_1": 1.0, "seat_2": -1.0} if winner == 1 else {"seat_1": -1.0, "seat_2": 1.0}
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def render(self) -> str | Picture | None:
        """The position, in the way that was asked for."""
        if not hasattr(self, "agents"):
            EnvLogger.error_render_before_reset()
        if self.render_mode == "rgb_array":
            return picture_of(self._walk)
        if self.render_mode == "ansi":
            return text_of(self._walk)
        if self.render_mode == "human":
            sys.stdout.write(text_of(self._walk) + "\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""


raw_env = DuelEnv


def env(game: AnyGame | str = "dividers-duel", **options: Any) -> DuelEnv:
    """A duel whose agents move one at a time; see `DuelEnv`."""
    return DuelEnv(game, **options)


def parallel_env(game: AnyGame | str = "dividers-duel", *, max_cycles: int | None = None, **options: Any) -> Any:
    """A duel whose agents act together, for what asks for that: all but the mover's action are ignored.

    A cycle is then one turn.
    """
    return turn_based_aec_to_parallel(DuelEnv(game, max_turns=max_cycles, **options))
