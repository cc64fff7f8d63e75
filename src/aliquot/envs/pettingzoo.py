"""Every duel as a PettingZoo environment: two agents, `seat_1` and `seat_2`, who move in turn.

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
from pettingzoo.utils import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.text import quote
from aliquot.envs.agent_state import SEATS, Ledger
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Bits, check_penalty
from aliquot.envs.oracle_info import Truth, objection
from aliquot.envs.render import MODES, Picture, check_mode, show

_NOTHING: dict[str, dict[str, Any]] = {}

Masks = Literal["both", "info"]
"""Where masks are: in observations, which are dictionaries then, and infos; or in infos alone."""


class DuelEnv(Ledger):
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
        self.open()
        self.turns = 0
        self._notes = _NOTHING

    def tell(self, agent: str) -> dict[str, Any]:
        """The mask: the mover's, nothing for the other, and all actions for both once it is over.

        No action follows the end, and a learner that turns the last mask into chances must not divide by nothing.
        """
        info: dict[str, Any]
        if self.is_over:
            info = {"action_mask": self._all}
        elif agent != self.agent_selection:
            info = {"action_mask": self._none}
        else:
            # Whoever finds a copy of their own in the observation needs none here.
            info = {"action_mask": self._walk.legal() if self._in_observation else self._walk.mask()}
        if self._truth is not None and agent == self.agent_selection:
            info["optimal"] = np.zeros(self._count, np.int8) if self.is_over else self._truth.optimal(self._walk)
        if agent in self._notes:
            info |= self._notes[agent]
        return info

    def observe(self, agent: str) -> Any:
        """What an agent sees: the planes, and what it may do."""
        try:
            is_mover = agent == self.agent_selection
        except AttributeError:
            EnvLogger.error_observe_before_reset()
            raise
        if not self._in_observation:
            return self._walk.observe()
        mask = self.info()["action_mask"] if is_mover else self._all if self.is_over else self._none
        return {"observation": self._walk.observe(), "action_mask": mask.copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees, and has earned since its last turn."""
        if self.is_foreign or not (observe and self._in_observation):
            return super().last(observe)
        # The same in one go, because it is done at every turn.
        info = self._info or self.info()
        seen = {"observation": self._walk.observe(), "action_mask": info["action_mask"].copy()}
        if self.is_over:
            return seen, self.earned(self.agent_selection), self.has_ended, self.is_cut, info
        return seen, 0.0, False, False, info

    def state(self) -> Bits:
        """The planes."""
        if not hasattr(self, "agents"):
            EnvLogger.error_state_before_reset()
        return self._walk.observe()

    def step(self, action: Any) -> None:
        """Makes the action of the agent whose turn it is."""
        try:
            agents = self.agents
        except AttributeError:
            EnvLogger.error_step_before_reset()
            raise
        if not agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if (self.is_over or self.is_foreign) and self.is_out():
            self.leave(action)
            return
        agent = self.agent_selection
        if not (type(action) is int and 0 <= action < self._count):
            action = self._checked(action)
        walk = self._walk
        if self._truth is not None or self._notes:
            self._note(agent, action)
        self.turns += 1
        self._books = self._info = None
        if walk.attempt(action):
            self.agent_selection = "seat_2" if agent == "seat_1" else "seat_1"
            if walk.is_over:
                self.end(walk.winner)
        else:
            self._notes = {**self._notes, agent: {**self._notes.get(agent, {}), "illegal": objection(walk, action)}}
            if self.penalty == "forfeit":
                self.end(2 if agent == "seat_1" else 1)
        if self.turns == self._most and not self.is_over:
            self.cut()
        if self.render_mode == "human":
            self.render()

    def _checked(self, action: Any) -> int:
        if not self._action_spaces["seat_1"].contains(action):
            raise AssertionError(
                f"action is not in action space: a whole number from 0 to {self._count - 1}, not {quote(action)}"
            )
        return int(action)

    def _note(self, agent: str, action: int) -> None:
        """Takes down what an action gives away, if that is wanted, and forgets objections to earlier ones."""
        regrets = {a: {"regret": notes["regret"]} for a, notes in self._notes.items() if "regret" in notes}
        if self._truth is not None:
            regrets[agent] = {"regret": self._truth.regret(self._walk, action)}
        self._notes = regrets

    def render(self) -> str | Picture | None:
        """The position, in the way that was asked for."""
        if not hasattr(self, "agents"):
            EnvLogger.error_render_before_reset()
        return show(self._walk, self.render_mode)

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
