"""From the text of a position to a game it occurs in."""

from typing import Any

from aliquot.core.errors import InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.core.numerals import LARGEST, parse_whole, quote
from aliquot.games import book_of, create
from aliquot.games.number import NumberGame


def locate(name: str, text: str | None, **variant: Any) -> tuple[AnyGame, Any]:
    """A game in which a position occurs, and that position; by default the start.

    Several numbers may have commas between them as in a start, or plus signs as in a position.

    >>> locate("factor-duel", "60,84")[0]
    <Game factor-duel(start=60+84)>
    >>> locate("dividers-duel(start=84)", "42")
    (<Game dividers-duel(start=84)>, NumberPosition(number=42, seat=1))

    Args:
        name: A duel, a preset, or a game's id, which says where the game starts.
        text: The position.
        variant: What `create` takes besides the start or the pool.

    Raises:
        UnknownGame: There is no such game.
        InvalidPosition: The text describes no position of it.
        InvalidParameter: It cannot be set up like that.
    """
    if text is None or "(" in name:
        game = create(name, **variant)
        return game, game.start() if text is None else game.position(_written(game, text))
    duel = book_of(name)
    if not issubclass(duel, NumberGame):
        if duel.parameter == "pool":
            variant["pool"] = text.strip().partition("/")[0]
        game = create(name, **variant)
        return game, game.position(text)
    position, starts = text.replace(",", "+"), []
    for part in position.strip().removesuffix("~").split("+"):
        number = parse_whole(part)
        if number is None or not 1 <= number <= LARGEST:
            raise InvalidPosition(
                f"A position of {duel.title} is a whole number from 1 to 10^18, or several with + between them, "
                f"not {quote(text)}."
            )
        # A number below the smallest start is a position too: one that was moved to.
        starts.append(max(number, duel.smallest))
    game = create(name, start=starts if len(starts) > 1 else starts[0], **variant)
    return game, game.position(position)


def _written(game: AnyGame, text: str) -> str:
    """The text with plus signs for commas, unless commas are how the game itself writes positions."""
    return text if "/" in game.text(game.start()) else text.replace(",", "+")
