"""Train a small network with TorchRL against a random opponent, and grade it exactly.

The environment goes through TorchRL's own wrapper for Gymnasium; the mask of legal moves comes from its infos. The
grade is `aliquot.envs.evaluate`: optimality over random positions, with an interval.

    pip install -e '.[envs]' torch torchrl
    python -m examples.torchrl_reinforce --steps 20000
"""

import argparse
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torchrl.data import Binary, Composite
from torchrl.envs import GymWrapper
from torchrl.envs.gym_like import default_info_dict_reader

from aliquot.envs import evaluate
from aliquot.envs.gymnasium import DuelEnv

GAME = "divisor-duel-pool(pool=2-20)"
BATCH, RATE = 500, 3e-3


class Network(torch.nn.Module):  # type: ignore[misc]
    """Returns the logits of all moves, those of illegal moves far below the others."""

    def __init__(self, inputs: int, actions: int) -> None:
        """Create the layers."""
        super().__init__()
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(inputs, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU(),
            torch.nn.Linear(128, actions),
        )  # fmt: skip

    def forward(self, observation: Any, mask: Any) -> Any:
        """The logits."""
        return self.layers(observation.float().flatten(-2)).masked_fill(~mask.bool(), -1e9)


def create_env(seed: int) -> Any:
    """The duel in TorchRL, with the mask of legal moves beside the observation."""
    duel = DuelEnv(GAME, opponent="random")
    env = GymWrapper(duel, categorical_action_encoding=True)
    spec = Composite(action_mask=Binary(len(duel.encoding.actions), dtype=torch.int8))
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=spec))
    env.set_seed(seed)
    return env


def train(steps: int, seed: int) -> Network:
    """Train by policy gradients on whole matches: every move of a match is worth its result."""
    torch.manual_seed(seed)
    env = create_env(seed)
    planes, numbers = env.observation_spec["observation"].shape
    network = Network(planes * numbers, env.action_spec.n)

    def act(observation: Any, mask: Any) -> Any:
        return torch.distributions.Categorical(logits=network(observation, mask)).sample()

    policy = TensorDictModule(act, in_keys=["observation", "action_mask"], out_keys=["action"])
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
    for _ in range(steps // BATCH):
        with torch.no_grad():
            played = env.rollout(BATCH, policy, break_when_any_done=False)
        returns, result = torch.zeros(BATCH), 0.0
        for step in reversed(range(BATCH)):
            if played["next", "done"][step]:
                result = float(played["next", "reward"][step])
            returns[step] = result
        chances = torch.distributions.Categorical(logits=network(played["observation"], played["action_mask"]))
        loss = -(chances.log_prob(played["action"]) * (returns - returns.mean())).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return network


def grade(network: Network, count: int = 2000) -> Any:
    """The exact grade of the network's best moves."""

    def choose(observations: Any, masks: Any) -> Any:
        with torch.no_grad():
            return network(torch.as_tensor(observations), torch.as_tensor(masks)).argmax(-1).numpy()

    return evaluate(choose, GAME, count=count)


def main() -> None:
    """Trains, and prints the grade before and after."""
    parser = argparse.ArgumentParser(description="Train with TorchRL on a pool and grade it exactly.")
    parser.add_argument("--steps", type=int, default=20_000, help="moves of training")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    print(f"before: optimality {grade(train(0, asked.seed)).optimality()}")
    print(f"after:  optimality {grade(train(asked.steps, asked.seed)).optimality()}")


if __name__ == "__main__":
    main()
