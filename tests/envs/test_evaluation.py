"""Policies of known strength are measured as such."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import aliquot
from aliquot.envs import encode, evaluate, label, pettingzoo
from aliquot.envs.batch import Batch
from aliquot.envs.evaluation import Evaluation
from aliquot.envs.sampling import Sampler
from aliquot.envs.vector import DuelVectorEnv

from .drive import KINDS


def first_legal(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


def informed(name: str, *, win: bool) -> Any:
    """A policy that knows the labels and plays the first optimal action, or the first that is not."""
    from random import Random

    encoding = encode(name)
    positions = [position for position, _ in Sampler(encoding, "random", 0).draw(200, Random("0/evaluation"))]
    labels, masks = label(encoding, positions), Batch.at(encoding, positions).masks()

    def policy(observations: Any, shown: Any) -> Any:
        assert (shown == masks).all(), "the same seed gives the same positions"
        if win:
            return labels.optimal.argmax(axis=1)
        losing = masks * (1 - labels.optimal)
        return np.where(losing.any(axis=1), losing.argmax(axis=1), masks.argmax(axis=1))

    return policy


@pytest.mark.parametrize("name", KINDS)
def test_perfect_play_has_no_regret(name: str) -> None:
    result = evaluate(informed(name, win=True), name, count=200)
    assert (result.decisions, result.winning, result.illegal) == (200, result.won, 0)
    assert result.optimality().value == 1.0
    assert result.regret().value == 0.0
    worst = evaluate(informed(name, win=False), name, count=200)
    assert worst.won == result.won
    assert worst.winning < result.winning or not result.won


def test_every_kind_of_environment_is_measured_alike() -> None:
    sources = (
        "divisor-duel-pool(pool=2-20)",
        aliquot.game("divisor-duel-pool", pool="2-20"),
        encode("divisor-duel-pool", pool="2-20"),
        gymnasium.make("aliquot.envs.gymnasium:aliquot/DivisorDuelPool-v1", pool="2-20"),
        pettingzoo.env("divisor-duel-pool", pool="2-20"),
        DuelVectorEnv("divisor-duel-pool", 3, pool="2-20"),
    )
    results = {evaluate(first_legal, source, count=100, seed=4) for source in sources}
    assert len(results) == 1
    assert evaluate(first_legal, sources[0], count=100, seed=5) not in results


def test_illegal_actions_are_counted_and_lose() -> None:
    result = evaluate(lambda observations, masks: masks.argmin(axis=1), "divisor-duel-subtract(start=60)", count=300)
    assert result.illegal == 300
    assert result.winning == 0 < result.won


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    generator, truth = np.random.default_rng(1), 0.3
    for count in (30, 300):
        hits = 0
        for winning in generator.binomial(count, truth, 2000):
            estimate = Evaluation(count, count, int(winning), 0).optimality()
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
            hits += estimate.low <= truth <= estimate.high
        assert 0.93 < hits / 2000 < 0.975
    assert Evaluation(50, 50, 50, 0).optimality().low > 0.9
    assert Evaluation(50, 0, 0, 0).optimality().low == 0.0
    regret = Evaluation(100, 50, 25, 0).regret()
    assert regret.value == 0.5
    assert str(regret) == f"0.500 ({regret.low:.3f} to {regret.high:.3f})"


@pytest.mark.parametrize(
    ("policy", "options", "sentence"),
    [
        (first_legal, {"count": 0}, "at least one position"),
        (first_legal, {"scheme": "clever"}, "random, uniform or skill:S"),
        (lambda observations, masks: [0], {}, "Actions have the shape"),
        (lambda observations, masks: np.full(len(masks), 99), {}, "Actions lie between 0 and 9"),
    ],
)
def test_bad_input_gets_one_sentence(policy: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(aliquot.InvalidParameter, match=sentence):
        evaluate(policy, "dividers-duel", **options)


@pytest.mark.parametrize("source", [DuelVectorEnv, pettingzoo.env])
def test_games_too_large_to_search_get_no_labels_anywhere(source: Any) -> None:
    name = "divisor-duel-subtract(start=5000+6000+7000,misere)"
    with pytest.raises(aliquot.Unsolved):
        source(name, labels=True)
    with pytest.raises(aliquot.Unsolved):
        evaluate(first_legal, name)
