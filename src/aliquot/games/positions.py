"""From the text of a position to a game it occurs in, and from a position to a game that leads there."""

from typing import Any

from aliquot.core.errors import InvalidParameter, InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.core.text import LARGEST, parse_whole, quote
from aliquot.games import book_of, create, options_of
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.number import NumberGame
from aliquot.games.sum import Sum
from aliquot.games.swap import Swap
from aliquot.games.wrapper import unwrap


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
                f"A position of {duel.title} is a whole number from 1 to 10^18, or several with commas between them, "
                f"not {quote(text)}."
            )
        # A number below the smallest start is a position too: one that was moved to.
        starts.append(max(number, duel.smallest))
    game = create(name, start=starts if len(starts) > 1 else starts[0], **variant)
    return game, game.position(position)


def _written(game: AnyGame, text: str) -> str:
    """The text with plus signs for commas, unless commas are how the game itself writes positions."""
    return text if "/" in game.text(game.start()) else text.replace(",", "+")


def lead_to(game: AnyGame, position: Any) -> tuple[str, list[str]] | None:
    """The id of a game and its first moves, by which a position is soon reached; None if there are none so short.

    Numbers that lie there become the start, so that no move is needed.

    >>> lead_to(*locate("dividers-duel(start=84)", "42"))
    ('dividers-duel(start=42)', [])
    >>> lead_to(*locate("divisor-duel-pool", "2-50/12,6"))
    ('divisor-duel-pool(pool=2-50)', ['12', '6'])
    """
    if isinstance(game, Swap):
        if game.is_open(position):
            return _to_the_swap(game, position)
        if position.opened:
            return lead_to(game.game, position.inner)  # Once the swap is past, it is the game without it.
    elif isinstance((unwrapped := unwrap(game, position))[0], PoolDuel):
        return game.id, [str(pick) for pick in unwrapped[1].picks]
    elif isinstance(inner := unwrapped[0], NumberGame | Sum):
        return _to_numbers(game, inner, position)
    return (game.id, []) if game.key(position) == game.key(game.start()) else None


def _to_the_swap(game: Swap, position: Any) -> tuple[str, list[str]] | None:
    """The start and the one move that leads to where the swap is open, if one does."""
    start, wanted = game.start(), game.text(position)
    openings = (move for move in game.legal_moves(start) if game.text(game.child(start, move)) == wanted)
    opening = next(openings, None)
    return None if opening is None else (game.id, [game.spell(start, opening)])


def _to_numbers(game: AnyGame, inner: NumberGame | Sum, position: Any) -> tuple[str, list[str]] | None:
    """The same game with the numbers that lie there as its start, unless one of them is too small to start from."""
    _, *flags = options_of(game.id)
    if isinstance(inner, Sum) and not inner.is_uniform:
        members = zip(inner.members, position.numbers, strict=True)
        first = "+".join(f"{member.slug}:{number}" for member, number in members)
    else:
        first = f"start={game.text(position)}"
    try:
        return create(f"{inner.slug}({','.join([first, *flags])})").id, []
    except InvalidParameter:
        return None
