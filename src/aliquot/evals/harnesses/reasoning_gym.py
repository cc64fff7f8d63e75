"""Items as a dataset of reasoning-gym: importing this module registers it under the name `aliquot`.

import aliquot.evals.harnesses.reasoning_gym
data = reasoning_gym.create_dataset("aliquot", kind="proof", high=30, seed=1, size=100)
data.score_answer(data[0]["answer"], data[0])
"""

from dataclasses import asdict, dataclass
from typing import Any

from aliquot.core.errors import MissingExtra
from aliquot.evals.generate import HIGHEST_SHARE, SHALLOWEST, Recipe
from aliquot.evals.harnesses.options import make_recipe
from aliquot.evals.item import Item, Kind, wrap
from aliquot.evals.judge import judge

try:
    from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition, ScalarAttributeDefinition
    from reasoning_gym.factory import ProceduralDataset, register_dataset
except ModuleNotFoundError as error:
    raise MissingExtra("The dataset of reasoning-gym needs", "reasoning-gym") from error

NAME = "aliquot"


@dataclass
class AliquotConfig:
    """The parameters of a recipe, and those of every dataset."""

    kind: str = Kind.MOVE
    game: str = "divisor-duel-pool"
    low: int = 20
    high: int = 50
    parts: int = 1
    misere: bool = False
    share: float = HIGHEST_SHARE
    style: str = "any"
    lists_moves: bool = True
    depth: int = SHALLOWEST
    seed: int | None = None
    size: int = 500

    @property
    def recipe(self) -> Recipe:
        """The recipe of these parameters."""
        return make_recipe(**{name: value for name, value in asdict(self).items() if name not in ("seed", "size")})

    def validate(self) -> None:
        """Raise InvalidParameter if no items can be made like that."""
        _ = self.recipe


class AliquotDataset(ProceduralDataset):
    """Questions about divisor games; every score is decided by the judge, from the item in the entry's metadata."""

    def __init__(self, config: AliquotConfig) -> None:
        """Set up the dataset."""
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._recipe = config.recipe

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return one entry; the same seed and number give the same entry everywhere."""
        item = self._recipe.item(self.seed, idx, f"{NAME}/")
        return {
            "question": item.prompt,
            "answer": item.gold,
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "item": item.as_json(),
                "difficulty": {"size": (self.config.low, self.config.high), "parts": self.config.parts},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the judge's score of an answer, with or without the tags around it."""
        text = answer or ""
        reply = text if "<answer>" in text or not text.strip() else wrap(text)
        return judge(Item.from_json(entry["metadata"]["item"]), reply).score


class AliquotCurriculum(BaseCurriculum):
    """Larger numbers and pools, fewer winning moves and longer play."""

    def __init__(self) -> None:
        """Define the levels."""
        super().__init__(AliquotCurriculum.__name__, AliquotConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="size",
                levels=[12, 20, 30, 50, 100, 200],
                description="The largest number.",
                lower_field_name="low",
                upper_field_name="high",
                ensure_interval=True,
            ),
            ScalarAttributeDefinition(
                name="share",
                levels=[0.5, 0.34, 0.2, 0.1],
                description="The largest share of winning moves.",
                field_name="share",
            ),
            ScalarAttributeDefinition(
                name="depth",
                levels=[2, 4, 7, 11],
                description="The smallest number of moves that can follow.",
                field_name="depth",
            ),
        )


register_dataset(NAME, AliquotDataset, AliquotConfig, AliquotCurriculum)
