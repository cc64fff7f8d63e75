"""The registry: every duel there is, by name, and how its variants are put together.

To add a duel, write its module and name it here.
"""

import re
from collections.abc import Mapping
from typing import TypeAlias

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.core.game import AnyGame
from aliquot.core.numerals import shorten
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberGame
from aliquot.games.sum import Sum
from aliquot.games.swap import Swap
from aliquot.games.wrapper import Wrappable

Duel: TypeAlias = DividersDuel | DivideAndConquer | FactorDuel | SubtractionDuel | PoolDuel

REGISTRY: dict[str, type[Duel]] = {
    duel.slug: duel for duel in (DividersDuel, DivideAndConquer, FactorDuel, SubtractionDuel, PoolDuel)
}
PRESETS: dict[str, tuple[str, dict[str, str]]] = {
    "juniper-green": (PoolDuel.slug, {"pool": "1-100", "opening": "even"}),
    "factors-and-multiples": (PoolDuel.slug, {"pool": "1-100", "opening": "even-below-50"}),
}
"""Variants with a name of their own: the duel and the parameters they stand for."""

_ID = re.compile(r"(?P<slug>[^()]*)\((?P<options>[^()]*)\)")
_MIXTURE = "sum"


def find(slug: str) -> type[Duel]:
    """The duel of that name.

    Raises:
        UnknownGame: There is none; the message suggests the nearest name.
    """
    if duel := REGISTRY.get(slug):
        return duel
    from difflib import get_close_matches

    names = [*REGISTRY, *PRESETS]
    # Long nonsense is not compared: it resembles nothing, and comparing takes quadratic time.
    near = get_close_matches(slug.lower(), names, n=1, cutoff=0.4) if len(slug) <= 64 else []
    hint = f"Did you mean '{near[0]}'?" if near else f"The games are {', '.join(names)}."
    raise UnknownGame(f"There is no game called '{shorten(slug, 40)}'. {hint}")


def create(name: str, *, misere: bool = False, swap: bool = False, **parameters: object) -> AnyGame:
    """Sets a game up by name and parameters, or by id alone.

    Args:
        name: A duel, a preset, or a game's id.
        misere: Whether the last move loses.
        swap: Whether the second player may take over the first move.
        parameters: The duel's own; several numbers in `start` make a sum.

    >>> create("dividers-duel", start=84).id
    'dividers-duel(start=84)'
    >>> create("factor-duel", start="60,84", misere=True).id
    'factor-duel(start=60+84,misere)'
    >>> create("divisor-duel-pool(pool=2-20,opening=even)")
    <Game divisor-duel-pool(pool=2-20,opening=even)>

    Raises:
        UnknownGame: There is no such duel.
        InvalidParameter: It cannot be set up like that.
    """
    if written := _ID.fullmatch(name):
        if parameters or misere or swap:
            raise InvalidParameter("A game's id names its parameters already; give one or the other.")
        return _from_id(written["slug"], written["options"].split(","))
    slug, preset = PRESETS.get(name, (name, {}))
    game = _set_up(find(slug), {**preset, **parameters})
    if misere:
        game = Misere(game)
    return Swap(game) if swap else game


def _set_up(duel: type[Duel], parameters: Mapping[str, object]) -> Wrappable:
    start = parameters.get("start")
    values = re.split("[,+]", start) if isinstance(start, str) and not start.startswith("+") else start
    if issubclass(duel, NumberGame) and isinstance(values, list | tuple) and len(values) != 1:
        for name in parameters.keys() - {"start"}:
            return duel.create(**{name: None})
        return Sum.of(duel, values)
    return duel.create(**parameters)


def _from_id(slug: str, options: list[str]) -> Wrappable:
    if slug == _MIXTURE and "=" not in options[0]:
        game: Wrappable = Sum(tuple(_member(part) for part in options.pop(0).split("+")))
    else:
        parameters = dict(option.split("=", 1) for option in options if "=" in option)
        game = _set_up(find(slug), parameters)
    for flag in (option for option in options if "=" not in option):
        if flag not in ("misere", "swap"):
            raise InvalidParameter(f"'{shorten(flag)}' is no variant; variants are misere and swap.")
        game = Misere(game) if flag == "misere" else Swap(game)
    return game


def _member(text: str) -> NumberGame:
    """One number of a mixture, such as `dividers-duel:60`."""
    slug, _, value = text.partition(":")
    duel = find(slug)
    if not issubclass(duel, NumberGame):
        raise InvalidParameter(f"A sum is made of numbers; {duel.title} has none to be part of it.")
    return duel.from_value(value)


def defaults() -> tuple[Duel, ...]:
    """Every duel as its rule book recommends it."""
    return tuple(duel.create() for duel in REGISTRY.values())
