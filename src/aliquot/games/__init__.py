"""The registry: every duel there is, by name, and how its variants are put together.

Duels of our own are named here. Those of others are found through the entry-point group `aliquot.games`, when a name
is asked for that none of ours has, or when all of them are listed.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.core.game import AnyGame
from aliquot.core.text import listing, quote, shorten
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberGame
from aliquot.games.rulebook import AnyBook, RuleBook
from aliquot.games.sum import Sum
from aliquot.games.swap import Swap
from aliquot.games.wrapper import Wrappable

REGISTRY: dict[str, AnyBook] = {
    duel.slug: duel for duel in (DividersDuel, DivideAndConquer, FactorDuel, SubtractionDuel, PoolDuel)
}
"""The five duels, by slug. `books` has those of others too."""
GROUP = "aliquot.games"
"""The entry-point group in which others name their rule books."""
PRESETS: dict[str, tuple[str, dict[str, str]]] = {
    "juniper-green": (PoolDuel.slug, {"pool": "1-100", "opening": "even"}),
    "factors-and-multiples": (PoolDuel.slug, {"pool": "1-100", "opening": "even-below-50"}),
}
"""Variants with a name of their own: the duel and the parameters they stand for."""
REQUIRED = ("slug", "title", "tagline", "penalty", "parameter", "example", "bounds")
"""What every rule book says about itself."""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_ID = re.compile(r"(?P<slug>[^()]*)\((?P<options>[^()]*)\)")
_MIXTURE = "sum"


def books() -> dict[str, AnyBook]:
    """Every rule book by slug: ours, then those that are installed beside them."""
    return {**REGISTRY, **_others()[0]}


def problems() -> tuple[str, ...]:
    """What is wrong with the games of others that cannot be offered, a sentence each."""
    return _others()[1]


@cache
def _others() -> tuple[dict[str, AnyBook], tuple[str, ...]]:
    """The rule books of others, and what is wrong with the broken ones, which are left out and spoil nothing."""
    from importlib.metadata import entry_points

    found: dict[str, AnyBook] = {}
    problems = []
    for entry in entry_points(group=GROUP):
        try:
            book = entry.load()
            found[_checked(book, {**REGISTRY, **found})] = book
        except Exception as error:
            why = str(error) or type(error).__name__
            problems.append(f"The game {quote(entry.name)} of another package cannot be offered: {shorten(why, 200)}")
    return found, tuple(problems)


def _checked(book: object, taken: Mapping[str, AnyBook]) -> str:
    """The slug of somebody's rule book, if it is one and can be told from the others."""
    if not (isinstance(book, type) and issubclass(book, RuleBook)):
        raise InvalidParameter("it is not a class that extends aliquot.games.rulebook.RuleBook.")
    missing = [name for name in REQUIRED if not hasattr(book, name)]
    if missing:
        raise InvalidParameter(f"it has no {listing(missing)}.")
    if not _SLUG.fullmatch(book.slug) or book.slug in taken or book.slug in (*PRESETS, _MIXTURE):
        raise InvalidParameter(f"its slug {quote(book.slug)} is taken, or not of small letters, digits and hyphens.")
    book.create()
    return book.slug


def book_of(name: str) -> AnyBook:
    """The rule book behind a duel's name, a preset's or a game's id.

    Raises:
        UnknownGame: There is none; the message suggests the nearest name.
    """
    return find(slug_of(name))


def slug_of(game: str) -> str:
    """The slug that a game's id begins with.

    >>> slug_of("dividers-duel(start=84)")
    'dividers-duel'
    """
    return game.partition("(")[0]


def options_of(game: str) -> list[str]:
    """The options that a game's id names between its brackets, where it starts first.

    >>> options_of("dividers-duel(start=60+84,misere)")
    ['start=60+84', 'misere']
    """
    return game.partition("(")[2].removesuffix(")").split(",")


def find(name: str) -> AnyBook:
    """The rule book of that name, of the preset of that name, or of the only one with that word in its name.

    >>> find("pool").slug
    'divisor-duel-pool'

    Raises:
        UnknownGame: There is none, or more than one; the message says which are meant.
    """
    full = _full_name(name)
    return books()[PRESETS[full][0]] if full in PRESETS else REGISTRY.get(full) or books()[full]


def _full_name(name: str) -> str:
    """The duel or preset that is meant by a name, or by a word that only its name has."""
    if name in REGISTRY or name in PRESETS or name in _others()[0]:
        return name
    names = [*books(), *PRESETS]
    meant = [each for each in names if f"-{name}-" in f"-{each}-"]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UnknownGame(f"'{shorten(name, 40)}' may be {listing(meant)}; say which.")
    from difflib import get_close_matches

    # Long nonsense is not compared: it resembles nothing, and comparing takes quadratic time.
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.4) if len(name) <= 64 else []
    hint = f"Did you mean '{near[0]}'?" if near else f"The games are {', '.join(names)}."
    raise UnknownGame(f"There is no game called '{shorten(name, 40)}'. {hint}")


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
    name = _full_name(name)
    slug, preset = PRESETS.get(name, (name, {}))
    game = _set_up(find(slug), {**preset, **parameters})
    if misere:
        game = Misere(game)
    return Swap(game) if swap else game


def _set_up(duel: AnyBook, parameters: Mapping[str, object]) -> Wrappable:
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


def defaults() -> tuple[RuleBook[Any, Any], ...]:
    """Every duel as its rule book recommends it, those of others included."""
    return tuple(book.create() for book in books().values())
