"""Every duel as an OpenSpiel game, registered under the name `aliquot`. To import this registers it.

>>> import pyspiel
>>> import aliquot.envs.openspiel
>>> game = pyspiel.load_game("aliquot(game=dividers-duel,start=60)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()][:3]
['60/2', '60/3', '60/4']
"""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from aliquot.core.errors import AliquotError, InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.envs.encoding import encode
from aliquot.games import books, create, flags

_OTHERS = tuple(
    dict.fromkeys(book.parameter for book in books().values() if book.parameter not in ("game", "start", "pool"))
)
"""The parameters of games of other packages, given as text."""

TYPE = pyspiel.GameType(
    short_name="aliquot",
    long_name="Aliquot, the divisor duels",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "game": "dividers-duel",
        "start": 0,
        "numbers": "",
        "low": 0,
        "high": 0,
        "opening": "",
        **dict.fromkeys(_OTHERS, ""),
        **dict.fromkeys(flags(), False),
    },
)
"""OpenSpiel reads `2-50` and `60+84` as broken numbers, and knows whole numbers up to 2^31 only. So a pool is `low` and
`high`, several numbers are `numbers=60_84_90`, and one that is larger is `numbers=1000000000000_`."""


def set_up(parameters: dict[str, Any]) -> AnyGame:
    """The game that OpenSpiel's parameters describe.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: It cannot be set up like that.
    """
    options: dict[str, object] = {}
    numbers = [part for part in parameters["numbers"].split("_") if part]
    if parameters["start"]:
        numbers.insert(0, str(parameters["start"]))
    if numbers:
        options["start"] = ",".join(numbers)
    if parameters["low"] or parameters["high"]:
        options["pool"] = f"{parameters['low']}-{parameters['high']}"
    if parameters["opening"]:
        options["opening"] = parameters["opening"]
    options |= {name: parameters[name] for name in _OTHERS if parameters[name]}
    return create(parameters["game"], **options, **{slug: parameters[slug] for slug in flags()})


class DuelGame(pyspiel.Game):  # type: ignore[misc]
    """A duel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Sets it up.

        Raises:
            pyspiel.SpielError: It cannot be set up like that.
        """
        parameters = {**TYPE.parameter_specification, **(params or {})}
        try:
            self.encoding = encode(set_up(parameters))
        except AliquotError as error:
            raise pyspiel.SpielError(str(error)) from None
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.encoding.max_length,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self, state: Any = None) -> "DuelState":
        """The start."""
        if state is not None:
            raise InvalidParameter("A duel starts from its start; replay the moves to come to another position.")
        return DuelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of states: the planes, or the moves so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return DuelObserver(self.encoding.shape, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class DuelState(pyspiel.State):  # type: ignore[misc]
    """A match that has come to a position."""

    def __init__(self, game: DuelGame) -> None:
        """Goes to the start."""
        super().__init__(game)
        self.match = game.encoding.new_match()
        self.match.reset()

    def current_player(self) -> int:
        """The seat to move, from 0, or the mark of the end."""
        return int(pyspiel.PlayerId.TERMINAL) if self.match.is_over else self.match.seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal().nonzero()[0].tolist()

    def _apply_action(self, action: int) -> None:
        self.match.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        encoding = self.match.encoding
        return str(encoding.game.spell(self.match.position(), encoding.actions[action]))

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.match.is_over

    def returns(self) -> list[float]:
        """Return the reward of each seat."""
        if not self.match.is_over:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.match.winner == 1 else [-1.0, 1.0]

    def __str__(self) -> str:
        """The position and whose turn it is, which is all that decides the future."""
        game, position = self.match.encoding.game, self.match.position()
        return f"{game.text(position)} player {self.match.seat - 1}"


class DuelObserver:
    """Shows states as planes and as text."""

    def __init__(self, shape: tuple[int, int], params: Any) -> None:
        """Makes room for the planes."""
        if params:
            raise InvalidParameter("The planes take no parameters.")
        self.tensor = np.zeros(shape[0] * shape[1], np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: DuelState, player: int) -> None:
        """Shows a state."""
        self.dict["observation"][:] = state.match.observe()

    def string_from(self, state: DuelState, player: int) -> str:
        """A state as text."""
        return str(state)


pyspiel.register_game(TYPE, DuelGame)
