"""Tasks for verifiers: items in a single turn, or whole matches against a computer player.

verifiers finds plug-ins by the names of top-level modules, so the package has one, `aliquot_verifiers`:

    vf-eval aliquot_verifiers --env.taskset.play match --env.taskset.opponent skill:0.9 …
"""

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal

from aliquot.core import notation
from aliquot.core.errors import MissingExtra
from aliquot.evals.generate import HIGHEST_SHARE, SHALLOWEST
from aliquot.evals.harnesses.options import DUELS, OPPONENT, make_recipe, outcome_metrics, start_episode, suite_items
from aliquot.evals.item import Item, Kind
from aliquot.evals.judge import Judgement, judge

try:
    import verifiers.v1 as vf
except ModuleNotFoundError as error:
    raise MissingExtra("The tasks of verifiers need", "verifiers") from error


class AliquotConfig(vf.TasksetConfig):
    """The choice of tasks."""

    play: Literal["items", "suite", "match"] = "items"
    """Items of one recipe without end, the items of a suite, or matches without end."""
    suite: str = "v1"
    tier: str | None = None
    kind: str = Kind.MOVE
    game: str = "divisor-duel-pool"
    low: int = 20
    high: int = 50
    parts: int = 1
    misere: bool = False
    share: float = HIGHEST_SHARE
    style: str = "any"
    lists_moves: bool = True
    depth: int = SHALLOWEST
    games: tuple[str, ...] = DUELS
    opponent: str = OPPONENT
    seed: int = 0


class AliquotData(vf.TaskData):
    """One item, or the number of a match."""

    item: dict[str, Any] | None = None
    """The item; None for a match."""
    games: tuple[str, ...] = DUELS
    opponent: str = OPPONENT
    number: int = 0
    seed: int = 0


class AliquotTask(vf.Task[AliquotData]):
    """Scores an item by the judge. A match is scored by the environment, which plays it."""

    @vf.stop
    async def has_answered(self, trace: vf.Trace) -> bool:
        """Stop after the only turn of an item."""
        return self.data.item is not None and trace.num_turns >= 1

    @vf.reward(weight=1.0)
    async def exact(self, trace: vf.Trace) -> dict[str, float]:
        """Reward a right answer."""
        judgement = self._judge(trace)
        return {} if judgement is None else {"exact": judgement.score}

    @vf.metric
    async def form(self, trace: vf.Trace) -> dict[str, float]:
        """Report whether the answer could be read, and whether it was legal."""
        judgement = self._judge(trace)
        return {} if judgement is None else {"readable": float(judgement.parsed), "legal": float(judgement.legal)}

    async def validate(self, runtime: vf.Runtime) -> bool | None:
        """Check that the right answer scores 1 and an empty one 0."""
        if self.data.item is None:
            return None
        item = Item.from_json(self.data.item)
        return judge(item, item.reply).right and not judge(item, "").right

    def _judge(self, trace: vf.Trace) -> Judgement | None:
        return None if self.data.item is None else judge(Item.from_json(self.data.item), trace.last_reply)


class AliquotTaskset(vf.Taskset[AliquotTask, AliquotConfig]):
    """Items or matches, as the configuration says."""

    def __init__(self, config: AliquotConfig) -> None:
        """Set up the tasks; only a suite has an end."""
        super().__init__(config)
        self.INFINITE = config.play != "suite"

    def load(self) -> Iterator[AliquotTask]:
        """Yield the tasks in order; the same seed gives the same tasks."""
        config = self.config
        if config.play == "match":
            for number in count():
                chosen = {"games": config.games, "opponent": config.opponent, "number": number, "seed": config.seed}
                prompt = _start(AliquotData(**chosen)).prompt
                yield AliquotTask(AliquotData(name=f"match#{number}", prompt=prompt, **chosen), config.task)
        for item in self._items():
            data = AliquotData(id=item.id, name=item.id, prompt=item.prompt, item=item.as_json())
            yield AliquotTask(data, config.task)

    def _items(self) -> Iterator[Item]:
        config = self.config
        if config.play == "suite":
            yield from suite_items(config.suite, config.seed or None, config.tier)
            return
        names = ("kind", "game", "low", "high", "parts", "misere", "share", "style", "lists_moves", "depth")
        recipe = make_recipe(**{name: getattr(config, name) for name in names})
        for index in count():
            yield recipe.item(config.seed, index, "verifiers/")


def _start(data: AliquotData) -> Any:
    return start_episode(data.number, data.games, data.opponent, data.seed)


class AliquotEnvConfig(vf.EnvConfig):
    """One model."""

    agent: vf.AgentConfig = vf.AgentConfig()


class AliquotEnv(vf.Env[AliquotEnvConfig]):
    """Asks an item once, and plays a match turn by turn."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Run one task; a match is rewarded by the share of decisions at stake that kept the win, if there were any."""
        if task.data.item is not None:
            await agents.agent.run(task)
            return
        episode = _start(task.data)
        async with agents.agent.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                step = episode.step(segment.last_reply)
                if step.done:
                    break
                segment = await interaction.turn(step.prompt)
        figures = outcome_metrics(episode)
        if "optimality" in figures:
            interaction.trace.record_reward("kept", figures.pop("optimality"), 1.0)
        interaction.trace.record_metrics(figures)
        interaction.trace.info["record"] = notation.write(episode.record(str(interaction.trace.agent.config.model)))
