"""The baselines of docs/benchmark.md: `python -m benchmarks.baselines` prints its table.

Computer players answer the questions of suite v1 that ask for one move, and play every position of Divisor Duel:
Subtraction from 360, as does a table that learns that game by playing against itself.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aliquot.evals import Kind, judge
from aliquot.evals.item import as_typed, wrap
from aliquot.evals.suites import SUITES
from aliquot.players import create_player
from aliquot.reports.scale import Decision, measure
from examples.tabular import Exam, Score, train

PLAYERS = ("random", "greedy", "skill:0.3", "skill:0.6", "skill:0.85", "perfect")
SEEDS = range(1, 4)
"""The seeds of the suite; the first is the published set."""
TRAINING = (20_000, 100_000, 1_000_000)


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


def answers(name: str) -> Iterator[Decision]:
    """Yield the decisions of a player in the suite's questions for one move."""
    player = create_player(name, Random(0))
    assert player is not None
    for seed in SEEDS:
        for item in SUITES["v1"].items(seed):
            if item.kind is Kind.MOVE:
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
    for name in PLAYERS:
        table = Table()
        print(line(f"`{name}`", list(answers(name)), list(table.decisions(table.choices_of(name)))), flush=True)
    for moves in TRAINING:
        table = Table()
        for _ in train(table, moves, grades=2):
            pass
        print(line(f"learner in a table, {moves:,} moves", None, list(table.decisions(table.choices))), flush=True)


if __name__ == "__main__":
    main()
