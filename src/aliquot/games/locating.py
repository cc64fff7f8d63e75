"""From the text of a position to a game it occurs in."""

from typing import Any

from aliquot.core.errors import InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.core.numerals import LARGEST, parse_whole, quote
from aliquot.games import PRESETS, create, find
from aliquot.games.number import NumberGame


def locate(name: str, text: str | None, **variant: Any) -> tuple[AnyGame, Any]:
    """A game in which a position occurs, and that position; by default the start.

    Args:
        name: A duel or a preset.
        text: The position.
        variant: What `create` takes besides the start or the pool.

    Raises:
        UnknownGame: There is no such game.
        InvalidPosition: The text describes no position of it.
        InvalidParameter: It cannot be set up like that.
    """
    duel = find(PRESETS[name][0] if name in PRESETS else name)
    if text is None:
        game = create(name, **variant)
        return game, game.start()
    if issubclass(duel, NumberGame):
        starts = []
        for part in text.strip().removesuffix("~").split("+"):
            number = parse_whole(part)
            if number is None or not 1 <= number <= LARGEST:
                raise InvalidPosition(
                    f"A position of {duel.title} is a whole number from 1 to 10^18, or several with + between them, "
                    f"not {quote(text)}."
                )
            # A number below the smallest start is a position too: one that was moved to.
            starts.append(max(number, duel.smallest))
        game = create(name, start=starts if len(starts) > 1 else starts[0], **variant)
    else:
        game = create(name, pool=text.strip().partition("/")[0], **variant)
    return game, game.position(text)
