"""The examples run, and the learner learns: measured exactly, with everything fixed by a seed."""

import ast
from pathlib import Path

import numpy as np
import pytest

from examples.tabular import Exam, plot, train


@pytest.fixture(scope="module")
def exam() -> Exam:
    return Exam()


def test_grades_are_exact(exam: Exam) -> None:
    random, greedy, perfect = exam.random(), exam.player("greedy"), exam.player("perfect")
    assert (perfect.regret, perfect.optimality) == (0, 1)
    assert 0 < greedy.regret < random.regret
    won = exam.labels.values > 0
    worst = exam.grade(np.where(won[:, None], (exam.masks - exam.labels.optimal) > 0, exam.masks))
    assert worst.optimality == 0


@pytest.mark.deep
def test_the_learner_becomes_better_than_greedy(exam: Exam, tmp_path: Path) -> None:
    scores = list(train(exam, 40_000, seed=0, grades=6))
    assert scores[0].regret > exam.random().regret
    assert scores[-1].regret < exam.player("greedy").regret / 2
    assert scores[-1].optimality > 0.9
    assert list(train(exam, 2_560, seed=0, grades=3)) == list(train(exam, 2_560, seed=0, grades=3))
    plot(scores, {"random": exam.random(), "perfect": exam.player("perfect")}, tmp_path / "learning.svg")
    assert (tmp_path / "learning.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize("name", ["maskable_ppo", "torchrl_reinforce", "rllib_ppo"])
def test_the_optional_example_is_at_least_python(name: str, root: Path) -> None:
    ast.parse((root / "examples" / f"{name}.py").read_text(encoding="utf-8"))


def test_a_learner_of_torchrl_learns() -> None:
    pytest.importorskip("torchrl")
    from examples.torchrl_reinforce import grade, train

    before, after = (grade(train(steps, seed=0)).optimality() for steps in (0, 10_000))
    assert after.low > before.high


@pytest.mark.deep
def test_a_learner_of_rllib_learns() -> None:
    pytest.importorskip("ray.rllib")
    from examples.rllib_ppo import create_learner, grade

    learner = create_learner(seed=0)
    before = grade(learner).optimality()
    for _ in range(10):
        learner.train()
    after = grade(learner).optimality()
    learner.stop()
    assert after.low > before.high
