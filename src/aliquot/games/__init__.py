"""The registry: every duel there is, by name. To add one, write its module and name it here."""

import re
from typing import TypeAlias

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.core.numerals import shorten
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.factor_duel import FactorDuel

Duel: TypeAlias = DividersDuel | DivideAndConquer | FactorDuel | SubtractionDuel | PoolDuel

REGISTRY: dict[str, type[Duel]] = {
    duel.slug: duel for duel in (DividersDuel, DivideAndConquer, FactorDuel, SubtractionDuel, PoolDuel)
}

_ID = re.compile(r"(?P<slug>[^()]*)\((?P<name>[^()=]*)=(?P<value>[^()=]*)\)")


def find(slug: str) -> type[Duel]:
    """The duel of that name.

    Raises:
        UnknownGame: There is none; the message suggests the nearest name.
    """
    if duel := REGISTRY.get(slug):
        return duel
    from difflib import get_close_matches

    # Long nonsense is not compared: it resembles nothing, and comparing takes quadratic time.
    near = get_close_matches(slug.lower(), REGISTRY, n=1, cutoff=0.4) if len(slug) <= 64 else []
    hint = f"Did you mean '{near[0]}'?" if near else f"The games are {', '.join(REGISTRY)}."
    raise UnknownGame(f"There is no game called '{shorten(slug, 40)}'. {hint}")


def create(name: str, **parameters: object) -> Duel:
    """Sets a duel up by name and parameters, or by id alone.

    >>> create("dividers-duel", start=84).id
    'dividers-duel(start=84)'
    >>> create("divisor-duel-pool(pool=2-20)")
    <Game divisor-duel-pool(pool=2-20)>

    Raises:
        UnknownGame: There is no such duel.
        InvalidParameter: It cannot be set up like that.
    """
    if written := _ID.fullmatch(name):
        if parameters:
            raise InvalidParameter("A game's id names its parameters already; give one or the other.")
        return find(written["slug"]).create(**{written["name"]: written["value"]})
    return find(name).create(**parameters)


def defaults() -> tuple[Duel, ...]:
    """Every duel as its rule book recommends it."""
    return tuple(duel.create() for duel in REGISTRY.values())
