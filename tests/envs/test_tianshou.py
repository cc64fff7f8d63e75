"""tianshou's own wrapper, collector and learner keep to the masks. Skipped without tianshou, which no extra brings.

tianshou reads masks from observations alone, and takes every action for legal where it finds none.
"""

import warnings
from typing import Any

import pytest

from aliquot.envs import pettingzoo

tianshou = pytest.importorskip("tianshou", reason="tianshou is missing")

pytestmark = pytest.mark.filterwarnings("ignore")

GAMES = ("dividers-duel(start=60)", "divisor-duel-pool(pool=2-50)", "divisor-duel-pool(pool=2-20,swap)")


class Watched(pettingzoo.DuelEnv):
    """A duel that counts the actions it was given, and those among them that were illegal."""

    made = illegal = 0

    def step(self, action: Any) -> None:
        if not self.is_over:
            self.made += 1
            self.illegal += not self._match.is_legal(int(action))
        super().step(action)


def collect(env: Watched, algorithms: "list[Any]", episodes: int) -> Any:
    """Plays episodes as tianshou does; returns its collector and its algorithm."""
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.env.pettingzoo_env import PettingZooEnv

    wrapped = PettingZooEnv(env)
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=algorithms, env=wrapped)
    collector = Collector(algorithm, DummyVectorEnv([lambda: wrapped]), VectorReplayBuffer(2000, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collector.reset()
        collector.collect(n_episode=episodes)
    return collector, algorithm


@pytest.mark.parametrize("name", GAMES)
def test_a_random_player_of_tianshou_makes_no_illegal_move(name: str) -> None:
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm as ByChance

    env = Watched(name)
    space = env.action_space("seat_1")
    collect(env, [ByChance(space), ByChance(space)], 100)
    assert env.made >= 100
    assert env.illegal == 0


def test_without_masks_in_observations_it_takes_every_action_for_legal() -> None:
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm as ByChance

    env = Watched("divisor-duel-pool(pool=2-50)", masks="info")
    space = env.action_space("seat_1")
    collect(env, [ByChance(space), ByChance(space)], 50)
    assert env.illegal > 0, "if it has learnt to look at infos, the docs may say so"


def test_a_network_of_tianshou_learns_from_its_matches_and_makes_no_illegal_move() -> None:
    from tianshou.algorithm import DQN
    from tianshou.algorithm.algorithm_base import policy_within_training_step
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm as ByChance
    from tianshou.utils.net.common import Net

    env = Watched("divisor-duel-pool(pool=2-20)")
    planes: Any = env.state_space
    space = env.action_space("seat_1")
    net = Net(state_shape=planes.shape, action_shape=space.n, hidden_sizes=[32])
    policy = DiscreteQLearningPolicy(model=net, action_space=space, observation_space=planes, eps_training=0.3)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), n_step_return_horizon=1)
    collector, algorithm = collect(env, [learner, ByChance(space)], 60)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with policy_within_training_step(algorithm.policy):
            algorithm.update(buffer=collector.buffer, sample_size=64)
        collector.collect(n_episode=60)
    assert env.made >= 240
    assert env.illegal == 0
