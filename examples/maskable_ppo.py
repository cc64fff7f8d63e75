"""A neural learner on the pool: MaskablePPO of sb3-contrib against an opponent, graded exactly.

It needs two libraries that Aliquot does not ask for. A torch that is built for the CPU is enough; its own site says
how that is had, and it comes first, since otherwise a far larger one is fetched:

    pip install 'torch==2.13.*'
    pip install 'sb3-contrib>=2.9,<3'
    python -m examples.maskable_ppo --steps 100000

After each round of training it is asked for a move in positions that random play meets, and the truth says how much
those moves give away.
"""

import argparse
from random import Random
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import aliquot.envs.gymnasium  # noqa: F401, registers the duels
from aliquot.envs.batch import Batch
from aliquot.envs.encoding import encode
from aliquot.envs.labels import label

GAME = "divisor-duel-pool(pool=2-50)"


def examine(model: Any, count: int = 2_000) -> tuple[float, float]:
    """The learner's mean regret and optimality over positions from random play, one from each match."""
    encoding, generator, positions = encode(GAME), Random(0), list[Any]()
    game = encoding.game
    while len(positions) < count:
        played, p = [], game.start()
        while moves := game.legal_moves(p):
            played.append(p)
            p = game.child(p, generator.choice(moves))
        positions.append(generator.choice(played))
    batch = Batch.at(encoding, positions)
    truth = label(batch)
    actions, _ = model.predict(batch.observe(), action_masks=batch.masks(), deterministic=True)
    regret = truth.regret(actions)
    return float(regret.mean()), float((regret[truth.values > 0] == 0).mean())


def main() -> None:
    """Trains round by round, and prints how good the learner is after each."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO on Divisor Duel: Pool and grade it exactly.")
    parser.add_argument("--steps", type=int, default=100_000, help="steps of training")
    parser.add_argument("--rounds", type=int, default=10, help="how often to grade")
    parser.add_argument("--opponent", default="skill:0.5", help="perfect, random, greedy or skill:S")
    parser.add_argument("--seed", type=int, default=0, help="decides every choice")
    asked = parser.parse_args()
    env = gymnasium.make("aliquot/DivisorDuelPool-v1", opponent=asked.opponent, seat="random")
    model = MaskablePPO("MlpPolicy", env, seed=asked.seed, device="cpu", n_steps=1024)
    print(f"{'steps':>10}{'regret':>10}{'optimality':>12}")
    for done in np.linspace(0, asked.steps, asked.rounds + 1).astype(int):
        if done > model.num_timesteps:
            model.learn(int(done - model.num_timesteps), reset_num_timesteps=False)
        regret, optimality = examine(model)
        print(f"{model.num_timesteps:>10}{regret:>10.3f}{optimality:>12.1%}", flush=True)


if __name__ == "__main__":
    main()
