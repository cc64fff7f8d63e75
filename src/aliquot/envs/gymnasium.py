"""Every duel as a Gymnasium environment, against an opponent or in self-play. Importing this registers them.

>>> import gymnasium
>>> env = gymnasium.make("aliquot.envs.gymnasium:aliquot/DividersDuel-v1", opponent="skill:0.5")
>>> observation, info = env.reset(seed=1)
>>> env.unwrapped.encoding.actions
(2, 3, 4, 5, 6, 10, 12, 15, 20, 30)
"""

from random import Random
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.outcome import other
from aliquot.core.player import HUMAN, Player
from aliquot.core.text import quote
from aliquot.envs.encoding import encode
from aliquot.envs.encoding_base import Bits, OracleInfo, check_labels, check_penalty, objection
from aliquot.envs.render import MODES, Picture, check_mode, show
from aliquot.games import PRESETS, books
from aliquot.players import create_player


class DuelEnv(gymnasium.Env[Bits, Any]):
    """One duel as the learner in one seat sees it; without an opponent the learner plays both seats in turn."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012, as its base class has it

    def __init__(
        self,
        game: AnyGame | str = "dividers-duel",
        *,
        opponent: str | None = None,
        seat: Literal[1, 2, "random"] = 1,
        illegal: Penalty | None = None,
        labels: bool = False,
        render_mode: str | None = None,
        **parameters: object,
    ) -> None:
        """Create an environment.

        Args:
            game: A game, or the name of one.
            opponent: `perfect`, `random`, `greedy` or `skill:S`. None for self-play: a reward is then for the player
                who has just moved.
            seat: The seat of the learner against an opponent; `random` draws it at each reset.
            illegal: The cost of an illegal action, `forfeit` or `retry`; by default that of the rule book.
            labels: Whether infos have exact labels: `optimal`, the actions that keep the value of the position, and
                `regret`, the loss of value by the last action.
            render_mode: `human`, `ansi` or `rgb_array`.
            parameters: The parameters of the named game.

        Raises:
            UnknownGame: There is no such game.
            InvalidParameter: A parameter is invalid.
            Unsolved: Labels or the opponent need the oracle, and the game has no theory and is too large to search.
        """
        check_mode(render_mode)
        if seat not in (1, 2, "random"):
            raise InvalidParameter(f"A seat is 1, 2 or 'random', not {quote(seat)}.")
        check_penalty(illegal)
        self.encoding = encode(game, **parameters)
        self.opponent = opponent
        self._check_opponent()
        self.seat = seat
        self.penalty: Penalty = illegal or self.encoding.penalty
        self.render_mode = render_mode
        self._oracle = OracleInfo(self.encoding) if labels else None
        self._match = self.encoding.new_match()
        self._count = len(self.encoding.actions)
        self._player: Player | None = None
        self._learner: Literal[1, 2] = 1
        self._is_finished = True
        self.observation_space = spaces.Box(0, 1, self.encoding.shape, np.int8)
        self.action_space = spaces.Discrete(self._count)

    def _check_opponent(self) -> None:
        """Check the opponent, and that the oracle can decide the game if the opponent needs it."""
        if self.opponent is None:
            return
        if self.opponent == HUMAN or create_player(self.opponent, Random(0)) is None:
            raise InvalidParameter("A person cannot be the opponent of a learner here.")
        if self.opponent == "perfect" or self.opponent.startswith("skill"):
            check_labels(self.encoding)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bits, dict[str, Any]]:
        """Go to the learner's first turn."""
        super().reset(seed=seed)
        self._match.reset()
        self._is_finished = False
        if self.opponent is not None:
            self._player = create_player(self.opponent, Random(int(self.np_random.integers(1 << 62))))
            self._learner = self.seat if self.seat != "random" else (1 if self.np_random.random() < 0.5 else 2)
            if self._learner == 2:
                self._reply()
        if self.render_mode == "human":
            self.render()
        return self._match.observe(), self._info()

    def _reply(self) -> None:
        if self._player is not None:
            choice = self._player.choose(self.encoding.game, self._match.position(), None)
            self._match.play(self.encoding.index(choice.move))

    def step(self, action: Any) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        """Make the learner's move, and the opponent's reply.

        If the opponent's first move has ended the match, any action is accepted, and the step reports the loss.
        """
        if self._is_finished:
            raise ResetNeeded("The match is over: call reset() before the next step().")
        if not (type(action) is int and 0 <= action < self._count):
            action = self._checked(action)
        match, extra = self._match, dict[str, Any]()
        mover = match.seat if self._player is None else self._learner
        winner: Literal[1, 2] | None = None
        if not match.is_over:
            if self._oracle is not None:
                extra["regret"] = self._oracle.regret(match, action)
            if match.play(action):
                if self._player is not None and not match.is_over:
                    self._reply()
            else:
                extra["illegal"] = objection(match, action)
                winner = other(mover) if self.penalty == "forfeit" else None
        if match.is_over:
            winner = match.winner
        self._is_finished = winner is not None
        if self.render_mode == "human":
            self.render()
        reward = 0.0 if winner is None else 1.0 if winner == mover else -1.0
        return match.observe(), reward, self._is_finished, False, self._info() | extra

    def _checked(self, action: Any) -> int:
        if not self.action_space.contains(action):
            raise InvalidAction(f"An action is a whole number from 0 to {self._count - 1}, not {quote(action)}.")
        return int(action)

    def action_masks(self) -> Bits:
        """The legal actions, as sb3-contrib's MaskablePPO expects them; all actions once the match is over."""
        if self._is_finished or self._match.is_over:
            return np.ones(self._count, np.int8)
        return self._match.mask()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": self._match.seat}
        if self._oracle is not None:
            over = self._is_finished or self._match.is_over
            empty = np.zeros(self._count, np.int8)
            info["optimal"] = empty if over else self._oracle.optimal(self._match)
        return info

    def render(self) -> str | Picture | None:
        """Render the position in the render mode."""
        return show(self._match, self.render_mode)


def register() -> None:
    """Register every duel and every preset, such as `aliquot/DividersDuel-v1`; games of other packages too."""
    for name in (*books(), *PRESETS):
        version = books()[PRESETS[name].duel if name in PRESETS else name].version
        full = f"aliquot/{''.join(word.capitalize() for word in name.split('-'))}-v{version}"
        if full not in gymnasium.registry:
            gymnasium.register(
                full,
                entry_point="aliquot.envs.gymnasium:DuelEnv",
                vector_entry_point="aliquot.envs.vector:DuelVectorEnv",
                kwargs={"game": name},
            )


register()
