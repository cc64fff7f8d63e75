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
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import aliquot.envs.gymnasium  # noqa: F401, registers the duels
from aliquot.envs import evaluate


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
    print(f"{'steps':>10}{'regret':>26}{'optimality':>26}")

    def predict(observations: Any, masks: Any) -> Any:
        return model.predict(observations, action_masks=masks, deterministic=True)[0]

    for done in np.linspace(0, asked.steps, asked.rounds + 1).astype(int):
        if done > model.num_timesteps:
            model.learn(int(done - model.num_timesteps), reset_num_timesteps=False)
        grade = evaluate(predict, env)
        print(f"{model.num_timesteps:>10}{grade.regret()!s:>26}{grade.optimality()!s:>26}", flush=True)


if __name__ == "__main__":
    main()
