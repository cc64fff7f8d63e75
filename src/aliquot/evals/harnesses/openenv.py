"""Matches as an environment of OpenEnv: a reply is an action, and every move has its exact reward.

The folder `examples/openenv-aliquot` is a package around it, with the `openenv.yaml` that OpenEnv validates and serves.
"""

from typing import Any

from aliquot.core import notation
from aliquot.core.errors import MissingExtra
from aliquot.evals.episode import Episode
from aliquot.evals.harnesses.options import DUELS, OPPONENT, outcome_metrics, start_episode

try:
    from openenv.core.env_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
    from pydantic import Field
except ModuleNotFoundError as error:
    raise MissingExtra("The environment of OpenEnv needs", "openenv") from error

NAME = "aliquot"
SESSIONS = 64
"""The most matches at once."""


class Reply(Action):
    """A model's text, with one move between the tags that the prompt names."""

    reply: str


class Turn(Observation):
    """The next prompt, and what the last reply was worth."""

    prompt: str
    legal: bool = True
    """True if the last reply was a legal move."""
    at_stake: bool = False
    """True if the last move could have kept the win or given it away."""
    reason: str = ""
    """What was wrong with the last reply; empty if nothing was."""


class MatchState(State):
    """The match so far."""

    game: str = ""
    position: str = ""
    seat: int = 1
    opponent: str = ""
    figures: dict[str, float] = Field(default_factory=dict)
    """Once the match is over: won, optimality (if anything was at stake), decisions, legal and readable replies."""
    record: str = ""
    """Once the match is over: its record, for `aliquot measure`."""


class AliquotEnvironment(Environment[Reply, Turn, MatchState]):
    """A match against a computer player. Instances share nothing, so any number can run at once."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        """Set up the first match, so that the environment can be asked for its state at once."""
        super().__init__()
        self._id: str | None = None
        self._episode = start_episode(0)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        games: list[str] | None = None,
        opponent: str = OPPONENT,
        **kwargs: Any,
    ) -> Turn:
        """Begin the match of a seed: the games in turn, from seat 1 and then from seat 2.

        Raises:
            AliquotError: A game or the opponent is unknown.
        """
        self._id = episode_id
        self._episode = start_episode(seed or 0, tuple(games or DUELS), opponent)
        return Turn(prompt=self._episode.prompt, done=self._episode.outcome is not None, reward=None)

    def step(self, action: Reply, timeout_s: float | None = None, **kwargs: Any) -> Turn:
        """Take a reply; the opponent answers at once."""
        episode = self._episode
        if episode.outcome is not None:
            return Turn(prompt=episode.prompt, done=True, reward=0.0, legal=False, reason="The match is over.")
        step = episode.step(action.reply)
        judgement = step.judgement
        return Turn(
            prompt=step.prompt,
            done=step.done,
            reward=step.reward,
            legal=judgement.legal,
            at_stake=step.at_stake,
            reason=judgement.reason,
        )

    @property
    def state(self) -> MatchState:
        """The match so far."""
        episode: Episode = self._episode
        match = episode.match
        return MatchState(
            episode_id=self._id,
            step_count=len(episode.steps),
            game=match.game.id,
            position=match.game.text(match.position),
            seat=episode.seat,
            opponent=episode.opponent,
            figures={} if episode.outcome is None else outcome_metrics(episode),
            record="" if episode.outcome is None else notation.write(episode.record()),
        )


def make_app() -> Any:
    """Return the application that serves the environment."""
    return create_app(AliquotEnvironment, Reply, Turn, env_name=NAME, max_concurrent_envs=SESSIONS)
