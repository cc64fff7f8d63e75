"""A learner in a table, and how far from perfect it is: exactly, not by playing a few games against somebody.

It plays Divisor Duel: Subtraction against itself, many matches at once, and learns what each move is worth. Because the
truth about every position is known, its mistakes can be counted: *regret* is what a move gives away on average, and
*optimality* how often the learner wins what can be won. Beside it stand random, greedy and perfect play.

    python -m examples.tabular --moves 1000000 --out learning.svg
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from aliquot.envs.batch import Batch
from aliquot.envs.encoding import encode
from aliquot.envs.labels import Labels, label
from aliquot.envs.rows import RowEncoding
from aliquot.envs.vector import DuelVectorEnv
from aliquot.players import create_player

START = 360
MATCHES = 256
RATE, EXPLORATION = 0.2, 0.2


@dataclass(frozen=True, slots=True)
class Score:
    """How good a way to play is, over all positions that have a move, each counting the same."""

    moves: int
    """How many moves of training it took."""
    regret: float
    """What a move gives away on average; 2 is a win turned into a loss."""
    optimality: float
    """The share of won positions in which the move wins."""


class Exam:
    """Every position of the game, and the truth about it."""

    def __init__(self, start: int = START) -> None:
        """Lists the positions and labels them."""
        self.encoding = cast("RowEncoding", encode("divisor-duel-subtract", start=start))
        game, graph = self.encoding.game, self.encoding.graph
        self.numbers = np.array(graph.keys)[np.diff(graph.offsets) > 0]
        batch = Batch.at(self.encoding, [game.position(str(number)) for number in self.numbers])
        self.masks = batch.masks()
        self.labels: Labels = label(batch)

    def grade(self, chances: NDArray[Any], moves: int = 0) -> Score:
        """Grades a way to play, given how likely it makes each action in each position."""
        kept = (chances * self.labels.optimal).sum(axis=1)
        won = self.labels.values > 0
        return Score(moves, float(np.mean((1 - kept) * (self.labels.values + 1))), float(kept[won].mean()))

    def random(self) -> Score:
        """How good it is to play any legal move."""
        return self.grade(self.masks / self.masks.sum(axis=1, keepdims=True))

    def player(self, name: str) -> Score:
        """How good one of the house's players is."""
        player, game = create_player(name, Random(0)), self.encoding.game
        chances = np.zeros(self.masks.shape)
        for line, number in enumerate(self.numbers):
            if player is not None:
                move = player.choose(game, game.position(str(number)), None).move
                chances[line, self.encoding.index(move)] = 1
        return self.grade(chances)

    def greedy_in(self, worth: NDArray[np.float64], moves: int) -> Score:
        """How good it is to play what a table says is worth most."""
        best = np.where(self.masks == 1, worth[self.numbers], -np.inf).argmax(axis=1)
        chances = np.zeros(self.masks.shape)
        chances[np.arange(len(best)), best] = 1
        return self.grade(chances, moves)


def train(exam: Exam, moves: int, seed: int = 0, grades: int = 40) -> Iterator[Score]:
    """Learns by playing against itself, and is graded now and then, at ever longer intervals."""
    generator = np.random.default_rng(seed)
    envs = DuelVectorEnv("divisor-duel-subtract", MATCHES, start=START)
    observations, infos = envs.reset(seed=seed)
    powers = 1 << np.arange(observations.shape[2])
    worth = np.zeros((START + 1, len(envs.encoding.actions)))
    due = np.unique(np.geomspace(1, moves / MATCHES, grades).astype(int))
    yield exam.greedy_in(worth, 0)
    over = np.zeros(MATCHES, bool)
    for turn in range(1, int(due[-1]) + 1):
        numbers, masks = observations[:, 0] @ powers, infos["action_mask"]
        # What is worth most, ties and explorers by chance.
        noise = generator.random(masks.shape)
        liking = np.where(generator.random(MATCHES)[:, None] < EXPLORATION, noise, worth[numbers] + 1e-6 * noise)
        actions = np.where(masks == 1, liking, -np.inf).argmax(axis=1)
        observations, rewards, ended, _, infos = envs.step(actions)
        # A position is worth to the other player what its best move is, and to us the opposite.
        ahead = np.where(infos["action_mask"] == 1, worth[observations[:, 0] @ powers], -np.inf).max(axis=1)
        target = np.where(ended, rewards, -ahead)
        learns = ~over
        worth[numbers[learns], actions[learns]] += RATE * (target - worth[numbers, actions])[learns]
        over = ended
        if turn in due:
            yield exam.greedy_in(worth, turn * MATCHES)


def plot(scores: list[Score], others: dict[str, Score], path: Path) -> None:
    """Draws both measures against the moves of training."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise SystemExit("To draw it takes the extra 'table': pip install -e '.[table]'.") from None

    mpl.rcParams["svg.hashsalt"] = "aliquot"
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    styles = {"random": ("#999999", ":"), "greedy": ("#d55e00", "--"), "perfect": ("#009e73", "-.")}
    for place, (measure, title) in enumerate(
        [("regret", "regret of a move (2: a win given away)"), ("optimality", "won positions kept")]
    ):
        axes = figure.add_subplot(1, 2, place + 1)
        axes.plot([s.moves for s in scores[1:]], [getattr(s, measure) for s in scores[1:]], color="#0072b2", lw=2)
        axes.annotate(
            "learner", (scores[-1].moves, getattr(scores[-1], measure)), (-8, 10 if measure == "regret" else -16),
            textcoords="offset points", ha="right", color="#0072b2",
        )  # fmt: skip
        for name, score in others.items():
            colour, line = styles[name]
            axes.axhline(getattr(score, measure), color=colour, ls=line)
            axes.annotate(
                name, (scores[1].moves, getattr(score, measure)), (2, 3), textcoords="offset points", color=colour
            )
        axes.set(xscale="log", xlabel="moves of training", title=title)
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"Divisor Duel: Subtraction from {START}, measured exactly over all positions")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> None:
    """Trains, prints what came of it, and draws it if asked to."""
    parser = argparse.ArgumentParser(description="Train a table on Divisor Duel: Subtraction and grade it exactly.")
    parser.add_argument("--moves", type=int, default=1_000_000, help="moves of training")
    parser.add_argument("--seed", type=int, default=0, help="decides every choice")
    parser.add_argument("--out", type=Path, help="where to draw it, as .svg or .png")
    asked = parser.parse_args()
    exam = Exam()
    others = {"random": exam.random(), "greedy": exam.player("greedy"), "perfect": exam.player("perfect")}
    scores = list(train(exam, asked.moves, asked.seed))
    print(f"{'':>12}{'regret':>10}{'optimality':>12}")
    for name, score in {**others, "learner": scores[-1]}.items():
        print(f"{name:>12}{score.regret:>10.3f}{score.optimality:>12.1%}")
    if asked.out:
        plot(scores, others, asked.out)


if __name__ == "__main__":
    main()
