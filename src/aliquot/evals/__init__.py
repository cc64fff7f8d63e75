"""Items with exact answers for models and people, a strict judge, suites, and the scale that measures any player.

Nothing here needs a framework; each harness has a thin adapter in a module of its own.

>>> from aliquot.evals import Kind, Recipe, judge
>>> item = Recipe(Kind.MOVE, "divisor-duel-subtract", 40, 200).item(seed=1, index=0)
>>> judge(item, item.reply).score, judge(item, "I give up.").reason
(1.0, 'The reply has no answer between <answer> and </answer>.')
"""

from aliquot.evals.episode import Episode
from aliquot.evals.generate import Recipe
from aliquot.evals.item import Difficulty, Item, Kind
from aliquot.evals.judge import Judgement, judge

__all__ = ["Difficulty", "Episode", "Item", "Judgement", "Kind", "Recipe", "judge"]
