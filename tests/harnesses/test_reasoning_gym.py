"""The dataset of reasoning-gym."""

from typing import Any

import pytest
import reasoning_gym
from reasoning_gym.composite import DatasetSpec
from reasoning_gym.factory import create_curriculum

import aliquot.evals.harnesses.reasoning_gym as adapter
from aliquot.core.errors import InvalidParameter
from tests.harnesses.model import BAD_REPLIES

CASES: tuple[dict[str, Any], ...] = (
    {},
    {"kind": "proof", "low": 12, "high": 24, "share": 0.5},
    {"kind": "winner"},
    {"kind": "moves", "game": "sum", "parts": 2, "low": 6, "high": 60},
    {"game": "divisor-duel-subtract", "low": 100, "high": 10**12, "style": "plain", "lists_moves": False},
)


@pytest.mark.parametrize("config", CASES)
def test_gold_scores_one_and_nothing_else_does(config: dict[str, Any]) -> None:
    data = reasoning_gym.create_dataset("aliquot", size=20, seed=42, **config)
    entries = list(data)
    assert [data.score_answer(entry["answer"], entry) for entry in entries] == [1.0] * 20
    assert [data.score_answer(f"So: <answer>{entry['answer']}</answer>", entry) for entry in entries] == [1.0] * 20
    assert {data.score_answer(bad, entry) for entry in entries for bad in (None, *BAD_REPLIES)} == {0.0}
    assert list(reasoning_gym.create_dataset("aliquot", size=20, seed=42, **config)) == entries
    assert list(reasoning_gym.create_dataset("aliquot", size=20, seed=43, **config)) != entries


def test_it_mixes_with_other_datasets() -> None:
    specs = [DatasetSpec("aliquot", 1, {}), DatasetSpec("gcd", 1, {})]
    mixture = reasoning_gym.create_dataset("composite", size=12, seed=1, datasets=specs)
    assert {entry["metadata"]["source_dataset"] for entry in mixture} == {"aliquot", "gcd"}
    assert all(mixture.score_answer(entry["answer"], entry) == 1.0 for entry in mixture)


def test_the_curriculum_gets_harder() -> None:
    curriculum = create_curriculum("aliquot")
    easy = curriculum.generate_configuration({"seed": 1, "size": 5})
    assert curriculum.increment_attr_level("size")
    assert curriculum.increment_attr_level("share")
    hard = curriculum.generate_configuration({"seed": 1, "size": 5})
    assert hard.high > easy.high
    assert hard.share < easy.share
    assert len(list(adapter.AliquotDataset(hard))) == 5


def test_a_wrong_configuration_is_refused_in_one_sentence() -> None:
    with pytest.raises(InvalidParameter, match=r"^A kind of item is .*, not 'riddle'\.$"):
        reasoning_gym.create_dataset("aliquot", kind="riddle")
