"""The baselines of docs/benchmark.md: `python -m benchmarks.baselines` prints its table.

Computer players answer the questions of suite v1 that ask for one move, and play every position of Divisor Duel:
Subtraction from 360. So do a table that learns that game by playing against itself and, if sb3-contrib is installed, a
network that MaskablePPO trains against a computer player; `examples/maskable_ppo.py` says how it is installed.
"""

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aliquot.envs.batch import Batch
from aliquot.evals import Item, Kind, judge
from aliquot.evals.item import as_typed, wrap
from aliquot.evals.suites import SUITES
from aliquot.players import create_player
from aliquot.reports.scale import Decision, measure
from examples.tabular import START, Exam, Score, train

PLAYERS = ("random", "greedy", "skill:0.3", "skill:0.6", "skill:0.85", "perfect")
SEEDS = range(1, 4)
"""The seeds of the suite; the first is the published set."""
TRAINING = (20_000, 100_000, 1_000_000)
STEPS, OPPONENT = (20_000,), "skill:0.5"
"""The steps of training of the network, and its opponent."""


class Table(Exam):
    """The exam of the learner, which remembers what the learner's table says."""

    def greedy_in(self, worth: NDArray[np.float64], moves: int) -> Score:
        """Grade the table, and remember its choices."""
        self.choices = np.where(self.masks == 1, worth[self.numbers], -np.inf).argmax(axis=1)
        return super().greedy_in(worth, moves)

    def decisions(self, choices: NDArray[Any]) -> Iterator[Decision]:
        """Yield the decision in each position."""
        for line, number in enumerate(self.numbers):
            optimal = self.labels.optimal[line] * self.masks[line]
            winning = int(optimal.sum()) if self.labels.values[line] > 0 else 0
            right = bool(winning and optimal[choices[line]])
            yield Decision(winning, int(self.masks[line].sum()), right, str(number), int(number), "")

    def choices_of(self, name: str) -> NDArray[Any]:
        """Return the choices of one of our players."""
        player, game = create_player(name, Random(0)), self.encoding.game
        assert player is not None
        moves = (player.choose(game, game.position(str(number)), None).move for number in self.numbers)
        return np.array([self.encoding.index(move) for move in moves])


def network_choices(table: Table, steps: int) -> NDArray[Any]:
    """Return the choices of a network trained so long."""
    import gymnasium
    from sb3_contrib import MaskablePPO

    name = "aliquot.envs.gymnasium:aliquot/DivisorDuelSubtract-v1"
    env = gymnasium.make(name, start=START, opponent=OPPONENT, seat="random")
    model = MaskablePPO("MlpPolicy", env, seed=0, device="cpu", n_steps=1024)
    model.learn(steps)
    game = table.encoding.game
    batch = Batch.at(table.encoding, [game.position(str(number)) for number in table.numbers])
    choices: NDArray[Any] = model.predict(batch.observe(), action_masks=batch.masks(), deterministic=True)[0]
    return choices


def questions() -> list[Item]:
    """Return the suite's questions for one move, of every seed."""
    return [item for seed in SEEDS for item in SUITES["v1"].items(seed) if item.kind is Kind.MOVE]


def answers(name: str, items: Sequence[Item]) -> Iterator[Decision]:
    """Yield the decisions of a player in questions for one move."""
    player = create_player(name, Random(0))
    assert player is not None
    for item in items:
        game, position = item.board
        move = player.choose(game, position, None).move
        right = judge(item, wrap(as_typed(game, position, move))).right
        yield Decision(item.difficulty.winning, item.difficulty.moves, right, item.id, phase="")


def line(name: str, *columns: list[Decision] | None) -> str:
    """Return a row of the table."""
    cells = [name]
    for decisions in columns:
        if decisions is None:
            cells += ["", ""]
            continue
        found = measure(decisions)
        skill = found.skill.estimate
        cells += [f"{found.optimality.value:.1%}", f"{skill.value:.2f} ({skill.low:.2f} to {skill.high:.2f})"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    print("| player | suite v1: optimality | equivalent skill | subtraction from 360: optimality | equivalent skill |")
    print("|---|---|---|---|---|")
    items = questions()
    for name in PLAYERS:
        table = Table()
        print(line(f"`{name}`", [*answers(name, items)], [*table.decisions(table.choices_of(name))]), flush=True)
    for moves in TRAINING:
        table = Table()
        for _ in train(table, moves, grades=2):
            pass
        print(line(f"learner in a table, {moves:,} moves", None, [*table.decisions(table.choices)]), flush=True)
    if find_spec("sb3_contrib") is None:
        print("The network needs sb3-contrib: see examples/maskable_ppo.py.", file=sys.stderr)
        return
    for steps in STEPS:
        table = Table()
        decisions = [*table.decisions(network_choices(table, steps))]
        print(line(f"MaskablePPO against {OPPONENT}, {steps:,} steps", None, decisions), flush=True)


if __name__ == "__main__":
    main()
