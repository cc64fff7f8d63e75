"""The choice of items and matches that every harness offers, under the same names."""

from collections.abc import Iterator
from typing import Any, Final

from aliquot.core.errors import InvalidParameter
from aliquot.core.outcome import Seat
from aliquot.core.text import listing, quote
from aliquot.evals.episode import Episode
from aliquot.evals.generate import HIGHEST_SHARE, SHALLOWEST, Recipe
from aliquot.evals.item import Item, Kind
from aliquot.evals.suites import find_suite

SUITE: Final = "v1"
"""The suite that a harness runs unless another is named."""
DUELS: Final = (
    "dividers-duel(start=60+84)",
    "divisor-duel-subtract(start=360)",
    "divisor-duel-pool(pool=2-50,opening=even)",
)
"""The games of the matches that a harness plays unless others are named. No first move ends them."""
OPPONENT: Final = "skill:0.7"


def make_recipe(
    kind: str = Kind.MOVE,
    game: str = "divisor-duel-pool",
    low: int = 20,
    high: int = 50,
    parts: int = 1,
    misere: bool = False,
    share: float = HIGHEST_SHARE,
    style: str = "any",
    lists_moves: bool = True,
    depth: int = SHALLOWEST,
) -> Recipe:
    """Return the recipe of items with these parameters, whose kind may be given by name.

    Raises:
        InvalidParameter: A parameter is out of range, or there is no such kind.
    """
    try:
        chosen = Kind(kind)
    except ValueError:
        raise InvalidParameter(f"A kind of item is {listing([*Kind])}, not {quote(kind)}.") from None
    return Recipe(
        chosen, game, low, high, parts, misere, share=share, depth=depth, style=style, lists_moves=lists_moves
    )


def suite_items(suite: str = SUITE, seed: int | None = None, tier: str | None = None) -> Iterator[Item]:
    """Yield the items of a suite, or those of one tier of it: `easy`, `medium` or `hard`.

    Raises:
        InvalidParameter: There is no such suite or tier.
    """
    chosen = find_suite(suite)
    tiers = list(dict.fromkeys(recipe.name.rpartition("-")[2] for recipe in chosen.recipes))
    if tier is not None and tier not in tiers:
        raise InvalidParameter(f"Suite {suite} has the tiers {listing(tiers, 'and')}, not {quote(tier)}.")
    return (item for item in chosen.items(seed) if tier is None or item.id.split("/")[-2].endswith(f"-{tier}"))


def start_episode(index: int, games: tuple[str, ...] = DUELS, opponent: str = OPPONENT, seed: int = 0) -> Episode:
    """Set up the match of a number: the games in turn, each from seat 1 and then from seat 2.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: The game or the opponent cannot be set up like that.
    """
    round_, place = divmod(index, len(games))
    seat: Seat = 1 if round_ % 2 == 0 else 2
    return Episode(games[place], opponent, seat=seat, seed=seed * 1_000_003 + index)


def outcome_metrics(episode: Episode) -> dict[str, Any]:
    """Return the figures of a match that every harness reports: won, optimality, legal and readable replies.

    There is no optimality where nothing was at stake, and no share of replies without a reply.
    """
    steps = episode.steps
    figures = {"won": float(episode.won), "decisions": float(sum(step.at_stake for step in steps))}
    if episode.optimality is not None:
        figures["optimality"] = episode.optimality
    if steps:
        figures["legal"] = sum(step.judgement.legal for step in steps) / len(steps)
        figures["readable"] = sum(step.judgement.parsed for step in steps) / len(steps)
    return figures
