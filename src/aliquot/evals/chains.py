"""Items about the longest chain: write the longest row of numbers in which neighbours divide one another.

Only limits are asked for which the longest length is proved; the certificate of an item shows that no chain is longer.
"""

from typing import TYPE_CHECKING

from aliquot.core.errors import IllegalMove
from aliquot.core.text import parse_whole
from aliquot.evals.item import Difficulty, Item, Kind
from aliquot.evals.prompts import PROMPT_VERSION, STYLES, TAGS
from aliquot.games.longest_chain import TEXT, TITLE, Chain, locate
from aliquot.oracle.chain import ALL_PROVED_TO, ceiling

if TYPE_CHECKING:
    from aliquot.evals.draw import Draw
    from aliquot.evals.generate import Recipe

__all__ = ["ALL_PROVED_TO", "check_chain", "draw_chain"]

_NOUNS = {"plain": "chain", "renamed": "string", "story": "walk"}
_RULES = {
    "plain": f"{TITLE}. {TEXT.rules[0]}",
    "renamed": "Tokens carry the integers from 1 up to a limit. A string of tokens uses each at most once, and of any "
    "two tokens next to each other one carries a factor of the other.",
    "story": "Houses numbered from 1 up to a limit wait for a postman. He may walk straight from one house to another "
    "only if one of the two numbers divides the other, and he visits no house twice. He may begin anywhere.",
}


def draw_chain(recipe: "Recipe", draw: "Draw", name: str) -> Item:
    """Return an item of a recipe for chains."""
    limit = draw.between(recipe.low, recipe.high)
    style = draw.choice(STYLES) if recipe.style == "any" else recipe.style
    longest, chain = ceiling(limit), Chain(limit)
    named, noun = "Here N" if style == "plain" else "The limit", _NOUNS[style]
    task = f"{named} is {limit}. Give one of the longest {noun}s possible: no other may have more numbers than yours."
    form = f"The answer is the numbers of the {noun} in order, with commas between them."
    return Item(
        id=name,
        kind=Kind.CHAIN,
        game=chain.id,
        position=chain.text,
        prompt="\n\n".join((_RULES[style], f"{task} {form}", TAGS)),
        form=form,
        gold=", ".join(map(str, longest.chain)),
        chance=0.0,
        difficulty=Difficulty(limit, 0, limit, 1, longest.length),
        style=style,
        lists_moves=False,
        prompt_version=PROMPT_VERSION,
        certificate=longest.certificate if recipe.certificates else None,
    )


def check_chain(item: Item, answer: str) -> tuple[bool, bool, str]:
    """Check the chain of an answer.

    Returns:
        Whether it could be read, whether it is a chain, and what is wrong with it; nothing if it is a longest one.
    """
    numbers = [parse_whole(part) for part in answer.split(",")]
    chain = tuple(number for number in numbers if number is not None)
    if len(chain) < len(numbers):
        return False, False, "The answer is not a list of whole numbers with commas between them."
    try:
        Chain(locate(item.game, item.position).limit, chain)
    except IllegalMove as error:
        return True, False, str(error)
    longest = len(item.gold.split(","))
    return True, True, "" if len(chain) >= longest else f"The chain has {len(chain)} numbers; {longest} are possible."
