"""Train PPO with RLlib against a random opponent, and grade it exactly.

`MaskedDuel` is all that RLlib needs: it puts the mask of legal moves beside the observation, where RLlib's own module
for masked actions looks for it. The grade is `aliquot.envs.evaluate`: optimality over random positions, with an
interval.

    pip install -e '.[envs]' 'ray[rllib]' torch
    python -m examples.rllib_ppo --rounds 20
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from aliquot.envs import evaluate
from aliquot.envs.gymnasium import DuelEnv

GAME = "divisor-duel-pool(pool=2-20)"
BATCH = 1000


class MaskedDuel(gymnasium.Env[Any, Any]):
    """A duel whose observations are dictionaries: the planes in one row, and the mask of legal moves."""

    def __init__(self, config: dict[str, Any]) -> None:
        """Create the duel that the configuration names, with its opponent."""
        self.duel = DuelEnv(config["game"], opponent=config["opponent"])
        self.action_space = self.duel.action_space
        inputs, actions = int(np.prod(self.duel.encoding.shape)), len(self.duel.encoding.actions)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observations": gymnasium.spaces.Box(0, 1, (inputs,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.float32),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Go to the learner's first turn."""
        observation, info = self.duel.reset(seed=seed, options=options)
        return self._with_mask(observation, info), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make the learner's move, and the opponent's reply."""
        observation, reward, terminated, truncated, info = self.duel.step(int(action))
        return self._with_mask(observation, info), reward, terminated, truncated, {}

    def _with_mask(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {
            "observations": observation.reshape(-1).astype(np.float32),
            "action_mask": info["action_mask"].astype(np.float32),
        }


def create_learner(seed: int) -> Any:
    """PPO in this process, with RLlib's module for masked actions."""
    network = DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="relu")
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=network)
    config = (
        PPOConfig()
        .environment(MaskedDuel, env_config={"game": GAME, "opponent": "random"})
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .training(train_batch_size_per_learner=BATCH, minibatch_size=250, num_epochs=5, lr=1e-3)
        .rl_module(rl_module_spec=module)
        .debugging(seed=seed)
    )
    return config.build_algo()


def grade(learner: Any, count: int = 2000) -> Any:
    """The exact grade of the network's best moves."""
    module = learner.get_module()

    def choose(observations: Any, masks: Any) -> Any:
        planes = torch.as_tensor(observations.reshape(len(observations), -1), dtype=torch.float32)
        legal = torch.as_tensor(masks, dtype=torch.float32)
        with torch.no_grad():
            played = module.forward_inference({Columns.OBS: {"observations": planes, "action_mask": legal}})
        return played[Columns.ACTION_DIST_INPUTS].argmax(-1).numpy()

    return evaluate(choose, GAME, count=count)


def main() -> None:
    """Trains, and prints the grade before and after."""
    parser = argparse.ArgumentParser(description="Train with RLlib on a pool and grade it exactly.")
    parser.add_argument("--rounds", type=int, default=20, help=f"rounds of training, {BATCH:,} moves each")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    learner = create_learner(asked.seed)
    print(f"before: optimality {grade(learner).optimality()}")
    for _ in range(asked.rounds):
        learner.train()
    print(f"after:  optimality {grade(learner).optimality()}")
    learner.stop()


if __name__ == "__main__":
    main()
