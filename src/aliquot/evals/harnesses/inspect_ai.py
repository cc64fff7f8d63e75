"""Tasks for Inspect AI, found by its entry point: `aliquot/suite`, `aliquot/items` and `aliquot/duel`.

    inspect eval aliquot/suite -T tier=easy --model openai/gpt-5
    inspect eval aliquot/duel -T opponent=skill:0.9 -T count=20 --model …

Keys, retries, budgets, logs and resuming are Inspect's. `aliquot measure` reads its logs.
"""

import math
from collections.abc import Iterable

from aliquot.core import notation
from aliquot.core.errors import MissingExtra
from aliquot.evals.generate import HIGHEST_SHARE, SHALLOWEST
from aliquot.evals.harnesses.options import (
    DUELS,
    OPPONENT,
    SUITE,
    make_recipe,
    outcome_metrics,
    start_episode,
    suite_items,
)
from aliquot.evals.item import Item, Kind
from aliquot.evals.judge import judge

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageUser
    from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
except ModuleNotFoundError as error:
    raise MissingExtra("The tasks of Inspect need", "inspect") from error

EPISODE = "episode"
"""The key in a sample's store under which a match waits for its score."""


@scorer(metrics=[accuracy(), stderr(cluster="cluster")])
def exact() -> Scorer:
    """Score a reply with the judge; errors are clustered by position, which may come twice in small ranges."""

    async def score(state: TaskState, target: Target) -> Score:
        judgement = judge(Item.from_json(state.metadata["item"]), state.output.completion)
        return Score(
            value="C" if judgement.right else "I",
            answer=judgement.answer,
            explanation=judgement.reason,
            metadata={"parsed": judgement.parsed, "legal": judgement.legal},
        )

    return score


def _item_task(items: Iterable[Item]) -> Task:
    samples = [
        Sample(
            id=item.id,
            input=item.prompt,
            target=item.gold,
            metadata={"item": item.as_json(), "cluster": f"{item.game} {item.position}", "chance": item.chance},
        )
        for item in items
    ]
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=exact(), version=1)


@task
def suite(name: str = SUITE, seed: int | None = None, tier: str | None = None) -> Task:
    """Return a suite, or one tier of it."""
    return _item_task(suite_items(name, seed, tier))


@task
def items(
    kind: str = Kind.MOVE,
    game: str = "divisor-duel-pool",
    low: int = 20,
    high: int = 50,
    parts: int = 1,
    misere: bool = False,
    share: float = HIGHEST_SHARE,
    style: str = "any",
    lists_moves: bool = True,
    depth: int = SHALLOWEST,
    seed: int = 0,
    count: int = 50,
) -> Task:
    """Return items of one recipe."""
    recipe = make_recipe(kind, game, low, high, parts, misere, share, style, lists_moves, depth)
    return _item_task(recipe.items(seed, count, "inspect/"))


@solver
def play(opponent: str, seed: int) -> Solver:
    """Play a whole match: each prompt is the position, each reply a move."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = start_episode(state.metadata["index"], tuple(state.metadata["games"]), opponent, seed)
        while episode.outcome is None:
            state = await generate(state)
            step = episode.step(state.output.completion)
            if not step.done:
                state.messages.append(ChatMessageUser(content=step.prompt))
        state.metadata["record"] = notation.write(episode.record(str(state.model)))
        state.store.set(EPISODE, outcome_metrics(episode))
        return state

    return solve


@scorer(metrics={name: [mean(), stderr()] for name in ("optimality", "won", "legal", "readable")})
def optimality() -> Scorer:
    """Score a match by the share of decisions at stake that kept the win."""

    async def score(state: TaskState, target: Target) -> Score:
        figures = state.store.get(EPISODE, {})
        # Inspect leaves what is not a number out of its means: the optimality of a match with nothing at stake.
        return Score(value={name: figures.get(name, math.nan) for name in ("optimality", "won", "legal", "readable")})

    return score


@task
def duel(games: str = ";".join(DUELS), opponent: str = OPPONENT, seed: int = 0, count: int = 12) -> Task:
    """Return matches against a computer player; the ids of the games are separated by semicolons."""
    chosen = tuple(games.split(";"))
    samples = [
        Sample(
            id=f"duel/{seed}/{index}",
            input=start_episode(index, chosen, opponent, seed).prompt,
            metadata={"index": index, "games": list(chosen)},
        )
        for index in range(count)
    ]
    return Task(dataset=MemoryDataset(samples), solver=play(opponent, seed), scorer=optimality(), version=1)
